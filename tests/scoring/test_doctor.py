"""The sheet doctor: single readings by hand, then a sample of simulated clerks."""

from dataclasses import replace

import pytest

from scoring.doctor import Action, Suggestion, suggest
from scoring.game import GameRecord
from scoring.readings import Reading, is_legal, readings, splits
from scoring.shapes import row_from_solo
from scoring.sheet import Row, Sheet, judge
from scoring.slips import Reason, look_alikes, row_slip, slip
from scoring.terms import Depth, Kind, RowKind
from tests.scoring.simulator import row_left_out
from tests.trials.scoring_doctor import CASES, measure, measure_totals

NORMAL = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2))


def normal(*points):
    return Row(kind=RowKind.NORMAL, points=points)


def solo(*points, **more):
    return Row(**{"kind": RowKind.QUEENS_SOLO, "points": points, **more})


def running(*totals, kind=RowKind.NORMAL):
    return Row(kind=kind, running=totals)


def suggested(*rows, limit=3, **sheet):
    """Row, action, reason and numbers of the first readings."""
    found = suggest(Sheet(**{"mandatory": 0, "games": len(rows), "rows": rows, **sheet}), limit=limit)
    return [
        (each.row, each.action.value, each.reason.value, each.points or each.running or each.totals) for each in found
    ]


@pytest.mark.parametrize(
    ("written", "meant", "reason"),
    [
        (4, 4, None),
        (None, 4, Reason.CELL_MISSING),
        (-4, 4, Reason.SIGN_MISSED),
        (1, 7, Reason.DIGIT_MISREAD),
        (-15, -16, Reason.DIGIT_MISREAD),
        (13, 18, Reason.DIGIT_MISREAD),
        (1, -7, Reason.NUMBER_WRONG),
        (11, 77, Reason.NUMBER_WRONG),
        (36, 63, Reason.DIGITS_TRANSPOSED),
        (-136, -163, Reason.DIGITS_TRANSPOSED),
        (136, 631, Reason.NUMBER_WRONG),
        (12, 1, Reason.DIGIT_LOST),
        (2, 12, Reason.DIGIT_LOST),
        (102, 12, Reason.DIGIT_LOST),
        (12, 3, Reason.NUMBER_WRONG),
        (2, 9, Reason.NUMBER_WRONG),
        (0, 2, Reason.NUMBER_WRONG),
    ],
)
def test_slip_of_a_number(written, meant, reason):
    assert slip(written, meant) is reason


def test_look_alikes_of_a_size():
    assert look_alikes(17) == {77, 11, 71}
    assert look_alikes(2) == set()
    assert look_alikes(358) == {858, 368, 353, 538, 385}


@pytest.mark.parametrize(
    ("written", "meant", "soloist", "slipped"),
    [
        ((3, -3, -3, -3), (9, -3, -3, -3), 1, (9, Reason.SOLO_NOT_TRIPLED)),
        ((4, -3, -3, -3), (9, -3, -3, -3), 1, (40, Reason.NUMBER_WRONG)),
        ((2, 2, 2, -2), (2, -2, 2, -2), None, (10, Reason.SIGN_MISSED)),
        ((2, 2, 2, 2), (2, -2, 2, -2), None, (20, Reason.SIGN_MISSED)),
        ((2, -2, -2, 2), (2, -2, 2, -2), None, (12, Reason.NEIGHBOURS_SWAPPED)),
        ((2, -2, 2, -2), (-2, -2, 2, 2), None, (17, Reason.WRONG_COLUMN)),
        ((1, 1, -1, -1), (-1, -1, 1, 1), None, (16, Reason.SIDES_SWAPPED)),
        ((0, 2, -2, 2, -2), (2, -2, 0, -2, 2), None, (29, Reason.WRONG_COLUMN)),
        ((7, -1, None, -1), (1, -1, 1, -1), None, (20, Reason.NUMBER_WRONG)),
    ],
)
def test_slip_of_a_row(written, meant, soloist, slipped):
    assert row_slip(written, meant, soloist=soloist) == slipped


