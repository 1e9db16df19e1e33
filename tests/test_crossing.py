"""One file between databases: SQLite → PostgreSQL → SQLite gives the same bytes, and so does either with itself."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import NOW
from tests.desk_process import ROOT, surroundings
from tests.services.test_backup import NOBODY, empty_installation, make_full_tournament
from tournament.models import Depth, Tournament
from tournament.services.backup import backup, restore
from tournament.services.demo import Stage, make_demo

pytestmark = pytest.mark.django_db

RELEASED = Path(__file__).resolve().parent / "fixtures" / "releases" / "0.1.0.dokodesk"


def manage(folder: Path, *words: str) -> str:
    """What a command of the desk prints, run with a data folder of its own and SQLite."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def through_sqlite(folder: Path, data: bytes) -> bytes:
    """The file after a restore into an empty SQLite and a backup from there."""
    folder.mkdir()
    (folder / "in.dokodesk").write_bytes(data)
    manage(folder, "migrate", "--verbosity=0")
    slug = manage(folder, "restore", str(folder / "in.dokodesk")).split()[-1]
    manage(folder, "backup", slug, "--to", str(folder / "out.dokodesk"))
    return (folder / "out.dokodesk").read_bytes()


def played_tournament() -> Tournament:
    """Everything a day leaves: two rounds row by row, standings posted and final, closed."""
    make_demo(players=9, rounds=2, until=Stage.CLOSED, depth=Depth.ROWS, by=NOBODY, now=NOW)
    return Tournament.objects.get()


@pytest.mark.parametrize("make", [make_full_tournament, played_tournament])
def test_file_is_the_same_after_every_restore_into_nothing(make):
    data = backup(make())

    for _turn in range(2):
        empty_installation()
        assert backup(restore(data, by=NOBODY, now=NOW)) == data


def test_file_of_the_first_release_settles_at_once():
    first = backup(restore(RELEASED.read_bytes(), by=NOBODY, now=NOW))
    empty_installation()

    assert backup(restore(first, by=NOBODY, now=NOW)) == first


@pytest.mark.postgres
@pytest.mark.parametrize("make", [make_full_tournament, played_tournament])
def test_file_is_the_same_after_crossing_to_sqlite_and_back(tmp_path, make):
    ours = backup(make())
    empty_installation()

    theirs = through_sqlite(tmp_path / "first", ours)
    back = backup(restore(theirs, by=NOBODY, now=NOW))
    again = through_sqlite(tmp_path / "second", back)

    assert [theirs == ours, back == ours, again == ours] == [True, True, True]
