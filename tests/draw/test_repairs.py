"""Mending a published seating: all other tables stay untouched, and the consequences are told."""

from dataclasses import replace

import pytest

from tests.draw.fields import after, draw_all, entrants, people
from tournament.draw import late_player, no_show, report, swap
from tournament.draw.values import OPEN_SEAT, Entrant, Fives, History, Rest, Settings, TablePlan


def second_round(players, **how):
    """(arguments of a repair in round 2, the draw of round 2)."""
    settings = Settings(rounds=3, **how)
    first, second = draw_all(entrants(players), settings)[:2]
    return {
        "tables": second.tables,
        "entrants": entrants(players),
        "history": after(first),
        "settings": settings,
    }, second


def applied(tables, repair):
    """The tables after a repair."""
    changed = {table.number: table for table in repair.tables}
    kept = [changed.pop(table.number, table) for table in tables if table.number not in repair.closed]
    return sorted([*kept, *changed.values()], key=lambda table: table.number)


def assert_sound(given, repair, *, missing=(), extra=()):
    """Everybody sits once at a table of four or five, and the tables not named are as before."""
    tables = applied(given["tables"], repair)
    touched = {table.number for table in repair.tables} | set(repair.closed)
    before = {table.number: table for table in given["tables"]}
    assert [before[table.number] for table in tables if table.number not in touched] == [
        table for table in given["tables"] if table.number not in touched
    ]
    seated = sorted(player for table in people(tables) for player in table)
    expected = {player for table in people(given["tables"]) for player in table} - set(missing) | set(extra)
    assert seated == sorted(expected - set(repair.sitting_out))
    assert {len(table) for table in people(tables)} <= {4, 5}
    rounds = report(tables=tables, entrants=given["entrants"], history=given["history"], settings=given["settings"])
    assert repair.after.repeats == rounds.figures.repeats


def test_late_player_makes_a_table_of_five():
    given, _ = second_round(24)

    ways = late_player(entrant=Entrant(id=50), waiting=(), **given)

    assert [way.code for way in ways] == ["becomes_five", "becomes_five", "becomes_five", "waits"]
    assert [way.after.repeats - way.before.repeats for way in ways] == [0, 0, 0, 0]
    for way in ways[:3]:
        assert [table.players[4] for table in way.tables] == [50]
        assert_sound(given, way, extra=(50,))


def test_late_player_joins_three_of_the_waiting_list_at_a_new_table():
    given, _ = second_round(27, fives=Fives.NEVER, rest=Rest.WAITING_LIST)
    waiting = (25, 26, 27)

    ways = late_player(entrant=Entrant(id=50), waiting=waiting, **given)

    assert [(way.code, way.params) for way in ways] == [
        ("new_table_with_waiting", {"table": 7}),
        ("waits", {"player": 50}),
    ]
    assert_sound(given, ways[0], extra=(50, *waiting))


def test_late_player_where_three_tables_of_five_make_a_new_table():
    given, _ = second_round(23)

    ways = late_player(entrant=Entrant(id=50), waiting=(), **given)

    assert [way.code for way in ways] == ["becomes_five"] * 2 + ["new_table_from_fives"] * 3 + ["waits"]
    for way in ways[:-1]:
        assert_sound(given, way, extra=(50,))


def test_late_player_takes_an_open_seat():
    given, second = second_round(16)
    open_seat = OPEN_SEAT - 1
    table = second.tables[1]
    opened = replace(table, players=(open_seat, *table.players[1:]))
    tables = (second.tables[0], opened, *second.tables[2:])

    ways = late_player(entrant=Entrant(id=50), waiting=(), **{**given, "tables": tables})

    taken = next(way for way in ways if way.code == "takes_open_seat")
    assert taken.params == {"table": 2, "position": 1}
    assert taken.tables == (replace(table, players=(50, *table.players[1:])),)


def test_late_player_replaces_a_filler():
    given, second = second_round(15, fives=Fives.NEVER, rest=Rest.FILLER)
    (table,) = (table for table in second.tables if -1 in table.players)

    ways = late_player(entrant=Entrant(id=50), waiting=(), **given)

    assert [way.code for way in ways] == ["replaces_filler", "waits"]
    assert ways[0].params == {"table": table.number, "position": table.players.index(-1) + 1}


