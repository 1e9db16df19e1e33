"""Making the database and bringing it up to date: always on a file beside it, so that it is the old or the new one.

A migration that is cut off by a full disk or a power cut can leave tables that the next try stumbles over.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from tournament.server import CannotStart, held_by_another

_UNFINISHED = "unfinished.sqlite3"


def bring_up_to_date(*, folder: Path, backups: Path, now: datetime) -> Path | None:
    """Make the database or apply what a newer program brings; returns the copy of an older one, if one was kept.

    Raises CannotStart for a database of a newer program, OSError and DatabaseError as they come: then it is as before.
    """
    executor = MigrationExecutor(connection)
    applied = executor.loader.applied_migrations
    ours = executor.loader.migrated_apps
    if any(name[0] in ours and name not in executor.loader.disk_migrations for name in applied):
        raise CannotStart(
            _("The database in %(folder)s was written by a newer version of Dokodesk. Start that version.")
            % {"folder": folder}
        )
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    if connection.vendor != "sqlite":
        call_command("migrate", verbosity=0, interactive=False)
        return None
    kept = _keep_copy(backups, now=now) if applied else None
    _migrate_beside(folder / _UNFINISHED, beginning=kept)
    return kept


def _keep_copy(backups: Path, *, now: datetime) -> Path:
    backups.mkdir(parents=True, exist_ok=True)
    kept = backups / f"before-upgrade-{now:%Y%m%d-%H%M%S}.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(kept)])
    return kept


def _migrate_beside(unfinished: Path, *, beginning: Path | None) -> None:
    """Migrate a copy of `beginning`, or nothing, and put it in the database's place when it is whole."""
    place = Path(connection.settings_dict["NAME"])
    connection.close()
    if _log_of(place).exists():
        raise CannotStart(held_by_another(place.parent))
    for left in (unfinished, _log_of(unfinished)):
        left.unlink(missing_ok=True)
    if beginning is not None:
        shutil.copyfile(beginning, unfinished)
    with _connected_to(unfinished):
        call_command("migrate", verbosity=0, interactive=False)
    # Closing has written everything into the one file; where it could not, the file is not whole.
    if _log_of(unfinished).exists():
        raise CannotStart(
            _("The database in %(folder)s could not be finished. Start again.") % {"folder": place.parent}
        )
    os.replace(unfinished, place)


@contextmanager
def _connected_to(path: Path) -> Iterator[None]:
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _log_of(database: Path) -> Path:
    """SQLite's log beside a database: there while it is open, or after a crash."""
    return database.with_name(f"{database.name}-wal")
