"""Setting up a tournament and changing its settings."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Membership, Tournament
from tournament.presets import PRESETS
from tournament.queries.tournaments import in_address
from tournament.roles import Role
from tournament.rows import Row
from tournament.seen import changes
from tournament.services.journal import step

_SLUG_LENGTH = 50


def create_tournament(
    *, name: str, date: datetime.date, place: str = "", preset: str, by: Actor, now: datetime.datetime, **values: Any
) -> Tournament:
    """A new tournament with the values of a preset; its maker becomes its director.

    `values` override single settings. Raises KeyError for an unknown preset, ValidationError for a value out of range.
    """
    with transaction.atomic():
        tournament = Tournament(
            name=name,
            date=date,
            place=place,
            preset=preset,
            slug=_free_slug(name, date),
            created_at=now,
            **{**PRESETS[preset], **values},
        )
        tournament.full_clean()
        tournament.save()
        if by.user is not None:
            Membership.objects.create(user=by.user, tournament=tournament, role=Role.DIRECTOR.value)
        with step(tournament=tournament, by=by, now=now, what="tournament_created") as doing:
            doing.note_created(doing.tournament)
    return tournament


def change_settings(
    *,
    tournament: Tournament,
    values: Mapping[str, Any],
    seen: Row | None = None,
    by: Actor,
    now: datetime.datetime,
    reason: str = "",
) -> Tournament:
    """Set fields of the tournament. Rounds already published keep their own. `seen` is what the form had shown.

    Raises RuleError: fewer_rounds_than_drawn (params drawn), stale_value.
    """
    with step(tournament=tournament, by=by, now=now, what="settings_changed", reason=reason) as doing:
        values = changes(doing.tournament, values=values, seen=seen)
        drawn = doing.tournament.round_set.filter(drawn_at__isnull=False).count()
        if values.get("rounds", drawn) < drawn:
            raise RuleError([Problem(code="fewer_rounds_than_drawn", field="rounds", params={"drawn": drawn})])
        doing.change(doing.tournament, **values)
        doing.public()
        return doing.tournament


def _free_slug(name: str, date: datetime.date) -> str:
    """The words of the name and the year in the address; a number behind if the name is taken."""
    base = in_address(name)[:_SLUG_LENGTH].strip("-") or "turnier"
    stem = base if str(date.year) in base else f"{base}-{date.year}"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    return next(slug for slug in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)
