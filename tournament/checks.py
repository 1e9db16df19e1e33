"""What a finding does: the settings of the round decide, check by check.

weight   off: not shown; warn: the sheet goes on with a reason; refuse: the sheet does not go on
bare     a finding without which there are no points at all: it refuses whatever the settings say
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from scoring.errors import Problem
from scoring.terms import Severity


class Weight(StrEnum):
    """What a finding does, the gravest last."""

    OFF = "off"
    WARN = "warn"
    REFUSE = "refuse"


class Settings(Protocol):
    """The checks of a round."""

    check_sum: str
    check_parity: str
    check_solos: str
    check_rows: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and what it does here."""

    problem: Problem
    weight: Weight

    @property
    def refuses(self) -> bool:
        return self.weight is Weight.REFUSE


_BARE = frozenset(
    {"total_missing", "points_missing", "cell_missing", "wrong_number_of_cells", "no_such_seat", "seats_differ"}
)
_CHECKS = {
    "check_sum": frozenset({"row_not_zero_sum", "totals_not_zero_sum"}),
    "check_parity": frozenset({"row_odd_even", "totals_odd_even"}),
    "check_solos": frozenset(
        {
            "solos_missing",
            "solos_open",
            "solo_due",
            "solo_not_owed",
            "solo_is_mandatory",
            "soloist_missing",
            "soloist_without_solo",
            "mandatory_without_solo",
            "wedding_is_not_mandatory",
            "enforced_too_early",
            "enforced_out_of_turn",
            "enforced_not_marked",
            "dealer_owes_last_solo",
        }
    ),
}


def weigh(problems: Iterable[Problem], settings: Settings) -> tuple[Finding, ...]:
    """The problems with their weights, without those of a check that is off, in their order.

    A warning of the rule book, such as an implausible size, never refuses; a decision asks for the director's reason.
    """
    found = (Finding(problem, _weight(problem, settings)) for problem in problems)
    return tuple(finding for finding in found if finding.weight is not Weight.OFF)


def refusing(findings: Iterable[Finding]) -> list[Problem]:
    """The problems with which a sheet does not go on."""
    return [finding.problem for finding in findings if finding.refuses]


def warning(findings: Iterable[Finding]) -> list[Problem]:
    """The problems with which a sheet goes on for a reason."""
    return [finding.problem for finding in findings if not finding.refuses]


def _weight(problem: Problem, settings: Settings) -> Weight:
    if problem.code in _BARE:
        return Weight.REFUSE
    name = next((name for name, codes in _CHECKS.items() if problem.code in codes), "check_rows")
    weight = Weight(getattr(settings, name))
    if weight is Weight.REFUSE and problem.severity is not Severity.ERROR:
        return Weight.WARN
    return weight
