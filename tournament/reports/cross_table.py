"""Who met whom at a table, and in which rounds."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


class Layout(StrEnum):
    """A square of start numbers, or a line per person; AUTO takes the square while it fits on one page."""

    AUTO = "auto"
    SQUARE = "square"
    LIST = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two start numbers and the rounds in which they sat at one table."""

    first: int
    second: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """The field and its meetings; pairs that never met are left out."""

    frame: Frame
    persons: tuple[Person, ...]
    meetings: tuple[Meeting, ...]


def build(
    cross_table: CrossTable,
    *,
    layout: Layout = Layout.AUTO,
    paper: Paper = Paper.A4,
    font_percent: int = 100,
    copies: int = 1,
) -> bytes:
    """The PDF of the meetings; pairs that met more than once stand out."""
    raise NotImplementedError
