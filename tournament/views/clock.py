"""The clock of a round: the office's page with its keys, and the page for the whole screen."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scoring.errors import RuleError
from tournament.forms.rounds import ExtendForm, StartForm
from tournament.messages import text
from tournament.models import Round
from tournament.queries import clock as queries
from tournament.queries.health import clock_is_behind
from tournament.queries.screens import owed_solos
from tournament.services.clock import end_clock, extend, pause_clock, resume_clock, start_clock
from tournament.views.access import DeskRequest, office, say

_KEYS: dict[str, Callable[..., Round]] = {"pause": pause_clock, "resume": resume_clock, "end": end_clock}


@office
@require_http_methods(["GET", "POST"])
def round_clock(request: DeskRequest, number: int) -> HttpResponse:
    """Start, pause, go on, end; extra minutes; every table with its own end."""
    round_ = _published(request, number)
    now = timezone.now()
    action = request.POST.get("action", "")
    start_form = StartForm(request.POST if action == "start" else None)
    extend_form = ExtendForm(request.POST if action == "extend" else None)
    if request.method == "POST":
        try:
            done = _press(request, round_, action=action, start_form=start_form, extend_form=extend_form, now=now)
        except RuleError as error:
            form = {"start": start_form, "extend": extend_form}.get(action)
            for problem in error.problems if form is not None else ():
                form.add_error(problem.field if problem.field in form.fields else None, text(problem))  # type: ignore[union-attr]  # the loop is empty without a form
            if form is None:
                say(request, error)
                return redirect("round_clock", request.tournament.slug, number)
        else:
            if done:
                return redirect("round_clock", request.tournament.slug, number)
    context = {**_context(request, round_, now), "start_form": start_form, "extend_form": extend_form}
    status = 422 if start_form.errors or extend_form.errors else 200
    return render(request, "tournament/rounds/clock.html", context, status=status)


@office
@require_GET
def round_clock_screen(request: DeskRequest, number: int) -> HttpResponse:
    """Nothing but the clock, readable from the other end of the hall."""
    round_ = _published(request, number)
    now = timezone.now()
    context = _context(request, round_, now)
    context["solos"] = owed_solos(request.tournament, context["tables"], now=now)
    return render(request, "tournament/rounds/clock_screen.html", context)


def _press(
    request: DeskRequest,
    round_: Round,
    *,
    action: str,
    start_form: StartForm,
    extend_form: ExtendForm,
    now: datetime,
) -> bool:
    """Do what the key says; False if its form is not filled in rightly."""
    if action == "start":
        if not start_form.is_valid():
            return False
        start_clock(round_=round_, by=request.actor, now=now, minutes_ago=start_form.cleaned_data["minutes_ago"])
        return True
    if action == "extend":
        if not extend_form.is_valid():
            return False
        values = extend_form.cleaned_data
        given = extend(
            round_=round_,
            tables=values["tables"] or None,
            minutes=values["minutes"],
            reason=values["reason"],
            by=request.actor,
            now=now,
        )
        numbers = ", ".join(str(extension.table.number) for extension in given)
        notes.success(
            request,
            _("%(minutes)s extra minutes for table %(tables)s.") % {"minutes": values["minutes"], "tables": numbers},
        )
        return True
    if action not in _KEYS:
        raise Http404
    _KEYS[action](round_=round_, by=request.actor, now=now)
    return True


def _published(request: DeskRequest, number: int) -> Round:
    """The round, if it is published: a draft has no clock."""
    return get_object_or_404(
        Round.objects.select_related("tournament"),
        tournament=request.tournament,
        number=number,
        published_at__isnull=False,
    )


def _context(request: DeskRequest, round_: Round, now: datetime) -> dict[str, Any]:
    timed = queries.timed_tables(round_, now=now)
    return {
        "round": round_,
        "clock": queries.clock_of(round_),
        "tables": timed,
        "faces": queries.faces(round_, timed, now=now, warn_minutes=request.tournament.warn_minutes),
        "now_ms": queries.milliseconds(now),
        "clock_is_behind": clock_is_behind(now),
        "timed": [
            {
                "table": one.table,
                "phase": one.clock.phase(now),
                "end": one.clock.end(now),
                "extra": one.clock.extra,
                "extensions": one.extensions,
                "owing": one.owing,
            }
            for one in timed
        ],
    }
