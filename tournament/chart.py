"""A small chart of one participant's rounds: bars for the points, a line for the running total. Pure geometry."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

WIDTH = 320
HEIGHT = 140
_LABEL = 16
"""Room for a number above or below a bar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One round; `x`, `y`, `width`, `height` of its bar and `label_y` of the number beside it, in units of the view."""

    round: int
    points: int
    x: int
    y: int
    width: int
    height: int
    label_y: int
    total_y: int
    """Where the running total stands after this round."""

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What is drawn in a view of `WIDTH` by `HEIGHT`; `line` are the points of the running total, "x,y x,y"."""

    bars: tuple[Bar, ...]
    zero: int
    line: str
    width: int = WIDTH
    height: int = HEIGHT


def chart(points: Sequence[tuple[int, int]]) -> Chart | None:
    """The chart of (round, points); None without a round."""
    if not points:
        return None
    totals = list(accumulate(value for _round, value in points))
    top = max(0, *(value for _round, value in points), *totals)
    bottom = min(0, *(value for _round, value in points), *totals)
    span = max(1, top - bottom)
    room = HEIGHT - 2 * _LABEL

    def y(value: int) -> int:
        return _LABEL + (top - value) * room // span

    step = WIDTH // len(points)
    width = min(48, step * 2 // 3)
    bars = tuple(
        Bar(
            round=number,
            points=value,
            x=place * step + (step - width) // 2,
            y=min(y(value), y(0)),
            width=width,
            height=abs(y(value) - y(0)),
            label_y=y(value) - 4 if value >= 0 else y(value) + 12,
            total_y=y(total),
        )
        for place, ((number, value), total) in enumerate(zip(points, totals, strict=True))
    )
    line = " ".join(f"{bar.middle},{bar.total_y}" for bar in bars)
    return Chart(bars=bars, zero=y(0), line=line)
