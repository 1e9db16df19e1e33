"""The sheet: worked sheets, then every finding of rows, totals and full games."""

import json
from pathlib import Path

import pytest

from scoring.errors import Problem
from scoring.game import GameRecord
from scoring.sheet import (
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
from tests.scoring.sheets import FULL, NORMAL, STRUCK, findings, solo, unsorted_table

SHEETS = sorted((Path(__file__).parents[2] / "fixtures" / "sheets").glob("*.json"))


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
