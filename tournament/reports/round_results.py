"""The results of one round, table by table."""

from dataclasses import dataclass

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One seat: points, and mandatory solos played if the tournament has them; None where the sheet is still out."""

    position: int
    person: Person
    points: int | None = None
    mandatory_solos: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """One table; `state` is the word for a sheet that is not confirmed yet, `note` a remark (sum not zero …)."""

    table_number: int
    lines: tuple[ResultLine, ...]
    room: str = ""
    state: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResults:
    """The tables of one round."""

    frame: Frame
    tables: tuple[TableResult, ...]
    note: str = ""


def build(results: RoundResults, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the tables; a table is never split between pages."""
    raise NotImplementedError
