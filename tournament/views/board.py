"""The board of a round: every sheet with its state, and the way to each of them."""

from typing import Any

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from scoring.errors import Problem, RuleError
from tournament import codes
from tournament.messages import text
from tournament.models import Round
from tournament.numerals import whole_number
from tournament.queries import board as queries
from tournament.queries.sheets import find_table
from tournament.roles import SHEETS
from tournament.services.sheets import receive_sheet
from tournament.views.access import DeskRequest, office, say
from tournament.views.kept_pages import kept_page
from tournament.views.sheets import the_table

_LOOK_SECONDS = 5
"""How long the minutes of a board may stand still; as often as its page asks again."""


@office
@require_GET
def board(request: DeskRequest, round_number: int) -> HttpResponse:
    """The board as a page; asked for by htmx only its changing part. Kept until a step or a look at the clock."""
    now = timezone.now()
    typing = queries.typing_at(request.tournament, round_number, now, viewer_id=_viewer(request))
    return kept_page(
        request,
        _template(request),
        lambda: _context(request, _round(request, round_number)),
        depends=(int(now.timestamp()) // _LOOK_SECONDS, tuple(sorted(typing.items()))),
    )


@office
@require_POST
def board_open(request: DeskRequest, round_number: int) -> HttpResponse:
    """Open a sheet by the number of its table or by the code printed on it."""
    round_ = _round(request, round_number)
    typed = request.POST.get("code", "").strip()
    code = codes.read_code(typed)
    if code is None:
        number = whole_number(typed, digits=3) or 0
        code = codes.SheetCode(round=round_.number, table=number, print_version=0)
    table = find_table(request.tournament, round_number=code.round, table_number=code.table)
    if table is None:
        problem = Problem(code="code_unknown", params={"typed": typed[:20]})
        context = _context(request, round_, typed=typed, error=text(problem))
        return render(request, "tournament/sheets/board.html", context, status=422)
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


def _round(request: DeskRequest, number: int) -> Round:
    rounds = Round.objects.filter(tournament=request.tournament, number=number)
    found = rounds.defer("draw_input", "draw_report").first()
    if found is None:
        raise Http404
    found.tournament = request.tournament
    return found


def _context(request: DeskRequest, round_: Round, *, typed: str = "", error: str = "") -> dict[str, Any]:
    found = queries.board(round_, timezone.now(), viewer_id=_viewer(request))
    return {"board": found, "typed": typed, "error": error, "may_type": request.role in SHEETS}


def _template(request: DeskRequest) -> str:
    part = bool(request.headers.get("HX-Request"))
    return "tournament/sheets/parts/board_live.html" if part else "tournament/sheets/board.html"


def _viewer(request: DeskRequest) -> int | None:
    return request.actor.user.pk if request.actor.user else None
