"""The rows of a sheet: saved one by one, checked while they are typed, mended, finished; and full games."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scoring.doctor import suggest
from scoring.errors import Problem, RuleError
from tournament import notation
from tournament.forms.sheets import GameForm, fields_of_record, typed_rows
from tournament.messages import text
from tournament.models import Table
from tournament.queries.sheets import Assessment, assess, sheet_data
from tournament.records import SheetData, sheet_of
from tournament.services.sheet_rows import (
    TypedRow,
    accept_reading,
    delete_row,
    insert_row,
    record_rows,
    shown,
)
from tournament.services.sheet_trials import try_row
from tournament.services.sheets import finish_sheet
from tournament.tables.sheets import Remark, paper, worth
from tournament.views.access import DeskRequest, office, say
from tournament.views.sheets import finished, looked_at, sheet_context, show_sheet, the_table, version_of


@office
@require_POST
def sheet_rows(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Keep rows. What cannot be read stays in its field, with the reason beside it."""
    rows = typed_rows(request.POST.dict())
    if request.POST.get("way") in notation.WAYS:
        request.session["way"] = request.POST["way"]
    error: RuleError | None = None
    try:
        _keep(request, round_number, table_number, rows)
    except RuleError as refusal:
        error = refusal
    found = assess(sheet_data(the_table(request, round_number, table_number)))
    if request.headers.get("HX-Request"):
        return _live(request, found, rows=rows if error else {}, error=error)
    if error is not None:
        return show_sheet(request, found, rows=rows, error=error, status=422)
    return redirect("sheet", request.tournament.slug, round_number, table_number)


@office
@require_POST
def sheet_row_check(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """One row as it would be, for htmx; nothing is kept."""
    data = looked_at(request, round_number, table_number)
    rows = typed_rows(request.POST.dict(), untouched=True)
    if len(rows) != 1:
        raise Http404
    number, typed = next(iter(rows.items()))
    said: list[Remark] = []
    try:
        found = try_row(data, number=number, typed=typed)
    except RuleError as error:
        found = assess(data)
        said = [Remark(text=text(problem), refuses=True, section=problem.section) for problem in error.problems]
    whole = paper(found, said={number: said}, only=number)
    line = next(iter((*whole.lines, *whole.rubric)), None)
    if line is None:
        raise Http404
    context = {
        "line": line,
        "table": data.table,
        "tournament": request.tournament,
        "was": typed.was or "",
        "keep": True,
    }
    # Without the request: what the frame of a page asks the database is not asked at every key.
    return HttpResponse(render_to_string("tournament/sheets/parts/line.html", context))


@office
@require_POST
def sheet_finish(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Say that all rows are typed. Rows that were not saved yet are saved first."""
    table = the_table(request, round_number, table_number)
    rows = typed_rows(request.POST.dict())
    try:
        _keep(request, round_number, table_number, rows)
        finish_sheet(
            table=the_table(request, round_number, table_number),
            reason=request.POST.get("reason", ""),
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        found = assess(sheet_data(the_table(request, round_number, table_number)))
        refused = rows if any(problem.row in rows for problem in error.problems) else None
        return show_sheet(request, found, rows=refused, error=error, status=422)
    return finished(request, table)


@office
@require_POST
def sheet_reading(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Mend the sheet as the doctor reads it."""
    table = the_table(request, round_number, table_number)
    found = assess(sheet_data(table))
    rank = request.POST.get("reading", "")
    reading = next((each for each in suggest(sheet_of(found.data), limit=9) if str(each.rank) == rank), None)
    if reading is None:
        return _mended(request, table, RuleError([Problem(code="sheet_changed", params={"by": ""})]))
    try:
        accept_reading(table=table, reading=reading, version=version_of(request), by=request.actor, now=timezone.now())
    except RuleError as error:
        return _mended(request, table, error)
    return _mended(request, table, None)


@office
@require_POST
def sheet_line(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Make room for a row that was left out, or take one out."""
    table = the_table(request, round_number, table_number)
    change = insert_row if "insert" in request.POST else delete_row
    typed = request.POST.get("insert") or request.POST.get("delete") or ""
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 4):
        raise Http404
    try:
        change(table=table, number=int(typed), version=version_of(request), by=request.actor, now=timezone.now())
    except RuleError as error:
        return _mended(request, table, error)
    return _mended(request, table, None)


@office
@require_http_methods(["GET", "POST"])
def sheet_game(request: DeskRequest, round_number: int, table_number: int, number: int) -> HttpResponse:
    """One full game: calls, card points, extras; the points follow."""
    table = the_table(request, round_number, table_number)
    data = sheet_data(table)
    there = next((game for game in data.games if game.number == number and game.pk is not None), None)
    kept = fields_of_record(there.record) if there is not None and there.record else {}
    struck = request.POST.get("action") == "struck"
    form = GameForm(None if struck else request.POST or None, initial=kept, seats=table.size)
    error: RuleError | None = None
    if request.method == "POST" and (struck or form.is_valid()):
        typed = TypedRow(text="x") if struck else TypedRow(record=form.record(), was=request.POST.get("was"))
        if request.headers.get("HX-Request"):
            return _game_state(request, data, number=number, typed=typed)
        try:
            record_rows(table=table, rows={number: typed}, by=request.actor, now=timezone.now())
        except RuleError as refusal:
            error = refusal
            for problem in refusal.problems:
                name = problem.field if problem.field in form.fields else None
                if not struck:
                    form.add_error(name, text(problem))
        else:
            return redirect("sheet", request.tournament.slug, round_number, table_number)
    elif request.headers.get("HX-Request"):
        return render(request, "tournament/sheets/parts/game_state.html", {})
    found = assess(data)
    more = {"game": form, "number": number, "was": request.POST.get("was", shown(there))}
    status = 422 if request.method == "POST" else 200
    return show_sheet(request, found, error=error, status=status, more=more)


def _keep(request: DeskRequest, round_number: int, table_number: int, rows: dict[int, TypedRow]) -> None:
    if rows:
        table = the_table(request, round_number, table_number)
        record_rows(table=table, rows=rows, by=request.actor, now=timezone.now())


def _live(
    request: DeskRequest, found: Assessment, *, rows: dict[int, TypedRow], error: RuleError | None, keep: bool = True
) -> HttpResponse:
    """The changing part of a sheet with rows. `keep`: what stands in the fields of the browser stays there."""
    context = sheet_context(request, found, rows=rows, error=error) | {"keep": keep}
    return render(request, "tournament/sheets/parts/rows_live.html", context)


def _mended(request: DeskRequest, table: Table, error: RuleError | None) -> HttpResponse:
    """The sheet after rows were moved or changed by a button: every field is written anew."""
    if request.headers.get("HX-Request"):
        found = assess(sheet_data(the_table(request, table.round.number, table.number)))
        return _live(request, found, rows={}, error=error, keep=False)
    if error is not None:
        say(request, error)
    return redirect("sheet", request.tournament.slug, table.round.number, table.number)


def _game_state(request: DeskRequest, data: SheetData, *, number: int, typed: TypedRow) -> HttpResponse:
    """What a full game is worth and why, for htmx."""
    try:
        found = try_row(data, number=number, typed=typed)
    except RuleError as error:
        return render(
            request, "tournament/sheets/parts/game_state.html", {"problems": [text(p) for p in error.problems]}
        )
    line = next(iter(paper(found, only=number).lines), None) or next(iter(paper(found, only=number).rubric))
    return render(
        request, "tournament/sheets/parts/game_state.html", {"line": line, "worth": worth(found, number=number)}
    )
