"""Wide fields: with more than enough tables each round is drawn by itself in milliseconds, and nothing is lost.

Where the tables outnumber the rounds by three, everybody first gets a least-used position and the search swaps people
of the same position only: positions come out perfectly even, and still nobody meets again.
"""

from random import Random

from tournament.draw.anneal import Faults
from tournament.draw.bounds import least_uneven, overlap, overlaps, table_groups
from tournament.draw.chance import shuffle
from tournament.draw.deal import deal_round, kinds_of
from tournament.draw.ground import POSITIONS
from tournament.draw.positions import deal_positions
from tournament.draw.state import RESTING, SINGLE, State
from tournament.draw.task import Budget, Task

ROUND_STEPS = 20_000
MEND_STEPS = 60_000  # over all rounds so far, where one alone does not come out clean
RESTING_CLASS = POSITIONS
FIVES_WEIGH = 64  # a turn at a table of five counts more than any position held before


def is_wide(task: Task) -> bool:
    """Whether rounds drawn one by one come out clean: tables ≥ rounds + 2, and turns not scarce."""
    ground = task.ground
    rounds = ground.played + ground.ahead
    turns_scarce = 25 * ground.fives * rounds > 4 * ground.players or 5 * ground.resting * rounds > 4 * ground.players
    return len(ground.sizes) >= rounds + 2 and not turns_scarce and not any(task.pins)


def seats_come_first(task: Task) -> bool:
    """Whether positions can be given out before the search and cost nothing.

    Tables ≥ rounds + 3, more where a club is large; nobody bound; at most half of the players get a turn at a table of
    five.
    """
    ground = task.ground
    rounds = ground.played + ground.ahead
    largest = max((size for crowds in ground.crowds for size in (*crowds.clubs, *crowds.teams)), default=0)
    plenty = 10 * ground.fives * rounds <= ground.players
    return is_wide(task) and plenty and len(ground.sizes) >= rounds + 3 + largest and not task.is_bound


def round_by_round(task: Task, *, budget: Budget, attempt: int) -> tuple[State, bool]:
    """All rounds ahead, each searched after the ones before; whether positions are settled (people stand in order)."""
    ground = task.ground
    seats_first = seats_come_first(task)
    state = task.empty_state(SINGLE)
    for index in range(ground.ahead):
        rng = task.rng(f"round {index}", attempt)
        goal = _round_goal(state, task=task, index=index, before=task.judged(state))
        if seats_first:
            _deal_seats(state, task=task, rng=rng)
        else:
            deal_round(state, ground=ground, rng=rng)
        reached = task.run(state, rng=rng, steps=ROUND_STEPS, goal=goal, budget=budget, rounds=(index, index + 1))
        if index and reached > goal:
            task.run(state, rng=rng, steps=MEND_STEPS, goal=goal, budget=budget)
    if seats_first:
        # The positions have done their work: from here on anybody may change places with anybody.
        state.classes[:] = [0] * len(state.classes)
    return state, seats_first


def _round_goal(state: State, *, task: Task, index: int, before: Faults) -> Faults:
    """What round `index` cannot avoid after all rounds before it as they are."""
    ground, groups = task.ground, table_groups(task.ground)
    again = overlaps(ground) + index * overlap(groups, groups)
    turns = least_uneven(state.fives, a_round=5 * ground.fives, rounds=1)
    turns += least_uneven(state.rests, a_round=ground.resting, rounds=1)
    broken = before.first if task.apart_first else before.second
    broken += ground.crowds[index].least(tables=len(ground.sizes), resting=ground.resting)
    return task.ordered(before.thirds, before.repeats + again, turns=turns, broken=broken)


def _deal_seats(state: State, *, task: Task, rng: Random) -> None:
    """Append a round in which everybody has a least-used position; the classes let nobody leave it."""
    ground = task.ground
    on_position = [row[:] for row in ground.on_position]
    for group, kind in zip(state.groups, state.kinds, strict=True):
        if kind != RESTING:
            for position, player in enumerate(group):
                on_position[player][position] += 1
    people = list(range(ground.players))
    shuffle(people, rng)
    people.sort(key=state.rests.__getitem__)
    resting, seated = people[: ground.resting], sorted(people[ground.resting :])
    counts = [
        [*on_position[player][:4], FIVES_WEIGH * state.fives[player] + on_position[player][4]] for player in seated
    ]
    chosen = deal_positions(
        counts=counts,
        capacities=[len(ground.sizes)] * 4 + [ground.fives],
        fixed=[ground.fixed_position[player] for player in seated],
        rng=rng,
    )
    groups: list[list[int]] = [[] for _ in ground.sizes]
    classes = [RESTING_CLASS] * ground.players
    for position in range(POSITIONS):
        holders = [player for player, its_position in zip(seated, chosen, strict=True) if its_position == position]
        shuffle(holders, rng)
        # Tables of five come first, so they get those with the fewest turns at one.
        holders.sort(key=state.fives.__getitem__)
        if position < 4:
            first = holders[: ground.fives]
            shuffle(first, rng)
            holders[: ground.fives] = first
        for group, player in zip(groups, holders, strict=False):
            group.append(player)
            classes[player] = position
    state.add_round([*groups, resting] if ground.resting else groups, kinds_of(ground), classes)
