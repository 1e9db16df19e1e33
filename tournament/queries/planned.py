"""Tables as they would be, and what a swap of two people would do, before anything is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.errors import Problem, RuleError
from tournament.draw import swap
from tournament.draw.values import Figures, TablePlan
from tournament.models import Participant, Round
from tournament.queries import draws
from tournament.queries import rounds as queries


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSeat:
    """A seat as it would be; `moved` if its holder has not sat at this table before."""

    participant: Participant | None
    moved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTable:
    """A table as it would be."""

    number: int
    room: str
    new: bool
    seats: tuple[PlannedSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a swap of two people would do."""

    first: Participant
    second: Participant
    tables: tuple[PlannedTable, ...]
    before: Figures | None
    after: Figures | None


def planned_tables(
    plans: Sequence[TablePlan], *, before: Sequence[TablePlan], people: Mapping[int, Participant]
) -> tuple[PlannedTable, ...]:
    """The tables of these plans, compared with those before. No query."""
    sat = {table.number: set(table.players) for table in before}
    return tuple(
        PlannedTable(
            number=plan.number,
            room=plan.room,
            new=plan.number not in sat,
            seats=tuple(
                PlannedSeat(participant=people.get(number), moved=number not in sat.get(plan.number, set()))
                for number in plan.players
            ),
        )
        for plan in plans
    )


def swap_effect(round_: Round, *, first: int, second: int) -> Effect:
    """What a swap of two start numbers would do, before it is done.

    Raises RuleError: swap_same, swap_unknown, swap_no_seat.
    """
    people = queries.people_of(round_.tournament)
    unknown = [number for number in (first, second) if number not in people or number < 1]
    if unknown:
        raise RuleError([Problem(code="swap_unknown", params={"number": number}) for number in unknown])
    if first == second:
        raise RuleError([Problem(code="swap_same", params={"number": first})])
    seating = queries.seating(round_)
    numbers = draws.numbers_of(round_.tournament)
    pair = numbers[people[first].pk], numbers[people[second].pk]
    tables = draws.table_plans(seating, numbers)
    seated = {number for table in tables for number in table.players}
    if not seated & set(pair):
        raise RuleError([Problem(code="swap_no_seat", params={"first": first, "second": second})])
    given = draws.seated_input(round_, seating, also=(people[first], people[second]))
    repair = swap(
        tables=tables,
        first=pair[0],
        second=pair[1],
        entrants=given.entrants,
        history=given.history,
        settings=given.settings,
    )
    return Effect(
        first=people[first],
        second=people[second],
        tables=planned_tables(repair.tables, before=tables, people=people),
        before=repair.before,
        after=repair.after,
    )
