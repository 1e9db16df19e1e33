"""The doctor and the health page."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from tests.builders import client_for, make_actor, make_tournament
from tournament.queries.health import examine
from tournament.roles import Role
from tournament.services.backup import save_backup
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db


def unwell(now=None):
    return [finding for finding in examine(now=now or timezone.now()) if not finding.well]


def test_new_desk_is_well():
    assert unwell() == []


def test_data_folder_that_cannot_be_written_is_named(settings, tmp_path):
    (tmp_path / "file").write_text("no folder")
    settings.DATA_DIR = tmp_path / "file"

    (finding,) = unwell()

    assert (str(tmp_path / "file") in finding.shown, "DOKO_DATA" in finding.advice) == (True, True)


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


def test_health_page_needs_no_login_and_tells_nothing(client):
    make_tournament(name="Geheimturnier")

    answer = client.get(reverse("health"))

    assert (answer.status_code, answer.json()) == (200, {"well": True})


def test_health_report_is_the_administrators():
    tournament = make_tournament()

    assert client_for(make_actor(tournament, Role.DIRECTOR)).get(reverse("health_report")).status_code == 403
    assert client_for(make_actor(tournament, Role.ADMINISTRATOR)).get(reverse("health_report")).status_code == 200
