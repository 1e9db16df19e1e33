"""Everything that is stored about one person, on that person's request: in words, without the names of others.

about   a row is about a person that names him, by reference, by UUID, or in a text
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db import models
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.messages.personal_data import CODES, FIELDS, HEADINGS
from tournament.models import JournalEntry, Owned, Participant, Round, Table, Tournament, User
from tournament.name_forms import names_of, pattern_of
from tournament.queries.journal import sentence
from tournament.queries.participants import fee_cents
from tournament.queries.retention import backups_before
from tournament.queries.standings import listed
from tournament.rows import fields_of, kind_of, value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and its lines."""

    title: str
    lines: tuple[str, ...]


def personal_data(participant: Participant, *, now: datetime) -> list[Section]:
    """What the desk holds of this person, section by section; empty sections are left out."""
    tournament = participant.tournament
    entries = list(JournalEntry.objects.filter(tournament=tournament).order_by("number"))
    reader = _Reader(participant, entries)
    sections = [
        Section(title=_("Tournament"), lines=_event(tournament, now)),
        Section(title=_("Person"), lines=tuple(reader.lines(participant))),
        Section(title=_("Entry fee"), lines=_fee(participant)),
        Section(title=_("Results"), lines=tuple(_results(participant))),
    ]
    for kind, title in HEADINGS.items():
        rows = reader.rows(kind)
        sections.append(Section(title=str(title), lines=tuple("; ".join(reader.lines(row)) for row in rows)))
    sections.append(Section(title=_("Other places in which the name stands"), lines=tuple(reader.elsewhere())))
    sections.append(Section(title=_("Journal"), lines=tuple(reader.journal())))
    sections.append(Section(title=_("Backups that may hold these data"), lines=tuple(backups_before(tournament))))
    return [section for section in sections if section.lines]


def as_text(sections: list[Section]) -> str:
    """The sections as a text to be read and sent."""
    blocks = ["\n".join((section.title, "=" * len(section.title), *section.lines)) for section in sections]
    return "\n\n".join(blocks) + "\n"


def _event(tournament: Tournament, now: datetime) -> tuple[str, ...]:
    return (
        f"{tournament.name}, {tournament.date:%d.%m.%Y}" + (f", {tournament.place}" if tournament.place else ""),
        _("As stored on %(moment)s") % {"moment": _moment(now)},
    )


def _fee(participant: Participant) -> tuple[str, ...]:
    cents = fee_cents(participant.tournament, participant.fee_kind)
    if not cents and not participant.donation_cents:
        return ()
    words = {"fee": _euros(cents), "donation": _euros(participant.donation_cents)}
    return (_("Entry fee %(fee)s, donation %(donation)s") % words,)


def _results(participant: Participant) -> Iterator[str]:
    found = listed(participant.tournament)
    for row in found.rows:
        if row.participant.pk != participant.pk:
            continue
        for column, score in zip(found.columns, row.scores, strict=True):
            if score is not None and score.points is not None:
                yield _("Round %(round)s: %(points)s points") % {"round": column.number, "points": score.points}
        yield _("Total %(total)s, rank %(rank)s") % {"total": row.total, "rank": row.rank or "–"}


