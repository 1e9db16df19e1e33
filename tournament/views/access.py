"""Who may open an office page: the table of page × role in `roles.py` decides, by the name of the address."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages as notes
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from scoring.errors import RuleError
from tournament.actors import Actor
from tournament.messages import texts
from tournament.models import Membership, Tournament, User
from tournament.roles import PAGES, Role

View = Callable[..., HttpResponseBase]


class DeskRequest(HttpRequest):
    """A request of the office: with its tournament, the person's role there, and the actor for services."""

    tournament: Tournament
    role: Role
    actor: Actor


def role_in(user: User, tournament: Tournament) -> Role | None:
    """The role of a person in a tournament, None without one."""
    if user.is_superuser:
        return Role.ADMINISTRATOR
    membership = Membership.objects.filter(user=user, tournament=tournament, ended_at=None).first()
    return Role(membership.role) if membership else None


def origin(request: HttpRequest) -> str:
    """Where a request comes from, for the journal."""
    return str(request.META.get("REMOTE_ADDR", ""))[:60]


def office(view: View) -> View:
    """An office page of one tournament: `view(request, …)` gets a DeskRequest.

    A person without any role in the tournament is told that it does not exist; one with too small a role is refused.
    """

    @wraps(view)
    def checked(request: HttpRequest, slug: str, **kwargs: object) -> HttpResponseBase:
        user = cast(User, request.user)
        tournament = Tournament.objects.filter(slug=slug).first()
        role = role_in(user, tournament) if tournament else None
        if tournament is None or role is None:
            raise Http404
        page = request.resolver_match.url_name if request.resolver_match else None
        if role not in PAGES[page or ""]:
            raise PermissionDenied
        desk = cast(DeskRequest, request)
        desk.tournament, desk.role = tournament, role
        desk.actor = Actor(user=user, role=role, origin=origin(request))
        return view(desk, **kwargs)

    return checked


def administration(view: View) -> View:
    """A page above the tournaments, by the same table: for the administrator where it says so, else any login."""

    @wraps(view)
    def checked(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        user = cast(User, request.user)
        page = request.resolver_match.url_name if request.resolver_match else None
        if PAGES[page or ""] == frozenset({Role.ADMINISTRATOR}) and not user.is_superuser:
            raise PermissionDenied
        return view(request, **kwargs)

    return checked


def say(request: HttpRequest, error: RuleError) -> None:
    """Show the sentences of a refusal on the next page."""
    for sentence in texts(error):
        notes.error(request, sentence)
