"""What a workbook is made of: participants, tables with their rows, penalties."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantLine:
    """One registered person. `state` and `fee_state` are words as shown; `fee_cents` is what is due."""

    person: Person
    state: str = ""
    fee_cents: int | None = None
    fee_state: str = ""
    categories: str = ""
    registered_at: datetime | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """One row of a sheet. `points` has one entry per seat of the table in their order, None for who sat out.

    `number` is a text in the rubric of the mandatory solos, where it tells nothing of the order: "S2". `soloist` is a
    seat, `soloist_person` who sat there in this game.
    """

    number: int | str
    kind: str
    points: tuple[int | None, ...]
    dealer: int | None = None
    soloist: int | None = None
    soloist_person: Person | None = None
    mandatory: bool = False
    struck: bool = False
    value: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """One table of one round: its persons in the order of the positions, their totals, the rows as far as typed.

    `state` is the word for how far the sheet is. Where `games` is empty the totals are numbers, else they are
    formulas over the rows; `totals` is what the desk has computed. Empty totals: the sheet is still out.
    `mandatory_solos` is how many each seat has played, for sheets of which only totals were typed. `seat_notes` say by
    position who sat there before: the points of a seat are those of all who held it.
    """

    round_number: int
    table_number: int
    persons: tuple[Person, ...]
    totals: tuple[int, ...] = ()
    games: tuple[GameLine, ...] = ()
    mandatory_solos: tuple[int, ...] = ()
    state: str = ""
    room: str = ""
    extra_minutes: int = 0
    note: str = ""
    seat_notes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyLine:
    """Penalty points or a deduction: what each person got, in whose name, for what. No round: outside of play."""

    round_number: int | None
    person: Person
    points: int
    reason: str
    table_number: int | None = None
    game_number: int | None = None
    section: str = ""
    kind: str = ""
    signed_by: str = ""
