"""The line above every office page, and the choice of light or dark."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.queries import desk
from tournament.roles import PAGES, Role
from tournament.views.handbook import help_address

# The page of each noun, its label, and the other addresses (by their first words) that belong to it.
_NAV = (
    ("desk", _("Tables"), ("board", "sheet")),
    ("participants", _("Players"), ("participant", "check_in", "import")),
    ("rounds", _("Seating"), ("round", "seat")),
    ("standings", _("Standings"), ("standing", "publication", "tie", "close")),
    ("incidents", _("Penalties"), ("incident",)),
    ("papers", _("Print"), ("paper", "file")),
    ("journal", _("Journal"), ("journal", "undo")),
    ("settings", _("Settings"), ("setting", "helper", "screen", "backup", "money")),
)


def bar(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: the theme; for the office, its place in the handbook; of a tournament also its bar."""
    session = getattr(request, "session", None)
    context: dict[str, Any] = {"theme": session.get("theme", "auto") if session is not None else "auto"}
    here = (request.resolver_match.url_name if request.resolver_match else None) or ""
    if here in PAGES:
        context["help_url"] = help_address(here)
    tournament = getattr(request, "tournament", None)
    role = getattr(request, "role", None)
    if tournament is not None and role is not None:
        context |= {
            "tournament": tournament,
            "role": role,
            "bar": desk.bar(tournament),
            "nav": _nav(tournament, role=role, here=here),
        }
    return context


def _nav(tournament: Tournament, *, role: Role, here: str) -> list[dict[str, Any]]:
    return [
        {
            "label": label,
            "url": reverse(name, args=[tournament.slug]),
            "current": here == name or here.startswith(words),
        }
        for name, label, words in _NAV
        if role in PAGES.get(name, frozenset())
    ]
