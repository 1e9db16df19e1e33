"""Every paper and file of a tournament: its title, its choices, and how it is made from the desk's rows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import Problem, RuleError
from tournament.draw.sizes import table_sizes
from tournament.draw.values import Fives
from tournament.models import Participant, Round
from tournament.queries import participants as people_queries
from tournament.queries.standings import listed
from tournament.queries.teams import teams
from tournament.reports import (
    cash,
    certificates,
    cross_table,
    csv_files,
    listing,
    listing_money,
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
from tournament.reports.page import Paper as PaperSize
from tournament.reports.workbook_lines import TableLine
from tournament.roles import BOOK, DOOR, OFFICE, Role
from tournament.tables.standings import TeamsTable
from tournament.views import paper_lists, paper_money, paper_people, paper_sheets
from tournament.views.access import DeskRequest
from tournament.views.addresses import for_others, reaches_others


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One paper asked for: the request, the choices made, the round if the paper is about one."""

    request: DeskRequest
    now: datetime
    choices: dict[str, Any]
    round: Round | None = None

    @property
    def looks(self) -> dict[str, Any]:
        """Paper, size of letters and copies, as far as there is a choice."""
        names = {"font": "font_percent", "copies": "copies", "per_page": "per_page"}
        looks = {name: self.choices[choice] for choice, name in names.items() if choice in self.choices}
        return looks | ({"paper": PaperSize[self.choices["paper"]]} if "paper" in self.choices else {})

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


def public_address(request: DeskRequest) -> str:
    """The public page as other devices open it."""
    return for_others(request, reverse("public_home", args=[request.tournament.slug]))


def _personal_address(request: DeskRequest) -> Callable[[Participant], str]:
    """The page of each player, for the QR code of his card; none while no phone could open it."""
    if not reaches_others(request):
        return lambda _one: ""
    return lambda one: for_others(request, reverse("public_person", args=[request.tournament.slug, one.number]))


def _seating(order: Order, by: seating.Order) -> bytes:
    found = paper_people.seating_of(order.of_round, tables=order.choices.get("tables", frozenset()), now=order.now)
    return seating.build(found, order=by, **order.looks)


def _lots(order: Order) -> bytes:
    tournament = order.request.tournament
    players = len(people_queries.present(tournament))
    fives = Fives(tournament.fives) if tournament.fives != Fives.NUMBER else Fives.NEEDED
    try:
        sizes = table_sizes(players=players, fives=fives)
    except RuleError as error:
        raise RuleError([Problem(code="lots_unseatable", params={"players": players})]) from error
    address = public_address(order.request) if reaches_others(order.request) else ""
    return seat_cards.build(paper_people.lots(tournament, sizes=sizes, now=order.now, address=address), **order.looks)


def _blank_sheets(order: Order) -> bytes:
    sheet = paper_sheets.blank_sheet(order.request.tournament, size=order.choices["size"], now=order.now)
    return score_sheets.build([sheet] * order.choices["per_page"], **order.looks)


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
    found = paper_lists.certificates_of(
        tournament,
        number=order.choices["round"],
        category=order.choices["category"],
        places=order.choices["places"],
        numbers=order.choices["numbers"],
    )
    logo = bytes(tournament.logo) if tournament.logo else None
    design = certificates.Design(order.choices["design"])
    try:
        return certificates.build(found, design=design, logo=logo, landscape=order.choices["across"], **order.looks)
    except ValueError as error:
        # Only a restored file can hold such a logo: an uploaded one is read when it comes.
        raise RuleError([Problem(code="logo_unreadable")]) from error


def _poster(order: Order) -> bytes:
    tournament = order.request.tournament
    poster = qr_poster.Poster(
        event=tournament.name,
        heading=_("Where do I sit?"),
        url=public_address(order.request),
        sentences=(_("Scan with the phone's camera, type any part of your name: table, seat, results, standings."),),
    )
    return qr_poster.build([poster], **order.looks)


def _teams_list(order: Order) -> listing.Listing:
    found = listed(order.request.tournament)
    headings, *rows = TeamsTable(teams(found), [column.number for column in found.columns]).as_values()
    return listing.Listing(
        name=_("Teams"), headings=tuple(str(heading) for heading in headings), rows=tuple(map(tuple, rows))
    )


def _table_lines(order: Order) -> tuple[TableLine, ...]:
    return paper_sheets.table_lines(paper_sheets.assessed(order.request.tournament))


def _referee_workbook(order: Order) -> bytes:
    report = paper_lists.referee_report_of(order.request.tournament, now=order.now)
    return workbook.build_list(report.frame, listing.incidents_list(report))


def _csv(
    title: Promise,
    lines: Callable[[Order], listing.Listing],
    *,
    choices: tuple[str, ...] = (),
    roles: frozenset[Role] = OFFICE,
) -> Paper:
    """The file of one list."""
    return Paper(
        title=title,
        about="files",
        kind="csv",
        choices=choices,
        roles=roles,
        make=lambda order: csv_files.build(lines(order)),
    )


