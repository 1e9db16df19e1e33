"""One row of the sheet and what can be read from it (TSR 7.3, 9).

The *points* of a row are those of the game alone. The *row total* is points plus penalties; it is what the players'
totals move by. A row can instead carry *running* totals: those after this row, penalties included.
"""

from dataclasses import dataclass, replace
from operator import add, sub
from typing import cast

from . import rules
from .errors import Plain, Problem, RuleError
from .game import GameRecord, score_game
from .penalties import Effect, Penalty, effect, tariff
from .shapes import Shape, shape_of
from .terms import BreachClass, RowKind, Severity

Cells = tuple[int | None, ...]
"""Numbers per seat as written, seat 1 first; None for an empty cell."""
Points = tuple[int, ...]
"""Numbers per seat, seat 1 first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the sheet as written. Nothing is checked here: see `scoring.sheet.judge`."""

    kind: RowKind = RowKind.UNKNOWN
    """What was played, or that nothing was."""
    points: Cells | None = None
    """Points of the game alone per seat, without penalties; 0 or None for the sitting dealer."""
    running: Cells | None = None
    """Totals per seat after this row, penalties included; only where the rows stand in the order played."""
    record: GameRecord | None = None
    """The full record of the game; then `kind` is its kind and the points follow from it."""
    soloist: int | None = None
    """Seat of whoever played alone; derived from the points where they show it."""
    mandatory: bool | None = None
    """Whether a solo was the mandatory one; derived where None."""
    enforced: bool | None = None
    """Whether a mandatory solo was enforced (Vorführung); derived where None."""
    dealer: int | None = None
    """Seat of the dealer as recorded; checked against the derived one, and records a director's decision."""
    penalties: tuple[Penalty, ...] = ()
    """Penalties in this row."""
    replayed: bool = True
    """For a game not played: False (after time) when it is not played again; it then counts as struck."""


def plus(one: Points, other: Points) -> Points:
    """The sum of two rows, cell by cell."""
    return tuple(map(add, one, other))


def minus(one: Points, other: Points) -> Points:
    """The difference of two rows, cell by cell."""
    return tuple(map(sub, one, other))


