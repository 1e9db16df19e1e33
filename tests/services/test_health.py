"""The doctor and the health page: each check is provoked once."""

import errno
import socket
import sqlite3
import threading
from collections import namedtuple
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.conf import settings as desk_settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone, translation

from tests.builders import client_for, make_actor, make_round, make_tournament
from tournament.messages.troubles import TROUBLES
from tournament.models import JournalEntry, SetupLink
from tournament.queries.health import _backups, examine
from tournament.queries.journal import lines
from tournament.roles import Role
from tournament.services.backup import save_backup
from tournament.services.clock import pause_clock, start_clock
from tournament.services.tournaments import change_settings
from tournament.troubles import Trouble

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _data_folder(settings):
    settings.DATA_DIR.mkdir()


def unwell(now=None):
    return [finding for finding in examine(now=now or timezone.now()) if not finding.well]


def test_new_desk_is_well():
    assert unwell() == []


def test_data_folder_that_cannot_be_written_is_named(settings, tmp_path):
    (tmp_path / "file").write_text("no folder")
    settings.DATA_DIR = tmp_path / "file"

    (finding,) = unwell()

    assert (str(tmp_path / "file") in finding.shown, "DOKO_DATA" in finding.advice) == (True, True)


def test_data_folder_that_is_not_made_yet_is_named_and_left_to_the_start(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "neu"

    (what, told, advice), *_rest = shown()

    assert (what, told) == ("Data folder", f"{tmp_path / 'neu'} is not there yet")
    assert advice == "Start the desk once: it makes the folder."
    assert not settings.DATA_DIR.exists()


def changed_tournament(now):
    tournament = make_tournament()
    by = make_actor(tournament)
    for place in ("Leer", "Husum"):
        change_settings(tournament=tournament, values={"place": place}, by=by, now=now)
    return tournament


def test_clock_behind_the_journal_is_noticed():
    now = timezone.now()
    save_backup(changed_tournament(now), why="hand", now=now)

    assert len(unwell(now - timedelta(hours=1))) == 1


def test_tournament_without_a_backup_is_noticed_until_there_is_one():
    now = timezone.now()
    tournament = changed_tournament(now)
    before = unwell(now)
    save_backup(tournament, why="hand", now=now)

    assert (len(before), unwell(now)) == (1, [])


def test_command_ends_with_1_if_something_is_wrong(settings, tmp_path, capsys):
    (tmp_path / "file").write_text("no folder")
    settings.DATA_DIR = tmp_path / "file"

    with pytest.raises(SystemExit) as end:
        call_command("doctor")

    assert end.value.code == 1
    assert "✗" in capsys.readouterr().out


def shown(**how):
    """What is not well, as the doctor prints it, in English."""
    with translation.override("en"):
        found = examine(now=how.pop("now", timezone.now()), **how)
    return [(finding.what, finding.shown, finding.advice) for finding in found if not finding.well]


def test_little_room_on_the_disk_is_noticed_and_the_rest_still_looked_at(monkeypatch):
    now = timezone.now()
    changed_tournament(now)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage(10**12, 10**12, 499 * 1024 * 1024))

    assert shown(now=now) == [
        ("Free disk space", "499 MB", "Free some space: move old backups to a stick."),
        ("Backup of Herbstturnier", "none", "Back up now, on the page “Backup”."),
    ]


def test_disk_without_any_room_is_noticed(monkeypatch):
    def full(_path, _data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)

    assert shown() == [
        (
            "Data folder",
            f"{desk_settings.DATA_DIR}: No space left on device",
            "Make the folder writable, or name another one in DOKO_DATA.",
        )
    ]


def test_database_of_a_newer_program_is_noticed():
    MigrationRecorder(connection).record_applied("tournament", "9999_later")

    assert shown() == [("Database", "newer than this program", "Bring the program up to date.")]


def test_database_of_an_older_program_is_noticed():
    MigrationRecorder(connection).record_unapplied("tournament", newest_migration())

    assert shown() == [("Database", connection.vendor, "Start the desk once: it brings the database up to date.")]


def newest_migration():
    return max(name for app, name in MigrationRecorder(connection).applied_migrations() if app == "tournament")


@pytest.mark.sqlite
def test_damaged_database_is_noticed(monkeypatch):
    """The answer of SQLite's own check to a file with a broken page."""

    class Cursor(CursorWrapper):
        def execute(self, sql, params=None):
            if sql == "PRAGMA quick_check":
                raise DatabaseError("database disk image is malformed")
            return super().execute(sql, params)

    monkeypatch.setattr(connection, "make_cursor", lambda cursor: Cursor(cursor, connection))

    assert shown() == [
        (
            "Database file",
            "does not work (database disk image is malformed)",
            "Restore the newest backup into a new data folder.",
        )
    ]


