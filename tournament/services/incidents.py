"""The referee's book: recording, changing and lifting incidents, TSR 9.

decision   all that the referee states about one incident
share      the points one participant gets or loses by it; the shares of an incident sum to zero (TSR 9.3–9.5)
written    numbers copied from paper that contain penalties: typed totals and running totals. A penalty that is booked
           or lifted after they were typed is added to them in the same step, so that paper and book say the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring import penalties as tariffs
from scoring.errors import Problem, RuleError
from scoring.terms import BreachClass
from tournament.actors import Actor
from tournament.messages.laws import NORMAL, SOLO, UNSPORTSMANLIKE, WEDDING
from tournament.models import Entry, Extension, Incident, Participant, Penalty, Round, Seat, Table, Tournament
from tournament.queries.sheets import sheet_data
from tournament.records import RUBRIC, holders_in, row_of_incident
from tournament.services.journal import Step, step

__all__ = [
    "NORMAL",
    "SOLO",
    "UNSPORTSMANLIKE",
    "WEDDING",
    "Decision",
    "Proposal",
    "change_incident",
    "lift_incident",
    "propose",
    "record_incident",
]

_CELLS = ("p1", "p2", "p3", "p4", "p5")
_OWN_FIELDS = (
    "round",
    "table",
    "game_number",
    "happened_at",
    "offender",
    "kind",
    "soloist",
    "partnership_clear",
    "pledges",
    "can_hurt",
    "breach",
    "reason",
    "points_reason",
    "effect",
    "solo_used",
    "deduction",
    "warning",
    "disqualified",
    "signed_by",
    "appealed",
    "court",
    "decision",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the referee states. `points` per participant override the tariff and then need `points_reason`.

    `minutes` are added to the table's time, `court_tables` get the same (TSR 8.5.1). `contained` says that the totals
    already typed contain the penalty.
    """

    happened_at: datetime
    reason: str
    round: Round | None = None
    table: Table | None = None
    game_number: int | None = None
    offender: Participant | None = None
    claimants: tuple[Participant, ...] = ()
    kind: str = NORMAL
    soloist: Participant | None = None
    partnership_clear: bool | None = None
    pledges: int = 0
    can_hurt: bool | None = None
    breach: str = ""
    sits_out: Participant | None = None
    points: Mapping[int, int] | None = None
    points_reason: str = ""
    effect: str = ""
    solo_used: bool | None = None
    deduction: int = 0
    warning: bool = False
    disqualified: bool = False
    signed_by: str = ""
    appealed: bool = False
    court: str = ""
    decision: str = ""
    minutes: int = 0
    court_tables: tuple[Table, ...] = ()
    contained: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the tariff says: points per participant at the table, and what becomes of the game."""

    points: Mapping[int, int]
    effect: str
    solo_used: bool | None


def propose(decision: Decision) -> Proposal:
    """The tariff for a decision, TSR 9.3–9.5. Raises RuleError with all that is missing for it."""
    if decision.breach in ("", UNSPORTSMANLIKE):
        return Proposal(points={}, effect="", solo_used=None)
    seats = _seated(decision) if decision.table else {}
    problems = _seat_problems(decision, seats)
    if problems:
        raise RuleError(problems)
    place = {person: position for position, person in seats.items()}
    penalty = _penalty(decision, place)
    soloist = place.get(decision.soloist.pk) if decision.soloist and decision.kind == SOLO else None
    sits_out = place.get(decision.sits_out.pk) if decision.sits_out else None
    cells = tariffs.tariff(penalty, seats=len(seats), soloist=soloist, sits_out=sits_out)
    effect, used = usual_outcome(
        breach=decision.breach, kind=decision.kind, offender=decision.offender, soloist=decision.soloist
    )
    return Proposal(
        points={seats[position]: points for position, points in enumerate(cells, start=1)},
        effect=effect,
        solo_used=used,
    )


def usual_outcome(
    *, breach: str, kind: str, offender: Participant | None, soloist: Participant | None
) -> tuple[str, bool | None]:
    """What becomes of the game by the tariff, and whether that uses up a mandatory solo (TSR 9.2–9.5).

    None where the game is played on, or was no solo.
    """
    if breach in ("", UNSPORTSMANLIKE):
        return "", None
    # Only whether the offender plays alone matters, not where people sit.
    alone = None if kind != SOLO or soloist is None else 1 if soloist == offender else 2
    penalty = tariffs.Penalty(offender=1, breach=BreachClass(breach), solo_clear=kind == SOLO)
    effect = tariffs.effect(penalty, soloist=alone)
    stopped = kind == SOLO and effect in (tariffs.Effect.NOT_PLAYED, tariffs.Effect.COUNTS)
    return effect.value, effect == tariffs.Effect.COUNTS if stopped else None


def record_incident(
    *, tournament: Tournament, decision: Decision, by: Actor, now: datetime, uuid: UUID | None = None
) -> Incident:
    """Enter an incident with its penalty points, deduction, extra minutes and consequences.

    `uuid` names the entry: sent twice it is entered once.
    Raises RuleError: reason_missing, offender_missing, offender_not_seated, table_missing, points_reason_missing,
    claimant_is_offender (TSR 9.6.1), signature_missing (TSR 8.2.2), deduction_outside, deduction_not_unsportsmanlike,
    and what the tariff lacks.
    """
    with step(tournament=tournament, by=by, now=now, what="incident_recorded") as doing:
        there = Incident.objects.filter(tournament=doing.tournament, uuid=uuid).first() if uuid is not None else None
        if there is not None:
            return there
        booked = _checked(decision)
        read = _take_over(doing, decision, booked.points)
        named = {} if uuid is None else {"uuid": uuid}
        incident = doing.create(Incident(**_values(decision, booked), **named, recorded_by=by.user))
        _describe(doing, incident)
        _book(doing, incident, replace(decision, contained=decision.contained or read), booked.points)
    return incident


def change_incident(
    *, incident: Incident, decision: Decision, version: int, by: Actor, now: datetime, reason: str = ""
) -> Incident:
    """Change what the book says, such as after an appeal.

    Raises RuleError as `record_incident`, and incident_changed (somebody else has, meanwhile), incident_lifted.
    """
    with step(tournament=incident.tournament, by=by, now=now, what="incident_changed", reason=reason) as doing:
        current = doing.fresh(incident)
        if current.lifted_at is not None:
            raise RuleError([Problem(code="incident_lifted")])
        if current.version != version:
            raise RuleError([Problem(code="incident_changed")])
        booked = _checked(decision)
        _take_out(doing, current)
        if current.offender != decision.offender:
            _set_disqualified(doing, current, disqualified=False)
        doing.change(current, **_values(decision, booked), version=current.version + 1)
        _describe(doing, current)
        _book(doing, current, decision, booked.points)
    return current


def lift_incident(*, incident: Incident, reason: str, version: int | None = None, by: Actor, now: datetime) -> Incident:
    """Take an incident out of force. It stays in the book, struck through.

    `version` is that of the entry the referee has before him; None where he has seen it as it is now.
    Raises RuleError: reason_missing, reason_too_long (params most), incident_changed (somebody else has, meanwhile).
    """
    if not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])
    with step(tournament=incident.tournament, by=by, now=now, what="incident_lifted", reason=reason) as doing:
        current = doing.fresh(incident)
        if current.lifted_at is not None:
            return current
        if version is not None and current.version != version:
            raise RuleError([Problem(code="incident_changed")])
        points = {penalty.participant_id: -penalty.points for penalty in current.penalty_set.all()}
        if current.table is not None:
            _rewrite(doing, current.table, points, current)
        doing.delete_all(list(Extension.objects.filter(incident=current).select_related("table", "incident")))
        _set_disqualified(doing, current, disqualified=False)
        doing.change(current, lifted_at=now, lifted_reason=reason, version=current.version + 1)
        _describe(doing, current)
        doing.public()
    return current


def _values(decision: Decision, booked: Proposal) -> dict[str, Any]:
    """The fields of the incident; effect and use of the solo are the tariff's where the referee left them open."""
    values = {name: getattr(decision, name) for name in _OWN_FIELDS}
    values["claimants"] = [str(person.uuid) for person in decision.claimants]
    values["effect"] = decision.effect or booked.effect
    values["solo_used"] = booked.solo_used if decision.solo_used is None else decision.solo_used
    values["solo_clear"] = decision.kind != WEDDING
    return values


