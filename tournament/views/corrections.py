"""Correcting and reopening a confirmed sheet: what it changes is shown first, then it is saved with a reason."""

from typing import Any

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import Problem, RuleError
from tournament.forms.sheets import GameForm, ReasonForm, TotalsForm, fields_of_record, typed_foot, typed_rows
from tournament.messages import text, texts
from tournament.models import Depth
from tournament.numerals import whole_number
from tournament.queries.consequences import Consequences, Gain
from tournament.queries.publications import latest
from tournament.queries.sheets import assess, sheet_data
from tournament.records import SheetData
from tournament.services.confirmation import reopen_sheet
from tournament.services.corrections import correct_sheet, preview_correction, preview_reopening
from tournament.services.sheet_rows import TypedRow, shown
from tournament.tables.versions import row_there
from tournament.templatetags.desk import euro
from tournament.views.access import DeskRequest, office
from tournament.views.sheets import Sent, sheet_context, the_table, version_of


@office
@require_http_methods(["GET", "POST"])
def sheet_correct(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Correct a confirmed sheet at the depth it was typed: look at what it changes, then save it with a reason."""
    table = the_table(request, round_number, table_number)
    if table.confirmed_at is None:
        return redirect("sheet", request.tournament.slug, round_number, table_number)
    correction = _Correction(request, sheet_data(table))
    now = timezone.now()
    more: dict[str, Any] = {"now": now, "hung": latest(request.tournament)}
    error: RuleError | None = None
    if request.method == "POST":
        values: dict[str, Any] = {"table": table, "version": version_of(request), "by": request.actor, "now": now}
        try:
            values |= correction.typed()
            more |= worded(preview_correction(**values))
            if request.POST.get("action") == "save":
                correct_sheet(reason=request.POST.get("reason", ""), **values)
                notes.success(request, _("The sheet is corrected. Standings follow, seatings stay."))
                return redirect("sheet", request.tournament.slug, round_number, table_number)
        except RuleError as refusal:
            error = refusal
            correction.show(refusal)
    found = assess(sheet_data(the_table(request, round_number, table_number)))
    context = sheet_context(request, found, form=correction.form, sent=correction.sent, error=error)
    context |= more | {"game": correction.game, "number": correction.number, "was": correction.was, "correcting": True}
    return render(request, "tournament/sheets/correct.html", context, status=422 if error else 200)


@office
@require_http_methods(["GET", "POST"])
def sheet_reopen(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Take a confirmation back, with a reason; what it changes is shown first."""
    table = the_table(request, round_number, table_number)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reopen_sheet(table=table, reason=form.cleaned_data["reason"], by=request.actor, now=timezone.now())
        except RuleError as error:
            for sentence in texts(error):
                form.add_error(None, sentence)
        else:
            return redirect("sheet", request.tournament.slug, round_number, table_number)
    if table.confirmed_at is None:
        return redirect("sheet", request.tournament.slug, round_number, table_number)
    context = {"table": table, "form": form, "now": timezone.now(), "hung": latest(request.tournament)}
    context |= worded(preview_reopening(table=table, by=request.actor, now=timezone.now()))
    return render(request, "tournament/sheets/reopen.html", context, status=422 if form.errors else 200)


class _Correction:
    """What was typed on the page of a correction: totals, games as rows, or one full game and the foot."""

    def __init__(self, request: DeskRequest, data: SheetData) -> None:
        self.data = data
        self.fields = request.POST.dict()
        self.form = TotalsForm(data, self.fields if request.method == "POST" else None)
        self.sent: Sent | None = None
        self.number = whole_number(request.POST.get("game") or request.GET.get("game"), digits=3)
        self.game: GameForm | None = None
        self.was = ""
        if data.depth != Depth.TOTALS and self.number is not None:
            there = row_there(data, self.number)
            if there is None or (there.record is None and data.depth == Depth.ROWS):
                raise Http404
            self.was = self.fields.get("was", shown(there))
            self.game = GameForm(
                request.POST if request.method == "POST" else None,
                initial=fields_of_record(there.record) if there.record else {"struck": True},
                seats=data.table.size,
                may_be_struck=True,
            )

    def typed(self) -> dict[str, Any]:
        """The arguments of a correction. Raises RuleError for what cannot be read."""
        if self.data.depth == Depth.TOTALS:
            return {"seats": self.form.seats()}
        rows = typed_rows(self.fields) | self._full()
        self.sent = Sent(fields=self.fields, rows=rows, foot={})
        foot = typed_foot(self.fields)
        self.sent = Sent(fields=self.fields, rows=rows, foot=foot)
        return {"rows": rows, "written": foot}

    def show(self, error: RuleError) -> None:
        """Put the sentences of a refusal beside the fields they belong to."""
        self.form.show(error)
        for problem in error.problems:
            if self.game is not None and problem.field in self.game.fields:
                self.game.add_error(problem.field, text(problem))

    def _full(self) -> dict[int, TypedRow]:
        if self.game is None or self.number is None:
            return {}
        if self.game.is_struck():
            return {self.number: TypedRow(text="x", was=self.was)}
        if not self.game.is_valid():
            raise RuleError([Problem(code="game_unreadable", params={"row": self.number})])
        return {self.number: TypedRow(record=self.game.record(), was=self.was)}


def worded(found: Consequences) -> dict[str, Any]:
    """What the part "what this changes" of a page needs."""
    return {
        "consequences": found,
        "money_moved": [
            {"participant": moved.participant, "loss": loss, "before": _gain(moved.before), "after": _gain(moved.after)}
            for loss, rows in ((False, found.prizes), (True, found.losses))
            for moved in rows
        ],
    }


def _gain(gain: Gain) -> str:
    """A prize or a loss in words: "60,00 €", "60,00 € and a ham", a dash for nothing."""
    goods = " / ".join(gain.goods)
    if gain.lot:
        goods = _("%(goods)s (by lot)") % {"goods": goods}
    return " + ".join(filter(None, (euro(gain.cents) if gain.cents else "", goods))) or "–"
