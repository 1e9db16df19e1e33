"""Lists as CSV that Excel in German opens rightly: `;`, UTF-8 with BOM, CRLF, decimal comma.

Excel takes text that begins with one of `= + - @` for a formula. Such text is *guarded* by an apostrophe in front;
numbers never are, so −12 stays a number.
"""

import csv
from datetime import date, datetime
from decimal import Decimal
from io import StringIO

from tournament.reports.listing import Formula, Listing, Value

_GUARD = "'"
_LIKE_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def build(listing: Listing) -> bytes:
    """The file: headings, then rows, without the row of sums."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([_text(heading) for heading in listing.headings])
    writer.writerows([_cell(value) for value in row] for row in listing.rows)
    return out.getvalue().encode("utf-8-sig")


def read(data: bytes) -> list[list[str]]:
    """The cells of a file that `build` has made, as text, guards taken off."""
    rows = csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";")
    return [[_unguarded(cell) for cell in row] for row in rows]


def _cell(value: Value) -> str:
    """The value as Excel in German reads it."""
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", ",")
    if isinstance(value, datetime):
        return value.strftime("%d.%m.%Y %H:%M")
    if isinstance(value, date):
        return value.strftime("%d.%m.%Y")
    return str(value)


def _text(text: str) -> str:
    """The text, guarded where it needs it; a guard of its own is doubled, so that `read` gives back the same."""
    return _GUARD + text if text.lstrip(_GUARD).startswith(_LIKE_A_FORMULA) else text


def _unguarded(cell: str) -> str:
    guarded = cell.startswith(_GUARD) and cell.lstrip(_GUARD).startswith(_LIKE_A_FORMULA)
    return cell[1:] if guarded else cell
