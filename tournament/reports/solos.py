"""Solo statistics: who played which solo how often, and how they ended."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.reports import wording
from tournament.reports.grid import Column, Row
from tournament.reports.lists import build_list
from tournament.reports.page import Frame, Paper, scaled
from tournament.reports.people import Person

_SIZE = 10.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloCount:
    """Solos of one kind."""

    played: int = 0
    won: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloLine:
    """One person; `by_kind` has one entry per kind of the statistics, `mandatory` counts those that were owed."""

    person: Person
    by_kind: tuple[SoloCount, ...]
    mandatory: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SoloStatistics:
    """`kinds` are the headings: "♣", "♠", "♥", "♦", or words ("Damen")."""

    frame: Frame
    kinds: tuple[str, ...]
    lines: tuple[SoloLine, ...]
    note: str = ""


def build(statistics: SoloStatistics, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF: per person and kind "won/played", with sums over the field in the last row.

    Kinds that nobody played have no column; a single one would say the same as the sum of all.
    """
    statistics = _without_empty_kinds(statistics)
    columns = [
        Column(heading=_("No."), align="right", grey=True),
        Column(heading=_("Name"), grows=True, minimum=10),
        *(Column(heading=kind, align="center") for kind in statistics.kinds),
        Column(heading=_("Won/ played"), align="center", bold=True),
        Column(heading=_("Mandatory"), align="center"),
        Column(heading=_("Points"), align="right", bold=True),
    ]
    rows = [_row(line) for line in statistics.lines]
    if rows:
        rows[-1] = replace(rows[-1], ruled=True)
        rows.append(_sums(statistics))
    return build_list(
        frame=statistics.frame,
        title=_("Solo statistics"),
        columns=columns,
        sections=[rows],
        paper=paper,
        size=scaled(_SIZE, font_percent),
        copies=copies,
        remark=statistics.note or _("Each field: solos won / solos played."),
    )


def _without_empty_kinds(statistics: SoloStatistics) -> SoloStatistics:
    """The statistics with those kinds only that tell something."""
    places = [
        place for place in range(len(statistics.kinds)) if any(line.by_kind[place].played for line in statistics.lines)
    ]
    if not places:
        return statistics
    kinds = tuple(statistics.kinds[place] for place in places)
    lines = tuple(replace(line, by_kind=tuple(line.by_kind[place] for place in places)) for line in statistics.lines)
    return replace(statistics, kinds=kinds, lines=lines)


def total(counts: Iterable[SoloCount]) -> SoloCount:
    """The counts added up."""
    counts = tuple(counts)
    return SoloCount(
        played=sum(count.played for count in counts),
        won=sum(count.won for count in counts),
        points=sum(count.points for count in counts),
    )


def _share(count: SoloCount) -> str:
    return f"{count.won}/{count.played}" if count.played else ""


def _row(line: SoloLine) -> Row:
    together = total(line.by_kind)
    number = line.person.digits
    counts = (*(_share(count) for count in line.by_kind), _share(together))
    return Row(cells=(number, line.person.listed, *counts, str(line.mandatory), wording.number(together.points)))


def _sums(statistics: SoloStatistics) -> Row:
    """What the whole field played."""
    kinds = [total(column) for column in zip(*(line.by_kind for line in statistics.lines), strict=True)]
    together = total(kinds)
    mandatory = sum(line.mandatory for line in statistics.lines)
    counts = (*(_share(count) for count in kinds), _share(together))
    return Row(cells=("", _("All"), *counts, str(mandatory), wording.number(together.points)), bold=True, joined=True)
