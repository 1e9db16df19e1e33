"""The doors of the desk: login, the first account, helpers' links, changing places, and who is thrown out."""

import re
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_tournament, make_user
from tournament.accounts import wait_seconds
from tournament.actors import Actor
from tournament.models import HelperLink, JournalEntry, Membership, Session, SetupLink, Tournament, User
from tournament.roles import Role
from tournament.services import accounts
from tournament.views.errors import broken

pytestmark = pytest.mark.django_db

PASSWORD = "karo-ass-sticht"
HALL = "192.168.1.9"


@pytest.fixture(autouse=True)
def _clock(time_machine: Any) -> None:
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(tournament: Tournament) -> Actor:
    return make_actor(tournament, Role.DIRECTOR)


def log_in(client: Client, name: str = "berta", password: str = PASSWORD, **values: Any) -> Any:
    return client.post(reverse("login"), {"username": name, "password": password}, **values)


def person_of(client: Client) -> str:
    """The login name of the person in this browser, or nothing."""
    user_id = client.session.get("_auth_user_id")
    return User.objects.get(pk=user_id).username if user_id else ""


class TestLogin:
    def test_right_password_opens_the_start_page(self, client: Client) -> None:
        make_user(language="en")

        answer = log_in(client)

        assert (answer.status_code, answer.url) == (302, "/")
        assert person_of(client) == "berta"
        assert client.session["language"] == "en"

    def test_capital_letters_of_the_login_name_do_not_matter(self, client: Client) -> None:
        make_user()

        log_in(client, "Berta")

        assert person_of(client) == "berta"

    def test_wrong_password_keeps_the_name_and_lets_nobody_in(self, client: Client) -> None:
        make_user()

        answer = log_in(client, password="wrong")

        assert answer.status_code == 200
        assert answer.context["form"]["username"].value() == "berta"
        assert b"wrong" not in answer.content
        assert person_of(client) == ""

    @pytest.mark.parametrize(
        "elsewhere",
        ["https://evil.example/", "//evil.example", "/\\evil.example", "http:///evil.example", "javascript:alert(1)"],
    )
    def test_login_never_leads_elsewhere(self, elsewhere: str, client: Client) -> None:
        make_user()

        answer = client.post(reverse("login"), {"username": "berta", "password": PASSWORD, "next": elsewhere})

        assert answer.url == "/"

    def test_login_leads_on_to_the_page_that_was_wanted(self, client: Client, director: Actor) -> None:
        wanted = reverse("helpers", args=["herbst-1"])
        asked = client.get(wanted)

        answer = client.post(asked.url, {"username": "director", "password": PASSWORD, "next": wanted})

        assert (asked.status_code, asked.url) == (302, f"/login/?next={wanted}")
        assert answer.url == wanted

    def test_login_begins_a_new_session(self, client: Client) -> None:
        """A session that somebody planted in the browser before is worth nothing afterwards."""
        make_user()
        client.get(reverse("login"))
        planted = client.session
        planted["planted"] = True
        planted.save()

        log_in(client)

        assert client.session.session_key != planted.session_key
        assert not Session.objects.filter(pk=planted.session_key).exists()

    def test_session_keeps_person_address_and_visit(self, client: Client, time_machine: Any) -> None:
        make_user()
        log_in(client, REMOTE_ADDR=HALL)
        seen = []
        for seconds in (59, 2, 30):
            time_machine.shift(timedelta(seconds=seconds))
            client.get(reverse("account"))
            seen.append(Session.objects.get().seen_at - NOW)

        session = Session.objects.get()
        assert (str(session.user), session.origin) == ("berta", HALL)
        assert [int(visit.total_seconds()) for visit in seen] == [0, 61, 61]

    def test_session_ends_after_a_long_day(self, client: Client, time_machine: Any) -> None:
        make_user()
        log_in(client)
        time_machine.shift(timedelta(hours=17, minutes=59))
        before = client.get(reverse("account")).status_code
        time_machine.shift(timedelta(minutes=2))

        assert (before, client.get(reverse("account")).status_code) == (200, 302)

    def test_logout_ends_the_session(self, client: Client) -> None:
        make_user()
        log_in(client)

        client.post(reverse("logout"))

        assert (person_of(client), Session.objects.filter(user__isnull=False).count()) == ("", 0)

    def test_logout_by_a_mere_link_is_refused(self, client: Client) -> None:
        make_user()
        log_in(client)

        assert client.get(reverse("logout")).status_code == 405
        assert person_of(client) == "berta"

    def test_login_page_tells_a_newcomer_where_the_first_link_is(self, client: Client) -> None:
        before = client.get(reverse("login")).context["first_time"]
        make_user(is_superuser=True)

        assert (before, client.get(reverse("login")).context["first_time"]) == (True, False)

    def test_cookie_is_the_only_one_and_hidden_from_scripts(self, client: Client) -> None:
        make_user()
        log_in(client)
        client.get("/")

        assert list(client.cookies) == ["sessionid"]
        assert client.cookies["sessionid"]["httponly"] is True
        assert client.cookies["sessionid"]["samesite"] == "Lax"