@pytest.mark.parametrize(
    ("points", "kind", "soloist", "legal"),
    [
        ((2, -2, 2, -2), RowKind.NORMAL, None, True),
        ((3, -1, -1, -1), RowKind.NORMAL, None, False),
        ((3, -1, -1, -1), RowKind.UNKNOWN, None, True),
        ((3, -1, -1, -1), RowKind.UNKNOWN, 1, True),
        ((3, -1, -1, -1), RowKind.UNKNOWN, 2, False),
        ((2, -2, 2, -2), RowKind.UNKNOWN, None, True),
        ((2, -2, 2, -2), RowKind.UNKNOWN, 1, False),
        ((2, -2, 2, -2), RowKind.SOLO, None, False),
        ((3, -1, -1, -1), RowKind.SOLO, 1, True),
        ((3, -1, -1, -1), RowKind.SOLO, 4, False),
        ((0, 0, 0, 0), RowKind.SOLO, 4, True),
        ((0, 0, 0, 0), RowKind.NORMAL, None, True),
        ((4, -2, -1, -1), RowKind.UNKNOWN, None, False),
    ],
)
def test_legal_points_of_a_row(points, kind, soloist, legal):
    assert is_legal(points, kind=kind, soloist=soloist, sits_out=None) is legal


def test_readings_of_a_row_are_ordered_and_leave_the_row_itself_out():
    found = readings((9, 3, -3, -3), kind=RowKind.SOLO, soloist=None, sits_out=None)

    assert found[0] == Reading(10, (9, -3, -3, -3), Reason.SIGN_MISSED)
    assert [reading.cost for reading in found] == sorted(reading.cost for reading in found)
    assert (3, -1, -1, -1) not in [
        reading.points for reading in readings((3, -1, -1, -1), kind=RowKind.UNKNOWN, soloist=None, sits_out=None)
    ]


def test_splits_of_two_games_start_with_the_smallest():
    found = splits((3, -1, 1, -3), kind=RowKind.NORMAL, soloist=None, sits_out=None)

    assert [reading.points for reading in found[:2]] == [(1, 1, -1, -1), (2, -2, 2, -2)]


def test_sheet_without_findings_needs_no_doctor():
    assert suggest(Sheet(rows=(NORMAL,), mandatory=0)) == ()


def test_missed_sign_may_be_any_of_three_until_the_totals_are_known():
    row = normal(2, 2, 2, -2)

    assert suggested(row) == [
        (1, "replace", "sign_missed", (-2, 2, 2, -2)),
        (1, "replace", "sign_missed", (2, -2, 2, -2)),
        (1, "replace", "sign_missed", (2, 2, -2, -2)),
    ]
    assert suggested(row, totals=(2, -2, 2, -2))[0] == (1, "replace", "sign_missed", (2, -2, 2, -2))


def test_misread_digit():
    assert suggested(normal(7, -1, 1, -1))[0] == (1, "replace", "digit_misread", (1, -1, 1, -1))


def test_solo_not_tripled():
    assert suggested(solo(4, -4, -4, -4))[0] == (1, "replace", "solo_not_tripled", (12, -4, -4, -4))


def test_missing_cell_is_filled():
    assert suggested(normal(2, -2, None, -2))[0] == (1, "replace", "cell_missing", (2, -2, 2, -2))
    assert suggested(normal(2, -2, None, -2), NORMAL, totals=(4, -4, 4, -4))[0] == (
        1,
        "replace",
        "cell_missing",
        (2, -2, 2, -2),
    )
    assert suggested(normal(5, 0, None, -5), NORMAL, totals=(7, -7, 7, -7))[0] == (
        1,
        "replace",
        "number_wrong",
        (5, -5, 5, -5),
    )


def test_two_rows_that_cannot_be_read_are_read_each_by_itself():
    rows = (normal(2, -2, None, -2), normal(None, -2, 2, -2))

    assert suggested(*rows, totals=(4, -4, 4, -4))[:2] == [
        (1, "replace", "cell_missing", (2, -2, 2, -2)),
        (2, "replace", "cell_missing", (2, -2, 2, -2)),
    ]


def test_points_in_the_column_of_the_sitting_dealer():
    row = normal(2, -2, 2, 0, -2)

    assert suggested(row, seats=5)[0] == (1, "replace", "wrong_column", (0, -2, 2, 2, -2))


def test_soloist_in_another_column_than_marked():
    row = solo(-1, 3, -1, -1, soloist=1)
    found = suggest(Sheet(rows=(row,), mandatory=0))

    assert [(each.reason.value, each.points, dict(each.params)) for each in found[:2]] == [
        ("neighbours_swapped", (3, -1, -1, -1), {}),
        ("soloist_mismarked", (-1, 3, -1, -1), {"soloist": 2}),
    ]


