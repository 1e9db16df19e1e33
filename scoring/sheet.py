"""The score sheet: who deals, sits out and leads, what the totals are, and every rule it breaks (TSR 3, 7.3, 8, 10).

A *row* is a line of the sheet, a *game number* counts the games of the round: a game not played has none, a struck
game has one. The *dealer* deals; at a table of five he sits out. The *leader* leads to the first trick. A solo is
*owed* until its seat has played it. The *judgement* of a sheet is everything that follows from it; a *problem* is a
finding with a severity. A sheet is *complete* when every game was played or struck and no solo is owed.

With the mandatory solos in their own rubric their place among the games is unknown: then nothing is said about who
dealt or led them or whether they were enforced. The other rows have the dealers 1, 2, 3, 4, 1 … either way, because a
voluntary mandatory solo does not move the deal and enforced ones come last.
"""

from dataclasses import dataclass, replace
from typing import cast

from . import rules
from .course import Course, Entry
from .errors import Problem
from .penalties import Penalty, check_penalty
from .rows import Cells, Row
from .solos import seats_owing
from .terms import Depth, Form
from .totals import check_size, check_totals, check_written

__all__ = [
    "Judgement",
    "Newcomer",
    "Next",
    "Row",
    "Sheet",
    "check_complete",
    "games_won",
    "judge",
    "share",
    "solos_won",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """Another person on a seat from a row on, who owes mandatory solos of his own.

    The TSR is silent; by default the seat owes the solo, whoever sits there, and no newcomer is recorded.
    """

    seat: int
    row: int
    """The first row of the newcomer; the one after the last for whoever sits down now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A score sheet as written, with the settings it is judged by."""

    seats: int = 4
    """4 or 5."""
    games: int = 24
    """Games of the round, struck ones included."""
    mandatory: int = rules.MANDATORY_SOLOS
    """Mandatory solos each seat owes."""
    form: Form = Form.PLAYED
    """The form of the paper."""
    time_over: bool = False
    """Whether the time is over: open normal games are struck, owed solos are still played."""
    depth: Depth = Depth.ROWS
    """How much is known. At depth totals there are no rows."""
    rows: tuple[Row, ...] = ()
    """The rows; with the rubric the mandatory solos may stand anywhere among them."""
    totals: Cells | None = None
    """The totals as written on the paper, penalties included."""
    solos: tuple[int, ...] = ()
    """At depth totals: the seats whose mandatory solo was played, a seat once for each."""
    penalties: tuple[Penalty, ...] = ()
    """At depth totals: the penalties contained in the totals."""
    newcomers: tuple[Newcomer, ...] = ()
    """Persons who came in later and owe solos of their own."""


@dataclass(frozen=True, slots=True)
class Next:
    """The next game."""

    dealer: int | None
    """Seat that deals it, None where unknown."""
    enforced: int | None
    """Seat whose mandatory solo must be played, None where none must or it is unknown."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """All that follows from a sheet. Tuples over rows have one entry a row, None where unknown."""

    totals: tuple[int, ...] | None
    """Computed totals per seat (at depth totals the written ones), None where a row cannot be read."""
    row_points: tuple[tuple[int, ...] | None, ...]
    """Points of the game alone, per seat."""
    row_totals: tuple[tuple[int, ...] | None, ...]
    """Points and penalties, per seat."""
    running: tuple[tuple[int, ...] | None, ...]
    """Totals after each row, per seat."""
    numbers: tuple[int | None, ...]
    """Game numbers; None for a game not played and for a mandatory solo in the rubric."""
    dealers: tuple[int | None, ...]
    sits_out: tuple[int | None, ...]
    leads: tuple[int | None, ...]
    soloists: tuple[int | None, ...]
    """Seat of whoever played alone."""
    mandatory: tuple[bool | None, ...]
    """Whether the row is a mandatory solo; None for what is no solo."""
    enforced: tuple[bool | None, ...]
    """Whether a mandatory solo was enforced; None elsewhere."""
    owed: tuple[int, ...]
    """Seats that owe a solo, ascending, repeated where more than one is owed."""
    next: Next | None
    """None when the sheet is complete."""
    complete: bool
    problems: tuple[Problem, ...]
    """Findings in the order of the rows, then those of the whole sheet."""


def judge(sheet: Sheet) -> Judgement:
    """Everything that follows from a sheet, with every rule it breaks.

    Never raises for what a person can have written: what cannot be read is a problem. An unfinished sheet is no
    problem by itself, see `check_complete`.
    """
    if sheet.depth == Depth.TOTALS:
        return _judge_totals(sheet)
    course = Course(sheet)
    for number, row in enumerate(sheet.rows, 1):
        course.step(number, row)
    course.admit(len(sheet.rows) + 1)
    return _judge_rows(sheet, course)


def _judge_rows(sheet: Sheet, course: Course) -> Judgement:
    """The judgement of a sheet whose rows have been read."""
    reader = course.reader
    owed = seats_owing(course.owed)
    left = max(sheet.games - course.counted, 0)
    complete = not owed and (left == 0 or sheet.time_over) and None not in reader.row_totals
    if course.counted > sheet.games:
        reader.report(None, "too_many_games", "TSR 8.5.1", counted=course.counted, games=sheet.games)
    if len(owed) > left and not course.unsure:
        reader.report(None, "solos_missing", "TSR 4.2.3", seats=owed, left=left)
    following = None if complete else Next(*course.next_game())
    columns = tuple(zip(*course.entries, strict=True)) or ((),) * len(Entry._fields)
    numbers, dealers, sits_out, leads, soloists, mandatory, enforced = columns
    return Judgement(
        totals=reader.running,
        row_points=tuple(reader.row_points),
        row_totals=tuple(reader.row_totals),
        running=tuple(reader.runnings),
        numbers=numbers,
        dealers=dealers,
        sits_out=sits_out,
        leads=leads,
        soloists=soloists,
        mandatory=mandatory,
        enforced=enforced,
        owed=owed,
        next=following,
        complete=complete,
        problems=(*reader.problems, *_check_sheet_totals(sheet, reader.running)),
    )


def _check_sheet_totals(sheet: Sheet, computed: tuple[int, ...] | None) -> tuple[Problem, ...]:
    """Written totals against computed ones, by themselves where none could be computed, and their size."""
    size = () if computed is None else check_size(computed, games=sheet.games)
    if sheet.totals is None:
        return size
    if len(sheet.totals) != sheet.seats:
        return (*size, Problem("wrong_number_of_cells", "totals", "TSR 7.3", params={"expected": sheet.seats}))
    if computed is None:
        return check_totals(sheet.totals, games=sheet.games)
    return (*check_written(sheet.totals, computed), *size)


def _judge_totals(sheet: Sheet) -> Judgement:
    """The judgement at depth totals: sum, parity and size of the written totals, and the solos."""
    problems: list[Problem] = []
    penalties: list[Penalty] = []
    for penalty in sheet.penalties:
        found = check_penalty(penalty, seats=sheet.seats, soloist=None, sits_out=penalty.offender % sheet.seats + 1)
        problems.extend(replace(problem, field="penalties") for problem in found)
        if not found:
            penalties.append(penalty)
    totals: tuple[int, ...] | None = None
    if sheet.totals is None:
        problems.append(Problem("total_missing", "totals", "TSR 7.3"))
    elif len(sheet.totals) != sheet.seats:
        problems.append(Problem("wrong_number_of_cells", "totals", "TSR 7.3", params={"expected": sheet.seats}))
    else:
        problems.extend(check_totals(sheet.totals, games=sheet.games, penalties=penalties))
        if None not in sheet.totals:
            totals = cast("tuple[int, ...]", sheet.totals)
    owed = [sheet.mandatory] * sheet.seats
    for newcomer in sheet.newcomers:
        owed[newcomer.seat - 1] += sheet.mandatory
    for seat in sheet.solos:
        if not 1 <= seat <= sheet.seats:
            problems.append(Problem("no_such_seat", "solos", "TSR 3.2", params={"seat": seat}))
        elif owed[seat - 1] == 0:
            problems.append(Problem("solo_not_owed", "solos", "TSR 4.2.3", params={"seat": seat}))
        else:
            owed[seat - 1] -= 1
    owing = seats_owing(owed)
    if owing:
        problems.append(Problem("solos_missing", "solos", "TSR 4.2.3", params={"seats": owing}))
    complete = totals is not None and not owing
    return Judgement(
        totals=totals,
        row_points=(),
        row_totals=(),
        running=(),
        numbers=(),
        dealers=(),
        sits_out=(),
        leads=(),
        soloists=(),
        mandatory=(),
        enforced=(),
        owed=owing,
        next=None if complete else Next(None, None),
        complete=complete,
        problems=tuple(problems),
    )


def check_complete(judgement: Judgement) -> tuple[Problem, ...]:
    """What a sheet still lacks before it can be confirmed; empty for a complete one.

    Unlike the problems of the judgement these are no mistakes while the table plays on.
    """
    problems: list[Problem] = []
    if judgement.owed and not any(problem.code == "solos_missing" for problem in judgement.problems):
        problems.append(Problem("solos_open", None, "TSR 8.6", params={"seats": judgement.owed}))
    if not judgement.complete and not judgement.owed and judgement.totals is not None:
        problems.append(Problem("games_open", None, "TSR 8.5.1"))
    return tuple(problems)


def share(judgement: Judgement, *, seat: int, first: int = 1, last: int | None = None) -> int | None:
    """The points a seat made in the rows first to last (None: the last there is), penalties included.

    For a person who held a seat for part of the round. None where a row cannot be read or only totals are known.
    """
    rows = judgement.row_totals[first - 1 : last]
    if not judgement.row_totals or None in rows:
        return None
    return sum(row[seat - 1] for row in rows if row is not None)


def games_won(judgement: Judgement) -> tuple[int, ...] | None:
    """How many games each seat ended with plus points, penalties left aside; None where only totals are known.

    The winner of a game can end it with minus points (TSR 7.2); the sheet shows points, so points are counted.
    """
    if not judgement.row_points or judgement.totals is None:
        return None
    won = [0] * len(judgement.totals)
    for row in judgement.row_points:
        for index, points in enumerate(row or ()):
            won[index] += points > 0
    return tuple(won)


def solos_won(judgement: Judgement) -> tuple[int, ...] | None:
    """How many solos each seat won, mandatory and voluntary; None where only totals are known."""
    if not judgement.row_points or judgement.totals is None:
        return None
    won = [0] * len(judgement.totals)
    for row, soloist, mandatory in zip(judgement.row_points, judgement.soloists, judgement.mandatory, strict=True):
        if row is not None and soloist is not None and mandatory is not None:
            won[soloist - 1] += row[soloist - 1] > 0
    return tuple(won)
