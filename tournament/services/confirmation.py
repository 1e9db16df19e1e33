"""A second pair of eyes: confirming a sheet, and taking the confirmation back.

entitled   who may confirm sheets of the tournament: directors, clerks and the administrators of the installation
blind      the second person types the totals again and sees only where they differ
"""

from collections.abc import Mapping
from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Membership, Table, Tournament, User
from tournament.roles import SHEETS
from tournament.services.journal import Step
from tournament.services.sheets import assessed, open_sheet, refuse_findings, sheet_step, stale, touch


def confirm_sheet(
    *,
    table: Table,
    version: int,
    by: Actor,
    now: datetime,
    reason: str = "",
    totals: Mapping[int, int | None] | None = None,
) -> Table:
    """Confirm a sheet: from now on it counts. Confirming twice by the same person is once.

    `totals` by position are those typed again where the round asks for blind double entry.
    Raises RuleError: sheet_is_confirmed, sheet_not_typed, sheet_changed; same_person, or reason_missing where only one
    person is entitled at all; blind_missing, blind_differs (params seat, typed, again) for each difference; findings
    as `finish_sheet`.
    """
    with sheet_step(table, by=by, now=now, what="sheet_confirmed", reason=reason) as doing:
        again = doing.fresh(table)
        if again.confirmed_at is not None and by.user is not None and again.confirmed_by_id == by.user.pk:
            return again
        current = open_sheet(doing, table)
        if current.typed_at is None:
            raise RuleError([Problem(code="sheet_not_typed", params={"table": current.number})])
        if current.version != version:
            raise stale(current)
        alone = _refuse_same_person(doing, current, reason=reason)
        found = assessed(current)
        refuse_findings(found.all_findings, reason=current.override_reason or reason)
        if current.round.second_person and current.round.blind_entry and not alone:
            _refuse_differences(found.totals, totals)
        why = current.override_reason or (reason.strip() if alone or found.all_findings else "")
        touch(doing, current, confirmed_at=now, confirmed_by=by.user, override_reason=why)
        doing.public()
        return current


def reopen_sheet(*, table: Table, reason: str, by: Actor, now: datetime, version: int | None = None) -> Table:
    """Take the confirmation of a sheet back: it counts no more until it is confirmed again.

    `version` is that of the sheet the director has before him; None where he has seen it as it is now. Raises
    RuleError: reason_missing, reason_too_long, sheet_not_confirmed, sheet_changed.
    """
    if not reason.strip():
        raise RuleError([Problem(code="reason_missing", field="reason")])
    with sheet_step(table, by=by, now=now, what="sheet_reopened", reason=reason) as doing:
        current = Table.objects.select_related("round", "typed_by").get(pk=table.pk)
        if current.confirmed_at is None:
            raise RuleError([Problem(code="sheet_not_confirmed", params={"table": current.number})])
        if version not in (None, current.version):
            raise stale(current)
        touch(doing, current, confirmed_at=None, confirmed_by=None)
        doing.public()
        return current


def entitled(tournament: Tournament) -> set[int]:
    """The keys of everybody who may confirm sheets here. Two queries."""
    members = Membership.objects.filter(
        tournament=tournament, role__in=[role.value for role in SHEETS], ended_at=None, user__is_active=True
    )
    return {
        *members.values_list("user_id", flat=True),
        *User.objects.filter(is_superuser=True, is_active=True).values_list("pk", flat=True),
    }


def may_confirm(table: Table, *, by: Actor) -> bool:
    """Whether this person could confirm a typed sheet, be it for a reason. Two queries at most."""
    if not table.round.second_person or by.user is None or table.typed_by_id != by.user.pk:
        return True
    return not entitled(table.tournament) - {by.user.pk}


def _refuse_same_person(doing: Step, table: Table, *, reason: str) -> bool:
    """Whether one person confirms what he typed himself: only where nobody else is entitled, and with a reason."""
    by = doing.by.user
    if not table.round.second_person or by is None or table.typed_by_id != by.pk:
        return False
    if entitled(doing.tournament) - {by.pk}:
        raise RuleError([Problem(code="same_person", params={"table": table.number})])
    if not reason.strip():
        raise RuleError([Problem(code="only_person"), Problem(code="reason_missing", field="reason")])
    return True


def _refuse_differences(typed: tuple[int | None, ...], again: Mapping[int, int | None] | None) -> None:
    if again is None or None in (again.get(position) for position in range(1, len(typed) + 1)):
        raise RuleError([Problem(code="blind_missing", field="totals")])
    differences = [
        Problem(
            code="blind_differs",
            field="totals",
            params={"seat": position, "typed": total, "again": again[position]},
        )
        for position, total in enumerate(typed, start=1)
        if again[position] != total
    ]
    if differences:
        raise RuleError(differences)
