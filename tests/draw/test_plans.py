"""The ready-made plans: every round seats everybody, and each is as good as it says."""

import pytest

from tests.draw.fields import entrants, key_of, rounds_of
from tournament.draw import plan_rounds, table_sizes
from tournament.draw.plan_data import CYCLIC, WRITTEN
from tournament.draw.plans import plan_rounds as ready_made
from tournament.draw.values import Settings

ALL = sorted({*CYCLIC, *WRITTEN})
# (players, rounds): repeats and uneven turns of plans without thirds, where repeats are not 0.
REPEATS = {}


@pytest.mark.parametrize(("players", "rounds"), ALL)
def test_ready_made_plan_seats_everybody_in_every_round(players, rounds):
    plan = ready_made(players, rounds)

    assert len(plan) == rounds
    for tables in plan:
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert tuple(map(len, tables)) == table_sizes(players=players)


@pytest.mark.parametrize(("players", "rounds"), sorted(CYCLIC))
def test_cyclic_plan_repeats_nothing(players, rounds):
    assert key_of(ready_made(players, rounds), players=range(players))[:2] == (0, 0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_names_in_a_ready_made_plan_are_by_chance_and_part_the_clubs(seed):
    clubs = {number: f"club {number % 8}" for number in range(1, 25)}

    draws = plan_rounds(entrants=entrants(24, clubs), settings=Settings(rounds=7), seed=seed)

    key = key_of(rounds_of(draws), players=range(1, 25), clubs=clubs)
    assert key[:3] == (0, 0, 0)
    # 8 groups of 3 never meet in this plan; the clubs can be just these.
    assert key[3] == 0


def test_different_seeds_give_different_plans():
    plans = {
        str(rounds_of(plan_rounds(entrants=entrants(24), settings=Settings(rounds=7), seed=seed))) for seed in range(5)
    }

    assert len(plans) == 5
