"""What stands beside a sheet: its note, its depth, who sat there. An old form takes nothing of it away."""

import json

import pytest
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.errors import Problem
from tests.builders import NOW, client_for, make_participants, type_rows, type_totals
from tests.views.sheet_desk import ROWS, Desk, page
from tournament.messages import text
from tournament.models import Game, Seat, Table
from tournament.services.confirmation import confirm_sheet
from tournament.services.handovers import break_off, replace_player
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import note_sheet, set_depth

pytestmark = pytest.mark.django_db

LONG = "Auf dem Zettel fehlen zwei Unterschriften. " * 5


def put(desk, note, *, seen="", client=None):
    return (client or desk.client).post(desk.url("sheet_note"), {"note": note, "seen": json.dumps({"note": seen})})


def test_note_of_two_people_is_asked_back_and_the_second_word_stands():
    desk = Desk()

    first = put(desk, "Unterschrift fehlt")
    stale = put(desk, "gefragt", client=client_for(desk.director))
    between = desk.table().note
    again = client_for(desk.director).post(
        desk.url("sheet_note"), {"note": "gefragt", "seen": stale.context["note"].seen}
    )

    assert (first.status_code, stale.status_code, again.status_code) == (302, 422, 302)
    assert (between, stale.context["note"].typed, desk.table().note) == ("Unterschrift fehlt", "gefragt", "gefragt")
    assert "Unterschrift fehlt" in stale.context["note"].errors[0]


def test_note_that_is_too_long_is_refused_and_stays_in_its_field():
    desk = Desk()

    response = put(desk, LONG)

    assert (response.status_code, response.context["note"].typed, desk.table().note) == (422, LONG, "")
    assert LONG in page(response)


def test_note_is_refused_beside_what_is_half_typed():
    desk = Desk()
    desk.client.post(desk.url("sheet_here"), {"total-1-1": "24", "version": "0"})

    response = put(desk, LONG)

    assert response.context["form"].fields[0].value == "24"


def confirmed_desk():
    desk = Desk(second_person=True)
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    confirm_sheet(table=desk.tables[1], version=desk.table().version, by=desk.director, now=NOW)
    return desk


def test_note_of_a_confirmed_sheet_is_taken_away_once_it_is_settled():
    desk = confirmed_desk()
    note_sheet(table=desk.tables[1], note="Unterschrift fehlt", by=desk.clerk, now=NOW)

    shown = desk.client.get(desk.url("sheet"))
    answer = desk.client.post(desk.url("sheet_note"), {"note": "", "seen": shown.context["note"].seen})
    refused = put(desk, LONG)

    assert (answer.status_code, desk.table().note) == (302, "")
    assert (refused.status_code, refused.templates[0].name) == (422, "tournament/sheets/confirmed.html")


def test_note_is_written_while_a_second_person_confirms():
    desk = Desk(second_person=True)
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)

    response = client_for(desk.director).get(desk.url("sheet_confirm"))

    assert desk.url("sheet_note") in page(response)


def test_depth_that_another_has_chosen_meanwhile_is_kept():
    desk = Desk(**ROWS)
    set_depth(table=desk.tables[1], depth="totals", by=desk.director, now=NOW)

    old = desk.client.post(desk.url("sheet_depth"), {"depth": "full", "was": "rows"})
    kept = desk.table().depth
    desk.client.post(desk.url("sheet_depth"), {"depth": "full", "was": "totals"})

    assert (old.status_code, kept, desk.table().depth) == (302, "totals", "full")


SWAP = {
    "action": "swap",
    "position": 1,
    "other_table": 1,
    "other_position": 2,
    "how": "reality",
    "reason": "vertauscht",
}


def order(desk):
    seats = Seat.objects.filter(table=desk.table()).order_by("position", "from_game")
    return list(seats.values_list("participant__number", flat=True))


