"""Badges to pin on: the name large, club and start number small."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.reports.page import Frame
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class NameBadge:
    """One badge; `role` is the word for who is more than a player ("Turnierleitung")."""

    frame: Frame
    person: Person
    role: str = ""


def build(badges: Sequence[NameBadge], *, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the badges, ten of 85 by 54 mm per A4 page."""
    raise NotImplementedError
