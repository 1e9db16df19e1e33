"""Who may work here: accounts, the links that let people in, PINs and the sessions they end.

token   128 random bits as text; it is shown once and kept only as a hash
member  a person with a role in one tournament; a helper is one without a password, let in by a link
"""

import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.db import transaction
from django.db.models import Q
from django.utils.timezone import localtime

from scoring.errors import Plain, Problem, RuleError
from tournament.actors import Actor
from tournament.models import HelperLink, Membership, Session, SetupLink, Tournament, User
from tournament.roles import HELPER_ROLES, Role
from tournament.services.journal import Step, step

log = logging.getLogger("dokodesk.accounts")

TOKEN_BYTES = 16
SETUP_HOURS = 24
PIN_DIGITS = range(4, 9)
# Three wrong PINs are free; then each makes the next try wait twice as long.
_FREE_PINS = 3
_FIRST_PIN_WAIT_SECONDS = 5
_LONGEST_PIN_WAIT_SECONDS = 5 * 60


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _refuse(code: str, *, field: str | None = None, **params: Plain) -> RuleError:
    return RuleError([Problem(code=code, field=field, params=params)])


def create_setup_link(*, recovers: bool, now: datetime) -> str:
    """The token of a new link for the machine itself; earlier links that nobody used are void from now on."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        SetupLink.objects.filter(used_at=None).delete()
        SetupLink.objects.create(token_hash=_hash(token), recovers=recovers, created_at=now)
    return token


def needs_first_account() -> bool:
    """Whether nobody can administer this desk yet."""
    return not User.objects.filter(is_superuser=True, is_active=True).exists()


def setup_link(*, token: str, recovers: bool, now: datetime) -> SetupLink:
    """The link of a token, still good. Looking does not use it up. Raises RuleError setup_link_void."""
    link = SetupLink.objects.filter(
        token_hash=_hash(token), recovers=recovers, used_at=None, created_at__gt=now - timedelta(hours=SETUP_HOURS)
    ).first()
    if link is None or (not recovers and not needs_first_account()):
        raise _refuse("setup_link_void")
    return link


def create_first_account(*, token: str, username: str, name: str, password: str, now: datetime) -> User:
    """The administrator of this desk, made with the link that was printed at the first start.

    Raises RuleError setup_link_void: used, too old, or there is an administrator already.
    """
    with transaction.atomic():
        link = setup_link(token=token, recovers=False, now=now)
        if not SetupLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
            raise _refuse("setup_link_void")
        user = User.objects.create_superuser(username=username, password=password, first_name=name)
    log.info("The first account was made")
    return user


def recoverable() -> list[User]:
    """The accounts a recovery link may give a new password: those that have one, administrators and directors.

    A director who came with a restored tournament has none yet; a helper let in by a link never has one.
    """
    directing = Membership.objects.filter(role=Role.DIRECTOR.value, ended_at=None).values("user")
    without = Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    entitled = Q(is_superuser=True) | Q(pk__in=directing) | ~without
    return list(User.objects.filter(entitled, is_active=True).order_by("username"))


def recover_account(*, token: str, user: User, password: str, now: datetime) -> None:
    """Set a new password with a link printed by `start --recover`; everywhere else that person is logged out.

    Raises RuleError setup_link_void, or account_not_recoverable for a helper let in by a link.
    """
    with transaction.atomic():
        link = setup_link(token=token, recovers=True, now=now)
        if not SetupLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
            raise _refuse("setup_link_void")
        if user not in recoverable():
            raise _refuse("account_not_recoverable")
        user.set_password(password)
        user.save(update_fields=["password"])
        end_sessions(user=user)
    log.info("A password was set through a recovery link")


def add_helper(
    *, tournament: Tournament, name: str, role: Role, pin: str = "", by: Actor, now: datetime
) -> tuple[Membership, str]:
    """A new helper and the token of the one-time link, good until the end of the day.

    Raises RuleError: helper_role (never a director), member_name_taken, pin_form.
    """
    if role not in HELPER_ROLES:
        raise _refuse("helper_role", field="role")
    if pin:
        _check_pin_form(pin)
    with _people_step(tournament=tournament, by=by, now=now, what=f"{role}_added") as doing:
        _check_name_free(doing.tournament, name)
        user = User.objects.create_user(
            username=f"helper-{secrets.token_hex(6)}", first_name=name, pin=make_password(pin) if pin else ""
        )
        membership = Membership.objects.create(user=user, tournament=doing.tournament, role=role.value)
        doing.params["person_uuid"] = str(user.uuid)
        token = _new_link(membership, now=now)
    return membership, token


def add_member(*, tournament: Tournament, username: str, role: Role, by: Actor, now: datetime) -> Membership:
    """Give somebody who has an account already a role here; a director only if `role` says so.

    Raises RuleError: account_unknown, already_member, member_role.
    """
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None or not user.has_usable_password():
        raise _refuse("account_unknown", field="username", username=username)
    return _add_account(tournament=tournament, user=lambda: user, role=role, by=by, now=now)


def create_member(
    *, tournament: Tournament, username: str, name: str, password: str, role: Role, by: Actor, now: datetime
) -> Membership:
    """A new account with a password, and its role here.

    Raises RuleError: username_taken, member_name_taken, member_role.
    """

    def account() -> User:
        if User.objects.filter(username=username).exists():
            raise _refuse("username_taken", field="username", username=username)
        _check_name_free(tournament, name)
        return User.objects.create_user(username=username, password=password, first_name=name)

    return _add_account(tournament=tournament, user=account, role=role, by=by, now=now)


def _add_account(
    *, tournament: Tournament, user: Callable[[], User], role: Role, by: Actor, now: datetime
) -> Membership:
    if role is Role.ADMINISTRATOR:
        raise _refuse("member_role", field="role")
    with _people_step(tournament=tournament, by=by, now=now, what=f"{role}_added") as doing:
        person = user()
        if person.is_superuser or Membership.objects.filter(user=person, tournament=doing.tournament).exists():
            raise _refuse("already_member", field="username", name=str(person))
        membership = Membership.objects.create(user=person, tournament=doing.tournament, role=role.value)
        doing.params["person_uuid"] = str(person.uuid)
    return membership


def change_role(*, membership: Membership, role: Role, by: Actor, now: datetime) -> None:
    """Give a member another role here; it counts from the next page on.

    Raises RuleError: own_membership, member_role, helper_role (somebody let in by a link never becomes a director).
    """
    if role is Role.ADMINISTRATOR:
        raise _refuse("member_role", field="role")
    if role is Role.DIRECTOR and not membership.user.has_usable_password():
        raise _refuse("helper_role", field="role")
    _check_not_self(membership, by)
    with _member_step(membership, by=by, now=now, what=f"{role}_made") as doing:
        changed = Membership.objects.filter(pk=membership.pk).exclude(role=role.value).update(role=role.value)
        doing.noteworthy = bool(changed)
    membership.role = role.value


def end_membership(*, membership: Membership, by: Actor, now: datetime) -> None:
    """Let a member go: no role here any more, links void, and logged out at once. Raises RuleError own_membership."""
    _check_not_self(membership, by)
    with _member_step(membership, by=by, now=now, what="member_ended"):
        Membership.objects.filter(pk=membership.pk, ended_at=None).update(ended_at=now)
        _void_links(membership, now=now)
        end_sessions(user=membership.user)
    membership.ended_at = now


def return_member(*, membership: Membership, by: Actor, now: datetime) -> None:
    """Take a former member on again, in the role of before; a helper needs a new link.

    Raises RuleError: member_name_taken, member_is_closed (the name was removed).
    """
    with _member_step(membership, by=by, now=now, what="member_returned") as doing:
        if not User.objects.filter(pk=membership.user_id, is_active=True).exists():
            raise _refuse("member_is_closed")
        _check_name_free(doing.tournament, str(membership.user), but=membership.user)
        Membership.objects.filter(pk=membership.pk).update(ended_at=None)
    membership.ended_at = None


def is_helper(membership: Membership) -> bool:
    """Whether this is somebody let in by a link, without a password: an account of this tournament alone."""
    return membership.role in HELPER_ROLES and not membership.user.has_usable_password()


def close_helper(membership: Membership, *, name: str, now: datetime) -> None:
    """Let a helper go for good and call the account by another name: for the removal of names, inside its step."""
    Membership.objects.filter(pk=membership.pk, ended_at=None).update(ended_at=now)
    _void_links(membership, now=now)
    end_sessions(user=membership.user)
    user = membership.user
    user.first_name, user.pin, user.is_active = name, "", False
    user.save(update_fields=["first_name", "pin", "is_active"])


def log_out_member(*, membership: Membership, but: str | None = None, by: Actor, now: datetime) -> int:
    """Throw a member out of every browser but the session with the key `but`; returns out of how many."""
    with _member_step(membership, by=by, now=now, what="member_logged_out"):
        return end_sessions(user=membership.user, but=but)


def end_sessions(*, user: User, but: str | None = None) -> int:
    """Log a person out everywhere, except in the session with the key `but`; returns out of how many browsers."""
    return Session.objects.filter(user=user).exclude(session_key=but).delete()[0]


def renew_link(*, membership: Membership, by: Actor, now: datetime) -> str:
    """The token of a new link for a helper, good until the end of the day; the old one is void.

    Raises RuleError: link_for_account (who has a password logs in with it), member_is_gone.
    """
    with _member_step(membership, by=by, now=now, what="link_made"):
        membership = Membership.objects.select_related("user").get(pk=membership.pk)
        if membership.ended_at is not None:
            raise _refuse("member_is_gone")
        if not _is_let_in_by_link(membership):
            raise _refuse("link_for_account")
        _void_links(membership, now=now)
        return _new_link(membership, now=now)


def revoke_link(*, membership: Membership, by: Actor, now: datetime) -> None:
    """Make the open link of a helper void. Who is in already stays in."""
    with _member_step(membership, by=by, now=now, what="link_revoked") as doing:
        doing.noteworthy = _void_links(membership, now=now) > 0


def helper_link(*, token: str, now: datetime) -> HelperLink:
    """The link of a token, still good. Looking does not use it up.

    Raises RuleError: link_unknown, link_used, link_revoked, link_expired.
    """
    link = (
        HelperLink.objects.select_related("membership__user", "membership__tournament")
        .filter(token_hash=_hash(token))
        .first()
    )
    if link is None:
        raise _refuse("link_unknown")
    if link.used_at is not None:
        raise _refuse("link_used")
    if link.revoked_at is not None or link.membership.ended_at is not None or not _is_let_in_by_link(link.membership):
        raise _refuse("link_revoked")
    if link.expires_at <= now:
        raise _refuse("link_expired")
    return link


def use_link(*, token: str, pin: str = "", origin: str, now: datetime) -> Membership:
    """Let the helper of a link in; the link is used up. Raises RuleError as `helper_link`, and pin_form."""
    link = helper_link(token=token, now=now)
    membership, user = link.membership, link.membership.user
    if pin:
        _check_pin_form(pin)
    by = Actor(user=user, role=Role(membership.role), origin=origin)
    with _people_step(tournament=membership.tournament, by=by, now=now, what="helper_joined"):
        # Inside the step nobody else uses or revokes it; outside, somebody may just have done so.
        helper_link(token=token, now=now)
        HelperLink.objects.filter(pk=link.pk).update(used_at=now)
        if pin:
            user.pin = make_password(pin)
            user.save(update_fields=["pin"])
    return membership


def end_of_day(now: datetime) -> datetime:
    """The midnight that ends the day of `now`, on the clocks of the hall."""
    here = localtime(now)
    return localtime(datetime.combine(here.date() + timedelta(days=1), time.min, tzinfo=here.tzinfo))


@contextmanager
def _people_step(*, tournament: Tournament, by: Actor, now: datetime, what: str) -> Iterator[Step]:
    """A step about who works here: it stands in the journal, also of a closed tournament, but is not undone there."""
    with step(tournament=tournament, by=by, now=now, what=what, on_closed=True) as doing:
        doing.keep_entry()
        yield doing


@contextmanager
def _member_step(membership: Membership, *, by: Actor, now: datetime, what: str) -> Iterator[Step]:
    with _people_step(tournament=membership.tournament, by=by, now=now, what=what) as doing:
        doing.params["person_uuid"] = str(membership.user.uuid)
        yield doing


def _check_not_self(membership: Membership, by: Actor) -> None:
    if by.user is not None and by.user.pk == membership.user_id:
        raise _refuse("own_membership")


def _check_name_free(tournament: Tournament, name: str, *, but: User | None = None) -> None:
    """Two people of one name could not be told apart in the journal. Raises RuleError member_name_taken."""
    members = Membership.objects.filter(tournament=tournament, ended_at=None).select_related("user")
    if name.casefold() in {str(member.user).casefold() for member in members if member.user != but}:
        raise _refuse("member_name_taken", field="name", name=name)


def _new_link(membership: Membership, *, now: datetime) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    HelperLink.objects.create(
        membership=membership, token_hash=_hash(token), created_at=now, expires_at=end_of_day(now)
    )
    return token


def _void_links(membership: Membership, *, now: datetime) -> int:
    return HelperLink.objects.filter(membership=membership, used_at=None, revoked_at=None).update(revoked_at=now)


def _is_let_in_by_link(membership: Membership) -> bool:
    """A link lets helpers in, never a director or somebody whose account means more than this role."""
    return is_helper(membership) and not needs_password(membership.user)


def change_profile(*, user: User, name: str, language: str) -> None:
    """How a person is called and which language the pages speak to them."""
    user.first_name, user.language = name, language
    user.save(update_fields=["first_name", "language"])


def set_pin(*, user: User, pin: str) -> None:
    """Set the PIN for switching on a shared screen; an empty one removes it. Raises RuleError pin_form."""
    if pin:
        _check_pin_form(pin)
    user.pin, user.pin_failures, user.pin_wait_until = make_password(pin) if pin else "", 0, None
    user.save(update_fields=["pin", "pin_failures", "pin_wait_until"])


def needs_password(user: User) -> bool:
    """Whether a PIN is too little for this person: an administrator, or a director of any tournament."""
    return user.is_superuser or Membership.objects.filter(user=user, role=Role.DIRECTOR.value, ended_at=None).exists()


def check_pin(*, membership: Membership, pin: str, now: datetime) -> None:
    """Whether the PIN of this member is right. Wrong ones are counted; after three each makes the next try wait longer.

    Raises RuleError: member_is_gone, pin_too_little (needs the password), pin_none, pin_wait (seconds), pin_wrong.
    """
    if membership.ended_at is not None:
        raise _refuse("member_is_gone")
    if needs_password(membership.user):
        raise _refuse("pin_too_little", field="password")
    refusal: RuleError | None = None
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=membership.user_id)
        if not user.pin or not user.is_active:
            raise _refuse("pin_none", field="password")
        if user.pin_wait_until is not None and user.pin_wait_until > now:
            raise _refuse("pin_wait", field="password", seconds=-int((now - user.pin_wait_until).total_seconds() // 1))
        if check_password(pin, user.pin):
            user.pin_failures, user.pin_wait_until = 0, None
        else:
            user.pin_failures = min(user.pin_failures + 1, 1000)
            user.pin_wait_until = now + timedelta(seconds=pin_wait_seconds(user.pin_failures))
            refusal = _refuse("pin_wrong", field="password")
        user.save(update_fields=["pin_failures", "pin_wait_until"])
    # Raised outside, so that the count is kept.
    if refusal is not None:
        raise refusal


def pin_wait_seconds(failures: int) -> int:
    """Seconds until the next PIN is looked at, after so many wrong ones in a row."""
    if failures <= _FREE_PINS:
        return 0
    return int(min(_LONGEST_PIN_WAIT_SECONDS, _FIRST_PIN_WAIT_SECONDS * 2 ** min(failures - _FREE_PINS - 1, 10)))


def _check_pin_form(pin: str) -> None:
    if not pin.isascii() or not pin.isdigit() or len(pin) not in PIN_DIGITS:
        raise _refuse("pin_form", field="pin", fewest=PIN_DIGITS[0], most=PIN_DIGITS[-1])
