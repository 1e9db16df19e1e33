"""Backups by the clock: what has changed, into both folders, and nothing that disturbs the desk."""

import os
import threading
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_tournament
from tournament import backup_folders, server
from tournament.backup_folders import Choice, catch_up, choice, choose, files_of, second_lacks
from tournament.models import Club
from tournament.queries.health import examine
from tournament.services.backup import backup, restore, save_backup
from tournament.services.journal import step
from tournament.services.regular_backups import RegularBackups, back_up_changed

pytestmark = pytest.mark.django_db


def make_change(tournament, name):
    with step(tournament=tournament, by=make_actor(tournament), now=NOW, what="settings_changed") as doing:
        doing.create(Club(name=name))


def changed_tournament(**values):
    tournament = make_tournament(**values)
    make_change(tournament, "Öhringen")
    return tournament


@pytest.fixture
def stick(tmp_path):
    folder = tmp_path / "Stick Übung"
    folder.mkdir()
    choose(minutes=10, second=str(folder))
    return folder


def pull_out(stick):
    stick.rename(stick.with_name("drawer"))


def put_back(stick):
    stick.with_name("drawer").rename(stick)


def test_changed_tournament_is_backed_up_once():
    tournament = changed_tournament()
    make_tournament(slug="untouched")

    made = [back_up_changed(now=NOW), back_up_changed(now=NOW)]

    assert [[path.name for path in paths] for paths in made] == [["herbst-1-20261128-110000-auto.dokodesk"], []]
    assert made[0][0].read_bytes() == backup(tournament)


def test_every_further_step_makes_a_further_backup():
    tournament = changed_tournament()
    back_up_changed(now=NOW)

    make_change(tournament, "Aalen")

    assert [path.read_bytes() for path in back_up_changed(now=NOW)] == [backup(tournament)]


def test_backup_before_a_draw_counts_too():
    save_backup(changed_tournament(), why="draw", now=NOW)

    assert back_up_changed(now=NOW) == []


def test_restored_tournament_is_another_although_its_number_was_there_before():
    tournament = changed_tournament()
    data = backup(tournament)
    for name in ("Aalen", "Ulm"):
        make_change(tournament, name)
        back_up_changed(now=NOW)
    restored = restore(data, by=make_actor(tournament), now=NOW)
    make_change(restored, "Lindau")

    made = back_up_changed(now=NOW)

    assert [path.read_bytes() for path in made][-1] == backup(restored)


def test_files_by_the_clock_are_bounded_and_push_out_no_other(monkeypatch):
    monkeypatch.setattr(backup_folders, "_KEPT_BY_THE_CLOCK", 2)
    monkeypatch.setattr(backup_folders, "_KEPT", 3)
    for number, why in enumerate(["draw", "auto", "close", "auto", "auto", "hand", "auto"]):
        path = backup_folders.keep("herbst-1", f"herbst-1-20261128-11000{number}-{why}.dokodesk", b"x")
        os.utime(path, ns=(number, number))

    left = [path.name.removeprefix("herbst-1-20261128-1100").removesuffix(".dokodesk") for path in files_of("herbst-1")]
    assert left == ["06-auto", "05-hand", "04-auto", "02-close", "00-draw"]


def test_other_files_and_tournaments_on_the_stick_are_left_alone(stick, monkeypatch):
    monkeypatch.setattr(backup_folders, "_KEPT", 1)
    theirs = ["herbst-10-20261128-110000-draw.dokodesk", "herbst-1-alt-1-20261128-110000-draw.dokodesk", "Fotos.zip"]
    for name in theirs:
        (stick / name).write_bytes(b"x")

    names = [backup_folders.keep("herbst-1", f"herbst-1-20261128-11000{n}-draw.dokodesk", b"y").name for n in (1, 2)]

    assert sorted(path.name for path in stick.iterdir()) == sorted([*theirs, names[-1]])


def test_pulled_stick_disturbs_nothing_and_is_told(stick):
    tournament = changed_tournament()
    pull_out(stick)

    path = save_backup(tournament, why="draw", now=NOW)

    assert path.read_bytes() == backup(tournament)
    assert not stick.exists()
    assert (backup_folders.second_is_there(), second_lacks(tournament.slug)) == (False, True)
    assert [one.well for one in examine(now=NOW) if one.shown == str(stick)] == [False]