@pytest.mark.parametrize(
    ("cause", "trouble"),
    [("file is not a database", Trouble.DAMAGED), ("unable to open database file", Trouble.READ_ONLY)],
)
def test_database_that_cannot_be_asked_is_told_with_what_to_do(cause, trouble, monkeypatch):
    codes = {Trouble.DAMAGED: sqlite3.SQLITE_NOTADB, Trouble.READ_ONLY: sqlite3.SQLITE_CANTOPEN}

    def fails(_connection):
        error = DatabaseError(f"{cause}\n")
        error.__cause__ = sqlite3.DatabaseError(cause)
        error.__cause__.sqlite_errorcode = codes[trouble]
        raise error

    monkeypatch.setattr("tournament.queries.health.MigrationExecutor", fails)

    with translation.override("en"):
        advice = str(TROUBLES[trouble])
    assert shown() == [("Database", f"does not work ({cause})", advice)]


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_database_that_may_only_be_read_is_noticed():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    try:
        found = shown()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = OFF")

    with translation.override("en"):
        advice = str(TROUBLES[Trouble.READ_ONLY])
    assert found == [("Writing into the database", "does not work (attempt to write a readonly database)", advice)]


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_database_held_by_another_program_is_noticed():
    holder = sqlite3.connect(connection.settings_dict["NAME"], uri=True, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        found = shown()
    finally:
        holder.close()

    with translation.override("en"):
        advice = str(TROUBLES[Trouble.LOCKED])
    assert [(what, given) for what, _why, given in found] == [("Writing into the database", advice)]


def test_writing_probe_leaves_nothing_behind():
    before = SetupLink.objects.count()

    examine(now=timezone.now())

    assert SetupLink.objects.count() == before


def test_stick_pulled_out_is_noticed_and_back_in_is_well(settings, tmp_path):
    now = timezone.now()
    tournament = changed_tournament(now)
    stick = tmp_path / "stick"
    settings.BACKUP_COPY_DIR = str(stick)
    save_backup(tournament, why="hand", now=now)

    out = shown(now=now)
    stick.mkdir()
    lacking = shown(now=now)
    save_backup(tournament, why="hand", now=now + timedelta(seconds=1))

    what = "Second folder of the backups"
    assert out == [(what, str(stick), "Put the stick in; the next backup brings it up to date.")]
    assert lacking == [(what, str(stick), "The newest backup is not in it: make room there, or unlock the stick.")]
    assert shown(now=now) == []


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Somebody(BaseHTTPRequestHandler):
    """Another program at the desk's port."""

    answer = b"<h1>Drucker</h1>"

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_words):
        """Says nothing."""


class AnotherDesk(Somebody):
    answer = b'{"well": true}'


@pytest.mark.parametrize(("handler", "well"), [(Somebody, False), (AnotherDesk, True)])
def test_port_taken_by_another_program_is_noticed_and_a_desk_is_known(handler, well):
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        # The first visit only knocks. One thread: of two that wait for a visitor, one would wait for ever.
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]

        found = shown(port=port)

        server.shutdown()
    advice = f"Close that program, or start the desk with another port: start --port {port + 1}"
    assert found == ([] if well else [(f"Port {port}", "in use by another program", advice)])


@pytest.mark.parametrize("port", ["0", "65536", "acht"])
def test_command_refuses_what_is_no_port(port):
    with pytest.raises(CommandError):
        call_command("doctor", "--port", port)


def test_free_port_is_well():
    assert shown(port=free_port()) == []


def test_health_page_says_503_while_the_database_does_not_answer(client, monkeypatch):
    monkeypatch.setattr("tournament.views.health.answers", lambda: False)

    answer = client.get(reverse("health"))

    assert (answer.status_code, answer.json()) == (503, {"well": False})


def test_page_shows_what_the_doctor_prints(capsys):
    tournament = changed_tournament(timezone.now())
    page = client_for(make_actor(tournament, Role.ADMINISTRATOR)).get(reverse("health_report")).context["findings"]

    with pytest.raises(SystemExit):
        call_command("doctor", "--port", str(free_port()))

    printed = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("    ")]
    free = [line for line in printed if " MB" in line]
    assert [line.split(": ")[0][2:] for line in printed[:-1]] == [finding.what for finding in page]
    assert len(free) == 1


def test_round_clock_says_that_the_computers_clock_was_set_back():
    now = timezone.now()
    tournament = make_tournament()
    by = make_actor(tournament)
    round_ = make_round(tournament, players=8, by=by)
    start_clock(round_=round_, by=by, now=now + timedelta(hours=1))
    client = client_for(by)
    page = reverse("round_clock", args=[tournament.slug, 1])

    behind = client.get(page)
    pause_clock(round_=round_, by=by, now=now)

    assert (behind.status_code, behind.context["clock_is_behind"]) == (200, True)
    assert [face.seconds for face in behind.context["faces"]] == [100 * 60]
    numbers = JournalEntry.objects.filter(tournament=tournament).order_by("number")
    assert [entry.what for entry in numbers][-2:] == ["clock_started", "clock_paused"]
    assert [line.entry.what for line in lines(tournament, by=by)][:2] == ["clock_paused", "clock_started"]


def test_health_page_needs_no_login_and_tells_nothing(client):
    make_tournament(name="Geheimturnier")

    answer = client.get(reverse("health"))

    assert (answer.status_code, answer.json()) == (200, {"well": True})


def test_health_report_is_the_administrators():
    tournament = make_tournament()

    assert client_for(make_actor(tournament, Role.DIRECTOR)).get(reverse("health_report")).status_code == 403
    assert client_for(make_actor(tournament, Role.ADMINISTRATOR)).get(reverse("health_report")).status_code == 200


@pytest.mark.parametrize("count", [1, 14])
def test_backups_are_looked_at_with_one_query(count, django_assert_num_queries):
    now = timezone.now()
    for _time in range(count):
        save_backup(changed_tournament(now), why="hand", now=now)
    examine(now=now)

    with django_assert_num_queries(1):
        list(_backups(now))


def test_many_backups_are_counted_and_the_first_are_named():
    now = timezone.now()
    made = [changed_tournament(now) for _time in range(28)]
    for tournament in made[:14]:
        save_backup(tournament, why="hand", now=now)

    found = list(_backups(now))

    named, counted = [f.well for f in found if "Herbst" in f.what], [f for f in found if "Herbst" not in f.what]
    assert named == [False] * 12 + [True] * 12
    assert [(finding.well, finding.shown) for finding in counted] == [
        (False, translation.gettext("%(count)s more tournaments are not backed up") % {"count": 2}),
        (True, translation.gettext("%(count)s more tournaments are backed up") % {"count": 2}),
    ]
