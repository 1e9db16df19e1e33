"""Who deals, who sits out, which solos are owed and when they are enforced."""

from dataclasses import replace

import pytest

from scoring.errors import Problem
from scoring.sheet import (
    Newcomer,
    Next,
    Row,
    Sheet,
    judge,
)
from scoring.terms import Depth, Form, RowKind, Severity
from tests.scoring.sheets import FULL, NORMAL, NOT_PLAYED, STRUCK, findings, five, solo, unsorted_table


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
