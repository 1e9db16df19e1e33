"""What comes next in a tournament: one sentence, one button. The desk always shows it: nobody needs a manual."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from tournament.models import (
    Participant,
    Publication,
    PublicationKind,
    PublicationState,
    Round,
    Tournament,
)
from tournament.queries.board import Board, board
from tournament.queries.desk import current_round


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """`code` names the sentence and the label of the button; `page` is where it leads, None where one can only wait."""

    code: str
    page: str | None
    args: tuple[int, ...] = ()
    params: dict[str, int] = field(default_factory=dict)


def next_step(tournament: Tournament, *, now: datetime, shown: Board | None) -> NextStep:
    """The next step. `shown` is the board of the current round, None before one is published. At most three queries."""
    if tournament.is_closed:
        return NextStep(code="next_closed", page="standings")
    round_ = shown.round if shown is not None else current_round(tournament)
    if round_ is None:
        return _before_the_first_round(tournament)
    if round_.published_at is None:
        code = "next_draw" if round_.drawn_at is None else "next_publish"
        return NextStep(code=code, page="round", args=(round_.number,), params={"round": round_.number})
    if shown is None:
        shown = board(round_, now)
    for step in _IN_A_ROUND:
        found = step(tournament, shown)
        if found is not None:
            return found
    return NextStep(code="next_close", page="close")


def _before_the_first_round(tournament: Tournament) -> NextStep:
    people = Participant.objects.filter(tournament=tournament, withdrawn_at=None, disqualified_at=None)
    here = list(people.values_list("checked_in_at", flat=True))
    count = sum(instant is not None for instant in here)
    if not here:
        return NextStep(code="next_register", page="participants")
    least = tournament.players_min or 0
    params = {"registered": len(here), "here": count, "round": 1, "least": least}
    if count < 4 or count < len(here) // 2:
        return NextStep(code="next_check_in", page="check_in", params=params)
    if count < least:
        return NextStep(code="next_too_few", page="check_in", params=params)
    return NextStep(code="next_round", page="rounds", params=params)


def _start(tournament: Tournament, shown: Board) -> NextStep | None:
    round_ = shown.round
    if round_.started_at is None and round_.minutes_four and not shown.received:
        return NextStep(code="next_start", page="round_clock", args=(round_.number,), params={"round": round_.number})
    return None


def _sheets(tournament: Tournament, shown: Board) -> NextStep | None:
    if shown.is_complete:
        return None
    params = {"in": shown.received, "tables": len(shown.tables), "round": shown.round.number}
    table = shown.next
    if table is None:
        return NextStep(code="next_wait", page=None, params=params)
    code = "next_type" if table in shown.to_type else "next_confirm" if table in shown.to_confirm else "next_settle"
    return NextStep(
        code=code, page="sheet", args=(shown.round.number, table.number), params={**params, "table": table.number}
    )


def _publish(tournament: Tournament, shown: Board) -> NextStep | None:
    newest = _newest(tournament, shown.round)
    if newest is None:
        return NextStep(code="next_standings", page="standings", params={"round": shown.round.number})
    return None


def _another_round(tournament: Tournament, shown: Board) -> NextStep | None:
    number = shown.round.number + 1
    if number <= tournament.rounds:
        return NextStep(code="next_round", page="rounds", params={"round": number})
    return None


def _final(tournament: Tournament, shown: Board) -> NextStep | None:
    newest = _newest(tournament, shown.round)
    if newest is not None and newest.state == PublicationState.PROVISIONAL:
        return NextStep(code="next_post", page="standings")
    if newest is not None and newest.state == PublicationState.POSTED:
        return NextStep(code="next_final", page="standings")
    return None


def _newest(tournament: Tournament, round_: Round) -> Publication | None:
    lists = Publication.objects.filter(tournament=tournament, round=round_, kind=PublicationKind.STANDINGS)
    return lists.defer("rows").order_by("-published_at", "-pk").first()


_IN_A_ROUND: tuple[Callable[[Tournament, Board], NextStep | None], ...] = (
    _start,
    _sheets,
    _publish,
    _another_round,
    _final,
)
