"""A report that is one list: rows dealt to strips and pages, something to sign or explain below the last row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports import grid
from tournament.reports.grid import Column, Grid, LaidRow, Row
from tournament.reports.lettering import BLACK, GREY, draw_block, draw_text, fit
from tournament.reports.page import Area, Frame, Paper, body, framed_document

_GAP = 4 * mm
_MOST_ABREAST = 3
_ROWS_WITH_TAIL = 3
_TALLEST = 0.7  # no row takes more of a page, so that its heading always finds room above it
_SMALLEST = 0.9  # strips abreast may cost a tenth of the letters' size, not more


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """What stands below the last row: `draw(canvas, area)` fills an area of this height."""

    height: float
    draw: Callable[[Canvas, Area], None]


_Strips = tuple[tuple[LaidRow, ...], ...]


@dataclass(frozen=True, slots=True)
class _Page:
    strips: _Strips
    tail: bool = False


def build_list(
    *,
    frame: Frame,
    title: str,
    columns: Sequence[Column],
    sections: Sequence[Sequence[Row]],
    paper: Paper,
    size: float,
    copies: int = 1,
    abreast: int | None = 1,
    remark: str = "",
    badge: str = "",
    tail: Tail | None = None,
) -> bytes:
    """The PDF of the list. Each section begins a new page. `abreast` None takes as many strips as save pages."""
    area = body(paper, remark=remark)
    choices = [abreast] if abreast else range(1, _MOST_ABREAST + 1)
    plans = [_plan(columns, sections, area=area, abreast=choice, size=size, tail=tail) for choice in choices]
    readable = [plan for plan in plans[1:] if plan[0].size >= _SMALLEST * size]
    laid, pages, strips = min([plans[0], *readable], key=lambda plan: len(plan[1]))  # of equal ones the fewest strips

    def draw(canvas: Canvas, page: _Page, area: Area) -> None:
        lowest = area.top
        for strip, place in zip(page.strips, grid.strip_areas(area, abreast=strips), strict=False):
            lowest = min(lowest, grid.draw_strip(canvas, laid, strip, left=place.left, top=area.top))
        if page.tail and tail:
            top = lowest - (_GAP if page.strips else 0)
            tail.draw(canvas, Area(left=area.left, right=area.right, bottom=top - tail.height, top=top))

    return framed_document(
        paper=paper, frame=frame, title=title, pages=pages, draw=draw, copies=copies, remark=remark, badge=badge
    )


def _plan(
    columns: Sequence[Column],
    sections: Sequence[Sequence[Row]],
    *,
    area: Area,
    abreast: int,
    size: float,
    tail: Tail | None,
) -> tuple[Grid, list[_Page], int]:
    """The list laid out with so many strips on a page."""
    width = grid.strip_areas(area, abreast=abreast)[0].width
    rows = [row for section in sections for row in section]
    laid = grid.lay_out(columns, rows, width=width, size=size, tallest=area.height * _TALLEST)
    pages: list[_Page] = []
    start = 0
    for section in sections:
        part = Grid(laid.columns, laid.widths, laid.head, laid.rows[start : start + len(section)], size)
        start += len(section)
        strips = grid.deal(part, height=area.height)
        pages.extend(_Page(strips) for strips in grid.pages_of(strips, abreast=abreast))
    if tail:
        used = max(sum((row.height for row in strip), laid.head.height) for strip in pages[-1].strips) if pages else 0
        if pages and used + _GAP + tail.height <= area.height:
            pages[-1] = _Page(pages[-1].strips, tail=True)
        else:
            kept, moved = _parted(pages.pop().strips) if pages else ((), ())
            pages.extend([_Page(kept)] if kept else [])
            pages.append(_Page(moved, tail=True))
    return laid, pages, abreast


def _parted(strips: _Strips) -> tuple[_Strips, _Strips]:
    """A full last page as what stays there and the few rows that go with the tail, so that it does not stand alone."""
    *full, last = strips
    for index in range(len(last) - _ROWS_WITH_TAIL, len(last) // 2, -1):
        if not last[index].row.joined and not last[index - 1].row.heading:
            return (*full, last[:index]), (last[index:],)
    return strips, ()


def sentences_tail(
    sentences: Sequence[str], *, width: float, size: float, signatures: Sequence[str] = ()
) -> Tail | None:
    """Sentences one below the other, then a line to sign for each of `signatures`; None if there is nothing."""
    if not any(sentences) and not signatures:
        return None
    blocks = [fit(sentence, size=size, width=width, lines=12, shrink=1) for sentence in sentences if sentence]
    height = sum(block.height + size * 0.2 for block in blocks) + (SIGNATURE_HEIGHT if signatures else 0)

    def draw(canvas: Canvas, area: Area) -> None:
        top = area.top
        canvas.setFillColor(GREY)
        for block in blocks:
            top = draw_block(canvas, area.left, top, block) - size * 0.2
        canvas.setFillColor(BLACK)
        draw_signatures(canvas, signatures, left=area.left, right=area.right, bottom=area.bottom)

    return Tail(height=height, draw=draw)


SIGNATURE_HEIGHT = 18 * mm


def draw_signatures(
    canvas: Canvas, signatures: Sequence[str], *, left: float, right: float, bottom: float, size: float = 8.5
) -> None:
    """Lines to sign side by side, each with its word below, on the lowest 18 mm above `bottom`."""
    if not signatures:
        return
    gap = 8 * mm
    width = (right - left - gap * (len(signatures) - 1)) / len(signatures)
    for index, word in enumerate(signatures):
        x = left + index * (width + gap)
        canvas.setLineWidth(0.6)
        canvas.line(x, bottom + 5 * mm, x + width, bottom + 5 * mm)
        draw_text(canvas, x, bottom + 5 * mm - 1.15 * size, word, size=size, color=GREY, width=width)
