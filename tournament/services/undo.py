"""Taking steps back, one by one, as long as nothing later depends on them."""

from datetime import datetime
from typing import Any

from django.db import models

from scoring.errors import Problem, RuleError
from tournament.actors import NEVER_UNDONE, Actor
from tournament.models import JournalEntry, Tournament
from tournament.queries.journal import standing
from tournament.rows import References, model_of, row_of
from tournament.services.journal import GROWING, park, step, unpark

# A step of the first kind stands while a later step of the second kind stands, although no row is shared.
DEPENDS: dict[str, frozenset[str]] = {
    "sheet_confirmed": frozenset({"round_drawn_by_standings"}),
}

_ROW_STEPS = frozenset({"rows_typed", "row_inserted", "row_deleted", "reading_accepted"})
# Totals copied from the paper contain what the referee's book said then: an entry is lifted from there on, not undone.
_COPIED = frozenset({"sheet_typed", "sheet_confirmed", "sheet_corrected", "written_totals_typed"})
# Likewise, but only of one sheet: what was typed stands under its confirmation, rows that were moved under later ones.
ON_ONE_SHEET: dict[str, frozenset[str]] = {
    "sheet_typed": frozenset({"sheet_confirmed"}),
    "sheet_put_aside": frozenset({"sheet_typed", "sheet_confirmed"}),
    "rows_typed": frozenset({"sheet_typed", "sheet_confirmed"}),
    "written_totals_typed": frozenset({"sheet_typed", "sheet_confirmed"}),
    "row_inserted": _ROW_STEPS | {"sheet_typed", "sheet_confirmed"},
    "row_deleted": _ROW_STEPS | {"sheet_typed", "sheet_confirmed"},
    "reading_accepted": _ROW_STEPS | {"sheet_typed", "sheet_confirmed"},
    "seats_reality": frozenset({"sheet_confirmed"}),
    "seats_move": frozenset({"sheet_confirmed"}),
    "player_replaced": frozenset({"sheet_confirmed"}),
    "games_struck": frozenset({"sheet_confirmed"}),
    "games_not_struck": frozenset({"sheet_confirmed"}),
    "table_broken_off": frozenset({"sheet_confirmed"}),
    **dict.fromkeys(("incident_recorded", "incident_changed", "incident_lifted"), _COPIED),
}


def blocker(entry: JournalEntry) -> JournalEntry | None:
    """The first later step that depends on this one, or None if it can be taken back."""
    after = JournalEntry.objects.filter(tournament_id=entry.tournament_id, number__gt=entry.number)
    touched = {(change["kind"], change["uuid"]): change for change in entry.changes}
    made = {change["uuid"] for change in entry.changes if change["before"] is None}
    for later in standing(after.order_by("number")):
        if later.what in DEPENDS.get(entry.what, frozenset()):
            return later
        if _stands_on_publication(later, entry) or _stands_on_clock(later, entry):
            return later
        if later.what in ON_ONE_SHEET.get(entry.what, frozenset()) and _sheet(later) == _sheet(entry):
            return later
        for change in later.changes:
            mine = touched.get((change["kind"], change["uuid"]))
            if mine is not None and _overlap(mine, change):
                return later
            if made & _named(change):
                return later
    return None


def _stands_on_publication(later: JournalEntry, entry: JournalEntry) -> bool:
    """Whatever happened in a round after its seating was published, and every later round."""
    if entry.what != "round_published":
        return False
    return later.what == "round_created" or later.params.get("round") == entry.params["round"]


def _stands_on_clock(later: JournalEntry, entry: JournalEntry) -> bool:
    """A clock that was paused, let go on or ended has been started; one that was ended in a pause has been paused."""
    stands_on = {"clock_started": {"clock_paused", "clock_resumed", "clock_ended"}, "clock_paused": {"clock_ended"}}
    return later.what in stands_on.get(entry.what, ()) and later.params.get("round") == entry.params["round"]


def _sheet(entry: JournalEntry) -> tuple[Any, Any]:
    return entry.params.get("round"), entry.params.get("table")


