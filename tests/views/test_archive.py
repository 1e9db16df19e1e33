"""Keeping a tournament that is over, from its list."""

from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from scoring.errors import Problem
from tests.builders import client_for, make_actor, make_tournament
from tournament.messages import text
from tournament.models import PublicationState, Tournament
from tournament.queries.public import public_state
from tournament.queries.standings import listed
from tournament.roles import Role

pytestmark = pytest.mark.django_db

LIST = """Herbstpokal 2019

Platz;Name;Verein;Runde 1;Runde 2;Gesamt
1;Äpfel, Anna;DoKo Bremen;80;−12;68
2;Brandt, Björn;;20;30;50
3;Öztürk, Ida;Karlchens;-4;;-5
"""


@pytest.fixture
def desk():
    return client_for(make_actor(make_tournament(), Role.ADMINISTRATOR))


def send(desk, data=LIST, *, keep=True, **values):
    """Look at the list and, if wanted, keep it."""
    event = {"name": "Herbstpokal", "date": "2019-10-05", "place": "Ostermoor", **values}
    content = data.encode() if isinstance(data, str) else data
    looked = desk.post(reverse("archive_new"), {**event, "file": SimpleUploadedFile("list.csv", content)})
    if not keep or "state" not in (looked.context or {}):
        return looked
    return desk.post(reverse("archive_new"), {**event, "state": looked.context["state"], "keep": "1"})


def kept():
    return Tournament.objects.get(name="Herbstpokal")


def lines_of(tournament):
    return [
        (row.rank, row.participant.name, [score.points for score in row.scores], row.total)
        for row in listed(tournament).rows
    ]


def test_preview_shows_the_list_and_keeps_nothing(desk):
    answer = send(desk, keep=False)

    assert answer.status_code == 200
    assert [(one["row"].line, one["row"].points) for one in answer.context["rows"]] == [
        (4, (80, -12)),
        (5, (20, 30)),
        (6, (-4, None)),
    ]
    assert len(answer.context["rows"][2]["warnings"]) == 1
    assert Tournament.objects.filter(name="Herbstpokal").count() == 0


def test_kept_list_is_a_closed_tournament_with_its_standings(desk):
    answer = send(desk, director_name="Gesa Cordshagen")

    tournament = kept()
    assert answer.headers["Location"] == reverse("standings", args=[tournament.slug])
    assert (tournament.date, tournament.rounds, tournament.is_closed) == (date(2019, 10, 5), 2, True)
    assert lines_of(tournament) == [
        (1, "Äpfel, Anna", [80, -12], 68),
        (2, "Brandt, Björn", [20, 30], 50),
        (3, "Öztürk, Ida", [-4, 0], -4),
    ]
    assert public_state(tournament).shown.publication.state == PublicationState.FINAL


def test_list_without_a_director_stays_provisional(desk):
    send(desk)

    assert public_state(kept()).shown.publication.state == PublicationState.PROVISIONAL


def test_excel_is_read_as_well(desk):
    book = Workbook()
    for row in (["Name", "Vorname", "R1", "R2"], ["Äpfel", "Anna", 12, -3], ["Fink", "Theo", -12, 3]):
        book.active.append(row)
    data = BytesIO()
    book.save(data)

    send(desk, data.getvalue())

    assert lines_of(kept()) == [(1, "Äpfel, Anna", [12, -3], 9), (2, "Fink, Theo", [-12, 3], -9)]


