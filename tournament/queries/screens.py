"""What the screens of the hall show: only what is published, cut into pages that can be read from eight metres."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db.models import Count, Max, Q
from django.utils.timezone import get_current_timezone

from tournament import day
from tournament.clock import Phase
from tournament.models import Round, Screen, ScreenPage, Table, Tournament
from tournament.queries.clock import TimedTable, clock_of, timed_tables, with_owing
from tournament.queries.kept import Kept
from tournament.queries.public import public_name, public_order, public_state
from tournament.queries.rounds import Seating, seating

T = TypeVar("T")

# As many as can be read from eight metres: a line is a fifteenth of the height of the picture.
NAMES_A_PAGE = 36
TABLES_A_PAGE = 9
RANKS_A_PAGE = 24
NUMBERS_A_PAGE = 28
_STAND_IN_SECONDS = 10

_DAY_BEFORE, _DAY_AFTER = timedelta(hours=12), timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One picture of a screen. `part` of `parts` for a list that takes several."""

    kind: ScreenPage
    seconds: int
    part: int = 1
    parts: int = 1
    content: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLine:
    name: str
    table: int
    room: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankLine:
    rank: int | None
    name: str
    total: int


def screen_of(token_hash: str) -> Screen | None:
    """The screen of a link that is good, with its tournament. One query."""
    found = Screen.objects.filter(token_hash=token_hash, revoked_at__isnull=True)
    return found.select_related("tournament").first()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The newest round whose seating is public, if there is one, and its tables with their clocks."""

    round: Round | None
    timed: tuple[TimedTable, ...]


_HALLS: Kept[Hall] = Kept(32)
_OWING: Kept[tuple[TimedTable, ...]] = Kept(32)


def hall(tournament: Tournament, *, now: datetime) -> Hall:
    """The round in the hall as it stands now; no query while the journal stands still and no table's phase changes."""
    key = (tournament.uuid, tournament.pk, tournament.journal_number)
    found = _HALLS.get(key, lambda: _hall(tournament))
    phases = tuple(one.clock.phase(now) for one in found.timed)
    timed = _OWING.get((*key, phases), lambda: tuple(with_owing(found.timed, now=now)))
    return Hall(round=found.round, timed=timed)


def _hall(tournament: Tournament) -> Hall:
    rounds = Round.objects.filter(tournament=tournament, published_at__isnull=False).select_related("tournament")
    newest = rounds.order_by("-number").first()
    return Hall(round=newest, timed=tuple(timed_tables(newest)) if newest is not None else ())


def moving(screen: Screen, found: Hall, *, now: datetime) -> tuple[object, ...]:
    """What a screen shows that changes without a public step: time, sheets handed in, solos owed, the plan."""
    tables = tuple(
        (one.table.number, one.clock.phase(now), tuple(person.pk for person in one.owing)) for one in found.timed
    )
    shows_plan = any(page["kind"] == ScreenPage.PLAN for page in screen.pages)
    minutes = tuple(
        (line.expected_start.replace(second=0, microsecond=0), line.expected_end.replace(second=0, microsecond=0))
        for line in (day_plan(screen.tournament, now=now) if shows_plan else ())
    )
    return tables, minutes


def slides(screen: Screen, *, found: Hall, now: datetime) -> list[Slide]:
    """The rotation of a screen as it is now; pages that have nothing to show are passed over.

    Where all of them are, the clock of the round stands in for them.
    """
    shown: list[Slide] = []
    seated = seating(found.round) if found.round is not None else None
    for page in screen.pages:
        kind, seconds = ScreenPage(page["kind"]), int(page["seconds"])
        contents = _contents(kind, screen.tournament, found=found, seated=seated, now=now)
        shown += [
            Slide(kind=kind, seconds=seconds, part=part, parts=len(contents), content=content)
            for part, content in enumerate(contents, start=1)
        ]
    if not shown and found.round is not None:
        return [Slide(kind=ScreenPage.CLOCK, seconds=_STAND_IN_SECONDS)]
    return shown


