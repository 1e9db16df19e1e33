"""Who is here, and what was paid."""

from datetime import timedelta

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_tournament
from tournament.models import FeeKind, FeeState, JournalEntry, Participant
from tournament.services.check_in import (
    check_in_participant,
    check_in_participants,
    check_out_participant,
    settle_fee,
)
from tournament.services.participants import withdraw_participant
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)


def newest(tournament):
    return JournalEntry.objects.filter(tournament=tournament).latest("number")


def test_check_in_tapped_twice_stays_at_the_first():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, checked_in=False, by=by)

    check_in_participant(participant=anna, by=by, now=NOW)
    check_in_participant(participant=anna, by=by, now=LATER)

    assert Participant.objects.get(pk=anna.pk).checked_in_at == NOW
    assert newest(tournament).number == 2


def test_check_in_is_taken_back_by_undo():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, checked_in=False, by=by)
    check_in_participant(participant=anna, by=by, now=NOW)

    undo(entry=newest(tournament), by=by, now=LATER)

    assert Participant.objects.get(pk=anna.pk).checked_in_at is None


def test_check_in_refuses_the_withdrawn():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, checked_in=False, by=by)
    withdraw_participant(participant=anna, by=by, now=NOW)

    with pytest.raises(RuleError) as error:
        check_in_participant(participant=anna, by=by, now=LATER)

    assert [(p.code, p.params) for p in error.value.problems] == [("participant_is_withdrawn", {"name": anna.name})]
    assert Participant.objects.get(pk=anna.pk).checked_in_at is None


def test_check_out_makes_a_person_missing():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)

    check_out_participant(participant=anna, by=by, now=LATER)

    assert Participant.objects.get(pk=anna.pk).checked_in_at is None


def test_check_in_of_many_is_one_step_and_leaves_the_withdrawn_out():
    tournament = make_tournament()
    by = make_actor(tournament)
    people = make_participants(tournament, 4, checked_in=False, by=by)
    check_in_participant(participant=people[0], by=by, now=NOW)
    withdraw_participant(participant=people[1], by=by, now=NOW)

    count = check_in_participants(tournament=tournament, participants=people, by=by, now=LATER)

    kept = Participant.objects.order_by("number").values_list("checked_in_at", flat=True)
    assert count == 2
    assert list(kept) == [NOW, None, LATER, LATER]
    assert (newest(tournament).number, newest(tournament).params) == (4, {"count": 2})


def test_settle_fee_changes_only_what_is_named():
    tournament = make_tournament(fee_cents=1000)
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)

    settle_fee(participant=anna, kind=FeeKind.REDUCED, donation_cents=250, by=by, now=NOW)
    settle_fee(participant=anna, state=FeeState.PAID, by=by, now=NOW)

    kept = Participant.objects.get(pk=anna.pk)
    assert (kept.fee_kind, kept.fee_state, kept.donation_cents) == ("reduced", "paid", 250)


def test_settle_fee_refuses_a_donation_beyond_reason():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)

    with pytest.raises(RuleError) as error:
        settle_fee(participant=anna, donation_cents=1_000_001, by=by, now=NOW)

    assert [problem.code for problem in error.value.problems] == ["donation_out_of_range"]
