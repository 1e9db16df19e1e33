"""Rows and sheets to be judged."""

from scoring.game import GameRecord
from scoring.shapes import row_from_solo, row_from_winners
from scoring.sheet import (
    Row,
    Sheet,
    judge,
)
from scoring.terms import Kind, RowKind

NORMAL = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2))
STRUCK = Row(kind=RowKind.STRUCK)
NOT_PLAYED = Row(kind=RowKind.NOT_PLAYED)


def solo(seat, *, value=1, seats=4, sits_out=None, **more):
    """A queens' solo of a seat."""
    points = row_from_solo(soloist=seat, value=value, seats=seats, sits_out=sits_out)
    return Row(**{"kind": RowKind.QUEENS_SOLO, "points": points, **more})


def five(sits_out):
    """A normal game at a table of five."""
    active = [seat for seat in range(1, 6) if seat != sits_out]
    return Row(kind=RowKind.NORMAL, points=row_from_winners(winners=active[:2], value=1, seats=5, sits_out=sits_out))


def findings(*rows, **sheet):
    """Row, code and field of every finding."""
    return [(problem.row, problem.code, problem.field) for problem in judge(Sheet(rows=rows, **sheet)).problems]


def unsorted_table(*rows, **sheet):
    """A sheet without mandatory solos."""
    return judge(Sheet(rows=rows, mandatory=0, **sheet))


FULL = GameRecord(kind=Kind.NORMAL, re=(1, 3), re_card_points=151)
