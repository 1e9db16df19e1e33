"""The cash report: who paid what, what else went in and out, what must lie in the box."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports import grid, wording
from tournament.reports.grid import Column, Row
from tournament.reports.lettering import BOLD, draw_block, draw_text, fit
from tournament.reports.lists import SIGNATURE_HEIGHT, draw_signatures
from tournament.reports.page import Area, Frame, Paper, body, framed_document, scaled
from tournament.reports.people import Person

_SIZE = 11
_NOTES = (100_00, 50_00, 20_00, 10_00, 5_00)
_COINS = (2_00, 1_00, 50, 20, 10, 5)
_COUNT_HEIGHT = 62 * mm

_Page = Callable[[Canvas, Area], None]


class FeeState(StrEnum):
    """Paid, still owed, or let off."""

    PAID = "paid"
    OPEN = "open"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeLine:
    """One person's fee; `kind` is the word for it ("full", "reduced"); loss money and gift in cents."""

    person: Person
    state: FeeState
    due_cents: int
    kind: str = ""
    loss_cents: int = 0
    donation_cents: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CashItem:
    """Any other money: positive went in, negative went out."""

    text: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CashReport:
    """The money of the event; `counted_cents` is what was counted at the end, by `counted_by`."""

    frame: Frame
    fees: tuple[FeeLine, ...]
    items: tuple[CashItem, ...] = ()
    counted_cents: int | None = None
    counted_by: str = ""
    notes: tuple[str, ...] = ()


def build(report: CashReport, *, paper: Paper = Paper.A4, font_percent: int = 100, copies: int = 1) -> bytes:
    """The PDF: the sums first, with a table to count by and lines to sign, then every person's fee."""
    size = scaled(_SIZE, font_percent)
    area = body(paper)
    pages = [*_summary_pages(report, area, size=size), *_fee_pages(report, area, size=size)]
    return framed_document(
        paper=paper,
        frame=report.frame,
        title=_("Cash report"),
        pages=pages,
        draw=lambda canvas, page, place: page(canvas, place),
        copies=copies,
    )


def expected_cents(report: CashReport) -> int:
    """What must lie in the box: fees paid, loss money and gifts, and everything else that went in or out."""
    return _fees(report, FeeState.PAID) + _extras(report) + sum(item.cents for item in report.items)


def _fees(report: CashReport, state: FeeState) -> int:
    return sum(line.due_cents for line in report.fees if line.state is state)


def _extras(report: CashReport) -> int:
    return sum(line.loss_cents + line.donation_cents for line in report.fees)


def _sum_rows(report: CashReport) -> list[Row]:
    """What went in and out, and what that makes."""
    rows = []
    for state, words in (
        (FeeState.PAID, _("Fees paid (%(count)s persons)")),
        (FeeState.OPEN, _("Fees still open (%(count)s persons), not counted")),
        (FeeState.WAIVED, _("Fees waived (%(count)s persons), not counted")),
    ):
        count = sum(line.state is state and line.due_cents > 0 for line in report.fees)
        if count or state is FeeState.PAID:
            rows.append(Row(cells=(words % {"count": count}, wording.money(_fees(report, state)))))
    for words, cents in (
        (_("Loss money"), sum(line.loss_cents for line in report.fees)),
        (_("Donations"), sum(line.donation_cents for line in report.fees)),
    ):
        if cents:
            rows.append(Row(cells=(words, wording.money(cents))))
    rows.extend(Row(cells=(item.text, wording.money(item.cents))) for item in report.items)
    rows[-1] = replace(rows[-1], ruled=True)
    expected = expected_cents(report)
    rows.append(Row(cells=(_("Must be in the box"), wording.money(expected)), bold=True))
    if report.counted_cents is not None:
        by = _("Counted by %(name)s") % {"name": report.counted_by} if report.counted_by else _("Counted")
        rows.append(Row(cells=(by, wording.money(report.counted_cents))))
        difference = report.counted_cents - expected
        words = _("Difference: too much") if difference > 0 else _("Difference: too little")
        words = words if difference else _("Difference")
        rows.append(Row(cells=(words, wording.money(difference)), bold=True))
    return rows


