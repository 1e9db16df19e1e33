"""The few best ways to mend a seating, with names and consequences.

way       one repair of the pure draw; its mark is a fingerprint, so that only what was shown is done
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.errors import Problem, RuleError
from tournament.draw import late_player, no_show
from tournament.draw.values import OPEN_SEAT, Repair, TablePlan
from tournament.draw_json import digest, to_plain
from tournament.messages import rounds as messages
from tournament.models import Attendance, Participant, Presence, Round, Seat
from tournament.queries import drafts, draws
from tournament.queries import rounds as queries
from tournament.queries.planned import PlannedTable, planned_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way with its consequences: the touched tables in full, who would rest, who would meet again."""

    repair: Repair
    mark: str
    sentence: str
    tables: tuple[PlannedTable, ...]
    resting: tuple[Participant, ...]
    closed: tuple[int, ...]
    again: tuple[drafts.AgainLine, ...]
    unmet: tuple[drafts.UnmetLine, ...]


def ways(round_: Round, participant: Participant) -> list[Way]:
    """The few best ways to seat somebody who came late, or to mend the table of somebody who does not play.

    Tables whose sheet is in stay out of it. Raises RuleError seat_not_here (params number, name) for somebody who is
    not checked in or has left and has no seat.
    """
    seating = queries.seating(round_)
    numbers = draws.numbers_of(round_.tournament)
    number = numbers[participant.pk]
    held = any(row.participant.pk == participant.pk for row in seating.names)
    if not held and not participant.is_present:
        raise RuleError([Problem(code="seat_not_here", params={"number": number, "name": participant.name})])
    given = draws.seated_input(round_, seating, also=(participant,))
    in_ = tuple(table.table.number for table in seating.tables if table.table.received_at or table.table.typed_at)
    everything = draws.table_plans(seating, numbers)
    # A table whose sheet is in stays as it is; its number is not free for a new table either.
    tables = tuple(table for table in everything if table.number not in in_)
    settings = replace(given.settings, left_out=(*given.settings.left_out, *in_))
    if held and not any(number in table.players for table in tables):
        raise RuleError([Problem(code="sheet_is_in", params={"table": _table_of(seating, participant)})])
    waiting = tuple(
        row.participant.number
        for row in seating.resting
        if row.participant.is_present and row.participant.pk != participant.pk
    )
    if held:
        found = no_show(
            tables=tables,
            player=number,
            waiting=waiting,
            entrants=given.entrants,
            history=given.history,
            settings=settings,
        )
    else:
        found = late_player(
            tables=tables,
            entrant=next(one for one in given.entrants if one.id == number),
            waiting=waiting,
            entrants=given.entrants,
            history=given.history,
            settings=settings,
        )
    people = queries.people_of(round_.tournament)
    return [_way(one, tables=everything, given=given, people=people) for one in found]


def _table_of(seating: queries.Seating, participant: Participant) -> int:
    return next(row.table for row in seating.names if row.participant.pk == participant.pk)


def _way(repair: Repair, *, tables: Sequence[TablePlan], given: draws.DrawInput, people: dict[int, Participant]) -> Way:
    changed = {table.number: table for table in repair.tables}
    kept = [table for table in tables if table.number not in changed and table.number not in repair.closed]
    after = drafts.worded(
        draws.report_of(sorted([*kept, *repair.tables], key=lambda table: table.number), given), people
    )
    return Way(
        repair=repair,
        mark=digest(to_plain(repair))[:16],
        sentence=str(messages.WAYS[repair.code]) % _spoken(repair, people),
        tables=planned_tables(repair.tables, before=tables, people=people),
        resting=tuple(people[number] for number in repair.sitting_out if number > 0),
        closed=repair.closed,
        again=tuple(line for line in after.again if line.table in changed),
        unmet=tuple(line for line in after.unmet if line.table in changed),
    )


def _spoken(repair: Repair, people: dict[int, Participant]) -> dict[str, str]:
    """The parameters of a way as they are read: people by number and name."""
    spoken = {name: str(value) for name, value in repair.params.items()}
    person = people.get(int(repair.params.get("player", 0)))
    return {**spoken, "player": f"{person.number} {person.name}" if person else spoken.get("player", "")}


def seats_of(table: TablePlan) -> tuple[int | None, ...]:
    """The seats of a table plan as they are laid: open ones as None."""
    return tuple(None if number <= OPEN_SEAT else number for number in table.players)


def seat_of(round_: Round, participant: Participant) -> Seat | None:
    """The seat the participant holds in the round, if any. One query."""
    return queries.current_seats(round_).get(participant.pk)


def may_wait(seat: Seat) -> bool:
    """Whether its table can still wait or get a substitute from the first game on: its sheet is not in."""
    return seat.table.received_at is None and seat.table.typed_at is None


def is_late(round_: Round, participant: Participant) -> bool:
    """Whether the participant is noted as late in the round. One query."""
    return Attendance.objects.filter(round=round_, participant=participant, state=Presence.LATE).exists()


def replaced(round_: Round, participant: Participant) -> Seat | None:
    """The seat of the substitute who sits in for the participant from the first game on. One query."""
    substitutes = Attendance.objects.filter(round=round_, state=Presence.SUBSTITUTE, substitute_for=participant)
    seats = Seat.objects.filter(round=round_, participant__in=substitutes.values("participant"), from_game=1)
    return seats.select_related("table", "participant").first()


def resting(round_: Round) -> list[Attendance]:
    """Who is present without a seat by the draw. One query."""
    return list(
        Attendance.objects.filter(round=round_, state__in=queries.RESTING)
        .select_related("participant")
        .order_by("participant__number")
    )


def candidates(round_: Round) -> list[Participant]:
    """People of whom something has to be decided: came without a seat, late, resting, seated but gone."""
    change = queries.field_change(round_)
    people = queries.people_of(round_.tournament)
    late = [row.participant.number for row in queries.away(round_) if row.state == Presence.LATE]
    waiting = [row.participant.number for row in resting(round_)]
    return [people[number] for number in sorted({*change.came, *change.gone, *late, *waiting})]
