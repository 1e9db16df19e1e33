"""The rows of a list as registrations, each with what is wrong with it and whom it may repeat."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.errors import Problem
from scoring.terms import Severity
from tournament.doubles import Doubles
from tournament.imports.columns import Column, guessed_columns, headed_columns, heading_at
from tournament.imports.files import Grid, Line
from tournament.name_words import FEE_WORDS
from tournament.names import plain, read_line, split_name, squeezed
from tournament.registration import DONATION_MOST_CENTS, NUMBER_MOST, Registration, check_registration, tidy

_YES = frozenset(
    {"ja", "j", "yes", "y", "x", "1", "true", "wahr", "ok", "bar", "uberwiesen", "paypal", "erledigt", "✓", "✔"}
)
_NO = frozenset({"nein", "n", "no", "0", "false", "falsch", "nicht", "nicht bezahlt", "unbezahlt", "-"})
_AMOUNT = re.compile(r"(\d{1,5})(?:[.,](\d{1,2}))?\s*(?:€|eur|euro)?", re.IGNORECASE)
_FORMULA_SIGNS = ("=", "+", "@")


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody already registered."""

    number: int
    surname: str
    first_name: str
    club: str = ""

    @property
    def name(self) -> str:
        return f"{self.surname}, {self.first_name}" if self.first_name else self.surname


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the list. `errors` keep it out; `warnings` are to be looked at.

    `same` is the one registered under this very name, or the earlier line of this list (`same_line`).
    """

    line: int
    registration: Registration
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    same: Known | None = None
    same_line: int | None = None

    @property
    def is_doubtful(self) -> bool:
        return not self.errors and (self.same is not None or self.same_line is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the tournament knows when a list is read: people, start numbers ever given, entry fees by their cents."""

    people: tuple[Known, ...] = ()
    given: frozenset[int] = frozenset()
    fees: Mapping[int, str] = field(default_factory=dict)


def divided(grid: Grid) -> tuple[Line | None, tuple[Line, ...]]:
    """The headings of a list, if it has any, and the rows below them."""
    place = None if grid.whole_lines else heading_at([line.cells for line in grid.lines])
    if place is None:
        return None, grid.lines
    return grid.lines[place], grid.lines[place + 1 :]


def proposed_columns(grid: Grid) -> tuple[Column, ...]:
    """What each column of the list holds, as far as can be told."""
    if grid.whole_lines:
        return (Column.LINE,)
    heading, rows = divided(grid)
    found = headed_columns(heading.cells) if heading else guessed_columns([line.cells for line in rows])
    return tuple(found.get(place, Column.IGNORED) for place in range(grid.width))


def read_rows(grid: Grid, columns: Sequence[Column], *, surroundings: Surroundings) -> list[Row]:
    """Every row of the list below its headings, in its order."""
    clubs = {squeezed(person.club): person.club for person in surroundings.people if person.club}
    known: Doubles[Known | Row] = Doubles((person, person.surname, person.first_name) for person in surroundings.people)
    numbers = set(surroundings.given)
    rows = []
    for line in divided(grid)[1]:
        registration, warnings = _registration(line.cells, columns, surroundings.fees, clubs)
        if registration.number in numbers:
            params = {"number": registration.number}
            warnings.append(_warning("list_number_taken", **params))
            registration = replace(registration, number=None)
        row = Row(
            line=line.number,
            registration=registration,
            errors=check_registration(registration),
            warnings=tuple(warnings),
        )
        row = _with_doubles(row, known)
        rows.append(row)
        if not row.errors and not row.is_doubtful:
            known.add(row, registration.surname, registration.first_name)
        if not row.errors and registration.number is not None:
            numbers.add(registration.number)
    return rows


def _with_doubles(row: Row, known: Doubles[Known | Row]) -> Row:
    if row.errors:
        return row
    names = row.registration.surname, row.registration.first_name
    if same := known.same(*names):
        found = same[0]
        return replace(row, same=found) if isinstance(found, Known) else replace(row, same_line=found.line)
    near = tuple(_near(found) for found in known.similar(*names)[:2])
    return replace(row, warnings=row.warnings + near)


