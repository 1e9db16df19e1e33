"""The season list: several tournaments in one, to be looked at, printed and taken along."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.forms.season import SeasonForm
from tournament.models import Tournament, User
from tournament.queries.season import Season, season
from tournament.queries.tournaments import open_to
from tournament.reports import csv_files
from tournament.reports import season as season_paper
from tournament.reports.listing import Listing, Value
from tournament.reports.page import Frame
from tournament.views.access import administration
from tournament.views.downloads import disposition
from tournament.views.paper_people import person

# As many as a club holds in years, the newest first.
_OFFERED = 120


@administration
@require_safe
def season_list(request: HttpRequest) -> HttpResponse:
    """Choose the evenings, see the list."""
    return _page(request, *_chosen(request))


@administration
@require_safe
def season_pdf(request: HttpRequest) -> HttpResponse:
    """The list of the same evenings on paper; without any, the page that asks for them."""
    return _file(request, "pdf", "application/pdf", _pdf)


@administration
@require_safe
def season_csv(request: HttpRequest) -> HttpResponse:
    """The list of the same evenings for Excel; without any, the page that asks for them."""
    return _file(request, "csv", "text/csv; charset=utf-8", _csv)


def _file(
    request: HttpRequest, kind: str, content_type: str, make: Callable[[Season, str, int | None], bytes]
) -> HttpResponse:
    form, offered, found = _chosen(request)
    if found is None:
        return _page(request, form, offered, found)
    name = form.cleaned_data["name"] or _("Season list")
    response = HttpResponse(make(found, name, form.cleaned_data["best"]), content_type=content_type)
    response["Content-Disposition"] = disposition(name, kind)
    response["Cache-Control"] = "no-store"
    return response


def _page(
    request: HttpRequest, form: SeasonForm, offered: list[tuple[Tournament, bool]], found: Season | None
) -> HttpResponse:
    context = {"form": form, "offered": offered, "season": found, "query": request.GET.urlencode()}
    return render(request, "tournament/tournaments/season.html", context, status=422 if form.errors else 200)


def _chosen(request: HttpRequest) -> tuple[SeasonForm, list[tuple[Tournament, bool]], Season | None]:
    """The form as sent, the tournaments with whether each is ticked, and the list if there are evenings."""
    tournaments = list(open_to(cast(User, request.user))[:_OFFERED])
    form = SeasonForm(request.GET or None, tournaments=tournaments)
    ticked = set(request.GET.getlist("evening"))
    offered = [(one, one.slug in ticked) for one in tournaments]
    if not form.is_valid() or not form.cleaned_data["evening"]:
        return form, offered, None
    evenings = [one for one, chosen in offered if chosen]
    return form, offered, season(evenings, best=form.cleaned_data["best"])


def _pdf(found: Season, name: str, best: int | None) -> bytes:
    return season_paper.build(
        season_paper.SeasonList(
            frame=Frame(event=name, printed_at=timezone.localtime()),
            days=tuple(evening.date for evening in found.evenings),
            lines=tuple(
                season_paper.SeasonLine(
                    rank=row.rank,
                    shared=row.shared,
                    person=person(row.participant),
                    cells=row.cells,
                    total=row.total,
                )
                for row in found.rows
            ),
            best=best,
        )
    )


def _csv(found: Season, name: str, _best: int | None) -> bytes:
    rows: list[tuple[Value, ...]] = [
        (
            row.rank,
            row.participant.surname,
            row.participant.first_name,
            row.participant.club.name if row.participant.club else "",
            *row.totals,
            row.evenings,
            row.total,
        )
        for row in found.rows
    ]
    headings = (
        _("Rank"),
        _("Surname"),
        _("First name"),
        _("Club"),
        *(evening.name for evening in found.evenings),
        _("Evenings"),
        _("Total"),
    )
    return csv_files.build(Listing(name=name, headings=headings, rows=tuple(rows)))
