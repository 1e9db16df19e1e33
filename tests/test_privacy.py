"""What the desk tells nobody: one cookie, no credentials in files, links that open what they name, and who is in."""

import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOW, client_for, make_actor, make_participants, make_round, make_tournament
from tests.desk_process import surroundings
from tests.walk import Page, browser_of, make_scene, pages, visit
from tournament.models import Participant, Session
from tournament.roles import PAGES, Role
from tournament.services.accounts import add_helper
from tournament.services.backup import backup, save_backup, unpack
from tournament.services.screens import add_screen, renew_link, revoke_screen

pytestmark = pytest.mark.django_db

# What Windows allows in no name of a file.
FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def test_no_page_sets_a_cookie_but_that_of_the_session() -> None:
    scene = make_scene()
    set_cookies: set[str] = set()
    for client in (Client(), browser_of(scene, Role.ADMINISTRATOR), browser_of(scene, Role.CHECK_IN)):
        for page in pages():
            for method in ("get", "post"):
                set_cookies |= set(visit(client, method, scene.address(page)).cookies)
    chosen = Client().post(reverse("appearance"), {"language": "en", "theme": "dark", "next": "/"})

    assert set_cookies | set(chosen.cookies) == {"sessionid"}


def test_backup_holds_neither_passwords_nor_pins_nor_links() -> None:
    tournament = make_tournament()
    by = make_actor(tournament)
    helper, token = add_helper(tournament=tournament, name="Emre", role=Role.CLERK, pin="4711", by=by, now=NOW)
    screen, screen_token = add_screen(
        tournament=tournament, name="Saal", pages=[("clock", 20)], dark=False, by=by, now=NOW
    )
    client = client_for(by)
    client.get(reverse("helpers", args=[tournament.slug]))
    helper.user.refresh_from_db()
    (session,) = Session.objects.filter(user=by.user)
    assert by.user is not None
    secrets = {
        "password": by.user.password,
        "pin": helper.user.pin,
        "helper's link": token,
        "its hash": helper.helperlink_set.get().token_hash,
        "screen's link": screen_token,
        "its hash too": screen.token_hash,
        "session": session.session_key,
        "login name": helper.user.username,
    }

    text = str(unpack(backup(tournament), known_migrations=AnyMigration()))

    assert {name for name, secret in secrets.items() if not secret or secret in text} == set()


class AnyMigration(frozenset[str]):
    """Every version is known."""

    def __contains__(self, _name: object) -> bool:
        return True


DESK_WITH_PEOPLE = """
import sys, django
django.setup()
from django.core.management import call_command
from django.db import connection
from tests.builders import NOW, make_actor, make_tournament
from tournament.registration import Registration
from tournament.services.participants import register_participants, withdraw_participant
from tournament.services.removal import remove_names
call_command("migrate", verbosity=0)
tournament = make_tournament()
step = {"by": make_actor(tournament), "now": NOW}
lines = [Registration(surname=f"Quittenbaum{n}", first_name="Berta", note="Rollstuhl " * 15) for n in range(20)]
for person in register_participants(tournament=tournament, registrations=lines, check_in=True, **step):
    withdraw_participant(participant=person, reason=f"Berta {person.surname} fuhr heim", **step)
if "remove" in sys.argv:
    remove_names(tournament=tournament, shown_as=str, helper_shown_as=str, **step)
connection.close()
"""


@pytest.mark.sqlite
@pytest.mark.parametrize("removed", [False, True])
def test_removed_names_are_in_no_file_of_the_desk(removed: bool, tmp_path: Path) -> None:
    """Also not where the database has room for something else."""
    subprocess.run(
        [sys.executable, "-c", DESK_WITH_PEOPLE, "remove" if removed else "keep"],
        cwd=settings.BASE_DIR,
        env=surroundings(tmp_path) | {"DJANGO_SETTINGS_MODULE": "tournament.settings"},
        check=True,
    )

    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert [word in kept for word in (b"Quittenbaum", b"Rollstuhl")] == [not removed] * 2


def offices() -> list[Page]:
    return [page for page in pages() if page.name in PAGES]


def test_link_of_a_screen_opens_its_screen_and_nothing_else() -> None:
    scene = make_scene()
    by = scene.people[Role.DIRECTOR]
    _screen, token = add_screen(
        tournament=scene.tournament, name="Saal", pages=[("clock", 20)], dark=False, by=by, now=NOW
    )
    client = Client(raise_request_exception=False)

    opened = client.get(reverse("screen_show", args=[token]))
    sent = client.post(reverse("screen_show", args=[token]))
    elsewhere = {page.name: [client.get(scene.address(page)), client.post(scene.address(page))] for page in offices()}

    assert (opened.status_code, sent.status_code) == (200, 405)
    assert [
        name
        for name, answers in elsewhere.items()
        if {(one.status_code, one.headers.get("Location", "").split("?")[0]) for one in answers} != {(302, "/login/")}
    ] == []
    assert [
        address for address in re.findall(r'href="([^"]+)"', opened.content.decode()) if "/office/" in address
    ] == []
    assert b"<form" not in opened.content