class TestWrongPasswords:
    def test_wait_grows_up_to_half_an_hour(self) -> None:
        waits = [wait_seconds(failures=failures, limit=5) for failures in range(14)]

        assert waits == [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1800, 1800, 1800]

    def test_fifth_wrong_password_from_the_hall_waits_and_every_further_one_longer(
        self, client: Client, time_machine: Any
    ) -> None:
        make_user()
        answers = []
        for _ in range(8):
            answer = log_in(client, password="wrong", REMOTE_ADDR=HALL)
            answers.append((answer.status_code, answer.headers.get("Retry-After")))
            time_machine.shift(timedelta(seconds=int(answer.headers.get("Retry-After", 0))))

        assert answers == [(200, None)] * 4 + [(429, "30"), (429, "60"), (429, "120"), (429, "240")]

    def test_right_password_is_not_looked_at_while_waiting_but_afterwards(
        self, client: Client, time_machine: Any
    ) -> None:
        make_user()
        for _ in range(5):
            log_in(client, password="wrong", REMOTE_ADDR=HALL)
        time_machine.shift(timedelta(seconds=29))
        early = log_in(client, REMOTE_ADDR=HALL)
        time_machine.shift(timedelta(seconds=1))
        late = log_in(client, REMOTE_ADDR=HALL)

        assert (early.status_code, early.headers["Retry-After"]) == (429, "1")
        assert (late.status_code, person_of(client)) == (302, "berta")

    def test_right_password_forgets_the_wrong_ones(self, client: Client, time_machine: Any) -> None:
        make_user()
        for _ in range(4):
            log_in(client, password="wrong", REMOTE_ADDR=HALL)
        log_in(client, REMOTE_ADDR=HALL)

        answers = [log_in(Client(), password="wrong", REMOTE_ADDR=HALL).status_code for _ in range(5)]

        assert answers == [200] * 4 + [429]

    def test_waiting_is_not_shortened_by_others_logging_in(self, client: Client, time_machine: Any) -> None:
        make_user()
        make_user("zora")
        for _ in range(8):
            answer = log_in(client, password="wrong", REMOTE_ADDR=HALL)
            time_machine.shift(timedelta(seconds=int(answer.headers.get("Retry-After", 0))))
        log_in(client, password="wrong", REMOTE_ADDR=HALL)
        time_machine.shift(timedelta(seconds=100))

        others = log_in(Client(), "zora", REMOTE_ADDR="192.168.1.10").status_code
        same_address = log_in(Client(), "zora", REMOTE_ADDR=HALL).status_code

        assert (others, same_address) == (302, 302)
        assert log_in(client, REMOTE_ADDR=HALL).status_code == 429

    def test_other_addresses_do_not_wait(self, client: Client) -> None:
        """Nobody locks the director out by guessing at the director's name."""
        make_user()
        for _ in range(6):
            log_in(Client(), password="wrong", REMOTE_ADDR=HALL)

        assert log_in(client, REMOTE_ADDR="192.168.1.10").status_code == 302

    @pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    def test_machine_itself_never_waits(self, address: str, client: Client) -> None:
        make_user()
        wrong = [log_in(client, password="wrong", REMOTE_ADDR=address).status_code for _ in range(12)]

        assert wrong == [200] * 12
        assert log_in(client, REMOTE_ADDR=address).status_code == 302

    @pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED"])
    def test_address_claimed_in_a_header_does_not_help(self, header: str, client: Client) -> None:
        make_user()

        wrong = [
            log_in(client, password="wrong", REMOTE_ADDR=HALL, **{header: f"127.0.0.{place}"}).status_code
            for place in range(6)
        ]

        assert wrong == [200] * 4 + [429] * 2

    def test_everybody_behind_a_proxy_on_the_machine_waits(self, client: Client) -> None:
        """The proxy's machine is not the person's."""
        make_user()

        wrong = [log_in(client, password="wrong", HTTP_X_FORWARDED_FOR="203.0.113.7").status_code for _ in range(6)]

        assert wrong == [200] * 4 + [429] * 2

    def test_browser_named_differently_each_time_does_not_help(self, client: Client) -> None:
        make_user()

        wrong = [
            log_in(client, password="wrong", REMOTE_ADDR=HALL, HTTP_USER_AGENT=f"Browser {place}").status_code
            for place in range(6)
        ]

        assert wrong == [200] * 4 + [429] * 2

    def test_passwords_are_not_kept(self, client: Client) -> None:
        log_in(client, password="a-secret-slip", REMOTE_ADDR=HALL)

        (attempt,) = AccessAttempt.objects.all()
        assert "a-secret-slip" not in f"{attempt.post_data}{attempt.get_data}"


