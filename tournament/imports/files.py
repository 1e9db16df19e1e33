"""From a file or a pasted text to a grid of cells.

grid   rows of text cells with the line they stand in, counted as the editor or Excel counts
note   what the person should know about the reading, as a Problem with a sentence of its own
"""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from scoring.errors import Problem, RuleError
from tournament.guards import unguarded
from tournament.imports.columns import headed_columns

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 1000
MOST_COLUMNS = 60
CELL_LENGTH = 500
"""Longer cells are cut: no field of a person is as long, and the person hears of it."""

_SEPARATORS = (";", "\t", ",", "|")
# Western Windows first; the others only where their letters fit better.
_LEGACY = ("cp1252", "cp1254", "cp1250", "cp850", "mac_roman")
_GERMAN = frozenset("äöüÄÖÜß")
_UNLIKELY = frozenset("þðÞÐýÝ")
_GARBLED = re.compile("Ã[¤¶¼Ÿ„–œ©¨]")
_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0", "file_is_old_excel"),
    (b"%PDF", "file_is_pdf"),
    (b"\x89PNG", "file_is_picture"),
    (b"\xff\xd8\xff", "file_is_picture"),
    (b"GIF8", "file_is_picture"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a list and the line it stands in."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A list as read. `whole_lines`: each row is one line in which somebody wrote name and club."""

    lines: tuple[Line, ...]
    whole_lines: bool = False
    notes: tuple[Problem, ...] = ()

    @property
    def width(self) -> int:
        return max((len(line.cells) for line in self.lines), default=0)


def read_file(data: bytes, *, with_rounds: bool = False) -> Grid:
    """The list in a CSV or Excel file; of several sheets the one of players, or `with_rounds` that of their rounds.

    Raises RuleError with one sentence: too large, empty, damaged, another kind of file, too many rows or columns.
    """
    if len(data) > MOST_BYTES:
        raise refusal("file_too_large", most=MOST_BYTES // (1024 * 1024))
    if not data.strip():
        raise refusal("list_is_empty")
    for signature, code in _SIGNATURES:
        if data.startswith(signature):
            raise refusal(code)
    if data.startswith(b"PK"):
        from tournament.imports.excel import read_excel  # openpyxl is slow to load and most lists are text

        return read_excel(data, with_rounds=with_rounds)
    text, notes = decoded(data)
    return _grid(text, notes)


def read_text(text: str) -> Grid:
    """The list in a pasted text. Raises RuleError: too large, empty, too many rows or columns."""
    if len(text) > MOST_BYTES:
        raise refusal("file_too_large", most=MOST_BYTES // (1024 * 1024))
    return _grid(text.lstrip("\ufeff"), [])


def decoded(data: bytes) -> tuple[str, list[Problem]]:
    """The text of a file whose encoding nobody told: UTF-8, UTF-16, else Windows, DOS or Mac, line by line."""
    try:
        if data.startswith(codecs.BOM_UTF8):
            return data.decode("utf-8-sig"), []
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return data.decode("utf-16"), []
        if guessed := _utf16(data):
            return data.decode(guessed), []
    except UnicodeDecodeError:
        raise refusal("file_is_damaged") from None
    if data.count(0) * 100 > len(data):
        raise refusal("file_is_no_list")
    return _by_line(data)


def refusal(code: str, **params: int | str) -> RuleError:
    """One sentence about the whole file."""
    return RuleError([Problem(code=code, params=params)])


def checked(lines: Sequence[Line], *, whole_lines: bool = False, notes: Sequence[Problem] = ()) -> Grid:
    """The grid of these lines, empty ones left out. Raises RuleError: empty, too many rows or columns."""
    kept = [Line(line.number, _trimmed(line.cells)) for line in lines]
    kept = [line for line in kept if line.cells]
    if not kept:
        raise refusal("list_is_empty")
    if len(kept) > MOST_ROWS + 1:
        raise refusal("list_has_too_many_rows", most=MOST_ROWS)
    if max(len(line.cells) for line in kept) > MOST_COLUMNS:
        raise refusal("list_has_too_many_columns", most=MOST_COLUMNS)
    return Grid(lines=tuple(kept), whole_lines=whole_lines, notes=tuple(notes))


def _trimmed(cells: Sequence[str]) -> tuple[str, ...]:
    """The cells without spaces around them and without empty ones at the end; all of them empty: nothing."""
    stripped = [cell.strip()[:CELL_LENGTH] for cell in cells]
    while stripped and not stripped[-1]:
        stripped.pop()
    return tuple(stripped)


def _utf16(data: bytes) -> str | None:
    """The UTF-16 of a file without a mark: every other byte of a western text is 0 then."""
    half = len(data) // 2
    if len(data) % 2 or half < 2:
        return None
    if data[1::2].count(0) * 10 > half * 6 and data[0::2].count(0) * 10 < half:
        return "utf-16-le"
    if data[0::2].count(0) * 10 > half * 6 and data[1::2].count(0) * 10 < half:
        return "utf-16-be"
    return None


def _by_line(data: bytes) -> tuple[str, list[Problem]]:
    lines: list[str | bytes] = []
    for line in data.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(line)
    foreign = b"\n".join(line for line in lines if isinstance(line, bytes))
    encoding = max(_LEGACY, key=lambda name: (_likely(foreign, name), -_LEGACY.index(name))) if foreign else ""
    utf8 = any(isinstance(line, str) and not line.isascii() for line in lines)
    text = "\n".join(line if isinstance(line, str) else line.decode(encoding, "replace") for line in lines)
    notes = [Problem(code="list_mixes_encodings")] if foreign and utf8 else []
    if _GARBLED.search(text):
        text = "\n".join(_mended(line) for line in text.split("\n"))
        notes.append(Problem(code="list_was_garbled"))
    return text, notes


def _likely(data: bytes, encoding: str) -> int:
    """How much the text looks like names in this encoding."""
    letters = [letter for letter in data.decode(encoding, "replace") if not letter.isascii()]
    return sum(
        3 if letter in _GERMAN else -1 if letter in _UNLIKELY else 1 if letter.isalpha() else -2 for letter in letters
    )


def _mended(line: str) -> str:
    """A line that was UTF-8, read as Windows and saved again: "MÃ¼ller" → "Müller"."""
    try:
        return line.encode("cp1252").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return line


def _grid(text: str, notes: list[Problem]) -> Grid:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    told = re.match(r"sep=(.)\n", text)
    if told:
        # Excel's own first line; the rows below it keep their numbers.
        text = "\n" + text[told.end() :]
    readings = {separator: _separated(text, separator) for separator in ((told[1],) if told else _SEPARATORS)}
    separator = max(readings, key=lambda name: _fit(readings[name]))
    headings, agreeing, width = _fit(readings[separator])
    if width > 1 and (told or headings or agreeing >= 80):
        return checked(readings[separator], notes=notes)
    lines = [Line(number, (line,)) for number, line in enumerate(text.split("\n"), 1) if any(map(str.isalnum, line))]
    return checked(lines, whole_lines=headings == 0, notes=notes)


def _separated(text: str, separator: str) -> list[Line]:
    """The rows of a text; a quotation mark that is never closed is an ordinary character."""
    try:
        return _rows(text, delimiter=separator, strict=True)
    except csv.Error:
        plain = text.replace('"', "")
    try:
        return _rows(plain, delimiter=separator, quoting=csv.QUOTE_NONE)
    except csv.Error:
        raise refusal("list_has_endless_cell") from None


def _rows(text: str, **options: Any) -> list[Line]:
    reader = csv.reader(StringIO(text), **options)
    lines = []
    last = 0
    for cells in reader:
        if any(cell.strip() for cell in cells):
            lines.append(Line(last + 1, tuple(unguarded(cell) for cell in cells)))
        last = reader.line_num
    return lines


def _fit(lines: Sequence[Line]) -> tuple[int, int, int]:
    """How well a separator fits: known headings, percent of rows of the same width, that width."""
    if not lines:
        return 0, 0, 0
    width, rows = Counter(len(line.cells) for line in lines).most_common(1)[0]
    headings = max(len(headed_columns(line.cells)) for line in lines[:15])
    share = rows * 100 // len(lines) if width > 1 else 0
    return headings, share, width
