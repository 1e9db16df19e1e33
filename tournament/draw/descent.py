"""The last step of every draw: no two people can change places anywhere and make it better in the strict order.

All wishes stand in one whole number per swap, each a factor SCALE above the next, so that a lower one never buys off a
higher one. Only people with a fault are tried against all others: where neither of two has one, a swap saves nothing.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournament.draw.state import FIVE, PINNED, RESTING, Matrix, State, Ties
from tournament.draw.values import Wish

SCALE = 1 << 12  # more than one swap changes of any wish


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

    __slots__ = ("by_wish", "repeat", "seats", "state", "steps", "third")

    def __init__(self, *, state: State, seats: Seats, wishes: Sequence[Wish]) -> None:
        self.state = state
        self.seats = seats
        self.by_wish: dict[Wish, int] = {wish: SCALE**place for place, wish in enumerate(reversed(wishes))}
        self.repeat: int = SCALE ** len(wishes)
        self.third: int = self.repeat * SCALE
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
            members = state.groups[group]
            places = range(len(members)) if anywhere or group in groups else positions
            for place in places:
                two = members[place] if place < len(members) else one
                if two == one or (group != here and state.classes[start + two] != its_class):
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
        met, soft = state.met[one], state.ties[round_index].soft
        return any(met[player] > 1 for player in group) or (
            soft is not None and any(soft[one][player] for player in group)
        )

    def _better_seats(self, one: int, round_index: int) -> tuple[list[int], list[int]]:
        """Positions this player held less often by two, and groups whose table number is better in the same way."""
        state, seats = self.state, self.seats
        here = state.where[round_index * state.players + one]
        if state.kinds[here] == RESTING:
            return [], []
        counts, had = seats.on_position[one], seats.at_number[one]
        position, number = state.groups[here].index(one), seats.numbers[here]
        places = 5 if FIVE in state.kinds else 4
        positions = [place for place in range(places) if counts[place] < counts[position] - 1]
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
        ties = state.ties[round_index]
        for mine, theirs, company, kind in (
            (one, two, group, state.kinds[here]),
            (two, one, other, state.kinds[there]),
        ):
            if kind != RESTING:
                cost += self._company_cost(mine, theirs, [player for player in company if player != mine], ties)
        return cost

    def _company_cost(self, mine: int, theirs: int, company: Sequence[int], ties: Ties) -> int:
        """What it costs this company if one leaves and another comes."""
        left, come = self.state.met[mine], self.state.met[theirs]
        repeats = sum(come[player] - left[player] + 1 for player in company)
        thirds = sum((come[player] > 1) - (left[player] > 2) for player in company)
        cost = repeats * self.repeat + thirds * self.third
        if ties.soft is not None:
            leaving, coming = ties.soft[mine], ties.soft[theirs]
            cost += self.by_wish[Wish.APART] * sum(coming[player] - leaving[player] for player in company)
        if ties.strict is not None:
            cost += sum(ties.strict[theirs][player] for player in company)
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
