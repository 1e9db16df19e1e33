"""The board of a round: every sheet with its state, and the way to each of them."""

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from scoring.errors import Problem, RuleError
from tournament import codes
from tournament.messages import text
from tournament.models import Round
from tournament.queries import board as queries
from tournament.queries.sheets import find_table
from tournament.roles import SHEETS
from tournament.services.sheets import note_sheet, receive_sheet
from tournament.views.access import DeskRequest, office, say
from tournament.views.kept_pages import kept_page
from tournament.views.sheets import the_table


@office
@require_GET
def board(request: DeskRequest, round_number: int) -> HttpResponse:
    """The board as a page; asked for by htmx only its changing part."""
    return _board(request, _round(request, round_number))


@office
@require_POST
def board_open(request: DeskRequest, round_number: int) -> HttpResponse:
    """Open a sheet by the number of its table or by the code printed on it."""
    round_ = _round(request, round_number)
    typed = request.POST.get("code", "").strip()
    code = codes.read_code(typed)
    if code is None:
        number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else 0
        code = codes.SheetCode(round=round_.number, table=number, print_version=0)
    table = find_table(request.tournament, round_number=code.round, table_number=code.table)
    if table is None:
        problem = Problem(code="code_unknown", params={"typed": typed[:20]})
        return _board(request, round_, typed=typed, error=text(problem), status=422)
    if code.print_version and codes.is_outdated(code, print_version=table.print_version):
        notes.warning(request, text(Problem(code="code_outdated", params={"table": table.number})))
    if code.round != round_.number:
        problem = Problem(code="code_other_round", params={"table": table.number, "round": code.round})
        notes.warning(request, text(problem))
    return redirect("sheet", request.tournament.slug, code.round, code.table)


@office
@require_POST
def sheet_receive(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Note that the paper has come in."""
    table = the_table(request, round_number, table_number)
    try:
        receive_sheet(table=table, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return redirect("board", request.tournament.slug, round_number)


@office
@require_POST
def sheet_note(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Keep a note on a sheet."""
    table = the_table(request, round_number, table_number)
    try:
        note_sheet(table=table, note=request.POST.get("note", ""), by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return redirect("sheet", request.tournament.slug, round_number, table_number)


def _round(request: DeskRequest, number: int) -> Round:
    found = Round.objects.filter(tournament=request.tournament, number=number).first()
    if found is None:
        raise Http404
    found.tournament = request.tournament
    return found


def _board(request: DeskRequest, round_: Round, *, typed: str = "", error: str = "", status: int = 200) -> HttpResponse:
    user = request.actor.user
    found = queries.board(round_, timezone.now(), viewer_id=user.pk if user else None)
    context = {"board": found, "typed": typed, "error": error, "may_type": request.role in SHEETS}
    part = bool(request.headers.get("HX-Request")) and request.method == "GET"
    template = "tournament/sheets/parts/board_live.html" if part else "tournament/sheets/board.html"
    if error:
        return render(request, template, context, status=status)
    shown = tuple((table.number, table.minutes, table.typing) for table in found.tables)
    return kept_page(request, template, lambda: context, depends=shown)
