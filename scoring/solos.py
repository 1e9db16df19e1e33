"""Mandatory solos: who owes one, when it is enforced, who is next (TSR 4.2, 8.6), and the book of a tournament.

Each seat *owes* its mandatory solos (Pflichtsolo). A solo played while one is owed is *mandatory*, a later one
*voluntary* (Lustsolo). A mandatory solo is *enforced* (Vorführung) once only as many games are left as solos are owed,
or the time is over. A *holder* is the person on a seat from some row on.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .terms import RowKind

if TYPE_CHECKING:
    from .sheet import Judgement, Sheet


def is_enforced(*, games_left: int, owed: int, time_over: bool = False) -> bool:
    """Whether the next game must be a mandatory solo (Vorführung), TSR 4.2.3 and 8.6.

    `games_left` and `owed` count games and solos at the table, the next one included.
    """
    return owed > 0 and (time_over or games_left <= owed)


def next_soloist(owed: Sequence[int], *, dealer: int) -> int | None:
    """The seat whose solo is enforced next: the first that owes one to the left of the dealer (TSR 4.2.3).

    `owed` is how many solos each seat owes, seat 1 first. At a table of four the dealer himself comes last; at a table
    of five he sits out and cannot be the soloist. None where nobody can be.
    """
    seats = len(owed)
    for step in range(1, seats + 1 if seats == 4 else seats):
        seat = (dealer - 1 + step) % seats + 1
        if owed[seat - 1] > 0:
            return seat
    return None


def seats_owing(owed: Sequence[int]) -> tuple[int, ...]:
    """The seats that owe a solo, ascending, repeated where more than one is owed."""
    return tuple(seat for seat, solos in enumerate(owed, 1) for _ in range(solos))


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A person on a seat, from a row on until the next holder of that seat."""

    seat: int
    person: Hashable
    from_row: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSheet:
    """One sheet of a tournament as the book of solos needs it."""

    round: int
    table: int
    holders: tuple[Holder, ...]
    """Who sat where; for each seat in order of rows."""
    sheet: "Sheet"
    judgement: "Judgement"


@dataclass(frozen=True, slots=True)
class PlayedSolo:
    """A solo that was played."""

    person: Hashable
    round: int
    table: int
    seat: int
    row: int | None
    """The row, None where only totals are known."""
    kind: RowKind
    mandatory: bool
    enforced: bool | None
    """None where the form of the paper or the depth does not tell."""
    points: int | None
    """The soloist's points of the game, None where they are not known."""


@dataclass(frozen=True, slots=True)
class OwedSolo:
    """A mandatory solo that has not been played."""

    person: Hashable
    round: int
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class SoloBook:
    """All solos of a tournament: what was played and what is owed, in the order of the sheets given."""

    played: tuple[PlayedSolo, ...]
    owed: tuple[OwedSolo, ...]


def _holder(holders: Sequence[Holder], seat: int, row: int | None) -> Hashable:
    """The person on a seat at a row, the last one where the row is None; None for a seat nobody holds."""
    person: Hashable = None
    for holder in holders:
        if holder.seat == seat and (row is None or holder.from_row <= row):
            person = holder.person
    return person


def _played(table: TableSheet) -> Iterable[PlayedSolo]:
    judgement = table.judgement
    if not table.sheet.rows:
        for seat in sorted(table.sheet.solos):
            person = _holder(table.holders, seat, None)
            yield PlayedSolo(person, table.round, table.table, seat, None, RowKind.SOLO, True, None, None)
    for number, row in enumerate(table.sheet.rows, 1):
        mandatory = judgement.mandatory[number - 1]
        seat_of_row = judgement.soloists[number - 1]
        if mandatory is None or seat_of_row is None:
            continue
        points = judgement.row_points[number - 1]
        yield PlayedSolo(
            _holder(table.holders, seat_of_row, number),
            table.round,
            table.table,
            seat_of_row,
            number,
            row.kind,
            mandatory,
            judgement.enforced[number - 1],
            None if points is None else points[seat_of_row - 1],
        )


def solo_book(tables: Iterable[TableSheet]) -> SoloBook:
    """Who played his solos in which row, and who owes one, over any number of sheets.

    Silent and failed weddings are no solos here (TSR 4.4). A debt stands with the last holder of the seat.
    """
    played: list[PlayedSolo] = []
    owed: list[OwedSolo] = []
    for table in tables:
        played.extend(_played(table))
        owed.extend(
            OwedSolo(_holder(table.holders, seat, None), table.round, table.table, seat)
            for seat in table.judgement.owed
        )
    return SoloBook(tuple(played), tuple(owed))
