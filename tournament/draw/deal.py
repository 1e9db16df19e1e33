"""The first, blind seating of a round: sizes and musts are right, turns even, all else is chance."""

from collections.abc import Sequence
from random import Random

from scoring.errors import Problem, RuleError
from tournament.draw.chance import shuffle
from tournament.draw.ground import Ground
from tournament.draw.state import FIVE, FOUR, PINNED, RESTING, Matrix, State

TRIES = 200_000  # placements tried before a set of strict pairs counts as impossible
RESTERS_TRIED = 6  # choices of the people sitting out tried before that


def kinds_of(ground: Ground) -> list[int]:
    """Kinds of the groups of a round: fives, fours, then the people sitting out (if any)."""
    kinds = [FIVE if size == 5 else FOUR for size in ground.sizes]
    return [*kinds, RESTING] if ground.resting else kinds


def capacities_of(ground: Ground) -> list[int]:
    """Sizes of the groups of a round in the same order."""
    return [*ground.sizes, ground.resting] if ground.resting else list(ground.sizes)


def deal_round(state: State, *, ground: Ground, rng: Random, pinned: Sequence[tuple[int, int]] = ()) -> None:
    """Append a round to the state. `pinned` are (player, group): fixed tables and tables kept; they never move.

    The fewest turns so far go to the tables of five and sit out first. Raises RuleError `strict_pair_unmet` for each
    pair to blame.
    """
    strict = state.ties[state.rounds].strict
    dealt = _deal(state, strict=strict, ground=ground, rng=rng, pinned=pinned, tries=TRIES)
    if dealt is None:
        raise RuleError(_blame(state, ground=ground, rng=rng, pinned=pinned))
    classes = [0] * state.players
    for player, _ in pinned:
        classes[player] = PINNED
    state.add_round(dealt, kinds_of(ground), classes)


def _deal(
    state: State,
    *,
    strict: Matrix | None,
    ground: Ground,
    rng: Random,
    pinned: Sequence[tuple[int, int]],
    tries: int,
) -> list[list[int]] | None:
    """Groups of a round, or None if the strict ties cannot be kept."""
    kinds = kinds_of(ground)
    for _attempt in range(1 if strict is None else RESTERS_TRIED):
        free = capacities_of(ground)
        groups: list[list[int]] = [[] for _ in free]
        for player, group in pinned:
            groups[group].append(player)
            free[group] -= 1
        seated = {player for player, _ in pinned}
        waiting = [player for player in range(state.players) if player not in seated]
        shuffle(waiting, rng)
        waiting = _fill(RESTING, waiting, turns=state.rests, groups=groups, kinds=kinds, free=free, rng=rng)
        if strict is not None:
            tables = [group for group, kind in enumerate(kinds) if kind != RESTING]
            bound = _place_strict(strict, waiting, tables=tables, groups=groups, free=free, rng=rng, tries=tries)
            if bound is None:
                continue
            waiting = [player for player in waiting if player not in bound]
        waiting = _fill(FIVE, waiting, turns=state.fives, groups=groups, kinds=kinds, free=free, rng=rng)
        _fill(FOUR, waiting, turns=None, groups=groups, kinds=kinds, free=free, rng=rng)
        return groups
    return None


def _fill(
    kind: int,
    waiting: list[int],
    *,
    turns: list[int] | None,
    groups: list[list[int]],
    kinds: list[int],
    free: list[int],
    rng: Random,
) -> list[int]:
    """Fill the groups of a kind with those who had the fewest turns; returns who is left."""
    places = [group for group, its_kind in enumerate(kinds) if its_kind == kind for _ in range(free[group])]
    in_turn = waiting if turns is None else sorted(waiting, key=turns.__getitem__)
    taken = in_turn[: len(places)]
    # Chance decides the table; the order by turns would put the same people together again.
    shuffle(taken, rng)
    for player, group in zip(taken, places, strict=True):
        groups[group].append(player)
        free[group] -= 1
    return in_turn[len(places) :]


def _place_strict(
    strict: Matrix,
    waiting: list[int],
    *,
    tables: list[int],
    groups: list[list[int]],
    free: list[int],
    rng: Random,
    tries: int,
) -> set[int] | None:
    """Seat all who wait and have strict ties so that none is broken; None if that cannot be done.

    Backtracking, the most bound people first; tables still empty and alike are tried once only.
    """
    for table in tables:
        if any(strict[first][second] for place, first in enumerate(groups[table]) for second in groups[table][:place]):
            return None
    people = [player for player in waiting if any(strict[player])]
    people.sort(key=lambda player: -sum(value > 0 for value in strict[player]))
    order = tables[:]
    shuffle(order, rng)
    left = tries

    def seat(place: int) -> bool:
        nonlocal left
        if place == len(people):
            return True
        player, row = people[place], strict[people[place]]
        empty_tried: set[int] = set()
        for table in order:
            if not free[table] or any(row[other] for other in groups[table]):
                continue
            if not groups[table]:
                if free[table] in empty_tried:
                    continue
                empty_tried.add(free[table])
            left -= 1
            if left < 0:
                return False
            groups[table].append(player)
            free[table] -= 1
            if seat(place + 1):
                return True
            groups[table].pop()
            free[table] += 1
        return False

    return set(people) if seat(0) else None


def _blame(state: State, *, ground: Ground, rng: Random, pinned: Sequence[tuple[int, int]]) -> list[Problem]:
    """The strict pairs without one of which the round could be seated; all of them if no single one is enough."""
    strict = state.ties[state.rounds].strict or []
    pairs = [(first, second) for second, row in enumerate(strict) for first in range(second) if row[first]]
    guilty = []
    for first, second in pairs:
        without = [row[:] for row in strict]
        without[first][second] = without[second][first] = 0
        if _deal(state, strict=without, ground=ground, rng=rng, pinned=pinned, tries=TRIES // len(pairs)) is not None:
            guilty.append((first, second))
    return [
        Problem(
            code="strict_pair_unmet",
            params={
                "first": ground.entrants[first].id,
                "second": ground.entrants[second].id,
                "round": ground.round_number + state.rounds,
            },
        )
        for first, second in guilty or pairs
    ]
