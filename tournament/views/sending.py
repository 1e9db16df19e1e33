"""A form that is sent twice counts once, and whoever sent it reads the answer to the first.

mark     what tells one shown page from the next: its token, which is new each time, with all that was typed into it
answer   of the first request; kept for a minute by this process only, as it may hold a link that is shown once
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.contrib import messages as notes
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournament.actors import SentForm

_KEPT_SECONDS = 60
_MOST_BYTES = 100_000
# The first request has written, but may still be making its page.
_PATIENCE_SECONDS = 2.0
_STEP_SECONDS = 0.05
# As long as the database is waited for.
_LONGEST_SECONDS = 20


def sent_form(request: HttpRequest) -> SentForm | None:
    """The form of this request; None for a request without a page's token, which no double click sends."""
    token = request.POST.get("csrfmiddlewaretoken", "") if request.method == "POST" else ""
    if not token:
        return None
    known: SentForm | None = getattr(request, "_sent_form", None)
    if known is None:
        files = [(name, file.name, file.size) for name, found in request.FILES.lists() for file in found]
        typed = repr((request.get_full_path(), sorted(request.POST.lists()), sorted(files)))
        known = SentForm(mark=salted_hmac("tournament.views.sending", typed).hexdigest()[:24])
        request._sent_form = known  # type: ignore[attr-defined]  # one form per request, whoever asks for it
    return known


def kept_answer(form: SentForm | None, answer: HttpResponseBase, *, done: bool = False) -> HttpResponseBase:
    """The answer; that to a form which has changed something (or is `done`) is kept for a second one."""
    small = isinstance(answer, HttpResponse) and len(answer.content) <= _MOST_BYTES
    if form is not None and small and (form.entries or done):
        kept = (answer.status_code, answer.headers.get("Location", ""), cast(HttpResponse, answer).content)
        cache.set(_key(form), kept, _KEPT_SECONDS)
    return answer


@contextmanager
def one_at_a_time(form: SentForm | None) -> Iterator[None]:
    """Let the second of two same forms wait until this process has answered the first."""
    if form is None:
        yield
        return
    busy = f"busy-{form.mark}"
    until = time.monotonic() + _LONGEST_SECONDS
    while not cache.add(busy, True, _LONGEST_SECONDS) and time.monotonic() < until:
        time.sleep(_STEP_SECONDS)
    try:
        yield
    finally:
        cache.delete(busy)


def is_answered(form: SentForm | None) -> bool:
    """Whether this process has answered the same form already."""
    return form is not None and cache.get(_key(form)) is not None


def first_answer(request: HttpRequest, form: SentForm | None, *, instead: str) -> HttpResponse:
    """What the first of two requests was answered, with a note; the page `instead` where that is not known here."""
    kept = None
    until = time.monotonic() + _PATIENCE_SECONDS
    while form is not None and kept is None and time.monotonic() < until:
        kept = cache.get(_key(form))
        time.sleep(0 if kept else _STEP_SECONDS)
    status, location, content = kept or (302, instead, b"")
    if status != 302:
        return HttpResponse(content, status=status)
    notes.info(request, _("This was sent twice; it counts once. To do it again, open the page anew."))
    return redirect(location)


def _key(form: SentForm) -> str:
    return f"sent-{form.mark}"
