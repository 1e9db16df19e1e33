"""From groups to tables: positions, numbers, the last exhaustive descent, and start numbers again."""

from collections import Counter

from tournament.draw.descent import Descent, Seats
from tournament.draw.hall import number_groups
from tournament.draw.positions import order_rounds
from tournament.draw.state import RESTING, State
from tournament.draw.task import Task
from tournament.draw.values import Settings, TablePlan


def settle(state: State, *, task: Task, settings: Settings, in_order: bool) -> tuple[tuple[TablePlan, ...], ...]:
    """Tables of all rounds of the state, each round in ascending order of its numbers.

    `in_order` says that the people of each group stand in the order of their positions already.
    """
    ground = task.ground
    frozen = _kept_in_place(state, task=task, settings=settings)
    if not in_order:
        before = [row[:] for row in ground.on_position]
        for group in frozen:
            for position, player in enumerate(state.groups[group]):
                before[player][position] += 1
        order_rounds(
            [
                [state.groups[group] for group in _tables_of(state, index) if group not in frozen]
                for index in range(state.rounds)
            ],
            before=before,
            fixed=ground.fixed_position,
            rng=task.rng("positions"),
        )
    seats = Seats(
        on_position=[row[:] for row in ground.on_position],
        at_number=[Counter(numbers) for numbers in ground.at_number],
        numbers=[0] * len(state.groups),
        fixed_position=ground.fixed_position,
        frozen=frozen,
    )
    for index, hall in enumerate(task.halls):
        tables = _tables_of(state, index)
        numbers = number_groups([state.groups[group] for group in tables], at_number=seats.at_number, hall=hall)
        for group, number in zip(tables, numbers, strict=True):
            seats.numbers[group] = number
            for position, player in enumerate(state.groups[group]):
                seats.on_position[player][position] += 1
                seats.at_number[player][number] += 1
    Descent(state=state, seats=seats, wishes=settings.wishes).run()
    ids = ground.ids
    return tuple(
        tuple(
            sorted(
                (
                    TablePlan(
                        number=seats.numbers[group],
                        players=tuple(ids[player] for player in state.groups[group]),
                        room=hall.rooms.get(seats.numbers[group], ""),
                    )
                    for group in _tables_of(state, index)
                ),
                key=lambda table: table.number,
            )
        )
        for index, hall in enumerate(task.halls)
    )


def _tables_of(state: State, index: int) -> list[int]:
    """Indices of the groups of a round that are tables."""
    return [group for group in range(index * state.width, (index + 1) * state.width) if state.kinds[group] != RESTING]


def _kept_in_place(state: State, *, task: Task, settings: Settings) -> frozenset[int]:
    """The groups of kept tables, their people back on their own positions."""
    index = task.ground.index
    kept = {table.number: table for table in settings.kept}
    frozen = []
    for group, number in task.halls[0].fixed_numbers.items():
        if number in kept:
            state.groups[group][:] = [index[player] for player in kept[number].players]
            frozen.append(group)
    return frozenset(frozen)
