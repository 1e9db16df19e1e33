"""The sheet doctor: the likeliest readings of a sheet that fails, each with its reason. It changes nothing by itself.

A *broken* row has a shape no game has. The *difference* is what the written totals have more than the computed ones;
a single mistake in a row is the difference itself. A *suggestion* says what to do with a row: replace it, insert or
delete one, or carry the running totals on from a corrected one; or it replaces the written totals.

A mistake that leaves a row legal shows only in the totals: then every row that would explain the difference is listed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import cast

from .errors import Plain
from .readings import is_legal, readings, splits
from .rows import Cells, Points, Row, minus, plus
from .shapes import shape_of
from .sheet import Judgement, Sheet, judge
from .slips import COST, Reason, row_slip
from .terms import Depth, RowKind
from .totals import check_totals


class Action(StrEnum):
    """What a suggestion does."""

    REPLACE = "replace"
    """The points or running totals of the row, or, without a row, the written totals."""
    INSERT = "insert"
    """A row before this one; None where its place is unknown."""
    DELETE = "delete"
    """The row."""
    CARRY = "carry"
    """The running totals of the row, and all later ones move by the same."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One likely reading. Exactly one of points, running and totals is given, none for a row to delete."""

    rank: int
    """1 is the likeliest."""
    row: int | None
    """The row, None for the totals and for a row to insert whose place is unknown."""
    action: Action
    reason: Reason
    points: Points | None = None
    """Points of the game alone per seat."""
    running: Points | None = None
    """Totals per seat after the row."""
    totals: Points | None = None
    """Written totals per seat."""
    params: Mapping[str, Plain] = field(default_factory=dict, hash=False)
    """What the sentence needs besides."""


_BROKEN = frozenset(
    {"row_not_zero_sum", "row_odd_even", "row_shape", "sitting_dealer_has_points", "soloist_differs", "cell_missing"}
)
_READINGS_PER_ROW = 6
_SPLITS_PER_ROW = 8
# Readings of a row that cost so much more than the likeliest are not worth showing.
_FAR = 30
# A reading that makes the totals come out, or that mends two rows at once, comes before all that do not.
_FITS = -100
_MENDS_BOTH = -50
_ELSEWHERE = 30
_LEFT_OUT = 6
_SPLIT = 30
_ONE_SHORT = -30
_TWICE = 5
_TWICE_APART = 25


@dataclass(frozen=True, slots=True)
class _Candidate:
    cost: int
    suggestion: Suggestion


class _Case:
    """A failing sheet and what is known about it."""

    def __init__(self, sheet: Sheet, judgement: Judgement) -> None:
        self.sheet = sheet
        self.judgement = judgement
        self.rows = list(enumerate(sheet.rows, 1))
        self.broken = sorted(
            {problem.row for problem in judgement.problems if problem.row is not None and problem.code in _BROKEN}
        )
        self.counted = sum(row.kind != RowKind.NOT_PLAYED or not row.replayed for row in sheet.rows)
        written = sheet.totals
        self.written: Points | None = None
        if written is not None and len(written) == sheet.seats and None not in written:
            self.written = tuple(cell for cell in written if cell is not None)
        self.difference: Points | None = None
        if self.written is not None and judgement.totals is not None:
            self.difference = minus(self.written, judgement.totals)

    def points(self, number: int) -> Points | None:
        """The points of a row, None where they cannot be read."""
        return self.judgement.row_points[number - 1]

    def is_game(self, row: Row) -> bool:
        """Whether the row has a result."""
        return row.kind not in (RowKind.NOT_PLAYED, RowKind.STRUCK)

    def is_running(self, row: Row) -> bool:
        """Whether the row is written as running totals alone."""
        return row.running is not None and row.points is None and row.record is None

    def is_legal(self, number: int, points: Points) -> bool:
        """Whether the row could have these points."""
        row = self.sheet.rows[number - 1]
        sits_out = self.judgement.sits_out[number - 1]
        if not self.is_game(row):
            return not any(points)
        return is_legal(points, kind=self.kind(row), soloist=row.soloist, sits_out=sits_out)

    def is_legal_elsewhere(self, number: int) -> bool:
        """Whether the row would be legal with another dealer sitting out."""
        points = self.points(number)
        row = self.sheet.rows[number - 1]
        return points is not None and is_legal(points, kind=self.kind(row), soloist=row.soloist, sits_out=None)

    def kind(self, row: Row) -> RowKind:
        """The kind of a row, a solo where it is only marked as mandatory."""
        if row.record is not None:
            return RowKind(row.record.kind.value)
        return RowKind.SOLO if row.kind == RowKind.UNKNOWN and row.mandatory else row.kind

    def needed(self, number: int) -> Points | None:
        """The points with which the written totals come out if all other rows are right, None where unknown."""
        points = self.points(number)
        if self.difference is not None and points is not None:
            return plus(points, self.difference)
        others = [total for index, total in enumerate(self.judgement.row_totals, 1) if index != number]
        if self.written is None or points is not None or None in others or self.sheet.rows[number - 1].penalties:
            return None
        needed = self.written
        for total in others:
            needed = needed if total is None else minus(needed, total)
        return needed