class RowReader:
    """Reads the rows of one sheet one after another: points, row totals, running totals, and what is wrong with them.

    Whatever a person can have written is read or reported, never raised. Problems carry the row and the field of `Row`.
    """

    __slots__ = ("nothing", "problems", "row_points", "row_totals", "rubric", "running", "runnings", "seats")

    def __init__(self, *, seats: int, rubric: bool) -> None:
        self.seats = seats
        self.rubric = rubric
        self.problems: list[Problem] = []
        """What was found, in the order of the rows."""
        self.row_points: list[Points | None] = []
        """Points of the game alone for each row read, None where they cannot be read."""
        self.row_totals: list[Points | None] = []
        """Points and penalties for each row read."""
        self.runnings: list[Points | None] = []
        """Totals after each row read."""
        self.nothing = (0,) * seats
        """A row of zeros."""
        self.running: Points | None = self.nothing
        """Totals after the last row read."""

    def report(self, number: int | None, code: str, section: str, field: str | None = None, **params: Plain) -> None:
        """Note an error of a row, or of the sheet where the number is None."""
        self.problems.append(Problem(code, field, section, row=number, params=params))

    def seat(self, number: int, field: str, seat: int | None) -> int | None:
        """The seat as recorded; None, and a problem, for one the table does not have."""
        if seat is None or 1 <= seat <= self.seats:
            return seat
        self.report(number, "no_such_seat", "TSR 3.2", field, seat=seat)
        return None

    def read(self, number: int, row: Row, *, kind: RowKind, sits_out: int | None) -> int | None:
        """Read a game of this kind and return the soloist's seat, None where none is known or it is no solo.

        `sits_out` is the sitting dealer at a table of five, None where unknown and at four.
        """
        alone = kind in rules.SOLO_SHAPED_KINDS
        soloist = None if row.soloist is None else self.seat(number, "soloist", row.soloist)
        points = self._written(number, row, sits_out, soloist)
        if soloist is None and alone and points is not None:
            soloist = shape_of(points, sits_out).soloist
            if soloist is None and row.record is not None and not any(points):
                # A solo worth 0 shows no soloist in its points; the record names him.
                soloist = row.record.re[0]
        penalty: Points | None = self.nothing
        if row.penalties:
            penalty = self._penalty(number, row, alone=alone, soloist=soloist, sits_out=sits_out, points=points)
        after = None
        if row.running is not None:
            points, after = self._from_running(number, row.running, points, penalty, sits_out)
        if points is not None:
            shape = self._check_shape(number, kind, points, sits_out, soloist)
            if soloist is None and alone:
                soloist = shape.soloist
                if soloist is None and shape.solo and kind in rules.SOLO_KINDS:
                    self.report(number, "soloist_missing", "TSR 4.2", "soloist")
            if row.penalties:
                self._check_effects(number, row, kind, soloist, points)
        self._enter(row, points, penalty, after)
        return soloist if alone else None

    def read_without_game(self, number: int, row: Row, *, sits_out: int | None) -> None:
        """Read a row without a result, struck or not played: nothing but penalties."""
        section = "TSR 8.5" if row.kind == RowKind.STRUCK else "TSR 9.4.3"
        if row.record is not None or (row.points is not None and any(row.points)):
            self.report(number, "points_without_game", section, "points")
        soloist = self.seat(number, "soloist", row.soloist)
        penalty: Points | None = self.nothing
        if row.penalties:
            penalty = self._penalty(number, row, alone=False, soloist=soloist, sits_out=sits_out, points=None)
            if any(effect(each, soloist=soloist) == Effect.COUNTS for each in row.penalties):
                self.report(number, "breach_counts_as_played", "TSR 9.4.4", "kind")
        after = None
        if row.running is not None and any(cell is not None for cell in row.running):
            shown, after = self._from_running(number, row.running, None, penalty, sits_out)
            if shown is not None and any(shown):
                self.report(number, "points_without_game", section, "running")
        self._enter(row, self.nothing, penalty, after)

    def _written(self, number: int, row: Row, sits_out: int | None, soloist: int | None) -> Points | None:
        """The points as recorded or written, None where there are none or they cannot be read."""
        if row.record is not None:
            return self._recorded(number, row, row.record, sits_out)
        if row.points is not None:
            return self._filled(number, "points", row.points, sits_out)
        if any(effect(penalty, soloist=soloist) == Effect.COUNTS for penalty in row.penalties):
            return self.nothing
        if row.running is None:
            self.report(number, "points_missing", "TSR 7.3", "points")
        return None

    def _recorded(self, number: int, row: Row, record: GameRecord, sits_out: int | None) -> Points | None:
        """The points of a full record, which the points written beside it and the seats of the table must fit."""
        try:
            points = score_game(record).points
        except RuleError as refusal:
            self.problems.extend(replace(problem, row=number) for problem in refusal.problems)
            return None
        if record.seats != self.seats:
            self.report(number, "seats_differ", "TSR 8.3", "seats", expected=self.seats, given=record.seats)
            return None
        if sits_out is not None and record.sits_out != sits_out:
            self.report(number, "sitting_dealer_differs", "TSR 10.1.2", "sits_out", expected=sits_out)
        if row.points is not None:
            written = self._filled(number, "points", row.points, sits_out)
            if written is not None and written != points:
                self.report(number, "points_differ", "TSR 7.2", "points", written=written, computed=points)
        return points

    def _filled(
        self, number: int, field: str, cells: Cells, sits_out: int | None, empty: Points | None = None
    ) -> Points | None:
        """The cells as numbers, None and a problem where one is missing.

        The sitting dealer's cell may be empty, at a table of five with an unknown dealer any one; it is filled from
        `empty`, with 0 where that is None.
        """
        if len(cells) != self.seats:
            self.report(number, "wrong_number_of_cells", "TSR 7.3", field, expected=self.seats, given=len(cells))
            return None
        if None not in cells:
            return cast("Points", cells)
        gaps = [seat for seat, cell in enumerate(cells, 1) if cell is None]
        if len(gaps) > 1 or self.seats == rules.PLAYERS or sits_out not in (None, gaps[0]):
            self.report(number, "cell_missing", "TSR 7.3", field, seats=tuple(gaps))
            return None
        fill = 0 if empty is None else empty[gaps[0] - 1]
        return tuple(fill if cell is None else cell for cell in cells)

    def _from_running(
        self, number: int, running: Cells, points: Points | None, penalty: Points | None, sits_out: int | None
    ) -> tuple[Points | None, Points | None]:
        """The points that running totals show, and these totals; points written beside them must agree and win."""
        if self.rubric:
            self.report(number, "running_in_rubric", "TSR 4.2.4", "running")
            return points, None
        after = self._filled(number, "running", running, sits_out, self.running)
        if after is None or self.running is None or penalty is None:
            return points, after
        shown = minus(minus(after, self.running), penalty)
        if points is None:
            return shown, after
        if points != shown:
            computed = plus(after, minus(points, shown))
            self.report(number, "running_differs", "TSR 7.3", "running", written=after, computed=computed)
        return points, after

    def _penalty(
        self, number: int, row: Row, *, alone: bool, soloist: int | None, sits_out: int | None, points: Points | None
    ) -> Points | None:
        """The sum of the row's penalties per seat, None and a problem where one cannot be distributed."""
        if self.seats != rules.PLAYERS and sits_out is None and points is not None and points.count(0) == 1:
            sits_out = points.index(0) + 1
        total: Points | None = self.nothing
        for penalty in row.penalties:
            asks = penalty.points is None and penalty.solo_clear and penalty.breach != BreachClass.INSIGNIFICANT
            if alone and soloist is None and asks:
                self.report(number, "soloist_missing", "TSR 9.3.3", "soloist")
                total = None
                continue
            try:
                distributed = tariff(penalty, seats=self.seats, soloist=soloist, sits_out=sits_out)
            except RuleError as refusal:
                self.problems.extend(replace(problem, field="penalties", row=number) for problem in refusal.problems)
                total = None
                continue
            total = None if total is None else plus(total, distributed)
        return total

    def _check_shape(
        self, number: int, kind: RowKind, points: Points, sits_out: int | None, soloist: int | None
    ) -> Shape:
        """Cross sum, even–odd rule, shape and size of the points of a game, and whether the soloist fits (TSR 7.3)."""
        shape = shape_of(points, sits_out)
        pair = kind in rules.PAIR_KINDS
        solo = kind in rules.SOLO_SHAPED_KINDS or (kind == RowKind.UNKNOWN and soloist is not None)
        if (shape.pair and not solo) or (shape.solo and not pair):
            if not pair and soloist is not None and shape.soloist not in (None, soloist):
                self.report(number, "soloist_differs", "TSR 7.2", "soloist", written=soloist, computed=shape.soloist)
            most = rules.MAX_SOLO_VALUE if shape.soloist is not None else rules.MAX_VALUE
            if shape.value > most:
                params: dict[str, Plain] = {"value": shape.value, "most": most}
                self.problems.append(
                    Problem("value_implausible", "points", "TSR 7.2", Severity.WARNING, number, params=params)
                )
            return shape
        if shape.cross_sum:
            self.report(number, "row_not_zero_sum", "TSR 7.3", "points", sum=shape.cross_sum)
        if not shape.same_parity:
            self.report(number, "row_odd_even", "TSR 7.3", "points")
        if not shape.sitting_clear:
            self.report(number, "sitting_dealer_has_points", "TSR 10.1.2", "points", sits_out=sits_out)
        if not shape.cross_sum and shape.same_parity and shape.sitting_clear:
            self.report(number, "row_shape", "TSR 7.2", "points", kind=kind.value)
        return shape

    def _check_effects(self, number: int, row: Row, kind: RowKind, soloist: int | None, points: Points) -> None:
        """Whether the row is what its penalties make of the game (TSR 9.4)."""
        if kind == RowKind.UNKNOWN and soloist is None:
            return
        effects = {effect(penalty, soloist=soloist) for penalty in row.penalties}
        if Effect.NOT_PLAYED in effects:
            self.report(number, "breach_not_played", "TSR 9.4.3", "kind")
        if Effect.COUNTS in effects and any(points):
            self.report(number, "points_after_breach", "TSR 9.4.4", "points")

    def _enter(self, row: Row, points: Points | None, penalty: Points | None, after: Points | None) -> None:
        total = points
        if row.penalties:
            total = None if points is None or penalty is None else plus(points, penalty)
        if after is not None:
            # What is written carries on, right or wrong, so that one slip is reported once.
            self.running = after
        else:
            self.running = None if self.running is None or total is None else plus(self.running, total)
        self.row_points.append(points)
        self.row_totals.append(total)
        self.runnings.append(self.running)
