"""Fours only: sitting out in fair turns, waiting list, fillers."""

import pytest

from tests.draw.fields import after, draw_all, entrants, people
from tournament.draw import draw_round
from tournament.draw.values import Absentee, Entrant, Fives, History, Rest, Settings

FOURS = {"fives": Fives.NEVER}


@pytest.mark.parametrize(("players", "rounds"), [(9, 5), (10, 5), (13, 6), (15, 5), (22, 6), (42, 8), (103, 5)])
def test_nobody_sits_out_twice_before_all_did_once(players, rounds):
    draws = draw_all(entrants(players), Settings(rounds=rounds, rest=Rest.SIT_OUT, **FOURS))

    turns = dict.fromkeys(range(1, players + 1), 0)
    for draw in draws:
        assert len(draw.sitting_out) == players % 4
        for absentee in draw.sitting_out:
            turns[absentee.id] += 1
    assert max(turns.values()) - min(turns.values()) <= 1


def test_who_comes_late_takes_the_next_turn_of_sitting_out():
    how = Settings(rounds=4, rest=Rest.SIT_OUT, **FOURS)
    first = draw_all(entrants(9), Settings(rounds=1, rest=Rest.SIT_OUT, **FOURS))[0]
    (rested,) = first.sitting_out

    draw = draw_round(entrants=[*entrants(9), Entrant(id=10)], history=after(first), settings=how, seed=4)

    assert rested.id not in {absentee.id for absentee in draw.sitting_out}


def test_waiting_list_goes_by_registration():
    field = [Entrant(id=number, registered=100 - number) for number in range(1, 12)]

    draw = draw_round(entrants=field, history=History(), settings=Settings(rest=Rest.WAITING_LIST, **FOURS), seed=1)

    assert draw.sitting_out == tuple(Absentee(id=number, why=Rest.WAITING_LIST) for number in (1, 2, 3))


def test_fillers_complete_the_tables_and_sit_apart():
    draws = draw_all(entrants(14), Settings(rounds=3, rest=Rest.FILLER, **FOURS))

    for draw in draws:
        tables = people(draw.tables)
        assert sorted(player for table in tables for player in table) == [-2, -1, *range(1, 15)]
        assert [sum(player < 0 for player in table) for table in tables].count(2) == 0
        assert draw.sitting_out == ()


def test_report_counts_only_who_is_seated():
    draw = draw_round(entrants=entrants(11), history=History(), settings=Settings(rest=Rest.SIT_OUT, **FOURS), seed=1)

    assert (draw.report.seated, draw.report.tables, draw.report.fives) == (8, 2, 0)
    assert [(turn.fives, turn.rests) for turn in draw.report.turns] == [(0, 1)] * 3
