"""Pages for what went wrong: always a sentence and a way on, never a bare number."""

from collections.abc import Mapping
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tournament.accounts import GrowingDelay

# Never shown back, whatever form it was.
_SECRET = ("password", "pin", "csrfmiddlewaretoken", "next")
_LONGEST_SHOWN = 100_000


def _error(request: HttpRequest, *, status: int, template: str, **context: object) -> HttpResponse:
    return render(request, f"errors/{template}.html", context, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form is from yesterday or from another login: nothing was saved, and what was typed is shown again."""
    return _error(request, status=403, template="stale_form", typed=_typed(request))


def _typed(request: HttpRequest) -> list[str]:
    """What somebody typed into a form that cannot be taken, so that it need not be typed anew."""
    values = [
        value
        for name, found in request.POST.lists()
        if not any(secret in name.lower() for secret in _SECRET)
        for value in found
        if value.strip()
    ]
    return values if sum(map(len, values)) <= _LONGEST_SHOWN else []


def locked_out(
    request: HttpRequest, response: HttpResponse | None = None, credentials: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Too many wrong passwords for this name from this address; says how long to wait."""
    seconds = 0
    throttle = AxesProxyHandler.get_implementation()
    if isinstance(throttle, GrowingDelay):
        seconds = throttle.seconds_left(request, dict(credentials or {}))
    page = _error(request, status=429, template="locked_out", seconds=seconds, minutes=-(-seconds // 60))
    page.headers["Retry-After"] = str(seconds)
    return page


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request the desk cannot read."""
    return _error(request, status=400, template="bad_request")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Logged in, but with another role."""
    return _error(request, status=403, template="forbidden")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """No such page, or a tournament one has no part in."""
    return _error(request, status=404, template="not_found")


def broken(request: HttpRequest) -> HttpResponse:
    """Our fault. Rendered without the request's context, which may be what broke."""
    return HttpResponse(render_to_string("errors/broken.html", {"stylesheet": _stylesheet()}), status=500)


def _stylesheet() -> str:
    try:
        return str(staticfiles_storage.url("tournament/app.css"))
    except ValueError:
        # The static files were never collected; the page stands without them.
        return ""
