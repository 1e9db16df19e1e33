"""The sheet: worked sheets, then every finding, one by one."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.errors import Problem
from scoring.game import GameRecord
from scoring.shapes import row_from_solo, row_from_winners
from scoring.sheet import (
    Newcomer,
    Next,
    Row,
    Sheet,
    check_complete,
    games_won,
    judge,
    share,
    solos_won,
)
from scoring.terms import Depth, Form, Kind, Level, RowKind, Severity, SpecialPoint
from scoring.wire import answer_sheet

SHEETS = sorted((Path(__file__).parents[2] / "fixtures" / "sheets").glob("*.json"))
NORMAL = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2))
STRUCK = Row(kind=RowKind.STRUCK)
NOT_PLAYED = Row(kind=RowKind.NOT_PLAYED)


def solo(seat, *, value=1, seats=4, sits_out=None, **more):
    """A queens' solo of a seat."""
    points = row_from_solo(soloist=seat, value=value, seats=seats, sits_out=sits_out)
    return Row(**{"kind": RowKind.QUEENS_SOLO, "points": points, **more})


def five(sits_out):
    """A normal game at a table of five."""
    active = [seat for seat in range(1, 6) if seat != sits_out]
    return Row(kind=RowKind.NORMAL, points=row_from_winners(winners=active[:2], value=1, seats=5, sits_out=sits_out))


def findings(*rows, **sheet):
    """Row, code and field of every finding."""
    return [(problem.row, problem.code, problem.field) for problem in judge(Sheet(rows=rows, **sheet)).problems]


def unsorted_table(*rows, **sheet):
    """A sheet without mandatory solos."""
    return judge(Sheet(rows=rows, mandatory=0, **sheet))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_worked_sheet(path):
    sheet = json.loads(path.read_text("utf-8"))
    expected = sheet["expected"]

    answer, clean = answer_sheet(sheet)

    answer = json.loads(json.dumps(answer))
    answer["problems"] = [{key: each[key] for key in ("row", "code", "severity")} for each in answer["problems"]]
    assert {key: answer[key] for key in expected} == expected
    assert clean is (expected["problems"] == [])


def test_worked_sheets_are_all_there():
    ids = {path.stem.split("_")[0] for path in SHEETS}

    assert ids == {"rubric", *(f"D{number}" for number in range(1, 9)), *(f"L{number}" for number in range(1, 11))}


def test_running_totals_follow_the_rows():
    judgement = unsorted_table(NORMAL, solo(1), games=2, totals=(5, -3, 1, -3))

    assert judgement.row_points == ((2, -2, 2, -2), (3, -1, -1, -1))
    assert judgement.running == ((2, -2, 2, -2), (5, -3, 1, -3))
    assert judgement.totals == (5, -3, 1, -3)
    assert judgement.numbers == (1, 2)
    assert (judgement.problems, judgement.complete, judgement.next) == ((), True, None)


def test_points_follow_running_totals():
    rows = (
        Row(kind=RowKind.NORMAL, running=(2, -2, 2, -2)),
        Row(kind=RowKind.QUEENS_SOLO, running=(5, -3, 1, -3)),
    )

    assert unsorted_table(*rows).row_points == ((2, -2, 2, -2), (3, -1, -1, -1))
    assert unsorted_table(*rows).soloists == (None, 1)


def test_running_totals_of_struck_and_unplayed_games_stay():
    rows = (
        Row(kind=RowKind.NORMAL, running=(2, -2, 2, -2)),
        Row(kind=RowKind.NOT_PLAYED, running=(2, -2, 2, -2)),
        Row(kind=RowKind.STRUCK, running=(None, None, None, None)),
        Row(kind=RowKind.STRUCK, running=(3, -3, 3, -3)),
    )
    judgement = unsorted_table(*rows)

    assert [(problem.row, problem.code, problem.section) for problem in judgement.problems] == [
        (4, "points_without_game", "TSR 8.5")
    ]
    assert judgement.running[2] == (2, -2, 2, -2)


def test_empty_running_total_of_the_sitting_dealer_stays():
    rows = (
        Row(kind=RowKind.NORMAL, running=(None, 1, -1, 1, -1)),
        Row(kind=RowKind.NORMAL, running=(2, None, 1, -1, -3)),
    )
    judgement = unsorted_table(*rows, seats=5, games=30)

    assert judgement.problems == ()
    assert judgement.running == ((0, 1, -1, 1, -1), (2, 1, 1, -1, -3))


def test_points_and_running_totals_must_agree_once():
    rows = (
        Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), running=(3, -2, 2, -2)),
        Row(kind=RowKind.NORMAL, points=(1, -1, 1, -1), running=(4, -3, 3, -3)),
    )
    judgement = unsorted_table(*rows)

    assert judgement.problems == (
        Problem(
            "running_differs",
            "running",
            "TSR 7.3",
            row=1,
            params={"written": (3, -2, 2, -2), "computed": (2, -2, 2, -2)},
        ),
    )
    assert judgement.totals == (4, -3, 3, -3)


