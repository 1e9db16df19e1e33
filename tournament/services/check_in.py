"""Who is here, and what is in the cash box."""

from collections.abc import Sequence
from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import FeeKind, FeeState, Participant, Tournament
from tournament.registration import DONATION_MOST_CENTS
from tournament.services.journal import step


def check_in_participant(*, participant: Participant, by: Actor, now: datetime) -> None:
    """Note that the participant is here. Tapped twice it stays as it is.

    Raises RuleError: participant_is_withdrawn; returning is a step of its own.
    """
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="participant_checked_in",
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    ) as doing:
        fresh = doing.fresh(participant)
        if fresh.withdrawn_at is not None or fresh.disqualified_at is not None:
            raise RuleError([Problem(code="participant_is_withdrawn", params={"name": fresh.name})])
        if fresh.checked_in_at is None:
            doing.change(fresh, checked_in_at=now)


def check_out_participant(*, participant: Participant, by: Actor, now: datetime) -> None:
    """Note that the participant is not here after all."""
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="participant_checked_out",
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    ) as doing:
        fresh = doing.fresh(participant)
        doing.change(fresh, checked_in_at=None)


def check_in_participants(
    *, tournament: Tournament, participants: Sequence[Participant], by: Actor, now: datetime
) -> int:
    """Note that all these are here, as one step; returns how many were not before."""
    with step(tournament=tournament, by=by, now=now, what="participants_checked_in") as doing:
        fresh = Participant.objects.filter(
            tournament=doing.tournament,
            pk__in=[participant.pk for participant in participants],
            checked_in_at=None,
            withdrawn_at=None,
            disqualified_at=None,
        ).order_by("number")
        for participant in fresh:
            doing.change(participant, checked_in_at=now)
        doing.params["count"] = len(doing.changes)
    return len(doing.changes)


def settle_fee(
    *,
    participant: Participant,
    state: FeeState | None = None,
    kind: FeeKind | None = None,
    donation_cents: int | None = None,
    by: Actor,
    now: datetime,
) -> None:
    """Note what the participant owes (`kind`), whether it is paid (`state`), and the donation in cents; None: as it is.

    Raises RuleError: donation_out_of_range.
    """
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="fee_settled",
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    ) as doing:
        if donation_cents is not None and not 0 <= donation_cents <= DONATION_MOST_CENTS:
            raise RuleError([Problem(code="donation_out_of_range", field="donation")])
        fresh = doing.fresh(participant)
        wanted = {"fee_state": state, "fee_kind": kind, "donation_cents": donation_cents}
        doing.change(fresh, **{name: value for name, value in wanted.items() if value is not None})
        doing.params.update(fee_state=fresh.fee_state, fee_kind=fresh.fee_kind, donation_cents=fresh.donation_cents)
