"""The pages on which a confirmed sheet is corrected or reopened."""

import pytest

from tests.builders import NOW, client_for, make_round, type_rows, type_totals
from tests.views.sheet_desk import ROWS, Desk, page
from tournament.models import Game, JournalEntry, Participant, Seat
from tournament.prizes import For, PrizeLine, as_json
from tournament.queries.sheets import sheet_data
from tournament.records import written_totals
from tournament.services.publications import publish_standings
from tournament.services.sheets import finish_sheet

pytestmark = pytest.mark.django_db

FULL = {**ROWS, "depth": "full", "games_four": 2, "second_person": False}
GAME = {"kind": "normal", "re": "13", "re_card_points": "151"}


class Corrected:
    """A desk with a confirmed sheet and the browser of a director."""

    def __init__(self, desk):
        self.desk = desk
        self.client = client_for(desk.director)

    def post(self, action, **fields):
        version = fields.pop("version", self.desk.table().version)
        return self.client.post(self.desk.url("sheet_correct"), {**fields, "version": version, "action": action})


def full_sheet():
    desk = Desk(**FULL)
    for number in (1, 2):
        desk.client.post(desk.url("sheet_game", 1, number), {**GAME, "was": ""})
    finish_sheet(table=desk.tables[1], by=desk.clerk, now=NOW)
    return Corrected(desk)


def test_full_game_is_chosen_shown_and_corrected_with_its_consequences():
    desk = full_sheet()

    chosen = desk.client.get(desk.desk.url("sheet_correct"), {"game": "2"})
    fields = {**GAME, "re_card_points": "181", "game": "2", "was": chosen.context["was"]}
    shown = desk.post("preview", **fields)
    refused = desk.post("save", **fields)
    saved = desk.post("save", **fields, reason="Augen verlesen")

    assert chosen.context["game"].initial["re_card_points"] == 151
    assert [(m.participant.number, m.total_after) for m in shown.context["consequences"].moved] == [
        (1, 5),
        (3, 5),
        (2, -5),
        (4, -5),
    ]
    assert (refused.status_code, saved.status_code) == (422, 302)
    assert Game.objects.get(number=2).record["re_card_points"] == 181
    assert JournalEntry.objects.get(what="sheet_corrected").reason == "Augen verlesen"


def test_full_game_that_was_never_played_is_struck_by_a_correction():
    desk = full_sheet()
    was = desk.client.get(desk.desk.url("sheet_correct"), {"game": "2"}).context["was"]

    desk.post("save", game="2", was=was, struck="on", reason="Zeit war um")

    assert Game.objects.get(number=2).kind == "struck"


def test_full_game_that_cannot_be_is_refused_beside_its_fields():
    desk = full_sheet()
    was = desk.client.get(desk.desk.url("sheet_correct"), {"game": "2"}).context["was"]

    impossible = desk.post("preview", **{**GAME, "re_card_points": "239"}, game="2", was=was)
    unreadable = desk.post("preview", **{**GAME, "re": "abc"}, game="2", was=was)

    assert (impossible.status_code, list(impossible.context["game"].errors)) == (422, ["re_card_points"])
    assert (unreadable.status_code, list(unreadable.context["game"].errors)) == (422, ["re"])


def test_full_game_that_another_has_corrected_is_not_overwritten():
    desk = full_sheet()
    version = desk.desk.table().version
    was = desk.client.get(desk.desk.url("sheet_correct"), {"game": "2"}).context["was"]
    desk.post("save", **{**GAME, "re_card_points": "181"}, game="2", was=was, reason="so")

    response = desk.post("save", **{**GAME, "re_card_points": "121"}, game="2", was=was, reason="so", version=version)

    assert (response.status_code, response.context["stale"]) == (422, True)
    assert Game.objects.get(number=2).record["re_card_points"] == 181


@pytest.mark.parametrize(("game", "status"), [("99", 404), ("0", 404), ("x", 200), ("१", 200)])
def test_game_that_the_sheet_does_not_have_cannot_be_chosen(game, status):
    desk = full_sheet()

    assert desk.client.get(desk.desk.url("sheet_correct"), {"game": game}).status_code == status


