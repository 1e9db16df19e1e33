"""Slips of the pen and the eye: how a number or a row can come to be written other than it was meant.

A *slip* turns what was *meant* into what is *written*. Its *cost* says how unlikely it is, as a whole number: two
slips cost the sum of theirs, and a number that no known slip explains costs most. Costs rank readings; they are
experience, no rule.
"""

from collections.abc import Sequence
from enum import StrEnum


class Reason(StrEnum):
    """Why a reading is proposed."""

    SIGN_MISSED = "sign_missed"
    """A minus was overlooked or written too much."""
    DIGIT_MISREAD = "digit_misread"
    """A 1 taken for a 7, a 5 for a 6, a 3 for an 8, or the other way."""
    DIGITS_TRANSPOSED = "digits_transposed"
    """Two neighbouring digits changed places."""
    DIGIT_LOST = "digit_lost"
    """A digit was left out or written too much."""
    CELL_MISSING = "cell_missing"
    """A cell is empty."""
    NUMBER_WRONG = "number_wrong"
    """Another number, for no reason known."""
    NEIGHBOURS_SWAPPED = "neighbours_swapped"
    """Two neighbouring cells changed places."""
    WRONG_COLUMN = "wrong_column"
    """Points stand in the wrong column."""
    SIDES_SWAPPED = "sides_swapped"
    """All signs are the wrong way round: winners and losers were taken for each other."""
    SOLO_NOT_TRIPLED = "solo_not_tripled"
    """The soloist's points were not tripled."""
    SOLOIST_MISMARKED = "soloist_mismarked"
    """The points are right, the mark of the soloist is not."""
    ROW_LEFT_OUT = "row_left_out"
    """A row is missing."""
    ROW_TWICE = "row_twice"
    """A row was written twice."""
    CARRIED_WRONGLY = "carried_wrongly"
    """A running total was added up wrongly and carried on from there."""


COST = {
    Reason.CELL_MISSING: 5,
    Reason.SOLO_NOT_TRIPLED: 9,
    Reason.SIGN_MISSED: 10,
    Reason.NEIGHBOURS_SWAPPED: 12,
    Reason.DIGIT_MISREAD: 15,
    Reason.SIDES_SWAPPED: 16,
    Reason.WRONG_COLUMN: 17,
    Reason.DIGITS_TRANSPOSED: 18,
    Reason.DIGIT_LOST: 25,
    Reason.NUMBER_WRONG: 40,
}
"""What the slips within a row cost."""

_MOVED_CELL = 4
"""What each cell beyond two that changed places costs."""

_CONFUSED = {"1": "7", "7": "1", "5": "6", "6": "5", "3": "8", "8": "3"}


def slip(written: int | None, meant: int) -> Reason | None:
    """The likeliest slip that makes a number look like this, None where it is as meant."""
    if written is None:
        return Reason.CELL_MISSING
    if written == meant:
        return None
    if written == -meant:
        return Reason.SIGN_MISSED
    if (written < 0) == (meant < 0):
        seen, true = str(abs(written)), str(abs(meant))
        wrong = [index for index, (one, other) in enumerate(zip(seen, true, strict=False)) if one != other]
        if len(seen) == len(true):
            if len(wrong) == 1 and _CONFUSED.get(seen[wrong[0]]) == true[wrong[0]]:
                return Reason.DIGIT_MISREAD
            if len(wrong) == 2 and wrong[1] == wrong[0] + 1 and sorted(seen) == sorted(true):
                return Reason.DIGITS_TRANSPOSED
        longer, shorter = (seen, true) if len(seen) > len(true) else (true, seen)
        if any(longer[:index] + longer[index + 1 :] == shorter for index in range(len(longer))):
            return Reason.DIGIT_LOST
    return Reason.NUMBER_WRONG


def look_alikes(size: int) -> set[int]:
    """The sizes a size could have been misread from: one digit confused or two neighbouring digits transposed."""
    digits = str(size)
    found = set()
    for index, digit in enumerate(digits):
        if digit in _CONFUSED:
            found.add(int(digits[:index] + _CONFUSED[digit] + digits[index + 1 :]))
        if index:
            found.add(int(digits[: index - 1] + digit + digits[index - 1] + digits[index + 1 :]))
    return found


def row_slip(written: Sequence[int | None], meant: Sequence[int], *, soloist: int | None = None) -> tuple[int, Reason]:
    """The cost and the reason of the likeliest slips that make a row look like this; the two rows differ.

    `soloist` is the seat with three times the value in what was meant, None where nobody plays alone.
    """
    wrong = [index for index, (one, other) in enumerate(zip(written, meant, strict=True)) if one != other]
    if soloist is not None and wrong == [soloist - 1] and written[soloist - 1] == meant[soloist - 1] // 3:
        return COST[Reason.SOLO_NOT_TRIPLED], Reason.SOLO_NOT_TRIPLED
    whole = _whole_row(written, meant, wrong)
    if whole is Reason.SIDES_SWAPPED:
        return COST[whole], whole
    if whole is not None:
        # Two cells that changed places are likelier than three or more.
        return COST[whole] + _MOVED_CELL * (len(wrong) - 2), whole
    slips = [slip(written[index], meant[index]) or Reason.NUMBER_WRONG for index in wrong]
    return sum(COST[each] for each in slips), slips[0] if len(set(slips)) == 1 else Reason.NUMBER_WRONG


def _whole_row(written: Sequence[int | None], meant: Sequence[int], wrong: Sequence[int]) -> Reason | None:
    """The slip that touches several cells at once and explains them all."""
    cells = [cell for cell in written if cell is not None]
    if len(cells) < len(written):
        return None
    if all(one == -other for one, other in zip(cells, meant, strict=True)):
        return Reason.SIDES_SWAPPED
    if sorted(cells) != sorted(meant):
        return None
    neighbours = len(wrong) == 2 and wrong[1] == wrong[0] + 1
    return Reason.NEIGHBOURS_SWAPPED if neighbours else Reason.WRONG_COLUMN