class TestFirstAccount:
    FIELDS = {"name": "Berta", "username": "Berta", "password": PASSWORD, "password_again": PASSWORD}

    def url(self) -> str:
        return reverse("first_account", args=[accounts.create_setup_link(recovers=False, now=NOW)])

    def test_button_makes_the_account_and_logs_in(self, client: Client) -> None:
        url = self.url()
        looked = [client.get(url).status_code, client.head(url).status_code]

        answer = client.post(url, self.FIELDS)

        assert looked == [200, 200]
        assert (answer.status_code, answer.url, person_of(client)) == (302, "/", "berta")
        assert User.objects.get().is_superuser
        assert client.get(url).status_code == 410

    @pytest.mark.parametrize(
        "extra", [{"REMOTE_ADDR": HALL}, {"HTTP_X_FORWARDED_FOR": "203.0.113.7"}, {"HTTP_FORWARDED": "for=203.0.113.7"}]
    )
    def test_page_answers_to_the_machine_itself_only(self, extra: dict[str, str], client: Client) -> None:
        url = self.url()

        answers = [client.get(url, **extra).status_code, client.post(url, self.FIELDS, **extra).status_code]

        assert answers == [403, 403]
        assert User.objects.count() == 0
        assert SetupLink.objects.get().used_at is None

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("name", ""),
            ("username", "two words"),
            ("password", "short"),
            ("password", "12345678"),
            ("password_again", "something else"),
        ],
    )
    def test_faulty_field_is_marked_and_the_rest_kept(self, field: str, value: str, client: Client) -> None:
        fields = {**self.FIELDS, field: value}
        if field == "password":
            fields["password_again"] = value

        answer = client.post(self.url(), fields)

        assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
        assert answer.context["form"]["name"].value() == ("" if field == "name" else "Berta")
        assert User.objects.count() == 0

    def test_recovery_link_opens_no_first_account(self, client: Client) -> None:
        token = accounts.create_setup_link(recovers=True, now=NOW)

        assert client.get(reverse("first_account", args=[token])).status_code == 410

    def test_recovery_sets_the_password_and_throws_the_old_logins_out(self, client: Client, director: Actor) -> None:
        elsewhere = client_for(director)
        url = reverse("recover_account", args=[accounts.create_setup_link(recovers=True, now=NOW)])
        assert director.user is not None
        fields = {"person": str(director.user.uuid), "password": "pik-zehn-faellt", "password_again": "pik-zehn-faellt"}

        from_the_hall = client.post(url, fields, REMOTE_ADDR=HALL).status_code
        answer = client.post(url, fields)

        assert (from_the_hall, answer.status_code, person_of(client)) == (403, 302, "director")
        assert elsewhere.get(reverse("account")).status_code == 302
        assert log_in(Client(), "director", "pik-zehn-faellt").status_code == 302


