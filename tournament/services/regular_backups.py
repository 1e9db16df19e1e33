"""Backups by the clock: every few minutes what has changed since the last one, beside the work at the desk."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError

from tournament import backup_folders
from tournament.backup_folders import BY_THE_CLOCK
from tournament.models import Tournament
from tournament.services.backup import save_backup

log = logging.getLogger("dokodesk.backup")


def back_up_changed(*, now: datetime) -> list[Path]:
    """A backup of every tournament with steps that its newest backup has not; the files made. One query and theirs.

    Never refuses: what cannot be written is logged and tried again at the next turn. A stick put back gets the newest.
    """
    made = []
    for tournament in Tournament.objects.exclude(journal_number=0).defer("logo").order_by("pk"):
        try:
            if backup_folders.newest_number(tournament.slug) == tournament.journal_number:
                backup_folders.catch_up(tournament.slug)
            else:
                made.append(save_backup(tournament, why=BY_THE_CLOCK, now=now))
        except (OSError, DatabaseError):
            log.exception("The backup of %s by the clock failed", tournament.slug)
    return made


class RegularBackups:
    """Asked every now and then, it backs up when the time chosen on the page “Backup” has passed."""

    def __init__(self, *, now: Callable[[], datetime], seconds: Callable[[], float] = time.monotonic) -> None:
        """`seconds` is a watch that only goes forward: the clock of the computer may be set at any moment."""
        self._now = now
        self._seconds = seconds
        self._last = seconds()

    def ask(self) -> list[Path]:
        """The files made this time."""
        minutes = backup_folders.choice().minutes
        if not minutes or self._seconds() - self._last < minutes * 60:
            return []
        self._last = self._seconds()
        return back_up_changed(now=self._now())
