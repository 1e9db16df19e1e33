"""Registering, changing, withdrawing, deleting; start numbers that are never given twice."""

from datetime import timedelta

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_tournament
from tournament.models import Attendance, Club, JournalEntry, Participant, Round, Seat, Table
from tournament.registration import Registration
from tournament.services.journal import step
from tournament.services.participants import (
    change_participant,
    delete_participant,
    free_numbers,
    merge_registration,
    register_participant,
    register_participants,
    return_participant,
    withdraw_participant,
)
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def person(surname="Äpfel", first_name="Anna", **values):
    return Registration(surname=surname, first_name=first_name, **values)


def newest(tournament):
    return JournalEntry.objects.filter(tournament=tournament).latest("number")


def seat(participant, *, by, position=1):
    """A seat in a round of its own."""
    tournament = participant.tournament
    with step(tournament=tournament, by=by, now=NOW, what="round_published") as doing:
        number = Round.objects.filter(tournament=tournament).count() + 1
        round_ = doing.create(Round(number=number, published_at=NOW))
        table = doing.create(Table(round=round_, number=1))
        return doing.create(Seat(round=round_, table=table, position=position, participant=participant))


def codes(error):
    return [(problem.code, problem.field, problem.row) for problem in error.value.problems]


def test_register_participant_gives_the_next_number_and_keeps_everything():
    tournament = make_tournament()
    by = make_actor(tournament)
    make_participants(tournament, 2, by=by)

    made = register_participant(
        tournament=tournament,
        registration=person(
            surname="Ahrens", club="DoKo Bremen", team="Füchse", categories=("Damen",), note="kommt später",
            ranked=False, fee_kind="reduced", fee_state="paid", donation_cents=250,
        ),
        check_in=True,
        by=by,
        now=LATER,
    )  # fmt: skip

    kept = Participant.objects.get(pk=made.pk)
    assert (kept.number, kept.name, kept.club.name, kept.team, kept.categories, kept.note) == (
        3, "Ahrens, Anna", "DoKo Bremen", "Füchse", ["Damen"], "kommt später",
    )  # fmt: skip
    assert (kept.ranked, kept.fee_kind, kept.fee_state, kept.donation_cents) == (False, "reduced", "paid", 250)
    assert (kept.registered_at, kept.checked_in_at) == (LATER, LATER)
    entry = newest(tournament)
    assert (entry.what, entry.params) == (
        "participant_registered",
        {"participant_uuid": str(made.uuid), "start_number": 3, "here": True},
    )


@pytest.mark.parametrize(
    ("surname", "first_name"), [("Äpfel", "Anna"), ("Aepfel", "ANNA"), ("Anna", "Apfel"), ("Äpfel", "Dr. Anna")]
)
def test_register_participant_refuses_the_same_name_in_any_spelling(surname, first_name):
    tournament = make_tournament()
    by = make_actor(tournament)
    register_participant(tournament=tournament, registration=person(), by=by, now=NOW)

    with pytest.raises(RuleError) as error:
        register_participant(tournament=tournament, registration=person(surname, first_name), by=by, now=NOW)

    assert codes(error) == [("participant_twice", "surname", None)]
    assert error.value.problems[0].params["number"] == 1
    assert Participant.objects.count() == 1


def test_register_participant_takes_another_person_of_the_same_name():
    tournament = make_tournament()
    by = make_actor(tournament)
    register_participant(tournament=tournament, registration=person(), by=by, now=NOW)

    made = register_participant(tournament=tournament, registration=person(), another=True, by=by, now=NOW)

    assert (made.number, made.name) == (2, "Äpfel, Anna")


def test_register_participant_takes_a_club_in_another_spelling_as_the_same():
    tournament = make_tournament()
    by = make_actor(tournament)
    register_participant(tournament=tournament, registration=person(club="DoKo Köln"), by=by, now=NOW)

    made = register_participant(tournament=tournament, registration=person("Brandt", club="doko koeln"), by=by, now=NOW)

    assert made.club.name == "DoKo Köln"
    assert Club.objects.count() == 1


