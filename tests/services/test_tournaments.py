"""Setting up a tournament, with what real announcements ask for."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_tournament, make_user
from tournament.actors import Actor
from tournament.models import JournalEntry, Membership, Round, Tournament
from tournament.queries.rounds import present
from tournament.roles import Role
from tournament.services.journal import step
from tournament.services.rounds import create_round
from tournament.services.tournaments import change_settings, create_tournament

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 28)


def create(name="Herbstturnier", preset="ddv", **values):
    user = make_user(name=f"u{Tournament.objects.count()}")
    by = Actor(user=user, role=Role.ADMINISTRATOR)
    return create_tournament(name=name, date=DAY, preset=preset, by=by, now=NOW, **values)


def test_create_in_the_ddv_preset():
    tournament = create()

    assert (tournament.games_four, tournament.games_five, tournament.minutes_four, tournament.minutes_five) == (
        24,
        30,
        100,
        125,
    )
    assert (tournament.mandatory_solos, tournament.fives, tournament.form) == (1, "never", "rubric")
    assert (tournament.check_sum, tournament.check_parity, tournament.second_person) == ("refuse", "refuse", True)


def test_create_in_the_open_preset():
    tournament = create(preset="open")

    assert (tournament.games_four, tournament.games_five, tournament.minutes_four) == (16, 20, None)
    assert (tournament.mandatory_solos, tournament.fives, tournament.check_sum) == (0, "needed", "warn")


def test_create_makes_its_maker_the_director_and_enters_it():
    tournament = create()

    assert [(m.user.username, m.role) for m in Membership.objects.all()] == [("u0", "director")]
    assert [(e.number, e.what, e.by_name) for e in JournalEntry.objects.all()] == [(1, "tournament_created", "u0")]
    assert tournament.journal_number == 1


@pytest.mark.parametrize(
    ("names", "slugs"),
    [
        (["Herbstturnier"], ["herbstturnier-2026"]),
        (["Frühjahrs-Pokal 2026"], ["fruehjahrs-pokal-2026"]),
        (["Groß", "Groß", "Groß"], ["gross-2026", "gross-2026-2", "gross-2026-3"]),
        (["♣♠♥♦"], ["turnier-2026"]),
    ],
)
def test_address_is_made_of_the_name(names, slugs):
    assert [create(name=name).slug for name in names] == slugs


def test_create_refuses_a_value_out_of_range():
    with pytest.raises(ValidationError):
        create(games_four=0)

    assert Tournament.objects.count() == 0


# What announced events ask for: (rounds, games at four, at five, minutes, mandatory solos, fives, fee in cents).
ANNOUNCED = {
    "ranking tournament": (3, 24, 30, 100, 1, "never", 1200),
    "championship over a weekend": (8, 24, 30, 100, 1, "never", 0),
    "dealer sits out, fifteen games": (3, 12, 15, None, 0, "needed", 1000),
    "eight games each": (3, 8, 10, None, 0, "needed", 0),
    "sixteen and twenty": (3, 16, 20, None, 0, "needed", 800),
    "whole field at fives, ten short rounds": (10, 5, 5, None, 0, "preferred", 1500),
    "forty-five minutes a round": (3, 16, 20, 45, 0, "needed", 1000),
    "waits for a multiple of four": (2, 24, 30, None, 0, "never", 500),
    "nine fives of twelve tables": (3, 12, 15, None, 0, "number", 700),
    "twenty games": (3, 20, 25, None, 0, "needed", 1000),
    "two rounds of an evening": (2, 12, 15, None, 0, "needed", 0),
}


@pytest.mark.parametrize("event", ANNOUNCED.values(), ids=ANNOUNCED.keys())
def test_announced_events_can_be_set_up(event):
    rounds, four, five, minutes, solos, fives, fee = event

    tournament = create(
        preset="open",
        rounds=rounds,
        games_four=four,
        games_five=five,
        minutes_four=minutes,
        mandatory_solos=solos,
        fives=fives,
        fee_cents=fee,
    )

    again = Tournament.objects.get(pk=tournament.pk)
    assert (
        again.rounds,
        again.games(size=4),
        again.games(size=5),
        again.minutes(size=4),
        again.mandatory_solos,
        again.fives,
        again.fee_cents,
    ) == event


def test_change_of_settings_is_one_step():
    tournament = make_tournament()

    change_settings(tournament=tournament, values={"rounds": 5, "place": "Leer"}, by=make_actor(tournament), now=NOW)

    (entry,) = JournalEntry.objects.all()
    assert (entry.what, entry.changes[0]["before"], entry.changes[0]["after"]) == (
        "settings_changed",
        {"rounds": 3, "place": ""},
        {"rounds": 5, "place": "Leer"},
    )


def test_fewer_rounds_than_drawn_are_refused():
    tournament = make_tournament()
    by = make_actor(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="round_drawn") as doing:
        doing.create(Round(number=1, drawn_at=NOW))
        doing.create(Round(number=2, drawn_at=NOW))

    with pytest.raises(RuleError) as refusal:
        change_settings(tournament=tournament, values={"rounds": 1}, by=by, now=NOW)

    (problem,) = refusal.value.problems
    assert (problem.code, problem.field, problem.params) == ("fewer_rounds_than_drawn", "rounds", {"drawn": 2})


def test_people_on_the_waiting_list_are_not_seated():
    tournament = make_tournament(players_max=8)
    make_participants(tournament, 10)

    round_ = create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    assert [person.number for person in present(round_)] == [1, 2, 3, 4, 5, 6, 7, 8]
