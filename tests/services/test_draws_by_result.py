"""Rounds seated by results: the real standings, penalties and deductions in them, whatever the public may see."""

import pytest

from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament, tables_of, type_totals
from tests.services.test_rounds import seats_of
from tournament.models import Attendance, Incident, Participant, Presence, Round
from tournament.services.confirmation import reopen_sheet
from tournament.services.draws import draw_round
from tournament.services.incidents import Decision, record_incident
from tournament.services.participants import withdraw_participant
from tournament.services.rounds import create_round

pytestmark = pytest.mark.django_db

# Round 1 by table; sums are zero, even and odd agree. Ranks: 12, 1, 8, 2, 11, 7, 6, 10, 3, 5, 9, 4.
TOTALS = [[30, 18, -14, -34], [-18, 2, 6, 10], [-30, -2, 10, 22]]


def second_round(**settings) -> Round:
    """Round 2 after a round 1 of twelve players whose sheets are confirmed."""
    tournament = make_tournament(**{"check_parity": "off", **settings})
    director = make_actor(tournament)
    first = make_round(tournament, players=12)
    for number, totals in enumerate(TOTALS, start=1):
        type_totals(tables_of(first)[number], totals, by=director)
    return create_round(tournament=tournament, by=director, now=NOW)


def drawn(round_: Round, **options) -> list[set[int]]:
    """Who sits at each table."""
    draw_round(round_=round_, seed=1, by=make_actor(round_.tournament), now=NOW, **options)
    return [set(table) for table in seats_of(round_)]


def test_seating_strictly_by_standings_puts_the_first_four_at_table_one():
    assert drawn(second_round(draw_mode="standings")) == [{1, 12, 2, 8}, {11, 7, 6, 10}, {3, 5, 9, 4}]


def test_seating_within_a_band_of_ranks_lets_fewer_meet_again():
    round_ = second_round(draw_mode="standings", draw_number=4)

    tables = drawn(round_)

    assert tables != [{1, 12, 2, 8}, {11, 7, 6, 10}, {3, 5, 9, 4}]
    assert round_.tournament.round_set.get(number=2).draw_report["report"]["moved"] != []


def test_deduction_is_part_of_the_standings_that_seat():
    round_ = second_round(draw_mode="standings")
    Incident.objects.create(
        tournament=round_.tournament,
        round=Round.objects.get(number=1),
        offender=Participant.objects.get(number=8),
        deduction=9,
        reason="unsportlich",
        happened_at=NOW,
    )

    assert drawn(round_)[0] == {1, 12, 2, 11}


def test_penalty_points_are_part_of_the_standings_that_seat():
    round_ = second_round(draw_mode="standings")
    first = Round.objects.get(number=1)
    decision = Decision(
        happened_at=NOW,
        round=first,
        table=tables_of(first)[3],
        offender=Participant.objects.get(number=12),
        breach="serious",
        reason="Karten gezeigt",
        signed_by="R. Echt",
    )
    record_incident(tournament=round_.tournament, decision=decision, by=make_actor(round_.tournament), now=NOW)

    # 12 falls from 22 to 10 and stands with 8; 11 rises from 10 to 14.
    assert drawn(round_)[0] == {1, 2, 11, 8}


def test_disqualified_player_is_not_seated():
    round_ = second_round(draw_mode="standings", fives="needed")
    decision = Decision(
        happened_at=NOW,
        offender=Participant.objects.get(number=1),
        breach="unsportsmanlike",
        disqualified=True,
        reason="Tätlich",
        signed_by="R. Echt",
    )
    record_incident(tournament=round_.tournament, decision=decision, by=make_actor(round_.tournament), now=NOW)
    make_participants(round_.tournament, 1)

    assert sorted(set().union(*drawn(round_))) == list(range(2, 14))


def test_standings_hidden_from_the_public_seat_all_the_same():
    assert drawn(second_round(draw_mode="standings", standings_public="published"))[0] == {1, 12, 2, 8}


def test_player_who_came_after_round_one_is_seated_last():
    round_ = second_round(draw_mode="standings")
    make_participants(round_.tournament, 4)

    assert drawn(round_) == [{1, 12, 2, 8}, {11, 7, 6, 10}, {3, 5, 9, 4}, {13, 14, 15, 16}]


def test_withdrawn_player_leaves_no_gap_in_the_tables_by_rank():
    round_ = second_round(draw_mode="standings")
    director = make_actor(round_.tournament)
    for number in (12, 1, 2, 8):
        withdraw_participant(participant=Participant.objects.get(number=number), by=director, now=NOW)

    assert drawn(round_) == [{11, 7, 6, 10}, {3, 5, 9, 4}]


def test_substitute_sits_where_the_replaced_player_would():
    round_ = second_round(draw_mode="standings")
    director = make_actor(round_.tournament)
    (substitute,) = make_participants(round_.tournament, 1)
    replaced = Participant.objects.get(number=1)
    withdraw_participant(participant=replaced, by=director, now=NOW)
    Attendance.objects.create(
        tournament=round_.tournament,
        round=round_,
        participant=substitute,
        state=Presence.SUBSTITUTE,
        substitute_for=replaced,
    )

    assert drawn(round_)[0] == {13, 12, 2, 8}


def test_final_table_takes_the_best_four_and_the_rest_meets_others():
    tables = drawn(second_round(draw_mode="final", draw_number=4))

    assert tables[0] == {1, 12, 2, 8}
    assert sorted(tables[1] | tables[2]) == [3, 4, 5, 6, 7, 9, 10, 11]


def test_best_of_each_table_sit_together():
    tables = drawn(second_round(draw_mode="top", draw_number=1))

    assert [table for table in tables if table & {1, 8, 12}] == [table for table in tables if {1, 8, 12} <= table]


def test_movement_keeps_the_winner_and_moves_the_others_on():
    tables = drawn(second_round(draw_mode="movement"))

    assert [winner in table for winner, table in zip((1, 8, 12), tables, strict=True)] == [True, True, True]
    assert sorted(number for table in tables for number in table) == list(range(1, 13))


def test_correction_after_the_draw_leaves_the_seats_as_they_are():
    round_ = second_round(draw_mode="standings")
    director = make_actor(round_.tournament)
    before = drawn(round_)
    table = tables_of(Round.objects.get(number=1))[1]

    reopen_sheet(table=table, reason="Vorzeichen", by=director, now=NOW)
    type_totals(table, [-34, 18, -14, 30], by=director)

    assert [set(table) for table in seats_of(round_)] == before
