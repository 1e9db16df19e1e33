"""The second pair of eyes, and seats that change hands in a running round."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import Problem, RuleError
from tournament.forms.sheets import ReasonForm, ReplaceForm, SwapForm, number_of
from tournament.messages import text
from tournament.models import Table
from tournament.numerals import whole_number
from tournament.queries.board import board
from tournament.queries.sheets import Assessment, assess, find_table, sheet_data
from tournament.services.confirmation import confirm_sheet, may_confirm
from tournament.services.handovers import Swap, break_off, replace_player, set_time_over, swap_in_round
from tournament.tables.sheets import paper
from tournament.views.access import DeskRequest, office, say
from tournament.views.sheets import note_of, the_table, version_of


@office
@require_http_methods(["GET", "POST"])
def sheet_confirm(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Compare the paper with what was typed and confirm it, or type the totals again where that is asked for."""
    table = the_table(request, round_number, table_number)
    error: RuleError | None = None
    if request.method == "POST":
        try:
            confirm_sheet(
                table=table,
                version=version_of(request),
                reason=request.POST.get("reason", ""),
                totals=_typed_again(request, table),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as refusal:
            error = refusal
        else:
            return _next_to_confirm(request, table)
    table = the_table(request, round_number, table_number)
    if table.confirmed_at is not None:
        if error is not None:
            say(request, error)
        return redirect("sheet", request.tournament.slug, round_number, table_number)
    found = assess(sheet_data(table))
    return render(
        request, "tournament/sheets/confirm.html", _confirm_context(request, found, error), status=422 if error else 200
    )


@office
@require_http_methods(["GET", "POST"])
def sheet_seats(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Seats that change hands in a running round, a table broken off, time that is over."""
    table = the_table(request, round_number, table_number)
    action = request.POST.get("action", "")
    handlers: dict[str, tuple[forms.Form, Callable[..., None]]] = {
        "swap": (SwapForm(request.POST if action == "swap" else None, initial={"other_table": table.number}), _swap),
        "replace": (ReplaceForm(request.POST if action == "replace" else None), _replace),
        "break_off": (ReasonForm(request.POST if action == "break_off" else None), _break_off),
    }
    status = 200
    if request.method == "POST":
        try:
            if action in ("time_over", "time_on"):
                set_time_over(table=table, over=action == "time_over", by=request.actor, now=timezone.now())
            elif action not in handlers:
                raise RuleError([Problem(code="handover_unreadable")])
            else:
                form, handle = handlers[action]
                if form.is_valid():
                    handle(request, table, form.cleaned_data)
                else:
                    status = 422
        except RuleError as error:
            say(request, error)
            status = 422
        if status == 200:
            return redirect("sheet", request.tournament.slug, round_number, table_number)
        table = the_table(request, round_number, table_number)
    context = {"table": table, "paper": paper(assess(sheet_data(table)))}
    context |= {name: form for name, (form, _handle) in handlers.items()}
    return render(request, "tournament/sheets/seats.html", context, status=status)


def _confirm_context(request: DeskRequest, found: Assessment, error: RuleError | None) -> dict[str, Any]:
    table = found.data.table
    codes = [problem.code for problem in error.problems] if error else []
    own = table.typed_by_id == getattr(request.actor.user, "pk", None)
    blind = table.round.second_person and table.round.blind_entry and not (own and may_confirm(table, by=request.actor))
    shown = paper(found, with_missing=True)
    there = {remark.text for remark in shown.all_remarks}
    differences = [problem for problem in error.problems if problem.code == "blind_differs"] if error else []
    wrong = {problem.params["seat"] for problem in differences}
    return {
        "table": table,
        "depth": found.data.depth,
        "paper": shown,
        "state": found.state.value,
        "blind": blind,
        "again": [
            (column, request.POST.get(f"again-{column.position}", ""), column.position in wrong)
            for column in shown.columns
        ],
        "differences": differences,
        "errors": [
            text(problem)
            for problem in (error.problems if error else ())
            if problem.code not in ("blind_differs", "sheet_changed") and text(problem) not in there
        ],
        "stale": "sheet_changed" in codes,
        "asks_reason": bool({"reason_missing", "reason_too_long"} & set(codes))
        or bool(request.POST.get("reason"))
        or (own and table.round.second_person),
        "reason": request.POST.get("reason", ""),
        "note": note_of(table),
        "own": own,
        "refused_own": own and not may_confirm(table, by=request.actor),
        "version": table.version,
    }


def _typed_again(request: DeskRequest, table: Table) -> dict[int, int | None] | None:
    """The totals typed again by position; None where none were asked for. What cannot be read counts as empty."""
    found: dict[int, int | None] = {}
    for position in range(1, table.size + 1):
        if f"again-{position}" not in request.POST:
            return None
        try:
            found[position] = number_of(request.POST[f"again-{position}"])
        except ValueError:
            found[position] = None
    return found


def _next_to_confirm(request: DeskRequest, table: Table) -> HttpResponse:
    """The next sheet that waits for this person, else the board."""
    notes.success(request, _("Table %(table)s is confirmed.") % {"table": table.number})
    user = request.actor.user
    waiting = board(table.round, timezone.now(), viewer_id=user.pk if user else None).to_confirm
    if waiting:
        return redirect("sheet_confirm", request.tournament.slug, table.round.number, waiting[0].number)
    return redirect("board", request.tournament.slug, table.round.number)


def _swap(request: DeskRequest, table: Table, values: dict[str, Any]) -> None:
    other = find_table(request.tournament, round_number=table.round.number, table_number=values["other_table"])
    if other is None:
        raise RuleError([Problem(code="code_unknown", params={"typed": str(values["other_table"])})])
    swap_in_round(
        table=table,
        position=values["position"],
        other_table=other,
        other_position=values["other_position"],
        how=Swap(values["how"]),
        from_game=values["from_game"] or 0,
        reason=values["reason"],
        by=request.actor,
        now=timezone.now(),
        print_version=_seen_seats(request),
    )


def _replace(request: DeskRequest, table: Table, values: dict[str, Any]) -> None:
    replace_player(
        table=table,
        position=values["position"],
        number=values["number"],
        from_game=values["from_game"],
        reason=values["reason"],
        by=request.actor,
        now=timezone.now(),
        print_version=_seen_seats(request),
    )


def _seen_seats(request: DeskRequest) -> int | None:
    """The version of the seats that the form showed; None where it does not say."""
    return whole_number(request.POST.get("seats"), digits=5)


def _break_off(request: DeskRequest, table: Table, values: dict[str, Any]) -> None:
    break_off(table=table, reason=values["reason"], by=request.actor, now=timezone.now())
