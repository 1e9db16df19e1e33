"""Reading in a list: choose or paste it, look at it, keep it. Between the steps nothing is saved.

What was read travels in the form itself, signed, so that no file and no list stays behind when somebody walks away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages as notes
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.errors import Problem, RuleError
from tournament.forms.participants import COLUMN_LABELS, ListForm, columns_from
from tournament.imports.columns import Column
from tournament.imports.files import MOST_BYTES, Grid, Line, read_file, read_text, refusal
from tournament.imports.rows import Row, divided, proposed_columns, read_rows
from tournament.messages import text
from tournament.queries import participants
from tournament.services.participants import register_participants
from tournament.views.access import DeskRequest, office
from tournament.views.participants import has_fees, head

_SALT = "list of players"
_MOST_SECONDS = 18 * 60 * 60


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the list as the person decided about it."""

    place: int
    row: Row
    taken: bool
    double: str
    """Of a doubtful row: "" leave out, "same" fill in what is missing, "another" register."""
    problems: tuple[str, ...]


@office
@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: DeskRequest) -> HttpResponse:
    """A list of players, read and shown; kept only by the last button."""
    if request.method != "POST":
        return _start(request, ListForm())
    if "state" in request.POST:
        return _looked_at(request)
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _start(request, form)
    try:
        grid = _read(form)
    except RuleError as error:
        form.refuse(error)
        return _start(request, form)
    return _preview(request, grid, columns=proposed_columns(grid))


def _read(form: ListForm) -> Grid:
    upload = form.cleaned_data["file"]
    if upload is not None:
        # The size is known before a byte is read.
        if upload.size > MOST_BYTES:
            raise refusal("file_too_large", most=MOST_BYTES // (1024 * 1024))
        return read_file(upload.read())
    return read_text(form.cleaned_data["pasted"])


def _start(request: DeskRequest, form: ListForm) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "tournament/participants/import.html", head(request) | {"form": form}, status=status)


