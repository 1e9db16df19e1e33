"""The columns of the standings: one definition for the screen and the files.

cell  what stands in one place of the screen: its class names and its text
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.messages.standings import CRITERIA, NOTES
from tournament.queries.public import Seen
from tournament.queries.scores import Column as HeldRound
from tournament.queries.scores import Score, State
from tournament.queries.standings import Row
from tournament.queries.teams import TeamRow
from tournament.templatetags.desk import MINUS, signed_text

Cell = tuple[str, str]


class Column(tables.Column):
    """A column that makes its cell straight from the row: resolving accessors takes most of the time of a long list."""

    def __init__(
        self,
        heading: str | Promise,
        *,
        kind: str,
        text: Callable[[Any], str],
        value: Callable[[Any], Any],
        **options: Any,
    ) -> None:
        super().__init__(verbose_name=heading, accessor="pk", empty_values=(), orderable=False, **options)
        self.kind = SafeString(kind)  # nosec B703  # a class name of our own code
        self._minus = SafeString(f"{kind} minus")  # nosec B703  # likewise
        self.text = text
        self._value = value

    def cell(self, row: Any) -> Cell:
        """Class names and text for the screen."""
        text = self.text(row)
        return (self._minus if text[:1] == MINUS else self.kind), text

    def value(self, record: Any) -> Any:
        """What stands in a file: numbers as numbers."""
        return self._value(record)


class LeanTable(tables.Table):
    """A table whose template loops over `lines`, nothing more."""

    class Meta:
        template_name = "tournament/standings/table.html"
        orderable = False

    def heads(self) -> list[Cell]:
        """Class names and heading of each column."""
        return [(column.column.kind, str(column.header)) for column in self.columns]

    def lines(self) -> Iterator[list[Cell]]:
        """The cells of each row."""
        cells = [column.column.cell for column in self.columns]
        for row in self.data.data:
            yield [cell(row) for cell in cells]


class StandingsTable(LeanTable):
    """The standings after some rounds; columns that would be empty are left out."""

    rank = Column(gettext_lazy("Rank"), kind="rank", text=lambda row: _number(row.rank), value=lambda row: row.rank)
    name = Column(
        gettext_lazy("Name"), kind="name", text=lambda row: row.participant.name, value=lambda row: row.participant.name
    )
    number = Column(
        gettext_lazy("No."),
        kind="startno",
        text=lambda row: str(row.participant.number),
        value=lambda row: row.participant.number,
    )
    club = Column(gettext_lazy("Club"), kind="club", text=lambda row: _club(row), value=lambda row: _club(row))
    penalties = Column(
        gettext_lazy("of these penalties"),
        kind="num part",
        text=lambda row: signed_text(row.penalties) if row.penalties else "",
        value=lambda row: row.penalties,
    )
    deductions = Column(
        gettext_lazy("Deduction"),
        kind="num part",
        text=lambda row: signed_text(-row.deductions) if row.deductions else "",
        value=lambda row: -row.deductions,
    )
    solos = Column(
        gettext_lazy("Mandatory solos"),
        kind="num part",
        text=lambda row: _number(row.solos),
        value=lambda row: row.solos,
    )
    total = Column(
        gettext_lazy("Total"), kind="total", text=lambda row: signed_text(row.total), value=lambda row: row.total
    )
    remark = Column(gettext_lazy("Note"), kind="why", text=lambda row: remark(row), value=lambda row: remark(row))

    def __init__(self, rows: Sequence[Row], columns: Sequence[HeldRound]) -> None:
        rounds = [
            (f"round_{column.number}", _round_column(place, column.number, counts=column.counts))
            for place, column in enumerate(columns)
        ]
        names = ["rank", "name", "number", "club", *(name for name, _column in rounds)]
        needed = {
            "penalties": any(row.penalties for row in rows),
            "deductions": any(row.deductions for row in rows),
            "solos": any(row.solos for row in rows),
            "total": True,
            "remark": any(remark(row) for row in rows),
        }
        super().__init__(
            rows,
            extra_columns=rounds,
            sequence=[*names, *needed],
            exclude=[name for name, wanted in needed.items() if not wanted],
        )


class PublicStandingsTable(LeanTable):
    """The standings as everybody may see them: names as they are shown, no penalties, no duties."""

    rank = StandingsTable.base_columns["rank"]
    total = StandingsTable.base_columns["total"]

    def __init__(self, rows: Sequence[Row], columns: Sequence[HeldRound], *, people: Mapping[UUID, Seen]) -> None:
        rounds = [
            (f"round_{column.number}", _round_column(place, column.number, counts=column.counts))
            for place, column in enumerate(columns)
        ]
        name = _seen_column(_("Name"), "name", lambda row: _public_name(row, people))
        club = _seen_column(_("Club"), "club", lambda row: _public_club(row, people))
        note = _seen_column(_("Note"), "why", _public_remark)
        super().__init__(
            rows,
            extra_columns=[("name", name), ("club", club), *rounds, ("remark", note)],
            sequence=["rank", "name", "club", *(key for key, _column in rounds), "total", "remark"],
            exclude=[] if any(_public_remark(row) for row in rows) else ["remark"],
        )


class TeamsTable(LeanTable):
    """Teams by the sum of their members."""

    rank = Column(gettext_lazy("Rank"), kind="rank", text=lambda row: _number(row.rank), value=lambda row: row.rank)
    name = Column(gettext_lazy("Team"), kind="name", text=lambda row: row.name, value=lambda row: row.name)
    members = Column(gettext_lazy("Players"), kind="club", text=lambda row: row.spoken, value=lambda row: row.spoken)
    total = Column(
        gettext_lazy("Total"), kind="total", text=lambda row: signed_text(row.total), value=lambda row: row.total
    )

    def __init__(self, rows: Sequence[TeamRow], columns: Sequence[int]) -> None:
        rounds = [(f"round_{number}", _team_column(place, number)) for place, number in enumerate(columns)]
        super().__init__(
            rows, extra_columns=rounds, sequence=["rank", "name", "members", *(name for name, _c in rounds), "total"]
        )


def score_text(score: Score | None) -> str:
    """One round of one participant: points, … while the sheet is open, – where the round was missed."""
    if score is None:
        return ""
    if score.state is State.OPEN:
        return "…"
    if score.state is State.MISSED:
        return f"({signed_text(score.points)})" if score.points else "–"
    return signed_text(score.points)


def remark(row: Row) -> str:
    """What parted the row from equal totals, and what else is to be said of it."""
    parts = [str(NOTES[row.note])] if row.note else []
    if row.criterion:
        decided = str(CRITERIA[row.criterion])
        parts.append(decided if row.value is None else f"{decided} {worth(row)}")
    return ", ".join(parts)


def _seen_column(heading: str, kind: str, text: Callable[[Row], str]) -> Column:
    return Column(heading, kind=kind, text=text, value=text)


def _public_name(row: Row, people: Mapping[UUID, Seen]) -> str:
    seen = people.get(row.participant.uuid)
    return (seen.name if seen else "") or _("No. %(number)s") % {"number": row.participant.number}


def _public_club(row: Row, people: Mapping[UUID, Seen]) -> str:
    seen = people.get(row.participant.uuid)
    return seen.club if seen else ""


def _public_remark(row: Row) -> str:
    """As `remark`; a deduction is named, for else the rounds would not add up to the total."""
    parts = [remark(row)]
    if row.deductions:
        parts.append(_("deduction %(points)s") % {"points": signed_text(-row.deductions)})
    return ", ".join(part for part in parts if part)


def worth(row: Row) -> str:
    """What the row had in the criterion that parted it."""
    return signed_text(row.value) if row.criterion in ("last_round", "best_round") else str(row.value)


def _round_column(place: int, number: int, *, counts: bool) -> Column:
    heading = _("Round %(number)s") % {"number": number}
    return Column(
        heading if counts else _("%(round)s (does not count)") % {"round": heading},
        kind="num part" if counts else "num part apart",
        text=lambda row: score_text(row.scores[place]),
        value=lambda row: row.scores[place].points if row.scores[place] else None,
    )


def _team_column(place: int, number: int) -> Column:
    return Column(
        _("Round %(number)s") % {"number": number},
        kind="num part",
        text=lambda row: signed_text(row.rounds[place]),
        value=lambda row: row.rounds[place],
    )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _club(row: Row) -> str:
    return row.participant.club.name if row.participant.club else ""
