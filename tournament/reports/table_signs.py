"""The number that stands on a table, readable across the hall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.cards import build_cards, card_areas, inset
from tournament.reports.lettering import BLACK, BOLD, GREY, LIGHT, draw_block, draw_text, fit, width_of
from tournament.reports.page import Area, Frame, Paper, document, printable, scaled
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSign:
    """One table; `persons` in the order of the positions if the sign is for one round, else empty."""

    frame: Frame
    table_number: int
    room: str = ""
    persons: tuple[Person, ...] = ()


def build(signs: Sequence[TableSign], *, per_page: int = 1, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the signs: one per page as a tent to fold (`per_page=1`), or two or four flat ones.

    Raises ValueError for another number per page.
    """
    letters = scaled(1, font_percent)
    title = _("Table signs")
    if per_page == 1:
        return document(
            paper=Paper.A4,
            title=title,
            pages=signs,
            draw=lambda canvas, sign, _number: _draw_tent(canvas, sign, letters=letters),
            copies=copies,
        )
    if per_page not in (2, 4):
        raise ValueError("A page carries one, two or four table signs.")

    def draw(canvas: Canvas, sign: TableSign, area: Area) -> None:
        _draw_face(canvas, sign, inset(area, 6 * mm), letters=letters)

    return build_cards(signs, title=title, across=per_page // 2, down=2, draw=draw, copies=copies)


def _draw_tent(canvas: Canvas, sign: TableSign, *, letters: float) -> None:
    """The sign twice, the upper one head down, so that it stands when folded in the middle."""
    upper, lower = card_areas(printable(Paper.A4), across=1, down=2)
    width, height = Paper.A4.value
    canvas.setStrokeColor(LIGHT)
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 4)
    canvas.line(upper.left, upper.bottom, upper.right, upper.bottom)
    canvas.setDash()
    canvas.setStrokeColor(BLACK)
    _draw_face(canvas, sign, inset(lower, 6 * mm), letters=letters)
    canvas.saveState()
    canvas.translate(width, height)
    canvas.rotate(180)
    _draw_face(canvas, sign, inset(lower, 6 * mm), letters=letters)
    canvas.restoreState()


def _draw_face(canvas: Canvas, sign: TableSign, area: Area, *, letters: float) -> None:
    """Event and room small, the number as large as fits, below it the players of the round."""
    small = area.height / 16 * letters
    room = sign.room or (
        "" if sign.frame.round_number is None else _("Round %(round)s") % {"round": sign.frame.round_number}
    )
    reserved = width_of(room, size=small) + 6 * mm if room else 0
    event = fit(sign.frame.event, size=small, width=max(area.width - reserved, area.width / 2), lines=2)
    canvas.setFillColor(GREY)
    draw_block(canvas, area.left, area.top, event)
    draw_text(
        canvas, area.right, area.top - small * 0.91, room, size=small, align="right", width=area.width / 2 - 2 * mm
    )
    canvas.setFillColor(BLACK)
    across = 2 if area.width > area.height else 1  # side by side only where there is room for two names
    down = -(-len(sign.persons) // across)
    cell = area.height * (0.14 if across == 2 else 0.075)
    names_height = down * cell
    top = area.top - event.height - 2 * mm
    digits = str(sign.table_number)
    room_above = top - area.bottom - names_height - 2 * mm
    size = min(room_above / 0.74, area.width / width_of(digits, font=BOLD, size=1))
    base = area.bottom + names_height + (room_above - size * 0.66) / 2
    draw_text(canvas, (area.left + area.right) / 2, base, digits, font=BOLD, size=size, align="center")
    width = area.width / across - 3 * mm
    for index, person in enumerate(sign.persons):
        row, column = divmod(index, across)
        words = f"{index + 1}  {person.spoken}"
        block = fit(words, size=cell * 0.42 * letters, width=width, lines=3, height=cell)
        left = area.left + column * (width + 6 * mm)
        draw_block(canvas, left, area.bottom + names_height - row * cell, block)
