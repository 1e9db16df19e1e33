"""The print page: every paper and file of the tournament that has something to say, with its choices."""

from typing import Any
from uuid import UUID

from csp.decorators import csp_exempt
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.errors import RuleError
from tournament.forms.fields import lead_to_error
from tournament.forms.papers import PaperForm
from tournament.models import Publication, PublicationKind, Round
from tournament.queries.rounds import rounds_of
from tournament.queries.standings import listed
from tournament.queries.teams import categories
from tournament.reports import standings
from tournament.views import paper_lists
from tournament.views.access import DeskRequest, office, say
from tournament.views.addresses import qr_picture, reaches_others
from tournament.views.downloads import disposition
from tournament.views.paper_shelf import GROUPS, PAPERS, Order, Paper, public_address

_TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@office
@require_GET
def papers(request: DeskRequest) -> HttpResponse:
    """All papers that this person may print."""
    return _page(request)


@csp_exempt()  # a PDF is shown by the browser's own viewer, which brings its own styles
@office
@require_GET
def paper(request: DeskRequest, name: str) -> HttpResponse:
    """One paper as a file; a choice that does not fit shows the page again with what was typed."""
    found = PAPERS.get(name)
    if found is None:
        raise Http404
    if request.role not in found.roles:
        raise PermissionDenied
    rounds = rounds_of(request.tournament)
    if found.needs_round and not _seated(rounds):
        raise Http404
    # An address kept from before a choice was added, or typed by hand, leaves it as the page does.
    usual = {choice: value for choice, value in _form(request, name, found, rounds).filled().items() if value}
    form = _form(request, name, found, rounds, data={**usual, **request.GET.dict()})
    if not form.is_valid():
        return _page(request, wrong=(name, form))
    number = form.cleaned_data.get("round")
    round_ = next((one for one in rounds if one.number == number), None)
    if round_ is not None:
        round_.tournament = request.tournament
    order = Order(request=request, now=timezone.now(), choices=form.cleaned_data, round=round_)
    try:
        data = found.make(order)
    except RuleError as error:
        say(request, error)
        return redirect("papers", request.tournament.slug)
    title = str(found.title) if round_ is None else f"{found.title} {_('round')} {round_.number}"
    return _file(request, title=title, kind=found.kind, data=data)


@csp_exempt()  # a PDF is shown by the browser's own viewer, which brings its own styles
@office
@require_GET
def paper_publication(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """A list as it hung on the wall."""
    found = get_object_or_404(
        Publication.objects.select_related("round"),
        tournament=request.tournament,
        uuid=uuid,
        kind=PublicationKind.STANDINGS,
    )
    now = timezone.now()
    data = standings.build(paper_lists.published_standings(request.tournament, found, now=now))
    time = timezone.localtime(found.published_at).strftime("%H.%M")
    after = f"{_('round')} {found.round.number}" if found.round is not None else ""
    return _file(request, title=f"{_('Standings')} {after} {time}", kind="pdf", data=data)


def _page(request: DeskRequest, *, wrong: tuple[str, PaperForm] | None = None) -> HttpResponse:
    rounds = rounds_of(request.tournament)
    seated = _seated(rounds)
    if wrong is not None:
        lead_to_error(wrong[1])
    groups = []
    for about, heading in GROUPS.items():
        offered = [
            (name, one, wrong[1] if wrong is not None and wrong[0] == name else _form(request, name, one, rounds))
            for name, one in PAPERS.items()
            if one.about == about and request.role in one.roles and (seated or not one.needs_round)
        ]
        if offered:
            groups.append((heading, offered))
    context = {
        "groups": groups,
        "draft": next((number for number in seated if _is_draft(rounds, number)), None),
        "address": public_address(request),
        "code": qr_picture(public_address(request)),
        "reachable": reaches_others(request),
    }
    return render(request, "tournament/papers/papers.html", context, status=422 if wrong is not None else 200)


def _form(request: DeskRequest, name: str, found: Paper, rounds: list[Round], *, data: Any = None) -> PaperForm:
    return PaperForm(
        data,
        choices=found.choices,
        rounds=_seated(rounds),
        categories=categories(listed(request.tournament).rows),
        per_page=found.per_page,
        auto_id=f"{name}-%s",
    )


def _seated(rounds: list[Round]) -> list[int]:
    """Numbers of the rounds that have seats, drafts too."""
    return [one.number for one in rounds if one.drawn_at is not None]


def _is_draft(rounds: list[Round], number: int) -> bool:
    return any(one.number == number and one.published_at is None for one in rounds)


def _file(request: DeskRequest, *, title: str, kind: str, data: bytes) -> HttpResponse:
    """The file under a name a person would give it; PDFs open in the browser, the others are saved."""
    name = " – ".join((request.tournament.name, title))
    response = HttpResponse(data, content_type=_TYPES[kind])
    response["Content-Disposition"] = disposition(name, kind)
    response["Cache-Control"] = "no-store"
    return response
