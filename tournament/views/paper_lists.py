"""From the desk's rows to papers that sum up: standings, certificates, rules, cash, referee's report, workbook."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.messages.standings import CRITERIA, NOTES
from tournament.models import DrawMode, FeeKind, FeeState, Form, Participant, Publication, Tournament
from tournament.queries import participants as people_queries
from tournament.queries.incidents import Entry, book
from tournament.queries.money import money
from tournament.queries.publications import people, restored
from tournament.queries.standings import Row
from tournament.queries.standings import Standings as Found
from tournament.queries.teams import in_category
from tournament.queries.wall import wall
from tournament.reports import cash, certificates, referee_report, rule_sheet, workbook
from tournament.reports.standings import Mark, Standings, StandingsLine
from tournament.reports.workbook_lines import ParticipantLine
from tournament.roles import BOOK, PAGES, Role
from tournament.tables.standings import worth
from tournament.views.paper_money import prize_sentences
from tournament.views.paper_people import frame, marks_of, person
from tournament.views.paper_sheets import assessed, penalty_lines, table_lines

_CASH_STATES = {
    FeeState.PAID: cash.FeeState.PAID,
    FeeState.OPEN: cash.FeeState.OPEN,
    FeeState.WAIVED: cash.FeeState.WAIVED,
}
_BY_RESULT = (DrawMode.STANDINGS, DrawMode.TOP, DrawMode.FINAL)


def standings_of(tournament: Tournament, *, number: int | None, category: str = "", now: datetime) -> Standings:
    """The standings after a round as they are now: as binding as the list on the wall, if that says the same."""
    shown = wall(tournament, number)
    publication = shown.publication if shown.up_to_date else None
    return _standings(tournament, shown.standings, publication=publication, category=category, now=now)


def published_standings(tournament: Tournament, publication: Publication, *, now: datetime) -> Standings:
    """A list as it hung on the wall."""
    found = restored(publication, people=people(tournament))
    return _standings(tournament, found, publication=publication, now=now)


def certificates_of(
    tournament: Tournament, *, number: int | None, category: str, places: int, numbers: frozenset[int]
) -> list[certificates.Certificate]:
    """A certificate for everybody up to a rank, the first first; or for the named start numbers, if there are any.

    With a category its own list counts, and the certificates say so.
    """
    found = wall(tournament, number).standings
    rows: Sequence[Row] = in_category(found, category) if category else found.rows
    signatures = tuple(
        (name, office)
        for name, office in (
            (tournament.director_name, _("Director")),
            (tournament.referee_name, _("Referee")),
        )
        if name
    )
    return [
        certificates.Certificate(
            event=tournament.name,
            name=person(row.participant).spoken,
            rank=row.rank,
            category=category,
            club=row.participant.club.name if row.participant.club is not None else "",
            points=row.total,
            place=tournament.place,
            day=tournament.date,
            signatures=signatures,
        )
        for row in rows
        if row.rank is not None and (row.participant.number in numbers if numbers else row.rank <= places)
    ]


def rules_of(tournament: Tournament, *, now: datetime) -> rule_sheet.RuleSheet:
    """The rules of the event in plain words, from its settings."""
    by_result = tournament.draw_mode in _BY_RESULT
    settings = rule_sheet.RuleSettings(
        rounds=tournament.rounds,
        games_at_four=tournament.games_four,
        games_at_five=tournament.games_five,
        minutes_at_four=tournament.minutes_four,
        minutes_at_five=tournament.minutes_five,
        mandatory_solos=tournament.mandatory_solos,
        fives=rule_sheet.Fives(tournament.fives),
        number_of_fives=tournament.fives_number,
        rubric=tournament.form == Form.RUBRIC,
        checks=rule_sheet.Checks(tournament.check_sum),
        second_person=tournament.second_person,
        tie_order=tuple(str(CRITERIA[code]) for code in tournament.tie_breaks),
        objection_minutes=tournament.objection_minutes or None,
        seeded_rounds=tuple(range(2, tournament.rounds + 1)) if by_result else (),
        clubs_apart=tournament.apart_rounds > 0,
        fee_cents=tournament.fee_cents or None,
        reduced_fee_cents=tournament.fee_reduced_cents or None,
        payout_percent=tournament.payout_percent,
        director=tournament.director_name,
        referee=tournament.referee_name,
        rules_edition=_("Turnier-Spielregeln (TSR) of the DDV, 21 February 2026"),
        loss_money=tuple((points, cents) for points, cents in tournament.loss_money),
        prizes=prize_sentences(tournament),
        house_rules=tuple(line.strip() for line in tournament.house_rules.splitlines() if line.strip()),
    )
    return rule_sheet.RuleSheet(frame=frame(tournament, now=now), sections=rule_sheet.compose(settings))


def cash_of(tournament: Tournament, *, now: datetime) -> cash.CashReport:
    """Who owes, paid and gave what, by name; what was counted; people who left without paying owe nothing."""
    sheet = money(tournament)
    losses = {loss.participant.number: loss.cents for loss in sheet.losses}
    due = {kind: people_queries.fee_cents(tournament, kind) for kind in FeeKind}
    fees = [
        cash.FeeLine(
            person=person(one),
            state=_CASH_STATES[FeeState(one.fee_state)],
            due_cents=due[FeeKind(one.fee_kind)],
            kind=str(one.get_fee_kind_display()),
            loss_cents=losses.get(one.number, 0),
            donation_cents=one.donation_cents,
        )
        for one in people_queries.everyone(tournament)
        if one.donation_cents
        or one.number in losses
        or (due[FeeKind(one.fee_kind)] and (people_queries.is_active(one) or one.fee_state == FeeState.PAID))
    ]
    items = [cash.CashItem(text=text, cents=cents) for text, cents in sheet.items]
    if sheet.prizes_out:
        items.append(cash.CashItem(text=_("Prizes handed out"), cents=-sheet.outcome.paid_cents))
    return cash.CashReport(
        frame=frame(tournament, now=now), fees=tuple(fees), items=tuple(items), counted_cents=sheet.counted_cents
    )


def referee_report_of(tournament: Tournament, *, now: datetime) -> referee_report.RefereeReport:
    """Every incident with its decision, oldest first; lifted ones say so."""
    entries = reversed(book(tournament))
    return referee_report.RefereeReport(
        frame=frame(tournament, now=now),
        incidents=tuple(_incident(number, entry) for number, entry in enumerate(entries, start=1)),
        referee=tournament.referee_name,
        director=tournament.director_name,
    )


def workbook_of(tournament: Tournament, *, role: Role, now: datetime) -> workbook.Workbook:
    """The whole tournament for a file of lists, as far as its reader may see it."""
    return workbook.Workbook(
        frame=frame(tournament, now=now),
        standings=standings_of(tournament, number=None, now=now),
        tables=table_lines(assessed(tournament)),
        participants=participant_lines(tournament, role=role),
        penalties=penalty_lines(tournament) if role in BOOK else None,
    )


def participant_lines(tournament: Tournament, *, role: Role) -> tuple[ParticipantLine, ...]:
    """Everybody registered, by name; fees and notes for those only who may open the page of a player."""
    private = role in PAGES["participant"]
    marks = marks_of(tournament)
    return tuple(
        ParticipantLine(
            person=person(one, marks),
            state=_state(one),
            fee_cents=people_queries.fee_cents(tournament, one.fee_kind) if private else None,
            fee_state=str(one.get_fee_state_display()) if private else "",
            categories=", ".join(one.categories),
            registered_at=localtime(one.registered_at),
            note=one.note if private else "",
        )
        for one in people_queries.everyone(tournament)
    )


def _standings(
    tournament: Tournament,
    found: Found,
    *,
    publication: Publication | None,
    category: str = "",
    now: datetime,
) -> Standings:
    marks = marks_of(tournament)
    rows: Sequence[Row] = in_category(found, category) if category else found.rows
    number = found.columns[-1].number if found.columns else None
    return Standings(
        frame=frame(tournament, now=now, number=number),
        lines=tuple(_line(row, found, marks) for row in rows),
        mark=Mark(publication.state) if publication is not None else Mark.PROVISIONAL,
        marked_at=localtime(publication.published_at) if publication is not None else None,
        objections_until=localtime(publication.objections_until)
        if publication is not None and publication.objections_until is not None
        else None,
        director=publication.director_name if publication is not None else "",
        referee=publication.referee_name if publication is not None else "",
        tie_order=tuple(str(CRITERIA[code]) for code in tournament.tie_breaks),
        category=category,
        categories=tuple((mark, word) for word, mark in marks.items()),
        notes=tuple(_notes(found)),
    )


def _line(row: Row, found: Found, marks: dict[str, str]) -> StandingsLine:
    scores = zip(found.columns, row.scores, strict=True)
    return StandingsLine(
        rank=row.rank,
        person=person(row.participant, marks),
        # A round that does not count has its own list; here the rounds add up to the total.
        rounds=tuple(score.points if score is not None and column.counts else None for column, score in scores),
        total=row.total,
        shared=row.shared,
        penalties=row.penalties,
        deductions=-row.deductions,
        tie=_decided(row),
        note=str(NOTES[row.note]) if row.note else "",
    )


def _decided(row: Row) -> str:
    if not row.criterion:
        return ""
    word = str(CRITERIA[row.criterion])
    return word if row.value is None else f"{word} {worth(row)}"


def _notes(found: Found) -> list[str]:
    notes = [
        _("Round %(round)s does not count.") % {"round": column.number} for column in found.columns if not column.counts
    ]
    notes += [
        _("Round %(round)s: the sheets of tables %(tables)s are not in yet.")
        % {"round": column.number, "tables": ", ".join(str(table) for table in column.open_tables)}
        for column in found.columns
        if column.open_tables
    ]
    return notes


def _state(one: Participant) -> str:
    if one.disqualified_at is not None:
        return _("disqualified")
    if one.withdrawn_at is not None:
        return _("has left")
    return _("here") if one.checked_in_at is not None else _("registered")


def _incident(number: int, entry: Entry) -> referee_report.Incident:
    incident = entry.incident
    kind = str(entry.kind_word)
    if incident.soloist is not None:
        kind = f"{kind} ({incident.soloist.name})"
    lifted = ""
    if incident.lifted_at is not None:
        time = date_format(localtime(incident.lifted_at), "H:i")
        lifted = _("lifted at %(time)s: %(reason)s") % {"time": time, "reason": incident.lifted_reason}
    solos = {True: _("mandatory solo used up"), False: _("mandatory solo still owed"), None: ""}
    return referee_report.Incident(
        number=number,
        round_number=incident.round.number if incident.round is not None else None,
        table_number=incident.table.number if incident.table is not None else None,
        facts=incident.reason,
        decision=incident.decision,
        game_number=incident.game_number,
        happened_at=localtime(incident.happened_at),
        claimant=" · ".join(entry.claimants),
        offender=incident.offender.name if incident.offender is not None else "",
        kind=kind,
        partnership=str(entry.partnership_word),
        pledges=incident.pledges,
        breach=str(entry.class_word),
        section=entry.law.section,
        law=str(entry.law.words),
        points=tuple(
            referee_report.PointsLine(person=person(penalty.participant), points=penalty.points)
            for penalty in entry.penalties
        ),
        points_reason=incident.points_reason,
        effect=str(entry.effect_word),
        mandatory_solo=solos[incident.solo_used],
        warning=incident.warning,
        deduction=incident.deduction,
        disqualified=incident.disqualified,
        extra=tuple((extension.table.number, extension.minutes) for extension in entry.extensions),
        referee=incident.signed_by,
        appeal=_("yes") if incident.appealed else "",
        court=tuple(part.strip() for part in incident.court.split(",") if part.strip()),
        lifted=lifted,
        remark=_("The table was dissolved by a new draw: the points count nowhere.") if entry.loose else "",
    )
