"""What a round counts where no sheet says it: rounds outside the ranking, points for a round that was missed."""

from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.models import Attendance, Participant, Presence, Round, Seat
from tournament.services.journal import Actor, Step, refuse_long, step
from tournament.services.rounds import MOST_WHY

LARGEST_AWARD = 999
"""More points for a missed round are a slip of the hand."""


def set_round_counts(*, round_: Round, counts: bool, reason: str, by: Actor, now: datetime) -> Round:
    """Let a round count for the ranking, or not (a side event, a final table of its own).

    Raises RuleError: reason_missing.
    """
    what = "round_counts" if counts else "round_counts_not"
    with step(tournament=round_.tournament, by=by, now=now, what=what, reason=reason, round=round_.number) as doing:
        _refuse_no_reason(reason)
        doing.public()
        return doing.change(doing.fresh(round_), counts=counts)


def award_points(
    *, round_: Round, participant: Participant, points: int | None, reason: str, by: Actor, now: datetime
) -> None:
    """Decide what a missed round counts for one participant; None: by the rule of the tournament again.

    Raises RuleError: reason_missing; reason_too_long and award_large (params most); award_seated (params number,
    table) for whoever sat in this round, whose sheet says it.
    """
    with step(
        tournament=round_.tournament,
        by=by,
        now=now,
        what="points_awarded" if points is not None else "points_by_rule",
        reason=reason,
        round=round_.number,
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    ) as doing:
        _refuse_no_reason(reason)
        refuse_long(reason, most=MOST_WHY)
        if points is not None:
            if abs(points) > LARGEST_AWARD:
                raise RuleError([Problem(code="award_large", field="points", params={"most": LARGEST_AWARD})])
            doing.params["points"] = points
        seat = Seat.objects.filter(round=round_, participant=participant).select_related("table").first()
        if seat is not None:
            params = {"number": participant.number, "table": seat.table.number}
            raise RuleError([Problem(code="award_seated", field="number", params=params)])
        _award(doing, round_, participant, points=points, reason=reason)
        doing.public()


def _award(doing: Step, round_: Round, participant: Participant, *, points: int | None, reason: str) -> None:
    found = (
        Attendance.objects.filter(round=round_, participant=participant)
        .select_related("round", "participant", "substitute_for")
        .first()
    )
    if found is not None:
        doing.change(found, points=points, reason=reason)
    elif points is not None:
        doing.create(
            Attendance(round=round_, participant=participant, state=Presence.ABSENT, points=points, reason=reason)
        )


def _refuse_no_reason(reason: str) -> None:
    if not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])
