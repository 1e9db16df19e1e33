"""The draw of one round and the plan of all rounds: what the rest of the product calls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tournament.draw.chance import sub_seed
from tournament.draw.deal import kinds_of
from tournament.draw.ground import Ground, lay_ground, one_round_only
from tournament.draw.hall import open_hall
from tournament.draw.ranges import RANGE_STEPS
from tournament.draw.ranks import draw_by_result
from tournament.draw.report import report
from tournament.draw.search import default_steps, search_rounds
from tournament.draw.settle import settle
from tournament.draw.single import seats_come_first
from tournament.draw.sizes import table_sizes
from tournament.draw.state import GENTLE
from tournament.draw.task import Budget, Groups, Task
from tournament.draw.values import (
    Absentee,
    Draw,
    Entrant,
    History,
    Mode,
    PlayedRound,
    Progress,
    Rest,
    Settings,
    TablePlan,
    Watch,
    Wish,
)

VERSION = "1"
"""Grows with every change after which the same seed may give other tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Tables of this round and the rounds after it, and what the search took."""

    rounds: tuple[tuple[TablePlan, ...], ...]
    waiting: tuple[int, ...]
    steps: int


def draw_round(
    *,
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
    seed: int,
    steps: int | None = None,
    watch: Watch | None = None,
) -> Draw:
    """The next round after the history, drawn with a look ahead to the last.

    `steps` is how long to search at most (None: about half a second where nothing perfect turns up); `watch` is called
    every 20 milliseconds or so and may stop the search. `Draw.steps` repeats a stopped search. For another draw of the
    same round give another seed and leave `history.plan` out.
    Raises RuleError: `field_cannot_be_seated`, `entrant_twice`, `strict_pair_unmet`, `too_few_tables`,
    `fixed_table_missing`, `fixed_table_full`, `kept_tables_do_not_fit`, `pair_of_one`, `rank_missing`,
    `place_missing`, `final_number_wrong`.
    """
    seated = _seat(entrants, history, settings, seed=seed, steps=steps, watch=watch, whole_plan=False)
    return _draw(seated, 0, entrants=entrants, history=history, settings=settings, seed=seed)


def plan_rounds(
    *,
    entrants: Sequence[Entrant],
    settings: Settings,
    seed: int,
    history: History | None = None,
    steps: int | None = None,
    watch: Watch | None = None,
) -> tuple[Draw, ...]:
    """All rounds left of the tournament at once: fixed before round 1, or after a history anew.

    `Draw.steps` of each is what the whole plan took. Raises RuleError as `draw_round` does.
    """
    history = history or History()
    seated = _seat(entrants, history, settings, seed=seed, steps=steps, watch=watch, whole_plan=True)
    draws = []
    for index, tables in enumerate(seated.rounds):
        draw = _draw(seated, index, entrants=entrants, history=history, settings=settings, seed=seed)
        resting = tuple(absentee.id for absentee in draw.sitting_out if absentee.why is Rest.SIT_OUT)
        draws.append(draw)
        history = History(rounds=(*history.rounds, PlayedRound(tables=tables, sitting_out=resting)))
    return tuple(draws)


def _seat(
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
    *,
    seed: int,
    steps: int | None,
    watch: Watch | None,
    whole_plan: bool,
) -> Seated:
    """The rounds ahead; only the next one where that is enough and no whole plan is asked for."""
    if settings.mode is Mode.GROUPS:
        return _seat_groups(entrants, history, settings, seed=seed, steps=steps, watch=watch)
    ground = lay_ground(entrants=entrants, history=history, settings=settings)
    if settings.mode is not Mode.RANDOM:
        budget = Budget(allowed=RANGE_STEPS if steps is None else steps, watch=watch)
        tables = draw_by_result(ground=ground, history=history, settings=settings, seed=seed, budget=budget)
        return Seated(rounds=(tables,), waiting=ground.waiting, steps=budget.done)
    task = _task(_with_kept(ground, settings), settings, seed=seed)
    if seats_come_first(task):
        # Fields this wide need no look ahead: nothing is lost by drawing one round after the other.
        hint = None
        if not whole_plan:
            task = replace(task, ground=one_round_only(task.ground), halls=task.halls[:1])
    else:
        hint = _hint(task, history)
    allowed = default_steps(task, hinted=hint is not None) if steps is None else steps
    budget = Budget(allowed=allowed, watch=watch)
    state, in_order = search_rounds(task, budget=budget, hint=hint)
    rounds = settle(state, task=task, settings=settings, in_order=in_order)
    return Seated(rounds=rounds, waiting=ground.waiting, steps=budget.done)


def _task(ground: Ground, settings: Settings, *, seed: int) -> Task:
    """The search task for this ground, the kept tables in its first round."""
    halls = [open_hall(ground=ground, settings=settings, kept=settings.kept)]
    if ground.ahead > 1:
        halls += [open_hall(ground=ground, settings=settings)] * (ground.ahead - 1)
    return Task(
        ground=ground,
        halls=tuple(halls),
        apart_first=settings.wishes.index(Wish.APART) < settings.wishes.index(Wish.TURNS),
        seed=seed,
    )


def _with_kept(ground: Ground, settings: Settings) -> Ground:
    """The ground with tables for the people of the kept tables and for all others; looks ahead only if sizes agree."""
    if not settings.kept:
        return ground
    kept = [len(table.players) for table in settings.kept]
    rest = list(ground.sizes)
    if all(rest.count(size) >= kept.count(size) for size in kept):
        return ground
    left = ground.players - ground.resting - sum(kept)
    if left:
        rest = list(table_sizes(players=left, fives=settings.fives, fives_number=settings.fives_number))
    else:
        rest = []
    return replace(one_round_only(ground), sizes=tuple(sorted([*kept, *rest], reverse=True)))


def _hint(task: Task, history: History) -> Groups | None:
    """The rest of the plan of the last draw as groups, if it fits this field and keeps the musts; else None."""
    ground, index = task.ground, task.ground.index
    if len(history.plan) < ground.ahead or any(task.pins[0]) != any(task.pins[-1]):
        return None
    groups: Groups = []
    rounds = list(history.plan[: ground.ahead])
    for tables, pinned in zip(rounds, task.pins, strict=True):
        fitted = _fitted(tables, pinned=pinned, ground=ground, index=index)
        if fitted is None:
            return None
        groups += fitted
    return groups if task.state_of(groups, GENTLE).broken_musts() == 0 else None


def _fitted(
    tables: Sequence[TablePlan],
    *,
    pinned: Sequence[tuple[int, int]],
    ground: Ground,
    index: dict[int, int],
) -> Groups | None:
    """One round of a plan in the order of the groups, or None if it is not for exactly these people and pins."""
    if any(player not in index for table in tables for player in table.players):
        return None
    left = [[index[player] for player in table.players] for table in tables]
    seated = set(chain.from_iterable(left))
    resting = [player for player in range(ground.players) if player not in seated]
    if len(resting) != ground.resting or sorted(map(len, left)) != sorted(ground.sizes):
        return None
    groups: Groups = [[] for _ in kinds_of(ground)]
    if ground.resting:
        groups[-1] = resting
    bound: dict[int, set[int]] = {}
    for player, group in pinned:
        bound.setdefault(group, set()).add(player)
    for group, people in bound.items():
        found = next((table for table in left if people <= set(table)), None)
        if found is None or len(found) != ground.sizes[group]:
            return None
        groups[group] = found
        left.remove(found)
    for group, size in enumerate(ground.sizes):
        if not groups[group]:
            groups[group] = next(table for table in left if len(table) == size)
            left.remove(groups[group])
    return groups


def _seat_groups(
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
    *,
    seed: int,
    steps: int | None,
    watch: Watch | None,
) -> Seated:
    """Every group of entrants draws its own tables, one after the other, with the next table numbers that are free.

    A search of one group ends by itself; `steps` limits all groups together.
    """
    names = sorted({entrant.group or "" for entrant in entrants})
    ahead = max(settings.rounds - len(history.rounds), 1)
    rounds: list[list[TablePlan]] = [[] for _ in range(ahead)]
    waiting: list[int] = []
    done = 0
    taken: list[int] = []
    for name in names:
        members = [entrant for entrant in entrants if (entrant.group or "") == name]
        bound = [entrant.fixed_table for entrant in entrants if (entrant.group or "") != name]
        own = replace(
            settings,
            mode=Mode.RANDOM,
            left_out=(*settings.left_out, *taken, *(number for number in bound if number is not None)),
            kept=tuple(
                table for table in settings.kept if {entrant.id for entrant in members}.issuperset(table.players)
            ),
        )
        started = done

        def watched(progress: Progress, *, before: int = started) -> bool:
            return watch is None or watch(replace(progress, steps=progress.steps + before))

        seated = _seat(
            members,
            history,
            own,
            seed=sub_seed(seed, "group", name),
            steps=None if steps is None else max(0, steps - done),
            watch=watched,
            whole_plan=True,
        )
        done += seated.steps
        waiting += seated.waiting
        for place, tables in enumerate(seated.rounds):
            rounds[place] += tables
            taken += [table.number for table in tables]
    return Seated(
        rounds=tuple(tuple(sorted(tables, key=lambda table: table.number)) for tables in rounds),
        waiting=tuple(sorted(waiting)),
        steps=done,
    )


def _draw(
    seated: Seated, index: int, *, entrants: Sequence[Entrant], history: History, settings: Settings, seed: int
) -> Draw:
    """The draw of round `index` of what was seated, with its report."""
    tables = seated.rounds[index]
    placed = {player for table in tables for player in table.players}
    resting = tuple(
        sorted(entrant.id for entrant in entrants if entrant.id not in placed and entrant.id not in seated.waiting)
    )
    absent = [Absentee(id=number, why=Rest.WAITING_LIST) for number in seated.waiting]
    absent += [Absentee(id=number, why=Rest.SIT_OUT) for number in resting]
    return Draw(
        tables=tables,
        sitting_out=tuple(sorted(absent, key=lambda absentee: absentee.id)),
        report=report(tables=tables, entrants=entrants, history=history, settings=settings, sitting_out=resting),
        seed=seed,
        steps=seated.steps,
        version=VERSION,
        plan=seated.rounds[index + 1 :],
    )
