"""Values of the draw as JSON and back, so that a draw can be handed to another process, stored, and repeated.

plain     dictionaries, lists, words and whole numbers; two equal values have the same plain form
"""

import dataclasses
import hashlib
import json
import types
import typing
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """A value of the draw (or a tuple of such) as JSON knows it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): to_plain(item) for key, item in value.items()}
    return value


def from_plain(kind: type[T], data: Any) -> T:
    """The value of that kind. Fields a version does not know are passed over, missing ones take their default.

    Raises KeyError, TypeError or ValueError for data of another shape.
    """
    return typing.cast(T, _read(kind, data))


def digest(value: Any) -> str:
    """A fingerprint of a plain value: equal values, equal fingerprints, on every machine."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _read(kind: Any, data: Any) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        if data is None:
            return None
        return _read(next(one for one in inner if one is not types.NoneType), data)
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return tuple(_read(inner[0], item) for item in data)
        return tuple(_read(one, item) for one, item in zip(inner, data, strict=True))
    if origin is dict:
        return dict(data)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        hints = typing.get_type_hints(kind)
        known = {field.name for field in dataclasses.fields(kind)}
        return kind(**{name: _read(hints[name], value) for name, value in data.items() if name in known})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    return data
