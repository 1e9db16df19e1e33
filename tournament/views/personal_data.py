"""Personal data: one person's on request, and the names of old tournaments after their time."""

from typing import Any

from django.conf import settings
from django.contrib import messages as notes
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.errors import RuleError
from tournament import retention as choice
from tournament import server
from tournament.messages import texts
from tournament.models import Participant, Tournament
from tournament.numerals import whole_number
from tournament.queries.personal_data import as_text, personal_data
from tournament.queries.retention import due
from tournament.services.removal import remove_names
from tournament.views.access import DeskRequest, administration, administrator, office

_MOST_SHOWN = 6


def shown_as(number: int) -> str:
    """What stands in the place of a removed name."""
    return _("Player %(number)s") % {"number": number}


def helper_shown_as(number: int) -> str:
    """What stands in the place of a helper's removed name."""
    return _("Helper %(number)s") % {"number": number}


@office
@require_safe
def participant_data(request: DeskRequest, number: int) -> HttpResponse:
    """Everything that is stored about one person, as a text to be saved and sent."""
    people = Participant.objects.select_related("club", "tournament")
    person = get_object_or_404(people, tournament=request.tournament, number=number)
    answer = HttpResponse(as_text(personal_data(person, now=timezone.now())), content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{request.tournament.slug}-{number}.txt"'
    return answer


@administration
@require_http_methods(["GET", "HEAD", "POST"])
def retention(request: HttpRequest) -> HttpResponse:
    """How long names are kept, and which tournaments are due."""
    if request.method != "POST":
        return _page(request, months=choice.months())
    typed = request.POST.get("months", "").strip()[:10]
    try:
        number = whole_number(typed, digits=10)
        choice.choose(-1 if number is None else number)
    except RuleError as error:
        return _page(request, months=choice.months(), typed=typed, errors=texts(error))
    except OSError as error:
        return _page(
            request, months=choice.months(), typed=typed, errors=[server.reason_of(error, folder=settings.DATA_DIR)]
        )
    notes.success(request, _("Saved."))
    return redirect("retention")


@administration
@require_POST
def retention_remove(request: HttpRequest, tournament: str) -> HttpResponse:
    """Remove the names of one tournament that is due; ticked first, because it cannot be taken back."""
    all_due = due(today=timezone.localdate(), months=choice.months())
    found = [one.tournament for one in all_due if one.tournament.slug == tournament]
    if not found:
        notes.error(request, _("This tournament is not due, or its names are removed already."))
    elif request.POST.get("sure") != "1":
        notes.error(request, _("Please tick that you are sure; removed names do not come back."))
    else:
        known = Tournament.objects.get(pk=found[0].pk)
        count = remove_names(
            tournament=known,
            shown_as=shown_as,
            helper_shown_as=helper_shown_as,
            by=administrator(request),
            now=timezone.now(),
        )
        words = {"count": count, "name": known.name}
        notes.success(
            request,
            ngettext(
                "%(name)s: the name of %(count)s player is removed.",
                "%(name)s: the names of %(count)s players are removed.",
                count,
            )
            % words,
        )
    return redirect("retention")


def _page(
    request: HttpRequest, *, months: int, typed: str | None = None, errors: list[str] | None = None
) -> HttpResponse:
    context: dict[str, Any] = {
        "months": months,
        "typed": months if typed is None else typed,
        "errors": errors or [],
        # The oldest first; the others follow as these are done.
        "due": due(today=timezone.localdate(), months=months, most=_MOST_SHOWN),
        "most": choice.MOST_MONTHS,
    }
    return render(request, "tournament/personal_data/retention.html", context, status=422 if errors else 200)
