"""The tables that stand in the hall: which numbers a round uses, who is bound to one, and who gets which number.

Numbers come last of all wishes: people should not sit at the same table number again and again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import Problem, RuleError
from tournament.draw.ground import Ground
from tournament.draw.values import Settings, TablePlan

FORBIDDEN = 1 << 30


@dataclass(frozen=True, slots=True)
class Hall:
    """Numbers of a round in ascending order of use, rooms by number, and what is bound before the search.

    `pinned` are (player, group) in group order of the round; `fixed_numbers` the number of a group that has one.
    """

    numbers: tuple[int, ...]
    rooms: dict[int, str]
    pinned: tuple[tuple[int, int], ...]
    fixed_numbers: dict[int, int]


def open_hall(*, ground: Ground, settings: Settings, kept: Sequence[TablePlan] = ()) -> Hall:
    """The hall for a round of this ground, with the tables that are kept as they are.

    Raises RuleError: `too_few_tables`, `fixed_table_missing`, `fixed_table_full`, `kept_tables_do_not_fit`.
    """
    fixed_numbers: dict[int, int] = {}
    pinned: list[tuple[int, int]] = []
    free = list(range(len(ground.sizes)))
    index = ground.index
    for table in kept:
        group = next((group for group in free if ground.sizes[group] == len(table.players)), None)
        if group is None or any(number not in index for number in table.players):
            raise RuleError([Problem(code="kept_tables_do_not_fit", params={"table": table.number})])
        free.remove(group)
        fixed_numbers[group] = table.number
        pinned += [(index[number], group) for number in table.players]
    kept_people = {player for player, _ in pinned}
    wanted: dict[int, list[int]] = {}
    for player, number in enumerate(ground.fixed_table):
        if number and player not in kept_people:
            wanted.setdefault(number, []).append(player)
    for number, people in sorted(wanted.items()):
        if number in fixed_numbers.values():
            raise RuleError([Problem(code="fixed_table_full", params={"table": number, "size": 0})])
        # From the end: there the tables are of four, so that nobody sits at a table of five for ever.
        group = next((group for group in reversed(free) if ground.sizes[group] >= len(people)), None)
        if group is None:
            raise RuleError(
                [Problem(code="fixed_table_full", params={"table": number, "size": max(ground.sizes, default=0)})]
            )
        free.remove(group)
        fixed_numbers[group] = number
        pinned += [(player, group) for player in people]
    numbers = _usable(len(ground.sizes), settings, tuple(fixed_numbers.values()), tuple(wanted))
    return Hall(
        numbers=numbers,
        rooms={place.number: place.room for place in settings.places},
        pinned=tuple(pinned),
        fixed_numbers=fixed_numbers,
    )


def _usable(tables: int, settings: Settings, fixed: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Numbers of the tables of a round: those that must be used and the first of the others, ascending by use."""
    left_out = set(settings.left_out)
    if settings.places:
        standing = [place.number for place in settings.places if place.number not in left_out]
    else:
        standing = [number for number in range(1, tables + len(left_out) + 1) if number not in left_out]
        standing += [number for number in fixed if number not in standing and number not in left_out]
    missing = sorted(set(wanted) - set(standing))
    if missing:
        raise RuleError([Problem(code="fixed_table_missing", params={"table": number}) for number in missing])
    if len(standing) < tables:
        raise RuleError([Problem(code="too_few_tables", params={"needed": tables, "standing": len(standing)})])
    others = [number for number in standing if number not in fixed]
    used = {*fixed, *others[: tables - len(fixed)]}
    return tuple(dict.fromkeys(number for number in [*standing, *fixed] if number in used))


def number_groups(groups: Sequence[Sequence[int]], *, at_number: Sequence[dict[int, int]], hall: Hall) -> list[int]:
    """The number of each table (groups without those sitting out): fewest people at a number they had before.

    First a matching with nobody at an old number is sought; only where there is none, the cheapest assignment.
    """
    free_groups = [group for group in range(len(groups)) if group not in hall.fixed_numbers]
    taken = set(hall.fixed_numbers.values())
    numbers = [number for number in hall.numbers if number not in taken]
    known = [{number for player in groups[group] for number in at_number[player]} for group in free_groups]
    chosen = _without_repeat([[place for place, number in enumerate(numbers) if number not in old] for old in known])
    if chosen is None:
        chosen = cheapest(
            [
                [sum(at_number[player].get(number, 0) for player in groups[group]) for number in numbers]
                for group in free_groups
            ]
        )
    found = dict(hall.fixed_numbers)
    found.update({group: numbers[place] for group, place in zip(free_groups, chosen, strict=True)})
    return [found[group] for group in range(len(groups))]


def _without_repeat(free_of: Sequence[Sequence[int]]) -> list[int] | None:
    """For each row one of its columns, no column twice, or None (augmenting paths)."""
    holder: dict[int, int] = {}

    def find(row: int, seen: set[int]) -> bool:
        for column in free_of[row]:
            if column not in holder:
                holder[column] = row
                return True
        for column in free_of[row]:
            if column not in seen:
                seen.add(column)
                if find(holder[column], seen):
                    holder[column] = row
                    return True
        return False

    if not all(find(row, set()) for row in range(len(free_of))):
        return None
    chosen = [0] * len(free_of)
    for column, row in holder.items():
        chosen[row] = column
    return chosen


def cheapest(cost: Sequence[Sequence[int]]) -> list[int]:
    """Column of each row in a cheapest assignment of a square matrix (Hungarian method, O(n³))."""
    size = len(cost)
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    holder = [0] * (size + 1)  # row (from 1) that holds a column; column 0 holds the row being placed
    for row in range(1, size + 1):
        holder[0] = row
        column = 0
        least = [FORBIDDEN] * (size + 1)
        before = [0] * (size + 1)
        done = [False] * (size + 1)
        while holder[column]:
            done[column] = True
            here, step, following = holder[column], FORBIDDEN, 0
            for candidate in range(1, size + 1):
                if done[candidate]:
                    continue
                price = cost[here - 1][candidate - 1] - row_price[here] - column_price[candidate]
                if price < least[candidate]:
                    least[candidate], before[candidate] = price, column
                if least[candidate] < step:
                    step, following = least[candidate], candidate
            for candidate in range(size + 1):
                if done[candidate]:
                    row_price[holder[candidate]] += step
                    column_price[candidate] -= step
                else:
                    least[candidate] -= step
            column = following
        while column:
            holder[column] = holder[before[column]]
            column = before[column]
    chosen = [0] * size
    for column in range(1, size + 1):
        chosen[holder[column] - 1] = column - 1
    return chosen
