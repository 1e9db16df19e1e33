"""The print page: every paper made from the desk's rows and read back."""

from io import BytesIO

import pytest
import time_machine
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.builders import (
    NOW,
    client_for,
    make_actor,
    make_round,
    make_tournament,
)
from tests.reports.csv_reader import read as read_csv
from tests.views.paper_desk import Desk, text_of
from tournament.models import Participant, Publication
from tournament.roles import Role
from tournament.services.publications import post_standings
from tournament.services.tournaments import change_settings
from tournament.views.paper_shelf import PAPERS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if paper.kind == "pdf"])
def test_every_paper_is_a_pdf_that_can_be_read(name):
    answer = Desk().paper(name)

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert len(PdfReader(BytesIO(answer.content)).pages) >= 1
    assert answer["Content-Disposition"].startswith("inline; filename*=utf-8''M%C3%BCllers%20Herbst-Pokal")


@pytest.mark.parametrize(
    "name",
    ["seating-by-name", "seating-by-table", "seat-cards", "score-sheets", "standings", "round-results", "badges"],
)
def test_names_stand_on_the_paper_with_their_umlauts(name):
    text = Desk().text(name)

    assert [word for word in ("Äpfel", "Öztürk", "Grün", "Üner") if word not in text] == []


def test_standings_on_paper_are_those_of_the_desk():
    desk = Desk(tie_breaks=["last_round"])
    post_standings(round_=desk.round, minutes=10, by=desk.by, now=NOW)

    cells = desk.text("standings").splitlines()

    first = cells.index("1.")
    assert cells[first : first + 4 * 5 : 5] == ["1.", "1.", "3.", "3."]
    assert cells[first + 1 : first + 5] == ["Äpfel, Anna", "DoKo Bremen", "10", "10"]
    assert cells[-4:-1] == ["Cramer, Emre", "−18", "−18"]


def test_list_that_hung_on_the_wall_is_printed_as_it_was():
    desk = Desk()
    post_standings(round_=desk.round, minutes=10, by=desk.by, now=NOW)
    posted = Publication.objects.get(kind="standings")

    answer = desk.client.get(reverse("paper_publication", args=[desk.tournament.slug, posted.uuid]))

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert "Äpfel" in text_of(answer.content)


@pytest.mark.parametrize(
    ("name", "choices", "there", "away"),
    [
        ("seat-cards", {"tables": "2"}, ["Üner"], ["Äpfel"]),
        ("seating-by-table", {"tables": "1"}, ["Äpfel"], ["Üner"]),
        ("round-results", {"tables": "1"}, ["Äpfel"], ["Üner"]),
        ("badges", {"numbers": "1, 3–3"}, ["Äpfel", "Öztürk"], ["Üner", "Brandt"]),
        ("badges", {"numbers": "1 bis 3"}, ["Äpfel", "Öztürk", "Brandt"], ["Üner"]),
        ("certificates", {"numbers": "4", "places": 1}, ["Cramer"], ["Äpfel"]),
    ],
)
def test_only_what_was_named_is_printed(name, choices, there, away):
    text = Desk().text(name, **choices)

    assert ([word for word in there if word not in text], [word for word in away if word in text]) == ([], [])


def test_address_without_its_choices_takes_the_usual_ones():
    desk = Desk()
    address = reverse("paper", args=[desk.tournament.slug, "seating-by-name"])

    with time_machine.travel(NOW, tick=False):  # a paper says when it was printed
        answers = [desk.client.get(address).content, desk.paper("seating-by-name").content]

    assert answers[0] == answers[1]


def test_every_address_without_its_choices_is_a_file():
    desk = Desk()

    answers = {name: desk.client.get(reverse("paper", args=[desk.tournament.slug, name])) for name in PAPERS}

    assert {name: answer.status_code for name, answer in answers.items() if answer.status_code != 200} == {}


@pytest.mark.parametrize("name", [name for name, paper in PAPERS.items() if "paper" in paper.choices])
def test_paper_can_be_half_as_large(name):
    desk = Desk()

    heights = [
        round(PdfReader(BytesIO(desk.paper(name, paper=size).content)).pages[0].mediabox.height)
        for size in ("A4", "A5")
    ]

    assert heights == [842, 595]


