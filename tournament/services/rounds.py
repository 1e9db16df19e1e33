"""Rounds: made, set, seated by hand, published."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Attendance, Participant, Presence, Round, RoundSettings, Table, Tournament
from tournament.queries import rounds as queries
from tournament.rows import Row, row_of
from tournament.seen import changes
from tournament.services.journal import Step, refuse_long, step
from tournament.services.seating import Plan, lay_seating, post_seating

SETTINGS = tuple(field.name for field in RoundSettings._meta.get_fields())
"""What a round copies from its tournament."""

SEATING_SETTINGS = frozenset(
    {"fives", "fives_number", "rest", "draw_mode", "draw_number", "apart_rounds", "open_sheets", "rooms"}
    | {"tables_left_out"}
)
"""What only matters until the seating is published; nothing of it can be changed afterwards."""

SIZES = (4, 5)
MOST_WHY = 200
"""The longest reason why somebody is not at the table, in characters."""


def create_round(*, tournament: Tournament, by: Actor, now: datetime) -> Round:
    """The next round with the tournament's settings.

    Raises RuleError: round_not_published (params round) while the last one is a draft, all_rounds_made (params rounds).
    """
    with step(tournament=tournament, by=by, now=now, what="round_created") as doing:
        made = queries.rounds_of(doing.tournament)
        if made and made[-1].published_at is None:
            raise RuleError([Problem(code="round_not_published", params={"round": made[-1].number})])
        if len(made) >= doing.tournament.rounds:
            raise RuleError([Problem(code="all_rounds_made", params={"rounds": doing.tournament.rounds})])
        doing.params["round"] = len(made) + 1
        values = {name: getattr(doing.tournament, name) for name in SETTINGS}
        return doing.create(Round(number=len(made) + 1, **values))


def change_round_settings(
    *,
    round_: Round,
    values: Mapping[str, Any],
    seen: Row | None = None,
    by: Actor,
    now: datetime,
    reason: str = "",
) -> Round:
    """Set values of one round. Once it is published, a reason is needed and the seating's values stay.

    `seen` is what the form had shown. Raises RuleError: reason_missing, round_settings_frozen (params round),
    stale_value.
    """
    with round_step(round_, by=by, now=now, what="round_settings_changed", reason=reason) as doing:
        current = doing.fresh(round_)
        values = changes(current, values=values, seen=seen)
        if current.published_at is not None:
            changed = {name for name, value in values.items() if getattr(current, name) != value}
            if changed & SEATING_SETTINGS:
                raise RuleError([Problem(code="round_settings_frozen", params={"round": current.number})])
            if changed and not reason.strip():
                raise RuleError([Problem(code="reason_missing", field="reason")])
            doing.public()
        return doing.change(current, **values)


SEEN_BY_HAND = ["drawn_at"]
"""What changes with every seating of a round."""


def seat_by_hand(*, round_: Round, tables: Sequence[Plan], seen: Row | None = None, by: Actor, now: datetime) -> Round:
    """Seats as the director typed them; None is a seat left open until its sheet comes back.

    `seen` is what the form had shown of the round. Raises RuleError with everything that is wrong: hand_empty,
    hand_table_twice, hand_size, hand_unknown, hand_not_here, hand_twice, round_published, and hand_stale where
    somebody else has seated it since.
    """
    with round_step(round_, by=by, now=now, what="round_seated_by_hand") as doing:
        current = unpublished(doing, round_)
        if seen is not None and seen != row_of(current, SEEN_BY_HAND):
            raise RuleError([Problem(code="hand_stale")])
        people = queries.people_of(doing.tournament)
        problems = hand_problems(tables, people=people, here={person.number for person in queries.present(current)})
        if problems:
            raise RuleError(problems)
        lay_seating(doing, current, tables, people)
        doing.params["tables"] = len(tables)
        return doing.change(
            current, drawn_at=now, seed=None, seed_text="", draw_input=None, draw_report=None, draw_mode="hand"
        )


def hand_problems(tables: Sequence[Plan], *, people: Mapping[int, Participant], here: set[int]) -> list[Problem]:
    """Everything that keeps typed tables from being seated."""
    if not tables:
        return [Problem(code="hand_empty")]
    problems: list[Problem] = []
    numbers: set[int] = set()
    seats: dict[int, int] = {}
    for plan in tables:
        if plan.number in numbers:
            problems.append(Problem(code="hand_table_twice", params={"table": plan.number}))
        numbers.add(plan.number)
        if len(plan.players) not in SIZES:
            problems.append(Problem(code="hand_size", params={"table": plan.number, "seats": len(plan.players)}))
        for number in plan.players:
            if number is None:
                continue
            where = {"table": plan.number, "number": number}
            if number not in people or number < 1:
                problems.append(Problem(code="hand_unknown", params=where))
            elif number in seats:
                problems.append(Problem(code="hand_twice", params={**where, "other": seats[number]}))
            elif number not in here and not people[number].filler:
                problems.append(Problem(code="hand_not_here", params={**where, "name": people[number].name}))
            seats.setdefault(number, plan.number)
    return problems


def publish_round(*, round_: Round, by: Actor, now: datetime, as_it_is: bool = False) -> Round:
    """Let everybody see the seating; from now on it is only repaired, with a reason.

    Published twice is published once. Raises RuleError: nothing_seated, draft_stale (params came, gone) unless
    `as_it_is`.
    """
    with round_step(round_, by=by, now=now, what="round_published") as doing:
        current = doing.fresh(round_)
        if current.published_at is not None:
            return current
        if current.drawn_at is None or not Table.objects.filter(round=current).exists():
            raise RuleError([Problem(code="nothing_seated", params={"round": current.number})])
        change = queries.field_change(current)
        if change and not as_it_is and not is_kept(current, change):
            raise RuleError([Problem(code="draft_stale", params={"came": change.came, "gone": change.gone})])
        doing.change(current, published_at=now)
        post_seating(doing, current)
        return current


def keep_draft(*, round_: Round, by: Actor, now: datetime) -> Round:
    """Keep the draft although people came or left: it counts as up to date until the field changes again.

    Raises RuleError: round_published.
    """
    with round_step(round_, by=by, now=now, what="draft_kept") as doing:
        current = unpublished(doing, round_)
        change = queries.field_change(current)
        doing.params |= {"came": list(change.came), "gone": list(change.gone)}
        report = {**(current.draw_report or {}), "kept": [list(change.came), list(change.gone)]}
        return doing.change(current, draw_report=report)


def is_kept(round_: Round, change: queries.FieldChange) -> bool:
    """Whether the director has decided to keep the draft in the face of exactly this change of the field."""
    return (round_.draw_report or {}).get("kept") == [list(change.came), list(change.gone)]


def mark_away(
    *, round_: Round, participant: Participant, state: Presence | None, by: Actor, now: datetime, reason: str = ""
) -> None:
    """Say that somebody is late or absent in this round and is not to be seated; None: here again.

    Raises RuleError: already_seated (params number, table) if the round is published and gives the person a seat.
    """
    with round_step(round_, by=by, now=now, what=f"marked_{state or 'here'}", reason=reason) as doing:
        current = doing.fresh(round_)
        seat = queries.current_seats(current).get(participant.pk)
        if current.published_at is not None and seat is not None and state is not None:
            params = {"number": participant.number, "table": seat.table.number}
            raise RuleError([Problem(code="already_seated", params=params)])
        doing.params |= {
            "participant": participant.number,
            "participant_uuid": str(participant.uuid),
        }
        set_attendance(doing, current, participant, state, reason=reason)


def set_attendance(
    doing: Step, round_: Round, participant: Participant, state: Presence | None, *, reason: str = ""
) -> None:
    """Write where somebody is in a round; None takes the entry away, with the points decided for missing it.

    A substitute stays one: he plays for somebody. Raises RuleError reason_too_long (params most).
    """
    refuse_long(reason, most=MOST_WHY)
    known = Attendance.objects.filter(round=round_, participant=participant).first()
    if state is None:
        if known is not None and known.state != Presence.SUBSTITUTE:
            doing.delete(known)
    elif known is None:
        doing.create(Attendance(round=round_, participant=participant, state=state, reason=reason))
    else:
        doing.change(known, state=state, reason=reason)


def unpublished(doing: Step, round_: Round) -> Round:
    """The round as it is now. Raises RuleError round_published (params round): only repairs with a reason remain."""
    current = doing.fresh(round_)
    if current.published_at is not None:
        raise RuleError([Problem(code="round_published", params={"round": current.number})])
    return current


def round_step(round_: Round, *, by: Actor, now: datetime, what: str, reason: str = "") -> AbstractContextManager[Step]:
    """A step about one round."""
    return step(tournament=round_.tournament, by=by, now=now, what=what, reason=reason, round=round_.number)
