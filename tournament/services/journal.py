"""Every write of the desk: one transaction, one entry in the journal, and the way back.

step    what one person did at one moment; `with step(...) as doing:` opens it, `doing` makes the changes
change  {"kind", "uuid", "before": row or null, "after": row or null}; of a changed row only the changed fields
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from django.db import models, transaction

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import JournalEntry, Owned, Tournament, User
from tournament.rows import Row, kind_of, row_of

M = TypeVar("M", bound=models.Model)

MOST_REASON = 300
"""The longest reason of a step, in characters."""

# Under this name an entry keeps the mark of the form that it came from.
FORM = "form_mark"


class SentTwice(Exception):  # noqa: N818  # reads as what happened
    """The very form that made this person's last step came once more; it counts once, and nothing has changed."""


# These only ever grow, so that a stale form stays stale: undoing raises them instead of setting them back.
GROWING = frozenset({"version", "print_version"})
# Unique within the table or round: where rows change places they are parked first.
_PARKED: Mapping[str, Mapping[str, int | None]] = {
    "seat": {"participant": None},
    "game": {"number": 20000},
    "table": {"number": 20000},
}


class Step:
    """The changes of one step. All writes go through it, so that each is in the journal and can be undone."""

    def __init__(self, *, tournament: Tournament, by: Actor, now: datetime) -> None:
        self.tournament = tournament
        self.by = by
        self.now = now
        self.params: dict[str, Any] = {}
        self.changes: list[dict[str, Any]] = []
        self._tournament_fields: set[str] = set()
        self.noteworthy = False

    def fresh(self, obj: M) -> M:
        """The row as it is in the database now, read inside the transaction."""
        return type(obj)._default_manager.get(pk=obj.pk)

    def create(self, obj: M) -> M:
        """Save a new row. Raises ValidationError if its values do not fit."""
        if isinstance(obj, Owned):
            obj.tournament = self.tournament
        obj.full_clean(exclude=_references(obj), validate_unique=False, validate_constraints=False)
        obj.save(force_insert=True)
        self._note(obj, before=None, after=row_of(obj))
        return obj

    def create_all(self, objs: Sequence[M]) -> list[M]:
        """Save many new rows of one model with one statement."""
        if not objs:
            return []
        for obj in objs:
            if isinstance(obj, Owned):
                obj.tournament = self.tournament
            obj.clean_fields(exclude=_references(obj))
        made = type(objs[0])._default_manager.bulk_create(objs)
        for obj in made:
            self._note(obj, before=None, after=row_of(obj))
        return made

    def change(self, obj: M, **values: Any) -> M:
        """Set fields of a row that was read inside this step. Unchanged values leave no trace."""
        before = row_of(obj, values)
        for name, value in values.items():
            setattr(obj, name, value)
        untouched = {field.name for field in obj._meta.fields if field.name not in values}
        obj.clean_fields(exclude=untouched | _references(obj))
        after = row_of(obj, values)
        changed = [name for name in values if before[name] != after[name]]
        if changed:
            obj.save(update_fields=changed)
            self._note(obj, before={n: before[n] for n in changed}, after={n: after[n] for n in changed})
        return obj

    def change_all(self, pairs: Iterable[tuple[M, Mapping[str, Any]]]) -> None:
        """Set fields of many rows that may change places with each other (seats, games, tables)."""
        pairs = list(pairs)
        park([obj for obj, _values in pairs], {name for _obj, values in pairs for name in values})
        for obj, values in pairs:
            self.change(obj, **values)
        unpark([obj for obj, _values in pairs], {name for _obj, values in pairs for name in values})

    def delete(self, obj: models.Model) -> None:
        """Remove a row; what the journal keeps of it brings it back."""
        self._note(obj, before=row_of(obj), after=None)
        obj.delete()

    def delete_all(self, objs: Sequence[models.Model]) -> None:
        """Remove many rows of one model with one statement; rows that name others are best read with them."""
        if not objs:
            return
        for obj in objs:
            self._note(obj, before=row_of(obj), after=None)
        type(objs[0])._default_manager.filter(pk__in=[obj.pk for obj in objs]).delete()

    def note_created(self, obj: models.Model) -> None:
        """Enter a row that was saved before the step could begin: the tournament itself."""
        self._note(obj, before=None, after=row_of(obj))

    def keep_entry(self) -> None:
        """Leave an entry although no row of the tournament changes: who may work here is kept beside it."""
        self.noteworthy = True

    def public(self) -> None:
        """Say that the public sees something new, so that its pages are fetched again."""
        self.tournament.public_version += 1
        self._tournament_fields.add("public_version")

    def _note(self, obj: models.Model, *, before: Row | None, after: Row | None) -> None:
        uuid = str(obj.uuid)  # type: ignore[attr-defined]  # Owned and Tournament have one
        self.changes.append({"kind": kind_of(obj), "uuid": uuid, "before": before, "after": after})


