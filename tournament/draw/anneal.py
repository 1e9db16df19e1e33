"""The search: random swaps at one constant temperature, with the cost of a swap read off in about ten additions.

A step is one slot looked at. People without a fault are mostly passed over. A swap that costs nothing is taken, a dear
one with the chance that `Weights.accept` gives. The count of steps, never the clock, ends a search.
"""

from random import Random
from typing import NamedTuple

from tournament.draw.state import FIVE, PINNED, RESTING, State

PASS_OVER = 15  # of 16 people without a fault 15 are passed over


class Faults(NamedTuple):
    """What a search has left, in the strict order; `first` and `second` are turns and keep-apart wishes as ordered."""

    thirds: int
    repeats: int
    first: int
    second: int


def faults(state: State, *, apart_first: bool) -> Faults:
    """The faults of the rounds as they are, history included."""
    turns, broken = state.turns(), state.broken()
    first, second = (broken, turns) if apart_first else (turns, broken)
    return Faults(state.thirds, state.repeats, first, second)


def anneal(  # noqa: C901 - one loop of a million steps a second; calls inside would cost half of them
    state: State, *, rng: Random, steps: int, goal: Faults, apart_first: bool, rounds: tuple[int, int]
) -> tuple[int, Faults]:
    """Search rounds [from, to) for at most `steps` steps or until no fault is left above `goal`.

    Leaves the best seating found in `state` and returns (steps done, its faults).
    """
    random = rng.random
    players, groups, kinds, where, classes = state.players, state.groups, state.kinds, state.where, state.classes
    met, gain, loss, more, saved = state.met, state.gain, state.loss, state.more, state.saved
    fives, rests, width = state.fives, state.rests, state.width
    turn_cost, accept = state.weights.turns, state.weights.accept
    dearest = len(accept)
    first_slot, slots = rounds[0] * players, (rounds[1] - rounds[0]) * players
    wishes = state.wish if any(wish is not None for wish in state.wish) else None
    softs = [ties.soft for ties in state.ties]

    now = faults(state, apart_first=apart_first)
    thirds, repeats, turns, broken = now.thirds, now.repeats, state.turns(), state.broken()
    best, best_groups, at_best = now, state.copy_groups(), True
    done = passed = 0
    while done < steps and best > goal:
        done += 1
        slot = first_slot + int(random() * slots)
        here = where[slot]
        one = slot % players
        group = groups[here]
        kind = kinds[here]
        one_loss = loss[one]
        save = 0
        if kind != RESTING:
            for player in group:
                save += one_loss[player]
        wish = None
        if wishes is not None:
            wish = wishes[here // width]
            if wish is not None and kind != RESTING:
                row = wish[one]
                for player in group:
                    save += row[player]
        fault = save
        if kind and turn_cost:
            fault += (fives[one] if kind == FIVE else rests[one]) - 1
        if fault <= 0:
            passed += 1
            if passed & PASS_OVER:
                continue
        two = int(random() * players)
        other_slot = slot - one + two
        there = where[other_slot]
        if there == here or classes[slot] != classes[other_slot] or classes[slot] == PINNED:
            continue
        other_group = groups[there]
        other_kind = kinds[there]
        one_gain, two_gain, two_loss = gain[one], gain[two], loss[two]
        # `one` is itself in `group` and `two` in `other_group`: what the sums below count for the two of them as
        # new company is taken off again.
        cost = -save
        if kind != RESTING:
            for player in group:
                cost += two_gain[player]
            cost -= one_gain[two]
        if other_kind != RESTING:
            for player in other_group:
                cost += one_gain[player] - two_loss[player]
            cost -= one_gain[two]
        change_broken = 0
        if wish is not None:
            one_row, two_row = wish[one], wish[two]
            if kind != RESTING:
                for player in group:
                    cost += two_row[player]
                cost -= one_row[two]
            if other_kind != RESTING:
                for player in other_group:
                    cost += one_row[player] - two_row[player]
                cost -= one_row[two]
        change_turns = 0
        if kind != other_kind:
            if kind == FIVE:
                change_turns += fives[two] - fives[one] + 1
            elif kind == RESTING:
                change_turns += rests[two] - rests[one] + 1
            if other_kind == FIVE:
                change_turns += fives[one] - fives[two] + 1
            elif other_kind == RESTING:
                change_turns += rests[one] - rests[two] + 1
            cost += turn_cost * change_turns
        if cost > 0 and (cost >= dearest or random() >= accept[cost]):
            continue

        if kind != RESTING:
            for player in group:
                if player != one:
                    meetings = met[one][player] - 1
                    repeats -= meetings
                    if meetings > 1:
                        thirds -= 1
                    met[one][player] = met[player][one] = meetings
                    one_gain[player] = gain[player][one] = more[meetings]
                    one_loss[player] = loss[player][one] = saved[meetings]
                    meetings = met[two][player]
                    repeats += meetings
                    if meetings > 1:
                        thirds += 1
                    meetings += 1
                    met[two][player] = met[player][two] = meetings
                    two_gain[player] = gain[player][two] = more[meetings]
                    two_loss[player] = loss[player][two] = saved[meetings]
        if other_kind != RESTING:
            for player in other_group:
                if player != two:
                    meetings = met[two][player] - 1
                    repeats -= meetings
                    if meetings > 1:
                        thirds -= 1
                    met[two][player] = met[player][two] = meetings
                    two_gain[player] = gain[player][two] = more[meetings]
                    two_loss[player] = loss[player][two] = saved[meetings]
                    meetings = met[one][player]
                    repeats += meetings
                    if meetings > 1:
                        thirds += 1
                    meetings += 1
                    met[one][player] = met[player][one] = meetings
                    one_gain[player] = gain[player][one] = more[meetings]
                    one_loss[player] = loss[player][one] = saved[meetings]
        if kind != other_kind:
            turns += change_turns
            for counts, counted in ((fives, FIVE), (rests, RESTING)):
                if kind == counted:
                    counts[one] -= 1
                    counts[two] += 1
                if other_kind == counted:
                    counts[two] -= 1
                    counts[one] += 1
        soft = softs[here // width]
        if soft is not None:
            one_row, two_row = soft[one], soft[two]
            if kind != RESTING:
                change_broken += sum(two_row[player] - one_row[player] for player in group) - one_row[two]
            if other_kind != RESTING:
                change_broken += sum(one_row[player] - two_row[player] for player in other_group) - one_row[two]
            broken += change_broken
        group[group.index(one)] = two
        other_group[other_group.index(two)] = one
        where[slot], where[other_slot] = there, here
        if repeats <= best.repeats or thirds < best.thirds:
            now = Faults(thirds, repeats, broken if apart_first else turns, turns if apart_first else broken)
            at_best = now == best
            if now < best:
                best, at_best = now, True
                best_groups = [group[:] for group in groups]
        else:
            at_best = False
    state.repeats, state.thirds = repeats, thirds
    if not at_best:
        state.load(best_groups)
    return done, best