def test_link_of_a_screen_is_void_once_taken_back_or_renewed() -> None:
    tournament = make_tournament()
    by = make_actor(tournament)
    screen, first = add_screen(tournament=tournament, name="Saal", pages=[("clock", 20)], dark=False, by=by, now=NOW)
    second = renew_link(screen=screen, by=by, now=NOW)
    renewed = [Client().get(reverse("screen_show", args=[token])).status_code for token in (first, second)]
    revoke_screen(screen=screen, by=by, now=NOW)

    assert renewed == [404, 200]
    assert Client().get(reverse("screen_show", args=[second])).status_code == 404


def test_screen_of_one_tournament_shows_nothing_of_another() -> None:
    one, other = make_tournament(name="Herbst"), make_tournament(name="Geheim")
    make_participants(other, 4, by=make_actor(other))
    make_round(one, players=8)
    _screen, token = add_screen(
        tournament=one,
        name="Saal",
        pages=[("seating_names", 10), ("standings", 10)],
        dark=False,
        by=make_actor(one),
        now=NOW,
    )
    Participant.objects.filter(tournament=other).update(surname="Unbekanntmann")

    page = Client().get(reverse("screen_show", args=[token])).content.decode()

    assert ("Geheim" in page, "Unbekanntmann" in page) == (False, False)


class TestLogins:
    def test_administrator_sees_everybody_and_throws_somebody_out(self) -> None:
        tournament = make_tournament()
        administrator = make_actor(tournament, Role.ADMINISTRATOR)
        client, clerk = client_for(administrator), client_for(make_actor(tournament, Role.CLERK))
        before = [str(session.user) for session in client.get(reverse("logins")).context["sessions"]]
        assert administrator.user is not None
        person = Session.objects.get(session_key=clerk.cookies["sessionid"].value).user
        assert person is not None

        client.post(reverse("login_end", args=[person.uuid]))

        assert sorted(before) == ["administrator", "clerk"]
        assert [str(session.user) for session in client.get(reverse("logins")).context["sessions"]] == ["administrator"]
        answer = clerk.get(reverse("board", args=[tournament.slug, 1]))
        assert answer.headers["Location"].startswith("/login/")

    def test_oneself_is_thrown_out_everywhere_but_here(self) -> None:
        administrator = make_actor(make_tournament(), Role.ADMINISTRATOR)
        here, there = client_for(administrator), client_for(administrator)
        assert administrator.user is not None

        here.post(reverse("login_end", args=[administrator.user.uuid]))

        assert (here.get(reverse("logins")).status_code, there.get(reverse("logins")).status_code) == (200, 302)

    def test_director_neither_sees_nor_throws_out(self) -> None:
        director = make_actor(make_tournament())
        client = client_for(director)
        assert director.user is not None

        assert client.get(reverse("logins")).status_code == 403
        assert client.post(reverse("login_end", args=[director.user.uuid])).status_code == 403

    def test_session_ends_after_one_long_day(self) -> None:
        client = client_for(make_actor(make_tournament()))
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

        assert client.get(reverse("home")).status_code == 302

    def test_list_needs_one_query_for_any_number(self, django_assert_num_queries: Any) -> None:
        from tournament.queries.accounts import logins

        for _number in range(3):
            client_for(make_actor(make_tournament()))

        with django_assert_num_queries(1):
            assert len(logins(now=timezone.now())[0]) == 3

    def test_many_logins_are_shown_a_page_at_a_time(self) -> None:
        actor = make_actor(make_tournament(), Role.ADMINISTRATOR)
        browsers = [client_for(actor) for _number in range(53)]

        pages = [browsers[0].get(reverse("logins"), {"page": page}) for page in (1, 2)]

        assert [len(page.context["sessions"]) for page in pages] == [50, 3]
        assert [("?page=2" in page.content.decode(), "?page=1" in page.content.decode()) for page in pages] == [
            (True, False),
            (False, True),
        ]


def test_every_file_has_a_name_that_windows_takes() -> None:
    scene = make_scene()
    client = browser_of(scene, Role.ADMINISTRATOR)
    names = [save_backup(scene.tournament, why="hand", now=NOW).name]
    for page in pages():
        answer = visit(client, "get", scene.address(page))
        found = re.search(r'filename="?([^";]+)', answer.headers.get("Content-Disposition", ""))
        if found:
            names.append(found[1])

    assert len(names) >= 4
    assert [name for name in names if FORBIDDEN.search(name)] == []
