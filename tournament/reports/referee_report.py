"""The referee's report: every incident with its decision (TSR 8.2, 9)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.reports import wording
from tournament.reports.grid import Column, Row
from tournament.reports.lists import build_list, sentences_tail
from tournament.reports.page import Frame, Paper, body, scaled
from tournament.reports.people import Person

_SIZE = 11


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLine:
    """What one person got or lost by the decision."""

    person: Person
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One claim: what happened, who claimed, what was decided, by which paragraph, and what followed.

    `breach` is the class, `section` the paragraph and `law` its wording in our own words; `kind` is what was played,
    `partnership` whether it was clear who played with whom. `decision` is the final decision in words. `lifted` says
    when and why the entry was lifted; what stands in it is void then. `remark` says why its points count nowhere.
    """

    number: int
    round_number: int | None
    table_number: int | None
    facts: str
    decision: str = ""
    game_number: int | None = None
    happened_at: datetime | None = None
    claimant: str = ""
    offender: str = ""
    kind: str = ""
    partnership: str = ""
    pledges: int = 0
    breach: str = ""
    section: str = ""
    law: str = ""
    points: tuple[PointsLine, ...] = ()
    points_reason: str = ""
    effect: str = ""
    mandatory_solo: str = ""
    warning: bool = False
    deduction: int = 0
    disqualified: bool = False
    extra: tuple[tuple[int, int], ...] = ()
    """Number of the table and its extra minutes."""
    referee: str = ""
    appeal: str = ""
    court: tuple[str, ...] = ()
    lifted: str = ""
    remark: str = ""

    @property
    def extra_minutes(self) -> int:
        """The extra minutes of all tables."""
        return sum(minutes for _table, minutes in self.extra)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeReport:
    """All incidents of the event in their order; an event without any says so."""

    frame: Frame
    incidents: tuple[Incident, ...]
    referee: str = ""
    director: str = ""
    court: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def build(report: RefereeReport, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the report with the number of incidents, their extra time, and lines to sign."""
    size = scaled(_SIZE, font_percent)
    columns = [Column(heading="", grey=True), Column(heading="", grows=True, lines=40, shrink=1)]
    names = [
        _("Referee: %(name)s") % {"name": report.referee},
        _("Tournament director: %(name)s") % {"name": report.director},
    ]
    return build_list(
        frame=report.frame,
        title=_("Referee's report"),
        columns=columns,
        sections=[[row for incident in report.incidents for row in _rows(incident)]],
        paper=paper,
        size=size,
        copies=copies,
        tail=sentences_tail(_sentences(report), width=body(paper).width, size=size, signatures=names),
    )


def _rows(incident: Incident) -> list[Row]:
    """One incident: its heading and a row for each thing that is known of it."""
    where = [_("%(number)s.") % {"number": incident.number}]
    if incident.round_number is not None:
        where.append(_("Round %(round)s") % {"round": incident.round_number})
    if incident.table_number is not None:
        where.append(_("Table %(number)s") % {"number": incident.table_number})
    if incident.game_number is not None:
        where.append(_("Game %(number)s") % {"number": incident.game_number})
    if incident.happened_at is not None:
        where.append(wording.moment(incident.happened_at))
    if incident.lifted:
        where.append(_("lifted"))
    known = (
        (_("Claimed by"), incident.claimant),
        (_("Against"), incident.offender),
        (_("Game"), game_words(incident)),
        (_("Facts"), incident.facts),
        (_("Class"), " · ".join(text for text in (incident.breach, incident.section) if text)),
        (_("Rule"), incident.law),
        (_("Points"), points_words(incident)),
        (_("Other points because"), incident.points_reason),
        (_("The game then"), " · ".join(text for text in (incident.effect, incident.mandatory_solo) if text)),
        (_("Decision"), decision_words(incident)),
        (_("Extra time"), " · ".join(_extra(table, minutes) for table, minutes in incident.extra)),
        (_("Signed off by"), incident.referee),
        (_("Appeal"), incident.appeal),
        (_("Court"), ", ".join(incident.court)),
        (_("Lifted"), incident.lifted),
        (_("Remark"), incident.remark),
    )
    # An incident is not torn apart at the foot of a page.
    rows = [Row(cells=(word, text), joined=True) for word, text in known if text]
    return [Row(heading=" · ".join(where)), *rows]


def game_words(incident: Incident) -> str:
    """What was played, whether the partnership was clear, and the pledges of the other side until then."""
    words = [text for text in (incident.kind, incident.partnership) if text]
    if incident.pledges:
        count = incident.pledges
        words.append(
            ngettext("%(count)s pledge of the other side", "%(count)s pledges of the other side", count)
            % {"count": count}
        )
    return " · ".join(words)


def points_words(incident: Incident) -> str:
    """Who got or lost how many points."""
    return "; ".join(f"{line.person.spoken} {wording.signed(line.points)}" for line in incident.points)


def decision_words(incident: Incident) -> str:
    """Warning, deduction and disqualification, then the final decision in the referee's words."""
    words = [_("warning")] if incident.warning else []
    if incident.deduction:
        words.append(_("deduction of %(points)s points") % {"points": incident.deduction})
    if incident.disqualified:
        words.append(_("disqualification"))
    return ", ".join([*words, *([incident.decision] if incident.decision else [])])


def _extra(table: int, minutes: int) -> str:
    return _("Table %(number)s: %(minutes)s") % {"number": table, "minutes": _minutes(minutes)}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def _sentences(report: RefereeReport) -> list[str]:
    """What stands below the incidents."""
    count = len(report.incidents)
    if not count:
        sentences = [_("No incident was claimed.")]
    else:
        sentences = [ngettext("%(count)s incident.", "%(count)s incidents.", count) % {"count": count}]
    extra = sum(incident.extra_minutes for incident in report.incidents)
    if extra:
        sentences.append(_("Extra time in all: %(minutes)s.") % {"minutes": _minutes(extra)})
    if report.court:
        sentences.append(_("Arbitration court: %(names)s.") % {"names": ", ".join(report.court)})
    return [*sentences, *report.remarks]
