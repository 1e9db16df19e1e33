"""Positions: nobody deals first, or keeps the sheet, again and again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draw.fields import draw_all, entrants, key_of, rounds_of
from tournament.draw import plan_rounds
from tournament.draw.chance import generator, shuffle
from tournament.draw.positions import best_order, deal_positions, order_rounds
from tournament.draw.values import Settings


def random_rounds(players, rounds, *, seed):
    rng = generator(seed, "rounds")
    found = []
    for _ in range(rounds):
        people = list(range(players))
        shuffle(people, rng)
        found.append([people[start : start + 4] for start in range(0, players, 4)])
    return found


@given(tables=st.integers(2, 12), rounds=st.integers(1, 9), seed=st.integers(0, 2**30))
@settings(max_examples=40, deadline=None)
def test_every_position_comes_as_evenly_as_can_be_at_tables_of_four(tables, rounds, seed):
    players = 4 * tables
    seated = random_rounds(players, rounds, seed=seed)
    before = [[0] * 5 for _ in range(players)]

    order_rounds(seated, before=before, fixed=[-1] * players, rng=generator(seed, "order"))

    for player in range(players):
        times = [sum(table[position] == player for tables in seated for table in tables) for position in range(4)]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize("players", [16, 20, 24, 28])
def test_four_planned_rounds_give_every_seat_once(players):
    draws = plan_rounds(entrants=entrants(players), settings=Settings(rounds=4), seed=8)

    assert key_of(rounds_of(draws), players=range(1, players + 1))[4] == 0


@pytest.mark.parametrize("players", [16, 20, 28, 40, 60, 100])
def test_four_rounds_one_by_one_give_every_seat_once(players):
    draws = draw_all(entrants(players), Settings(rounds=4))

    assert key_of(rounds_of(draws), players=range(1, players + 1))[4] == 0


def test_fixed_position_is_kept_when_rounds_are_ordered():
    seated = random_rounds(16, 4, seed=1)
    fixed = [-1] * 16
    fixed[7] = 2

    order_rounds(seated, before=[[0] * 5 for _ in range(16)], fixed=fixed, rng=generator(1, "order"))

    assert [table.index(7) for tables in seated for table in tables if 7 in table] == [2, 2, 2, 2]


def test_best_order_takes_the_positions_held_least():
    counts = [[1, 0, 1, 1, 0], [1, 1, 0, 1, 0], [0, 1, 1, 1, 0], [1, 1, 1, 0, 0]]

    assert best_order([0, 1, 2, 3], counts=counts, fixed=[-1] * 4) == [2, 0, 1, 3]


def test_positions_are_dealt_where_they_were_held_least():
    counts = [[1, 0, 1, 1, 1], [1, 1, 0, 1, 1], [0, 1, 1, 1, 1], [1, 1, 1, 0, 1]]

    assert deal_positions(counts=counts, capacities=[1, 1, 1, 1, 0], fixed=[-1] * 4, rng=generator(1)) == [1, 2, 0, 3]
