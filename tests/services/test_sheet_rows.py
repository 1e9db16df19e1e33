"""Rows typed one by one, put in, taken out, mended; full games; penalties read from the sheet."""

import pytest

from scoring import doctor
from scoring.errors import RuleError
from tests.builders import (
    NOW,
    confirm,
    make_actor,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
)
from tournament.messages.papers import SHORT_KINDS
from tournament.models import Game, Incident, JournalEntry, Penalty, Seat, Table
from tournament.queries.sheets import State, assess, sheet_data
from tournament.records import shares_of, sheet_of, totals_of
from tournament.roles import Role
from tournament.services.incidents import lift_incident
from tournament.services.sheet_rows import TypedRow, accept_reading, delete_row, insert_row, record_rows
from tournament.services.sheet_trials import try_row
from tournament.services.sheets import finish_sheet
from tournament.services.undo import undo
from tournament.tables.sheets import paper

pytestmark = pytest.mark.django_db

ROWS = {"depth": "rows", "form": "played", "games_four": 4, "games_five": 5}
RECORD = {
    "kind": "normal",
    "re": [1, 3],
    "re_card_points": 151,
    "trickless": None,
    "re_call": "re",
    "kontra_call": "none",
    "re_extras": ["fuchs"],
    "kontra_extras": [],
}


def sheet(players=4, **values):
    tournament = make_tournament(**{**ROWS, **values})
    by = make_actor(tournament, Role.CLERK)
    return tables_of(make_round(tournament, players=players))[1], by


def codes(refusal):
    return [problem.code for problem in refusal.value.problems]


def found(table):
    return assess(sheet_data(Table.objects.select_related("round").get(pk=table.pk)))


def texts(table):
    return list(Game.objects.filter(table=table).order_by("number").values_list("number", "typed"))


def test_rows_are_kept_as_typed_and_sum_up():
    table, by = sheet()

    type_rows(table, "13 4", "s2 -7", "0", "2 -2 2 -2", by=by)

    assert texts(table) == [(1, "13 4"), (2, "s2 -7"), (3, "0"), (4, "2 -2 2 -2")]
    assert found(table).totals == (13, -27, 13, 1)


def test_row_sent_twice_counts_once():
    table, by = sheet()

    for _time in range(3):
        record_rows(table=table, rows={1: TypedRow(text="13 4", was="")}, by=by, now=NOW)

    assert texts(table) == [(1, "13 4")]
    assert JournalEntry.objects.filter(what="rows_typed").count() == 1


def test_row_that_somebody_else_changed_is_not_overwritten():
    table, by = sheet()
    other = make_actor(table.tournament, Role.CLERK, "carla")
    record_rows(table=table, rows={1: TypedRow(text="13 4", was="")}, by=by, now=NOW)

    with pytest.raises(RuleError) as refusal:
        record_rows(table=table, rows={1: TypedRow(text="13 5", was="")}, by=other, now=NOW)

    assert [(p.code, p.params) for p in refusal.value.problems] == [
        ("row_changed", {"row": 1, "theirs": "13 4", "mine": "13 5"})
    ]
    assert texts(table) == [(1, "13 4")]


def test_line_that_cannot_be_read_keeps_nothing_and_names_its_row():
    table, by = sheet()

    with pytest.raises(RuleError) as refusal:
        record_rows(table=table, rows={1: TypedRow(text="13 4"), 2: TypedRow(text="13")}, by=by, now=NOW)

    assert [(p.code, p.row, p.field) for p in refusal.value.problems] == [("line_count", 2, "row-2")]
    assert texts(table) == []


def test_rows_with_mistakes_are_kept_and_found():
    table, by = sheet()

    type_rows(table, "13 4", "2 -2 2 2", by=by)

    assert [(f.problem.code, f.problem.row, f.problem.params) for f in found(table).findings] == [
        ("row_not_zero_sum", 2, {"sum": 4})
    ]
    assert found(table).state is State.FINDINGS


def test_running_totals_are_kept_as_the_paper_shows_them():
    table, by = sheet()

    type_rows(table, "4 -4 4 -4", "6 -2 2 -6", "5 -3 3 -5", "8 -4 2 -6", by=by, way="running")

    assert [found(table).judgement.row_points[row] for row in range(4)] == [
        (4, -4, 4, -4),
        (2, 2, -2, -2),
        (-1, -1, 1, 1),
        (3, -1, -1, -1),
    ]
    assert set(Game.objects.values_list("entry", flat=True)) == {"running"}


def test_running_totals_with_a_penalty_contain_it_once():
    table, by = sheet()

    type_rows(table, "4 -4 4 -4", "7 -9 7 -5 p2", by=by, way="running")

    assert found(table).judgement.row_points[1] == (2, -2, 2, -2)
    assert found(table).judgement.totals == (7, -9, 7, -5)
    assert [(share.points, share.penalties) for share in shares_of(sheet_data(table))] == [
        (7, 1),
        (-9, -3),
        (7, 1),
        (-5, 1),
    ]


