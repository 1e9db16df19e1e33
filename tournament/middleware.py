"""The language of a page: what the person chose, German otherwise, whatever the browser says."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


class LanguageMiddleware:
    """Activates the language kept in the session, so that no cookie beyond the session is needed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.session.get("language", settings.LANGUAGE_CODE)
        with translation.override(chosen):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", chosen)
        return response