def _checked(decision: Decision) -> Proposal:
    """What is to be booked, after everything that can be wrong with a decision was looked for."""
    problems: list[Problem] = []
    if not decision.reason.strip():
        problems.append(Problem(code="reason_missing", field="reason"))
    if decision.offender is None and (decision.breach or decision.deduction or decision.disqualified):
        problems.append(Problem(code="offender_missing", field="offender"))
    if decision.offender is not None and decision.offender in decision.claimants:
        problems.append(Problem(code="claimant_is_offender", field="claimants", section="TSR 9.6.1"))
    if decision.deduction:
        problems += [
            Problem(code=found.code, field="deduction", section=found.section, params=found.params)
            for found in tariffs.check_deduction(tariffs.Deduction(points=decision.deduction))
        ]
        if decision.breach != UNSPORTSMANLIKE:
            problems.append(Problem(code="deduction_not_unsportsmanlike", field="deduction", section="TSR 9.7.2"))
    booked = Proposal(points={}, effect="", solo_used=None)
    if not problems or decision.breach:
        try:
            booked = _booked(decision)
        except RuleError as error:
            problems += error.problems
    costs = any(booked.points.values()) or decision.deduction or decision.disqualified or decision.minutes
    if costs and not decision.signed_by.strip():
        problems.append(Problem(code="signature_missing", field="signed_by", section="TSR 8.2.2"))
    if decision.minutes and decision.table is None:
        problems.append(Problem(code="table_missing", field="table"))
    if problems:
        raise RuleError(problems)
    return booked


