"""Who sits where in one round: by name (for the players), by table (for the staff), by room (for the doors)."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


class Order(StrEnum):
    """By what the list is sorted."""

    NAME = "name"
    TABLE = "table"
    ROOM = "room"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingLine:
    """One person's place; table and position are None for who sits out."""

    person: Person
    table_number: int | None
    position: int | None
    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of one round in any order; `note` stands under the head (when the round begins …)."""

    frame: Frame
    lines: tuple[SeatingLine, ...]
    note: str = ""


def build(
    seating: Seating, *, order: Order = Order.NAME, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1
) -> bytes:
    """The PDF of the seating: in as many columns as the names allow; each room begins a page of its own."""
    raise NotImplementedError
