"""How the cost of a draw grows: 50, 100, 200 and 400 players, 6 rounds, planned and step by step.

    python -m tests.benchmarks.draw_growth

Prints processor seconds (median of REPETITIONS seeds) and the exponent of the growth from each field to the next; 1 is
growth with the number of players. Below 100 players the seconds are mostly those that any draw needs.
"""

import math
from itertools import pairwise
from statistics import median

from tests.benchmarks.draw_facts import PLANNED, STEP
from tests.benchmarks.draw_instances import play

PLAYERS = (50, 100, 200, 400)
ROUNDS = 6
REPETITIONS = 9


def main() -> None:
    print("mode      " + "".join(f"{players:>10}" for players in PLAYERS) + "   exponents")
    for mode in (PLANNED, STEP):
        seconds = [
            median(
                play(players=players, rounds=ROUNDS, seed=seed, mode=mode).seconds for seed in range(1, REPETITIONS + 1)
            )
            for players in PLAYERS
        ]
        exponents = [math.log2(after / before) for before, after in pairwise(seconds)]
        overall = math.log(seconds[-1] / seconds[0]) / math.log(PLAYERS[-1] / PLAYERS[0])
        print(
            f"{mode:<10}"
            + "".join(f"{value:>10.4f}" for value in seconds)
            + "   "
            + ", ".join(f"{value:.2f}" for value in exponents)
            + f"; overall {overall:.2f}"
        )


if __name__ == "__main__":
    main()
