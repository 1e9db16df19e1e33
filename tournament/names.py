"""Names: how they sort, how they are found, and how a line that somebody typed is understood.

plain     lower case, no accents, only letters, digits and single spaces: "Öztürk-Łoś" → "ozturk los"
squeezed  plain with ae, oe, ue read as ä, ö, ü: "Mueller" and "Müller" → "muller"
particle  a small word that belongs to the surname: von, van der, de
"""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Protocol

from tournament.name_words import (
    CLUB_WORDS,
    FEE_WORDS,
    FIRST_NAMES,
    NOT_ALONE,
    PARTICLES,
    SALUTATIONS,
    SUFFIXES,
    TITLES,
)
from tournament.registration import Registration, tidy

_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ŋ": "n"}
)
_OTHER = re.compile(r"[^a-z0-9\u0250-\U0010ffff]+")
_UMLAUTS = re.compile(r"(?<=[aou])e")

_NUMBER = re.compile(r"^(?:nr\.?\s*)?(\d{1,4})\s*[.):;,]?\s*(?=\D)", re.IGNORECASE)
_BRACKETS = re.compile(r"^(.*?)\s*\(([^()]+)\)\s*[,;]?\s*(.*)$")
_DASH = re.compile(r"\s+[-–—/]\s+")


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


def has_words(text: str, needle: str) -> bool:
    """Whether every word of `needle` is a whole word of `text`: "oeztuerk" is one of "Öztürk, Ida", "özt" is none."""
    plain_words, squeezed_words = plain(text).split(), squeezed(text).split()
    wanted = list(zip(plain(needle).split(), squeezed(needle).split(), strict=True))
    return bool(wanted) and all(one in plain_words or other in squeezed_words for one, other in wanted)


def read_line(line: str, *, clubs: Collection[str] = ()) -> Registration:
    """What a line says of a person: "Äpfel, Anna, DoKo Bremen", "Anna Äpfel; DoKo Bremen", "17 Anna Äpfel (Bremen)".

    A comma means surname first, no comma first name first, unless the names themselves say otherwise. Words for the
    fee (bezahlt, ermäßigt, frei …) may follow; `clubs` are names already known. Nothing is refused here: the reading
    is shown before it is kept, and `check_registration` says what is wrong with it.
    """
    text = tidy(line.replace("\t", ";"))
    number: int | None = None
    if found := _NUMBER.match(text):
        number = int(found[1])
        text = text[found.end() :]
    known = {squeezed(club): club for club in clubs}
    parts, fees = _without_fees(_parts(text))
    surname, first_name, rest = _name_and_rest(parts, known=known)
    club = rest[0] if rest else ""
    return Registration(
        surname=_capitalised(surname, text),
        first_name=_capitalised(first_name, text),
        club=known.get(squeezed(club), club),
        note=", ".join(rest[1:]),
        number=number,
        fee_kind=fees.get("fee_kind", "full"),
        fee_state=fees.get("fee_state", "open"),
    )


def split_name(text: str) -> tuple[str, str]:
    """Surname and first name of a whole name: "Dr. Anna von der Heide" → ("von der Heide", "Dr. Anna").

    With a comma the surname stands first; without one the last word is the surname, unless particles, capitals or a
    well-known first name at the end say otherwise.
    """
    if "," in text:
        surname, first_name = text.split(",", 1)
        return surname.strip(), first_name.strip()
    words = [word for word in text.split() if word.casefold() not in SALUTATIONS]
    titles = []
    while len(words) > 1 and words[0].casefold() in TITLES:
        titles.append(words.pop(0))
    after = [words.pop()] if len(words) > 2 and words[-1].casefold() in SUFFIXES else []
    last, first = _divided(words)
    return " ".join([*last, *after]), " ".join([*titles, *first])


