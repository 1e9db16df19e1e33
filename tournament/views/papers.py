"""The print page: every paper and file of the tournament that has something to say, with its choices."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from csp.decorators import csp_exempt
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from scoring.errors import Problem, RuleError
from tournament.draw.sizes import table_sizes
from tournament.draw.values import Fives
from tournament.forms.papers import PaperForm
from tournament.models import Participant, Publication, PublicationKind, Round
from tournament.queries import participants as people_queries
from tournament.queries.rounds import rounds_of
from tournament.queries.standings import listed
from tournament.queries.teams import categories, teams
from tournament.reports import (
    cash,
    certificates,
    cross_table,
    csv_files,
    listing,
    name_badges,
    prizes,
    qr_poster,
    referee_report,
    round_results,
    rule_sheet,
    score_sheets,
    seat_cards,
    seating,
    solos,
    standings,
    table_signs,
    workbook,
)
from tournament.roles import BOOK, DOOR, OFFICE, Role
from tournament.tables.standings import TeamsTable
from tournament.views import paper_lists, paper_money, paper_people, paper_sheets
from tournament.views.access import DeskRequest, office, say
from tournament.views.addresses import for_others, qr_picture, reaches_others

_TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One paper asked for: the request, the choices made, the round if the paper is about one."""

    request: DeskRequest
    now: datetime
    choices: dict[str, Any]
    round: Round | None = None

    @property
    def looks(self) -> dict[str, Any]:
        """Size of letters and copies, as far as the paper leaves a choice."""
        names = {"font": "font_percent", "copies": "copies", "per_page": "per_page"}
        return {name: self.choices[choice] for choice, name in names.items() if choice in self.choices}

    @property
    def of_round(self) -> Round:
        """The round. Raises Http404 where the tournament has none yet."""
        if self.round is None:
            raise Http404
        return self.round


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """One paper or file. `about` is the group it stands in; `choices` are the fields of its form."""

    title: str | Promise
    about: str
    make: Callable[[Order], bytes]
    choices: tuple[str, ...] = ()
    per_page: tuple[int, ...] = ()
    kind: str = "pdf"
    roles: frozenset[Role] = field(default=OFFICE)

    @property
    def needs_round(self) -> bool:
        return "round" in self.choices


