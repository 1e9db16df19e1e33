"""A browser that sends everything twice: whatever form of whatever page, it counts once and is answered.

Every page of four scenes is opened, every form on it is filled as a person would and sent with each of its buttons,
and then sent once more exactly as it was.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import resolve, reverse

from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tests.page_forms import forms_of
from tests.walk import pages, undone
from tournament.actors import Actor
from tournament.models import Incident, JournalEntry, Participant, Screen, Tournament
from tournament.roles import Role
from tournament.services.accounts import add_helper
from tournament.services.clock import start_clock
from tournament.services.incidents import Decision, record_incident
from tournament.services.rounds import create_round
from tournament.services.screens import add_screen
from tournament.services.wishes import add_wish

# Sent twice, these end the session the walk needs.
_LEFT_OUT = frozenset({"logout", "switch_person", "account_password", "login"})

_SEARCHES = frozenset({"round_draw", "round_plan"})


@dataclass(slots=True)
class Found:
    """What became of the forms of a scene."""

    sent: int = 0
    counted: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)


def registering() -> Tournament:
    tournament = make_tournament(fee_cents=1000)
    make_participants(tournament, 9, checked_in=False)
    return tournament


def drawn() -> Tournament:
    tournament = make_tournament()
    make_round(tournament, players=8, published=False)
    return tournament


def playing() -> Tournament:
    tournament = make_tournament(depth="rows", form="played")
    by = make_actor(tournament)
    round_ = make_round(tournament, players=8, by=by)
    start_clock(round_=round_, by=by, now=NOW)
    return tournament


def played() -> Tournament:
    tournament = make_tournament(fee_cents=1000)
    by = make_actor(tournament)
    round_ = make_round(tournament, players=8, by=by)
    for table in tables_of(round_).values():
        type_totals(table, [10, -10, 10, -10], by=by)
        confirm(table, by=by)
    offender = Participant.objects.get(tournament=tournament, number=1)
    decision = Decision(happened_at=NOW, reason="Lautes Schimpfen", round=round_, offender=offender, warning=True)
    record_incident(tournament=tournament, decision=decision, by=by, now=NOW)
    create_round(tournament=tournament, by=by, now=NOW)
    return tournament


def furnish(tournament: Tournament, by: Actor) -> None:
    """What every scene has: a helper, a screen, a wish."""
    add_helper(tournament=tournament, name="Emre", role=Role.CLERK, by=by, now=NOW)
    add_screen(tournament=tournament, name="Saal", pages=[("clock", 20)], dark=False, by=by, now=NOW)
    first, second = Participant.objects.filter(tournament=tournament).order_by("number")[:2]
    add_wish(tournament=tournament, first=first, second=second, strict=False, by=by, now=NOW)


def addresses(tournament: Tournament) -> Iterator[str]:
    """Every page a director and administrator can open, the things of this tournament for those that name one."""
    samples: dict[str, Any] = {
        "slug": tournament.slug,
        "number": 1,
        "round_number": 1,
        "table_number": 1,
        "rank": 1,
        "position": 1,
    }
    uuids = {
        "screen": [str(screen.uuid) for screen in Screen.objects.filter(tournament=tournament)],
        "incident": [str(incident.uuid) for incident in Incident.objects.filter(tournament=tournament)],
    }
    for page in pages():
        rest = set(page.parameters) - set(samples)
        known = {name: samples[name] for name in page.parameters if name in samples}
        if page.name in _LEFT_OUT:
            continue
        if not rest:
            yield reverse(page.name, kwargs=known)
        elif rest == {"uuid"}:
            for uuid in uuids.get(page.name.split("_")[0], []):
                yield reverse(page.name, kwargs={**known, "uuid": uuid})
        if page.name == "round" and "number" in page.parameters:
            yield reverse(page.name, kwargs={**known, "number": 2})


def entries_after(last: int) -> list[tuple[int, str]]:
    return list(JournalEntry.objects.filter(pk__gt=last).order_by("pk").values_list("pk", "what"))


def newest() -> int:
    return JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def walk(client: Client, tournament: Tournament) -> Found:
    found = Found()
    for page in addresses(tournament):
        answer = client.get(page)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        for form in forms_of(page, answer.content.decode()):
            for address, fields in form.ways():
                if resolve(address.split("?")[0]).url_name not in _LEFT_OUT:
                    send_twice(client, address, fields, found)
    return found


def read(answer: Any) -> Any:
    """A file is read to its end, as a browser does."""
    if answer.streaming:
        b"".join(answer.streaming_content)
    return answer


def send_twice(client: Client, address: str, fields: dict[str, list[str]], found: Found) -> None:
    name = str(resolve(address.split("?")[0]).url_name)
    before = newest()
    with undone(client):
        first = read(client.post(address, fields))
        made = [what for _pk, what in entries_after(before)]
        second = read(client.post(address, fields))
        both = [what for _pk, what in entries_after(before)]
    found.sent += 1
    if made:
        found.counted.add(name)
    # The first press begins a search, which is over by the second: then the second brings its result.
    if both != made and not (name in _SEARCHES and not made):
        found.wrong.append(f"{name} {address}: {made} became {both}")
    if max(first.status_code, second.status_code) >= 500:
        found.wrong.append(f"{name} {address}: {first.status_code} and {second.status_code}")
    if (
        made
        and first.status_code == 302
        and (second.status_code, second.headers.get("Location"))
        != (
            first.status_code,
            first.headers["Location"],
        )
    ):
        found.wrong.append(f"{name} {address}: {first.headers['Location']} and then {second.headers.get('Location')}")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("scene", "least"),
    [(registering, 15), (drawn, 20), (playing, 20), (played, 25)],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_every_form_sent_twice_counts_once(scene: Any, least: int) -> None:
    cache.clear()
    tournament = scene()
    furnish(tournament, make_actor(tournament))
    logged_in = client_for(make_actor(tournament, Role.ADMINISTRATOR))
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies = logged_in.cookies

    found = walk(client, tournament)

    assert found.wrong == []
    assert len(found.counted) >= least


@pytest.mark.django_db
def test_form_that_another_process_has_answered_counts_once() -> None:
    tournament = make_tournament()
    client = client_for(make_actor(tournament))
    page = reverse("screens", args=[tournament.slug])
    (form,) = [form for form in forms_of(page, client.get(page).content.decode()) if "name" in form.shown]
    fields = {**form.fields, "name": ["Saal"]}

    first = client.post(page, fields)
    cache.clear()  # the other process knows nothing of the first but what the journal tells
    second = client.post(page, fields)
    entries = list(JournalEntry.objects.filter(tournament=tournament).values_list("what", flat=True))
    anew = client.post(page, {**fields, "csrfmiddlewaretoken": ["another page"]})

    assert (first.status_code, second.status_code, anew.status_code) == (200, 302, 200)
    assert entries == ["screen_added"]
    assert Screen.objects.filter(tournament=tournament).count() == 2
