"""Pages for what went wrong: always a sentence and a way on, never a bare number."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def _error(request: HttpRequest, *, status: int, template: str) -> HttpResponse:
    return render(request, f"errors/{template}.html", status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form is from yesterday or from another login: nothing was saved."""
    return _error(request, status=403, template="stale_form")


def locked_out(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Too many wrong passwords from this address."""
    return _error(request, status=429, template="locked_out")


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
    return HttpResponse(render_to_string("errors/broken.html"), status=500)
