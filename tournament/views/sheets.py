"""One sheet: its page at the depth it is typed, totals, and what every depth shares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.errors import Problem, RuleError
from tournament import notation, seen
from tournament.forms.sheets import GameForm, TotalsForm, fields_of_record, typed_foot, typed_rows
from tournament.messages import text, texts
from tournament.messages.sheets import DEPTH_QUESTION, DEPTHS
from tournament.models import Depth, Entry, Table, User
from tournament.numerals import whole_number
from tournament.queries.journal import lines_of_sheet
from tournament.queries.sheets import (
    Assessment,
    State,
    assess,
    find_table,
    half_typed,
    kept_sheet,
    people_at,
    seats_of,
    sheet_data,
)
from tournament.records import SheetData
from tournament.services.confirmation import may_confirm
from tournament.services.sheet_rows import TypedRow
from tournament.services.sheet_trials import try_totals
from tournament.services.sheets import TypedSeat, forget_typing, note_sheet, record_totals, set_depth
from tournament.services.typing import keep_typing
from tournament.services.written_totals import WrittenTotal
from tournament.tables.sheets import Paper, Remark, paper
from tournament.tables.versions import GameVersions, conflicts_of, game_versions, row_there
from tournament.views.access import DeskRequest, office, say

_HALF_TYPED = ("total-", "number-", "row-", "was-", "solos", "version", "game-")
"""The fields of a sheet that are kept while they are not saved, with what the clerk saw before he typed."""
_LONGEST_FIELD = 1000
_TWO_VERSIONS = frozenset({"row_changed", "total_changed", "sheet_changed"})
"""Refusals that stand on the page as two versions side by side."""
_WAYS = {Entry.RUNNING.value: notation.RUNNING, Entry.POINTS.value: notation.POINTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What a form of a sheet has sent: its fields, and the touched games and totals of the foot among them."""

    fields: Mapping[str, str]
    rows: Mapping[int, TypedRow]
    foot: Mapping[int, WrittenTotal]


NOTHING = Sent(fields={}, rows={}, foot={})


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteField:
    """The field of a note: what stands in it, what its hidden field `seen` holds, and why the note was refused."""

    typed: str
    seen: str
    errors: tuple[str, ...] = ()


def the_table(request: DeskRequest, round_number: int, table_number: int) -> Table:
    """The table of the address. Raises Http404."""
    table = find_table(request.tournament, round_number=round_number, table_number=table_number)
    if table is None:
        raise Http404
    table.tournament = request.tournament
    return table


def looked_at(request: DeskRequest, round_number: int, table_number: int) -> SheetData:
    """The sheet of the address, for looking only: it is kept as long as nothing changes. Raises Http404."""
    data = kept_sheet(request.tournament, round_number=round_number, table_number=table_number)
    if data is None:
        raise Http404
    return data


