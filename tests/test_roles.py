"""Every address as every role, against the table of page × role. New addresses are walked by themselves."""

from dataclasses import dataclass

import pytest
from django.test import Client

from tests.walk import Page, Scene, browser_of, make_scene, pages, visit
from tournament.models import JournalEntry
from tournament.roles import PAGES, PUBLIC, Role

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class Found:
    """What an answer means for the person who asked."""

    page: str
    method: str
    answer: str


def meaning(status: int, location: str) -> str:
    """What a status means to the person who asked."""
    if status in (301, 302, 303) and location.startswith("/login/"):
        return "login"
    return {403: "refused", 404: "unknown"}.get(status, "broken" if status >= 500 else "open")


def walk(scene: Scene, client: Client, expected: dict[str, set[str]]) -> list[Found]:
    """The answers that are not as expected, and every GET that left an entry in the journal."""
    wrong = []
    for page in pages():
        for method in ("get", "post"):
            before = JournalEntry.objects.count()
            answer = visit(client, method, scene.address(page))
            found = meaning(answer.status_code, answer.headers.get("Location", ""))
            if method == "post" and found == "unknown" and "open" in expected[page.name]:
                found = "open"  # a form without its fields may name something that is not there
            if found not in expected[page.name]:
                wrong.append(Found(page.name, method, f"{found} ({answer.status_code})"))
            if JournalEntry.objects.count() != before:
                wrong.append(Found(page.name, method, "entry kept"))
    return wrong


def open_to_all(scene: Scene, page: Page) -> set[str]:
    return {"open", "unknown"} if scene.leads_nowhere(page) else {"open"}


def test_every_address_has_a_name_of_its_own() -> None:
    names = [page.name for page in pages()]

    assert "" not in names
    assert sorted(set(names)) == sorted(names)


def test_table_names_every_address_once_and_nothing_else() -> None:
    names = {page.name for page in pages()}

    assert set(PAGES) & PUBLIC == set()
    assert set(PAGES) | PUBLIC == names


@pytest.mark.parametrize("role", list(Role))
def test_answers_to_each_role_follow_the_table(role: Role) -> None:
    scene = make_scene()
    expected = {
        page.name: open_to_all(scene, page) if page.name in PUBLIC or role in PAGES[page.name] else {"refused"}
        for page in pages()
    }

    assert walk(scene, browser_of(scene, role), expected) == []


def test_answers_to_nobody_lead_to_the_login() -> None:
    scene = make_scene()
    expected = {page.name: open_to_all(scene, page) if page.name in PUBLIC else {"login"} for page in pages()}

    assert walk(scene, Client(), expected) == []


def test_director_of_another_tournament_does_not_see_that_this_one_exists() -> None:
    scene, other = make_scene(), make_scene()
    expected = {
        page.name: {"unknown"}
        if page.is_office
        else open_to_all(scene, page)
        if page.name in PUBLIC or Role.DIRECTOR in PAGES[page.name]
        else {"refused"}
        for page in pages()
    }

    assert walk(scene, browser_of(other, Role.DIRECTOR), expected) == []


def test_helper_who_was_let_go_does_not_see_it_either() -> None:
    scene = make_scene()
    clerk = scene.people[Role.CLERK]
    assert clerk.user is not None
    clerk.user.membership_set.update(ended_at="2026-11-28T10:00Z")
    expected = {
        page.name: {"unknown"}
        if page.is_office
        else open_to_all(scene, page)
        if page.name in PUBLIC or Role.CLERK in PAGES[page.name]
        else {"refused"}
        for page in pages()
    }

    assert walk(scene, browser_of(scene, Role.CLERK), expected) == []


def test_looking_at_a_page_changes_nothing() -> None:
    scene = make_scene()
    client = browser_of(scene, Role.ADMINISTRATOR)
    before = scene.tournament.journal_number
    changed = []
    for page in pages():
        client.raise_request_exception = False
        client.get(scene.address(page))
        scene.tournament.refresh_from_db()
        if scene.tournament.journal_number != before:
            changed.append(page.name)
            before = scene.tournament.journal_number

    assert changed == []
