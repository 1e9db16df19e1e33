"""The plan of the day: when each round was to begin, when it did, and when the evening will end. Pure.

planned    as the settings say: start of round 1, then playing time and break by turns
expected   what is to be expected now: real instants where there are some, the plan moved on from them elsewhere
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is known of a round that has begun: its start, its end once it is over, else when its clock ends it."""

    started: datetime
    ended: datetime | None = None
    ends: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One round of the day. `began` and `ended` are real instants, None as long as they have not come."""

    number: int
    planned_start: datetime
    planned_end: datetime
    expected_start: datetime
    expected_end: datetime
    began: datetime | None
    ended: datetime | None
    planned_break_until: datetime | None
    break_until: datetime | None
    """When the break after the round ends, as is to be expected now; None after the last round."""
    break_ended: datetime | None
    """When the next round really began; None as long as it has not, and where nothing tells when this one ended."""

    @property
    def late_minutes(self) -> int:
        """How many minutes later than planned the round begins; negative when earlier."""
        return round((self.expected_start - self.planned_start).total_seconds() / 60)


def plan(
    *, starts: datetime, rounds: int, minutes: int, break_minutes: int, held: Mapping[int, Held], now: datetime
) -> list[Line]:
    """One line a round. `minutes` is the playing time of a round, the longest of its tables.

    A round that has not begun is expected after the break that follows the round before it, and not before now. A
    round that nobody ended was over when the next one began.
    """
    length, rest = timedelta(minutes=minutes), timedelta(minutes=break_minutes)
    times: list[tuple[datetime, datetime, datetime | None]] = []
    expected = starts
    for number in range(1, rounds + 1):
        known, following = held.get(number), held.get(number + 1)
        start = known.started if known else max(expected, now)
        ended = _ended(known, following)
        end = ended or ((known.ends if known else None) or start + length)
        if known and not ended:
            end = max(end, now)
        times.append((start, end, ended))
        expected = end + rest
    starts_at = [start for start, _end, _ended in times]
    return [
        Line(
            number=place + 1,
            planned_start=starts + place * (length + rest),
            planned_end=starts + place * (length + rest) + length,
            expected_start=start,
            expected_end=end,
            began=held[place + 1].started if place + 1 in held else None,
            ended=ended,
            planned_break_until=starts + (place + 1) * (length + rest) if place + 1 < rounds else None,
            break_until=starts_at[place + 1] if place + 1 < rounds else None,
            break_ended=held[place + 2].started if place + 2 in held and ended != held[place + 2].started else None,
        )
        for place, (start, end, ended) in enumerate(times)
    ]


def _ended(known: Held | None, following: Held | None) -> datetime | None:
    """When a round really ended; a following round that has begun ended it at the latest."""
    if known is None:
        return None
    if following is None or (known.ended is not None and known.ended <= following.started):
        return known.ended
    return following.started
