"""The referee's book on the screen."""

from typing import Any

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import RuleError
from tournament.forms.incidents import DEFAULT_REASONS, EFFECTS, IncidentForm
from tournament.messages import text, texts
from tournament.models import Incident, Round, Table
from tournament.queries import desk, participants
from tournament.queries import incidents as queries
from tournament.services.incidents import change_incident, lift_incident, propose, record_incident, set_reasons
from tournament.views.access import DeskRequest, office, say


@office
def incidents(request: DeskRequest) -> HttpResponse:
    """All entries of the book, newest first; lifted ones struck through."""
    return render(
        request,
        "tournament/incidents/book.html",
        {"book": queries.book(request.tournament), "reasons": _reasons(request), "effects": dict(EFFECTS)},
    )


@office
def incident_table(request: DeskRequest) -> HttpResponse:
    """At which table? The first question of a new entry."""
    round_ = desk.current_round(request.tournament)
    tables = queries.tables_of(round_) if round_ else []
    return render(request, "tournament/incidents/table.html", {"round": round_, "tables": tables})


@office
@require_http_methods(["GET", "POST"])
def incident_new(request: DeskRequest, round_number: int = 0, table_number: int = 0) -> HttpResponse:
    """A new entry at a table, or (0, 0) without one."""
    form = _form(request, **_place(request, round_number, table_number))
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        try:
            record_incident(tournament=request.tournament, decision=form.decision_at(now), by=request.actor, now=now)
        except RuleError as error:
            _put(form, error)
        else:
            notes.success(request, _("The decision stands in the book and in the sheet."))
            return redirect("incidents", request.tournament.slug)
    return _page(request, form, place=(round_number, table_number))


@office
@require_http_methods(["GET", "POST"])
def incident_change(request: DeskRequest, uuid: str) -> HttpResponse:
    """Change an entry, such as after an appeal."""
    incident = get_object_or_404(Incident, tournament=request.tournament, uuid=uuid)
    place: dict[str, Any] = {"round_": incident.round, "table": incident.table}
    form = _form(request, incident=incident, **place)
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        version = request.POST.get("version", "")
        try:
            change_incident(
                incident=incident,
                decision=form.decision_at(now),
                version=int(version) if version.isdecimal() else -1,
                by=request.actor,
                now=now,
            )
        except RuleError as error:
            _put(form, error)
        else:
            notes.success(request, _("The entry is changed."))
            return redirect("incidents", request.tournament.slug)
    return _page(request, form, incident=incident)


@office
@require_POST
def incident_proposal(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """What the tariff says to what is typed so far: a part of the page, fetched while typing."""
    form = _form(request, **_place(request, round_number, table_number))
    form.is_valid()
    return render(request, "tournament/incidents/parts/proposal.html", _proposal(form))


@office
@require_http_methods(["GET", "POST"])
def incident_lift(request: DeskRequest, uuid: str) -> HttpResponse:
    """Lift an entry with a reason."""
    incident = get_object_or_404(Incident, tournament=request.tournament, uuid=uuid)
    if request.method == "POST":
        try:
            lift_incident(
                incident=incident, reason=request.POST.get("reason", ""), by=request.actor, now=timezone.now()
            )
        except RuleError as error:
            say(request, error)
        else:
            notes.success(request, _("The entry is lifted. It stays in the book, struck through."))
            return redirect("incidents", request.tournament.slug)
    return render(
        request,
        "tournament/incidents/lift.html",
        {"incident": incident, "reason": request.POST.get("reason", "")},
        status=422 if request.method == "POST" else 200,
    )


@office
@require_POST
def incident_reasons(request: DeskRequest) -> HttpResponse:
    """The list of common reasons, one a line."""
    lines = [line.strip()[:300] for line in request.POST.get("reasons", "").splitlines()]
    set_reasons(
        tournament=request.tournament,
        reasons=[line for line in dict.fromkeys(lines) if line][:50],
        by=request.actor,
        now=timezone.now(),
    )
    return redirect("incidents", request.tournament.slug)


def _reasons(request: DeskRequest) -> list[str]:
    return request.tournament.incident_reasons or [str(reason) for reason in DEFAULT_REASONS]


def _place(request: DeskRequest, round_number: int, table_number: int) -> dict[str, Any]:
    if not table_number:
        return {"round_": None, "table": None}
    round_ = get_object_or_404(Round, tournament=request.tournament, number=round_number)
    return {"round_": round_, "table": get_object_or_404(Table, round=round_, number=table_number)}


def _form(
    request: DeskRequest, *, round_: Round | None, table: Table | None, incident: Incident | None = None
) -> IncidentForm:
    seats = queries.seats_of(table) if table else []
    people = (
        [seat.participant for seat in seats if seat.participant]
        if table
        else participants.sorted_by_name(participants.everyone(request.tournament))
    )
    return IncidentForm(
        request.POST if request.method == "POST" else None,
        round_=round_,
        table=table,
        seats=seats,
        people=people,
        tables=queries.tables_of(round_) if round_ else [],
        incident=incident,
        initial=_initial(incident, seats=seats)
        if incident
        else {"signed_by": request.tournament.referee_name or request.actor.name},
    )


def _initial(incident: Incident, *, seats: list[Any]) -> dict[str, Any]:
    """The form of an entry as it stands in the book."""
    points = dict(incident.penalty_set.values_list("participant_id", "points"))
    extension = incident.extension_set.filter(table=incident.table).first()
    names = (
        "game_number kind partnership_clear breach pledges can_hurt reason points_reason effect solo_used deduction "
        "warning disqualified signed_by appealed court decision"
    )
    initial = {name: getattr(incident, name) for name in names.split()}
    by_uuid = {str(seat.participant.uuid): seat.participant_id for seat in seats if seat.participant}
    initial |= {
        "offender": incident.offender_id,
        "soloist": incident.soloist_id,
        "claimants": [by_uuid[uuid] for uuid in incident.claimants if uuid in by_uuid],
        "minutes": extension.minutes if extension else None,
        "court_tables": list(incident.extension_set.exclude(table=incident.table).values_list("table_id", flat=True)),
    }
    if incident.points_reason:
        initial |= {f"points_{seat.position}": points.get(seat.participant_id, 0) for seat in seats}
    return initial


def _put(form: IncidentForm, error: RuleError) -> None:
    """Each problem beside its field, or above the form."""
    for problem in error.problems:
        field = f"points_{form.seats[0].position}" if problem.field == "points" and form.seats else problem.field
        form.add_error(field if field in form.fields else None, text(problem))


def _proposal(form: IncidentForm) -> dict[str, Any]:
    try:
        proposal = propose(form.decision_at(timezone.now()))
    except RuleError as error:
        return {"missing": texts(error)}
    rows = [
        (seat, proposal.points.get(seat.participant_id, 0))
        for seat in form.seats
        if seat.participant_id is not None and proposal.points
    ]
    return {"rows": rows, "effect": dict(EFFECTS).get(proposal.effect) if proposal.effect else ""}


def _page(
    request: DeskRequest, form: IncidentForm, *, incident: Incident | None = None, place: tuple[int, int] = (0, 0)
) -> HttpResponse:
    if incident is not None and incident.table is not None and incident.round is not None:
        place = (incident.round.number, incident.table.number)
    context: dict[str, Any] = {
        "form": form,
        "incident": incident,
        "place": place,
        "reasons": _reasons(request),
        "version": request.POST.get("version", incident.version if incident else 0),
    }
    if form.is_bound and form.table is not None:
        context |= _proposal(form)
    return render(request, "tournament/incidents/form.html", context, status=422 if form.errors else 200)
