"""Seats that change hands while a round is played, tables broken off, and time that is over.

reality   people sat on each other's seats: the seats follow, and all points of the round stay in the columns
move      people go to their own seats from a game on: what they made before stays with the persons
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Attendance, Participant, Presence, Round, Seat, Table
from tournament.services.journal import Step
from tournament.services.seating import post_seating
from tournament.services.sheets import open_sheet, sheet_step, touch


class Swap(StrEnum):
    """What becomes of the points when two people sat on each other's seats."""

    REALITY = "reality"
    MOVE = "move"


def swap_in_round(
    *,
    table: Table,
    position: int,
    other_table: Table,
    other_position: int,
    how: Swap,
    from_game: int,
    reason: str,
    by: Actor,
    now: datetime,
    print_version: int | None = None,
) -> None:
    """Put right that two people sat on each other's seats, at one table or two; from `from_game` on they sit rightly.

    `print_version` is that of the seats at `table` which the director has before him, None where he has seen them as
    they are now. Raises RuleError: reason_missing, sheet_is_confirmed, seats_changed (params table), seat_replaced and
    seat_empty (params table, position), handover_game (params game), swap_same_seat.
    """
    _refuse_reason(reason)
    with sheet_step(table, by=by, now=now, what=f"seats_{how}", reason=reason) as doing:
        tables = {pk: open_sheet(doing, each) for pk, each in ((table.pk, table), (other_table.pk, other_table))}
        _refuse_old_seats(tables[table.pk], print_version)
        first = _only_holder(tables[table.pk], position)
        second = _only_holder(tables[other_table.pk], other_position)
        if first.pk == second.pk:
            raise RuleError([Problem(code="swap_same_seat")])
        first_person, second_person = first.participant, second.participant
        doing.params |= {
            "first_uuid": str(first_person.uuid) if first_person else "–",
            "second_uuid": str(second_person.uuid) if second_person else "–",
            "game": from_game,
        }
        doing.change_all([(first, {"participant": second_person}), (second, {"participant": first_person})])
        if how is Swap.MOVE:
            for seat, person in ((first, first_person), (second, second_person)):
                _refuse_game(tables[seat.table_id], from_game, after=1)
                doing.create(
                    Seat(
                        round=seat.round,
                        table=tables[seat.table_id],
                        position=seat.position,
                        participant=person,
                        from_game=from_game,
                    )
                )
        _reprint(doing, list(tables.values()))


def replace_player(
    *,
    table: Table,
    position: int,
    number: int,
    from_game: int,
    reason: str,
    by: Actor,
    now: datetime,
    print_version: int | None = None,
) -> Seat:
    """Seat a substitute from a game on; each owns the games he played.

    `print_version` as in `swap_in_round`. Raises RuleError: reason_missing, sheet_is_confirmed, seats_changed,
    seat_empty, handover_game, seat_number_unknown, seat_number_taken, seat_number_disqualified.
    """
    _refuse_reason(reason)
    with sheet_step(table, by=by, now=now, what="player_replaced", reason=reason) as doing:
        current = open_sheet(doing, table)
        _refuse_old_seats(current, print_version)
        held = _holders(current, position)[-1]
        _refuse_game(current, from_game, after=held.from_game)
        person = substitute(current.round, position=position, number=number)
        seat = doing.create(
            Seat(round=current.round, table=current, position=position, participant=person, from_game=from_game)
        )
        _note_substitute(doing, seat, held)
        doing.params |= {
            "first_uuid": str(held.participant.uuid) if held.participant else "–",
            "second_uuid": str(person.uuid),
            "position": position,
            "game": from_game,
        }
        _reprint(doing, [current])
        return seat


