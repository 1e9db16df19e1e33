"""Our draw beside public programs in one run: ratio of times where both leave the same repeats.

    python -m tests.benchmarks.draw_peers            OR-tools' CP-SAT round by round; krcg too where it is installed

CP-SAT gets a textbook model of one round: who sits where, and pairs that met before should not share a table; a worker,
at most LIMIT seconds a round. krcg (tables of four and five, simulated annealing) gets the rounds one after the other.
Ours is measured step by step with seats, numbers and report; theirs without.
"""

import importlib.util
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from tests.benchmarks.draw_facts import STEP
from tests.benchmarks.draw_instances import play
from tournament.draw import table_sizes

LIMIT = 10.0
KRCG_ITERATIONS = 5_000  # a round; about 20,000 in all, as its makers advise
FIELDS = ((16, 5), (20, 5), (24, 5), (28, 5), (32, 6), (40, 6), (48, 6), (60, 6), (100, 6), (33, 5), (50, 5), (101, 5))
Pairs = set[tuple[int, int]]
RoundMaker = Callable[[int, Pairs, list[list[list[int]]]], list[list[int]]]


def cp_sat_round(players: int, met: Pairs, _rounds: list[list[list[int]]]) -> list[list[int]]:
    """One round by CP-SAT."""
    from ortools.sat.python import cp_model

    sizes = table_sizes(players=players)
    model = cp_model.CpModel()
    sits = [[model.new_bool_var(f"{player}@{table}") for table in range(len(sizes))] for player in range(players)]
    for player in range(players):
        model.add_exactly_one(sits[player])
    for table, size in enumerate(sizes):
        model.add(sum(sits[player][table] for player in range(players)) == size)
    again = []
    for one, two in sorted(met):
        shared = model.new_bool_var(f"{one}+{two}")
        for table in range(len(sizes)):
            model.add_bool_or(sits[one][table].negated(), sits[two][table].negated(), shared)
        again.append(shared)
    model.minimize(sum(again))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_time_in_seconds = LIMIT
    solver.solve(model)
    return [[player for player in range(players) if solver.value(sits[player][table])] for table in range(len(sizes))]


def krcg_round(players: int, _met: Pairs, rounds: list[list[list[int]]]) -> list[list[int]]:
    """One round by krcg, the rounds before it fixed."""
    seating: Any = importlib.import_module("krcg.seating")
    fresh, start = [], 0
    for size in table_sizes(players=players):
        fresh.append(list(range(start, start + size)))
        start += size
    given = [seating.Round([list(table) for table in tables]) for tables in (*rounds, fresh)]
    found, _score = seating.optimise(rounds=given, iterations=KRCG_ITERATIONS, fixed=len(rounds))
    return [list(table) for table in found[-1]]


def tournament_of(players: int, rounds: int, make: RoundMaker) -> tuple[int, float]:
    """(repeats, seconds) of a tournament whose rounds are made one after the other."""
    met: Pairs = set()
    played: list[list[list[int]]] = []
    repeats = 0
    began = time.perf_counter()
    for _ in range(rounds):
        tables = make(players, met, played)
        pairs = {pair for table in tables for pair in combinations(sorted(table), 2)}
        repeats += len(pairs & met)
        met |= pairs
        played.append(tables)
    return repeats, time.perf_counter() - began


def line(name: str, theirs: tuple[int, float], ours: tuple[int, float]) -> str:
    """One peer on one field."""
    repeats, seconds = theirs
    own_repeats, own_seconds = ours
    note = (
        f"{seconds / own_seconds:>8.0f} times" if repeats == own_repeats else f"{repeats - own_repeats:>4} repeats more"
    )
    return f"   {name:<8} {repeats:>7} {seconds:>9.3f}   ours {own_repeats:>4} {own_seconds:>8.4f}   {note}"


def main(fields: Sequence[tuple[int, int]] = FIELDS) -> None:
    peers: dict[str, RoundMaker] = {}
    if importlib.util.find_spec("ortools"):
        peers["CP-SAT"] = cp_sat_round
    if importlib.util.find_spec("krcg"):
        peers["krcg"] = krcg_round
    for players, rounds in fields:
        print(f"{players}x{rounds}", flush=True)
        began = time.perf_counter()
        ours = play(players=players, rounds=rounds, seed=1, mode=STEP)
        own = (ours.quality.figures.repeats, time.perf_counter() - began)
        for name, make in peers.items():
            print(line(name, tournament_of(players, rounds, make), own), flush=True)


if __name__ == "__main__":
    main()
