"""The public state as JSON: as the OpenAPI file says, and nothing the public pages do not show."""

import json
from pathlib import Path

import jsonschema_rs
import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_rows, type_totals
from tournament.models import Participant
from tournament.roles import Role
from tournament.services.clock import pause_clock, start_clock
from tournament.services.confirmation import reopen_sheet
from tournament.services.incidents import UNSPORTSMANLIKE, Decision, record_incident
from tournament.services.publications import post_standings
from tournament.services.sheets import finish_sheet
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db

OPENAPI = json.loads(
    (Path(settings.BASE_DIR) / "tournament" / "static" / "tournament" / "openapi.json").read_text(encoding="utf-8")
)
PATHS = tuple(OPENAPI["paths"])


def schema_of(path):
    schema = OPENAPI["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return {**schema, "components": OPENAPI["components"]}


class Hall:
    """Eight people in round 1; both sheets typed, table 1 confirmed."""

    def __init__(self, **values):
        base = {"check_parity": "off", "check_sum": "off", "second_person": True, "rounds": 2, "minutes_four": 60}
        self.tournament = make_tournament(**{**base, **values})
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=8, by=self.by)
        for number, table in tables_of(self.round).items():
            type_totals(table, [10 - number, 4, -4, number - 10], by=self.by)
        confirm(tables_of(self.round)[1], by=make_actor(self.tournament, Role.CLERK))
        self.client = Client()

    def get(self, name="", **headers):
        return self.client.get(f"/t/{self.tournament.slug}/api/{name}", headers=headers)

    def hide(self, number):
        Participant.objects.filter(tournament=self.tournament, number=number).update(name_public="hidden")
        change_settings(tournament=self.tournament, values={"place": "Saal"}, by=self.by, now=NOW)


def test_file_names_every_address_and_no_other():
    patterns = {str(pattern.pattern) for pattern in get_resolver().url_patterns}
    served = {"/" + one.replace("<slug:slug>", "{slug}") for one in patterns if one.startswith("t/<slug:slug>/api/")}

    assert set(PATHS) == served


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("state", ["empty", "draft", "playing", "paused", "published_only", "hidden", "rows"])
def test_answers_are_as_the_file_says(path, state):
    if state in ("empty", "draft"):
        tournament = make_tournament()
        if state == "draft":
            make_round(tournament, players=8, published=False)
    elif state == "rows":
        tournament = rows_hall().tournament
    else:
        hall = Hall(standings_public="published" if state == "published_only" else "live")
        tournament = hall.tournament
        if state in ("playing", "paused"):
            start_clock(round_=hall.round, by=hall.by, now=NOW)
        if state == "paused":
            pause_clock(round_=hall.round, by=hall.by, now=NOW)
        if state == "hidden":
            hall.hide(1)

    answer = Client().get(path.format(slug=tournament.slug))

    assert answer.headers["Content-Type"] == "application/json"
    assert [error.message for error in jsonschema_rs.validator_for(schema_of(path)).iter_errors(answer.json())] == []


def test_file_refuses_an_answer_with_a_field_too_many():
    answer = {**Hall().get("clock/").json(), "draft": True}

    assert not jsonschema_rs.validator_for(schema_of("/t/{slug}/api/clock/")).is_valid(answer)


def test_sheets_hold_confirmed_results_only():
    assert [
        (sheet["round"], sheet["table"], [(line["number"], line["points"]) for line in sheet["results"]])
        for sheet in Hall().get("sheets/").json()["sheets"]
    ] == [(1, 1, [(1, 9), (2, 4), (3, -4), (4, -9)])]


def rows_hall(**values):
    """Five people at a table of five, typed row by row and confirmed; the fourth row is a solo, the last is struck."""
    hall = Hall.__new__(Hall)
    base = {"check_parity": "off", "rounds": 2, "depth": "rows", "form": "played", "games_five": 5, "fives": "needed"}
    hall.tournament = make_tournament(**{**base, **values})
    hall.by = make_actor(hall.tournament)
    hall.round = make_round(hall.tournament, players=5, by=hall.by)
    table = type_rows(tables_of(hall.round)[1], "23 4", "34 2", "45 1", "l1 2", "x", by=hall.by)
    table = finish_sheet(table=table, by=hall.by, now=NOW)
    if table.confirmed_at is None:
        confirm(table, by=hall.by)
    hall.client = Client()
    return hall


def test_sheet_typed_row_by_row_holds_every_row():
    (sheet,) = rows_hall().get("sheets/").json()["sheets"]

    assert [(seat["seat"], seat["from_game"], seat["player"]["number"]) for seat in sheet["seats"]] == [
        (position, 1, position) for position in range(1, 6)
    ]
    assert [(row["number"], row["kind"], row["dealer"], row["sits_out"], row["points"]) for row in sheet["rows"]] == [
        (1, "normal", 1, 1, [None, 4, 4, -4, -4]),
        (2, "normal", 2, 2, [-2, None, 2, 2, -2]),
        (3, "normal", 3, 3, [-1, -1, None, 1, 1]),
        (4, "solo", 4, 4, [6, -2, -2, None, -2]),
        (5, "struck", None, None, [None] * 5),
    ]
    assert [(row["soloist"], row["mandatory"], row["apart"]) for row in sheet["rows"]][3] == (1, False, False)
    assert [(line["number"], line["points"]) for line in sheet["results"]] == [(1, 3), (2, 1), (3, 4), (4, -1), (5, -7)]


