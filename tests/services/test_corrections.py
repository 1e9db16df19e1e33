"""Correcting a confirmed sheet, with what it changes shown first."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_rows, type_totals
from tests.services.test_sheet_rows import RECORD
from tournament.models import Game, JournalEntry, Participant, Round, Seat, Table, Tournament
from tournament.prizes import For, PrizeLine, as_json
from tournament.queries import standings
from tournament.queries.consequences import Gain, LaterSeating
from tournament.roles import Role
from tournament.services.corrections import correct_sheet, preview_correction, preview_reopening
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import TypedSeat, finish_sheet
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

LATER = NOW.replace(hour=12)
SEATS = [TypedSeat(position=p, total=t) for p, t in enumerate((2, 6, -4, -4), start=1)]


def confirmed(**values):
    """Eight players, both sheets of round 1 confirmed: 24, −6, −12, −6 and 10, 2, −6, −6."""
    tournament = make_tournament(**values)
    by = make_actor(tournament)
    tables = tables_of(make_round(tournament, players=8))
    type_totals(tables[1], (24, -6, -12, -6), by=by)
    type_totals(tables[2], (10, 2, -6, -6), by=by)
    return Table.objects.select_related("tournament", "round").get(pk=tables[1].pk), by


def codes(refusal):
    return [problem.code for problem in refusal.value.problems]


def ranks():
    return [(row.participant.number, row.total, row.rank) for row in standings.standings(Tournament.objects.get())]


def test_correction_shows_totals_and_ranks_before_it_is_saved():
    table, by = confirmed()
    before = ranks()

    found = preview_correction(table=table, version=table.version, seats=SEATS, by=by, now=LATER)

    assert [
        (m.participant.number, m.total_before, m.total_after, m.rank_before, m.rank_after) for m in found.moved
    ] == [
        (5, 10, 10, 2, 1),
        (2, -6, 6, 4, 2),
        (1, 24, 2, 1, 3),
        (3, -12, -4, 8, 5),
        (4, -6, -4, 4, 5),
        (7, -6, -6, 4, 7),
        (8, -6, -6, 4, 7),
    ]
    assert ranks() == before
    assert JournalEntry.objects.filter(what="sheet_corrected").count() == 0


def test_correction_counts_at_once_with_its_reason_and_moment():
    table, by = confirmed()

    correct_sheet(table=table, version=table.version, seats=SEATS, reason="Zahl verlesen", by=by, now=LATER)

    table.refresh_from_db()
    entry = JournalEntry.objects.get(what="sheet_corrected")
    assert (table.confirmed_at, table.confirmed_by) == (LATER, by.user)
    assert (entry.reason, entry.params["counts_from"]) == ("Zahl verlesen", "28.11. 13:00")
    assert ranks()[0] == (5, 10, 1)


def test_preview_leaves_nothing_behind_that_a_later_list_could_take_for_true():
    table, by = confirmed(depth="totals")
    preview_correction(table=table, version=table.version, seats=SEATS, by=by, now=LATER)
    other = [TypedSeat(position=p, total=t) for p, t in enumerate((8, -8, 8, -8), start=1)]

    correct_sheet(table=table, version=table.version, seats=other, reason="so", by=by, now=LATER)

    assert [row for row in ranks() if row[0] in (1, 2, 3, 4)] == [(1, 8, 2), (3, 8, 2), (2, -8, 7), (4, -8, 7)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"reason": " "}, "reason_missing"),
        ({"version": 0}, "sheet_changed"),
        ({"seats": [TypedSeat(position=1, total=24)]}, "nothing_corrected"),
        ({"seats": [TypedSeat(position=1, total=22)]}, "totals_not_zero_sum"),
    ],
)
def test_correction_is_refused(change, code):
    table, by = confirmed()
    values = {"version": table.version, "seats": SEATS, "reason": "so", **change}

    with pytest.raises(RuleError) as refusal:
        correct_sheet(table=table, by=by, now=LATER, **values)

    assert codes(refusal) == [code]
    assert list(Seat.objects.filter(table=table).order_by("position").values_list("total", flat=True)) == [
        24,
        -6,
        -12,
        -6,
    ]


def test_open_sheet_is_not_corrected():
    tournament = make_tournament()
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]

    with pytest.raises(RuleError) as refusal:
        correct_sheet(table=table, version=0, seats=SEATS, reason="so", by=by, now=LATER)

    assert codes(refusal) == ["sheet_not_confirmed"]


@pytest.mark.parametrize(("totals", "differs"), [((2, 6, -4, -4), True), ((26, -6, -14, -6), False)])
def test_correction_says_whether_a_later_seating_would_have_been_another(totals, differs):
    table, by = confirmed(draw_mode="standings")
    seats = [TypedSeat(position=p, total=t) for p, t in enumerate(totals, start=1)]
    second = make_round(table.tournament, seats=[(1, 5, 6, 2), (4, 7, 8, 3)], by=by)
    Round.objects.filter(pk=second.pk).update(draw_mode="standings")

    found = preview_correction(table=table, version=table.version, seats=seats, by=by, now=LATER)
    correct_sheet(table=table, version=table.version, seats=seats, reason="so", by=by, now=LATER)

    assert found.seatings == (LaterSeating(number=2, differs=differs),)
    assert [seat.participant.number for seat in Seat.objects.filter(round=second).order_by("table", "position")] == [
        1,
        5,
        6,
        2,
        4,
        7,
        8,
        3,
    ]


def test_rows_of_a_confirmed_sheet_are_corrected():
    tournament = make_tournament(depth="rows", form="played", games_four=2)
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_rows(table, "13 4", "24 1", by=make_actor(tournament, Role.CLERK))
    finish_sheet(table=table, by=by, now=NOW)
    version = Table.objects.get().version
    rows = {2: TypedRow(text="24 7", was="24 1")}

    found = preview_correction(table=table, version=version, rows=rows, by=by, now=LATER)
    correct_sheet(table=table, version=version, rows=rows, reason="1 und 7 verwechselt", by=by, now=LATER)

    assert [(m.participant.number, m.total_before, m.total_after) for m in found.moved] == [
        (2, -3, 3),
        (4, -3, 3),
        (1, 3, -3),
        (3, 3, -3),
    ]
    assert Game.objects.get(number=2).typed == "24 7"
    assert Table.objects.get().confirmed_at == LATER


def test_correction_of_what_a_second_person_confirmed_names_who_corrected():
    tournament = make_tournament(second_person=True)
    clerk, director = make_actor(tournament, Role.CLERK), make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    type_totals(table, (24, -6, -12, -6), by=clerk)
    confirm(table, by=director)

    correct_sheet(table=table, version=Table.objects.get().version, seats=SEATS, reason="so", by=director, now=LATER)

    assert Table.objects.get().typed_by == director.user


def prizes_of(moved):
    return [(each.participant.number, each.before, each.after) for each in moved]


def test_correction_shows_whose_prize_changes():
    plan = [PrizeLine(purpose=For.RANK, cents=6000), PrizeLine(purpose=For.RANK, place=2, cents=4000)]
    table, by = confirmed(prize_plan=as_json(plan), fee_cents=2000)
    Participant.objects.update(fee_state="paid")

    found = preview_correction(table=table, version=table.version, seats=SEATS, by=by, now=LATER)

    assert prizes_of(found.prizes) == [
        (5, Gain(cents=4000), Gain(cents=6000)),
        (2, Gain(), Gain(cents=4000)),
        (1, Gain(cents=6000), Gain()),
    ]


def test_correction_shows_goods_that_go_to_another_and_a_lot_that_becomes_due():
    plan = [PrizeLine(purpose=For.RANK, goods="Schinken")]
    table, by = confirmed(prize_plan=as_json(plan))
    seats = [TypedSeat(position=p, total=t) for p, t in enumerate((10, 8, -12, -6), start=1)]

    found = preview_correction(table=table, version=table.version, seats=seats, by=by, now=LATER)

    shared = Gain(goods=("Schinken",), lot=True)
    assert prizes_of(found.prizes) == [(1, Gain(goods=("Schinken",)), shared), (5, Gain(), shared)]


def test_correction_shows_whose_loss_money_changes():
    table, by = confirmed(loss_money=[[-10, 100]])

    found = preview_correction(table=table, version=table.version, seats=SEATS, by=by, now=LATER)

    assert prizes_of(found.losses) == [(3, Gain(cents=100), Gain())]


def test_correction_without_a_plan_of_prizes_says_nothing_of_money():
    table, by = confirmed()

    found = preview_correction(table=table, version=table.version, seats=SEATS, by=by, now=LATER)

    assert (found.prizes, found.losses) == ((), ())


def test_full_game_of_a_confirmed_sheet_is_corrected():
    tournament = make_tournament(depth="full", form="played", games_four=1)
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]
    record_rows(table=table, rows={1: TypedRow(record=RECORD)}, by=by, now=NOW)
    finish_sheet(table=table, by=by, now=NOW)
    current = Table.objects.get()
    rows = {1: TypedRow(record={**RECORD, "re_extras": []})}

    found = preview_correction(table=table, version=current.version, rows=rows, by=by, now=LATER)
    correct_sheet(table=table, version=current.version, rows=rows, reason="kein Fuchs", by=by, now=LATER)

    assert [(m.participant.number, m.total_before, m.total_after) for m in found.moved] == [
        (1, 5, 4),
        (3, 5, 4),
        (2, -5, -4),
        (4, -5, -4),
    ]
    assert Game.objects.get().record["re_extras"] == []
    assert Table.objects.get().confirmed_at == LATER


def test_correction_sent_twice_counts_once():
    table, by = confirmed()

    for _time in range(2):
        correct_sheet(table=table, version=table.version, seats=SEATS, reason="verlesen", by=by, now=LATER)

    assert JournalEntry.objects.filter(what="sheet_corrected").count() == 1


def test_correction_of_a_sheet_that_another_has_corrected_is_refused():
    table, by = confirmed()
    other = make_actor(table.tournament, name="carla")
    theirs = [TypedSeat(position=p, total=t) for p, t in enumerate((8, -8, 8, -8), start=1)]
    correct_sheet(table=table, version=table.version, seats=theirs, reason="so", by=other, now=LATER)

    with pytest.raises(RuleError) as refusal:
        correct_sheet(table=table, version=table.version, seats=SEATS, reason="verlesen", by=by, now=LATER)

    assert codes(refusal) == ["sheet_changed"]


def test_reopening_shows_what_it_changes_and_leaves_the_sheet_confirmed():
    table, by = confirmed()

    found = preview_reopening(table=table, by=by, now=LATER)

    assert (found.moved[0].participant.number, found.moved[0].rank_before, found.moved[0].rank_after) == (5, 2, 1)
    assert [(m.participant.number, m.total_after) for m in found.moved if m.participant.number <= 4] == [
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
    ]
    assert Table.objects.get(pk=table.pk).confirmed_at == NOW
    assert JournalEntry.objects.filter(what="sheet_reopened").count() == 0


def test_correction_is_taken_back_and_the_sheet_counts_as_before():
    table, by = confirmed()
    before = ranks()
    correct_sheet(table=table, version=table.version, seats=SEATS, reason="verlesen", by=by, now=LATER)

    undo(entry=JournalEntry.objects.get(what="sheet_corrected"), by=by, now=LATER)

    table.refresh_from_db()
    assert ranks() == before
    assert table.confirmed_at == NOW


def test_confirmation_is_not_taken_back_under_a_correction():
    table, by = confirmed()
    entry = JournalEntry.objects.get(what="sheet_confirmed", params__table=1)
    correct_sheet(table=table, version=table.version, seats=SEATS, reason="verlesen", by=by, now=LATER)

    with pytest.raises(RuleError) as refusal:
        undo(entry=entry, by=by, now=LATER)

    later = JournalEntry.objects.get(what="sheet_corrected").number
    assert [(p.code, p.params["later"]) for p in refusal.value.problems] == [("undo_blocked", later)]
