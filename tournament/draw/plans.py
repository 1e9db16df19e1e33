"""Ready-made plans for fields where a search in the hall would not get as far (see `plan_data`).

A plan is used only for an empty history: its players are nobody in particular, so chance gives them their names, and
names are exchanged to part club mates.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournament.draw.anneal import Faults
from tournament.draw.chance import shuffle
from tournament.draw.ground import POSITIONS, Ground
from tournament.draw.plan_data import CYCLIC, WRITTEN
from tournament.draw.sizes import table_sizes
from tournament.draw.state import sum_of_pairs
from tournament.draw.task import SLICE, Budget, Groups, Task

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LABEL_STEPS = 20_000
LABEL_CHANCE = 0.02  # to accept an exchange of names that parts one pair less


@dataclass(frozen=True, slots=True)
class KnownPlan:
    """Tables of all rounds, and whether a far longer search found nothing better for this number of rounds."""

    groups: Groups
    best_known: bool


def known_plan(ground: Ground, *, rng: Random) -> KnownPlan | None:
    """The shortest ready-made plan that is long enough for this field, with names and rounds by chance, or None."""
    if ground.played or ground.resting or ground.sizes != table_sizes(players=ground.players):
        return None
    lengths = sorted(
        rounds for players, rounds in (*WRITTEN, *CYCLIC) if players == ground.players and rounds >= ground.ahead
    )
    if not lengths:
        return None
    rounds = plan_rounds(ground.players, lengths[0])
    shuffle(rounds, rng)
    names = list(range(ground.players))
    shuffle(names, rng)
    groups = [[names[player] for player in group] for round_ in rounds[: ground.ahead] for group in round_]
    return KnownPlan(groups=groups, best_known=(ground.players, ground.ahead) in WRITTEN)


def best_known(ground: Ground) -> tuple[int, int, int] | None:
    """Thirds, repeats and uneven turns of the best plan known for all rounds of this field, or None without one."""
    rounds = ground.played + ground.ahead
    if (ground.players, rounds) not in WRITTEN or ground.sizes != table_sizes(players=ground.players):
        return None
    met: Counter[tuple[int, int]] = Counter()
    fives: Counter[int] = Counter()
    for tables in plan_rounds(ground.players, rounds):
        for table in tables:
            met.update(combinations(sorted(table), 2))
            if len(table) == POSITIONS:
                fives.update(table)
    thirds = sum(meetings - 2 for meetings in met.values() if meetings > 2)
    return thirds, sum_of_pairs(list(met.values())), sum_of_pairs(list(fives.values()))


def plan_rounds(players: int, rounds: int) -> list[list[list[int]]]:
    """The rounds of a ready-made plan as tables of players from 0, tables of five first."""
    if (players, rounds) in WRITTEN:
        sizes = table_sizes(players=players)
        return [_cut([LETTERS.index(letter) for letter in line], sizes) for line in WRITTEN[players, rounds].split()]
    cycles, base = CYCLIC[players, rounds]
    following: list[int] = []
    for length in cycles:
        first = len(following)
        following += [first + (place + 1) % length for place in range(length)]
    tables = _cut([LETTERS.index(letter) for letter in base], table_sizes(players=players))
    found = []
    for _ in range(rounds):
        found.append(tables)
        tables = [[following[player] for player in table] for table in tables]
    return found


def _cut(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    cut, start = [], 0
    for size in sizes:
        cut.append(list(people[start : start + size]))
        start += size
    return cut


def fit_labels(groups: Groups, *, task: Task, goal: Faults, budget: Budget) -> Groups:
    """The same plan with names exchanged so that the fewest keep-apart wishes are broken; nothing else changes."""
    if not task.has_wishes:
        return groups
    width = len(task.ground.sizes)
    company: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(task.ground.players)]
    for index, group in enumerate(groups):
        for player in group:
            company[player].append((index // width, tuple(mate for mate in group if mate != player)))
    softs = [ties.soft for ties in task.ground.ties]
    name = list(range(task.ground.players))

    def broken_by(player: int) -> int:
        """Wishes the holder of this place breaks."""
        total = 0
        for round_index, mates in company[player]:
            soft = softs[round_index]
            if soft is not None:
                row = soft[name[player]]
                total += sum(row[name[mate]] for mate in mates)
        return total

    least = goal.first if task.apart_first else goal.second
    broken = sum(broken_by(player) for player in range(len(name))) // 2
    best, best_names = broken, name[:]
    rng = task.rng("names")
    steps = 0
    # Not bound by the budget: a draw repeated with the steps it took must come to the same names.
    while best > least and steps < LABEL_STEPS:
        steps += 1
        one, two = int(rng.random() * len(name)), int(rng.random() * len(name))
        before = broken_by(one)
        if one == two or (before == 0 and broken_by(two) == 0):
            continue
        before += broken_by(two)
        name[one], name[two] = name[two], name[one]
        change = broken_by(one) + broken_by(two) - before
        # A pair of the two exchanged counts twice before and after, and is the same pair.
        if change > 0 and (change > 1 or rng.random() > LABEL_CHANCE):
            name[one], name[two] = name[two], name[one]
            continue
        broken += change
        if broken < best:
            best, best_names = broken, name[:]
        if steps % SLICE == 0:
            budget.spend(0, repeats=0)
    return [[best_names[player] for player in group] for group in groups]
