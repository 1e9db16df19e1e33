"""The sheet of a table: handed in, typed as totals, finished; its note and its depth.

finish    the clerk says that the sheet is typed; a finding that refuses keeps it open, one that warns asks for a reason
put aside the numbers are kept, but the sheet is not finished: somebody goes and asks
version   grows with every change of a sheet; a form that shows an older one is stale and never overwrites
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.checks import Finding, refusing, warning
from tournament.models import Depth, Participant, Seat, Table, Typing
from tournament.queries.sheets import Assessment, assess, sheet_data
from tournament.rows import Row
from tournament.seen import changes
from tournament.services.journal import Step, refuse_long, step
from tournament.services.seating import post_seating
from tournament.services.told import tell_total


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedSeat:
    """What the paper says of one holder of a position at totals depth.

    `total` includes penalties, `solos` are the mandatory solos played. `number` is the start number of whoever sat on a
    seat that was left open.
    """

    position: int
    from_game: int = 1
    total: int | None = None
    solos: int | None = None
    number: int | None = None


def receive_sheet(*, table: Table, by: Actor, now: datetime) -> Table:
    """Note that the paper has come in. Twice is once. Raises RuleError as `open_sheet`."""
    with sheet_step(table, by=by, now=now, what="sheet_received") as doing:
        current = open_sheet(doing, table)
        # Not a change of what is typed: whoever is typing meanwhile is not told that his form is stale.
        return current if current.received_at else doing.change(current, received_at=now)


def note_sheet(*, table: Table, note: str, by: Actor, now: datetime, seen: Row | None = None) -> Table:
    """Keep a note on the sheet, such as "signature missing"; an empty one takes it away.

    `seen` is the note that the form showed. Raises RuleError note_too_long (params most), stale_value.
    """
    note = note.strip()
    if len(note) > LONGEST_NOTE:
        raise RuleError([Problem(code="note_too_long", field="note", params={"most": LONGEST_NOTE})])
    with sheet_step(table, by=by, now=now, what="sheet_noted" if note else "sheet_note_removed") as doing:
        current = doing.fresh(table)
        doing.params["note"] = note
        return doing.change(current, **changes(current, values={"note": note}, seen=seen))


def set_depth(*, table: Table, depth: str, by: Actor, now: datetime, was: str | None = None) -> Table:
    """Type this sheet deeper or less deep than its round says. What was typed at the other depth is kept.

    `was` is the depth that the form showed. Raises RuleError as `open_sheet`, depth_changed (params table) for a sheet
    whose depth is another by now.
    """
    with sheet_step(table, by=by, now=now, what="sheet_depth_set") as doing:
        current = open_sheet(doing, table)
        now_typed = current.depth or current.round.depth
        if was not in (None, now_typed) and depth != now_typed:
            raise RuleError([Problem(code="depth_changed", field="depth", params={"table": current.number})])
        doing.params["depth"] = depth
        own = "" if depth == current.round.depth else Depth(depth).value
        if own == current.depth:
            return current
        return touch(doing, current, depth=own, typed_at=None, override_reason="")


def record_totals(
    *,
    table: Table,
    seats: Sequence[TypedSeat],
    version: int,
    by: Actor,
    now: datetime,
    finish: bool = True,
    reason: str = "",
) -> Table:
    """Keep the totals of a sheet and finish it, or put it aside. Without findings it may be confirmed at once.

    The same numbers sent again change nothing. Raises RuleError as `open_sheet` and `finish_sheet`, sheet_changed
    (params by) for a stale form, and total_large, seat_number_unknown, seat_number_taken, seat_twice_typed for what
    cannot be kept.
    """
    with transaction.atomic():
        with sheet_step(
            table, by=by, now=now, what="sheet_typed" if finish else "sheet_put_aside", reason=reason
        ) as doing:
            if _confirmed_alike(table, by=by) and not other_totals(table, seats):
                return doing.fresh(table)
            current = open_sheet(doing, table)
            changed = write_totals(doing, current, seats)
            if changed and current.version != version:
                raise stale(current)
            if changed or (finish and current.typed_at is None) or (reason and reason != current.override_reason):
                _close(doing, current, finish=finish, reason=reason, now=now)
            forget_typing(table, by)
        return _confirm_if_clear(current, by=by, now=now) if finish else current


def finish_sheet(*, table: Table, by: Actor, now: datetime, version: int | None = None, reason: str = "") -> Table:
    """Say that the rows of a sheet are typed. Without findings it may be confirmed at once. Twice is once.

    `version` is that of the sheet the clerk has before him; None where he has seen it as it is now. Raises RuleError
    as `open_sheet`, sheet_changed for a sheet that is no longer as he sees it, with every finding that refuses; with
    every finding that warns and reason_missing as long as no reason is given.
    """
    with transaction.atomic():
        with sheet_step(table, by=by, now=now, what="sheet_typed", reason=reason) as doing:
            if _confirmed_alike(table, by=by):
                return doing.fresh(table)
            current = open_sheet(doing, table)
            done = current.typed_at is not None and by.user is not None and current.typed_by_id == by.user.pk
            if version not in (None, current.version) and not done:
                raise stale(current)
            if current.typed_at is None or (reason and reason != current.override_reason):
                _close(doing, current, finish=True, reason=reason, now=now)
            forget_typing(table, by)
        return _confirm_if_clear(current, by=by, now=now)


def refuse_findings(findings: Sequence[Finding], *, reason: str) -> None:
    """Raises RuleError for findings that refuse, and for those that warn without a reason."""
    hard, soft = refusing(findings), warning(findings)
    if hard:
        raise RuleError([*hard, *soft])
    if soft and not reason.strip():
        raise RuleError([*soft, Problem(code="reason_missing", field="reason")])


def write_totals(doing: Step, table: Table, seats: Sequence[TypedSeat]) -> bool:
    """Set the totals, solos and open seats of a table. Whether anything changed."""
    found = Seat.objects.filter(table=table).select_related("participant")
    held = {(seat.position, seat.from_game): seat for seat in found}
    problems: list[Problem] = []
    before = len(doing.changes)
    pairs: list[tuple[Seat, Mapping[str, Any]]] = []
    people = _people(doing, table, [typed.number for typed in seats if typed.number is not None])
    named: list[int] = []
    for typed in seats:
        seat = held.get((typed.position, typed.from_game))
        if seat is None:
            problems.append(Problem(code="no_such_seat", params={"seat": typed.position}))
            continue
        if typed.total is not None and abs(typed.total) > LARGEST_TOTAL:
            params = {"seat": typed.position, "most": LARGEST_TOTAL}
            problems.append(Problem(code="total_large", field="totals", params=params))
            continue
        cells: dict[str, Any] = {"total": typed.total, "solos": typed.solos}
        if typed.number is not None and (seat.participant is None or seat.participant.number != typed.number):
            problems += _number_problems(seat, typed.number, people=people, named=named)
            cells["participant"] = people.get(typed.number)
            named.append(typed.number)
        pairs.append((seat, cells))
    if problems:
        raise RuleError(problems)
    for seat, values in pairs:
        for name in ("total", "solos"):
            stood, stands = getattr(seat, name), values[name]
            tell_total(doing, name, seat.position, before=stood, now=stands, from_game=seat.from_game)
        doing.change(seat, **values)
    if named:
        post_seating(doing, table.round)
    return len(doing.changes) > before


LARGEST_TOTAL = 9999
"""More is no total: a start number or a code that slipped into the field."""
LONGEST_NOTE = LONGEST_REASON = 200
"""The longest note on a sheet, and the longest reason of a step on it, in characters."""


def assessed(table: Table) -> Assessment:
    """The sheet as it stands now, inside a step too."""
    return assess(sheet_data(table))


def open_sheet(doing: Step, table: Table) -> Table:
    """The table as it is now, with its round, ready to be typed.

    Raises RuleError: sheet_is_confirmed (params table, by), sheet_not_published (params round).
    """
    current = Table.objects.select_related("round").get(pk=table.pk)
    if current.confirmed_at is not None:
        by = str(current.confirmed_by or "")
        raise RuleError([Problem(code="sheet_is_confirmed", params={"table": current.number, "by": by})])
    if current.round.published_at is None:
        raise RuleError([Problem(code="sheet_not_published", params={"round": current.round.number})])
    return current


def touch(doing: Step, table: Table, **values: Any) -> Table:
    """Change a sheet: its version grows, so that forms which show it as it was are stale."""
    return doing.change(table, version=table.version + 1, **values)


def stale(table: Table) -> RuleError:
    """The refusal of a form that shows an older sheet."""
    return RuleError([Problem(code="sheet_changed", params={"by": str(table.typed_by or "")})])


def sheet_step(table: Table, *, by: Actor, now: datetime, what: str, reason: str = "") -> AbstractContextManager[Step]:
    """A step on one sheet; the journal names its round and table. Raises RuleError reason_too_long (params most)."""
    reason = reason.strip()
    refuse_long(reason, most=LONGEST_REASON)
    return step(
        tournament=table.tournament,
        by=by,
        now=now,
        what=what,
        reason=reason,
        round=table.round.number,
        table=table.number,
    )


def forget_typing(table: Table, by: Actor) -> None:
    """Forget that a person had a sheet open, and what he had half typed: now it is saved."""
    if by.user is not None:
        Typing.objects.filter(table=table, user=by.user).delete()


def _close(doing: Step, table: Table, *, finish: bool, reason: str, now: datetime) -> None:
    """Finish a sheet, or keep it as put aside."""
    if finish:
        findings = assessed(table).all_findings
        refuse_findings(findings, reason=reason)
        reason = reason.strip() if findings else ""
    touch(
        doing,
        table,
        received_at=table.received_at or now,
        typed_at=now if finish else None,
        typed_by=doing.by.user,
        override_reason=reason if finish else "",
    )


def _confirmed_alike(table: Table, *, by: Actor) -> bool:
    """Whether this person has typed and confirmed the sheet already: what comes then was sent twice."""
    if by.user is None:
        return False
    done = Table.objects.filter(pk=table.pk, typed_by=by.user, confirmed_by=by.user, confirmed_at__isnull=False)
    return done.exists()


def other_totals(table: Table, seats: Sequence[TypedSeat]) -> bool:
    """Whether totals or solos were typed that do not stand on the sheet."""
    held = {(seat.position, seat.from_game): seat for seat in Seat.objects.filter(table=table)}
    typed = ((held.get((each.position, each.from_game)), each) for each in seats)
    return any(seat is None or (seat.total, seat.solos) != (each.total, each.solos) for seat, each in typed)


def _confirm_if_clear(table: Table, *, by: Actor, now: datetime) -> Table:
    """Where no second person is asked for, a sheet without findings is confirmed by being finished (layout 8.3)."""
    if table.round.second_person or assessed(table).all_findings:
        return table
    with sheet_step(table, by=by, now=now, what="sheet_confirmed") as doing:
        current = open_sheet(doing, table)
        touch(doing, current, confirmed_at=now, confirmed_by=by.user)
        doing.public()
    return current


def _people(doing: Step, table: Table, numbers: Sequence[int]) -> dict[int, Participant]:
    if not numbers:
        return {}
    found = Participant.objects.filter(tournament=doing.tournament, number__in=numbers)
    return {person.number: person for person in found}


def _number_problems(
    seat: Seat, number: int, *, people: Mapping[int, Participant], named: Sequence[int]
) -> list[Problem]:
    """What keeps a start number from being put on an open seat."""
    params = {"seat": seat.position, "number": number}
    if seat.participant_id is not None:
        return [Problem(code="seat_not_open", field="number", params=params)]
    person = people.get(number)
    if person is None:
        return [Problem(code="seat_number_unknown", field="number", params=params)]
    taken = Seat.objects.filter(round=seat.round_id, participant=person).select_related("table").first()
    if taken is not None:
        return [Problem(code="seat_number_taken", field="number", params={**params, "table": taken.table.number})]
    return [Problem(code="seat_number_twice", field="number", params=params)] if number in named else []