def test_running_totals_in_a_rubric_are_refused():
    assert findings(Row(kind=RowKind.NORMAL, running=(2, -2, 2, -2)), form=Form.RUBRIC) == [
        (1, "running_in_rubric", "running")
    ]


def test_row_that_cannot_be_read_leaves_totals_open():
    judgement = unsorted_table(NORMAL, Row(kind=RowKind.NORMAL), games=2, totals=(1, -1, 1, 0))

    assert [(problem.row, problem.code) for problem in judgement.problems] == [
        (2, "points_missing"),
        (None, "totals_not_zero_sum"),
        (None, "totals_odd_even"),
    ]
    assert (judgement.totals, judgement.running, judgement.complete) == (None, ((2, -2, 2, -2), None), False)


def test_running_totals_find_their_way_after_a_row_that_cannot_be_read():
    rows = (
        Row(kind=RowKind.NORMAL),
        Row(kind=RowKind.NORMAL, running=(2, -2, 2, -2)),
        Row(kind=RowKind.NORMAL, running=(1, -1, 3, -3)),
    )
    judgement = unsorted_table(*rows)

    assert [(problem.row, problem.code) for problem in judgement.problems] == [(1, "points_missing")]
    assert judgement.row_points == (None, None, (-1, 1, 1, -1))
    assert judgement.totals == (1, -1, 3, -3)


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        (Row(kind=RowKind.NORMAL, points=(2, -2, None, -2)), "cell_missing"),
        (Row(kind=RowKind.NORMAL, points=(2, -2, 2)), "wrong_number_of_cells"),
        (Row(kind=RowKind.NORMAL, points=(3, -1, -1, -1)), "row_shape"),
        (Row(kind=RowKind.WEDDING, points=(3, -1, -1, -1)), "row_shape"),
        (Row(kind=RowKind.QUEENS_SOLO, points=(2, -2, 2, -2)), "row_shape"),
        (Row(kind=RowKind.SILENT_WEDDING, points=(2, -2, 2, -2)), "row_shape"),
        (Row(kind=RowKind.FAILED_WEDDING, points=(2, -2, 2, -2)), "row_shape"),
        (Row(points=(6, -2, -2, -4)), "row_not_zero_sum"),
        (Row(points=(5, -2, -2, -1)), "row_odd_even"),
        (Row(points=(2, -2, 2, -2), soloist=1), "row_shape"),
    ],
)
def test_row_of_a_wrong_shape_is_found(row, finding):
    assert [(problem.row, problem.code) for problem in unsorted_table(row).problems] == [(1, finding)]


@pytest.mark.parametrize("points", [(2, -2, 2, -2), (3, -1, -1, -1), (-9, 3, 3, 3), (0, 0, 0, 0)])
def test_unknown_kind_may_have_both_shapes(points):
    assert unsorted_table(Row(points=points)).problems == ()


@pytest.mark.parametrize(
    ("row", "value", "most"),
    [
        (Row(kind=RowKind.NORMAL, points=(30, 30, -30, -30)), 30, 29),
        (solo(1, value=22), 22, 21),
    ],
)
def test_implausible_value_is_only_a_warning(row, value, most):
    assert unsorted_table(row).problems[:1] == (
        Problem("value_implausible", "points", "TSR 7.2", Severity.WARNING, 1, {"value": value, "most": most}),
    )


@pytest.mark.parametrize("row", [Row(kind=RowKind.NORMAL, points=(29, 29, -29, -29)), solo(1, value=21)])
def test_largest_value_is_plausible(row):
    assert unsorted_table(row).problems == ()


def test_implausible_total_is_only_a_warning():
    rows = [solo(1, value=18)] * 3
    judgement = unsorted_table(*rows, games=24, totals=(162, -54, -54, -54))

    assert judgement.problems == (
        Problem(
            "total_implausible",
            "totals",
            "",
            Severity.WARNING,
            params={"seat": 1, "total": 162, "most": 160},
        ),
    )


def test_written_totals_are_compared_seat_by_seat():
    judgement = unsorted_table(NORMAL, totals=(3, -2, None, -3))

    assert judgement.problems == (
        Problem("total_differs", "totals", "TSR 7.3", params={"seat": 1, "written": 3, "computed": 2}),
        Problem("total_differs", "totals", "TSR 7.3", params={"seat": 4, "written": -3, "computed": -2}),
    )


def test_wrong_number_of_totals_is_found():
    assert findings(NORMAL, mandatory=0, totals=(2, -2, 2)) == [(None, "wrong_number_of_cells", "totals")]


def test_soloist_must_fit_the_points():
    assert findings(solo(1, soloist=2)) == [(1, "soloist_differs", "soloist")]
    assert findings(solo(1, soloist=1)) == []
    assert findings(Row(points=(3, -1, -1, -1), soloist=3), mandatory=0) == [(1, "soloist_differs", "soloist")]


