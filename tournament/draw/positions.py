"""Positions at the tables: who deals first, who keeps the sheet. Nobody should hold the same one again and again.

Two ways. *After* the groups are known, the two holders of a pair of positions change places along chains of tables
until no chain makes it more even; for tables of four without history that is König's theorem: every position at most
ceil(rounds / 4) times. *Before*, everybody gets a least-used position and the search swaps only people of the same one.
"""

from collections import deque
from collections.abc import Sequence
from itertools import permutations
from random import Random

from tournament.draw.chance import shuffle
from tournament.draw.ground import POSITIONS
from tournament.draw.state import Matrix

ORDERS = {size: tuple(permutations(range(size))) for size in range(6)}


def best_order(group: Sequence[int], *, counts: Matrix, fixed: Sequence[int]) -> list[int]:
    """The group in the order in which its people hold their positions for the fewest times; fixed ones are kept."""
    chosen, least = tuple(range(len(group))), None
    for order in ORDERS[len(group)]:
        cost = 0
        for position, place in enumerate(order):
            player = group[place]
            if fixed[player] >= 0 and fixed[player] != position:
                break
            cost += counts[player][position]
        else:
            if least is None or cost < least:
                chosen, least = order, cost
    return [group[place] for place in chosen]


def order_rounds(rounds: Sequence[Sequence[list[int]]], *, before: Matrix, fixed: Sequence[int], rng: Random) -> None:
    """Bring the people of all tables of all rounds into an even order of positions, in place.

    `before[p][s]` counts the positions held in history.
    """
    counts = [row[:] for row in before]
    tables = [table for round_ in rounds for table in round_]
    for table in tables:
        shuffle(table, rng)
        table[:] = best_order(table, counts=counts, fixed=fixed)
        for position, player in enumerate(table):
            counts[player][position] += 1
    improved = True
    while improved:
        improved = False
        for one in range(POSITIONS):
            for two in range(one + 1, POSITIONS):
                if _even_out(tables, one=one, two=two, counts=counts, fixed=fixed):
                    improved = True


def _even_out(tables: Sequence[list[int]], *, one: int, two: int, counts: Matrix, fixed: Sequence[int]) -> bool:
    """Exchange two positions along chains of tables while that makes them more even; whether anything changed.

    A table is a step from the holder of `one` to the holder of `two`. Along a chain everybody in between gives up one
    position and gets it back at the next table; only the first and the last person change.
    """
    steps: dict[int, list[list[int]]] = {}
    for table in tables:
        if two < len(table) and fixed[table[one]] not in (one, two) and fixed[table[two]] not in (one, two):
            steps.setdefault(table[one], []).append(table)
    changed = False
    for player in sorted(steps):
        while (chain := _chain(player, steps, one, two, counts)) is not None:
            changed = True
            last = chain[-1][two]
            for table in chain:
                steps[table[one]].remove(table)
                table[one], table[two] = table[two], table[one]
                steps.setdefault(table[one], []).append(table)
            counts[player][one] -= 1
            counts[player][two] += 1
            counts[last][one] += 1
            counts[last][two] -= 1
    return changed


def _chain(
    player: int, steps: dict[int, list[list[int]]], one: int, two: int, counts: Matrix
) -> list[list[int]] | None:
    """The shortest chain of tables from a person with too many `one` to a person with more `two` than is even."""
    excess = counts[player][one] - counts[player][two]
    if excess < 1:
        return None
    came: dict[int, list[int]] = {player: []}
    line = deque([player])
    while line:
        here = line.popleft()
        for table in steps.get(here, ()):
            there = table[two]
            if there in came:
                continue
            came[there] = table
            if excess - (counts[there][one] - counts[there][two]) > 2:
                chain = []
                while there != player:
                    chain.append(came[there])
                    there = came[there][one]
                return chain[::-1]
            line.append(there)
    return None


def deal_positions(*, counts: Matrix, capacities: Sequence[int], fixed: Sequence[int], rng: Random) -> list[int]:
    """A position for every player so that least-used ones are given out, as many of each as there are seats.

    A cheapest assignment: chains over the positions are exchanged until none saves anything.
    """
    players = list(range(len(counts)))
    shuffle(players, rng)
    position = [-1] * len(counts)
    free = list(capacities)
    for player in players:
        if fixed[player] >= 0:
            position[player] = fixed[player]
            free[fixed[player]] -= 1
    for player in players:
        if position[player] < 0:
            chosen = min((s for s in range(POSITIONS) if free[s] > 0), key=lambda s: (counts[player][s], -free[s]))
            position[player] = chosen
            free[chosen] -= 1
    movable = [player for player in players if fixed[player] < 0]
    while (cycle := _saving_cycle(movable, position, counts)) is not None:
        for player, target in cycle:
            position[player] = target
    return position


def _saving_cycle(movable: Sequence[int], position: Sequence[int], counts: Matrix) -> list[tuple[int, int]] | None:
    """Moves around a ring of positions that save something together, or None (Floyd–Warshall over five nodes)."""
    far = 1 << 20
    price = [[far] * POSITIONS for _ in range(POSITIONS)]
    mover = [[-1] * POSITIONS for _ in range(POSITIONS)]
    for player in movable:
        here, row = position[player], counts[player]
        for there in range(POSITIONS):
            if there != here and row[there] - row[here] < price[here][there]:
                price[here][there], mover[here][there] = row[there] - row[here], player
    following = [list(range(POSITIONS)) for _ in range(POSITIONS)]
    total = [row[:] for row in price]
    for middle in range(POSITIONS):
        for start in range(POSITIONS):
            for end in range(POSITIONS):
                length = total[start][middle] + total[middle][end]
                if length < total[start][end]:
                    total[start][end] = length
                    following[start][end] = following[start][middle]
            if total[start][start] < 0:
                return _ring(start, following, mover)
    return None


def _ring(start: int, following: Sequence[Sequence[int]], mover: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    moves, here = [], start
    while True:
        there = following[here][start]
        moves.append((mover[here][there], there))
        here = there
        if here == start:
            return moves