def test_total_at_the_foot_of_a_full_sheet_is_corrected():
    desk = full_sheet()

    desk.post("save", **{"row-foot-1": "4", "was-foot-1": ""}, reason="nachgetragen")

    assert written_totals(sheet_data(desk.desk.table())) == (4, None, None, None)


def test_prizes_stand_in_the_consequences_and_the_moment_and_the_list_on_the_wall_too():
    plan = [PrizeLine(purpose=For.RANK, cents=6000), PrizeLine(purpose=For.RANK, place=2, cents=4000)]
    desk = Desk(prize_plan=as_json(plan), fee_cents=2000)
    Participant.objects.update(fee_state="paid")
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    type_totals(desk.tables[2], (10, 2, -6, -6), by=desk.clerk)
    publish_standings(round_=desk.round, by=desk.director, now=NOW)

    response = Corrected(desk).post(
        "preview", **{"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    )

    assert [(m["participant"].number, m["before"], m["after"]) for m in response.context["money_moved"]] == [
        (5, "40,00 €", "60,00 €"),
        (2, "–", "40,00 €"),
        (1, "60,00 €", "–"),
    ]
    assert response.context["hung"].round == desk.round
    assert "60,00 € → –" in page(response)


def test_correction_is_told_on_the_page_of_the_sheet():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    corrected = Corrected(desk)
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    corrected.post("save", **fields, reason="verlesen")

    response = corrected.client.get(desk.url("sheet"))

    assert [line.entry.what for line in response.context["steps"]] == [
        "sheet_typed",
        "sheet_confirmed",
        "sheet_corrected",
    ]
    assert [line.entry.reason for line in response.context["corrections"]] == ["verlesen"]
    assert "verlesen" in page(response)


def test_stale_correction_of_totals_shows_both_versions():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    corrected = Corrected(desk)
    version = desk.table().version
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    corrected.post("save", **fields, reason="verlesen")

    response = corrected.post("save", **{**fields, "total-1-1": "4", "total-2-1": "4"}, reason="so", version=version)

    assert [field.differs for field in response.context["form"].fields] == [True, True, False, False]
    assert "differs" in page(response)
    assert Seat.objects.get(table=desk.table(), position=1).total == 2


def test_reopening_shows_what_it_changes_first():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)

    response = client_for(desk.director).get(desk.url("sheet_reopen"))

    moved = {m.participant.number: (m.total_before, m.total_after) for m in response.context["consequences"].moved}
    assert {number: moved[number] for number in (1, 2, 3, 4)} == {1: (24, 0), 2: (-6, 0), 3: (-12, 0), 4: (-6, 0)}
    assert desk.table().confirmed_at is not None


def test_sheet_of_an_earlier_round_is_corrected_while_a_later_one_is_played():
    """A result of an earlier round is put right: seats of the running round stay, the standings follow."""
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    later = make_round(desk.tournament, seats=[(1, 5, 6, 2), (4, 7, 8, 3)], by=desk.director)
    before = list(Seat.objects.filter(round=later).order_by("pk").values_list("participant__number", flat=True))

    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    Corrected(desk).post("save", **fields, reason="verlesen")

    after = list(Seat.objects.filter(round=later).order_by("pk").values_list("participant__number", flat=True))
    assert after == before
    assert Seat.objects.get(table=desk.table(), position=2).total == 6


def test_rows_of_a_confirmed_sheet_are_corrected_on_the_page():
    desk = Desk(**{**ROWS, "second_person": False})
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.clerk)
    finish_sheet(table=desk.tables[1], by=desk.clerk, now=NOW)
    corrected = Corrected(desk)

    shown = corrected.post("preview", **{"row-2": "24 7", "was-2": "24 1"})
    corrected.post("save", **{"row-2": "24 7", "was-2": "24 1"}, reason="1 und 7 verwechselt")

    assert [m.total_after for m in shown.context["consequences"].moved] == [3, 3, -3, -3]
    assert Game.objects.get(number=2).typed == "24 7"
