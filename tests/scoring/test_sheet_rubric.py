"""Mandatory solos in a rubric of their own, whose place among the games is unknown."""

from scoring.sheet import (
    Next,
    Row,
    Sheet,
    judge,
)
from scoring.terms import Form, RowKind
from tests.scoring.sheets import NORMAL, NOT_PLAYED, findings, five, solo


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
