"""The legal readings of one broken row, the likeliest first (TSR 7.2, 7.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from . import rules
from .rows import Cells, Points
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
        if kind not in rules.SOLO_SHAPED_KINDS and soloist is None:
            meant.update(_pairs(active, sizes, seats))
        if kind not in rules.PAIR_KINDS:
            meant.update(_solos([soloist] if soloist in active else active, active, sizes, seats))
    if also is not None and is_legal(also, kind=kind, soloist=soloist, sits_out=sits_out):
        meant.add(also)
    meant.discard(tuple(cell if cell is not None else 0 for cell in cells) if None not in cells else ())
    found = []
    for points in meant:
        cost, reason = row_slip(cells, points, soloist=shape_of(points, sits_out).soloist)
        found.append(Reading(cost, points, reason))
    found.sort(key=lambda reading: (reading.cost, [abs(cell) for cell in reading.points], reading.points))
    return found


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
