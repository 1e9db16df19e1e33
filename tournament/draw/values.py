"""The words of the draw: who is to be seated, what was played, what is wished, what comes out.

entrant    a participant as the draw sees it; the start number is the identity and the canonical order
position   seat at a table, 1–5; position 1 deals first, the last position keeps the sheet
turn       a round at a table of five, or a round sat out
repeat     a pair that meets again; a third is a pair that meets for the third time or more
wish       what is tried after nobody meets again: TURNS, APART, SEATS, TABLES, in the order the director chooses
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

ALL_ROUNDS = 99
OPEN_SEAT = -1000  # start numbers from here down are seats without a holder


class Fives(StrEnum):
    """Tables of five, layout 8.4."""

    NEVER = "never"
    NEEDED = "needed"
    PREFERRED = "preferred"
    NUMBER = "number"


class Rest(StrEnum):
    """What becomes of the players left over where the tables do not take everybody."""

    WAITING_LIST = "waiting_list"
    FILLER = "filler"
    SIT_OUT = "sit_out"


class Mode(StrEnum):
    """How a round is seated."""

    RANDOM = "random"
    STANDINGS = "standings"
    TOP = "top"
    MOVEMENT = "movement"
    FINAL = "final"
    GROUPS = "groups"


class Wish(StrEnum):
    """What may be ordered below "nobody meets again"."""

    TURNS = "turns"
    APART = "apart"
    SEATS = "seats"
    TABLES = "tables"


class Tie(StrEnum):
    """Why two people should not share a table."""

    PAIR = "pair"
    CLUB = "club"
    TEAM = "team"
    FILLER = "filler"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody present and to be seated.

    `rank` (1 = best; the desk puts penalties in it) is needed by STANDINGS and FINAL, `place` (1–5, the place at the
    last table) by TOP and MOVEMENT, `group` by GROUPS. `fixed_position` and `fixed_table` are musts (wheelchair).
    `registered` orders the waiting list; equal values go by start number.
    """

    id: int
    club: str | None = None
    team: str | None = None
    group: str | None = None
    rank: int | None = None
    place: int | None = None
    fixed_position: int | None = None
    fixed_table: int | None = None
    registered: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """One table of one round: start numbers in the order of their seats.

    A filler player has a number below zero. `joined` holds (position, start number) of those who took a seat over
    in mid-round; who was removed in mid-round stays in `players`: both met the table.
    """

    number: int
    players: tuple[int, ...]
    room: str = ""
    joined: tuple[tuple[int, int], ...] = ()

    @property
    def everybody(self) -> tuple[int, ...]:
        """All who sat at this table at some time of the round."""
        return self.players + tuple(player for _, player in self.joined)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absentee:
    """Somebody without a seat in this round, and why."""

    id: int
    why: Rest


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round that was published: what was really played, by people who may have left since."""

    tables: tuple[TablePlan, ...]
    sitting_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The rounds played, in order, and the rest of the plan that came with the last draw (`Draw.plan`).

    The plan is only a hint: it is used while the field is unchanged and the rounds were played as it says.
    """

    rounds: tuple[PlayedRound, ...] = ()
    plan: tuple[tuple[TablePlan, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """Two people to keep apart in rounds 1 to `rounds`; a strict pair stands with the musts."""

    first: int
    second: int
    strict: bool = False
    rounds: int = ALL_ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlace:
    """A table standing in the hall."""

    number: int
    room: str = ""


WISHES = (Wish.TURNS, Wish.APART, Wish.SEATS, Wish.TABLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a round is to be drawn. The defaults are a round by lot with tables of five as needed.

    `rounds` is the length of the whole tournament: the search looks ahead to it. `fives_number` counts with
    Fives.NUMBER only. `rest` is what becomes of people left over; None refuses a field that makes no tables.
    `club_rounds` and `team_rounds`: kept apart in the first n rounds, 0 never. `places` are the tables that may be
    used, in the order of use (empty: 1, 2, 3 …), `left_out` numbers that may not.
    `kept` tables of this round stay as they are and only the rest is drawn.
    `number` is the number of the mode: STANDINGS how many ranks apart people may change places to avoid a repeat
    (0: strictly by rank), TOP how many of each table stay together, FINAL how many play the final.
    `shifts` belong to MOVEMENT: how many tables on goes the first, second … of each table.
    """

    rounds: int = 1
    fives: Fives = Fives.NEEDED
    fives_number: int = 0
    rest: Rest | None = None
    mode: Mode = Mode.RANDOM
    number: int = 0
    shifts: tuple[int, ...] = (0, 1, 2, 3, 4)
    wishes: tuple[Wish, ...] = WISHES
    apart: tuple[Apart, ...] = ()
    club_rounds: int = ALL_ROUNDS
    team_rounds: int = ALL_ROUNDS
    places: tuple[TablePlace, ...] = ()
    left_out: tuple[int, ...] = ()
    kept: tuple[TablePlan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """A pair that shares a table it shared before, in the rounds named (numbers from 1)."""

    first: int
    second: int
    table: int
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmet:
    """A keep-apart wish that is not kept; `name` is the club or team, empty for a pair."""

    first: int
    second: int
    table: int
    tie: Tie
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What somebody has had after this round: rounds at a table of five, rounds sat out."""

    id: int
    fives: int
    rests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAgain:
    """Somebody on a position (or at a table number) for the `times`-th time."""

    id: int
    number: int
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """By standings within a band: whose table is not the one of the rank (counted in tables from the top, from 1)."""

    id: int
    rank: int
    due: int
    seated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The quality of a seating in numbers, in the strict order of the wishes; less is better.

    musts    strict pairs and fixed tables not kept (a published draw has 0)
    thirds   meetings beyond the second, summed over pairs
    repeats  sum over pairs of C(m, 2), m = meetings
    five     sum over players of C(f, 2), f = turns at a table of five; `rests` the same for rounds sat out
    club     keep-apart wishes not kept (club, team, pairs), summed over rounds
    seats    sum over players and positions of C(t, 2), t = times on the position; `tables` the same for table numbers
    """

    musts: int
    thirds: int
    repeats: int
    moved: int
    five: int
    rests: int
    club: int
    seats: int
    tables: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the director reads before publishing one round.

    `repeats` lists the pairs that meet again in this round (thirds among them), `bound` how many repeats (meetings
    again, counted once per earlier meeting) this round cannot avoid, None where no bound is known; `best_possible`
    that no draw has fewer thirds, repeats or broken wishes. `figures` count history and this round together.
    """

    tables: int
    seated: int
    fives: int
    repeats: tuple[Again, ...]
    turns: tuple[Turn, ...]
    unmet: tuple[Unmet, ...]
    seats: tuple[SeatAgain, ...]
    numbers: tuple[SeatAgain, ...]
    moved: tuple[Moved, ...]
    bound: int
    best_possible: bool
    figures: Figures

    @property
    def thirds(self) -> tuple[Again, ...]:
        """The pairs that meet for the third time or more."""
        return tuple(pair for pair in self.repeats if len(pair.before) > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A drawn round with everything needed to repeat it: the same arguments, seed and `steps` give the same tables.

    `plan` are the rounds after this one as the search sees them (a hint, to be stored as `History.plan`).
    """

    tables: tuple[TablePlan, ...]
    sitting_out: tuple[Absentee, ...]
    report: Report
    seed: int
    steps: int
    version: str
    plan: tuple[tuple[TablePlan, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where a search stands: steps done and allowed, and the repeats of the best seating so far."""

    steps: int
    budget: int
    repeats: int


# Called now and then during a search; False stops it with the best so far.
Watch = Callable[[Progress], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One way to mend a seating, with its consequences.

    `code` names the way (messages word it with `params`), `tables` are the changed and new tables in full, `closed`
    the numbers of tables that are given up, `sitting_out` who loses the seat. Tables not named stay untouched.
    """

    code: str
    params: dict[str, int | str] = field(default_factory=dict)
    tables: tuple[TablePlan, ...] = ()
    closed: tuple[int, ...] = ()
    sitting_out: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    before: Figures | None = None
    after: Figures | None = None
