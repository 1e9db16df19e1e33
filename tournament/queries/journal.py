"""The journal as a director reads it aloud."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournament.actors import NEVER_UNDONE, Actor
from tournament.messages import step_text
from tournament.models import JournalEntry, Participant, Table, Tournament, User

PAGE = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One step: its sentence with the names as they are today, and whether this person may take it back."""

    entry: JournalEntry
    sentence: str
    undone: bool
    may_undo: bool


def lines(tournament: Tournament, *, by: Actor, before: int | None = None, limit: int = PAGE) -> list[Line]:
    """The steps, newest first, before the given number. Three queries for any number of steps."""
    entries = JournalEntry.objects.filter(tournament=tournament).select_related("undone_by").order_by("-number")
    if before is not None:
        entries = entries.filter(number__lt=before)
    found = list(entries.defer("changes", "undone_by__changes")[:limit])
    names = _names(tournament, found)
    return [_line(entry, by=by, names=names) for entry in found]


def lines_of_sheet(table: Table, *, by: Actor) -> list[Line]:
    """The steps of one sheet, oldest first, without those taken back. Three queries if the round is loaded."""
    found = JournalEntry.objects.filter(
        tournament=table.tournament, params__round=table.round.number, params__table=table.number
    )
    entries = standing(found.defer("changes").order_by("number"))
    names = _names(table.tournament, entries)
    return [_line(entry, by=by, names=names) for entry in entries]


def standing(entries: QuerySet[JournalEntry]) -> list[JournalEntry]:
    """Those of one tournament's entries that hold: neither taken back nor a taking back. One query.

    They are sorted out here: asked for entries that take nothing back, SQLite looks through those of all tournaments.
    """
    known = entries.select_related("undone_by").defer("undone_by__changes", "undone_by__params")
    return [entry for entry in known if entry.undoes_id is None and not hasattr(entry, "undone_by")]


def told(tournament: Tournament, number: int) -> str:
    """The sentence of one step, by its number. Two queries at most."""
    entry = JournalEntry.objects.defer("changes").get(tournament=tournament, number=number)
    return sentence(entry, _names(tournament, [entry]))


def sentence(entry: JournalEntry, names: dict[str, str]) -> str:
    """What was done, in words. `names` resolves the UUIDs of participants."""
    return step_text(entry.what, {key: _spoken(value, names) for key, value in entry.params.items()})


def _line(entry: JournalEntry, *, by: Actor, names: dict[str, str]) -> Line:
    undone = hasattr(entry, "undone_by")
    mine = by.is_director or (by.user is not None and entry.by_id == by.user.pk)
    may_undo = mine and not undone and entry.undoes_id is None and entry.what not in NEVER_UNDONE
    return Line(entry=entry, sentence=sentence(entry, names), undone=undone, may_undo=may_undo)


_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _names(tournament: Tournament, entries: Iterable[JournalEntry]) -> dict[str, str]:
    wanted = {uuid for entry in entries for value in entry.params.values() for uuid in _uuids(value)}
    if not wanted:
        return {}
    people = Participant.objects.filter(tournament=tournament, uuid__in=wanted)
    names = {str(person.uuid): person.name for person in people}
    at_the_desk = User.objects.filter(uuid__in=wanted - set(names)) if wanted - set(names) else []
    return names | {str(user.uuid): str(user) for user in at_the_desk}


def _uuids(value: Any) -> list[str]:
    if isinstance(value, list):
        return [uuid for item in value for uuid in _uuids(item)]
    return [value] if isinstance(value, str) and _UUID.fullmatch(value) else []


def _spoken(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_spoken(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value
