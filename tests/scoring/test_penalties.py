"""The worked penalties, alone and in their row, and what keeps a penalty from being distributed."""

import json
from pathlib import Path

import pytest

from scoring.errors import Problem, RuleError
from scoring.penalties import Deduction, Effect, Penalty, check_deduction, check_penalty, effect, tariff
from scoring.rows import minus
from scoring.sheet import Row, Sheet, judge
from scoring.terms import BreachClass, Depth, RowKind

PENALTIES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "fixtures" / "penalties.jsonl").read_text("utf-8").splitlines()
]
INSIGNIFICANT, MINOR, SERIOUS, DECIDED = BreachClass


def penalties_of(case):
    """The penalties of a worked case as records."""
    return tuple(
        Penalty(**{("breach" if name == "class" else name): value for name, value in each.items()})
        for each in case["penalties"]
    )


def minor(offender=2, **more):
    return Penalty(offender=offender, breach=MINOR, **more)


def serious(offender=2, **more):
    return Penalty(offender=offender, breach=SERIOUS, **more)


def test_penalties_has_all_cases():
    numbers = [f"P{number:02}" for number in range(1, 25)]
    assert [case["id"] for case in PENALTIES] == [*numbers[:9], "P10a", "P10b", "P10c", *numbers[10:]]


@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_worked_penalty_by_tariff(case):
    game = tuple(case["points"] or (0, 0, 0, 0))
    expected = minus(tuple(case["row_total"]), game)

    for penalty in penalties_of(case):
        breach = Penalty(offender=penalty.offender, breach=BreachClass(penalty.breach), **_rest(penalty))
        assert tariff(breach, soloist=case["soloist"]) == expected
        assert effect(breach, soloist=case["soloist"]) == case["effect"]
    if not case["penalties"]:
        assert expected == (0, 0, 0, 0)


def _rest(penalty):
    return {"pledges": penalty.pledges, "can_hurt": penalty.can_hurt, "solo_clear": penalty.solo_clear}


@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_worked_penalty_in_its_row(case):
    points = case["points"] and tuple(case["points"])
    row = Row(kind=RowKind(case["kind"]), points=points, soloist=case["soloist"], penalties=penalties_of(case))
    judgement = judge(Sheet(rows=(row,)))
    total = judgement.row_totals[0]

    assert [problem.code for problem in judgement.problems] == []
    assert total == tuple(case["row_total"])
    assert (len({points % 2 for points in total}) == 1) is case["parity_kept"]
    assert minus(total, tuple(case["deductions"])) == tuple(case["total"])
    assert [check_deduction(Deduction(points=points)) for points in case["deductions"] if points] == [
        () for points in case["deductions"] if points
    ]


@pytest.mark.parametrize(("points", "refused"), [(0, True), (1, False), (12, False), (13, True), (-1, True)])
def test_deduction_is_at_most_twelve(points, refused):
    problem = Problem("deduction_outside", "points", "TSR 9.7.2 (b)", params={"points": points, "most": 12})

    assert check_deduction(Deduction(points=points)) == ((problem,) if refused else ())


def test_tariff_at_a_table_of_five_credits_the_active_players():
    assert tariff(minor(), seats=5, sits_out=4) == (1, -3, 1, 0, 1)
    assert tariff(serious(), seats=5, sits_out=1) == (0, -12, 4, 4, 4)
    assert tariff(serious(pledges=1), seats=5, sits_out=1, soloist=5) == (0, -15, 0, 0, 15)


def test_sitting_offender_needs_the_referees_own_points():
    assert check_penalty(minor(4), seats=5, soloist=None, sits_out=4) == (
        Problem("sitting_offender_needs_points", "points", "TSR 10.1.2"),
    )
    assert tariff(minor(4, points=(1, 1, 1, -3, 0)), seats=5, sits_out=4) == (1, 1, 1, -3, 0)
    assert tariff(Penalty(offender=4, breach=INSIGNIFICANT), seats=5, sits_out=4) == (0, 0, 0, 0, 0)


