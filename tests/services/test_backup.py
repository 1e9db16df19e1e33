"""One file holds a tournament; nothing else comes out of it or into it."""

import json
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils.timezone import localtime

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_tournament
from tournament.actors import Actor
from tournament.backup_file import pack
from tournament.models import (
    Club,
    Game,
    HelperLink,
    Incident,
    JournalEntry,
    Membership,
    Participant,
    Penalty,
    Round,
    Screen,
    Seat,
    Table,
    Tournament,
    User,
)
from tournament.roles import Role
from tournament.services import backup as service
from tournament.services.backup import backup, backup_before, restore, save_backup
from tournament.services.journal import step
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db

NOBODY = Actor(user=None)
RELEASED = Path(__file__).resolve().parents[1] / "fixtures" / "releases" / "0.1.0.dokodesk"


def make_full_tournament() -> Tournament:
    """A little of everything a tournament can consist of."""
    tournament = make_tournament(logo=b"\x89PNG", warn_minutes=[10, 5], tie_breaks=["last_round"])
    by = make_actor(tournament)
    clerk = make_actor(tournament, Role.CLERK)
    with step(tournament=tournament, by=by, now=NOW, what="settings_changed") as doing:
        club = doing.create(Club(name="Öhringen"))
        people = [
            doing.create(Participant(number=n, surname=f"Müller {n}", club=club, registered_at=NOW))
            for n in range(1, 5)
        ]
        round_ = doing.create(Round(number=1, started_at=NOW, draw_report={"repeats": 0}))
        table = doing.create(
            Table(round=round_, number=1, typed_by=clerk.user, typed_at=NOW + timedelta(hours=1, microseconds=5))
        )
        for n, person in enumerate(people, start=1):
            doing.create(Seat(round=round_, table=table, position=n, participant=person, total=0))
        doing.create(Game(table=table, number=1, kind="normal", p1=2, p2=-2, p3=2, p4=-2))
        incident = doing.create(Incident(round=round_, table=table, happened_at=NOW, reason="=1+1", offender=people[0]))
        doing.create(Penalty(incident=incident, participant=people[0], points=-3))
        doing.create(Screen(name="Saal"))
    undo_entry = JournalEntry.objects.filter(tournament=tournament).latest("number")
    with step(tournament=tournament, by=clerk, now=NOW, what="noted") as doing:
        doing.change(doing.fresh(table), note="gefragt")
    undo(entry=JournalEntry.objects.latest("number"), by=by, now=NOW)
    assert undo_entry.number == 1
    return Tournament.objects.get(pk=tournament.pk)


def empty_installation() -> None:
    JournalEntry.objects.exclude(undoes=None).delete()
    for model in reversed(service.KINDS):
        model.objects.all().delete()
    Tournament.objects.all().delete()
    User.objects.all().delete()


def test_restore_into_an_empty_installation_gives_the_same_file():
    data = backup(make_full_tournament())
    empty_installation()

    again = backup(restore(data, by=NOBODY, now=NOW))

    assert again == data


def test_restored_tournament_can_go_on():
    data = backup(make_full_tournament())
    empty_installation()

    tournament = restore(data, by=NOBODY, now=NOW)

    with step(tournament=tournament, by=NOBODY, now=NOW, what="noted") as doing:
        doing.change(Table.objects.get(), note="weiter")
    undo(entry=JournalEntry.objects.latest("number"), by=NOBODY, now=NOW)
    assert [entry.number for entry in JournalEntry.objects.order_by("number")] == [1, 2, 3, 4, 5]


def test_restored_people_have_no_login_here():
    data = backup(make_full_tournament())
    empty_installation()

    restore(data, by=NOBODY, now=NOW)

    assert sorted((str(u), u.is_active, u.has_usable_password(), u.pin) for u in User.objects.all()) == [
        ("clerk", False, False, ""),
        ("director", False, False, ""),
    ]
    assert sorted(Membership.objects.values_list("role", flat=True)) == ["clerk", "director"]


def test_restore_keeps_the_tournament_that_is_here():
    tournament = make_full_tournament()
    data = backup(tournament)
    with step(tournament=tournament, by=NOBODY, now=NOW, what="noted") as doing:
        doing.change(Table.objects.get(), note="neuer als die Datei")

    restored = restore(data, by=NOBODY, now=NOW)

    kept = Tournament.objects.exclude(pk=restored.pk).get()
    assert (restored.slug, kept.slug) == ("herbst-1", "herbst-1-alt-1")
    assert kept.name.startswith("Herbstturnier (")
    assert Table.objects.get(tournament=kept).note == "neuer als die Datei"
    assert Table.objects.get(tournament=restored).note == ""


def test_file_that_says_what_is_here_already_changes_nothing():
    tournament = make_full_tournament()
    data = backup(tournament)
    with step(tournament=tournament, by=NOBODY, now=NOW, what="noted") as doing:
        doing.change(Table.objects.get(), note="neuer als die Datei")

    first, second = (restore(data, by=NOBODY, now=NOW) for _sent in range(2))

    assert second == first
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == ["herbst-1", "herbst-1-alt-1"]
    assert backup(second) == data


def test_file_of_an_older_version_makes_one_copy_too():
    data = RELEASED.read_bytes()

    first, second = (restore(data, by=NOBODY, now=NOW) for _sent in range(2))

    assert (second, Tournament.objects.count()) == (first, 1)


