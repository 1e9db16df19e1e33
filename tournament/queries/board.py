"""The board: all tables of a round with the state of their sheets, the oldest first where somebody must act.

late      still playing though the time of the table is over
seen      a person whose page of the sheet has spoken within the last `SEEN_SECONDS`
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tournament.checks import Finding
from tournament.clock import TableClock
from tournament.models import Extension, Participant, Round, Seat, Table, Tournament, Typing
from tournament.queries.clock import TimedTable, timed_tables
from tournament.queries.kept import Kept
from tournament.queries.sheets import SEEN_SECONDS, State, assess, gathered


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """One table. `minutes` since its time was over (None: it has none, or it is not over)."""

    number: int
    room: str
    people: tuple[Participant, ...]
    state: State
    findings: int
    refused: bool
    note: str
    typed_by_id: int | None
    received_at: datetime | None
    typed_at: datetime | None
    clock: TableClock
    extensions: tuple[Extension, ...] = ()
    minutes: int | None = None
    typing: tuple[str, ...] = ()

    @property
    def late(self) -> bool:
        return self.state is State.PLAYING and self.minutes is not None

    @property
    def waits_for_typing(self) -> bool:
        return self.state in (State.RECEIVED, State.BEGUN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All tables by number. `viewer_id` is who looks: he does not confirm what he typed himself."""

    round: Round
    tables: tuple[BoardTable, ...]
    viewer_id: int | None

    @property
    def received(self) -> int:
        """Sheets that have come in, at whatever state."""
        return sum(table.state is not State.PLAYING for table in self.tables)

    @property
    def confirmed(self) -> int:
        return sum(table.state is State.CONFIRMED for table in self.tables)

    @property
    def is_complete(self) -> bool:
        return bool(self.tables) and self.confirmed == len(self.tables)

    @property
    def late(self) -> tuple[BoardTable, ...]:
        """Tables to be called over the loudspeaker, the latest first."""
        return tuple(sorted((t for t in self.tables if t.late), key=lambda t: (-(t.minutes or 0), t.number)))

    @property
    def to_settle(self) -> tuple[BoardTable, ...]:
        """Sheets with findings, the oldest first."""
        return _oldest(table for table in self.tables if table.state is State.FINDINGS)

    @property
    def to_type(self) -> tuple[BoardTable, ...]:
        """Sheets that lie on the desk, the oldest first; one that another person has open comes last."""
        return _oldest(table for table in self.tables if table.waits_for_typing)

    @property
    def to_confirm(self) -> tuple[BoardTable, ...]:
        """Sheets that this person may confirm, the oldest first."""
        own = self.viewer_id if self.round.second_person else None
        return _oldest(
            table for table in self.tables if table.state is State.TYPED and (own is None or table.typed_by_id != own)
        )

    @property
    def next(self) -> BoardTable | None:
        """The table whose sheet should be opened next: type, then confirm, then settle."""
        return next(iter((*self.to_type, *self.to_confirm, *self.to_settle)), None)


_KEPT: Kept[tuple[BoardTable, ...]] = Kept(64)


def board(round_: Round, now: datetime, *, viewer_id: int | None = None) -> Board:
    """The board of a round. Two queries while the journal stands still, else seven, for any number of tables."""
    tournament = round_.tournament
    key = (tournament.uuid, tournament.pk, tournament.journal_number, round_.pk)
    tables = _KEPT.get(key, lambda: _tables(round_))
    typing = typing_at(tournament, round_.number, now, viewer_id=viewer_id)
    return Board(
        round=round_,
        tables=tuple(_as_of(table, now, typing.get(table.number, ())) for table in tables),
        viewer_id=viewer_id,
    )


def _as_of(table: BoardTable, now: datetime, typing: tuple[str, ...]) -> BoardTable:
    """The table with what passes without a step; most tables stand as they are kept."""
    minutes = _minutes(table.clock, now)
    return replace(table, minutes=minutes, typing=typing) if minutes is not None or typing else table


def _tables(round_: Round) -> tuple[BoardTable, ...]:
    timed = timed_tables(round_)
    people: dict[int, dict[int, Participant]] = defaultdict(dict)
    seats = Seat.objects.filter(round=round_, participant__isnull=False).select_related("participant")
    for seat in seats.order_by("position", "from_game"):
        if seat.participant is not None:
            people[seat.table_id][seat.position] = seat.participant
    states = _states([entry.table for entry in timed if entry.table.confirmed_at is None], round_)
    return tuple(
        _table(entry, tuple(people[entry.table.pk].values()), *states.get(entry.table.pk, (State.CONFIRMED, ())))
        for entry in timed
    )


def _table(
    entry: TimedTable, people: tuple[Participant, ...], state: State, findings: tuple[Finding, ...]
) -> BoardTable:
    table = entry.table
    return BoardTable(
        number=table.number,
        room=table.room,
        people=people,
        state=state,
        findings=len(findings) if state is State.FINDINGS else 0,
        refused=any(finding.refuses for finding in findings),
        note=table.note,
        typed_by_id=table.typed_by_id,
        received_at=table.received_at,
        typed_at=table.typed_at,
        clock=entry.clock,
        extensions=entry.extensions,
    )


def _states(tables: list[Table], round_: Round) -> dict[int, tuple[State, tuple[Finding, ...]]]:
    """State and findings of the sheets that are not confirmed. Three queries."""
    for table in tables:
        table.round = round_
    found = [assess(data) for data in gathered(tables)] if tables else []
    return {
        assessment.data.table.pk: (
            assessment.state,
            assessment.all_findings if assessment.data.table.typed_at else assessment.findings,
        )
        for assessment in found
    }


def typing_at(
    tournament: Tournament, number: int, now: datetime, *, viewer_id: int | None
) -> dict[int, tuple[str, ...]]:
    """Who has the sheet of which table open, without the viewer. One query, two if anybody types anywhere."""
    names: dict[int, list[str]] = defaultdict(list)
    rows = Typing.objects.filter(seen_at__gte=now - timedelta(seconds=SEEN_SECONDS))
    if viewer_id is not None:
        rows = rows.exclude(user_id=viewer_id)
    if not rows.exists():
        return {}
    here = rows.filter(table__tournament=tournament, table__round__number=number)
    for row in here.select_related("table", "user").order_by("user_id"):
        names[row.table.number].append(str(row.user))
    return {number: tuple(found) for number, found in names.items()}


def _minutes(clock: TableClock, now: datetime) -> int | None:
    """Whole minutes since the table's own end, or since the director ended the round; None before."""
    remaining = clock.remaining(now)
    if remaining is not None and remaining <= 0 and clock.clock.ended is None:
        return -remaining // 60
    ended = clock.clock.ended
    return None if ended is None or ended > now else int((now - ended).total_seconds()) // 60


def _oldest(tables: Iterable[BoardTable]) -> tuple[BoardTable, ...]:
    return tuple(sorted(tables, key=_age))


def _age(table: BoardTable) -> tuple[bool, float, int]:
    since = table.received_at or table.typed_at
    return bool(table.typing), since.timestamp() if since else 0.0, table.number
