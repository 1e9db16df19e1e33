"""Rounds by lot: all remaining rounds are searched together, and only the next is published.

An *attempt* is one blind deal improved by ATTEMPT steps under one set of weights; attempts follow each other in a fixed
order until nothing is left that the bounds do not excuse, or the budget of steps is used up. Where one ends depends on
the steps only, so a search stopped after n steps and one allowed n steps find the same.
"""

from dataclasses import dataclass
from itertools import chain
from random import Random

from tournament.draw.anneal import Faults
from tournament.draw.deal import kinds_of
from tournament.draw.plans import best_known, fit_labels, known_plan
from tournament.draw.single import is_wide, round_by_round
from tournament.draw.state import (
    FIRM,
    FIRM_TURNS,
    GENTLE,
    GENTLE_TURNS,
    POLISH,
    REPEATS_ONLY,
    RESTING,
    State,
    Weights,
)
from tournament.draw.task import Budget, Groups, Task

ATTEMPT = 100_000
MOST_FREE = 7  # attempts before keep-apart wishes are looked at: they must not cost a repeat
MOST_APART = 5  # on top where there are such wishes
HINT_ATTEMPTS = 2  # where the plan of the last draw is at hand
ROUND_TRIES = 2
FREE_WITH_TURNS: tuple[tuple[Weights, ...], ...] = (
    (FIRM_TURNS,),
    (GENTLE_TURNS,),
    (REPEATS_ONLY, POLISH),
)
FREE: tuple[tuple[Weights, ...], ...] = ((REPEATS_ONLY,),)


@dataclass(slots=True)
class Found:
    """A seating of all rounds ahead and its faults."""

    groups: Groups
    faults: Faults


def default_steps(task: Task, *, hinted: bool) -> int:
    """Steps of a search that is not told how many: about half a second where the goal is out of reach."""
    if hinted:
        return HINT_ATTEMPTS * ATTEMPT
    attempts = free_attempts(task)
    if task.has_wishes:
        attempts += min(MOST_APART, 2 + task.ground.ahead)
    return attempts * ATTEMPT


def free_attempts(task: Task) -> int:
    """Attempts without keep-apart wishes: few rounds ahead are soon searched through."""
    return min(MOST_FREE, 2 + task.ground.ahead)


def search_rounds(task: Task, *, budget: Budget, hint: Groups | None = None) -> tuple[State, bool]:
    """The best seating found of all rounds ahead; whether its positions are settled too (the groups are in order).

    `hint` is the rest of an earlier plan: it is kept unless the search finds something better.
    Raises RuleError `strict_pair_unmet`.
    """
    goal = task.goal()
    best: Found | None = None
    if hint is not None:
        best = _found(task, task.state_of(hint, GENTLE))
        known_best = best_known(task.ground)
        if known_best is not None and best.faults <= task.whatever_wishes(_goal_of(task, known_best, goal)):
            goal = _with_wish_of(goal, best.faults, task)
        found = _climb(task, best=best, goal=goal, budget=budget)
        return task.state_of(_soonest_clean(task, found.groups), GENTLE), found is best
    if is_wide(task):
        for attempt in range(ROUND_TRIES):
            state, seated = round_by_round(task, budget=budget, attempt=attempt)
            if task.judged(state) <= goal:
                return state, seated
            best = _better(best, _found(task, state))
    known = None if task.is_bound else known_plan(task.ground, rng=task.rng("plan"))
    if known is not None:
        groups = fit_labels(known.groups, task=task, goal=goal, budget=budget)
        found = _found(task, task.state_of(groups, GENTLE))
        best = _better(best, found)
        if known.best_known:
            # A far longer search found nothing better, so only keep-apart wishes are left to look after.
            goal = _with_wish_of(goal, max(goal, found.faults), task)
    best = _climb(task, best=best, goal=goal, budget=budget)
    return task.state_of(_soonest_clean(task, best.groups), GENTLE), False


def _climb(task: Task, *, best: Found | None, goal: Faults, budget: Budget) -> Found:
    """Attempt after attempt until the goal is reached or the budget is spent; the best.

    Keep-apart wishes come into play only when the attempts without them are over.
    """
    free_goal = task.whatever_wishes(goal) if task.has_wishes else goal
    free = free_attempts(task)
    index = 0
    while best is None or (budget.left and best.faults > goal):
        if best is not None and index < free and best.faults <= free_goal:
            index = free
        rng = task.rng("search", index)
        if task.has_wishes and best is not None and index >= free and (index - free) % 3 == 0:
            state = task.state_of(best.groups, GENTLE)
            task.run(state, rng=rng, steps=ATTEMPT, goal=goal, budget=budget)
        elif task.has_wishes and index >= free and (index - free) % 3 == 1:
            state = _attempt(task, (FIRM,), rng=rng, goal=goal, budget=budget)
        else:
            profiles = FREE_WITH_TURNS if task.has_turns else FREE
            state = _attempt(task, profiles[index % len(profiles)], rng=rng, goal=free_goal, budget=budget)
        best = _better(best, _found(task, state))
        index += 1
    return best


def _attempt(task: Task, profile: tuple[Weights, ...], *, rng: Random, goal: Faults, budget: Budget) -> State:
    """A blind deal, improved under each of the weights in turn."""
    state = task.dealt_state(profile[0], rng=rng)
    for weights in profile:
        state.weigh(weights)
        task.run(state, rng=rng, steps=ATTEMPT // len(profile), goal=goal, budget=budget)
    return state


def _found(task: Task, state: State) -> Found:
    return Found(groups=state.copy_groups(), faults=task.judged(state))


def _better(best: Found | None, found: Found) -> Found:
    return found if best is None or found.faults < best.faults else best


def _goal_of(task: Task, known: tuple[int, int, int], goal: Faults) -> Faults:
    """The goal of a search that is to be no worse than a known plan."""
    thirds, repeats, turns = known
    return task.ordered(thirds, repeats, turns=turns, broken=goal.first if task.apart_first else goal.second)


def _with_wish_of(goal: Faults, reached: Faults, task: Task) -> Faults:
    """The faults reached, but with the goal's keep-apart wishes."""
    return reached._replace(first=goal.first) if task.apart_first else reached._replace(second=goal.second)


def _soonest_clean(task: Task, groups: Groups) -> Groups:
    """The same rounds in another order: first the round with the fewest meetings again after what was played.

    What repeats among the rounds ahead need not be paid for now: late players may make it avoidable.
    """
    if any(task.pins) or any(ties is not task.ground.ties[0] for ties in task.ground.ties):
        return groups
    width = len(kinds_of(task.ground))
    rounds = [groups[start : start + width] for start in range(0, len(groups), width)]
    rounds.sort(key=lambda round_: _again(task, round_))
    return list(chain.from_iterable(rounds))


def _again(task: Task, round_: Groups) -> tuple[int, int]:
    """Thirds and repeats of one round after what was played."""
    met = task.ground.past.met
    meetings = [
        met[first][second]
        for group, kind in zip(round_, kinds_of(task.ground), strict=True)
        if kind != RESTING
        for place, first in enumerate(group)
        for second in group[:place]
    ]
    return sum(count > 1 for count in meetings), sum(meetings)
