"""What hangs on the wall: standings published, posted, made final; ties decided; the tournament closed.

document   the standings as JSON, as they were at that moment; people stand in it by UUID, names are resolved on showing
posted     complete, with an end of the time for objections
final      posted, unchanged since, signed with the names of director and referee
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from scoring.errors import Problem, RuleError
from scoring.rules import EDITION
from tournament.actors import Actor
from tournament.draw.chance import generator, shuffle
from tournament.models import (
    Participant,
    Publication,
    PublicationKind,
    PublicationState,
    Round,
    Table,
    TieDecision,
    TieHow,
    Tournament,
)
from tournament.queries.publications import document, latest
from tournament.queries.standings import Standings, computed
from tournament.services.backup import backup_before
from tournament.services.journal import Step, step


def publish_standings(*, round_: Round, by: Actor, now: datetime, although_open: bool = False) -> Publication:
    """The standings after a round as a provisional list.

    Raises RuleError: standings_round_unpublished (params round), standings_open (params round, tables) while sheets are
    open, unless `although_open`: then the list names the open tables.
    """
    with step(tournament=round_.tournament, by=by, now=now, what="standings_published", round=round_.number) as doing:
        found = _after(doing, round_)
        if not although_open:
            _refuse_open(found)
        return _publish(doing, round_, found, state=PublicationState.PROVISIONAL)


def post_standings(*, round_: Round, minutes: int, by: Actor, now: datetime) -> Publication:
    """The complete standings after a round, open to objections for so many minutes from now.

    Raises RuleError: standings_round_unpublished, standings_open (params round, tables).
    """
    until = now + timedelta(minutes=minutes)
    with step(tournament=round_.tournament, by=by, now=now, what="standings_posted", round=round_.number) as doing:
        found = _after(doing, round_)
        _refuse_open(found)
        return _publish(doing, round_, found, state=PublicationState.POSTED, objections_until=until)


def finalise_standings(
    *, round_: Round, director_name: str, referee_name: str, by: Actor, now: datetime, reason: str = ""
) -> Publication:
    """The posted standings made final, with the names of director and referee.

    Raises RuleError: standings_not_posted (params round); standings_changed (params round) if a correction came after
    the posting; director_missing; objections_running before the end of the time for objections, unless there is a
    reason.
    """
    with step(
        tournament=round_.tournament, by=by, now=now, what="standings_final", reason=reason, round=round_.number
    ) as doing:
        found = _after(doing, round_)
        posted = latest(doing.tournament, round_.number)
        if posted is None or posted.state == PublicationState.PROVISIONAL:
            raise RuleError([Problem(code="standings_not_posted", params={"round": round_.number})])
        problems = []
        if posted.rows != document(found):
            problems.append(Problem(code="standings_changed", params={"round": round_.number}))
        if not director_name.strip():
            problems.append(Problem(code="director_missing", field="director_name"))
        if posted.objections_until is not None and now < posted.objections_until and not reason.strip():
            problems.append(Problem(code="objections_running", field="reason"))
        if problems:
            raise RuleError(problems)
        return _publish(
            doing,
            round_,
            found,
            state=PublicationState.FINAL,
            objections_until=posted.objections_until,
            director_name=director_name.strip(),
            referee_name=referee_name.strip(),
        )


def enter_play_off(
    *, tournament: Tournament, order: Sequence[Participant], by: Actor, now: datetime, reason: str = ""
) -> TieDecision:
    """The order of participants with equal totals as a play-off has made it, the best first.

    Raises RuleError: tie_gone if they do not share a rank (any more), reason_missing without a word on the play-off.
    """
    return _decide(tournament=tournament, how=TieHow.PLAY_OFF, order=order, by=by, now=now, reason=reason)


def draw_lot(
    *,
    tournament: Tournament,
    participants: Sequence[Participant],
    seed: int,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> TieDecision:
    """The order of participants with equal totals by lot: the same seed gives the same order again.

    Raises RuleError: tie_gone.
    """
    return _decide(
        tournament=tournament,
        how=TieHow.LOT,
        order=lot_order(participants, seed=seed),
        seed=seed,
        by=by,
        now=now,
        reason=reason,
    )


def lot_order(participants: Sequence[Participant], *, seed: int) -> list[Participant]:
    """Participants by start number, brought into the order that the seed draws; the first is best."""
    order = sorted(participants, key=lambda person: person.number)
    shuffle(order, generator(seed, "lot", *(person.number for person in order)))
    return order


def withdraw_tie_decision(*, decision: TieDecision, by: Actor, now: datetime, reason: str) -> None:
    """Let a play-off or lot no longer count. Raises RuleError: reason_missing."""
    numbers = [str(uuid) for uuid in decision.order]
    with step(
        tournament=decision.tournament,
        by=by,
        now=now,
        what="tie_decision_withdrawn",
        reason=reason,
        people_uuid=numbers,
    ) as doing:
        if not reason.strip():
            raise RuleError([Problem(code="reason_missing", field="reason")])
        doing.delete(doing.fresh(decision))
        doing.public()


def close_tournament(
    *, tournament: Tournament, by: Actor, now: datetime, reason: str = "", although_open: bool = False
) -> Tournament:
    """The tournament locked: everything can be read, nothing written. A backup is made first.

    Raises RuleError: tournament_closed, close_open_sheets (params tables) while sheets of a published round are open,
    unless `although_open` with a reason.
    """
    backup_before(tournament, why="close", now=now)
    with step(tournament=tournament, by=by, now=now, what="tournament_closed", reason=reason) as doing:
        tables = [
            f"{table.round.number}/{table.number}"
            for table in Table.objects.filter(
                tournament=doing.tournament, round__published_at__isnull=False, confirmed_at__isnull=True
            )
            .select_related("round")
            .order_by("round__number", "number")
        ]
        if tables and not although_open:
            raise RuleError([Problem(code="close_open_sheets", params={"tables": tuple(tables)})])
        if tables and not reason.strip():
            raise RuleError([Problem(code="reason_missing", field="reason")])
        doing.change(doing.tournament, closed_at=now)
        doing.public()
        return doing.tournament


def reopen_tournament(*, tournament: Tournament, by: Actor, now: datetime, reason: str) -> Tournament:
    """The tournament open for writing again. Raises RuleError: reason_missing."""
    with step(
        tournament=tournament, by=by, now=now, what="tournament_reopened", reason=reason, on_closed=True
    ) as doing:
        if not reason.strip():
            raise RuleError([Problem(code="reason_missing", field="reason")])
        doing.change(doing.tournament, closed_at=None)
        doing.public()
        return doing.tournament


def _after(doing: Step, round_: Round) -> Standings:
    if doing.fresh(round_).published_at is None:
        raise RuleError([Problem(code="standings_round_unpublished", params={"round": round_.number})])
    return computed(doing.tournament, round_.number)


def _refuse_open(found: Standings) -> None:
    problems = [
        Problem(code="standings_open", params={"round": column.number, "tables": column.open_tables})
        for column in found.columns
        if column.open_tables
    ]
    if problems:
        raise RuleError(problems)


def _publish(doing: Step, round_: Round, found: Standings, *, state: PublicationState, **values: object) -> Publication:
    doing.public()
    return doing.create(
        Publication(
            kind=PublicationKind.STANDINGS,
            state=state,
            round=round_,
            rows=document(found),
            rules_version=EDITION,
            published_at=doing.now,
            published_by=doing.by.user,
            **values,
        )
    )


def _decide(
    *,
    tournament: Tournament,
    how: TieHow,
    order: Sequence[Participant],
    by: Actor,
    now: datetime,
    reason: str,
    seed: int | None = None,
) -> TieDecision:
    people = [str(person.uuid) for person in order]
    what = {TieHow.PLAY_OFF: "play_off_entered", TieHow.LOT: "lot_drawn"}[how]
    params: dict[str, Any] = {"people_uuid": people} | ({} if seed is None else {"seed": seed})
    with step(tournament=tournament, by=by, now=now, what=what, reason=reason, **params) as doing:
        tied = [{str(person.uuid) for person in tie.participants} for tie in computed(doing.tournament).ties]
        if len(set(people)) != len(people) or set(people) not in tied:
            raise RuleError([Problem(code="tie_gone")])
        if how is TieHow.PLAY_OFF and not reason.strip():
            raise RuleError([Problem(code="reason_missing", field="reason")])
        doing.public()
        return doing.create(TieDecision(how=how, order=people, seed=seed, reason=reason, decided_at=now))