def test_letters_can_be_larger_on_every_paper_that_offers_it():
    desk = Desk(fee_cents=700)
    offered = [name for name, paper in PAPERS.items() if "font" in paper.choices]

    same = [name for name in offered if desk.paper(name, font=100).content == desk.paper(name, font=150).content]

    assert same == []


def test_certificate_across_is_printed_on_paper_laid_across():
    desk = Desk()

    sizes = [
        PdfReader(BytesIO(desk.paper("certificates", **choices).content)).pages[0].mediabox
        for choices in ({}, {"across": "on"})
    ]

    assert [box.width > box.height for box in sizes] == [False, True]


def test_certificates_of_a_category_have_its_ranks_and_say_so():
    desk = Desk()
    Participant.objects.filter(tournament=desk.tournament, number__in=(4, 7)).update(categories=["Jugend"])
    change_settings(tournament=desk.tournament, values={"place": "Saal"}, by=desk.by, now=NOW)

    pages = PdfReader(BytesIO(desk.paper("certificates", category="Jugend", places=1).content)).pages

    (text,) = [page.extract_text() for page in pages]
    assert [word for word in ("Grün", "Jugend", "1") if word not in text] == []


@pytest.mark.parametrize(
    ("name", "choices", "field"),
    [
        ("score-sheets", {"tables": "5-3"}, "tables"),
        ("score-sheets", {"tables": "drei"}, "tables"),
        ("badges", {"numbers": "12–"}, "numbers"),
        ("seat-cards", {"tables": "0"}, "tables"),
        ("score-sheets", {"copies": "0"}, "copies"),
        ("score-sheets", {"per_page": "7"}, "per_page"),
        ("seating-by-name", {"round": "2"}, "round"),
        ("certificates", {"places": ""}, "places"),
    ],
)
def test_choice_that_does_not_fit_shows_the_page_again_with_what_was_typed(name, choices, field):
    page = Desk().paper(name, **choices)

    forms = [form for _heading, papers in page.context["groups"] for one, _paper, form in papers if one == name]
    assert page.status_code == 422
    assert (list(forms[0].errors), forms[0][field].value()) == ([field], choices[field])
    assert page.content.decode().count(" autofocus") == 1


@pytest.mark.parametrize("name", ["seating-by-name", "seat-cards", "score-sheets", "table-signs"])
def test_draft_can_be_printed_and_says_so(name):
    desk = Desk()
    desk.draft()
    drafts, published = desk.text(name, round=2), desk.text(name, round=1)

    marks = ("DRAFT", "ENTWURF")
    assert (any(mark in drafts for mark in marks), any(mark in published for mark in marks)) == (True, False)


def test_page_offers_only_what_there_is_to_print():
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    page = client.get(reverse("papers", args=[tournament.slug]))

    offered = [name for _heading, papers in page.context["groups"] for name, _paper, _form in papers]
    assert offered == [name for name, paper in PAPERS.items() if not paper.needs_round]
    assert client.get(reverse("paper", args=[tournament.slug, "seating-by-name"])).status_code == 404
    assert client.get(reverse("paper", args=[tournament.slug, "gibt-es-nicht"])).status_code == 404


@pytest.mark.parametrize(
    ("role", "refused"),
    [
        (Role.DIRECTOR, []),
        (Role.REFEREE, ["cash", "fees-csv"]),
        (Role.CHECK_IN, ["referee-report", "penalties-csv", "referee-report-xlsx", "referee-report-csv"]),
        (
            Role.CLERK,
            ["cash", "referee-report", "penalties-csv", "referee-report-xlsx", "referee-report-csv", "fees-csv"],
        ),
    ],
)
def test_money_and_penalties_are_printed_by_those_who_deal_with_them(role, refused):
    desk = Desk()
    client = client_for(make_actor(desk.tournament, role))

    answers = {name: desk.paper(name, client=client).status_code for name in PAPERS}
    page = client.get(reverse("papers", args=[desk.tournament.slug]))

    assert [name for name, status in answers.items() if status == 403] == refused
    assert {status for status in answers.values() if status != 403} == {200}
    offered = {name for _heading, papers in page.context["groups"] for name, _paper, _form in papers}
    assert offered == set(PAPERS) - set(refused)