def suggest(sheet: Sheet, *, judgement: Judgement | None = None, limit: int | None = None) -> tuple[Suggestion, ...]:
    """The likeliest readings of a sheet with findings, the likeliest first; empty for a sheet without.

    `judgement` is that of the sheet where it has been made already; `limit` cuts the list off, None gives all.
    """
    judgement = judge(sheet) if judgement is None else judgement
    if not judgement.problems:
        return ()
    if sheet.depth == Depth.TOTALS:
        candidates = list(_totals_alone(sheet))
    else:
        case = _Case(sheet, judgement)
        candidates = [
            *_broken_rows(case),
            *_wrong_running(case),
            *_left_out(case),
            *_twice(case),
            *_legal_rows(case),
            *_wrong_totals(case),
        ]
    return _ranked(candidates)[:limit]


def _ranked(candidates: Iterable[_Candidate]) -> tuple[Suggestion, ...]:
    """The suggestions by cost, then by row; of two that come to the same the cheaper one."""
    found: dict[tuple[object, ...], Suggestion] = {}
    for candidate in sorted(candidates, key=lambda each: (each.cost, each.suggestion.row or 0)):
        each = candidate.suggestion
        found.setdefault((each.row, each.action, each.points, each.running, each.totals), each)
    return tuple(replace(each, rank=rank) for rank, each in enumerate(found.values(), 1))


def _broken_rows(case: _Case) -> Iterator[_Candidate]:
    """Readings of rows written as points whose shape no game has."""
    for number in case.broken:
        row = case.sheet.rows[number - 1]
        cells: Cells | None = row.points if row.record is None else case.points(number)
        if cells is None or len(cells) != case.sheet.seats or not case.is_game(row):
            continue
        needed = case.needed(number)
        sits_out = case.judgement.sits_out[number - 1]
        found = readings(cells, kind=case.kind(row), soloist=row.soloist, sits_out=sits_out, also=needed)
        fitting = [reading for reading in found if reading.points == needed]
        likely = [reading for reading in found[:_READINGS_PER_ROW] if reading.cost <= found[0].cost + _FAR]
        for reading in [*fitting, *likely]:
            cost = reading.cost + (_FITS if reading.points == needed else 0)
            yield _replace(cost, number, reading.reason, reading.points)
        points = case.points(number)
        shown = None if points is None else shape_of(points, sits_out).soloist
        if points is not None and shown is not None and row.soloist not in (None, shown):
            cost = COST[Reason.NEIGHBOURS_SWAPPED] + (_FITS if points == needed else 1)
            suggestion = Suggestion(0, number, Action.REPLACE, Reason.SOLOIST_MISMARKED, points)
            yield _Candidate(cost, replace(suggestion, params={"soloist": shown}))