@office
@require_GET
def sheet(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """The sheet of a table at the depth it is typed; one that waits for a second person opens for confirming."""
    table = the_table(request, round_number, table_number)
    found = assess(sheet_data(table))
    if found.state is State.CONFIRMED:
        return _show_confirmed(request, found)
    user = cast(User, request.user)
    if found.state is State.TYPED and "edit" not in request.GET and may_confirm(table, by=request.actor):
        return redirect("sheet_confirm", request.tournament.slug, round_number, table_number)
    if table.round.published_at is not None:
        keep_typing(table=table, user=user, now=timezone.now())
    return show_sheet(request, found, half=half_typed(table, user))


@office
@require_POST
def sheet_totals(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Keep totals: finish the sheet, or put it aside for somebody to ask."""
    table = the_table(request, round_number, table_number)
    form = TotalsForm(seats_of(table), request.POST)
    finish = request.POST.get("action") != "aside"
    seats: list[TypedSeat] = []
    try:
        seats = form.seats()
        record_totals(
            table=table,
            seats=seats,
            version=version_of(request),
            finish=finish,
            reason=request.POST.get("reason", ""),
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        form.show(error)
        # What is shown beside the fields is what is wrong with the numbers in them, not with those that are saved.
        return show_sheet(request, try_totals(sheet_data(table), seats), form=form, error=error, status=422)
    return finished(request, table, finish=finish)


@office
@require_POST
def sheet_check(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """What the totals typed so far amount to, for htmx; nothing is kept."""
    form = TotalsForm(looked_at(request, round_number, table_number), request.POST)
    try:
        found = try_totals(form.data, form.seats())
    except RuleError as error:
        context: dict[str, Any] = {"errors": [text(problem) for problem in error.problems]}
    else:
        context = {"paper": paper(found)}
    # Without the request: what the frame of a page asks the database is not asked at every key.
    return HttpResponse(render_to_string("tournament/sheets/parts/totals_state.html", context))


@office
@require_POST
def sheet_here(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Note that the page is still open, with what is half typed on it."""
    table = the_table(request, round_number, table_number)
    user = cast(User, request.user)
    if table.confirmed_at is None:
        half = _kept_beside(request, table, user) | half_of(request.POST.dict())
        keep_typing(table=table, user=user, now=timezone.now(), typed=half)
    return HttpResponse(status=204)


@office
@require_POST
def sheet_forget(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Leave the sheet as it is saved: what this person typed on it without saving goes."""
    forget_typing(the_table(request, round_number, table_number), request.actor)
    return redirect("sheet", request.tournament.slug, round_number, table_number)


@office
@require_POST
def sheet_note(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Keep a note on a sheet."""
    table = the_table(request, round_number, table_number)
    try:
        note_sheet(
            table=table,
            note=request.POST.get("note", ""),
            seen=seen.read(request.POST.get(seen.FIELD, "")),
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        found = assess(sheet_data(the_table(request, round_number, table_number)))
        field = _refused_note(request, found.data.table, error)
        if found.state is State.CONFIRMED:
            return _show_confirmed(request, found, note=field)
        return show_sheet(request, found, half=half_typed(table, cast(User, request.user)), note=field, status=422)
    return redirect("sheet", request.tournament.slug, round_number, table_number)


@office
@require_POST
def sheet_depth(request: DeskRequest, round_number: int, table_number: int) -> HttpResponse:
    """Type this one sheet deeper, or less deep."""
    table = the_table(request, round_number, table_number)
    depth = request.POST.get("depth", "")
    if depth not in Depth.values:
        raise Http404
    try:
        set_depth(table=table, depth=depth, was=request.POST.get("was"), by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return redirect("sheet", request.tournament.slug, round_number, table_number)


def version_of(request: DeskRequest) -> int:
    """The version of the sheet that the form showed; −1, which no sheet has, where it does not say."""
    version = whole_number(request.POST.get("version"), digits=9)
    return -1 if version is None else version


def finished(request: DeskRequest, table: Table, *, finish: bool = True) -> HttpResponse:
    """Back to the board once a sheet is done with, with one sentence that says how it stands now."""
    if not finish:
        notes.warning(request, _("Table %(table)s is put aside. Its numbers are kept.") % {"table": table.number})
    elif Table.objects.filter(pk=table.pk, confirmed_at__isnull=False).exists():
        notes.success(request, _("Table %(table)s is typed and confirmed.") % {"table": table.number})
    else:
        notes.success(request, _("Table %(table)s is typed. A second person confirms it.") % {"table": table.number})
    return redirect("board", request.tournament.slug, table.round.number)


def show_sheet(
    request: DeskRequest,
    found: Assessment,
    *,
    form: TotalsForm | None = None,
    sent: Sent | None = None,
    error: RuleError | None = None,
    half: Mapping[str, str] | None = None,
    note: NoteField | None = None,
    status: int = 200,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page of a sheet, with everything that was typed and everything that was found."""
    context = sheet_context(request, found, form=form, sent=sent, error=error, half=half)
    context |= {"note": note or note_of(found.data.table), **(more or {})}
    return render(request, "tournament/sheets/sheet.html", context, status=status)


def sheet_context(
    request: DeskRequest,
    found: Assessment,
    *,
    form: TotalsForm | None = None,
    sent: Sent | None = None,
    error: RuleError | None = None,
    half: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What the templates of a sheet need, at every depth.

    Of what was just `sent` that which was refused stays typed. `half` are fields kept of a page that was closed. What
    another has changed since stands beside it.
    """
    table = found.data.table
    user = cast(User, request.user)
    half = half or {}
    problems = error.problems if error else ()
    codes = {problem.code for problem in problems}
    now_sent = sent or NOTHING
    typed = _unsaved(half) | _unsaved(now_sent.fields)
    conflicts = conflicts_of(
        found, rows=typed_rows(half) | dict(now_sent.rows), foot=readable_foot(half) | dict(now_sent.foot)
    )
    shown = paper(
        found,
        with_missing=table.typed_at is not None or (bool(codes) and sent is None),
        half={key: text for key, (text, _was) in typed.items()},
        said=_said(problems),
        seen={key: typed[key][1] for key in typed if str(key) in {conflict.key for conflict in conflicts}},
    )
    return {
        "table": table,
        "depth": found.data.depth,
        "depths": DEPTHS.items(),
        "depth_question": DEPTH_QUESTION,
        "paper": shown,
        "state": found.state.value,
        "begun": found.begun,
        "form": form or TotalsForm(found.data, half or None),
        "way": way_of(request, found),
        "ways": (
            (notation.WINNERS, _("winners and value")),
            (notation.POINTS, _("points")),
            (notation.RUNNING, _("running totals")),
        ),
        "others": people_at(table, now=timezone.now(), besides=user),
        "errors": _sentences(error, shown),
        "asks_reason": bool(codes & {"reason_missing", "reason_too_long"}) or bool(request.POST.get("reason")),
        "reason": request.POST.get("reason", ""),
        "refused": error is not None,
        "stale": "sheet_changed" in codes or _overtaken(found, half),
        "conflicts": conflicts,
        "version": table.version,
    }


def note_of(table: Table) -> NoteField:
    """The field of a note with what is kept."""
    return NoteField(typed=table.note, seen=seen.shown(table, ["note"]))


def half_of(fields: Mapping[str, str]) -> dict[str, str]:
    """Those of the fields of a page that are kept while they are not saved."""
    return {
        name: value for name, value in fields.items() if name.startswith(_HALF_TYPED) and len(value) <= _LONGEST_FIELD
    }


def half_game(table: Table, user: User, number: int) -> dict[str, str]:
    """What a person typed of one full game without saving it, by the names of its fields; `was` is what he saw there.

    One query.
    """
    prefix = f"game-{number}-"
    half = half_typed(table, user)
    return {name.removeprefix(prefix): value for name, value in half.items() if name.startswith(prefix)}


def forget_game(table: Table, user: User, number: int, *, now: datetime) -> None:
    """Forget what was half typed of one full game: now it is saved."""
    half = half_typed(table, user)
    kept = {name: value for name, value in half.items() if not name.startswith(f"game-{number}-")}
    keep_typing(table=table, user=user, now=now, typed=kept)


def versions_of(found: Assessment, *, number: int, typed: TypedRow, form: GameForm) -> GameVersions:
    """A full game that two people typed, in both versions: what stands on the sheet, and what `form` has sent."""
    there = row_there(found.data, number)
    theirs = {} if there is None else form.worded(fields_of_record(there.record) if there.record else None)
    mine = form.worded(fields_of_record(typed.record) if typed.record else None)
    return game_versions(found, number=number, typed=typed, theirs=theirs, mine=mine)


def way_of(request: DeskRequest, found: Assessment) -> str:
    """The way rows are typed: as chosen just now, as the sheet was typed so far, as this person typed the last one."""
    chosen = request.POST.get("way", "")
    if chosen in notation.WAYS:
        return chosen
    typed = [game.entry for game in found.data.games if game.pk is not None and game.entry != Entry.FULL]
    if typed:
        return _WAYS.get(typed[-1], notation.WINNERS)
    kept = request.session.get("way", notation.WINNERS)
    return kept if kept in notation.WAYS else notation.WINNERS


def _show_confirmed(request: DeskRequest, found: Assessment, *, note: NoteField | None = None) -> HttpResponse:
    """The page of a sheet that counts, with what happened to it."""
    table = found.data.table
    steps = lines_of_sheet(table, by=request.actor)
    context = {
        "table": table,
        "depth": found.data.depth,
        "paper": paper(found, with_missing=True),
        "steps": steps,
        "corrections": [line for line in steps if line.entry.what == "sheet_corrected"],
        "note": note or note_of(table),
    }
    return render(request, "tournament/sheets/confirmed.html", context, status=422 if note else 200)


def _refused_note(request: DeskRequest, table: Table, error: RuleError) -> NoteField:
    """What was typed stays in the field; sent once more, it takes the place of the note that the refusal has named."""
    stale = {problem.field for problem in error.problems if problem.code == "stale_value"}
    kept = seen.shown_again(table, ["note"], sent=request.POST.get(seen.FIELD, ""), stale=stale)
    return NoteField(typed=request.POST.get("note", ""), seen=kept, errors=tuple(texts(error)))


def _kept_beside(request: DeskRequest, table: Table, user: User) -> dict[str, str]:
    """What stays kept of a sheet: the page of one full game speaks of nothing else, that of the sheet of no full game.

    The page of a game that nobody touched only says that it is open.
    """
    half = half_typed(table, user)
    if "game" not in request.POST:
        return {name: value for name, value in half.items() if name.startswith("game-")}
    of_game = f"game-{request.POST['game']}-"
    touched = any(name.startswith(of_game) for name in request.POST)
    return {name: value for name, value in half.items() if not (touched and name.startswith(of_game))}


def _unsaved(fields: Mapping[str, str]) -> dict[int | str, tuple[str, str]]:
    """Rows and totals of the foot that say something else than the clerk saw in them: their text and what he saw."""
    return {
        _key(name): (text, fields.get(f"was-{name[4:]}", ""))
        for name, text in fields.items()
        if name.startswith("row-") and text.strip() != fields.get(f"was-{name[4:]}")
    }


def readable_foot(fields: Mapping[str, str]) -> dict[int, WrittenTotal]:
    """The totals of the foot among kept fields; none while one of them cannot be read."""
    try:
        return typed_foot(fields)
    except RuleError:
        return {}


def _key(field: str) -> int | str:
    """The number of a row, or "foot-" and a position, from the name of its field."""
    key = field.removeprefix("row-")
    number = whole_number(key, digits=3)
    return key if number is None else number


def _said(problems: Sequence[Problem]) -> dict[int | str, list[Remark]]:
    """What was refused of rows just sent, by their fields. What two people typed stands in a table of its own."""
    said: dict[int | str, list[Remark]] = {}
    for problem in problems:
        if (problem.field or "").startswith("row-") and problem.code not in _TWO_VERSIONS:
            remark = Remark(text=text(problem), refuses=True, section=problem.section)
            said.setdefault(_key(problem.field or ""), []).append(remark)
    return said


def _overtaken(found: Assessment, half: Mapping[str, str]) -> bool:
    """Whether totals that were kept half typed would go over others that were saved since."""
    form = TotalsForm(found.data, half)
    return half.get("version") not in (None, str(found.data.table.version)) and any(
        each.seat.total is not None and each.value != str(each.seat.total) for each in form.fields
    )


def _sentences(error: RuleError | None, shown: Paper) -> list[str]:
    """The sentences of a refusal that do not stand on the page already."""
    there = {remark.text for remark in shown.all_remarks}
    problems: tuple[Problem, ...] = error.problems if error else ()
    apart = [problem for problem in problems if problem.code not in _TWO_VERSIONS]
    return [sentence for problem in apart if (sentence := text(problem)) not in there]
