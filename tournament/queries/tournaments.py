"""Which tournaments a person may open, newest first: a page at a time, found by words."""

import re
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.text import slugify

from tournament.models import Tournament, User

PAGE = 12
_YEAR = re.compile(r"[1-9][0-9]{3}")
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True, slots=True)
class Found:
    """A page of tournaments; `more` says whether another one follows."""

    tournaments: tuple[Tournament, ...]
    more: bool


def open_to(user: User) -> QuerySet[Tournament]:
    """The tournaments a person has a part in, newest first; the administrator has one in all."""
    tournaments = Tournament.objects.order_by("-date", "-pk")
    if user.is_superuser:
        return tournaments
    return tournaments.filter(membership__user=user, membership__ended_at=None)


def found(user: User, *, words: str = "", page: int = 1) -> Found:
    """The `PAGE` tournaments of a page whose name, place or year has every one of the words. One query."""
    wanted = open_to(user).only("slug", "name", "date", "place", "closed_at")
    for word in words.split():
        wanted = wanted.filter(_has(word))
    first = (page - 1) * PAGE
    tournaments = list(wanted[first : first + PAGE + 1])
    return Found(tournaments=tuple(tournaments[:PAGE]), more=len(tournaments) > PAGE)


def in_address(text: str) -> str:
    """The text as an address spells it: "Münchner Pokal" is "muenchner-pokal"."""
    return slugify(text.lower().translate(_SPELLED_OUT))


def _has(word: str) -> Q:
    condition = Q(slug__contains=in_address(word)) if in_address(word) else Q()
    # SQLite knows the other case of plain letters only, not of Ä, Ö and Ü.
    spellings = (word,) if word.isascii() else (word, word.lower(), word.upper(), word.capitalize())
    for spelled in dict.fromkeys(spellings):
        condition |= Q(name__icontains=spelled) | Q(place__icontains=spelled)
    return condition | Q(date__year=int(word)) if _YEAR.fullmatch(word) else condition
