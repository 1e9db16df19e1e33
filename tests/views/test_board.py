"""The board of the tables, and the ways from it to a sheet."""

from datetime import timedelta

import pytest

from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    type_rows,
    type_totals,
)
from tests.views.sheet_desk import DDV, Desk, page
from tournament import codes
from tournament.messages import SENTENCES
from tournament.models import Round, Table
from tournament.roles import Role
from tournament.services.sheets import receive_sheet

pytestmark = pytest.mark.django_db


def test_board_shows_every_table_with_its_state():
    desk = Desk(players=20, **DDV)
    receive_sheet(table=desk.tables[2], by=desk.clerk, now=NOW)
    type_totals(desk.tables[3], (4, -4, 4, -4), solos=1, by=desk.clerk)
    type_totals(desk.tables[4], (4, -4, 4, -3), solos=1, by=desk.clerk, finish=False)
    type_totals(desk.tables[5], (4, -4, 4, -4), solos=1, by=desk.clerk)
    confirm(desk.tables[5], by=desk.director)

    response = desk.client.get(desk.url("board"))

    assert [(t.number, t.state.value) for t in response.context["board"].tables] == [
        (1, "playing"),
        (2, "received"),
        (3, "typed"),
        (4, "findings"),
        (5, "confirmed"),
    ]
    assert response.context["board"].next.number == 2


def test_board_offers_no_sheet_to_confirm_to_whoever_typed_it():
    desk = Desk(**DDV)
    type_totals(desk.tables[1], (4, -4, 4, -4), solos=1, by=desk.clerk)

    own = desk.client.get(desk.url("board")).context["board"].to_confirm
    others = client_for(desk.director).get(desk.url("board")).context["board"].to_confirm

    assert ([t.number for t in own], [t.number for t in others]) == ([], [1])


def test_board_counts_minutes_since_the_end_and_calls_the_late_tables():
    desk = Desk(**DDV, minutes_four=100)
    receive_sheet(table=desk.tables[1], by=desk.clerk, now=NOW)
    Round.objects.update(started_at=NOW - timedelta(days=1))

    board = desk.client.get(desk.url("board")).context["board"]

    assert [t.number for t in board.late] == [2]
    assert [person.number for person in board.late[0].people] == [5, 6, 7, 8]
    assert all(t.minutes >= 22 * 60 for t in board.tables)


@pytest.mark.parametrize("count", [3, 75])
def test_board_takes_the_same_queries_for_any_number_of_tables(count, django_assert_num_queries):
    desk = Desk(players=4 * count, depth="rows", form="played", games_four=3)
    type_rows(desk.tables[1], "13 4", by=desk.clerk)
    desk.client.get(desk.url("board"))
    Table.objects.filter(number=1).update(note="neu")
    desk.tournament.__class__.objects.update(journal_number=999)

    with django_assert_num_queries(BOARD_QUERIES):
        desk.client.get(desk.url("board"), headers={"HX-Request": "true"})


BOARD_QUERIES = 15


"""Session, person, tournament, membership, round; who types; seven of the board, two of the line above the page."""


def test_board_part_is_sent_to_htmx_without_the_frame():
    desk = Desk()

    response = desk.client.get(desk.url("board"), headers={"HX-Request": "true"})

    assert "<html" not in page(response)
    assert page(response).count("<li") == 2


def test_board_shows_who_is_typing_where():
    desk = Desk()
    desk.client.get(desk.url("sheet"))

    board = client_for(desk.director).get(desk.url("board")).context["board"]

    assert [t.typing for t in board.tables] == [("clerk",), ()]


@pytest.mark.parametrize("typed", ["2", "002"])
def test_number_of_a_table_opens_its_sheet(typed):
    desk = Desk()

    response = desk.client.post(desk.url("board_open"), {"code": typed})

    assert response.headers["Location"] == desk.url("sheet", 2)


def test_code_of_a_sheet_opens_it():
    desk = Desk()
    code = codes.write_code(codes.SheetCode(round=1, table=2, print_version=1))

    response = desk.client.post(desk.url("board_open"), {"code": code})

    assert response.headers["Location"] == desk.url("sheet", 2)


def test_outdated_print_is_noticed():
    desk = Desk()
    Table.objects.filter(number=2).update(print_version=2)
    code = codes.write_code(codes.SheetCode(round=1, table=2, print_version=1))

    response = desk.client.post(desk.url("board_open"), {"code": code}, follow=True)

    assert [str(message) for message in response.context["messages"]] == [
        str(SENTENCES["code_outdated"]) % {"table": 2}
    ]


@pytest.mark.parametrize("typed", ["", "9", "02007019", "anna", "<b>"])
def test_what_is_no_table_is_refused_and_stays_typed(typed):
    desk = Desk()

    response = desk.client.post(desk.url("board_open"), {"code": typed})

    assert response.status_code == 422
    assert response.context["typed"] == typed


def test_code_gives_no_right():
    desk = Desk()
    referee = client_for(make_actor(desk.tournament, Role.REFEREE))

    response = referee.post(desk.url("board_open"), {"code": "1"})

    assert response.status_code == 403