def test_mark_of_the_soloist_is_wrong_where_the_totals_come_out():
    sheet = Sheet(rows=(solo(-1, 3, -1, -1, soloist=1),), mandatory=0, totals=(-1, 3, -1, -1))

    assert suggest(sheet)[0] == Suggestion(
        1, 1, Action.REPLACE, Reason.SOLOIST_MISMARKED, (-1, 3, -1, -1), params={"soloist": 2}
    )


def test_two_players_swapped_in_a_legal_row_lists_all_rows_that_explain_it():
    rows = (normal(2, -2, 2, -2), normal(2, 2, -2, -2), normal(2, -2, -2, 2), normal(-1, 1, -1, 1))

    assert suggested(*rows, totals=(1, 3, -3, -1), limit=None) == [
        (1, "replace", "neighbours_swapped", (-2, 2, 2, -2)),
        (3, "replace", "neighbours_swapped", (-2, 2, -2, 2)),
        (None, "replace", "number_wrong", (5, -1, -3, -1)),
    ]


def test_row_left_out_is_the_difference():
    assert suggested(NORMAL, games=2, totals=(5, -3, 1, -3))[0] == (None, "insert", "row_left_out", (3, -1, -1, -1))


def test_difference_that_no_game_has_is_no_row_left_out():
    assert [each[1] for each in suggested(NORMAL, games=2, totals=(5, -3, 2, -4), limit=None)] == ["replace"]


def test_nothing_is_left_out_of_a_full_sheet():
    assert [each[1] for each in suggested(NORMAL, games=1, totals=(5, -3, 1, -3), limit=None)] == ["replace"]


def test_row_left_out_at_a_table_of_five_moves_the_dealers():
    rows = (normal(0, 2, -2, 2, -2), normal(2, -2, 0, -2, 2), normal(1, 1, -1, 0, -1))

    assert suggested(*rows, seats=5, games=4, totals=(4, 1, -2, -1, -2))[0] == (
        None,
        "insert",
        "row_left_out",
        (1, 0, 1, -1, -1),
    )


def test_row_left_out_of_running_totals_holds_two_games():
    rows = (running(2, -2, 2, -2), running(5, -3, 3, -5), running(6, -4, 4, -6))
    found = suggested(*rows, games=4, totals=(6, -4, 4, -6))

    assert [each for each in found if each[1] == "insert"][:2] == [
        (2, "insert", "row_left_out", (3, -1, 1, -3)),
        (2, "insert", "row_left_out", (4, -4, 4, -4)),
    ]


def test_row_twice():
    other = normal(1, 1, -1, -1)

    assert suggested(NORMAL, other, other, games=2) == [(3, "delete", "row_twice", None)]
    assert suggested(NORMAL, other, NORMAL, games=2, totals=(3, -1, 1, -3))[:2] == [
        (1, "delete", "row_twice", None),
        (3, "delete", "row_twice", None),
    ]
    assert suggested(other, other, games=24, totals=(1, 1, -1, -1))[0] == (2, "delete", "row_twice", None)


def test_running_total_misread_mends_two_rows():
    rows = (running(2, -2, 2, -2), running(8, -3, 1, -1), running(4, -4, 2, -2))

    assert suggested(*rows)[0] == (2, "replace", "digit_misread", (3, -3, 1, -1))


def test_running_totals_swapped_though_their_row_stays_legal():
    rows = (running(5, 5, -5, -5), running(0, 10, -10, 0), running(8, -2, -8, 2))

    assert suggested(*rows)[0] == (2, "replace", "neighbours_swapped", (10, 0, -10, 0))


def test_running_total_carried_wrongly():
    rows = (running(2, -2, 2, -2), running(4, -3, 1, -1), running(5, -4, 2, -2))

    assert suggested(*rows)[0] == (2, "carry", "carried_wrongly", (3, -3, 1, -1))
    assert suggested(*rows, totals=(4, -4, 2, -2))[0] == (2, "carry", "carried_wrongly", (3, -3, 1, -1))


def test_last_running_total_is_replaced():
    assert suggested(running(2, -2, 2, -2), running(8, -3, 1, -1))[0] == (2, "replace", "digit_misread", (3, -3, 1, -1))