def test_register_participant_refuses_a_number_given_before():
    tournament = make_tournament()
    by = make_actor(tournament)
    first, gone = make_participants(tournament, 2, by=by)
    delete_participant(participant=gone, by=by, now=NOW)

    for number in (first.number, gone.number):
        with pytest.raises(RuleError) as error:
            register_participant(tournament=tournament, registration=person("Ott", number=number), by=by, now=NOW)

        assert codes(error) == [("number_taken", "number", None)]


def test_numbers_are_not_given_again_after_deletion_or_undo():
    tournament = make_tournament()
    by = make_actor(tournament)
    make_participants(tournament, 1, by=by)
    taken_back = register_participant(tournament=tournament, registration=person("Ott"), by=by, now=NOW)
    undo(entry=newest(tournament), by=by, now=NOW)
    deleted = register_participant(tournament=tournament, registration=person("Ott"), by=by, now=NOW)
    delete_participant(participant=deleted, by=by, now=NOW)

    made = register_participant(tournament=tournament, registration=person("Ott"), by=by, now=NOW)

    assert [taken_back.number, deleted.number, made.number] == [2, 3, 4]


def test_undoing_a_deletion_brings_the_number_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    (gone,) = make_participants(tournament, 1, by=by)
    delete_participant(participant=gone, by=by, now=NOW)

    undo(entry=newest(tournament), by=by, now=NOW)
    made = register_participant(tournament=tournament, registration=person("Ott"), by=by, now=NOW)

    assert [(p.number, p.surname) for p in Participant.objects.order_by("number")] == [(1, gone.surname), (2, "Ott")]
    assert made.number == 2


@pytest.mark.parametrize(
    ("wanted", "given", "numbers"),
    [
        ([None, None], [], [1, 2]),
        ([17, None, 3], [], [17, 18, 3]),
        ([None, 17], [5], [18, 17]),
        ([5, 5, 5], [], [5, 6, 7]),
        ([2, 1], [1], [2, 3]),
    ],
)
def test_free_numbers_keeps_wanted_ones_that_are_free(wanted, given, numbers):
    assert free_numbers(wanted, given=given) == numbers


def test_register_participants_is_one_step_with_merges_and_others():
    tournament = make_tournament()
    by = make_actor(tournament)
    register_participant(tournament=tournament, registration=person(), by=by, now=NOW)

    made = register_participants(
        tournament=tournament,
        registrations=[person("Brandt", "Björn", number=7), person(), person("Cramer", "Ida", number=7)],
        merges={1: person(club="DoKo Bremen", note="vegetarisch")},
        others={1},
        check_in=True,
        by=by,
        now=LATER,
    )

    anna = Participant.objects.get(number=1)
    assert [(p.number, p.name) for p in made] == [(7, "Brandt, Björn"), (8, "Äpfel, Anna"), (9, "Cramer, Ida")]
    assert (anna.club.name, anna.note, anna.checked_in_at) == ("DoKo Bremen", "vegetarisch", None)
    assert (newest(tournament).number, newest(tournament).params) == (2, {"count": 3, "filled_in": 1})


def test_register_participants_keeps_nothing_when_one_row_is_wrong():
    tournament = make_tournament()
    by = make_actor(tournament)
    register_participant(tournament=tournament, registration=person(), by=by, now=NOW)

    with pytest.raises(RuleError) as error:
        register_participants(
            tournament=tournament,
            registrations=[person("Ott"), person("", ""), person("Ott"), person()],
            by=by,
            now=NOW,
        )

    assert codes(error) == [
        ("surname_missing", "surname", 2),
        ("participant_twice_in_list", "surname", 3),
        ("participant_twice", "surname", 4),
    ]
    assert Participant.objects.count() == 1


def test_register_participants_needs_the_same_queries_for_any_number(django_assert_num_queries):
    tournament = make_tournament()
    by = make_actor(tournament)

    for count in (3, 40):
        # count, savepoint, lock, people, clubs, deleted numbers, new people, entry, tournament, release; new clubs once
        with django_assert_num_queries(11 if count == 3 else 10):
            make_participants(tournament, count, by=by)


def test_merge_registration_fills_in_only_what_is_missing():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register_participant(tournament=tournament, registration=person(team="Füchse"), by=by, now=NOW)

    merge_registration(
        participant=anna,
        registration=person("Aepfel", club="DoKo Bremen", team="Hasen", fee_state="paid"),
        check_in=True,
        by=by,
        now=LATER,
    )

    kept = Participant.objects.get(pk=anna.pk)
    assert (kept.name, kept.club.name, kept.team, kept.fee_state, kept.checked_in_at) == (
        "Äpfel, Anna", "DoKo Bremen", "Füchse", "paid", LATER,
    )  # fmt: skip


