"""What an earlier release wrote, this one takes over: its database at the start, its backup file at any time.

tests/fixtures/releases/ holds of each release a database (two demo tournaments, a referee's entry, a removed name, a
screen, a helper), a backup of the first tournament, and the standings and numbers of steps as that release gave them.
They were made with that release's own `manage.py demo` and services and are never made anew.
"""

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from scoring.errors import Problem
from tests.builders import NOW, client_for, make_actor, make_tournament
from tests.desk_process import Browser, RunningDesk, running_desk
from tests.walk import pages
from tournament.actors import Actor
from tournament.backup_file import pack
from tournament.messages import text
from tournament.models import JournalEntry, Tournament
from tournament.queries.standings import standings
from tournament.roles import Role
from tournament.services.backup import restore

FIXTURES = Path(__file__).resolve().parent / "fixtures" / "releases"
RELEASES = sorted(path.name.removesuffix(".json") for path in FIXTURES.glob("*.json"))
PEOPLE = {"username": "aennchen", "password": "karo-ass-sticht"}


def recorded(release: str) -> dict[str, Any]:
    return dict(json.loads((FIXTURES / f"{release}.json").read_text(encoding="utf-8")))


def rows_of(tournament: Tournament) -> list[list[int | None]]:
    return [[row.participant.number, row.rank, row.total] for row in standings(tournament)]


def entries_of(tournament: Tournament) -> list[int]:
    return list(JournalEntry.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True))


def addresses(tournament: str) -> Iterator[str]:
    """Every page of a tournament that a person opens, round 1 and table 1 for all."""
    samples = {"slug": tournament, "number": 1, "round_number": 1, "table_number": 1, "rank": 1, "position": 1}
    for page in pages():
        if "slug" in page.parameters and set(page.parameters) <= set(samples):
            yield reverse(page.name, kwargs={name: samples[name] for name in page.parameters})


def broken(statuses: dict[str, int | None]) -> dict[str, int | None]:
    """The pages that failed. 405: a form without a page of its own; 404: a tie or a person that is not there."""
    return {address: status for address, status in statuses.items() if status not in (200, 302, 404, 405)}


@pytest.fixture(scope="module", params=RELEASES)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    """A desk started on the database of a release, as a director does after the new program is unpacked."""
    folder = tmp_path_factory.mktemp("Doko Übung") / "Daten"
    folder.mkdir()
    with (
        gzip.open(FIXTURES / f"{request.param}.sqlite3.gz") as packed,
        (folder / "dokodesk.sqlite3").open("wb") as database,
    ):
        shutil.copyfileobj(packed, database)
    with running_desk(folder) as desk:
        yield request.param, desk


@pytest.mark.sqlite
def test_database_of_a_release_opens_and_every_page_answers(upgraded: tuple[str, RunningDesk]) -> None:
    release, desk = upgraded
    browser = Browser(desk)

    logged_in = browser.send("login/", **PEOPLE)
    statuses = {
        address: browser.status(address) for slug in recorded(release)["standings"] for address in addresses(slug)
    }

    assert (logged_in, browser.url != f"{desk.address}login/") == (200, True)
    assert len(statuses) > 100
    assert broken(statuses) == {}


@pytest.mark.sqlite
@pytest.mark.django_db
def test_standings_of_a_release_are_the_same_after_the_upgrade(upgraded: tuple[str, RunningDesk]) -> None:
    release, desk = upgraded
    browser = Browser(desk)
    browser.send("login/", **PEOPLE)
    known = recorded(release)
    found, entries = {}, {}

    for slug in known["standings"]:
        browser.send(f"office/{slug}/backup/", to=f"office/{slug}/backup/now/")
        tournament = restore(browser.body, by=Actor(user=None), now=NOW)
        found[slug], entries[slug] = rows_of(tournament), entries_of(tournament)

    assert found == known["standings"]
    assert entries == {slug: list(range(1, number + 1)) for slug, number in known["entries"].items()}


@pytest.mark.django_db
@pytest.mark.parametrize("release", RELEASES)
def test_backup_file_of_a_release_comes_back_whole(release: str) -> None:
    known = recorded(release)

    tournament = restore((FIXTURES / f"{release}.dokodesk").read_bytes(), by=Actor(user=None), now=NOW)

    assert rows_of(tournament) == known["standings"][tournament.slug]
    assert entries_of(tournament) == list(range(1, known["entries"][tournament.slug] + 1))


@pytest.mark.django_db
@pytest.mark.parametrize("release", RELEASES)
def test_every_page_of_a_tournament_from_an_old_backup_answers(release: str) -> None:
    tournament = restore((FIXTURES / f"{release}.dokodesk").read_bytes(), by=Actor(user=None), now=NOW)
    client = client_for(make_actor(tournament, Role.ADMINISTRATOR))
    client.raise_request_exception = False

    statuses: dict[str, int | None] = {}
    for address in addresses(tournament.slug):
        answer = client.get(address)
        statuses[address] = answer.status_code
        if answer.streaming:
            b"".join(answer.streaming_content)

    assert len(statuses) > 50
    assert broken(statuses) == {}


@pytest.mark.django_db
def test_backup_of_a_newer_version_is_refused_with_a_sentence_and_changes_nothing() -> None:
    data = pack({"tournament": {"slug": "morgen"}}, migration="9999_from_the_future")
    client = client_for(make_actor(make_tournament(), Role.ADMINISTRATOR))

    answer = client.post(reverse("backup_restore"), {"file": SimpleUploadedFile("morgen.dokodesk", data)})

    with translation.override("de"):
        sentence = text(Problem(code="backup_newer"))
    assert (answer.status_code, answer.context["errors"]) == (422, [sentence])
    assert Tournament.objects.count() == 1
