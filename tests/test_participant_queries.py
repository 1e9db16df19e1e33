"""Who is present, waiting, found; what is in the cash box."""

from datetime import timedelta

import pytest

from tests.builders import NOW, make_actor, make_participants, make_tournament
from tournament.models import FeeKind, FeeState, Participant, Round, Seat, Table
from tournament.queries import door, participants
from tournament.queries.door import Show
from tournament.registration import Registration
from tournament.services.check_in import check_in_participant, check_out_participant, settle_fee
from tournament.services.journal import step
from tournament.services.participants import register_participants, withdraw_participant
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)


def numbers(people):
    return [person.number for person in people]


def register(tournament, by, *names, checked_in=True):
    registrations = [Registration(surname=surname, first_name=first_name) for surname, first_name in names]
    return register_participants(
        tournament=tournament, registrations=registrations, check_in=checked_in, by=by, now=NOW
    )


def seat(people, by):
    with step(tournament=people[0].tournament, by=by, now=NOW, what="round_published") as doing:
        round_ = doing.create(Round(number=1, published_at=NOW))
        table = doing.create(Table(round=round_, number=1))
        for position, person in enumerate(people, 1):
            doing.create(Seat(round=round_, table=table, position=position, participant=person))


@pytest.mark.parametrize("count", [1, 30])
def test_everyone_needs_one_query(count, django_assert_num_queries):
    tournament = make_tournament()
    make_participants(tournament, count)

    with django_assert_num_queries(1):
        people = participants.everyone(tournament)
        clubs = participants.clubs(people)

    assert len(people) == count
    assert clubs == (["DoKo Bremen"] if count == 1 else ["DoKo Bremen", "Fuchs am End", "Karlchens Freunde"])


def test_everyone_is_sorted_as_germans_expect():
    tournament = make_tournament()
    by = make_actor(tournament)
    register(tournament, by, ("Zimmer", "Z"), ("Öztürk", "Emre"), ("Adam", "A"), ("Ott", "O"), ("Äpfel", "Anna"))

    assert [person.surname for person in participants.everyone(tournament)] == [
        "Adam",
        "Äpfel",
        "Ott",
        "Öztürk",
        "Zimmer",
    ]


@pytest.mark.parametrize("count", [2, 30])
def test_present_needs_one_query_without_a_limit(count, django_assert_num_queries):
    tournament = make_tournament()
    by = make_actor(tournament)
    people = make_participants(tournament, count, by=by)
    check_out_participant(participant=people[0], by=by, now=NOW)

    with django_assert_num_queries(1):
        present = participants.present(tournament)
        names = [str(person.club) for person in present]

    assert numbers(present) == list(range(2, count + 1))
    assert len(names) == count - 1


def test_present_leaves_the_withdrawn_out():
    tournament = make_tournament()
    by = make_actor(tournament)
    people = make_participants(tournament, 3, by=by)
    withdraw_participant(participant=people[1], by=by, now=NOW)

    assert numbers(participants.present(tournament)) == [1, 3]


@pytest.mark.parametrize("count", [5, 30])
def test_waiting_is_the_order_of_registration_beyond_the_places(count, django_assert_num_queries):
    tournament = make_tournament(players_max=4)
    make_participants(tournament, count)

    with django_assert_num_queries(2):
        present = participants.present(tournament)

    people = participants.everyone(tournament)
    assert numbers(present) == [1, 2, 3, 4]
    assert numbers(participants.waiting(tournament, people)) == list(range(5, count + 1))


def test_waiting_moves_up_when_somebody_withdraws_and_the_returned_keep_their_line():
    tournament = make_tournament(players_max=3)
    by = make_actor(tournament)
    people = make_participants(tournament, 5, by=by)
    withdraw_participant(participant=people[0], by=by, now=NOW)

    assert numbers(participants.waiting(tournament, participants.everyone(tournament))) == [5]


def test_whoever_was_seated_once_never_waits():
    tournament = make_tournament(players_max=4)
    by = make_actor(tournament)
    people = make_participants(tournament, 6, by=by)
    seat([people[0], people[1], people[4], people[5]], by)

    assert numbers(participants.waiting(tournament, participants.everyone(tournament))) == [3, 4]


def test_counts_tell_missing_from_withdrawn():
    tournament = make_tournament(players_max=3)
    by = make_actor(tournament)
    people = make_participants(tournament, 6, checked_in=False, by=by)
    check_in_participant(participant=people[0], by=by, now=NOW)
    withdraw_participant(participant=people[1], by=by, now=NOW)

    everyone = participants.everyone(tournament)
    counts = participants.counts(everyone, waiting=participants.waiting(tournament, everyone))

    assert counts == participants.Counts(registered=5, here=1, missing=4, withdrawn=1, waiting=2)


