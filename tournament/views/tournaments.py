"""The start page, setting up a tournament, its settings, and its desk."""

from typing import cast

from django.contrib import messages as notes
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament import seen
from tournament.forms.fields import lead_to_error
from tournament.forms.tournaments import NewTournamentForm, SettingsForm
from tournament.messages import text
from tournament.messages.tournaments import BUTTONS
from tournament.models import Tournament, User
from tournament.queries import tournaments
from tournament.queries.board import board
from tournament.queries.desk import current_round
from tournament.queries.journal import lines
from tournament.queries.next_step import next_step
from tournament.queries.retention import any_due
from tournament.queries.standings import listed
from tournament.retention import months
from tournament.roles import PAGES, SHEETS
from tournament.services.demo import Stage, make_demo
from tournament.services.tournaments import change_settings, create_tournament
from tournament.views.access import DeskRequest, administration, administrator, office
from tournament.views.paging import page_of

_HEAD = 8
_SEARCH_LENGTH = 80
_LAST_STEPS = 5
# Settings that have a page of their own, in the order in which a director comes to them.
_MORE = (
    ("helpers", gettext_lazy("Helpers")),
    ("screens", gettext_lazy("Screens")),
    ("backup", gettext_lazy("Backup")),
    ("money", gettext_lazy("Money and prizes")),
    ("close", gettext_lazy("Close")),
)


@administration
def home(request: HttpRequest) -> HttpResponse:
    """The tournaments this person has a part in, newest first; a person with one goes there at once."""
    user = cast(User, request.user)
    words, page = request.GET.get("q", "")[:_SEARCH_LENGTH], page_of(request)
    found = tournaments.found(user, words=words, page=page)
    if not user.is_superuser and not words and page == 1 and len(found.tournaments) == 1:
        return redirect("desk", found.tournaments[0].slug)
    context = {
        "tournaments": found.tournaments,
        "q": words,
        "searches": found.more or bool(words) or page > 1,
        "newer": page - 1,
        "older": page + 1 if found.more else 0,
        "names_due": user.is_superuser and any_due(today=timezone.localdate(), months=months()),
    }
    return render(request, "tournament/tournaments/home.html", context)


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
            by=administrator(request),
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
    stale: set[str | None] = set()
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(
                tournament=Tournament.objects.get(pk=request.tournament.pk),
                values=form.cleaned_data,
                seen=seen.read(request.POST.get(seen.FIELD, "")),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            stale = {problem.field for problem in error.problems}
            for problem in error.problems:
                form.add_error(problem.field, text(problem))
        else:
            notes.success(request, _("The settings are saved. Rounds already published keep theirs."))
            return redirect("settings", request.tournament.slug)
    # The form has written what was typed into its instance; the bar above shows what is saved.
    request.tournament = Tournament.objects.get(pk=request.tournament.pk)
    more = [
        {"label": label, "url": reverse(name, args=[request.tournament.slug])}
        for name, label in _MORE
        if request.role in PAGES.get(name, frozenset())
    ]
    sent = request.POST.get(seen.FIELD, "")
    shown = seen.shown_again(request.tournament, list(form.fields), sent=sent, stale=stale)
    lead_to_error(form)
    return render(
        request,
        "tournament/tournaments/settings.html",
        {"form": form, "more": more, "seen": shown},
        status=422 if form.errors else 200,
    )


@office
def desk(request: DeskRequest) -> HttpResponse:
    """The next step, the tables, the head of the standings, the last steps: one page for the whole day."""
    tournament, now = request.tournament, timezone.now()
    round_ = current_round(tournament)
    shown = None
    if round_ is not None and round_.published_at is not None:
        round_.tournament = tournament
        user = request.actor.user
        shown = board(round_, now, viewer_id=user.pk if user else None)
    step = next_step(tournament, now=now, shown=shown)
    may_go = step.page is not None and request.role in PAGES[step.page]
    context = {
        "board": shown,
        "may_type": request.role in SHEETS,
        "step_sentence": text(Problem(code=step.code, params=step.params)),
        "step_button": BUTTONS[step.code],
        "step_url": reverse(step.page, args=[tournament.slug, *step.args]) if may_go and step.page else "",
        "head": listed(tournament).rows[:_HEAD],
        "lines": lines(tournament, by=request.actor, limit=_LAST_STEPS),
    }
    return render(request, "tournament/tournaments/desk.html", context)


@administration
@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """A demo tournament in the middle of its second round, made anew at every press."""
    tournament = make_demo(
        rounds=2,
        until=Stage.PLAYING,
        by=administrator(request),
        now=timezone.now(),
    )
    notes.success(request, _("The demo tournament is ready: two thirds of the sheets of round 2 are in."))
    return redirect("desk", tournament.slug)
