"""The handbook on paper: every stage of the day begins a page of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournament.handbook import Block, Kind, Page
from tournament.handbook_shots import file_of
from tournament.reports import lettering
from tournament.reports.lettering import BOLD, TEXT, draw_block, draw_text, fit
from tournament.reports.page import Frame, Paper, body, document, draw_foot, draw_head

_SIZE, _HEADING, _CAPTION = 12.5, 15, 10  # read standing, beside the laptop
_INDENT = 5 * mm
_GAP = {Kind.HEADING: 4 * mm, Kind.PARAGRAPH: 1.8 * mm, Kind.POINT: 1.2 * mm, Kind.PICTURE: 4 * mm}
_WIDTHS = ((150 * mm, 50 * mm), (125 * mm, 42 * mm), (100 * mm, 36 * mm), (84 * mm, 30 * mm))
"""Widths of a laptop's and of a phone's picture, the largest first: smaller ones where that saves a page."""
_LETTERS = (1, 0.92)
"""Sizes of the letters, the usual first: smaller ones only where that saves a page."""
_CAPTION_GAP = 1.5 * mm
_MOST_LINES = 60  # no paragraph is longer than a page


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """A block with its upper edge on its page, in points; of a picture the letters are its caption."""

    top: float
    size: tuple[float, float]
    block: Block
    letters: lettering.Block


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """One page of paper: the title of its stage and what stands on it."""

    title: str
    placed: tuple[_Placed, ...]


def build(pages: Sequence[Page], *, language: str) -> bytes:
    """The PDF of the handbook in A4; `language` sets the quotation marks. Equal pages give equal bytes."""
    sheets = [sheet for page in pages for sheet in _laid_out(page, language=language)]
    frame = Frame(event=_("Dokodesk: handbook"))

    def draw(canvas: Canvas, sheet: _Sheet, number: int) -> None:
        draw_head(canvas, paper=Paper.A4, frame=frame, title=sheet.title)
        draw_foot(canvas, paper=Paper.A4, frame=frame, number=number, count=len(sheets))
        left = body(Paper.A4).left
        for placed in sheet.placed:
            if placed.block.kind is Kind.PICTURE:
                _draw_picture(canvas, placed, language=language)
                continue
            indent = _INDENT if placed.block.kind is Kind.POINT else 0
            if indent:
                size = placed.letters.size
                draw_text(canvas, left + 1 * mm, placed.top - size * 0.9, "•", size=size)
            draw_block(canvas, left + indent, placed.top, placed.letters)

    return document(paper=Paper.A4, title=_("Dokodesk: handbook"), pages=sheets, draw=draw)


def _picture_size(block: Block, widths: tuple[float, float]) -> tuple[float, float]:
    """Width and height of a picture on paper, nothing for what is none."""
    if block.kind is not Kind.PICTURE:
        return 0, 0
    across, down = block.size
    width = widths[1] if block.on_phone else widths[0]
    return width, width * down / across


def _draw_picture(canvas: Canvas, placed: _Placed, *, language: str) -> None:
    """The picture in a thin frame, its caption below."""
    width, height = placed.size
    left, bottom = body(Paper.A4).left, placed.top - height
    canvas.drawImage(ImageReader(str(file_of(placed.block.picture, language=language))), left, bottom, width, height)
    canvas.setLineWidth(0.4)
    canvas.rect(left, bottom, width, height)
    draw_block(canvas, left, bottom - _CAPTION_GAP, placed.letters)


def _height(block: Block, letters: lettering.Block, widths: tuple[float, float]) -> float:
    """What a block takes of its page."""
    picture = _picture_size(block, widths)[1]
    return letters.height + (picture + _CAPTION_GAP if picture else 0)


def _letters(block: Block, *, language: str, scale: float) -> lettering.Block:
    heading = block.kind is Kind.HEADING
    width = body(Paper.A4).width - (_INDENT if block.kind is Kind.POINT else 0)
    size, font = (_HEADING, BOLD) if heading else (_CAPTION if block.kind is Kind.PICTURE else _SIZE, TEXT)
    return fit(block.plain(language), font=font, size=size * scale, width=width, lines=_MOST_LINES, shrink=1)


def _laid_out(page: Page, *, language: str) -> list[_Sheet]:
    """The page on as few sheets as it can take, its letters and pictures as large as they can be there."""
    tried = [_placed(page, language=language, widths=widths, scale=scale) for scale in _LETTERS for widths in _WIDTHS]
    return min(tried, key=len)


def _placed(page: Page, *, language: str, widths: tuple[float, float], scale: float) -> list[_Sheet]:
    """The page with pictures of these widths and letters of this scale; a heading stays with the block below it."""
    area = body(Paper.A4)
    letters = [_letters(block, language=language, scale=scale) for block in page.blocks]
    sheets: list[list[_Placed]] = [[]]
    top = area.top
    for place, block in enumerate(page.blocks):
        height = needed = _height(block, letters[place], widths)
        if block.kind is Kind.HEADING and place + 1 < len(letters):
            following = page.blocks[place + 1]
            needed += _GAP[following.kind] + _height(following, letters[place + 1], widths)
        gap = _GAP[block.kind] if sheets[-1] else 0
        if sheets[-1] and top - gap - needed < area.bottom:
            sheets.append([])
            top, gap = area.top, 0
        size = _picture_size(block, widths)
        sheets[-1].append(_Placed(top=top - gap, size=size, block=block, letters=letters[place]))
        top -= gap + height
    return [_Sheet(title=page.title, placed=tuple(placed)) for placed in sheets]
