"""The money of a tournament: the pot, the prizes of the standings, loss money, the count of the box."""

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
    type_totals,
)
from tournament.models import FeeState, JournalEntry, Participant, Tournament
from tournament.prizes import For, PrizeLine, from_json
from tournament.queries.money import money
from tournament.queries.standings import listed
from tournament.queries.wall import prize_ties
from tournament.services.money import (
    Item,
    count_mark,
    loss_mark,
    plan_mark,
    record_cash_count,
    set_loss_money,
    set_prize_plan,
)
from tournament.services.publications import close_tournament
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

THREE = [PrizeLine(purpose=For.RANK, place=place, percent=share) for place, share in ((1, 50), (2, 30), (3, 20))]


def played(*totals, **values):
    """Four players at one table with these totals, all of whom have paid ten euros."""
    tournament = make_tournament(fee_cents=10_00, **values)
    by = make_actor(tournament)
    make_participants(tournament, 4)
    Participant.objects.filter(tournament=tournament).update(fee_state=FeeState.PAID)
    round_ = make_round(tournament, by=by)
    table = tables_of(round_)[1]
    type_totals(table, totals, by=by)
    if Tournament.objects.get(pk=tournament.pk).table_set.get().confirmed_at is None:
        confirm(table, by=by)
    return Tournament.objects.get(pk=tournament.pk)


def set_plan(tournament, plan, *, percent=100, seen=None):
    return set_prize_plan(
        tournament=tournament,
        plan=plan,
        payout_percent=percent,
        seen=plan_mark(tournament) if seen is None else seen,
        by=make_actor(tournament),
        now=NOW,
    )


def count(tournament, cents, *items, prizes_out=False):
    return record_cash_count(
        tournament=tournament,
        counted_cents=cents,
        items=[Item(text=text, cents=sum_) for text, sum_ in items],
        prizes_out=prizes_out,
        seen=count_mark(tournament),
        by=make_actor(tournament),
        now=NOW,
    )


def codes(error):
    return [problem.code for problem in error.value.problems]


def test_prizes_of_the_standings_make_the_pot():
    tournament = set_plan(played(20, 4, 4, -28), THREE, percent=90)

    sheet = money(tournament)

    assert sheet.outcome.pot_cents == 36_00
    assert [(winner.participant.number, winner.award.cents) for winner in sheet.winners] == [
        (1, 18_00),
        (2, 9_00),
        (3, 9_00),
    ]


def test_nobody_gets_a_prize_before_a_sheet_counts():
    tournament = make_tournament(fee_cents=10_00)
    make_round(tournament, players=4)

    sheet = money(set_plan(Tournament.objects.get(pk=tournament.pk), THREE))

    assert sheet.winners == ()


def test_plan_with_faults_is_refused_and_nothing_kept():
    tournament = make_tournament()

    with pytest.raises(RuleError) as error:
        set_plan(tournament, [PrizeLine(purpose=For.RANK)], percent=101)

    assert codes(error) == ["prize_worth", "prize_payout"]
    assert Tournament.objects.get(pk=tournament.pk).prize_plan == []
    assert JournalEntry.objects.filter(tournament=tournament).count() == 0


def test_plan_of_an_older_page_does_not_overwrite_a_newer_one():
    tournament = make_tournament()
    old = plan_mark(tournament)
    tournament = set_plan(tournament, THREE)

    with pytest.raises(RuleError) as error:
        set_plan(tournament, [], seen=old)

    assert codes(error) == ["money_changed"]
    assert list(from_json(Tournament.objects.get(pk=tournament.pk).prize_plan)) == THREE


def test_plan_can_be_undone():
    tournament = set_plan(make_tournament(), THREE)

    undo(entry=JournalEntry.objects.get(tournament=tournament), by=make_actor(tournament), now=NOW)

    assert Tournament.objects.get(pk=tournament.pk).prize_plan == []


def test_loss_money_is_off_until_steps_are_set():
    tournament = played(20, 4, 4, -28)
    assert money(tournament).losses == ()

    tournament = set_loss_money(
        tournament=tournament,
        steps=[(-50, 5_00), (-20, 1_00)],
        seen=loss_mark(tournament),
        by=make_actor(tournament),
        now=NOW,
    )

    assert tournament.loss_money == [[-20, 1_00], [-50, 5_00]]
    assert [(loss.participant.number, loss.cents) for loss in money(tournament).losses] == [(4, 1_00)]


def test_loss_money_refuses_steps_that_make_no_sense():
    tournament = make_tournament()

    with pytest.raises(RuleError) as error:
        set_loss_money(
            tournament=tournament,
            steps=[(5, 1_00), (-5, 0), (-5, 1_00)],
            seen=loss_mark(tournament),
            by=make_actor(tournament),
            now=NOW,
        )

    assert codes(error) == ["loss_points", "loss_cents", "loss_twice"]


def test_count_compares_with_everything_that_went_in_and_out():
    tournament = set_plan(played(20, 4, 4, -28), THREE)
    Participant.objects.filter(tournament=tournament, number=1).update(donation_cents=5_00)

    tournament = count(tournament, 17_50, ("Change", 50_00), ("Cards", -37_00), prizes_out=True)

    sheet = money(tournament)
    assert sheet.expected_cents == 40_00 + 5_00 + 50_00 - 37_00 - 40_00
    assert sheet.difference_cents == -50


def test_count_is_possible_once_the_tournament_is_closed():
    tournament = played(20, 4, 4, -28)
    close_tournament(tournament=tournament, by=make_actor(tournament), now=NOW)

    tournament = count(Tournament.objects.get(pk=tournament.pk), 40_00)

    assert money(tournament).difference_cents == 0


def test_count_refuses_an_entry_without_words_or_sum():
    tournament = make_tournament()

    with pytest.raises(RuleError) as error:
        count(tournament, None, ("", 5), ("Cards", 0))

    assert codes(error) == ["item_text", "item_cents"]


def test_tie_asks_for_a_decision_only_where_a_prize_hangs_on_the_rank():
    tournament = played(16, 16, -16, -16)
    plan = [*THREE[:1], *(PrizeLine(purpose=For.ROUND, round=number, cents=1_00) for number in (1, 2, 3))]
    tournament = set_plan(tournament, plan)

    ties = prize_ties(tournament, listed(tournament))

    assert [tie.rank for tie in ties] == [1]


@pytest.mark.parametrize("players", [4, 24])
def test_money_takes_few_queries_for_any_number_of_players(players, django_assert_num_queries):
    tournament = make_tournament(fee_cents=10_00)
    make_round(tournament, players=players)
    tournament = set_plan(Tournament.objects.get(pk=tournament.pk), THREE)
    listed(tournament)

    with django_assert_num_queries(1):
        money(tournament)