def test_stick_that_is_back_gets_the_newest_backup(stick):
    tournament = changed_tournament()
    pull_out(stick)
    made = back_up_changed(now=NOW)
    put_back(stick)

    again = back_up_changed(now=NOW)

    assert again == []
    assert [path.name for path in stick.iterdir()] == [path.name for path in made]
    assert not second_lacks(tournament.slug)


def test_full_stick_is_told_by_what_it_lacks(stick):
    tournament = changed_tournament()
    back_up_changed(now=NOW)
    (stick / files_of(tournament.slug)[0].name).unlink()
    (stick / files_of(tournament.slug)[0].name).mkdir()

    assert (catch_up(tournament.slug), second_lacks(tournament.slug)) == (False, True)


def test_full_disk_is_logged_and_tried_again(settings, tmp_path, caplog):
    tournament = changed_tournament()
    (tmp_path / "full").write_text("a file where the folder should be")
    folder, settings.BACKUP_DIR = settings.BACKUP_DIR, tmp_path / "full"
    failed = back_up_changed(now=NOW)
    settings.BACKUP_DIR = folder

    made = back_up_changed(now=NOW)

    assert (failed, [path.read_bytes() for path in made]) == ([], [backup(tournament)])
    assert "by the clock failed" in caplog.text


def test_choice_is_ten_minutes_and_no_second_folder_until_somebody_chooses():
    assert choice() == Choice(minutes=10, second="")


@pytest.mark.parametrize("spoilt", [b"", b"[]", b'{"minutes": "often"}', b"\xff\xfe"])
def test_spoilt_choice_counts_as_none(settings, spoilt):
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "backups.json").write_bytes(spoilt)

    assert choice() == Choice()


def test_second_folder_of_the_start_goes_before_the_page(stick, settings):
    settings.BACKUP_COPY_DIR = "/media/other"

    assert choice().second == "/media/other"


@pytest.mark.parametrize(
    ("minutes", "second", "codes"),
    [
        (-1, "", ["backup_minutes"]),
        (241, "", ["backup_minutes"]),
        (10, "stick", ["backup_second_missing"]),
        (10, "/there/is/none", ["backup_second_missing"]),
        (10, "/there\0is", ["backup_second_missing"]),
    ],
)
def test_choice_that_cannot_be_is_refused(minutes, second, codes):
    with pytest.raises(RuleError) as refusal:
        choose(minutes=minutes, second=second)

    assert [problem.code for problem in refusal.value.problems] == codes
    assert choice() == Choice()


def test_folder_of_the_backups_is_no_second_folder(settings):
    inside = Path(settings.BACKUP_DIR) / "herbst-1"
    inside.mkdir(parents=True)

    with pytest.raises(RuleError) as refusal:
        choose(minutes=10, second=str(inside))

    assert [problem.code for problem in refusal.value.problems] == ["backup_second_same"]


@pytest.mark.parametrize(
    ("minutes", "seconds", "backups"), [(10, 599, 0), (10, 600, 1), (1, 60, 1), (0, 100_000, 0), (240, 14_400, 1)]
)
def test_time_that_has_passed_decides(minutes, seconds, backups):
    changed_tournament()
    choose(minutes=minutes, second="")
    watch = [1000.0]
    regular = RegularBackups(now=lambda: NOW, seconds=lambda: watch[0])

    watch[0] += seconds

    assert len(regular.ask()) == backups
    assert regular.ask() == []


def test_rhythm_goes_on_after_a_fault_and_ends_at_once(caplog):
    turns, third = [], threading.Event()

    def do():
        turns.append(len(turns))
        if len(turns) == 1:
            raise ValueError("once")
        if len(turns) == 3:
            third.set()

    with server.Rhythm(do, seconds=0.001) as rhythm:
        assert third.wait(10)
    after = len(turns)

    assert not rhythm._thread.is_alive()
    assert len(turns) == after
    assert "tried again" in caplog.text


def test_command_backs_up_what_has_changed(capsys):
    changed_tournament()

    call_command("backup", "--changed")
    call_command("backup", "--changed")

    assert [line.endswith("-auto.dokodesk") for line in capsys.readouterr().out.splitlines()] == [True]


@pytest.mark.parametrize("options", [[], ["herbst-1", "--changed"]])
def test_command_needs_one_tournament_or_the_changed_ones(options):
    make_tournament()

    with pytest.raises(CommandError, match="--changed"):
        call_command("backup", *options)
