"""The results of one round, table by table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.reports import wording
from tournament.reports.grid import Column, Row
from tournament.reports.lists import build_list
from tournament.reports.page import Frame, Paper, scaled
from tournament.reports.people import Person

_SIZE = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """One who held a seat: points, and mandatory solos played if the tournament has them; None where the sheet is out.

    `note` stands after the name: from which game on he held it.
    """

    position: int
    person: Person
    points: int | None = None
    mandatory_solos: int | None = None
    note: str = ""


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
    solos = any(line.mandatory_solos is not None for table in results.tables for line in table.lines)
    columns = [
        Column(heading=_("Seat"), align="right", grey=True),
        Column(heading=_("Name"), grows=True, minimum=10),
        Column(heading=_("No."), align="right", grey=True),
    ]
    if solos:
        columns.append(Column(heading=_("Solos"), align="right"))
    columns.append(Column(heading=_("Points"), align="right", bold=True))
    return build_list(
        frame=results.frame,
        title=_("Results by table"),
        columns=columns,
        sections=[[row for table in results.tables for row in _rows(table, solos=solos)]],
        paper=paper,
        size=scaled(_SIZE, font_percent),
        copies=copies,
        abreast=None,
        remark=results.note,
    )


def _rows(table: TableResult, *, solos: bool) -> list[Row]:
    """The table's heading, its seats, its remark, all staying together."""
    words = (_("Table %(number)s") % {"number": table.table_number}, table.room, table.state)
    rows = [Row(heading=" · ".join(word for word in words if word))]
    for line in table.lines:
        played = (wording.number(line.mandatory_solos),) if solos else ()
        number = line.person.digits
        name = f"{line.person.listed} ({line.note})" if line.note else line.person.listed
        cells = (str(line.position), name, number, *played, wording.number(line.points))
        rows.append(Row(cells=cells, joined=True))
    if table.note:
        rows.append(Row(cells=("", table.note, "", *([""] if solos else []), ""), joined=True))
    return rows