PAPERS: dict[str, Paper] = {
    "seating-by-name": Paper(
        title=gettext_lazy("Seating by name"),
        about="seats",
        choices=("round", "paper", "font", "copies"),
        make=lambda order: _seating(order, seating.Order.NAME),
    ),
    "seating-by-table": Paper(
        title=gettext_lazy("Seating by table"),
        about="seats",
        choices=("round", "tables", "paper", "font", "copies"),
        make=lambda order: _seating(order, seating.Order.TABLE),
    ),
    "seating-by-room": Paper(
        title=gettext_lazy("Seating by room"),
        about="seats",
        choices=("round", "tables", "paper", "font", "copies"),
        make=lambda order: _seating(order, seating.Order.ROOM),
    ),
    "seat-cards": Paper(
        title=gettext_lazy("Seat cards"),
        about="seats",
        choices=("round", "tables", "font", "copies"),
        make=lambda order: seat_cards.build(
            paper_people.cards_of(
                order.of_round,
                tables=order.choices["tables"],
                now=order.now,
                address=_personal_address(order.request),
            ),
            **order.looks,
        ),
    ),
    "lots": Paper(
        title=gettext_lazy("Lots for the hat"),
        about="seats",
        choices=(
            "font",
            "copies",
        ),
        make=_lots,
    ),
    "score-sheets": Paper(
        title=gettext_lazy("Score sheets"),
        about="sheets",
        choices=("round", "tables", "per_page", "font", "copies"),
        per_page=(1, 2),
        make=lambda order: score_sheets.build(
            paper_sheets.empty_sheets(order.of_round, tables=order.choices["tables"], now=order.now), **order.looks
        ),
    ),
    "blank-sheets": Paper(
        title=gettext_lazy("Blank score sheets"),
        about="sheets",
        choices=("size", "per_page", "font", "copies"),
        per_page=(1, 2),
        make=_blank_sheets,
    ),
    "table-signs": Paper(
        title=gettext_lazy("Table signs"),
        about="sheets",
        choices=("round", "tables", "names", "per_page", "font", "copies"),
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
        choices=("round", "tables", "font", "copies"),
        make=lambda order: round_results.build(
            paper_sheets.results_of(order.of_round, tables=order.choices["tables"], now=order.now), **order.looks
        ),
    ),
    "typed-sheets": Paper(
        title=gettext_lazy("Score sheets as typed"),
        about="results",
        choices=("round", "tables", "per_page", "font", "copies"),
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
        choices=("round", "category", "places", "numbers", "design", "across", "copies"),
        make=_certificates,
    ),
    "prizes": Paper(
        title=gettext_lazy("Prize list"),
        about="results",
        choices=("paper", "font", "copies"),
        make=lambda order: prizes.build(paper_money.prizes_of(order.request.tournament, now=order.now), **order.looks),
    ),
    "receipts": Paper(
        title=gettext_lazy("Receipts for the prizes"),
        about="results",
        choices=("numbers", "copies"),
        make=lambda order: prizes.build_receipts(
            paper_money.receipts_of(order.request.tournament, numbers=order.choices["numbers"], now=order.now),
            **order.looks,
        ),
    ),
    "rules": Paper(
        title=gettext_lazy("Rules of the event"),
        about="event",
        choices=("paper", "font", "copies"),
        make=lambda order: rule_sheet.build(
            paper_lists.rules_of(order.request.tournament, now=order.now), **order.looks
        ),
    ),
    "poster": Paper(
        title=gettext_lazy("Poster for the public page"),
        about="event",
        choices=("paper", "copies"),
        make=_poster,
    ),
    "badges": Paper(
        title=gettext_lazy("Name badges"),
        about="event",
        choices=("numbers", "font", "copies"),
        make=lambda order: name_badges.build(
            paper_people.badges_of(order.request.tournament, numbers=order.choices["numbers"], now=order.now),
            **order.looks,
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
        make=lambda order: workbook.build(
            paper_lists.workbook_of(order.request.tournament, role=order.request.role, now=order.now)
        ),
    ),
    "standings-csv": _csv(
        gettext_lazy("Standings"),
        lambda order: listing.standings_list(
            paper_lists.standings_of(order.request.tournament, number=None, now=order.now)
        ),
    ),
    "teams-csv": _csv(gettext_lazy("Teams"), _teams_list),
    "players-csv": _csv(
        gettext_lazy("Players"),
        lambda order: listing.participants_list(
            paper_lists.participant_lines(order.request.tournament, role=order.request.role)
        ),
    ),
    "seating-csv": _csv(
        gettext_lazy("Who sits where"),
        lambda order: listing.seating_list(paper_people.seating_of(order.of_round, now=order.now)),
        choices=("round",),
    ),
    "meetings-csv": _csv(
        gettext_lazy("Who met whom"),
        lambda order: listing.meetings_list(paper_people.cross_table_of(order.request.tournament, now=order.now)),
    ),
    "results-csv": _csv(gettext_lazy("Results by table"), lambda order: listing.tables_list(_table_lines(order))),
    "games-csv": _csv(gettext_lazy("All games"), lambda order: listing.games_list(_table_lines(order))),
    "solos-csv": _csv(gettext_lazy("Solos"), lambda order: listing.solos_list(_table_lines(order))),
    "penalties-csv": _csv(
        gettext_lazy("Penalties"),
        lambda order: listing.penalties_list(paper_sheets.penalty_lines(order.request.tournament)),
        roles=BOOK,
    ),
    "referee-report-xlsx": Paper(
        title=gettext_lazy("Referee's report"),
        about="files",
        kind="xlsx",
        roles=BOOK,
        make=_referee_workbook,
    ),
    "referee-report-csv": _csv(
        gettext_lazy("Referee's report"),
        lambda order: listing.incidents_list(paper_lists.referee_report_of(order.request.tournament, now=order.now)),
        roles=BOOK,
    ),
    "prizes-csv": _csv(
        gettext_lazy("Prizes"),
        lambda order: listing_money.prizes_list(paper_money.prizes_of(order.request.tournament, now=order.now)),
    ),
    "fees-csv": _csv(
        gettext_lazy("Fees"),
        lambda order: listing_money.fees_list(paper_lists.cash_of(order.request.tournament, now=order.now)),
        roles=DOOR,
    ),
}
"""Every paper and file by its address, in the order of the page."""