def test_seats_that_another_has_put_right_are_not_swapped_back():
    desk = Desk(**ROWS)
    url, first, second = desk.url("sheet_seats"), client_for(desk.director), client_for(desk.director)

    answers = [one.post(url, {**SWAP, "seats": 1}) for one in (first, second)]
    again = second.post(url, {**SWAP, "seats": answers[1].context["table"].print_version})

    assert [answer.status_code for answer in (*answers, again)] == [302, 422, 302]
    assert [
        answers[1].context["swap"]["reason"].value(),
        answers[1].context["paper"].columns[0].seats[0].participant.number,
    ] == [
        "vertauscht",
        2,
    ]
    assert order(desk) == [1, 2, 3, 4]


def test_seats_refuse_a_reason_that_is_too_long_beside_its_field():
    desk = Desk(**ROWS)

    response = client_for(desk.director).post(desk.url("sheet_seats"), {**SWAP, "seats": 1, "reason": LONG})

    assert (response.status_code, list(response.context["swap"].errors)) == (422, ["reason"])
    assert (LONG in page(response), order(desk)) == (True, [1, 2, 3, 4])


def test_reason_of_a_sheet_that_is_too_long_is_refused_and_stays_in_its_field():
    desk = Desk(second_person=True, check_sum="warn")
    fields = {f"total-{seat}-1": total for seat, total in enumerate((24, -6, -12, -4), start=1)}

    typed = desk.client.post(desk.url("sheet_totals"), {**fields, "version": 0, "reason": LONG})

    assert (typed.status_code, Table.objects.get(pk=desk.table().pk).typed_at) == (422, None)
    assert f'value="{LONG}"' in page(typed)


def split_rubric():
    """A paper with a rubric on which number 9 plays for number 2 from game 4 on, and the director's browser."""
    desk = Desk(**{**ROWS, "form": "rubric", "mandatory_solos": 1, "games_four": 12})
    make_participants(desk.tournament, 1)
    replace_player(table=desk.tables[1], position=2, number=9, from_game=4, reason="krank", by=desk.director, now=NOW)
    return desk


def test_solo_whose_place_matters_and_is_not_said_is_asked_for():
    desk = split_rubric()
    type_rows(desk.tables[1], "13 4", by=desk.clerk)
    rows = {101: TypedRow(text="2 7"), 102: TypedRow(text="1 3", after_game=5)}
    record_rows(table=desk.tables[1], rows=rows, by=desk.clerk, now=NOW)

    paper = desk.client.get(desk.url("sheet")).context["paper"]

    asked = text(Problem(code="solo_without_place"))
    assert [[remark.text for remark in line.remarks] for line in (*paper.lines[:1], *paper.rubric)] == [
        [],
        [asked],
        [],
        [],
        [],
    ]
    assert [remark.refuses for remark in paper.rubric[0].remarks] == [False]


def test_sheet_whose_seats_changed_hands_says_who_takes_what():
    desk = split_rubric()
    type_rows(desk.tables[1], "13 4", "24 1", "x", "24 3", by=desk.clerk)

    shares = desk.client.get(desk.url("sheet")).context["paper"].shares
    plain = desk.client.get(desk.url("sheet", 2)).context["paper"].shares

    assert [(person.number, points) for person, points in shares] == [(1, 0), (2, -3), (9, 3), (3, 0), (4, 0)]
    assert plain == ()


def test_table_that_is_broken_off_says_so_and_speaks_of_no_games_to_come():
    desk = Desk(**ROWS)
    break_off(table=desk.tables[1], reason="Kreislauf", by=desk.director, now=NOW)

    answers = [page(desk.client.get(desk.url("sheet", table))) for table in (1, 2)]

    with translation.override("de"):
        said, games = str(_("The table is broken off")), str(_("still to come"))
    assert [(said in answer, games in answer) for answer in answers] == [(True, False), (False, True)]


@pytest.mark.parametrize("after", ["13", "x", "-1", "²"])
def test_place_of_a_solo_that_cannot_be_is_refused_beside_its_row(after):
    desk = split_rubric()

    response = desk.client.post(
        desk.url("sheet_rows"), {"row-101": "2 7", "was-101": "", "after-101": after}, headers={"HX-Request": "true"}
    )

    refused = text(Problem(code="solo_place", params={"most": 12}))
    assert [remark.text for remark in response.context["paper"].rubric[0].remarks] == [refused]
    assert response.context["paper"].rubric[0].unsaved == "2 7"
    assert Game.objects.count() == 0
