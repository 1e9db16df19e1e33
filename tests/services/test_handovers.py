"""Seats that change hands in a running round, tables broken off, time that is over."""

import pytest

from scoring.errors import RuleError
from tests.builders import (
    NOW,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tournament.models import Attendance, Participant, Presence, Seat, Table
from tournament.queries.sheets import assess, sheet_data
from tournament.queries.standings import standings
from tournament.records import shares_of, totals_of
from tournament.services.handovers import Swap, break_off, replace_player, set_time_over, swap_in_round
from tournament.services.sheets import TypedSeat, finish_sheet, record_totals

pytestmark = pytest.mark.django_db

ROWS = {"depth": "rows", "form": "played", "games_four": 8, "second_person": True}


def codes(refusal):
    return [problem.code for problem in refusal.value.problems]


def holders(table):
    return [
        (seat.position, seat.from_game, seat.participant.number)
        for seat in Seat.objects.filter(table=table).order_by("position", "from_game")
    ]


def points(table):
    table = Table.objects.select_related("round").get(pk=table.pk)
    numbers = {seat.participant_id: seat.participant.number for seat in Seat.objects.select_related("participant")}
    return {numbers[share.participant_id]: share.points for share in shares_of(sheet_data(table))}


def swap(table, other, *, how, game=5, position=1, other_position=1, reason="vertauscht"):
    swap_in_round(
        table=table,
        position=position,
        other_table=other,
        other_position=other_position,
        how=how,
        from_game=game,
        reason=reason,
        by=make_actor(table.tournament),
        now=NOW,
    )


def two_tables(**values):
    tournament = make_tournament(**{**ROWS, **values})
    tables = tables_of(make_round(tournament, players=8))
    by = make_actor(tournament)
    for table in tables.values():
        type_rows(table, *["13 1"] * 4, *["24 2"] * 4, by=by)
    return tables


def test_seats_follow_reality_and_the_points_stay_in_the_columns():
    tables = two_tables()

    swap(tables[1], tables[2], how=Swap.REALITY)

    assert holders(tables[1]) == [(1, 1, 5), (2, 1, 2), (3, 1, 3), (4, 1, 4)]
    assert points(tables[1]) == {5: -4, 2: 4, 3: -4, 4: 4}
    assert points(tables[2]) == {1: -4, 6: 4, 7: -4, 8: 4}


def test_people_move_and_their_points_stay_with_them():
    tables = two_tables()

    swap(tables[1], tables[2], how=Swap.MOVE)

    assert holders(tables[1]) == [(1, 1, 5), (1, 5, 1), (2, 1, 2), (3, 1, 3), (4, 1, 4)]
    assert points(tables[1]) == {5: 4, 1: -8, 2: 4, 3: -4, 4: 4}
    assert points(tables[2]) == {1: 4, 5: -8, 6: 4, 7: -4, 8: 4}


@pytest.mark.parametrize("how", list(Swap))
def test_sheets_sum_to_zero_row_by_row_whatever_was_chosen(how):
    tables = two_tables()

    swap(tables[1], tables[2], how=how)

    for table in tables.values():
        found = assess(sheet_data(Table.objects.select_related("round").get(pk=table.pk)))
        assert [sum(row) for row in found.judgement.row_points] == [0] * 8
        assert sum(found.totals) == 0
        assert sum(points(table).values()) == 0


def test_swap_at_one_table():
    tables = two_tables()

    swap(tables[1], tables[1], how=Swap.MOVE, position=1, other_position=2)

    assert holders(tables[1])[:4] == [(1, 1, 2), (1, 5, 1), (2, 1, 1), (2, 5, 2)]
    assert points(tables[1]) == {2: 4 + 8, 1: -4 - 8, 3: -4, 4: 4}


def test_swap_makes_the_printed_sheets_outdated():
    tables = two_tables()

    swap(tables[1], tables[2], how=Swap.MOVE)

    assert list(Table.objects.order_by("number").values_list("print_version", flat=True)) == [2, 2]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"reason": " "}, "reason_missing"),
        ({"game": 1}, "handover_game"),
        ({"game": 9}, "handover_game"),
        ({"other_position": 5}, "seat_empty"),
    ],
)
def test_swap_is_refused(values, code):
    tables = two_tables()

    with pytest.raises(RuleError) as refusal:
        swap(tables[1], tables[2], how=Swap.MOVE, **values)

    assert codes(refusal) == [code]
    assert holders(tables[1])[0] == (1, 1, 1)


def test_seat_does_not_change_places_with_itself():
    tables = two_tables()

    with pytest.raises(RuleError) as refusal:
        swap(tables[1], tables[1], how=Swap.REALITY)

    assert codes(refusal) == ["swap_same_seat"]


def substitute(tournament):
    """Somebody who came to watch."""
    return make_participants(tournament, 1)[0].number


def test_substitute_owns_the_games_he_played():
    tables = two_tables()
    table = tables[1]
    number = substitute(table.tournament)

    replace_player(
        table=table, position=2, number=number, from_game=4, reason="krank", by=make_actor(table.tournament), now=NOW
    )

    assert points(table) == {1: -4, 2: -3, number: -1 + 8, 3: -4, 4: 4}
    attendance = Attendance.objects.get()
    assert (attendance.state, attendance.participant.number, attendance.substitute_for.number) == (
        Presence.SUBSTITUTE,
        number,
        2,
    )


