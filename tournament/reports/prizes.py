"""The prize list for the wall and the receipts for the cash box."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """One prize: `place` in words ("1st", "best junior"), what it is, its money in cents, who gets it."""

    place: str
    person: Person | None = None
    prize: str = ""
    cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """All prizes in the order of handing out; `pot_cents` is what there was to share out."""

    frame: Frame
    lines: tuple[PrizeLine, ...]
    pot_cents: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What one person takes home and signs for."""

    frame: Frame
    person: Person
    place: str
    prize: str = ""
    cents: int | None = None
    number: int | None = None
    town: str = ""
    day: date | None = None


def build(prizes: PrizeList, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the prize list with the sum of the money."""
    raise NotImplementedError


def build_receipts(receipts: Sequence[Receipt], *, copies: int = 1) -> bytes:
    """The PDF of the receipts, four per A4 page, each with a line to sign."""
    raise NotImplementedError
