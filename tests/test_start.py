"""The command that opens the desk, tried as a program of its own, with a real folder and port."""

import errno
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError

from tests.builders import make_round, make_tournament
from tests.desk_process import ROOT, Browser, free_port, running_desk, start_and_end, surroundings
from tests.trials import killed_starts
from tournament import server
from tournament.server import Adapter
from tournament.services.backup import backup

pytestmark = pytest.mark.sqlite

ACCOUNT = {
    "name": "Ännchen Müßig",
    "username": "aennchen",
    "password": "karo-ass-sticht",
    "password_again": "karo-ass-sticht",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder as people name them, not made yet."""
    return tmp_path / "Doko Übung" / "Daten"


def make_account(folder: Path) -> None:
    with running_desk(folder) as desk:
        assert Browser(desk).send(desk.links()[0], **ACCOUNT) == 200


def test_first_start_makes_everything_and_its_link_the_first_account(folder: Path) -> None:
    with running_desk(folder) as desk:
        browser = Browser(desk)
        link = desk.links()[0]
        looked = [browser.status(link), browser.status(link)]
        made = browser.send(link, **ACCOUNT)
        landed = browser.url
        again = Browser(desk).status(link)
        style = browser.page.split('rel="stylesheet" href="')[1].split('"')[0]
        styled = browser.status(style)

    assert looked == [200, 200]
    assert (made, landed) == (200, desk.address)
    assert again == 410
    assert styled == 200
    assert (folder / "dokodesk.sqlite3").exists()
    assert (folder / "static" / "staticfiles.json").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such file modes")
def test_secret_key_is_readable_by_its_owner_only(folder: Path) -> None:
    with running_desk(folder):
        mode = stat.S_IMODE((folder / "secret.key").stat().st_mode)
        folder_mode = stat.S_IMODE(folder.stat().st_mode)

    assert (mode, folder_mode) == (0o600, 0o700)


def test_second_start_finds_everything_and_keeps_people_logged_in(folder: Path) -> None:
    with running_desk(folder) as desk:
        browser = Browser(desk)
        browser.send(desk.links()[0], **ACCOUNT)
    key = (folder / "secret.key").read_bytes()
    collected = (folder / "static" / "staticfiles.json").stat().st_mtime_ns

    with running_desk(folder, port=desk.port) as desk:
        status = browser.status("account/")
        links = desk.links()

    assert (status, browser.url) == (200, f"{desk.address}account/")
    assert links == []
    assert (folder / "secret.key").read_bytes() == key
    assert (folder / "static" / "staticfiles.json").stat().st_mtime_ns == collected


def test_start_after_a_killed_desk_finds_what_was_saved(folder: Path) -> None:
    with running_desk(folder) as desk:
        browser = Browser(desk)
        browser.send(desk.links()[0], **ACCOUNT)
        desk.process.kill()
        desk.process.wait()

    with running_desk(folder, port=desk.port) as desk:
        assert browser.status("account/") == 200


def test_first_start_killed_half_way_is_made_good_by_the_next() -> None:
    assert killed_starts.main(tries=1, seed=3) == 0


def test_start_without_lan_listens_on_this_machine_only(folder: Path) -> None:
    other = next((adapter for adapter in server.adapters() if adapter.address != server.THIS_MACHINE), None)

    with running_desk(folder) as desk:
        browser = Browser(desk)
        foreign = browser.status("login/", host="desk.example")
        page = browser.page
        with socket.socket() as probe:
            probe.settimeout(2)
            reached = other is not None and probe.connect_ex((other.address, desk.port)) == 0

    assert foreign == 400
    assert "<h1>" in page
    assert not reached


def test_start_with_lan_answers_to_its_addresses_and_no_other_name(folder: Path) -> None:
    hosts = server.host_names(server.hall_addresses(server.adapters()), machine=socket.gethostname())

    with running_desk(folder, "--lan") as desk:
        browser = Browser(desk)
        statuses = {host: browser.status("login/", host=f"{host}:{desk.port}") for host in hosts}
        foreign = browser.status("login/", host=f"desk.example:{desk.port}")

    assert statuses == dict.fromkeys(hosts, 200)
    assert foreign == 400


def test_first_account_opens_on_the_machine_itself_only_also_with_lan(folder: Path) -> None:
    addresses = server.hall_addresses(server.adapters())
    if not addresses:
        pytest.skip("needs an address besides 127.0.0.1")

    with running_desk(folder, "--lan") as desk:
        browser = Browser(desk)
        from_the_hall = browser.status(desk.links()[0].replace(server.THIS_MACHINE, addresses[0]))
        here = browser.status(desk.links()[0])

    assert (from_the_hall, here) == (403, 200)


def test_port_taken_is_said_in_one_sentence(folder: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        ended = start_and_end(folder, "--port", str(port))

        with pytest.raises(server.CannotStart) as refusal:
            server.take_port(host="127.0.0.1", port=port)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{refusal.value}\n")
    assert f"--port {port + 1}" in str(refusal.value)


def test_folder_that_cannot_be_made_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    folder = tmp_path / "file" / "data"

    ended = start_and_end(folder)

    sentence = server.reason_of(OSError(errno.ENOTDIR, "x"), folder=folder)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{sentence}\n")
    assert str(folder) in sentence


def test_second_desk_on_the_same_folder_is_told_where_the_first_one_is(folder: Path) -> None:
    with running_desk(folder) as desk:
        ended = start_and_end(folder, "--port", str(free_port()))

    sentence = str(server.AlreadyRunning(folder=folder, address=desk.address))
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{sentence}\n")
    assert desk.address in sentence


def test_database_of_a_newer_version_is_left_alone(folder: Path) -> None:
    make_account(folder)
    with sqlite3.connect(folder / "dokodesk.sqlite3") as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_later', '2030-01-01')"
        )
    database.close()

    ended = start_and_end(folder, "--port", str(free_port()))

    assert ended.returncode == 1
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1
    assert str(folder) in ended.stderr


def test_database_of_an_older_version_is_brought_up_to_date_and_kept(folder: Path) -> None:
    make_account(folder)
    path = folder / "dokodesk.sqlite3"
    with sqlite3.connect(path) as database:
        # As the version before the last migration of a small app left it.
        database.execute("DELETE FROM django_migrations WHERE app = 'axes' AND name LIKE '0010%'")
        database.execute("DROP TABLE axes_accessattemptexpiration")
    database.close()

    with running_desk(folder) as desk:
        logged_in = Browser(desk)
        logged_in.send("login/", username="aennchen", password=ACCOUNT["password"])

    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT count(*) FROM axes_accessattemptexpiration").fetchall()
    database.close()
    (kept,) = (folder / "backups").glob("before-upgrade-*.sqlite3")
    with sqlite3.connect(kept) as database:
        names = database.execute("SELECT username FROM tournament_user").fetchall()
    database.close()
    assert (rows, names) == ([(0,)], [("aennchen",)])
    assert logged_in.url == desk.address


def test_database_held_by_another_program_is_said_in_one_sentence(folder: Path) -> None:
    make_account(folder)
    holder = sqlite3.connect(folder / "dokodesk.sqlite3", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")

    ended = start_and_end(folder, "--port", str(free_port()))

    holder.close()
    held = OperationalError("database is locked")
    held.__cause__ = _sqlite_error(sqlite3.SQLITE_BUSY)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"{server.reason_of(held, folder=folder)}\n"


def test_damaged_database_is_said_in_one_sentence(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "dokodesk.sqlite3").write_bytes(b"This is not a database. " * 100)

    ended = start_and_end(folder, "--port", str(free_port()))

    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "--restore" in ended.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no limit on the size of files")
def test_full_disk_is_said_in_one_sentence(folder: Path) -> None:
    """A limit on the size of files stands for the full disk: the database stops in the middle of being made."""
    program = (
        "import resource, signal, sys, runpy;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000));"
        "sys.argv = ['manage.py', 'start', '--no-browser', '--port', sys.argv[1]];"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, str(free_port())],
        cwd=ROOT,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    with running_desk(folder) as desk:
        assert Browser(desk).status(desk.links()[0]) == 200


def test_recover_gives_a_forgetful_director_a_new_password(folder: Path) -> None:
    make_account(folder)

    with running_desk(folder, "--recover") as desk:
        browser = Browser(desk)
        link = desk.links()[0]
        browser.status(link)
        person = browser.page.split('type="radio" name="person" value="')[1].split('"')[0]
        reset = browser.send(link, person=person, password="pik-zehn-faellt", password_again="pik-zehn-faellt")
        old = Browser(desk).send("login/", username="aennchen", password=ACCOUNT["password"])
        other = Browser(desk)
        new = other.send("login/", username="Aennchen", password="pik-zehn-faellt")

    assert reset == 200
    assert old == 200  # the login page again
    assert (new, other.url) == (200, desk.address)


def test_recover_beside_a_running_desk_prints_a_link_to_it(folder: Path) -> None:
    with running_desk(folder) as desk:
        Browser(desk).send(desk.links()[0], **ACCOUNT)

        ended = start_and_end(folder, "--recover", "--port", str(free_port()))

        link = ended.stdout.split()[-1]
        assert (ended.returncode, ended.stderr) == (0, "")
        assert link.startswith(f"{desk.address}recover/")
        assert Browser(desk).status(link) == 200


@pytest.mark.django_db
def test_restore_brings_a_tournament_back_into_a_new_desk(folder: Path, tmp_path: Path) -> None:
    tournament = make_tournament(name="Frühjahrsturnier")
    make_round(tournament, players=8)
    file = tmp_path / "Sicherung von Käthe.dokodesk"
    file.write_bytes(backup(tournament))

    with running_desk(folder, "--restore", str(file)) as desk:
        browser = Browser(desk)
        browser.send(desk.links()[0], **ACCOUNT)
        status = browser.status(f"office/{tournament.slug}/")
        page, printed = browser.page, desk.printed

    assert "Frühjahrsturnier" in printed
    assert status == 200
    assert "Frühjahrsturnier" in page


@pytest.mark.django_db
def test_start_with_the_same_line_again_leaves_the_tournament_as_it_is(folder: Path, tmp_path: Path) -> None:
    tournament = make_tournament(name="Frühjahrsturnier", place="Saal")
    file = tmp_path / "Stick.dokodesk"
    file.write_bytes(backup(tournament))
    database = folder / "dokodesk.sqlite3"
    with running_desk(folder, "--restore", str(file)):
        pass
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tournament_tournament SET place = 'Diele'")

    with running_desk(folder, "--restore", str(file)):
        pass

    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT name, place FROM tournament_tournament").fetchall() == [
            ("Frühjahrsturnier", "Diele")
        ]


def test_restore_of_a_missing_file_is_said_in_one_sentence(folder: Path) -> None:
    ended = start_and_end(folder, "--port", str(free_port()), "--restore", "no such file.doko")

    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "no such file.doko" in ended.stderr


def test_restore_of_something_else_is_refused_in_one_sentence(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear director")

    ended = start_and_end(folder, "--port", str(free_port()), "--restore", str(tmp_path / "letter.txt"))

    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1


def test_key_that_was_left_empty_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    path.write_text("")

    assert server.keep_key(path, "first") == "first"
    assert server.keep_key(path, "second") == "first"


def test_key_that_is_no_text_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "secret.key"
    path.write_bytes(b"\xff\xfe")

    with pytest.raises(server.CannotStart):
        server.keep_key(path, "new")
    assert path.read_bytes() == b"\xff\xfe"


def test_hall_addresses_put_the_likeliest_first_and_leave_out_the_machine_itself() -> None:
    found = [
        Adapter(name="lo", address="127.0.0.1"),
        Adapter(name="docker0", address="172.17.0.1"),
        Adapter(name="eth0", address="169.254.3.4"),
        Adapter(name="VirtualBox Host-Only Ethernet Adapter", address="192.168.56.1"),
        Adapter(name="enp3s0", address="10.0.0.7"),
        Adapter(name="wlan0", address="192.168.1.5"),
        Adapter(name="wlan0:1", address="192.168.1.5"),
    ]

    assert server.hall_addresses(found, routed="192.168.1.5") == [
        "192.168.1.5",
        "10.0.0.7",
        "172.17.0.1",
        "192.168.56.1",
        "169.254.3.4",
    ]


def test_host_names_list_the_machine_and_never_a_star() -> None:
    assert server.host_names(["192.168.1.5"], machine="Laptop.local") == [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "192.168.1.5",
        "laptop",
        "laptop.local",
    ]
    assert server.host_names([]) == ["127.0.0.1", "localhost", "[::1]"]


def test_qr_lines_are_square_and_coloured_only_where_asked() -> None:
    plain = server.qr_lines("http://192.168.1.5:8000/", coloured=False)
    coloured = server.qr_lines("http://192.168.1.5:8000/", coloured=True)

    assert {len(line) for line in plain} == {29}
    assert coloured == [f"\x1b[97;40m{line}\x1b[0m" for line in plain]


@pytest.mark.parametrize(
    ("code", "word"),
    [
        (errno.ENOSPC, "full"),
        (errno.EACCES, "write"),
        (errno.EROFS, "write"),
        (errno.EIO, "other"),
    ],
)
def test_reason_of_a_failed_write_names_the_folder(code: int, word: str, tmp_path: Path) -> None:
    sentences = {
        "full": server.reason_of(OSError(errno.EDQUOT, ""), folder=tmp_path),
        "write": server.reason_of(OSError(errno.EPERM, ""), folder=tmp_path),
        "other": server.reason_of(OSError(errno.EIO, os.strerror(errno.EIO)), folder=tmp_path),
    }

    sentence = server.reason_of(OSError(code, os.strerror(code)), folder=tmp_path)

    assert len(set(sentences.values())) == 3
    assert sentence == sentences[word]
    assert str(tmp_path) in sentence


def test_reason_of_a_database_out_of_reach_is_one_line(tmp_path: Path) -> None:
    error = OperationalError("connection failed:\n  is the server running?")

    assert "\n" not in server.reason_of(error, folder=tmp_path)


def _sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("made up")
    error.sqlite_errorcode = code
    return error