def test_running_totals_on_paper_with_the_rubric_run_over_the_normal_games():
    table, by = sheet(form="rubric", mandatory_solos=1, games_four=6)

    type_rows(table, "4 -4 4 -4", "6 -2 2 -6", by=by, way="running")
    record_rows(table=table, rows={101: TypedRow(text="27")}, by=by, now=NOW)

    assert found(table).judgement.row_points == ((4, -4, 4, -4), (2, 2, -2, -2), (-7, 21, -7, -7))
    assert found(table).judgement.owed == (1, 3, 4)


def test_penalty_in_a_row_stands_in_the_referees_book():
    table, by = sheet()

    type_rows(table, "13 4 p2", by=by)

    incident = Incident.objects.get()
    assert (incident.table, incident.game_number, incident.offender.number) == (table, 1, 2)
    assert list(Penalty.objects.order_by("participant__number").values_list("points", flat=True)) == [1, -3, 1, 1]
    assert totals_of(sheet_data(table)) == (5, -7, 5, -3)


def test_penalty_already_in_the_book_is_not_entered_twice():
    table, by = sheet()
    type_rows(table, "13 4 p2", by=by)
    Incident.objects.update(from_sheet=False)

    type_rows(table, "13 5 p2", by=by)
    type_rows(table, "13 5", by=by)

    assert Incident.objects.count() == 1
    assert totals_of(sheet_data(table)) == (6, -8, 6, -4)


def test_penalty_goes_when_its_row_says_otherwise():
    table, by = sheet()
    type_rows(table, "13 4 p2", by=by)

    type_rows(table, "13 4 p3", by=by)
    offender = Incident.objects.get().offender.number
    type_rows(table, "13 4", by=by)

    assert (offender, Incident.objects.count(), Penalty.objects.count()) == (3, 0, 0)


def test_penalty_lifted_by_the_referee_counts_no_more():
    table, by = sheet()
    type_rows(table, "13 4 p2", by=by)

    lift_incident(incident=Incident.objects.get(), reason="Berufung", by=make_actor(table.tournament), now=NOW)

    assert totals_of(sheet_data(table)) == (4, -4, 4, -4)


def test_serious_breach_is_dealt_again_by_the_same_dealer():
    table, by = sheet()

    type_rows(table, "p2 12", "13 4", by=by)

    assert found(table).judgement.dealers == (1, 1)
    assert found(table).judgement.numbers == (None, 1)
    assert found(table).totals == (8, -16, 8, 0)


def test_penalty_for_an_open_seat_is_refused():
    table, by = sheet()
    Seat.objects.filter(position=2).update(participant=None)

    with pytest.raises(RuleError) as refusal:
        type_rows(table, "13 4 p2", by=by)

    assert codes(refusal) == ["penalty_seat_open"]


def test_dealer_sits_out_in_turn_at_a_table_of_five():
    table, by = sheet(players=5)

    type_rows(table, "24 3", "14 2", "s5 1", by=by)

    assert found(table).judgement.row_points == ((0, 3, -3, 3, -3), (2, 0, -2, 2, -2), (-1, -1, 0, -1, 3))


def test_row_passed_over_is_named_and_keeps_its_place():
    table, by = sheet()

    record_rows(table=table, rows={3: TypedRow(text="13 4")}, by=by, now=NOW)

    assert [(f.problem.code, f.problem.row) for f in found(table).findings] == [
        ("points_missing", 1),
        ("points_missing", 2),
    ]


def test_empty_text_takes_a_row_away():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", by=by)

    record_rows(table=table, rows={2: TypedRow(text="", was="24 1")}, by=by, now=NOW)

    assert texts(table) == [(1, "13 4")]


@pytest.mark.parametrize("number", [0, 100, 101, 2000])
def test_row_that_the_sheet_does_not_have_is_refused(number):
    table, by = sheet()

    with pytest.raises(RuleError) as refusal:
        record_rows(table=table, rows={number: TypedRow(text="13 4")}, by=by, now=NOW)

    assert codes(refusal) == ["row_number"]


def test_finishing_confirms_a_sheet_without_findings():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "0", "x", by=by)

    finish_sheet(table=table, by=by, now=NOW)

    table.refresh_from_db()
    assert (table.typed_at, table.confirmed_at) == (NOW, NOW)


def test_finishing_half_a_sheet_is_refused_or_asks_for_a_reason():
    table, by = sheet(check_rows="refuse")
    type_rows(table, "13 4", by=by)

    with pytest.raises(RuleError) as refusal:
        finish_sheet(table=table, by=by, now=NOW, reason="so gewollt")
    assert codes(refusal) == ["games_open"]


