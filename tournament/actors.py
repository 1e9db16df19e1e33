"""Who does something at the desk, and which of their steps stay for good.

form   a page as it was sent: the same page sent once more, by a double click or a nervous browser, has the same mark
"""

from dataclasses import dataclass, field

from tournament.models import User
from tournament.roles import DIRECTORS, Role

PEOPLE_STEPS = frozenset(
    {
        *(f"{role}_{done}" for role in Role for done in ("added", "made")),
        *("member_ended", "member_returned", "member_logged_out", "helper_joined", "link_made", "link_revoked"),
        "helper_name_removed",
    }
)
"""Steps of the journal about who works here. They change no result and are not undone; their opposite is a button."""

NEVER_UNDONE = (
    frozenset(
        {"tournament_created", "tournament_closed", "tournament_reopened", "person_removed", "names_removed", "undone"}
    )
    | PEOPLE_STEPS
)
"""Steps that cannot be taken back by setting rows back: they reach outside the tournament's rows or end the event."""


@dataclass(frozen=True, slots=True)
class SentForm:
    """One request that sent a form. `entries` are the keys of the journal's entries that this very request has made."""

    mark: str
    entries: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does it, as what, from which address. `user` is None for a command on the machine itself."""

    user: User | None
    role: Role | None = None
    origin: str = ""
    form: SentForm | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        return str(self.user) if self.user else ""

    @property
    def is_director(self) -> bool:
        return self.user is None or self.role in DIRECTORS
