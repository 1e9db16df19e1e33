"""Sessions kept with the person they belong to, so that who is logged in can be shown and thrown out."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from tournament.models import Session

_NOTED_EVERY = timedelta(minutes=1)


class SessionStore(DatabaseStore):
    """Django's sessions in the database, in a table that also names the person, the address and the last visit."""

    row: Session | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.user_id = data.get(SESSION_KEY)
        row.origin = data.get("origin", "")
        row.seen_at = timezone.now()
        return row

    def _get_session_from_db(self) -> Session | None:
        self.row = super()._get_session_from_db()  # type: ignore[misc]  # missing from the stubs
        return self.row

    def note_visit(self, now: datetime) -> None:
        """Write that the person of this session is here, once a minute at most. Anonymous sessions are left alone."""
        if self.row is None or self.row.user_id is None or now - self.row.seen_at < _NOTED_EVERY:
            return
        Session.objects.filter(pk=self.row.pk).update(seen_at=now)
        self.row.seen_at = now
