"""Finds the plan for 32 players and 10 rounds without a repeat (plan_data.WRITTEN[32, 10]).

    python -m tests.trials.draw_signed [--tries 2000000] [--seed 1]

Sixteen *couples* play ten rounds in which every two couples share a table twice: the five rounds of the affine plane of
order 4, and the same plane with the couples renamed by chance. Every table of four couples becomes two tables of four
people, one of each couple; which of the two goes to which is a *sign*. The people of two couples meet exactly once if
the signs of the two couples differ at one of their two tables and agree at the other. That is one linear equation over
GF(2) for each of the 120 pairs of couples; about one renaming in a million has a solution, which takes minutes.
"""

import argparse
from collections.abc import Sequence
from itertools import combinations

from tournament.draw.chance import generator, shuffle
from tournament.draw.plans import LETTERS

# Multiplication in GF(4); addition is exclusive or.
TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
COUPLES = 16
Tables = list[list[int]]


def affine_plane() -> list[Tables]:
    """Five rounds of four tables in which every two of sixteen meet exactly once: the parallel classes of lines."""
    rounds = [[[4 * x + (TIMES[slope][x] ^ offset) for x in range(4)] for offset in range(4)] for slope in range(4)]
    return [*rounds, [[4 * x + y for y in range(4)] for x in range(4)]]


def equations(tables: Sequence[Sequence[int]]) -> list[int]:
    """One equation for each pair of couples: bits of the four signs, and the highest bit for the right side, 1."""
    at: dict[tuple[int, int], int] = {}
    found = []
    right = 1 << (4 * len(tables))
    for number, table in enumerate(tables):
        for one, two in combinations(range(4), 2):
            pair = (min(table[one], table[two]), max(table[one], table[two]))
            signs = (1 << (4 * number + one)) ^ (1 << (4 * number + two))
            if pair in at:
                found.append(at[pair] ^ signs ^ right)
            at[pair] = signs
    return found


def solved(rows: Sequence[int], *, unknowns: int) -> list[int] | None:
    """A solution over GF(2), or None. Elimination; the first row that contradicts the others ends it."""
    right = 1 << unknowns
    pivots: dict[int, int] = {}
    for row in rows:
        left = row
        while left & (right - 1):
            top = (left & (right - 1)).bit_length() - 1
            if top not in pivots:
                pivots[top] = left
                break
            left ^= pivots[top]
        else:
            if left:
                return None
    values = [0] * unknowns
    for top in sorted(pivots):
        row = pivots[top]
        total = row >> unknowns & 1
        rest = row & (right - 1) & ~(1 << top)
        while rest:
            low = (rest & -rest).bit_length() - 1
            total ^= values[low]
            rest &= rest - 1
        values[top] = total
    return values


def plan_of(tables: Sequence[Sequence[int]], signs: Sequence[int]) -> list[Tables]:
    """Ten rounds of eight tables of people; couple c is the people 2c and 2c + 1."""
    return [
        [
            [2 * couple + (signs[4 * number + place] ^ half) for place, couple in enumerate(tables[number])]
            for number in range(start, start + 4)
            for half in (0, 1)
        ]
        for start in range(0, len(tables), 4)
    ]


def search(*, tries: int, seed: int) -> list[Tables] | None:
    """The plan of the first renaming whose signs can be had, or None."""
    plane = [table for round_ in affine_plane() for table in round_]
    rng = generator(seed, "signed")
    names = list(range(COUPLES))
    for _ in range(tries):
        shuffle(names, rng)
        tables = [*plane, *([names[couple] for couple in table] for table in plane)]
        signs = solved(equations(tables), unknowns=4 * len(tables))
        if signs is not None:
            return plan_of(tables, signs)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rounds = search(tries=options.tries, seed=options.seed)
    if rounds is None:
        print("none found; try another seed")
        return
    words = " ".join("".join(LETTERS[player] for table in tables for player in table) for tables in rounds)
    print(f'    (32, 10): "{words}",')


if __name__ == "__main__":
    main()
