"""The clock of a round: released, stopped, let go on, ended, and extra minutes of tables. TSR 8.5."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.clock import utc
from tournament.models import Extension, Round, Table
from tournament.services.journal import Step
from tournament.services.rounds import round_step

MOST_MINUTES = 120
"""Extra minutes that can be given at once: more is a slip of the keyboard."""
BACKDATED_MINUTES = 180
"""How long ago a round can have been released before somebody tells the desk."""


def start_clock(*, round_: Round, by: Actor, now: datetime, minutes_ago: int = 0) -> Round:
    """Release the round for all tables; `minutes_ago` where the director said so before pressing.

    Pressed twice it starts once. Raises RuleError: clock_before_publication (params round), clock_minutes_ago.
    """
    with round_step(round_, by=by, now=now, what="clock_started") as doing:
        current = doing.fresh(round_)
        if current.published_at is None:
            raise RuleError([Problem(code="clock_before_publication", params={"round": current.number})])
        if not 0 <= minutes_ago <= BACKDATED_MINUTES:
            params = {"minutes": BACKDATED_MINUTES}
            raise RuleError([Problem(code="clock_minutes_ago", field="minutes_ago", params=params)])
        if current.started_at is not None:
            return current
        doing.public()
        return doing.change(current, started_at=utc(now) - timedelta(minutes=minutes_ago))


def pause_clock(*, round_: Round, by: Actor, now: datetime) -> Round:
    """Stop the time for all tables. Pressed twice it stops once. Raises RuleError: clock_not_running (params round)."""
    with round_step(round_, by=by, now=now, what="clock_paused") as doing:
        current = _running(doing, round_)
        if current.paused_at is None:
            doing.public()
            doing.change(current, paused_at=now)
        return current


def resume_clock(*, round_: Round, by: Actor, now: datetime) -> Round:
    """Let the time go on; all ends move by the pause. Raises RuleError: clock_not_running (params round)."""
    with round_step(round_, by=by, now=now, what="clock_resumed") as doing:
        current = _running(doing, round_)
        if current.paused_at is not None:
            pause = max(0, (utc(now) - utc(current.paused_at)) // timedelta(seconds=1))
            doing.public()
            doing.params["minutes"] = pause // 60
            doing.change(current, paused_at=None, paused_seconds=current.paused_seconds + pause)
        return current


def end_clock(*, round_: Round, by: Actor, now: datetime) -> Round:
    """End the round for all tables. Raises RuleError: clock_not_running (params round)."""
    with round_step(round_, by=by, now=now, what="clock_ended") as doing:
        current = _running(doing, round_)
        doing.public()
        return doing.change(current, ended_at=now)


def extend(
    *,
    round_: Round,
    minutes: int,
    reason: str,
    tables: Sequence[int] | None = None,
    by: Actor,
    now: datetime,
) -> list[Extension]:
    """Extra minutes for the tables with these numbers, None: for all; TSR 8.5.1. The hall reads the reason.

    Raises RuleError: extension_minutes, reason_missing, extension_tables (params tables: numbers that do not exist),
    clock_before_publication, clock_is_ended (params round).
    """
    with round_step(round_, by=by, now=now, what="clock_extended", reason=reason) as doing:
        current = doing.fresh(round_)
        laid = {table.number: table for table in Table.objects.filter(round=current).order_by("number")}
        wanted = list(laid) if tables is None else sorted(set(tables))
        problems = []
        if current.published_at is None:
            problems.append(Problem(code="clock_before_publication", params={"round": current.number}))
        if current.ended_at is not None:
            problems.append(Problem(code="clock_is_ended", params={"round": current.number}))
        if not 1 <= minutes <= MOST_MINUTES:
            problems.append(Problem(code="extension_minutes", field="minutes", params={"most": MOST_MINUTES}))
        if not reason.strip():
            problems.append(Problem(code="reason_missing", field="reason"))
        missing = tuple(number for number in wanted if number not in laid)
        if missing or not wanted:
            problems.append(Problem(code="extension_tables", field="tables", params={"tables": missing or ("–",)}))
        if problems:
            raise RuleError(problems)
        doing.public()
        doing.params |= {"tables": wanted, "minutes": minutes}
        return doing.create_all(
            [
                Extension(table=laid[number], minutes=minutes, reason=reason, reason_public=True, given_at=now)
                for number in wanted
            ]
        )


def _running(doing: Step, round_: Round) -> Round:
    current = doing.fresh(round_)
    if current.started_at is None or current.ended_at is not None:
        raise RuleError([Problem(code="clock_not_running", params={"round": current.number})])
    return current
