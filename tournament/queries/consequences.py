"""What a correction changes: two lists of standings side by side, and the seatings that hang on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import DrawMode, Participant, Round, Seat, Tournament
from tournament.queries.standings import Row, computed

_BY_STANDINGS = (DrawMode.STANDINGS, DrawMode.TOP, DrawMode.FINAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A participant whose total or rank changes; None where he has no rank."""

    participant: Participant
    total_before: int
    total_after: int
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterSeating:
    """A later round seated by standings; it stays, but with the new totals it `differs` or comes out the same."""

    number: int
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Everything that a correction of one sheet changes beyond the sheet."""

    moved: tuple[Moved, ...]
    seatings: tuple[LaterSeating, ...]

    @property
    def ranks_change(self) -> bool:
        return any(row.rank_before != row.rank_after for row in self.moved)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The standings at one moment, and the order in which later rounds by standings would seat."""

    rows: tuple[Row, ...]
    orders: dict[int, tuple[int, ...]]


def snapshot(tournament: Tournament, *, after: Round) -> Snapshot:
    """The standings as the database has them now. Nine queries and as many for each later round by standings."""
    later = Round.objects.filter(
        tournament=tournament, number__gt=after.number, published_at__isnull=False, draw_mode__in=_BY_STANDINGS
    )
    orders = {round_.number: _order(tournament, round_) for round_ in later.order_by("number")}
    return Snapshot(rows=computed(tournament).rows, orders=orders)


def compare(before: Snapshot, after: Snapshot) -> Consequences:
    """What has changed between two snapshots, in the order of the new list."""
    old = {row.participant.pk: row for row in before.rows}
    moved = [
        Moved(
            participant=row.participant,
            total_before=old[row.participant.pk].total,
            total_after=row.total,
            rank_before=old[row.participant.pk].rank,
            rank_after=row.rank,
        )
        for row in after.rows
        if row.participant.pk in old
        and (old[row.participant.pk].total, old[row.participant.pk].rank) != (row.total, row.rank)
    ]
    seatings = [
        LaterSeating(number=number, differs=_differs(before.orders.get(number, ()), order))
        for number, order in after.orders.items()
    ]
    return Consequences(moved=tuple(moved), seatings=tuple(seatings))


def _order(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """Those seated in the round, in the order of the standings before it."""
    seated = set(Seat.objects.filter(round=round_).values_list("participant_id", flat=True))
    rows = computed(tournament, round_.number - 1).rows
    return tuple(row.participant.pk for row in rows if row.participant.pk in seated)


def _differs(before: Sequence[int], after: Sequence[int]) -> bool:
    return tuple(before) != tuple(after)
