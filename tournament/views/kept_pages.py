"""Office pages kept as they were sent, while nothing they show has changed.

What is kept depends on the person, the address, the language and the number of the journal; a view adds what else its
page depends on. The token against forged forms is new in every answer.
"""

import secrets
from collections.abc import Callable, Hashable
from typing import Any

from django.contrib import messages as notes
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournament.queries.kept import Kept
from tournament.views.access import DeskRequest

_TOKEN = secrets.token_hex(16)
"""Stands in a kept page where the token goes; nobody can have typed it."""

_PAGES: Kept[tuple[str, ...]] = Kept(128)


def kept_page(
    request: DeskRequest, template: str, context: Callable[[], dict[str, Any]], *, depends: tuple[Hashable, ...] = ()
) -> HttpResponse:
    """The page of a GET request, made anew only if something changed or there is a note to show.

    `depends` names what the page shows beside the tournament's own rows: a minute that passes, who types where.
    """
    if len(notes.get_messages(request)):
        return render(request, template, context())
    tournament = request.tournament
    key = (
        *(tournament.uuid, tournament.pk, tournament.journal_number),
        *(request.actor.user.pk if request.actor.user else None, request.actor.name, request.role),
        *(get_language(), request.session.get("theme"), request.get_full_path(), template),
        *depends,
    )
    parts = _PAGES.get(key, lambda: _parts(request, template, context()))
    return HttpResponse(get_token(request).join(parts))


def forget() -> None:
    """Drop all pages."""
    _PAGES.forget()


def _parts(request: DeskRequest, template: str, context: dict[str, Any]) -> tuple[str, ...]:
    page = render_to_string(template, {**context, "csrf_token": _TOKEN}, request=request)
    return tuple(page.split(_TOKEN))