def test_finishing_without_an_owed_solo_names_the_seats():
    table, by = sheet(mandatory_solos=1, check_solos="refuse", second_person=True)
    type_rows(table, "s1 1", "s2 1", "s3 1", "13 2", by=by)

    with pytest.raises(RuleError) as refusal:
        finish_sheet(table=table, by=by, now=NOW)

    assert ("solos_missing", {"seats": (4,), "left": 0}) in [(p.code, dict(p.params)) for p in refusal.value.problems]


def test_row_changed_after_finishing_asks_for_finishing_again():
    table, by = sheet(second_person=True)
    type_rows(table, "13 4", "24 1", "0", "x", by=by)
    finish_sheet(table=table, by=by, now=NOW)

    type_rows(table, "13 5", by=by)

    assert Table.objects.get().typed_at is None


def test_confirmed_sheet_takes_no_rows():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "0", "x", by=by)
    finish_sheet(table=table, by=by, now=NOW)

    with pytest.raises(RuleError) as refusal:
        type_rows(table, "13 5", by=by)

    assert codes(refusal) == ["sheet_is_confirmed"]


def test_row_put_in_moves_the_rows_behind_it_and_their_penalties():
    table, by = sheet()
    type_rows(table, "13 4", "24 1 p3", by=by)

    insert_row(table=table, number=2, version=Table.objects.get().version, by=by, now=NOW)
    type_rows(table, "12 2", by=by, first=2)

    assert texts(table) == [(1, "13 4"), (2, "12 2"), (3, "24 1 p3")]
    assert Incident.objects.get().game_number == 3


def test_row_taken_out_moves_the_rows_behind_it_and_takes_its_penalty_along():
    table, by = sheet()
    type_rows(table, "13 4", "12 2 p1", "24 1 p3", by=by)

    delete_row(table=table, number=2, version=Table.objects.get().version, by=by, now=NOW)

    assert texts(table) == [(1, "13 4"), (2, "24 1 p3")]
    assert list(Incident.objects.values_list("game_number", "offender__number")) == [(2, 3)]


@pytest.mark.parametrize("change", [insert_row, delete_row])
def test_rows_are_not_moved_on_a_stale_sheet(change):
    table, by = sheet()
    type_rows(table, "13 4", by=by)

    with pytest.raises(RuleError) as refusal:
        change(table=table, number=1, version=0, by=by, now=NOW)

    assert codes(refusal) == ["sheet_changed"]


def test_putting_in_is_undone_but_not_under_later_rows():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", by=by)
    insert_row(table=table, number=1, version=Table.objects.get().version, by=by, now=NOW)
    type_rows(table, "12 2", by=by)

    with pytest.raises(RuleError) as refusal:
        undo(entry=JournalEntry.objects.get(what="row_inserted"), by=by, now=NOW)
    undo(entry=JournalEntry.objects.filter(what="rows_typed").latest("number"), by=by, now=NOW)
    undo(entry=JournalEntry.objects.get(what="row_inserted"), by=by, now=NOW)

    assert codes(refusal) == ["undo_blocked"]
    assert texts(table) == [(1, "13 4"), (2, "24 1")]


def test_row_with_a_penalty_is_undone_with_it():
    table, by = sheet()
    type_rows(table, "13 4 p2", by=by)

    undo(entry=JournalEntry.objects.get(what="rows_typed"), by=by, now=NOW)

    assert (Game.objects.count(), Incident.objects.count(), Penalty.objects.count()) == (0, 0, 0)


def first_reading(table):
    return doctor.suggest(sheet_of(sheet_data(table)))[0]


def test_reading_of_the_doctor_mends_a_row():
    table, by = sheet()
    type_rows(table, "13 4", "2 -2 2 2 p3", by=by)
    reading = next(each for each in doctor.suggest(sheet_of(sheet_data(table))) if each.points == (2, -2, -2, 2))

    accept_reading(table=table, reading=reading, version=Table.objects.get().version, by=by, now=NOW)

    assert texts(table) == [(1, "13 4"), (2, "2 -2 -2 2 p3")]
    assert found(table).findings == ()


def test_reading_of_a_running_total_carries_on():
    table, by = sheet()
    type_rows(table, "4 -4 4 -4", "6 -2 3 -6", "5 -3 4 -5", by=by, way="running")
    reading = next(each for each in doctor.suggest(sheet_of(sheet_data(table))) if each.action is doctor.Action.CARRY)

    accept_reading(table=table, reading=reading, version=Table.objects.get().version, by=by, now=NOW)

    assert texts(table) == [(1, "4 -4 4 -4"), (2, "6 -2 2 -6"), (3, "5 -3 3 -5")]
    assert found(table).findings == ()


