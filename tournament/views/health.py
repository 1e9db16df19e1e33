"""The health page: for a watchdog, and for a director who wants to know."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.queries.health import answers, examine
from tournament.views.access import administration


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
