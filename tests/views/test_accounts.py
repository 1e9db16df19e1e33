"""The account of a person, and changing places at one screen."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_tournament, make_user
from tests.views.door import PASSWORD, log_in, person_of
from tournament.actors import Actor
from tournament.models import JournalEntry, Membership, Session, Tournament, User
from tournament.roles import Role
from tournament.services import accounts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("desk_clock")]


class TestAccount:
    def test_language_and_brightness_are_kept(self, client: Client) -> None:
        user = make_user()
        log_in(client)

        client.post(reverse("account"), {"name": "Berta B.", "language": "en", "theme": "dark"})
        page = client.get(reverse("account"))
        client.post(reverse("logout"))
        log_in(client)

        user.refresh_from_db()
        assert (user.first_name, user.language) == ("Berta B.", "en")
        assert b'<html lang="en"' in page.content
        assert b'data-theme="dark"' in page.content
        assert client.session["language"] == "en"

    def test_language_is_chosen_before_logging_in_and_stays(self, client: Client) -> None:
        make_user()

        answer = client.post(reverse("appearance"), {"language": "en", "next": reverse("login")})
        page = client.get(answer.url)
        log_in(client)

        assert answer.url == reverse("login")
        assert page.headers["Content-Language"] == "en"
        assert client.session["language"] == "en"

    def test_appearance_takes_no_other_value_and_leads_nowhere_else(self, client: Client) -> None:
        answer = client.post(
            reverse("appearance"), {"language": "xx", "theme": '"><script>', "next": "https://evil.example"}
        )

        assert answer.url == "/"
        assert (client.session.get("language"), client.session.get("theme")) == (None, None)

    def test_new_password_needs_the_old_one(self, client: Client) -> None:
        make_user()
        log_in(client)

        wrong = client.post(
            reverse("account_password"),
            {"old_password": "guess", "new_password1": "pik-zehn-faellt", "new_password2": "pik-zehn-faellt"},
        )

        assert wrong.status_code == 422
        assert log_in(Client()).status_code == 302

    def test_new_password_logs_out_everywhere_else(self, client: Client) -> None:
        make_user()
        elsewhere = Client()
        log_in(elsewhere)
        log_in(client)

        client.post(
            reverse("account_password"),
            {"old_password": PASSWORD, "new_password1": "pik-zehn-faellt", "new_password2": "pik-zehn-faellt"},
        )

        assert client.get(reverse("account")).status_code == 200
        assert elsewhere.get(reverse("account")).status_code == 302
        assert Session.objects.filter(user__isnull=False).count() == 1

    def test_helper_without_a_password_cannot_make_one(
        self, client: Client, tournament: Tournament, director: Actor
    ) -> None:
        membership, token = accounts.add_helper(
            tournament=tournament, name="Emre", role=Role.CLERK, by=director, now=NOW
        )
        client.post(reverse("join", args=[token]))

        page = client.get(reverse("account"))
        client.post(
            reverse("account_password"),
            {"old_password": "", "new_password1": "pik-zehn-faellt", "new_password2": "pik-zehn-faellt"},
        )

        membership.user.refresh_from_db()
        assert page.context["password_form"] is None
        assert not membership.user.has_usable_password()

    def test_pin_is_set_and_removed(self, client: Client) -> None:
        user = make_user()
        log_in(client)

        client.post(reverse("account_pin"), {"pin": "4711"})
        user.refresh_from_db()
        had_one = bool(user.pin)
        client.post(reverse("account_pin"), {"pin": ""})

        user.refresh_from_db()
        assert (had_one, user.pin) == (True, "")


class TestSwitch:
    @pytest.fixture
    def emre(self, tournament: Tournament, director: Actor) -> Membership:
        return accounts.add_helper(
            tournament=tournament, name="Emre", role=Role.CLERK, pin="4711", by=director, now=NOW
        )[0]

    @pytest.fixture
    def ida(self, tournament: Tournament, director: Actor) -> Membership:
        return accounts.add_helper(
            tournament=tournament, name="Ida", role=Role.CHECK_IN, pin="0815", by=director, now=NOW
        )[0]

    def at_the_screen(self, member: Membership) -> Client:
        return client_for(Actor(user=member.user, role=Role(member.role)))

    def switch(self, client: Client, to: Any, secret: str, **values: str) -> Any:
        url = reverse("switch_person", args=["herbst-1"])
        return client.post(url, {"person": str(to.uuid), "password": secret, **values})

    def test_pin_changes_the_person_and_the_session(self, emre: Membership, ida: Membership) -> None:
        client = self.at_the_screen(emre)
        old = client.session.session_key

        answer = self.switch(client, ida.user, "0815")

        assert (answer.status_code, person_of(client)) == (302, ida.user.username)
        assert not Session.objects.filter(pk=old).exists()

    def test_what_is_done_afterwards_stands_under_the_new_name(self, director: Actor, emre: Membership) -> None:
        client = self.at_the_screen(emre)
        self.switch(client, director.user, PASSWORD)

        client.post(reverse("helper_add", args=["herbst-1"]), {"name": "Zoe", "role": "clerk"})

        assert JournalEntry.objects.order_by("-number")[0].by_name == "director"

    def test_wrong_pin_changes_nobody_and_keeps_the_choice(self, emre: Membership, ida: Membership) -> None:
        client = self.at_the_screen(emre)

        answer = self.switch(client, ida.user, "0000")

        assert (answer.status_code, person_of(client)) == (422, emre.user.username)
        assert answer.context["form"]["person"].value() == str(ida.user.uuid)

    def test_pins_are_slowed_down_at_the_machine_itself_too(self, emre: Membership, ida: Membership) -> None:
        client = self.at_the_screen(emre)
        for _ in range(4):
            self.switch(client, ida.user, "0000")

        self.switch(client, ida.user, "0815")

        assert person_of(client) == emre.user.username

    @pytest.mark.parametrize("role", [Role.DIRECTOR, Role.ADMINISTRATOR])
    def test_director_is_reached_by_password_never_by_pin(
        self, role: Role, tournament: Tournament, emre: Membership
    ) -> None:
        boss = make_actor(tournament, role, name="boss").user
        assert boss is not None
        Membership.objects.get_or_create(user=boss, tournament=tournament, defaults={"role": "clerk"})
        accounts.set_pin(user=boss, pin="1234")
        client = self.at_the_screen(emre)

        self.switch(client, boss, "1234")
        by_pin = person_of(client)
        self.switch(client, boss, PASSWORD)

        assert (by_pin, person_of(client)) == (emre.user.username, "boss")

    def test_clerk_here_who_directs_elsewhere_is_not_reached_by_pin(self, emre: Membership, ida: Membership) -> None:
        Membership.objects.create(user=ida.user, tournament=make_tournament(), role="director")
        client = self.at_the_screen(emre)

        self.switch(client, ida.user, "0815")

        assert person_of(client) == emre.user.username

    def test_person_of_another_tournament_cannot_be_chosen(self, director: Actor, emre: Membership) -> None:
        elsewhere, _token = accounts.add_helper(
            tournament=make_tournament(), name="Else", role=Role.CLERK, pin="1234", by=director, now=NOW
        )
        client = self.at_the_screen(emre)

        answer = self.switch(client, elsewhere.user, "1234")

        assert (answer.status_code, person_of(client)) == (422, emre.user.username)

    def test_former_helper_cannot_be_chosen(self, director: Actor, emre: Membership, ida: Membership) -> None:
        accounts.end_membership(membership=ida, by=director, now=NOW)
        client = self.at_the_screen(emre)

        answer = self.switch(client, ida.user, "0815")

        assert (answer.status_code, person_of(client)) == (422, emre.user.username)

    def test_brightness_of_the_screen_stays_and_the_language_is_the_persons(
        self, emre: Membership, ida: Membership
    ) -> None:
        User.objects.filter(pk=ida.user_id).update(language="en")
        client = self.at_the_screen(emre)
        client.post(reverse("appearance"), {"theme": "dark"})

        self.switch(client, ida.user, "0815")
        to_english = (client.session["theme"], client.session["language"])
        self.switch(client, emre.user, "4711")

        assert to_english == ("dark", "en")
        assert (client.session["theme"], client.session.get("language")) == ("dark", None)

    @pytest.mark.parametrize(
        ("wanted", "reached"),
        [("/office/herbst-1/journal/", "/office/herbst-1/journal/"), ("//evil.example", "/office/herbst-1/")],
    )
    def test_switching_goes_back_to_the_page_but_never_elsewhere(
        self, wanted: str, reached: str, emre: Membership, ida: Membership
    ) -> None:
        client = self.at_the_screen(emre)

        answer = self.switch(client, ida.user, "0815", next=wanted)

        assert answer.url == reached
