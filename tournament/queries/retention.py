"""Which tournaments are due to lose their names, and which backups still hold them."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Exists, OuterRef, QuerySet
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
    """The tournaments due after so many months, the oldest first, `most` of them; none for 0 months. Two queries."""
    if months == retention.NEVER:
        return []
    tournaments = list(_due(today=today, months=months).order_by("date", "pk")[:most])
    names = Participant.objects.filter(tournament__in=tournaments, removed_at=None).order_by()
    counted = dict(names.values_list("tournament").annotate(Count("pk")))
    return [
        Due(tournament=tournament, names=counted.get(tournament.pk, 0), backups=tuple(backups_before(tournament)))
        for tournament in tournaments
    ]


def any_due(*, today: date, months: int) -> bool:
    """Whether a tournament is due. One query, none for 0 months."""
    return months != retention.NEVER and _due(today=today, months=months).exists()


def _due(*, today: date, months: int) -> QuerySet[Tournament]:
    # One name is enough; the thousands of all old tournaments need not be counted.
    named = Participant.objects.filter(tournament=OuterRef("pk"), removed_at=None)
    old = Tournament.objects.filter(date__lte=retention.last_day(today=today, number=months))
    return old.filter(Exists(named))


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
