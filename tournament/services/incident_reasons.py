"""The short list of common reasons that the form of an incident offers."""

from collections.abc import Sequence
from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.rows import Row
from tournament.seen import changes
from tournament.services.journal import step

MOST_REASONS = 50
MOST_LETTERS = 300
"""How many reasons a tournament keeps, and how long each may be: as long as the reason of an entry."""
_START = 30


def set_reasons(
    *, tournament: Tournament, reasons: Sequence[str], seen: Row | None = None, by: Actor, now: datetime
) -> None:
    """Keep these reasons; none: those that the program knows itself.

    `seen` is what the form had shown. Raises RuleError: reasons_changed (somebody else has, meanwhile), reasons_many
    (params lines, most), reasons_long (params start, most) for each that is.
    """
    problems = [
        Problem(code="reasons_long", field="reasons", params={"start": reason[:_START], "most": MOST_LETTERS})
        for reason in reasons
        if len(reason) > MOST_LETTERS
    ]
    if len(reasons) > MOST_REASONS:
        params = {"lines": len(reasons), "most": MOST_REASONS}
        problems.append(Problem(code="reasons_many", field="reasons", params=params))
    if problems:
        raise RuleError(problems)
    with step(tournament=tournament, by=by, now=now, what="incident_reasons_changed") as doing:
        try:
            values = changes(doing.tournament, values={"incident_reasons": list(reasons)}, seen=seen)
        except RuleError as stale:
            raise RuleError([Problem(code="reasons_changed", field="reasons")]) from stale
        doing.change(doing.tournament, **values)
