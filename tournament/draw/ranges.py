"""One round in which everybody belongs to certain tables: by standings, top of tables, movement, final.

Tables are counted from 0 in the order of the hall. A player may sit at the tables from `low` to `high`; `due` is the
table that the standings give. Within that, nobody should meet again, and people move as little as possible.
"""

from dataclasses import dataclass
from random import Random

from tournament.draw.ground import Ground
from tournament.draw.state import FIVE, RESTING, State, Weights
from tournament.draw.task import SLICE, Budget
from tournament.draw.values import Wish

RANGE_STEPS = 60_000
SCALE = 1 << 16
TRIAL = Weights(
    repeat=8,
    third=24,
    turns=1,
    apart=1,
    accept=(1.0, 0.3292, 0.1084, 0.03567, 0.01174, 0.003866, 0.001273, 0.000419, 0.000138, 0.0000454, 0.0000149),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranges:
    """Where people may sit (by player), the table due to each (−1: any), and whether ranks come before repeats."""

    low: list[int]
    high: list[int]
    due: list[int]
    strictly: bool

    def allows(self, player: int, table: int) -> bool:
        """Whether the player may sit there."""
        return self.low[player] <= table <= self.high[player]

    def distance(self, player: int, table: int) -> int:
        """Square of the tables between seat and due table."""
        return 0 if self.due[player] < 0 else (table - self.due[player]) ** 2


class RangeSearch:
    """Swaps within the ranges: some by chance, then all until none is better in the strict order."""

    __slots__ = ("_moved", "_turns", "ground", "ranges", "state")

    def __init__(self, *, ground: Ground, state: State, ranges: Ranges) -> None:
        self.ground = ground
        self.state = state
        self.ranges = ranges
        self._moved = 1
        self._turns = 1

    def run(self, *, rng: Random, budget: Budget, wishes: tuple[Wish, ...]) -> None:
        """Improve the round; the state holds the result. With ranks before repeats nothing is left to chance."""
        if not self.ranges.strictly:
            self._wander(rng, budget)
        self._weigh_strictly(wishes)
        improved = True
        while improved:
            improved = False
            for player in range(self.state.players):
                improved = self._improve(player) or improved

    def _wander(self, rng: Random, budget: Budget) -> None:
        """Random swaps; the best seating is kept, measured by the same weights."""
        state = self.state
        self._use(TRIAL, moved=1, turns=TRIAL.turns)
        accept = TRIAL.accept
        cost = least = 0
        best = state.copy_groups()
        left = RANGE_STEPS
        while left and budget.left:
            stretch = min(SLICE, left, budget.left)
            left -= stretch
            for _ in range(stretch):
                one = int(rng.random() * state.players)
                two = int(rng.random() * state.players)
                change = self.cost(one, two)
                if change is None or (change > 0 and (change >= len(accept) or rng.random() >= accept[change])):
                    continue
                state.swap(one, two, round_index=0)
                cost += change
                if cost < least:
                    least, best = cost, state.copy_groups()
            budget.spend(stretch, repeats=state.repeats)
        state.load(best)

    def _weigh_strictly(self, wishes: tuple[Wish, ...]) -> None:
        """Musts, thirds, repeats, ranks (or ranks before thirds), then turns and keep-apart as ordered."""
        apart_first = wishes.index(Wish.APART) < wishes.index(Wish.TURNS)
        turns, apart = (1, SCALE) if apart_first else (SCALE, 1)
        moved, repeat = (SCALE**4, SCALE**2) if self.ranges.strictly else (SCALE**2, SCALE**3)
        weights = Weights(repeat=repeat, third=repeat * SCALE, turns=turns, apart=apart, accept=(1.0,))
        self._use(weights, moved=moved, turns=turns)

    def _use(self, weights: Weights, *, moved: int, turns: int) -> None:
        self.state.weigh(weights)
        self._moved, self._turns = moved, turns

    def _improve(self, one: int) -> bool:
        """Make the first swap of this player that is better; whether there was one."""
        for two in range(self.state.players):
            change = self.cost(one, two)
            if change is not None and change < 0:
                self.state.swap(one, two, round_index=0)
                return True
        return False

    def cost(self, one: int, two: int) -> int | None:
        """What it would cost if these two changed tables; None if they may not."""
        state, ranges = self.state, self.ranges
        here, there = state.where[one], state.where[two]
        kind, other_kind = state.kinds[here], state.kinds[there]
        if here == there or RESTING in (kind, other_kind):
            return None
        if not (ranges.allows(one, there) and ranges.allows(two, here)):
            return None
        moved = ranges.distance(one, there) - ranges.distance(one, here)
        moved += ranges.distance(two, here) - ranges.distance(two, there)
        cost = moved * self._moved
        if kind != other_kind:
            up, down = (one, two) if other_kind == FIVE else (two, one)
            cost += self._turns * (state.fives[up] - state.fives[down] + 1)
        wish = state.wish[0]
        for mine, theirs, company in ((one, two, state.groups[here]), (two, one, state.groups[there])):
            gain, loss = state.gain[theirs], state.loss[mine]
            for player in company:
                if player != mine:
                    cost += gain[player] - loss[player]
            if wish is not None:
                leaving, coming = wish[mine], wish[theirs]
                cost += sum(coming[player] - leaving[player] for player in company if player != mine)
        return cost

    @property
    def musts_broken(self) -> bool:
        """Whether a strict pair still shares a table."""
        return self.state.broken_musts() > 0
