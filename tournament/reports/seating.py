"""Who sits where in one round: by name (for the players), by table (for the staff), by room (for the doors)."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.reports.grid import Column, Row
from tournament.reports.lists import build_list
from tournament.reports.page import Frame, Paper, scaled
from tournament.reports.people import Person, collated, sort_key

_SIZE = 12  # read standing, in a crowd


class Order(StrEnum):
    """By what the list is sorted."""

    NAME = "name"
    TABLE = "table"
    ROOM = "room"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingLine:
    """One person's place; table and position are None for who sits out."""

    person: Person
    table_number: int | None
    position: int | None
    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of one round in any order; `note` stands under the head (when the round begins …)."""

    frame: Frame
    lines: tuple[SeatingLine, ...]
    note: str = ""


def build(
    seating: Seating, *, order: Order = Order.NAME, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1
) -> bytes:
    """The PDF of the seating: in as many strips as save pages; each room begins a page of its own."""
    rooms = any(line.room for line in seating.lines) and order is not Order.ROOM
    sections = {Order.NAME: _by_name, Order.TABLE: _by_table, Order.ROOM: _by_room}[order]
    title = {
        Order.NAME: _("Seating by name"),
        Order.TABLE: _("Seating by table"),
        Order.ROOM: _("Seating by room"),
    }[order]
    name = Column(heading=_("Name"), grows=True, minimum=10)
    number = Column(heading=_("No."), align="right", grey=True)
    seat = Column(heading=_("Seat"), align="right")
    columns: tuple[Column, ...]
    if order is Order.NAME:
        columns = (number, name, Column(heading=_("Table"), align="right", bold=True), seat)
    else:
        columns = (seat, name, number)
    if rooms:
        columns = (*columns, Column(heading=_("Room"), grows=True, minimum=3, grey=True))
    return build_list(
        frame=seating.frame,
        title=title,
        columns=columns,
        sections=sections(seating, rooms=rooms),
        paper=paper,
        size=scaled(_SIZE, font_percent),
        copies=copies,
        abreast=None,
        remark=seating.note,
    )


def _place(value: int | None) -> str:
    return "–" if value is None else str(value)


def _room(line: SeatingLine, *, rooms: bool) -> tuple[str, ...]:
    return (line.room,) if rooms else ()


def _by_name(seating: Seating, *, rooms: bool) -> list[list[Row]]:
    """One row per person under the first letter of the surname."""
    rows: list[Row] = []
    lines = sorted(seating.lines, key=lambda line: sort_key(line.person))
    for letter, group in groupby(lines, key=lambda line: collated(line.person.surname)[:1].upper()):
        rows.append(Row(heading=letter or "–"))
        rows.extend(
            Row(
                cells=(
                    line.person.digits,
                    line.person.listed,
                    _place(line.table_number),
                    _place(line.position),
                    *_room(line, rooms=rooms),
                )
            )
            for line in group
        )
    return [rows]


def _table_key(line: SeatingLine) -> tuple[int, int, tuple[str, str, int]]:
    """Tables in their order, who sits out last."""
    number = line.table_number
    return (10**9 if number is None else number, line.position or 0, sort_key(line.person))


def _table_rows(lines: list[SeatingLine], *, rooms: bool, room: str = "") -> list[Row]:
    """The tables of one list; those of a room name it, so that every page says which door it is for."""
    rows: list[Row] = []
    for number, group in groupby(sorted(lines, key=_table_key), key=lambda line: line.table_number):
        words = _("Sits out") if number is None else _("Table %(number)s") % {"number": number}
        rows.append(Row(heading=f"{words} · {room}" if room else words))
        rows.extend(
            Row(
                cells=(
                    _place(line.position),
                    line.person.listed,
                    line.person.digits,
                    *_room(line, rooms=rooms),
                ),
                joined=number is not None,
            )
            for line in group
        )
    return rows


def _by_table(seating: Seating, *, rooms: bool) -> list[list[Row]]:
    return [_table_rows(list(seating.lines), rooms=rooms)]


def _by_room(seating: Seating, *, rooms: bool) -> list[list[Row]]:
    """A section per room, so that each door gets its own pages."""
    lines = sorted(seating.lines, key=lambda line: collated(line.room))
    return [
        [Row(heading=room or _("Without a room")), *_table_rows(list(group), rooms=rooms, room=room)]
        for room, group in groupby(lines, key=lambda line: line.room)
    ]