def test_late_player_with_a_fixed_seat_gets_it():
    given, _ = second_round(24)

    ways = late_player(entrant=Entrant(id=50, fixed_position=2), waiting=(), **given)

    assert {way.tables[0].players.index(50) + 1 for way in ways if way.code == "becomes_five"} == {2}
    assert {way.after.musts for way in ways} == {0}


def test_no_show_at_a_table_of_five_leaves_a_table_of_four():
    given, second = second_round(25)
    (five,) = (table for table in second.tables if len(table.players) == 5)
    gone = five.players[1]

    ways = no_show(player=gone, waiting=(), **given)

    assert [(way.code, way.params) for way in ways] == [("five_becomes_four", {"table": five.number})]
    # The last one takes the seat that fell empty; nobody else changes the seat.
    first, _, third, fourth, fifth = five.players
    assert ways[0].tables == (replace(five, players=(first, fifth, third, fourth)),)
    assert_sound(given, ways[0], missing=(gone,))


def test_no_show_at_a_table_of_four_is_replaced_from_a_table_of_five():
    given, second = second_round(25)
    four = next(table for table in second.tables if len(table.players) == 4)
    gone = four.players[2]

    ways = no_show(player=gone, waiting=(), **given)

    assert sorted(way.code for way in ways) == ["moves_over"] * 3 + ["table_closed"] * 3
    assert [way.after.repeats for way in ways] == sorted(way.after.repeats for way in ways)
    for way in ways:
        assert_sound(given, way, missing=(gone,))


def test_no_show_without_fives_closes_the_table():
    given, second = second_round(24)
    gone = second.tables[0].players[0]

    ways = no_show(player=gone, waiting=(), **given)

    assert [(way.code, way.closed) for way in ways] == [("table_closed", (1,))] * 3
    for way in ways:
        assert_sound(given, way, missing=(gone,))


def test_no_show_is_replaced_from_the_waiting_list_in_its_order():
    given, second = second_round(18, fives=Fives.NEVER, rest=Rest.WAITING_LIST)
    gone = second.tables[0].players[3]

    ways = no_show(player=gone, waiting=(18, 17), **given)

    assert [way.params for way in ways if way.code == "waiting_takes_seat"] == [
        {"table": 1, "player": 18},
        {"table": 1, "player": 17},
    ]
    assert ways[-1].code == "table_closed_all_wait"
    for way in ways[:2]:
        assert_sound(given, way, missing=(gone,), extra=(way.params["player"],))


def test_no_show_where_fillers_are_allowed():
    given, second = second_round(16, fives=Fives.NEVER, rest=Rest.FILLER)
    gone = second.tables[0].players[0]

    ways = no_show(player=gone, waiting=(), **given)

    assert [way.code for way in ways] == ["filler_takes_seat", "table_closed_all_wait"]
    assert ways[0].tables[0].players[0] == -1


def test_no_show_of_somebody_without_a_seat():
    given, _ = second_round(16)

    with pytest.raises(KeyError):
        no_show(player=99, waiting=(), **given)


def test_swap_tells_its_effect_before_it_is_done():
    tables = (TablePlan(number=1, players=(1, 2, 3, 4)), TablePlan(number=2, players=(5, 6, 7, 8)))
    draws = draw_all(entrants(8), Settings(rounds=1))

    repair = swap(tables=tables, first=1, second=8, entrants=entrants(8), history=after(draws[0]), settings=Settings())

    swapped = [[8, 2, 3, 4], [5, 6, 7, 1]]
    assert people(repair.tables) == swapped
    again = report(tables=repair.tables, entrants=entrants(8), history=after(draws[0]), settings=Settings())
    assert (repair.moved, repair.after) == ((1, 8), again.figures)


def test_swap_with_somebody_who_waits_gives_the_seat_away():
    tables = (TablePlan(number=1, players=(1, 2, 3, 4)),)

    repair = swap(tables=tables, first=3, second=9, entrants=entrants(9), history=History(), settings=Settings())

    assert (people(repair.tables), repair.sitting_out, repair.moved) == ([[1, 2, 9, 4]], (3,), (9,))


def test_swap_of_two_without_seats():
    with pytest.raises(KeyError):
        swap(tables=(), first=3, second=9, entrants=entrants(9), history=History(), settings=Settings())
