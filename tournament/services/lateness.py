"""Somebody is not there when a published round is to start: his table waits, or a substitute sits in for him.

The TSR is silent about people who come late; it lets the referee give single tables another time (TSR 8.5.1) and plays
at tables of four and five only. Giving the seat up altogether is a repair of the seating, see `services.repairs`.
"""

from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Attendance, Extension, Participant, Presence, Round, Seat
from tournament.services.clock import MOST_MINUTES
from tournament.services.handovers import substitute
from tournament.services.journal import Step
from tournament.services.rounds import round_step, set_attendance
from tournament.services.seating import post_seating, refuse_replaced, refuse_sheets, reprint


def let_table_wait(
    *, round_: Round, participant: Participant, minutes: int, reason: str, by: Actor, now: datetime
) -> None:
    """Keep the seat: the table waits and gets so many minutes more, 0 where the lost time is not made up (TSR 8.5.1).

    The participant is late until he is noted as here. Raises RuleError: reason_missing, reason_too_long,
    wait_minutes (params most), late_no_seat (params number), sheet_is_in, clock_before_publication.
    """
    with round_step(round_, by=by, now=now, what="table_waits", reason=reason) as doing:
        current, seat = _seat(doing, round_, participant, reason=reason)
        if not 0 <= minutes <= MOST_MINUTES:
            raise RuleError([Problem(code="wait_minutes", field="minutes", params={"most": MOST_MINUTES})])
        set_attendance(doing, current, participant, Presence.LATE, reason=reason)
        if minutes:
            doing.create(Extension(table=seat.table, minutes=minutes, reason=reason, given_at=now))
            doing.public()
        doing.params |= {**_named(participant), "table": seat.table.number, "minutes": minutes}


def seat_substitute(
    *, round_: Round, participant: Participant, number: int, reason: str, by: Actor, now: datetime
) -> Seat:
    """Give the seat to a substitute from the first game on; the participant is late and can take it over later.

    Raises RuleError: reason_missing, reason_too_long, late_no_seat, sheet_is_in, seat_replaced,
    clock_before_publication, seat_number_unknown, seat_number_taken, seat_number_disqualified.
    """
    with round_step(round_, by=by, now=now, what="player_replaced", reason=reason) as doing:
        current, seat = _seat(doing, round_, participant, reason=reason)
        refuse_replaced(Seat.objects.filter(table=seat.table).select_related("table"))
        person = substitute(current, position=seat.position, number=number)
        set_attendance(doing, current, participant, Presence.LATE, reason=reason)
        _note_substitute(doing, current, person, participant)
        doing.change(seat, participant=person)
        reprint(doing, current, doing.fresh(seat.table))
        doing.params |= {
            "first_uuid": str(participant.uuid),
            "second_uuid": str(person.uuid),
            "table": seat.table.number,
            "position": seat.position,
            "game": 1,
        }
        post_seating(doing, current)
        return seat


def _seat(doing: Step, round_: Round, participant: Participant, *, reason: str) -> tuple[Round, Seat]:
    """The round and the seat the participant holds, as they are now."""
    current = doing.fresh(round_)
    if current.published_at is None:
        raise RuleError([Problem(code="clock_before_publication", params={"round": current.number})])
    if not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])
    seat = (
        Seat.objects.filter(round=current, participant=participant)
        .select_related("round", "table", "participant")
        .order_by("-from_game")
        .first()
    )
    if seat is None:
        raise RuleError([Problem(code="late_no_seat", params={"number": participant.number})])
    refuse_sheets([seat.table])
    return current, seat


def _note_substitute(doing: Step, round_: Round, person: Participant, late: Participant) -> None:
    known = Attendance.objects.filter(round=round_, participant=person).first()
    if known is None:
        doing.create(Attendance(round=round_, participant=person, state=Presence.SUBSTITUTE, substitute_for=late))
    else:
        doing.change(known, state=Presence.SUBSTITUTE, substitute_for=late)


def _named(participant: Participant) -> dict[str, str | int]:
    return {"participant": participant.number, "participant_uuid": str(participant.uuid)}
