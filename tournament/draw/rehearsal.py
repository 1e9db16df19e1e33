"""A tournament played through without results: all rounds drawn one after the other, or planned before the first.

Players come and leave between rounds, as they do in the hall.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.draw.bounds import least_repeats
from tournament.draw.drawing import draw_round, plan_rounds
from tournament.draw.ground import lay_ground
from tournament.draw.report import figures, pairs_of
from tournament.draw.values import Draw, Entrant, Figures, History, PlayedRound, Rest, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Somebody is there from this round on (joins) or not any more."""

    round: int
    player: int
    joins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """The whole tournament in numbers: `triples` are pairs that met three times or more, `bound` what the repeats
    cannot fall below (with changes of the field: what each draw could not avoid after the rounds before it).
    """

    figures: Figures
    triples: int
    bound: int
    steps: int


class FieldError(Exception):
    """A change that cannot be: somebody joins who is there, or leaves who is not."""

    def __init__(self, change: Change) -> None:
        super().__init__(change)
        self.change = change


def field_of(*, players: int, changes: Iterable[Change], round_number: int) -> list[int]:
    """Start numbers present in a round: 1 to `players`, and what has changed up to this round.

    Raises FieldError if somebody joins who is there or leaves who is not.
    """
    present = set(range(1, players + 1))
    for change in sorted(changes, key=lambda change: change.round):
        if change.round > round_number:
            continue
        if change.joins == (change.player in present):
            raise FieldError(change)
        if change.joins:
            present.add(change.player)
        else:
            present.remove(change.player)
    return sorted(present)


def rehearse(
    *,
    players: int,
    settings: Settings,
    seed: int,
    clubs: Mapping[int, str],
    changes: Sequence[Change] = (),
    planned: bool = True,
) -> Iterator[Draw]:
    """The draw of each round in turn. A plan holds until the field changes; then the rest is planned anew.

    Raises RuleError as `draw_round` does, FieldError as `field_of` does.
    """
    history = History()
    plan: list[Draw] = []
    before: list[int] = []
    for number in range(1, settings.rounds + 1):
        present = field_of(players=players, changes=changes, round_number=number)
        entrants = entrants_of(present, clubs)
        if planned:
            if present != before:
                plan = list(plan_rounds(entrants=entrants, history=history, settings=settings, seed=seed))
                # The steps were spent once for the whole plan.
                plan[1:] = [replace(draw, steps=0) for draw in plan[1:]]
            draw = plan.pop(0)
        else:
            draw = draw_round(entrants=entrants, history=history, settings=settings, seed=seed)
        yield draw
        before = present
        history = History(rounds=(*history.rounds, played(draw)), plan=draw.plan)


def entrants_of(players: Iterable[int], clubs: Mapping[int, str]) -> tuple[Entrant, ...]:
    """Entrants with nothing but a start number and a club."""
    return tuple(Entrant(id=number, club=clubs.get(number), registered=number) for number in players)


def played(draw: Draw) -> PlayedRound:
    """The round as if it had been played as drawn."""
    resting = tuple(absentee.id for absentee in draw.sitting_out if absentee.why is Rest.SIT_OUT)
    return PlayedRound(tables=draw.tables, sitting_out=resting)


def quality(draws: Sequence[Draw], *, players: int, settings: Settings, clubs: Mapping[int, str]) -> Quality:
    """The numbers of all rounds together; `players` is the field of round 1."""
    rounds = [played(draw) for draw in draws]
    met = Counter(pair for round_ in rounds for table in round_.tables for pair in pairs_of(table))
    people = sorted({player for round_ in rounds for table in round_.tables for player in table.players})
    fields = {tuple(sorted({*_seated(draw), *_absent(draw)})) for draw in draws}
    if len(fields) == 1 and not any(
        absentee.why is Rest.WAITING_LIST for draw in draws for absentee in draw.sitting_out
    ):
        ground = lay_ground(entrants=entrants_of(range(1, players + 1), {}), history=History(), settings=settings)
        bound = least_repeats(ground, rounds=len(draws))
    else:
        bound = sum(draw.report.bound for draw in draws)
    return Quality(
        figures=figures(rounds, entrants=entrants_of(people, clubs), settings=settings),
        triples=sum(meetings > 2 for meetings in met.values()),
        bound=bound,
        steps=sum(draw.steps for draw in draws),
    )


def _seated(draw: Draw) -> list[int]:
    return [player for table in draw.tables for player in table.players]


def _absent(draw: Draw) -> list[int]:
    return [absentee.id for absentee in draw.sitting_out]
