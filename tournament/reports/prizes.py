"""The prize list for the wall and the receipts for the cash box."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports import wording
from tournament.reports.cards import build_cards, inset
from tournament.reports.grid import Column, Row
from tournament.reports.lettering import BLACK, BOLD, GREY, draw_block, draw_text, fit
from tournament.reports.lists import build_list, draw_signatures, sentences_tail
from tournament.reports.page import Area, Frame, Paper, body, scaled
from tournament.reports.people import Person

RECEIPTS_PER_PAGE = 4
_SIZE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """One prize: `place` in words ("1st", "best junior"), what it is, its money in cents, who gets it."""

    place: str
    person: Person | None = None
    prize: str = ""
    cents: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """All prizes in the order of handing out; `pot_cents` is what there was to share out."""

    frame: Frame
    lines: tuple[PrizeLine, ...]
    pot_cents: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What one person takes home and signs for; without a name it is filled in by hand."""

    frame: Frame
    person: Person
    place: str
    prize: str = ""
    cents: int | None = None
    number: int | None = None
    town: str = ""
    day: date | None = None


def build(prizes: PrizeList, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF of the prize list with the sum of the money."""
    size = scaled(_SIZE, font_percent)
    columns = [
        Column(heading=_("Prize for"), grows=True, minimum=5),
        Column(heading=_("Name"), grows=True, weight=2, bold=True, minimum=9),
        Column(heading=_("Club"), grows=True, grey=True, minimum=6, shrink=0.7),
        Column(heading=_("Prize"), grows=True, minimum=6),
        Column(heading=_("Money"), align="right"),
    ]
    rows = [
        Row(
            cells=(
                line.place,
                "" if line.person is None else line.person.listed,
                "" if line.person is None else line.person.club,
                line.prize,
                "" if line.cents is None else wording.money(line.cents),
            )
        )
        for line in prizes.lines
    ]
    handed_out = sum(line.cents or 0 for line in prizes.lines)
    sentences = [_("Money handed out: %(sum)s.") % {"sum": wording.money(handed_out)}]
    if prizes.pot_cents is not None:
        sentences.append(_("To share out were: %(sum)s.") % {"sum": wording.money(prizes.pot_cents)})
    return build_list(
        frame=prizes.frame,
        title=_("Prizes"),
        columns=columns,
        sections=[rows],
        paper=paper,
        size=size,
        copies=copies,
        tail=sentences_tail([*sentences, *prizes.notes], width=body(paper).width, size=size * 0.9),
    )


def build_receipts(receipts: Sequence[Receipt], *, copies: int = 1) -> bytes:
    """The PDF of the receipts, four per A4 page, each with a line to sign."""
    return build_cards(
        receipts, title=_("Receipts"), across=1, down=RECEIPTS_PER_PAGE, draw=_draw_receipt, copies=copies
    )


def _draw_blanks(canvas: Canvas, inner: Area, *, top: float) -> None:
    """Lines for the name and the sum."""
    right = inner.right - 45 * mm
    canvas.setLineWidth(0.6)
    for left, end, word in ((inner.left, right, _("Name")), (right + 5 * mm, inner.right, _("Euros"))):
        canvas.line(left, top - 5.5 * mm, end, top - 5.5 * mm)
        draw_text(canvas, left, top - 9 * mm, word, size=8.5, color=GREY)


def _draw_receipt(canvas: Canvas, receipt: Receipt, area: Area) -> None:
    inner = inset(area, 5 * mm)
    title = _("Receipt") if receipt.number is None else _("Receipt no. %(number)s") % {"number": receipt.number}
    draw_text(canvas, inner.left, inner.top - 5 * mm, title, font=BOLD, size=15, width=60 * mm)
    canvas.setFillColor(GREY)
    event = fit(receipt.frame.event, size=10, width=inner.width - 66 * mm, lines=2, height=10 * mm)
    draw_block(canvas, inner.right, inner.top, event, align="right")
    canvas.setFillColor(BLACK)
    top = inner.top - 12 * mm
    name = fit(receipt.person.spoken, font=BOLD, size=14, width=inner.width - 45 * mm, lines=2, height=10 * mm)
    below = draw_block(canvas, inner.left, top, name)
    if not name.lines:
        _draw_blanks(canvas, inner, top=top)
        below = top - 9 * mm
    if receipt.cents is not None:
        money = wording.money(receipt.cents)
        draw_text(canvas, inner.right, top - 5 * mm, money, font=BOLD, size=17, align="right", width=42 * mm)
    received = _("has received: %(what)s") % {
        "what": " – ".join(text for text in (receipt.place, receipt.prize) if text)
    }
    space = below - inner.bottom - 19 * mm
    draw_block(canvas, inner.left, below - 1 * mm, fit(received, size=11, width=inner.width, lines=3, height=space))
    when = "" if receipt.day is None else wording.day(receipt.day)
    place = ", ".join(text for text in (receipt.town, when) if text)
    draw_signatures(
        canvas, (_("Place and day"), _("Signature")), left=inner.left, right=inner.right, bottom=inner.bottom
    )
    draw_text(canvas, inner.left, inner.bottom + 6.2 * mm, place, size=10, width=inner.width / 2 - 6 * mm)
