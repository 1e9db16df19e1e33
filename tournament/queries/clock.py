"""Reads of the clock: the time of a round and of each of its tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tournament.clock import Phase, RoundClock, TableClock, digits, gongs, utc
from tournament.models import Depth, Extension, Participant, Round, Table
from tournament.models.rounds import DRAW_JSON
from tournament.queries.sheets import assess, gathered


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTable:
    """A table with its clock, the extra minutes it was given, and who still has to play a solo (if the sheet tells)."""

    table: Table
    clock: TableClock
    extensions: tuple[Extension, ...]
    owing: tuple[Participant, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """The common clock of all tables of one size, as it is shown at one instant.

    `seconds` are those left (counting down), or played so far where there is no end; never below zero. Milliseconds
    since 1970 say where a screen counts to (`ends`), or from (`since`); both None while time stands still.
    """

    size: int
    phase: Phase
    seconds: int
    end: datetime | None
    ends: int | None
    since: int | None
    gongs: tuple[int, ...]
    extended: tuple[TimedTable, ...]
    """Tables of this size with extra minutes."""

    @property
    def text(self) -> str:
        """The seconds as digits."""
        return digits(self.seconds)


def clock_of(round_: Round) -> RoundClock:
    """The clock of a round. No query."""
    return RoundClock(
        started=round_.started_at,
        paused=round_.paused_at,
        paused_seconds=round_.paused_seconds,
        ended=round_.ended_at,
        minutes_four=round_.minutes_four,
        minutes_five=round_.minutes_five,
        mandatory_solos=round_.mandatory_solos > 0,
    )


def timed_tables(round_: Round, *, now: datetime | None = None) -> list[TimedTable]:
    """Every table of a round by number with its own clock. Two queries for any number of tables.

    With `now` the sheets of tables whose time is over are asked who still owes a solo: three queries more.
    """
    clock = clock_of(round_)
    given: dict[int, list[Extension]] = {}
    for extension in Extension.objects.filter(table__round=round_).order_by("given_at", "pk"):
        given.setdefault(extension.table_id, []).append(extension)
    timed = [
        TimedTable(
            table=table,
            clock=clock.table(
                size=table.size,
                extra=sum(extension.minutes for extension in given.get(table.pk, ())),
                handed_in=table.received_at is not None or table.typed_at is not None,
            ),
            extensions=tuple(given.get(table.pk, ())),
        )
        for table in Table.objects.filter(round=round_).select_related("round").defer(*DRAW_JSON).order_by("number")
    ]
    if now is not None:
        late = [one for one in timed if one.clock.phase(now) in (Phase.LAST_GAME, Phase.OWED_SOLOS)]
        owing = _owing([one.table for one in late])
        timed = [_with_owing(one, owing) for one in timed]
    return timed


def faces(round_: Round, timed: Sequence[TimedTable], *, now: datetime, warn_minutes: Sequence[int]) -> list[Face]:
    """One clock per size of table there is, tables of four first; one of four if there are no tables. No query."""
    clock = clock_of(round_)
    sizes = sorted({one.table.size for one in timed}) or [4]
    return [
        _face(
            clock.table(size=size),
            now=now,
            warn_minutes=tuple(warn_minutes),
            extended=tuple(one for one in timed if one.table.size == size and one.clock.extra),
        )
        for size in sizes
    ]


def milliseconds(instant: datetime) -> int:
    """An instant as browsers count it."""
    return round(utc(instant).timestamp() * 1000)


def _face(
    common: TableClock, *, now: datetime, warn_minutes: tuple[int, ...], extended: tuple[TimedTable, ...]
) -> Face:
    end, remaining, clock = common.end(now), common.remaining(now), common.clock
    seconds = clock.elapsed(now) if remaining is None else max(0, remaining)
    return Face(
        size=common.size,
        phase=common.phase(now),
        seconds=seconds,
        end=end if clock.ended is None else None,
        ends=milliseconds(end) if end is not None and clock.is_running else None,
        since=milliseconds(now) - 1000 * seconds if end is None and clock.is_running else None,
        gongs=tuple(milliseconds(gong) for gong in gongs(common, warn_minutes=warn_minutes, now=now))
        if clock.is_running
        else (),
        extended=extended,
    )


def _owing(tables: Sequence[Table]) -> dict[int, tuple[Participant, ...]]:
    """Who still owes a solo, by table, where the games are typed as they are played."""
    owing: dict[int, tuple[Participant, ...]] = {}
    for data in gathered(list(tables)) if tables else ():
        if data.depth == Depth.TOTALS or not data.games:
            continue
        holders = {seat.position: seat.participant for seat in data.seats}
        people = (holders.get(position) for position in dict.fromkeys(assess(data).judgement.owed))
        owing[data.table.pk] = tuple(person for person in people if person is not None)
    return owing


def _with_owing(timed: TimedTable, owing: dict[int, tuple[Participant, ...]]) -> TimedTable:
    if timed.table.pk not in owing:
        return timed
    people = owing[timed.table.pk]
    return replace(timed, owing=people, clock=replace(timed.clock, owed=len(people)))