GROUPS: dict[str, Promise] = {
    "seats": gettext_lazy("Before the round: seats"),
    "sheets": gettext_lazy("On the tables"),
    "results": gettext_lazy("Results"),
    "event": gettext_lazy("About the event"),
    "files": gettext_lazy("Files"),
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
    form = _form(request, name, found, rounds, data=request.GET)
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
        "address": _public_address(request),
        "code": qr_picture(_public_address(request)),
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
    name = " – ".join((request.tournament.name, title)).replace("/", "-").replace("\\", "-")
    response = HttpResponse(data, content_type=_TYPES[kind])
    response["Content-Disposition"] = content_disposition_header(kind != "pdf", f"{name}.{kind}") or "inline"
    response["Cache-Control"] = "no-store"
    return response


def _public_address(request: DeskRequest) -> str:
    return for_others(request, reverse("public_home", args=[request.tournament.slug]))


def _personal_address(request: DeskRequest) -> Callable[[Participant], str]:
    """The page of each player, for the QR code of his card; none while no phone could open it."""
    if not reaches_others(request):
        return lambda _one: ""
    return lambda one: for_others(request, reverse("public_person", args=[request.tournament.slug, one.number]))


def _seating(order: Order, by: seating.Order) -> bytes:
    return seating.build(paper_people.seating_of(order.of_round, now=order.now), order=by, **order.looks)


def _lots(order: Order) -> bytes:
    tournament = order.request.tournament
    players = len(people_queries.present(tournament))
    fives = Fives(tournament.fives) if tournament.fives != Fives.NUMBER else Fives.NEEDED
    try:
        sizes = table_sizes(players=players, fives=fives)
    except RuleError as error:
        raise RuleError([Problem(code="lots_unseatable", params={"players": players})]) from error
    return seat_cards.build(paper_people.lots(tournament, sizes=sizes, now=order.now), **order.looks)


def _signs(order: Order) -> bytes:
    signs = paper_people.signs_of(
        order.of_round, tables=order.choices["tables"], names=order.choices["names"], now=order.now
    )
    return table_signs.build(signs, **order.looks)


def _standings(order: Order) -> bytes:
    found = paper_lists.standings_of(
        order.request.tournament,
        number=order.choices["round"],
        category=order.choices["category"],
        now=order.now,
    )
    return standings.build(found, **order.looks)


def _certificates(order: Order) -> bytes:
    tournament = order.request.tournament
    found = paper_lists.certificates_of(tournament, number=order.choices["round"], places=order.choices["places"])
    logo = bytes(tournament.logo) if tournament.logo else None
    return certificates.build(found, design=certificates.Design(order.choices["design"]), logo=logo, **order.looks)


def _poster(order: Order) -> bytes:
    tournament = order.request.tournament
    poster = qr_poster.Poster(
        event=tournament.name,
        heading=_("Where do I sit?"),
        url=_public_address(order.request),
        sentences=(_("Scan with the phone's camera, type any part of your name: table, seat, results, standings."),),
    )
    return qr_poster.build([poster], **order.looks)


def _teams_csv(order: Order) -> bytes:
    found = listed(order.request.tournament)
    headings, *rows = TeamsTable(teams(found), [column.number for column in found.columns]).as_values()
    return csv_files.build(
        listing.Listing(
            name=_("Teams"), headings=tuple(str(heading) for heading in headings), rows=tuple(map(tuple, rows))
        )
    )


PAPERS: dict[str, Paper] = {
    "seating-by-name": Paper(
        title=gettext_lazy("Seating by name"),
        about="seats",
        choices=("round", "font", "copies"),
        make=lambda order: _seating(order, seating.Order.NAME),
    ),
    "seating-by-table": Paper(
        title=gettext_lazy("Seating by table"),
        about="seats",
        choices=("round", "font", "copies"),
        make=lambda order: _seating(order, seating.Order.TABLE),
    ),
    "seating-by-room": Paper(
        title=gettext_lazy("Seating by room"),
        about="seats",
        choices=("round", "font", "copies"),
        make=lambda order: _seating(order, seating.Order.ROOM),
    ),
    "seat-cards": Paper(
        title=gettext_lazy("Seat cards"),
        about="seats",
        choices=("round", "copies"),
        make=lambda order: seat_cards.build(
            paper_people.cards_of(order.of_round, now=order.now, address=_personal_address(order.request)),
            **order.looks,
        ),
    ),
    "lots": Paper(title=gettext_lazy("Lots for the hat"), about="seats", choices=("copies",), make=_lots),
    "score-sheets": Paper(
        title=gettext_lazy("Score sheets"),
        about="sheets",
        choices=("round", "tables", "per_page", "copies"),
        per_page=(1, 2),
        make=lambda order: score_sheets.build(
            paper_sheets.empty_sheets(order.of_round, tables=order.choices["tables"], now=order.now), **order.looks
        ),
    ),
    "blank-sheets": Paper(
        title=gettext_lazy("Blank score sheets"),
        about="sheets",
        choices=("size", "copies"),
        make=lambda order: score_sheets.build(
            [paper_sheets.blank_sheet(order.request.tournament, size=order.choices["size"], now=order.now)],
            **order.looks,
        ),
    ),
    "table-signs": Paper(
        title=gettext_lazy("Table signs"),
        about="sheets",
        choices=("round", "tables", "names", "per_page", "copies"),
        per_page=(1, 2, 4),
        make=_signs,
    ),
    "standings": Paper(
        title=gettext_lazy("Standings"),
        about="results",
        choices=("round", "category", "font", "copies"),
        make=_standings,
    ),
    "round-results": Paper(
        title=gettext_lazy("Results by table"),
        about="results",
        choices=("round", "font", "copies"),
        make=lambda order: round_results.build(paper_sheets.results_of(order.of_round, now=order.now), **order.looks),
    ),
    "typed-sheets": Paper(
        title=gettext_lazy("Score sheets as typed"),
        about="results",
        choices=("round", "tables", "per_page", "copies"),
        per_page=(1, 2),
        make=lambda order: score_sheets.build(
            paper_sheets.typed_sheets(order.of_round, tables=order.choices["tables"], now=order.now), **order.looks
        ),
    ),
    "cross-table": Paper(
        title=gettext_lazy("Who met whom"),
        about="results",
        choices=("font", "copies"),
        make=lambda order: cross_table.build(
            paper_people.cross_table_of(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "solos": Paper(
        title=gettext_lazy("Solo statistics"),
        about="results",
        choices=("font", "copies"),
        make=lambda order: solos.build(
            paper_sheets.solo_statistics(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "certificates": Paper(
        title=gettext_lazy("Certificates"),
        about="results",
        choices=("round", "places", "design", "copies"),
        make=_certificates,
    ),
    "prizes": Paper(
        title=gettext_lazy("Prize list"),
        about="results",
        choices=("font", "copies"),
        make=lambda order: prizes.build(paper_money.prizes_of(order.request.tournament, now=order.now), **order.looks),
    ),
    "receipts": Paper(
        title=gettext_lazy("Receipts for the prizes"),
        about="results",
        choices=("copies",),
        make=lambda order: prizes.build_receipts(
            paper_money.receipts_of(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "rules": Paper(
        title=gettext_lazy("Rules of the event"),
        about="event",
        choices=("font", "copies"),
        make=lambda order: rule_sheet.build(
            paper_lists.rules_of(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "poster": Paper(
        title=gettext_lazy("Poster for the public page"),
        about="event",
        choices=("copies",),
        make=_poster,
    ),
    "badges": Paper(
        title=gettext_lazy("Name badges"),
        about="event",
        choices=("font", "copies"),
        make=lambda order: name_badges.build(
            paper_people.badges_of(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "cash": Paper(
        title=gettext_lazy("Cash report"),
        about="event",
        choices=("font", "copies"),
        roles=DOOR,
        make=lambda order: cash.build(paper_lists.cash_of(order.request.tournament, now=order.now), **order.looks),
    ),
    "referee-report": Paper(
        title=gettext_lazy("Referee's report"),
        about="event",
        choices=("font", "copies"),
        roles=BOOK,
        make=lambda order: referee_report.build(
            paper_lists.referee_report_of(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "workbook": Paper(
        title=gettext_lazy("Whole tournament"),
        about="files",
        kind="xlsx",
        make=lambda order: workbook.build(paper_lists.workbook_of(order.request.tournament, now=order.now)),
    ),
    "standings-csv": Paper(
        title=gettext_lazy("Standings"),
        about="files",
        kind="csv",
        make=lambda order: csv_files.build(
            listing.standings_list(paper_lists.standings_of(order.request.tournament, number=None, now=order.now))
        ),
    ),
    "teams-csv": Paper(title=gettext_lazy("Teams"), about="files", kind="csv", make=_teams_csv),
    "players-csv": Paper(
        title=gettext_lazy("Players"),
        about="files",
        kind="csv",
        make=lambda order: csv_files.build(
            listing.participants_list(paper_lists.participant_lines(order.request.tournament))
        ),
    ),
    "seating-csv": Paper(
        title=gettext_lazy("Who sits where"),
        about="files",
        kind="csv",
        choices=("round",),
        make=lambda order: csv_files.build(
            listing.seating_list(paper_people.seating_of(order.of_round, now=order.now))
        ),
    ),
    "results-csv": Paper(
        title=gettext_lazy("Results by table"),
        about="files",
        kind="csv",
        make=lambda order: csv_files.build(
            listing.tables_list(paper_sheets.table_lines(paper_sheets.assessed(order.request.tournament)))
        ),
    ),
    "games-csv": Paper(
        title=gettext_lazy("All games"),
        about="files",
        kind="csv",
        make=lambda order: csv_files.build(
            listing.games_list(paper_sheets.table_lines(paper_sheets.assessed(order.request.tournament)))
        ),
    ),
    "penalties-csv": Paper(
        title=gettext_lazy("Penalties"),
        about="files",
        kind="csv",
        roles=BOOK,
        make=lambda order: csv_files.build(
            listing.penalties_list(paper_sheets.penalty_lines(order.request.tournament))
        ),
    ),
}
"""Every paper and file by its address, in the order of the page."""
