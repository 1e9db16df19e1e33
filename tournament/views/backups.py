"""Backups in the browser: one button into one file, and back."""

from typing import Any

from django.conf import settings
from django.contrib import messages as notes
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament import backup_folders, server
from tournament.backup_file import MAX_FILE_BYTES
from tournament.forms.backups import BackupsForm
from tournament.messages import text, texts
from tournament.messages.backups import WHYS
from tournament.roles import PAGES
from tournament.services.backup import bring_back, replaced_by, save_backup
from tournament.views.access import DeskRequest, administration, administrator, office


@office
def backup(request: DeskRequest) -> HttpResponse:
    """The backups of this tournament in the data folder, newest first, and how they are made."""
    return _page(request, form=_form())


@office
@require_POST
def backup_now(request: DeskRequest) -> HttpResponseBase:
    """Write a backup into the data folder and hand the same file to the browser."""
    try:
        path = save_backup(request.tournament, why="hand", now=timezone.now())
        return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)
    except OSError as error:
        notes.error(request, server.reason_of(error, folder=settings.BACKUP_DIR))
        return redirect("backup", request.tournament.slug)


@office
@require_POST
def backup_choose(request: DeskRequest) -> HttpResponse:
    """How often, and where else; with a folder that can be written the newest backup goes there at once."""
    form = _form(request)
    if form.is_valid():
        try:
            values = form.cleaned_data
            backup_folders.choose(minutes=values["minutes"], second=values.get("second", "").strip())
            backup_folders.catch_up(request.tournament.slug)
            notes.success(request, _("Saved."))
            return redirect("backup", request.tournament.slug)
        except RuleError as error:
            for problem in error.problems:
                form.add_error(problem.field, text(problem))
        except OSError as error:
            form.add_error(None, server.reason_of(error, folder=settings.DATA_DIR))
    return _page(request, form=form, status=422)


@office
def backup_file(request: DeskRequest, name: str) -> HttpResponseBase:
    """One of the files of the list."""
    for path in backup_folders.files_of(request.tournament.slug):
        if path.name == name:
            return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)
    raise Http404


@administration
@require_http_methods(["GET", "POST"])
def backup_restore(request: HttpRequest) -> HttpResponse:
    """Bring a tournament back from its file; one that is here already stays beside it, after a question."""
    errors: list[str] = []
    existing = None
    if request.method == "POST":
        try:
            data = _uploaded(request)
            existing = replaced_by(data)
            if existing is None or request.POST.get("keep_old"):
                by = administrator(request)
                tournament = bring_back(data, by=by, now=timezone.now())
                notes.success(request, _("%(name)s is back.") % {"name": tournament.name})
                return redirect("desk", tournament.slug)
        except RuleError as error:
            errors = texts(error)
    return render(
        request,
        "tournament/backups/restore.html",
        {"errors": errors, "existing": existing},
        status=422 if request.method == "POST" else 200,
    )


def _form(request: DeskRequest | None = None) -> BackupsForm:
    return BackupsForm(
        request.POST if request is not None else None,
        choice=backup_folders.choice(),
        second_is_fixed=bool(settings.BACKUP_COPY_DIR),
    )


def _page(request: DeskRequest, *, form: BackupsForm, status: int = 200) -> HttpResponse:
    slug = request.tournament.slug
    context = {
        "files": [_listed(path.name) for path in backup_folders.files_of(slug)],
        "behind": request.tournament.journal_number - (backup_folders.newest_number(slug) or 0),
        "choice": backup_folders.choice(),
        "second_is_there": backup_folders.second_is_there(),
        "second_lacks": backup_folders.second_lacks(slug),
        "form": form,
        "may_choose": request.role in PAGES["backup_choose"],
    }
    return render(request, "tournament/backups/backup.html", context, status=status)


def _listed(name: str) -> dict[str, Any]:
    """A backup as the page lists it."""
    saved = backup_folders.Saved.named(name)
    return {"name": name, "at": saved.at, "why": WHYS.get(saved.why, "")}


def _uploaded(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None:
        raise RuleError([Problem(code="backup_missing")])
    if (file.size or 0) > MAX_FILE_BYTES:
        raise RuleError([Problem(code="backup_too_large")])
    return file.read()