def owed_solos(tournament: Tournament, timed: Sequence[TimedTable], *, now: datetime) -> list[tuple[int, list[str]]]:
    """Tables that play only owed solos, with the names of those who still must play one, where the sheet tells."""
    return [
        (one.table.number, [public_name(tournament, person) for person in one.owing])
        for one in timed
        if one.owing and one.clock.phase(now) is Phase.OWED_SOLOS
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    """What the plan of the day needs to know of the tables of a round."""

    fives: int
    out: int
    """Tables whose sheet has not come in."""
    last: datetime | None
    """When the last sheet came in."""


_NO_TABLES = _Tables(fives=0, out=0, last=None)
_DAYS: Kept[list[tuple[Round, _Tables]]] = Kept(32)


def day_plan(tournament: Tournament, *, now: datetime) -> list[day.Line]:
    """The plan of the day; empty without a start or without a playing time. Two queries, none while nothing moves."""
    key = (tournament.uuid, tournament.pk, tournament.journal_number)
    rounds = _DAYS.get(key, lambda: _published_rounds(tournament))
    newest = rounds[-1][1] if rounds else _NO_TABLES
    minutes = (newest.fives and tournament.minutes_five) or tournament.minutes_four or tournament.minutes_five
    if tournament.starts_at is None or not minutes:
        return []
    starts = datetime.combine(tournament.date, tournament.starts_at, tzinfo=get_current_timezone())
    that_day = starts - _DAY_BEFORE <= now < starts + _DAY_AFTER
    moment = now if that_day else starts - timedelta(minutes=1)
    held = {round_.number: _held(round_, tables, now=moment) for round_, tables in rounds}
    return day.plan(
        starts=starts,
        rounds=tournament.rounds,
        minutes=minutes,
        break_minutes=tournament.break_minutes,
        held={number: known for number, known in held.items() if known is not None},
        now=moment,
    )


def _published_rounds(tournament: Tournament) -> list[tuple[Round, _Tables]]:
    published = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    counted = Table.objects.filter(round__in=published).values("round__number").order_by()
    tables = {
        row["round__number"]: _Tables(fives=row["fives"], out=row["out"], last=row["last"])
        for row in counted.annotate(
            fives=Count("pk", filter=Q(size=5)),
            out=Count("pk", filter=Q(received_at__isnull=True, typed_at__isnull=True)),
            last=Max("received_at"),
        )
    }
    rounds = published.defer("draw_input", "draw_report").order_by("number")
    return [(round_, tables.get(round_.number, _NO_TABLES)) for round_ in rounds]


def _held(round_: Round, tables: _Tables, *, now: datetime) -> day.Held | None:
    """What the clock and the sheets tell of a round; None before it has begun."""
    if round_.started_at is None:
        return None
    return day.Held(
        started=round_.started_at,
        ended=round_.ended_at or (None if tables.out else tables.last),
        ends=clock_of(round_).table(size=5 if tables.fives else 4).end(now),
    )


def _contents(
    kind: ScreenPage, tournament: Tournament, *, found: Hall, seated: Seating | None, now: datetime
) -> Sequence[Any]:
    if kind is ScreenPage.NOTICE:
        return [tournament.notice] if tournament.notice else []
    if kind is ScreenPage.PLAN:
        lines = day_plan(tournament, now=now) if tournament.plan_public else []
        return [lines] if lines else []
    if kind is ScreenPage.STANDINGS:
        return cut(_ranks(tournament), RANKS_A_PAGE)
    if found.round is None or seated is None:
        return []
    if kind is ScreenPage.CLOCK:
        return [None]
    if kind is ScreenPage.OPEN_TABLES:
        playing = [one for one in found.timed if not one.clock.handed_in]
        return cut(playing, NUMBERS_A_PAGE) if found.round.started_at is not None else []
    if kind is ScreenPage.SEATING_TABLES:
        return cut(_tables(tournament, seated), TABLES_A_PAGE)
    return cut(_names(tournament, seated), NAMES_A_PAGE)


def _ranks(tournament: Tournament) -> list[RankLine]:
    shown = public_state(tournament).shown
    if shown is None:
        return []
    return [
        RankLine(rank=row.rank, name=public_name(tournament, row.participant), total=row.total) for row in shown.rows
    ]


def _names(tournament: Tournament, seated: Seating) -> list[NameLine]:
    """In the order of the names as they are shown: the place in the list tells nothing of a hidden name."""
    people = sorted(seated.names, key=lambda seat: public_order(tournament, seat.participant))
    return [
        NameLine(
            name=public_name(tournament, seat.participant), table=seat.table, room=seat.room, position=seat.position
        )
        for seat in people
    ]


def _tables(tournament: Tournament, seated: Seating) -> list[tuple[Table, list[tuple[int, str]]]]:
    return [
        (
            one.table,
            [
                (seat.position, public_name(tournament, seat.participant) if seat.participant else "–")
                for seat in one.seats
            ],
        )
        for one in seated.tables
    ]


def cut(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """The things in pages of nearly equal length, none longer than `size`; no page for nothing."""
    pages = -(-len(things) // size)
    bounds = [len(things) * page // pages for page in range(pages + 1)] if pages else []
    return [things[first:last] for first, last in itertools.pairwise(bounds)]
