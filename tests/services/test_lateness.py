"""Somebody is not there when the round is to start: the table waits, or a substitute sits in."""

import pytest

from scoring.errors import RuleError
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
from tests.services.test_repairs import mend
from tests.services.test_rounds import seats_of
from tournament.models import Attendance, Extension, JournalEntry, Participant, Round, Seat, Table
from tournament.queries.rounds import field_change
from tournament.queries.standings import computed
from tournament.services.handovers import replace_player
from tournament.services.incidents import UNSPORTSMANLIKE, Decision, record_incident
from tournament.services.lateness import let_table_wait, seat_substitute
from tournament.services.rounds import create_round, mark_away
from tournament.services.sheets import finish_sheet
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def person(number: int) -> Participant:
    return Participant.objects.get(number=number)


def wait(round_: Round, number: int = 2, **values) -> None:
    base = {"minutes": 10, "reason": "Stau"}
    let_table_wait(
        round_=round_,
        participant=person(number),
        by=make_actor(round_.tournament),
        now=NOW,
        **{**base, **values},
    )


def substitute(round_: Round, number: int = 2, *, by_number: int = 9, reason: str = "Stau") -> None:
    seat_substitute(
        round_=round_,
        participant=person(number),
        number=by_number,
        reason=reason,
        by=make_actor(round_.tournament),
        now=NOW,
    )


def with_substitute(**values) -> Round:
    """Eight people seated, number 9 registered outside the ranking and not checked in."""
    round_ = make_round(make_tournament(**values), players=8)
    make_participants(round_.tournament, 1, checked_in=False)
    return round_


def states() -> list[tuple[int, str, int | None]]:
    found = Attendance.objects.order_by("participant__number")
    return list(found.values_list("participant__number", "state", "substitute_for__number"))


def refused(call, *args, **values) -> list[str]:
    with pytest.raises(RuleError) as refusal:
        call(*args, **values)
    return [problem.code for problem in refusal.value.problems]


def standing_of(tournament) -> dict[int, tuple[int | None, int]]:
    return {row.participant.number: (row.rank, row.total) for row in computed(tournament).rows}


@pytest.mark.parametrize(("minutes", "given"), [(10, [(1, 10)]), (0, [])])
def test_table_that_waits_keeps_its_seats_and_gets_the_minutes(minutes, given):
    round_ = make_round(make_tournament(), players=8)

    wait(round_, minutes=minutes)

    assert seats_of(round_) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert list(Extension.objects.values_list("table__number", "minutes")) == given
    assert states() == [(2, "late", None)]
    assert field_change(round_).gone == (2,)


def test_waiting_ends_when_the_player_is_noted_as_here():
    round_ = make_round(make_tournament(), players=8)
    wait(round_)

    mark_away(round_=round_, participant=person(2), state=None, by=make_actor(round_.tournament), now=NOW)

    assert (states(), bool(field_change(round_))) == ([], False)


def test_waiting_that_is_taken_back_leaves_nothing():
    round_ = make_round(make_tournament(), players=8)
    wait(round_)

    undo(entry=JournalEntry.objects.latest("number"), by=make_actor(round_.tournament), now=NOW)

    assert (states(), Extension.objects.count()) == ([], 0)


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ({"minutes": -1}, ["wait_minutes"]),
        ({"minutes": 121}, ["wait_minutes"]),
        ({"reason": " "}, ["reason_missing"]),
        ({"number": 9}, ["late_no_seat"]),
    ],
)
def test_waiting_that_makes_no_sense_is_refused(values, codes):
    round_ = with_substitute()

    assert refused(wait, round_, **values) == codes
    assert (states(), Extension.objects.count()) == ([], 0)


def test_table_does_not_wait_in_a_draft_nor_once_its_sheet_is_in():
    draft = make_round(make_tournament(), players=4, published=False)
    round_ = make_round(make_tournament(), players=4)
    type_totals(tables_of(round_)[1], (4, -4, 4, -4), by=make_actor(round_.tournament))
    late = Seat.objects.get(round=round_, position=2).participant

    values = {"minutes": 5, "reason": "Stau", "by": make_actor(round_.tournament), "now": NOW}
    assert refused(let_table_wait, round_=round_, participant=late, **values) == ["sheet_is_in"]
    early = Seat.objects.get(round=draft, position=2).participant
    values["by"] = make_actor(draft.tournament)
    assert refused(let_table_wait, round_=draft, participant=early, **values) == ["clock_before_publication"]


def test_substitute_sits_in_from_the_first_game_on():
    round_ = with_substitute()

    substitute(round_)

    assert seats_of(round_) == [[1, 9, 3, 4], [5, 6, 7, 8]]
    assert states() == [(2, "late", None), (9, "substitute", 2)]
    assert list(Table.objects.order_by("number").values_list("print_version", flat=True)) == [2, 1]
    assert not field_change(round_)


def test_substitute_counts_for_the_table_and_not_in_the_ranking_and_the_round_is_missed():
    round_ = with_substitute(missed_round="fixed", missed_points=-20)
    substitute(round_)

    director = make_actor(round_.tournament)
    type_totals(tables_of(round_)[1], (6, 2, -4, -4), by=director)
    make_round(round_.tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]], by=director)

    found = standing_of(round_.tournament)
    assert {number: found[number] for number in (1, 2, 3, 9)} == {
        1: (1, 6),
        2: (8, -20),
        3: (6, -4),
        9: (None, 2),
    }