def _replace(cost: int, number: int, reason: Reason, points: Points) -> _Candidate:
    return _Candidate(cost, Suggestion(0, number, Action.REPLACE, reason, points))


def _wrong_running(case: _Case) -> Iterator[_Candidate]:
    """Readings of running totals: one of them misread, or added up wrongly and carried on."""
    for problem in case.judgement.problems:
        if problem.code == "running_differs":
            # Points stand beside the running totals: what they add up to is known.
            running = cast("Points", problem.params["computed"])
            suggestion = Suggestion(0, problem.row, Action.CARRY, Reason.CARRIED_WRONGLY, running=running)
            yield _Candidate(COST[Reason.NEIGHBOURS_SWAPPED], suggestion)
    for number in case.broken:
        row = case.sheet.rows[number - 1]
        points = case.points(number)
        after = case.judgement.running[number - 1]
        if not case.is_running(row) or points is None or after is None:
            continue
        sits_out = case.judgement.sits_out[number - 1]
        for reading in readings(
            points, kind=case.kind(row), soloist=row.soloist, sits_out=sits_out, also=case.needed(number)
        ):
            change = minus(reading.points, points)
            running = plus(after, change)
            yield from _misread(case, number, running, change)
            yield from _misread_before(case, number, change)
            yield from _carried(case, number, reading.points, change, running)


def _misread(case: _Case, number: int, running: Points, change: Points) -> Iterator[_Candidate]:
    """The running totals of a broken row misread: corrected, the next row is legal too."""
    last = number == len(case.sheet.rows)
    following = None if last else case.points(number + 1)
    if last or (following is not None and case.is_legal(number + 1, minus(following, change))):
        cost, reason = row_slip(case.sheet.rows[number - 1].running or (), running)
        if last:
            cost += _FITS if case.difference == change else 0
        else:
            cost += _MENDS_BOTH if number + 1 in case.broken else _ELSEWHERE
        yield _Candidate(cost, Suggestion(0, number, Action.REPLACE, reason, running=running))


def _misread_before(case: _Case, number: int, change: Points) -> Iterator[_Candidate]:
    """The running totals of the row before a broken one misread, though that row is legal as it stands."""
    if number == 1 or number - 1 in case.broken:
        return
    before = case.sheet.rows[number - 2]
    after = case.judgement.running[number - 2]
    points = case.points(number - 1)
    if before.running is None or not case.is_running(before) or after is None or points is None:
        return
    if case.is_legal(number - 1, minus(points, change)):
        running = minus(after, change)
        cost, reason = row_slip(before.running, running)
        yield _Candidate(cost, Suggestion(0, number - 1, Action.REPLACE, reason, running=running))


def _carried(case: _Case, number: int, points: Points, change: Points, running: Points) -> Iterator[_Candidate]:
    """The running totals of a row added up wrongly in one column and carried on."""
    wrong = [index for index, cell in enumerate(change) if cell]
    if len(wrong) != 1 or number == len(case.sheet.rows):
        return
    cost = COST[Reason.NEIGHBOURS_SWAPPED]
    if case.difference == change:
        cost += _FITS
    if number + 1 in case.broken:
        cost += _ELSEWHERE
    # One or ten too much or too little, or taken off instead of added, is likelier than any other slip.
    slipped = change[wrong[0]]
    cost += 0 if abs(slipped) in (1, 10) or slipped == 2 * points[wrong[0]] else 2
    yield _Candidate(cost, Suggestion(0, number, Action.CARRY, Reason.CARRIED_WRONGLY, running=running))


