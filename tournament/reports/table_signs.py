"""The number that stands on a table, readable across the hall."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.reports.page import Frame
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSign:
    """One table; `persons` in the order of the positions if the sign is for one round, else empty."""

    frame: Frame
    table_number: int
    room: str = ""
    persons: tuple[Person, ...] = ()


def build(signs: Sequence[TableSign], *, per_page: int = 1, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the signs: one per page as a tent to fold (`per_page=1`), or two or four flat ones."""
    raise NotImplementedError
