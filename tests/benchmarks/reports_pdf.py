"""75 score sheets and 300 seat cards against a bare canvas that draws the same strings and lines.

Run: python -m tests.benchmarks.reports_pdf

What our papers draw is recorded first: every string with its font and place, every line, rectangle, circle, and the
content of every QR code. The bare canvas then draws just these, with no fitting and no layout; it encodes each code
once and draws its dark runs as rectangles. Goal: at most 2 times its time.
"""

import os
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from unittest import mock

import django
import segno
from django.utils import translation
from reportlab.pdfgen import canvas as reportlab_canvas

from tests.reports import samples
from tournament.reports import page, score_sheets, seat_cards

_RECORDED = (
    "setFont",
    "drawString",
    "setFillColor",
    "setStrokeColor",
    "setLineWidth",
    "setDash",
    "line",
    "rect",
    "roundRect",
    "circle",
    "drawPath",
    "saveState",
    "restoreState",
    "translate",
    "scale",
    "rotate",
    "showPage",
)
REPEATS = 7


@dataclass(frozen=True)
class Figures:
    """Seconds of computing of ours and of the bare canvas, and what it draws, to be measured in other ways."""

    ours: float
    bare: float
    draw_bare: Callable[[], bytes]

    @property
    def ratio(self) -> float:
        return self.ours / self.bare


def record(build: Callable[[], bytes]) -> tuple[tuple[float, float], list[tuple[str, tuple, dict]]]:
    """The calls by which `build` draws; what is drawn once and used many times is recorded at each use."""
    calls: list[tuple[str, tuple, dict]] = []
    forms: dict[str, list[tuple[str, tuple, dict]]] = {}
    size: list[tuple[float, float]] = []
    contents: list[str] = []
    modules = page._modules

    def noted(content, error):
        contents.append(content)
        return modules(content, error)

    class Recorder(reportlab_canvas.Canvas):
        def __init__(self, *arguments, **options):
            self.log = calls
            super().__init__(*arguments, **options)
            calls.clear()
            size.append(options["pagesize"])

        def beginForm(self, name, *arguments, **options):
            self.log = forms[name] = []
            super().beginForm(name, *arguments, **options)

        def endForm(self, **options):
            super().endForm(**options)
            self.log = calls

        def doForm(self, name):
            self.log.extend([("code", contents[-1:], {})] if name.startswith("code") else forms[name])
            super().doForm(name)

    def recorded(name):
        original = getattr(reportlab_canvas.Canvas, name)

        def method(self, *arguments, **options):
            log, self.log = self.log, []  # what a method calls in turn belongs to it
            log.append((name, arguments, options))
            result = original(self, *arguments, **options)
            self.log = log
            return result

        return method

    for name in _RECORDED:
        setattr(Recorder, name, recorded(name))
    with mock.patch.object(page, "Canvas", Recorder), mock.patch.object(page, "_modules", noted):
        build()
    return size[0], calls


def replay(size: tuple[float, float], calls: Sequence[tuple[str, tuple, dict]]) -> bytes:
    """The bare canvas: the same calls and nothing else."""
    out = BytesIO()
    canvas = reportlab_canvas.Canvas(out, pagesize=size, invariant=1)
    codes: dict[str, list[bytearray]] = {}
    for name, arguments, options in calls:
        if name == "code":
            _draw_code(canvas, codes, arguments[0])
        else:
            getattr(canvas, name)(*arguments, **options)
    canvas.save()
    return out.getvalue()


def _draw_code(canvas: reportlab_canvas.Canvas, codes: dict[str, list[bytearray]], content: str) -> None:
    """The dark runs of the code, one rectangle each."""
    if content not in codes:
        codes[content] = list(segno.make(content, error="m", micro=False).matrix)
    matrix = codes[content]
    for index, row in enumerate(matrix):
        column = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                canvas.rect(column, len(matrix) - 1 - index, length, 1, stroke=0, fill=1)
            column += length


def _seconds(function: Callable[[], object]) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def _peak(function: Callable[[], object]) -> int:
    tracemalloc.start()
    function()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def compare(build: Callable[[], bytes], *, repeats: int = REPEATS) -> Figures:
    """Both in turn in one run; medians."""
    size, calls = record(build)

    def bare() -> bytes:
        return replay(size, calls)

    def fresh() -> bytes:
        page._modules.cache_clear()  # both encode on their own account
        return build()

    pairs = [(_seconds(fresh), _seconds(bare)) for _repeat in range(repeats)]
    return Figures(
        ours=statistics.median(ours for ours, _bare in pairs),
        bare=statistics.median(bare for _ours, bare in pairs),
        draw_bare=bare,
    )


def papers(sheets: int = 75, cards: int = 300) -> dict[str, Callable[[], bytes]]:
    """The papers that are compared."""
    persons = samples.people(max(4 * sheets, cards))
    listed = [
        samples.score_sheet(persons[start : start + 4], table_number=start // 4 + 1, code=f"02-{start:04d}")
        for start in range(0, 4 * sheets, 4)
    ]
    filled = [replace(sheet, rows=samples.typed_rows(4, 24, 4)) for sheet in listed]
    hall = samples.cards_of(persons[:cards])
    plain = [replace(card, url="") for card in hall]
    own = [replace(card, url=f"{card.url}p/{index:04d}") for index, card in enumerate(hall)]
    return {
        f"{sheets} score sheets": lambda: score_sheets.build(listed),
        f"{sheets} score sheets, two per page": lambda: score_sheets.build(listed, per_page=2),
        f"{sheets} filled score sheets": lambda: score_sheets.build(filled),
        f"{cards} seat cards without a code": lambda: seat_cards.build(plain),
        f"{cards} seat cards, one address": lambda: seat_cards.build(hall),
        f"{cards} seat cards, an address each": lambda: seat_cards.build(own),
    }


def main() -> None:
    print(f"{'paper':36} {'ours s':>8} {'bare s':>8} {'ratio':>6} {'peak MB':>8} {'bare MB':>8}")
    for name, build in papers().items():
        found = compare(build)
        print(
            f"{name:36} {found.ours:8.3f} {found.bare:8.3f} {found.ratio:6.2f}"
            f" {_peak(build) / 1e6:8.1f} {_peak(found.draw_bare) / 1e6:8.1f}"
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    with translation.override("en"):
        main()
