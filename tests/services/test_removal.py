"""Removing a person on request, player or helper: afterwards no table of the tournament holds the name."""

from datetime import timedelta

import pytest
from django.apps import apps

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_tournament
from tournament.actors import Actor
from tournament.models import Attendance, Incident, JournalEntry, Owned, Participant, Publication, Round, Seat, Table
from tournament.registration import Registration
from tournament.roles import Role
from tournament.rows import row_of
from tournament.services.accounts import add_helper, create_member, end_membership, return_member
from tournament.services.journal import step
from tournament.services.participants import change_participant, register_participant, withdraw_participant
from tournament.services.removal import remove_helper, remove_person
from tournament.services.tournaments import change_settings
from tournament.services.undo import can_undo, undo

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=30)


def everything(tournament):
    """All that the tournament holds, as one text."""
    models = [model for model in apps.get_app_config("tournament").get_models() if issubclass(model, Owned)]
    return "\n".join(str(row_of(obj)) for model in models for obj in model.objects.filter(tournament=tournament))


def register(tournament, by, surname="Quittenbaum", first_name="Änne", **values):
    registration = Registration(surname=surname, first_name=first_name, **values)
    return register_participant(tournament=tournament, registration=registration, another=True, by=by, now=NOW)


def test_remove_person_leaves_no_trace_of_the_name_and_keeps_the_results():
    tournament = make_tournament()
    by = make_actor(tournament)
    berta = register(tournament, by, "Brandt", "Berta", note="fährt mit Änne Quittenbaum")
    anne = register(tournament, by, "Quitenbaum", note="Rollstuhl", club="DoKo Bremen")
    change_participant(
        participant=anne, seen={"surname": "Quitenbaum"}, values={"surname": "Quittenbaum"}, by=by, now=NOW
    )
    with step(
        tournament=tournament,
        by=by,
        now=NOW,
        what="played",
        reason="änne quittenbaum kam zu spät",
        text="Quittenbaum, Änne",
    ) as doing:
        round_ = doing.create(Round(number=1, published_at=NOW))
        table = doing.create(Table(round=round_, number=1, note="Quitenbaum Änne schreibt"))
        doing.create(Seat(round=round_, table=table, position=1, participant=anne, total=12))
        doing.create(Attendance(round=round_, participant=berta, state="late", reason="wartete auf Änne Quittenbaum"))
        doing.create(Incident(round=round_, offender=anne, happened_at=NOW, reason="Änne Quittenbaum gab falsch"))
        doing.create(
            Publication(
                kind="standings", state="final", rows=[{"name": "Quittenbaum, Änne", "total": 12}], rules_version="1",
                published_at=NOW,
            )
        )  # fmt: skip
    withdraw_participant(participant=anne, reason="Änne Quittenbaum fuhr heim", by=by, now=NOW)

    remove_person(participant=anne, shown_as="Teilnehmer 2", by=by, now=LATER)

    text = everything(tournament)
    kept = Participant.objects.get(pk=anne.pk)
    assert [word for word in ("quittenbaum", "quitenbaum", "änne", "rollstuhl") if word in text.lower()] == []
    assert (kept.number, kept.name, kept.club.name, kept.removed_at) == (2, "Teilnehmer 2", "DoKo Bremen", LATER)
    assert Seat.objects.get().total == 12
    assert Publication.objects.get().rows == [{"name": "Teilnehmer 2", "total": 12}]
    assert JournalEntry.objects.get(what="participant_withdrawn").reason == "Teilnehmer 2 fuhr heim"
    assert Participant.objects.get(pk=berta.pk).note == "fährt mit Teilnehmer 2"


def test_remove_person_leaves_a_namesake_alone():
    tournament = make_tournament()
    by = make_actor(tournament)
    anne = register(tournament, by)
    namesake = register(tournament, by)

    remove_person(participant=anne, shown_as="Teilnehmer 1", by=by, now=LATER)

    kept = Participant.objects.get(pk=namesake.pk)
    entry = JournalEntry.objects.get(number=2)
    assert kept.name == "Quittenbaum, Änne"
    assert entry.changes[0]["after"]["surname"] == "Quittenbaum"


def test_remove_person_with_one_name_touches_whole_words_only():
    tournament = make_tournament()
    by = make_actor(tournament)
    fox = register(tournament, by, "Fuchs", "")
    other = register(tournament, by, "Fuchsberger", "Ida")
    withdraw_participant(participant=other, reason="fährt mit Fuchs zu Fuchsbergers", by=by, now=NOW)

    remove_person(participant=fox, shown_as="Teilnehmer 1", by=by, now=LATER)

    assert Participant.objects.get(pk=other.pk).surname == "Fuchsberger"
    entry = JournalEntry.objects.get(what="participant_withdrawn")
    assert entry.reason == "fährt mit Teilnehmer 1 zu Fuchsbergers"