def _references(obj: models.Model) -> set[str]:
    """The fields that name other rows. The database checks them; cleaning would ask for each row once more."""
    return {field.name for field in obj._meta.fields if field.is_relation}


def park(objs: Sequence[models.Model], names: Iterable[str]) -> None:
    """Move the unique fields of rows out of each other's way before they are set."""
    wanted = set(names)
    for obj in objs:
        for name, place in _PARKED.get(kind_of(obj), {}).items():
            if name in wanted:
                rows = type(obj)._default_manager.filter(pk=obj.pk)
                rows.update(**{name: None if place is None else models.F(name) + place})


def unpark(objs: Sequence[models.Model], names: Iterable[str]) -> None:
    """Write the parked fields of rows as the objects hold them: also of a row whose value did not change."""
    wanted = set(names)
    for obj in objs:
        held = [name for name in _PARKED.get(kind_of(obj), {}) if name in wanted]
        if held:
            obj.save(update_fields=held)


@contextmanager
def step(
    *,
    tournament: Tournament,
    by: Actor,
    now: datetime,
    what: str,
    reason: str = "",
    undoes: JournalEntry | None = None,
    on_closed: bool = False,
    **params: Any,
) -> Iterator[Step]:
    """One transaction and one journal entry. A step that changed nothing leaves no entry.

    The tournament's row is locked first: writes of one tournament happen one after the other, on both databases.
    Raises RuleError: tournament_closed unless `on_closed`, reason_too_long (params most); and SentTwice.
    """
    refuse_long(reason, most=MOST_REASON)
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if locked.closed_at is not None and not on_closed:
            raise RuleError([Problem(code="tournament_closed")])
        doing = Step(tournament=locked, by=by, now=now)
        doing.params.update(params)
        yield doing
        if doing.changes or doing.noteworthy:
            _check_sent_once(by)
            locked.journal_number += 1
            entry = JournalEntry.objects.create(
                tournament=locked,
                number=locked.journal_number,
                at=now,
                by=by.user,
                by_name=by.name,
                role=by.role.value if by.role else "",
                origin=by.origin,
                what=what,
                params=doing.params if by.form is None else {**doing.params, FORM: by.form.mark},
                reason=reason,
                changes=doing.changes,
                undoes=undoes,
            )
            if by.form is not None:
                by.form.entries.add(entry.pk)
            locked.save(update_fields=["journal_number", *doing._tournament_fields])
    tournament.journal_number = locked.journal_number
    tournament.public_version = locked.public_version


def refuse_long(reason: str, *, most: int) -> None:
    """Raises RuleError reason_too_long (params most): what was typed is asked for anew, never cut."""
    if len(reason) > most:
        raise RuleError([Problem(code="reason_too_long", field="reason", params={"most": most})])


def _check_sent_once(by: Actor) -> None:
    """Raises SentTwice if another request with the same form made this person's last step."""
    if by.form is None or by.user is None:
        return
    # Where several processes serve the desk, the two requests wait for each other here.
    User.objects.select_for_update().get(pk=by.user.pk)
    last = JournalEntry.objects.filter(by=by.user).order_by("-pk").values_list("pk", "params").first()
    if last is not None and last[1].get(FORM) == by.form.mark and last[0] not in by.form.entries:
        raise SentTwice