@pytest.mark.parametrize(("name", "begins"), [("Herbst", "Herbst ("), ("Herbst" * 20, "HerbstHerbst")])
def test_name_of_the_tournament_that_gives_way_is_whole_or_visibly_shortened(name, begins):
    tournament = make_tournament(name=name)
    data = backup(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(place="Saal")

    restored = restore(data, by=NOBODY, now=NOW)

    kept = Tournament.objects.exclude(pk=restored.pk).get().name
    assert (restored.name, kept.startswith(begins), len(kept) <= 120) == (name, True, True)
    assert ("…" in kept, kept.endswith(f"{localtime(NOW):%d.%m.%Y %H:%M})")) == (len(name) > 20, True)


def test_backup_holds_no_credentials():
    tournament = make_full_tournament()
    user = User.objects.get(username="clerk")
    user.pin = "geheime-pin"
    user.save()
    HelperLink.objects.create(
        membership=Membership.objects.get(user=user), token_hash="ab" * 32, created_at=NOW, expires_at=NOW
    )
    secrets = [user.password, user.pin, "ab" * 32, Screen.objects.get().token_hash]

    content = json.dumps(service.unpack(backup(tournament), known_migrations=frozenset(service.known_migrations())))

    assert [secret for secret in secrets if secret in content] == []


def test_damaged_file_is_refused_and_changes_nothing():
    data = backup(make_full_tournament())
    empty_installation()
    rng = Random(4711)

    for _attempt in range(200):
        place = rng.randrange(len(data))
        harm = rng.randrange(3)
        if harm == 0:
            broken = data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :]
        elif harm == 1:
            broken = data[:place]
        else:
            broken = data[:place] + bytes([rng.randrange(256)]) + data[place:]
        with pytest.raises(RuleError):
            restore(broken, by=NOBODY, now=NOW)

    assert (Tournament.objects.count(), User.objects.count()) == (0, 0)


def refusal_of(data: bytes) -> list[str]:
    with pytest.raises(RuleError) as refusal:
        restore(data, by=NOBODY, now=NOW)
    return [problem.code for problem in refusal.value.problems]


def test_newer_file_is_refused():
    assert refusal_of(pack({}, migration="9999_from_the_future")) == ["backup_newer"]


@pytest.mark.parametrize("data", [b"", b"\n", b"PK\x03\x04", b"{}\n", b"[]\n", "Name;Verein\n".encode("utf-16")])
def test_file_of_another_kind_is_refused(data):
    assert refusal_of(data) == ["backup_not_ours"]


@pytest.mark.parametrize(
    "harm",
    [
        lambda content: content.pop("tournament"),
        lambda content: content.update(rows={}),
        lambda content: content["rows"].update(seat=[{"participant": "nobody"}]),
        lambda content: content["rows"]["participant"][0].update(number="viele"),
        lambda content: content["rows"]["participant"][0].update(number=2),
        lambda content: content["memberships"][0].update(role="emperor"),
        lambda content: content["rows"]["seat"][0].update(table=content["rows"]["seat"][0]["round"]),
    ],
)
def test_forged_file_is_refused_and_changes_nothing(harm):
    migrations = service.known_migrations()
    content = service.unpack(backup(make_full_tournament()), known_migrations=frozenset(migrations))
    empty_installation()
    harm(content)

    assert refusal_of(pack(content, migration=migrations[-1])) == ["backup_damaged"]
    assert (Tournament.objects.count(), User.objects.count()) == (0, 0)


def test_automatic_backup_goes_to_both_folders(settings, tmp_path):
    settings.BACKUP_COPY_DIR = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    tournament = make_full_tournament()

    path = save_backup(tournament, why="draw", now=NOW)

    assert path.name == "herbst-1-20261128-110000-draw.dokodesk"
    assert (tmp_path / "stick" / path.name).read_bytes() == path.read_bytes() == backup(tournament)


def test_backup_that_cannot_be_written_does_not_stop_the_evening(settings, tmp_path, caplog):
    (tmp_path / "full").write_text("a file where the folder should be")
    settings.BACKUP_DIR = tmp_path / "full"

    assert backup_before(make_tournament(), why="draw", now=NOW) is None
    assert "cannot be written" in caplog.text


def test_commands_write_and_read_the_same_file(tmp_path, capsys):
    data = backup(make_full_tournament())
    call_command("backup", "herbst-1", "--to", str(tmp_path / "x.dokodesk"))
    empty_installation()

    call_command("restore", str(tmp_path / "x.dokodesk"))

    assert capsys.readouterr().out.splitlines()[-1] == "herbst-1"
    assert backup(Tournament.objects.get()) == data


def test_command_brings_nothing_back_over_what_is_here_unless_told_to_keep_it(tmp_path, capsys):
    tournament = make_full_tournament()
    (tmp_path / "x.dokodesk").write_bytes(backup(tournament))
    Tournament.objects.filter(pk=tournament.pk).update(place="Saal")

    with pytest.raises(CommandError, match="--keep-old"):
        call_command("restore", str(tmp_path / "x.dokodesk"))
    there = [Tournament.objects.count()]
    for _time in range(2):
        call_command("restore", str(tmp_path / "x.dokodesk"), "--keep-old")
        there.append(Tournament.objects.count())

    assert there == [1, 2, 2]
    assert capsys.readouterr().out.split() == ["herbst-1", "herbst-1"]


def test_commands_refuse_in_one_sentence(tmp_path):
    (tmp_path / "x.dokodesk").write_bytes(b"nothing")

    with pytest.raises(CommandError, match="Dokodesk"):
        call_command("restore", str(tmp_path / "x.dokodesk"))
    with pytest.raises(CommandError, match="herbst-7"):
        call_command("backup", "herbst-7")