def test_remove_person_is_possible_when_closed_and_cannot_be_taken_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    anne = register(tournament, by)
    tournament.closed_at = NOW
    tournament.save()

    remove_person(participant=anne, shown_as="Teilnehmer 1", by=by, now=LATER)

    entry = JournalEntry.objects.get(what="person_removed")
    assert entry.params == {"start_number": 1}
    assert can_undo(entry, by) is False


def test_no_earlier_step_brings_the_name_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    anne = register(tournament, by, "Quitenbaum")
    change_participant(
        participant=anne, seen={"surname": "Quitenbaum"}, values={"surname": "Quittenbaum"}, by=by, now=NOW
    )
    remove_person(participant=anne, shown_as="Teilnehmer 1", by=by, now=LATER)

    for entry in JournalEntry.objects.exclude(what="person_removed"):
        with pytest.raises(RuleError) as error:
            undo(entry=entry, by=by, now=LATER)

        assert [problem.code for problem in error.value.problems] == ["undo_blocked"]


def test_a_removed_person_is_not_renamed():
    tournament = make_tournament()
    by = make_actor(tournament)
    anne = register(tournament, by)
    remove_person(participant=anne, shown_as="Teilnehmer 1", by=by, now=LATER)

    with pytest.raises(RuleError) as error:
        change_participant(
            participant=anne, seen={"surname": "Teilnehmer 1"}, values={"surname": "Quittenbaum"}, by=by, now=LATER
        )

    assert [problem.code for problem in error.value.problems] == ["person_is_removed"]


def helper_of(tournament, by, name="Emre Quittenbaum"):
    """A helper with one step in the journal."""
    membership, _token = add_helper(tournament=tournament, name=name, role=Role.CLERK, pin="4711", by=by, now=NOW)
    helper = Actor(user=membership.user, role=Role.CLERK, origin="192.168.1.9")
    change_settings(tournament=tournament, values={"place": f"bei {membership.pk}"}, by=helper, now=NOW)
    return membership


def forget(membership, by):
    remove_helper(membership=membership, shown_as=lambda number: f"Hilfe {number}", by=by, now=LATER)
    membership.user.refresh_from_db()


def test_helper_who_is_gone_loses_the_name_and_the_steps_stay():
    tournament = make_tournament()
    by = make_actor(tournament)
    emre, other = helper_of(tournament, by), helper_of(tournament, by, "Zora")
    end_membership(membership=emre, by=by, now=NOW)

    forget(emre, by)

    steps = JournalEntry.objects.filter(what="settings_changed").order_by("number")
    assert [(entry.by_name, entry.origin) for entry in steps] == [("Hilfe 2", ""), ("Zora", "192.168.1.9")]
    assert (str(emre.user), emre.user.pin, emre.user.is_active) == ("Hilfe 2", "", False)
    assert "Quittenbaum" not in everything(tournament)
    other.user.refresh_from_db()
    assert str(other.user) == "Zora"


@pytest.mark.parametrize("who", ["helper", "account"])
def test_who_still_helps_or_has_a_password_keeps_the_name(who):
    tournament = make_tournament()
    by = make_actor(tournament)
    if who == "helper":
        membership = helper_of(tournament, by)
    else:
        membership = create_member(
            tournament=tournament, username="emre", name="Emre", password="karo-ass-sticht", role=Role.CLERK, by=by,
            now=NOW,
        )  # fmt: skip
        end_membership(membership=membership, by=by, now=NOW)
    before, name = JournalEntry.objects.count(), str(membership.user)

    with pytest.raises(RuleError) as error:
        forget(membership, by)

    membership.user.refresh_from_db()
    assert [problem.code for problem in error.value.problems] == ["helper_still_here"]
    assert (JournalEntry.objects.count(), str(membership.user)) == (before, name)


def test_helper_without_a_name_does_not_come_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    emre = helper_of(tournament, by)
    end_membership(membership=emre, by=by, now=NOW)
    forget(emre, by)

    with pytest.raises(RuleError) as error:
        return_member(membership=emre, by=by, now=LATER)

    assert [problem.code for problem in error.value.problems] == ["member_is_closed"]
    assert can_undo(JournalEntry.objects.get(what="helper_name_removed"), by) is False
