"""The hall's screens: the office's list of them, and the pages they show by their own links."""

import zlib
from collections.abc import Container
from typing import Any

from django.contrib import messages as notes
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.errors import RuleError
from tournament import seen
from tournament.forms.screens import NoticeForm, ScreenForm
from tournament.messages import text
from tournament.models import Screen, ScreenPage, Tournament
from tournament.queries import clock
from tournament.queries import screens as queries
from tournament.queries.public import public_state
from tournament.services import screens as services
from tournament.views.access import DeskRequest, office
from tournament.views.addresses import for_others, qr_picture, reaches_others
from tournament.views.design import design

TIME_HEADER = "Desk-Time"
"""The desk's clock in milliseconds since 1970, with every answer to a screen: also with "nothing new"."""

_FIRST_ROTATION = [
    {"kind": "seating_names", "seconds": 12},
    {"kind": "clock", "seconds": 20},
    {"kind": "standings", "seconds": 12},
]


@office
@require_http_methods(["GET", "POST"])
def screens(request: DeskRequest) -> HttpResponse:
    """All screens; a new one with its rotation."""
    form = ScreenForm(request.POST or None, initial=ScreenForm.initial_of(_FIRST_ROTATION))
    if request.method == "POST" and form.is_valid():
        try:
            screen, token = services.add_screen(
                tournament=request.tournament,
                name=form.cleaned_data["name"],
                pages=form.pages(),
                dark=form.cleaned_data["dark"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            _put(form, error)
        else:
            return _link(request, screen, token)
    return _screens(request, form=form, notice=NoticeForm(initial={"notice": request.tournament.notice}))


@office
@require_http_methods(["GET", "POST"])
def screen_change(request: DeskRequest, uuid: str) -> HttpResponse:
    """Another name or rotation."""
    screen = get_object_or_404(Screen, tournament=request.tournament, uuid=uuid)
    form = ScreenForm(
        request.POST or None,
        initial={"name": screen.name, "dark": screen.dark, **ScreenForm.initial_of(screen.pages)},
    )
    stale: set[str | None] = set()
    if request.method == "POST" and form.is_valid():
        try:
            services.change_screen(
                screen=screen,
                name=form.cleaned_data["name"],
                pages=form.pages(),
                dark=form.cleaned_data["dark"],
                seen=seen.read(request.POST.get(seen.FIELD, "")),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            _put(form, error)
            screen.refresh_from_db()
            stale = {problem.field for problem in error.problems}
        else:
            notes.success(request, _("The screen takes it over within a few seconds."))
            return redirect("screens", request.tournament.slug)
    shown = seen.shown_again(screen, ["name", "pages", "dark"], sent=request.POST.get(seen.FIELD, ""), stale=stale)
    context = {"screen": screen, "form": form, "seen": shown}
    return render(request, "tournament/screens/change.html", context, status=422 if form.errors else 200)


@office
@require_POST
def screen_link(request: DeskRequest, uuid: str) -> HttpResponse:
    """A new link; the old one is void."""
    screen = get_object_or_404(Screen, tournament=request.tournament, uuid=uuid)
    return _link(request, screen, services.renew_link(screen=screen, by=request.actor, now=timezone.now()))


@office
@require_POST
def screen_revoke(request: DeskRequest, uuid: str) -> HttpResponse:
    """Void the link."""
    screen = get_object_or_404(Screen, tournament=request.tournament, uuid=uuid)
    services.revoke_screen(screen=screen, by=request.actor, now=timezone.now())
    return redirect("screens", request.tournament.slug)


@office
@require_http_methods(["GET", "POST"])
def screen_notice(request: DeskRequest) -> HttpResponse:
    """The notice for all screens and the phones; it is asked for on the page of the screens."""
    if request.method == "GET":
        return redirect("screens", request.tournament.slug)
    form = NoticeForm(request.POST)
    stale: set[str | None] = set()
    if form.is_valid():
        try:
            services.set_notice(
                tournament=request.tournament,
                notice=form.cleaned_data["notice"],
                seen=seen.read(request.POST.get(seen.FIELD, "")),
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            stale = {problem.field for problem in error.problems}
            if None in stale:
                raise
            for problem in error.problems:
                form.add_error(problem.field, text(problem))
        else:
            notes.success(request, _("Screens and phones take it over within half a minute."))
            return redirect("screens", request.tournament.slug)
    rotation = ScreenForm(initial=ScreenForm.initial_of(_FIRST_ROTATION))
    return _screens(request, form=rotation, notice=form, stale=stale)


@office
def screen_plan(request: DeskRequest) -> HttpResponse:
    """The plan of the day, planned and real."""
    lines = queries.day_plan(request.tournament, now=timezone.now())
    return render(request, "tournament/screens/plan.html", {"lines": lines})


@login_not_required
@require_safe
def screen_show(request: HttpRequest, token: str) -> HttpResponse:
    """What a screen shows; asked again and again, it answers 304 after one query while the hall stands still.

    Unlike a page of the public it also moves with the time and with the sheets that are handed in.
    """
    screen = queries.screen_of(services.hash_of(token))
    if screen is None:
        raise Http404
    tournament, now = screen.tournament, timezone.now()
    found = queries.hall(tournament, now=now)
    moving = queries.moving(screen, found, now=now)
    shown = (tournament.public_version, screen.pages, screen.dark, moving, get_language(), design())
    tag = f'"{tournament.pk}-{zlib.crc32(repr(shown).encode()):x}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", TIME_HEADER: str(clock.milliseconds(now))}
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers=headers)
    slides = queries.slides(screen, found=found, now=now)
    place = _slide_at(slides, int(now.timestamp()))
    context: dict[str, Any] = {
        "screen": screen,
        "event": tournament,
        "round": found.round,
        "slides": slides,
        "now_slide": place,
        "kind": slides[place].kind.value if slides else "",
        "now_ms": clock.milliseconds(now),
    }
    if found.round is not None:
        context |= {
            "clock": clock.clock_of(found.round),
            "faces": clock.faces(found.round, found.timed, now=now, warn_minutes=tournament.warn_minutes),
            "solos": queries.owed_solos(tournament, found.timed, now=now),
        }
    if any(slide.kind is ScreenPage.STANDINGS for slide in slides):
        context["shown"] = public_state(tournament).shown
    return HttpResponse(render_to_string("tournament/screens/show.html", context, request), headers=headers)


def _screens(
    request: DeskRequest, *, form: ScreenForm, notice: NoticeForm, stale: Container[str | None] = ()
) -> HttpResponse:
    """The page of the screens with the form of the notice and that of a new screen."""
    current = Tournament.objects.only("notice").get(pk=request.tournament.pk)
    sent = request.POST.get(seen.FIELD, "")
    tournament = request.tournament
    no_plan = not tournament.plan_public or not queries.day_plan(tournament, now=timezone.now())
    context = {
        "screens": [
            {
                "screen": screen,
                "pages": [ScreenPage(page["kind"]).label for page in screen.pages],
                "without_plan": no_plan and any(page["kind"] == ScreenPage.PLAN for page in screen.pages),
            }
            for screen in Screen.objects.filter(tournament=request.tournament).order_by("name", "pk")
        ],
        "form": form,
        "notice": notice,
        "notice_seen": seen.shown_again(current, ["notice"], sent=sent, stale=stale),
    }
    status = 422 if form.errors or notice.errors else 200
    return render(request, "tournament/screens/screens.html", context, status=status)


def _slide_at(slides: list[queries.Slide], second: int) -> int:
    """Which slide a screen without scripts shows at a second: then the time of day turns the pages."""
    whole = sum(slide.seconds for slide in slides)
    place = second % whole if whole else 0
    for number, slide in enumerate(slides):
        if place < slide.seconds:
            return number
        place -= slide.seconds
    return 0


def _link(request: DeskRequest, screen: Screen, token: str) -> HttpResponse:
    address = for_others(request, reverse("screen_show", args=[token]))
    context = {
        "screen": screen,
        "address": address,
        "qr": qr_picture(address),
        "reaches_others": reaches_others(request),
    }
    return render(request, "tournament/screens/link.html", context)


def _put(form: ScreenForm, error: RuleError) -> None:
    for problem in error.problems:
        form.add_error(None, text(problem))
