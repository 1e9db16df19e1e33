"""The totals at the foot of the paper, typed beside the games as a check.

They stand with the last holder of a position: the paper has one total a column, whoever sat there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.errors import Plain, Problem, RuleError
from tournament.actors import Actor
from tournament.models import Seat, Table
from tournament.queries.sheets import sheet_data
from tournament.records import written_totals
from tournament.services.journal import Step
from tournament.services.sheet_rows import reopen_typing
from tournament.services.sheets import LARGEST_TOTAL, open_sheet, sheet_step
from tournament.services.told import tell_total


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTotal:
    """The total at the foot of one column; None takes it away.

    `was` is what the clerk saw there before he typed, "" for nothing; None where he saw no older number.
    """

    total: int | None
    was: str | None = None

    @property
    def shown(self) -> str:
        return spelled(self.total)


def spelled(total: int | None) -> str:
    """A total as it stands in its field. The `was` of the next change."""
    return "" if total is None else str(total)


def record_written_totals(*, table: Table, totals: Mapping[int, WrittenTotal], by: Actor, now: datetime) -> Table:
    """Keep totals of the foot by position. What stands there already changes nothing, however often it is sent.

    A changed sheet is no longer finished. Raises RuleError as `open_sheet`; total_changed (params seat, theirs, mine)
    for one that somebody else has changed meanwhile; no_such_seat, total_large.
    """
    with sheet_step(table, by=by, now=now, what="written_totals_typed") as doing:
        if not totals_differ(table, totals):
            return doing.fresh(table)
        current = open_sheet(doing, table)
        write_written_totals(doing, current, totals)
        now_written = written_totals(sheet_data(current))
        doing.params["totals"] = ["–" if total is None else total for total in now_written]
        return reopen_typing(doing, current)


def totals_differ(table: Table, totals: Mapping[int, WrittenTotal]) -> bool:
    """Whether anything else was typed than stands at the foot."""
    there = written_totals(sheet_data(table))
    return any(not 1 <= seat <= len(there) or there[seat - 1] != typed.total for seat, typed in totals.items())


def write_written_totals(doing: Step, table: Table, totals: Mapping[int, WrittenTotal]) -> list[int]:
    """Set totals of the foot inside a step. The positions of those that changed."""
    data = sheet_data(table)
    there = written_totals(data)
    problems: list[Problem] = []
    changed: list[int] = []
    for position, typed in sorted(totals.items()):
        held = [seat for seat in data.seats if seat.position == position]
        if not held:
            problems.append(Problem(code="no_such_seat", params={"seat": position}))
        elif typed.total == there[position - 1]:
            continue
        elif typed.was is not None and typed.was != spelled(there[position - 1]):
            params: dict[str, Plain] = {
                "seat": position,
                "theirs": spelled(there[position - 1]),
                "mine": typed.shown,
            }
            problems.append(Problem(code="total_changed", field=f"row-foot-{position}", params=params))
        elif typed.total is not None and abs(typed.total) > LARGEST_TOTAL:
            params = {"seat": position, "most": LARGEST_TOTAL}
            problems.append(Problem(code="total_large", field=f"row-foot-{position}", params=params))
        else:
            _set(doing, held, typed.total)
            tell_total(doing, "foot", position, before=there[position - 1], now=typed.total)
            changed.append(position)
    if problems:
        raise RuleError(problems)
    return changed


def _set(doing: Step, held: list[Seat], total: int | None) -> None:
    """Put the total of a column on its last holder; what the others have at totals depth is taken off it."""
    if total is None:
        doing.change_all([(seat, {"total": None}) for seat in held])
        return
    doing.change(held[-1], total=total - sum(seat.total or 0 for seat in held[:-1]))
