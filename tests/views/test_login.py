"""The doors of the desk: login, wrong passwords, the first account, links of helpers."""

import re
from datetime import timedelta
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.builders import NOW, client_for, make_user
from tests.views.door import HALL, PASSWORD, log_in, person_of
from tournament.accounts import wait_seconds
from tournament.actors import Actor
from tournament.models import Membership, Session, SetupLink, Tournament, User
from tournament.roles import Role
from tournament.services import accounts
from tournament.views.errors import broken

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("desk_clock")]


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


def test_csrf_failure_says_so_and_shows_what_was_typed(director: Actor) -> None:
    client = Client(enforce_csrf_checks=True)

    answer = client.post(
        reverse("login"), {"username": "berta", "password": "secret-slip", "notes": "A long <b>text</b>"}
    )

    assert answer.status_code == 403
    assert answer.context["typed"] == ["berta", "A long <b>text</b>"]
    assert b"A long &lt;b&gt;text&lt;/b&gt;" in answer.content
    assert b"secret-slip" not in answer.content


def test_clerk_thrown_out_while_typing_reads_why_and_keeps_what_was_typed(
    tournament: Tournament, director: Actor
) -> None:
    helper, _token = accounts.add_helper(tournament=tournament, name="Emre", role=Role.CLERK, by=director, now=NOW)
    client = Client(enforce_csrf_checks=True)
    client.cookies = client_for(Actor(user=helper.user)).cookies
    page = client.get(reverse("participants", args=[tournament.slug])).content.decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    accounts.log_out_member(membership=helper, by=director, now=NOW)

    answer = client.post(
        reverse("participant_add", args=[tournament.slug]), {"line": "Müßig, Ida", "csrfmiddlewaretoken": token}
    )

    assert (answer.status_code, answer.context["logged_out"], answer.context["typed"]) == (403, True, ["Müßig, Ida"])
    assert Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "x"}).context["logged_out"] is False


def test_broken_page_stands_without_the_stylesheet(settings: Any) -> None:
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }

    answer = broken(RequestFactory().get("/"))

    assert answer.status_code == 500
    assert len(re.findall(r"\b\d{5}\b", answer.content.decode())) == 1
    assert "stylesheet" not in answer.content.decode()