def test_solo_worth_nothing_needs_its_soloist():
    assert findings(solo(1, value=0)) == [(1, "soloist_missing", "soloist")]
    assert findings(solo(1, value=0, soloist=1)) == []
    assert findings(Row(kind=RowKind.SILENT_WEDDING, points=(0, 0, 0, 0))) == []


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        (Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), mandatory=True), "mandatory_without_solo"),
        (Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), enforced=True), "mandatory_without_solo"),
        (Row(kind=RowKind.SILENT_WEDDING, points=(3, -1, -1, -1), mandatory=True), "wedding_is_not_mandatory"),
        (Row(kind=RowKind.FAILED_WEDDING, points=(3, -1, -1, -1), enforced=True), "wedding_is_not_mandatory"),
        (Row(kind=RowKind.WEDDING, points=(2, -2, 2, -2), soloist=1), "soloist_without_solo"),
    ],
)
def test_mark_that_does_not_fit_is_found(row, finding):
    assert [code for _, code, _ in findings(row)] == [finding]


@pytest.mark.parametrize("field", ["soloist", "dealer"])
@pytest.mark.parametrize("seat", [0, 5])
def test_seat_the_table_does_not_have_is_found(field, seat):
    problems = judge(Sheet(rows=(solo(1, **{field: seat}),))).problems

    assert problems == (Problem("no_such_seat", field, "TSR 3.2", row=1, params={"seat": seat}),)


@pytest.mark.parametrize("field", ["soloist", "dealer"])
def test_seat_the_table_does_not_have_is_found_in_a_game_not_played(field):
    assert findings(Row(kind=RowKind.NOT_PLAYED, **{field: 9})) == [(1, "no_such_seat", field)]


def test_first_solo_of_a_player_is_his_mandatory_one():
    judgement = judge(Sheet(rows=(solo(1), solo(1), solo(2))))

    assert judgement.mandatory == (True, False, True)
    assert judgement.enforced == (False, None, False)
    assert judgement.dealers == (1, 1, 2)
    assert judgement.owed == (3, 4)
    assert judgement.problems == ()


def test_voluntary_solo_before_the_mandatory_one_is_found():
    assert findings(solo(1, mandatory=False)) == [(1, "solo_is_mandatory", "mandatory")]


def test_second_mandatory_solo_is_found():
    assert findings(solo(1, mandatory=True), solo(1, mandatory=True)) == [(2, "solo_not_owed", "mandatory")]
    assert findings(solo(1, mandatory=True), mandatory=0) == [(1, "solo_not_owed", "mandatory")]


def test_two_mandatory_solos_each():
    judgement = judge(Sheet(mandatory=2, rows=(solo(1), solo(1), solo(1))))

    assert judgement.mandatory == (True, True, False)
    assert judgement.owed == (2, 2, 3, 3, 4, 4)


def test_silent_wedding_leaves_the_mandatory_solo_owed():
    judgement = judge(Sheet(rows=(Row(kind=RowKind.SILENT_WEDDING, points=(3, -1, -1, -1)),)))

    assert judgement.owed == (1, 2, 3, 4)
    assert judgement.mandatory == (None,)
    assert judgement.soloists == (1,)


def test_row_of_unknown_kind_marked_mandatory_is_a_solo():
    judgement = judge(Sheet(rows=(Row(points=(3, -1, -1, -1), mandatory=True),)))

    assert (judgement.owed, judgement.mandatory, judgement.problems) == ((2, 3, 4), (True,), ())


def test_solo_shaped_row_of_unknown_kind_leaves_dealer_and_debts_open():
    rows = (Row(points=(3, -1, -1, -1)), NORMAL, *(NORMAL,) * 22)
    judgement = judge(Sheet(rows=rows))

    assert judgement.dealers == (1, *(None,) * 23)
    assert judgement.leads == (2, *(None,) * 23)
    assert (judgement.owed, judgement.next, judgement.complete) == ((1, 2, 3, 4), Next(None, None), False)
    assert judgement.problems == ()


@pytest.mark.parametrize(
    "row",
    [
        Row(points=(2, -2, 2, -2)),
        Row(points=(3, -1, -1, -1), mandatory=False),
        Row(kind=RowKind.NORMAL, points=(3, -1, -1, -1)),
    ],
)
def test_row_that_is_no_mandatory_solo_moves_the_deal(row):
    assert judge(Sheet(rows=(row, NORMAL))).dealers == (1, 2)


def test_solo_shaped_row_of_a_player_who_owes_nothing_moves_the_deal():
    judgement = judge(Sheet(rows=(solo(1), Row(points=(3, -1, -1, -1)), NORMAL)))

    assert judgement.dealers == (1, 1, 2)


def test_row_of_zeros_of_unknown_kind_leaves_the_dealer_open():
    assert judge(Sheet(rows=(Row(points=(0, 0, 0, 0)), NORMAL))).dealers == (1, None)
    assert unsorted_table(Row(points=(0, 0, 0, 0)), NORMAL).dealers == (1, 2)


def test_row_that_cannot_be_read_leaves_the_dealer_open():
    assert judge(Sheet(rows=(Row(), NORMAL))).dealers == (1, None)
    assert judge(Sheet(rows=(Row(points=(2, -2, 2, 1)), NORMAL))).dealers == (1, None)


