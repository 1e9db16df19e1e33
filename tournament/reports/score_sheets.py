"""The score sheet of one table: empty for the table, as typed for the record, or blank for the drawer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.reports.page import Frame
from tournament.reports.people import Person


class Form(StrEnum):
    """The two forms of paper (Spielliste mit eigener Rubrik, Spielliste in Spielfolge)."""

    RUBRIC = "rubric"
    PLAYED = "played"


class Cells(StrEnum):
    """What the players' columns of a filled sheet hold: the running total or the points of the game."""

    RUNNING = "running"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """One position of the table; `person` is None on a blank sheet."""

    position: int
    person: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One game as it was typed.

    `points` has one entry per seat in the order of the seats, None for who sat out. `label` is a short word for the
    kind ("♣", "Hochzeit", "Strafe"). A struck row has neither value nor points.
    """

    number: int
    points: tuple[int | None, ...] = ()
    value: int | None = None
    winners: tuple[int, ...] = ()
    dealer: int | None = None
    mandatory: bool = False
    struck: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """Everything that stands on the sheet of one table in one round.

    `games` counts all rows (24), `mandatory_solos` those of them that are mandatory solos (4); in the rubric form the
    rows are `games - mandatory_solos` normal ones and the rubric. `code` is printed in digits and, unless `qr` says
    otherwise, held by the QR code. `totals` prints the sums of a sheet of which only these were typed.
    """

    frame: Frame
    table_number: int | None
    seats: tuple[SeatLine, ...]
    games: int
    mandatory_solos: int
    minutes: int | None = None
    form: Form = Form.RUBRIC
    room: str = ""
    code: str = ""
    qr: str = ""
    cells: Cells = Cells.RUNNING
    rows: tuple[Row, ...] = ()
    totals: tuple[int, ...] = ()
    penalties: tuple[str, ...] = ()
    extra_minutes: int | None = None
    note: str = ""


def blank(
    *,
    seats: int = 4,
    games: int,
    mandatory_solos: int,
    form: Form,
    minutes: int | None = None,
    frame: Frame | None = None,
) -> ScoreSheet:
    """A sheet without names for the drawer: round, table and names are written by hand."""
    raise NotImplementedError


def build(sheets: Sequence[ScoreSheet], *, per_page: int = 1, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the sheets in their order: one per A4 page, or two per page (`per_page=2`)."""
    raise NotImplementedError
