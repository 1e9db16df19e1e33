"""A search to be done: what is searched, how far a result can go at best, and how many steps may be spent."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.draw.anneal import Faults, anneal, faults
from tournament.draw.bounds import least_broken, least_repeats, least_thirds, least_turns
from tournament.draw.chance import generator
from tournament.draw.deal import deal_round, kinds_of
from tournament.draw.ground import Ground
from tournament.draw.hall import Hall
from tournament.draw.state import State, Weights
from tournament.draw.values import Progress, Watch

SLICE = 25_000  # steps between two looks at the stop button: about 20 milliseconds
WITHOUT_BOUND = 1 << 30
Groups = list[list[int]]


class Budget:
    """Steps allowed and done, and who is told about it."""

    __slots__ = ("allowed", "done", "stopped", "watch")

    def __init__(self, *, allowed: int, watch: Watch | None = None) -> None:
        self.allowed = allowed
        self.done = 0
        self.stopped = False
        self.watch = watch

    @property
    def left(self) -> int:
        """Steps that may still be done."""
        return 0 if self.stopped else max(0, self.allowed - self.done)

    def spend(self, steps: int, *, repeats: int) -> None:
        """Count steps and ask whether to go on."""
        self.done += steps
        if self.watch is not None and not self.watch(Progress(steps=self.done, budget=self.allowed, repeats=repeats)):
            self.stopped = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is searched: the ground, the hall of each round, and which wish comes first."""

    ground: Ground
    halls: tuple[Hall, ...]
    apart_first: bool
    seed: int

    def rng(self, purpose: str, attempt: int = 0) -> Random:
        """Chance for one purpose of this round."""
        return generator(self.seed, self.ground.round_number, purpose, attempt)

    @property
    def pins(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The people who do not move, by round: (player, group)."""
        return tuple(hall.pinned for hall in self.halls)

    @property
    def is_bound(self) -> bool:
        """Whether somebody may not move or two must not meet: then a ready-made plan does not fit."""
        return any(self.pins) or any(ties.strict is not None for ties in self.ground.ties)

    @property
    def has_wishes(self) -> bool:
        """Whether anybody is to be kept apart."""
        return any(ties.soft is not None for ties in self.ground.ties)

    @property
    def has_turns(self) -> bool:
        """Whether turns can be uneven at all."""
        return 0 < self.ground.fives < len(self.ground.sizes) or self.ground.resting > 0

    def goal(self) -> Faults:
        """What no seating can avoid; a search that reaches it is done."""
        ground, rounds = self.ground, self.ground.ahead
        return self.ordered(
            least_thirds(ground, rounds=rounds),
            least_repeats(ground, rounds=rounds),
            turns=least_turns(ground, rounds=rounds),
            broken=least_broken(ground, rounds=rounds),
        )

    def ordered(self, thirds: int, repeats: int, *, turns: int, broken: int) -> Faults:
        """Faults with turns and keep-apart wishes in the director's order."""
        return Faults(thirds, repeats, *((broken, turns) if self.apart_first else (turns, broken)))

    def whatever_wishes(self, goal: Faults) -> Faults:
        """The same goal for a search that does not look at keep-apart wishes."""
        if self.apart_first:
            return goal._replace(first=WITHOUT_BOUND, second=WITHOUT_BOUND)
        return goal._replace(second=WITHOUT_BOUND)

    def empty_state(self, weights: Weights) -> State:
        """A state without rounds yet."""
        return State(past=self.ground.past, ties=self.ground.ties, weights=weights)

    def dealt_state(self, weights: Weights, *, rng: Random) -> State:
        """A state with all rounds ahead dealt blindly."""
        state = self.empty_state(weights)
        for pinned in self.pins:
            deal_round(state, ground=self.ground, rng=rng, pinned=pinned)
        return state

    def state_of(self, groups: Sequence[Sequence[int]], weights: Weights) -> State:
        """A state with these groups, round after round."""
        state = self.empty_state(weights)
        kinds = kinds_of(self.ground)
        for place, pinned in enumerate(self.pins):
            classes = [0] * self.ground.players
            for player, _ in pinned:
                classes[player] = -1
            state.add_round(groups[place * len(kinds) : (place + 1) * len(kinds)], kinds, classes)
        return state

    def judged(self, state: State) -> Faults:
        """The faults of a state."""
        return faults(state, apart_first=self.apart_first)

    def run(
        self,
        state: State,
        *,
        rng: Random,
        steps: int,
        goal: Faults,
        budget: Budget,
        rounds: tuple[int, int] | None = None,
    ) -> Faults:
        """Improve the state in slices until the goal is reached or the steps are spent; its faults then."""
        reached = self.judged(state)
        while steps > 0 and budget.left and reached > goal:
            done, reached = anneal(
                state,
                rng=rng,
                steps=min(SLICE, steps, budget.left),
                goal=goal,
                apart_first=self.apart_first,
                rounds=rounds or (0, state.rounds),
            )
            steps -= done
            budget.spend(done, repeats=reached.repeats)
        return reached
