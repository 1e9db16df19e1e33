"""The journal page, and taking steps back."""

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.errors import Problem, RuleError
from tournament.models import JournalEntry
from tournament.numerals import whole_number
from tournament.queries import journal as queries
from tournament.services.undo import undo
from tournament.views.access import DeskRequest, office, say


@office
def journal(request: DeskRequest) -> HttpResponse:
    """The steps of the tournament, newest first, fifty a page."""
    before = whole_number(request.GET.get("before"), digits=8)
    lines = queries.lines(request.tournament, by=request.actor, before=before)
    older = lines[-1].entry.number if len(lines) == queries.PAGE else None
    return render(request, "tournament/journal/journal.html", {"lines": lines, "older": older})


@office
@require_POST
def undo_step(request: DeskRequest, number: int) -> HttpResponse:
    """Take one step back; what builds on it is named instead."""
    entry = get_object_or_404(JournalEntry, tournament=request.tournament, number=number)
    try:
        undo(entry=entry, by=request.actor, now=timezone.now(), reason=request.POST.get("reason", "").strip())
    except RuleError as error:
        say(request, RuleError([_with_sentence(request, problem) for problem in error.problems]))
    else:
        notes.success(request, _("Step %(number)s is taken back.") % {"number": number})
    return redirect("journal", request.tournament.slug)


def _with_sentence(request: DeskRequest, problem: Problem) -> Problem:
    """A refusal that names a later step says what that step was."""
    later = problem.params.get("later")
    if problem.code != "undo_blocked" or not isinstance(later, int):
        return problem
    step = queries.told(request.tournament, later)
    return Problem(code="undo_blocked_by", params={**problem.params, "step": step})
