"""Single seats: swapped, filled, dealt out at the desk. Everything else of the round stays untouched.

person    named by start number, as it is typed: "17 23"
published every change asks for a reason, and the printed sheet of a touched table is outdated
"""

from collections.abc import Sequence
from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.draw.chance import generator
from tournament.models import Participant, Round, Seat
from tournament.queries import rounds as queries
from tournament.services.journal import Step
from tournament.services.rounds import round_step, set_attendance
from tournament.services.seating import post_seating, refuse_replaced, refuse_sheets, reprint


def swap_seats(*, round_: Round, first: int, second: int, by: Actor, now: datetime, reason: str = "") -> None:
    """Two people change places; one of them may be without a seat and takes the other's.

    Raises RuleError: swap_same, swap_unknown (params number), swap_no_seat (neither sits), reason_missing once
    published, sheet_is_in, seat_replaced.
    """
    with round_step(round_, by=by, now=now, what="seats_swapped", reason=reason) as doing:
        current = doing.fresh(round_)
        people = queries.people_of(doing.tournament)
        _refuse_reason(current, reason)
        pair = _pair(first, second, people)
        doing.params |= {
            "first": first,
            "first_uuid": str(pair[0].uuid),
            "second": second,
            "second_uuid": str(pair[1].uuid),
        }
        held = queries.current_seats(current)
        seats = [held.get(person.pk) for person in pair]
        sitting = [seat for seat in seats if seat is not None]
        if not sitting:
            raise RuleError([Problem(code="swap_no_seat", params={"first": first, "second": second})])
        refuse_sheets([seat.table for seat in sitting])
        refuse_replaced(sitting)
        if len(sitting) == 2:
            doing.change_all([(sitting[0], {"participant": pair[1]}), (sitting[1], {"participant": pair[0]})])
        else:
            _give_up_to(doing, current, sitting[0], pair=pair, people_here=queries.present(current))
        for table in {seat.table_id: seat.table for seat in sitting}.values():
            reprint(doing, current, doing.fresh(table))
        if current.published_at is not None:
            post_seating(doing, current)


def deal_seat(*, round_: Round, number: int, seed: int, by: Actor, now: datetime) -> Seat:
    """Draw one of the open seats of a round for the person with this start number, at the desk.

    Raises RuleError: swap_unknown (params number), already_seated, seat_not_here, no_open_seat.
    """
    with round_step(round_, by=by, now=now, what="seat_dealt") as doing:
        current = doing.fresh(round_)
        people = queries.people_of(doing.tournament)
        if number not in people or number < 1:
            raise RuleError([Problem(code="swap_unknown", params={"number": number})])
        open_seats = [
            seat for table in queries.seating(current).tables for seat in table.seats if seat.participant_id is None
        ]
        if not open_seats:
            raise RuleError([Problem(code="no_open_seat", params={"round": current.number})])
        chance = generator(seed, current.number, "desk", number)
        seat = open_seats[int(chance.random() * len(open_seats))]
        _seat(doing, current, seat, people[number])
        doing.params |= {
            "participant": number,
            "participant_uuid": str(people[number].uuid),
            "table": seat.table.number,
            "position": seat.position,
            "seed": seed,
        }
        if current.published_at is not None:
            post_seating(doing, current)
        return seat


def _seat(doing: Step, round_: Round, seat: Seat, participant: Participant) -> None:
    taken = Seat.objects.filter(round=round_, participant=participant).select_related("table").first()
    if taken is not None:
        params = {"number": participant.number, "table": taken.table.number}
        raise RuleError([Problem(code="already_seated", params=params)])
    if participant.checked_in_at is None and not participant.filler:
        raise RuleError([_not_here(participant)])
    doing.change(seat, participant=participant)
    set_attendance(doing, round_, participant, None)


def _give_up_to(
    doing: Step, round_: Round, seat: Seat, *, pair: Sequence[Participant], people_here: Sequence[Participant]
) -> None:
    """One of the pair sits, the other does not: the seat changes hands, and so does the reason for having none."""
    leaves, comes = pair if seat.participant_id == pair[0].pk else (pair[1], pair[0])
    if comes.pk not in {person.pk for person in people_here} and not comes.filler:
        raise RuleError([_not_here(comes)])
    was = {row.participant_id: row.state for row in queries.seating(round_).resting}.get(comes.pk)
    doing.change(seat, participant=comes)
    set_attendance(doing, round_, comes, None)
    if not leaves.filler:
        set_attendance(doing, round_, leaves, queries.Presence(was or queries.Presence.SITS_OUT))


def _pair(first: int, second: int, people: dict[int, Participant]) -> tuple[Participant, Participant]:
    if first == second:
        raise RuleError([Problem(code="swap_same", params={"number": first})])
    unknown = [number for number in (first, second) if number not in people or number < 1]
    if unknown:
        raise RuleError([Problem(code="swap_unknown", params={"number": number}) for number in unknown])
    return people[first], people[second]


def _not_here(participant: Participant) -> Problem:
    return Problem(code="seat_not_here", params={"number": participant.number, "name": participant.name})


def _refuse_reason(round_: Round, reason: str) -> None:
    if round_.published_at is not None and not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])
