"""Prizes to the cent: shares, ties, categories, rounds, consolation, choice in the order of the ranks."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.prizes import (
    Award,
    For,
    Player,
    PrizeLine,
    as_json,
    divide,
    from_json,
    hand_out,
    last_rank,
    loss_cents,
    problems_of,
)


def players_of(*ranks, categories=None, rounds=None):
    """Players with these ranks, start numbers from 1."""
    return [
        Player(
            number=number,
            rank=rank,
            categories=frozenset((categories or {}).get(number, ())),
            rounds=(rounds or {}).get(number, {}),
        )
        for number, rank in enumerate(ranks, start=1)
    ]


def by_rank(*percents, **values):
    return [
        PrizeLine(purpose=For.RANK, place=place, percent=share, **values) for place, share in enumerate(percents, 1)
    ]


def money(outcome):
    return [(award.number, award.cents) for award in outcome.awards]


def test_shares_make_the_pot_to_the_cent():
    outcome = hand_out(pot_cents=100_01, plan=by_rank(50, 30, 20), players=players_of(1, 2, 3, 4))

    assert money(outcome) == [(1, 50_01), (2, 30_00), (3, 20_00)]
    assert outcome.left_cents == 0


def test_fixed_sums_come_off_the_pot_before_the_shares():
    plan = [PrizeLine(purpose=For.LAST, cents=10_00), *by_rank(60, 40)]

    outcome = hand_out(pot_cents=110_00, plan=plan, players=players_of(1, 2, 3))

    assert money(outcome) == [(3, 10_00), (1, 60_00), (2, 40_00)]


def test_tie_shares_the_money_of_all_places_it_takes():
    outcome = hand_out(pot_cents=100_00, plan=by_rank(50, 30, 20), players=players_of(1, 2, 2, 4))

    assert money(outcome) == [(1, 50_00), (2, 25_00), (3, 25_00)]


def test_tie_over_the_last_prize_shares_it_among_all_and_a_cent_goes_to_the_lower_number():
    outcome = hand_out(pot_cents=100_00, plan=by_rank(100), players=players_of(1, 1, 1))

    assert money(outcome) == [(1, 33_34), (2, 33_33), (3, 33_33)]


def test_category_prize_passes_on_whoever_has_one_by_rank():
    plan = [
        PrizeLine(purpose=For.CATEGORY, category="Junior", cents=5_00, passes_on=True),
        PrizeLine(purpose=For.RANK, cents=20_00),
    ]
    field = players_of(1, 2, 3, categories={1: ["Junior"], 3: ["Junior"]})

    outcome = hand_out(pot_cents=25_00, plan=plan, players=field)

    assert money(outcome) == [(3, 5_00), (1, 20_00)]


def test_category_prize_goes_to_the_best_where_it_does_not_pass_on():
    plan = [
        PrizeLine(purpose=For.RANK, cents=20_00),
        PrizeLine(purpose=For.CATEGORY, category="Junior", cents=5_00),
    ]
    field = players_of(1, 2, categories={1: ["Junior"], 2: ["Junior"]})

    assert money(hand_out(pot_cents=25_00, plan=plan, players=field)) == [(1, 20_00), (1, 5_00)]


def test_round_is_won_by_the_most_points_in_it():
    plan = [PrizeLine(purpose=For.ROUND, round=2, cents=9_00)]
    field = players_of(1, 2, 3, rounds={1: {1: 80, 2: -3}, 2: {1: 2, 2: 41}, 3: {1: 90, 2: 41}})

    assert money(hand_out(pot_cents=9_00, plan=plan, players=field)) == [(2, 4_50), (3, 4_50)]


def test_consolation_counts_from_the_end_of_the_list():
    plan = [PrizeLine(purpose=For.LAST, goods="Ham"), PrizeLine(purpose=For.LAST_BUT_ONE, goods="Wine")]

    outcome = hand_out(pot_cents=0, plan=plan, players=players_of(1, 2, 3, 4))

    assert [(award.number, award.goods, award.lot) for award in outcome.awards] == [
        (4, "Ham", False),
        (3, "Wine", False),
    ]


def test_tied_players_with_goods_are_told_to_draw_lots():
    plan = [PrizeLine(purpose=For.RANK, place=1, goods="Ham"), PrizeLine(purpose=For.RANK, place=2, goods="Wine")]

    outcome = hand_out(pot_cents=0, plan=plan, players=players_of(1, 1, 3))

    assert [(award.number, award.goods, award.lot) for award in outcome.awards] == [
        (1, "Ham / Wine", True),
        (2, "Ham / Wine", True),
    ]


def test_choice_goes_down_the_ranks_as_far_as_the_goods_last():
    plan = [PrizeLine(purpose=For.CHOICE, place=3, goods="Goods")]

    outcome = hand_out(pot_cents=0, plan=plan, players=players_of(1, 2, 2, 4))

    assert [(award.number, award.place, award.lot) for award in outcome.awards] == [
        (1, 1, False),
        (2, 2, True),
        (3, 2, True),
    ]


def test_line_for_a_larger_field_leaves_its_share_to_the_others():
    plan = [*by_rank(60, 20), PrizeLine(purpose=For.RANK, place=3, percent=20, least=4)]

    small = hand_out(pot_cents=80_00, plan=plan, players=players_of(1, 2, 3))
    large = hand_out(pot_cents=80_00, plan=plan, players=players_of(1, 2, 3, 4))

    assert money(small) == [(1, 60_00), (2, 20_00)]
    assert small.dropped == (plan[2],)
    assert money(large) == [(1, 48_00), (2, 16_00), (3, 16_00)]


def test_fixed_sums_beyond_the_pot_are_paid_and_said():
    outcome = hand_out(
        pot_cents=10_00,
        plan=[PrizeLine(purpose=For.RANK, cents=15_00), PrizeLine(purpose=For.RANK, place=2, percent=100)],
        players=players_of(1, 2),
    )

    assert outcome.short_cents == 5_00
    assert money(outcome) == [(1, 15_00), (2, 0)]
    assert outcome.left_cents == 0


def test_shares_below_a_hundred_leave_the_rest():
    outcome = hand_out(pot_cents=50_00, plan=by_rank(50, 30), players=players_of(1, 2, 3))

    assert (outcome.paid_cents, outcome.left_cents) == (40_00, 10_00)


@given(cents=st.integers(0, 10**7), weights=st.lists(st.integers(0, 100), min_size=1, max_size=30))
def test_divided_sum_is_whole_and_each_part_within_a_cent(cents, weights):
    parts = divide(cents, weights)

    whole = sum(weights)
    assert sum(parts) == (cents if whole else 0)
    assert all(abs(part * whole - cents * weight) < whole for part, weight in zip(parts, weights, strict=True) if whole)


@st.composite
def fields(draw):
    """A field with ties at random, categories and rounds."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=12))
    ranks, rank = [], 1
    for size in sizes:
        ranks += [rank] * size
        rank += size
    return [
        Player(
            number=number,
            rank=place,
            categories=frozenset(draw(st.sets(st.sampled_from(["Junior", "Lady"])))),
            rounds={1: draw(st.integers(-40, 40))},
        )
        for number, place in enumerate(ranks, start=1)
    ]


