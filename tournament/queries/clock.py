"""Reads of the clock: the time of a round and of each of its tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournament.clock import Phase, RoundClock, TableClock, digits, gongs, utc
from tournament.models import Depth, Extension, Game, Participant, Round, Table
from tournament.models.rounds import DRAW_JSON
from tournament.queries.sheets import assess, gathered

WARNING_SECONDS = 30
"""How long the large words stand that come with the gong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTable:
    """A table with its clock, the extra minutes it was given, and who still has to play a solo (if the sheet tells)."""

    table: Table
    clock: TableClock
    extensions: tuple[Extension, ...]
    owing: tuple[Participant, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LongerTables:
    """Tables with more minutes than all tables of their size have; their own end, None before the start."""

    numbers: tuple[int, ...]
    minutes: int
    end: datetime | None
    reasons: tuple[str, ...]
    """As the hall may read them, see `public_reason`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedMinutes:
    """Extra minutes that are in the common end: of the tables named, or of all where none is named."""

    numbers: tuple[int, ...]
    minutes: int
    reason: str


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
    warning: int | None
    """Minutes left, if the gong sounded less than `WARNING_SECONDS` ago; 0 at the end."""
    shared: tuple["SharedMinutes", ...]
    """The extra minutes that are in `end`, earliest first; none once that is past."""
    extended: tuple["LongerTables", ...]
    """Tables of this size that play longer than the others and are still playing, those that end first at the top."""

    @property
    def text(self) -> str:
        """The seconds as digits."""
        return digits(self.seconds)


def public_reason(extension: Extension) -> str:
    """Why there are extra minutes, as the hall may read it: in full only if it was typed for the hall.

    What a referee noted may be no more than a claim, and why somebody is late is his own affair.
    """
    if extension.reason_public:
        return extension.reason
    return _("the referee's decision") if extension.incident_id is not None else _("the director's decision")


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
    rows = Game.objects.filter(table=OuterRef("pk"))
    laid = Table.objects.filter(round=round_).select_related("round").defer(*DRAW_JSON).order_by("number")
    timed = [
        _timed(table, begun=table.begun, clock=clock, extensions=tuple(given.get(table.pk, ())))
        for table in laid.annotate(begun=Exists(rows))
    ]
    return timed if now is None else with_owing(timed, now=now)


def _timed(table: Table, *, begun: bool, clock: RoundClock, extensions: tuple[Extension, ...]) -> TimedTable:
    playing = clock.table(size=table.size, extra=sum(extension.minutes for extension in extensions))
    return TimedTable(
        table=table,
        clock=replace(playing, handed_in=_is_in(table, begun=begun, clock=playing)),
        extensions=extensions,
    )


def _is_in(table: Table, *, begun: bool, clock: TableClock) -> bool:
    """Whether the sheet has come in. One whose first rows were typed in playing time is typed as it is played.

    A sheet that came in early and is half typed is taken for such a one too, until it is finished or has a note.
    """
    if table.typed_at is not None or table.received_at is None:
        return table.typed_at is not None
    end = clock.end(table.received_at)
    return not begun or bool(table.note) or end is None or utc(table.received_at) >= end


def with_owing(timed: Sequence[TimedTable], *, now: datetime) -> list[TimedTable]:
    """The tables, those whose time is over with who still owes a solo. Three queries, none while all play."""
    owing = _owing([one.table for one in timed if one.clock.phase(now) in (Phase.LAST_GAME, Phase.OWED_SOLOS)])
    return [_with_owing(one, owing) for one in timed]


def faces(round_: Round, timed: Sequence[TimedTable], *, now: datetime, warn_minutes: Sequence[int]) -> list[Face]:
    """One clock per size of table there is, tables of four first; one of four if there are no tables. No query."""
    clock = clock_of(round_)
    sizes = sorted({one.table.size for one in timed}) or [4]
    return [
        _face(
            clock.table(size=size, extra=min((one.clock.extra for one in timed if one.table.size == size), default=0)),
            now=now,
            warn_minutes=tuple(warn_minutes),
            tables=[one for one in timed if one.table.size == size],
        )
        for size in sizes
    ]


def milliseconds(instant: datetime) -> int:
    """An instant as browsers count it."""
    return round(utc(instant).timestamp() * 1000)


def _face(common: TableClock, *, now: datetime, warn_minutes: tuple[int, ...], tables: Sequence[TimedTable]) -> Face:
    """The clock of the tables of one size; `common` has the extra minutes that all of them were given."""
    remaining, clock = common.remaining(now), common.clock
    playing = [one for one in tables if one.clock.phase(now) is not Phase.OVER]
    over = clock.ended is not None or (bool(tables) and not playing)
    end = None if over else common.end(now)
    seconds = clock.elapsed(now) if remaining is None else 0 if over else max(0, remaining)
    sounds = gongs(common, warn_minutes=warn_minutes, now=now) if clock.is_running and not over else ()
    struck = [gong for gong in sounds if 0 <= (utc(now) - gong).total_seconds() < WARNING_SECONDS]
    return Face(
        size=common.size,
        phase=Phase.OVER if over else common.phase(now),
        seconds=seconds,
        end=end,
        ends=milliseconds(end) if end is not None and clock.is_running else None,
        since=milliseconds(now) - 1000 * seconds if remaining is None and clock.is_running and not over else None,
        gongs=tuple(milliseconds(gong) for gong in sounds),
        warning=int((sounds[-1] - struck[-1]).total_seconds()) // 60 if struck else None,
        shared=() if over or (remaining is not None and remaining <= 0) else _shared(tables, playing, common=common),
        extended=_extended(tables, playing, common=common, now=now),
    )


_Reason = tuple[datetime, int, str]
"""What is one gift of minutes to several tables: when, how many, and why."""


def _reasons(one: TimedTable) -> list[_Reason]:
    return [(extension.given_at, extension.minutes, public_reason(extension)) for extension in one.extensions]


def _for_all(tables: Sequence[TimedTable]) -> set[_Reason]:
    """What every one of the tables was given."""
    return set.intersection(*(set(_reasons(one)) for one in tables)) if tables else set()


def _shared(
    tables: Sequence[TimedTable], playing: Sequence[TimedTable], *, common: TableClock
) -> tuple[SharedMinutes, ...]:
    for_all = _for_all(tables)
    some: dict[_Reason, list[int]] = {reason: [] for reason in for_all}
    for one in playing:
        if one.clock.extra == common.extra:
            for reason in _reasons(one):
                if reason not in for_all:
                    some.setdefault(reason, []).append(one.table.number)
    return tuple(
        SharedMinutes(numbers=tuple(some[given]), minutes=given[1], reason=given[2])
        for given in sorted(some, key=lambda given: given[0])
    )


def _extended(
    tables: Sequence[TimedTable], playing: Sequence[TimedTable], *, common: TableClock, now: datetime
) -> tuple[LongerTables, ...]:
    for_all = _for_all(tables)
    alike: dict[tuple[int, tuple[str, ...]], list[TimedTable]] = {}
    for one in playing:
        if one.clock.extra > common.extra:
            reasons = dict.fromkeys(given[2] for given in _reasons(one) if given not in for_all)
            alike.setdefault((one.clock.extra - common.extra, tuple(reasons)), []).append(one)
    return tuple(
        LongerTables(
            numbers=tuple(one.table.number for one in found),
            minutes=minutes,
            end=found[0].clock.end(now),
            reasons=reasons,
        )
        for (minutes, reasons), found in sorted(alike.items(), key=lambda item: item[0][0])
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
