"""Pages for what went wrong: always a sentence and a way on, never a bare number."""

import secrets
import sys
from collections.abc import Mapping
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error as DatabaseFault
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string

from tournament.accounts import GrowingDelay
from tournament.messages.troubles import TROUBLES
from tournament.roles import PAGES
from tournament.troubles import trouble_of
from tournament.uploads import CutOff

# Never shown back, whatever form it was.
_SECRET = ("password", "pin", "csrfmiddlewaretoken", "next")
# What a page sends along without anybody having typed it.
_UNTYPED = frozenset({"seen", "version", "attempt", "way"})
_LONGEST_SHOWN = 100_000


def _error(request: HttpRequest, *, status: int, template: str, **context: object) -> HttpResponse:
    return render(request, f"errors/{template}.html", context, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form is from yesterday or from another login: nothing was saved, and what was typed is shown again."""
    page = request.resolver_match.url_name if request.resolver_match else None
    logged_out = page in PAGES and not request.user.is_authenticated
    return _error(request, status=403, template="stale_form", typed=_typed(request), logged_out=logged_out)


def _typed(request: HttpRequest) -> list[str]:
    """What somebody typed into a form that cannot be taken, so that it need not be typed anew."""
    values = [
        value
        for name, found in request.POST.lists()
        if name not in _UNTYPED and not name.startswith("initial-")
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
    """A request the desk cannot read, or of which only a part arrived."""
    cut_off = isinstance(exception, CutOff | MultiPartParserError | UnreadablePostError)
    return _error(request, status=400, template="bad_request", cut_off=cut_off)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Logged in, but with another role."""
    return _error(request, status=403, template="forbidden")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """No such page, or a tournament one has no part in."""
    return _error(request, status=404, template="not_found")


def broken(request: HttpRequest) -> HttpResponse:
    """Trouble with the computer, or our fault; its number stands in the log too. Works without database and session.

    Trouble says what to do and keeps what was typed, to be sent again (503); of a fault there is only the number (500).
    """
    error = sys.exc_info()[1]
    if isinstance(error, UnreadablePostError):
        return bad_request(request, error)
    trouble = trouble_of(error)
    number = 10_000 + secrets.randbelow(90_000)
    request.fault_number = number  # type: ignore[attr-defined]  # read by tournament.logs, where the fault is written
    context = {
        "stylesheet": _stylesheet(),
        "number": number,
        "sentence": TROUBLES[trouble] if trouble else "",
        "typed": _typed_or_nothing(request),
        **(_sent_again(request) if trouble and request.method == "POST" else {}),
    }
    page = HttpResponse(render_to_string("errors/broken.html", context), status=503 if trouble else 500)
    if trouble:
        page.headers["Retry-After"] = "5"
    return page


def _typed_or_nothing(request: HttpRequest) -> list[str]:
    try:
        return _typed(request)
    except (UnreadablePostError, DatabaseFault):
        return []


def _sent_again(request: HttpRequest) -> dict[str, Any]:
    """The same form as hidden fields, to be sent with one button; not where it holds a password or a file."""
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
        token = get_token(request)
    except (UnreadablePostError, DatabaseFault):
        return {}
    fields = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
    if request.FILES or any(secret in name.lower() for name, _value in fields for secret in ("password", "pin")):
        return {}
    return {"again": {"path": request.get_full_path(), "token": token, "fields": fields}}


def _stylesheet() -> str:
    try:
        return str(staticfiles_storage.url("tournament/app.css"))
    except ValueError:
        # The static files were never collected; the page stands without them.
        return ""
