"""Pages kept as they were sent: the same as made anew, never older than the last step, never somebody else's."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.roles import Role
from tournament.services.publications import publish_standings
from tournament.views import kept_pages

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'(?<="X-CSRFToken": ")[^"]+|(?<=name="csrfmiddlewaretoken" value=")[^"]+')


class Desk:
    def __init__(self):
        self.tournament = make_tournament(check_parity="off", check_sum="off")
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=8, by=self.by)
        self.client = client_for(self.by)

    def page(self, name="standings", client=None, **query):
        args = [self.tournament.slug, *([1] if name == "board" else [])]
        return (client or self.client).get(reverse(name, args=args), query).content.decode()


@pytest.mark.parametrize("name", ["standings", "board"])
def test_kept_page_is_the_page_made_anew_but_for_the_token(name):
    desk = Desk()
    first, kept = desk.page(name), desk.page(name)

    kept_pages.forget()
    anew = desk.page(name)

    tokens = [TOKEN.findall(page) for page in (first, kept, anew)]
    assert TOKEN.sub("", first) == TOKEN.sub("", kept) == TOKEN.sub("", anew)
    assert [len(set(found)) for found in tokens] == [1, 1, 1]
    assert len({found[0] for found in tokens}) == 3


@pytest.mark.parametrize("name", ["standings", "board"])
def test_form_of_a_kept_page_is_accepted(name):
    desk = Desk()
    desk.page(name)
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = desk.client.cookies
    token = TOKEN.findall(desk.page(name, client=browser))[0]
    address = reverse("standings_publish", args=[desk.tournament.slug, 1])

    accepted = browser.post(address, {"csrfmiddlewaretoken": token, "although_open": "1"})
    forged = browser.post(address, {"csrfmiddlewaretoken": "x" * 64, "although_open": "1"})

    assert (accepted.status_code, forged.status_code) == (302, 403)


def test_every_step_shows_on_the_next_page():
    desk = Desk()
    before = desk.page()

    type_totals(tables_of(desk.round)[1], [12, 4, 4, -20], by=desk.by)
    typed = desk.page()
    publish_standings(round_=desk.round, by=desk.by, now=NOW, although_open=True)

    assert ["+12" in page for page in (before, typed)] == [False, True]
    assert desk.page() != typed


def test_note_is_shown_once_and_not_kept():
    desk = Desk()
    quiet = TOKEN.sub("", desk.page())

    desk.client.post(reverse("standings_post", args=[desk.tournament.slug, 1]), {"minutes": 5})
    desk.client.post(reverse("standings_publish", args=[desk.tournament.slug, 1]))

    assert 'class="notes"' in desk.page()
    assert TOKEN.sub("", desk.page()) == quiet


def test_page_of_one_person_is_not_sent_to_another():
    desk = Desk()
    clerk = client_for(make_actor(desk.tournament, Role.CLERK))
    own = desk.page()

    other = desk.page(client=clerk)

    assert ["standings/1/publish" in page for page in (own, other)] == [True, False]
    assert ["<summary>director" in page for page in (own, other)] == [True, False]


def test_page_is_kept_apart_for_each_language_list_and_round():
    desk = Desk()
    german = desk.page()

    change = desk.client.session
    change["language"] = "en"
    change.save()

    pages = [german, desk.page(), desk.page(teams=""), desk.page(category="Damen")]
    assert len({TOKEN.sub("", page) for page in pages}) == 4
