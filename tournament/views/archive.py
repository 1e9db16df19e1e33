"""Keeping a tournament that is over: choose its list, look at it, keep it. Between the steps nothing is saved."""

from django.contrib import messages as notes
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import RuleError
from tournament.forms.archive import ArchiveForm
from tournament.imports.archive import Archive, read_archive
from tournament.imports.files import MOST_BYTES, Grid, Line, read_file, refusal
from tournament.messages import text, texts
from tournament.services.archive import keep_archive
from tournament.views.access import administration, administrator

_SALT = "list of a tournament that is over"
_MOST_SECONDS = 18 * 60 * 60


@administration
@require_http_methods(["GET", "POST"])
def archive_new(request: HttpRequest) -> HttpResponse:
    """The list read and shown; kept only by the last button."""
    if request.method != "POST":
        return _page(request, ArchiveForm())
    form = ArchiveForm(request.POST, request.FILES)
    try:
        grid = _grid(request)
        archive = read_archive(grid)
    except RuleError as error:
        return _page(request, form, problems=texts(error))
    except signing.BadSignature:
        sentence = _("This preview is too old. Please choose the list once more; nothing was saved.")
        return _page(request, form, problems=[sentence])
    if "keep" not in request.POST or not form.is_valid():
        return _page(request, form, archive=archive, grid=grid)
    values = {name: form.cleaned_data[name] for name in ArchiveForm.EVENT}
    try:
        tournament = keep_archive(
            **values,
            rounds=archive.rounds,
            rows=archive.rows,
            by=administrator(request),
            now=timezone.now(),
        )
    except RuleError as error:
        return _page(request, form, archive=archive, grid=grid, problems=texts(error))
    notes.success(request, _("The tournament is kept. It is closed: everything can be read and printed."))
    return redirect("standings", tournament.slug)


def _grid(request: HttpRequest) -> Grid:
    """The list: of the file that was chosen, else of the preview sent back. Raises RuleError and BadSignature."""
    upload = request.FILES.get("file")
    if upload is not None:
        if (upload.size or 0) > MOST_BYTES:
            raise refusal("file_too_large", most=MOST_BYTES // (1024 * 1024))
        return read_file(upload.read(), with_rounds=True)
    state = request.POST.get("state", "")
    if not state:
        raise refusal("list_is_empty")
    lines = signing.loads(state, salt=_SALT, max_age=_MOST_SECONDS)
    return Grid(lines=tuple(Line(number, tuple(cells)) for number, *cells in lines))


def _page(
    request: HttpRequest,
    form: ArchiveForm,
    *,
    archive: Archive | None = None,
    grid: Grid | None = None,
    problems: list[str] | None = None,
) -> HttpResponse:
    context: dict[str, object] = {"form": form, "problems": problems or []}
    wrong = bool(problems) or (form.is_bound and not form.is_valid())
    if archive is not None and grid is not None:
        lines = [[line.number, *line.cells] for line in grid.lines]
        context |= {
            "archive": archive,
            "rounds": range(1, archive.rounds + 1),
            "rows": [
                {
                    "row": row,
                    "errors": [text(problem) for problem in row.errors],
                    "warnings": [text(problem) for problem in row.warnings],
                }
                for row in archive.rows
            ],
            "notes": [text(note) for note in (*grid.notes, *archive.notes)],
            "state": signing.dumps(lines, salt=_SALT, compress=True),
        }
        wrong = wrong or bool(archive.faulty)
    return render(request, "tournament/archive/archive.html", context, status=422 if wrong else 200)
