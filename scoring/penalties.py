"""Penalty points by tariff, and deductions (TSR 9.2–9.5, 9.7).

A *penalty* belongs to a row of the sheet: the *offender* loses points, others are credited, the sum is zero. It is
never tripled. Its *effect* says what becomes of the game. A *deduction* for unsportsmanlike conduct is credited to
nobody, so it stands outside the sheet, on the player.

*Active* players are the four in the game; at a table of five the dealer sits out. A *soloist* counts here only once
his solo is clear: before a silent wedding shows and up to the clarifying trick of a wedding the tariff of the normal
game holds (TSR 4.4.3, 4.4.5).
"""

from dataclasses import dataclass
from enum import StrEnum

from . import rules
from .errors import Problem, RuleError
from .terms import BreachClass


class Effect(StrEnum):
    """What becomes of the game in which the breach happened."""

    GOES_ON = "goes_on"
    """It is played on, the penalty comes on top (TSR 9.2, 9.3)."""
    SCORED = "scored"
    """It is stopped; the remaining tricks go to the other side, it is scored, the penalty comes on top (TSR 9.5)."""
    NOT_PLAYED = "not_played"
    """It is stopped, has no result and is played again by the same dealer (TSR 9.4.3)."""
    COUNTS = "counts"
    """It is stopped, has no result and counts as played; a mandatory solo is used up (TSR 9.4.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """One penalty as recorded by the referee. Nothing is checked here: see `check_penalty`."""

    offender: int
    """Seat of the offender."""
    breach: BreachClass
    """How grave the breach is."""
    pledges: int = 0
    """Pledges (not announcements) the other side had made before a serious breach, 0–4."""
    can_hurt: bool | None = None
    """Whether a minor breach by an opponent of a soloist may have hurt the soloist; None where not asked."""
    solo_clear: bool = True
    """False before a silent wedding shows or a wedding is cleared: the tariff of the normal game."""
    points: tuple[int, ...] | None = None
    """The referee's own distribution, points per seat, overrides the tariff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deduction:
    """Points taken for unsportsmanlike conduct, TSR 9.7.2 (b)."""

    points: int
    """A positive number of points, 1–12."""


def check_penalty(penalty: Penalty, *, seats: int, soloist: int | None, sits_out: int | None) -> tuple[Problem, ...]:
    """Everything that keeps a penalty from being distributed; empty where `tariff` has an answer.

    `soloist` is the soloist's seat or None, `sits_out` the sitting dealer's at a table of five. Fields are those of
    `Penalty`.
    """
    problems: list[Problem] = []
    if not 1 <= penalty.offender <= seats:
        problems.append(Problem("no_such_seat", "offender", params={"seat": penalty.offender}))
    if not 0 <= penalty.pledges <= rules.MAX_PLEDGES:
        problems.append(Problem("pledges_outside", "pledges", "TSR 9.4.3", params={"pledges": penalty.pledges}))
    if penalty.points is not None:
        if len(penalty.points) != seats:
            problems.append(Problem("wrong_number_of_cells", "points", params={"expected": seats}))
        elif sum(penalty.points):
            problems.append(Problem("penalty_not_zero_sum", "points", "TSR 9.3", params={"sum": sum(penalty.points)}))
        return tuple(problems)
    if penalty.breach == BreachClass.INSIGNIFICANT:
        return tuple(problems)
    if penalty.offender == sits_out:
        problems.append(Problem("sitting_offender_needs_points", "points", "TSR 10.1.2"))
    against_soloist = _is_against(soloist, penalty)
    if against_soloist and penalty.breach != BreachClass.SERIOUS and penalty.can_hurt is None:
        problems.append(Problem("can_hurt_missing", "can_hurt", "TSR 9.3.3"))
    to_soloist = against_soloist and (penalty.breach == BreachClass.SERIOUS or penalty.can_hurt)
    if seats != rules.PLAYERS and sits_out is None and not to_soloist:
        problems.append(Problem("sitting_dealer_unknown", "points", "TSR 10.1.2"))
    return tuple(problems)


def _is_against(soloist: int | None, penalty: Penalty) -> bool:
    """Whether the offender plays against a soloist whose solo is clear."""
    return soloist is not None and soloist != penalty.offender and penalty.solo_clear


def tariff(
    penalty: Penalty, *, seats: int = 4, soloist: int | None = None, sits_out: int | None = None
) -> tuple[int, ...]:
    """Points per seat of a penalty, seat 1 first; they sum to zero (TSR 9.3, 9.4).

    `soloist` is the seat of whoever plays alone (every solo, failed and silent wedding), None in a game of two against
    two. Raises RuleError with everything `check_penalty` reports.
    """
    problems = check_penalty(penalty, seats=seats, soloist=soloist, sits_out=sits_out)
    if problems:
        raise RuleError(problems)
    if penalty.points is not None:
        return penalty.points
    if penalty.breach == BreachClass.INSIGNIFICANT:
        return (0,) * seats
    serious = penalty.breach == BreachClass.SERIOUS
    amount = rules.SERIOUS_PENALTY + rules.PLEDGE_PENALTY * penalty.pledges if serious else rules.MINOR_PENALTY
    if soloist is not None and _is_against(soloist, penalty) and (serious or penalty.can_hurt):
        points = [0] * seats
        points[soloist - 1] = amount
    else:
        points = [amount // (rules.PLAYERS - 1)] * seats
        if sits_out is not None:
            points[sits_out - 1] = 0
    points[penalty.offender - 1] = -amount
    return tuple(points)


def effect(penalty: Penalty, *, soloist: int | None = None) -> Effect:
    """What becomes of the game (TSR 9.2–9.5); `soloist` as in `tariff`."""
    if penalty.breach == BreachClass.SERIOUS_DECIDED:
        return Effect.SCORED
    if penalty.breach != BreachClass.SERIOUS:
        return Effect.GOES_ON
    return Effect.COUNTS if _is_against(soloist, penalty) else Effect.NOT_PLAYED


def check_deduction(deduction: Deduction) -> tuple[Problem, ...]:
    """A problem where a deduction is not 1–12 points (TSR 9.7.2 (b))."""
    if 1 <= deduction.points <= rules.MAX_DEDUCTION:
        return ()
    params = {"points": deduction.points, "most": rules.MAX_DEDUCTION}
    return (Problem("deduction_outside", "points", "TSR 9.7.2 (b)", params=params),)
