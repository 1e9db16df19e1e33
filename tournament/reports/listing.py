"""A list as rows and headings, whatever file it goes into."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

Value = str | int | Decimal | date | datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One list: its name, its headings, its rows; numbers are numbers, money is Decimal, nothing is None."""

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