def test_recorded_dealer_finds_the_order_again():
    rows = (Row(points=(3, -1, -1, -1)), Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), dealer=3), NORMAL)

    assert judge(Sheet(rows=rows)).dealers == (1, 3, 4)


def test_solo_of_an_unknown_soloist_leaves_dealer_and_debts_open():
    judgement = judge(Sheet(rows=(solo(1, value=0, mandatory=True), *(NORMAL,) * 23)))

    assert judgement.dealers[1] is None
    assert [problem.code for problem in judgement.problems] == ["soloist_missing"]


def test_mark_of_a_solo_is_not_doubted_after_an_unknown_row():
    rows = (Row(points=(0, 0, 0, 0)), solo(1, mandatory=False), solo(1, mandatory=True), solo(1, mandatory=True))

    assert findings(*rows) == []


def test_recorded_dealer_differs():
    rows = (NORMAL, Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2), dealer=4), NORMAL)
    judgement = judge(Sheet(rows=rows))

    assert judgement.problems == (
        Problem("dealer_differs", "dealer", "TSR 3.3.1", row=2, params={"written": 4, "computed": 2}),
    )
    assert judgement.dealers == (1, 4, 1)


def test_recorded_dealer_of_a_game_not_played_differs():
    rows = (Row(kind=RowKind.NOT_PLAYED, dealer=2), NORMAL)
    judgement = judge(Sheet(rows=rows))

    assert [(problem.row, problem.code) for problem in judgement.problems] == [(1, "dealer_differs")]
    assert judgement.dealers == (2, 2)


def test_game_not_played_keeps_dealer_and_number():
    judgement = judge(Sheet(rows=(NORMAL, NOT_PLAYED, NORMAL)))

    assert judgement.dealers == (1, 2, 2)
    assert judgement.leads == (2, 3, 3)
    assert judgement.numbers == (1, None, 2)


def test_game_not_played_after_time_counts_as_struck():
    judgement = judge(
        Sheet(games=4, mandatory=0, rows=(NORMAL, Row(kind=RowKind.NOT_PLAYED, replayed=False), STRUCK, STRUCK))
    )

    assert judgement.dealers == (1, None, None, None)
    assert judgement.numbers == (1, 2, 3, 4)
    assert (judgement.complete, judgement.problems) == (True, ())


def test_mandatory_solo_not_played_is_led_by_its_soloist_and_still_owed():
    judgement = judge(Sheet(rows=(Row(kind=RowKind.NOT_PLAYED, soloist=3, mandatory=True), NORMAL)))

    assert judgement.leads == (3, 2)
    assert judgement.owed == (1, 2, 3, 4)


def test_enforced_solo_not_played_is_led_by_whose_turn_it_is():
    rows = (*(NORMAL,) * 20, NOT_PLAYED, Row(kind=RowKind.NOT_PLAYED, soloist=2))
    judgement = judge(Sheet(rows=rows))

    assert judgement.leads[20:] == (2, 2)
    assert judgement.next == Next(1, 2)


@pytest.mark.parametrize("row", [STRUCK, NOT_PLAYED])
def test_points_in_a_row_without_game_are_found(row):
    assert findings(replace(row, points=(2, -2, 2, -2))) == [(1, "points_without_game", "points")]
    assert findings(replace(row, points=(0, 0, 0, 0))) == []
    assert findings(replace(row, record=FULL)) == [(1, "points_without_game", "points")]


def test_normal_game_where_a_solo_is_due_is_found_once():
    rows = (*(NORMAL,) * 20, NORMAL, NORMAL, solo(1), solo(2))
    judgement = judge(Sheet(rows=rows))

    assert judgement.problems == (
        Problem("solo_due", "kind", "TSR 4.2.3", row=21, params={"seats": (1, 2, 3, 4)}),
        Problem("enforced_out_of_turn", "soloist", "TSR 4.2.3", row=23, params={"seat": 1, "expected": 4}),
        Problem("solos_missing", None, "TSR 4.2.3", params={"seats": (3, 4), "left": 0}),
    )
    assert judgement.enforced[20:] == (None, None, True, True)


def test_enforced_solo_out_of_turn_is_found():
    judgement = judge(Sheet(rows=(*(NORMAL,) * 20, solo(3), solo(4), solo(2), solo(1))))

    assert judgement.problems == (
        Problem("enforced_out_of_turn", "soloist", "TSR 4.2.3", row=21, params={"seat": 3, "expected": 2}),
        Problem("enforced_out_of_turn", "soloist", "TSR 4.2.3", row=23, params={"seat": 2, "expected": 1}),
    )


def test_mark_of_enforcement_is_checked():
    assert findings(solo(1, enforced=True)) == [
        (1, "enforced_too_early", "enforced"),
        (1, "enforced_out_of_turn", "soloist"),
    ]
    assert findings(solo(2, enforced=True)) == [(1, "enforced_too_early", "enforced")]
    assert findings(solo(2, enforced=True), time_over=True) == []
    assert findings(*(NORMAL,) * 20, solo(2, enforced=False)) == [(21, "enforced_not_marked", "enforced")]


