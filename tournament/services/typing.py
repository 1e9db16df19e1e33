"""Who has a sheet open, and what he typed there without saving it.

This is no part of the tournament: it lasts as long as the page is open, so it stands in no journal and no backup.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournament.models import Table, Typing, User


def keep_typing(*, table: Table, user: User, now: datetime, typed: Mapping[str, Any] | None = None) -> None:
    """Note that a person has a sheet open.

    `typed` are the fields that are not saved yet, so that a browser that closes loses nothing; None leaves them.
    """
    values: dict[str, Any] = {"seen_at": now}
    if typed is not None:
        values["typed"] = dict(typed)
    Typing.objects.update_or_create(table=table, user=user, defaults=values)
