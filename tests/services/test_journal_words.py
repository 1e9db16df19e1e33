"""The journal read aloud: what was typed, what a correction changed, and what was taken back."""

import pytest
from django.utils import translation

from scoring.doctor import Action
from tests.builders import (
    NOW,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tests.services.test_sheet_rows import RECORD
from tournament.messages import step_text
from tournament.models import JournalEntry, Table
from tournament.queries.journal import lines
from tournament.queries.sheets import assess, readings_of, sheet_data
from tournament.roles import Role
from tournament.services.corrections import correct_sheet
from tournament.services.handovers import replace_player
from tournament.services.sheet_rows import TypedRow, accept_reading, delete_row, record_rows
from tournament.services.sheets import TypedSeat, finish_sheet, note_sheet, record_totals
from tournament.services.undo import undo
from tournament.services.written_totals import WrittenTotal, record_written_totals

pytestmark = pytest.mark.django_db

ROWS = {"depth": "rows", "form": "played", "games_four": 3, "second_person": True}


class Day:
    """One table, and the sentences of the journal, the newest first."""

    def __init__(self, **values):
        self.tournament = make_tournament(**values)
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=4, by=self.by)
        self.table = tables_of(self.round)[1]

    def now(self):
        return Table.objects.select_related("round").get(pk=self.table.pk)

    def said(self, count=1):
        with translation.override("en"):
            return [
                line.sentence.removeprefix("Round 1, table 1: ") for line in lines(self.tournament, by=self.by)[:count]
            ]


def test_totals_are_told_seat_by_seat():
    day = Day(mandatory_solos=1, second_person=True)

    type_totals(day.table, (24, -6, -12, -6), solos=1, by=day.by)

    solos = "; ".join(f"mandatory solos of seat {seat}: 1" for seat in (1, 2, 3, 4))
    assert day.said() == [f"sheet typed (seat 1: 24; seat 2: −6; seat 3: −12; seat 4: −6; {solos})"]


def test_totals_typed_again_are_told_with_what_stood_before():
    day = Day(second_person=True)
    type_totals(day.table, (24, -6, -12, -6), by=day.by)

    type_totals(day.table, (20, -2, -12, -6), by=day.by)

    assert day.said() == ["sheet typed (seat 1: 24 → 20; seat 2: −6 → −2)"]


def test_sheet_put_aside_is_told_with_what_is_kept():
    day = Day(second_person=True)

    type_totals(day.table, (24, None, None, None), by=day.by, finish=False)

    assert day.said() == ["sheet put aside (seat 1: 24)"]


def test_correction_tells_what_it_changed_and_from_when_it_counts():
    day = Day(second_person=True)
    clerk = make_actor(day.tournament, Role.CLERK)
    type_totals(day.table, (24, -6, -12, -6), by=clerk)
    confirm(day.table, by=day.by)
    seats = [TypedSeat(position=p, total=t) for p, t in enumerate((20, -2, -12, -6), start=1)]

    correct_sheet(table=day.table, version=day.now().version, seats=seats, reason="verlesen", by=day.by, now=NOW)

    assert day.said() == ["sheet corrected (seat 1: 24 → 20; seat 2: −6 → −2), counts from 28.11. 11:00"]


def test_games_are_told_as_they_were_typed_and_those_of_the_rubric_by_their_line():
    day = Day(**{**ROWS, "form": "rubric", "mandatory_solos": 1, "games_four": 6})
    type_rows(day.table, "13 4", by=day.by)
    type_rows(day.table, "13 5", by=day.by)

    record_rows(table=day.table, rows={2: TypedRow(text="x"), 101: TypedRow(text="1 -7")}, by=day.by, now=NOW)

    assert day.said(3) == ["typed game 2: x; game S1: 1 −7", "typed game 1: 13 4 → 13 5", "typed game 1: 13 4"]


def test_place_of_a_solo_is_told_without_the_game_once_more():
    day = Day(**{**ROWS, "form": "rubric", "mandatory_solos": 1, "games_four": 12})
    solo = {"text": "2 7", "was": ""}
    record_rows(table=day.table, rows={102: TypedRow(**solo, after_game=3)}, by=day.by, now=NOW)

    record_rows(table=day.table, rows={102: TypedRow(text="2 7", after_game=5)}, by=day.by, now=NOW)

    assert day.said(2) == [
        "typed S2 was played after game 5, not 3",
        "typed game S2: 2 7; S2 was played after game 3",
    ]


def test_full_game_is_told_by_its_points():
    day = Day(**{**ROWS, "depth": "full"})
    record_rows(table=day.table, rows={1: TypedRow(record=RECORD)}, by=day.by, now=NOW)

    record_rows(table=day.table, rows={1: TypedRow(record={**RECORD, "re_extras": []})}, by=day.by, now=NOW)

    assert day.said(2) == ["typed game 1: +5 −5 +5 −5 → +4 −4 +4 −4", "typed game 1: +5 −5 +5 −5"]