def _near(found: Known | Row) -> Problem:
    if isinstance(found, Known):
        return _warning("list_name_is_near", name=found.name, number=found.number)
    return _warning("list_name_is_near_line", name=found.registration.name, line=found.line)


def _registration(
    cells: Sequence[str], columns: Sequence[Column], fees: Mapping[int, str], clubs: Mapping[str, str]
) -> tuple[Registration, list[Problem]]:
    """What the cells of a row say, and what could not be understood."""
    values = {
        column: tidy(cell) if column is not Column.LINE else cell
        for column, cell in zip(columns, cells, strict=False)
        if column is not Column.IGNORED and cell
    }
    warnings: list[Problem] = []
    read = read_line(values.get(Column.LINE, ""), clubs=clubs.values())
    surname, first_name = values.get(Column.SURNAME, ""), values.get(Column.FIRST_NAME, "")
    if Column.NAME in values and not surname:
        surname, given = split_name(values[Column.NAME].replace(";", ","))
        first_name = first_name or given
    club = values.get(Column.CLUB, read.club)
    kind, state = read.fee_kind, read.fee_state
    if Column.FEE in values:
        kind, state, understood = _fee(values[Column.FEE], fees)
        if not understood:
            warnings.append(_warning("list_fee_unknown", text=values[Column.FEE][:40]))
    number = read.number
    if Column.NUMBER in values:
        number = _number(values[Column.NUMBER])
        if number is None:
            warnings.append(_warning("list_number_unknown", text=values[Column.NUMBER][:40]))
    donation = _cents(values.get(Column.DONATION, "")) or 0
    if Column.DONATION in values and (_cents(values[Column.DONATION]) is None or donation > DONATION_MOST_CENTS):
        warnings.append(_warning("list_donation_unknown", text=values[Column.DONATION][:40]))
        donation = 0
    registration = Registration(
        surname=surname or read.surname,
        first_name=first_name or read.first_name,
        club=clubs.get(squeezed(club), club),
        team=values.get(Column.TEAM, ""),
        number=number,
        categories=_categories(values.get(Column.CATEGORY, "")),
        note=values.get(Column.NOTE, read.note),
        fee_kind=kind,
        fee_state=state,
        donation_cents=donation,
    )
    if any(text.startswith(_FORMULA_SIGNS) for text in (registration.surname, registration.first_name)):
        warnings.append(_warning("list_name_is_formula"))
    return registration, warnings


def _fee(text: str, fees: Mapping[int, str]) -> tuple[str, str, bool]:
    """Kind and state of the entry fee, and whether the cell was understood: "ja", "offen", "ermäßigt", "10 €"."""
    kind, state = "full", "open"
    whole = plain(text) or text.strip()
    if whole in _YES:
        return kind, "paid", True
    if whole in _NO:
        return kind, state, True
    cents = _cents(text)
    if cents is not None:
        return fees.get(cents, kind), state, cents in fees
    words = [FEE_WORDS.get(word) for word in whole.split()]
    for word in words:
        if word is not None and word[0] == "fee_kind":
            kind = word[1]
        elif word is not None:
            state = word[1]
    return kind, state, any(words) or whole in {"voll", "full", "normal"}


def _number(text: str) -> int | None:
    """A start number; zeros before it do not matter."""
    digits = text.removesuffix(",0").removesuffix(".0").rstrip(".").lstrip("0")
    return int(digits) if digits.isdecimal() and len(digits) <= len(str(NUMBER_MOST)) else None


def _cents(text: str) -> int | None:
    found = _AMOUNT.fullmatch(text.strip())
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else None


def _categories(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.strip() for part in re.split(r"[,;/]", text) if part.strip()))


def _warning(code: str, **params: int | str | None) -> Problem:
    return Problem(code=code, severity=Severity.WARNING, params=params)
