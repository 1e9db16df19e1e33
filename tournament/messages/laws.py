"""The paragraphs on breaches of the rules in our own words, TSR 9 as of 21 February 2026.

class     insignificant, minor, serious, serious in a decided game, or unsportsmanlike
law       the paragraph that a decision rests on, and what it says
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.penalties import Effect
from scoring.terms import BreachClass

UNSPORTSMANLIKE = "unsportsmanlike"
"""The fifth class: it costs no points at the table but a warning, a deduction or the place in the event, TSR 9.7."""
NORMAL, SOLO, WEDDING = "normal", "solo", "wedding"
"""What was being played: a normal game, a solo, a wedding up to its clarification (TSR 4.4.3)."""


@dataclass(frozen=True, slots=True)
class Law:
    """A paragraph with its wording in our own words."""

    section: str
    words: str | Promise


CLASSES: dict[str, Promise] = {
    BreachClass.INSIGNIFICANT: _("insignificant"),
    BreachClass.MINOR: _("minor"),
    BreachClass.SERIOUS: _("serious"),
    BreachClass.SERIOUS_DECIDED: _("serious, game already won"),
    UNSPORTSMANLIKE: _("unsportsmanlike"),
}
EFFECTS: dict[str, Promise] = {
    Effect.GOES_ON: _("goes on"),
    Effect.SCORED: _("stopped and scored"),
    Effect.NOT_PLAYED: _("stopped and played again"),
    Effect.COUNTS: _("stopped, counts as played"),
}
PARTNERSHIP: dict[bool | None, Promise] = {
    True: _("partnership clear to all"),
    False: _("partnership not clear to all"),
}
KINDS: dict[str, Promise] = {
    NORMAL: _("normal game"),
    SOLO: _("solo"),
    WEDDING: _("wedding before its clarification"),
}

_INSIGNIFICANT = Law(
    "TSR 9.2",
    _("It has no influence on play or outcome, or one side takes all the rest anyway. The game goes on, no points."),
)
_MINOR = Law(
    "TSR 9.3.2",
    _(
        "It cannot have decided who wins. The game goes on; the offender loses 3 points, "
        "each of the three others gets 1, the partner too."
    ),
)
_MINOR_BY_SOLOIST = Law(
    "TSR 9.3.3 (a)",
    _("A minor breach by the soloist. The game goes on; the soloist loses 3 points, each opponent gets 1."),
)
_MINOR_CAN_HURT = Law(
    "TSR 9.3.3 (b1)",
    _(
        "A minor breach by an opponent of the soloist that may have hurt the soloist. "
        "The game goes on; the offender loses 3 points, the soloist gets 3."
    ),
)
_MINOR_CANNOT_HURT = Law(
    "TSR 9.3.3 (b2)",
    _(
        "A minor breach by an opponent of the soloist that could not hurt the soloist. "
        "The game goes on; the offender loses 3 points, each of the three others gets 1."
    ),
)
_MINOR_WEDDING = Law(
    "TSR 4.4.3, 9.3.2",
    _(
        "Until a wedding is clear or a silent wedding shows, the tariff of the normal game holds: "
        "the offender loses 3 points, each of the three others gets 1."
    ),
)
_SERIOUS = Law(
    "TSR 9.4.3",
    _(
        "It may have decided who wins. The game is stopped and not played; the offender loses 12 points and 3 more for "
        "each pledge of the other side, each of the three others gets a third of it."
    ),
)
_SERIOUS_BY_SOLOIST = Law(
    "TSR 9.4.4, 9.4.3",
    _(
        "A serious breach by the soloist. The game is stopped and not played, a mandatory solo is still owed; the "
        "soloist loses 12 points and 3 more for each pledge of the other side, each opponent gets a third of it."
    ),
)
_SERIOUS_AGAINST_SOLOIST = Law(
    "TSR 9.4.4",
    _(
        "A serious breach by an opponent of the soloist. The game is stopped and counts as played, a mandatory solo is "
        "used up; the offender loses 12 points and 3 more for each pledge of the soloist, who gets them all."
    ),
)
_SERIOUS_WEDDING = Law(
    "TSR 4.4.3, 9.4.3",
    _(
        "Until a wedding is clear or a silent wedding shows, the tariff of the normal game holds: the game is stopped "
        "and not played, the offender loses 12 points and 3 more for each pledge of the other side."
    ),
)
_DECIDED = Law(
    "TSR 9.5",
    _(
        "One side had already won by complete, correct tricks. The game is stopped, the rest of the tricks goes to the "
        "side against the offender, the game is scored without further special points; the minor penalty comes on top."
    ),
)
_UNSPORTSMANLIKE = Law(
    "TSR 9.7",
    _(
        "Influence on players by other means than playing, or an attempt to prevent proper scoring: warning, deduction "
        "of up to 12 points that nobody gets, or disqualification."
    ),
)
_TIME = Law(
    "TSR 8.5.1",
    _(
        "After a claim the interruption may be added to the time of the table; after a decision of the court to those "
        "of its members, too."
    ),
)


def law(*, breach: str, kind: str = NORMAL, by_soloist: bool = False, can_hurt: bool | None = None) -> Law:
    """The paragraph a decision rests on. `kind` is what was played, `by_soloist` whether the offender played alone.

    Without a class the entry is about time only.
    """
    if breach == BreachClass.INSIGNIFICANT:
        return _INSIGNIFICANT
    if breach == BreachClass.MINOR:
        return _minor(kind, by_soloist=by_soloist, can_hurt=can_hurt)
    if breach == BreachClass.SERIOUS:
        if kind == SOLO:
            return _SERIOUS_BY_SOLOIST if by_soloist else _SERIOUS_AGAINST_SOLOIST
        return _SERIOUS_WEDDING if kind == WEDDING else _SERIOUS
    if breach == BreachClass.SERIOUS_DECIDED:
        return _DECIDED
    return _UNSPORTSMANLIKE if breach == UNSPORTSMANLIKE else _TIME


def _minor(kind: str, *, by_soloist: bool, can_hurt: bool | None) -> Law:
    if kind == WEDDING:
        return _MINOR_WEDDING
    if kind != SOLO:
        return _MINOR
    if by_soloist:
        return _MINOR_BY_SOLOIST
    return _MINOR_CAN_HURT if can_hurt else _MINOR_CANNOT_HURT
