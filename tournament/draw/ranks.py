"""Rounds drawn by results: by standings, top of tables together, a movement, a final table.

Each way says which tables a player belongs to (`Ranges`); the search does the rest.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.errors import Problem, RuleError
from tournament.draw.chance import generator, shuffle
from tournament.draw.deal import kinds_of
from tournament.draw.ground import Ground, one_round_only
from tournament.draw.hall import number_groups, open_hall
from tournament.draw.positions import best_order
from tournament.draw.ranges import Ranges, RangeSearch
from tournament.draw.sizes import table_sizes
from tournament.draw.state import GENTLE, State
from tournament.draw.task import Budget
from tournament.draw.values import History, Mode, Settings, TablePlan

FINALISTS = 4


def draw_by_result(
    *, ground: Ground, history: History, settings: Settings, seed: int, budget: Budget
) -> tuple[TablePlan, ...]:
    """Tables of this round in the order of their numbers, table 1 first.

    Raises RuleError: `rank_missing`, `place_missing`, `final_number_wrong`, `strict_pair_unmet`,
    `fixed_tables_apart`, `kept_by_lot_only` and those of the hall and the sizes.
    """
    if settings.kept:
        raise RuleError([Problem(code="kept_by_lot_only", params={"table": settings.kept[0].number})])
    rng = generator(seed, ground.round_number, settings.mode.value)
    ground = one_round_only(ground)
    resting, seated = _resting(ground, rng)
    if settings.mode is Mode.STANDINGS:
        groups, ranges, sizes = _by_standings(ground, settings, seated)
    elif settings.mode is Mode.TOP:
        groups, ranges, sizes = _top_together(ground, settings, seated, rng)
    elif settings.mode is Mode.FINAL:
        groups, ranges, sizes = _final(ground, settings, seated, rng)
    else:
        groups, ranges, sizes = _movement(ground, settings, history, seated, rng)
    ground = replace(ground, sizes=sizes)
    state = _searched(ground, groups, ranges, resting, settings=settings, rng=rng, budget=budget)
    return _settled(state, ground, settings=settings)


def _resting(ground: Ground, rng: Random) -> tuple[list[int], list[int]]:
    """Who sits out (the fewest rounds sat out so far, then the last in rank, then by lot) and who plays."""
    people = list(range(ground.players))
    shuffle(people, rng)
    people.sort(key=lambda player: (ground.past.rests[player], -(ground.entrants[player].rank or 0)))
    return people[: ground.resting], sorted(people[ground.resting :])


def _in_rank_order(ground: Ground, seated: Sequence[int]) -> list[int]:
    missing = tuple(ground.entrants[player].id for player in seated if ground.entrants[player].rank is None)
    if missing:
        raise RuleError([Problem(code="rank_missing", params={"n": len(missing), "player": missing[0]})])
    return sorted(seated, key=lambda player: (ground.entrants[player].rank or 0, player))


def _by_standings(
    ground: Ground, settings: Settings, seated: Sequence[int]
) -> tuple[list[list[int]], Ranges, tuple[int, ...]]:
    """Ranks 1–4 at table 1 and so on. Within a band people may sit where somebody `number` ranks away would."""
    order = _in_rank_order(ground, seated)
    sizes = _sizes_by_rank(order, ground)
    table_of = [table for table, size in enumerate(sizes) for _ in range(size)]
    low, high, due = ([0] * ground.players for _ in range(3))
    for place, player in enumerate(order):
        due[player] = table_of[place]
        low[player] = table_of[max(0, place - settings.number)]
        high[player] = table_of[min(len(order) - 1, place + settings.number)]
    return _filled(order, sizes), Ranges(low=low, high=high, due=due, strictly=settings.number == 0), sizes


def _sizes_by_rank(order: Sequence[int], ground: Ground) -> tuple[int, ...]:
    """Which tables are of five when ranks fill them in order: fewest repeats, then even turns, then the lower tables.

    A table's people depend only on how many fives lie above it, so the best choice is built up from the top.
    """
    tables, fives = len(ground.sizes), ground.fives
    met, had = ground.past.met, ground.past.fives
    best: dict[int, tuple[tuple[int, int, int, int], tuple[int, ...]]] = {0: ((0, 0, 0, 0), ())}
    for table in range(tables):
        following: dict[int, tuple[tuple[int, int, int, int], tuple[int, ...]]] = {}
        for above, (cost, sizes) in best.items():
            start = 4 * table + above
            for size in (4, 5):
                people = order[start : start + size]
                now = above + (size == 5)
                if len(people) < size or now > fives or fives - now > tables - table - 1:
                    continue
                again = [met[one][two] for place, one in enumerate(people) for two in people[:place]]
                added = (
                    cost[0] + sum(count > 1 for count in again),
                    cost[1] + sum(again),
                    cost[2] + (sum(had[player] for player in people) if size == 5 else 0),
                    cost[3] + (tables - table if size == 5 else 0),
                )
                if now not in following or (added, (*sizes, size)) < following[now]:
                    following[now] = (added, (*sizes, size))
        best = following
    return best[fives][1]


def _filled(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    groups, start = [], 0
    for size in sizes:
        groups.append(list(order[start : start + size]))
        start += size
    return groups


def _top_together(
    ground: Ground, settings: Settings, seated: Sequence[int], rng: Random
) -> tuple[list[list[int]], Ranges, tuple[int, ...]]:
    """The best `number` of each table (at least one) share the first tables, all others the rest; fives come last."""
    best = max(settings.number, 1)
    if all(ground.entrants[player].place is None for player in seated):
        raise RuleError([Problem(code="place_missing", params={"n": len(seated)})])
    people = list(seated)
    shuffle(people, rng)
    top = [player for player in people if 0 < (ground.entrants[player].place or 0) <= best]
    others = [player for player in people if player not in set(top)]
    sizes = tuple(sorted(ground.sizes))
    groups = _filled([*top, *others], sizes)
    low, high = [0] * ground.players, [0] * ground.players
    tops, rest = set(top), set(others)
    last_top = max((table for table, group in enumerate(groups) if tops.intersection(group)), default=0)
    first_other = min((table for table, group in enumerate(groups) if rest.intersection(group)), default=0)
    for player in top:
        high[player] = last_top
    for player in others:
        low[player], high[player] = first_other, len(sizes) - 1
    return groups, Ranges(low=low, high=high, due=[-1] * ground.players, strictly=False), sizes


def _final(
    ground: Ground, settings: Settings, seated: Sequence[int], rng: Random
) -> tuple[list[list[int]], Ranges, tuple[int, ...]]:
    """The best `number` (4 if none is given) at the first tables strictly by rank, the others without repeats."""
    finalists = settings.number or FINALISTS
    order = _in_rank_order(ground, seated)
    if finalists > len(order) or finalists < 4 or (finalists % 4 and finalists != 5):
        raise RuleError([Problem(code="final_number_wrong", params={"n": finalists, "players": len(order)})])
    first = (5,) if finalists == 5 else (4,) * (finalists // 4)
    others = order[finalists:]
    shuffle(others, rng)
    rest: tuple[int, ...] = ()
    if others:
        left = list(ground.sizes)
        if all(left.count(size) >= first.count(size) for size in set(first)):
            for size in first:
                left.remove(size)
            rest = tuple(sorted(left))
        else:
            rest = tuple(
                sorted(table_sizes(players=len(others), fives=settings.fives, fives_number=settings.fives_number))
            )
    # The people who had the fewest turns at a table of five go to one; fives come last.
    others.sort(key=lambda player: -ground.past.fives[player])
    sizes = first + rest
    groups = _filled([*order[:finalists], *others], sizes)
    low, high = [0] * ground.players, [0] * ground.players
    for table, group in enumerate(groups):
        for player in group:
            low[player], high[player] = (table, table) if table < len(first) else (len(first), len(sizes) - 1)
    return groups, Ranges(low=low, high=high, due=[-1] * ground.players, strictly=False), sizes


def _movement(
    ground: Ground, settings: Settings, history: History, seated: Sequence[int], rng: Random
) -> tuple[list[list[int]], Ranges, tuple[int, ...]]:
    """The first of each table goes `shifts[0]` tables on, the second `shifts[1]` …; the first table follows the last.

    Where people came or left, tables are filled up with those who have no place to move to; they sit where they meet
    the fewest people again.
    """
    last = sorted(history.rounds[-1].tables, key=lambda table: table.number) if history.rounds else []
    came_from = {player: index for index, table in enumerate(last) for player in table.everybody}
    placed = [player for player in seated if ground.entrants[player].place and ground.entrants[player].id in came_from]
    if not placed:
        raise RuleError([Problem(code="place_missing", params={"n": len(seated)})])
    groups: list[list[int]] = [[] for _ in range(max(len(last), len(ground.sizes)))]
    for player in sorted(placed, key=lambda player: ground.entrants[player].place or 0):
        entrant = ground.entrants[player]
        shift = settings.shifts[min(entrant.place or 1, len(settings.shifts)) - 1]
        groups[(came_from[entrant.id] + shift) % len(last)].append(player)
    free = [player for player in seated if player not in set(placed)]
    for group in groups[len(ground.sizes) :]:
        free += group
    del groups[len(ground.sizes) :]
    sizes = _sizes_of_movement(groups, fives=ground.fives)
    for group, size in zip(groups, sizes, strict=True):
        free += group[size:]
        del group[size:]
    shuffle(free, rng)
    low, high = [0] * ground.players, [len(sizes) - 1] * ground.players
    for table, group in enumerate(groups):
        for player in group:
            low[player] = high[player] = table
    places = [group for group, size in zip(groups, sizes, strict=True) for _ in range(size - len(group))]
    for player, group in zip(free, places, strict=True):
        group.append(player)
    return groups, Ranges(low=low, high=high, due=[-1] * ground.players, strictly=False), sizes


def _sizes_of_movement(groups: Sequence[Sequence[int]], *, fives: int) -> tuple[int, ...]:
    """Sizes by table: the fullest tables become the tables of five, the lower ones first among equals."""
    fullest = sorted(range(len(groups)), key=lambda table: (-len(groups[table]), -table))[:fives]
    return tuple(5 if table in fullest else 4 for table in range(len(groups)))


def _searched(
    ground: Ground,
    groups: list[list[int]],
    ranges: Ranges,
    resting: list[int],
    *,
    settings: Settings,
    rng: Random,
    budget: Budget,
) -> State:
    """The round after the search. If a strict pair stands against the ranges these widen table by table."""
    with_resting = [*groups, resting] if resting else groups
    widest = len(groups)
    for wider in range(widest + 1):
        state = State(past=ground.past, ties=ground.ties, weights=GENTLE)
        state.add_round(with_resting, kinds_of(ground))
        around = ranges
        if wider:
            around = replace(
                ranges,
                low=[max(0, low - wider) for low in ranges.low],
                high=[min(widest - 1, high + wider) for high in ranges.high],
            )
        search = RangeSearch(ground=ground, state=state, ranges=around)
        search.run(rng=rng, budget=budget, wishes=settings.wishes)
        if not search.musts_broken:
            return state
        if settings.mode in (Mode.FINAL, Mode.MOVEMENT):
            break
    raise RuleError(_unmet_musts(state, ground))


def _unmet_musts(state: State, ground: Ground) -> list[Problem]:
    strict = ground.ties[0].strict or []
    return [
        Problem(
            code="strict_pair_unmet",
            params={
                "first": ground.entrants[min(one, two)].id,
                "second": ground.entrants[max(one, two)].id,
                "round": ground.round_number,
            },
        )
        for group in state.groups[: len(ground.sizes)]
        for place, one in enumerate(group)
        for two in group[:place]
        if strict[one][two]
    ]


def _settled(state: State, ground: Ground, *, settings: Settings) -> tuple[TablePlan, ...]:
    """Positions by the fewest turns on them, numbers in the order of the tables; a fixed table keeps its number."""
    hall = open_hall(ground=replace(ground, fixed_table=[0] * ground.players), settings=settings)
    groups = [
        best_order(group, counts=ground.on_position, fixed=ground.fixed_position)
        for group in state.groups[: len(ground.sizes)]
    ]
    numbers = list(hall.numbers)
    if settings.mode is Mode.TOP:
        numbers = number_groups(groups, at_number=ground.at_number, hall=hall)
    numbers = _with_fixed(numbers, groups, ground=ground, settings=settings)
    ids = ground.ids
    tables = [
        TablePlan(number=number, players=tuple(ids[player] for player in group), room=hall.rooms.get(number, ""))
        for number, group in zip(numbers, groups, strict=True)
    ]
    return tuple(sorted(tables, key=lambda table: table.number))


def _with_fixed(
    numbers: list[int], groups: Sequence[Sequence[int]], *, ground: Ground, settings: Settings
) -> list[int]:
    """The numbers, exchanged so that people with a fixed table sit at it with the company the results gave them."""
    wanted: dict[int, int] = {}
    for place, group in enumerate(groups):
        for player in group:
            number = ground.fixed_table[player]
            if not number:
                continue
            if wanted.setdefault(number, place) != place:
                raise RuleError(
                    [Problem(code="fixed_tables_apart", params={"player": ground.entrants[player].id, "table": number})]
                )
            standing = {one.number for one in settings.places} - set(settings.left_out)
            if number in settings.left_out or (settings.places and number not in standing):
                raise RuleError([Problem(code="fixed_table_missing", params={"table": number})])
            if number in numbers:
                other = numbers.index(number)
                numbers[other], numbers[place] = numbers[place], number
            else:
                numbers[place] = number
    return numbers