def _booked(decision: Decision) -> Proposal:
    """The tariff, or the referee's own points with his reason."""
    if decision.points is None:
        return propose(decision)
    seats = _seated(decision) if decision.table else {}
    problems = _seat_problems(decision, seats) if any(decision.points.values()) else []
    total = sum(decision.points.values())
    if total:
        problems.append(Problem(code="penalty_not_zero_sum", field="points", section="TSR 9.3", params={"sum": total}))
    if set(decision.points) - set(seats.values()):
        problems.append(Problem(code="offender_not_seated", field="points"))
    if problems:
        raise RuleError(problems)
    try:
        proposed = propose(decision)
    except RuleError:
        # The tariff has no answer, such as for the sitting dealer: then any points are the referee's own.
        effect, used = usual_outcome(
            breach=decision.breach, kind=decision.kind, offender=decision.offender, soloist=decision.soloist
        )
        proposed = Proposal(points={}, effect=effect, solo_used=used)
    if not decision.points_reason.strip() and _without_zeros(decision.points) != _without_zeros(proposed.points):
        raise RuleError([Problem(code="points_reason_missing", field="points_reason", section="TSR 9.1.7")])
    return Proposal(points=decision.points, effect=proposed.effect, solo_used=proposed.solo_used)


def _without_zeros(points: Mapping[int, int]) -> dict[int, int]:
    return {person: value for person, value in points.items() if value}


def _seat_problems(decision: Decision, seats: Mapping[int, int]) -> list[Problem]:
    if decision.table is None:
        return [Problem(code="table_missing", field="table")]
    if decision.offender is None:
        return [Problem(code="offender_missing", field="offender")]
    problems = []
    if decision.offender.pk not in seats.values():
        problems.append(Problem(code="offender_not_seated", field="offender", params={"table": decision.table.number}))
    if decision.kind == SOLO and decision.breach != BreachClass.INSIGNIFICANT:
        if decision.soloist is None:
            problems.append(Problem(code="soloist_of_incident_missing", field="soloist", section="TSR 9.3.3"))
        elif decision.soloist.pk not in seats.values():
            problems.append(
                Problem(code="offender_not_seated", field="soloist", params={"table": decision.table.number})
            )
    return problems


def _penalty(decision: Decision, place: Mapping[int, int]) -> tariffs.Penalty:
    offender = decision.offender
    if offender is None:
        raise RuleError([Problem(code="offender_missing", field="offender")])
    return tariffs.Penalty(
        offender=place[offender.pk],
        breach=BreachClass(decision.breach),
        pledges=decision.pledges,
        can_hurt=decision.can_hurt,
        solo_clear=decision.kind == SOLO,
    )


def _seated(decision: Decision) -> dict[int, int]:
    """Who held which position in the game: participant's key by position; those named, where no game is."""
    seats = Seat.objects.filter(table=decision.table)
    people = (decision.offender, decision.soloist, decision.sits_out, *decision.claimants)
    named = {person.pk for person in people if person is not None} | {*(decision.points or ())}
    return holders_in(seats, game=decision.game_number, named=named)