def test_mark_of_enforcement_decides_the_deal():
    assert judge(Sheet(rows=(*(NORMAL,) * 20, solo(2, enforced=False), solo(3)))).dealers[20:] == (1, 1)
    assert judge(Sheet(rows=(solo(2, enforced=True), NORMAL))).dealers == (1, 2)


def test_every_owed_solo_after_a_struck_game_is_enforced():
    judgement = judge(Sheet(rows=(NORMAL, STRUCK, solo(3), solo(4))))

    assert judgement.enforced == (None, None, True, True)
    assert judgement.dealers == (1, None, 2, 3)
    assert judgement.next == Next(4, 1)


def test_game_after_a_struck_one_is_found():
    assert findings(NORMAL, STRUCK, NORMAL) == [(3, "game_after_time", "kind")]
    assert findings(NORMAL, STRUCK, NORMAL, form=Form.RUBRIC) == [(3, "game_after_time", "kind")]


def test_last_solos_of_a_sheet_whose_time_was_over_are_enforced_as_far_as_in_turn():
    rows = (*(NORMAL,) * 4, solo(4), solo(2), solo(3))
    judgement = judge(Sheet(rows=rows, time_over=True))

    assert judgement.enforced[4:] == (False, True, True)
    assert judgement.dealers[4:] == (1, 1, 2)
    assert judgement.next == Next(3, 1)
    assert judgement.problems == ()


def test_solo_between_normal_games_was_voluntary_though_the_time_was_over_later():
    judgement = judge(Sheet(rows=(solo(2), NORMAL, solo(3), NOT_PLAYED, solo(4, mandatory=True)), time_over=True))

    assert judgement.enforced == (False, None, True, None, True)


def test_lust_solo_at_the_end_ends_the_run_of_enforced_solos():
    rows = (solo(2), solo(2, mandatory=False), solo(3))
    judgement = judge(Sheet(rows=rows, time_over=True))

    assert judgement.enforced == (False, None, True)


def test_full_sheet_whose_time_was_over_enforces_nothing_else():
    rows = (*(NORMAL,) * 20, solo(2), solo(3), solo(4), solo(1))
    sheet = Sheet(rows=rows, time_over=True)

    assert judge(sheet) == judge(Sheet(rows=rows))


def test_time_over_without_debts_completes_the_sheet():
    judgement = judge(Sheet(rows=(solo(1), solo(2), solo(3), solo(4), NORMAL), time_over=True))

    assert (judgement.complete, judgement.next) == (True, None)


def test_time_over_after_22_games_counts_the_last_one():
    rows = (solo(1), solo(2), solo(3), *(NORMAL,) * 17, solo(4), Row(kind=RowKind.NORMAL, points=(-1, 1, -1, 1)))
    judgement = judge(Sheet(rows=rows, time_over=True))

    assert judgement.numbers[-1] == 22
    assert judgement.totals == (33, -33, 33, -33)
    assert (judgement.complete, judgement.problems) == (True, ())


def test_too_many_games_are_found():
    assert findings(NORMAL, NORMAL, mandatory=0, games=1) == [(None, "too_many_games", None)]


def test_unfinished_sheet_is_no_mistake():
    judgement = judge(Sheet(rows=(NORMAL,)))

    assert judgement.problems == ()
    assert (judgement.complete, judgement.next) == (False, Next(2, None))


def test_newcomer_owes_solos_of_his_own():
    rows = (solo(1), NORMAL, solo(1))
    newcomer = (Newcomer(seat=1, row=3),)

    assert judge(Sheet(rows=rows)).mandatory == (True, None, False)
    assert judge(Sheet(rows=rows, newcomers=newcomer)).mandatory == (True, None, True)
    assert judge(Sheet(rows=rows[:1], newcomers=newcomer)).owed == (2, 3, 4)
    assert judge(Sheet(rows=rows[:2], newcomers=newcomer)).owed == (1, 2, 3, 4)


def test_newcomer_at_depth_totals_owes_solos_of_his_own():
    sheet = Sheet(depth=Depth.TOTALS, totals=(0, 0, 0, 0), solos=(1, 1, 2, 3, 4), newcomers=(Newcomer(seat=1, row=9),))

    assert (judge(sheet).problems, judge(sheet).owed, judge(sheet).complete) == ((), (), True)


def test_table_of_five_knows_who_sits_out():
    judgement = judge(Sheet(seats=5, games=30, rows=(five(1), five(2), solo(4, seats=5, sits_out=3), five(3))))

    assert judgement.sits_out == (1, 2, 3, 3)
    assert judgement.problems == ()


def test_points_of_the_sitting_dealer_are_found():
    row = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2, 0))

    assert judge(Sheet(seats=5, rows=(row,))).problems == (
        Problem("sitting_dealer_has_points", "points", "TSR 10.1.2", row=1, params={"sits_out": 1}),
    )