class TestJoin:
    def link(self, tournament: Tournament, director: Actor, **values: Any) -> str:
        _membership, token = accounts.add_helper(
            **{"tournament": tournament, "name": "Emre", "role": Role.CLERK, "by": director, "now": NOW, **values}
        )
        return reverse("join", args=[token])

    def test_button_lets_in_and_looking_does_not_use_the_link_up(
        self, client: Client, tournament: Tournament, director: Actor
    ) -> None:
        url = self.link(tournament, director)
        looked = [Client().get(url).status_code, Client().head(url).status_code, client.get(url).status_code]

        answer = client.post(url, REMOTE_ADDR=HALL)

        assert looked == [200, 200, 200]
        assert (answer.status_code, answer.url) == (302, reverse("desk", args=[tournament.slug]))
        assert client.get(answer.url).status_code == 200
        assert Client().get(url).status_code == 410
        assert Client().post(url).status_code == 410

    def test_helper_may_set_a_pin_on_the_way_in(self, client: Client, tournament: Tournament, director: Actor) -> None:
        url = self.link(tournament, director)

        refused = client.post(url, {"pin": "12"})
        client.post(url, {"pin": "4711"})

        membership = Membership.objects.get(user__first_name="Emre")
        accounts.check_pin(membership=membership, pin="4711", now=NOW)
        assert refused.status_code == 422

    def test_link_still_good_does_not_stand_in_the_log(
        self, client: Client, tournament: Tournament, director: Actor, caplog: pytest.LogCaptureFixture
    ) -> None:
        url = self.link(tournament, director)

        client.post(url, {"pin": "12"})
        client.get(url)

        assert [record.getMessage() for record in caplog.records] == []

    def test_link_ends_with_the_day(
        self, client: Client, tournament: Tournament, director: Actor, time_machine: Any
    ) -> None:
        url = self.link(tournament, director)
        time_machine.move_to(accounts.end_of_day(NOW), tick=False)

        assert (client.get(url).status_code, client.post(url).status_code) == (410, 410)
        assert person_of(client) == ""

    def test_person_who_was_logged_in_is_logged_out(self, tournament: Tournament, director: Actor) -> None:
        client = client_for(director)
        old = client.session.session_key

        client.post(self.link(tournament, director))

        assert str(User.objects.get(username=person_of(client))) == "Emre"
        assert not Session.objects.filter(pk=old).exists()


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


