"""A second pair of eyes."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import JournalEntry, Table, Tournament
from tournament.roles import Role
from tournament.services.confirmation import confirm_sheet, reopen_sheet
from tournament.services.sheets import receive_sheet, record_totals
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

DDV = {"mandatory_solos": 1, "second_person": True, "games_four": 24, "form": "rubric"}


def codes(refusal):
    return [problem.code for problem in refusal.value.problems]


def typed(**values):
    """A tournament with one sheet typed by the clerk, the clerk, and a director."""
    tournament = make_tournament(**{**DDV, **values})
    clerk, director = make_actor(tournament, Role.CLERK), make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_totals(table, (24, -6, -12, -6), solos=1, by=clerk)
    return table, clerk, director


def test_another_person_confirms():
    table, _clerk, director = typed()
    public_version = Tournament.objects.get().public_version

    confirm(table, by=director)

    table.refresh_from_db()
    assert (table.confirmed_at, table.confirmed_by) == (NOW, director.user)
    assert Tournament.objects.get().public_version > public_version


def test_the_same_person_is_refused():
    table, clerk, _director = typed()

    with pytest.raises(RuleError) as refusal:
        confirm(table, by=clerk, reason="eilig")

    assert codes(refusal) == ["same_person"]
    assert Table.objects.get().confirmed_at is None


def test_the_only_person_confirms_for_a_reason():
    tournament = make_tournament(**DDV)
    director = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_totals(table, (24, -6, -12, -6), solos=1, by=director)

    with pytest.raises(RuleError) as refusal:
        confirm(table, by=director)
    confirm(table, by=director, reason="allein am Abend")

    assert codes(refusal) == ["only_person", "reason_missing"]
    assert Table.objects.get().override_reason == "allein am Abend"


def test_a_helper_whose_work_has_ended_does_not_count_as_second_person():
    table, clerk, director = typed()
    director.user.membership_set.update(ended_at=NOW)

    confirm(table, by=clerk, reason="allein am Abend")

    assert Table.objects.get().confirmed_by == clerk.user


def test_sheet_that_is_not_typed_is_not_confirmed():
    tournament = make_tournament(**DDV)
    director = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    receive_sheet(table=table, by=director, now=NOW)

    with pytest.raises(RuleError) as refusal:
        confirm(table, by=director)

    assert codes(refusal) == ["sheet_not_typed"]


def test_confirming_twice_is_once_and_a_third_person_sees_it():
    table, _clerk, director = typed()
    third = make_actor(table.tournament, Role.CLERK, "carla")
    version = Table.objects.get().version

    confirm_sheet(table=table, version=version, by=director, now=NOW)
    confirm_sheet(table=table, version=version, by=director, now=NOW)
    with pytest.raises(RuleError) as refusal:
        confirm_sheet(table=table, version=version, by=third, now=NOW)

    assert JournalEntry.objects.filter(what="sheet_confirmed").count() == 1
    assert [(p.code, p.params) for p in refusal.value.problems] == [
        ("sheet_is_confirmed", {"table": 1, "by": "director"})
    ]


def test_sheet_changed_after_it_was_looked_at_is_not_confirmed():
    table, clerk, director = typed()
    looked_at = Table.objects.get().version
    type_totals(table, (20, -2, -12, -6), solos=1, by=clerk)

    with pytest.raises(RuleError) as refusal:
        confirm_sheet(table=table, version=looked_at, by=director, now=NOW)

    assert codes(refusal) == ["sheet_changed"]


def test_confirmed_sheet_is_not_typed_over():
    table, clerk, director = typed()
    confirm(table, by=director)

    with pytest.raises(RuleError) as refusal:
        record_totals(table=table, seats=(), version=99, by=clerk, now=NOW)

    assert codes(refusal) == ["sheet_is_confirmed"]


def test_blind_entry_confirms_what_was_typed_alike():
    table, _clerk, director = typed(blind_entry=True)

    confirm(table, by=director, totals={1: 24, 2: -6, 3: -12, 4: -6})

    assert Table.objects.get().confirmed_by == director.user


def test_blind_entry_shows_only_differences():
    table, _clerk, director = typed(blind_entry=True)

    with pytest.raises(RuleError) as refusal:
        confirm(table, by=director, totals={1: 24, 2: -6, 3: -6, 4: -12})

    assert [problem.params for problem in refusal.value.problems] == [
        {"seat": 3, "typed": -12, "again": -6},
        {"seat": 4, "typed": -6, "again": -12},
    ]
    assert Table.objects.get().confirmed_at is None


@pytest.mark.parametrize("again", [None, {1: 24, 2: -6, 3: -12, 4: None}])
def test_blind_entry_cannot_be_passed_over(again):
    table, _clerk, director = typed(blind_entry=True)

    with pytest.raises(RuleError) as refusal:
        confirm(table, by=director, totals=again)

    assert codes(refusal) == ["blind_missing"]


def test_settings_made_stricter_hold_at_the_confirmation():
    table, _clerk, director = typed(check_solos="off")
    type_totals(table, (24, -6, -12, -6), solos=0, by=_clerk)
    table.round.__class__.objects.update(check_solos="refuse")

    with pytest.raises(RuleError) as refusal:
        confirm(table, by=director)

    assert codes(refusal) == ["solos_missing"]


def test_reopened_sheet_counts_no_more_and_can_be_typed():
    table, clerk, director = typed()
    confirm(table, by=director)

    reopen_sheet(table=table, reason="Zahl verlesen", by=director, now=NOW)
    type_totals(table, (20, -2, -12, -6), solos=1, by=clerk)

    table.refresh_from_db()
    assert (table.confirmed_at, table.confirmed_by) == (None, None)
    assert JournalEntry.objects.get(what="sheet_reopened").reason == "Zahl verlesen"


@pytest.mark.parametrize("reason", ["", "  "])
def test_reopening_asks_for_a_reason(reason):
    table, _clerk, director = typed()
    confirm(table, by=director)

    with pytest.raises(RuleError) as refusal:
        reopen_sheet(table=table, reason=reason, by=director, now=NOW)

    assert codes(refusal) == ["reason_missing"]


def test_open_sheet_is_not_reopened():
    table, _clerk, director = typed()

    with pytest.raises(RuleError) as refusal:
        reopen_sheet(table=table, reason="so", by=director, now=NOW)

    assert codes(refusal) == ["sheet_not_confirmed"]


def test_confirmation_is_undone_by_whoever_confirmed():
    table, _clerk, director = typed()
    confirm(table, by=director)

    undo(entry=JournalEntry.objects.get(what="sheet_confirmed"), by=director, now=NOW)

    table.refresh_from_db()
    assert (table.confirmed_at, table.typed_at) == (None, NOW)


def test_typing_cannot_be_undone_under_a_confirmation():
    table, clerk, director = typed()
    confirm(table, by=director)

    with pytest.raises(RuleError) as refusal:
        undo(entry=JournalEntry.objects.get(what="sheet_typed"), by=clerk, now=NOW)

    assert codes(refusal) == ["undo_blocked"]
