"""Lists on paper: columns that take the width they need, rows that grow with their text, pages that fill up.

A row's *block* is the text of one cell fitted into its column. Nothing is cut: a name that is too long shrinks, then
wraps, and the row grows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.lettering import (
    BLACK,
    BOLD,
    DESCENT,
    GREY,
    LEADING,
    LIGHT,
    RED,
    TEXT,
    Align,
    Block,
    draw_block,
    fit,
    width_of,
)
from tournament.reports.page import Area
from tournament.reports.wording import MINUS

GUTTER = 7 * mm
_PAD = 1.6 * mm
_HEAD = 0.8  # the letters of a column's heading, as a share of its own
_ROW_AIR = 0.36  # blank above and below a row's letters, as a share of their size


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: one that `grows` gives way and wraps, any other is as wide as its widest cell.

    Where growing columns want more than there is, one of twice the `weight` gets twice as much. `minimum` is the least
    width that a growing column is readable at, in letters' sizes; `shrink` says how small its letters may get before a
    text wraps, `lines` on how many lines at most.
    """

    heading: str
    align: Align = "left"
    grows: bool = False
    bold: bool = False
    grey: bool = False
    weight: int = 1
    minimum: float = 7
    shrink: float = 0.8
    lines: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of cells; `heading` is one text over the whole width that stays with the row below it.

    A `joined` row stays with the row above it; `ruled` draws a strong rule below the row.
    """

    cells: tuple[str, ...] = ()
    heading: str = ""
    bold: bool = False
    joined: bool = False
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class LaidRow:
    row: Row
    blocks: tuple[Block, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows laid out for one width: ready to be dealt to pages and drawn."""

    columns: tuple[Column, ...]
    widths: tuple[float, ...]
    head: LaidRow
    rows: tuple[LaidRow, ...]
    size: float

    @property
    def width(self) -> float:
        return sum(self.widths)


def _font(column: Column, row: Row) -> str:
    return BOLD if column.bold or row.bold else TEXT


def _wishes(columns: Sequence[Column], rows: Sequence[Row], *, size: float) -> list[float]:
    """The width each column would take in one line, its heading broken into words."""
    wishes = []
    for index, column in enumerate(columns):
        cells = [width_of(row.cells[index], font=_font(column, row), size=size) for row in rows if row.cells]
        words = [width_of(word, size=size * _HEAD) for word in column.heading.split()]
        wishes.append(max([0.0, *words, *cells]) + 2 * _PAD)
    return wishes


def _column_widths(columns: Sequence[Column], rows: Sequence[Row], *, width: float, size: float) -> list[float] | None:
    """Fixed columns get all they need, growing ones share the rest by weight, small wishes first; None: too little."""
    widths = _wishes(columns, rows, size=size)
    weights = [column.weight for column in columns]
    growing = sorted(
        (index for index, column in enumerate(columns) if column.grows),
        key=lambda index: widths[index] / weights[index],
    )
    left = width - sum(wide for index, wide in enumerate(widths) if index not in growing)
    least = {index: min(columns[index].minimum * size, widths[index]) for index in growing}
    if left < sum(least.values()):
        return None
    for position, index in enumerate(growing):
        rest = growing[position + 1 :]
        share = max(left * weights[index] / sum(weights[other] for other in growing[position:]), least[index])
        widths[index] = min(widths[index], share, left - sum(least[other] for other in rest))
        left -= widths[index]
    total = sum(widths[index] for index in growing)
    for index in growing:
        widths[index] += left * widths[index] / total
    return widths


def lay_out(columns: Sequence[Column], rows: Sequence[Row], *, width: float, size: float, tallest: float = 400) -> Grid:
    """The rows fitted into `width` with letters of `size`; a row is as high as its highest cell.

    Where the columns find no room, all letters of the list get smaller together. No row is higher than `tallest`.
    """
    asked = size
    widths = _column_widths(columns, rows, width=width, size=size)
    while widths is None:
        size *= 0.96
        widths = _column_widths(columns, rows, width=width, size=size)
        if widths is None and size < asked / 4:
            wishes = _wishes(columns, rows, size=size)
            widths = [wish * width / sum(wishes) for wish in wishes]
    heads = tuple(
        fit(column.heading, font=TEXT, size=size * _HEAD, width=wide - 2 * _PAD, lines=3)
        for column, wide in zip(columns, widths, strict=True)
    )
    head = LaidRow(Row(), heads, max(block.height for block in heads) + 0.5 * size)
    laid = []
    for row in rows:
        if row.heading:
            blocks: tuple[Block, ...] = (fit(row.heading, font=BOLD, size=size * 1.1, width=width - 2 * _PAD),)
            height = blocks[0].height + 1.1 * size
        else:
            blocks = tuple(
                fit(
                    cell,
                    font=_font(column, row),
                    size=size,
                    width=wide - 2 * _PAD,
                    lines=column.lines if column.grows else 1,
                    shrink=column.shrink,
                    height=tallest,
                )
                for cell, column, wide in zip(row.cells, columns, widths, strict=True)
            )
            height = max(size, *(_drop(block, size) + block.height for block in blocks)) + _ROW_AIR * size
        laid.append(LaidRow(row, blocks, height))
    return Grid(tuple(columns), tuple(widths), head, tuple(laid), size)


