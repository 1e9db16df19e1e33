"""The list that hangs on the wall: ranks, points of each round, total."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from django.utils.translation import gettext as _

from tournament.reports import wording
from tournament.reports.grid import Column, Row
from tournament.reports.lists import build_list, sentences_tail
from tournament.reports.page import Frame, Paper, body, scaled
from tournament.reports.people import Person

_SIZE = 11.5
_PER_RULE = 5  # a stronger line every five rows leads the eye


class Mark(StrEnum):
    """How binding the list is."""

    PROVISIONAL = "provisional"
    POSTED = "posted"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """One person's line; `rank` is None for who is listed outside the ranking; `deductions` is zero or negative;
    `penalties` are the signed points that the rounds contain already.

    `rounds` has one entry per round, None for a round not played. `tie` is the value of the criterion that decided
    between equal totals, in words or a number, empty where none was needed. `note` stands small after the name.
    """

    rank: int | None
    person: Person
    rounds: tuple[int | None, ...]
    total: int
    shared: bool = False
    penalties: int = 0
    deductions: int = 0
    tie: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The list after a round, with what makes it binding. `tie_order` names the criteria in their order.

    `categories` explains the marks: (("J", "Juniors"), …). `category` is the word for a list of one category only.
    """

    frame: Frame
    lines: tuple[StandingsLine, ...]
    mark: Mark = Mark.PROVISIONAL
    marked_at: datetime | None = None
    objections_until: datetime | None = None
    director: str = ""
    referee: str = ""
    tie_order: tuple[str, ...] = ()
    category: str = ""
    categories: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def build(
    standings: Standings,
    *,
    paper: Paper = Paper.A4,
    columns: int | None = None,
    font_percent: int = 100,
    copies: int = 1,
) -> bytes:
    """The PDF of the list; `columns` None sets two columns where that saves pages."""
    size = scaled(_SIZE, font_percent)
    shown = _columns(standings)
    sentences, signatures = _closing(standings)
    return build_list(
        frame=standings.frame,
        title=title(standings),
        columns=[column for column, _cell in shown],
        sections=[
            [
                Row(cells=tuple(cell(line) for _column, cell in shown), ruled=index % _PER_RULE == 0)
                for index, line in enumerate(standings.lines, start=1)
            ]
        ],
        paper=paper,
        size=size,
        copies=copies,
        abreast=columns,
        remark=_remark(standings),
        badge=mark_word(standings.mark),
        tail=sentences_tail(sentences, width=body(paper).width, size=size * 0.85, signatures=signatures),
    )


def mark_word(mark: Mark) -> str:
    """The word for how binding the list is."""
    return {
        Mark.PROVISIONAL: _("provisional"),
        Mark.POSTED: _("posted"),
        Mark.FINAL: _("final"),
    }[mark]


def title(standings: Standings) -> str:
    """What the list is: after which round, of which category, or the final one."""
    frame = standings.frame
    if standings.mark is Mark.FINAL and frame.round_number == frame.rounds:
        words = _("Final standings")
    elif frame.round_number is None:
        words = _("Standings")
    else:
        words = _("Standings after round %(round)s") % {"round": frame.round_number}
    return f"{words} – {standings.category}" if standings.category else words


def rank_words(line: StandingsLine) -> str:
    """The rank as the list has it; "–" for who is outside the ranking."""
    return wording.rank(line.rank, shared=line.shared)


def _columns(standings: Standings) -> list[tuple[Column, Callable[[StandingsLine], str]]]:
    """The columns that this list needs, each with the function that fills its cells."""
    lines = standings.lines
    rounds = max((len(line.rounds) for line in lines), default=0)
    shown: list[tuple[Column, Callable[[StandingsLine], str]]] = [
        (Column(heading=_("Rank"), align="right"), rank_words),
        (Column(heading=_("Name"), grows=True, weight=2, bold=True, minimum=9.5), _name),
    ]
    if any(line.person.marks for line in lines):
        shown.append((Column(heading=""), lambda line: " ".join(line.person.marks)))
    if any(line.person.club for line in lines):
        shown.append(
            (Column(heading=_("Club"), grows=True, minimum=7, shrink=0.7, grey=True), lambda line: line.person.club)
        )
    for index in range(rounds):
        heading = _("R%(round)s") % {"round": index + 1}
        shown.append((Column(heading=heading, align="right"), partial(_round_cell, index=index)))
    if any(line.penalties for line in lines):
        shown.append((Column(heading=_("of these penalties"), align="right", grey=True), _penalties))
    if any(line.deductions for line in lines):
        shown.append((Column(heading=_("Deduction"), align="right"), _deductions))
    shown.append((Column(heading=_("Total"), align="right", bold=True), lambda line: wording.number(line.total)))
    if any(line.tie for line in lines):
        shown.append((Column(heading=_("Tie-break"), grows=True, minimum=4, shrink=0.7), lambda line: line.tie))
    return shown


def _name(line: StandingsLine) -> str:
    return f"{line.person.listed} ({line.note})" if line.note else line.person.listed


def _round_cell(line: StandingsLine, *, index: int) -> str:
    return wording.number(line.rounds[index]) if index < len(line.rounds) else ""


def _penalties(line: StandingsLine) -> str:
    return wording.signed(line.penalties) if line.penalties else ""


def _deductions(line: StandingsLine) -> str:
    return wording.number(line.deductions) if line.deductions else ""


def _remark(standings: Standings) -> str:
    """From when the list is and until when it can be objected to."""
    sentences = []
    if standings.marked_at is not None:
        sentences.append(
            {
                Mark.PROVISIONAL: _("Provisional, as of %(moment)s."),
                Mark.POSTED: _("Posted %(moment)s."),
                Mark.FINAL: _("Final since %(moment)s."),
            }[standings.mark]
            % {"moment": wording.moment(standings.marked_at)}
        )
    if standings.objections_until is not None and standings.mark is not Mark.FINAL:
        sentences.append(_("Objections until %(time)s.") % {"time": wording.clock(standings.objections_until)})
    return " ".join(sentences)


def _closing(standings: Standings) -> tuple[list[str], list[str]]:
    """The sentences below the list and the names to sign above."""
    sentences = []
    if standings.tie_order:
        order = ", ".join(standings.tie_order)
        sentences.append(_("Equal totals are decided by: %(order)s.") % {"order": order})
    if standings.categories:
        marks = " · ".join(f"{mark} = {word}" for mark, word in standings.categories)
        sentences.append(_("Marks: %(marks)s") % {"marks": marks})
    sentences.extend(standings.notes)
    signatures = []
    if standings.director:
        signatures.append(_("Tournament director: %(name)s") % {"name": standings.director})
    if standings.referee:
        signatures.append(_("Referee: %(name)s") % {"name": standings.referee})
    return sentences, signatures
