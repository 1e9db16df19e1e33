"""The referee's book on the screen. What moves points after a sheet is confirmed or a list hangs is shown first."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import RuleError
from tournament import seen
from tournament.forms.incidents import DEFAULT_REASONS, IncidentForm
from tournament.messages import laws, text, texts
from tournament.models import Incident, Participant, Round, Seat, Table, Tournament
from tournament.numerals import whole_number
from tournament.queries import incidents as queries
from tournament.queries import participants
from tournament.queries.consequences import Consequences
from tournament.queries.publications import latest
from tournament.queries.rounds import rounds_of
from tournament.records import holders_in, sat_out
from tournament.services.incident_reasons import set_reasons
from tournament.services.incident_trials import preview_change, preview_lift, preview_record
from tournament.services.incidents import change_incident, lift_incident, propose, record_incident, usual_outcome
from tournament.views.access import DeskRequest, office, say
from tournament.views.corrections import worded

_LIST = ["incident_reasons"]


@office
def incidents(request: DeskRequest) -> HttpResponse:
    """All entries of the book, newest first; lifted ones struck through."""
    shown = {"typed": "\n".join(_reasons(request.tournament)), "seen": seen.shown(request.tournament, _LIST)}
    return _book(request, **shown)


@office
def incident_table(request: DeskRequest) -> HttpResponse:
    """At which table? The first question of a new entry; of the current round, or of the one asked for."""
    rounds = rounds_of(request.tournament)
    asked = request.GET.get("round", "")
    round_ = next((one for one in rounds if str(one.number) == asked), rounds[-1] if rounds else None)
    context = {
        "round": round_,
        "tables": queries.tables_of(round_) if round_ else [],
        "others": [one for one in rounds if one != round_],
    }
    return render(request, "tournament/incidents/table.html", context)


@office
@require_http_methods(["GET", "POST"])
def incident_new(request: DeskRequest, round_number: int = 0, table_number: int = 0) -> HttpResponse:
    """A new entry at a table, or (0, 0) without one."""
    form = _form(request, **_place(request, round_number, table_number))
    place = (round_number, table_number)
    if _sent(request) and form.is_valid():
        now = timezone.now()
        decision = form.decision_at(now)
        values: dict[str, Any] = {
            "tournament": request.tournament,
            "decision": decision,
            "by": request.actor,
            "now": now,
        }
        try:
            found = _to_look_at(request, lambda: preview_record(**values), always=decision.disqualified)
            if found is not None:
                return _look(request, form, found)
            record_incident(**values, uuid=_entry(request))
        except RuleError as error:
            _put(form, error)
        else:
            in_sheet = _("The decision stands in the book and in the sheet.")
            notes.success(request, in_sheet if form.table is not None else _("The decision stands in the book."))
            return redirect("incidents", request.tournament.slug)
    return _page(request, form, place=place)


@office
@require_http_methods(["GET", "POST"])
def incident_change(request: DeskRequest, uuid: str) -> HttpResponse:
    """Change an entry, such as after an appeal. Who has an older state of it before him sees what it is now."""
    incident = get_object_or_404(Incident, tournament=request.tournament, uuid=uuid)
    if incident.lifted_at is not None and request.method == "GET":
        return redirect("incident_lift", request.tournament.slug, incident.uuid)
    stands = None
    form = _form(request, incident=incident, round_=incident.round, table=queries.table_now(incident))
    if _sent(request) and form.is_valid():
        now = timezone.now()
        version = whole_number(request.POST.get("version"), digits=8)
        decision = form.decision_at(now)
        values: dict[str, Any] = {
            "incident": incident,
            "decision": decision,
            "version": -1 if version is None else version,
            "by": request.actor,
            "now": now,
        }
        try:
            always = decision.disqualified != incident.disqualified
            found = _to_look_at(request, lambda: preview_change(**values), always=always)
            if found is not None:
                return _look(request, form, found, incident=incident)
            change_incident(**values)
        except RuleError as error:
            _put(form, error)
            if any(problem.code == "incident_changed" for problem in error.problems):
                stands = queries.entry_of(incident)
        else:
            notes.success(request, _("The entry is changed."))
            return redirect("incidents", request.tournament.slug)
    return _page(request, form, incident=incident, stands=stands)


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
    """Lift an entry with a reason; what that changes stands above the key."""
    incident = get_object_or_404(Incident, tournament=request.tournament, uuid=uuid)
    now = timezone.now()
    refused = False
    if request.method == "POST":
        version = whole_number(request.POST.get("version"), digits=8)
        try:
            lift_incident(
                incident=incident,
                reason=request.POST.get("reason", ""),
                version=-1 if version is None else version,
                by=request.actor,
                now=now,
            )
        except RuleError as error:
            say(request, error)
            refused = True
        else:
            notes.success(request, _("The entry is lifted. It stays in the book, struck through."))
            return redirect("incidents", request.tournament.slug)
    context: dict[str, Any] = {
        "incident": incident,
        "entry": queries.entry_of(incident),
        "reason": request.POST.get("reason", ""),
    }
    if incident.lifted_at is None and queries.is_binding(request.tournament):
        try:
            found = preview_lift(incident=incident, by=request.actor, now=now)
            context |= worded(found) | {"now": now, "hung": latest(request.tournament)}
        except RuleError as error:
            say(request, error)
    return render(request, "tournament/incidents/lift.html", context, status=422 if refused else 200)


@office
@require_POST
def incident_reasons(request: DeskRequest) -> HttpResponse:
    """The list of common reasons, one a line."""
    typed, sent = request.POST.get("reasons", ""), request.POST.get(seen.FIELD, "")
    lines = dict.fromkeys(line.strip() for line in typed.splitlines())
    reasons = [line for line in lines if line]
    try:
        set_reasons(
            tournament=request.tournament,
            # Kept as none, the program's own list stays in the language of whoever looks at it.
            reasons=[] if reasons == _own_reasons() else reasons,
            seen=seen.read(sent),
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        now = Tournament.objects.get(pk=request.tournament.pk)
        stale = any(problem.code == "reasons_changed" for problem in error.problems)
        return _book(
            request,
            typed=typed,
            seen=seen.shown_again(now, _LIST, sent=sent, stale=_LIST if stale else ()),
            problems=texts(error),
            stands=_reasons(now) if stale else (),
        )
    notes.success(request, _("The list is saved."))
    return redirect("incidents", request.tournament.slug)


def _book(request: DeskRequest, **shown: Any) -> HttpResponse:
    """The page of the book. `shown` of its list of reasons: typed, seen, and after a refusal problems and stands."""
    context = {"book": queries.book(request.tournament), **shown}
    return render(request, "tournament/incidents/book.html", context, status=422 if shown.get("problems") else 200)


def _own_reasons() -> list[str]:
    return [str(reason) for reason in DEFAULT_REASONS]


def _reasons(tournament: Tournament) -> list[str]:
    return tournament.incident_reasons or _own_reasons()


def _place(request: DeskRequest, round_number: int, table_number: int) -> dict[str, Any]:
    if not table_number:
        return {"round_": None, "table": None}
    round_ = get_object_or_404(Round, tournament=request.tournament, number=round_number)
    return {"round_": round_, "table": get_object_or_404(Table, round=round_, number=table_number)}


def _form(
    request: DeskRequest, *, round_: Round | None, table: Table | None, incident: Incident | None = None
) -> IncidentForm:
    held = queries.held_at(table) if table else []
    people = [] if table else participants.sorted_by_name(participants.everyone(request.tournament))
    rounds = rounds_of(request.tournament) if table is None else []
    claimants = queries.claimants_of(incident) if incident else []
    return IncidentForm(
        request.POST if request.method == "POST" else None,
        round_=round_,
        table=table,
        held=held,
        people=people,
        tables=queries.tables_of(round_) if round_ and table else [],
        rounds=rounds,
        incident=incident,
        claimants=claimants,
        initial=_initial(incident, held=held, claimants=claimants)
        if incident
        else {
            "signed_by": request.tournament.referee_name or request.actor.name,
            "round_number": rounds[-1].number if rounds else None,
        },
    )


def _initial(incident: Incident, *, held: list[Seat], claimants: list[Participant]) -> dict[str, Any]:
    """The form of an entry as it stands in the book. What the tariff says is left to it: another class changes it."""
    points = dict(incident.penalty_set.values_list("participant_id", "points"))
    extension = incident.extension_set.filter(table=incident.table).first()
    names = (
        "game_number kind partnership_clear breach pledges can_hurt reason points_reason "
        "warning disqualified signed_by appealed court decision"
    )
    initial = {name: getattr(incident, name) for name in names.split()}
    seated = holders_in(held, game=incident.game_number, named=points)
    initial |= {
        "round_number": incident.round.number if incident.round is not None else None,
        "time": localtime(incident.happened_at).time(),
        "deduction": incident.deduction or None,
        "offender": incident.offender_id,
        "sits_out": sat_out(seated, points),
        "soloist": incident.soloist_id,
        "claimants": [person.pk for person in claimants],
        "minutes": extension.minutes if extension else None,
        "court_tables": list(incident.extension_set.exclude(table=incident.table).values_list("table_id", flat=True)),
    }
    effect, solo_used = usual_outcome(
        breach=incident.breach, kind=incident.kind, offender=incident.offender, soloist=incident.soloist
    )
    if incident.effect != effect:
        initial["effect"] = incident.effect
    if incident.solo_used != solo_used:
        initial["solo_used"] = incident.solo_used
    if incident.points_reason:
        initial |= {f"points_{position}": points.get(person, 0) for position, person in seated.items()}
    return initial


def _sent(request: DeskRequest) -> bool:
    """Whether the form is to be entered; `edit` comes back from the page of consequences to it."""
    return request.method == "POST" and request.POST.get("action") != "edit"


def _entry(request: DeskRequest) -> UUID | None:
    """The name of the new entry: a form sent twice makes one entry."""
    try:
        return UUID(request.POST.get("entry", ""))
    except ValueError:
        return None


def _to_look_at(request: DeskRequest, preview: Callable[[], Consequences], *, always: bool) -> Consequences | None:
    """What has to be looked at before the entry is made; None where nothing moves, or it has been looked at.

    `always`: somebody is disqualified or is no longer, which matters even where no rank moves.
    """
    if request.POST.get("action") == "save" or not queries.is_binding(request.tournament):
        return None
    found = preview()
    return found if found.moved or always else None


def _look(
    request: DeskRequest, form: IncidentForm, found: Consequences, *, incident: Incident | None = None
) -> HttpResponse:
    """What the entry changes, with everything typed kept; only the key on this page makes the entry."""
    decision = form.decision_at(timezone.now())
    context = {
        "form": form,
        "incident": incident,
        "offender": decision.offender,
        "decision": decision,
        **worded(found),
        "now": timezone.now(),
        "hung": latest(request.tournament),
        "kept": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in ("csrfmiddlewaretoken", "action")
        ],
    }
    return render(request, "tournament/incidents/look.html", context)


def _put(form: IncidentForm, error: RuleError) -> None:
    """Each problem beside its field, or above the form."""
    for problem in error.problems:
        field = "points_1" if problem.field == "points" and form.table is not None else problem.field
        form.add_error(field if field in form.fields else None, text(problem))


def _proposal(form: IncidentForm) -> dict[str, Any]:
    """What the tariff says, or what it lacks, and what stands against the offender already."""
    decision = form.decision_at(timezone.now())
    found: dict[str, Any] = {}
    if decision.offender is not None:
        found["earlier"] = queries.earlier_entries(decision.offender, besides=form.incident)
    try:
        proposal = propose(decision)
    except RuleError as error:
        return {**found, "missing": texts(error)}
    found["rows"] = [
        (form.people[person], points) for person, points in proposal.points.items() if person in form.people
    ]
    found["effect"] = laws.EFFECTS.get(proposal.effect, "")
    if decision.breach:
        by_soloist = decision.soloist is not None and decision.soloist == decision.offender
        found["law"] = laws.law(
            breach=decision.breach, kind=decision.kind, by_soloist=by_soloist, can_hurt=decision.can_hurt
        )
    return found


def _booked(incident: Incident) -> dict[str, Any]:
    """What the proposal said when the entry was made, before anything is typed anew."""
    entry = queries.entry_of(incident)
    # Points of the referee's own are no tariff, nor are those of people at a table that is gone.
    other = bool(incident.points_reason) or entry.loose
    return {
        "rows": [] if other else [(penalty.participant, penalty.points) for penalty in entry.penalties],
        "effect": entry.effect_word,
        "law": entry.law,
        "earlier": queries.earlier_entries(incident.offender, besides=incident) if incident.offender else [],
    }


def _page(
    request: DeskRequest,
    form: IncidentForm,
    *,
    incident: Incident | None = None,
    place: tuple[int, int] = (0, 0),
    stands: queries.Entry | None = None,
) -> HttpResponse:
    """The form. `stands`: the entry as it is now, where what was sent is older; sent again it holds."""
    if form.round is not None and form.table is not None:
        place = (form.round.number, form.table.number)
    context: dict[str, Any] = {
        "form": form,
        "incident": incident,
        "place": place,
        "reasons": _reasons(request.tournament),
        "stands": stands,
        "version": stands.incident.version
        if stands
        else request.POST.get("version", incident.version if incident else 0),
        "entry": _entry(request) or uuid4(),
    }
    status = 422 if form.errors else 200
    if form.is_bound:
        context |= _proposal(form)
    elif incident is not None:
        context |= _booked(incident)
    return render(request, "tournament/incidents/form.html", context, status=status)
