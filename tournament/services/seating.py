"""Writing seats: the ground that draws, seating by hand, swaps and repairs stand on.

plan      a table as start numbers in the order of its seats; None is an open seat, below zero a filler
touched   a table whose seats differ from what was printed: its print version grows once the round is published
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.errors import Problem, RuleError
from tournament.draw.values import OPEN_SEAT, TablePlan
from tournament.models import (
    Attendance,
    Extension,
    FeeKind,
    FeeState,
    Incident,
    Participant,
    Publication,
    PublicationKind,
    PublicationState,
    Round,
    Seat,
    Table,
)
from tournament.models.rounds import DRAW_JSON
from tournament.queries import rounds as queries
from tournament.services.journal import Step
from tournament.services.participants import free_numbers, gone_numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One table to be laid."""

    number: int
    players: tuple[int | None, ...]
    room: str = ""


def clear_seating(doing: Step, round_: Round) -> None:
    """Take all tables, seats and draw-made absences of a round away."""
    seats = (
        Seat.objects.filter(round=round_)
        .select_related("round", "table", "participant")
        .defer(*DRAW_JSON)
        .order_by("pk")
    )
    doing.delete_all(list(seats))
    _dissolve(doing, list(Table.objects.filter(round=round_).select_related("round").defer(*DRAW_JSON).order_by("pk")))
    resting = Attendance.objects.filter(round=round_, state__in=queries.RESTING)
    doing.delete_all(
        list(resting.select_related("round", "participant", "substitute_for").defer(*DRAW_JSON).order_by("pk"))
    )


def _dissolve(doing: Step, tables: Sequence[Table]) -> None:
    """Take tables away. Entries of the referee's book stay without a table; taken back, they are at their table again.

    Extra minutes of a table go with it.
    """
    incidents = Incident.objects.filter(table__in=tables).select_related("table").order_by("pk")
    for incident in incidents:
        doing.change(incident, table=None)
    doing.delete_all(list(Extension.objects.filter(table__in=tables).select_related("table", "incident")))
    doing.delete_all(tables)


def lay_seating(doing: Step, round_: Round, plans: Sequence[Plan], people: Mapping[int, Participant]) -> None:
    """Replace the seating of a round. `people` by start number, fillers below zero. Raises KeyError for a stranger."""
    clear_seating(doing, round_)
    lay_tables(doing, round_, plans, people)


def lay_tables(doing: Step, round_: Round, plans: Sequence[Plan], people: Mapping[int, Participant]) -> None:
    """Add tables with their seats to a round."""
    tables = doing.create_all(
        [Table(round=round_, number=plan.number, room=plan.room, size=len(plan.players)) for plan in plans]
    )
    doing.create_all(
        [
            Seat(
                round=round_,
                table=table,
                position=position,
                participant=None if number is None else people[number],
            )
            for plan, table in zip(plans, tables, strict=True)
            for position, number in enumerate(plan.players, start=1)
        ]
    )


def mend_seating(
    doing: Step,
    round_: Round,
    *,
    plans: Sequence[Plan],
    closed: Iterable[int] = (),
    people: Mapping[int, Participant],
) -> None:
    """Change the named tables to these plans, lay new ones, give `closed` up; all other tables stay untouched.

    Raises RuleError: sheet_is_in (params table) where a sheet that has come in would lose its seats.
    """
    laid = {
        table.number: table for table in Table.objects.filter(round=round_).select_related("round").defer(*DRAW_JSON)
    }
    wanted = {plan.number: plan for plan in plans}
    touched = [laid[number] for number in (*wanted, *closed) if number in laid]
    refuse_sheets(touched)
    seats = list(
        Seat.objects.filter(table__in=touched)
        .select_related("round", "table", "participant")
        .defer(*DRAW_JSON)
        .order_by("position")
    )
    refuse_replaced(seats)
    by_place = {(seat.table.number, seat.position): seat for seat in seats}
    targets = {
        (plan.number, position): None if number is None else people[number]
        for plan in plans
        if plan.number in laid
        for position, number in enumerate(plan.players, start=1)
    }
    doing.delete_all([seat for place, seat in by_place.items() if place not in targets])
    changed = [
        (by_place[place], {"participant": person})
        for place, person in targets.items()
        if place in by_place and by_place[place].participant_id != (person.pk if person else None)
    ]
    doing.change_all(changed)
    doing.create_all(
        [
            Seat(round=round_, table=laid[place[0]], position=place[1], participant=person)
            for place, person in targets.items()
            if place not in by_place
        ]
    )
    _dissolve(doing, [laid[number] for number in closed if number in laid])
    for number, plan in wanted.items():
        if number in laid:
            reprint(doing, round_, laid[number], size=len(plan.players))
    lay_tables(doing, round_, [plan for plan in plans if plan.number not in laid], people)


def reprint(doing: Step, round_: Round, table: Table, *, size: int | None = None) -> None:
    """Set the size of a touched table; a sheet printed of a published round is outdated from now on."""
    values: dict[str, int] = {} if size is None else {"size": size}
    if round_.published_at is not None:
        values["print_version"] = table.print_version + 1
    doing.change(table, **values)


def post_seating(doing: Step, round_: Round) -> None:
    """Keep the seating as it hangs on the wall now, and let the public see it."""
    found = queries.seating(round_)
    doing.create(
        Publication(
            kind=PublicationKind.SEATING,
            state=PublicationState.FINAL,
            round=round_,
            rows=[
                {
                    "table": table.table.number,
                    "room": table.table.room,
                    "seats": [str(seat.participant.uuid) if seat.participant else None for seat in table.seats],
                }
                for table in found.tables
            ],
            rules_version=(round_.draw_report or {}).get("version", "by hand"),
            published_at=doing.now,
            published_by=doing.by.user,
        )
    )
    doing.public()


def refuse_sheets(tables: Iterable[Table]) -> None:
    """Raises RuleError sheet_is_in (params table) if the sheet of one has come in: points would change hands."""
    problems = [
        Problem(code="sheet_is_in", params={"table": table.number})
        for table in tables
        if table.received_at is not None or table.typed_at is not None
    ]
    if problems:
        raise RuleError(problems)


def refuse_replaced(seats: Iterable[Seat]) -> None:
    """Raises RuleError seat_replaced (params table, position) where somebody took a seat over in mid-round."""
    problems = [
        Problem(code="seat_replaced", params={"table": seat.table.number, "position": seat.position})
        for seat in seats
        if seat.from_game > 1
    ]
    if problems:
        raise RuleError(problems)


def people_with_fillers(doing: Step, tables: Sequence[TablePlan]) -> dict[int, Participant]:
    """Everybody by the number of the draw; filler players the draw asks for are registered outside the ranking."""
    people = queries.people_of(doing.tournament)
    fillers = -min((number for table in tables for number in table.players if number > OPEN_SEAT), default=0)
    missing = fillers - sum(1 for number in people if number < 0)
    if missing > 0:
        given = {number for number in people if number > 0} | gone_numbers(doing.tournament)
        numbers = free_numbers([None] * missing, given=given)
        first = fillers - missing + 1
        doing.create_all(
            [
                Participant(
                    number=number,
                    surname=gettext("Filler %(number)s") % {"number": place},
                    registered_at=doing.now,
                    checked_in_at=doing.now,
                    ranked=False,
                    filler=True,
                    fee_kind=FeeKind.FREE,
                    fee_state=FeeState.WAIVED,
                )
                for place, number in enumerate(numbers, start=first)
            ]
        )
        people = queries.people_of(doing.tournament)
    return people