def missed(tournament) -> dict[int, tuple[str, int | None]]:
    """State and points of round 1 for those who missed it."""
    rows = computed(tournament).rows
    return {
        row.participant.number: (score.state.value, score.points)
        for row in rows
        if (score := row.scores[0]) is not None and score.table is None
    }


def test_missed_round_counts_the_average_of_the_table_where_the_substitute_plays():
    round_ = with_substitute(missed_round="average", check_sum="off", check_parity="off")
    make_participants(round_.tournament, 1)
    substitute(round_)
    director = make_actor(round_.tournament)
    tables = tables_of(round_)
    type_totals(tables[2], (8, 4, 2, 0), by=director)
    make_round(round_.tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8, 10]], by=director)

    before = missed(round_.tournament)
    type_totals(tables[1], (20, 10, 4, 0), by=director)

    # Number 2 has a table, 34 of 4 people; number 10 has none, 48 of 8.
    assert before == {2: ("open", None), 10: ("open", None)}
    assert missed(round_.tournament) == {2: ("missed", 9), 10: ("missed", 6)}


@pytest.mark.parametrize(("rule", "points"), [({"missed_round": "zero"}, 0), ({"missed_points": 5}, 5)])
def test_missed_round_by_another_rule_asks_for_no_table(rule, points):
    round_ = with_substitute(**{"missed_round": "fixed", **rule})
    substitute(round_)
    make_round(round_.tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]])

    assert missed(round_.tournament) == {2: ("missed", points)}


@pytest.mark.parametrize("call", [wait, substitute])
def test_reason_that_is_too_long_is_refused_and_not_cut(call):
    round_ = with_substitute()

    assert refused(call, round_, reason="x" * 201) == ["reason_too_long"]
    call(round_, reason="x" * 200)

    assert Attendance.objects.get(participant__number=2).reason == "x" * 200


def test_ranked_substitute_has_a_place_of_his_own():
    round_ = with_substitute(substitutes_ranked=True)
    substitute(round_)

    type_totals(tables_of(round_)[1], (6, 2, -4, -4), by=make_actor(round_.tournament))

    assert standing_of(round_.tournament)[9] == (2, 2)


def test_late_player_takes_his_seat_over_and_each_owns_the_games_he_played():
    round_ = with_substitute(depth="rows", form="played", games_four=4)
    director = make_actor(round_.tournament)
    substitute(round_)
    table = tables_of(round_)[1]

    replace_player(table=table, position=2, number=2, from_game=3, reason="ist da", by=director, now=NOW)
    table = type_rows(table, "24 4", "13 2", "24 3", "24 1", by=director)
    finish_sheet(table=table, by=director, now=NOW)

    totals = {number: total for number, (_rank, total) in standing_of(round_.tournament).items()}
    assert {number: totals[number] for number in (1, 2, 9)} == {1: -6, 2: 4, 9: 2}
    assert states() == [(2, "late", None), (9, "substitute", 2)]


def test_substitute_that_is_taken_back_gives_the_seat_back():
    round_ = with_substitute()
    substitute(round_)

    undo(entry=JournalEntry.objects.latest("number"), by=make_actor(round_.tournament), now=NOW)

    assert (seats_of(round_), states()) == ([[1, 2, 3, 4], [5, 6, 7, 8]], [])


def test_substitute_of_a_confirmed_sheet_is_not_taken_back():
    round_ = with_substitute()
    substitute(round_)
    entry = JournalEntry.objects.latest("number")
    director = make_actor(round_.tournament)
    table = type_totals(tables_of(round_)[1], (6, 2, -4, -4), by=director)
    if table.confirmed_at is None:
        confirm(table, by=director)

    assert refused(undo, entry=entry, by=director, now=NOW) == ["undo_blocked"]


def test_player_who_waits_can_be_the_substitute():
    round_ = make_round(make_tournament(fives="never"), players=8)
    make_participants(round_.tournament, 1)
    mend(round_, 9, code="waits")

    substitute(round_)

    assert states() == [(2, "late", None), (9, "substitute", 2)]


def disqualify(round_: Round, number: int) -> None:
    decision = Decision(
        happened_at=NOW,
        offender=person(number),
        breach=UNSPORTSMANLIKE,
        disqualified=True,
        reason="Tätlich",
        signed_by="R. Echt",
    )
    record_incident(tournament=round_.tournament, decision=decision, by=make_actor(round_.tournament), now=NOW)


@pytest.mark.parametrize(
    ("by_number", "codes"), [(99, ["seat_number_unknown"]), (5, ["seat_number_taken"]), (2, ["seat_number_taken"])]
)
def test_substitute_who_is_unknown_or_sits_already_is_refused(by_number, codes):
    round_ = with_substitute()

    assert refused(substitute, round_, by_number=by_number) == codes


def test_disqualified_player_is_never_seated_again():
    round_ = with_substitute()
    disqualify(round_, 9)
    director = make_actor(round_.tournament)

    assert refused(substitute, round_) == ["seat_number_disqualified"]
    handover = {"position": 2, "number": 9, "from_game": 5, "reason": "x", "by": director, "now": NOW}
    assert refused(replace_player, table=tables_of(round_)[1], **handover) == ["seat_number_disqualified"]
    disqualify(round_, 1)
    following = create_round(tournament=round_.tournament, by=director, now=NOW)
    assert field_change(following).came == (2, 3, 4, 5, 6, 7, 8)
