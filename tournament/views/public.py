"""The pages for everybody: where do I sit, my results, the standings, all seats. No login, no cookie.

A page depends on the public state alone, so that its ETag is the state's number: a phone that asks again is answered
from one row. What passes with time (the rest of the round) is an instant in the page; the phone counts towards it.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.models import Tournament
from tournament.public_pages import person_context, seats_context, standings_context
from tournament.queries.clock import milliseconds, public_reason
from tournament.queries.kept import Kept
from tournament.queries.public import PublicState, PublicTable, public_state
from tournament.views.design import design

_LONGEST_SEARCH = 250
"""No name has so many letters."""
_MOST_FOUND = 20
"""A search shows no more people than this; more letters find fewer."""


class PublicRequest(HttpRequest):
    """A request of the public with the tournament it is about."""

    public: Tournament
    etag: str


View = Callable[..., HttpResponse]

_PAGES: Kept[bytes] = Kept(512)
"""Pages as they were sent, by all they depend on: at the moment of publication three hundred phones ask at once."""


def public(view: View) -> View:
    """A page of the public: answers 304 from one row while nothing public has changed."""

    @login_not_required
    @require_safe
    @wraps(view)
    def answered(request: HttpRequest, slug: str, **kwargs: object) -> HttpResponse:
        # A row of three columns: most phones are answered from it, and a whole row takes three times as long.
        found = Tournament.objects.filter(slug=slug).values_list("pk", "uuid", "public_version").first()
        if found is None:
            raise Http404
        pk, uuid, version = found
        etag = f'W/"{pk}-{version}-{get_language()}-{design():x}"'
        response = get_conditional_response(request, etag=etag)
        if response is None:
            asked = cast(PublicRequest, request)
            asked.etag = etag

            def made() -> HttpResponse:
                asked.public = get_object_or_404(Tournament.objects.defer("logo"), pk=pk)
                return view(asked, **kwargs)

            response = _kept(asked, made, uuid=uuid)
        if response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        return response

    return answered


def _kept(request: PublicRequest, view: Callable[[], HttpResponse], *, uuid: UUID) -> HttpResponse:
    """The page as it was sent last time, while nothing has changed; searches are made anew each time."""
    if request.GET:
        return view()
    key = (uuid, request.etag, request.path, request.session.get("theme"))
    page = _PAGES.peek(key)
    if page is None:
        response = view()
        if response.status_code != HTTPStatus.OK:
            return response
        page = _PAGES.get(key, lambda: response.content)
    return HttpResponse(page)


@public
def public_home(request: PublicRequest) -> HttpResponse:
    """The search; one hit opens the page of that player at once."""
    state = public_state(request.public)
    words = request.GET.get("name", "")
    found = state.find(words) if len(words) <= _LONGEST_SEARCH else []
    if len(found) == 1:
        return redirect("public_person", request.public.slug, found[0].number)
    return _page(request, "home", state, words=words, found=found[:_MOST_FOUND], more=len(found) > _MOST_FOUND)


@public
def public_person(request: PublicRequest, number: int) -> HttpResponse:
    """My seat in large type, the neighbours, my results."""
    state = public_state(request.public)
    if number not in state.people:
        raise Http404
    context = person_context(state, number)
    table = context["table"]
    return _page(request, "person", state, **context, clock=_clock(table) if table is not None else None)


@public
def public_standings(request: PublicRequest) -> HttpResponse:
    """The standings as far as they are shown."""
    state = public_state(request.public)
    return _page(request, "standings", state, **standings_context(state))


@public
def public_seats(request: PublicRequest) -> HttpResponse:
    """Everybody's seat by name, for those who would rather read a list."""
    state = public_state(request.public)
    return _page(request, "seats", state, **seats_context(state))


def _page(request: PublicRequest, name: str, state: PublicState, **context: object) -> HttpResponse:
    values = {"event": request.public, "etag": request.etag, "state": state, "here": name, **context}
    return render(request, f"tournament/public/{name}.html", values)


def forget() -> None:
    """Drop all pages that are kept."""
    _PAGES.forget()


def _clock(seated: PublicTable) -> dict[str, object]:
    """What the page says of the time of a table: only what stays true until the next public change."""
    table, clock = seated.clock, seated.clock.clock
    if clock.is_running:
        now = timezone.now()
        end, solos = table.end(now), table.solos_from(now)
        return {
            "runs": True,
            "end": end,
            "ends": None if end is None else milliseconds(end),
            "extra": table.extra,
            "reasons": list(dict.fromkeys(public_reason(extension) for extension in seated.extensions)),
            "solos_from": None if solos is None else milliseconds(solos),
        }
    if clock.paused is not None and clock.ended is None:
        left = table.remaining(clock.paused)
        return {"stands": True, "minutes": None if left is None else max(0, -(-left // 60))}
    return {"over": clock.ended is not None}
