"""The print page: every paper made from the desk's rows and read back."""

from io import BytesIO

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tests.reports.csv_reader import read as read_csv
from tournament.models import Participant, Publication, Table
from tournament.roles import Role
from tournament.services.clock import extend
from tournament.services.handovers import replace_player
from tournament.services.publications import post_standings
from tournament.services.rounds import create_round, seat_by_hand
from tournament.services.seating import Plan
from tournament.services.sheets import finish_sheet
from tournament.services.tournaments import change_settings
from tournament.views.paper_shelf import PAPERS

pytestmark = pytest.mark.django_db

CHOICES = {
    "round": 1,
    "tables": "",
    "numbers": "",
    "category": "",
    "size": 4,
    "per_page": 1,
    "places": 3,
    "design": "plain",
    "paper": "A4",
    "font": 100,
    "copies": 1,
}


class Desk:
    """Eight people at two tables in a published round; their sheets typed and confirmed."""

    def __init__(self, typed=True, **values):
        self.tournament = make_tournament(
            **{"name": "Müllers Herbst/Pokal", "check_parity": "off", "check_sum": "off", "rounds": 2, **values}
        )
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=8, by=self.by)
        self.tables = tables_of(self.round)
        if typed:
            type_totals(self.tables[1], [10, 4, 4, -18], by=self.by)
            type_totals(self.tables[2], [10, 3, -6, -7], by=self.by)
        self.client = client_for(self.by)

    def paper(self, name, client=None, **choices):
        found = PAPERS[name]
        values = {choice: CHOICES[choice] for choice in found.choices if choice in CHOICES} | choices
        address = reverse("paper", args=[self.tournament.slug, name])
        return (client or self.client).get(address, values)

    def text(self, name, **choices):
        return text_of(self.paper(name, **choices).content)

    def draft(self):
        round_ = create_round(tournament=self.tournament, by=self.by, now=NOW)
        plans = [Plan(number=7, players=(8, 7, 6, 5)), Plan(number=9, players=(4, 3, 2, 1))]
        return seat_by_hand(round_=round_, tables=plans, by=self.by, now=NOW)


def text_of(data):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)


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


def test_score_sheets_are_printed_for_the_tables_that_were_named():
    desk = Desk()

    one, both = desk.paper("score-sheets", tables="2"), desk.paper("score-sheets", tables="1-2")

    assert [len(PdfReader(BytesIO(answer.content)).pages) for answer in (one, both)] == [1, 2]
    assert ("Äpfel" in text_of(one.content), "Üner" in text_of(one.content)) == (False, True)


@pytest.mark.parametrize("name", ["score-sheets", "typed-sheets"])
def test_extra_minutes_and_why_stand_on_the_sheet_of_their_table(name):
    desk = Desk()
    extend(round_=desk.round, tables=[2], minutes=7, reason="Reklamation", by=desk.by, now=NOW)
    extend(round_=desk.round, tables=[2], minutes=5, reason="Sturz", by=desk.by, now=NOW)

    first, second = [desk.text(name, tables=table) for table in ("1", "2")]

    assert first.count("Reklamation") == 0
    assert " ".join(second.split()).count("12 Reklamation; Sturz") == 1


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


def test_two_sheets_fit_on_a_page_and_copies_are_whole_sets():
    desk = Desk()

    pages = [
        len(PdfReader(BytesIO(desk.paper("score-sheets", **choices).content)).pages)
        for choices in ({"per_page": 2}, {"per_page": 1, "copies": 3})
    ]

    assert pages == [1, 6]


def test_two_blank_sheets_fill_a_page():
    desk = Desk()

    texts = [desk.text("blank-sheets", per_page=number) for number in (1, 2)]

    assert [len(PdfReader(BytesIO(desk.paper("blank-sheets", per_page=n).content)).pages) for n in (1, 2)] == [1, 1]
    assert [text.count(desk.tournament.name) for text in texts] == [1, 2]


def test_certificates_of_a_category_have_its_ranks_and_say_so():
    desk = Desk()
    Participant.objects.filter(tournament=desk.tournament, number__in=(4, 7)).update(categories=["Jugend"])
    change_settings(tournament=desk.tournament, values={"place": "Saal"}, by=desk.by, now=NOW)

    pages = PdfReader(BytesIO(desk.paper("certificates", category="Jugend", places=1).content)).pages

    (text,) = [page.extract_text() for page in pages]
    assert [word for word in ("Grün", "Jugend", "1") if word not in text] == []


