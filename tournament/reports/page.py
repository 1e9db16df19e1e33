"""The frame of every page: paper, margins, head with event and round, foot with date and page x of y."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import TypeVar

import segno
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.lib.pagesizes import A4, A5, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from tournament.reports import lettering, wording
from tournament.reports.lettering import BLACK, BOLD, GREY, LIGHT, draw_block, draw_text, fit

rl_config.useA85 = 0  # streams as they are: a fifth smaller and quicker than spelled in letters

MARGIN = 14 * mm  # a home printer leaves up to 12 mm blank
FOOT = 7 * mm
QUIET_MODULES = 4  # the blank rim a reader needs around a QR code

_Page = TypeVar("_Page")


class Paper(Enum):
    """A size of paper: width and height in points."""

    A4 = A4
    A4_LANDSCAPE = landscape(A4)
    A5 = A5
    A5_LANDSCAPE = landscape(A5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What head and foot of a page say. `printed_at` is shown as handed in, so hand in local time."""

    event: str
    day: date | None = None
    place: str = ""
    round_number: int | None = None
    rounds: int | None = None
    printed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A rectangle of the page in points from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


def printable(paper: Paper) -> Area:
    """What lies within the margins."""
    width, height = paper.value
    return Area(left=MARGIN, bottom=MARGIN, right=width - MARGIN, top=height - MARGIN)


def scaled(size: float, font_percent: int) -> float:
    """A size of letters as the reader wants it: between half and twice the usual."""
    return size * min(max(font_percent, 50), 200) / 100


def document(
    *, paper: Paper, title: str, pages: Sequence[_Page], draw: Callable[[Canvas, _Page, int], None], copies: int = 1
) -> bytes:
    """The PDF whose pages `draw(canvas, page, number)` has drawn, all of them for each copy; equal input, equal bytes.

    Nothing to draw makes one page that says so, for a file without a page is broken.
    """
    lettering.register_fonts()
    out = BytesIO()
    canvas = Canvas(out, pagesize=paper.value, invariant=1, lang=get_language() or "de")
    canvas.setTitle(title)
    canvas.setCreator("Dokodesk")
    canvas.setAuthor("")
    canvas.setSubject("")
    for _copy in range(max(copies, 1)):
        for number, page in enumerate(pages, start=1):
            draw(canvas, page, number)
            canvas.showPage()
    if not pages:
        width, height = paper.value
        draw_text(canvas, width / 2, height / 2, _("There is nothing to print."), size=14, align="center")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def framed_document(
    *,
    paper: Paper,
    frame: Frame,
    title: str,
    pages: Sequence[_Page],
    draw: Callable[[Canvas, _Page, Area], None],
    copies: int = 1,
    remark: str = "",
    badge: str = "",
) -> bytes:
    """A document with the usual head and foot; `draw` gets the area between them, `body(paper, remark=…)`.

    `remark` stands below the rule of the head, `badge` is a word in a box beside the title ("provisional").
    """
    area = body(paper, remark=remark)

    def draw_page(canvas: Canvas, page: _Page, number: int) -> None:
        draw_head(canvas, paper=paper, frame=frame, title=title, remark=remark, badge=badge)
        draw_foot(canvas, paper=paper, frame=frame, number=number, count=len(pages))
        draw(canvas, page, area)

    return document(paper=paper, title=f"{frame.event} – {title}", pages=pages or (), draw=draw_page, copies=copies)


def body(paper: Paper, *, remark: str = "") -> Area:
    """The area that head and foot leave."""
    area = printable(paper)
    head = 15 * mm + (_remark_block(paper, remark).height + 1 * mm if remark else 0)
    return Area(left=area.left, bottom=area.bottom + FOOT, right=area.right, top=area.top - head - 2 * mm)


def _remark_block(paper: Paper, remark: str) -> lettering.Block:
    return fit(remark, size=10.5, width=printable(paper).width, lines=6, shrink=1)


