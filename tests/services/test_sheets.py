"""Sheets handed in, typed as totals, put aside, finished."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament, tables_of, type_totals
from tournament.models import JournalEntry, Seat, Table
from tournament.queries.sheets import State, assess, sheet_data, sheets_of
from tournament.records import shares_of
from tournament.roles import Role
from tournament.services.rounds import publish_round
from tournament.services.sheets import TypedSeat, note_sheet, receive_sheet, record_totals, set_depth
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

DDV = {"mandatory_solos": 1, "second_person": True, "games_four": 24, "form": "rubric"}


def codes(refusal):
    return [problem.code for problem in refusal.value.problems]


def totals(table):
    return [seat.total for seat in Seat.objects.filter(table=table).order_by("position", "from_game")]


def state(table):
    return assess(sheet_data(Table.objects.select_related("round").get(pk=table.pk))).state


def table_with_open_seats(tournament):
    """Two people are drawn, two seats stay open, three more people are here."""
    by = make_actor(tournament)
    make_participants(tournament, 5)
    round_ = make_round(tournament, seats=[(1, 2, None, None)], published=False)
    return tables_of(publish_round(round_=round_, by=by, now=NOW, as_it_is=True))[1]


def test_sheet_received_twice_is_received_once():
    tournament = make_tournament()
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]

    receive_sheet(table=table, by=by, now=NOW)
    receive_sheet(table=table, by=by, now=NOW.replace(hour=11))

    assert Table.objects.get().received_at == NOW
    assert JournalEntry.objects.filter(what="sheet_received").count() == 1
    assert state(table) is State.RECEIVED


def test_totals_of_a_round_not_published_are_refused():
    tournament = make_tournament()
    table = tables_of(make_round(tournament, players=4, published=False))[1]

    with pytest.raises(RuleError) as refusal:
        type_totals(table, (1, -1, 1, -1), by=make_actor(tournament))

    assert codes(refusal) == ["sheet_not_published"]


def test_totals_without_findings_are_confirmed_where_one_person_suffices():
    tournament = make_tournament()
    by = make_actor(tournament, Role.CLERK)
    table = tables_of(make_round(tournament, players=4))[1]

    type_totals(table, (24, -6, -12, -6), by=by)

    table.refresh_from_db()
    assert (table.typed_by, table.confirmed_by, table.confirmed_at) == (by.user, by.user, NOW)
    assert totals(table) == [24, -6, -12, -6]
    assert list(JournalEntry.objects.order_by("number").values_list("what", flat=True))[-2:] == [
        "sheet_typed",
        "sheet_confirmed",
    ]


def test_totals_wait_for_the_second_person_where_one_is_asked_for():
    tournament = make_tournament(**DDV)
    by = make_actor(tournament, Role.CLERK)
    table = tables_of(make_round(tournament, players=4))[1]

    type_totals(table, (24, -6, -12, -6), solos=1, by=by)

    assert state(table) is State.TYPED
    assert Table.objects.get().confirmed_at is None


def test_totals_sent_twice_count_once():
    tournament = make_tournament(**DDV)
    by = make_actor(tournament, Role.CLERK)
    table = tables_of(make_round(tournament, players=4))[1]
    seats = [TypedSeat(position=p, total=t, solos=1) for p, t in enumerate((24, -6, -12, -6), start=1)]

    record_totals(table=table, seats=seats, version=0, by=by, now=NOW)
    record_totals(table=table, seats=seats, version=0, by=by, now=NOW)

    assert JournalEntry.objects.filter(what="sheet_typed").count() == 1
    assert totals(table) == [24, -6, -12, -6]


def test_stale_form_with_other_totals_never_overwrites():
    tournament = make_tournament(**DDV)
    table = tables_of(make_round(tournament, players=4))[1]
    first, second = make_actor(tournament, Role.CLERK), make_actor(tournament, Role.CLERK, "carla")
    record_totals(
        table=table,
        seats=[TypedSeat(position=p, total=t, solos=1) for p, t in enumerate((24, -6, -12, -6), start=1)],
        version=0,
        by=first,
        now=NOW,
    )

    with pytest.raises(RuleError) as refusal:
        record_totals(
            table=table,
            seats=[TypedSeat(position=p, total=t, solos=1) for p, t in enumerate((20, -2, -12, -6), start=1)],
            version=0,
            by=second,
            now=NOW,
        )

    assert [(problem.code, problem.params) for problem in refusal.value.problems] == [
        ("sheet_changed", {"by": "clerk"})
    ]
    assert totals(table) == [24, -6, -12, -6]


@pytest.mark.parametrize(
    ("typed", "solos", "found"),
    [
        ((24, -6, -12, -3), 1, ["totals_not_zero_sum", "totals_odd_even"]),
        ((25, -6, -13, -6), 1, ["totals_odd_even"]),
        ((24, -6, -12, -6), 0, ["solos_missing"]),
        ((24, -6, None, -6), 1, ["total_missing"]),
    ],
)
def test_totals_with_findings_are_refused_and_not_kept(typed, solos, found):
    tournament = make_tournament(**DDV)
    table = tables_of(make_round(tournament, players=4))[1]

    with pytest.raises(RuleError) as refusal:
        type_totals(table, typed, solos=solos, by=make_actor(tournament))

    assert codes(refusal) == found
    assert totals(table) == [None] * 4


def test_refusal_names_what_the_totals_sum_to():
    tournament = make_tournament()
    table = tables_of(make_round(tournament, players=4))[1]

    with pytest.raises(RuleError) as refusal:
        type_totals(table, (9, -2, 7, -17), by=make_actor(tournament))

    assert refusal.value.problems[0].params == {"sum": -3}


def test_totals_with_findings_can_be_put_aside_and_stand_on_the_board():
    tournament = make_tournament(**DDV)
    table = tables_of(make_round(tournament, players=4))[1]

    type_totals(table, (24, -6, -12, -3), solos=1, by=make_actor(tournament), finish=False)

    assert totals(table) == [24, -6, -12, -3]
    assert Table.objects.get().typed_at is None
    assert state(table) is State.FINDINGS


def test_checks_on_warn_ask_for_a_reason_and_then_go_on():
    tournament = make_tournament(check_sum="warn", check_parity="warn", second_person=True)
    by = make_actor(tournament, Role.CLERK)
    table = tables_of(make_round(tournament, players=4))[1]

    with pytest.raises(RuleError) as refusal:
        type_totals(table, (9, -2, 7, -17), by=by)
    type_totals(table, (9, -2, 7, -17), by=by, reason="Steht so auf der Liste")

    assert codes(refusal) == ["totals_not_zero_sum", "totals_odd_even", "reason_missing"]
    assert Table.objects.get().override_reason == "Steht so auf der Liste"
    assert JournalEntry.objects.get(what="sheet_typed").reason == "Steht so auf der Liste"
    assert state(table) is State.TYPED


def test_sheet_with_findings_is_never_confirmed_by_itself():
    tournament = make_tournament(check_sum="warn", check_parity="off")
    table = tables_of(make_round(tournament, players=4))[1]

    type_totals(table, (9, -2, 7, -17), by=make_actor(tournament), reason="so gewollt")

    assert Table.objects.get().confirmed_at is None


def test_checks_that_are_off_find_nothing():
    tournament = make_tournament(check_sum="off", check_parity="off")
    table = tables_of(make_round(tournament, players=4))[1]

    type_totals(table, (9, -2, 7, -17), by=make_actor(tournament))

    assert Table.objects.get().confirmed_at == NOW


def test_implausible_total_warns_even_where_checks_refuse():
    tournament = make_tournament(check_rows="refuse", games_four=8)
    table = tables_of(make_round(tournament, players=4))[1]

    with pytest.raises(RuleError) as refusal:
        type_totals(table, (240, -80, -80, -80), by=make_actor(tournament))

    assert codes(refusal) == ["total_implausible", "reason_missing"]


def test_table_of_five_has_five_totals_of_any_parity():
    tournament = make_tournament()
    table = tables_of(make_round(tournament, players=5))[1]

    type_totals(table, (9, -2, 7, -4, -10), by=make_actor(tournament))

    assert totals(table) == [9, -2, 7, -4, -10]


def test_open_seats_are_filled_from_the_returned_sheet():
    tournament = make_tournament()
    by = make_actor(tournament)
    table = table_with_open_seats(tournament)
    numbers = (None, None, 5, 3)

    record_totals(
        table=table,
        seats=[
            TypedSeat(position=p, total=t, number=n)
            for p, (t, n) in enumerate(zip((4, -4, 4, -4), numbers, strict=True), start=1)
        ],
        version=0,
        by=by,
        now=NOW,
    )

    people = Seat.objects.order_by("position").values_list("participant__number", flat=True)
    assert list(people) == [1, 2, 5, 3]


@pytest.mark.parametrize(
    ("numbers", "code"),
    [((99, 3), "seat_number_unknown"), ((1, 3), "seat_number_taken"), ((3, 3), "seat_number_twice")],
)
def test_open_seats_with_a_wrong_number_are_refused(numbers, code):
    tournament = make_tournament()
    by = make_actor(tournament)
    table = table_with_open_seats(tournament)

    with pytest.raises(RuleError) as refusal:
        record_totals(
            table=table,
            seats=[TypedSeat(position=p, total=0, number=n) for p, n in zip((3, 4), numbers, strict=True)],
            version=0,
            by=by,
            now=NOW,
        )

    assert codes(refusal) == [code]


def test_number_that_is_no_total_is_refused():
    tournament = make_tournament()
    table = tables_of(make_round(tournament, players=4))[1]

    with pytest.raises(RuleError) as refusal:
        type_totals(table, (20070115, 0, 0, 0), by=make_actor(tournament))

    assert codes(refusal) == ["total_large"]


def test_note_is_kept_and_taken_away():
    tournament = make_tournament()
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]

    note_sheet(table=table, note=" Unterschrift fehlt ", by=by, now=NOW)
    kept = Table.objects.get().note
    note_sheet(table=table, note="", by=by, now=NOW)

    assert (kept, Table.objects.get().note) == ("Unterschrift fehlt", "")


def test_depth_can_differ_for_one_sheet():
    tournament = make_tournament()
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4))[1]

    set_depth(table=table, depth="rows", by=by, now=NOW)
    deeper = Table.objects.get().depth
    set_depth(table=table, depth="totals", by=by, now=NOW)

    assert (deeper, Table.objects.get().depth) == ("rows", "")


def test_typing_is_undone_by_the_clerk_who_typed():
    tournament = make_tournament(**DDV)
    by = make_actor(tournament, Role.CLERK)
    table = tables_of(make_round(tournament, players=4))[1]
    type_totals(table, (24, -6, -12, -6), solos=1, by=by)

    undo(entry=JournalEntry.objects.get(what="sheet_typed"), by=by, now=NOW)

    assert totals(table) == [None] * 4
    assert state(table) is State.PLAYING


@pytest.mark.parametrize("count", [1, 3])
def test_sheets_are_read_in_four_queries(count, django_assert_num_queries):
    tournament = make_tournament()
    by = make_actor(tournament)
    round_ = make_round(tournament, players=4 * count)
    for table in tables_of(round_).values():
        type_totals(table, (4, -4, 4, -4), by=by)

    with django_assert_num_queries(4):
        found = sheets_of(tournament, up_to=round_)
        points = [share.points for data in found for share in shares_of(data)]

    assert points == [4, -4, 4, -4] * count


def test_sheets_not_confirmed_are_left_out_on_request():
    tournament = make_tournament(**DDV)
    by = make_actor(tournament)
    round_ = make_round(tournament, players=8)
    type_totals(tables_of(round_)[1], (4, -4, 4, -4), solos=1, by=by)

    found = [data.table.number for data in sheets_of(tournament, confirmed_only=True)]

    assert (found, len(sheets_of(tournament))) == ([], 2)
