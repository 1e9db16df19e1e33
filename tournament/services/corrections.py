"""Correcting or reopening a sheet that is confirmed: what it changes is shown first, seatings stay."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.timezone import localtime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Publication, PublicationKind, Table
from tournament.queries.consequences import Consequences
from tournament.services.confirmation import reopen_sheet
from tournament.services.sheet_rows import TypedRow, rows_differ, write_rows
from tournament.services.sheets import (
    TypedSeat,
    assessed,
    other_totals,
    refuse_findings,
    sheet_step,
    stale,
    touch,
    write_totals,
)
from tournament.services.trials import tried
from tournament.services.written_totals import WrittenTotal, totals_differ, write_written_totals


def correct_sheet(
    *,
    table: Table,
    version: int,
    reason: str,
    by: Actor,
    now: datetime,
    seats: Sequence[TypedSeat] = (),
    rows: Mapping[int, TypedRow] | None = None,
    written: Mapping[int, WrittenTotal] | None = None,
) -> Table:
    """Change totals, games or the totals at the foot of a confirmed sheet. It stays confirmed, and counts as corrected
    from `now` on.

    The journal keeps the reason, from when it counts, and which list hung on the wall then. Raises RuleError:
    reason_missing, reason_too_long, sheet_not_confirmed, sheet_changed, nothing_corrected, findings that refuse, and as
    `write_totals`, `write_rows` and `write_written_totals`.
    """
    if not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])
    with sheet_step(table, by=by, now=now, what="sheet_corrected", reason=reason) as doing:
        current = Table.objects.select_related("round", "typed_by").get(pk=table.pk)
        if current.confirmed_at is None:
            raise RuleError([Problem(code="sheet_not_confirmed", params={"table": current.number})])
        if current.version != version:
            if current.confirmed_by_id == getattr(by.user, "pk", 0) and not _differs(current, seats, rows, written):
                return current
            raise stale(current)
        changed = write_totals(doing, current, seats) if seats else False
        changed = bool(write_rows(doing, current, rows or {})) or changed
        changed = bool(write_written_totals(doing, current, written or {})) or changed
        if not changed:
            raise RuleError([Problem(code="nothing_corrected")])
        findings = assessed(current).all_findings
        refuse_findings(findings, reason=reason)
        hung = (
            Publication.objects.filter(tournament=doing.tournament, kind=PublicationKind.STANDINGS)
            .order_by("-published_at", "-pk")
            .values_list("state", flat=True)
            .first()
        )
        doing.params |= {"counts_from": f"{localtime(now):%d.%m. %H:%M}", "hung": hung or "–"}
        touch(
            doing,
            current,
            typed_at=now,
            typed_by=by.user,
            confirmed_at=now,
            confirmed_by=by.user,
            override_reason=reason.strip() if findings else "",
        )
        doing.public()
        return current


def _differs(
    table: Table,
    seats: Sequence[TypedSeat],
    rows: Mapping[int, TypedRow] | None,
    written: Mapping[int, WrittenTotal] | None,
) -> bool:
    """Whether anything was typed that does not stand on the sheet already; what was sent twice does."""
    return other_totals(table, seats) or rows_differ(table, rows or {}) or totals_differ(table, written or {})


def preview_correction(
    *,
    table: Table,
    version: int,
    by: Actor,
    now: datetime,
    seats: Sequence[TypedSeat] = (),
    rows: Mapping[int, TypedRow] | None = None,
    written: Mapping[int, WrittenTotal] | None = None,
) -> Consequences:
    """What a correction would change. Nothing is kept: it is made, looked at, and rolled back.

    Raises RuleError as `correct_sheet`, but asks for no reason yet.
    """
    # Read anew: the step counts the journal on in its own tournament, which is thrown away with it.
    trial = _read_anew(table)
    return tried(
        trial.tournament,
        lambda: correct_sheet(
            table=trial, version=version, reason="–", by=by, now=now, seats=seats, rows=rows, written=written
        ),
        after=trial.round,
    )


def preview_reopening(*, table: Table, by: Actor, now: datetime) -> Consequences:
    """What it would change if the sheet counted no more. Nothing is kept. Raises RuleError as `reopen_sheet`."""
    trial = _read_anew(table)
    return tried(trial.tournament, lambda: reopen_sheet(table=trial, reason="–", by=by, now=now), after=trial.round)


def _read_anew(table: Table) -> Table:
    return Table.objects.select_related("tournament", "round").get(pk=table.pk)
