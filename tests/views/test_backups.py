"""The page of the backups: the files, how often they are made, the second folder, and bringing back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_tournament
from tournament.backup_folders import Choice, choice, choose, files_of
from tournament.messages.backups import WHYS
from tournament.models import Club, Tournament
from tournament.roles import Role
from tournament.services.backup import backup, save_backup
from tournament.services.journal import step

pytestmark = pytest.mark.django_db


class Desk:
    """A tournament with one step, and the administrator before its page."""

    def __init__(self, role=Role.ADMINISTRATOR):
        self.tournament = make_tournament()
        self.by = make_actor(self.tournament, role)
        with step(tournament=self.tournament, by=self.by, now=NOW, what="settings_changed") as doing:
            doing.create(Club(name="Öhringen"))
        self.client = client_for(self.by)

    def address(self, name="backup", *args):
        return reverse(name, args=[self.tournament.slug, *args])

    def page(self):
        return self.client.get(self.address()).content.decode()

    def choose(self, **values):
        return self.client.post(self.address("backup_choose"), {"minutes": "10", "second": "", **values})


def test_files_are_listed_newest_first_and_can_be_fetched():
    desk = Desk()
    path = save_backup(desk.tournament, why="draw", now=NOW)

    answer = desk.client.get(desk.address("backup_file", path.name))

    assert path.name in desk.page()
    assert b"".join(answer.streaming_content) == backup(desk.tournament)
    assert desk.client.get(desk.address("backup_file", "other.dokodesk")).status_code == 404


def test_backup_now_is_kept_and_handed_out():
    desk = Desk()

    answer = desk.client.post(desk.address("backup_now"))

    data = b"".join(answer.streaming_content)
    assert [path.read_bytes() for path in files_of(desk.tournament.slug)] == [data]


def test_full_disk_is_said_on_the_page(settings, tmp_path):
    desk = Desk()
    (tmp_path / "file").write_text("no folder")
    settings.BACKUP_DIR = tmp_path / "file"

    answer = desk.client.post(desk.address("backup_now"), follow=True)

    assert [str(tmp_path / "file") in str(message) for message in answer.context["messages"]] == [True]


def test_choice_is_kept_and_the_newest_backup_goes_to_the_stick_at_once(tmp_path):
    desk = Desk()
    path = save_backup(desk.tournament, why="draw", now=NOW)
    stick = tmp_path / "Stick"
    stick.mkdir()

    answer = desk.choose(minutes="5", second=f" {stick} ")

    assert answer.status_code == 302
    assert choice() == Choice(minutes=5, second=str(stick))
    assert [file.name for file in stick.iterdir()] == [path.name]
    assert str(stick) in desk.page()


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"minutes": "oft"}, "minutes"), ({"minutes": "999"}, "minutes"), ({"second": "Stick"}, "second")],
)
def test_choice_that_cannot_be_is_said_beside_its_field_with_what_was_typed(typed, field):
    desk = Desk()

    answer = desk.choose(**typed)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert f'value="{typed[field]}"' in answer.content.decode()
    assert choice() == Choice()


def test_second_folder_of_the_start_cannot_be_changed_here(settings, tmp_path):
    settings.BACKUP_COPY_DIR = str(tmp_path)
    desk = Desk()

    assert desk.choose(minutes="20", second="/elsewhere").status_code == 302

    assert choice() == Choice(minutes=20, second=str(tmp_path))
    assert 'name="second"' not in desk.page()


@pytest.mark.parametrize(("there", "words"), [(False, 1), (True, 1)])
def test_stick_that_is_missing_or_lacks_the_newest_is_told(tmp_path, there, words):
    desk = Desk()
    stick = tmp_path / "Stick"
    stick.mkdir()
    choose(minutes=10, second=str(stick))
    path = save_backup(desk.tournament, why="draw", now=NOW)
    well = desk.page().count('class="note warning"')
    (stick / path.name).unlink()
    if not there:
        stick.rmdir()

    assert (well, desk.page().count('class="note warning"')) == (0, words)


def test_director_sees_the_rhythm_but_the_administrator_chooses():
    desk = Desk(Role.DIRECTOR)

    assert desk.choose().status_code == 403
    assert "backup/choose/" not in desk.page()


def restore_page(desk, **values):
    return desk.client.post(reverse("backup_restore"), values)


def test_tournament_that_is_here_is_asked_for_and_backed_up_first():
    desk = Desk()
    data = backup(desk.tournament)
    with step(tournament=desk.tournament, by=desk.by, now=NOW, what="settings_changed") as doing:
        doing.create(Club(name="Aalen"))
    before = backup(Tournament.objects.get())

    asked = restore_page(desk, file=SimpleUploadedFile("a.dokodesk", data))
    done = restore_page(desk, file=SimpleUploadedFile("a.dokodesk", data), keep_old="1")

    assert (asked.status_code, 'name="keep_old"' in asked.content.decode(), done.status_code) == (422, True, 302)
    assert [path.read_bytes() for path in files_of("herbst-1")] == [before]
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == ["herbst-1", "herbst-1-alt-1"]
    assert backup(Tournament.objects.get(slug="herbst-1")) == data


def test_file_that_says_what_is_here_is_no_question_and_no_copy():
    desk = Desk()
    data = backup(desk.tournament)

    answers = [restore_page(desk, file=SimpleUploadedFile("a.dokodesk", data)) for _sent in range(2)]

    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [
        (302, reverse("desk", args=["herbst-1"]))
    ] * 2
    assert (Tournament.objects.count(), files_of("herbst-1")) == (1, [])


def test_page_says_how_many_steps_the_newest_backup_lacks():
    desk = Desk()
    save_backup(desk.tournament, why="draw", now=NOW)
    told = [desk.client.get(desk.address()).context["behind"]]
    with step(tournament=desk.tournament, by=desk.by, now=NOW, what="settings_changed") as doing:
        doing.create(Club(name="Aalen"))
    told.append(desk.client.get(desk.address()).context["behind"])

    assert told == [0, 1]


def test_list_says_when_and_why_each_file_was_made():
    desk = Desk()
    for why in ("draw", "auto"):
        save_backup(desk.tournament, why=why, now=NOW)
    (files_of("herbst-1")[0].parent / "von-hand-kopiert.dokodesk").write_bytes(b"x")

    page = desk.client.get(desk.address())

    assert sorted((file["name"], str(file["why"]), file["at"]) for file in page.context["files"]) == [
        ("herbst-1-20261128-110000-auto.dokodesk", str(WHYS["auto"]), NOW),
        ("herbst-1-20261128-110000-draw.dokodesk", str(WHYS["draw"]), NOW),
        ("von-hand-kopiert.dokodesk", "", None),
    ]


@pytest.mark.parametrize("data", [None, b"nothing", b""])
def test_file_that_is_none_changes_nothing(data):
    desk = Desk()
    values = {} if data is None else {"file": SimpleUploadedFile("a.dokodesk", data)}

    answer = restore_page(desk, **values)

    assert (answer.status_code, answer.content.decode().count('class="note error"')) == (422, 1)
    assert Tournament.objects.count() == 1
