"""Badges to pin on: the name large, club and start number small."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.colors import white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.cards import build_cards, inset
from tournament.reports.lettering import BLACK, BOLD, GREY, TEXT, draw_block, draw_text, fit
from tournament.reports.page import Area, Frame, Paper, scaled
from tournament.reports.people import Person

_WIDTH, _HEIGHT = 85 * mm, 54 * mm  # the usual holder
_BAND = 8 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class NameBadge:
    """One badge; `role` is the word for who is more than a player ("Turnierleitung")."""

    frame: Frame
    person: Person
    role: str = ""


def build(badges: Sequence[NameBadge], *, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the badges, ten of 85 by 54 mm per A4 page."""
    letters = scaled(1, font_percent)
    width, height = Paper.A4.value
    page = Area(
        left=(width - 2 * _WIDTH) / 2,
        bottom=(height - 5 * _HEIGHT) / 2,
        right=(width + 2 * _WIDTH) / 2,
        top=(height + 5 * _HEIGHT) / 2,
    )

    def draw(canvas: Canvas, badge: NameBadge, area: Area) -> None:
        _draw_badge(canvas, badge, area, letters=letters)

    return build_cards(badges, title=_("Name badges"), across=2, down=5, draw=draw, page=page, copies=copies)


def _draw_badge(canvas: Canvas, badge: NameBadge, area: Area, *, letters: float) -> None:
    inner = inset(area, 4.5 * mm)
    middle = (area.left + area.right) / 2
    event = fit(badge.frame.event, size=8.5 * letters, width=inner.width, lines=2, height=7.5 * mm)
    canvas.setFillColor(GREY)
    draw_block(canvas, middle, inner.top, event, align="center")
    canvas.setFillColor(BLACK)
    bottom = area.bottom + (_BAND + 1.5 * mm if badge.role else 4.5 * mm)
    if badge.role:
        canvas.rect(area.left, area.bottom, area.width, _BAND, stroke=0, fill=1)
        draw_text(
            canvas,
            middle,
            area.bottom + 2.2 * mm,
            badge.role,
            font=BOLD,
            size=11 * letters,
            align="center",
            color=white,
            width=inner.width,
        )
    number = "" if badge.person.number is None else _("No. %(number)s") % {"number": badge.person.number}
    small = " · ".join(text for text in (badge.person.club, number) if text)
    club = fit(small, size=10 * letters, width=inner.width, lines=2, height=8.5 * mm)
    canvas.setFillColor(GREY)
    draw_block(canvas, middle, bottom + club.height, club, align="center")
    canvas.setFillColor(BLACK)
    low, high = bottom + club.height + 1 * mm, inner.top - event.height - 1 * mm
    first = fit(
        badge.person.first_name, font=BOLD, size=27 * letters, width=inner.width, lines=2, height=(high - low) * 0.55
    )
    last = fit(
        badge.person.surname, font=TEXT, size=20 * letters, width=inner.width, lines=3, height=high - low - first.height
    )
    top = high - (high - low - first.height - last.height) / 2
    draw_block(canvas, middle, draw_block(canvas, middle, top, first, align="center"), last, align="center")
