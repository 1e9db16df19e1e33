"""The journal and the way back."""

from datetime import timedelta

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_tournament
from tournament.actors import Actor
from tournament.models import Club, JournalEntry, Participant, Round, Seat, Table, Tournament
from tournament.roles import Role
from tournament.services.journal import step
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def register(tournament, by, number, surname, now=NOW):
    with step(tournament=tournament, by=by, now=now, what="participant_registered") as doing:
        return doing.create(Participant(number=number, surname=surname, registered_at=now))


def newest(tournament):
    return JournalEntry.objects.filter(tournament=tournament).latest("number")


def test_step_writes_one_entry_with_before_and_after():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register(tournament, by, 1, "Äpfel")

    with step(tournament=tournament, by=by, now=NOW, what="changed", reason="Heirat", number=1) as doing:
        doing.change(doing.fresh(anna), surname="Birne", note="")

    entry = newest(tournament)
    assert (entry.number, entry.what, entry.reason, entry.params) == (2, "changed", "Heirat", {"number": 1})
    assert (entry.by, entry.by_name, entry.role, entry.origin) == (by.user, "director", "director", "127.0.0.1")
    assert entry.changes == [
        {
            "kind": "participant",
            "uuid": str(anna.uuid),
            "before": {"surname": "Äpfel"},
            "after": {"surname": "Birne"},
        }
    ]


def test_step_without_changes_leaves_no_entry():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register(tournament, by, 1, "Äpfel")

    with step(tournament=tournament, by=by, now=NOW, what="changed") as doing:
        doing.change(doing.fresh(anna), surname="Äpfel")

    assert tournament.journal_number == 1
    assert JournalEntry.objects.count() == 1


def test_step_that_fails_leaves_nothing():
    tournament = make_tournament()
    by = make_actor(tournament)

    def fail_half_way() -> None:
        with step(tournament=tournament, by=by, now=NOW, what="x") as doing:
            doing.create(Participant(number=1, surname="Äpfel", registered_at=NOW))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()

    assert (Participant.objects.count(), JournalEntry.objects.count()) == (0, 0)


def test_step_of_a_closed_tournament_is_refused():
    tournament = make_tournament(closed_at=NOW)

    with pytest.raises(RuleError) as refusal:
        register(tournament, make_actor(tournament), 1, "Äpfel")

    assert [problem.code for problem in refusal.value.problems] == ["tournament_closed"]


def test_undo_of_a_creation_removes_the_row():
    tournament = make_tournament()
    by = make_actor(tournament)
    register(tournament, by, 1, "Äpfel")

    back = undo(entry=newest(tournament), by=by, now=NOW)

    assert Participant.objects.count() == 0
    assert (back.what, back.params, back.undoes.number) == (
        "undone",
        {"number": 1, "undone": "participant_registered"},
        1,
    )


def test_undo_of_a_deletion_brings_the_row_back_with_its_references():
    tournament = make_tournament()
    by = make_actor(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="club") as doing:
        club = doing.create(Club(name="Bremen"))
        anna = doing.create(Participant(number=1, surname="Äpfel", club=club, registered_at=NOW))
    with step(tournament=tournament, by=by, now=NOW, what="deleted") as doing:
        doing.delete(doing.fresh(anna))

    undo(entry=newest(tournament), by=by, now=NOW)

    again = Participant.objects.get()
    assert (again.uuid, again.club, again.registered_at) == (anna.uuid, club, NOW)


def test_undo_is_refused_while_a_later_step_builds_on_it():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register(tournament, by, 1, "Äpfel")
    first = newest(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="changed") as doing:
        doing.change(doing.fresh(anna), note="hört schlecht")
    second = newest(tournament)

    with pytest.raises(RuleError) as refusal:
        undo(entry=first, by=by, now=NOW)

    (problem,) = refusal.value.problems
    assert (problem.code, problem.params) == ("undo_blocked", {"number": 1, "later": 2})
    undo(entry=second, by=by, now=NOW)
    undo(entry=first, by=by, now=NOW)
    assert Participant.objects.count() == 0


