"""What every request carries along: the language of the page, and when a person was last here."""

import logging
from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone, translation

from tournament.sessions import SessionStore
from tournament.troubles import trouble_of
from tournament.uploads import check_whole

log = logging.getLogger("dokodesk")

GetResponse = Callable[[HttpRequest], HttpResponse]


class KeptAnswerMiddleware(SessionMiddleware):
    """Sessions whose saving never hides what was done: the work is in the database, only a notice may be lost."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """The answer, with the session saved where the disk and the database allow it."""
        try:
            return super().process_response(request, response)
        except (OperationalError, SessionInterrupted) as error:
            if not _is_trouble(error):
                raise
            log.warning("A session could not be kept", exc_info=True)
            return response


def _is_trouble(error: BaseException | None) -> bool:
    """Whether the database is behind it: Django calls a session that it could not write one that was deleted."""
    while error is not None:
        if trouble_of(error) is not None:
            return True
        error = error.__context__
    return False


class LanguageMiddleware:
    """Activates the language kept in the session, German otherwise, so that no cookie beyond the session is needed."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.session.get("language", settings.LANGUAGE_CODE)
        with translation.override(chosen):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", chosen)
        return response


class VisitMiddleware:
    """Notes who was here when, for the list of who is logged in."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        try:
            cast(SessionStore, request.session).note_visit(timezone.now())
        except OperationalError:
            # A full disk or a locked database must not take the page away that was just made.
            log.warning("The time of a visit could not be kept", exc_info=True)
        return response


class PlainTextMiddleware:
    """Takes forms that arrived whole only, and without NUL: nobody means it, and PostgreSQL cannot store it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        check_whole(request)
        for name in ("GET", "POST"):
            given: QueryDict = getattr(request, name)
            if any("\x00" in text for key, values in given.lists() for text in (key, *map(str, values))):
                plain = QueryDict(mutable=True)
                for key, values in given.lists():
                    plain.setlist(key.replace("\x00", ""), [str(value).replace("\x00", "") for value in values])
                setattr(request, name, plain)
        return self.get_response(request)
