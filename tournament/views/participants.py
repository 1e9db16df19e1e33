"""The list of players, walk-ins in one line, and everything about one player."""

from typing import Any

from django.contrib import messages as notes
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.errors import RuleError
from tournament.doubles import Doubles
from tournament.forms.participants import (
    LINE_LENGTH,
    DonationForm,
    ParticipantForm,
    RegistrationForm,
    initial_of,
)
from tournament.models import FeeKind, FeeState, Participant
from tournament.names import read_line
from tournament.numerals import whole_number
from tournament.queries import door, participants, wishes
from tournament.queries.door import Show
from tournament.queries.retention import backups_before
from tournament.registration import Registration
from tournament.roles import PAGES
from tournament.services.check_in import check_in_participant, check_out_participant, settle_fee
from tournament.services.participants import (
    change_participant,
    delete_participant,
    is_bound,
    merge_registration,
    register_participant,
    return_participant,
    withdraw_participant,
)
from tournament.services.removal import remove_person
from tournament.views.access import DeskRequest, office, say
from tournament.views.personal_data import shown_as

# Where a page of one participant, or the line for walk-ins, leads back to.
_BACK = frozenset({"participants", "check_in"})


def has_fees(request: DeskRequest) -> bool:
    """Whether the tournament takes an entry fee at all."""
    return bool(request.tournament.fee_cents or request.tournament.fee_reduced_cents)


def head(request: DeskRequest) -> dict[str, Any]:
    """Which of the pages about players this person may open."""
    return {
        "at_the_door": request.role in PAGES["check_in"],
        "directs": request.role in PAGES["participant_wishes"],
    }


def show_of(request: DeskRequest, *, default: Show) -> tuple[Show, str]:
    """Which part of the list was asked for, and the words searched for."""
    asked = request.POST if request.method == "POST" else request.GET
    show = asked.get("show", "")
    return (Show(show) if show in set(Show) else default), asked.get("q", "")[:80]


def roll(request: DeskRequest, *, default: Show) -> dict[str, Any]:
    """What every list of players shows: the lines, the counts, the cash box, the step just made."""
    people = participants.everyone(request.tournament)
    waiting = participants.waiting(request.tournament, people)
    show, needle = show_of(request, default=default)
    chosen = door.shown(people, show=show, needle=needle, waiting=waiting)
    at_the_door = request.role in PAGES["check_in"]
    return head(request) | {
        "show": show.value,
        "q": needle,
        "people": people,
        "lines": door.arrivals(request.tournament, chosen, waiting=waiting),
        "counts": participants.counts(people, waiting=waiting),
        "cash": participants.cash(request.tournament, people) if at_the_door else None,
        "fees": has_fees(request) and at_the_door,
        "teams": participants.teams(people),
        "last_step": door.last_step(request.tournament, request.actor.user, now=timezone.now()),
        "clubs": participants.clubs(people),
    }


def moves(request: HttpRequest) -> bool:
    """Whether the page stays and only a part of it is asked for."""
    return request.headers.get("HX-Request") == "true"


@office
@require_safe
def list_participants(request: DeskRequest) -> HttpResponse:
    """Everybody by name, with a line for walk-ins."""
    context = roll(request, default=Show.ALL)
    context["here"] = request.GET.get("here") == "1" or timezone.localdate() == request.tournament.date
    template = "parts/roll.html" if moves(request) else "participants.html"
    return render(request, f"tournament/participants/{template}", context)