def test_unknown_sitting_dealer_leaves_a_spread_penalty_open():
    assert check_penalty(minor(), seats=5, soloist=None, sits_out=None) == (
        Problem("sitting_dealer_unknown", "points", "TSR 10.1.2"),
    )
    assert check_penalty(minor(), seats=5, soloist=2, sits_out=None) == (
        Problem("sitting_dealer_unknown", "points", "TSR 10.1.2"),
    )
    assert tariff(serious(), seats=5, soloist=1, sits_out=None) == (12, -12, 0, 0, 0)
    assert tariff(minor(can_hurt=True), seats=5, soloist=1, sits_out=None) == (3, -3, 0, 0, 0)


@pytest.mark.parametrize(
    ("penalty", "soloist", "problem"),
    [
        (minor(0), None, Problem("no_such_seat", "offender", params={"seat": 0})),
        (minor(5), None, Problem("no_such_seat", "offender", params={"seat": 5})),
        (serious(pledges=-1), None, Problem("pledges_outside", "pledges", "TSR 9.4.3", params={"pledges": -1})),
        (serious(pledges=5), None, Problem("pledges_outside", "pledges", "TSR 9.4.3", params={"pledges": 5})),
        (minor(points=(1, -3, 1)), None, Problem("wrong_number_of_cells", "points", params={"expected": 4})),
        (minor(points=(1, -3, 1, 0)), None, Problem("penalty_not_zero_sum", "points", "TSR 9.3", params={"sum": -1})),
        (minor(), 1, Problem("can_hurt_missing", "can_hurt", "TSR 9.3.3")),
        (Penalty(offender=2, breach=DECIDED), 1, Problem("can_hurt_missing", "can_hurt", "TSR 9.3.3")),
    ],
)
def test_penalty_that_cannot_be_distributed_is_refused(penalty, soloist, problem):
    assert check_penalty(penalty, seats=4, soloist=soloist, sits_out=None) == (problem,)
    with pytest.raises(RuleError) as refusal:
        tariff(penalty, soloist=soloist)
    assert refusal.value.problems == (problem,)


@pytest.mark.parametrize(
    ("penalty", "soloist", "becomes"),
    [
        (Penalty(offender=2, breach=INSIGNIFICANT), None, Effect.GOES_ON),
        (minor(), None, Effect.GOES_ON),
        (Penalty(offender=2, breach=DECIDED), None, Effect.SCORED),
        (serious(), None, Effect.NOT_PLAYED),
        (serious(), 2, Effect.NOT_PLAYED),
        (serious(), 1, Effect.COUNTS),
        (serious(solo_clear=False), 1, Effect.NOT_PLAYED),
    ],
)
def test_effect_on_the_game(penalty, soloist, becomes):
    assert effect(penalty, soloist=soloist) is becomes


def test_before_the_solo_is_clear_the_tariff_of_the_normal_game_holds():
    assert tariff(minor(solo_clear=False), soloist=1) == (1, -3, 1, 1)
    assert tariff(serious(pledges=2, solo_clear=False), soloist=1) == (6, -18, 6, 6)


def codes(row, *, before=()):
    return [(problem.code, problem.field) for problem in judge(Sheet(rows=(*before, row))).problems]


def test_serious_breach_in_a_normal_row_is_reported():
    row = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), penalties=(serious(),))

    assert codes(row) == [("breach_not_played", "kind")]


def test_serious_breach_by_an_opponent_of_the_soloist_leaves_no_points():
    row = Row(kind=RowKind.QUEENS_SOLO, points=(3, -1, -1, -1), soloist=1, penalties=(serious(),))

    assert codes(row) == [("points_after_breach", "points")]


def test_serious_breach_against_a_soloist_is_no_game_not_played():
    row = Row(kind=RowKind.NOT_PLAYED, soloist=1, penalties=(serious(),))

    assert codes(row) == [("breach_counts_as_played", "kind")]