class TestHelpersPage:
    def url(self, name: str, *args: object) -> str:
        return reverse(name, args=["herbst-1", *args])

    def add(self, client: Client, **values: str) -> Any:
        return client.post(self.url("helper_add"), {"name": "Emre", "role": "clerk", "pin": "", **values})

    def member(self, name: str = "Emre") -> Membership:
        return Membership.objects.get(user__first_name=name)

    def test_added_helper_gets_a_link_shown_once(self, director: Actor) -> None:
        client = client_for(director)

        answer = self.add(client)

        token = answer.context["address"].split("/join/")[1].strip("/")
        assert answer.status_code == 200
        assert answer.context["qr"].startswith("data:image/svg+xml")
        assert HelperLink.objects.get().membership == self.member()
        assert token.encode() not in client.get(self.url("helpers")).content

    def test_link_names_the_address_in_the_network_when_made_at_the_machine_itself(
        self, director: Actor, settings: Any
    ) -> None:
        settings.DESK_ADDRESS = "http://192.168.1.5:8000/"

        client = client_for(director)
        answer = client.post(self.url("helper_add"), {"name": "Emre", "role": "clerk"}, HTTP_HOST="127.0.0.1:8000")

        assert answer.context["address"].startswith("http://192.168.1.5:8000/join/")

    def test_link_names_the_address_the_director_uses_otherwise(self, director: Actor, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["desk.example", "testserver"]
        settings.DESK_ADDRESS = "http://192.168.1.5:8000/"
        client = client_for(director)

        answer = client.post(self.url("helper_add"), {"name": "Emre", "role": "clerk"}, HTTP_HOST="desk.example:81")

        assert answer.context["address"].startswith("http://desk.example:81/join/")

    @pytest.mark.parametrize("role", ["director", "administrator", "", "screen"])
    def test_role_beyond_a_helper_is_refused_and_the_name_kept(self, role: str, director: Actor) -> None:
        answer = self.add(client_for(director), role=role)

        assert answer.status_code == 422
        assert answer.context["helper_form"]["name"].value() == "Emre"
        assert Membership.objects.count() == 1

    def test_name_twice_is_said_beside_the_name(self, director: Actor) -> None:
        client = client_for(director)
        self.add(client)

        answer = self.add(client)

        assert (answer.status_code, list(answer.context["helper_form"].errors)) == (422, ["name"])

    def test_let_go_throws_out_at_once(self, director: Actor) -> None:
        client = client_for(director)
        self.add(client)
        helper = client_for(Actor(user=self.member().user))
        before = helper.get(self.url("desk")).status_code

        client.post(self.url("helper_end", self.member().user.uuid))

        assert (before, helper.get(self.url("desk")).status_code) == (200, 302)

    def test_thrown_out_helper_keeps_the_role(self, director: Actor) -> None:
        client = client_for(director)
        self.add(client)
        helper = client_for(Actor(user=self.member().user))
        page = client.get(self.url("helpers"))

        client.post(self.url("helper_log_out", self.member().user.uuid))

        (shown,) = [member for member in page.context["members"] if member.name == "Emre"]
        assert len(shown.sessions) == 1
        assert helper.get(self.url("desk")).status_code == 302
        assert self.member().ended_at is None

    def test_director_logs_out_on_all_other_devices_but_not_here(self, director: Actor) -> None:
        client, elsewhere = client_for(director), client_for(director)
        assert director.user is not None

        client.post(self.url("helper_log_out", director.user.uuid))

        assert client.get(self.url("helpers")).status_code == 200
        assert elsewhere.get(self.url("helpers")).status_code == 302

    def test_role_counts_from_the_next_page_on(self, director: Actor) -> None:
        client = client_for(director)
        self.add(client)
        helper = client_for(Actor(user=self.member().user))

        client.post(self.url("helper_role", self.member().user.uuid), {"role": "referee"})

        assert self.member().role == "referee"
        assert helper.get(self.url("helpers")).status_code == 403

    def test_session_keys_are_not_shown(self, director: Actor) -> None:
        """Who could read them could take the place of the other."""
        client = client_for(director)
        self.add(client)
        helper = client_for(Actor(user=self.member().user))

        page = client.get(self.url("helpers")).content.decode()

        assert str(helper.session.session_key) not in page
        assert str(client.session.session_key) not in page

    @pytest.mark.parametrize(
        "name", ["helper_link", "helper_revoke", "helper_role", "helper_end", "helper_return", "helper_log_out"]
    )
    def test_people_of_another_tournament_are_out_of_reach(self, name: str, director: Actor) -> None:
        other = make_tournament()
        there = make_actor(other, Role.DIRECTOR, name="there")
        elsewhere, _token = accounts.add_helper(tournament=other, name="Else", role=Role.CLERK, by=there, now=NOW)
        entries = JournalEntry.objects.count()

        answer = client_for(director).post(self.url(name, elsewhere.user.uuid), {"role": "clerk"})

        elsewhere.refresh_from_db()
        assert answer.status_code == 404
        assert (elsewhere.role, elsewhere.ended_at, JournalEntry.objects.count()) == ("clerk", None, entries)
        assert HelperLink.objects.get().revoked_at is None

    def test_more_fields_than_the_form_has_change_nothing_else(self, director: Actor) -> None:
        client = client_for(director)

        client.post(
            self.url("helper_account_new"),
            {
                "name": "Zora",
                "username": "zora",
                "role": "referee",
                "password": PASSWORD,
                "password_again": PASSWORD,
                "is_superuser": "on",
                "is_staff": "on",
                "pin": "1234",
            },
        )

        zora = User.objects.get(username="zora")
        assert (zora.is_superuser, zora.is_staff, zora.pin) == (False, False, "")
        assert Membership.objects.get(user=zora).role == "referee"

    @pytest.mark.parametrize("count", [1, 10])
    def test_page_reads_the_same_for_any_number(
        self, count: int, director: Actor, tournament: Tournament, django_assert_num_queries: Any
    ) -> None:
        client = client_for(director)
        for place in range(count):
            accounts.add_helper(tournament=tournament, name=f"H{place}", role=Role.CLERK, by=director, now=NOW)

        client.get(self.url("helpers"))  # the first form of a session makes its key

        # Session, person, tournament, role, two for the bar, three for the people.
        with django_assert_num_queries(9):
            client.get(self.url("helpers"))


def test_csrf_failure_says_so_and_shows_what_was_typed(director: Actor) -> None:
    client = Client(enforce_csrf_checks=True)

    answer = client.post(
        reverse("login"), {"username": "berta", "password": "secret-slip", "notes": "A long <b>text</b>"}
    )

    assert answer.status_code == 403
    assert answer.context["typed"] == ["berta", "A long <b>text</b>"]
    assert b"A long &lt;b&gt;text&lt;/b&gt;" in answer.content
    assert b"secret-slip" not in answer.content


def test_broken_page_stands_without_the_stylesheet(settings: Any) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

    answer = broken(RequestFactory().get("/"))

    assert answer.status_code == 500
    assert len(re.findall(r"\b\d{5}\b", answer.content.decode())) == 1
    assert "stylesheet" not in answer.content.decode()
