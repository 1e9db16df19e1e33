"""Rounds by results: standings, top of tables, movement, final; and groups that draw apart."""

from dataclasses import replace

import pytest

from scoring.errors import Problem, RuleError
from tests.draw.fields import after, draw_all, entrants, people
from tournament.draw import draw_round
from tournament.draw.chance import generator, shuffle
from tournament.draw.values import Apart, Entrant, Fives, History, Mode, Settings


def ranked(players, *, order=None):
    """Entrants whose rank is the place in `order` (start numbers, best first)."""
    rank = {number: place for place, number in enumerate(order or range(1, players + 1), start=1)}
    return [replace(entrant, rank=rank[entrant.id]) for entrant in entrants(players)]


def placed(field, draw):
    """The same field with the places at the tables of a draw: whoever sits first won."""
    place = {player: seat for table in people(draw.tables) for seat, player in enumerate(table, start=1)}
    return [replace(entrant, place=place.get(entrant.id)) for entrant in field]


def together(draw):
    """The people of each table in ascending order, tables in their order."""
    return [sorted(table) for table in people(draw.tables)]


def test_standings_strictly_by_rank():
    draw = draw_round(
        entrants=ranked(16, order=[16, *range(1, 16)]),
        history=History(),
        settings=Settings(mode=Mode.STANDINGS),
        seed=1,
    )

    assert together(draw) == [[1, 2, 3, 16], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
    assert draw.report.moved == ()


def test_standings_put_fives_last_where_nothing_speaks_against_it():
    draw = draw_round(entrants=ranked(18), history=History(), settings=Settings(mode=Mode.STANDINGS), seed=1)

    assert [len(table.players) for table in draw.tables] == [4, 4, 5, 5]


def test_standings_give_the_five_to_a_table_whose_people_had_none():
    first = draw_round(entrants=entrants(9), history=History(), settings=Settings(rounds=3), seed=1)
    five = next(list(table.players) for table in first.tables if len(table.players) == 5)
    others = [number for number in range(1, 10) if number not in five]
    field = ranked(9, order=[*others[:4], *five])

    draw = draw_round(entrants=field, history=after(first), settings=Settings(mode=Mode.STANDINGS, rounds=3), seed=1)

    # Both tables met before either way; a table of five at the top parts more of those who sat together.
    assert [len(table.players) for table in draw.tables] == [5, 4]


def test_standings_within_a_band_avoid_repeats_and_name_who_moved():
    draws = draw_all(entrants(60), Settings(rounds=5))
    order = list(range(1, 61))
    shuffle(order, generator(1, "ranks"))
    field = ranked(60, order=order)

    draw = draw_round(
        entrants=field, history=after(*draws), settings=Settings(mode=Mode.STANDINGS, rounds=6, number=8), seed=1
    )

    assert draw.report.repeats == ()
    assert {abs(moved.seated - moved.due) for moved in draw.report.moved} <= {1, 2}
    assert draw.report.figures.moved == sum(abs(moved.seated - moved.due) for moved in draw.report.moved) > 0


def test_standings_within_a_narrow_band_leave_what_cannot_be_avoided():
    field = ranked(24)
    first = draw_round(entrants=field, history=History(), settings=Settings(mode=Mode.STANDINGS, rounds=2), seed=1)

    draw = draw_round(
        entrants=field, history=after(first), settings=Settings(mode=Mode.STANDINGS, rounds=2, number=4), seed=1
    )

    # Four people of the first (last) table have two tables to go to, of each other table three: 2 + 4 × 1 + 2 pairs.
    assert len(draw.report.repeats) == 8
    assert {abs(moved.seated - moved.due) for moved in draw.report.moved} == {1}


def test_standings_strictly_by_rank_repeat_and_say_so():
    field = ranked(8)
    first = draw_round(entrants=field, history=History(), settings=Settings(mode=Mode.STANDINGS, rounds=2), seed=1)

    draw = draw_round(entrants=field, history=after(first), settings=Settings(mode=Mode.STANDINGS, rounds=2), seed=1)

    assert together(draw) == together(first)
    assert len(draw.report.repeats) == 12
    assert not draw.report.best_possible


def test_standings_keep_a_strict_pair_apart_with_the_smallest_move():
    how = Settings(mode=Mode.STANDINGS, apart=(Apart(first=2, second=3, strict=True),))

    draw = draw_round(entrants=ranked(12), history=History(), settings=how, seed=1)

    tables = together(draw)
    assert not any({2, 3} <= set(table) for table in tables)
    assert draw.report.figures.moved == 2


def test_standings_without_ranks_are_refused():
    with pytest.raises(RuleError) as refused:
        draw_round(entrants=entrants(8), history=History(), settings=Settings(mode=Mode.STANDINGS), seed=1)

    assert refused.value.problems == (Problem(code="rank_missing", params={"n": 8, "player": 1}),)


def test_top_of_each_table_sit_together():
    field = entrants(16)
    first = draw_round(entrants=field, history=History(), settings=Settings(rounds=3), seed=1)

    draw = draw_round(
        entrants=placed(field, first),
        history=after(first),
        settings=Settings(mode=Mode.TOP, number=2, rounds=3),
        seed=1,
    )

    top = {player for table in people(first.tables) for player in table[:2]}
    assert sorted(len(top & set(table)) for table in people(draw.tables)) == [0, 0, 4, 4]


def test_top_pools_that_do_not_divide_share_one_table():
    field = entrants(24)
    first = draw_round(entrants=field, history=History(), settings=Settings(rounds=3), seed=1)

    draw = draw_round(
        entrants=placed(field, first),
        history=after(first),
        settings=Settings(mode=Mode.TOP, number=1, rounds=3),
        seed=1,
    )

    winners = {table[0] for table in people(first.tables)}
    assert sorted(len(winners & set(table)) for table in people(draw.tables)) == [0, 0, 0, 0, 2, 4]
    assert draw.report.repeats == ()


def test_movement_winner_stays_the_others_move_on():
    field = entrants(20)
    first = draw_round(entrants=field, history=History(), settings=Settings(rounds=2), seed=1)
    before = people(first.tables)

    draw = draw_round(
        entrants=placed(field, first), history=after(first), settings=Settings(mode=Mode.MOVEMENT, rounds=2), seed=1
    )

    assert together(draw) == [sorted(before[(table - place) % 5][place] for place in range(4)) for table in range(5)]
    assert draw.report.repeats == ()


def test_movement_of_tables_of_five_moves_five_people():
    field = entrants(25)
    how = Settings(rounds=2, fives=Fives.PREFERRED)
    first = draw_round(entrants=field, history=History(), settings=how, seed=1)
    before = people(first.tables)

    draw = draw_round(
        entrants=placed(field, first), history=after(first), settings=replace(how, mode=Mode.MOVEMENT), seed=1
    )

    assert together(draw) == [sorted(before[(table - place) % 5][place] for place in range(5)) for table in range(5)]


def test_movement_fills_the_places_of_those_who_left():
    field = entrants(20)
    first = draw_round(entrants=field, history=History(), settings=Settings(rounds=2), seed=1)
    present = [*placed(field, first)[1:], Entrant(id=50)]

    draw = draw_round(entrants=present, history=after(first), settings=Settings(mode=Mode.MOVEMENT, rounds=2), seed=1)

    before = people(first.tables)
    due = [{before[(table - place) % 5][place] for place in range(4)} - {1} for table in range(5)]
    assert all(people_due <= set(table) for people_due, table in zip(due, people(draw.tables), strict=True))
    assert sorted(player for table in people(draw.tables) for player in table) == [*range(2, 21), 50]


def test_movement_needs_a_round_before():
    with pytest.raises(RuleError) as refused:
        draw_round(entrants=entrants(8), history=History(), settings=Settings(mode=Mode.MOVEMENT), seed=1)

    assert refused.value.problems == (Problem(code="place_missing", params={"n": 8}),)


@pytest.mark.parametrize(
    ("number", "finals"),
    [(0, [[1, 2, 3, 4]]), (4, [[1, 2, 3, 4]]), (5, [[1, 2, 3, 4, 5]]), (8, [[1, 2, 3, 4], [5, 6, 7, 8]])],
)
def test_final_of_the_best(number, finals):
    field = ranked(25)
    draws = draw_all(field, Settings(rounds=2))

    draw = draw_round(
        entrants=field, history=after(*draws), settings=Settings(mode=Mode.FINAL, number=number, rounds=3), seed=1
    )

    assert together(draw)[: len(finals)] == finals
    assert sorted(player for table in people(draw.tables) for player in table) == list(range(1, 26))
    seated_again = {pair.table for pair in draw.report.repeats}
    assert seated_again <= {table.number for table in draw.tables[: len(finals)]}


def test_final_of_a_number_without_tables_is_refused():
    with pytest.raises(RuleError) as refused:
        draw_round(entrants=ranked(16), history=History(), settings=Settings(mode=Mode.FINAL, number=6), seed=1)

    assert refused.value.problems == (Problem(code="final_number_wrong", params={"n": 6, "players": 16}),)


def test_groups_draw_their_own_tables():
    field = [replace(entrant, group="north" if entrant.id <= 13 else "south") for entrant in entrants(29)]

    draws = draw_all(field, Settings(mode=Mode.GROUPS, rounds=3))

    for draw in draws:
        assert all(len({player <= 13 for player in table}) == 1 for table in people(draw.tables))
        assert sorted(player for table in people(draw.tables) for player in table) == list(range(1, 30))
        assert [table.number for table in draw.tables] == [1, 2, 3, 4, 5, 6, 7]


def test_group_that_cannot_be_seated_is_refused():
    field = [replace(entrant, group="north" if entrant.id <= 11 else "south") for entrant in entrants(20)]

    with pytest.raises(RuleError) as refused:
        draw_round(entrants=field, history=History(), settings=Settings(mode=Mode.GROUPS), seed=1)

    assert [problem.params["n"] for problem in refused.value.problems] == [11]
