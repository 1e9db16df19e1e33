"""A sample of the benchmark's instances and scenarios (tests/benchmarks/draw_instances.py) with one seed each."""

import pytest

from tests.benchmarks.draw_facts import INSTANCES, PLANNED, SCENARIOS, STEP, STRETCH
from tests.benchmarks.draw_instances import changes_of, meets, play

SAMPLE = [instance for instance in (*INSTANCES, *STRETCH) if instance.players <= 100]


@pytest.mark.parametrize("instance", SAMPLE, ids=str)
def test_planned_draw_reaches_its_bar(instance):
    outcome = play(players=instance.players, rounds=instance.rounds, seed=7, mode=PLANNED, clubs=instance.club_of)

    assert PLANNED not in instance.modes or meets(instance, outcome)


@pytest.mark.parametrize("instance", [one for one in SAMPLE if STEP in one.modes], ids=str)
def test_rounds_one_by_one_reach_their_bar(instance):
    outcome = play(players=instance.players, rounds=instance.rounds, seed=7, mode=STEP, clubs=instance.club_of)

    assert meets(instance, outcome)


@pytest.mark.parametrize("scenario", SCENARIOS[:4], ids=lambda scenario: scenario.name)
def test_changing_field_meets_nobody_again(scenario):
    outcome = play(players=scenario.players, rounds=scenario.rounds, seed=7, mode=STEP, changes=changes_of(scenario, 7))

    assert outcome.quality.figures.repeats == 0


def test_four_hundred_players_are_drawn_in_a_blink():
    outcome = play(players=400, rounds=6, seed=7, mode=PLANNED)

    assert outcome.quality.figures.repeats == 0
    # Generous: the benchmark asks for half a second on a machine that does nothing else.
    assert outcome.seconds < 3
