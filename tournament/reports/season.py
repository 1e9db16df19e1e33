"""The season list on paper: ranks, the total of each evening, what counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from tournament.reports import wording
from tournament.reports.grid import Column, Row
from tournament.reports.lists import build_list
from tournament.reports.page import Frame, Paper, scaled
from tournament.reports.people import Person

_SIZE = 11
_PER_RULE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """One person; `cells` has an entry per evening: the total (None: not played) and whether it counts."""

    rank: int
    shared: bool
    person: Person
    cells: tuple[tuple[int | None, bool], ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonList:
    """The list with the days of its evenings; `best` is how many count, None for all."""

    frame: Frame
    days: tuple[date, ...]
    lines: tuple[SeasonLine, ...]
    best: int | None = None


def build(season: SeasonList, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF; totals that do not count stand in brackets."""
    columns = [
        Column(heading=_("Rank"), align="right"),
        Column(heading=_("Name"), grows=True, bold=True, minimum=9.5),
        Column(heading=_("Club"), grows=True, grey=True, minimum=6),
        *(Column(heading=wording.day_and_month(day), align="right") for day in season.days),
        Column(heading=_("Total"), align="right", bold=True),
    ]
    return build_list(
        frame=season.frame,
        title=_("Season list"),
        columns=columns,
        sections=[_rows(season.lines)],
        paper=paper,
        size=scaled(_SIZE, font_percent),
        copies=copies,
        remark=_("In brackets: does not count. – : not played.") if season.best else _("– : not played."),
    )


def _rows(lines: Sequence[SeasonLine]) -> list[Row]:
    return [
        Row(
            cells=(
                wording.rank(line.rank, shared=line.shared),
                line.person.listed,
                line.person.club,
                *(_cell(total, counts=counts) for total, counts in line.cells),
                wording.number(line.total),
            ),
            ruled=index % _PER_RULE == 0,
        )
        for index, line in enumerate(lines, start=1)
    ]


def _cell(total: int | None, *, counts: bool) -> str:
    return wording.number(total) if counts or total is None else f"({wording.number(total)})"
