"""What to do about somebody who is late, does not come, or leaves: wait, a substitute, or mend the seating."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import Problem, RuleError
from tournament.messages import texts
from tournament.models import Participant, Presence, Round
from tournament.numerals import whole_number
from tournament.queries import repairs as queries
from tournament.queries.rounds import people_of
from tournament.services.lateness import let_table_wait, seat_substitute
from tournament.services.participants import withdraw_participant
from tournament.services.repairs import repair_seating
from tournament.services.rounds import mark_away
from tournament.views.access import DeskRequest, office
from tournament.views.rounds import round_of

DIGITS = 5
"""As many as the longest start number has, and more than any number of minutes."""


@office
@require_http_methods(["GET", "POST"])
def round_late(request: DeskRequest, number: int) -> HttpResponse:
    """Somebody comes late, does not come, or leaves: every decision that is possible, with its consequences."""
    round_ = round_of(request, number)
    values = request.POST if request.method == "POST" else request.GET
    people = people_of(request.tournament)
    typed = values.get("number", "").strip()
    person = people.get(whole_number(typed, digits=DIGITS) or 0)
    problems: Sequence[str] = texts(_unknown(typed)) if typed and person is None else ()
    ways: list[queries.Way] = []
    if person is not None:
        try:
            if request.method == "POST":
                return _decide(request, round_, person)
        except RuleError as error:
            problems = texts(error)
        try:
            ways = queries.ways(round_, person)
        except RuleError as error:
            problems = [*problems, *texts(error)]
    seat = queries.seat_of(round_, person) if person is not None else None
    context: dict[str, Any] = {
        "round": round_,
        "person": person,
        "typed": typed,
        "ways": ways,
        "problems": problems,
        "reason": values.get("reason", ""),
        "minutes": values.get("minutes", ""),
        "substitute": values.get("substitute", ""),
        "withdraw": values.get("withdraw") == "1",
        "seat": seat,
        "may_wait": seat is not None and round_.published_at is not None and queries.may_wait(seat),
        "away": queries.candidates(round_),
        "is_late": person is not None and queries.is_late(round_, person),
        "replaced": queries.replaced(round_, person) if person is not None else None,
    }
    return render(request, "tournament/rounds/late.html", context, status=422 if problems else 200)


def _decide(request: DeskRequest, round_: Round, person: Participant) -> HttpResponse:
    """Do what was decided; without an `action` the chosen way to mend the seating."""
    reason, now = request.POST.get("reason", "").strip(), timezone.now()
    action = request.POST.get("action", "")
    about: dict[str, Any] = {"round_": round_, "participant": person, "by": request.actor, "now": now, "reason": reason}
    if action == "wait":
        let_table_wait(minutes=_whole(request, "minutes", code="wait_unreadable"), **about)
        notes.success(request, _("The table waits. Note the player as here when he has come."))
    elif action == "substitute":
        seat_substitute(number=_whole(request, "substitute", code="substitute_unreadable"), **about)
        notes.success(request, _("The substitute has the seat. All other tables stay as they were."))
    elif action == "here":
        mark_away(state=None, **about)
        notes.success(request, _("The player is noted as here."))
    else:
        return _mend(request, round_, person)
    return redirect("round", request.tournament.slug, round_.number)


def _whole(request: DeskRequest, name: str, *, code: str) -> int:
    number = whole_number(request.POST.get(name, "").strip(), digits=DIGITS)
    if number is None:
        raise RuleError([Problem(code=code, field=name)])
    return number


def _mend(request: DeskRequest, round_: Round, person: Participant) -> HttpResponse:
    """Do the chosen way; with `withdraw` the person leaves the tournament, too."""
    now = timezone.now()
    sits = queries.seat_of(round_, person) is not None
    repair_seating(
        round_=round_,
        participant=person,
        way=request.POST.get("way", ""),
        state=Presence.ABSENT if sits else None,
        reason=request.POST.get("reason", "").strip(),
        by=request.actor,
        now=now,
    )
    if sits and request.POST.get("withdraw") == "1" and person.withdrawn_at is None:
        withdraw_participant(participant=person, by=request.actor, now=now)
    notes.success(request, _("The seating is mended; all other tables stay as they were."))
    return redirect("round", request.tournament.slug, round_.number)


def _unknown(typed: str) -> RuleError:
    return RuleError([Problem(code="swap_unknown", params={"number": typed[:20]})])