def test_change_participant_changes_the_club_by_name():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register_participant(tournament=tournament, registration=person(club="DoKo Bremen"), by=by, now=NOW)

    change_participant(
        participant=anna,
        seen={"club": "DoKo Bremen", "surname": "Äpfel", "categories": ()},
        values={"club": "Karlchens Freunde", "surname": "Birne", "categories": ("Damen", "Ü60")},
        by=by,
        now=NOW,
    )

    kept = Participant.objects.get(pk=anna.pk)
    assert (kept.name, kept.club.name, kept.categories) == ("Birne, Anna", "Karlchens Freunde", ["Damen", "Ü60"])
    assert tournament.public_version == 0
    tournament.refresh_from_db()
    assert tournament.public_version == 1


def test_change_participant_takes_the_club_away():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register_participant(tournament=tournament, registration=person(club="DoKo Bremen"), by=by, now=NOW)

    change_participant(participant=anna, seen={"club": "DoKo Bremen"}, values={"club": ""}, by=by, now=NOW)

    assert Participant.objects.get(pk=anna.pk).club is None


def test_change_participant_refuses_a_field_changed_meanwhile():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register_participant(tournament=tournament, registration=person(), by=by, now=NOW)
    change_participant(participant=anna, seen={"team": ""}, values={"team": "Füchse"}, by=by, now=NOW)

    with pytest.raises(RuleError) as error:
        change_participant(
            participant=anna, seen={"team": "", "note": ""}, values={"team": "Hasen", "note": "x"}, by=by, now=NOW
        )

    assert codes(error) == [("stale", "team", None)]
    assert Participant.objects.get(pk=anna.pk).note == ""


def test_change_participant_refuses_an_empty_surname():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)

    with pytest.raises(RuleError) as error:
        change_participant(participant=anna, seen={"surname": anna.surname}, values={"surname": ""}, by=by, now=NOW)

    assert codes(error) == [("surname_missing", "surname", None)]


def test_withdraw_and_return():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, checked_in=False, by=by)

    withdraw_participant(participant=anna, reason="krank", by=by, now=NOW)
    withdrawn = Participant.objects.get(pk=anna.pk)
    return_participant(participant=anna, by=by, now=LATER)

    back = Participant.objects.get(pk=anna.pk)
    assert (withdrawn.withdrawn_at, withdrawn.is_present) == (NOW, False)
    assert (back.withdrawn_at, back.checked_in_at, back.is_present) == (None, LATER, True)
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("number")
    assert [(entry.what, entry.reason) for entry in entries][1:] == [
        ("participant_withdrawn", "krank"),
        ("participant_returned", ""),
    ]


def test_withdraw_twice_leaves_one_entry():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)

    withdraw_participant(participant=anna, by=by, now=NOW)
    withdraw_participant(participant=anna, by=by, now=LATER)

    assert Participant.objects.get(pk=anna.pk).withdrawn_at == NOW
    assert newest(tournament).number == 2


def test_delete_participant_refuses_somebody_with_a_seat():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)
    seat(anna, by=by)

    with pytest.raises(RuleError) as error:
        delete_participant(participant=anna, by=by, now=NOW)

    assert codes(error) == [("participant_has_results", None, None)]
    assert Participant.objects.get() == anna


def test_delete_participant_refuses_a_substitute():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna, berta = make_participants(tournament, 2, by=by)
    with step(tournament=tournament, by=by, now=NOW, what="substituted") as doing:
        round_ = doing.create(Round(number=1))
        doing.create(Attendance(round=round_, participant=berta, state="substitute", substitute_for=anna))

    for participant in (anna, berta):
        with pytest.raises(RuleError) as error:
            delete_participant(participant=participant, by=by, now=NOW)

        assert codes(error) == [("participant_has_results", None, None)]


def test_a_closed_tournament_takes_nobody():
    tournament = make_tournament(closed_at=NOW)

    with pytest.raises(RuleError) as error:
        make_participants(tournament, 1)

    assert codes(error) == [("tournament_closed", None, None)]
