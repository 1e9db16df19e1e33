"""Reads of the rounds: who sits where, who is here, who was seated without being here and the other way round.

holder    who holds a position now: the seat with the highest `from_game`
resting   present without a seat in a round, by the draw: sits out in turn, or is on the waiting list
"""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournament.models import PRESENT, Attendance, Participant, Presence, Round, Seat, Table, Tournament
from tournament.models.rounds import DRAW_JSON
from tournament.names import sort_key
from tournament.queries.participants import everyone, waiting

RESTING = (Presence.SITS_OUT, Presence.WAITING)
AWAY = (Presence.LATE, Presence.ABSENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """One table with the holders of its seats in the order of the positions; an open seat has no participant."""

    table: Table
    seats: tuple[Seat, ...]
    earlier: tuple[Seat, ...] = ()
    """Seats of those who were replaced in mid-round."""

    @property
    def open_seats(self) -> tuple[int, ...]:
        """Positions nobody holds."""
        return tuple(seat.position for seat in self.seats if seat.participant_id is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSeat:
    """One line of the list by name."""

    participant: Participant
    table: int
    room: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """A round's tables by number, its people by name, and who is without a seat and why."""

    round: Round
    tables: tuple[SeatedTable, ...]
    names: tuple[NamedSeat, ...]
    resting: tuple[Attendance, ...]

    @property
    def seated(self) -> int:
        """People who hold a seat now."""
        return len(self.names)

    @property
    def fives(self) -> int:
        """Tables of five."""
        return sum(1 for table in self.tables if table.table.size == 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """How the people present differ from the people seated or resting, as start numbers in order."""

    came: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.came or self.gone)


def rounds_of(tournament: Tournament) -> list[Round]:
    """All rounds by number. One query."""
    return list(Round.objects.filter(tournament=tournament).order_by("number"))


def seating(round_: Round) -> Seating:
    """Who sits where in a round. Three queries for any number of players."""
    holders: dict[int, dict[int, Seat]] = defaultdict(dict)
    earlier: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(round=round_)
        .select_related("participant__club", "table", "round")
        .defer(*DRAW_JSON)
        .order_by("position", "from_game")
    ):
        if seat.position in holders[seat.table_id]:
            earlier[seat.table_id].append(holders[seat.table_id][seat.position])
        holders[seat.table_id][seat.position] = seat
    tables = tuple(
        SeatedTable(table=table, seats=tuple(holders[table.pk].values()), earlier=tuple(earlier[table.pk]))
        for table in Table.objects.filter(round=round_).order_by("number")
    )
    names = [
        NamedSeat(participant=seat.participant, table=table.table.number, room=table.table.room, position=seat.position)
        for table in tables
        for seat in table.seats
        if seat.participant is not None
    ]
    resting = Attendance.objects.filter(round=round_, state__in=RESTING).select_related("participant__club")
    return Seating(
        round=round_,
        tables=tables,
        names=tuple(sorted(names, key=lambda row: sort_key(row.participant))),
        resting=tuple(sorted(resting, key=lambda row: sort_key(row.participant))),
    )


def people_of(tournament: Tournament) -> dict[int, Participant]:
    """Everybody of the tournament by start number; fillers also as −1, −2 … in the order of theirs. One query."""
    everybody = list(Participant.objects.filter(tournament=tournament).select_related("club").order_by("number"))
    fillers = [person for person in everybody if person.filler]
    people = {person.number: person for person in everybody}
    return people | {-place: person for place, person in enumerate(fillers, start=1)}


def present(round_: Round) -> list[Participant]:
    """Who the draw of a round may seat, by start number: checked in, not withdrawn, not away, with a place. No fillers.

    One query; two more where the number of players is limited, for those on the waiting list.
    """
    away = Attendance.objects.filter(round=round_, state__in=AWAY)
    found = list(
        Participant.objects.filter(PRESENT, tournament_id=round_.tournament_id, filler=False)
        .exclude(pk__in=away.values("participant_id"))
        .select_related("club")
        .order_by("number")
    )
    if round_.tournament.players_max is None:
        return found
    in_line = {person.pk for person in waiting(round_.tournament, everyone(round_.tournament))}
    return [person for person in found if person.pk not in in_line]


def away(round_: Round) -> list[Attendance]:
    """Who the director marked late or absent for a round. One query."""
    return list(
        Attendance.objects.filter(round=round_, state__in=AWAY)
        .select_related("participant__club")
        .order_by("participant__number")
    )


def field_change(round_: Round) -> FieldChange:
    """Who came and who left since the seats of a round were given. Three queries.

    Fillers are no part of it: they sit only where they are needed. Nor does a substitute have to be checked in.
    """
    here = {person.number for person in present(round_)}
    seats = Seat.objects.filter(round=round_, participant__isnull=False, participant__filler=False)
    helps = Attendance.objects.filter(round=round_, participant=OuterRef("participant"), state=Presence.SUBSTITUTE)
    seated = list(seats.values_list("participant__number", Exists(helps)))
    resting = Attendance.objects.filter(round=round_, state__in=RESTING)
    placed = {number for number, _helps in seated}
    placed |= {number for (number,) in resting.values_list("participant__number")}
    substitutes = {number for number, helps_out in seated if helps_out}
    return FieldChange(came=tuple(sorted(here - placed)), gone=tuple(sorted(placed - here - substitutes)))


def current_seats(round_: Round) -> dict[int, Seat]:
    """The seat each participant holds now, by the participant's key. One query."""
    seats = Seat.objects.filter(round=round_).select_related("table", "participant").order_by("from_game")
    by_place = {(seat.table_id, seat.position): seat for seat in seats}
    return {seat.participant_id: seat for seat in by_place.values() if seat.participant_id is not None}
