"""The last step of every draw: no two people can change places anywhere and make it better in the strict order.

All wishes stand in one whole number per swap, each a factor SCALE above the next, so that a lower one never buys off a
higher one. Only people with a fault are tried against all others: where neither of two has one, a swap saves nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournament.draw.state import FIVE, PINNED, RESTING, Matrix, State, Weights
from tournament.draw.values import Wish

SCALE = 1 << 12  # more than one swap changes of any wish


def strict_weights(wishes: Sequence[Wish]) -> tuple[Weights, dict[Wish, int]]:
    """Weights in the strict order, and the weight of each wish by its name."""
    by_wish = {wish: SCALE ** (len(wishes) - 1 - place) for place, wish in enumerate(wishes)}
    repeat = SCALE ** len(wishes)
    weights = Weights(
        repeat=repeat,
        third=repeat * SCALE,
        turns=by_wish[Wish.TURNS],
        apart=by_wish[Wish.APART],
        accept=(1.0,),
    )
    return weights, by_wish


@dataclass(slots=True)
class Seats:
    """Positions and table numbers of the rounds under search, and how often each player has had them in all.

    The position of a player is the place in the group. `numbers` has the table number of each group (0 for those
    sitting out); `frozen` are groups that stay as they are.
    """

    on_position: Matrix
    at_number: list[Counter[int]]
    numbers: list[int]
    fixed_position: list[int]
    frozen: Collection[int] = ()


class Descent:
    """Exhaustive improvement by single swaps of the rounds in a state; `steps` counts the swaps looked at."""

    __slots__ = ("by_wish", "number_least", "seats", "state", "steps")

    def __init__(self, *, state: State, seats: Seats, wishes: Sequence[Wish]) -> None:
        self.state = state
        self.seats = seats
        weights, self.by_wish = strict_weights(wishes)
        state.weigh(weights)
        self.steps = 0

    def run(self) -> None:
        """Swap until no swap is better. Leaves state and seats improved."""
        improved = True
        while improved:
            improved = False
            for round_index in range(self.state.rounds):
                for player in range(self.state.players):
                    while self._improve(player, round_index):
                        improved = True

    def _improve(self, one: int, round_index: int) -> bool:
        """Make the first swap that is better for this player; whether there was one."""
        state, seats = self.state, self.seats
        start = round_index * state.players
        here = state.where[start + one]
        if here in seats.frozen:
            return False
        anywhere = self._has_fault_of_table(one, round_index)
        positions, groups = self._better_seats(one, round_index)
        if not (anywhere or positions or groups):
            return False
        its_class = state.classes[start + one]
        for group in self._groups_of(round_index):
            if group in seats.frozen or (group != here and its_class == PINNED):
                continue
            everybody = anywhere or group in groups
            for position, two in enumerate(state.groups[group]):
                if two == one or not (everybody or position in positions):
                    continue
                if group != here and state.classes[start + two] != its_class:
                    continue
                self.steps += 1
                if self.cost(one, two, round_index) < 0:
                    self._swap(one, two, round_index)
                    return True
        return False

    def _has_fault_of_table(self, one: int, round_index: int) -> bool:
        """Whether other company, or another turn, would be better for this player."""
        state = self.state
        here = state.where[round_index * state.players + one]
        group, kind = state.groups[here], state.kinds[here]
        if kind == RESTING:
            return state.rests[one] - 1 > min(state.rests)
        if kind == FIVE and state.fives[one] - 1 > min(state.fives):
            return True
        loss, wish = state.loss[one], state.wish[round_index]
        return any(loss[player] for player in group) or (
            wish is not None and any(wish[one][player] for player in group)
        )

    def _better_seats(self, one: int, round_index: int) -> tuple[list[int], list[int]]:
        """Positions this player held less often by two, and groups whose table number is better in the same way."""
        state, seats = self.state, self.seats
        here = state.where[round_index * state.players + one]
        if state.kinds[here] == RESTING:
            return [], []
        counts, had = seats.on_position[one], seats.at_number[one]
        position, number = state.groups[here].index(one), seats.numbers[here]
        positions = [other for other, count in enumerate(counts) if count < counts[position] - 1]
        if had[number] < 2 and (counts[position] < 2 or RESTING not in state.kinds):
            return positions, []
        # Who sits out has neither a position nor a number.
        return positions, [
            group
            for group in self._groups_of(round_index)
            if state.kinds[group] == RESTING or had[seats.numbers[group]] < had[number] - 1
        ]

    def _groups_of(self, round_index: int) -> range:
        return range(round_index * self.state.width, (round_index + 1) * self.state.width)

    def cost(self, one: int, two: int, round_index: int) -> int:
        """What it would cost in the strict order (below zero: better) if these two changed places."""
        state = self.state
        start = round_index * state.players
        here, there = state.where[start + one], state.where[start + two]
        group, other = state.groups[here], state.groups[there]
        position, other_position = group.index(one), other.index(two)
        if not self._allowed(one, two, here, there):
            return 0
        seat_cost = self._seat_cost(one, here, position, there, other_position)
        seat_cost += self._seat_cost(two, there, other_position, here, position)
        if here == there:
            return seat_cost
        cost = seat_cost + self._turn_cost(one, two, state.kinds[here], state.kinds[there])
        wish = state.wish[round_index]
        for mine, theirs, company, kind in (
            (one, two, group, state.kinds[here]),
            (two, one, other, state.kinds[there]),
        ):
            if kind == RESTING:
                continue
            gain, loss = state.gain[theirs], state.loss[mine]
            for player in company:
                if player != mine:
                    cost += gain[player] - loss[player]
            if wish is not None:
                leaving, coming = wish[mine], wish[theirs]
                cost += sum(coming[player] - leaving[player] for player in company if player != mine)
        return cost

    def _allowed(self, one: int, two: int, here: int, there: int) -> bool:
        """Fixed positions are kept; nobody with one sits out for it to be lost."""
        seats, state = self.seats, self.state
        position, other_position = state.groups[here].index(one), state.groups[there].index(two)
        if position == other_position and RESTING not in (state.kinds[here], state.kinds[there]):
            return True
        return (seats.fixed_position[one] in (-1, other_position) or state.kinds[there] == RESTING) and (
            seats.fixed_position[two] in (-1, position) or state.kinds[here] == RESTING
        )

    def _seat_cost(self, player: int, here: int, position: int, there: int, new_position: int) -> int:
        state, seats = self.state, self.seats
        counts, had = seats.on_position[player], seats.at_number[player]
        seat = number = 0
        if state.kinds[here] != RESTING:
            seat -= counts[position] - 1
            number -= had[seats.numbers[here]] - 1
        if state.kinds[there] != RESTING:
            seat += counts[new_position] - (position == new_position and state.kinds[here] != RESTING)
            number += had[seats.numbers[there]] - (
                seats.numbers[here] == seats.numbers[there] and state.kinds[here] != RESTING
            )
        return seat * self.by_wish[Wish.SEATS] + number * self.by_wish[Wish.TABLES]

    def _turn_cost(self, one: int, two: int, kind: int, other_kind: int) -> int:
        if kind == other_kind:
            return 0
        change = 0
        for counts, counted in ((self.state.fives, FIVE), (self.state.rests, RESTING)):
            if kind == counted:
                change += counts[two] - counts[one] + 1
            if other_kind == counted:
                change += counts[one] - counts[two] + 1
        return change * self.by_wish[Wish.TURNS]

    def _swap(self, one: int, two: int, round_index: int) -> None:
        state = self.state
        start = round_index * state.players
        here, there = state.where[start + one], state.where[start + two]
        self._seat(one, here, change=-1)
        self._seat(two, there, change=-1)
        state.swap(one, two, round_index=round_index)
        self._seat(one, there, change=1)
        self._seat(two, here, change=1)

    def _seat(self, player: int, group: int, *, change: int) -> None:
        if self.state.kinds[group] != RESTING:
            self.seats.on_position[player][self.state.groups[group].index(player)] += change
            self.seats.at_number[player][self.seats.numbers[group]] += change
