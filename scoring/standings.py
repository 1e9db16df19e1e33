"""Standings: totals to ranks (the TSR has no tie-break, so its order is an argument).

A *total* is the sum of the points of all rounds minus deductions; penalties are in the points already. Equal totals
are *tied*: the tie-break criteria are applied one after another to those still tied, and whoever is tied after the
last shares the *rank*; the next rank is skipped (1, 2, 2, 4). A criterion that needs something unknown for one of the
tied cannot be applied to them and is *skipped* there. Participants outside the ranking stand in place by their total,
without a rank, and use none up.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class TieBreak(StrEnum):
    """What decides between equal totals."""

    LAST_ROUND = "last_round"
    """More points in the last round; who missed it comes last."""
    BEST_ROUND = "best_round"
    """More points in the best round."""
    GAMES_WON = "games_won"
    """More games won; needs rows."""
    SOLOS_WON = "solos_won"
    """More solos won; needs rows."""
    FEWER_PENALTIES = "fewer_penalties"
    """Fewer points lost by penalties and deductions."""
    PLAY_OFF = "play_off"
    """The place in a play-off."""
    LOT = "lot"
    """The place drawn by lot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One participant's results. All entries of a tournament have the same number of rounds."""

    key: Hashable
    """Whoever it is."""
    points: tuple[int | None, ...]
    """Points per round, penalties included; None for a round missed."""
    penalties: int = 0
    """Points lost as an offender by penalties in the sheets, as a positive number; already in the points."""
    deductions: int = 0
    """Points deducted outside the sheets (TSR 9.7), as a positive number; not in the points."""
    games_won: int | None = None
    """Games won, None where only totals are known."""
    solos_won: int | None = None
    """Solos won, None where only totals are known."""
    play_off: int | None = None
    """Place in a play-off, 1 is first; None where none was played."""
    lot: int | None = None
    """Place drawn by lot, 1 is first; None where none was drawn."""
    ranked: bool = True
    """False for whoever stands outside the ranking, such as a withdrawn participant or a substitute."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings."""

    entry: Entry
    total: int
    """Sum of all rounds minus deductions."""
    rank: int | None
    """From 1; None outside the ranking."""
    shared: bool
    """Whether another has the same rank."""
    decided_by: TieBreak | None
    """The last criterion that parted it from others of the same total, None where none did."""
    skipped: tuple[TieBreak, ...]
    """Criteria that could not be applied to its tie because something was unknown, in their order."""

    @property
    def key(self) -> Hashable:
        """Whoever it is."""
        return self.entry.key


def total(entry: Entry) -> int:
    """Sum of the points of all rounds minus deductions; a round missed counts 0."""
    return sum(points for points in entry.points if points is not None) - entry.deductions


def _last_round(entry: Entry) -> tuple[int, int]:
    last = entry.points[-1] if entry.points else None
    return (0, 0) if last is None else (1, last)


def _best_round(entry: Entry) -> tuple[int, int]:
    return max(((1, points) for points in entry.points if points is not None), default=(0, 0))


def _more(value: int | None) -> tuple[int, int] | None:
    return None if value is None else (1, value)


def _earlier(value: int | None) -> tuple[int, int] | None:
    return None if value is None else (1, -value)


_MEASURES: dict[TieBreak, Callable[[Entry], tuple[int, int] | None]] = {
    TieBreak.LAST_ROUND: _last_round,
    TieBreak.BEST_ROUND: _best_round,
    TieBreak.GAMES_WON: lambda entry: _more(entry.games_won),
    TieBreak.SOLOS_WON: lambda entry: _more(entry.solos_won),
    TieBreak.FEWER_PENALTIES: lambda entry: (1, -entry.penalties - entry.deductions),
    TieBreak.PLAY_OFF: lambda entry: _earlier(entry.play_off),
    TieBreak.LOT: lambda entry: _earlier(entry.lot),
}
"""How a criterion measures an entry, more is better; None where it is unknown."""


def rank(entries: Iterable[Entry], *, tie_breaks: Sequence[TieBreak] = ()) -> tuple[Standing, ...]:
    """The standings, best first, with rank and the criterion that decided.

    Those who share a rank keep the order they were given in; whoever is outside the ranking stands behind those with
    the same total.
    """
    by_total: dict[int, list[Entry]] = {}
    for entry in entries:
        by_total.setdefault(total(entry), []).append(entry)
    standings: list[Standing] = []
    place = 1
    for points in sorted(by_total, reverse=True):
        tied = by_total[points]
        for group, decided_by, skipped in _part([entry for entry in tied if entry.ranked], tie_breaks, None, ()):
            shared = len(group) > 1
            standings.extend(Standing(entry, points, place, shared, decided_by, skipped) for entry in group)
            place += len(group)
        standings.extend(Standing(entry, points, None, False, None, ()) for entry in tied if not entry.ranked)
    return tuple(standings)


def _part(
    tied: list[Entry],
    criteria: Sequence[TieBreak],
    decided_by: TieBreak | None,
    skipped: tuple[TieBreak, ...],
) -> Iterable[tuple[list[Entry], TieBreak | None, tuple[TieBreak, ...]]]:
    """The tied parted by the criteria, best first: those still equal, what decided last, what was skipped."""
    if not tied:
        return
    if len(tied) == 1 or not criteria:
        yield tied, decided_by, skipped
        return
    criterion, *rest = criteria
    groups: dict[tuple[int, int], list[Entry]] = {}
    for entry in tied:
        measured = _MEASURES[criterion](entry)
        if measured is None:
            yield from _part(tied, rest, decided_by, (*skipped, criterion))
            return
        groups.setdefault(measured, []).append(entry)
    decided = criterion if len(groups) > 1 else decided_by
    for measure in sorted(groups, reverse=True):
        yield from _part(groups[measure], rest, decided, skipped)
