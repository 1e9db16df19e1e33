"""Findings and refusals.

A *problem* says what is wrong in a code with plain parameters; the sentence for people is made elsewhere. *Checks*
report all problems at once; what *refuses* raises `RuleError` with them.
"""

import dataclasses
from collections.abc import Mapping, Sequence

from .terms import Severity

Plain = int | str | bool | tuple[int, ...] | tuple[str, ...] | None
"""What a parameter of a problem can be."""


@dataclasses.dataclass(frozen=True, slots=True)
class Problem:
    """One finding. Two are equal when all of it is equal; `params` takes no part in the hash."""

    code: str
    """What is wrong, as a word for the program."""
    field: str | None = None
    """The field it belongs to, None for the whole."""
    section: str = ""
    """The paragraph, such as "TSR 7.3", empty where there is none."""
    severity: Severity = Severity.ERROR
    """Whether it is an error, a warning, or the director's decision."""
    row: int | None = None
    """The row of the sheet from 1, None for the whole sheet or where there are no rows."""
    params: Mapping[str, Plain] = dataclasses.field(default_factory=dict, hash=False)
    """What the sentence needs: plain values by name."""


class RuleError(Exception):
    """A refusal the office can put right. `problems` is never empty; the view words each and keeps what was typed."""

    problems: tuple[Problem, ...]

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.code for problem in self.problems))