def substitute(round_: Round, *, position: int, number: int) -> Participant:
    """Who takes over a seat in a running round, by start number; also somebody who had to leave his own for a while.

    Raises RuleError seat_number_unknown, seat_number_disqualified (params seat, number), seat_number_taken (and table).
    """
    params = {"seat": position, "number": number}
    person = Participant.objects.filter(tournament=round_.tournament_id, number=number, removed_at=None).first()
    if person is None:
        raise RuleError([Problem(code="seat_number_unknown", field="number", params=params)])
    if person.disqualified_at is not None:
        raise RuleError([Problem(code="seat_number_disqualified", field="number", params=params)])
    seat = _seat_now(round_, person)
    if seat is not None:
        where = {**params, "table": seat.table.number}
        raise RuleError([Problem(code="seat_number_taken", field="number", params=where)])
    return person


def _seat_now(round_: Round, person: Participant) -> Seat | None:
    """The seat of the round that a person holds last of all; None for somebody whose seats all went on to others."""
    seats = Seat.objects.filter(round=round_).select_related("table").order_by("from_game")
    last = {(seat.table_id, seat.position): seat for seat in seats}
    return next((seat for seat in last.values() if seat.participant_id == person.pk), None)


def break_off(*, table: Table, reason: str, by: Actor, now: datetime) -> Table:
    """Note that a table stopped for good: what it played counts, what it left open is no finding.

    Raises RuleError: reason_missing, sheet_is_confirmed.
    """
    _refuse_reason(reason)
    with sheet_step(table, by=by, now=now, what="table_broken_off", reason=reason) as doing:
        current = open_sheet(doing, table)
        return current if current.broken_off_at else touch(doing, current, broken_off_at=now)


def set_time_over(*, table: Table, over: bool, by: Actor, now: datetime) -> Table:
    """Say that the referee struck the open normal games of a table because time was over, or take that back (TSR 8.5).

    Raises RuleError: sheet_is_confirmed.
    """
    with sheet_step(table, by=by, now=now, what="games_struck" if over else "games_not_struck") as doing:
        current = open_sheet(doing, table)
        return current if current.time_over == over else touch(doing, current, time_over=over, typed_at=None)


def _refuse_reason(reason: str) -> None:
    if not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])


def _refuse_old_seats(table: Table, print_version: int | None) -> None:
    """What somebody else has put right already is not turned back by whoever still sees the seats as they were."""
    if print_version not in (None, table.print_version):
        raise RuleError([Problem(code="seats_changed", params={"table": table.number})])


def _refuse_game(table: Table, game: int, *, after: int) -> None:
    most = table.round.games(size=table.size)
    if not after < game <= most:
        raise RuleError([Problem(code="handover_game", field="game", params={"first": after + 1, "most": most})])


def _holders(table: Table, position: int) -> list[Seat]:
    held = list(
        Seat.objects.filter(table=table, position=position)
        .select_related("participant", "round", "table")
        .order_by("from_game")
    )
    if not held or held[-1].participant is None:
        raise RuleError([Problem(code="seat_empty", params={"table": table.number, "position": position})])
    return held


def _only_holder(table: Table, position: int) -> Seat:
    held = _holders(table, position)
    if len(held) > 1:
        raise RuleError([Problem(code="seat_replaced", params={"table": table.number, "position": position})])
    return held[0]


def _note_substitute(doing: Step, seat: Seat, held: Seat) -> None:
    """The one who comes is a substitute for the one who goes, unless he had a seat or the round says where he is."""
    here = Attendance.objects.filter(round=seat.round, participant=seat.participant)
    before = Seat.objects.filter(round=seat.round, participant=seat.participant).exclude(pk=seat.pk)
    if not (here.exists() or before.exists()):
        doing.create(
            Attendance(
                round=seat.round,
                participant=seat.participant,
                state=Presence.SUBSTITUTE,
                substitute_for=held.participant,
            )
        )


def _reprint(doing: Step, tables: Sequence[Table]) -> None:
    """The printed sheets are outdated and what was typed is looked at again; the public sees the new seats."""
    for table in tables:
        touch(doing, table, print_version=table.print_version + 1, typed_at=None, override_reason="")
    post_seating(doing, tables[0].round)
