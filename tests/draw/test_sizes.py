"""How many tables of four and five a field makes (layout 8.4)."""

import pytest

from scoring.errors import Problem, RuleError
from tournament.draw.sizes import seated_with_rest, splits, table_sizes
from tournament.draw.values import Fives, Rest


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, (4,)), (5, (5,)), (8, (4, 4)), (9, (5, 4)), (10, (5, 5)), (12, (4, 4, 4)), (13, (5, 4, 4)),
        (14, (5, 5, 4)), (15, (5, 5, 5)), (16, (4, 4, 4, 4)), (19, (5, 5, 5, 4)), (23, (5, 5, 5, 4, 4)),
    ],
)  # fmt: skip
def test_table_sizes_take_as_few_fives_as_needed(players, sizes):
    assert table_sizes(players=players) == sizes


@pytest.mark.parametrize("players", [1, 2, 3, 6, 7, 11])
def test_table_sizes_refuse_fields_without_a_split(players):
    with pytest.raises(RuleError) as refused:
        table_sizes(players=players)

    assert [problem.code for problem in refused.value.problems] == ["field_cannot_be_seated"]
    assert splits(players) == ()


def test_refusal_names_the_number_and_the_ways_out():
    with pytest.raises(RuleError) as refused:
        table_sizes(players=22, fives=Fives.NEVER)

    assert refused.value.problems == (
        Problem(
            code="field_cannot_be_seated",
            params={
                "n": 22,
                "fives": "never",
                "fives_number": 0,
                "ways_out": ("allow_fives", "fillers", "sit_out", "waiting_list"),
                "fillers": 2,
                "left_over": 2,
            },
        ),
    )


def test_table_sizes_prefer_fives():
    assert table_sizes(players=24, fives=Fives.PREFERRED) == (5, 5, 5, 5, 4)


def test_table_sizes_with_a_number_of_fives():
    assert table_sizes(players=57, fives=Fives.NUMBER, fives_number=9) == (5,) * 9 + (4,) * 3


def test_table_sizes_refuse_a_number_of_fives_that_does_not_fit():
    with pytest.raises(RuleError) as refused:
        table_sizes(players=24, fives=Fives.NUMBER, fives_number=1)

    assert refused.value.problems[0].params["fives_number"] == 1


@pytest.mark.parametrize(
    ("players", "fives", "rest", "expected"),
    [
        (22, Fives.NEVER, Rest.SIT_OUT, ((4,) * 5, 2)),
        (22, Fives.NEVER, Rest.WAITING_LIST, ((4,) * 5, 2)),
        (22, Fives.NEVER, Rest.FILLER, ((4,) * 6, -2)),
        (11, Fives.NEEDED, Rest.SIT_OUT, ((5, 5), 1)),
        (11, Fives.NEEDED, Rest.FILLER, ((4, 4, 4), -1)),
        (24, Fives.NEVER, Rest.SIT_OUT, ((4,) * 6, 0)),
    ],
)
def test_left_over_players_are_as_few_as_can_be(players, fives, rest, expected):
    assert seated_with_rest(players=players, fives=fives, fives_number=0, rest=rest) == expected


def test_left_over_players_never_make_a_table_of_less_than_four():
    with pytest.raises(RuleError) as refused:
        seated_with_rest(players=3, fives=Fives.NEVER, fives_number=0, rest=Rest.SIT_OUT)

    assert refused.value.problems[0].params["n"] == 3
