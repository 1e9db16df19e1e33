"""The ways in which a name may stand in a text: "Äpfel, Anna", "Anna Äpfel", "Äpfel Anna"."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tournament.models import JournalEntry, Participant


def names_of(participant: Participant, entries: Iterable[JournalEntry]) -> set[str]:
    """The forms of the name of a person, as it is and as the journal knows that it ever was."""
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
    return forms | {surname for surname in surnames if not participant.first_name and first_names == {""}}


def pattern_of(forms: Iterable[str]) -> re.Pattern[str]:
    """Finds whole words of any of these forms, the longest first."""
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(form) for form in longest_first)})(?!\w)", re.IGNORECASE)


def _rows(participant: Participant, entries: Iterable[JournalEntry]) -> Iterator[dict[str, Any]]:
    """What the journal holds of this participant, before and after each change."""
    for entry in entries:
        for change in entry.changes:
            if change["kind"] == "participant" and change["uuid"] == str(participant.uuid):
                yield from (row for row in (change["before"], change["after"]) if row is not None)
