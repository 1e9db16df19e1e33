"""Finding the same person twice: same name in another spelling or order, and names that are nearly the same."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from tournament.names import squeezed

K = TypeVar("K")

_TITLES = frozenset({"dr", "prof", "dipl", "ing", "med", "jur", "phil", "herr", "frau"})
# Kölner Phonetik (H. J. Postel, 1969), simplified to what tells German surnames apart by ear.
_SOUNDS = (
    (re.compile(r"ph"), "f"),
    (re.compile(r"[dt](?=[csz])"), "z"),
    (re.compile(r"sch|[sz]|(?<=[sz])c|c(?=[ei])"), "8"),
    (re.compile(r"x"), "48"),
    (re.compile(r"[gkqc]"), "4"),
    (re.compile(r"[bp]"), "1"),
    (re.compile(r"[dt]"), "2"),
    (re.compile(r"[fvw]"), "3"),
    (re.compile(r"l"), "5"),
    (re.compile(r"[mn]"), "6"),
    (re.compile(r"r"), "7"),
    (re.compile(r"[aeiouyj]+"), "0"),
    (re.compile(r"h"), ""),
)


class Doubles(Generic[K]):
    """An index of people by name; `K` is whatever stands for a person."""

    def __init__(self, people: Iterable[tuple[K, str, str]] = ()) -> None:
        self._same: dict[str, list[K]] = defaultdict(list)
        self._near: dict[str, list[tuple[str, K]]] = defaultdict(list)
        self._sound: dict[tuple[str, str], list[K]] = defaultdict(list)
        for key, surname, first_name in people:
            self.add(key, surname, first_name)

    def add(self, key: K, surname: str, first_name: str) -> None:
        """Take one more person into the index."""
        self._same[_identity(surname, first_name)].append(key)
        spelled = _spelled(surname, first_name)
        for variant in _variants(spelled):
            self._near[variant].append((spelled, key))
        self._sound[sound(surname), _spelled(first_name)].append(key)

    def same(self, surname: str, first_name: str) -> list[K]:
        """Those with this very name: case, accents, titles and the order of the words aside."""
        return list(self._same.get(_identity(surname, first_name), ()))

    def similar(self, surname: str, first_name: str) -> list[K]:
        """Those one letter away in either order, or whose surname sounds alike beside the same first name."""
        found: list[K] = []
        if not first_name:
            return found
        same = self.same(surname, first_name)
        for spelled in (_spelled(surname, first_name), _spelled(first_name, surname)):
            for variant in _variants(spelled):
                found += [key for other, key in self._near.get(variant, ()) if one_apart(spelled, other)]
        found += self._sound.get((sound(surname), _spelled(first_name)), ())
        return [key for place, key in enumerate(found) if key not in same and key not in found[:place]]


def sound(surname: str) -> str:
    """How a German surname sounds, as a code: Meier, Meyer, Maier, Mayr are one; Schmidt and Schmitt too."""
    code = squeezed(surname).replace(" ", "")
    for pattern, letter in _SOUNDS:
        code = pattern.sub(letter, code)
    once = re.sub(r"(.)\1+", r"\1", code)
    return once[:1] + once[1:].replace("0", "")


def one_apart(one: str, other: str) -> bool:
    """Whether one letter was changed, added, left out, or two neighbours changed places; or both are the same."""
    if one == other:
        return True
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, other_rest = one[start:], other[start:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])
    )


def _words(*parts: str) -> list[str]:
    return [word for part in parts for word in squeezed(part).split() if word not in _TITLES]


def _identity(surname: str, first_name: str) -> str:
    return " ".join(sorted(_words(surname, first_name)))


def _spelled(*parts: str) -> str:
    return " ".join(_words(*parts))


def _variants(text: str) -> Iterator[str]:
    """The text, and the text without each of its letters: two names one letter apart share one of them."""
    yield text
    seen = set()
    for place in range(len(text)):
        variant = text[:place] + text[place + 1 :]
        if variant not in seen:
            seen.add(variant)
            yield variant
