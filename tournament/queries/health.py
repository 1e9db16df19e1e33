"""Whether this desk is well: version, disk, database, clock, backups, port. Each finding says what to do."""

import http.client
import json
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import backup_folders
from tournament.messages.troubles import TROUBLES
from tournament.models import JournalEntry, SetupLink, Tournament
from tournament.troubles import trouble_of

_LEAST_FREE_MB = 500
_OLDEST_BACKUP = timedelta(hours=6)
_MOST_NAMED = 12
# A clock may be a little behind another machine's entries.
_CLOCK_TOLERANCE = timedelta(minutes=2)
_PATIENCE_MS = 2000
_PROBE = "doctor"  # no hash of any link


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` says what to do where it is not well."""

    what: str
    well: bool
    shown: str
    advice: str = ""


def examine(*, now: datetime, port: int | None = None) -> list[Finding]:
    """Everything the doctor looks at. Never raises: what cannot be looked at is a finding itself."""
    database = list(_database()) if _is_made() else []
    findings = [_version(), *_folder(), *database]
    if database and all(finding.well for finding in database):
        findings += [_writing(), _clock(now), *_backups(now), *_second_folder()]
    if port is not None:
        findings.append(_port(port))
    return findings


def answers() -> bool:
    """Whether the database answers. One query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except DatabaseError:
        return False


def _version() -> Finding:
    python = ".".join(str(part) for part in sys.version_info[:3])
    return Finding(
        what=_("Program"), well=True, shown=f"Dokodesk {settings.VERSION}, Python {python}, Django {django.__version__}"
    )


def _is_made() -> bool:
    """Whether there is anything to ask: a file of SQLite that was never made would be made by asking."""
    return connection.vendor != "sqlite" or Path(settings.DATA_DIR).exists()


def _folder() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR)
    if not folder.exists():
        # Made here, it would be open to everybody on this computer; the start makes it for its owner only.
        yield Finding(
            what=_("Data folder"),
            well=False,
            shown=_("%(folder)s is not there yet") % {"folder": folder},
            advice=_("Start the desk once: it makes the folder."),
        )
        return
    try:
        probe = folder / ".probe"
        probe.write_bytes(b"probe")
        probe.unlink()
    except OSError as error:
        yield Finding(
            what=_("Data folder"),
            well=False,
            shown=f"{folder}: {error.strerror}",
            advice=_("Make the folder writable, or name another one in DOKO_DATA."),
        )
        return
    yield Finding(what=_("Data folder"), well=True, shown=str(folder))
    free = shutil.disk_usage(folder).free // (1024 * 1024)
    yield Finding(
        what=_("Free disk space"),
        well=free >= _LEAST_FREE_MB,
        shown=f"{free} MB",
        advice="" if free >= _LEAST_FREE_MB else _("Free some space: move old backups to a stick."),
    )


def _database() -> Iterator[Finding]:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
        unknown = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations or {})
    except DatabaseError as error:
        yield _broken(_("Database"), error)
        return
    if {name for app, name in unknown if app == "tournament"}:
        yield Finding(
            what=_("Database"),
            well=False,
            shown=_("newer than this program"),
            advice=_("Bring the program up to date."),
        )
        return
    yield Finding(
        what=_("Database"),
        well=not missing,
        shown=connection.vendor,
        advice=_("Start the desk once: it brings the database up to date.") if missing else "",
    )
    if connection.vendor == "sqlite":
        yield _file()


def _file() -> Finding:
    """Whether the file of SQLite is whole; read from its beginning to its end."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check")
            answer = str(cursor.fetchone()[0])
    except DatabaseError as error:
        answer = str(error)
    if answer == "ok":
        return Finding(what=_("Database file"), well=True, shown=_("whole"))
    advice = _("Restore the newest backup into a new data folder.")
    return Finding(what=_("Database file"), well=False, shown=_not_working(answer), advice=advice)


def _broken(what: str, error: DatabaseError) -> Finding:
    """What a database that fails means, and what to do; the database's own words for whoever helps."""
    trouble = trouble_of(error)
    advice = TROUBLES[trouble] if trouble else _("Start the desk once; if that fails, restore a backup.")
    return Finding(what=what, well=False, shown=_not_working(str(error)), advice=str(advice))


def _not_working(why: str) -> str:
    return _("does not work (%(why)s)") % {"why": " ".join(why.split())[:200]}


def _writing() -> Finding:
    """Whether the database takes something in: not where the disk is full, or another program holds it."""
    what = _("Writing into the database")
    try:
        _write_a_little()
    except DatabaseError as error:
        return _broken(what, error)
    return Finding(what=what, well=True, shown=_("works"))


def _write_a_little() -> None:
    """Write one row and take it back. A database that is held is waited for two seconds only. Raises DatabaseError."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
    try:
        with transaction.atomic():
            SetupLink.objects.create(token_hash=_PROBE, created_at=datetime.fromtimestamp(0, tz=UTC))
            transaction.set_rollback(True)
    finally:
        if connection.vendor == "sqlite":
            usual = int(1000 * connection.settings_dict["OPTIONS"].get("timeout", 5))
            with connection.cursor() as cursor:
                cursor.execute(f"PRAGMA busy_timeout = {usual}")


def clock_is_behind(now: datetime) -> bool:
    """Whether the computer's clock shows an earlier time than the newest step of any tournament. One query."""
    newest = JournalEntry.objects.order_by("-at").values_list("at", flat=True).first()
    return newest is not None and newest > now + _CLOCK_TOLERANCE


def _clock(now: datetime) -> Finding:
    well = not clock_is_behind(now)
    return Finding(
        what=_("Clock of this computer"),
        well=well,
        shown=f"{now.astimezone():%d.%m.%Y %H:%M}",
        advice="" if well else _("It is behind the newest entry in the journal: set the clock of the computer right."),
    )


def _backups(now: datetime) -> Iterator[Finding]:
    """Whose newest backup is too old, and whose is not: by name while they are few, else counted. One query."""
    newest_step = JournalEntry.objects.filter(tournament=OuterRef("pk")).order_by("-number").values("at")[:1]
    open_ = Tournament.objects.filter(closed_at=None, journal_number__gt=1).annotate(changed_at=Subquery(newest_step))
    found: dict[bool, list[Finding]] = {False: [], True: []}
    for slug, name, changed_at in open_.order_by("-date", "slug").values_list("slug", "name", "changed_at"):
        files = backup_folders.files_of(slug)
        newest = files[0].stat().st_mtime if files else None
        young = newest is not None and now.timestamp() - newest < _OLDEST_BACKUP.total_seconds()
        old = newest is None or (changed_at.timestamp() > newest and not young)
        found[not old].append(
            Finding(
                what=_("Backup of %(name)s") % {"name": name},
                well=not old,
                shown=_("none") if newest is None else f"{datetime.fromtimestamp(newest).astimezone():%d.%m.%Y %H:%M}",
                advice=_("Back up now, on the page “Backup”.") if old else "",
            )
        )
    for well, findings in found.items():
        yield from findings[:_MOST_NAMED]
        more = len(findings) - _MOST_NAMED
        if more > 0:
            text = (
                _("%(count)s more tournaments are backed up")
                if well
                else _("%(count)s more tournaments are not backed up")
            )
            yield Finding(what=_("Backups"), well=well, shown=text % {"count": more})


def _second_folder() -> Iterator[Finding]:
    """The folder on another disk, if one was chosen: pulled out, full and locked all show in what it lacks."""
    folder = backup_folders.choice().second
    if not folder:
        return
    slugs = Tournament.objects.order_by("slug").values_list("slug", flat=True)
    there = backup_folders.second_is_there()
    lacks = there and any(backup_folders.second_lacks(slug) for slug in slugs)
    yield Finding(
        what=_("Second folder of the backups"),
        well=there and not lacks,
        shown=folder,
        advice=_("Put the stick in; the next backup brings it up to date.")
        if not there
        else _("The newest backup is not in it: make room there, or unlock the stick.")
        if lacks
        else "",
    )


def _port(port: int) -> Finding:
    answer = _answer_at(port)
    what = _("Port %(port)s") % {"port": port}
    if answer is None:
        return Finding(what=what, well=True, shown=_("free"))
    if answer:
        return Finding(what=what, well=True, shown=_("in use by this desk"))
    return Finding(
        what=what,
        well=False,
        shown=_("in use by another program"),
        advice=_("Close that program, or start the desk with another port: start --port %(other)s")
        % {"other": port + 1 if port < 65535 else 8000},
    )


def _answer_at(port: int) -> bool | None:
    """Whether a desk answers at this port of this machine; None where nobody does."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        if probe.connect_ex(("127.0.0.1", port)) != 0:
            return None
    visit = http.client.HTTPConnection("127.0.0.1", port, timeout=3)
    try:
        visit.request("GET", reverse("health"))
        return "well" in json.loads(visit.getresponse().read(1000))
    except (OSError, ValueError, TypeError, http.client.HTTPException):
        return False
    finally:
        visit.close()
