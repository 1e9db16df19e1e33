"""Who met whom at a table, and in which rounds."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.grid import Column, Row
from tournament.reports.lettering import BLACK, BOLD, GREY, LIGHT, SOFT, TEXT, draw_block, draw_text, fit
from tournament.reports.lists import build_list
from tournament.reports.page import Area, Frame, Paper, body, framed_document, scaled
from tournament.reports.people import Person

_SIZE = 10
_ROUNDS_ABREAST = 8  # with more rounds their columns wrap
_CELL = 4.4 * mm
_LARGEST_CELL = 9 * mm
_NAMES = 46 * mm
_HEADS = 6 * mm


class Layout(StrEnum):
    """A square of start numbers, or a line per person; AUTO takes the square while it fits on one page."""

    AUTO = "auto"
    SQUARE = "square"
    LIST = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two start numbers and the rounds in which they sat at one table."""

    first: int
    second: int
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """The field and its meetings; pairs that never met are left out."""

    frame: Frame
    persons: tuple[Person, ...]
    meetings: tuple[Meeting, ...]


def build(
    cross_table: CrossTable,
    *,
    layout: Layout = Layout.AUTO,
    paper: Paper = Paper.A4,
    font_percent: int = 100,
    copies: int = 1,
) -> bytes:
    """The PDF of the meetings; pairs that met more than once stand out."""
    side = scaled(_CELL, font_percent)
    if layout is Layout.AUTO:
        fits = len(cross_table.persons) <= min(_room(paper, side))
        layout = Layout.SQUARE if fits else Layout.LIST
    if layout is Layout.SQUARE:
        return _build_square(cross_table, paper=paper, side=side, copies=copies)
    return _build_list(cross_table, paper=paper, size=scaled(_SIZE, font_percent), copies=copies)


def _room(paper: Paper, side: float) -> tuple[int, int]:
    """How many columns and rows of a square find room on a page."""
    area = body(paper)
    return int((area.width - _NAMES) / side), int((area.height - _HEADS) / side)


def _met(cross_table: CrossTable) -> dict[int, dict[int, tuple[int, ...]]]:
    """For each start number the others it met, with the rounds."""
    met: dict[int, dict[int, tuple[int, ...]]] = {}
    for meeting in cross_table.meetings:
        met.setdefault(meeting.first, {})[meeting.second] = meeting.rounds
        met.setdefault(meeting.second, {})[meeting.first] = meeting.rounds
    return met


def _build_square(cross_table: CrossTable, *, paper: Paper, side: float, copies: int) -> bytes:
    """The field against itself, cut into as many pages as it takes."""
    persons = cross_table.persons
    while side < _LARGEST_CELL and len(persons) <= min(_room(paper, side * 1.05)):
        side *= 1.05
    across, down = _room(paper, side)
    pages = [
        (persons[top : top + down], persons[left : left + across])
        for top in range(0, len(persons), down)
        for left in range(0, len(persons), across)
    ]
    met = _met(cross_table)

    def draw(canvas: Canvas, page: tuple[tuple[Person, ...], tuple[Person, ...]], area: Area) -> None:
        _draw_square(canvas, page, met, area, side=side)

    return framed_document(
        paper=paper, frame=cross_table.frame, title=_("Who met whom"), pages=pages, draw=draw, copies=copies
    )


def _draw_square(
    canvas: Canvas,
    page: tuple[tuple[Person, ...], tuple[Person, ...]],
    met: dict[int, dict[int, tuple[int, ...]]],
    area: Area,
    *,
    side: float,
) -> None:
    """Names and numbers at the left, numbers above, in each field the rounds; two meetings are bold on grey."""
    rows, columns = page
    left, top = area.left + _NAMES, area.top - _HEADS
    size = min(side * 0.52, _SIZE)
    for index, person in enumerate(columns):
        x = left + (index + 0.5) * side
        draw_text(canvas, x, top + 1.2 * mm, person.digits, size=size, align="center", width=side * 0.9)
    for row, person in enumerate(rows):
        y = top - (row + 1) * side
        base = y + (side - size * 0.66) / 2
        draw_text(canvas, area.left + 7 * mm, base, person.digits, size=size, align="right", color=GREY)
        name = fit(person.listed, size=size, width=_NAMES - 10 * mm, lines=2, height=side)
        draw_block(canvas, area.left + 8.5 * mm, y + (side + name.height) / 2, name)
        for column, other in enumerate(columns):
            x = left + column * side
            rounds = met.get(person.number or 0, {}).get(other.number or 0, ())
            fill = BLACK if other.number == person.number else SOFT if len(rounds) > 1 else None
            if fill is not None:
                canvas.setFillColor(fill)
                canvas.rect(x, y, side, side, stroke=0, fill=1)
                canvas.setFillColor(BLACK)
            if rounds:
                font = BOLD if len(rounds) > 1 else TEXT
                words = ",".join(str(number) for number in rounds)
                draw_text(
                    canvas, x + side / 2, base, words, font=font, size=size, align="center", width=side - 0.6 * mm
                )
    canvas.setLineWidth(0.3)
    canvas.setStrokeColor(LIGHT)
    width, height = len(columns) * side, len(rows) * side
    for column in range(len(columns) + 1):
        canvas.line(left + column * side, top, left + column * side, top - height)
    for row in range(len(rows) + 1):
        canvas.line(area.left, top - row * side, left + width, top - row * side)
    canvas.setStrokeColor(BLACK)


def _build_list(cross_table: CrossTable, *, paper: Paper, size: float, copies: int) -> bytes:
    """A line per person: whom it met in each round, and whom it met again."""
    met = _met(cross_table)
    rounds = sorted({number for meeting in cross_table.meetings for number in meeting.rounds})
    columns = [
        Column(heading=_("No."), align="right", grey=True),
        Column(heading=_("Name"), grows=True, minimum=8),
        *(
            Column(heading=_("R%(round)s") % {"round": number}, grows=len(rounds) > _ROUNDS_ABREAST, minimum=4)
            for number in rounds
        ),
        Column(heading=_("met again"), grows=True, bold=True, minimum=4),
    ]
    rows = []
    for person in cross_table.persons:
        others = met.get(person.number or 0, {})
        by_round = (
            ", ".join(str(other) for other, numbers in sorted(others.items()) if number in numbers) for number in rounds
        )
        again = ", ".join(str(other) for other, numbers in sorted(others.items()) if len(numbers) > 1)
        rows.append(Row(cells=(person.digits, person.listed, *by_round, again)))
    return build_list(
        frame=cross_table.frame,
        title=_("Who met whom"),
        columns=columns,
        sections=[rows],
        paper=paper,
        size=size,
        copies=copies,
        remark=_("The start numbers of the others at the table, round by round."),
    )
