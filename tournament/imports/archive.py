"""The list of a tournament that is over: names and the points of each round. Pure.

round column  a column headed "Runde 1", "1. Runde", "R1", "Round 1", "Serie 1 (Punkte)", or by its number alone
left out      a row that is no player: neither name nor points in it, or sums below the players
total column  a column headed "Gesamt", "Summe", "Total": compared with the sum of the rounds, never kept
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import Problem
from scoring.terms import Severity
from tournament.imports.columns import Column, headed_columns, round_columns
from tournament.imports.files import Grid, Line, refusal
from tournament.imports.rows import Surroundings, read_rows
from tournament.names import squeezed
from tournament.registration import Registration

MOST_ROUNDS = 30
MOST_POINTS = 9999
_TOTALS = frozenset(
    squeezed(word)
    for word in ("gesamt", "summe", "total", "gesamtpunkte", "gesamtergebnis", "ergebnis", "sum", "endstand", "punkte")
)
_SUMS = _TOTALS | {squeezed(word) for word in ("kontrolle", "kontrollsumme", "quersumme", "durchschnitt", "schnitt")}
"""What the row below the players is called."""
_POINTS = re.compile(r"([+-]?)(\d{1,5})(?:[.,]0+)?(?:\(\d{1,2}\))?")  # with the number of solos behind: "12 (1)"
_MISSED = frozenset({"", "-", "/", "x", "n.a.", "na", "fehlt", "fehlte", "abwesend", "nicht da", "absent"})
_BARE = re.compile(r"(\d{1,2})\.?")
_HEADINGS_WITHIN = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveRow:
    """One player. `points` has a value for each round, None for a round that was missed."""

    line: int
    registration: Registration
    points: tuple[int | None, ...]
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def total(self) -> int:
        return sum(points for points in self.points if points is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """The whole list. It can be kept if no row has an error."""

    rounds: int
    rows: tuple[ArchiveRow, ...]
    notes: tuple[Problem, ...] = ()

    @property
    def faulty(self) -> tuple[ArchiveRow, ...]:
        return tuple(row for row in self.rows if row.errors)


def read_archive(grid: Grid) -> Archive:
    """The list of a grid.

    Raises RuleError: archive_no_headings (no row names the players and the rounds), archive_rounds (params rounds:
    their numbers, not 1, 2, 3 …), archive_no_players.
    """
    place = next((place for place, line in enumerate(grid.lines[:_HEADINGS_WITHIN]) if _is_heading(line)), None)
    if place is None:
        raise refusal("archive_no_headings")
    heading, lines = grid.lines[place], grid.lines[place + 1 :]
    rounds = _rounds_of(heading)
    numbers = [number for number, _column in rounds]
    if numbers != list(range(1, len(rounds) + 1)) or len(rounds) > MOST_ROUNDS:
        raise refusal("archive_rounds", rounds=", ".join(map(str, numbers)))
    if not lines:
        raise refusal("archive_no_players")
    total = next((column for column, cell in enumerate(heading.cells) if squeezed(cell) in _TOTALS), None)
    named = headed_columns(heading.cells)
    columns = [Column.IGNORED if column == total else named.get(column, Column.IGNORED) for column in range(grid.width)]
    people = read_rows(Grid(lines=(heading, *lines)), columns, surroundings=Surroundings())
    cells = {line.number: line.cells for line in lines}
    rows = []
    left_out = []
    for person in people:
        if _is_no_player(person.registration, cells[person.line], rounds):
            left_out.append(person.line)
            continue
        found = _points(cells[person.line], rounds)
        warnings = [*person.warnings, *_sum_warnings(cells[person.line], found[0], total)]
        if person.same_line is not None:
            params = {"line": person.same_line}
            warnings.append(Problem(code="archive_same_name", severity=Severity.WARNING, params=params))
        rows.append(
            ArchiveRow(
                line=person.line,
                registration=person.registration,
                points=found[0],
                errors=(*person.errors, *found[1]),
                warnings=tuple(warnings),
            )
        )
    if not rows:
        raise refusal("archive_no_players")
    notes = [Problem(code="archive_left_out", params={"lines": tuple(left_out)})] if left_out else []
    return Archive(rounds=len(rounds), rows=tuple(rows), notes=tuple(notes))


def _is_heading(line: Line) -> bool:
    return bool({Column.SURNAME, Column.NAME} & set(headed_columns(line.cells).values())) and bool(_rounds_of(line))


def _rounds_of(heading: Line) -> list[tuple[int, int]]:
    """Number and place of the columns of the rounds; where none has a word, those headed by a number alone."""
    bare = [
        (int(found[1]), place) for place, cell in enumerate(heading.cells) if (found := _BARE.fullmatch(cell.strip()))
    ]
    return round_columns(heading.cells) or sorted(bare)


def _is_no_player(registration: Registration, cells: Sequence[str], rounds: Sequence[tuple[int, int]]) -> bool:
    if not registration.surname:
        return not any(cells[column].strip() for _number, column in rounds if column < len(cells))
    return not registration.first_name and squeezed(registration.surname) in _SUMS


def _points(
    cells: Sequence[str], rounds: Sequence[tuple[int, int]]
) -> tuple[tuple[int | None, ...], tuple[Problem, ...]]:
    """The points of each round and what could not be read of them."""
    points: list[int | None] = []
    errors = []
    for number, column in rounds:
        text = cells[column].strip() if column < len(cells) else ""
        value = _number(text)
        missed = text.lower().replace("–", "-").replace("—", "-") in _MISSED
        if not missed and (value is None or abs(value) > MOST_POINTS):
            errors.append(Problem(code="archive_points", params={"round": number, "text": text[:20]}))
            value = None
        points.append(value)
    if not errors and all(value is None for value in points):
        errors.append(Problem(code="archive_nothing_played"))
    return tuple(points), tuple(errors)


def _sum_warnings(cells: Sequence[str], points: Sequence[int | None], total: int | None) -> list[Problem]:
    stated = _number(cells[total]) if total is not None and total < len(cells) else None
    makes = sum(value for value in points if value is not None)
    if stated is None or stated == makes:
        return []
    return [Problem(code="archive_sum", severity=Severity.WARNING, params={"stated": stated, "makes": makes})]


def _number(text: str) -> int | None:
    found = _POINTS.fullmatch(text.strip().replace("−", "-").replace("–", "-").replace(" ", ""))
    return int(found[1] + found[2]) if found is not None else None