def draw_head(canvas: Canvas, *, paper: Paper, frame: Frame, title: str, remark: str = "", badge: str = "") -> None:
    """Event and title at the left, the badge and the large number of the round at the right, a rule below."""
    area = printable(paper)
    right = area.right
    if frame.round_number is not None:
        label = _("Round") if frame.rounds is None else _("Round (of %(rounds)s)") % {"rounds": frame.rounds}
        draw_text(canvas, right, area.top - 3 * mm, label, size=9, color=GREY, align="right")
        draw_text(canvas, right, area.top - 11.5 * mm, str(frame.round_number), font=BOLD, size=24, align="right")
        right -= 26 * mm
    if badge:
        right -= _draw_badge(canvas, right, area.top - 11.6 * mm, badge) + 4 * mm
    event = fit(frame.event, size=11, width=right - area.left, lines=1)
    canvas.setFillColor(GREY)
    draw_block(canvas, area.left, area.top, event)
    canvas.setFillColor(BLACK)
    heading = fit(title, font=BOLD, size=19, width=right - area.left, lines=2, height=9 * mm)
    draw_block(canvas, area.left, area.top - 4.6 * mm, heading)
    canvas.setLineWidth(1)
    canvas.line(area.left, area.top - 15 * mm, area.right, area.top - 15 * mm)
    if remark:
        draw_block(canvas, area.left, area.top - 16 * mm, _remark_block(paper, remark))


def _draw_badge(canvas: Canvas, right: float, y: float, badge: str) -> float:
    """Draw the word in a box that ends at `right`; comes back with the width of the box."""
    width = lettering.width_of(badge, font=BOLD, size=12) + 5 * mm
    canvas.setLineWidth(1.2)
    canvas.roundRect(right - width, y - 1.9 * mm, width, 7 * mm, 1.2 * mm)
    draw_text(canvas, right - width / 2, y, badge, font=BOLD, size=12, align="center")
    return width


def draw_foot(canvas: Canvas, *, paper: Paper, frame: Frame, number: int, count: int) -> None:
    """Event, day and place at the left, the time of printing in the middle, page x of y at the right."""
    area = printable(paper)
    canvas.setStrokeColor(LIGHT)
    canvas.setLineWidth(0.5)
    canvas.line(area.left, area.bottom + 4.2 * mm, area.right, area.bottom + 4.2 * mm)
    canvas.setStrokeColor(BLACK)
    third = area.width / 3 - 2 * mm
    y = area.bottom + 0.8 * mm
    printed = ""
    if frame.printed_at is not None:
        printed = _("Printed %(moment)s") % {"moment": wording.moment(frame.printed_at)}
    when = "" if frame.day is None else wording.day(frame.day)
    left = " · ".join(part for part in (when, frame.place or frame.event) if part)
    taken = min(lettering.width_of(printed, size=8.5), third)
    draw_text(canvas, area.left, y, left, size=8.5, color=GREY, width=(area.width - taken) / 2 - 3 * mm)
    draw_text(canvas, (area.left + area.right) / 2, y, printed, size=8.5, color=GREY, align="center", width=third)
    page = _("Page %(number)s of %(count)s") % {"number": number, "count": count}
    draw_text(canvas, area.right, y, page, size=8.5, color=GREY, align="right", width=third)


@lru_cache(maxsize=512)
def _modules(content: str, error: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The QR code's number of modules per side, and its dark runs (column, row from below, length)."""
    code = segno.make(content, error=error, micro=False)
    rows = [bytes(row) for row in code.matrix]
    runs = []
    for index, row in enumerate(rows):
        column = 0
        while column < len(row):
            if row[column]:
                end = row.find(b"\0", column)
                end = len(row) if end < 0 else end
                runs.append((column, len(rows) - 1 - index, end - column))
                column = end
            else:
                column += 1
    return len(rows), tuple(runs)


def draw_qr(canvas: Canvas, x: float, y: float, content: str, *, side: float, error: str = "m") -> None:
    """The QR code of the content with its lower left corner at `x`, `y`, its quiet rim within `side`.

    Each code stands once in the file, however often it is drawn.
    """
    count, runs = _modules(content, error)
    name = "code" + sha256(f"{error}{content}".encode()).hexdigest()[:32]
    if not canvas.hasForm(name):
        canvas.beginForm(name, 0, 0, count, count)
        squares = " ".join(f"{column} {row} {length} 1 re" for column, row, length in runs)
        canvas.drawPath(PDFPathObject([squares]), stroke=0, fill=1)
        canvas.endForm()
    unit = side / (count + 2 * QUIET_MODULES)
    canvas.saveState()
    canvas.translate(x + QUIET_MODULES * unit, y + QUIET_MODULES * unit)
    canvas.scale(unit, unit)
    canvas.doForm(name)
    canvas.restoreState()
