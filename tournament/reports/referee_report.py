"""The referee's report: every incident with its decision (TSR 8.2, 9)."""

from dataclasses import dataclass
from datetime import datetime

from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLine:
    """What one person got or lost by the decision."""

    person: Person
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One claim: what happened, who claimed, what was decided, by which paragraph, and what followed."""

    number: int
    round_number: int
    table_number: int
    facts: str
    decision: str
    game_number: int | None = None
    happened_at: datetime | None = None
    claimant: str = ""
    offender: str = ""
    kind: str = ""
    section: str = ""
    points: tuple[PointsLine, ...] = ()
    extra_minutes: int = 0
    referee: str = ""
    appeal: str = ""
    court: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeReport:
    """All incidents of the event in their order; an event without any says so."""

    frame: Frame
    incidents: tuple[Incident, ...]
    referee: str = ""
    director: str = ""
    court: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def build(report: RefereeReport, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the report with the sums of penalties and extra time, and lines to sign."""
    raise NotImplementedError