def _drop(block: Block, size: float) -> float:
    """How far a shrunk block hangs lower, so that the first lines of a row stand on one base line."""
    return (size - block.size) * (LEADING - DESCENT) if block.lines else 0


def _groups(rows: Sequence[LaidRow], *, room: float) -> list[list[LaidRow]]:
    """The rows in groups that must not be torn apart; one higher than the room is torn, its heading never alone."""
    groups: list[list[LaidRow]] = []
    for row in rows:
        if groups and (row.row.joined or groups[-1][-1].row.heading):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [part for group in groups for part in _torn(group, room=room)]


def _torn(group: list[LaidRow], *, room: float) -> list[list[LaidRow]]:
    if sum(row.height for row in group) <= room:
        return [group]
    first = 1 + bool(group[0].row.heading)
    return [group[:first], *([row] for row in group[first:])]


def deal(grid: Grid, *, height: float) -> list[tuple[LaidRow, ...]]:
    """The rows in strips of at most `height`; rows that belong together go to the same strip if one can hold them."""
    strips: list[list[LaidRow]] = [[]]
    used = grid.head.height
    for group in _groups(grid.rows, room=height - grid.head.height):
        needed = sum(row.height for row in group)
        if strips[-1] and used + needed > height:
            strips.append([])
            used = grid.head.height
        strips[-1].extend(group)
        used += needed
    return [tuple(strip) for strip in strips]


def pages_of(strips: Sequence[tuple[LaidRow, ...]], *, abreast: int) -> list[tuple[tuple[LaidRow, ...], ...]]:
    """The strips side by side, `abreast` of them on a page."""
    return [tuple(strips[start : start + abreast]) for start in range(0, len(strips), abreast)]


def draw_strip(canvas: Canvas, grid: Grid, strip: Sequence[LaidRow], *, left: float, top: float) -> float:
    """Draw the heads and the rows of one strip from `top` down; comes back with its lower edge."""
    right = left + grid.width
    y = top - grid.head.height
    if any(block.lines for block in grid.head.blocks):
        canvas.setFillColor(GREY)
        for column, block, x in zip(grid.columns, grid.head.blocks, _anchors(grid, left), strict=True):
            draw_block(canvas, x, y + block.height + 0.2 * grid.size, block, align=column.align)
        canvas.setFillColor(BLACK)
        _rule(canvas, left, right, y, width=0.9)
    for row in strip:
        y = _draw_row(canvas, grid, row, left=left, top=y)
        _rule(canvas, left, right, y, width=0.9 if row.row.ruled else 0.4, faint=not row.row.ruled)
    return y


def _rule(canvas: Canvas, left: float, right: float, y: float, *, width: float, faint: bool = False) -> None:
    canvas.setLineWidth(width)
    canvas.setStrokeColor(LIGHT if faint else BLACK)
    canvas.line(left, y, right, y)
    canvas.setStrokeColor(BLACK)


def _anchors(grid: Grid, left: float) -> list[float]:
    """For each column the place where its text is hung up: left end, right end or middle."""
    anchors = []
    for column, width in zip(grid.columns, grid.widths, strict=True):
        place = {"left": left + _PAD, "right": left + width - _PAD, "center": left + width / 2}
        anchors.append(place[column.align])
        left += width
    return anchors


def _draw_row(canvas: Canvas, grid: Grid, row: LaidRow, *, left: float, top: float) -> float:
    bottom = top - row.height
    if row.row.heading:
        draw_block(canvas, left + _PAD, bottom + row.blocks[0].height + 0.15 * grid.size, row.blocks[0])
        return bottom
    for column, block, x in zip(grid.columns, row.blocks, _anchors(grid, left), strict=True):
        if not block.lines:
            continue
        color = RED if block.lines[0].startswith(MINUS) else GREY if column.grey else BLACK
        canvas.setFillColor(color)
        draw_block(canvas, x, top - _ROW_AIR / 2 * grid.size - _drop(block, grid.size), block, align=column.align)
    canvas.setFillColor(BLACK)
    return bottom


def strip_areas(area: Area, *, abreast: int) -> list[Area]:
    """The page's area cut into `abreast` strips of equal width with a gutter between them."""
    width = (area.width - GUTTER * (abreast - 1)) / abreast
    return [
        Area(
            left=area.left + index * (width + GUTTER),
            bottom=area.bottom,
            right=area.left + index * (width + GUTTER) + width,
            top=area.top,
        )
        for index in range(abreast)
    ]
