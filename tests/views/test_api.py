"""The public state as JSON: as the OpenAPI file says, and nothing the public pages do not show."""

import json
from pathlib import Path

import jsonschema_rs
import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver

from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import Participant
from tournament.roles import Role
from tournament.services.clock import pause_clock, start_clock
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
@pytest.mark.parametrize("state", ["empty", "draft", "playing", "paused", "published_only", "hidden"])
def test_answers_are_as_the_file_says(path, state):
    if state in ("empty", "draft"):
        tournament = make_tournament()
        if state == "draft":
            make_round(tournament, players=8, published=False)
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


def test_standings_hold_points_and_open_tables():
    answer = Hall().get("standings/").json()

    assert answer["columns"] == [{"round": 1, "counts": True, "open_tables": [2]}]
    assert [(row["rank"], row["number"], row["points"]) for row in answer["rows"]][:2] == [(1, 1, [9]), (2, 2, [4])]


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
