"""The shapes a row of points can have (TSR 7.3).

The *active cells* are those of the four players in the game. The *cross sum* of a row is 0; the active cells are all
even or all odd (*even–odd rule*). A game of two against two has the *pair shape* (v, v, −v, −v) in any seating, a game
of one against three the *solo shape* (3v, −v, −v, −v); a row of zeros has both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import rules


@dataclass(frozen=True, slots=True)
class Shape:
    """What can be seen from the points of one row."""

    cross_sum: int
    """Sum of all cells; 0 in a right row."""
    same_parity: bool
    """Whether the active cells are all even or all odd; True where a table of five does not tell who is active."""
    sitting_clear: bool
    """Whether the sitting dealer's cell is 0; at a table of five with an unknown dealer whether any cell is 0."""
    pair: bool
    """Whether the row is (v, v, −v, −v)."""
    solo: bool
    """Whether the row is (3v, −v, −v, −v)."""
    soloist: int | None
    """The seat with 3v where the row is a solo and v is not 0."""
    value: int
    """The size of v, 0 where the row has no shape."""


@lru_cache(maxsize=8192)
def shape_of(points: tuple[int, ...], sits_out: int | None = None) -> Shape:
    """The shape of the points of one row, per seat; `sits_out` is the sitting dealer's seat at a table of five.

    Where it is unknown at five, the row has a shape if it has one with any empty cell as the dealer's.
    """
    if len(points) == rules.PLAYERS:
        return _shape(points, range(1, rules.PLAYERS + 1), sitting_clear=True)
    if sits_out is not None:
        seats = [seat for seat in range(1, len(points) + 1) if seat != sits_out]
        return _shape(points, seats, sitting_clear=points[sits_out - 1] == 0)
    for empty, cell in enumerate(points, 1):
        if cell == 0:
            shape = shape_of(points, empty)
            if shape.pair or shape.solo:
                return shape
    return Shape(sum(points), True, 0 in points, False, False, None, 0)


def _shape(points: Sequence[int], seats: Sequence[int], *, sitting_clear: bool) -> Shape:
    cells = [points[seat - 1] for seat in seats]
    cross_sum = sum(points)
    same_parity = len({cell & 1 for cell in cells}) == 1
    if cross_sum or not sitting_clear:
        return Shape(cross_sum, same_parity, sitting_clear, False, False, None, 0)
    sizes = {abs(cell) for cell in cells}
    if len(sizes) == 1:
        value = sizes.pop()
        return Shape(0, True, True, True, value == 0, None, value)
    largest = max(range(len(cells)), key=lambda index: abs(cells[index]))
    others = {cell for index, cell in enumerate(cells) if index != largest}
    if len(others) == 1:
        return Shape(0, same_parity, True, False, True, seats[largest], abs(others.pop()))
    return Shape(0, same_parity, True, False, False, None, 0)


def row_from_winners(
    *, winners: Sequence[int], value: int, seats: int = 4, sits_out: int | None = None
) -> tuple[int, ...]:
    """Points per seat of "these seats win so many": two winners of a game of two against two, or one or three
    of a solo.

    `value` is what each opponent of a soloist, or each player of two against two, wins or loses; one winner gets three
    times that, three winners let the fourth lose three times that. The sitting dealer gets 0. Raises ValueError where
    the winners are not one, two or three active seats.
    """
    active = [seat for seat in range(1, seats + 1) if seat != sits_out]
    won = set(winners)
    if len(active) != rules.PLAYERS or len(won) != len(winners) or not won <= set(active) or len(won) not in (1, 2, 3):
        raise ValueError("one, two or three of the four active seats win")
    alone = won if len(won) == 1 else set(active) - won if len(won) == rules.PLAYERS - 1 else set()
    points = [0] * seats
    for seat in active:
        size = value * rules.SOLOIST_FACTOR if seat in alone else value
        points[seat - 1] = size if seat in won else -size
    return tuple(points)


def row_from_solo(*, soloist: int, value: int, seats: int = 4, sits_out: int | None = None) -> tuple[int, ...]:
    """Points per seat of a solo worth `value` to the soloist's side, negative where it was lost.

    The soloist gets three times the value, each active opponent its opposite. Raises ValueError as `row_from_winners`.
    """
    return row_from_winners(winners=(soloist,), value=value, seats=seats, sits_out=sits_out)
