"""What leaves as a file comes in again the same: players, and the points of each round. Names stay text everywhere."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_participants, make_round, make_tournament, tables_of
from tests.builders import type_totals as type_sheet
from tests.views.test_import_list import sent
from tests.walk import browser_of, make_scene, pages, visit
from tournament.models import Club, Participant, Tournament
from tournament.queries.standings import listed
from tournament.roles import PUBLIC, Role
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db

NASTY = "<b>&\"'</b>"
SURNAMES = ("Özil", "Żółć", "Řezníček", "Yıldız", "=SUM(A1:A9)", "O'Neill; jun.", "-Minus", 'Der "Fuchs"')


class Evening:
    """Eight people in two confirmed rounds, with names as they come from anywhere."""

    def __init__(self, language):
        self.tournament = make_tournament(check_parity="off", check_sum="off", rounds=2)
        self.by = make_actor(self.tournament, Role.ADMINISTRATOR)
        make_participants(self.tournament, 8, by=self.by)
        people = list(Participant.objects.order_by("number"))
        for person, person.surname in zip(people, SURNAMES, strict=True):
            person.save()
        for number in (1, 2):
            for place, table in tables_of(make_round(self.tournament, by=self.by)).items():
                type_sheet(table, [10 * number + place, 4, -4, -10 * number - place], by=self.by)
        change_settings(tournament=self.tournament, values={"place": "Saal"}, by=self.by, now=NOW)
        self.client = client_for(self.by)
        self.client.post(reverse("appearance"), {"language": language})

    def paper(self, name, kind):
        data = self.client.get(reverse("paper", args=[self.tournament.slug, name])).content
        return SimpleUploadedFile(f"liste.{kind}", data)


def people_of(tournament):
    found = Participant.objects.filter(tournament=tournament).order_by("number").select_related("club")
    return [(one.number, one.surname, one.first_name, one.club.name if one.club else "") for one in found]


def points_of(tournament):
    return [
        (row.rank, row.participant.name, [score.points for score in row.scores], row.total)
        for row in sorted(listed(tournament).rows, key=lambda row: (row.rank, row.participant.name))
    ]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("name", "kind"), [("players-csv", "csv"), ("workbook", "xlsx")])
def test_list_of_players_is_read_in_again_as_it_was(language, name, kind):
    evening = Evening(language)
    other = make_tournament(name="Frühjahrsturnier")
    address = reverse("import_list", args=[other.slug])

    shown = evening.client.post(address, {"file": evening.paper(name, kind)})
    before = Participant.objects.filter(tournament=other).count()
    everybody = [str(choice.place) for choice in shown.context["ready"]]
    evening.client.post(address, sent(shown, keep="1", take=everybody))

    assert (shown.status_code, before) == (200, 0)
    assert people_of(other) == people_of(evening.tournament)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("name", "kind"), [("standings-csv", "csv"), ("workbook", "xlsx")])
def test_points_of_each_round_are_read_in_again_as_they_were(language, name, kind):
    evening = Evening(language)
    values = {"name": "Archiv", "date": "2026-11-28", "file": evening.paper(name, kind)}

    shown = evening.client.post(reverse("archive_new"), values)
    back = {"name": "Archiv", "date": "2026-11-28", "state": shown.context.get("state", ""), "keep": "1"}
    evening.client.post(reverse("archive_new"), back)

    assert shown.status_code == 200
    assert points_of(Tournament.objects.get(name="Archiv")) == points_of(evening.tournament)


def unescaped(answer):
    """Whether the markup in a name reached the browser as markup."""
    return NASTY[:5] in answer.content.decode(errors="replace")


def test_markup_in_names_is_text_on_every_page():
    scene = make_scene()
    tournament = scene.tournament
    Participant.objects.filter(tournament=tournament).update(surname=NASTY, first_name=NASTY, note=NASTY, team=NASTY)
    Club.objects.filter(pk=Club.objects.filter(tournament=tournament).earliest("pk").pk).update(name=NASTY)
    values = {"name": NASTY, "place": NASTY, "director_name": NASTY, "house_rules": NASTY}
    change_settings(tournament=tournament, values=values, by=scene.people[Role.DIRECTOR], now=NOW)
    office, public = browser_of(scene, Role.ADMINISTRATOR), Client()

    wrong, met = [], 0
    for page in pages():
        answer = visit(public if page.name in PUBLIC else office, "get", scene.address(page))
        if "text/html" in answer.headers.get("Content-Type", ""):
            met += html.escape(NASTY) in answer.content.decode()
            wrong += [page.name] if unescaped(answer) else []

    assert wrong == []
    assert met > 15


def test_markup_in_names_is_text_in_the_api_and_on_paper():
    tournament = make_tournament(name=NASTY)
    by = make_actor(tournament)
    make_round(tournament, players=8, by=by)
    Participant.objects.update(surname=NASTY)
    change_settings(tournament=tournament, values={"place": NASTY}, by=by, now=NOW)

    answer = Client().get(reverse("api_seating", args=[tournament.slug]))
    paper = client_for(by).get(
        reverse("paper", args=[tournament.slug, "seating-by-name"]), {"round": 1, "font": 100, "copies": 1}
    )

    names = {seat["player"]["name"] for table in answer.json()["tables"] for seat in table["seats"]}
    assert (answer.headers["Content-Type"], {name.startswith(NASTY) for name in names}) == ("application/json", {True})
    assert re.match(rb"%PDF", paper.content)
