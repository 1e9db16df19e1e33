"""Which tournaments are due to lose their names, and which backups still hold them."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournament import backup_folders, retention
from tournament.models import Participant, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A tournament that is due, how many names it holds, and its backups, which are files of their own."""

    tournament: Tournament
    names: int
    backups: tuple[str, ...]


def due(*, today: date, months: int, most: int | None = None) -> list[Due]:
    """The tournaments due after so many months, the oldest first, `most` of them; none for 0 months. One query."""
    return [
        Due(tournament=tournament, names=tournament.names, backups=tuple(backups_before(tournament)))
        for tournament in _due(today=today, months=months)[:most]
    ]


def due_count(*, today: date, months: int) -> int:
    """How many tournaments are due. One query, none for 0 months."""
    if months == retention.NEVER:
        return 0
    named = Participant.objects.filter(tournament=OuterRef("pk"), removed_at=None)
    # The start page asks: one name is enough, the thousands of old tournaments need not be counted.
    return _old(today=today, months=months).filter(Exists(named)).count()


def _due(*, today: date, months: int) -> QuerySet[Any]:
    if months == retention.NEVER:
        return Tournament.objects.none()
    named = Count("participant", filter=Q(participant__removed_at=None))
    return _old(today=today, months=months).annotate(names=named).filter(names__gt=0).order_by("date", "pk")


def _old(*, today: date, months: int) -> QuerySet[Tournament]:
    return Tournament.objects.filter(date__lte=retention.last_day(today=today, number=months))


def backups_before(tournament: Tournament, moment: datetime | None = None) -> list[str]:
    """The files that hold the names of a tournament and were made before a moment (None: all), newest first.

    Its backups in both folders, and the copies of the whole desk made since it was set up, which say so.
    """
    own = [(made, str(path)) for made, path in backup_folders.everywhere(tournament.slug)]
    whole = [
        (made, _("%(file)s (holds all tournaments)") % {"file": path})
        for made, path in backup_folders.of_the_whole_desk()
        if made >= tournament.created_at.timestamp()
    ]
    return [
        shown for made, shown in sorted([*own, *whole], reverse=True) if moment is None or made < moment.timestamp()
    ]
