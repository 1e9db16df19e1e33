"""Logging in: how long wrong passwords wait."""

from datetime import timedelta

from django.http import HttpRequest

_FIRST_WAIT_SECONDS = 30
_LONGEST_WAIT_SECONDS = 30 * 60


def lockout_time(request: HttpRequest | None = None) -> timedelta:
    """How long this address waits after too many wrong passwords: doubled with every further five, 30 minutes at most."""
    from axes.models import AccessAttempt  # models are not ready when settings name this function

    failures = 0
    if request is not None:
        address = request.META.get("REMOTE_ADDR", "")
        failures = max(
            AccessAttempt.objects.filter(ip_address=address).values_list("failures_since_start", flat=True), default=0
        )
    doublings = max(0, failures // 5 - 1)
    return timedelta(seconds=min(_LONGEST_WAIT_SECONDS, _FIRST_WAIT_SECONDS * 2 ** min(doublings, 10)))
