"""Keep-apart wishes: clubs, teams, pairs, the first rounds, strict ones; and the order of the wishes."""

from itertools import combinations

import pytest

from scoring.errors import Problem, RuleError
from tests.draw.fields import draw_all, entrants, people
from tournament.draw import draw_round, plan_rounds
from tournament.draw.values import Apart, Entrant, History, Settings, Tie, Unmet


def shares(draw, first, second):
    """Whether the two share a table."""
    return any({first, second} <= set(table) for table in people(draw.tables))


def test_club_mates_are_parted():
    clubs = {number: f"club {number % 6}" for number in range(1, 25)}

    draws = plan_rounds(entrants=entrants(24, clubs), settings=Settings(rounds=4), seed=3)

    assert [draw.report.unmet for draw in draws] == [(), (), (), ()]


def test_club_larger_than_the_hall_meets_as_little_as_it_must():
    clubs = dict.fromkeys(range(1, 10), "Herz")

    draw = draw_round(entrants=entrants(24, clubs), history=History(), settings=Settings(), seed=1)

    assert len(draw.report.unmet) == 3
    assert draw.report.best_possible
    assert {(unmet.tie, unmet.name) for unmet in draw.report.unmet} == {(Tie.CLUB, "Herz")}


def test_team_mates_are_parted_in_the_first_rounds_only():
    field = [Entrant(id=number, team=f"team {(number - 1) // 4}") for number in range(1, 17)]

    draws = plan_rounds(entrants=field, settings=Settings(rounds=5, team_rounds=4), seed=1)

    # Five rounds of sixteen without a repeat let everybody meet everybody, so team mates meet in the last.
    assert [len(draw.report.unmet) for draw in draws] == [0, 0, 0, 0, 0]
    assert (
        sum(
            shares(draws[4], one, two) for one, two in combinations(range(1, 17), 2) if (one - 1) // 4 == (two - 1) // 4
        )
        == 24
    )


def test_pair_is_kept_apart_in_the_rounds_named():
    wish = Apart(first=3, second=8, rounds=4)

    draws = plan_rounds(entrants=entrants(16), settings=Settings(rounds=5, apart=(wish,)), seed=9)

    assert [shares(draw, 3, 8) for draw in draws] == [False, False, False, False, True]


def test_pair_that_cannot_be_parted_is_named():
    wishes = tuple(Apart(first=one, second=two) for one, two in combinations(range(1, 5), 2))

    draw = draw_round(entrants=entrants(12), history=History(), settings=Settings(apart=wishes), seed=1)

    (unmet,) = draw.report.unmet
    assert unmet == Unmet(first=unmet.first, second=unmet.second, table=unmet.table, tie=Tie.PAIR)
    assert {unmet.first, unmet.second} <= {1, 2, 3, 4}


def test_strict_pair_stands_above_repeats():
    wish = Apart(first=1, second=2, strict=True)

    draws = draw_all(entrants(16), Settings(rounds=5, apart=(wish,)))

    assert [shares(draw, 1, 2) for draw in draws] == [False] * 5


def test_strict_pairs_that_cannot_be_kept_are_refused_by_name():
    trio = [(2, 5), (2, 8), (5, 8)]
    wishes = tuple(Apart(first=first, second=second, strict=True) for first, second in trio)

    with pytest.raises(RuleError) as refused:
        draw_round(entrants=entrants(8), history=History(), settings=Settings(apart=wishes), seed=1)

    # Three people at two tables: any one of the wishes would have to give way.
    assert refused.value.problems == tuple(
        Problem(code="strict_pair_unmet", params={"first": first, "second": second, "round": 1})
        for first, second in trio
    )


def test_wish_between_somebody_and_himself_is_refused():
    with pytest.raises(RuleError) as refused:
        draw_round(
            entrants=entrants(8), history=History(), settings=Settings(apart=(Apart(first=3, second=3),)), seed=1
        )

    assert refused.value.problems == (Problem(code="pair_of_one", params={"player": 3}),)


def test_wish_of_somebody_who_is_not_here_does_no_harm():
    draw = draw_round(
        entrants=entrants(8),
        history=History(),
        settings=Settings(apart=(Apart(first=3, second=77, strict=True),)),
        seed=1,
    )

    assert draw.report.unmet == ()