def test_reading_of_a_row_written_twice_takes_it_out():
    table, by = sheet(check_rows="warn")
    type_rows(table, "13 4", "13 4", "24 1", "12 2", "14 3", by=by)
    reading = next(each for each in doctor.suggest(sheet_of(sheet_data(table))) if each.action is doctor.Action.DELETE)

    accept_reading(table=table, reading=reading, version=Table.objects.get().version, by=by, now=NOW)

    assert [text for _number, text in texts(table)] == ["13 4", "24 1", "12 2", "14 3"]


def test_reading_of_a_row_left_out_puts_it_in():
    table, by = sheet()
    type_rows(table, "4 -4 4 -4", "9 1 1 -11", by=by, way="running")
    reading = next(each for each in doctor.suggest(sheet_of(sheet_data(table))) if each.action is doctor.Action.INSERT)

    accept_reading(table=table, reading=reading, version=Table.objects.get().version, by=by, now=NOW)

    assert len(texts(table)) == 3
    assert found(table).findings == ()


def test_reading_of_written_totals_sets_them():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "0", "12 2", by=by)
    for seat, total in zip(Seat.objects.order_by("position"), (5, -1, 1, -3), strict=True):
        Seat.objects.filter(pk=seat.pk).update(total=total)
    reading = next(each for each in doctor.suggest(sheet_of(sheet_data(table))) if each.totals is not None)

    accept_reading(table=table, reading=reading, version=Table.objects.get().version, by=by, now=NOW)

    assert list(Seat.objects.order_by("position").values_list("total", flat=True)) == [5, -1, 1, -5]


def test_full_game_is_kept_as_its_record_and_scored_on_reading():
    table, by = sheet(depth="full")

    record_rows(table=table, rows={1: TypedRow(record=RECORD)}, by=by, now=NOW)

    game = Game.objects.get()
    assert (game.entry, game.kind, game.p1, game.record) == ("full", "normal", None, RECORD)
    assert found(table).totals == (5, -5, 5, -5)


def test_impossible_full_game_is_refused_with_every_problem():
    table, by = sheet(depth="full")
    record = {**RECORD, "re": [1], "re_card_points": 239}

    with pytest.raises(RuleError) as refusal:
        record_rows(table=table, rows={1: TypedRow(record=record)}, by=by, now=NOW)

    assert codes(refusal) == ["wrong_number_of_re_seats", "card_points_impossible"]


def test_full_game_sent_twice_counts_once():
    table, by = sheet(depth="full")

    for _time in range(2):
        record_rows(table=table, rows={1: TypedRow(record=RECORD, was="")}, by=by, now=NOW)

    assert JournalEntry.objects.filter(what="rows_typed").count() == 1


def test_shares_know_games_and_solos_won():
    table, by = sheet(mandatory_solos=1)

    type_rows(table, "s2 3", "13 4", "s2 1", "24 1", by=by)

    shares = shares_of(sheet_data(table))
    assert [share.games_won for share in shares] == [1, 3, 1, 1]
    assert [share.solos_won for share in shares] == [0, 2, 0, 0]
    assert [share.solos_played for share in shares] == [0, 1, 0, 0]


def test_shares_do_not_guess_whether_an_unmarked_row_was_a_solo():
    table, by = sheet()

    type_rows(table, "-7 21 -7 -7", by=by)

    assert [share.solos_won for share in shares_of(sheet_data(table))] == [None] * 4


@pytest.mark.parametrize("form", ["played", "rubric"])
def test_kind_of_a_mandatory_solo_is_kept_where_it_is_typed(form):
    table, by = sheet(form=form, mandatory_solos=1)
    number = 101 if form == "rubric" else 1

    record_rows(table=table, rows={number: TypedRow(text="s2 3 da")}, by=by, now=NOW)

    (game,) = Game.objects.all()
    line = next(line for line in (*paper(found(table)).lines, *paper(found(table)).rubric) if line.number == number)
    assert (game.kind, line.sign, line.solo) == ("queens_solo", "S", str(SHORT_KINDS["queens_solo"]))
    assert found(table).judgement.owed == (1, 3, 4)


def test_trial_of_a_row_says_what_it_would_be_and_writes_nothing():
    table, by = sheet()
    type_rows(table, "13 4", by=by)

    trial = try_row(sheet_data(table), number=2, typed=TypedRow(text="24 1 p3"))

    assert trial.totals == (4, -2, 0, -2)
    assert texts(table) == [(1, "13 4")]
    assert Incident.objects.count() == 0


def test_confirmed_rows_are_confirmed_by_another_person():
    table, by = sheet(second_person=True)
    type_rows(table, "13 4", "24 1", "0", "x", by=by)
    finish_sheet(table=table, by=by, now=NOW)

    confirm(table, by=make_actor(table.tournament))

    assert found(table).state is State.CONFIRMED
