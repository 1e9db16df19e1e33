"""The legal readings of one broken row, the likeliest first (TSR 7.2, 7.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from . import rules
from .rows import Cells, Points, minus
from .shapes import shape_of
from .slips import Reason, look_alikes, row_slip
from .terms import RowKind


@dataclass(frozen=True, slots=True)
class Reading:
    """What a row may have been meant to be."""

    cost: int
    """How unlikely it is, see `scoring.slips`."""
    points: Points
    reason: Reason


_SOLO = 4
"""What a solo costs against a game of two against two where either is possible."""


def is_legal(points: Points, *, kind: RowKind, soloist: int | None, sits_out: int | None) -> bool:
    """Whether a game of this kind can bring these points; `soloist` as marked."""
    shape = shape_of(points, sits_out)
    if shape.solo and kind not in rules.PAIR_KINDS and soloist in (None, shape.soloist or soloist):
        return True
    return shape.pair and (kind in rules.PAIR_KINDS or (kind == RowKind.UNKNOWN and soloist is None))


def readings(
    cells: Cells, *, kind: RowKind, soloist: int | None, sits_out: int | None, also: Points | None = None
) -> list[Reading]:
    """Legal rows that these cells may have been meant to be, the likeliest first; the cells themselves left out.

    `soloist` is as marked, `sits_out` the sitting dealer at a table of five where known. `also` is one more row to
    consider, such as the one that makes the totals come out.
    """
    seats = len(cells)
    sitting = [sits_out] if seats == rules.PLAYERS or sits_out is not None else list(range(1, seats + 1))
    sizes = _sizes(cells)
    meant: set[Points] = set()
    for empty in sitting:
        active = [seat for seat in range(1, seats + 1) if seat != empty]
        meant.update(_legal(kind, soloist, active, sizes, seats))
    if also is not None and is_legal(also, kind=kind, soloist=soloist, sits_out=sits_out):
        meant.add(also)
    meant.discard(tuple(cell if cell is not None else 0 for cell in cells) if None not in cells else ())
    found = []
    for points in meant:
        cost, reason = row_slip(cells, points, soloist=shape_of(points, sits_out).soloist)
        found.append(Reading(cost, points, reason))
    found.sort(key=lambda reading: (reading.cost, [abs(cell) for cell in reading.points], reading.points))
    return found


def splits(points: Points, *, kind: RowKind, soloist: int | None, sits_out: int | None) -> list[Reading]:
    """Games whose points, together with a later game of this kind, make up these points; the likeliest first.

    For running totals where a row was left out: what lies between two written lines is then the sum of two games.
    `sits_out` is the sitting dealer of the missing game at a table of five, None where unknown; the left neighbour sat
    out in the later one, or after a voluntary mandatory solo the same dealer.
    """
    seats = len(points)
    sitting: list[int | None] = [None]
    if seats != rules.PLAYERS:
        sitting = list(range(1, seats + 1)) if sits_out is None else [sits_out % seats + 1, sits_out]
    found: dict[Points, Reading] = {}
    for empty in sitting:
        active = [seat for seat in range(1, seats + 1) if seat != empty]
        for later in _legal(kind, soloist, active, range(rules.MAX_VALUE + 1), seats):
            missing = minus(points, later)
            shape = shape_of(missing, sits_out)
            if any(missing) and (shape.pair or shape.solo):
                # Small games are likelier than large ones, two against two likelier than a solo.
                other = shape_of(later, empty)
                solos = (shape.soloist is not None) + (other.soloist is not None)
                cost = shape.value + other.value + _SOLO * solos
                found[missing] = Reading(cost, missing, Reason.ROW_LEFT_OUT)
    return sorted(found.values(), key=lambda reading: (reading.cost, reading.points))


def _legal(
    kind: RowKind, soloist: int | None, active: Sequence[int], sizes: Iterable[int], seats: int
) -> Iterable[Points]:
    """Rows a game of this kind can bring with values of these sizes."""
    if kind not in rules.SOLO_SHAPED_KINDS and soloist is None:
        yield from _pairs(active, sizes, seats)
    if kind not in rules.PAIR_KINDS:
        yield from _solos([soloist] if soloist in active else active, active, sizes, seats)


def _sizes(cells: Sequence[int | None]) -> set[int]:
    """Values the game may have had: those in the row, what they can be misread from, what the cross sum asks for."""
    known = [cell for cell in cells if cell is not None]
    cross_sum = sum(known)
    numbers = {abs(cell) for cell in known} | {abs(cell - cross_sum) for cell in known} | {abs(cross_sum)}
    numbers |= {alike for cell in known for alike in look_alikes(abs(cell))}
    thirds = {number // rules.SOLOIST_FACTOR for number in numbers if number % rules.SOLOIST_FACTOR == 0}
    return {number for number in numbers | thirds if number <= rules.MAX_VALUE}


def _pairs(active: Sequence[int], sizes: Iterable[int], seats: int) -> Iterable[Points]:
    for size in sizes:
        for winners in combinations(active, 2):
            yield tuple((size if seat in winners else -size) if seat in active else 0 for seat in range(1, seats + 1))


def _solos(soloists: Sequence[int | None], active: Sequence[int], sizes: Iterable[int], seats: int) -> Iterable[Points]:
    for size in sizes:
        if size > rules.MAX_SOLO_VALUE:
            continue
        for soloist in soloists:
            for value in {size, -size}:
                yield tuple(
                    (rules.SOLOIST_FACTOR * value if seat == soloist else -value) if seat in active else 0
                    for seat in range(1, seats + 1)
                )