def _looked_at(request: DeskRequest) -> HttpResponse:
    """The preview sent back: with other columns it is shown again, else what is ticked is kept."""
    try:
        grid = _opened(request.POST["state"], request)
    except signing.BadSignature:
        form = ListForm({})
        form.add_error(None, _("This preview is too old. Please choose the list once more; nothing was saved."))
        return _start(request, form)
    columns = columns_from(request.POST, grid.width, proposed_columns(grid))
    if "keep" not in request.POST:
        return _preview(request, grid, columns=columns)
    choices = _choices(
        request, read_rows(grid, columns, surroundings=participants.known_surroundings(request.tournament))
    )
    ticked = set(request.POST.getlist("take"))
    overtaken = [choice for choice in choices if str(choice.place) in ticked and choice.row.is_doubtful]
    if any(not choice.double for choice in overtaken):
        sentence = _("Line %(line)s: this name was registered meanwhile. Please decide.")
        problems = [sentence % {"line": choice.row.line} for choice in overtaken if not choice.double]
        return _preview(request, grid, columns=columns, problems=problems)
    taken = [choice for choice in choices if choice.taken or choice.double == "another"]
    merges = {
        choice.row.same.number: choice.row.registration
        for choice in choices
        if choice.double == "same" and choice.row.same is not None
    }
    try:
        if not taken and not merges:
            raise refusal("list_nothing_ticked")
        made = register_participants(
            tournament=request.tournament,
            registrations=[choice.row.registration for choice in taken],
            merges=merges,
            others={place for place, choice in enumerate(taken) if choice.double == "another"},
            check_in="here" in request.POST,
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        return _preview(request, grid, columns=columns, problems=_named(error, taken))
    _report(request, made=len(made), merged=len(merges))
    return redirect("participants", request.tournament.slug)


def _named(error: RuleError, taken: Sequence[Choice]) -> list[str]:
    """The sentences of a refusal, each with the line of the list it is about."""
    return [
        _("Line %(line)s: %(sentence)s") % {"line": taken[problem.row - 1].row.line, "sentence": text(problem)}
        if problem.row
        else text(problem)
        for problem in error.problems
    ]


def _report(request: DeskRequest, *, made: int, merged: int) -> None:
    notes.success(
        request,
        ngettext("%(count)s player is registered.", "%(count)s players are registered.", made) % {"count": made},
    )
    if merged:
        sentence = ngettext("%(count)s player was filled in.", "%(count)s players were filled in.", merged)
        notes.success(request, sentence % {"count": merged})


def _choices(request: DeskRequest, rows: Sequence[Row]) -> list[Choice]:
    """The rows with the decisions sent; rows not shown before are decided as proposed."""
    sent = request.POST
    offered = set(sent.get("offered", "").split())
    ticked = set(sent.getlist("take"))
    choices = []
    for place, row in enumerate(rows):
        key = str(place)
        formula = any(problem.code == "list_name_is_formula" for problem in row.warnings)
        free = not row.errors and not row.is_doubtful
        double = sent.get(f"double_{place}", "") if row.is_doubtful else ""
        choices.append(
            Choice(
                place=place,
                row=row,
                taken=free and (key in ticked if key in offered else not formula),
                double=double if double in ("another", "same") and (double != "same" or row.same) else "",
                problems=tuple(text(problem) for problem in (*row.errors, *row.warnings)),
            )
        )
    return choices


def _preview(
    request: DeskRequest, grid: Grid, *, columns: Sequence[Column], problems: Sequence[str] = ()
) -> HttpResponse:
    rows = read_rows(grid, columns, surroundings=participants.known_surroundings(request.tournament))
    choices = _choices(request, rows)
    heading, lines = divided(grid)
    samples = [
        next((line.cells[place] for line in lines if place < len(line.cells) and line.cells[place]), "")
        for place in range(grid.width)
    ]
    context = head(request) | {
        "state": _closed(grid, request),
        "heading": heading,
        "columns": [
            {
                "place": place,
                "heading": heading.cells[place] if heading and place < len(heading.cells) else "",
                "sample": samples[place],
                "chosen": column.value,
            }
            for place, column in enumerate(columns)
        ],
        "labels": [
            (column.value, label)
            for column, label in COLUMN_LABELS.items()
            if column is not Column.LINE or grid.whole_lines
        ],
        "notes": [text(note) for note in grid.notes],
        "problems": problems,
        "doubtful": [choice for choice in choices if choice.row.is_doubtful],
        "faulty": [choice for choice in choices if choice.row.errors],
        "ready": [choice for choice in choices if not choice.row.errors and not choice.row.is_doubtful],
        "offered": " ".join(
            str(choice.place) for choice in choices if not choice.row.errors and not choice.row.is_doubtful
        ),
        "taken": sum(choice.taken for choice in choices),
        "here": "here" in request.POST,
        "fees": has_fees(request),
        "nameless": not {Column.SURNAME, Column.NAME, Column.LINE} & set(columns),
    }
    return render(request, "tournament/participants/preview.html", context, status=422 if problems else 200)


def _closed(grid: Grid, request: DeskRequest) -> str:
    """The grid as text that only this installation can have written, for this tournament."""
    content = {
        "tournament": str(request.tournament.uuid),
        "whole_lines": grid.whole_lines,
        "lines": [[line.number, *line.cells] for line in grid.lines],
        "notes": [[note.code, dict(note.params)] for note in grid.notes],
    }
    return signing.dumps(content, salt=_SALT, compress=True)


def _opened(state: str, request: DeskRequest) -> Grid:
    """The grid that was closed. Raises BadSignature: altered, too old, or of another tournament."""
    content: dict[str, Any] = signing.loads(state, salt=_SALT, max_age=_MOST_SECONDS)
    if content["tournament"] != str(request.tournament.uuid):
        raise signing.BadSignature
    return Grid(
        lines=tuple(Line(number=number, cells=tuple(cells)) for number, *cells in content["lines"]),
        whole_lines=content["whole_lines"],
        notes=tuple(Problem(code=code, params=params) for code, params in content["notes"]),
    )
