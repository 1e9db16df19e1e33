"""Pages cut into cards of one size: where each card stands, and the lines to cut along."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.lettering import BLACK, LIGHT
from tournament.reports.page import Area, Paper, document, printable

_Card = TypeVar("_Card")


def card_areas(page: Area, *, across: int, down: int) -> list[Area]:
    """The areas of the cards, row by row from the top."""
    width, height = page.width / across, page.height / down
    return [
        Area(
            left=page.left + column * width,
            bottom=page.top - (row + 1) * height,
            right=page.left + (column + 1) * width,
            top=page.top - row * height,
        )
        for row in range(down)
        for column in range(across)
    ]


def inset(area: Area, margin: float) -> Area:
    """The area without a rim of `margin`."""
    return Area(left=area.left + margin, bottom=area.bottom + margin, right=area.right - margin, top=area.top - margin)


def build_cards(
    cards: Sequence[_Card],
    *,
    title: str,
    across: int,
    down: int,
    draw: Callable[[Canvas, _Card, Area], None],
    page: Area | None = None,
    copies: int = 1,
) -> bytes:
    """The PDF of the cards on A4, cut lines between them; `page` is what they fill together."""
    whole = page or printable(Paper.A4)
    areas = card_areas(whole, across=across, down=down)
    pages = [cards[start : start + len(areas)] for start in range(0, len(cards), len(areas))]

    def draw_page(canvas: Canvas, shown: Sequence[_Card], _number: int) -> None:
        _draw_cuts(canvas, whole, across=across, down=down)
        for card, area in zip(shown, areas, strict=False):
            draw(canvas, card, area)

    return document(paper=Paper.A4, title=title, pages=pages, draw=draw_page, copies=copies)


def _draw_cuts(canvas: Canvas, page: Area, *, across: int, down: int) -> None:
    canvas.setStrokeColor(LIGHT)
    canvas.setLineWidth(0.4)
    for column in range(across + 1):
        x = page.left + column * page.width / across
        canvas.line(x, page.bottom, x, page.top)
    for row in range(down + 1):
        y = page.bottom + row * page.height / down
        canvas.line(page.left, y, page.right, y)
    canvas.setStrokeColor(BLACK)