def test_full_game_that_is_another_for_the_same_points_is_told_by_them():
    day = Day(**{**ROWS, "depth": "full"})
    record_rows(table=day.table, rows={1: TypedRow(record=RECORD)}, by=day.by, now=NOW)

    record_rows(table=day.table, rows={1: TypedRow(record={**RECORD, "re_card_points": 152})}, by=day.by, now=NOW)

    assert day.said() == ["typed game 1: +5 −5 +5 −5"]


def test_totals_of_a_seat_that_changed_hands_are_told_holder_by_holder():
    day = Day(second_person=True, games_four=8)
    number = make_participants(day.tournament, 1)[0].number
    replace_player(table=day.table, position=2, number=number, from_game=4, reason="krank", by=day.by, now=NOW)
    typed = {(1, 1): -4, (2, 1): -3, (2, 4): 7, (3, 1): -4, (4, 1): 4}
    seats = [TypedSeat(position=seat, from_game=game, total=total) for (seat, game), total in typed.items()]

    record_totals(table=day.table, seats=seats, version=day.now().version, by=day.by, now=NOW)

    assert day.said() == ["sheet typed (seat 1: −4; seat 2: −3; seat 2 from game 4: 7; seat 3: −4; seat 4: 4)"]


def test_game_taken_out_and_game_mended_are_told():
    day = Day(**ROWS)
    type_rows(day.table, "13 4", "2 -2 2 2", by=day.by)
    found = readings_of(assess(sheet_data(day.now())), limit=3)
    reading = next(each for each in found if each.action is Action.REPLACE)

    accept_reading(table=day.table, reading=reading, version=day.now().version, by=day.by, now=NOW)
    delete_row(table=day.table, number=1, version=day.now().version, by=day.by, now=NOW)

    mended = " ".join(str(cell) for cell in reading.points).replace("-", "−")
    assert day.said(2) == ["taken out game 1: 13 4 → –", f"mended game 2: 2 −2 2 2 → {mended}"]


def test_totals_at_the_foot_are_told():
    day = Day(**ROWS)
    record_written_totals(table=day.table, totals={2: WrittenTotal(total=-4)}, by=day.by, now=NOW)

    record_written_totals(table=day.table, totals={2: WrittenTotal(total=4)}, by=day.by, now=NOW)

    totals = "totals at the foot of the paper typed"
    assert day.said(2) == [f"{totals}: –, 4, –, –", f"{totals}: –, −4, –, –"]


def test_correction_of_a_total_at_the_foot_is_told_as_one():
    day = Day(**{**ROWS, "second_person": False})
    type_rows(day.table, "13 4", "24 1", "x", by=day.by)
    finish_sheet(table=day.table, by=day.by, now=NOW)
    foot = {1: WrittenTotal(total=3)}

    correct_sheet(table=day.table, version=day.now().version, written=foot, reason="neu", by=day.by, now=NOW)

    assert day.said() == ["sheet corrected (at the foot of the paper seat 1: 3), counts from 28.11. 11:00"]


def test_note_and_its_end_are_told():
    day = Day(**ROWS)

    for note in ("Unterschrift fehlt", ""):
        note_sheet(table=day.table, note=note, by=day.by, now=NOW)

    assert day.said(2) == ["note taken away", "note “Unterschrift fehlt”"]


def test_step_taken_back_is_told_with_what_it_was():
    day = Day(**ROWS)
    type_rows(day.table, "13 4", by=day.by)
    entry = JournalEntry.objects.get(what="rows_typed")

    undo(entry=entry, by=day.by, now=NOW)

    assert day.said() == [f"Taken back: step {entry.number} (Round 1, table 1: typed game 1: 13 4)"]


def test_older_entries_without_what_was_typed_keep_their_sentence():
    of_sheet = {"round": 1, "table": 3}

    with translation.override("en"):
        said = [
            step_text("sheet_typed", of_sheet),
            step_text("rows_typed", {**of_sheet, "rows": [2]}),
            step_text("undone", {**of_sheet, "number": 9, "undone": "sheet_confirmed"}),
            step_text("undone", {"number": 9, "undone": "participant_registered"}),
            step_text("undone", {"number": 9, "undone": "no_longer_known"}),
        ]

    assert said == [
        "Round 1, table 3: sheet typed",
        "Round 1, table 3: game 2 typed",
        "Taken back: step 9 (Round 1, table 3: sheet confirmed)",
        "Taken back: step 9",
        "Taken back: step 9",
    ]


def test_sheet_finished_without_a_change_says_nothing_of_numbers():
    day = Day(**ROWS)
    type_rows(day.table, "13 4", "24 1", "x", by=day.by)

    finish_sheet(table=day.table, by=day.by, now=NOW)

    assert day.said() == ["sheet typed"]


def test_place_without_a_solo_is_no_step():
    day = Day(**{**ROWS, "form": "rubric", "mandatory_solos": 1, "games_four": 12})
    before = JournalEntry.objects.count()

    record_rows(table=day.table, rows={102: TypedRow(text="", after_game=3)}, by=day.by, now=NOW)

    assert JournalEntry.objects.count() == before