def test_empty_cell_of_another_than_the_sitting_dealer_is_found():
    assert findings(Row(kind=RowKind.NORMAL, points=(0, None, 1, -1, 0)), seats=5) == [(1, "cell_missing", "points")]
    assert findings(Row(kind=RowKind.NORMAL, points=(None, None, 1, -1, 0)), seats=5) == [(1, "cell_missing", "points")]
    assert findings(Row(kind=RowKind.NORMAL, points=(None, 1, 1, -1, -1)), seats=5, mandatory=0) == []


def test_solo_of_the_sitting_dealer_is_found():
    row = Row(kind=RowKind.QUEENS_SOLO, points=(0, 0, 0, 0, 0), soloist=1)

    assert findings(row, seats=5) == [(1, "sitting_dealer_plays", "soloist")]


def test_recorded_dealer_who_owes_the_last_solo_still_cannot_play_it():
    rows = [solo(seat, seats=5, sits_out=1) for seat in (2, 3, 4, 5)] + [five(1 + place % 5) for place in range(25)]
    last = Row(kind=RowKind.QUEENS_SOLO, points=(0, 0, 0, 0, 0), soloist=1, dealer=1)

    assert findings(*rows, last, seats=5, games=30) == [(30, "sitting_dealer_plays", "soloist")]


def test_last_solo_of_the_dealer_without_a_decision_asks_for_it():
    rows = [solo(seat, seats=5, sits_out=1) for seat in (2, 3, 4, 5)] + [five(1 + place % 5) for place in range(25)]
    judgement = judge(Sheet(seats=5, games=30, rows=(*rows, solo(1, seats=5, sits_out=3))))

    assert judgement.problems == (
        Problem("dealer_owes_last_solo", "dealer", "TSR 10.2", Severity.DECISION, 30, {"seat": 1}),
    )
    assert (judgement.dealers[-1], judgement.enforced[-1], judgement.complete) == (None, True, True)


def test_normal_game_instead_of_the_decision_leaves_the_dealer_open():
    rows = [solo(seat, seats=5, sits_out=1) for seat in (2, 3, 4, 5)] + [five(1 + place % 5) for place in range(25)]
    judgement = judge(Sheet(seats=5, games=30, rows=(*rows, five(1))))

    assert [(problem.row, problem.code) for problem in judgement.problems] == [
        (30, "dealer_owes_last_solo"),
        (30, "solo_due"),
        (None, "solos_missing"),
    ]
    assert judgement.next == Next(None, None)


def test_enforced_solo_skips_the_dealer_at_a_table_of_five():
    rows = [solo(seat, seats=5, sits_out=1) for seat in (3, 4, 5)] + [five(1 + place % 5) for place in range(25)]
    judgement = judge(Sheet(seats=5, games=30, rows=tuple(rows)))

    assert judgement.owed == (1, 2)
    assert judgement.next == Next(1, 2)
    assert judgement.problems == ()


def test_rubric_says_nothing_about_its_solos():
    rows = (NORMAL, solo(3), NORMAL, solo(1, mandatory=True), solo(1, mandatory=False))
    judgement = judge(Sheet(form=Form.RUBRIC, rows=rows))

    assert judgement.dealers == (1, None, 2, None, 3)
    assert judgement.leads == (2, None, 3, None, 4)
    assert judgement.numbers == (1, None, 2, None, 3)
    assert judgement.mandatory == (None, True, None, True, False)
    assert judgement.enforced == (None,) * 5
    assert judgement.owed == (2, 4)
    assert judgement.next == Next(4, None)
    assert judgement.problems == ()


def test_rubric_claims_no_order_between_voluntary_and_mandatory_solo():
    assert findings(solo(1, mandatory=False), form=Form.RUBRIC) == []


def test_second_solo_of_a_player_in_a_rubric_is_voluntary_and_moves_the_deal():
    judgement = judge(Sheet(form=Form.RUBRIC, rows=(solo(1), solo(1), NORMAL)))

    assert judgement.dealers == (None, 1, 2)
    assert judgement.mandatory == (True, False, None)


def test_rubric_believes_what_is_recorded_of_its_solos():
    judgement = judge(Sheet(form=Form.RUBRIC, rows=(solo(3, dealer=2, enforced=False), solo(4, enforced=True))))

    assert judgement.dealers == (2, None)
    assert judgement.leads == (3, None)
    assert judgement.enforced == (False, True)


def test_rubric_game_not_played():
    rows = (NORMAL, Row(kind=RowKind.NOT_PLAYED, mandatory=True, soloist=2), NOT_PLAYED, NORMAL)
    judgement = judge(Sheet(form=Form.RUBRIC, rows=rows))

    assert judgement.dealers == (1, None, 2, 2)
    assert judgement.leads == (2, None, 3, 3)


def test_rubric_knows_the_next_solo_where_it_is_certain():
    normal = (NORMAL,) * 20

    def following(*solos, **sheet):
        return judge(Sheet(form=Form.RUBRIC, rows=(*normal, *solos), **sheet)).next

    assert following() == Next(1, 2)
    assert following(solo(1)) == Next(None, None)
    assert following(solo(1), solo(2), solo(3)) == Next(None, 4)
    assert following(solo(1), solo(2), solo(3), solo(4)) is None


