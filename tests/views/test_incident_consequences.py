"""What an entry of the referee's book changes is shown before it is made."""

import pytest
from django.urls import reverse

from tests.views.incident_desk import confirmed, new, record, referee, typed
from tournament.models import Extension, Incident, Participant, Tournament
from tournament.prizes import For, PrizeLine, as_json
from tournament.queries.standings import computed

pytestmark = pytest.mark.django_db


def totals_of(hall):
    tournament, _round, _table, people = hall
    totals = {row.participant.pk: row.total for row in computed(tournament).rows}
    return [totals[person.pk] for person in people]


def changes_shown(answer):
    return [(row.total_before, row.total_after) for row in answer.context["consequences"].moved]


def test_entry_at_a_confirmed_sheet_is_looked_at_first_and_made_with_the_key(hall):
    tournament, *_rest = hall
    people = confirmed(hall)
    client = referee(tournament)

    look = client.post(new(tournament), typed(people, game_number="7", minutes="5"))

    assert changes_shown(look) == [(10, 11), (-2, -1), (-4, -3), (-4, -7)]
    assert (look.status_code, Incident.objects.count(), totals_of(hall)) == (200, 0, [10, -4, -2, -4])
    sent = dict(look.context["kept"])
    made = client.post(new(tournament), {**sent, "action": "save"})
    incident = Incident.objects.get()
    assert (made.status_code, incident.game_number, totals_of(hall)) == (302, 7, [11, -7, -1, -3])
    assert list(Extension.objects.values_list("minutes", flat=True)) == [5]


def test_page_of_consequences_leads_back_to_the_form_with_everything_typed(hall):
    tournament, *_rest = hall
    people = confirmed(hall)
    client = referee(tournament)
    look = client.post(new(tournament), typed(people, game_number="7", claimants=[people[0].pk, people[2].pk]))

    sent: dict[str, list[str]] = {}
    for name, value in look.context["kept"]:
        sent.setdefault(name, []).append(value)
    form = client.post(new(tournament), {**sent, "action": "edit"})

    assert form.status_code == 200
    assert [form.context["form"][name].value() for name in ("game_number", "reason", "claimants")] == [
        "7",
        "Nicht bedient",
        [str(people[0].pk), str(people[2].pk)],
    ]
    assert Incident.objects.count() == 0


def test_words_of_an_entry_are_changed_without_a_page_between(hall):
    tournament, *_rest = hall
    people = confirmed(hall)
    incident = record(hall)

    answer = referee(tournament).post(
        reverse("incident_change", args=[tournament.slug, incident.uuid]),
        typed(people, version=incident.version, reason="Falsch bedient"),
    )

    incident.refresh_from_db()
    assert (answer.status_code, incident.reason) == (302, "Falsch bedient")


def test_appeal_on_a_confirmed_sheet_shows_what_it_changes(hall):
    tournament, *_rest = hall
    people = confirmed(hall)
    incident = record(hall)
    address = reverse("incident_change", args=[tournament.slug, incident.uuid])
    client = referee(tournament)
    form = typed(people, breach="insignificant", appealed="on", version=incident.version)

    look = client.post(address, form)

    assert changes_shown(look) == [(11, 10), (-1, -2), (-7, -4), (-3, -4)]
    assert totals_of(hall) == [11, -7, -1, -3]
    assert client.post(address, {**form, "action": "save"}).status_code == 302
    assert totals_of(hall) == [10, -4, -2, -4]


def test_lifting_shows_what_it_changes_before_the_key_is_pressed(hall):
    tournament, *_rest = hall
    confirmed(hall)
    incident = record(hall)
    address = reverse("incident_lift", args=[tournament.slug, incident.uuid])
    client = referee(tournament)

    look = client.get(address)

    assert changes_shown(look) == [(11, 10), (-1, -2), (-7, -4), (-3, -4)]
    assert totals_of(hall) == [11, -7, -1, -3]
    client.post(address, {"version": 0, "reason": "Schiedsgericht"})
    assert totals_of(hall) == [10, -4, -2, -4]
    assert "consequences" not in client.get(address).context


def test_prize_that_hangs_on_an_entry_is_named_before_it_is_made(hall):
    tournament, *_rest = hall
    Tournament.objects.update(prize_plan=as_json([PrizeLine(purpose=For.RANK, goods="Schinken")]))
    people = confirmed(hall)

    look = referee(tournament).post(new(tournament), typed(people, offender=people[0].pk, breach="serious"))

    moved = {row["participant"]: (row["before"], row["after"]) for row in look.context["money_moved"]}
    assert moved == {people[0]: ("Schinken", "–"), people[2]: ("–", "Schinken")}


def test_disqualification_is_looked_at_even_where_no_rank_moves(hall):
    tournament, *_rest = hall
    people = confirmed(hall)

    look = referee(tournament).post(
        new(tournament), typed(people, offender=people[3].pk, breach="unsportsmanlike", disqualified="on")
    )

    assert "consequences" in look.context
    assert Participant.objects.filter(disqualified_at__isnull=False).count() == 0
