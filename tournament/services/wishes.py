"""Who should not, or must not, sit at one table."""

from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import ApartWish, Participant, Tournament
from tournament.services.journal import step

ALWAYS = 99
"""Rounds of a wish that holds for the whole tournament."""


def add_wish(
    *,
    tournament: Tournament,
    first: Participant,
    second: Participant,
    strict: bool,
    rounds: int = ALWAYS,
    by: Actor,
    now: datetime,
) -> ApartWish:
    """The wish to keep two people apart in the first `rounds` rounds; strict: it must be kept.

    Raises RuleError: wish_same_person, wish_twice.
    """
    with step(
        tournament=tournament,
        by=by,
        now=now,
        what="wish_added",
        first_uuid=str(first.uuid),
        second_uuid=str(second.uuid),
    ) as doing:
        if first.pk == second.pk:
            raise RuleError([Problem(code="wish_same_person", field="second")])
        wishes = ApartWish.objects.filter(tournament=doing.tournament)
        if wishes.filter(Q(first=first, second=second) | Q(first=second, second=first)).exists():
            raise RuleError([Problem(code="wish_twice", field="second")])
        return doing.create(ApartWish(first=first, second=second, strict=strict, rounds=rounds))


def change_wish(*, wish: ApartWish, strict: bool, rounds: int, by: Actor, now: datetime) -> ApartWish:
    """The wish with another strength or number of rounds."""
    with _about(wish, by=by, now=now, what="wish_changed") as doing:
        return doing.change(doing.fresh(wish), strict=strict, rounds=rounds)


def delete_wish(*, wish: ApartWish, by: Actor, now: datetime) -> None:
    """The two may sit together again."""
    with _about(wish, by=by, now=now, what="wish_deleted") as doing:
        doing.delete(doing.fresh(wish))


def _about(wish: ApartWish, *, by: Actor, now: datetime, what: str) -> Any:
    return step(
        tournament=wish.tournament,
        by=by,
        now=now,
        what=what,
        first_uuid=str(wish.first.uuid),
        second_uuid=str(wish.second.uuid),
    )