def _parts(text: str) -> list[str]:
    """The parts of a line: the name, perhaps with its comma, then club and remarks."""
    if ";" in text or "|" in text:
        return [part.strip(" ,") for part in re.split(r"[;|]", text)]
    if brackets := _BRACKETS.match(text):
        return [brackets[1], brackets[2], *_commas(brackets[3])]
    if _DASH.search(text):
        name, club = _DASH.split(text, maxsplit=1)
        return [name, *_commas(club)]
    name, *rest = _commas(text) or [""]
    named, fees = _without_fees(rest)
    return [", ".join([name, *named]), *(word for word in rest if word not in named)] if fees else [text]


def _commas(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _without_fees(parts: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The parts that are no word for the fee, and what those words say."""
    fees = dict(FEE_WORDS[plain(part)] for part in parts if plain(part) in FEE_WORDS)
    return [part for part in parts if plain(part) not in FEE_WORDS], fees


def _name_and_rest(parts: Sequence[str], *, known: Collection[str]) -> tuple[str, str, list[str]]:
    """Surname, first name, and the parts after them: the club first."""
    name, *rest = parts or [""]
    if not rest and "," in name:
        # Only commas: "Äpfel, Anna, DoKo Bremen" or "Anna Äpfel, DoKo Bremen".
        name, *rest = _commas(name) or [""]
        if rest and (_is_one(name) or not _is_club(rest[0], after=name, known=known)):
            return name, rest[0], rest[1:]
    elif rest and "," not in name and _is_one(name) and squeezed(rest[0]) not in known:
        return name, rest[0], [part for part in rest[1:] if part]
    surname, first_name = split_name(name)
    return surname, first_name, [part for part in rest if part]


def _divided(words: list[str]) -> tuple[list[str], list[str]]:
    """Words of the surname and of the first name; the order in which they were typed is found out."""
    if len(words) < 2:
        return words, []
    particle = _particle_at(words)
    if particle == 0:
        end = 1
        while end < len(words) - 1 and words[end].casefold() in PARTICLES:
            end += 1
        return words[: end + 1], words[end + 1 :]
    if particle:
        return words[particle:], words[:particle]
    loud = [len(word) > 1 and word.isupper() for word in words]
    if loud[0] != loud[-1]:
        surname = [word for word, is_loud in zip(words, loud, strict=True) if is_loud]
        return surname, [word for word, is_loud in zip(words, loud, strict=True) if not is_loud]
    if _is_first_name(words[-1]) and not _is_first_name(words[0]):
        start = len(words) - 1
        while start > 1 and _is_first_name(words[start - 1]):
            start -= 1
        return words[:start], words[start:]
    return words[-1:], words[:-1]


def _particle_at(words: Sequence[str]) -> int | None:
    """Where the surname begins with a particle, None without one."""
    for place, word in enumerate(words[:-1]):
        folded = word.casefold()
        if folded not in PARTICLES:
            continue
        if folded not in NOT_ALONE or place > 0 or words[place + 1].casefold() in PARTICLES:
            return place
    return None


def _is_one(name: str) -> bool:
    """Whether a part is one surname: a single word, particles aside."""
    words = [word for word in name.split() if word.casefold() not in PARTICLES | TITLES | SUFFIXES]
    return len(words) <= 1


def _is_club(part: str, *, after: str, known: Collection[str]) -> bool:
    """Whether the part behind a comma is a club and not a first name."""
    words = plain(part).split()
    if squeezed(part) in known:
        return True
    if not words or _is_first_name(part.split()[0]):
        return False
    if CLUB_WORDS & set(words) or any(word.isdecimal() for word in words):
        return True
    return _is_first_name(after.split()[0])


def _is_first_name(word: str) -> bool:
    return any(part in FIRST_NAMES for part in plain(word).split())


def _capitalised(name: str, line: str) -> str:
    """A name typed without capitals gets them; whoever typed any capital meant what stands there."""
    if line != line.lower():
        return name
    words = [word if word in PARTICLES else re.sub(r"(?<![^\W\d_])[^\W\d_]", _upper, word) for word in name.split()]
    return " ".join(words)


def _upper(letter: re.Match[str]) -> str:
    return letter[0].upper() if letter[0] != "ß" else letter[0]