def test_serious_breach_by_an_opponent_counts_without_points():
    row = Row(kind=RowKind.QUEENS_SOLO, soloist=1, penalties=(serious(),), mandatory=True)
    judgement = judge(Sheet(rows=(row,)))

    assert judgement.problems == ()
    assert judgement.row_totals == ((12, -12, 0, 0),)
    assert judgement.owed == (2, 3, 4)


def test_penalty_in_a_solo_of_an_unknown_soloist_is_reported():
    row = Row(kind=RowKind.QUEENS_SOLO, points=(0, 0, 0, 0), penalties=(minor(can_hurt=True),))
    judgement = judge(Sheet(rows=(row,)))

    assert codes(row) == [("soloist_missing", "soloist"), ("soloist_missing", "soloist")]
    assert (judgement.row_totals, judgement.totals) == ((None,), None)


def test_penalties_of_a_row_that_cannot_be_read_are_all_reported():
    row = Row(kind=RowKind.NORMAL, points=(0, 0, 0, 0), penalties=(minor(7), minor(), minor(points=(1, 0, 0, 0))))

    assert codes(row) == [("no_such_seat", "penalties"), ("penalty_not_zero_sum", "penalties")]


def test_two_penalties_in_one_game_add_up():
    row = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), penalties=(minor(2), minor(1)))

    assert judge(Sheet(rows=(row,))).row_totals == ((0, -4, 4, 0),)


def test_penalty_at_five_finds_the_sitting_dealer_in_the_empty_cell():
    row = Row(
        kind=RowKind.QUEENS_SOLO, points=(3, -1, -1, 0, -1), mandatory=True, penalties=(minor(2, can_hurt=False),)
    )
    rubric = judge(Sheet(seats=5, games=30, form="rubric", rows=(row,)))

    assert [problem.code for problem in rubric.problems] == []
    assert rubric.row_totals == ((4, -4, 0, 0, 0),)


def test_unknown_kind_says_nothing_about_the_effect():
    row = Row(points=(0, 0, 0, 0), penalties=(serious(),))

    assert codes(row) == []


@pytest.mark.parametrize(
    ("totals", "penalties", "codes"),
    [
        ((3, -3, 0, 0), (), ["totals_odd_even"]),
        ((3, -3, 0, 0), (minor(can_hurt=True),), []),
        ((3, -3, 0, 0), (minor(4, can_hurt=True),), []),  # all odd, but for seat 4 and the soloist, seat 3
        ((3, -3, 0, 0), (minor(4, can_hurt=True), minor(1, can_hurt=True)), []),
        ((3, -3, 0, 0), (minor(can_hurt=True, solo_clear=False),), ["totals_odd_even"]),
        ((3, -3, 0, 0), (minor(can_hurt=False),), ["totals_odd_even"]),
        ((15, -15, 2, -2), (serious(pledges=1),), []),
        ((15, -15, 2, -2), (serious(pledges=1, solo_clear=False),), ["totals_odd_even"]),
        ((15, -15, 2, -2), (serious(pledges=2),), ["totals_odd_even"]),
        ((4, -4, 2, -2), (serious(pledges=1),), []),
        ((3, 3, -3, -3), (serious(pledges=3),), []),
        ((1, -1, 2, -2), (minor(points=(3, -3, 0, 0)),), []),
        ((1, -1, 2, -2), (minor(points=(3, 0, -3, 0)),), ["totals_odd_even"]),
        ((1, -1, 2, -2), (minor(points=(1, -3, 1, 1)),), ["totals_odd_even"]),
        ((0, 0, 0, 0), (minor(9),), ["no_such_seat"]),
    ],
)
def test_parity_of_totals_with_exactly_the_exceptions_of_penalties(totals, penalties, codes):
    sheet = Sheet(depth=Depth.TOTALS, mandatory=0, totals=totals, penalties=penalties)

    assert [problem.code for problem in judge(sheet).problems] == codes
