"""Finds the plans of tournament/draw/plan_data.py: long searches for the fields where a hall cannot wait.

    python -m tests.trials.draw_plans 27x5 21x6 --seconds 60       searches and prints the lines for WRITTEN
    python -m tests.trials.draw_plans --cyclic 24x7 --cycles 7,7,7,1,1,1   a first round that turns into all others

It needs numba (not a package of the product; install it beside it for this script). A plan is searched by annealing at
one temperature, from blind deals in which the turns at a table of five are even; whatever is best in the strict order
(thirds, repeats, turns) is kept. A cyclic plan is searched on its first round only: all pairs that one turn of the
cycles maps onto each other form an orbit, and a plan repeats nothing if no orbit is used twice.
"""

import argparse
import math
import time
from collections.abc import Sequence

import numba
import numpy as np
import numpy.typing as npt

from tournament.draw.plan_data import CYCLIC, WRITTEN
from tournament.draw.plans import LETTERS, plan_rounds
from tournament.draw.sizes import table_sizes

Ints = npt.NDArray[np.int64]
# (repeat, third, turn, temperature): the mixtures the search changes between.
Mixtures = tuple[tuple[int, int, int, float], ...]
TURNS_FIRM: Mixtures = (
    (4, 12, 4, 0.9), (4, 12, 10, 1.2), (4, 12, 1, 0.9), (4, 12, 16, 1.2), (4, 12, 4, 1.1), (4, 12, 2, 0.8),
)  # fmt: skip
REPEATS_FIRST: Mixtures = ((4, 12, 1, 0.9), (4, 12, 0, 0.9), (8, 24, 1, 1.6), (4, 20, 1, 0.8), (8, 24, 1, 1.4))
STEPS = 20_000_000


@numba.njit(cache=True)
def deal(players: int, rounds: int, fives: int, seed: int) -> Ints:
    """Blind rounds with even turns: whoever had the fewest comes to the tables of five, which are the first."""
    np.random.seed(seed)
    seat = np.zeros((rounds, players), np.int64)
    had = np.zeros(players, np.int64)
    for index in range(rounds):
        order = np.argsort(had + np.random.random(players) * 0.5)
        first = order[: 5 * fives].copy()
        others = order[5 * fives :].copy()
        np.random.shuffle(first)
        np.random.shuffle(others)
        seat[index, : 5 * fives] = first
        seat[index, 5 * fives :] = others
        for player in first:
            had[player] += 1
    return seat


@numba.njit(cache=True)
def anneal(  # noqa: C901 - compiled as one loop
    seat: Ints, starts: Ints, fives: int, weights: Ints, accept: npt.NDArray[np.float64],
    seed: int, steps: int, goal: Ints,
) -> tuple[Ints, Ints]:  # fmt: skip
    """The best seating found from this one on, and its (thirds, repeats, turns)."""
    np.random.seed(seed)
    rounds, players = seat.shape
    tables = len(starts) - 1
    table_of = np.zeros(players, np.int64)
    for table in range(tables):
        table_of[starts[table] : starts[table + 1]] = table
    had = np.zeros(players, np.int64)
    for index in range(rounds):
        for slot in range(5 * fives):
            had[seat[index, slot]] += 1
    met = np.zeros((players, players), np.int64)
    for index in range(rounds):
        for table in range(tables):
            for one in range(starts[table], starts[table + 1]):
                for two in range(starts[table], one):
                    first_player, second_player = seat[index, one], seat[index, two]
                    met[first_player, second_player] += 1
                    met[second_player, first_player] += 1
    thirds = repeats = turns = 0
    for one in range(players):
        turns += had[one] * (had[one] - 1) // 2
        for two in range(one):
            repeats += met[one, two] * (met[one, two] - 1) // 2
            thirds += max(0, met[one, two] - 2)
    best = np.array([thirds, repeats, turns])
    best_seat = seat.copy()
    for _ in range(steps):
        index = np.random.randint(rounds)
        one, two = np.random.randint(players), np.random.randint(players)
        here, there = table_of[one], table_of[two]
        if here == there:
            continue
        first_player, second_player = seat[index, one], seat[index, two]
        change_repeats = change_thirds = 0
        for slot in range(starts[here], starts[here + 1]):
            if slot != one:
                mate = seat[index, slot]
                change_repeats += met[second_player, mate] - (met[first_player, mate] - 1)
                change_thirds += (met[second_player, mate] > 1) - (met[first_player, mate] > 2)
        for slot in range(starts[there], starts[there + 1]):
            if slot != two:
                mate = seat[index, slot]
                change_repeats += met[first_player, mate] - (met[second_player, mate] - 1)
                change_thirds += (met[first_player, mate] > 1) - (met[second_player, mate] > 2)
        change_turns = 0
        if (here < fives) != (there < fives):
            if here < fives:
                change_turns = had[second_player] - had[first_player] + 1
            else:
                change_turns = had[first_player] - had[second_player] + 1
        cost = weights[0] * change_repeats + weights[1] * change_thirds + weights[2] * change_turns
        if cost > 0 and (cost >= len(accept) or np.random.random() >= accept[cost]):
            continue
        for slot in range(starts[here], starts[here + 1]):
            if slot != one:
                mate = seat[index, slot]
                met[first_player, mate] -= 1
                met[mate, first_player] -= 1
                met[second_player, mate] += 1
                met[mate, second_player] += 1
        for slot in range(starts[there], starts[there + 1]):
            if slot != two:
                mate = seat[index, slot]
                met[second_player, mate] -= 1
                met[mate, second_player] -= 1
                met[first_player, mate] += 1
                met[mate, first_player] += 1
        if (here < fives) != (there < fives):
            if here < fives:
                had[first_player] -= 1
                had[second_player] += 1
            else:
                had[first_player] += 1
                had[second_player] -= 1
        seat[index, one], seat[index, two] = second_player, first_player
        thirds += change_thirds
        repeats += change_repeats
        turns += change_turns
        better = thirds < best[0] or (
            thirds == best[0] and (repeats < best[1] or (repeats == best[1] and turns < best[2]))
        )
        if better:
            best[0], best[1], best[2] = thirds, repeats, turns
            best_seat[:] = seat
            if thirds <= goal[0] and (repeats < goal[1] or (repeats == goal[1] and turns <= goal[2])):
                break
    return best_seat, best


