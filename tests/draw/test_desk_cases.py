"""Bug reports and support threads of other programs, replayed on our draw (peers, desk cases R1 … R17)."""

from dataclasses import replace

import pytest

from scoring.errors import Problem, RuleError
from tests.draw.fields import after, draw_all, entrants, key_of, people, rounds_of
from tournament.draw import draw_round, report
from tournament.draw.values import Entrant, Fives, History, Mode, Rest, Settings, Wish


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_r1_no_balance_rule_costs_a_repeat(seed):
    how = Settings(rounds=5, wishes=(Wish.TABLES, Wish.SEATS, Wish.APART, Wish.TURNS))
    clubs = {number: f"club {number % 4}" for number in range(1, 17)}

    draws = draw_all(entrants(16, clubs), how, seed=seed)

    assert key_of(rounds_of(draws), players=range(1, 17))[:2] == (0, 0)


def test_r1_where_no_draw_is_free_of_repeats_the_fewest_are_told():
    draws = draw_all(entrants(16), Settings(rounds=6))

    assert draws[5].report.figures.repeats == 24
    assert draws[5].report.bound == len(draws[5].report.repeats) > 0
    assert draws[5].report.best_possible


def test_r2_the_same_draw_twice_is_one_draw():
    first = draw_round(entrants=entrants(21), history=History(), settings=Settings(rounds=5), seed=7)
    second = draw_round(entrants=entrants(21), history=History(), settings=Settings(rounds=5), seed=7)

    assert first == second


def test_r2_the_order_in_which_people_are_handed_over_does_not_matter():
    there = draw_round(entrants=entrants(21), history=History(), settings=Settings(rounds=5), seed=7)
    back = draw_round(entrants=entrants(21)[::-1], history=History(), settings=Settings(rounds=5), seed=7)

    assert there == back


def test_r4_plan_for_twenty_with_twenty_four_present_is_planned_anew():
    first = draw_round(entrants=entrants(20), history=History(), settings=Settings(rounds=4), seed=1)

    draw = draw_round(entrants=entrants(24), history=after(first), settings=Settings(rounds=4), seed=1)

    assert len(first.plan) == 3
    assert sorted(player for table in people(draw.tables) for player in table) == list(range(1, 25))
    assert draw.report.repeats == ()


def test_r5_plan_of_a_field_that_changed_is_not_followed():
    first = draw_round(entrants=entrants(24), history=History(), settings=Settings(rounds=6), seed=1)
    field = [*entrants(23), Entrant(id=99)]

    draw = draw_round(entrants=field, history=after(first), settings=Settings(rounds=6), seed=1)

    assert sorted(player for table in people(draw.tables) for player in table) == [*range(1, 24), 99]


def test_r5_plan_of_an_unchanged_field_is_followed():
    first = draw_round(entrants=entrants(24), history=History(), settings=Settings(rounds=7), seed=1)

    draw = draw_round(entrants=entrants(24), history=after(first), settings=Settings(rounds=7), seed=2)

    assert draw.tables in [
        tuple(replace(table, number=number) for number, table in enumerate(tables, start=1)) for tables in first.plan
    ] or sorted(map(sorted, people(draw.tables))) in [sorted(map(sorted, people(tables))) for tables in first.plan]
    assert draw.steps == 0


def test_r6_eight_players_of_whom_four_sit_out():
    field = entrants(8)
    draw = draw_round(entrants=field[:4], history=History(), settings=Settings(), seed=1)

    found = report(tables=draw.tables, entrants=field, history=History(), settings=Settings(), sitting_out=(5, 6, 7, 8))

    assert (found.seated, found.tables) == (4, 1)
    assert sorted(draw.tables[0].players) == [1, 2, 3, 4]


def test_r8_standings_with_a_penalty_seat_by_the_rank_after_it():
    ranks = {1: 5, 2: 1, 3: 2, 4: 3, 5: 4, 6: 6, 7: 7, 8: 8}
    field = [replace(entrant, rank=ranks[entrant.id]) for entrant in entrants(8)]

    draw = draw_round(entrants=field, history=History(), settings=Settings(mode=Mode.STANDINGS), seed=1)

    assert [sorted(table) for table in people(draw.tables)] == [[2, 3, 4, 5], [1, 6, 7, 8]]


def test_r11_player_added_after_round_one_creates_no_repeat():
    first = draw_round(entrants=entrants(24), history=History(), settings=Settings(rounds=3), seed=1)
    field = [*entrants(24), Entrant(id=25)]

    second = draw_round(entrants=field, history=after(first), settings=Settings(rounds=3), seed=1)
    third = draw_round(
        entrants=field,
        history=replace(after(first, second)),
        settings=Settings(rounds=3),
        seed=1,
    )

    assert [draw.report.repeats for draw in (second, third)] == [(), ()]


def test_r16_the_same_person_twice_is_refused():
    with pytest.raises(RuleError) as refused:
        draw_round(entrants=[*entrants(8), Entrant(id=3)], history=History(), settings=Settings(), seed=1)

    assert refused.value.problems == (Problem(code="entrant_twice", params={"player": 3}),)


def test_r17_the_fifth_seat_goes_round():
    draws = draw_all(entrants(33), Settings(rounds=6))

    turns = {turn.id: turn.fives for turn in draws[-1].report.turns}
    assert sorted(turns.values()) == [1] * 30
    assert draws[-1].report.figures.repeats == 0


def test_r17_sitting_out_goes_round():
    how = Settings(rounds=5, fives=Fives.NEVER, rest=Rest.SIT_OUT)

    draws = draw_all(entrants(11), how)

    turns = [turn.rests for turn in draws[-1].report.turns]
    assert sorted(turns) == [1] * 7 + [2] * 4