def test_undo_of_a_registration_is_refused_once_seated():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna = register(tournament, by, 1, "Äpfel")
    entry = newest(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="seated") as doing:
        round_ = doing.create(Round(number=1))
        table = doing.create(Table(round=round_, number=1))
        doing.create(Seat(round=round_, table=table, position=1, participant=anna))

    with pytest.raises(RuleError) as refusal:
        undo(entry=entry, by=by, now=NOW)

    assert [problem.code for problem in refusal.value.problems] == ["undo_blocked"]


def test_undo_twice_is_refused():
    tournament = make_tournament()
    by = make_actor(tournament)
    register(tournament, by, 1, "Äpfel")
    entry = newest(tournament)
    undo(entry=entry, by=by, now=NOW)

    with pytest.raises(RuleError) as refusal:
        undo(entry=entry, by=by, now=NOW)

    assert [problem.code for problem in refusal.value.problems] == ["undo_refused"]


@pytest.mark.parametrize(("role", "allowed"), [(Role.CLERK, False), (Role.DIRECTOR, True)])
def test_undo_of_somebody_elses_step_is_the_directors(role, allowed):
    tournament = make_tournament()
    register(tournament, make_actor(tournament, Role.CHECK_IN), 1, "Äpfel")
    other = make_actor(tournament, role)

    if allowed:
        undo(entry=newest(tournament), by=other, now=NOW)
    else:
        with pytest.raises(RuleError):
            undo(entry=newest(tournament), by=other, now=NOW)

    assert Participant.objects.exists() is not allowed


def test_undo_of_a_swap_puts_both_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    people = [register(tournament, by, n, name) for n, name in ((1, "Äpfel"), (2, "Birne"))]
    with step(tournament=tournament, by=by, now=NOW, what="seated") as doing:
        round_ = doing.create(Round(number=1))
        table = doing.create(Table(round=round_, number=1))
        seats = [doing.create(Seat(round=round_, table=table, position=n, participant=people[n - 1])) for n in (1, 2)]
    with step(tournament=tournament, by=by, now=NOW, what="swapped") as doing:
        doing.change_all([(seats[0], {"participant": people[1]}), (seats[1], {"participant": people[0]})])
    held = list(Seat.objects.order_by("position").values_list("participant__surname", flat=True))

    undo(entry=newest(tournament), by=by, now=NOW)

    assert held == ["Birne", "Äpfel"]
    assert list(Seat.objects.order_by("position").values_list("participant__surname", flat=True)) == ["Äpfel", "Birne"]


def test_undo_raises_a_version_instead_of_setting_it_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="seated") as doing:
        round_ = doing.create(Round(number=1))
        table = doing.create(Table(round=round_, number=1))
    with step(tournament=tournament, by=by, now=NOW, what="noted") as doing:
        doing.change(doing.fresh(table), note="Unterschrift fehlt", version=1)

    undo(entry=newest(tournament), by=by, now=NOW)

    table.refresh_from_db()
    assert (table.note, table.version) == ("", 2)


def test_undo_of_settings_sets_them_back():
    tournament = make_tournament(rounds=3)
    by = make_actor(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="settings_changed") as doing:
        doing.change(doing.tournament, rounds=4, name="Winterturnier")

    undo(entry=newest(tournament), by=by, now=NOW + timedelta(minutes=1))

    again = Tournament.objects.get(pk=tournament.pk)
    assert (again.rounds, again.name) == (3, "Herbstturnier")


def test_command_on_the_machine_counts_as_director():
    tournament = make_tournament()
    register(tournament, make_actor(tournament, Role.CHECK_IN), 1, "Äpfel")

    undo(entry=newest(tournament), by=Actor(user=None), now=NOW)

    assert Participant.objects.count() == 0