def test_rubric_at_five_does_not_name_the_last_debtor():
    rows = [five(1 + place % 5) for place in range(25)] + [solo(seat, seats=5, sits_out=1) for seat in (2, 3, 4, 5)]

    assert judge(Sheet(seats=5, games=30, form=Form.RUBRIC, rows=tuple(rows))).next == Next(None, None)


def test_rubric_with_too_many_normal_games_misses_solos():
    assert findings(*(NORMAL,) * 21, form=Form.RUBRIC) == [(None, "solos_missing", None)]


def test_rubric_solo_of_an_unknown_soloist_keeps_the_deal():
    judgement = judge(Sheet(form=Form.RUBRIC, rows=(solo(1, value=0), NORMAL)))

    assert judgement.dealers == (None, 1)
    assert [problem.code for problem in judgement.problems] == ["soloist_missing"]


FULL = GameRecord(kind=Kind.NORMAL, re=(1, 3), re_card_points=151)


def test_full_game_brings_its_points_and_kind():
    judgement = judge(Sheet(depth=Depth.FULL, rows=(Row(record=FULL), Row(kind=RowKind.NORMAL, record=FULL))))

    assert judgement.row_points == ((2, -2, 2, -2),) * 2
    assert judgement.problems == ()


def test_full_game_checks_what_stands_beside_it():
    row = Row(kind=RowKind.WEDDING, record=FULL, points=(1, -1, 1, -1))

    assert judge(Sheet(rows=(row,))).problems == (
        Problem("kind_differs", "kind", "TSR 7.3", row=1, params={"written": "wedding", "recorded": "normal"}),
        Problem(
            "points_differ", "points", "TSR 7.2", row=1, params={"written": (1, -1, 1, -1), "computed": (2, -2, 2, -2)}
        ),
    )
    assert findings(Row(record=FULL, points=(2, -2, 2, -2))) == []
    assert findings(Row(record=FULL, points=(2, -2, None, -2))) == [(1, "cell_missing", "points")]


def test_impossible_full_game_is_reported_in_its_row():
    record = GameRecord(kind=Kind.NORMAL, re=(1,), re_card_points=239)

    assert findings(NORMAL, Row(record=record)) == [
        (2, "wrong_number_of_re_seats", "re"),
        (2, "card_points_impossible", "re_card_points"),
    ]


def test_full_game_of_another_table_is_found():
    five_seats = GameRecord(kind=Kind.NORMAL, re=(2, 3), re_card_points=151, seats=5, sits_out=1)
    wrong_dealer = GameRecord(kind=Kind.NORMAL, re=(1, 3), re_card_points=151, seats=5, sits_out=2)

    assert findings(Row(record=five_seats)) == [(1, "seats_differ", "seats")]
    assert findings(Row(record=five_seats), seats=5, mandatory=0) == []
    assert (1, "sitting_dealer_differs", "sits_out") in findings(Row(record=wrong_dealer), seats=5, mandatory=0)


def test_full_solo_names_its_soloist():
    record = GameRecord(kind=Kind.JACKS_SOLO, re=(3,), re_card_points=150)

    assert judge(Sheet(rows=(Row(record=record),))).soloists == (3,)


def test_karlchen_of_both_sides_in_a_full_game_is_refused():
    record = GameRecord(
        kind=Kind.NORMAL,
        re=(1, 3),
        re_card_points=121,
        re_extras=(SpecialPoint.KARLCHEN,),
        kontra_extras=(SpecialPoint.KARLCHEN,),
    )

    assert findings(Row(record=record)) == [(1, "too_many_special_points", "kontra_extras")]


def totals_alone(*totals, solos=(1, 2, 3, 4), **sheet):
    return judge(Sheet(depth=Depth.TOTALS, totals=totals, solos=solos, **sheet))


def test_totals_alone_are_judged():
    judgement = totals_alone(10, -4, 2, -8)

    assert judgement.totals == (10, -4, 2, -8)
    assert (judgement.problems, judgement.owed, judgement.complete, judgement.next) == ((), (), True, None)
    assert (judgement.row_points, judgement.dealers, judgement.leads, judgement.sits_out) == ((), (), (), ())


@pytest.mark.parametrize(
    ("totals", "sheet", "codes"),
    [
        ((10, -4, 2, -7), {}, ["totals_not_zero_sum", "totals_odd_even"]),
        ((10, -4, 2, -6), {}, ["totals_not_zero_sum"]),
        ((11, -4, 2, -9), {}, ["totals_odd_even"]),
        ((10, -5, 2, -7, 0), {"seats": 5, "solos": (1, 2, 3, 4, 5)}, []),
        ((10, None, 2, -7), {}, ["total_missing"]),
        ((10, -4, 2), {}, ["wrong_number_of_cells"]),
        ((162, -54, -54, -54), {}, ["total_implausible"]),
        ((10, -4, 2, -8), {"solos": (1, 2, 3)}, ["solos_missing"]),
        ((10, -4, 2, -8), {"solos": (1, 2, 3, 4, 4)}, ["solo_not_owed"]),
        ((10, -4, 2, -8), {"solos": (1, 2, 3, 4, 5)}, ["no_such_seat"]),
        ((10, -4, 2, -8), {"solos": (), "mandatory": 0}, []),
        ((10, -4, 2, -8), {"solos": (1,), "mandatory": 0}, ["solo_not_owed"]),
    ],
)
def test_what_is_wrong_with_totals_alone(totals, sheet, codes):
    judgement = totals_alone(*totals, **sheet)

    assert [problem.code for problem in judgement.problems] == codes