class _Reader:
    """Reads rows as sentences about one person: everybody else is a start number."""

    def __init__(self, participant: Participant, entries: list[JournalEntry]) -> None:
        self._person = participant
        self._entries = entries
        self._uuid = str(participant.uuid)
        self._name = pattern_of(names_of(participant, entries)) if participant.removed_at is None else None
        self._numbers = {
            str(uuid): number
            for uuid, number in Participant.objects.filter(tournament=participant.tournament).values_list(
                "uuid", "number"
            )
        }

    def rows(self, kind: str) -> list[models.Model]:
        """The rows of a kind that refer to the person."""
        model = apps.get_model("tournament", kind)
        relations = [field.name for field in fields_of(model) if field.is_relation]
        found = model._default_manager.filter(tournament=self._person.tournament).select_related(*relations)
        return [row for row in found.order_by("pk") if self._refers(row)]

    def lines(self, row: models.Model) -> Iterator[str]:
        """One "label: value" per field that says something."""
        for field in fields_of(type(row)):
            label = FIELDS.get(field.name)
            value = self._value(row, field) if label is not None else ""
            if value:
                yield f"{label}: {value}"

    def elsewhere(self) -> Iterator[str]:
        """Texts of other rows that hold the name: reasons, notes, what hung on the wall."""
        for model in apps.get_app_config("tournament").get_models():
            if not issubclass(model, Owned) or model is JournalEntry or self._name is None:
                continue
            for row in model._default_manager.filter(tournament=self._person.tournament).order_by("pk"):
                if (kind_of(row) in HEADINGS and self._refers(row)) or row == self._person:
                    continue
                yield from self._named_in(row)
        if self._name is not None:
            yield from self._named_in(self._person.tournament)

    def journal(self) -> Iterator[str]:
        """The steps about the person, with the names of others as start numbers."""
        names = {uuid: _("No. %(number)s") % {"number": number} for uuid, number in self._numbers.items()}
        names[self._uuid] = self._person.name
        for entry in self._entries:
            if self._holds([entry.params, entry.reason, entry.changes]):
                reason = f" ({entry.reason})" if entry.reason else ""
                yield f"{entry.number}, {_moment(entry.at)}: {sentence(entry, names)}{reason}"
                yield from self._earlier(entry)

    def _earlier(self, entry: JournalEntry) -> Iterator[str]:
        """What a step changed of the person's own line: also what stood there before is kept."""
        for change in entry.changes:
            if change["uuid"] != self._uuid or change["before"] is None or change["after"] is None:
                continue
            for name in sorted(set(change["before"]) & set(FIELDS)):
                before, after = change["before"][name], change["after"].get(name)
                if isinstance(before, str) and isinstance(after, str):
                    yield f"    {FIELDS[name]}: {before or '–'} → {after or '–'}"

    def _named_in(self, row: models.Model) -> Iterator[str]:
        for field in row._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField | models.JSONField):
                for text in _texts(getattr(row, field.attname)):
                    if self._name is not None and self._name.search(text):
                        yield text

    def _refers(self, row: models.Model) -> bool:
        for field in fields_of(type(row)):
            value = value_of(row, field)
            if value == self._uuid or (isinstance(value, list | dict) and self._uuid in set(_texts(value))):
                return True
        return False

    def _holds(self, value: Any) -> bool:
        return any(text == self._uuid or (self._name is not None and self._name.search(text)) for text in _texts(value))

    def _value(self, row: models.Model, field: models.Field) -> str:
        value = getattr(row, field.name)
        if isinstance(value, str) and value in CODES.get(field.name, {}):
            return str(CODES[field.name][value])
        for kinds, say in self._WORDS:
            if isinstance(value, kinds):
                return say(self, value)
        shown = getattr(row, f"get_{field.name}_display", None)
        if value in (None, "", [], {}):
            return ""
        return str(shown()) if shown is not None else str(value)

    def _person_word(self, value: Participant) -> str:
        return self._person.name if value == self._person else _("No. %(number)s") % {"number": value.number}

    def _list_word(self, value: list[Any]) -> str:
        return ", ".join(self._list_item(item) for item in value)

    def _list_item(self, item: Any) -> str:
        if item == self._uuid:
            return self._person.name
        number = self._numbers.get(str(item))
        return _("No. %(number)s") % {"number": number} if number is not None else str(item)

    # How a value is said, by its type; what a colleague at the desk is called is not this person's.
    _WORDS: tuple[tuple[Any, Callable[["_Reader", Any], str]], ...] = (
        (bool, lambda reader, value: _("yes") if value else ""),
        (Participant, _person_word),
        (User, lambda reader, value: ""),
        (Round | Table, lambda reader, value: str(value.number)),
        (models.Model, lambda reader, value: str(value)),
        (datetime, lambda reader, value: _moment(value)),
        (list, _list_word),
    )


def _texts(value: Any) -> Iterator[str]:
    """Every text inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)


def _moment(value: datetime) -> str:
    return f"{localtime(value):%d.%m.%Y %H:%M}"


def _euros(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02d} €"