@office
@require_POST
def add(request: DeskRequest) -> HttpResponse:
    """A walk-in: the typed line is understood and shown, one Enter more keeps it."""
    back = request.POST.get("back", "")
    back = back if back in _BACK else "participants"
    if "line" in request.POST:
        return _understood(request, back)
    form = RegistrationForm(request.POST, fees=has_fees(request))
    if not form.is_valid():
        return _preview(request, form, back)
    if "swap" in request.POST:
        swapped = {**form.cleaned_data, "surname": form.cleaned_data["first_name"]}
        swapped["first_name"] = form.cleaned_data["surname"]
        return _preview(request, RegistrationForm(initial=swapped, fees=has_fees(request)), back)
    here = form.cleaned_data["here"]
    try:
        if "same" in request.POST:
            same = _person(request, whole_number(request.POST["same"], digits=5) or 0)
            made = merge_registration(
                participant=same,
                registration=form.registration(),
                check_in=here,
                by=request.actor,
                now=timezone.now(),
            )
        else:
            made = register_participant(
                tournament=request.tournament,
                registration=form.registration(),
                check_in=here,
                another="another" in request.POST,
                by=request.actor,
                now=timezone.now(),
            )
    except RuleError as error:
        form.refuse(error)
        return _preview(request, form, back)
    _welcome(request, made)
    response = redirect(back, request.tournament.slug)
    if here and back == "participants":
        response["Location"] += "?here=1"
    return response


def _understood(request: DeskRequest, back: str) -> HttpResponse:
    line = request.POST["line"]
    people = participants.everyone(request.tournament)
    # Nobody's line is as long: it is shown whole, and refused as a name that is too long.
    too_long = len(line) > LINE_LENGTH
    reading = Registration(surname=line) if too_long else read_line(line, clubs=participants.clubs(people))
    if not reading.surname:
        notes.error(request, _("Please type a name, such as: Äpfel, Anna, DoKo Bremen"))
        return redirect(back, request.tournament.slug)
    initial = initial_of(reading, here="here" in request.POST)
    return _preview(request, RegistrationForm(initial=initial, fees=has_fees(request)), back)


def _preview(request: DeskRequest, form: RegistrationForm, back: str) -> HttpResponse:
    """The page with the reading, and with those it may repeat."""
    context = roll(request, default=Show.ALL)
    known = Doubles((person, person.surname, person.first_name) for person in context["people"])
    names = str(form["surname"].value() or ""), str(form["first_name"].value() or "")
    context |= {
        "reading": form,
        "back": back,
        "same": known.same(*names),
        "similar": known.similar(*names)[:3],
        "seated_round": door.seated_round(request.tournament),
    }
    return render(request, "tournament/participants/reading.html", context, status=422 if form.errors else 200)


def _welcome(request: DeskRequest, made: Participant) -> None:
    name = {"number": made.number, "name": made.name}
    if made.checked_in_at is not None:
        notes.success(request, _("%(number)s %(name)s is registered and here.") % name)
    else:
        notes.success(request, _("%(number)s %(name)s is registered.") % name)
    people = participants.everyone(request.tournament)
    waiting = [person.pk for person in participants.waiting(request.tournament, people)]
    if made.pk in waiting:
        place = waiting.index(made.pk) + 1
        notes.warning(request, _("All places are taken: place %(place)s on the waiting list.") % {"place": place})


@office
@require_http_methods(["GET", "HEAD", "POST"])
def participant(request: DeskRequest, number: int) -> HttpResponse:
    """Everything about one player."""
    person = _person(request, number)
    form = ParticipantForm(request.POST if request.method == "POST" else None, participant=person)
    if request.method == "POST" and form.is_valid():
        seen, values = form.changes()
        try:
            changed = change_participant(
                participant=person, seen=seen, values=values, by=request.actor, now=timezone.now()
            )
        except RuleError as error:
            person = _person(request, number)
            form = form.renewed(error, participant=person)
        else:
            notes.success(request, _("%(name)s is saved.") % {"name": changed.name})
            return redirect("participant", request.tournament.slug, number)
    return _participant_page(request, person, form=form)