@pytest.mark.parametrize(
    "headings",
    [
        "Runde 1;Runde 2",
        "1. Runde;2. Runde",
        "R1;R2",
        "Rd. 1;Rd. 2",
        "Serie 1;Serie 2",
        "Runde 1 (Punkte);Runde 2 (Punkte)",
        "Punkte R1;Punkte R2",
        "1.;2.",
        "1;2",
        "2. Durchgang;1. Durchgang",
    ],
)
def test_rounds_are_found_as_lists_head_them(desk, headings):
    first, second = (("3", "-7"), ("4", "-6")) if headings.startswith("2") else (("-7", "3"), ("-6", "4"))
    send(
        desk, f"Platz;Name;{headings};Punkte\n1;Äpfel, Anna;{';'.join(first)};-4\n2;Fink, Theo;{';'.join(second)};-2\n"
    )

    assert lines_of(kept()) == [(1, "Fink, Theo", [-6, 4], -2), (2, "Äpfel, Anna", [-7, 3], -4)]


def test_rows_that_are_no_players_stay_out_and_are_told(desk):
    listed = "Platz;Name;R1;R2\n1;Äpfel, Anna;3;12 (1)\n2;Fink, Theo;-3;n.a.\n;Summe;0;12\nStand: vorläufig;;;\n"

    shown = send(desk, listed, keep=False)
    send(desk, listed)

    assert shown.context["notes"] == [text(Problem(code="archive_left_out", params={"lines": (4, 5)}))]
    assert lines_of(kept()) == [(1, "Äpfel, Anna", [3, 12], 15), (2, "Fink, Theo", [-3, 0], -3)]


def test_namesakes_are_two_people(desk):
    send(desk, "Name;Runde 1\nÄpfel, Anna;3\nÄpfel, Anna;-3\n")

    assert lines_of(kept()) == [(1, "Äpfel, Anna", [3], 3), (2, "Äpfel, Anna", [-3], -3)]


def test_faulty_rows_are_named_and_keep_the_list_out(desk):
    answer = send(desk, "Name;Runde 1;Runde 2\nÄpfel, Anna;3;viel\n;4;4\nFink, Theo;;\nKöhn, Inga;1;2\n")

    assert answer.status_code == 422
    assert [(one["row"].line, len(one["errors"])) for one in answer.context["rows"]] == [(2, 1), (3, 1), (4, 1), (5, 0)]
    assert Tournament.objects.filter(name="Herbstpokal").count() == 0


@pytest.mark.parametrize(
    "data",
    [
        "",
        "Name;Verein\nÄpfel;DoKo\n",
        "Name;Runde 1;Runde 3\nÄpfel;1;2\n",
        "Name;Runde 1\n",
        b"%PDF-1.7",
        b"PK\x03\x04x",
    ],
)
def test_what_is_no_such_list_is_refused_with_a_sentence(desk, data):
    answer = send(desk, data)

    assert answer.status_code == 422
    assert len(answer.context["problems"]) == 1
    assert answer.context["form"]["name"].value() == "Herbstpokal"


def test_name_forgotten_keeps_the_list(desk):
    answer = send(desk, name="")

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]
    assert answer.context["state"]


def test_altered_preview_is_refused(desk):
    answer = desk.post(reverse("archive_new"), {"name": "X", "date": "2019-10-05", "state": "forged", "keep": "1"})

    assert (answer.status_code, len(answer.context["problems"])) == (422, 1)


@pytest.mark.parametrize("page", ["desk", "participants", "rounds", "standings", "papers", "journal"])
def test_pages_of_a_kept_tournament_open(desk, page):
    send(desk)

    assert desk.get(reverse(page, args=[kept().slug])).status_code == 200


@pytest.mark.parametrize("path", ["", "1/", "standings/", "seats/", "api/standings/", "api/seating/", "api/sheets/"])
def test_public_pages_of_a_kept_tournament_open(desk, path):
    send(desk)

    assert Client().get(f"/t/{kept().slug}/{path}").status_code == 200


def test_round_of_a_kept_tournament_opens(desk):
    send(desk)

    assert desk.get(reverse("round", args=[kept().slug, 1])).status_code == 200


def test_director_of_one_tournament_cannot_keep_another():
    client = client_for(make_actor(make_tournament(), Role.DIRECTOR))

    assert client.get(reverse("archive_new")).status_code == 403
