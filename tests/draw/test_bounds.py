"""What no seating can avoid, against the values known from the literature and from exhaustive searches."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.draw.fields import after, draw_all, entrants, key_of, rounds_of
from tournament.draw import plan_rounds
from tournament.draw.bounds import least_again, least_repeats, least_thirds, least_turns, overlap
from tournament.draw.ground import lay_ground
from tournament.draw.values import Fives, History, Rest, Settings


def ground_of(players, *, rounds=1, history=None, **how):
    return lay_ground(entrants=entrants(players), history=history or History(), settings=Settings(rounds=rounds, **how))


@pytest.mark.parametrize(
    ("players", "pairs"),
    [(8, 4), (9, 6), (10, 8), (12, 3), (13, 4), (14, 5), (15, 6), (16, 0), (17, 1), (18, 2), (19, 3), (21, 0)],
)
def test_two_rounds_overlap_by_the_pigeonhole(players, pairs):
    sizes = ground_of(players).sizes

    assert overlap(sizes, sizes) == pairs


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [
        (8, 3, 12), (8, 5, 40), (9, 3, 18), (10, 8, 224), (12, 3, 9), (12, 7, 63), (13, 8, 118), (14, 8, 143),
        (16, 5, 0), (16, 6, 24), (16, 7, 48), (17, 3, 3), (17, 6, 32), (19, 6, 45), (20, 7, 20), (20, 8, 50),
        (21, 7, 28), (22, 8, 73), (23, 7, 41), (24, 7, 0), (24, 8, 12), (25, 8, 20), (28, 8, 0), (63, 8, 0),
    ],
)  # fmt: skip
def test_least_repeats_of_whole_plans(players, rounds, repeats):
    assert least_repeats(ground_of(players, rounds=rounds), rounds=rounds) == repeats


@pytest.mark.parametrize(
    ("players", "rounds", "turns"),
    [
        (21, 4, 6),
        (22, 5, 40),
        (23, 5, 90),
        (25, 5, 0),
        (27, 5, 69),
        (27, 2, 6),
        (30, 5, 20),
        (31, 2, 3),
        (31, 7, 129),
        (50, 5, 0),
    ],
)
def test_least_turns_of_whole_plans(players, rounds, turns):
    assert least_turns(ground_of(players, rounds=rounds), rounds=rounds) == turns


def test_least_turns_after_history_gives_nobody_two_turns_in_one_round():
    draws = draw_all(entrants(9), Settings(rounds=3))
    ground = ground_of(9, rounds=4, history=after(*draws))

    assert least_turns(ground, rounds=1) >= sum(turn.fives * (turn.fives - 1) // 2 for turn in draws[-1].report.turns)


def test_least_thirds_of_whole_plans():
    assert [least_thirds(ground_of(8, rounds=rounds), rounds=rounds) for rounds in (4, 5, 6)] == [0, 4, 16]


def test_who_sits_out_meets_nobody():
    ground = ground_of(9, rounds=2, fives=Fives.NEVER, rest=Rest.SIT_OUT)

    assert least_repeats(ground, rounds=2) == 2


@given(
    players=st.integers(8, 24).filter(lambda players: players != 11), rounds=st.integers(2, 6), seed=st.integers(0, 99)
)
@settings(max_examples=25, deadline=None)
def test_no_draw_falls_below_the_bounds(players, rounds, seed):
    how = Settings(rounds=rounds)
    draws = plan_rounds(entrants=entrants(players), settings=how, seed=seed, steps=3000)
    thirds, repeats, *_ = key_of(rounds_of(draws), players=range(1, players + 1))

    assert repeats >= least_repeats(ground_of(players, rounds=rounds), rounds=rounds)
    assert thirds >= least_thirds(ground_of(players, rounds=rounds), rounds=rounds)
    for number, draw in enumerate(draws[1:], start=1):
        ground = ground_of(players, rounds=rounds, history=after(*draws[:number]))
        assert sum(len(pair.before) for pair in draw.report.repeats) >= least_again(ground) == draw.report.bound
