"""A poster for the wall: a QR code as large as the page and what it is good for."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.lettering import BLACK, BOLD, GREY, draw_block, fit
from tournament.reports.page import Paper, document, draw_qr, printable


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """`heading` is large ("Where do I sit?"), `sentences` below, `url` in the code and in letters.

    `network` and `password` are those of the hall's own wireless network, printed if given.
    """

    event: str
    heading: str
    url: str
    sentences: tuple[str, ...] = ()
    network: str = ""
    password: str = ""


def build(posters: Sequence[Poster], *, paper: Paper = Paper.A4, copies: int = 1) -> bytes:
    """The PDF, one page per poster."""
    return document(
        paper=paper,
        title=_("Poster"),
        pages=posters,
        draw=lambda canvas, poster, _number: _draw_poster(canvas, poster, paper=paper),
        copies=copies,
    )


def _draw_poster(canvas: Canvas, poster: Poster, *, paper: Paper) -> None:
    """Everything in the middle of the page, the code in the room that the words leave."""
    area = printable(paper)
    middle = (area.left + area.right) / 2
    unit = min(area.width, area.height) / 182  # a millimetre of A4 upright
    canvas.setFillColor(GREY)
    event = fit(poster.event, size=5.5 * unit, width=area.width, lines=2)
    top = draw_block(canvas, middle, area.top, event, align="center") - 2 * unit
    canvas.setFillColor(BLACK)
    heading = fit(poster.heading, font=BOLD, size=19 * unit, width=area.width, lines=2, height=45 * unit)
    top = draw_block(canvas, middle, top, heading, align="center") - 2 * unit
    blocks = [fit(text, size=6.6 * unit, width=area.width, lines=3) for text in poster.sentences if text]
    blocks.append(fit(poster.url, font=BOLD, size=7.5 * unit, width=area.width, lines=2))
    if poster.network:
        words = _("Wireless network: %(network)s") % {"network": poster.network}
        if poster.password:
            words += " · " + _("Password: %(password)s") % {"password": poster.password}
        blocks.append(fit(words, size=6 * unit, width=area.width, lines=2))
    below = sum(block.height + 2 * unit for block in blocks)
    side = min(area.width, top - area.bottom - below - 2 * mm)
    draw_qr(canvas, middle - side / 2, top - side, poster.url, side=side, error="q")
    y = area.bottom + below
    for block in blocks:
        y = draw_block(canvas, middle, y, block, align="center") - 2 * unit
