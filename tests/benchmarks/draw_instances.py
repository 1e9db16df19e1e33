"""Every instance of the draw against its bar, planned and step by step, with five seeds; the worst seed counts.

    python -m tests.benchmarks.draw_instances            all instances, scenarios and the stretch lines
    python -m tests.benchmarks.draw_instances --grid     the whole grid of small fields besides (minutes)

Seconds are those of the processor, so that a busy machine does not count.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.benchmarks.draw_facts import (
    GRID,
    GRID_PLAYERS,
    INSTANCES,
    OPEN,
    PLANNED,
    SCENARIOS,
    SEEDS,
    STEP,
    STRETCH,
    Instance,
    Scenario,
)
from tournament.draw.chance import generator
from tournament.draw.rehearsal import Change, Quality, quality, rehearse
from tournament.draw.values import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One tournament drawn: its quality, processor seconds in all and of the slowest draw."""

    quality: Quality
    seconds: float
    slowest: float


def play(
    *, players: int, rounds: int, seed: int, mode: str, clubs: dict[int, str] | None = None,
    changes: Sequence[Change] = (),
) -> Outcome:  # fmt: skip
    """Draw a whole tournament."""
    settings = Settings(rounds=rounds)
    draws = []
    began = last = time.process_time()
    slowest = 0.0
    for draw in rehearse(
        players=players, settings=settings, seed=seed, clubs=clubs or {}, changes=changes, planned=mode == PLANNED
    ):
        draws.append(draw)
        now = time.process_time()
        slowest, last = max(slowest, now - last), now
    found = quality(draws, players=players, settings=settings, clubs=clubs or {})
    return Outcome(quality=found, seconds=last - began, slowest=slowest)


def changes_of(scenario: Scenario, seed: int) -> list[Change]:
    """The changes of a scenario; chance says who leaves."""
    rng = generator(seed, scenario.name)
    present = list(range(1, scenario.players + 1))
    changes: list[Change] = []
    newest = scenario.players
    for number, (leavers, newcomers) in enumerate(scenario.changes, start=2):
        for _ in range(leavers):
            player = present.pop(int(rng.random() * len(present)))
            changes.append(Change(round=number, player=player, joins=False))
        for _ in range(newcomers):
            newest += 1
            present.append(newest)
            changes.append(Change(round=number, player=newest, joins=True))
    return changes


def meets(instance: Instance, outcome: Outcome) -> bool:
    """Whether a tournament reaches the bar (time apart)."""
    figures = outcome.quality.figures
    return (
        (figures.thirds == 0 or instance.repeats > 0)
        and figures.repeats <= instance.repeats
        and (instance.five is None or (figures.repeats, figures.five) <= (instance.repeats, instance.five))
        and figures.club == 0
        and (instance.seats is None or figures.seats <= instance.seats)
    )


def row(name: str, mode: str, outcomes: Sequence[Outcome], *, reached: bool, seconds: float, allowed: float) -> str:
    """One line of the table, the worst seed of each figure."""
    figures = [outcome.quality.figures for outcome in outcomes]

    def worst(of: Callable[[int], int]) -> int:
        return max(of(index) for index in range(len(figures)))

    verdict = "ok" if reached else "MISSED"
    late = "" if seconds <= allowed else " LATE"
    return (
        f"{name:<12} {mode:<8} {worst(lambda i: figures[i].repeats):>7} {worst(lambda i: figures[i].five):>5} "
        f"{worst(lambda i: figures[i].club):>5} {worst(lambda i: figures[i].seats):>6} "
        f"{worst(lambda i: figures[i].tables):>7} {worst(lambda i: outcomes[i].quality.steps):>9} {seconds:>8.3f} "
        f"{verdict}{late}"
    )


def run_instance(instance: Instance, mode: str) -> tuple[bool, str]:
    """Five seeds of one instance: (whether all reach the bar, the line of the table)."""
    outcomes = [
        play(players=instance.players, rounds=instance.rounds, seed=seed, mode=mode, clubs=instance.club_of)
        for seed in SEEDS
    ]
    reached = mode not in instance.modes or all(meets(instance, outcome) for outcome in outcomes)
    seconds = max(outcome.seconds for outcome in outcomes)
    allowed = instance.seconds if mode in instance.modes else 3.0
    line = row(str(instance), mode, outcomes, reached=reached, seconds=seconds, allowed=allowed)
    return reached and seconds <= allowed, line


def run_scenario(scenario: Scenario) -> tuple[bool, str]:
    """Five seeds of a field that changes."""
    outcomes = [
        play(players=scenario.players, rounds=scenario.rounds, seed=seed, mode=STEP, changes=changes_of(scenario, seed))
        for seed in SEEDS
    ]
    reached = all(outcome.quality.figures.repeats == 0 for outcome in outcomes)
    seconds = max(outcome.slowest for outcome in outcomes)
    line = row(scenario.name, "a draw", outcomes, reached=reached, seconds=seconds, allowed=scenario.seconds_a_draw)
    return reached and seconds <= scenario.seconds_a_draw, line


def run_grid() -> list[str]:
    """Fields of the grid (planned, the worst of five seeds) with more repeats than known, or a third meeting."""
    missed = []
    for rounds, fields in GRID_PLAYERS.items():
        for players in fields:
            least = GRID.get((players, rounds), 0)
            for seed in SEEDS:
                found = play(players=players, rounds=rounds, seed=seed, mode=PLANNED)
                figures = found.quality.figures
                no_third = figures.thirds == 0 or players < 16
                if figures.repeats > least or not no_third or found.seconds > 2:
                    missed.append(
                        f"{players}x{rounds} seed {seed}: repeats {figures.repeats} > {least}, "
                        f"thirds {figures.thirds}, {found.seconds:.2f} s"
                    )
    return missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grid", action="store_true")
    options = parser.parse_args()
    print(f"{'field':<12} {'mode':<8} repeats  five  club  seats  tables     steps  seconds")
    results = []
    for instance in (*INSTANCES, *STRETCH):
        for mode in (PLANNED, STEP):
            results.append(run_instance(instance, mode))
            print(results[-1][1], flush=True)
    for scenario in SCENARIOS:
        results.append(run_scenario(scenario))
        print(results[-1][1], flush=True)
    print(f"{sum(reached for reached, _ in results)} of {len(results)} reach their bar; open:")
    for instance in OPEN:
        print(run_instance(instance, PLANNED)[1], flush=True)
    if options.grid:
        missed = run_grid()
        print("\n".join(missed) or "the whole grid is reached")


if __name__ == "__main__":
    main()
