"""Who works at the desk of a tournament, and who of them is logged in."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils.functional import Promise

from tournament.messages.accounts import ROLES
from tournament.models import HelperLink, Membership, Session, Tournament
from tournament.roles import HELPER_ROLES, Role


class LinkState(StrEnum):
    """What became of the newest link of a helper."""

    NONE = "none"
    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One person with a role here; `sessions` are the browsers with that person logged in, newest visit first."""

    membership: Membership
    role: Role
    by_link: bool
    link: LinkState
    link_expires_at: datetime | None
    sessions: tuple[Session, ...]
    seen_at: datetime | None

    @property
    def name(self) -> str:
        return str(self.membership.user)

    @property
    def uuid(self) -> UUID:
        return self.membership.user.uuid

    @property
    def role_name(self) -> Promise:
        return ROLES[self.role.value]

    @property
    def is_gone(self) -> bool:
        return self.membership.ended_at is not None

    @property
    def may_lose_the_name(self) -> bool:
        """Whether the name can be removed on request: of a helper who is gone, once."""
        return self.by_link and self.is_gone and self.membership.user.is_active

    @property
    def is_closed(self) -> bool:
        """Whether the name was removed; nobody comes back to this account."""
        return not self.membership.user.is_active

    @property
    def has_pin(self) -> bool:
        return bool(self.membership.user.pin)


LOGINS = 50
"""Browsers a page."""


def logins(*, now: datetime, page: int = 1) -> tuple[list[Session], bool]:
    """The browsers in which somebody is logged in, the newest visit first, and whether more follow. One query."""
    found = Session.objects.filter(user__isnull=False, expire_date__gt=now).order_by("-seen_at", "pk")
    first = (page - 1) * LOGINS
    # Of thousands only those of the page are read with what they hold and with their people.
    on_page = Session.objects.filter(pk__in=found.values("pk")[first : first + LOGINS + 1])
    sessions = list(on_page.select_related("user").order_by("-seen_at", "pk"))
    return sessions[:LOGINS], len(sessions) > LOGINS


def members(tournament: Tournament, *, now: datetime) -> list[Member]:
    """Everybody who has or had a role here: directors first, then by name. Three queries for any number."""
    memberships = list(Membership.objects.filter(tournament=tournament).select_related("user"))
    sessions: dict[int, list[Session]] = {}
    logged_in = Session.objects.filter(user__in=[m.user_id for m in memberships], expire_date__gt=now)
    for session in logged_in.order_by("-seen_at"):
        sessions.setdefault(session.user_id or 0, []).append(session)
    links = {
        link.membership_id: link
        for link in HelperLink.objects.filter(membership__tournament=tournament).order_by("created_at", "pk")
    }
    order = list(Role)
    found = [
        _member(membership, sessions=sessions.get(membership.user_id, []), link=links.get(membership.pk), now=now)
        for membership in memberships
    ]
    return sorted(found, key=lambda member: (order.index(member.role), member.name.casefold()))


def _member(membership: Membership, *, sessions: list[Session], link: HelperLink | None, now: datetime) -> Member:
    role = Role(membership.role)
    # The last login stays known after the session is gone.
    return Member(
        membership=membership,
        role=role,
        by_link=role in HELPER_ROLES and not membership.user.has_usable_password(),
        link=_state(link, now=now),
        link_expires_at=link.expires_at if link else None,
        sessions=tuple(sessions),
        seen_at=sessions[0].seen_at if sessions else membership.user.last_login,
    )


def _state(link: HelperLink | None, *, now: datetime) -> LinkState:
    if link is None:
        return LinkState.NONE
    if link.used_at is not None:
        return LinkState.USED
    if link.revoked_at is not None:
        return LinkState.REVOKED
    return LinkState.EXPIRED if link.expires_at <= now else LinkState.OPEN


def people_at_the_screen(tournament: Tournament) -> list[Membership]:
    """Everybody who may take over a shared screen: the members of today by name. One query."""
    found = Membership.objects.filter(tournament=tournament, ended_at=None, user__is_active=True)
    return sorted(found.select_related("user"), key=lambda membership: str(membership.user).casefold())
