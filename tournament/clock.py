"""The time of a round, TSR 8.5 and 8.6. Pure: the clock on the wall comes in as `now`.

end        the instant at which no new game may begin; every pause and every extra minute moves it
remaining  seconds until the end; below zero once it is past
owed       mandatory solos a table still has to play; None where the sheet does not tell
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

LAST_GAME_SECONDS = 6 * 60
"""How long after the end a game begun in time is taken to last. Experience, no rule: a game takes 4 to 5 minutes."""


class Phase(StrEnum):
    """Where a table stands in the time of its round."""

    NOT_STARTED = "not_started"
    PLAYING = "playing"
    LAST_GAME = "last_game"
    """Time is over: games begun are finished, no new one begins (TSR 8.5.1)."""
    OWED_SOLOS = "owed_solos"
    """Only mandatory solos still owed are played (TSR 8.6)."""
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClock:
    """The clock of a round: released by the director for all tables at once.

    `minutes_four` and `minutes_five` are the playing times; None: no end, the clock only counts up.
    """

    started: datetime | None = None
    paused: datetime | None = None
    paused_seconds: int = 0
    ended: datetime | None = None
    minutes_four: int | None = None
    minutes_five: int | None = None
    mandatory_solos: bool = True

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self.started is not None and self.paused is None and self.ended is None

    def minutes(self, *, size: int) -> int | None:
        """Playing time in minutes of a table of `size`; None: no end."""
        return self.minutes_five if size == 5 else self.minutes_four

    def elapsed(self, now: datetime) -> int:
        """Seconds played so far, pauses left out; never below zero, even if the computer's clock was set back."""
        if self.started is None:
            return 0
        stopped = min(utc(instant) for instant in (now, self.paused, self.ended) if instant is not None)
        return max(0, _seconds(stopped - utc(self.started)) - self.paused_seconds)

    def table(self, *, size: int, extra: int = 0, owed: int | None = None, handed_in: bool = False) -> "TableClock":
        """The clock of one table with `extra` minutes."""
        return TableClock(clock=self, size=size, extra=extra, owed=owed, handed_in=handed_in)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClock:
    """The clock of one table: the common end of its size and its own extra minutes."""

    clock: RoundClock
    size: int
    extra: int = 0
    owed: int | None = None
    handed_in: bool = False

    @property
    def length(self) -> int | None:
        """Playing time in seconds with the extra minutes; None: no end."""
        minutes = self.clock.minutes(size=self.size)
        return None if minutes is None else (minutes + self.extra) * 60

    def end(self, now: datetime) -> datetime | None:
        """The end in UTC as it stands now (a pause that goes on moves it); None before the start or without an end."""
        if self.clock.started is None or self.length is None:
            return None
        pause = self.clock.paused_seconds
        if self.clock.paused is not None:
            pause += max(0, _seconds(utc(now) - utc(self.clock.paused)))
        return utc(self.clock.started) + timedelta(seconds=self.length + pause)

    def solos_from(self, now: datetime) -> datetime | None:
        """From when on only owed solos are played (TSR 8.6); None where none is mandatory, or without an end."""
        end = self.end(now)
        return None if end is None or not self.clock.mandatory_solos else end + timedelta(seconds=LAST_GAME_SECONDS)

    def remaining(self, now: datetime) -> int | None:
        """Seconds until the end, the whole length before the start; None without an end."""
        return None if self.length is None else self.length - self.clock.elapsed(now)

    def phase(self, now: datetime) -> Phase:
        """Where the table stands. Without an end it plays until its sheet is in or the round is ended."""
        remaining = self.remaining(now)
        if self.clock.ended is not None or self.handed_in:
            return Phase.OVER
        if self.clock.started is None:
            return Phase.NOT_STARTED
        if remaining is None or remaining > 0:
            return Phase.PLAYING
        if remaining > -LAST_GAME_SECONDS:
            return Phase.LAST_GAME
        owes = self.clock.mandatory_solos if self.owed is None else self.owed > 0
        return Phase.OWED_SOLOS if owes else Phase.OVER


def gongs(table: TableClock, *, warn_minutes: tuple[int, ...], now: datetime) -> tuple[datetime, ...]:
    """The instants at which the gong sounds: so many minutes before the end, and at the end. Earliest first."""
    end = table.end(now)
    if end is None:
        return ()
    before = sorted({minutes for minutes in warn_minutes if 0 < minutes * 60 < (table.length or 0)}, reverse=True)
    return tuple(end - timedelta(minutes=minutes) for minutes in (*before, 0))


def utc(instant: datetime) -> datetime:
    """The instant in UTC: differences of local times would be wrong when summer time begins or ends.

    Raises ValueError for a naive datetime, which is no instant.
    """
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return instant.astimezone(UTC)


def _seconds(span: timedelta) -> int:
    return span // timedelta(seconds=1)


def digits(seconds: int) -> str:
    """Seconds as a clock shows them: "1:12:40", "9:05"."""
    minutes, rest = divmod(max(0, seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
