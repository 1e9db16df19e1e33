"""Who may open an office page: the table of page × role in `roles.py` decides, by the name of the address."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages as notes
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from scoring.errors import RuleError
from tournament.actors import Actor
from tournament.messages import texts
from tournament.models import Membership, Tournament, User
from tournament.roles import PAGES, Role
from tournament.services.journal import SentTwice
from tournament.views.sending import first_answer, is_answered, kept_answer, one_at_a_time, sent_form

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
    A tournament that was closed meanwhile says so on the desk where the page itself knows no refusal.
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
        form = sent_form(request)
        desk.tournament, desk.role = tournament, role
        desk.actor = Actor(user=user, role=role, origin=origin(request), form=form)
        try:
            with one_at_a_time(form):
                if is_answered(form):
                    raise SentTwice
                return kept_answer(form, view(desk, **kwargs))
        except SentTwice:
            return first_answer(request, form, instead=reverse("desk", args=[tournament.slug]))
        except RuleError as error:
            if any(problem.code != "tournament_closed" for problem in error.problems):
                raise
            say(request, error)
            return redirect("desk", tournament.slug)

    return checked


def administration(view: View) -> View:
    """A page above the tournaments, by the same table: for the administrator where it says so, else any login."""

    @wraps(view)
    def checked(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        user = cast(User, request.user)
        page = request.resolver_match.url_name if request.resolver_match else None
        if PAGES[page or ""] == frozenset({Role.ADMINISTRATOR}) and not user.is_superuser:
            raise PermissionDenied
        form = sent_form(request)
        if form is None:
            return view(request, **kwargs)
        try:
            # A new tournament has no row yet for which two requests could wait: they wait for the person's.
            with transaction.atomic():
                User.objects.select_for_update().get(pk=user.pk)
                if is_answered(form):
                    raise SentTwice
                answer = view(request, **kwargs)
            return kept_answer(form, answer, done=answer.status_code == 302)
        except SentTwice:
            return first_answer(request, form, instead=reverse("home"))

    return checked


def administrator(request: HttpRequest) -> Actor:
    """Who sends this form of a page above the tournaments, for services."""
    user = cast(User, request.user)
    return Actor(user=user, role=Role.ADMINISTRATOR, origin=origin(request), form=sent_form(request))


def say(request: HttpRequest, error: RuleError) -> None:
    """Show the sentences of a refusal on the next page."""
    for sentence in texts(error):
        notes.error(request, sentence)
