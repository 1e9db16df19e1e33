"""The cash report: who paid what, what else went in and out, what must lie in the box."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


class FeeState(StrEnum):
    """Paid, still owed, or let off."""

    PAID = "paid"
    OPEN = "open"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeLine:
    """One person's fee; `kind` is the word for it ("full", "reduced"); loss money and gift in cents."""

    person: Person
    state: FeeState
    due_cents: int
    kind: str = ""
    loss_cents: int = 0
    donation_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CashItem:
    """Any other money: positive went in, negative went out."""

    text: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CashReport:
    """The money of the event; `counted_cents` is what was counted at the end, by `counted_by`."""

    frame: Frame
    fees: tuple[FeeLine, ...]
    items: tuple[CashItem, ...] = ()
    counted_cents: int | None = None
    counted_by: str = ""
    notes: tuple[str, ...] = ()


def build(report: CashReport, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF: the sums first, then every person, then lines to count and sign."""
    raise NotImplementedError
