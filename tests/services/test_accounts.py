"""Who may work here: links, PINs, members, the first account."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_tournament, make_user
from tournament import actors
from tournament.actors import Actor
from tournament.messages import STEPS, texts
from tournament.models import HelperLink, JournalEntry, Membership, SetupLink, Tournament, User
from tournament.queries import journal
from tournament.queries.accounts import LinkState, members, people_at_the_screen
from tournament.roles import HELPER_ROLES, Role
from tournament.services import accounts
from tournament.services.undo import can_undo

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def codes(refusal: pytest.ExceptionInfo[RuleError]) -> list[str]:
    """The codes of a refusal; each must have a sentence."""
    assert len(texts(refusal.value)) == len(refusal.value.problems)
    return [problem.code for problem in refusal.value.problems]


def add(tournament: Tournament, by: Actor, **values: Any) -> tuple[Membership, str]:
    return accounts.add_helper(
        **{"tournament": tournament, "name": "Emre", "role": Role.CLERK, "by": by, "now": NOW, **values}
    )


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def director(tournament: Tournament) -> Actor:
    return make_actor(tournament, Role.DIRECTOR)


class TestFirstAccount:
    def make(self, token: str, **values: Any) -> User:
        return accounts.create_first_account(
            **{
                "token": token,
                "username": "berta",
                "name": "Berta",
                "password": "karo-ass-sticht",
                "now": NOW,
                **values,
            }
        )

    def test_link_makes_the_administrator(self) -> None:
        token = accounts.create_setup_link(recovers=False, now=NOW)

        user = self.make(token)

        assert (user.is_superuser, str(user), user.check_password("karo-ass-sticht")) == (True, "Berta", True)
        assert not accounts.needs_first_account()

    def test_link_is_128_bits_and_kept_only_as_a_hash(self) -> None:
        tokens = {accounts.create_setup_link(recovers=False, now=NOW) for _ in range(50)}

        assert {len(token) for token in tokens} == {22}  # 16 bytes in base64
        assert len(tokens) == 50
        assert not any(token in link.token_hash for token in tokens for link in SetupLink.objects.all())

    def test_link_looked_at_is_not_used_up(self) -> None:
        token = accounts.create_setup_link(recovers=False, now=NOW)

        for _ in range(3):
            accounts.setup_link(token=token, recovers=False, now=NOW)

        assert self.make(token).is_superuser

    @pytest.mark.parametrize("spoil", ["used", "old", "replaced", "foreign", "recovers", "exists"])
    def test_link_that_is_void_is_refused(self, spoil: str) -> None:
        token = accounts.create_setup_link(recovers=spoil == "recovers", now=NOW)
        now = NOW
        if spoil == "used":
            SetupLink.objects.update(used_at=NOW)
        if spoil == "old":
            now = NOW + timedelta(hours=24)
        if spoil == "replaced":
            accounts.create_setup_link(recovers=False, now=NOW)
        if spoil == "foreign":
            token = token[:-1] + ("A" if token[-1] != "A" else "B")
        if spoil == "exists":
            make_user(is_superuser=True)
        before = User.objects.count()

        with pytest.raises(RuleError) as refusal:
            self.make(token, now=now, username="zora")

        assert codes(refusal) == ["setup_link_void"]
        assert User.objects.count() == before


class TestRecovery:
    def test_sets_a_new_password_and_ends_the_link(self, director: Actor) -> None:
        assert director.user is not None
        token = accounts.create_setup_link(recovers=True, now=NOW)

        accounts.recover_account(token=token, user=director.user, password="pik-zehn-faellt", now=NOW)

        with pytest.raises(RuleError) as refusal:
            accounts.recover_account(token=token, user=director.user, password="once-more-please", now=NOW)
        assert codes(refusal) == ["setup_link_void"]
        assert User.objects.get(pk=director.user.pk).check_password("pik-zehn-faellt")

    def test_is_for_people_with_a_password_and_for_directors(self, tournament: Tournament, director: Actor) -> None:
        administrator = make_actor(tournament, Role.ADMINISTRATOR)
        clerk = make_actor(tournament, Role.CLERK)
        helper = add(tournament, director)[0].user
        restored = User.objects.create_user(username="restored")
        Membership.objects.create(user=restored, tournament=tournament, role="director")
        token = accounts.create_setup_link(recovers=True, now=NOW)

        with pytest.raises(RuleError) as refusal:
            accounts.recover_account(token=token, user=helper, password="pik-zehn-faellt", now=NOW)

        assert accounts.recoverable() == [administrator.user, clerk.user, director.user, restored]
        assert codes(refusal) == ["account_not_recoverable"]
        # The link is still good: nothing was done with it.
        assert accounts.setup_link(token=token, recovers=True, now=NOW).used_at is None


class TestHelpers:
    def test_added_helper_is_let_in_by_the_link_once(self, tournament: Tournament, director: Actor) -> None:
        membership, token = add(tournament, director)

        used = accounts.use_link(token=token, origin="192.168.1.9", now=NOW)

        with pytest.raises(RuleError) as refusal:
            accounts.use_link(token=token, origin="192.168.1.9", now=NOW)
        assert (used, used.role) == (membership, "clerk")
        assert codes(refusal) == ["link_used"]

    @pytest.mark.parametrize("role", [Role.DIRECTOR, Role.ADMINISTRATOR])
    def test_link_never_makes_a_director(self, role: Role, tournament: Tournament, director: Actor) -> None:
        with pytest.raises(RuleError) as refusal:
            add(tournament, director, role=role)

        assert codes(refusal) == ["helper_role"]
        assert not Membership.objects.filter(user__first_name="Emre").exists()

    def test_helper_made_director_behind_the_link_is_not_let_in(self, tournament: Tournament, director: Actor) -> None:
        membership, token = add(tournament, director)
        Membership.objects.filter(pk=membership.pk).update(role="director")

        with pytest.raises(RuleError) as refusal:
            accounts.use_link(token=token, origin="", now=NOW)

        assert codes(refusal) == ["link_revoked"]

    def test_link_is_kept_as_a_hash_and_good_until_midnight_in_the_hall(
        self, tournament: Tournament, director: Actor
    ) -> None:
        _membership, token = add(tournament, director, now=datetime(2026, 11, 28, 22, 30, tzinfo=UTC))

        link = HelperLink.objects.get()

        assert token not in link.token_hash
        assert link.expires_at == datetime(2026, 11, 28, 23, 0, tzinfo=UTC)  # midnight in Berlin

    def test_end_of_day_is_right_when_the_clocks_change(self) -> None:
        assert accounts.end_of_day(datetime(2026, 10, 24, 22, 30, tzinfo=UTC)) == datetime(
            2026, 10, 25, 23, 0, tzinfo=UTC
        )

    @pytest.mark.parametrize(
        ("spoil", "code"),
        [
            ("tomorrow", "link_expired"),
            ("revoked", "link_revoked"),
            ("renewed", "link_revoked"),
            ("ended", "link_revoked"),
            ("foreign", "link_unknown"),
        ],
    )
    def test_link_that_is_void_is_refused(self, spoil: str, code: str, tournament: Tournament, director: Actor) -> None:
        membership, token = add(tournament, director)
        now = NOW
        if spoil == "tomorrow":
            now = accounts.end_of_day(NOW)
        if spoil == "revoked":
            accounts.revoke_link(membership=membership, by=director, now=NOW)
        if spoil == "renewed":
            accounts.renew_link(membership=membership, by=director, now=NOW)
        if spoil == "ended":
            accounts.end_membership(membership=membership, by=director, now=NOW)
        if spoil == "foreign":
            token = "A" * 22

        with pytest.raises(RuleError) as looked:
            accounts.helper_link(token=token, now=now)
        with pytest.raises(RuleError) as used:
            accounts.use_link(token=token, origin="", now=now)

        assert (codes(looked), codes(used)) == ([code], [code])

    def test_renewed_link_lets_in(self, tournament: Tournament, director: Actor) -> None:
        membership, _old = add(tournament, director)
        token = accounts.renew_link(membership=membership, by=director, now=NOW)

        assert accounts.use_link(token=token, origin="", now=NOW) == membership

    def test_who_has_a_password_gets_no_link(self, tournament: Tournament, director: Actor) -> None:
        """Else a director of one tournament could log in as the director of another."""
        clerk = make_actor(tournament, Role.CLERK)
        membership = Membership.objects.get(user=clerk.user)

        with pytest.raises(RuleError) as refusal:
            accounts.renew_link(membership=membership, by=director, now=NOW)

        assert codes(refusal) == ["link_for_account"]

    def test_name_twice_is_refused_until_the_first_has_left(self, tournament: Tournament, director: Actor) -> None:
        membership, _token = add(tournament, director)

        with pytest.raises(RuleError) as refusal:
            add(tournament, director, name="EMRE")

        assert codes(refusal) == ["member_name_taken"]
        accounts.end_membership(membership=membership, by=director, now=NOW)
        add(tournament, director, name="EMRE")
        with pytest.raises(RuleError) as back:
            accounts.return_member(membership=membership, by=director, now=NOW)
        assert codes(back) == ["member_name_taken"]

    @pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "1 23", "１２３４", "-123"])
    def test_pin_of_another_form_is_refused(self, pin: str, tournament: Tournament, director: Actor) -> None:
        with pytest.raises(RuleError) as refusal:
            add(tournament, director, pin=pin)

        assert codes(refusal) == ["pin_form"]


class TestMembers:
    def test_director_is_added_only_by_an_account(self, tournament: Tournament, director: Actor) -> None:
        make_user("zora")

        membership = accounts.add_member(
            tournament=tournament, username="zora", role=Role.DIRECTOR, by=director, now=NOW
        )
        created = accounts.create_member(
            tournament=tournament,
            username="yara",
            name="Yara",
            password="herz-dame-lacht",
            role=Role.DIRECTOR,
            by=director,
            now=NOW,
        )

        assert (membership.role, created.role) == ("director", "director")
        assert created.user.check_password("herz-dame-lacht")
        assert not created.user.is_superuser

    @pytest.mark.parametrize(
        ("username", "code"),
        [("nobody", "account_unknown"), ("director", "already_member"), ("administrator", "already_member")],
    )
    def test_account_that_cannot_be_added_is_refused(
        self, username: str, code: str, tournament: Tournament, director: Actor
    ) -> None:
        make_actor(tournament, Role.ADMINISTRATOR)

        with pytest.raises(RuleError) as refusal:
            accounts.add_member(tournament=tournament, username=username, role=Role.CLERK, by=director, now=NOW)

        assert codes(refusal) == [code]

    def test_helper_of_another_tournament_cannot_be_added_by_the_made_up_login_name(
        self, tournament: Tournament, director: Actor
    ) -> None:
        membership, _token = add(tournament, director)
        other = make_tournament()

        with pytest.raises(RuleError) as refusal:
            accounts.add_member(
                tournament=other, username=membership.user.username, role=Role.DIRECTOR, by=director, now=NOW
            )

        assert codes(refusal) == ["account_unknown"]

    def test_nobody_becomes_administrator(self, tournament: Tournament, director: Actor) -> None:
        make_user("zora")
        membership, _token = add(tournament, director)

        with pytest.raises(RuleError) as added:
            accounts.add_member(tournament=tournament, username="zora", role=Role.ADMINISTRATOR, by=director, now=NOW)
        with pytest.raises(RuleError) as changed:
            accounts.change_role(membership=membership, role=Role.ADMINISTRATOR, by=director, now=NOW)

        assert (codes(added), codes(changed)) == (["member_role"], ["member_role"])

    def test_helper_without_a_password_never_becomes_director(self, tournament: Tournament, director: Actor) -> None:
        membership, _token = add(tournament, director)

        with pytest.raises(RuleError) as refusal:
            accounts.change_role(membership=membership, role=Role.DIRECTOR, by=director, now=NOW)

        assert codes(refusal) == ["helper_role"]

    def test_nobody_ends_or_changes_their_own_membership(self, tournament: Tournament, director: Actor) -> None:
        own = Membership.objects.get(user=director.user)

        with pytest.raises(RuleError) as ended:
            accounts.end_membership(membership=own, by=director, now=NOW)
        with pytest.raises(RuleError) as changed:
            accounts.change_role(membership=own, role=Role.CLERK, by=director, now=NOW)

        assert (codes(ended), codes(changed)) == (["own_membership"], ["own_membership"])

    def test_people_may_come_and_go_in_a_closed_tournament(self, director: Actor) -> None:
        closed = make_tournament(closed_at=NOW)
        make_actor(closed, Role.DIRECTOR)
        membership, _token = add(closed, director)

        accounts.end_membership(membership=membership, by=director, now=NOW)

        assert Membership.objects.get(pk=membership.pk).ended_at == NOW


class TestPin:
    @pytest.fixture
    def emre(self, tournament: Tournament, director: Actor) -> Membership:
        return add(tournament, director, pin="4711")[0]

    def test_right_pin_passes_and_is_kept_as_a_hash(self, emre: Membership) -> None:
        accounts.check_pin(membership=emre, pin="4711", now=NOW)

        assert "4711" not in emre.user.pin

    def test_wrong_pins_wait_longer_and_longer(self, emre: Membership) -> None:
        now, waits = NOW, []
        for _ in range(12):
            with pytest.raises(RuleError) as refusal:
                accounts.check_pin(membership=emre, pin="0000", now=now)
            assert codes(refusal) == ["pin_wrong"]
            wait = User.objects.get(pk=emre.user_id).pin_wait_until - now
            waits.append(int(wait.total_seconds()))
            now += wait

        assert waits == [0, 0, 0, 5, 10, 20, 40, 80, 160, 300, 300, 300]

    def test_right_pin_too_early_is_refused_with_the_seconds_left(self, emre: Membership) -> None:
        for _ in range(4):
            with pytest.raises(RuleError):
                accounts.check_pin(membership=emre, pin="0000", now=NOW)

        with pytest.raises(RuleError) as early:
            accounts.check_pin(membership=emre, pin="4711", now=NOW + timedelta(seconds=4))
        accounts.check_pin(membership=emre, pin="4711", now=NOW + timedelta(seconds=5))

        assert [(problem.code, dict(problem.params)) for problem in early.value.problems] == [
            ("pin_wait", {"seconds": 1})
        ]
        assert User.objects.get(pk=emre.user_id).pin_failures == 0

    def test_pin_is_too_little_for_a_director_of_any_tournament(self, emre: Membership) -> None:
        Membership.objects.create(user=emre.user, tournament=make_tournament(), role="director")

        with pytest.raises(RuleError) as refusal:
            accounts.check_pin(membership=emre, pin="4711", now=NOW)

        assert codes(refusal) == ["pin_too_little"]

    def test_pin_is_too_little_for_an_administrator(self, emre: Membership) -> None:
        User.objects.filter(pk=emre.user_id).update(is_superuser=True)
        emre.user.refresh_from_db()

        with pytest.raises(RuleError) as refusal:
            accounts.check_pin(membership=emre, pin="4711", now=NOW)

        assert codes(refusal) == ["pin_too_little"]

    def test_pin_of_somebody_gone_or_without_one_is_refused(
        self, emre: Membership, tournament: Tournament, director: Actor
    ) -> None:
        ida, _token = add(tournament, director, name="Ida")
        accounts.end_membership(membership=emre, by=director, now=NOW)

        with pytest.raises(RuleError) as gone:
            accounts.check_pin(membership=emre, pin="4711", now=NOW)
        with pytest.raises(RuleError) as none:
            accounts.check_pin(membership=ida, pin="", now=NOW)

        assert (codes(gone), codes(none)) == (["member_is_gone"], ["pin_none"])

    def test_new_pin_forgets_the_wrong_ones(self, emre: Membership) -> None:
        for _ in range(5):
            with pytest.raises(RuleError):
                accounts.check_pin(membership=emre, pin="0000", now=NOW + 2 * _ * MINUTE)

        accounts.set_pin(user=User.objects.get(pk=emre.user_id), pin="0815")

        accounts.check_pin(membership=emre, pin="0815", now=NOW)


def test_journal_names_who_came_and_went_and_offers_no_way_back(tournament: Tournament, director: Actor) -> None:
    membership, token = add(tournament, director)
    accounts.use_link(token=token, origin="192.168.1.9", now=NOW)
    accounts.change_role(membership=membership, role=Role.REFEREE, by=director, now=NOW)
    accounts.change_role(membership=membership, role=Role.REFEREE, by=director, now=NOW)
    accounts.renew_link(membership=membership, by=director, now=NOW)
    accounts.revoke_link(membership=membership, by=director, now=NOW)
    accounts.revoke_link(membership=membership, by=director, now=NOW)
    accounts.log_out_member(membership=membership, by=director, now=NOW)
    accounts.end_membership(membership=membership, by=director, now=NOW)
    accounts.return_member(membership=membership, by=director, now=NOW)

    entries = list(JournalEntry.objects.order_by("number"))
    lines = journal.lines(tournament, by=director)

    assert [(entry.what, entry.by_name, entry.origin) for entry in entries] == [
        ("clerk_added", "director", "127.0.0.1"),
        ("helper_joined", "Emre", "192.168.1.9"),
        ("referee_made", "director", "127.0.0.1"),
        ("link_made", "director", "127.0.0.1"),
        ("link_revoked", "director", "127.0.0.1"),
        ("member_logged_out", "director", "127.0.0.1"),
        ("member_ended", "director", "127.0.0.1"),
        ("member_returned", "director", "127.0.0.1"),
    ]
    assert [line.may_undo for line in lines] == [False] * 8
    assert [can_undo(entry, director) for entry in entries] == [False] * 8
    assert {"Emre" in line.sentence for line in lines if line.entry.what != "helper_joined"} == {True}
    assert not any("Emre" in str(entry.params) for entry in entries)


def test_every_step_about_people_has_a_sentence() -> None:
    wanted = actors.PEOPLE_STEPS - {"administrator_added", "administrator_made"}

    assert wanted - set(STEPS) == set()


@pytest.mark.parametrize("count", [1, 12])
def test_members_are_read_in_three_queries(
    count: int, tournament: Tournament, director: Actor, django_assert_num_queries: Any
) -> None:
    for place in range(count):
        add(tournament, director, name=f"Helper {place:02}", role=HELPER_ROLES[place % 3])

    with django_assert_num_queries(3):
        found = members(tournament, now=NOW)

    assert found[0].name == "director"
    assert sorted(member.name for member in found[1:]) == [f"Helper {place:02}" for place in range(count)]
    assert {member.link for member in found[1:]} == {LinkState.OPEN}


def test_link_states_follow_the_newest_link(tournament: Tournament, director: Actor) -> None:
    def state(now: datetime = NOW) -> LinkState:
        return members(tournament, now=now)[-1].link

    membership, token = add(tournament, director)
    states = [state(), state(accounts.end_of_day(NOW))]
    accounts.revoke_link(membership=membership, by=director, now=NOW)
    states.append(state())
    token = accounts.renew_link(membership=membership, by=director, now=NOW + MINUTE)
    states.append(state())
    accounts.use_link(token=token, origin="", now=NOW + MINUTE)
    states.append(state())

    assert states == [LinkState.OPEN, LinkState.EXPIRED, LinkState.REVOKED, LinkState.OPEN, LinkState.USED]


def test_people_at_the_screen_are_those_of_this_tournament_today(tournament: Tournament, director: Actor) -> None:
    add(tournament, director, name="Zoe")
    gone, _token = add(tournament, director, name="Gone")
    accounts.end_membership(membership=gone, by=director, now=NOW)
    add(make_tournament(), director, name="Elsewhere")
    add(tournament, director, name="anton")

    assert [str(member.user) for member in people_at_the_screen(tournament)] == ["anton", "director", "Zoe"]