@numba.njit(cache=True)
def anneal_first_round(  # noqa: C901 - compiled as one loop
    players: int, turns: int, orbit: Ints, orbit_size: Ints, starts: Ints, temperature: float, seed: int, steps: int
) -> tuple[Ints, int]:
    """The best first round found for so many turns of the cycles, and the repeats of the plan it makes."""
    np.random.seed(seed)
    tables = len(starts) - 1
    table_of = np.zeros(players, np.int64)
    for table in range(tables):
        table_of[starts[table] : starts[table + 1]] = table
    seat = np.random.permutation(players)
    # Every use of an orbit brings each of its pairs together turns // size times.
    times = turns // orbit_size
    used = np.zeros(len(orbit_size), np.int64)
    for table in range(tables):
        for one in range(starts[table], starts[table + 1]):
            for two in range(starts[table], one):
                used[orbit[seat[one], seat[two]]] += 1
    cost = 0
    for number in range(len(used)):
        meetings = used[number] * times[number]
        cost += orbit_size[number] * (meetings * (meetings - 1) // 2)
    best, best_seat = cost, seat.copy()
    for _ in range(steps):
        one, two = np.random.randint(players), np.random.randint(players)
        here, there = table_of[one], table_of[two]
        if here == there:
            continue
        change = 0
        for sign in (-1, 1):
            for own, table in ((one, here), (two, there)):
                for slot in range(starts[table], starts[table + 1]):
                    if slot != own:
                        number = orbit[seat[own], seat[slot]]
                        before = used[number] * times[number]
                        used[number] += sign
                        after = used[number] * times[number]
                        change += orbit_size[number] * (after * (after - 1) // 2 - before * (before - 1) // 2)
            if sign < 0:
                seat[one], seat[two] = seat[two], seat[one]
        if change > 0 and np.random.random() >= np.exp(-change / temperature):
            for sign in (-1, 1):
                for own, table in ((one, here), (two, there)):
                    for slot in range(starts[table], starts[table + 1]):
                        if slot != own:
                            used[orbit[seat[own], seat[slot]]] += sign
                if sign < 0:
                    seat[one], seat[two] = seat[two], seat[one]
            continue
        cost += change
        if cost < best:
            best = cost
            best_seat[:] = seat
            if best == 0:
                break
    return best_seat, best


def orbits(players: int, cycles: Sequence[int]) -> tuple[Ints, Ints]:
    """Number of the orbit of each pair, and the size of each orbit, when every cycle turns by one."""
    following: list[int] = []
    for length in cycles:
        first = len(following)
        following += [first + (place + 1) % length for place in range(length)]
    orbit = -np.ones((players, players), np.int64)
    sizes: list[int] = []
    for one in range(players):
        for two in range(one):
            first, second, size = one, two, 0
            while orbit[first, second] < 0:
                orbit[first, second] = orbit[second, first] = len(sizes)
                first, second, size = following[first], following[second], size + 1
            if size:
                sizes.append(size)
    return orbit, np.array(sizes)


def starts_of(players: int) -> tuple[Ints, int]:
    """First slot of each table (and the end), tables of five first; how many these are."""
    sizes = table_sizes(players=players)
    return np.array([0, *np.cumsum(sizes)]), sizes.count(5)


def known_start(players: int, rounds: int) -> Ints | None:
    """The rounds of a plan that is known already, or None."""
    known = [length for number, length in (*WRITTEN, *CYCLIC) if number == players and length >= rounds]
    if not known:
        return None
    return np.array([[player for table in round_ for player in table] for round_ in plan_rounds(players, min(known))])[
        :rounds
    ]


def search(
    players: int, rounds: int, *, seconds: float, first_seed: int, goal: tuple[int, int, int], mixtures: Mixtures
) -> str:
    """Search until the goal is reached or time is over; the line for WRITTEN.

    Every second search begins with a plan that is known already, if there is one.
    """
    starts, fives = starts_of(players)
    best, best_seat = None, None
    end = time.monotonic() + seconds
    start = known_start(players, rounds)
    seed = first_seed
    while time.monotonic() < end and (best is None or best > goal):
        repeat, third, turn, temperature = mixtures[seed % len(mixtures)]
        accept = np.array([math.exp(-cost / temperature) for cost in range(int(14 * temperature))])
        first = start.copy() if start is not None and seed % 2 else deal(players, rounds, fives, seed)
        seat, found = anneal(first, starts, fives, np.array([repeat, third, turn]), accept, seed, STEPS, np.array(goal))
        key = tuple(int(value) for value in found)
        if best is None or key < best:
            best, best_seat = key, seat
            print(f"# {players}x{rounds} seed {seed}: thirds {key[0]}, repeats {key[1]}, turns {key[2]}", flush=True)
        seed += 1
    assert best_seat is not None
    words = " ".join("".join(LETTERS[player] for player in row) for row in best_seat)
    return f'    ({players}, {rounds}): "{words}",'


def search_cyclic(players: int, rounds: int, cycles: Sequence[int], *, seconds: float, first_seed: int) -> str:
    """The line for CYCLIC with the fewest repeats found."""
    starts, _ = starts_of(players)
    orbit, sizes = orbits(players, cycles)
    best, best_seat = None, None
    end = time.monotonic() + seconds
    seed = first_seed
    while time.monotonic() < end and best != 0:
        seat, found = anneal_first_round(
            players, rounds, orbit, sizes, starts, rounds * (0.3 + 0.1 * (seed % 5)), seed, STEPS
        )
        if best is None or found < best:
            best, best_seat = found, seat
            print(f"# {players}x{rounds} {cycles} seed {seed}: repeats {found}", flush=True)
        seed += 1
    assert best_seat is not None
    word = "".join(LETTERS[player] for player in best_seat)
    return f'    ({players}, {rounds}): ({tuple(cycles)}, "{word}"),'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fields", nargs="+", help="players x rounds, such as 27x5; a goal may follow: 27x5:0,69")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats-first", action="store_true", help="for fields where turns cannot be even")
    parser.add_argument("--cycles", help="lengths of the cycles, such as 7,7,7,1,1,1")
    options = parser.parse_args()
    for word in options.fields:
        field, _, goal = word.partition(":")
        players, rounds = map(int, field.split("x"))
        if options.cycles:
            cycles = [int(length) for length in options.cycles.split(",")]
            print(search_cyclic(players, rounds, cycles, seconds=options.seconds, first_seed=options.seed), flush=True)
        else:
            repeats, turns = map(int, goal.split(",")) if goal else (0, 0)
            line = search(
                players,
                rounds,
                seconds=options.seconds,
                first_seed=options.seed,
                goal=(0, repeats, turns),
                mixtures=REPEATS_FIRST if options.repeats_first else TURNS_FIRM,
            )
            print(line, flush=True)


if __name__ == "__main__":
    main()
