"""The screens of the hall: each has its own link, which opens nothing else.

page    {"kind", "seconds"}: what is shown, and for how long (for a paged list: each of its pages)
"""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Screen, ScreenPage, Tournament
from tournament.rows import Row
from tournament.seen import changes
from tournament.services.journal import step

_TOKEN_BYTES = 16
SHORTEST, LONGEST = 3, 600


def hash_of(token: str) -> str:
    """What is kept of a screen's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def add_screen(
    *, tournament: Tournament, name: str, pages: Sequence[tuple[str, int]], dark: bool, by: Actor, now: datetime
) -> tuple[Screen, str]:
    """A new screen and the token of its link, which is shown once. Raises RuleError as `checked_pages`."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    with step(tournament=tournament, by=by, now=now, what="screen_added") as doing:
        doing.params["name"] = name
        screen = doing.create(Screen(name=name, token_hash=hash_of(token), pages=checked_pages(pages), dark=dark))
        doing.public()
    return screen, token


def change_screen(
    *,
    screen: Screen,
    name: str,
    pages: Sequence[tuple[str, int]],
    dark: bool,
    seen: Row | None = None,
    by: Actor,
    now: datetime,
) -> Screen:
    """Another name or rotation; a screen that runs takes it over. `seen` is what the form had shown.

    Raises RuleError as `checked_pages`, and stale_value.
    """
    with step(tournament=screen.tournament, by=by, now=now, what="screen_changed") as doing:
        doing.params["name"] = name
        doing.public()
        current = doing.fresh(screen)
        values = {"name": name, "pages": checked_pages(pages), "dark": dark}
        return doing.change(current, **changes(current, values=values, seen=seen))


def revoke_screen(*, screen: Screen, by: Actor, now: datetime) -> Screen:
    """Make the link void; the screen goes blank at its next look."""
    with step(tournament=screen.tournament, by=by, now=now, what="screen_revoked") as doing:
        current = doing.fresh(screen)
        doing.params["name"] = current.name
        doing.public()
        return current if current.revoked_at else doing.change(current, revoked_at=now)


def renew_link(*, screen: Screen, by: Actor, now: datetime) -> str:
    """The token of a new link; the old one is void. It is no part of the journal: a link is not taken back."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    with step(tournament=screen.tournament, by=by, now=now, what="screen_link_made") as doing:
        current = doing.fresh(screen)
        doing.params["name"] = current.name
        current.token_hash = hash_of(token)
        current.save(update_fields=["token_hash"])
        doing.change(current, revoked_at=None)
        doing.keep_entry()
    return token


def set_notice(*, tournament: Tournament, notice: str, seen: Row | None = None, by: Actor, now: datetime) -> None:
    """The director's notice on all screens and the public page; empty takes it away. `seen` is what the form had shown.

    Raises RuleError stale_value.
    """
    with step(tournament=tournament, by=by, now=now, what="notice_set") as doing:
        doing.params["notice"] = notice.strip()
        doing.public()
        doing.change(doing.tournament, **changes(doing.tournament, values={"notice": notice.strip()}, seen=seen))


def checked_pages(pages: Sequence[tuple[str, int]]) -> list[dict[str, str | int]]:
    """The rotation as it is kept. Raises RuleError: screen_empty, screen_seconds (params shortest, longest)."""
    if not pages:
        raise RuleError([Problem(code="screen_empty", field="pages")])
    if not all(SHORTEST <= seconds <= LONGEST for _kind, seconds in pages):
        params = {"shortest": SHORTEST, "longest": LONGEST}
        raise RuleError([Problem(code="screen_seconds", field="pages", params=params)])
    return [{"kind": ScreenPage(kind).value, "seconds": seconds} for kind, seconds in pages]
