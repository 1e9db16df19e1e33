"""Certificates for winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from io import BytesIO

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournament.reports import wording
from tournament.reports.cards import inset
from tournament.reports.lettering import BOLD, BOLD_ITALIC, TEXT, Block, draw_block, draw_text, fit
from tournament.reports.lists import draw_signatures
from tournament.reports.page import Area, Paper, document, printable


class Design(StrEnum):
    """The two designs: a classic one with a double frame, a plain one."""

    CLASSIC = "classic"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One person's honour, with a rank or without; `signatures` are (name, office) below a line each."""

    event: str
    name: str
    rank: int | None = None
    club: str = ""
    points: int | None = None
    category: str = ""
    place: str = ""
    day: date | None = None
    signatures: tuple[tuple[str, str], ...] = ()


def build(
    certificates: Sequence[Certificate],
    *,
    design: Design = Design.CLASSIC,
    logo: bytes | None = None,
    landscape: bool = False,
    copies: int = 1,
) -> bytes:
    """The PDF, one A4 page each; `logo` is a PNG or JPEG file.

    Raises ValueError if `logo` is no picture that can be read; the desk words it.
    """
    paper = Paper.A4_LANDSCAPE if landscape else Paper.A4
    picture = None if logo is None else _picture(logo)
    draw_design = {Design.CLASSIC: _draw_classic, Design.PLAIN: _draw_plain}[design]
    return document(
        paper=paper,
        title=_("Certificates"),
        pages=certificates,
        draw=lambda canvas, certificate, _number: draw_design(canvas, certificate, printable(paper), picture),
        copies=copies,
    )


def _picture(logo: bytes) -> ImageReader:
    """The logo, read to its last byte so that a broken file is found here."""
    try:
        picture = ImageReader(BytesIO(logo))
        picture.getRGBData()
    except (OSError, ValueError, SyntaxError) as error:
        raise ValueError("The logo is no picture that can be read.") from error
    return picture


def _draw_logo(canvas: Canvas, picture: ImageReader, x: float, top: float, *, height: float, width: float) -> None:
    """The logo within `width` and `height`, its upper edge at `top`, its middle at `x`."""
    pixels_across, pixels_down = picture.getSize()
    scale = min(width / pixels_across, height / pixels_down)
    across, down = pixels_across * scale, pixels_down * scale
    canvas.drawImage(picture, x - across / 2, top - down, across, down, mask="auto")


def _achievement(certificate: Certificate) -> str:
    """What it was for, below the rank: category, points."""
    parts = [certificate.category]
    if certificate.points is not None:
        parts.append(
            ngettext("%(points)s point", "%(points)s points", abs(certificate.points))
            % {"points": wording.number(certificate.points)}
        )
    return " · ".join(part for part in parts if part)


def _place_words(certificate: Certificate) -> str:
    return "" if certificate.rank is None else _("Place %(rank)s") % {"rank": certificate.rank}


def _where_and_when(certificate: Certificate) -> str:
    when = "" if certificate.day is None else wording.day(certificate.day)
    return ", ".join(part for part in (certificate.place, when) if part)


def _blocks(certificate: Certificate, *, width: float, unit: float) -> list[tuple[Block, float]]:
    """The words of the certificate from top to bottom, each with the gap above it."""
    lines = [
        (certificate.event, BOLD, 8.5, 0.0),
        (_place_words(certificate), BOLD, 17.0, 8.0),
        (certificate.name, BOLD, 15.0, 5.0),
        (certificate.club, TEXT, 6.8, 2.0),
        (_achievement(certificate), TEXT, 7.4, 6.0),
    ]
    return [
        (fit(text, font=font, size=size * unit, width=width, lines=4), gap * unit)
        for text, font, size, gap in lines
        if text
    ]


def _draw_signed(canvas: Canvas, certificate: Certificate, area: Area, *, unit: float) -> None:
    """Place and day, and a line for each who signs."""
    words = [" – ".join(part for part in signature if part) for signature in certificate.signatures]
    draw_text(canvas, area.left, area.bottom + 24 * mm, _where_and_when(certificate), size=4.6 * unit, width=area.width)
    draw_signatures(canvas, words, left=area.left, right=area.right, bottom=area.bottom, size=11)


