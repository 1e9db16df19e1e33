"""Papers and files about score sheets: empty, as typed, and what was played on them."""

from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
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
from tests.views.paper_desk import Desk, text_of
from tournament.models import Participant, Table
from tournament.services.clock import extend
from tournament.services.handovers import replace_player
from tournament.services.sheets import finish_sheet

pytestmark = pytest.mark.django_db


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

    lines = [line.strip() for line in desk.text("round-results", tables="1").splitlines()]

    names = {one.number: one.name for one in Participant.objects.filter(tournament=desk.tournament)}
    later = next(line for line in lines if line.startswith(f"{names[9]} ("))
    cells = ["1", names[1], "1", "2", "1", later, "9", "8", "2", names[2], "2", "0", "3", names[3], "3", "−10"]
    assert lines[-20:] == [*cells, "4", names[4], "4", "0"]


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
