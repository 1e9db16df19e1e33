"""The list at the door: one tap and somebody is here, one tap and the fee is paid."""

import re

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleError
from tournament.models import FeeState, JournalEntry, Participant
from tournament.queries import door, participants
from tournament.queries.door import Show
from tournament.services.check_in import check_in_participant, check_in_participants, settle_fee
from tournament.services.undo import undo
from tournament.views.access import DeskRequest, office, say
from tournament.views.participants import moves, roll

_NUMBER = re.compile(r"\d{1,5}")


@office
@require_safe
def check_in(request: DeskRequest) -> HttpResponse:
    """Who is missing; the whole row is the button."""
    context = roll(request, default=Show.MISSING) | {"here": True, "back": "check_in"}
    template = "parts/arrivals.html" if moves(request) else "check_in.html"
    return render(request, f"tournament/participants/{template}", context)


@office
@require_POST
def mark(request: DeskRequest) -> HttpResponse:
    """One tap: `here`, `paid`, `open` or `waived` holds the start number.

    Where the page stays, the answer is the row, which does not leave its place, and the counts above it.
    """
    what = next((word for word in ("here", *FeeState.values) if word in request.POST), "")
    number = request.POST.get(what, "")
    person = get_object_or_404(
        Participant.objects.select_related("club", "tournament"),
        tournament=request.tournament,
        number=int(number) if _NUMBER.fullmatch(number) else 0,
    )
    try:
        if what == "here":
            check_in_participant(participant=person, by=request.actor, now=timezone.now())
        else:
            settle_fee(participant=person, state=FeeState(what), by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
        if moves(request):
            response = HttpResponse()
            response["HX-Refresh"] = "true"
            return response
    if not moves(request):
        return _back_to_list(request, person.number)
    context = roll(request, default=Show.MISSING)
    fresh = [other for other in context["people"] if other.pk == person.pk]
    waiting = participants.waiting(request.tournament, context["people"])
    (context["line"],) = door.arrivals(request.tournament, fresh, waiting=waiting)
    response = render(request, "tournament/participants/parts/marked.html", context)
    response["HX-Retarget"] = f"#p{person.number}"
    response["HX-Reswap"] = "outerHTML"
    return response


@office
@require_POST
def check_in_all(request: DeskRequest) -> HttpResponse:
    """Everybody still missing is here: for the small round where all sit at the tables already."""
    people = participants.everyone(request.tournament)
    try:
        check_in_participants(tournament=request.tournament, participants=people, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return redirect("check_in", request.tournament.slug)


@office
@require_POST
def check_in_undo(request: DeskRequest, number: int) -> HttpResponse:
    """Take the step just made back, and stay at the list."""
    entry = get_object_or_404(JournalEntry, tournament=request.tournament, number=number)
    try:
        undo(entry=entry, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return _back_to_list(request)


def _back_to_list(request: DeskRequest, number: int | None = None) -> HttpResponse:
    page = request.POST.get("back", "")
    page = page if page in ("participants", "check_in") else "check_in"
    asked = {name: request.POST[name][:80] for name in ("show", "q") if request.POST.get(name)}
    address = reverse(page, args=[request.tournament.slug])
    return redirect(address + (f"?{urlencode(asked)}" if asked else "") + (f"#p{number}" if number else ""))
