"""Solo statistics: who played which solo how often, and how they ended."""

from dataclasses import dataclass

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloCount:
    """Solos of one kind."""

    played: int = 0
    won: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloLine:
    """One person; `by_kind` has one entry per kind of the statistics, `mandatory` counts those that were owed."""

    person: Person
    by_kind: tuple[SoloCount, ...]
    mandatory: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloStatistics:
    """`kinds` are the headings: "♣", "♠", "♥", "♦", or words ("Damen")."""

    frame: Frame
    kinds: tuple[str, ...]
    lines: tuple[SoloLine, ...]
    note: str = ""


def build(statistics: SoloStatistics, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF: per person and kind "won/played", with sums over the field."""
    raise NotImplementedError
