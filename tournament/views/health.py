"""The health page for a watchdog and for a director who wants to know, and the log to be read and sent."""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament import logs
from tournament.queries.health import answers, examine
from tournament.views.access import administration

_LINES = 200


@login_not_required
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 while the database answers, 503 otherwise; nothing about the tournaments."""
    well = answers()
    return JsonResponse({"well": well}, status=200 if well else 503)


@administration
@require_safe
def health_report(request: HttpRequest) -> HttpResponse:
    """What the doctor says, as a page."""
    return render(request, "tournament/health.html", {"findings": examine(now=timezone.now())})


@administration
@require_safe
def log_page(request: HttpRequest) -> HttpResponse:
    """The newest lines of the log, newest entry last as in the file."""
    context = {"lines": logs.last_lines(_LINES), "path": logs.older_file(0), "details": settings.LOG_DETAILS}
    return render(request, "tournament/log.html", context)


@administration
@require_safe
def log_file(request: HttpRequest) -> HttpResponseBase:
    """All that is kept of the log as one file to be sent."""
    name = f"dokodesk-log-{timezone.localtime():%Y%m%d-%H%M}.txt"
    answer = HttpResponse(logs.whole_log(), content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
