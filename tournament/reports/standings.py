"""The list that hangs on the wall: ranks, points of each round, total."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


class Mark(StrEnum):
    """How binding the list is."""

    PROVISIONAL = "provisional"
    POSTED = "posted"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One person's line; `rank` is None for who is listed outside the ranking; `deductions` is zero or negative.

    `rounds` has one entry per round, None for a round not played. `tie` is the value of the criterion that decided
    between equal totals, in words or a number, empty where none was needed. `note` stands small after the name.
    """

    rank: int | None
    person: Person
    rounds: tuple[int | None, ...]
    total: int
    shared: bool = False
    deductions: int = 0
    tie: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The list after a round, with what makes it binding. `tie_order` names the criteria in their order.

    `categories` explains the marks: (("J", "Juniors"), …). `category` is the word for a list of one category only.
    """

    frame: Frame
    lines: tuple[StandingsLine, ...]
    mark: Mark = Mark.PROVISIONAL
    marked_at: datetime | None = None
    objections_until: datetime | None = None
    director: str = ""
    referee: str = ""
    tie_order: tuple[str, ...] = ()
    category: str = ""
    categories: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def build(
    standings: Standings,
    *,
    paper: Paper = Paper.A4,
    columns: int | None = None,
    font_percent: int = 100,
    copies: int = 1,
) -> bytes:
    """The PDF of the list; `columns` None sets two columns where that saves pages."""
    raise NotImplementedError
