"""Lists as CSV that Excel in German opens rightly: `;`, UTF-8 with BOM, CRLF, decimal comma.

Excel takes text that begins with one of `= + - @` for a formula. Such text is *guarded* by an apostrophe in front;
numbers never are, so −12 stays a number.
"""

import csv
from datetime import date, datetime
from decimal import Decimal
from io import StringIO

from tournament.guards import guarded
from tournament.reports.listing import Formula, Listing, Value


def build(listing: Listing) -> bytes:
    """The file: headings, then rows, without the row of sums."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([guarded(heading) for heading in listing.headings])
    writer.writerows([_cell(value) for value in row] for row in listing.rows)
    return out.getvalue().encode("utf-8-sig")


def _cell(value: Value) -> str:
    """The value as Excel in German reads it."""
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    if isinstance(value, str):
        return guarded(value)
    if isinstance(value, Decimal):
        return f"{value:f}".replace(".", ",")
    if isinstance(value, datetime):
        return value.strftime("%d.%m.%Y %H:%M")
    if isinstance(value, date):
        return value.strftime("%d.%m.%Y")
    return str(value)
