"""Tables of the hall: fixed seats and tables, rooms, tables left out, tables kept."""

from dataclasses import replace

import pytest

from scoring.errors import Problem, RuleError
from tests.draw.fields import after, draw_all, entrants, people
from tournament.draw import draw_round
from tournament.draw.hall import cheapest
from tournament.draw.values import History, Mode, Settings, TablePlace


def fixed(players, **fields):
    """A field in which player 5 has something fixed."""
    return [replace(entrant, **fields) if entrant.id == 5 else entrant for entrant in entrants(players)]


def seat_of(draw, player):
    """(table, position) of a player."""
    return next((table.number, table.players.index(player) + 1) for table in draw.tables if player in table.players)


def test_wheelchair_keeps_its_table():
    draws = draw_all(fixed(24, fixed_table=3), Settings(rounds=5))

    assert [seat_of(draw, 5)[0] for draw in draws] == [3] * 5
    assert sum(len(draw.report.repeats) for draw in draws) == 0


def test_fixed_seat_is_kept():
    draws = draw_all(fixed(22, fixed_position=4), Settings(rounds=4))

    assert [seat_of(draw, 5)[1] for draw in draws] == [4] * 4


def test_fixed_table_is_never_a_table_of_five_while_there_are_others():
    draws = draw_all(fixed(23, fixed_table=2), Settings(rounds=4))

    assert [len(table.players) for draw in draws for table in draw.tables if table.number == 2] == [4] * 4


def test_fixed_table_by_standings_takes_the_number_along():
    field = [replace(entrant, rank=entrant.id) for entrant in fixed(16, fixed_table=4)]

    draw = draw_round(entrants=field, history=History(), settings=Settings(mode=Mode.STANDINGS), seed=1)

    assert sorted(next(table.players for table in draw.tables if table.number == 4)) == [5, 6, 7, 8]


def test_people_with_the_same_fixed_seat_never_share_a_table():
    field = [replace(one, fixed_position=1) if one.id in (5, 6, 7) else one for one in entrants(12)]

    draws = draw_all(field, Settings(rounds=3))

    assert [[seat_of(draw, player)[1] for player in (5, 6, 7)] for draw in draws] == [[1, 1, 1]] * 3


def test_fixed_table_that_does_not_stand_is_refused():
    how = Settings(places=tuple(TablePlace(number=number) for number in range(1, 7)))

    with pytest.raises(RuleError) as refused:
        draw_round(entrants=fixed(16, fixed_table=9), history=History(), settings=how, seed=1)

    assert refused.value.problems == (Problem(code="fixed_table_missing", params={"table": 9}),)


def test_too_many_people_at_a_fixed_table_are_refused():
    field = [replace(one, fixed_table=1) if one.id < 6 else one for one in entrants(16)]

    with pytest.raises(RuleError) as refused:
        draw_round(entrants=field, history=History(), settings=Settings(), seed=1)

    assert refused.value.problems == (Problem(code="fixed_table_full", params={"table": 1, "size": 4}),)


def test_tables_left_out_are_not_used():
    draws = draw_all(entrants(16), Settings(rounds=2, left_out=(2, 3)))

    assert [[table.number for table in draw.tables] for draw in draws] == [[1, 4, 5, 6]] * 2


def test_table_numbers_by_room():
    places = (
        *(TablePlace(number=number, room="Saal") for number in (11, 12)),
        *(TablePlace(number=number, room="Stube") for number in (21, 22, 23)),
    )

    draw = draw_round(entrants=entrants(16), history=History(), settings=Settings(places=places), seed=1)

    assert [(table.number, table.room) for table in draw.tables] == [
        (11, "Saal"),
        (12, "Saal"),
        (21, "Stube"),
        (22, "Stube"),
    ]


def test_hall_with_too_few_tables_is_refused():
    how = Settings(places=(TablePlace(number=1), TablePlace(number=2)), left_out=(2,))

    with pytest.raises(RuleError) as refused:
        draw_round(entrants=entrants(16), history=History(), settings=how, seed=1)

    assert refused.value.problems == (Problem(code="too_few_tables", params={"needed": 4, "standing": 1}),)


def test_kept_tables_stay_and_the_rest_is_drawn_anew():
    draws = draw_all(entrants(25), Settings(rounds=2))
    kept = (draws[1].tables[0], draws[1].tables[3])

    draw = draw_round(
        entrants=entrants(25), history=after(draws[0], plan=False), settings=Settings(rounds=2, kept=kept), seed=99
    )

    assert [table for table in draw.tables if table.number in (1, 4)] == list(kept)
    assert people(draw.tables) != people(draws[1].tables)
    assert sorted(player for table in people(draw.tables) for player in table) == list(range(1, 26))


def test_kept_table_of_somebody_who_left_is_refused():
    draw = draw_round(entrants=entrants(16), history=History(), settings=Settings(), seed=1)
    how = Settings(kept=(next(table for table in draw.tables if 16 in table.players),))

    with pytest.raises(RuleError) as refused:
        draw_round(entrants=[*entrants(15), replace(entrants(16)[15], id=77)], history=History(), settings=how, seed=1)

    assert [problem.code for problem in refused.value.problems] == ["kept_tables_do_not_fit"]


def test_table_numbers_vary():
    draws = draw_all(entrants(60), Settings(rounds=4))

    assert draws[-1].report.figures.tables == 0


def test_cheapest_assignment():
    assert cheapest([[4, 1, 3], [2, 0, 5], [3, 2, 2]]) == [1, 0, 2]
