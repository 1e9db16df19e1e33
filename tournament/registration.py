"""What is known of a person at registration, before there is a participant: plain values, tidied and checked.

Pure: neither Django nor a database. Forms, imports and the command make registrations, the service keeps them.
"""

import re
import unicodedata
from dataclasses import dataclass

from scoring.errors import Problem

NAME_LENGTH = 80
NOTE_LENGTH = 200
CATEGORY_LENGTH = 40
CATEGORIES_MOST = 10
NUMBER_MOST = 9999
DONATION_MOST_CENTS = 1_000_000

_SPACES = re.compile(r"\s+")
# Letters that only pretend (controls, directions, private use); the joiners of Indic and Persian names may stay.
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
_JOINERS = frozenset("\u200c\u200d")


def tidy(text: str) -> str:
    """The text as one line: composed letters, single spaces, no control characters."""
    spaced = _SPACES.sub(" ", unicodedata.normalize("NFC", text))
    seen = "".join(c for c in spaced if c in _JOINERS or unicodedata.category(c) not in _INVISIBLE)
    return _SPACES.sub(" ", seen).strip()


@dataclass(frozen=True, slots=True)
class Registration:
    """One person as registered. `number` None: the next free start number; `club` is a name."""

    surname: str
    first_name: str = ""
    club: str = ""
    team: str = ""
    number: int | None = None
    categories: tuple[str, ...] = ()
    note: str = ""
    ranked: bool = True
    fee_kind: str = "full"
    fee_state: str = "open"
    donation_cents: int = 0

    @property
    def name(self) -> str:
        """Surname first, as lists are read: "Äpfel, Anna"."""
        return f"{self.surname}, {self.first_name}" if self.first_name else self.surname


def check_registration(registration: Registration) -> tuple[Problem, ...]:
    """Everything that keeps this registration from being kept, each with the field it belongs to."""
    problems = []
    if not registration.surname:
        problems.append(Problem(code="surname_missing", field="surname"))
    for field, length in (
        ("surname", NAME_LENGTH),
        ("first_name", NAME_LENGTH),
        ("club", NAME_LENGTH),
        ("team", NAME_LENGTH),
        ("note", NOTE_LENGTH),
    ):
        if len(getattr(registration, field)) > length:
            problems.append(Problem(code=f"{field}_too_long", field=field, params={"most": length}))
    if registration.number is not None and not 1 <= registration.number <= NUMBER_MOST:
        problems.append(Problem(code="number_out_of_range", field="number", params={"most": NUMBER_MOST}))
    if len(registration.categories) > CATEGORIES_MOST or any(
        len(category) > CATEGORY_LENGTH for category in registration.categories
    ):
        params = {"most": CATEGORIES_MOST, "length": CATEGORY_LENGTH}
        problems.append(Problem(code="categories_too_long", field="categories", params=params))
    if not 0 <= registration.donation_cents <= DONATION_MOST_CENTS:
        problems.append(Problem(code="donation_out_of_range", field="donation"))
    return tuple(problems)
