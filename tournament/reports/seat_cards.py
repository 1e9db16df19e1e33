"""The card in a player's hand: where to sit, with the way to the public page as a QR code."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.cards import build_cards, inset
from tournament.reports.lettering import BLACK, BOLD, GREY, draw_block, draw_text, fit, width_of
from tournament.reports.page import Area, Frame, draw_qr, scaled
from tournament.reports.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAt:
    """One place in one round."""

    table_number: int
    position: int
    round_number: int | None = None
    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCard:
    """A card for one person and one or several rounds, or a lot from the hat (`person` None).

    `url` is the address the QR code holds, "" for none.
    """

    frame: Frame
    seats: tuple[SeatAt, ...]
    person: Person | None = None
    url: str = ""


def build(cards: Sequence[SeatCard], *, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the cards, eight per A4 page with lines to cut along."""
    letters = scaled(1, font_percent)

    def draw(canvas: Canvas, card: SeatCard, area: Area) -> None:
        _draw_card(canvas, card, inset(area, 5 * mm), letters=letters)

    return build_cards(cards, title=_("Seat cards"), across=2, down=4, draw=draw, copies=copies)


def _draw_card(canvas: Canvas, card: SeatCard, area: Area, *, letters: float) -> None:
    single = card.seats[0] if len(card.seats) == 1 else None
    right = area.right
    if single and single.round_number is not None:
        words = _("Round %(round)s") % {"round": single.round_number}
        draw_text(canvas, right, area.top - 3.2 * mm, words, font=BOLD, size=11 * letters, align="right")
        right -= 24 * mm
    canvas.setFillColor(GREY)
    event = fit(card.frame.event, size=8.5 * letters, width=right - area.left, lines=2, height=8 * mm)
    draw_block(canvas, area.left, area.top, event)
    canvas.setFillColor(BLACK)
    if card.person is not None:
        name = fit(card.person.spoken, font=BOLD, size=18 * letters, width=area.width, lines=3, height=14 * mm)
        below = draw_block(canvas, area.left, area.top - 8.5 * mm, name)
        number = "" if card.person.number is None else _("No. %(number)s") % {"number": card.person.number}
        words = " · ".join(text for text in (number, card.person.club) if text)
        small = fit(words, size=9 * letters, width=area.width, lines=2, height=below - area.bottom - 27 * mm)
        canvas.setFillColor(GREY)
        draw_block(canvas, area.left, below, small)
        canvas.setFillColor(BLACK)
    right = area.right
    if card.url:
        side = 27 * mm
        right -= side - 2 * mm
        draw_qr(canvas, right, area.bottom - 2 * mm, card.url, side=side)
    height = area.height - 9 * mm if card.person is None else 26 * mm
    zone = Area(left=area.left, bottom=area.bottom, right=right - 2 * mm, top=area.bottom + height)
    if single:
        _draw_place(canvas, single, zone, letters=letters)
    else:
        _draw_places(canvas, card.seats, zone, letters=letters)


def _draw_place(canvas: Canvas, seat: SeatAt, zone: Area, *, letters: float) -> None:
    """Table and seat as large as the card allows, both alike and well apart: 10 and 2 must not read as 102."""
    base = zone.bottom + (6 * mm if seat.room else 1.5 * mm)
    numbers = ((_("Table"), str(seat.table_number)), (_("Seat"), str(seat.position)))
    widths = [width_of(number, font=BOLD, size=1) for _word, number in numbers]
    gap = 9 * mm
    size = min(90 * letters, (zone.top - base - 5 * mm) / 0.68, (zone.width - gap) / sum(widths))
    second = max(zone.left + zone.width / 2, zone.left + widths[0] * size + gap)
    for x, right, (word, number) in zip((zone.left, second), (second - 2 * mm, zone.right), numbers, strict=True):
        draw_text(canvas, x, base + size * 0.7 + 1 * mm, word, size=10 * letters, color=GREY, width=right - x)
        draw_text(canvas, x, base, number, font=BOLD, size=size)
    if seat.room:
        draw_text(canvas, zone.left, zone.bottom, seat.room, size=10 * letters, width=zone.width)


def _draw_places(canvas: Canvas, seats: Sequence[SeatAt], zone: Area, *, letters: float) -> None:
    """A line for each round, in two columns where they would become too small in one."""
    across = 1 if len(seats) <= 4 else 2
    down = -(-len(seats) // across)
    step = min(zone.height / max(down, 1), 6.5 * mm)
    size = min(11 * letters, step * 0.8)
    width = zone.width / across - 2 * mm
    texts = [_seat_words(seat) for seat in seats]
    size = min([size, *(width / width_of(text, font=BOLD, size=1) for text in texts)])
    for index, text in enumerate(texts):
        column, row = divmod(index, down)
        x = zone.left + column * zone.width / across
        draw_text(canvas, x, zone.top - (row + 0.75) * step, text, font=BOLD, size=size)


def _seat_words(seat: SeatAt) -> str:
    words = _("%(round)s: table %(table)s, seat %(seat)s") % {
        "round": "–" if seat.round_number is None else seat.round_number,
        "table": seat.table_number,
        "seat": seat.position,
    }
    return f"{words} · {seat.room}" if seat.room else words
