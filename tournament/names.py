"""Names: how they sort, how they are found.

plain     lower case, no accents, only letters, digits and single spaces: "Öztürk-Łoś" → "ozturk los"
squeezed  plain with ae, oe, ue read as ä, ö, ü: "Mueller" and "Müller" → "muller"
"""

import re
import unicodedata
from typing import Protocol

_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ŋ": "n"}
)
_OTHER = re.compile(r"[^a-z0-9\u0250-\U0010ffff]+")
_UMLAUTS = re.compile(r"(?<=[aou])e")


class Named(Protocol):
    """Anything with a surname and a first name."""

    @property
    def surname(self) -> str: ...
    @property
    def first_name(self) -> str: ...


def plain(text: str) -> str:
    """The text without case, accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return _OTHER.sub(" ", "".join(c for c in letters if not unicodedata.combining(c))).strip()


def squeezed(text: str) -> str:
    """The plain text with ae, oe and ue read as umlauts, so that both spellings are one."""
    return _UMLAUTS.sub("", plain(text))


def sort_key(person: Named) -> tuple[str, str, str, str]:
    """Where a name stands in a list, DIN 5007-1: ä beside a, ß as ss; Adam, Äpfel, Ott, Öztürk, Zimmer.

    Names that differ in accents only stay in one order: the one without accents first.
    """
    return plain(person.surname), plain(person.first_name), person.surname, person.first_name


def matches(text: str, needle: str) -> bool:
    """Whether every word of `needle` stands somewhere in `text`: "oz" and "mueller" find Öztürk and Müller."""
    hay_plain, hay_squeezed = plain(text), squeezed(text)
    return all(plain(word) in hay_plain or squeezed(word) in hay_squeezed for word in needle.split())