@pytest.mark.parametrize(
    ("role", "penalties", "fees"),
    [
        (Role.DIRECTOR, True, True),
        (Role.REFEREE, True, False),
        (Role.CHECK_IN, False, True),
        (Role.CLERK, False, False),
    ],
)
def test_files_of_everything_tell_each_what_is_for_him(role, penalties, fees):
    desk = Desk(fee_cents=700)
    Participant.objects.filter(tournament=desk.tournament).update(note="sitzt gern am Fenster")
    client = client_for(make_actor(desk.tournament, role))

    book = load_workbook(BytesIO(desk.paper("workbook", client=client).content))
    players = desk.paper("players-csv", client=client).content.decode("utf-8-sig")

    assert ("Strafen" in book.sheetnames, len(book.sheetnames)) == (penalties, 7 + penalties)
    sheet = [str(value) for row in book["Teilnehmer"].values for value in row]
    assert ["7,00" in players, "Fenster" in players, "sitzt gern am Fenster" in sheet] == [fees] * 3


def test_number_of_players_that_nobody_can_seat_is_said_instead_of_lots():
    desk = Desk()
    for number in (1, 2):
        Participant.objects.filter(tournament=desk.tournament, number=number).update(checked_in_at=None)
    Participant.objects.filter(tournament=desk.tournament, number=3).update(checked_in_at=None)
    Participant.objects.filter(tournament=desk.tournament, number=8).update(checked_in_at=None, withdrawn_at=NOW)

    assert len(PdfReader(BytesIO(desk.paper("lots").content)).pages) == 1
    Participant.objects.filter(tournament=desk.tournament, number__in=(1, 2, 3)).update(checked_in_at=NOW)
    answer = desk.paper("lots")
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("papers", args=[desk.tournament.slug]))


def test_standings_as_csv_keep_minus_points_as_numbers_and_formulas_as_text():
    desk = Desk()
    Participant.objects.filter(tournament=desk.tournament, number=4).update(surname='=HYPERLINK("x")')
    change_settings(tournament=desk.tournament, values={"name": "Herbst"}, by=desk.by, now=NOW)

    answer = desk.paper("standings-csv")

    assert answer["Content-Disposition"].startswith("attachment;")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    raw = answer.content.decode("utf-8-sig").splitlines()[-1].split(";")
    assert (raw[0], raw[1], raw[6], raw[8]) == ("8", "4", "-18", "-18")
    assert raw[2].lstrip('"').startswith("'=")
    assert read_csv(answer.content)[-1][2] == '=HYPERLINK("x")'


def test_lists_as_csv_have_a_line_for_each_thing():
    desk = Desk()
    Participant.objects.filter(tournament=desk.tournament, number__lte=4).update(team="Füchse")
    change_settings(tournament=desk.tournament, values={"name": "Herbst", "fee_cents": 700}, by=desk.by, now=NOW)

    lines = {name: len(read_csv(desk.paper(name).content)) - 1 for name, paper in PAPERS.items() if paper.kind == "csv"}

    assert lines == {
        "standings-csv": 8,
        "teams-csv": 1,
        "players-csv": 8,
        "seating-csv": 8,
        "meetings-csv": 12,
        "results-csv": 8,
        "games-csv": 0,
        "solos-csv": 0,
        "penalties-csv": 0,
        "referee-report-csv": 0,
        "prizes-csv": 0,
        "fees-csv": 8,
    }


def test_workbook_holds_the_same_totals_as_the_page():
    desk = Desk()

    answer = desk.paper("workbook")

    book = load_workbook(BytesIO(answer.content))
    sheet = book.worksheets[0]
    numbers = [(sheet.cell(row, 1).value, sheet.cell(row, 2).value, sheet.cell(row, 7).value) for row in range(2, 10)]
    assert numbers == [
        (1, 1, 10),
        (1, 5, 10),
        (3, 2, 4),
        (3, 3, 4),
        (5, 6, 3),
        (6, 7, -6),
        (7, 8, -7),
        (8, 4, -18),
    ]


@pytest.mark.parametrize("players", [8, 24])
def test_standings_are_printed_with_as_many_queries_for_any_number_of_players(players, django_assert_num_queries):
    tournament = make_tournament()
    by = make_actor(tournament)
    make_round(tournament, players=players, by=by)
    client = client_for(by)
    address = reverse("paper", args=[tournament.slug, "standings"])

    with django_assert_num_queries(18):
        client.get(address, {"round": 1, "category": "", "font": 100, "copies": 1})
