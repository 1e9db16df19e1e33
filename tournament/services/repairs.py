"""Mending a seating in one step: a late player, a no-show, somebody who leaves. All other tables stay untouched."""

from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Participant, Presence, Round
from tournament.queries import repairs as queries
from tournament.queries.rounds import current_seats, present
from tournament.services.rounds import round_step, set_attendance
from tournament.services.seating import Plan, mend_seating, people_with_fillers, post_seating


def repair_seating(
    *,
    round_: Round,
    participant: Participant,
    way: str,
    state: Presence | None,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> Round:
    """Mend the seating the chosen way. `state` is where the participant is afterwards; None: at the table.

    Raises RuleError: reason_missing once published, reason_too_long (params most), repair_stale if the seating is no
    longer the one the way was shown for, seat_not_here, sheet_is_in, seat_replaced.
    """
    what = "player_seated_late" if state is None else "player_unseated"
    with round_step(round_, by=by, now=now, what=what, reason=reason) as doing:
        current = doing.fresh(round_)
        if current.published_at is not None and not reason.strip():
            raise RuleError([Problem(code="reason_missing", field="reason")])
        chosen = next((one for one in queries.ways(current, participant) if one.mark == way), None)
        if chosen is None:
            raise RuleError([Problem(code="repair_stale", params={"round": current.number})])
        if state is None:
            set_attendance(doing, current, participant, None)
        people = people_with_fillers(doing, chosen.repair.tables)
        was_resting = {row.participant_id: row for row in queries.resting(current)}
        repair = chosen.repair
        mend_seating(
            doing,
            current,
            plans=[
                Plan(number=table.number, room=table.room, players=queries.seats_of(table)) for table in repair.tables
            ],
            closed=repair.closed,
            people=people,
        )
        if state is not None:
            set_attendance(doing, current, participant, state, reason=reason)
        here = {person.pk for person in present(current)}
        seated = current_seats(current)
        for key in was_resting:
            if key in seated:
                set_attendance(doing, current, was_resting[key].participant, None)
        for number in repair.sitting_out:
            person = people[number]
            if number > 0 and person.pk not in seated and person.pk in here:
                late = person.pk == participant.pk
                set_attendance(doing, current, person, Presence.WAITING if late else Presence.SITS_OUT)
        doing.params |= {
            "participant": participant.number,
            "participant_uuid": str(participant.uuid),
            "tables": sorted({table.number for table in repair.tables} | set(repair.closed)),
        }
        if current.published_at is not None:
            post_seating(doing, current)
        return current