def _summary_pages(report: CashReport, area: Area, *, size: float) -> list[_Page]:
    """The sums, on the last of their pages notes, the table to count by and the lines to sign."""
    columns = (Column(heading="", grows=True), Column(heading=_("Euros"), align="right"))
    laid = grid.lay_out(columns, _sum_rows(report), width=area.width, size=size)
    notes = [fit(note, size=size * 0.9, width=area.width, lines=6) for note in report.notes]
    closing = sum(note.height for note in notes) + _COUNT_HEIGHT + SIGNATURE_HEIGHT + 8 * mm
    strips = grid.deal(laid, height=area.height)
    used = laid.head.height + sum(row.height for row in strips[-1])

    def draw_closing(canvas: Canvas, place: Area) -> None:
        top = place.top - 4 * mm
        for note in notes:
            top = draw_block(canvas, place.left, top, note)
        _draw_count_table(canvas, Area(left=place.left, right=place.right, bottom=top - _COUNT_HEIGHT, top=top))
        words = (_("Cash keeper"), _("Second person"))
        draw_signatures(
            canvas, words, left=place.left, right=place.right, bottom=top - _COUNT_HEIGHT - SIGNATURE_HEIGHT - 2 * mm
        )

    def draw_strip(canvas: Canvas, place: Area, *, strip: tuple[grid.LaidRow, ...], closes: bool) -> None:
        below = grid.draw_strip(canvas, laid, strip, left=place.left, top=place.top)
        if closes:
            draw_closing(canvas, Area(left=place.left, right=place.right, bottom=place.bottom, top=below))

    together = used + closing <= area.height
    pages: list[_Page] = [partial(draw_strip, strip=strip, closes=together and strip is strips[-1]) for strip in strips]
    return pages if together else [*pages, draw_closing]


def _draw_count_table(canvas: Canvas, area: Area) -> None:
    """Notes and coins with room for their number and what they make."""
    draw_text(canvas, area.left, area.top - 6 * mm, _("Count"), font=BOLD, size=11)
    half = (area.width - 8 * mm) / 2
    row = (_COUNT_HEIGHT - 9 * mm) / (len(_NOTES) + 2)
    canvas.setLineWidth(0.4)
    for column, values in enumerate((_NOTES, _COINS)):
        left = area.left + column * (half + 8 * mm)
        for index in range(len(_NOTES) + 2):
            y = area.top - 9 * mm - (index + 1) * row
            canvas.line(left, y, left + half, y)
            if index < len(values):
                value = wording.money(values[index])
                draw_text(canvas, left + half * 0.3, y + 1.4 * mm, value, size=9.5, align="right")
                draw_text(canvas, left + half * 0.34, y + 1.4 * mm, "×", size=9.5)
                draw_text(canvas, left + half * 0.62, y + 1.4 * mm, "=", size=9.5)


def _fee_pages(report: CashReport, area: Area, *, size: float) -> list[_Page]:
    """Every person, in as many strips as their columns allow."""
    if not report.fees:
        return []
    columns, rows = _fee_rows(report)
    laid = grid.lay_out(columns, rows, width=area.width, size=size)

    def draw(canvas: Canvas, place: Area, *, strip: tuple[grid.LaidRow, ...]) -> None:
        grid.draw_strip(canvas, laid, strip, left=place.left, top=place.top)

    return [partial(draw, strip=strip) for strip in grid.deal(laid, height=area.height)]


def _fee_rows(report: CashReport) -> tuple[list[Column], list[Row]]:
    """The columns that are needed and one row per person."""
    states = {FeeState.PAID: _("paid"), FeeState.OPEN: _("open"), FeeState.WAIVED: _("waived")}
    loss = any(line.loss_cents for line in report.fees)
    donation = any(line.donation_cents for line in report.fees)
    columns = [
        Column(heading=_("No."), align="right", grey=True),
        Column(heading=_("Name"), grows=True, minimum=9),
        Column(heading=_("Fee"), grows=True, minimum=4),
        Column(heading=_("Euros"), align="right"),
        Column(heading=_("State"), bold=True),
        *([Column(heading=_("Loss money"), align="right")] if loss else []),
        *([Column(heading=_("Donation"), align="right")] if donation else []),
    ]
    rows = [
        Row(
            cells=(
                line.person.digits,
                line.person.listed,
                line.kind,
                wording.money(line.due_cents),
                states[line.state],
                *([wording.money(line.loss_cents) if line.loss_cents else ""] if loss else []),
                *([wording.money(line.donation_cents) if line.donation_cents else ""] if donation else []),
            )
        )
        for line in report.fees
    ]
    return columns, rows
