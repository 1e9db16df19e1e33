"""Excel files, read with distrust: a small file may unpack to gigabytes, and a damaged one may hold anything."""

import datetime
import struct
import warnings
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.workbook import Workbook

from scoring.errors import Problem
from tournament.imports.columns import guessed_columns, headed_columns, round_columns
from tournament.imports.files import MOST_COLUMNS, MOST_ROWS, Grid, Line, checked, refusal

MOST_UNPACKED = 40 * 1024 * 1024
_MOST_PARTS = 500
_MOST_SHEETS = 50
# What the parts of openpyxl raise over a damaged file.
_DAMAGE = (
    BadZipFile,
    InvalidFileException,
    ParseError,
    KeyError,
    IndexError,
    ValueError,
    TypeError,
    AttributeError,
    NotImplementedError,  # of zipfile: a compression it does not know
    EOFError,
    OverflowError,
    RuntimeError,
    struct.error,
    zlib.error,
)
_ERRORS = frozenset({"#REF!", "#NAME?", "#VALUE!", "#N/A", "#DIV/0!", "#NUM!", "#NULL!"})


def read_excel(data: bytes, *, with_rounds: bool = False) -> Grid:
    """The list in an Excel file: of several sheets the one that looks most like a list of players, or of their rounds.

    Raises RuleError: another kind of file, damaged, would unpack to too much, too many rows or columns, empty.
    """
    try:
        _look_inside(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of pictures and rules it leaves out; a list needs none
            values = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
            formulas = load_workbook(BytesIO(data), read_only=True, data_only=False, keep_links=False)
            sheets = list(_sheets(values, formulas))
    except _DAMAGE:
        raise refusal("file_is_damaged") from None
    filled = [sheet for sheet in sheets if sheet[1]]
    if not filled:
        raise refusal("list_is_empty")
    title, lines, unknown = max(filled, key=lambda sheet: _likeness(sheet[1], with_rounds=with_rounds))
    notes = []
    if len(filled) > 1:
        others = ", ".join(other for other, _lines, _unknown in filled if other != title)
        notes.append(Problem(code="list_is_one_sheet", params={"sheet": title, "others": others}))
    if unknown:
        notes.append(Problem(code="list_has_formulas", params={"cells": ", ".join(unknown[:8])}))
    return checked(lines, notes=notes)


def _look_inside(data: bytes) -> None:
    with ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        names = {part.filename for part in parts}
        if "xl/workbook.xml" not in names:
            mimetype = (
                archive.read("mimetype") if "mimetype" in names and archive.getinfo("mimetype").file_size < 200 else b""
            )
            raise refusal("file_is_open_document" if b"opendocument" in mimetype else "file_is_no_list")
        # zipfile never unpacks more of a part than the size it states, so the stated sizes can be trusted as a limit.
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise refusal("file_unpacks_too_large")
        for part in parts:
            if part.filename.endswith((".xml", ".rels")):
                with archive.open(part) as opened:
                    # A list needs no document types; they are how a few bytes of XML grow without end.
                    if b"<!DOCTYPE" in opened.read(2048).replace(b"\0", b"").upper():
                        raise refusal("file_is_damaged")


def _sheets(values: Workbook, formulas: Workbook) -> Iterator[tuple[str, list[Line], list[str]]]:
    """Title, rows, and the cells whose formula was never computed, of each sheet."""
    for sheet, typed in zip(values.worksheets[:_MOST_SHEETS], formulas.worksheets[:_MOST_SHEETS], strict=True):
        if sheet.sheet_state != "visible":
            continue
        lines: list[Line] = []
        unknown: list[str] = []
        for number, (cells, sources) in enumerate(zip(_rows(sheet), _rows(typed), strict=True), 1):
            texts = tuple(_text(cell) for cell in cells)
            if any(texts):
                lines.append(Line(number, texts))
            unknown += [
                f"{get_column_letter(place)}{number}"
                for place, (cell, source) in enumerate(zip(cells, sources, strict=False), 1)
                if cell is None and isinstance(source, str) and source.startswith("=")
            ]
        yield sheet.title, lines, unknown


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    # The size a sheet states may be wrong in either direction; it is counted instead.
    sheet.reset_dimensions()
    yield from sheet.iter_rows(max_row=3 * MOST_ROWS, max_col=MOST_COLUMNS + 1, values_only=True)


def _text(value: Any) -> str:
    """A cell as a person reads it: 17.0 is 17, a date is 28.11.2026, true is ja."""
    if value is None or value in _ERRORS:
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value).replace(".", ",")
    if isinstance(value, datetime.datetime | datetime.date):
        return value.strftime("%d.%m.%Y")
    return str(value)


def _likeness(lines: list[Line], *, with_rounds: bool) -> tuple[int, int, int, int]:
    """How much a sheet looks like the list asked for: its rounds, known headings or columns like names; its rows.

    Where no rounds are asked for, a list without any is rather one of players.
    """
    rows = [line.cells for line in lines]
    rounds = max(len(round_columns(cells)) for cells in rows[:15])
    headings = max(len(headed_columns(cells)) for cells in rows[:15])
    likely = headings * 10 or len(guessed_columns(rows[:50]))
    return rounds if with_rounds else 0, likely, -rounds, len(rows)
