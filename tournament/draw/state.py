"""The seating under search: who is in which group in each round, and what a swap of two people would cost.

Players are 0 … n−1 here (start numbers in ascending order), a *group* is a table or the people sitting out a round,
groups of round r have the indices r·width … . A *slot* r·n + p stands for player p in round r. Two people swap only
within a round and only if their slots have the same *class*; slots of class PINNED never move.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

FOUR, FIVE, RESTING = 0, 1, 2
PINNED = -1
MOST_MEETINGS = 64  # more rounds than any tournament has
NEVER = 1 << 100  # cost of a must that is not kept: more than all wishes together, no search accepts it

Matrix = list[list[int]]


@dataclass(frozen=True, slots=True)
class Weights:
    """What each fault costs in one search, and the chance to accept a swap that costs 1, 2, 3 … more.

    The chances are exp(−d / t), written out so that they are the same numbers on every machine.
    """

    repeat: int
    third: int
    turns: int
    apart: int
    accept: tuple[float, ...]


# t = 0.22: repeats alone.
REPEATS_ONLY = Weights(repeat=1, third=3, turns=0, apart=0, accept=(1.0, 0.0106, 0.000113, 0.0000012))
# t = 0.9: a repeat costs as much as an uneven turn; the way out where not all can be had.
_WARM = (1.0, 0.3292, 0.1084, 0.03567, 0.01174, 0.003866, 0.001273, 0.000419, 0.000138, 0.0000454, 0.0000149)
GENTLE = Weights(repeat=4, third=12, turns=4, apart=4, accept=_WARM)
GENTLE_TURNS = Weights(repeat=4, third=12, turns=4, apart=0, accept=_WARM)
POLISH = Weights(repeat=4, third=12, turns=1, apart=1, accept=_WARM)
SINGLE = Weights(repeat=4, third=12, turns=10, apart=10, accept=_WARM)
# t = 1.2: turns and clubs nearly stand firm and the repeats are sought between them; by far the fastest where all can
# be had.
_HOT = (
    1.0, 0.4346, 0.1889, 0.08208, 0.03567, 0.0155, 0.006738, 0.002928, 0.001273, 0.000553, 0.00024, 0.000104,
    0.0000454, 0.0000197, 0.0000086,
)  # fmt: skip
FIRM = Weights(repeat=4, third=12, turns=10, apart=10, accept=_HOT)
FIRM_TURNS = Weights(repeat=4, third=12, turns=10, apart=0, accept=_HOT)


@dataclass(frozen=True, slots=True)
class Past:
    """What was before the rounds under search: meetings, turns at a table of five, rounds sat out.

    `pairs` says how many pairs met how often.
    """

    met: Matrix
    fives: list[int]
    rests: list[int]
    pairs: Counter[int]

    @property
    def players(self) -> int:
        return len(self.fives)

    @property
    def repeats(self) -> int:
        """Sum over pairs of C(m, 2)."""
        return sum(times * meetings * (meetings - 1) // 2 for meetings, times in self.pairs.items())

    @property
    def thirds(self) -> int:
        """Meetings beyond the second."""
        return sum(times * max(0, meetings - 2) for meetings, times in self.pairs.items())


@dataclass(frozen=True, slots=True)
class Ties:
    """Who should not (value 1) or must not (NEVER) share a table in one round; None where there is nobody."""

    soft: Matrix | None
    strict: Matrix | None


def sum_of_pairs(counts: Sequence[int]) -> int:
    """Sum of C(c, 2): 0 as long as nothing came twice."""
    return sum(count * (count - 1) // 2 for count in counts)


class State:
    """Rounds under search. `groups` may be read by all, changed only by its own methods and by the search.

    `repeats` is the sum over pairs of C(m, 2), `thirds` the meetings beyond the second; both count history too.
    """

    __slots__ = (
        "classes", "fives", "gain", "groups", "kinds", "loss", "met", "more", "past", "players", "repeats",
        "rests", "rounds", "saved", "thirds", "ties", "weights", "where", "width", "wish",
    )  # fmt: skip

    def __init__(self, *, past: Past, ties: Sequence[Ties], weights: Weights) -> None:
        self.past = past
        self.players = past.players
        self.ties = tuple(ties)
        self.rounds = 0
        self.width = 0
        self.groups: list[list[int]] = []
        self.kinds: list[int] = []
        self.where: list[int] = []
        self.classes: list[int] = []
        self.met = [row[:] for row in past.met]
        self.fives = past.fives[:]
        self.rests = past.rests[:]
        self.repeats = past.repeats
        self.thirds = past.thirds
        self.weigh(weights)

    def weigh(self, weights: Weights) -> None:
        """Use other weights from now on."""
        self.weights = weights
        cost = [meetings * weights.repeat + (weights.third if meetings > 1 else 0) for meetings in range(MOST_MEETINGS)]
        self.more = cost
        self.saved = [0, *cost[:-1]]
        more, saved = self.more, self.saved
        # gain[p][q]: cost of one more meeting of p and q; loss[p][q]: what one meeting less would save. A row without
        # meetings is all zeros in both; in a large field nearly all are.
        nobody = [0] * self.players
        self.gain = [list(map(more.__getitem__, row)) if any(row) else nobody[:] for row in self.met]
        self.loss = [list(map(saved.__getitem__, row)) if any(row) else nobody[:] for row in self.met]
        known: dict[int, Matrix | None] = {}
        for ties in self.ties:
            if id(ties) not in known:
                known[id(ties)] = _weighted(ties, weights.apart)
        self.wish = [known[id(ties)] for ties in self.ties]

    def add_round(self, groups: Sequence[Sequence[int]], kinds: Sequence[int], classes: Sequence[int] = ()) -> None:
        """Append a round in which every player is in exactly one group; `classes` by player, all 0 if left out."""
        first = len(self.groups)
        self.width = len(groups)
        where = [0] * self.players
        for index, (group, kind) in enumerate(zip(groups, kinds, strict=True)):
            self.groups.append(list(group))
            self.kinds.append(kind)
            for player in group:
                where[player] = first + index
            self._count(group, kind)
        self.where += where
        self.classes += classes or [0] * self.players
        self.rounds += 1

    def _count(self, group: Sequence[int], kind: int, *, change: int = 1) -> None:
        if kind == RESTING:
            for player in group:
                self.rests[player] += change
            return
        met, gain, loss, more, saved = self.met, self.gain, self.loss, self.more, self.saved
        for index, first in enumerate(group):
            if kind == FIVE:
                self.fives[first] += change
            for second in group[:index]:
                meetings = met[first][second] + change
                fewer = min(meetings, meetings - change)
                self.repeats += change * fewer
                self.thirds += change * (fewer > 1)
                met[first][second] = met[second][first] = meetings
                gain[first][second] = gain[second][first] = more[meetings]
                loss[first][second] = loss[second][first] = saved[meetings]

    def load(self, groups: Sequence[Sequence[int]]) -> None:
        """Replace all groups by others of the same kinds (a better seating found earlier)."""
        self.met = [row[:] for row in self.past.met]
        self.fives = self.past.fives[:]
        self.rests = self.past.rests[:]
        self.repeats = self.past.repeats
        self.thirds = self.past.thirds
        self.weigh(self.weights)
        for index, group in enumerate(groups):
            self.groups[index] = list(group)
            round_start = index // self.width * self.players
            for player in group:
                self.where[round_start + player] = index
            self._count(group, self.kinds[index])

    def swap(self, one: int, two: int, *, round_index: int) -> None:
        """Let two people change places, each taking the seat of the other."""
        start = round_index * self.players
        here, there = self.where[start + one], self.where[start + two]
        group, other = self.groups[here], self.groups[there]
        place, other_place = group.index(one), other.index(two)
        if here != there:
            self._count(group, self.kinds[here], change=-1)
            self._count(other, self.kinds[there], change=-1)
        group[place], other[other_place] = two, one
        if here != there:
            self._count(group, self.kinds[here])
            self._count(other, self.kinds[there])
            self.where[start + one], self.where[start + two] = there, here

    def copy_groups(self) -> list[list[int]]:
        """The groups as they are, to be loaded again."""
        return [group[:] for group in self.groups]

    def turns(self) -> int:
        """Unevenness of the turns: tables of five and rounds sat out."""
        return sum_of_pairs(self.fives) + sum_of_pairs(self.rests)

    def broken(self) -> int:
        """Keep-apart wishes not kept in all rounds."""
        return sum(self._broken(ties.soft, index) for index, ties in enumerate(self.ties[: self.rounds]))

    def broken_musts(self) -> int:
        """Strict pairs at one table in all rounds."""
        return sum(self._broken(ties.strict, index) for index, ties in enumerate(self.ties[: self.rounds]))

    def _broken(self, ties: Matrix | None, round_index: int) -> int:
        if ties is None:
            return 0
        count = 0
        for index in range(round_index * self.width, (round_index + 1) * self.width):
            group = self.groups[index]
            if self.kinds[index] != RESTING:
                count += sum(ties[first][second] > 0 for place, first in enumerate(group) for second in group[:place])
        return count


def _weighted(ties: Ties, apart: int) -> Matrix | None:
    """Cost of each pair at one table in this round, or None where no pair costs anything."""
    soft = ties.soft if apart else None
    if soft is None:
        return ties.strict
    if ties.strict is None:
        return soft if apart == 1 else [[apart * value for value in row] for row in soft]
    return [
        [apart * value + must for value, must in zip(row, must_row, strict=True)]
        for row, must_row in zip(soft, ties.strict, strict=True)
    ]
