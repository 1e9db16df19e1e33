"""A form from yesterday: somebody opened a page, somebody else changed the same thing, then the first one sends.

What the second one saved must not be gone silently: either the first one's change is kept beside it, or the old form is
refused with what was typed still in it. The journal tells: no step may change a field that the other's step changed.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import resolve, reverse
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.errors import Problem
from tests.builders import client_for, make_actor, make_tournament
from tests.page_forms import PageForm, forms_of
from tests.test_sent_twice import addresses, drawn, furnish, played, playing, registering
from tests.walk import undone
from tournament.messages import text
from tournament.models import JournalEntry, Tournament
from tournament.roles import Role

Touched = set[tuple[str, str, str]]

# Buttons, not values: what they do is done to the thing as it is, whoever looked at it when.
_NO_VALUES = frozenset({"csrfmiddlewaretoken", "version", "action", "seen"})


def editable(form: PageForm) -> list[str]:
    """The fields a person would change: shown with a text, a number or a choice."""
    return [name for name in form.shown if name not in _NO_VALUES]


def changed(form: PageForm, name: str, *, turn: int) -> dict[str, list[str]]:
    """The form with another value in one field."""
    value = form.fields.get(name, [""])[0]
    choices = [choice for choice in form.choices.get(name, []) if choice not in ("", value)]
    if choices:
        other = choices[min(turn, len(choices) - 1)]
    elif value.lstrip("-").isdecimal():
        other = str(int(value) + 1 + turn)
    else:
        other = f"{value} {'xy'[turn]}".strip()
    return {**form.fields, name: [other]}


def steps_after(last: int) -> Iterator[JournalEntry]:
    yield from JournalEntry.objects.filter(pk__gt=last).order_by("pk")


def newest() -> int:
    return JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def touched(last: int) -> Touched:
    """The fields of rows that steps have changed; versions only count."""
    return {
        (change["kind"], change["uuid"], name)
        for entry in steps_after(last)
        for change in entry.changes
        if change["before"] is not None and change["after"] is not None
        for name in change["after"]
        if name not in ("version", "public_version", "print_version")
    }


def overwritten(client: Client, other: Client, page: str, place: int, way: int) -> str:
    """What the form at a place of a page takes away when it is sent after somebody else's, or nothing."""
    mine = forms_of(page, client.get(page).content.decode())[place]
    theirs = forms_of(page, other.get(page).content.decode())[place]
    names = editable(mine)
    for first in names[:2]:
        for second in [name for name in names if name != first][:1] or [first]:
            start = newest()
            with undone(client), undone(other):
                other.post(*_sent(theirs, changed(theirs, first, turn=0), way))
                their_touch = touched(start)
                if not their_touch:
                    continue
                middle = newest()
                answer = client.post(*_sent(mine, changed(mine, second, turn=1), way))
                lost = their_touch & touched(middle)
            if lost:
                name = resolve(page).url_name
                return f"{name}: {first}, then {second} ({answer.status_code}): {sorted(n for _k, _u, n in lost)}"
            if answer.status_code >= 500:
                return f"{page}: {answer.status_code}"
    return ""


def _sent(form: PageForm, fields: dict[str, list[str]], way: int) -> tuple[str, dict[str, list[str]]]:
    address, pressed = form.ways()[way]
    return address, {**pressed, **{name: value for name, value in fields.items() if name in form.fields}}


def walk(client: Client, other: Client, tournament: Tournament) -> tuple[int, list[str]]:
    wrong, tried = [], 0
    for page in addresses(tournament):
        answer = client.get(page)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        for place, form in enumerate(forms_of(page, answer.content.decode())):
            if not editable(form):
                continue
            for way in range(len(form.ways())):
                tried += 1
                found = overwritten(client, other, page, place, way)
                if found:
                    wrong.append(found)
    return tried, wrong


@pytest.mark.django_db
@pytest.mark.parametrize(("scene", "least"), [(registering, 1), (drawn, 1), (playing, 1), (played, 1)])
def test_old_form_takes_nothing_away(scene: Any, least: int) -> None:
    cache.clear()
    tournament = scene()
    furnish(tournament, make_actor(tournament))
    client = client_for(make_actor(tournament, Role.ADMINISTRATOR))
    other = client_for(make_actor(tournament, Role.ADMINISTRATOR, "zweite"))

    tried, wrong = walk(client, other, tournament)

    assert sorted(set(wrong)) == []
    assert tried >= least


def settings_in(answer: Any) -> dict[str, list[str]]:
    """The fields of the form with the place of the event."""
    (form,) = [form for form in forms_of("/", answer.content.decode()) if "place" in form.fields]
    return form.fields


@pytest.mark.django_db
def test_field_that_two_changed_is_asked_back_with_what_was_typed() -> None:
    tournament = make_tournament(place="Leer")
    client, other = client_for(make_actor(tournament)), client_for(make_actor(tournament, name="zweite"))
    page = reverse("settings", args=[tournament.slug])
    mine, theirs = (settings_in(one.get(page)) for one in (client, other))

    other.post(page, {**theirs, "place": ["Husum"], "rounds": ["5"]})
    asked = client.post(page, {**mine, "place": ["Aurich"], "name": ["Frühjahrsturnier"]})
    between = Tournament.objects.get()
    again = client.post(page, settings_in(asked))

    tournament.refresh_from_db()
    with translation.override("de"):
        sentence = text(Problem(code="stale_value", params={"label": _("place"), "value": "Husum"}))
    assert (asked.status_code, asked.context["form"].errors) == (422, {"place": [sentence]})
    assert (between.place, between.name, between.rounds) == ("Husum", "Herbstturnier", 5)
    assert again.status_code == 302
    assert (tournament.place, tournament.name, tournament.rounds) == ("Aurich", "Frühjahrsturnier", 5)