def _participant_page(
    request: DeskRequest, person: Participant, *, form: ParticipantForm, donation: DonationForm | None = None
) -> HttpResponse:
    people = participants.everyone(request.tournament)
    waiting = participants.waiting(request.tournament, people)
    (line,) = door.arrivals(request.tournament, [person], waiting=waiting)
    donation = donation or DonationForm(initial={"donation": person.donation_cents})
    context = head(request) | {
        "person": person,
        "line": line,
        "form": form,
        "donation": donation,
        "fees": has_fees(request),
        "fee_kinds": [(kind, participants.fee_cents(request.tournament, kind)) for kind in FeeKind],
        "seats": door.seats_of(person),
        "wishes": wishes.wishes_of(person) if request.role in PAGES["participant_wishes"] else None,
        "deletable": request.role in PAGES["participant_delete"] and not is_bound(person),
        "removable": request.role in PAGES["participant_remove"],
        "clubs": participants.clubs(people),
        "teams": participants.teams(people),
    }
    status = 422 if form.errors or donation.errors else 200
    return render(request, "tournament/participants/participant.html", context, status=status)


@office
@require_POST
def settle(request: DeskRequest, number: int) -> HttpResponse:
    """Presence, entry fee and donation of one player, one button each."""
    person = _person(request, number)
    post = request.POST
    donation = DonationForm(post) if "donation" in post else None
    if donation is not None and not donation.is_valid():
        return _participant_page(request, person, form=ParticipantForm(participant=person), donation=donation)
    now = timezone.now()
    try:
        if post.get("presence") == "here":
            check_in_participant(participant=person, by=request.actor, now=now)
        elif post.get("presence") == "missing":
            check_out_participant(participant=person, by=request.actor, now=now)
        elif post.get("fee_state") in set(FeeState):
            settle_fee(participant=person, state=FeeState(post["fee_state"]), by=request.actor, now=now)
        elif post.get("fee_kind") in set(FeeKind):
            settle_fee(participant=person, kind=FeeKind(post["fee_kind"]), by=request.actor, now=now)
        elif donation is not None:
            cents = donation.cleaned_data["donation"]
            settle_fee(participant=person, donation_cents=cents, by=request.actor, now=now)
    except RuleError as error:
        say(request, error)
    return redirect("participant", request.tournament.slug, number)


@office
@require_POST
def withdraw(request: DeskRequest, number: int) -> HttpResponse:
    """Out of the draws to come; the results stay."""
    person = _person(request, number)
    reason = request.POST.get("reason", "").strip()
    try:
        withdraw_participant(participant=person, reason=reason, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("%(name)s has withdrawn and is not drawn any more.") % {"name": person.name})
    return redirect("participant", request.tournament.slug, number)


@office
@require_POST
def bring_back(request: DeskRequest, number: int) -> HttpResponse:
    """A withdrawn player plays again."""
    person = _person(request, number)
    try:
        return_participant(participant=person, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("%(name)s is back and is drawn from the next round on.") % {"name": person.name})
    return redirect("participant", request.tournament.slug, number)


@office
@require_POST
def delete(request: DeskRequest, number: int) -> HttpResponse:
    """Somebody registered by mistake; possible before the first seat."""
    person = _person(request, number)
    try:
        delete_participant(participant=person, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
        return redirect("participant", request.tournament.slug, number)
    notes.success(request, _("%(name)s is deleted. Start number %(number)s is not given again.") % _named(person))
    return redirect("participants", request.tournament.slug)


@office
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: DeskRequest, number: int) -> HttpResponse:
    """Remove the name of a person on request; asked first, because it cannot be taken back."""
    person = _person(request, number)
    name = shown_as(number)
    if request.method != "POST":
        files = backups_before(request.tournament, person.removed_at)
        context = head(request) | {"person": person, "shown_as": name, "backups": files}
        return render(request, "tournament/participants/remove.html", context)
    try:
        remove_person(participant=person, shown_as=name, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("The name is removed. Lists show “%(name)s” instead.") % {"name": name})
    return redirect("participant", request.tournament.slug, number)


def _person(request: DeskRequest, number: int) -> Participant:
    people = Participant.objects.select_related("club", "tournament")
    return get_object_or_404(people, tournament=request.tournament, number=number)


def _named(person: Participant) -> dict[str, Any]:
    return {"number": person.number, "name": person.name}
