"""The start page, setting up a tournament, its settings, and its desk."""

from typing import cast

from django.contrib import messages as notes
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from tournament.forms.tournaments import NewTournamentForm, SettingsForm
from tournament.messages import text
from tournament.models import Tournament, User
from tournament.roles import Role
from tournament.services.journal import Actor
from tournament.services.tournaments import change_settings, create_tournament
from tournament.views.access import DeskRequest, administration, office, origin


def _open_to(user: User) -> QuerySet[Tournament]:
    tournaments = Tournament.objects.order_by("-date", "-pk")
    if user.is_superuser:
        return tournaments
    return tournaments.filter(membership__user=user, membership__ended_at=None)


@administration
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments this person has a part in, newest first; a person with one goes there at once."""
    user = cast(User, request.user)
    tournaments = list(_open_to(user))
    if not user.is_superuser and len(tournaments) == 1:
        return redirect("desk", tournaments[0].slug)
    return render(request, "tournament/tournaments/home.html", {"tournaments": tournaments})


@administration
@require_http_methods(["GET", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Name, date, place, preset: one page, one button."""
    now = timezone.now()
    form = NewTournamentForm(request.POST or None, initial={"date": timezone.localdate(now)})
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        tournament = create_tournament(
            name=values["name"],
            date=values["date"],
            place=values["place"],
            preset=values["preset"],
            by=Actor(user=cast(User, request.user), role=Role.ADMINISTRATOR, origin=origin(request)),
            now=now,
        )
        notes.success(request, _("The tournament is set up. Every value can be changed under “Settings”."))
        return redirect("desk", tournament.slug)
    return render(request, "tournament/tournaments/new.html", {"form": form}, status=422 if form.errors else 200)


@office
@require_http_methods(["GET", "POST"])
def settings(request: DeskRequest) -> HttpResponse:
    """Every value of the tournament."""
    form = SettingsForm(request.POST or None, instance=request.tournament)
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(
                tournament=Tournament.objects.get(pk=request.tournament.pk),
                values=form.cleaned_data,
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            for problem in error.problems:
                form.add_error(problem.field, text(problem))
        else:
            notes.success(request, _("The settings are saved. Rounds already published keep theirs."))
            return redirect("settings", request.tournament.slug)
    # The form has written what was typed into its instance; the bar above shows what is saved.
    request.tournament = Tournament.objects.get(pk=request.tournament.pk)
    return render(request, "tournament/tournaments/settings.html", {"form": form}, status=422 if form.errors else 200)


@office
def desk(request: DeskRequest) -> HttpResponse:
    """One page per tournament that always shows the next step."""
    return render(request, "tournament/tournaments/desk.html", {})