def test_cash_counts_fees_by_kind_and_donations():
    tournament = make_tournament(fee_cents=1000, fee_reduced_cents=550)
    by = make_actor(tournament)
    full, reduced, free, waived, _open, gone, gone_open = make_participants(tournament, 7, by=by)
    settle_fee(participant=full, state=FeeState.PAID, donation_cents=250, by=by, now=NOW)
    settle_fee(participant=reduced, kind=FeeKind.REDUCED, state=FeeState.PAID, by=by, now=NOW)
    settle_fee(participant=free, kind=FeeKind.FREE, by=by, now=NOW)
    settle_fee(participant=waived, state=FeeState.WAIVED, by=by, now=NOW)
    settle_fee(participant=gone, state=FeeState.PAID, by=by, now=NOW)
    for person in (gone, gone_open):
        withdraw_participant(participant=person, by=by, now=NOW)

    cash = participants.cash(tournament, participants.everyone(tournament))

    assert cash == participants.Cash(fees_cents=2550, donations_cents=250, open_cents=1000, paid=3, open=1, waived=1)
    assert cash.total_cents == 2800


@pytest.mark.parametrize(
    ("needle", "found"),
    [
        ("oz", ["Öztürk, Emre"]),
        ("mueller", ["Müller, Anna"]),
        ("anna", ["Äpfel, Anna", "Müller, Anna"]),
        ("2", ["Müller, Anna"]),
        ("002", ["Müller, Anna"]),
        ("9" * 5000, []),
        ("²", []),
        ("xyz", []),
    ],
)
def test_matching_finds_by_name_and_number(needle, found):
    tournament = make_tournament()
    register(tournament, make_actor(tournament), ("Öztürk", "Emre"), ("Müller", "Anna"), ("Äpfel", "Anna"))

    people = participants.everyone(tournament)

    assert [person.name for person in participants.matching(people, needle)] == found


def test_shown_parts_of_the_list_and_a_search_over_all():
    tournament = make_tournament(players_max=3)
    by = make_actor(tournament)
    people = make_participants(tournament, 5, checked_in=False, by=by)
    check_in_participant(participant=people[0], by=by, now=NOW)
    withdraw_participant(participant=people[1], by=by, now=NOW)
    everyone = sorted(participants.everyone(tournament), key=lambda person: person.number)
    waiting = participants.waiting(tournament, everyone)

    parts = {show.value: numbers(door.shown(everyone, show=show, needle="", waiting=waiting)) for show in Show}

    assert parts == {"missing": [3, 4, 5], "here": [1], "all": [1, 2, 3, 4, 5], "waiting": [5], "withdrawn": [2]}
    found = door.shown(everyone, show=Show.MISSING, needle=people[0].surname, waiting=waiting)
    assert numbers(found) == [1]


def test_arrivals_tell_state_and_fee():
    tournament = make_tournament(fee_cents=1000, players_max=2)
    by = make_actor(tournament)
    people = make_participants(tournament, 3, checked_in=False, by=by)
    check_in_participant(participant=people[0], by=by, now=NOW)
    settle_fee(participant=people[1], kind=FeeKind.FREE, by=by, now=NOW)
    everyone = sorted(participants.everyone(tournament), key=lambda person: person.number)

    lines = door.arrivals(tournament, everyone, waiting=participants.waiting(tournament, everyone))

    assert [(line.state, line.waits, line.due_cents) for line in lines] == [
        ("here", False, 1000),
        ("missing", False, 0),
        ("missing", True, 1000),
    ]


def test_last_step_is_my_own_newest_for_ten_minutes_until_taken_back():
    tournament = make_tournament()
    by, other = make_actor(tournament), make_actor(tournament, name="berta")
    (anna,) = make_participants(tournament, 1, checked_in=False, by=by)
    check_in_participant(participant=anna, by=by, now=NOW)

    mine = door.last_step(tournament, by.user, now=LATER)
    theirs = door.last_step(tournament, other.user, now=LATER)
    late = door.last_step(tournament, by.user, now=NOW + timedelta(minutes=11))
    undo(entry=Participant.objects.get().tournament.journalentry_set.get(number=2), by=other, now=LATER)

    assert mine is not None
    assert (mine.number, anna.name in mine.sentence) == (2, True)
    assert (theirs, late, door.last_step(tournament, by.user, now=LATER)) == (None, None, None)
