"""A row of a tournament as plain data and back: the common ground of journal, undo and backup.

row   {"field": JSON value}; other rows of the tournament and persons at the desk are named by their UUID
kind  the model's name in lower case: "participant", "seat", "game"
"""

import uuid
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any, cast

from django.apps import apps
from django.db import models

from tournament.models import Owned, User

Row = dict[str, Any]

# Never part of a row: the key of this installation, the tournament the row hangs on, and what opens a door.
_LEFT_OUT = frozenset({"id", "tournament", "token_hash"})


def kind_of(obj: models.Model) -> str:
    """The kind of a row, as journal and backup name it."""
    return str(obj._meta.model_name)


def model_of(kind: str) -> type[Owned]:
    """The model of a kind. Raises LookupError for a kind that no version knew."""
    model = apps.get_model("tournament", kind)
    if not issubclass(model, Owned):
        raise LookupError(kind)
    return model


def fields_of(model: type[models.Model]) -> list[models.Field]:
    """The stored fields of a model that make up its row."""
    return [field for field in model._meta.concrete_fields if field.name not in _LEFT_OUT]


def value_of(obj: models.Model, field: models.Field) -> Any:
    """One stored value as JSON knows it; a reference as the UUID of the row it names."""
    if field.is_relation:
        if getattr(obj, field.attname) is None:
            return None
        return str(getattr(obj, field.name).uuid)
    value = getattr(obj, field.attname)
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode("ascii")
    if value is None or isinstance(value, bool | int | str | list | dict):
        return value
    if isinstance(value, uuid.UUID):
        return str(value)
    return value.isoformat()


def row_of(obj: models.Model, names: Iterable[str] | None = None) -> Row:
    """The row of `obj`, or only the named fields of it."""
    wanted = None if names is None else set(names)
    return {
        field.name: value_of(obj, field) for field in fields_of(type(obj)) if wanted is None or field.name in wanted
    }


def plain(value: Any, field: models.Field) -> Any:
    """A stored JSON value as the field wants it, references apart. Raises ValidationError if it does not fit."""
    if isinstance(field, models.BinaryField):
        return None if value is None else b64decode(value)
    return value if isinstance(field, models.JSONField) else field.to_python(value)


class References:
    """Finds the rows that a row names by UUID, one query per kind at most once each."""

    def __init__(self, tournament: models.Model) -> None:
        self._tournament = tournament
        self._found: dict[tuple[str, str], int | None] = {}

    def learn(self, obj: models.Model) -> None:
        """Remember a row that was just made."""
        self._found[kind_of(obj), str(obj.uuid)] = obj.pk  # type: ignore[attr-defined]  # Owned and User have one

    def key(self, model: type[models.Model], value: str | None) -> int | None:
        """The primary key here of the row with this UUID; None for none, and for a person unknown here."""
        if value is None:
            return None
        place = (str(model._meta.model_name), value)
        if place not in self._found:
            rows = model._default_manager.filter(uuid=value)
            if not issubclass(model, User):
                rows = rows.filter(tournament=self._tournament)
            self._found[place] = rows.values_list("pk", flat=True).first()
        return self._found[place]

    def apply(self, obj: models.Model, row: Row) -> None:
        """Set the fields of `obj` to those of `row`, without saving. Fields of older versions are passed over."""
        for field in fields_of(type(obj)):
            if field.name not in row:
                continue
            if field.is_relation:
                model = cast(type[models.Model], field.related_model)
                setattr(obj, field.attname, self.key(model, row[field.name]))
            else:
                setattr(obj, field.attname, plain(row[field.name], field))
