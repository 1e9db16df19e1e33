"""Drawing a round: what is asked for, the search outside of any transaction, and the result saved once.

A result is saved only if the round still is as it was when the search began: nobody else has drawn it, and the same
people are present. Everything needed to repeat the draw is kept with the round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.draw.values import Draw, Rest, TablePlan
from tournament.draw_json import digest, to_plain
from tournament.models import (
    Attendance,
    OpenSheets,
    Presence,
    Round,
    Table,
)
from tournament.queries import draws as queries
from tournament.services import searches
from tournament.services.backup import backup_before
from tournament.services.rounds import round_step, unpublished
from tournament.services.seating import Plan, lay_seating, people_with_fillers

_STATES = {Rest.WAITING_LIST: Presence.WAITING, Rest.SIT_OUT: Presence.SITS_OUT}


def draw_round(
    *,
    round_: Round,
    seed: int,
    seed_text: str = "",
    rest: Rest | None = None,
    kept: Iterable[int] = (),
    steps: int | None = None,
    despite_open: bool = False,
    by: Actor,
    now: datetime,
) -> Round:
    """Draw a round here and now, as commands do. Raises RuleError as `task_for`, the search and `save_draw` do."""
    task = task_for(
        round_=round_, seed=seed, seed_text=seed_text, rest=rest, kept=kept, steps=steps, despite_open=despite_open
    )
    return save_draw(round_=round_, found=searches.search(task), by=by, now=now)


def task_for(
    *,
    round_: Round,
    seed: int,
    seed_text: str = "",
    rest: Rest | None = None,
    kept: Iterable[int] = (),
    steps: int | None = None,
    despite_open: bool = False,
) -> searches.Task:
    """What is to be searched. `rest` says what becomes of people left over; None asks, by refusing.

    Raises RuleError: round_published, sheets_open (params tables) for a draw by result, which only `despite_open`
    overrides, and only if the round's setting is to warn.
    """
    current = Round.objects.select_related("tournament").get(pk=round_.pk)
    if current.published_at is not None:
        raise RuleError([Problem(code="round_published", params={"round": current.number})])
    by_result = queries.mode_of(current) in queries.BY_RESULT
    open_tables = open_sheets(current) if by_result else ()
    if open_tables and (current.open_sheets == OpenSheets.REFUSE or not despite_open):
        code = "sheets_open" if current.open_sheets == OpenSheets.REFUSE else "sheets_open_warning"
        raise RuleError([Problem(code=code, params={"tables": open_tables})])
    kept = tuple(kept)
    wanted = queries.draw_input(current, rest=rest, kept=kept)
    return searches.Task(
        entrants=wanted.entrants,
        history=wanted.history,
        settings=wanted.settings,
        seed=seed,
        steps=steps,
        whole_plan=current.tournament.plan_fixed and current.number == 1 and not kept,
        attempt=current.draw_attempt,
        seed_text=seed_text,
        open_tables=open_tables,
    )


def open_sheets(round_: Round) -> tuple[str, ...]:
    """The tables of earlier rounds whose sheets do not count yet, as "1/7" (round 1, table 7). One query."""
    tables = Table.objects.filter(
        tournament_id=round_.tournament_id,
        round__number__lt=round_.number,
        round__published_at__isnull=False,
        confirmed_at__isnull=True,
    )
    return tuple(
        f"{number}/{table}"
        for number, table in tables.order_by("round__number", "number").values_list("round__number", "number")
    )


def planned_draw(round_: Round, task: searches.Task) -> searches.Found | None:
    """The round as the plan fixed before round 1 has it; None without such a plan, or if other people are present."""
    if not round_.tournament.plan_fixed or round_.draw_attempt or task.settings.kept or not task.history.plan:
        return None
    tables, *later = task.history.plan
    if {number for table in tables for number in table.players if number > 0} != {one.id for one in task.entrants}:
        return None
    before = Round.objects.get(tournament=round_.tournament, number=round_.number - 1)
    drawn = before.draw_report or {}
    given = queries.DrawInput(entrants=task.entrants, history=task.history, settings=task.settings)
    draw = Draw(
        tables=tables,
        sitting_out=(),
        report=queries.report_of(tables, given),
        seed=before.seed or 0,
        steps=drawn["steps"],
        version=drawn["version"],
        plan=tuple(later),
    )
    origin = before.draw_input or {}
    return searches.Found(
        task=replace(task, seed=draw.seed, seed_text=before.seed_text),
        draws=(draw,),
        milliseconds=0,
        stopped=drawn["stopped"],
        planned={**origin, "plan_round": origin.get("plan_round", 0) + 1},
    )


def folder_of(round_: Round) -> Path:
    """Where a search of this round meets the desk: one per attempt, so that two directors share one search."""
    return Path(settings.DATA_DIR) / "searches" / f"{round_.pk}-{round_.draw_attempt}"


def save_draw(*, round_: Round, found: searches.Found, by: Actor, now: datetime) -> Round:
    """Seat the round as the search found it.

    If another draw was saved since the search began, that one stays and nothing is written. Raises RuleError:
    round_published, draw_field_changed (people came or left, or settings changed while it searched).
    """
    task, draw = found.task, found.draws[0]
    if Round.objects.filter(pk=round_.pk, draw_attempt=task.attempt, published_at__isnull=True).exists():
        backup_before(round_.tournament, why="draw", now=now)
    by_result = task.settings.mode.value in queries.BY_RESULT
    what = "round_drawn_by_standings" if by_result else "round_drawn"
    with round_step(round_, by=by, now=now, what=what) as doing:
        current = unpublished(doing, round_)
        if current.draw_attempt != task.attempt:
            return current
        kept = [table.number for table in task.settings.kept]
        wanted = queries.draw_input(current, rest=task.settings.rest, kept=kept)
        if digest(_plain_input(wanted)) != digest(_plain_input(task)):
            raise RuleError([Problem(code="draw_field_changed", params={"round": current.number})])
        people = people_with_fillers(doing, draw.tables)
        lay_seating(
            doing, current, [Plan(number=t.number, players=t.players, room=t.room) for t in draw.tables], people
        )
        doing.create_all(
            [
                Attendance(round=current, participant=people[absentee.id], state=_STATES[absentee.why])
                for absentee in draw.sitting_out
            ]
        )
        doing.params |= {
            "seed": task.seed_text or task.seed,
            "attempt": task.attempt + 1,
            "repeats": len(draw.report.repeats),
            "tables": list(task.open_tables),
        }
        return doing.change(
            current,
            seed=draw.seed,
            seed_text=task.seed_text,
            draw_input=found.planned
            or {**_plain_input(task), "steps": task.steps, "whole_plan": task.whole_plan, "plan_round": 0},
            draw_report=_report(found),
            draw_attempt=task.attempt + 1,
            draw_mode=task.settings.mode.value,
            drawn_at=now,
        )


def exported(round_: Round) -> dict[str, Any]:
    """A draw as a file: all it takes to repeat it elsewhere, by start numbers, without names of people."""
    report = round_.draw_report or {}
    return {
        "round": round_.number,
        "seed": round_.seed,
        "seed_text": round_.seed_text,
        "steps": report["steps"],
        "version": report["version"],
        "input": round_.draw_input,
        "tables": report["tables"],
        "report": report["report"],
    }


def _plain_input(value: queries.DrawInput | searches.Task) -> dict[str, Any]:
    return {
        "entrants": to_plain(value.entrants),
        "history": to_plain(value.history),
        "settings": to_plain(value.settings),
    }


def _report(found: searches.Found) -> dict[str, Any]:
    draw = found.draws[0]
    plan: Sequence[Sequence[TablePlan]] = [later.tables for later in found.draws[1:]] or draw.plan
    return {
        "version": draw.version,
        "steps": draw.steps,
        "stopped": found.stopped,
        "milliseconds": found.milliseconds,
        "tables": to_plain(draw.tables),
        "plan": to_plain(tuple(plan)),
        "report": to_plain(draw.report),
        "open_tables": list(found.task.open_tables),
    }
