"""What a page showed of a row, sent back with its form: so that an old page takes nothing away from what came later.

seen    the values of the fields as the page showed them, as JSON in a hidden field of the form
stale   a field that both this form and somebody else meanwhile changed, to different values
"""

import json
from collections.abc import Container, Mapping
from copy import copy
from typing import Any, cast

from django.core.exceptions import FieldDoesNotExist
from django.db import models

from scoring.errors import Problem, RuleError
from tournament.rows import Row, row_of, value_of

FIELD = "seen"


def shown(row: models.Model, names: list[str]) -> str:
    """What the hidden field holds."""
    return json.dumps(row_of(row, _stored(row, names)), ensure_ascii=False, sort_keys=True)


def shown_again(row: models.Model, names: list[str], *, sent: str, stale: Container[Any]) -> str:
    """What the hidden field holds on a page that comes back: as sent, but of stale fields what stands there now."""
    before = read(sent)
    if before is None:
        return shown(row, names)
    now = row_of(row, [name for name in before if name in stale])
    return json.dumps({**before, **now}, ensure_ascii=False, sort_keys=True)


def read(text: str) -> Row | None:
    """What the page had shown; None where the form does not say."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def changes(row: models.Model, *, values: Mapping[str, Any], seen: Row | None) -> dict[str, Any]:
    """Of the values of a form, those that its person has changed; all of them where it does not say what it showed.

    Raises RuleError stale_value (params label, value: what stands there now) for each stale field.
    """
    if seen is None:
        return dict(values)
    changed: dict[str, Any] = {}
    problems: list[Problem] = []
    for name, value in values.items():
        field = cast(models.Field, row._meta.get_field(name))
        wanted = copy(row)
        setattr(wanted, name, value)
        new, now, before = value_of(wanted, field), value_of(row, field), seen.get(name)
        if new in (before, now):
            continue
        if now != before:
            label = str(field.verbose_name)
            problems.append(Problem(code="stale_value", field=name, params={"label": label, "value": said(row, field)}))
        changed[name] = value
    if problems:
        raise RuleError(problems)
    return changed


def said(row: models.Model, field: models.Field) -> str:
    """The value of a field for a person."""
    display = getattr(row, f"get_{field.name}_display", None)
    value = display() if display is not None else getattr(row, field.name)
    if isinstance(value, list):
        plain = all(isinstance(item, str | int) for item in value)
        return (", ".join(str(item) for item in value) or "–") if plain else "…"
    return "–" if value in (None, "") else str(value)


def _stored(row: models.Model, names: list[str]) -> list[str]:
    stored = []
    for name in names:
        try:
            row._meta.get_field(name)
        except FieldDoesNotExist:
            continue
        stored.append(name)
    return stored
