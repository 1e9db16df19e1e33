"""The whole tournament as one xlsx file whose totals are formulas that a reader can check."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _
from openpyxl import Workbook as Book
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.cell.cell import ERROR_CODES, ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.writer.excel import ExcelWriter

from tournament.guards import LIKE_A_FORMULA
from tournament.reports import wording
from tournament.reports.listing import (
    Formula,
    Listing,
    Value,
    games_list,
    participants_list,
    penalties_list,
    rounds_list,
    solos_list,
    standings_list,
    tables_list,
)
from tournament.reports.page import Frame
from tournament.reports.standings import Standings, mark_word
from tournament.reports.workbook_lines import GameLine, ParticipantLine, PenaltyLine, TableLine

__all__ = ["GameLine", "ParticipantLine", "PenaltyLine", "TableLine", "Workbook", "build", "build_list"]

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest instant of a zip file: equal input, equal bytes
_MONEY = '#,##0.00\\ "€"'
_DAY = "DD.MM.YYYY"
_MOMENT = "DD.MM.YYYY HH:MM"
_NARROWEST, _WIDEST = 6, 36
_SAMPLE = 400  # rows looked at for the widths
_UPRIGHT_COLUMNS = 8  # more of them are printed across
_A4 = 9  # the number of this size in xlsx
_LONGEST_HEADER = 120
_Content = Cell | int | str | None
_CHUNK = 1 << 18
_CELL_END = "</c>"
_EMPTY_RESULT = re.compile(r"</f><v\s*/>|</f><v></v>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Workbook:
    """What the file holds. Solos are read from the rows of the tables; `penalties` None: not for this reader."""

    frame: Frame
    standings: Standings
    tables: tuple[TableLine, ...] = ()
    participants: tuple[ParticipantLine, ...] = ()
    penalties: tuple[PenaltyLine, ...] | None = ()


def build(workbook: Workbook) -> bytes:
    """The xlsx file: standings, rounds, tables, games, solos, penalties, participants, the event."""
    return _build(
        workbook.frame,
        [
            standings_list(workbook.standings),
            rounds_list(workbook.tables),
            tables_list(workbook.tables),
            games_list(workbook.tables),
            solos_list(workbook.tables),
            *([] if workbook.penalties is None else [penalties_list(workbook.penalties)]),
            participants_list(workbook.participants),
            _event_list(workbook),
        ],
    )


def build_list(frame: Frame, listing: Listing) -> bytes:
    """One list as an xlsx file of its own; a formula that looks into another list is its value here."""
    rows = tuple(tuple(_alone(value) for value in row) for row in listing.rows)
    return _build(frame, [replace(listing, rows=rows)])


def _alone(value: Value) -> Value:
    return value.value if isinstance(value, Formula) and "!" in value.text else value


def _event_list(workbook: Workbook) -> Listing:
    """What the event is and how binding its standings are."""
    frame, standings = workbook.frame, workbook.standings
    rows: list[tuple[Value, ...]] = [
        (_("Event"), frame.event),
        (_("Day"), frame.day),
        (_("Place"), frame.place),
        (_("Rounds"), frame.rounds),
        (_("Standings"), mark_word(standings.mark)),
        (_("Since"), standings.marked_at),
        (_("Objections until"), standings.objections_until),
        (_("Tournament director"), standings.director),
        (_("Referee"), standings.referee),
        (_("Equal totals are decided by"), ", ".join(standings.tie_order)),
        (_("Printed"), frame.printed_at),
        *((_("Remark"), note) for note in standings.notes),
    ]
    return Listing(name=_("Event"), headings=(_("What"), _("Entry")), rows=tuple(row for row in rows if row[1]))


def _build(frame: Frame, listings: Sequence[Listing]) -> bytes:
    book = Book(write_only=True)
    made = _midnight(frame.day or date(*_EPOCH[:3]))
    book.properties.creator = "Dokodesk"
    book.properties.title = ILLEGAL_CHARACTERS_RE.sub("", frame.event)
    book.properties.created = book.properties.modified = made
    results = [_write(book, listing, frame=frame) for listing in listings]
    out = BytesIO()
    with _Archive(out, results=iter(results)) as archive:
        ExcelWriter(book, archive).write_data()
    return out.getvalue()


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


class _Archive(ZipFile):
    """A zip file without times, which also puts the results beside the formulas of each sheet that is written to it.

    openpyxl writes formulas without results; a reader that does not compute would show nothing.
    """

    def __init__(self, out: BytesIO, *, results: Iterator[list[int | Decimal]]) -> None:
        super().__init__(out, "w", ZIP_DEFLATED)
        self._results = results

    def write(self, filename: str, arcname: str) -> None:  # type: ignore[override]  # openpyxl passes these two
        values = iter(next(self._results))
        with Path(filename).open(encoding="utf-8") as source, self.open(_entry(arcname), "w") as target:
            rest = ""
            while chunk := source.read(_CHUNK):
                text = rest + chunk
                end = text.rfind(_CELL_END) + len(_CELL_END) if _CELL_END in text else 0
                target.write(_EMPTY_RESULT.sub(lambda _found: f"</f><v>{next(values)}</v>", text[:end]).encode())
                rest = text[end:]
            target.write(rest.encode())
        if next(values, None) is not None:
            raise AssertionError(f"{arcname} has fewer formulas than results")

    def writestr(self, name: str, data: str | bytes) -> None:  # type: ignore[override]  # openpyxl passes these two
        super().writestr(_entry(name), data)


def _entry(name: str) -> ZipInfo:
    """The head of a file in the archive, the same on every operating system and at every time."""
    info = ZipInfo(name, _EPOCH)
    info.compress_type = ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info


def _write(book: Book, listing: Listing, *, frame: Frame) -> list[int | Decimal]:
    """Write one sheet; comes back with the results of its formulas in their order."""
    sheet = book.create_sheet(listing.name)
    _set_up(sheet, listing, frame=frame)
    numbers = _number_columns(listing)
    sheet.append([_heading(sheet, heading, right=place in numbers) for place, heading in enumerate(listing.headings)])
    # A text right behind a number would touch it, for numbers stand at the right end of their cells.
    behind = [place for place in range(len(listing.headings)) if place not in numbers and place - 1 in numbers]
    indented = WriteOnlyCell(sheet)
    indented.alignment = Alignment(indent=1)
    results: list[int | Decimal] = []
    for row in listing.rows:
        cells = [_cell(sheet, value, results) for value in row]
        for place in behind:
            text = cells[place]
            if isinstance(text, str):
                cells[place] = cell = WriteOnlyCell(sheet, text)
                cell._style = indented._style  # type: ignore[attr-defined]  # all cells share it; the stubs lack it
        sheet.append(cells)
    if listing.sums:
        sheet.append([_bold(sheet, value, results) for value in listing.sums])
    return results


def _number_columns(listing: Listing) -> frozenset[int]:
    """The places of the columns that hold numbers, or days, which stand at the right end as well."""
    first = (
        next((row[place] for row in listing.rows if place < len(row) and row[place] not in (None, "")), "")
        for place in range(len(listing.headings))
    )
    return frozenset(place for place, value in enumerate(first) if not isinstance(value, str))


def _set_up(sheet: Any, listing: Listing, *, frame: Frame) -> None:
    """Everything that must be known before the first row: widths, frozen heads, what is printed and how.

    The stubs of openpyxl leave out what the class of write-only sheets makes in its set-up, hence Any.
    """
    columns = len(listing.headings)
    rows = 1 + len(listing.rows) + bool(listing.sums)
    last = f"{get_column_letter(columns)}{rows}"
    for index, heading in enumerate(listing.headings):
        texts = [_shown(row[index]) for row in listing.rows[:_SAMPLE] if index < len(row)]
        longest = max([len(heading), *map(len, texts)])
        sheet.column_dimensions[get_column_letter(index + 1)].width = min(max(longest + 2, _NARROWEST), _WIDEST)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(columns)}{1 + len(listing.rows)}"
    sheet.print_area = f"A1:{last}"
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation = "landscape" if columns > _UPRIGHT_COLUMNS else "portrait"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.oddHeader.left.text = _for_header(frame.event)
    sheet.oddHeader.right.text = _for_header(listing.name)
    sheet.oddFooter.right.text = _("Page %(number)s of %(count)s") % {"number": "&P", "count": "&N"}


def _for_header(text: str) -> str:
    """The text for a printed header, where "&" begins a code."""
    return ILLEGAL_CHARACTERS_RE.sub("", text)[:_LONGEST_HEADER].replace("&", "&&")


def _shown(value: Value) -> str:
    """About what a cell shows, for the width of its column."""
    if isinstance(value, Formula):
        value = value.value
    if isinstance(value, datetime):
        return wording.moment(value)
    if isinstance(value, Decimal):
        return f"{value:.2f} €"
    return "" if value is None else str(value)


def _heading(sheet: WriteOnlyWorksheet, text: str, *, right: bool) -> Cell:
    """A heading, above numbers at the right end as they are."""
    cell = _text_cell(sheet, text)
    cell.font = Font(name="Calibri", size=11, bold=True)
    cell.alignment = Alignment(wrap_text=True, vertical="center", horizontal="right" if right else None)
    cell.fill = PatternFill("solid", fgColor="EFEDE6")
    cell.border = Border(bottom=Side(style="medium"))
    return cell


def _text_cell(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    """A cell that stays text whatever it begins with."""
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    if text.startswith(LIKE_A_FORMULA):
        cell.quotePrefix = True
    return cell


def _cell(sheet: WriteOnlyWorksheet, value: Value, results: list[int | Decimal]) -> _Content:
    """The value as openpyxl takes it; the result of a formula goes to `results`."""
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        text = ILLEGAL_CHARACTERS_RE.sub("", value)
        if text.startswith(LIKE_A_FORMULA) or text in ERROR_CODES:
            return _text_cell(sheet, text)
        return text or None
    if isinstance(value, Formula):
        results.append(value.value)
        if isinstance(value.value, Decimal):
            return _formatted(sheet, f"={value.text}", _MONEY)
        return f"={value.text}"
    if isinstance(value, Decimal):
        return _formatted(sheet, value, _MONEY)
    if isinstance(value, datetime):
        return _formatted(sheet, value.replace(tzinfo=None), _MOMENT)
    return _formatted(sheet, value, _DAY)


def _formatted(sheet: WriteOnlyWorksheet, value: str | Decimal | date, number_format: str) -> Cell:
    cell = WriteOnlyCell(sheet)
    cell.value = value
    cell.number_format = number_format
    return cell


def _bold(sheet: WriteOnlyWorksheet, value: Value, results: list[int | Decimal]) -> Cell | None:
    """A cell of the row of sums."""
    content = _cell(sheet, value, results)
    if content is None:
        return None
    cell = content if isinstance(content, Cell) else WriteOnlyCell(sheet, content)
    cell.font = Font(name="Calibri", size=11, bold=True)
    cell.border = Border(top=Side(style="thin"))
    return cell