def test_sheet_of_totals_has_no_rows():
    (sheet,) = Hall().get("sheets/").json()["sheets"]

    assert (sheet["seats"], sheet["rows"]) == (None, None)


def test_sheet_corrected_since_the_list_was_posted_shows_no_row_until_it_is_posted_again():
    hall = rows_hall(standings_public="published")
    before = hall.get("sheets/").json()
    post_standings(round_=hall.round, minutes=5, by=hall.by, now=NOW)
    posted = hall.get("sheets/").json()["sheets"][0]
    table = tables_of(hall.round)[1]
    table = reopen_sheet(table=table, reason="verlesen", by=hall.by, now=NOW)
    table = type_rows(table, "23 6", by=hall.by)
    finish_sheet(table=table, by=hall.by, now=NOW)
    corrected = hall.get("sheets/").json()["sheets"][0]
    post_standings(round_=hall.round, minutes=5, by=hall.by, now=NOW)
    again = hall.get("sheets/").json()["sheets"][0]

    assert before == {"sheets": []}
    assert (corrected["results"], corrected["rows"]) == (posted["results"], None)
    assert [sheet["rows"][0]["points"] for sheet in (posted, again)] == [[None, 4, 4, -4, -4], [None, 6, 6, -6, -6]]


def test_standings_hold_points_and_open_tables():
    answer = Hall().get("standings/").json()

    assert answer["columns"] == [{"round": 1, "counts": True, "open_tables": [2]}]
    assert [(row["rank"], row["number"], row["points"]) for row in answer["rows"]][:2] == [(1, 1, [9]), (2, 2, [4])]


def test_rounds_and_deductions_add_up_to_the_total():
    hall = Hall()
    decision = Decision(
        happened_at=NOW,
        round=hall.round,
        offender=Participant.objects.get(tournament=hall.tournament, number=1),
        breach=UNSPORTSMANLIKE,
        deduction=5,
        reason="Geschrei",
        signed_by="R. Echt",
    )
    record_incident(tournament=hall.tournament, decision=decision, by=hall.by, now=NOW)

    (row,) = [row for row in hall.get("standings/").json()["rows"] if row["number"] == 1]

    assert (row["points"], row["deductions"], row["total"]) == ([9], 5, 4)


def test_nothing_is_told_of_a_draft():
    tournament = make_tournament()
    make_round(tournament, players=8, published=False)

    assert Client().get(f"/t/{tournament.slug}/api/seating/").json() == {"round": None, "tables": [], "resting": []}


def test_hidden_name_stays_hidden_everywhere():
    hall = Hall()
    person = Participant.objects.get(tournament=hall.tournament, number=1)
    hall.hide(1)

    answers = [hall.get(name).content.decode() for name in ("", "standings/", "seating/", "clock/", "sheets/")]

    assert [person.surname in answer for answer in answers] == [False] * 5


def test_held_back_results_are_in_no_answer():
    hall = Hall(standings_public="published")

    assert hall.get("standings/").json()["shown"] is False
    assert hall.get("sheets/").json() == {"sheets": []}


def test_clock_says_when_each_table_ends():
    hall = Hall()
    start_clock(round_=hall.round, by=hall.by, now=NOW)

    answer = hall.get("clock/").json()

    assert answer["started"] == "2026-11-28T10:00:00Z"
    assert answer["tables"][0] == {
        "table": 1,
        "extra_minutes": 0,
        "ends": "2026-11-28T11:00:00Z",
        "seconds_left": None,
    }


def test_second_answer_is_kept_and_still_json():
    hall = Hall()

    first, second = hall.get("standings/"), hall.get("standings/")

    assert (second.headers["Content-Type"], second.content) == ("application/json", first.content)


def test_unchanged_state_is_answered_from_one_row(django_assert_num_queries):
    hall = Hall()
    etag = hall.get("standings/").headers["ETag"]

    with django_assert_num_queries(1):
        answer = hall.get("standings/", **{"if-none-match": etag})

    assert (answer.status_code, answer.content) == (304, b"")


def test_typing_a_sheet_does_not_change_the_tag_and_confirming_does():
    hall = Hall()
    before = hall.get("sheets/").headers["ETag"]
    type_totals(tables_of(hall.round)[2], [6, 4, -4, -6], by=hall.by)
    typed = hall.get("sheets/").headers["ETag"]

    confirm(tables_of(hall.round)[2], by=make_actor(hall.tournament, Role.CLERK))

    assert typed == before
    assert hall.get("sheets/").headers["ETag"] != before


def test_nothing_can_be_written():
    hall = Hall()

    assert hall.client.post(f"/t/{hall.tournament.slug}/api/sheets/").status_code == 405
