"""Correcting and reopening a confirmed sheet: what it changes is shown first, then it is saved with a reason."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import Problem, RuleError
from tournament.forms.sheets import (
    GameForm,
    ReasonForm,
    TotalsForm,
    chosen,
    fields_of_record,
    typed_foot,
    typed_rows,
)
from tournament.messages import text, texts
from tournament.models import Depth, Table, User
from tournament.numerals import whole_number
from tournament.queries.consequences import Consequences, Gain
from tournament.queries.publications import latest
from tournament.queries.sheets import Assessment, assess, sheet_data
from tournament.records import SheetData, asks_place, label_of
from tournament.services.confirmation import reopen_sheet
from tournament.services.corrections import correct_sheet, preview_correction, preview_reopening
from tournament.services.sheet_rows import TypedRow, shown
from tournament.services.typing import keep_typing
from tournament.tables.versions import GameVersions, row_there
from tournament.templatetags.desk import euro
from tournament.views.access import DeskRequest, office, say
from tournament.views.sheets import (
    Sent,
    half_of,
    readable_foot,
    sheet_context,
    the_table,
    version_of,
    versions_of,
)


@office
@require_http_methods(["GET", "POST"])
def sheet_correct(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Correct a confirmed sheet at the depth it was typed: look at what it changes, then save it with a reason."""
    table = the_table(request, round_number, table_number)
    if table.confirmed_at is None:
        return _reopened_meanwhile(request, table)
    correction = _Correction(request, sheet_data(table))
    now = timezone.now()
    more: dict[str, Any] = {"now": now, "hung": latest(request.tournament)}
    error: RuleError | None = None
    if request.method == "POST" and not correction.chooses:
        values: dict[str, Any] = {"table": table, "version": version_of(request), "by": request.actor, "now": now}
        try:
            values |= correction.typed()
            more |= worded(preview_correction(**values)) | {"looked_at": correction.mark}
            if request.POST.get("action") == "save":
                if request.POST.get("looked_at") == correction.mark:
                    correct_sheet(reason=request.POST.get("reason", ""), **values)
                    notes.success(request, _("The sheet is corrected. Standings follow, seatings stay."))
                    return redirect("sheet", request.tournament.slug, round_number, table_number)
                more["typed_since"] = True
        except RuleError as refusal:
            error = refusal
            correction.show(refusal)
    found = assess(sheet_data(the_table(request, round_number, table_number)))
    context = sheet_context(request, found, form=correction.form, sent=correction.sent, error=error)
    context |= more | {"games": correction.shown(found), "correcting": True}
    return render(request, "tournament/sheets/correct.html", context, status=422 if error else 200)


