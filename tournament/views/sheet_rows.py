"""The rows of a sheet: saved one by one, checked while they are typed, mended, finished; and full games."""

from typing import Any, cast

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from scoring.rules import PLAYERS
from tournament import notation
from tournament.forms.sheets import GameForm, chosen, fields_of_record, typed_foot, typed_rows
from tournament.messages import text
from tournament.models import Table, User
from tournament.numerals import whole_number
from tournament.queries.sheets import assess, code_of, readings_of, sheet_data
from tournament.records import SheetData, asks_place
from tournament.services.sheet_rows import (
    TypedRow,
    accept_reading,
    delete_row,
    insert_row,
    record_rows,
    shown,
)
from tournament.services.sheet_trials import try_row
from tournament.services.sheets import finish_sheet, stale
from tournament.services.typing import keep_typing
from tournament.services.written_totals import WrittenTotal, record_written_totals
from tournament.tables.sheets import READING_KEYS, Remark, paper, worth
from tournament.tables.versions import row_there
from tournament.views.access import DeskRequest, office, say
from tournament.views.sheets import (
    NOTHING,
    Sent,
    finished,
    forget_game,
    half_game,
    looked_at,
    sheet_context,
    show_sheet,
    the_table,
    version_of,
    versions_of,
)


@office
@require_POST
def sheet_rows(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Keep rows. What cannot be read stays in its field, with the reason beside it."""
    if request.POST.get("way") in notation.WAYS:
        request.session["way"] = request.POST["way"]
    sent, error = _keep(request, the_table(request, round_number, table_number), chosen(request.POST.dict()))
    table = the_table(request, round_number, table_number)
    if request.headers.get("HX-Request"):
        return _live(request, table, sent=sent, error=error)
    if error is not None:
        return show_sheet(request, assess(sheet_data(table)), sent=sent, error=error, status=422)
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
    whole = paper(found, said={number: said}, seen={number: typed.was or ""}, only=number)
    line = next(iter((*whole.lines, *whole.rubric)), None)
    if line is None:
        raise Http404
    context = {
        "line": line,
        "table": data.table,
        "tournament": request.tournament,
        "keep": True,
        "correcting": data.table.confirmed_at is not None,
    }
    # Without the request: what the frame of a page asks the database is not asked at every key.
    return HttpResponse(render_to_string("tournament/sheets/parts/line.html", context))


@office
@require_POST
def sheet_finish(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Say that all rows are typed. Rows that were not saved yet are saved first."""
    table = the_table(request, round_number, table_number)
    seen = version_of(request) == table.version
    sent, error = _keep(request, table, request.POST.dict())
    refused: Sent | None = sent
    if error is None:
        current = the_table(request, round_number, table_number)
        try:
            finish_sheet(
                table=current,
                # What was saved just now is no surprise to whoever saved it.
                version=current.version if seen else version_of(request),
                reason=request.POST.get("reason", ""),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as refusal:
            error, refused = refusal, None
    if error is not None:
        found = assess(sheet_data(the_table(request, round_number, table_number)))
        return show_sheet(request, found, sent=refused, error=error, status=422)
    return finished(request, table)


@office
@require_POST
def sheet_reading(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Mend the sheet as the doctor reads it. He may read a row that is not saved yet, so that is kept first."""
    table = the_table(request, round_number, table_number)
    if version_of(request) != table.version:
        return _mended(request, table, stale(table))
    sent, error = _keep(request, table, request.POST.dict())
    if error is not None:
        return _mended(request, table, error, sent=sent)
    table = the_table(request, round_number, table_number)
    readings = readings_of(assess(sheet_data(table)), limit=len(READING_KEYS))
    reading = next((each for each in readings if code_of(each) == request.POST.get("reading")), None)
    if reading is None:
        return _mended(request, table, stale(table))
    try:
        accept_reading(table=table, reading=reading, version=table.version, by=request.actor, now=timezone.now())
    except RuleError as refusal:
        return _mended(request, table, refusal)
    return _mended(request, table, None)


@office
@require_POST
def sheet_line(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Make room for a row that was left out, or take one out."""
    table = the_table(request, round_number, table_number)
    change = insert_row if "insert" in request.POST else delete_row
    number = whole_number(request.POST.get("insert") or request.POST.get("delete"), digits=3)
    if number is None:
        raise Http404
    try:
        change(table=table, number=number, version=version_of(request), by=request.actor, now=timezone.now())
    except RuleError as error:
        return _mended(request, table, error)
    return _mended(request, table, None)


@office
@require_http_methods(["GET", "POST"])
def sheet_game(request: DeskRequest, round_number: int, table_number: int, number: int) -> HttpResponse:
    """One full game: calls, card points, extras; the points follow."""
    table = the_table(request, round_number, table_number)
    data = sheet_data(table)
    there = row_there(data, number)
    user = cast(User, request.user)
    kept = fields_of_record(there.record) if there is not None and there.record else {}
    kept["after_game"] = there.after_game if there is not None else None
    if there is None and table.size > PLAYERS:
        whole = paper(assess(data), only=number)
        kept["sits_out"] = next((line.dealer for line in (*whole.lines, *whole.rubric)), None)
    half: dict[str, str] = {}
    if request.method == "GET" and table.round.published_at is not None:
        keep_typing(table=table, user=user, now=timezone.now())
        half = half_game(table, user, number)
    struck = request.POST.get("action") == "struck"
    form = GameForm(
        None if struck else request.POST or None,
        initial=kept | half,
        seats=table.size,
        asks_place=asks_place(data, number),
    )
    # Whoever has seen both versions and takes his own says over which one.
    was = request.POST.get("theirs", request.POST.get("was"))
    error: RuleError | None = None
    more: dict[str, Any] = {}
    if request.method == "POST" and (struck or form.is_valid()):
        typed = (
            TypedRow(text="x", was=was) if struck else TypedRow(record=form.record(), was=was, after_game=form.place())
        )
        if request.headers.get("HX-Request"):
            return _game_state(request, data, number=number, typed=typed)
        try:
            record_rows(table=table, rows={number: typed}, by=request.actor, now=timezone.now())
        except RuleError as refusal:
            error = refusal
            data = sheet_data(the_table(request, round_number, table_number))
            if any(problem.code == "row_changed" for problem in refusal.problems):
                more["versions"] = versions_of(assess(data), number=number, typed=typed, form=form)
            elif not struck:
                for problem in refusal.problems:
                    form.add_error(problem.field if problem.field in form.fields else None, text(problem))
        else:
            forget_game(table, user, number, now=timezone.now())
            return _after_game(request, data, number)
    elif request.headers.get("HX-Request"):
        return render(request, "tournament/sheets/parts/game_state.html", {})
    found = assess(data)
    was = half.get("was", shown(there))
    more |= {"game": form, "number": number, "was": request.POST.get("was", was), "came_back": bool(half)}
    status = 422 if request.method == "POST" else 200
    return show_sheet(request, found, error=error, status=status, more=more)


def _after_game(request: DeskRequest, before: SheetData, number: int) -> HttpResponse:
    """On to the next open game after one that was open too, else back to the sheet."""
    place = [request.tournament.slug, before.round.number, before.table.number]
    if row_there(before, number) is None:
        following = paper(assess(sheet_data(before.table))).current
        if following is not None:
            return redirect("sheet_game", *place, following)
    return redirect("sheet", *place)


def _keep(request: DeskRequest, table: Table, fields: dict[str, str]) -> tuple[Sent, RuleError | None]:
    """Keep the games and the totals at the foot that were typed. What was sent, and what of it was refused."""
    problems: list[Problem] = []
    rows, foot = typed_rows(fields), dict[int, WrittenTotal]()
    try:
        if rows:
            record_rows(table=table, rows=rows, by=request.actor, now=timezone.now())
    except RuleError as refusal:
        problems += refusal.problems
    try:
        foot = typed_foot(fields)
        if foot:
            record_written_totals(table=table, totals=foot, by=request.actor, now=timezone.now())
    except RuleError as refusal:
        problems += refusal.problems
    return Sent(fields=fields, rows=rows, foot=foot), RuleError(problems) if problems else None


def _live(request: DeskRequest, table: Table, *, sent: Sent, error: RuleError | None) -> HttpResponse:
    """The changing part of a sheet with rows. What stands in the fields of the browser stays there."""
    context = sheet_context(request, assess(sheet_data(table)), sent=sent, error=error) | {"keep": True}
    return render(request, "tournament/sheets/parts/rows_live.html", context)


def _mended(request: DeskRequest, table: Table, error: RuleError | None, *, sent: Sent = NOTHING) -> HttpResponse:
    """The sheet after rows were moved or changed by a button."""
    if request.headers.get("HX-Request"):
        return _live(request, the_table(request, table.round.number, table.number), sent=sent, error=error)
    if error is not None and sent.fields:
        found = assess(sheet_data(the_table(request, table.round.number, table.number)))
        return show_sheet(request, found, sent=sent, error=error, status=422)
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