def _take_over(doing: Step, decision: Decision, points: Mapping[int, int]) -> bool:
    """Remove the same penalty as a clerk has read it from the row of the sheet: the referee's entry stands for it."""
    if decision.table is None:
        return False
    found = Incident.objects.filter(
        table=decision.table, offender=decision.offender, from_sheet=True, lifted_at__isnull=True
    )
    if decision.game_number is not None:
        found = found.filter(game_number=decision.game_number)
    else:
        # A solo that names no game stands in the rubric.
        found = found.filter(game_number__gt=RUBRIC) if decision.soloist is not None else found.none()
    for incident in found.select_related("round", "table", "offender", "soloist", "recorded_by").order_by("pk"):
        penalties = list(Penalty.objects.filter(incident=incident).select_related("incident", "participant"))
        if {penalty.participant_id: penalty.points for penalty in penalties} == _without_zeros(points):
            doing.delete_all(penalties)
            doing.delete(incident)
            return True
    return False


def _book(doing: Step, incident: Incident, decision: Decision, points: Mapping[int, int]) -> None:
    booked = _without_zeros(points)
    people = Participant.objects.in_bulk(list(booked))
    doing.create_all(
        [Penalty(incident=incident, participant=people[person], points=value) for person, value in booked.items()]
    )
    if decision.minutes and decision.table is not None:
        for table in dict.fromkeys((decision.table, *decision.court_tables)):
            doing.create(
                Extension(
                    table=table,
                    minutes=decision.minutes,
                    reason=decision.reason,
                    incident=incident,
                    given_at=doing.now,
                )
            )
    if decision.table is not None and not decision.contained:
        _rewrite(doing, decision.table, booked, incident)
    _set_disqualified(doing, incident, disqualified=decision.disqualified)
    doing.public()


def _take_out(doing: Step, incident: Incident) -> None:
    """Remove what an incident had booked, from what was copied from the paper too."""
    penalties = list(Penalty.objects.filter(incident=incident).select_related("incident", "participant"))
    points = {penalty.participant_id: -penalty.points for penalty in penalties}
    doing.delete_all(penalties)
    doing.delete_all(list(Extension.objects.filter(incident=incident).select_related("table", "incident")))
    if incident.table is not None:
        _rewrite(doing, incident.table, points, incident)


def _rewrite(doing: Step, table: Table, change: Mapping[int, int], incident: Incident) -> None:
    """Add penalty points to what was already copied from the paper of this table.

    Running totals carry a penalty on from its row; one that stands in no row is not in them.
    """
    moved = {person: value for person, value in change.items() if value}
    if not moved:
        return
    current = Table.objects.select_related("round").get(pk=table.pk)
    data = sheet_data(current)
    row = row_of_incident(data, incident)
    places = {
        person: position for position, person in holders_in(data.seats, game=incident.game_number, named=moved).items()
    }
    for seat in sorted(data.seats, key=lambda seat: (seat.participant_id or 0, -seat.from_game)):
        value = moved.get(seat.participant_id or 0)
        if value and seat.total is not None and places.get(seat.participant_id or 0) == seat.position:
            doing.change(seat, total=seat.total + value)
    for game in data.games:
        carries = row is not None and (game.number == row or row <= RUBRIC < game.number or row < game.number <= RUBRIC)
        if game.pk is None or game.entry != Entry.RUNNING or not carries:
            continue
        cells: dict[str, Any] = {}
        for person, value in moved.items():
            name = _CELLS[places[person] - 1] if person in places else ""
            if name and getattr(game, name) is not None:
                cells[name] = getattr(game, name) + value
        doing.change(game, **cells)
    doing.change(current, version=current.version + 1)


def _set_disqualified(doing: Step, incident: Incident, *, disqualified: bool) -> None:
    if incident.offender is None:
        return
    others = Incident.objects.filter(offender=incident.offender, disqualified=True, lifted_at__isnull=True).exclude(
        pk=incident.pk
    )
    offender = doing.fresh(incident.offender)
    if disqualified and offender.disqualified_at is None:
        doing.change(offender, disqualified_at=doing.now)
    elif not disqualified and offender.disqualified_at is not None and not others.exists():
        doing.change(offender, disqualified_at=None)


def _describe(doing: Step, incident: Incident) -> None:
    """What the journal's sentence needs."""
    doing.params.update(
        offender_uuid=str(incident.offender.uuid) if incident.offender else "–",
        offender=incident.offender.number if incident.offender else "–",
        round=incident.round.number if incident.round else "–",
        table=incident.table.number if incident.table else "–",
    )
