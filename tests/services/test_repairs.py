"""A late player, a no-show, somebody who leaves: one step, few tables touched, all others exactly as they were."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament, tables_of, type_totals
from tests.services.test_rounds import refusal, seats_of
from tournament.models import Attendance, JournalEntry, Participant, Presence, Publication, Round, Table
from tournament.queries.repairs import ways
from tournament.queries.rounds import field_change
from tournament.services.participants import withdraw_participant
from tournament.services.repairs import repair_seating
from tournament.services.rounds import mark_away
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def person(number: int) -> Participant:
    return Participant.objects.get(number=number)


def mend(round_: Round, number: int, *, code: str, state: Presence | None = None, reason: str = "zu spät") -> None:
    """Choose the first way of that kind."""
    chosen = next(way for way in ways(round_, person(number)) if way.repair.code == code)
    repair_seating(
        round_=round_,
        participant=person(number),
        way=chosen.mark,
        state=state,
        by=make_actor(round_.tournament),
        now=NOW,
        reason=reason,
    )


def states() -> list[tuple[int, str]]:
    return list(Attendance.objects.order_by("participant__number").values_list("participant__number", "state"))


def test_late_player_makes_one_table_a_five_and_leaves_all_others():
    round_ = make_round(make_tournament(), players=12)
    make_participants(round_.tournament, 1)

    mend(round_, 13, code="becomes_five")

    after = seats_of(round_)
    assert sorted(len(table) for table in after) == [4, 4, 5]
    assert [table[:4] for table in after] == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert sorted(Table.objects.values_list("size", "print_version")) == [(4, 1), (4, 1), (5, 2)]
    assert Publication.objects.count() == 2
    assert not field_change(round_)


def test_late_player_who_was_marked_late_is_here_again_once_seated():
    tournament = make_tournament()
    make_participants(tournament, 13)
    round_ = make_round(tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], published=False)
    mark_away(round_=round_, participant=person(13), state=Presence.LATE, by=make_actor(tournament), now=NOW)

    mend(round_, 13, code="becomes_five")

    assert states() == []
    assert sum(len(table) for table in seats_of(round_)) == 13


def test_late_player_waits_and_three_more_make_a_new_table():
    round_ = make_round(make_tournament(fives="never"), players=8)
    make_participants(round_.tournament, 4)
    for number in (9, 10, 11):
        mend(round_, number, code="waits")
    waiting = states()

    mend(round_, 12, code="new_table_with_waiting")

    assert waiting == [(9, "waiting"), (10, "waiting"), (11, "waiting")]
    assert seats_of(round_)[:2] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert sorted(seats_of(round_)[2]) == [9, 10, 11, 12]
    assert states() == []


def test_late_player_takes_a_seat_left_open():
    tournament = make_tournament()
    make_participants(tournament, 7)
    round_ = make_round(tournament, seats=[[1, 2, None, 3], [4, 5, 6, 7]])
    make_participants(tournament, 1)

    mend(round_, 8, code="takes_open_seat")

    assert seats_of(round_) == [[1, 2, 8, 3], [4, 5, 6, 7]]


def test_late_player_replaces_a_filler_player():
    tournament = make_tournament(fives="never")
    make_participants(tournament, 8)
    Participant.objects.filter(number=8).update(filler=True, ranked=False)
    round_ = make_round(tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]])
    make_participants(tournament, 1)

    mend(round_, 9, code="replaces_filler")

    assert seats_of(round_) == [[1, 2, 3, 4], [5, 6, 7, 9]]


def test_no_show_at_a_five_leaves_a_four():
    round_ = make_round(make_tournament(), players=13)

    mend(round_, 2, code="five_becomes_four", state=Presence.ABSENT, reason="nicht erschienen")

    assert sorted(len(table) for table in seats_of(round_)) == [4, 4, 4]
    assert 2 not in [number for table in seats_of(round_) for number in table]
    assert states() == [(2, "absent")]
    assert not field_change(round_)


def test_no_show_is_replaced_by_somebody_who_waits():
    tournament = make_tournament(fives="never")
    round_ = make_round(tournament, players=8)
    make_participants(tournament, 1)
    mend(round_, 9, code="waits")

    mend(round_, 6, code="waiting_takes_seat", state=Presence.ABSENT)

    assert seats_of(round_) == [[1, 2, 3, 4], [5, 9, 7, 8]]
    assert states() == [(6, "absent")]


def test_no_show_is_replaced_from_a_table_of_five():
    round_ = make_round(make_tournament(), players=13)

    mend(round_, 9, code="moves_over", state=Presence.ABSENT)

    assert sorted(len(table) for table in seats_of(round_)) == [4, 4, 4]
    assert seats_of(round_)[2] == [10, 11, 12, 13]


def test_table_that_is_given_up_leaves_its_people_without_a_seat():
    round_ = make_round(make_tournament(fives="never"), players=8)

    mend(round_, 6, code="table_closed_all_wait", state=Presence.ABSENT)

    assert seats_of(round_) == [[1, 2, 3, 4]]
    assert states() == [(5, "sits_out"), (6, "absent"), (7, "sits_out"), (8, "sits_out")]


def test_person_who_left_without_a_word_is_mended_in_the_draft_without_a_reason():
    round_ = make_round(make_tournament(), players=13, published=False)
    withdraw_participant(participant=person(2), by=make_actor(round_.tournament), now=NOW)

    mend(round_, 2, code="five_becomes_four", state=Presence.ABSENT, reason="")

    assert sorted(len(table) for table in seats_of(round_)) == [4, 4, 4]
    assert not field_change(round_)


def test_repair_after_publishing_needs_a_reason():
    round_ = make_round(make_tournament(), players=12)
    make_participants(round_.tournament, 1)

    with pytest.raises(RuleError) as error:
        mend(round_, 13, code="becomes_five", reason=" ")

    assert refusal(error) == [("reason_missing", {})]


def test_way_shown_for_another_seating_is_refused():
    round_ = make_round(make_tournament(), players=12)
    make_participants(round_.tournament, 2)
    shown = ways(round_, person(13))[0]
    mend(round_, 14, code="becomes_five")
    mend(round_, 13, code="becomes_five")

    with pytest.raises(RuleError) as error:
        repair_seating(
            round_=round_,
            participant=person(13),
            way=shown.mark,
            state=None,
            by=make_actor(round_.tournament),
            now=NOW,
            reason="zu spät",
        )

    assert refusal(error) == [("repair_stale", {"round": 1})]


def test_table_whose_sheet_is_in_is_left_alone():
    round_ = make_round(make_tournament(), players=8)
    make_participants(round_.tournament, 1)
    Table.objects.filter(number=1).update(received_at=NOW)

    found = ways(round_, person(9))

    assert {table.number for way in found for table in way.repair.tables} == {2}


def test_person_whose_sheet_is_in_gives_no_seat_up():
    round_ = make_round(make_tournament(), players=8)
    Table.objects.filter(number=1).update(typed_at=NOW)

    with pytest.raises(RuleError) as error:
        ways(round_, person(1))

    assert refusal(error) == [("sheet_is_in", {"table": 1})]


def test_person_who_is_not_here_gets_no_seat():
    round_ = make_round(make_tournament(), players=8)
    make_participants(round_.tournament, 1, checked_in=False)

    with pytest.raises(RuleError) as error:
        ways(round_, person(9))

    assert refusal(error) == [("seat_not_here", {"number": 9, "name": person(9).name})]


@pytest.mark.parametrize(
    ("number", "code", "state"),
    [
        (14, "becomes_five", None),
        (1, "five_becomes_four", Presence.ABSENT),
        (9, "moves_over", Presence.ABSENT),
    ],
)
def test_repair_is_taken_back_in_one_step(number, code, state):
    round_ = make_round(make_tournament(), players=13)
    make_participants(round_.tournament, 1)
    before = seats_of(round_)
    mend(round_, number, code=code, state=state)
    changed = seats_of(round_)

    undo(entry=JournalEntry.objects.latest("number"), by=make_actor(round_.tournament), now=NOW)

    assert changed != before
    assert (seats_of(round_), states()) == (before, [])


def test_ways_name_their_consequences():
    round_ = make_round(make_tournament(), players=13)

    way = next(one for one in ways(round_, person(9)) if one.repair.code == "moves_over")

    moved = way.repair.params["player"]
    assert str(moved) in way.sentence
    assert person(moved).name in way.sentence
    assert [seat.participant.number for table in way.tables for seat in table.seats if seat.moved] == [moved]


def test_repair_under_which_points_were_typed_since_is_not_taken_back():
    round_ = make_round(make_tournament(), players=13)
    mend(round_, 2, code="five_becomes_four", state=Presence.ABSENT, reason="nicht erschienen")
    entry = JournalEntry.objects.latest("number")
    director = make_actor(round_.tournament)
    table = next(table for table in tables_of(round_).values() if entry.params["tables"] == [table.number])
    type_totals(table, (4, -4, 4, -4), by=director)

    with pytest.raises(RuleError) as refused:
        undo(entry=entry, by=director, now=NOW)

    assert [problem.code for problem in refused.value.problems] == ["undo_blocked"]