@given(field=fields(), pot=st.integers(0, 500_000), percents=st.lists(st.integers(1, 30), min_size=1, max_size=8))
def test_money_handed_out_equals_the_pot_whatever_the_ties(field, pot, percents):
    shares = percents[: len(field)]
    # The first rank takes what the others leave, so that the shares make a hundred.
    tail = divide(70, shares[1:]) if len(shares) > 1 else []
    plan = by_rank(100 - sum(tail), *[share for share in tail if share])

    outcome = hand_out(pot_cents=pot, plan=plan, players=field)

    assert outcome.paid_cents == pot
    assert outcome.left_cents == 0
    for _rank, group in groupby(outcome.awards, key=lambda award: award.place):
        cents = [award.cents for award in group]
        assert max(cents) - min(cents) <= 1


@given(
    field=fields(),
    pot=st.integers(0, 100_000),
    sums=st.lists(st.integers(1, 20_000), max_size=4),
    least=st.integers(0, 30),
)
def test_awards_and_what_is_left_are_the_pot_and_what_is_short(field, pot, sums, least):
    purposes = [
        PrizeLine(purpose=For.CATEGORY, category="Junior", cents=1, passes_on=True),
        PrizeLine(purpose=For.ROUND, round=1, cents=1),
        PrizeLine(purpose=For.LAST, cents=1),
        PrizeLine(purpose=For.LAST_BUT_ONE, cents=1, least=least),
    ]
    plan = [
        *(
            PrizeLine(**{**{name: getattr(line, name) for name in line.__dataclass_fields__}, "cents": cents})
            for line, cents in zip(purposes, sums, strict=False)
        ),
        *by_rank(40, 30, least=least),
    ]

    outcome = hand_out(pot_cents=pot, plan=plan, players=field)

    assert outcome.paid_cents + outcome.left_cents == outcome.pot_cents + outcome.short_cents
    assert all(award.cents >= 0 for award in outcome.awards)


def test_same_field_gives_the_same_awards_in_any_order():
    field = players_of(1, 2, 2, 4)

    assert hand_out(pot_cents=9_99, plan=by_rank(50, 50), players=field) == hand_out(
        pot_cents=9_99, plan=by_rank(50, 50), players=field[::-1]
    )


@pytest.mark.parametrize(
    ("plan", "codes"),
    [
        ([PrizeLine(purpose=For.RANK)], ["prize_worth"]),
        ([PrizeLine(purpose=For.RANK, cents=1, percent=1)], ["prize_worth"]),
        ([PrizeLine(purpose=For.CATEGORY, cents=1)], ["prize_category"]),
        ([PrizeLine(purpose=For.ROUND, cents=1)], ["prize_round"]),
        ([PrizeLine(purpose=For.CHOICE, cents=1)], ["prize_choice"]),
        (by_rank(60, 50), ["prize_percent"]),
        ([PrizeLine(purpose=For.RANK, cents=1), PrizeLine(purpose=For.RANK, percent=3)], ["prize_twice"]),
        ([*by_rank(60, 40), PrizeLine(purpose=For.LAST, goods="Ham")], []),
    ],
)
def test_plan_says_what_is_wrong_with_it(plan, codes):
    assert [problem.code for problem in problems_of(plan)] == codes


def test_plan_comes_back_from_json_as_it_went():
    plan = (
        PrizeLine(purpose=For.RANK, percent=50),
        PrizeLine(purpose=For.CATEGORY, category="Junior", cents=5_00, least=12, passes_on=True),
        PrizeLine(purpose=For.CHOICE, place=9, goods="Goods"),
    )

    assert from_json(as_json(plan)) == plan
    assert last_rank(plan) == 9


def test_loss_money_takes_the_dearest_step_of_each_round():
    steps = [(-20, 1_00), (-50, 2_50)]

    assert loss_cents([-19, -20, -49, -50, 30], steps) == 1_00 + 1_00 + 2_50


def test_award_names_every_line_that_a_tie_shares():
    plan = by_rank(60, 40)

    outcome = hand_out(pot_cents=10_00, plan=plan, players=players_of(1, 1))

    assert outcome.awards == (
        Award(number=1, lines=tuple(plan), place=1, cents=5_00, shared=True),
        Award(number=2, lines=tuple(plan), place=1, cents=5_00, shared=True),
    )