def test_totals_alone_that_are_missing():
    judgement = judge(Sheet(depth=Depth.TOTALS, solos=(1, 3)))

    assert [problem.code for problem in judgement.problems] == ["total_missing", "solos_missing"]
    assert (judgement.totals, judgement.owed, judgement.complete) == (None, (2, 4), False)
    assert judgement.next == Next(None, None)


def test_what_an_unfinished_sheet_still_lacks():
    assert check_complete(judge(Sheet(rows=(NORMAL,)))) == (
        Problem("solos_open", None, "TSR 8.6", params={"seats": (1, 2, 3, 4)}),
    )
    assert check_complete(unsorted_table(NORMAL)) == (Problem("games_open", None, "TSR 8.5.1"),)
    assert check_complete(unsorted_table(NORMAL, games=1)) == ()
    assert check_complete(totals_alone(0, 0, 0, 0, solos=())) == ()
    assert check_complete(unsorted_table(Row(kind=RowKind.NORMAL), games=1)) == ()


def test_share_of_a_seat_held_for_part_of_the_round():
    judgement = unsorted_table(NORMAL, solo(1), NORMAL)

    assert share(judgement, seat=1, first=2) == 5
    assert share(judgement, seat=1, last=2) == 5
    assert share(judgement, seat=2, first=2, last=2) == -1
    assert share(judgement, seat=2) == -5
    assert share(totals_alone(0, 0, 0, 0), seat=1) is None
    assert share(unsorted_table(NORMAL, Row(kind=RowKind.NORMAL)), seat=1) is None
    assert share(unsorted_table(NORMAL, Row(kind=RowKind.NORMAL)), seat=1, last=1) == 2


def test_games_and_solos_won_need_rows():
    judgement = judge(Sheet(rows=(NORMAL, solo(1), solo(2, value=-2), solo(1), STRUCK)))

    assert games_won(judgement) == (4, 0, 2, 1)
    assert solos_won(judgement) == (2, 0, 0, 0)
    assert games_won(totals_alone(0, 0, 0, 0)) is None
    assert solos_won(totals_alone(0, 0, 0, 0)) is None
    assert games_won(unsorted_table(Row(kind=RowKind.NORMAL))) is None
    assert solos_won(unsorted_table(Row(kind=RowKind.NORMAL))) is None


def test_solo_worth_nothing_is_known_by_its_record():
    nobody_wins = GameRecord(
        kind=Kind.QUEENS_SOLO,
        re=(3,),
        re_card_points=120,
        re_announced=True,
        re_pledge=Level.NO_90,
        kontra_announced=True,
        kontra_pledge=Level.NO_90,
    )

    judgement = judge(Sheet(games=24, depth=Depth.FULL, rows=(Row(record=nobody_wins, mandatory=True),)))

    assert judgement.row_points == ((0, 0, 0, 0),)
    assert (judgement.problems, judgement.soloists, judgement.owed) == ((), (3,), (1, 2, 4))


def test_sheet_without_totals_is_not_complete_although_all_solos_are_played():
    judgement = judge(Sheet(depth=Depth.TOTALS, totals=None, solos=(1, 2, 3, 4)))

    assert (judgement.complete, judgement.owed) == (False, ())


def test_sheet_with_totals_is_not_complete_while_a_solo_is_owed():
    judgement = judge(Sheet(depth=Depth.TOTALS, totals=(6, -2, 0, -4), solos=(1, 2, 3)))

    assert (judgement.complete, judgement.owed) == (False, (4,))


def test_game_worth_one_is_won_and_one_worth_nothing_is_not():
    rows = (
        Row(kind=RowKind.NORMAL, points=(1, 1, -1, -1)),
        Row(kind=RowKind.NORMAL, points=(0, 0, 0, 0)),
    )

    assert games_won(judge(Sheet(mandatory=0, rows=rows))) == (1, 1, 0, 0)


def test_solo_worth_nothing_is_not_won():
    rows = (
        Row(kind=RowKind.SOLO, points=(0, 0, 0, 0), soloist=2),
        Row(kind=RowKind.SOLO, points=(-1, 3, -1, -1)),
        Row(kind=RowKind.NORMAL, points=(4, 4, -4, -4)),
    )

    assert solos_won(judge(Sheet(mandatory=0, rows=rows))) == (0, 1, 0, 0)


def test_wrong_number_of_written_totals_is_told_to_the_letter():
    judgement = judge(Sheet(mandatory=0, rows=(Row(points=(1, 1, -1, -1)),), totals=(1, 1, -2)))

    assert judgement.problems == (Problem("wrong_number_of_cells", "totals", "TSR 7.3", params={"expected": 4}),)
