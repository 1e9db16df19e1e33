"""The plan of the day: when each round was to begin, when it did, and when the evening will end. Pure.

planned    as the settings say: start of round 1, then playing time and break by turns
expected   what is to be expected now: real instants where there are some, the plan moved on from them elsewhere
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is known of a round that has begun: its start and, once it is over, its end."""

    started: datetime
    ended: datetime | None = None


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

    @property
    def late_minutes(self) -> int:
        """How many minutes later than planned the round begins; negative when earlier."""
        return round((self.expected_start - self.planned_start).total_seconds() / 60)


def plan(
    *, starts: datetime, rounds: int, minutes: int, break_minutes: int, held: Mapping[int, Held], now: datetime
) -> list[Line]:
    """One line a round. `minutes` is the playing time of a round, the longest of its tables.

    A round that has not begun is expected after the break that follows the round before it, and not before now.
    """
    lines: list[Line] = []
    length, rest = timedelta(minutes=minutes), timedelta(minutes=break_minutes)
    planned = starts
    expected = starts
    for number in range(1, rounds + 1):
        known = held.get(number)
        began = known.started if known else None
        ended = known.ended if known else None
        start = began if began is not None else max(expected, now)
        end = ended if ended is not None else max(start + length, now if began is not None else start)
        lines.append(
            Line(
                number=number,
                planned_start=planned,
                planned_end=planned + length,
                expected_start=start,
                expected_end=end,
                began=began,
                ended=ended,
            )
        )
        planned += length + rest
        expected = end + rest
    return lines