def test_player_who_comes_back_takes_his_seat_again():
    tables = two_tables()
    by = make_actor(tables[1].tournament)
    number = substitute(tables[1].tournament)
    replace_player(table=tables[1], position=2, number=number, from_game=4, reason="krank", by=by, now=NOW)

    replace_player(table=tables[1], position=2, number=2, from_game=7, reason="wieder da", by=by, now=NOW)

    assert holders(tables[1]) == [(1, 1, 1), (2, 1, 2), (2, 4, number), (2, 7, 2), (3, 1, 3), (4, 1, 4)]
    assert points(tables[1]) == {1: -4, 2: -3 + 4, number: -1 + 4, 3: -4, 4: 4}
    assert [attendance.participant.number for attendance in Attendance.objects.all()] == [number]


def test_substitute_whose_help_is_over_may_help_at_another_table():
    tables = two_tables()
    by = make_actor(tables[1].tournament)
    number = substitute(tables[1].tournament)
    replace_player(table=tables[1], position=2, number=number, from_game=4, reason="krank", by=by, now=NOW)
    replace_player(table=tables[1], position=2, number=2, from_game=6, reason="wieder da", by=by, now=NOW)

    replace_player(table=tables[2], position=1, number=number, from_game=7, reason="krank", by=by, now=NOW)

    assert holders(tables[2])[:2] == [(1, 1, 5), (1, 7, number)]


def test_split_is_typed_at_totals_depth():
    tournament = make_tournament(second_person=True, games_four=8)
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    number = substitute(tournament)
    replace_player(table=table, position=2, number=number, from_game=4, reason="krank", by=by, now=NOW)

    record_totals(
        table=table,
        seats=[
            TypedSeat(position=1, total=-4),
            TypedSeat(position=2, total=-3),
            TypedSeat(position=2, from_game=4, total=7),
            TypedSeat(position=3, total=-4),
            TypedSeat(position=4, total=4),
        ],
        version=Table.objects.get().version,
        by=by,
        now=NOW,
    )

    assert totals_of(sheet_data(Table.objects.select_related("round").get())) == (-4, 4, -4, 4)
    assert points(table) == {1: -4, 2: -3, number: 7, 3: -4, 4: 4}


@pytest.mark.parametrize(
    ("number", "game", "code"),
    [(99, 4, "seat_number_unknown"), (5, 4, "seat_number_taken"), (9, 1, "handover_game"), (9, 9, "handover_game")],
)
def test_substitute_is_refused(number, game, code):
    tables = two_tables()
    substitute(tables[1].tournament)

    with pytest.raises(RuleError) as refusal:
        replace_player(
            table=tables[1],
            position=2,
            number=number,
            from_game=game,
            reason="krank",
            by=make_actor(tables[1].tournament),
            now=NOW,
        )

    assert codes(refusal) == [code]


def test_somebody_whose_name_was_removed_is_no_substitute():
    tables = two_tables()
    number = substitute(tables[1].tournament)
    Participant.objects.filter(number=number).update(removed_at=NOW)

    with pytest.raises(RuleError) as refusal:
        replace_player(
            table=tables[1],
            position=2,
            number=number,
            from_game=4,
            reason="krank",
            by=make_actor(tables[1].tournament),
            now=NOW,
        )

    assert codes(refusal) == ["seat_number_unknown"]


def test_table_broken_off_is_finished_with_what_it_played():
    tournament = make_tournament(**{**ROWS, "mandatory_solos": 1, "check_solos": "refuse", "check_rows": "refuse"})
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_rows(table, "13 1", "24 2", by=by)

    break_off(table=table, reason="Kreislauf", by=by, now=NOW)
    finish_sheet(table=table, by=by, now=NOW)

    assert (Table.objects.get().broken_off_at, Table.objects.get().typed_at) == (NOW, NOW)
    assert points(table) == {1: -1, 2: 1, 3: -1, 4: 1}


def test_games_struck_after_time_leave_no_points_and_complete_the_sheet():
    tournament = make_tournament(**{**ROWS, "check_rows": "refuse"})
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_rows(table, "13 1", "24 2", by=by)

    set_time_over(table=table, over=True, by=by, now=NOW)
    finish_sheet(table=table, by=by, now=NOW)

    assert points(table) == {1: -1, 2: 1, 3: -1, 4: 1}


def test_owed_solo_is_still_asked_for_after_time():
    tournament = make_tournament(**{**ROWS, "check_solos": "refuse", "mandatory_solos": 1})
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_rows(table, "13 1", "s1 1", "s2 1", "s3 1", by=by)
    set_time_over(table=table, over=True, by=by, now=NOW)

    with pytest.raises(RuleError) as refusal:
        finish_sheet(table=table, by=by, now=NOW)

    assert [(p.code, dict(p.params)) for p in refusal.value.problems] == [("solos_open", {"seats": (4,)})]


def test_totals_are_typed_again_after_a_swap():
    tournament = make_tournament(second_person=True, games_four=8)
    by = make_actor(tournament)
    tables = tables_of(make_round(tournament, players=8))
    type_totals(tables[1], (4, -4, 4, -4), by=by)

    swap(tables[1], tables[2], how=Swap.REALITY)

    assert Table.objects.get(number=1).typed_at is None


def test_points_made_at_two_tables_in_one_round_add_up_in_the_standings():
    tables = two_tables(second_person=False)
    swap(tables[1], tables[2], how=Swap.MOVE)
    for table in tables.values():
        finish_sheet(table=table, by=make_actor(table.tournament), now=NOW)

    found = {row.participant.number: row.total for row in standings(tables[1].tournament)}

    assert found == {1: -8 + 4, 5: 4 - 8, 2: 4, 3: -4, 4: 4, 6: 4, 7: -4, 8: 4}