def test_running_total_beside_its_points_is_carried_from_what_they_add_up_to():
    rows = (
        Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), running=(3, -2, 2, -2)),
        Row(kind=RowKind.NORMAL, points=(1, -1, 1, -1), running=(4, -3, 3, -3)),
    )

    assert suggested(*rows) == [(1, "carry", "carried_wrongly", (2, -2, 2, -2))]


def test_broken_points_are_read_whatever_running_total_stands_beside_them():
    row = Row(kind=RowKind.NORMAL, points=(7, -1, 1, -1), running=(1, -1))

    assert suggested(row)[0] == (1, "replace", "digit_misread", (1, -1, 1, -1))


def test_cells_that_are_too_few_have_no_reading():
    row = Row(kind=RowKind.NORMAL, points=(7, -1), running=(1, None, 1, -2))

    assert suggested(row) == []


def test_transposed_digits_of_a_total():
    rows = [normal(9, 9, -9, -9), normal(9, -9, 9, -9)]

    assert suggested(*rows, totals=(81, 0, 0, -18))[0] == (None, "replace", "digits_transposed", (18, 0, 0, -18))


@pytest.mark.parametrize(
    ("totals", "reading"),
    [
        ((36, -13, -21, -29), (None, "replace", "digits_transposed", (63, -13, -21, -29))),
        ((10, 4, 2, -8), (None, "replace", "sign_missed", (10, -4, 2, -8))),
        ((10, -4, None, -8), (None, "replace", "cell_missing", (10, -4, 2, -8))),
    ],
)
def test_totals_alone(totals, reading):
    found = suggested(depth=Depth.TOTALS, totals=totals, games=24, limit=None)

    assert found[0] == reading
    assert {sum(each[3]) for each in found} == {0}


@pytest.mark.parametrize(
    "totals", [None, (1, -1, 2), (None, None, 2, -2), (1, -1, 2, -2)], ids=["none", "three", "two missing", "zero sum"]
)
def test_totals_alone_without_a_reading(totals):
    assert suggested(depth=Depth.TOTALS, totals=totals, games=24) == []


def test_rows_of_other_findings_have_no_reading():
    solo_due = (*(NORMAL,) * 23, Row(kind=RowKind.NORMAL))

    assert suggest(Sheet(rows=solo_due)) == ()
    assert suggest(Sheet(rows=(replace(NORMAL, points=(2, -2)),))) == ()
    assert suggest(Sheet(rows=(Row(kind=RowKind.STRUCK, points=(1, 1, 1, 1)),))) == ()


def test_full_game_is_listed_where_it_explains_the_totals():
    record = GameRecord(kind=Kind.NORMAL, re=(1, 3), re_card_points=151)
    sheet = Sheet(depth=Depth.FULL, games=1, mandatory=0, rows=(Row(record=record),), totals=(2, -2, -2, 2))

    assert suggest(sheet)[0] == Suggestion(1, 1, Action.REPLACE, Reason.NEIGHBOURS_SWAPPED, (2, -2, -2, 2))


def test_judgement_may_be_handed_in():
    sheet = Sheet(rows=(normal(2, 2, 2, -2),), mandatory=0)

    assert suggest(sheet, judgement=judge(sheet)) == suggest(sheet)
    assert len(suggest(sheet, limit=1)) == 1


def test_mandatory_row_of_unknown_kind_is_read_as_a_solo():
    points = row_from_solo(soloist=1, value=4)
    row = Row(points=(points[0] // 3, *points[1:]), mandatory=True)

    assert suggest(Sheet(rows=(row,)))[0].points == points


@pytest.mark.parametrize(
    ("mistake", "running", "kinds", "totals"), CASES, ids=lambda each: each.__name__ if callable(each) else "ny"[each]
)
def test_first_three_readings_contain_the_truth(mistake, running, kinds, totals):
    """A small sample of the trial; what nothing tells is not asked for."""
    rate = measure(mistake, running=running, kinds=kinds, totals=totals, sheets=16, seed=1)

    left_out = mistake is row_left_out
    if totals and (kinds or not left_out):
        assert rate.broken_found >= 0.93 * rate.broken
    elif kinds and not left_out:
        assert rate.broken_found >= 0.85 * rate.broken
    if totals and not running:
        assert rate.legal_listed == rate.legal


def test_transposed_digits_of_totals_alone_are_among_the_first_three():
    rate = measure_totals(sheets=16, seed=1)

    assert (rate.sheets, rate.broken_found) == (16, 16)