def _draw_classic(canvas: Canvas, certificate: Certificate, area: Area, picture: ImageReader | None) -> None:
    """A double frame, everything in the middle, the four suits above the title."""
    unit = min(area.width, area.height) / 182
    for rim, width in ((0.0, 2.2), (2.2 * mm, 0.6)):
        canvas.setLineWidth(width)
        frame = inset(area, rim)
        canvas.rect(frame.left, frame.bottom, frame.width, frame.height)
    inner = inset(area, 14 * mm * min(unit / 2.8, 1))
    middle = (inner.left + inner.right) / 2
    top = inner.top
    across = area.width > area.height
    title_width = inner.width * (0.6 if across else 1)
    title = fit(_("Certificate"), font=BOLD_ITALIC, size=24 * unit, width=title_width, lines=1)
    if across:
        _draw_beside_title(canvas, picture, inner, title=title, unit=unit)
    else:
        if picture is not None:
            _draw_logo(canvas, picture, middle, top, height=30 * unit, width=inner.width * 0.7)
            top -= 34 * unit
        draw_text(canvas, middle, top - 8 * unit, "♣  ♠  ♥  ♦", size=9 * unit, align="center")
        top -= 13 * unit
    top = draw_block(canvas, middle, top, title, align="center")
    bottom = inner.bottom + 34 * mm
    _draw_words(
        canvas, certificate, Area(left=inner.left, right=inner.right, bottom=bottom, top=top), unit, centred=True
    )
    _draw_signed(canvas, certificate, inner, unit=unit)


def _draw_beside_title(canvas: Canvas, picture: ImageReader | None, area: Area, *, title: Block, unit: float) -> None:
    """On paper laid across the suits stand at both sides of the title, or the logo instead of the black ones."""
    middle = (area.left + area.right) / 2
    side = (area.width - title.width) / 4
    y = area.top - title.height * 0.65
    if picture is not None:
        width, height = side * 1.6, 30 * unit
        _draw_logo(canvas, picture, area.left + side, area.top, height=height, width=width)
    else:
        draw_text(canvas, area.left + side, y, "♣  ♠", size=9 * unit, align="center")
    suits = "♥  ♦" if picture is None else "♣  ♠  ♥  ♦"
    draw_text(canvas, middle + title.width / 2 + side, y, suits, size=9 * unit, align="center")


def _draw_plain(canvas: Canvas, certificate: Certificate, area: Area, picture: ImageReader | None) -> None:
    """No frame: a broad bar at the left, the words from its edge on."""
    unit = min(area.width, area.height) / 182
    canvas.rect(area.left, area.bottom, 5 * unit, area.height, stroke=0, fill=1)
    inner = Area(left=area.left + 16 * unit, right=area.right, bottom=area.bottom, top=area.top)
    top = inner.top
    title = fit(_("Certificate"), font=BOLD, size=20 * unit, width=inner.width * 0.62, lines=1)
    draw_block(canvas, inner.left, top, title)
    if picture is not None:
        width = inner.width * 0.34
        _draw_logo(canvas, picture, inner.right - width / 2, top, height=30 * unit, width=width)
    top -= 32 * unit
    canvas.setLineWidth(0.8)
    canvas.line(inner.left, top, inner.right, top)
    bottom = inner.bottom + 34 * mm
    _draw_words(
        canvas, certificate, Area(left=inner.left, right=inner.right, bottom=bottom, top=top), unit, centred=False
    )
    _draw_signed(canvas, certificate, inner, unit=unit)


def _draw_words(canvas: Canvas, certificate: Certificate, area: Area, unit: float, *, centred: bool) -> None:
    """The words in the middle of the area's height; smaller where they do not fit."""
    blocks = _blocks(certificate, width=area.width, unit=unit)
    height = sum(block.height + gap for block, gap in blocks)
    while height > area.height:
        unit *= 0.95
        blocks = _blocks(certificate, width=area.width, unit=unit)
        height = sum(block.height + gap for block, gap in blocks)
    top = area.top - (area.height - height) / 2
    x = (area.left + area.right) / 2 if centred else area.left
    for block, gap in blocks:
        top = draw_block(canvas, x, top - gap, block, align="center" if centred else "left")
