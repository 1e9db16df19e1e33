"""What a correction changes: two lists of standings side by side, with the money and the seatings that hang on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import DrawMode, Participant, Round, Seat, Tournament
from tournament.prizes import Award
from tournament.queries import participants
from tournament.queries.money import losses_of, outcome_of
from tournament.queries.standings import Row, Standings, computed

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
class Gain:
    """What a participant gets as prizes, or owes as loss money, at one moment; `goods` as the plan names them."""

    cents: int = 0
    goods: tuple[str, ...] = ()
    lot: bool = False


NOTHING = Gain()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyMoved:
    """A participant whose prizes or whose loss money change."""

    participant: Participant
    before: Gain
    after: Gain


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
    prizes: tuple[MoneyMoved, ...] = ()
    losses: tuple[MoneyMoved, ...] = ()

    @property
    def totals_moved(self) -> tuple[Moved, ...]:
        """Those whose own total changes."""
        return tuple(row for row in self.moved if row.total_before != row.total_after)

    @property
    def ranks_moved(self) -> tuple[Moved, ...]:
        """Those who only change places with others."""
        return tuple(row for row in self.moved if row.total_before == row.total_after)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The standings at one moment, how later rounds would seat by them, and the money by start number."""

    rows: tuple[Row, ...]
    orders: dict[int, tuple[int, ...]]
    prizes: dict[int, Gain]
    losses: dict[int, Gain]


def snapshot(tournament: Tournament, *, after: Round) -> Snapshot:
    """The standings as the database has them now. Ten queries, and nine for each later round by standings."""
    later = Round.objects.filter(
        tournament=tournament, number__gt=after.number, published_at__isnull=False, draw_mode__in=_BY_STANDINGS
    )
    orders = {round_.number: _order(tournament, round_) for round_ in later.order_by("number")}
    found = computed(tournament)
    return Snapshot(
        rows=found.rows, orders=orders, prizes=_prizes(tournament, found), losses=_losses(tournament, found)
    )


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
    people = [row.participant for row in after.rows]
    return Consequences(
        moved=tuple(moved),
        seatings=tuple(seatings),
        prizes=_moved_money(people, before.prizes, after.prizes),
        losses=_moved_money(people, before.losses, after.losses),
    )


def _prizes(tournament: Tournament, found: Standings) -> dict[int, Gain]:
    """Who gets what, by start number; nobody where no prizes are planned."""
    if not tournament.prize_plan:
        return {}
    cash = participants.cash(tournament, participants.everyone(tournament))
    awards: dict[int, list[Award]] = {}
    for award in outcome_of(tournament, found, cash=cash).awards:
        awards.setdefault(award.number, []).append(award)
    return {
        number: Gain(
            cents=sum(award.cents for award in won),
            goods=tuple(award.goods for award in won if award.goods),
            lot=any(award.lot for award in won),
        )
        for number, won in awards.items()
    }


def _losses(tournament: Tournament, found: Standings) -> dict[int, Gain]:
    """Who owes loss money, by start number."""
    return {loss.participant.number: Gain(cents=loss.cents) for loss in losses_of(tournament, found)}


def _moved_money(
    people: Sequence[Participant], before: dict[int, Gain], after: dict[int, Gain]
) -> tuple[MoneyMoved, ...]:
    pairs = ((person, before.get(person.number, NOTHING), after.get(person.number, NOTHING)) for person in people)
    return tuple(MoneyMoved(participant=person, before=old, after=new) for person, old, new in pairs if old != new)


def _order(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """Those seated in the round, in the order of the standings before it."""
    seated = set(Seat.objects.filter(round=round_).values_list("participant_id", flat=True))
    rows = computed(tournament, round_.number - 1).rows
    return tuple(row.participant.pk for row in rows if row.participant.pk in seated)


def _differs(before: Sequence[int], after: Sequence[int]) -> bool:
    return tuple(before) != tuple(after)