def can_undo(entry: JournalEntry, by: Actor) -> bool:
    """Whether this person may take this step back at all: directors any, others their own."""
    if entry.what in NEVER_UNDONE or entry.undoes_id is not None or not entry.changes:
        return False
    if JournalEntry.objects.filter(undoes=entry).exists():
        return False
    return by.is_director or (by.user is not None and entry.by_id == by.user.pk)


def undo(*, entry: JournalEntry, by: Actor, now: datetime, reason: str = "") -> JournalEntry:
    """Take a step back; returns the new entry that says so.

    Raises RuleError: undo_refused (not yours, or not undoable), undo_blocked (names the later step), undo_overtaken.
    """
    tournament = Tournament.objects.get(pk=entry.tournament_id)
    with step(
        tournament=tournament,
        by=by,
        now=now,
        what="undone",
        reason=reason,
        undoes=entry,
        number=entry.number,
        undone=entry.what,
        **{
            key if key != "number" else "undone_number": value for key, value in entry.params.items() if key != "undone"
        },
    ) as doing:
        if not can_undo(entry, by):
            raise RuleError([Problem(code="undo_refused", params={"number": entry.number})])
        later = blocker(entry)
        if later is not None:
            raise RuleError([Problem(code="undo_blocked", params={"number": entry.number, "later": later.number})])
        references = References(doing.tournament)
        parked: list[models.Model] = []
        names: set[str] = set()
        current: dict[int, models.Model] = {}
        for place, change in enumerate(entry.changes):
            if change["before"] is not None and change["after"] is not None:
                obj = _current(change, doing.tournament, entry)
                current[place] = obj
                parked.append(obj)
                names |= set(change["before"])
        park(parked, names)
        for place in range(len(entry.changes) - 1, -1, -1):
            _set_back(entry.changes[place], doing=doing, references=references, obj=current.get(place), entry=entry)
        unpark(parked, names)
        doing.public()
    return JournalEntry.objects.get(undoes=entry)


def _set_back(
    change: dict[str, Any], *, doing: Any, references: References, obj: models.Model | None, entry: JournalEntry
) -> None:
    if change["before"] is None:
        made = _current(change, doing.tournament, entry, compare=False)
        doing.delete(made)
        return
    if change["after"] is None:
        back = model_of(change["kind"])(tournament=doing.tournament)
        references.apply(back, change["before"])
        doing.create(back)
        references.learn(back)
        return
    if obj is None:
        raise LookupError(change["uuid"])
    before = {name: getattr(obj, name) + 1 if name in GROWING else value for name, value in change["before"].items()}
    scratch = type(obj)()
    references.apply(scratch, before)
    doing.change(obj, **{name: getattr(scratch, name) for name in before})


def _current(
    change: dict[str, Any], tournament: Tournament, entry: JournalEntry, *, compare: bool = True
) -> models.Model:
    """The row as it is now. Raises RuleError(undo_overtaken) if it is not what the step left."""
    if change["kind"] == "tournament":
        obj: models.Model | None = tournament
    else:
        obj = model_of(change["kind"])._default_manager.filter(tournament=tournament, uuid=change["uuid"]).first()
    if obj is None:
        raise RuleError([Problem(code="undo_overtaken", params={"number": entry.number})])
    if compare:
        left = {name: value for name, value in change["after"].items() if name not in GROWING}
        if row_of(obj, left) != left:
            raise RuleError([Problem(code="undo_overtaken", params={"number": entry.number})])
    return obj


def _overlap(mine: dict[str, Any], later: dict[str, Any]) -> bool:
    if None in (mine["before"], mine["after"], later["before"], later["after"]):
        return True
    # Points that were typed since for whoever sits there now would fall to somebody else.
    if mine["kind"] == "seat" and "participant" in mine["after"] and "total" in later["after"]:
        return True
    return bool((set(mine["after"]) & set(later["after"])) - GROWING)


def _named(change: dict[str, Any]) -> set[str]:
    """The UUIDs of other rows that a change refers to."""
    values: set[str] = set()
    for row in (change["before"], change["after"]):
        values |= {value for value in (row or {}).values() if isinstance(value, str) and len(value) == 36}
    return values
