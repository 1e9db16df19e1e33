"""Backups in the browser: one button into one file, and back."""

from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib import messages as notes
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.backup_file import MAX_FILE_BYTES, SUFFIX
from tournament.messages import texts
from tournament.models import User
from tournament.roles import Role
from tournament.services.backup import backup_before, describe, restore, save_backup
from tournament.views.access import DeskRequest, administration, office, origin


@office
def backup(request: DeskRequest) -> HttpResponse:
    """The backups of this tournament in the data folder, newest first."""
    return render(request, "tournament/backups/backup.html", {"files": _files(request.tournament.slug)})


@office
@require_POST
def backup_now(request: DeskRequest) -> HttpResponseBase:
    """Write a backup into the data folder and hand the same file to the browser."""
    path = save_backup(request.tournament, why="hand", now=timezone.now())
    return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)


@office
def backup_file(request: DeskRequest, name: str) -> HttpResponseBase:
    """One of the files of the list."""
    for path in _files(request.tournament.slug):
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
        now = timezone.now()
        try:
            data = _uploaded(request)
            existing = describe(data)
            if existing is None or request.POST.get("keep_old"):
                if existing is not None:
                    backup_before(existing, why="restore", now=now)
                by = Actor(user=cast(User, request.user), role=Role.ADMINISTRATOR, origin=origin(request))
                tournament = restore(data, by=by, now=now)
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


def _uploaded(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None:
        raise RuleError([Problem(code="backup_missing")])
    if (file.size or 0) > MAX_FILE_BYTES:
        raise RuleError([Problem(code="backup_too_large")])
    return file.read()


def _files(slug: str) -> list[Path]:
    folder = Path(settings.BACKUP_DIR) / slug
    return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name, reverse=True) if folder.is_dir() else []
