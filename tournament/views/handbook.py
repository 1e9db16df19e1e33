"""The handbook: a page per stage of the day, and all of them as one PDF. `help_address` is what `?` leads to."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament import handbook as book
from tournament.reports import handbook as report
from tournament.views.access import administration

# The stage of an address, by how its name begins; the first that fits holds, so the longer ones stand first.
_STAGES = (
    ("round_clock", "clock"),
    ("round_late", "trouble"),
    ("round", "draw"),
    ("participant", "registration"),
    ("import", "registration"),
    ("check_in", "registration"),
    ("board", "sheets"),
    ("sheet", "sheets"),
    ("desk", "before"),
    ("standings", "standings"),
    ("publication", "standings"),
    ("tie", "standings"),
    ("money", "money"),
    ("close", "closing"),
    ("backup", "closing"),
    ("incident", "penalties"),
    ("paper", "print"),
    ("publish", "files"),
    ("archive", "files"),
    ("season", "files"),
    ("screen", "clock"),
    ("tournament_new", "set_up"),
    ("settings", "set_up"),
    ("helper", "set_up"),
    ("account", "set_up"),
    ("switch_person", "set_up"),
    ("journal", "trouble"),
    ("undo", "trouble"),
    ("health", "trouble"),
    ("log_", "trouble"),
    ("retention", "closing"),
    ("home", "before"),
    ("demo", "before"),
    ("login", "set_up"),
    ("logout", "before"),
    ("handbook", "before"),
)


def stage_of(name: str) -> str | None:
    """The stage that the page of an address belongs to; None for addresses that are not of the office."""
    return next((stage for words, stage in _STAGES if name.startswith(words)), None)


def help_address(name: str) -> str:
    """Where the `?` of a page leads; the contents where the page belongs to no stage."""
    stage = stage_of(name)
    return reverse("handbook_page", args=[stage]) if stage else reverse("handbook")


@administration
@require_safe
def handbook(request: HttpRequest) -> HttpResponse:
    """The contents."""
    return render(request, "tournament/handbook/contents.html", {"pages": book.read_all(language=_language())})


@administration
@require_safe
def handbook_page(request: HttpRequest, *, stage: str) -> HttpResponse:
    """One stage of the day, with the ways to the stages before and after it."""
    if stage not in book.STAGES:
        raise Http404
    pages = book.read_all(language=_language())
    place = book.STAGES.index(stage)
    context = {
        "pages": pages,
        "page": pages[place],
        "before": pages[place - 1] if place else None,
        "after": pages[place + 1] if place + 1 < len(pages) else None,
    }
    return render(request, "tournament/handbook/page.html", context)


@administration
@require_safe
def handbook_pdf(request: HttpRequest) -> HttpResponse:
    """The whole handbook as one PDF."""
    data = report.build(book.read_all(language=_language()), language=_language())
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, f"Dokodesk – {_('Handbook')}.pdf") or "inline"
    return response


def _language() -> str:
    return book.spoken(get_language() or "de")
