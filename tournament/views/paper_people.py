"""From the desk's rows to papers about people and seats: seatings, cards, signs, badges, who met whom.

draft  a seating that is not published yet: its papers say so in their heads, and only the office can print them
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from itertools import combinations

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Participant, Round, Seat, Tournament
from tournament.models.rounds import DRAW_JSON
from tournament.queries import participants as people_queries
from tournament.queries.rounds import SeatedTable, Seating, seating
from tournament.reports import cross_table, name_badges, seat_cards, table_signs
from tournament.reports import seating as seating_paper
from tournament.reports.page import Frame
from tournament.reports.people import Person


def frame(tournament: Tournament, *, now: datetime, round_: Round | None = None, number: int | None = None) -> Frame:
    """What head and foot of a paper say; a draft says so beside the name of the event."""
    draft = round_ is not None and round_.published_at is None
    return Frame(
        event=f"{_('DRAFT')} · {tournament.name}" if draft else tournament.name,
        day=tournament.date,
        place=tournament.place,
        round_number=round_.number if round_ is not None else number,
        rounds=tournament.rounds if round_ is not None or number is not None else None,
        printed_at=timezone.localtime(now),
    )


def marks_of(tournament: Tournament) -> dict[str, str]:
    """A short mark for each category in use: as many first letters as it takes to tell them apart. One query."""
    lists = Participant.objects.filter(tournament=tournament).values_list("categories", flat=True)
    words = sorted({word for categories in lists for word in categories})
    return {word: _mark(word, words) for word in words}


def person(participant: Participant, marks: dict[str, str] | None = None) -> Person:
    """A participant as papers name one."""
    return Person(
        number=participant.number,
        surname=participant.surname,
        first_name=participant.first_name,
        club=participant.club.name if participant.club is not None else "",
        marks=tuple(marks[word] for word in participant.categories if word in marks) if marks else (),
    )


def seating_of(round_: Round, *, tables: frozenset[int] = frozenset(), now: datetime) -> seating_paper.Seating:
    """Who sits where in a round, those who sit out included; only the named tables if there are any."""
    found = seating(round_)
    lines = [
        seating_paper.SeatingLine(
            person=person(seat.participant), table_number=seat.table, position=seat.position, room=seat.room
        )
        for seat in found.names
        if not tables or seat.table in tables
    ]
    resting = [
        seating_paper.SeatingLine(person=person(attendance.participant), table_number=None, position=None)
        for attendance in found.resting
        if not tables
    ]
    note = _("Draft: not published yet.") if round_.published_at is None else ""
    return seating_paper.Seating(
        frame=frame(round_.tournament, now=now, round_=round_), lines=(*lines, *resting), note=note
    )


def cards_of(
    round_: Round, *, tables: frozenset[int], now: datetime, address: Callable[[Participant], str]
) -> list[seat_cards.SeatCard]:
    """A card per seated participant, by name, of the named tables only if there are any; `address` is for the code."""
    head = frame(round_.tournament, now=now, round_=round_)
    return [
        seat_cards.SeatCard(
            frame=head,
            seats=(
                seat_cards.SeatAt(
                    table_number=seat.table, position=seat.position, round_number=round_.number, room=seat.room
                ),
            ),
            person=person(seat.participant),
            url=address(seat.participant),
        )
        for seat in seating(round_).names
        if not tables or seat.table in tables
    ]


def lots(tournament: Tournament, *, sizes: Iterable[int], now: datetime, address: str) -> list[seat_cards.SeatCard]:
    """A lot for the hat per seat of tables of these sizes; `address` is for the code, none if it is empty."""
    head = frame(tournament, now=now)
    return [
        seat_cards.SeatCard(frame=head, seats=(seat_cards.SeatAt(table_number=number, position=position),), url=address)
        for number, size in enumerate(sizes, start=1)
        for position in range(1, size + 1)
    ]


def signs_of(round_: Round, *, tables: frozenset[int], names: bool, now: datetime) -> list[table_signs.TableSign]:
    """A sign per table of a round, of the named tables only if there are any; with the names if wanted."""
    head = frame(round_.tournament, now=now, round_=round_)
    if not names:
        head = replace(head, round_number=None, rounds=None)
    return [
        table_signs.TableSign(
            frame=head,
            table_number=table.table.number,
            room=table.table.room,
            persons=tuple(person(seat.participant) for seat in table.seats if seat.participant) if names else (),
        )
        for table in _chosen(seating(round_), tables)
    ]


def badges_of(tournament: Tournament, *, numbers: frozenset[int], now: datetime) -> list[name_badges.NameBadge]:
    """A badge for everybody who takes part, by name; for the named start numbers only if there are any."""
    head = frame(tournament, now=now)
    everybody = people_queries.everyone(tournament)
    return [
        name_badges.NameBadge(frame=head, person=person(one))
        for one in everybody
        if people_queries.is_active(one) and (not numbers or one.number in numbers)
    ]


def cross_table_of(tournament: Tournament, *, now: datetime) -> cross_table.CrossTable:
    """Who sat with whom in the published rounds. Two queries for any number of players."""
    tables: dict[int, set[Participant]] = defaultdict(set)
    numbers: dict[int, int] = {}
    seats = (
        Seat.objects.filter(tournament=tournament, participant__isnull=False, round__published_at__isnull=False)
        .select_related("participant__club", "round")
        .defer(*DRAW_JSON)
    )
    for seat in seats:
        if seat.participant is not None:
            tables[seat.table_id].add(seat.participant)
            numbers[seat.table_id] = seat.round.number
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    for table, people in tables.items():
        for one, other in combinations(sorted(participant.number for participant in people), 2):
            met[one, other].add(numbers[table])
    field = {participant for people in tables.values() for participant in people}
    return cross_table.CrossTable(
        frame=frame(tournament, now=now),
        persons=tuple(person(one) for one in sorted(field, key=lambda participant: participant.number)),
        meetings=tuple(
            cross_table.Meeting(first=one, second=other, rounds=tuple(sorted(rounds)))
            for (one, other), rounds in sorted(met.items())
        ),
    )


def _chosen(found: Seating, tables: frozenset[int]) -> list[SeatedTable]:
    return [table for table in found.tables if not tables or table.table.number in tables]


def _mark(word: str, words: list[str]) -> str:
    others = [other for other in words if other != word]
    for length in range(1, len(word)):
        if not any(other[:length].upper() == word[:length].upper() for other in others):
            return word[:length].upper()
    return word
