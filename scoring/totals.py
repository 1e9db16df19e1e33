"""Totals as written on the paper, checked without or against the rows (TSR 7.3).

*Written* totals are those on the paper, *computed* ones follow from the rows. Penalties are in the totals; deductions
stand outside the sheet, so totals sum to zero.
"""

from collections.abc import Sequence

from . import rules
from .errors import Problem
from .penalties import Penalty
from .rows import Cells
from .terms import BreachClass, Severity


def check_totals(totals: Cells, *, games: int, penalties: Sequence[Penalty] = ()) -> tuple[Problem, ...]:
    """What is wrong with totals by themselves: their number, sum, parity and size.

    Totals of four are all even or all odd, with exactly the exceptions that a recorded penalty allows; those of five
    need not be (TSR 10.1.3). An implausible size is a warning.
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return (Problem("total_missing", "totals", "TSR 7.3"),)
    problems: list[Problem] = []
    if sum(known):
        problems.append(Problem("totals_not_zero_sum", "totals", "TSR 7.3", params={"sum": sum(known)}))
    if len(known) == rules.PLAYERS and not _parity_allowed(known, penalties):
        problems.append(Problem("totals_odd_even", "totals", "TSR 7.3"))
    return (*problems, *check_size(known, games=games))


def check_size(totals: Sequence[int], *, games: int) -> tuple[Problem, ...]:
    """A warning for each total larger than experience allows; `totals` per seat."""
    most = rules.PLAUSIBLE_TOTAL + rules.PLAUSIBLE_TOTAL_PER_GAME * games
    return tuple(
        Problem(
            "total_implausible", "totals", "", Severity.WARNING, params={"seat": seat, "total": total, "most": most}
        )
        for seat, total in enumerate(totals, 1)
        if abs(total) > most
    )


def check_written(written: Cells, computed: Sequence[int]) -> tuple[Problem, ...]:
    """A problem for each written total that differs from the computed one; empty cells are not compared."""
    return tuple(
        Problem("total_differs", "totals", "TSR 7.3", params={"seat": seat, "written": total, "computed": sum_})
        for seat, (total, sum_) in enumerate(zip(written, computed, strict=True), 1)
        if total is not None and total != sum_
    )


def _parity_allowed(totals: Sequence[int], penalties: Sequence[Penalty]) -> bool:
    """Whether totals of four are all even or all odd but for recorded penalties.

    Each set of odd seats the penalties can leave is kept as bits. Who the soloist was is not known here, so a penalty
    that went to him can have made any other seat odd together with the offender.
    """
    patterns = {0}
    for penalty in penalties:
        patterns = {pattern ^ change for pattern in patterns for change in _odd_seats(penalty)}
    odd = sum(1 << index for index, total in enumerate(totals) if total % 2)
    return odd in patterns or odd ^ 0b1111 in patterns


def _odd_seats(penalty: Penalty) -> set[int]:
    """Which seats a penalty can make differ in parity from the others, as bits."""
    if penalty.points is not None:
        return {sum(1 << index for index, points in enumerate(penalty.points) if points % 2)}
    to_soloist = {
        1 << (penalty.offender - 1) | 1 << index for index in range(rules.PLAYERS) if index != penalty.offender - 1
    }
    if penalty.breach == BreachClass.SERIOUS and penalty.pledges % 2 and penalty.solo_clear:
        return to_soloist | {0}
    minor = penalty.breach in (BreachClass.MINOR, BreachClass.SERIOUS_DECIDED)
    return to_soloist if minor and penalty.can_hurt and penalty.solo_clear else {0}