def _left_out(case: _Case) -> Iterator[_Candidate]:
    """A row that is missing: the difference itself is the points of a game, or a line holds two games."""
    if case.counted >= case.sheet.games:
        return
    difference = case.difference
    if difference is not None and any(difference):
        shape = shape_of(difference, None)
        # At a table of five a missing row moves the deal, so that later rows seem to have the wrong dealer sitting.
        if (shape.pair or shape.solo) and all(case.is_legal_elsewhere(number) for number in case.broken):
            cost = _LEFT_OUT + (_FITS if case.broken else 0)
            yield _Candidate(cost, Suggestion(0, None, Action.INSERT, Reason.ROW_LEFT_OUT, difference))
    for number in case.broken:
        row = case.sheet.rows[number - 1]
        points = case.points(number)
        before = case.judgement.running[number - 2] if number > 1 else (0,) * case.sheet.seats
        if not case.is_running(row) or points is None or before is None or sum(points) != 0:
            continue
        if case.is_legal_elsewhere(number):
            continue
        sits_out = case.judgement.sits_out[number - 1]
        handed_in = case.written is not None and case.counted == case.sheet.games - 1
        for missing in splits(points, kind=case.kind(row), soloist=row.soloist, sits_out=sits_out)[:_SPLITS_PER_ROW]:
            running = plus(before, missing.points)
            cost = missing.cost + (_ONE_SHORT if handed_in else _SPLIT)
            suggestion = Suggestion(0, number, Action.INSERT, Reason.ROW_LEFT_OUT, running=running)
            yield _Candidate(cost, suggestion)


def _twice(case: _Case) -> Iterator[_Candidate]:
    """A row too many: without it the totals come out, or it repeats the row before it."""
    difference = case.difference
    too_many = case.counted > case.sheet.games
    for number, row in case.rows:
        total = case.judgement.row_totals[number - 1]
        if not case.is_game(row) or total is None:
            continue
        before = case.sheet.rows[number - 2] if number > 1 else None
        after = case.sheet.rows[number] if number < len(case.sheet.rows) else None
        if _same_line(row, after):
            continue
        repeats = _same_line(row, before)
        fits = difference is not None and any(difference) and not any(plus(total, difference))
        if fits and (too_many or repeats):
            cost = _FITS + (_TWICE if repeats else _TWICE_APART)
        elif repeats and too_many:
            cost = _TWICE
        else:
            continue
        yield _Candidate(cost, Suggestion(0, number, Action.DELETE, Reason.ROW_TWICE))


def _same_line(row: Row, other: Row | None) -> bool:
    """Whether two neighbouring lines say the same."""
    return other is not None and (row.points, row.running, row.record) == (other.points, other.running, other.record)


def _legal_rows(case: _Case) -> Iterator[_Candidate]:
    """Every row that explains a difference in the totals though it is legal as it stands."""
    difference = case.difference
    if difference is None or not any(difference) or sum(difference) != 0 or case.broken:
        return
    for number, row in case.rows:
        points = case.points(number)
        if points is None or not case.is_game(row) or case.is_running(row):
            continue
        meant = plus(points, difference)
        if case.is_legal(number, meant):
            cost, reason = row_slip(points, meant, soloist=shape_of(meant, None).soloist)
            yield _replace(cost, number, reason, meant)


def _wrong_totals(case: _Case) -> Iterator[_Candidate]:
    """Written totals misread or added up wrongly, where every row is legal."""
    if (
        case.written is None
        or case.judgement.totals is None
        or case.difference is None
        or not any(case.difference)
        or case.broken
    ):
        return
    cost, reason = row_slip(case.written, case.judgement.totals)
    yield _Candidate(cost + 1, Suggestion(0, None, Action.REPLACE, reason, totals=case.judgement.totals))


def _totals_alone(sheet: Sheet) -> Iterator[_Candidate]:
    """Readings of totals without rows that do not sum to zero: one of them is corrected."""
    written = sheet.totals
    if written is None or len(written) != sheet.seats or written.count(None) > 1:
        return
    excess = sum(cell for cell in written if cell is not None)
    for index, cell in enumerate(written):
        if cell is None or (None not in written and excess):
            meant = tuple((cell or 0) - excess if place == index else other or 0 for place, other in enumerate(written))
            if not check_totals(meant, games=sheet.games, penalties=sheet.penalties):
                cost, reason = row_slip(written, meant)
                yield _Candidate(cost, Suggestion(0, None, Action.REPLACE, reason, totals=meant))
