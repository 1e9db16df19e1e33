"""The page of the helpers: who is let in, changed, and thrown out."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_tournament
from tests.views.door import PASSWORD
from tournament.actors import Actor
from tournament.models import HelperLink, JournalEntry, Membership, Tournament, User
from tournament.roles import Role
from tournament.services import accounts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("desk_clock")]


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

    def test_name_of_a_helper_who_is_gone_is_removed_on_request(self, director: Actor) -> None:
        client = client_for(director)
        self.add(client, name="Emre Zwetschke")
        gone = self.member("Emre Zwetschke").user.uuid
        too_early = client.post(self.url("helper_forget", gone), follow=True).content.decode()
        client.post(self.url("helper_end", gone), follow=True)

        client.post(self.url("helper_forget", gone))

        shown = [client.get(self.url(page)).content.decode() for page in ("helpers", "journal")]
        again = client.post(self.url("helper_return", gone))
        assert ("Zwetschke" in too_early, ["Zwetschke" in page for page in shown]) == (True, [False, False])
        assert [self.url("helper_return", gone) in page for page in shown] == [False, False]
        assert (again.status_code, Membership.objects.get(user__uuid=gone).ended_at is None) == (302, False)

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
        "name",
        [
            *("helper_link", "helper_revoke", "helper_role", "helper_end", "helper_return", "helper_log_out"),
            "helper_forget",
        ],
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
