"""The rules of this event in plain words, from its settings: to be settled before the first game."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.reports.page import Frame, Paper


class Fives(StrEnum):
    """Whether tables of five are used."""

    NEVER = "never"
    NEEDED = "needed"
    PREFERRED = "preferred"
    NUMBER = "number"


class Checks(StrEnum):
    """What the desk does with a sheet that does not add up."""

    OFF = "off"
    WARN = "warn"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its sentences."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSettings:
    """The settings of a tournament that a player must know. Minutes None: no clock. Fees in cents."""

    rounds: int
    games_at_four: int
    games_at_five: int
    minutes_at_four: int | None
    minutes_at_five: int | None
    mandatory_solos: int
    fives: Fives = Fives.NEVER
    number_of_fives: int = 0
    rubric: bool = True
    checks: Checks = Checks.REFUSE
    second_person: bool = True
    tie_order: tuple[str, ...] = ()
    objection_minutes: int | None = None
    seeded_rounds: tuple[int, ...] = ()
    clubs_apart: bool = False
    fee_cents: int | None = None
    reduced_fee_cents: int | None = None
    donation_cents: int | None = None
    loss_money: tuple[tuple[int, int], ...] = ()
    prizes: tuple[str, ...] = ()
    director: str = ""
    referee: str = ""
    rules_edition: str = ""
    house_rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """What the sheet prints, in this order."""

    frame: Frame
    sections: tuple[Section, ...]


def compose(settings: RuleSettings) -> tuple[Section, ...]:
    """The sections of the rule sheet in plain sentences; a setting that is off has no sentence."""
    raise NotImplementedError


def build(sheet: RuleSheet, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the sheet, on one page where the sentences allow."""
    raise NotImplementedError
