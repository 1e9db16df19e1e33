"""Two referees at one book: an old page never takes away what came later, and nothing typed is cut."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.page_forms import forms_of
from tests.views.incident_desk import new, record, referee, typed
from tournament.forms.incidents import DEFAULT_REASONS
from tournament.models import Incident, Tournament
from tournament.services.incident_reasons import MOST_LETTERS, MOST_REASONS

pytestmark = pytest.mark.django_db


def list_of(client, tournament):
    """The form of the common reasons as it is sent."""
    address = reverse("incidents", args=[tournament.slug])
    target = reverse("incident_reasons", args=[tournament.slug])
    return next(
        form.fields for form in forms_of(address, client.get(address).content.decode()) if form.action == target
    )


def save(client, tournament, fields, *reasons):
    sent = {**fields, "reasons": "\r\n".join(reasons)}
    return client.post(reverse("incident_reasons", args=[tournament.slug]), sent)


def saved():
    return Tournament.objects.get().incident_reasons


def test_common_reasons_can_be_edited_and_are_offered(hall):
    tournament, *_rest = hall
    client = referee(tournament)

    answer = save(client, tournament, list_of(client, tournament), "Stich verdeckt", "", "Stich verdeckt", "Gerufen ")

    assert answer.status_code == 302
    assert client.get(new(tournament)).context["reasons"] == ["Stich verdeckt", "Gerufen"]


def test_list_nobody_has_changed_stays_that_of_the_program_in_each_language(hall):
    tournament, *_rest = hall
    client = referee(tournament)
    with translation.override("de"):
        own = [str(reason) for reason in DEFAULT_REASONS]

    answer = save(client, tournament, list_of(client, tournament), *own)

    assert (answer.status_code, saved()) == (302, [])


@pytest.mark.parametrize(
    ("reasons", "sentences"),
    [
        (["Gerufen", "x" * (MOST_LETTERS + 1)], 1),
        (["x" * (MOST_LETTERS + 1), "y" * (MOST_LETTERS + 1)], 2),
        ([f"Grund {number}" for number in range(MOST_REASONS + 1)], 1),
    ],
)
def test_list_that_is_too_long_is_refused_with_everything_typed(hall, reasons, sentences):
    tournament, *_rest = hall
    client = referee(tournament)

    answer = save(client, tournament, list_of(client, tournament), *reasons)

    assert (answer.status_code, len(answer.context["problems"]), saved()) == (422, sentences, [])
    assert answer.context["typed"].splitlines() == reasons


def test_longest_list_is_kept_whole(hall):
    tournament, *_rest = hall
    client = referee(tournament)
    reasons = [f"{number:02}".ljust(MOST_LETTERS, "x") for number in range(MOST_REASONS)]

    answer = save(client, tournament, list_of(client, tournament), *reasons)

    assert (answer.status_code, saved()) == (302, reasons)


def test_old_list_is_asked_back_and_holds_when_it_is_sent_again(hall):
    tournament, *_rest = hall
    mine, theirs = referee(tournament), referee(tournament)
    fields = list_of(mine, tournament)
    save(theirs, tournament, list_of(theirs, tournament), "Gerufen")

    asked = save(mine, tournament, fields, "Stich verdeckt")
    between = saved()
    again = save(mine, tournament, {"seen": asked.context["seen"]}, "Stich verdeckt")

    assert (asked.status_code, asked.context["typed"], asked.context["stands"]) == (422, "Stich verdeckt", ["Gerufen"])
    assert between == ["Gerufen"]
    assert (again.status_code, saved()) == (302, ["Stich verdeckt"])


def test_old_entry_is_asked_back_beside_what_the_book_says_now_and_holds_when_it_is_sent_again(hall):
    tournament, _round, _table, people = hall
    incident = record(hall)
    address = reverse("incident_change", args=[tournament.slug, incident.uuid])
    client = referee(tournament)
    old = client.get(address).context["version"]
    client.post(address, typed(people, version=old, reason="Zweimal nicht bedient", court="A, B"))

    asked = client.post(address, typed(people, version=old, reason="Falsch bedient"))
    between = Incident.objects.get().reason
    again = client.post(address, typed(people, version=asked.context["version"], reason="Falsch bedient"))

    assert (asked.status_code, between) == (422, "Zweimal nicht bedient")
    assert asked.context["form"]["reason"].value() == "Falsch bedient"
    assert (asked.context["stands"].incident.reason, asked.context["stands"].incident.court) == (between, "A, B")
    assert (again.status_code, Incident.objects.get().reason) == (302, "Falsch bedient")


def test_entry_that_was_changed_meanwhile_is_looked_at_again_before_it_is_lifted(hall):
    tournament, _round, _table, people = hall
    incident = record(hall)
    client = referee(tournament)
    lift = reverse("incident_lift", args=[tournament.slug, incident.uuid])
    old = {"version": client.get(lift).context["incident"].version, "reason": "Irrtum"}
    client.post(
        reverse("incident_change", args=[tournament.slug, incident.uuid]),
        typed(people, version=old["version"], breach="serious"),
    )

    asked = client.post(lift, old)
    between = Incident.objects.get().lifted_at
    again = client.post(lift, {**old, "version": asked.context["incident"].version})

    assert (asked.status_code, between, asked.context["reason"]) == (422, None, "Irrtum")
    assert [penalty.points for penalty in asked.context["entry"].penalties] == [-12, 4, 4, 4]
    assert (again.status_code, Incident.objects.get().lifted_reason) == (302, "Irrtum")


def test_who_claimed_stays_when_an_entry_without_a_table_is_changed(hall):
    tournament, _round, _table, people = hall
    client = referee(tournament)
    entry = {"breach": "unsportsmanlike", "warning": "on", "claimants": [people[0].pk]}
    client.post(reverse("incident_without_table", args=[tournament.slug]), typed(people, **entry))
    address = reverse("incident_change", args=[tournament.slug, Incident.objects.get().uuid])

    form = client.get(address).context["form"]

    assert form["claimants"].value() == [people[0].pk]
    assert client.post(address, typed(people, **entry, version=0)).status_code == 302
    assert Incident.objects.get().claimants == [str(people[0].uuid)]


def test_lifted_entry_shows_that_it_is_lifted_instead_of_a_form_to_change_it(hall):
    tournament, *_rest = hall
    incident = record(hall)
    client = referee(tournament)
    lift = reverse("incident_lift", args=[tournament.slug, incident.uuid])
    client.post(lift, {"version": 0, "reason": "Irrtum"})

    answer = client.get(reverse("incident_change", args=[tournament.slug, incident.uuid]))

    assert (answer.status_code, answer.url) == (302, lift)


def test_reason_of_lifting_that_is_too_long_is_refused_with_what_was_typed(hall):
    tournament, *_rest = hall
    incident = record(hall)

    answer = referee(tournament).post(
        reverse("incident_lift", args=[tournament.slug, incident.uuid]), {"version": 0, "reason": "x" * 301}
    )

    assert (answer.status_code, answer.context["reason"]) == (422, "x" * 301)
    assert Incident.objects.get().lifted_at is None
