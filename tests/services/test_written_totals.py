"""Totals at the foot of the paper, typed beside the games as a check."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament, tables_of, type_rows
from tournament.messages import step_text
from tournament.models import JournalEntry, Seat, Table
from tournament.queries.sheets import State, assess, readings_of, sheet_data
from tournament.records import written_totals
from tournament.roles import Role
from tournament.services.backup import backup, restore
from tournament.services.corrections import correct_sheet
from tournament.services.handovers import replace_player
from tournament.services.sheet_rows import accept_reading
from tournament.services.sheets import finish_sheet, set_depth
from tournament.services.undo import undo
from tournament.services.written_totals import WrittenTotal, record_written_totals

pytestmark = pytest.mark.django_db

ROWS = {"depth": "rows", "form": "played", "games_four": 3, "second_person": True}


def sheet(**values):
    tournament = make_tournament(**{**ROWS, **values})
    by = make_actor(tournament, Role.CLERK)
    return tables_of(make_round(tournament, players=4))[1], by


def foot(table, *totals, by, was=None):
    typed = {seat: WrittenTotal(total=total, was=was) for seat, total in enumerate(totals, start=1)}
    record_written_totals(table=table, totals=typed, by=by, now=NOW)


def found(table):
    return assess(sheet_data(Table.objects.select_related("round").get(pk=table.pk)))


def codes(problems):
    return [(problem.code, dict(problem.params)) for problem in problems]


def findings(table):
    return codes(finding.problem for finding in found(table).findings)


def test_totals_that_fit_the_games_are_no_finding():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "12 2", by=by)

    foot(table, 5, -1, 1, -5, by=by)

    assert findings(table) == []
    assert written_totals(sheet_data(table)) == (5, -1, 1, -5)


def test_total_that_differs_from_the_games_is_found_at_its_seat():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "12 2", by=by)

    foot(table, 5, -1, 1, -3, by=by)

    assert findings(table) == [("total_differs", {"seat": 4, "written": -3, "computed": -5})]
    assert found(table).state is State.FINDINGS


def test_total_typed_for_one_seat_alone_is_compared_alone():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "12 2", by=by)

    foot(table, 7, None, None, None, by=by)

    assert findings(table) == [("total_differs", {"seat": 1, "written": 7, "computed": 5})]


def test_totals_are_not_compared_before_all_games_are_typed():
    table, by = sheet()

    foot(table, 5, -1, 1, -5, by=by)
    type_rows(table, "13 4", "24 1", by=by)

    assert findings(table) == []
    assert codes(finding.problem for finding in found(table).missing) == [
        ("games_open", {}),
        ("total_differs", {"seat": 1, "written": 5, "computed": 3}),
        ("total_differs", {"seat": 2, "written": -1, "computed": -3}),
        ("total_differs", {"seat": 3, "written": 1, "computed": 3}),
        ("total_differs", {"seat": 4, "written": -5, "computed": -3}),
    ]


@pytest.mark.parametrize(
    ("setting", "refused"),
    [("refuse", ["total_differs"]), ("warn", ["total_differs", "reason_missing"]), ("off", [])],
)
def test_difference_does_what_the_setting_of_the_games_says(setting, refused):
    table, by = sheet(check_rows=setting)
    type_rows(table, "13 4", "24 1", "12 2", by=by)
    foot(table, 5, -1, 1, -3, by=by)

    try:
        finish_sheet(table=table, by=by, now=NOW)
    except RuleError as error:
        said = [problem.code for problem in error.problems]
    else:
        said = []

    assert said == refused


def test_doctor_reads_the_sheet_by_the_totals_at_its_foot():
    table, by = sheet()
    type_rows(table, "13 7", "24 1", "12 2", by=by)

    foot(table, 2, 2, -2, -2, by=by)
    readings = readings_of(found(table), limit=3)
    mended = next(reading for reading in readings if reading.row == 1)
    accept_reading(table=table, reading=mended, version=Table.objects.get().version, by=by, now=NOW)

    assert mended.points == (1, -1, 1, -1)
    assert findings(table) == []


def test_doctor_names_a_game_left_out_by_the_totals_at_the_foot():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", by=by)

    foot(table, 5, -1, 1, -5, by=by)

    first = readings_of(found(table), limit=3)[0]
    assert (first.action.value, first.points) == ("insert", (2, 2, -2, -2))


def test_doctor_may_read_the_foot_itself_otherwise():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "12 2", by=by)
    foot(table, 5, -1, 1, 5, by=by)
    reading = next(each for each in readings_of(found(table), limit=9) if each.totals is not None)

    accept_reading(table=table, reading=reading, version=Table.objects.get().version, by=by, now=NOW)

    assert written_totals(sheet_data(table)) == (5, -1, 1, -5)


def test_total_sent_twice_counts_once():
    table, by = sheet()

    for _time in range(3):
        foot(table, 5, -1, 1, -5, by=by, was="")

    assert JournalEntry.objects.filter(what="written_totals_typed").count() == 1


def test_total_that_somebody_else_changed_is_not_overwritten():
    table, by = sheet()
    foot(table, 5, -1, 1, -5, by=by, was="")

    with pytest.raises(RuleError) as refusal:
        foot(table, 7, by=make_actor(table.tournament, Role.CLERK, "carla"), was="")

    assert codes(refusal.value.problems) == [("total_changed", {"seat": 1, "theirs": "5", "mine": "7"})]
    assert written_totals(sheet_data(table)) == (5, -1, 1, -5)


def test_number_that_is_no_total_is_refused():
    table, by = sheet()

    with pytest.raises(RuleError) as refusal:
        foot(table, 12345, by=by)

    assert codes(refusal.value.problems) == [("total_large", {"seat": 1, "most": 9999})]


def test_seat_that_the_table_does_not_have_is_refused():
    table, by = sheet()

    with pytest.raises(RuleError) as refusal:
        foot(table, 5, -1, 1, -5, 0, by=by)

    assert codes(refusal.value.problems) == [("no_such_seat", {"seat": 5})]


def test_changed_total_asks_for_finishing_again():
    table, by = sheet()
    type_rows(table, "13 4", "24 1", "12 2", by=by)
    finish_sheet(table=table, by=by, now=NOW)

    foot(table, 5, -1, 1, -5, by=by)

    assert Table.objects.get().typed_at is None


def test_journal_says_which_totals_stand_at_the_foot_and_they_can_be_taken_back():
    table, by = sheet()
    foot(table, 5, -1, None, -5, by=by)
    entry = JournalEntry.objects.get(what="written_totals_typed")

    undo(entry=entry, by=by, now=NOW)

    assert step_text(entry.what, entry.params).endswith("5, −1, –, −5")
    assert written_totals(sheet_data(table)) == (None,) * 4


def test_total_of_a_column_stands_with_its_last_holder_and_the_split_is_asked_for_at_totals():
    table, by = sheet(games_four=3)
    substitute = make_participants(table.tournament, 1)[0]
    director = make_actor(table.tournament)
    replace_player(table=table, position=2, number=substitute.number, from_game=2, reason="krank", by=director, now=NOW)
    type_rows(table, "13 4", "24 1", "12 2", by=by)

    foot(table, 5, -1, 1, -5, by=by)
    deeper = findings(table)
    set_depth(table=table, depth="totals", by=by, now=NOW)

    assert deeper == []
    assert [code for code, _params in findings(table)] == ["total_missing"]


def test_totals_typed_first_are_the_check_once_the_sheet_is_typed_deeper():
    table, by = sheet(depth="totals")
    Seat.objects.filter(position=1).update(total=7)

    set_depth(table=table, depth="rows", by=by, now=NOW)
    type_rows(table, "13 4", "24 1", "12 2", by=by)

    assert findings(table) == [("total_differs", {"seat": 1, "written": 7, "computed": 5})]


def test_totals_at_the_foot_are_in_the_backup():
    table, by = sheet()
    foot(table, 5, -1, 1, -5, by=by)
    kept = backup(table.tournament)
    foot(table, 5, -1, 1, -3, by=by)

    restored = restore(kept, by=make_actor(table.tournament, Role.ADMINISTRATOR), now=NOW)

    copy = Table.objects.select_related("round").get(tournament=restored)
    assert copy.pk != table.pk
    assert written_totals(sheet_data(copy)) == (5, -1, 1, -5)


def test_totals_at_the_foot_of_a_confirmed_sheet_are_corrected():
    table, by = sheet(second_person=False)
    director = make_actor(table.tournament)
    type_rows(table, "13 4", "24 1", "12 2", by=by)
    finish_sheet(table=table, by=by, now=NOW)
    current = Table.objects.select_related("tournament", "round").get()

    correct_sheet(
        table=current,
        version=current.version,
        written={1: WrittenTotal(total=5, was="")},
        reason="nachgetragen",
        by=director,
        now=NOW,
    )

    assert written_totals(sheet_data(table)) == (5, None, None, None)
