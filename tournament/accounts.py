"""Logging in: who is at the machine itself, and how long wrong passwords wait.

wait   seconds until the next password is looked at, after the fifth wrong one in a row for a name from one address
"""

from datetime import datetime, timedelta
from ipaddress import ip_address
from math import ceil
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_failure_limit
from django.http import HttpRequest

_FIRST_WAIT_SECONDS = 30
_LONGEST_WAIT_SECONDS = 30 * 60
# A proxy in between writes one of these; then everybody seems to come from the proxy's machine.
_PASSED_ON = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_VIA")


def wait_seconds(*, failures: int, limit: int) -> int:
    """Seconds to wait after wrong passwords: doubled with each from the `limit`-th on, at most 30 minutes."""
    if failures < limit:
        return 0
    return int(min(_LONGEST_WAIT_SECONDS, _FIRST_WAIT_SECONDS * 2 ** min(failures - limit, 10)))


def address_of(request: HttpRequest) -> str | None:
    """The address a request comes from, as the network says; None where it has none. Headers are not believed."""
    address = request.META.get("REMOTE_ADDR", "")
    try:
        return str(ip_address(address))
    except ValueError:
        return None


def is_this_machine(request: HttpRequest) -> bool:
    """Whether a request comes from the machine the desk runs on, and not through a proxy there."""
    address = address_of(request)
    if address is None or any(header in request.META for header in _PASSED_ON):
        return False
    found = ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def never_waits(request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
    """The machine itself is never locked out: who sits there could start the desk anew anyway."""
    return is_this_machine(request)


class GrowingDelay(AxesDatabaseHandler):
    """Wrong passwords are counted for a day, or until the right one; each makes the next try wait longer."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Whether the last wrong password is too recent for another try."""
        return self.waits_until(request, credentials) > request.axes_attempt_time  # type: ignore[attr-defined]  # set by axes

    def waits_until(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> datetime:
        """The instant from which the next password is looked at; not later than now where nothing has to wait."""
        tries = [attempt for attempts in self.get_user_attempts(request, credentials) for attempt in attempts]
        failures = sum(attempt.failures_since_start for attempt in tries)
        seconds = wait_seconds(failures=failures, limit=get_failure_limit(request, credentials))
        now: datetime = request.axes_attempt_time  # type: ignore[attr-defined]  # set by axes
        return max((attempt.attempt_time for attempt in tries), default=now) + timedelta(seconds=seconds)

    def seconds_left(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Whole seconds until the next try, rounded up."""
        left: timedelta = self.waits_until(request, credentials) - request.axes_attempt_time  # type: ignore[attr-defined]  # set by axes
        return max(0, ceil(left.total_seconds()))
