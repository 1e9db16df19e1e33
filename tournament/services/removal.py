"""Removing a person on request: the name goes, the results stay."""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models

from tournament.actors import Actor
from tournament.models import JournalEntry, Owned, Participant, Tournament
from tournament.rows import fields_of
from tournament.services.journal import step

_PERSONAL = frozenset({"surname", "first_name", "note"})

Scrub = Callable[[Any], Any]


def remove_person(*, participant: Participant, shown_as: str, by: Actor, now: datetime) -> None:
    """Replace the name by `shown_as` wherever this tournament keeps it: list, journal, reasons and notes.

    Start number, club, seats and points stay. Backups made before still hold the name. Cannot be taken back; also
    possible in a closed tournament.
    """
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="person_removed",
        on_closed=True,
        start_number=participant.number,
    ) as doing:
        fresh = doing.fresh(participant)
        entries = list(JournalEntry.objects.filter(tournament=doing.tournament))
        scrub = _scrub_of(fresh, entries, shown_as)
        doing.change(fresh, surname=shown_as, first_name="", note="", removed_at=fresh.removed_at or now)
        _scrub_changes(doing.changes, fresh, shown_as)
        for entry in entries:
            _scrub_changes(entry.changes, fresh, shown_as)
        _scrub_texts(doing.tournament, entries, scrub)
        doing.public()


def _scrub_of(participant: Participant, entries: list[JournalEntry], shown_as: str) -> Scrub:
    """Replaces the full name, as it is and as it ever was, in any text."""
    surnames, first_names = {participant.surname}, {participant.first_name}
    for row in _rows(participant, entries):
        surnames.add(row.get("surname", participant.surname))
        first_names.add(row.get("first_name", participant.first_name))
    forms = {
        form
        for surname in surnames
        for first_name in first_names
        for form in (f"{surname}, {first_name}", f"{first_name} {surname}", f"{surname} {first_name}")
        if first_name
    }
    # Who is known by one name only is found by that name.
    forms |= {surname for surname in surnames if not participant.first_name and first_names == {""}}
    if not forms:
        return lambda value: value
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    name = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(form) for form in longest_first)})(?!\w)", re.IGNORECASE)

    def scrub(value: Any) -> Any:
        if isinstance(value, str):
            return name.sub(lambda _found: shown_as, value)
        if isinstance(value, list):
            return [scrub(item) for item in value]
        if isinstance(value, dict):
            return {key: scrub(item) for key, item in value.items()}
        return value

    return scrub


def _rows(participant: Participant, entries: list[JournalEntry]) -> Iterator[dict[str, Any]]:
    """What the journal holds of this participant, before and after each change."""
    for entry in entries:
        for change in entry.changes:
            if change["kind"] == "participant" and change["uuid"] == str(participant.uuid):
                yield from (row for row in (change["before"], change["after"]) if row is not None)


def _scrub_changes(changes: list[dict[str, Any]], participant: Participant, shown_as: str) -> None:
    for change in changes:
        if change["kind"] == "participant" and change["uuid"] == str(participant.uuid):
            for row in (change["before"], change["after"]):
                for name in _PERSONAL & set(row or {}):
                    row[name] = shown_as if name == "surname" else ""


def _scrub_texts(tournament: Tournament, entries: list[JournalEntry], scrub: Scrub) -> None:
    """Every text of the tournament's rows; past the journal, which would keep what is to go."""
    for entry in entries:
        entry.params, entry.reason = scrub(entry.params), scrub(entry.reason)
        entry.changes = [_scrubbed_change(change, scrub) for change in entry.changes]
        entry.save(update_fields=["params", "reason", "changes"])
    for model in apps.get_app_config("tournament").get_models():
        if not issubclass(model, Owned) or model is JournalEntry:
            continue
        names = _text_fields(model)
        for row in model._default_manager.filter(tournament=tournament) if names else ():
            values = {name: getattr(row, name) for name in names}
            scrubbed = {name: scrub(value) for name, value in values.items()}
            if scrubbed != values:
                for name, value in scrubbed.items():
                    setattr(row, name, value)
                row.save(update_fields=names)


def _scrubbed_change(change: dict[str, Any], scrub: Scrub) -> dict[str, Any]:
    if change["kind"] != "participant":
        return {**change, "before": scrub(change["before"]), "after": scrub(change["after"])}
    # A namesake keeps the name.
    return {
        **change,
        **{
            side: row and {key: scrub(value) if key == "note" else value for key, value in row.items()}
            for side, row in (("before", change["before"]), ("after", change["after"]))
        },
    }


def _text_fields(model: type[models.Model]) -> list[str]:
    if model is Participant:
        return ["note"]
    texts = (models.CharField, models.TextField, models.JSONField)
    return [field.name for field in fields_of(model) if isinstance(field, texts)]
