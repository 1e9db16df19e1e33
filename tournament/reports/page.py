"""The frame of every page: paper, margins, head with event and round, foot with date and page x of y."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from reportlab.lib.pagesizes import A4, A5, landscape
from reportlab.lib.units import mm

MARGIN = 14 * mm  # a home printer leaves up to 12 mm blank


class Paper(Enum):
    """A size of paper: width and height in points."""

    A4 = A4
    A4_LANDSCAPE = landscape(A4)
    A5 = A5
    A5_LANDSCAPE = landscape(A5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What head and foot of a page say. `printed_at` is shown as handed in, so hand in local time."""

    event: str
    day: date | None = None
    place: str = ""
    round_number: int | None = None
    rounds: int | None = None
    printed_at: datetime | None = None
