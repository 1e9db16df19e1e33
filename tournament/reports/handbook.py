"""The handbook on paper: every stage of the day begins a page of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.handbook import Block, Kind, Page
from tournament.reports import lettering
from tournament.reports.lettering import BOLD, TEXT, draw_block, draw_text, fit
from tournament.reports.page import Frame, Paper, body, document, draw_foot, draw_head

_SIZE, _HEADING = 12.5, 15  # read standing, beside the laptop
_INDENT = 5 * mm
_GAP = {Kind.HEADING: 4 * mm, Kind.PARAGRAPH: 1.8 * mm, Kind.POINT: 1.2 * mm}
_MOST_LINES = 60  # no paragraph is longer than a page


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """A block with its upper edge on its page, in points."""

    top: float
    kind: Kind
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
            indent = _INDENT if placed.kind is Kind.POINT else 0
            if indent:
                draw_text(canvas, left + 1 * mm, placed.top - _SIZE * 0.9, "•", size=_SIZE)
            draw_block(canvas, left + indent, placed.top, placed.letters)

    return document(paper=Paper.A4, title=_("Dokodesk: handbook"), pages=sheets, draw=draw)


def _letters(block: Block, *, language: str) -> lettering.Block:
    heading = block.kind is Kind.HEADING
    width = body(Paper.A4).width - (_INDENT if block.kind is Kind.POINT else 0)
    size, font = (_HEADING, BOLD) if heading else (_SIZE, TEXT)
    return fit(block.plain(language), font=font, size=size, width=width, lines=_MOST_LINES, shrink=1)


def _laid_out(page: Page, *, language: str) -> list[_Sheet]:
    """The page on as many sheets as it takes; a heading stays with the block below it."""
    area = body(Paper.A4)
    letters = [_letters(block, language=language) for block in page.blocks]
    sheets: list[list[_Placed]] = [[]]
    top = area.top
    for place, block in enumerate(page.blocks):
        needed = letters[place].height
        if block.kind is Kind.HEADING and place + 1 < len(letters):
            needed += _GAP[page.blocks[place + 1].kind] + letters[place + 1].height
        gap = _GAP[block.kind] if sheets[-1] else 0
        if sheets[-1] and top - gap - needed < area.bottom:
            sheets.append([])
            top, gap = area.top, 0
        sheets[-1].append(_Placed(top=top - gap, kind=block.kind, letters=letters[place]))
        top -= gap + letters[place].height
    return [_Sheet(title=page.title, placed=tuple(placed)) for placed in sheets]
