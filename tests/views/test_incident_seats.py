"""Who sits where when an incident is decided: seats that changed hands, the dealer who sits out at a table of five."""

import pytest
from django.urls import reverse

from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament
from tests.views.incident_desk import new, referee, typed
from tournament.models import Incident, Penalty, Seat
from tournament.services.handovers import replace_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def handed_over(hall):
    """A newcomer on seat 2 from game 9 on."""
    tournament, _round, table, _people = hall
    newcomer = make_participants(tournament, 1)[0]
    handover = {"position": 2, "number": newcomer.number, "from_game": 9, "reason": "krank"}
    replace_player(table=table, by=make_actor(tournament), now=NOW, **handover)
    return newcomer


@pytest.mark.parametrize(
    ("game", "offender"), [("5", "replaced"), ("9", "newcomer"), ("", "replaced"), ("", "newcomer")]
)
def test_offender_may_be_whoever_held_the_seat(hall, handed_over, game, offender):
    tournament, _round, _table, people = hall
    person = {"replaced": people[1], "newcomer": handed_over}[offender]

    answer = referee(tournament).post(
        new(tournament),
        typed(people, offender=person.pk, game_number=game, points_1="2", points_2="−2", points_reason="Entscheid"),
    )

    assert answer.status_code == 302
    assert dict(Penalty.objects.values_list("participant", "points")) == {people[0].pk: 2, person.pk: -2}


def test_sitting_offender_at_a_five_is_decided_and_changed_on_the_page():
    tournament = make_tournament()
    round_ = make_round(tournament, players=5)
    people = [seat.participant for seat in Seat.objects.filter(round=round_).order_by("position")]
    client = referee(tournament)
    address = reverse("incident_new", args=[tournament.slug, 1, 1])
    form = typed(people, sits_out=people[1].pk)

    refused = client.post(address, form)
    credited = {"points_1": "1", "points_2": "-3", "points_4": "1", "points_5": "1", "points_reason": "Geber"}
    client.post(address, {**form, **credited})

    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["points_1"])
    assert dict(Penalty.objects.values_list("participant__number", "points")) == {1: 1, 2: -3, 4: 1, 5: 1}


def test_appeal_at_a_five_knows_who_sat_out():
    tournament = make_tournament()
    round_ = make_round(tournament, players=5)
    people = [seat.participant for seat in Seat.objects.filter(round=round_).order_by("position")]
    client = referee(tournament)
    client.post(reverse("incident_new", args=[tournament.slug, 1, 1]), typed(people, sits_out=people[4].pk))
    address = reverse("incident_change", args=[tournament.slug, Incident.objects.get().uuid])

    assert client.get(address).context["form"]["sits_out"].value() == people[4].pk
