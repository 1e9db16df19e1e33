"""The card in a player's hand: where to sit, with the way to the public page as a QR code."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.reports.page import Frame
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAt:
    """One place in one round."""

    table_number: int
    position: int
    round_number: int | None = None
    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCard:
    """A card for one person and one or several rounds, or a lot from the hat (`person` None).

    `url` is the address the QR code holds, "" for none.
    """

    frame: Frame
    seats: tuple[SeatAt, ...]
    person: Person | None = None
    url: str = ""


def build(cards: Sequence[SeatCard], *, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the cards, eight per A4 page with lines to cut along."""
    raise NotImplementedError
