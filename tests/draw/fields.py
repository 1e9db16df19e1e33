"""Fields, rounds played as drawn, and the quality of a seating counted anew, by plain counting."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from tournament.draw import draw_round
from tournament.draw.rehearsal import played
from tournament.draw.values import Draw, Entrant, History, Settings, TablePlan

Rounds = list[list[list[int]]]
Key = tuple[int, int, int, int, int, int]


def entrants(players: int, clubs: Mapping[int, str] | None = None) -> tuple[Entrant, ...]:
    """Start numbers 1 to `players`, registered in this order."""
    clubs = clubs or {}
    return tuple(Entrant(id=number, club=clubs.get(number), registered=number) for number in range(1, players + 1))


def after(*draws: Draw, plan: bool = True) -> History:
    """The history in which these draws were played as drawn."""
    return History(rounds=tuple(played(draw) for draw in draws), plan=draws[-1].plan if plan else ())


def draw_all(field: Sequence[Entrant], settings: Settings, *, seed: int = 1) -> list[Draw]:
    """All rounds drawn one after the other."""
    draws: list[Draw] = []
    for _ in range(settings.rounds):
        history = after(*draws) if draws else History()
        draws.append(draw_round(entrants=field, history=history, settings=settings, seed=seed))
    return draws


def people(tables: Sequence[TablePlan]) -> list[list[int]]:
    """The tables as lists of start numbers in the order of seats."""
    return [list(table.players) for table in tables]


def rounds_of(draws: Sequence[Draw]) -> Rounds:
    """All rounds as lists."""
    return [people(draw.tables) for draw in draws]


def key_of(rounds: Rounds, *, players: Sequence[int], clubs: Mapping[int, str] | None = None) -> Key:
    """(thirds, repeats, uneven turns, club pairs, uneven positions, uneven table numbers), less is better.

    Tables stand in the order of their numbers.
    """
    clubs = clubs or {}
    met: Counter[tuple[int, int]] = Counter()
    fives: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    positions: Counter[tuple[int, int]] = Counter()
    numbers: Counter[tuple[int, int]] = Counter()
    club = 0
    for tables in rounds:
        rests.update(set(players) - {player for table in tables for player in table})
        for number, table in enumerate(tables):
            pairs = list(combinations(sorted(table), 2))
            met.update(pairs)
            club += sum(one in clubs and clubs[one] == clubs.get(two) for one, two in pairs)
            positions.update((player, position) for position, player in enumerate(table))
            numbers.update((player, number) for player in table)
            if len(table) == 5:
                fives.update(table)
    thirds = sum(meetings - 2 for meetings in met.values() if meetings > 2)
    return (
        thirds,
        _pairs(met.values()),
        _pairs(fives.values()) + _pairs(rests.values()),
        club,
        _pairs(positions.values()),
        _pairs(numbers.values()),
    )


def _pairs(counts: object) -> int:
    return sum(count * (count - 1) // 2 for count in counts)