@office
@require_http_methods(["GET", "POST"])
def sheet_reopen(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Take a confirmation back, with a reason; what it changes is shown first."""
    table = the_table(request, round_number, table_number)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reopen_sheet(
                table=table,
                reason=form.cleaned_data["reason"],
                version=version_of(request),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            for sentence in texts(error):
                form.add_error(None, sentence)
            table = the_table(request, round_number, table_number)
        else:
            return redirect("sheet", request.tournament.slug, round_number, table_number)
    if table.confirmed_at is None:
        return redirect("sheet", request.tournament.slug, round_number, table_number)
    context = {"table": table, "form": form, "now": timezone.now(), "hung": latest(request.tournament)}
    context |= worded(preview_reopening(table=table, by=request.actor, now=timezone.now()))
    return render(request, "tournament/sheets/reopen.html", context, status=422 if form.errors else 200)


def _reopened_meanwhile(request: DeskRequest, table: Table) -> HttpResponse:
    """On to the sheet, which can simply be typed; what was typed as a correction stands there, not saved yet."""
    address = reverse("sheet", args=[request.tournament.slug, table.round.number, table.number])
    if request.method != "POST":
        return redirect(address)
    fields = request.POST.dict()
    games: dict[str, str] = {}
    for number in request.POST.getlist("games"):
        games[f"game-{number}-was"] = fields.get(f"was-{number}", "")
        games |= {
            f"game-{number}-{name.removeprefix(f'g{number}-')}": value
            for name, value in fields.items()
            if name.startswith(f"g{number}-")
        }
    half = half_of(fields | games)
    keep_typing(table=table, user=cast(User, request.user), now=timezone.now(), typed=half)
    say(request, RuleError([Problem(code="sheet_reopened_meanwhile", params={"table": table.number})]))
    return redirect(f"{address}?edit")


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedGame:
    """A full game that is open for correction; `versions` where another has corrected it meanwhile."""

    number: int
    label: str
    form: GameForm
    was: str
    versions: GameVersions | None


class _Correction:
    """What was typed on the page of a correction: totals, or games as rows, any number of full games, and the foot.

    `chooses` while the page is only laid out anew: a game is opened or left, or the saved version of one is chosen.
    """

    def __init__(self, request: DeskRequest, data: SheetData) -> None:
        self.data = data
        self.fields = chosen(request.POST.dict())
        self.form = TotalsForm(data, self.fields if request.method == "POST" else None)
        self.sent: Sent | None = None
        self.mark = ""
        self.chooses = bool({"open", "leave"} & self.fields.keys()) or self.fields.get("take", "").startswith("theirs-")
        self.games: dict[int, GameForm] = {}
        self.was: dict[int, str] = {}
        if data.depth != Depth.TOTALS:
            self._open(request)
        if self.chooses:
            rows = typed_rows(self.fields) | self._full()[0]
            self.sent = Sent(fields=self.fields, rows=rows, foot=readable_foot(self.fields))

    def typed(self) -> dict[str, Any]:
        """The arguments of a correction. Raises RuleError for what cannot be read."""
        if self.data.depth == Depth.TOTALS:
            found: dict[str, Any] = {"seats": self.form.seats()}
        else:
            games, problems = self._full()
            rows = typed_rows(self.fields) | games
            self.sent = Sent(fields=self.fields, rows=rows, foot=readable_foot(self.fields))
            if problems:
                raise RuleError(problems)
            found = {"rows": rows, "written": typed_foot(self.fields)}
        self.mark = sha256(repr(found).encode()).hexdigest()[:16]
        return found

    def show(self, error: RuleError) -> None:
        """Put the sentences of a refusal beside the fields they belong to."""
        self.form.show(error)
        for problem in error.problems:
            game = self.games.get(problem.row or 0)
            if game is not None and problem.field in game.fields:
                game.add_error(problem.field, text(problem))

    def shown(self, found: Assessment) -> list[CorrectedGame]:
        """The games that are open for correction, each with both versions where another has corrected it meanwhile."""
        rows = self.sent.rows if self.sent else {}
        return [
            CorrectedGame(
                number=number,
                label=label_of(number),
                form=form,
                was=self.was[number],
                versions=self._versions(found, number, rows[number]) if number in rows else None,
            )
            for number, form in sorted(self.games.items())
        ]

    def _open(self, request: DeskRequest) -> None:
        """The forms of the games that the page had open, and of the one that a button opens. Raises Http404."""
        numbers = {number for text in request.POST.getlist("games") if (number := whole_number(text, digits=3))}
        opened, left = (whole_number(self.fields.get(name), digits=3) for name in ("open", "leave"))
        theirs = whole_number(self.fields.get("take", "").removeprefix("theirs-"), digits=3)
        numbers.discard(left or 0)
        if "open" in self.fields:
            numbers.add(opened or 0)
        for number in numbers:
            there = row_there(self.data, number)
            record = there.record if there is not None else None
            if number == (opened or 0) and (there is None or (record is None and self.data.depth == Depth.ROWS)):
                raise Http404
            bound = number not in (opened, theirs)
            self.was[number] = self.fields.get(f"was-{number}", shown(there)) if bound else shown(there)
            self.games[number] = GameForm(
                request.POST if bound else None,
                prefix=f"g{number}",
                initial={
                    **(fields_of_record(record) if record else {"struck": True}),
                    "after_game": there.after_game if there is not None else None,
                },
                seats=self.data.table.size,
                asks_place=asks_place(self.data, number),
                may_be_struck=True,
            )

    def _full(self) -> tuple[dict[int, TypedRow], list[Problem]]:
        """The open games as typed, and game_unreadable (params row) for each that cannot be read."""
        problems: list[Problem] = []
        rows: dict[int, TypedRow] = {}
        for number, form in sorted(self.games.items()):
            if form.is_struck():
                rows[number] = TypedRow(text="x", was=self.was[number])
            elif form.is_valid():
                rows[number] = TypedRow(record=form.record(), was=self.was[number], after_game=form.place())
            else:
                problems.append(Problem(code="game_unreadable", params={"row": label_of(number)}))
        return rows, problems

    def _versions(self, found: Assessment, number: int, typed: TypedRow) -> GameVersions | None:
        there = row_there(found.data, number)
        if shown(there) in (typed.was, typed.shown):
            return None
        return versions_of(found, number=number, typed=typed, form=self.games[number])


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