class Replaced(Desk):
    """At table 1 start number 9 takes seat 1 from game 5 on; both play a solo there."""

    def __init__(self):
        super().__init__(typed=False, depth="rows", form="played", games_four=8)
        make_participants(self.tournament, 1, by=self.by)
        type_rows(self.tables[1], "l1 2", "24 2", "13 1", "24 3", by=self.by)
        replace_player(table=self.tables[1], position=1, number=9, from_game=5, reason="Anruf", by=self.by, now=NOW)
        type_rows(self.tables[1], "l1 3", "24 1", "13 1", "24 1", first=5, by=self.by)
        finish_sheet(table=Table.objects.get(pk=self.tables[1].pk), by=self.by, now=NOW)


def test_results_by_table_name_everybody_who_held_a_seat_with_his_own_points():
    desk = Replaced()
    first, second = (Participant.objects.get(tournament=desk.tournament, number=number).name for number in (1, 9))

    lines = desk.text("round-results", tables="1").splitlines()

    assert any(line.startswith(first) for line in lines)
    assert any(line.startswith(f"{second} (") for line in lines)
    assert [lines.count(points) for points in ("+2", "+9")] == [0, 0]
    assert [points for points in ("2", "8") if points not in lines] == []


def test_solos_of_the_rubric_are_named_as_on_the_paper():
    desk = Desk(typed=False, depth="rows", form="rubric", games_four=8, mandatory_solos=1, check_solos="off")
    type_rows(desk.tables[1], "13 1", "24 2", by=desk.by)
    type_rows(desk.tables[1], "s1 2", "s3 3", first=101, by=desk.by)

    games = read_csv(desk.paper("games-csv").content)[1:]

    assert [row[2] for row in games] == ["1", "2", "S1", "S2"]


def test_files_name_who_held_a_seat_and_who_played_the_solo():
    desk = Replaced()

    solos, seats = (read_csv(desk.paper(name).content) for name in ("solos-csv", "results-csv"))

    assert [(row[2], row[3]) for row in solos[1:]] == [("1", "1"), ("5", "9")]
    notes = [row[-1] for row in seats[1:5]]
    assert (notes[0].endswith("(1)"), "4" in notes[0], notes[1:]) == (True, True, [""] * 3)


def test_sheet_is_printed_as_it_was_typed():
    desk = Desk(typed=False, depth="rows", form="played", games_four=4)
    type_rows(desk.tables[1], "13 4", "24 2", "13 1", "24 3", by=desk.by)
    finish_sheet(table=desk.tables[1], by=desk.by, now=NOW)

    text = desk.text("typed-sheets")

    assert len(PdfReader(BytesIO(desk.paper("typed-sheets").content)).pages) == 1
    assert [mark for mark in ("+4", "−4", "−2", "+1", "−3") if mark not in text] == []


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


SHEETS = ("score-sheets", "typed-sheets", "round-results", "solos", "workbook", "results-csv", "games-csv", "solos-csv")


def queries_of(players):
    """How many queries each paper about sheets takes."""
    tournament = make_tournament(check_sum="off", check_parity="off")
    by = make_actor(tournament)
    for table in tables_of(make_round(tournament, players=players, by=by)).values():
        type_totals(table, [10, 4, -4, -10], by=by)
    client, counted = client_for(by), {}
    for name in SHEETS:
        address = reverse("paper", args=[tournament.slug, name])
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        counted[name] = len(queries)
    return counted


def test_papers_about_sheets_take_as_many_queries_for_any_number_of_players():
    assert queries_of(8) == queries_of(32)


@pytest.mark.parametrize("players", [8, 24])
def test_standings_are_printed_with_as_many_queries_for_any_number_of_players(players, django_assert_num_queries):
    tournament = make_tournament()
    by = make_actor(tournament)
    make_round(tournament, players=players, by=by)
    client = client_for(by)
    address = reverse("paper", args=[tournament.slug, "standings"])

    with django_assert_num_queries(18):
        client.get(address, {"round": 1, "category": "", "font": 100, "copies": 1})


def test_player_of_a_table_of_five_sits_out_on_his_own_deal():
    tournament = make_tournament(depth="rows", form="played", games_five=5, check_parity="off")
    by = make_actor(tournament)
    round_ = make_round(tournament, players=5, by=by)
    table = tables_of(round_)[1]
    type_rows(table, "23 4", "34 2", "45 1", "12 3", "12 5", by=by)
    finish_sheet(table=table, by=by, now=NOW)
    if tables_of(round_)[1].confirmed_at is None:
        confirm(table, by=by)

    answer = client_for(by).get(
        reverse("paper", args=[tournament.slug, "typed-sheets"]), {"round": 1, "tables": "", "per_page": 1, "copies": 1}
    )

    assert "–" in text_of(answer.content)
