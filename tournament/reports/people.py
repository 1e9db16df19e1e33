"""A person as the papers name one, and the order of names in a list."""

import unicodedata
from dataclasses import dataclass

_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who stands on the paper: start number, names, club and marks of categories ("J", "D")."""

    number: int | None
    surname: str
    first_name: str = ""
    club: str = ""
    marks: tuple[str, ...] = ()

    @property
    def listed(self) -> str:
        """The name as lists have it: "Surname, First name"."""
        return f"{self.surname}, {self.first_name}" if self.first_name else self.surname

    @property
    def spoken(self) -> str:
        """The name as it is said: "First name Surname"."""
        return f"{self.first_name} {self.surname}".strip()

    @property
    def digits(self) -> str:
        """The start number as text, empty if there is none."""
        return "" if self.number is None else str(self.number)


def collated(text: str) -> str:
    """The text without marks on its letters, so that Ä stands with A and Ł with L."""
    bare = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def sort_key(person: Person) -> tuple[str, str, int]:
    """The key that puts persons in the order of a list by name; equal names stand by start number."""
    return collated(person.surname), collated(person.first_name), person.number or 0
