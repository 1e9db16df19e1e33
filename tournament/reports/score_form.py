"""The form of a score sheet: its places, its lines, its printed words, and how they are filled in.

A *slot* is a place for one game, a *part* what stands on one page. All lengths are in points, measured from the lower
left corner of the part.
"""

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.lettering import BLACK, BOLD, GREY, SOFT, TEXT, Align, draw_text, fit
from tournament.reports.wording import MINUS, number

HEAD = 43.0  # heights in millimetres of the A4 form
RUBRIC_HEAD = 6.0
SUM = 9.0
DIGITS = 12.5
CHECKS = 6.0
PENALTIES = 13.0
SIGNATURES = 15.0
FOOT = 3.8
HIGHEST_ROW = 8.4
LOWEST_ROW = 5.0  # less cannot be written in by hand

SIGN_PLACES = ("+", MINUS, "", "1", "2", "3")
DIGIT_PLACES = tuple("0123456789")
_GAMES_PER_RULE = 4


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a game: its printed number, its printed dealer, whether it is in the rubric of mandatory solos."""

    label: str
    dealer: str = ""
    rubric: bool = False


@dataclass(frozen=True, kw_only=True)
class ScoreForm:
    """The form of one part for a table of so many positions; `scale` is 1 on A4 and less on half of it.

    Only the first part is `opening`, the others begin with the totals carried over; only the last is `closing` and
    has sums and signatures.
    """

    width: float
    height: float
    scale: float
    letters: float
    positions: int
    slots: tuple[Slot, ...]
    opening: bool = True
    closing: bool = True
    solo_column: bool = False

    def mm(self, length: float) -> float:
        """Millimetres of the A4 form on this one."""
        return length * mm * self.scale

    def pt(self, size: float) -> float:
        """A size of letters of the A4 form on this one."""
        return size * self.scale * self.letters

    @cached_property
    def lefts(self) -> tuple[float, ...]:
        """The left ends of game, dealer, winners, solo and value, then of each player's column, then the right end."""
        edges = [0.0]
        for width in (9.0, 10.0, 5.4 * self.positions, 9.0 if self.solo_column else 0.0, 13.0):
            edges.append(edges[-1] + self.mm(width))
        share = (self.width - edges[-1]) / self.positions
        return (*edges, *(edges[-1] + share * (index + 1) for index in range(self.positions)))

    @property
    def player_width(self) -> float:
        return self.lefts[-1] - self.lefts[-2]

    def player_left(self, index: int) -> float:
        """The left end of the column of the seat with this index."""
        return self.lefts[5 + index]

    @property
    def top_of_rows(self) -> float:
        return self.height - self.mm(HEAD)

    @property
    def _room(self) -> float:
        """What the rows may take between the names and the sums."""
        rubric = RUBRIC_HEAD if any(slot.rubric for slot in self.slots) else 0
        below = SUM + FOOT + (DIGITS + CHECKS + PENALTIES + SIGNATURES if self.closing else 0)
        return self.top_of_rows - self.mm(rubric + below)

    @property
    def capacity(self) -> int:
        """How many rows find room that can still be written in."""
        return max(int(self._room / self.mm(LOWEST_ROW)) - (not self.opening), 1)

    @cached_property
    def row_height(self) -> float:
        return min(self.mm(HIGHEST_ROW), self._room / max(len(self.slots) + (not self.opening), 1))

    @cached_property
    def slot_tops(self) -> tuple[float, ...]:
        """The upper edges of the slots."""
        top = self.top_of_rows - (0 if self.opening else self.row_height)
        tops = []
        in_rubric = False
        for slot in self.slots:
            if slot.rubric and not in_rubric:
                top -= self.mm(RUBRIC_HEAD)
                in_rubric = True
            tops.append(top)
            top -= self.row_height
        return tuple(tops)

    @property
    def rows_bottom(self) -> float:
        return self.slot_tops[-1] - self.row_height if self.slots else self.top_of_rows

    def winner_center(self, index: int) -> float:
        """The middle, across, of the circle of the seat with this index."""
        left, right = self.lefts[2], self.lefts[3]
        return left + (index + 0.5) * (right - left) / self.positions

    @property
    def winner_radius(self) -> float:
        return min(self.mm(2.2), self.row_height * 0.42)

    def digit_center(self, index: int, line: int, place: int) -> tuple[float, float]:
        """The middle of a digit to circle: line 0 is sign and hundreds, 1 the tens, 2 the ones."""
        step = (self.player_width - self.mm(1.6)) / len(DIGIT_PLACES)
        left = self.player_left(index) + self.mm(0.8)
        return left + (place + 0.5) * step, self.rows_bottom - self.mm(SUM + 2.5 + 3.7 * line)

    @property
    def digit_radius(self) -> float:
        return min(self.mm(1.7), (self.player_width - self.mm(1.6)) / len(DIGIT_PLACES) * 0.62)

    @property
    def penalty_box(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the box for penalty points."""
        bottom = self.rows_bottom - self.mm(SUM + DIGITS + CHECKS + PENALTIES)
        return 0, bottom + self.mm(1), self.width - self.mm(46), self.mm(8)

    @property
    def extra_time_box(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the box for extra minutes."""
        _left, bottom, _width, height = self.penalty_box
        return self.width - self.mm(42), bottom, self.mm(42), height


def draw_form(canvas: Canvas, form: ScoreForm) -> None:
    """Everything that is alike on all sheets of this form."""
    _draw_headings(canvas, form)
    _draw_rows(canvas, form)
    _draw_sum(canvas, form)
    if form.closing:
        _draw_digits(canvas, form)
        _draw_checks(canvas, form)
        _draw_boxes(canvas, form)


def _text(
    canvas: Canvas,
    form: ScoreForm,
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    font: str = TEXT,
    align: Align = "left",
    grey: bool = False,
    width: float | None = None,
) -> None:
    """One line with a size of the A4 form."""
    color = GREY if grey else BLACK
    draw_text(canvas, x, y, text, font=font, size=form.pt(size), align=align, color=color, width=width)


def _draw_headings(canvas: Canvas, form: ScoreForm) -> None:
    lefts = form.lefts
    words = [_("Game"), _("Dealer"), _("Plus for"), _("Solo") if form.solo_column else "", _("Value")]
    for index, word in enumerate(words):
        width = lefts[index + 1] - lefts[index]
        middle = (lefts[index] + lefts[index + 1]) / 2
        y = form.top_of_rows + form.mm(1.4)
        _text(canvas, form, middle, y, word, size=8.5, align="center", grey=True, width=width - form.mm(0.8))


def _draw_rows(canvas: Canvas, form: ScoreForm) -> None:
    """Bands, lines and printed words of the slots, the rubric set off from the games above it."""
    normal = [top for top, slot in zip(form.slot_tops, form.slots, strict=True) if not slot.rubric]
    rubric = [top for top, slot in zip(form.slot_tops, form.slots, strict=True) if slot.rubric]
    if not form.opening:
        normal.insert(0, form.top_of_rows)
        y = form.top_of_rows - form.row_height * 0.66
        _text(canvas, form, form.mm(1.5), y, _("carried over"), size=9, grey=True)
    for tops in (normal, rubric):
        if tops:
            _draw_cells(canvas, form, tops, splitting=form.opening or tops is rubric)
    if rubric:
        y = rubric[0] + form.mm(1.8)
        _text(canvas, form, 0, y, _("Mandatory solos"), size=10, font=BOLD)
        hint = _("one per player; the soloist leads; the same dealer deals again, except after an enforced solo")
        x = form.mm(36)
        _text(canvas, form, x, y, hint, size=8, grey=True, width=form.width - x)
    for top, slot in zip(form.slot_tops, form.slots, strict=True):
        _draw_slot(canvas, form, slot, top)


def _draw_cells(canvas: Canvas, form: ScoreForm, tops: list[float], *, splitting: bool) -> None:
    """The grid over the rows with these upper edges; without `splitting` the first row has no cells but the totals."""
    height = form.row_height
    top, bottom = tops[0], tops[-1] - height
    canvas.setFillColor(SOFT)
    for row in tops[1::2]:
        canvas.rect(0, row - height, form.width, height, stroke=0, fill=1)
    canvas.setFillColor(BLACK)
    for index in range(len(tops) + 1):
        canvas.setLineWidth(0.9 if index % _GAMES_PER_RULE == 0 or index == len(tops) else 0.3)
        canvas.line(0, top - index * height, form.width, top - index * height)
    for index, x in enumerate(form.lefts):
        if index == 3 and not form.solo_column:
            continue
        outer = index in (0, 5, len(form.lefts) - 1)
        canvas.setLineWidth(0.9 if outer else 0.3)
        inner_top = top if outer or index > 5 or splitting else top - height
        canvas.line(x, inner_top, x, bottom)


def _draw_slot(canvas: Canvas, form: ScoreForm, slot: Slot, top: float) -> None:
    lefts = form.lefts
    y = top - form.row_height / 2 - form.pt(10) * 0.33
    _text(canvas, form, (lefts[0] + lefts[1]) / 2, y, slot.label, size=10, align="center")
    _text(canvas, form, (lefts[1] + lefts[2]) / 2, y, slot.dealer, size=10, align="center", grey=True)
    middle = top - form.row_height / 2
    canvas.setLineWidth(0.3)
    size = min(form.pt(8), form.winner_radius * 1.35)
    for index in range(form.positions):
        x = form.winner_center(index)
        canvas.circle(x, middle, form.winner_radius)
        draw_text(canvas, x, middle - size * 0.33, str(index + 1), size=size, align="center", color=GREY)


def _draw_sum(canvas: Canvas, form: ScoreForm) -> None:
    """The row of the totals; on a part that is not the last they are carried over."""
    bottom = form.rows_bottom - form.mm(SUM)
    canvas.setLineWidth(1.2)
    canvas.rect(0, bottom, form.width, form.mm(SUM))
    canvas.setLineWidth(0.5)
    for index in range(form.positions):
        canvas.line(form.player_left(index), bottom, form.player_left(index), bottom + form.mm(SUM))
    y = bottom + form.mm(3.1)
    word = _("Total") if form.closing else _("to carry over")
    _text(canvas, form, form.mm(2), y, word, size=12, font=BOLD, width=form.mm(20))
    hint = _("together 0?")
    right = form.player_left(0) - form.mm(2)
    _text(canvas, form, right, y, hint, size=8.5, align="right", grey=True, width=right - form.mm(24))


def _draw_digits(canvas: Canvas, form: ScoreForm) -> None:
    """The digits that the scorekeeper circles, so that bad handwriting cannot be misread."""
    right = form.player_left(0) - form.mm(2)
    hints = (_("circle: sign, hundreds"), _("tens"), _("ones"))
    for line, (places, hint) in enumerate(zip((SIGN_PLACES, DIGIT_PLACES, DIGIT_PLACES), hints, strict=True)):
        y = form.digit_center(0, line, 0)[1] - form.pt(7.5) * 0.33
        _text(canvas, form, right, y, hint, size=8, align="right", grey=True, width=right)
        size = min(form.pt(8), form.digit_radius * 1.75)
        for index in range(form.positions):
            for place, digit in enumerate(places):
                x, middle = form.digit_center(index, line, place)
                draw_text(canvas, x, middle - size * 0.33, digit, size=size, align="center")
    bottom = form.rows_bottom - form.mm(SUM + DIGITS - 0.4)
    top = form.rows_bottom - form.mm(SUM)
    canvas.setLineWidth(0.3)
    for x in form.lefts[5:]:
        canvas.line(x, top, x, bottom)
    canvas.line(form.player_left(0), bottom, form.width, bottom)


def _draw_checks(canvas: Canvas, form: ScoreForm) -> None:
    """What the table looks at before it hands the sheet in, each with a box to tick."""
    checks = [_("Totals add up to 0")]
    if form.positions == 4:
        checks.append(_("All totals even or all odd"))
    if any(slot.rubric for slot in form.slots) or form.solo_column:
        checks.append(_("Every mandatory solo played"))
    checks.append(_("Games not played are struck out"))
    y = form.rows_bottom - form.mm(SUM + DIGITS + CHECKS) + form.mm(1.6)
    step = form.width / len(checks)
    side = form.mm(2.8)
    canvas.setLineWidth(0.6)
    for index, check in enumerate(checks):
        x = index * step
        canvas.rect(x, y - form.mm(0.4), side, side)
        _text(canvas, form, x + side + form.mm(1.2), y, check, size=8.5, width=step - side - form.mm(2.4))


def _draw_boxes(canvas: Canvas, form: ScoreForm) -> None:
    """The referee's boxes and the lines to sign."""
    for (left, bottom, width, height), word in (
        (form.penalty_box, _("Penalty points: who, how many (signed off by the referee)")),
        (form.extra_time_box, _("Extra minutes (referee)")),
    ):
        canvas.setLineWidth(0.5)
        canvas.rect(left, bottom, width, height)
        _text(canvas, form, left, bottom + height + form.mm(1), word, size=8, grey=True, width=width)
    bottom = form.penalty_box[1] - form.mm(1 + SIGNATURES) + form.mm(0.5)
    _text(canvas, form, 0, bottom + form.mm(SIGNATURES - 3.8), _("Signatures"), size=8, grey=True)
    gap = form.mm(4)
    width = (form.width - gap * (form.positions - 1)) / form.positions
    canvas.setLineWidth(0.5)
    for index in range(form.positions):
        x = index * (width + gap)
        canvas.line(x, bottom + form.mm(3.4), x + width, bottom + form.mm(3.4))
        seat = _("Seat %(position)s") % {"position": index + 1}
        _text(canvas, form, x, bottom + form.mm(0.4), seat, size=7.5, grey=True)


@dataclass(frozen=True, slots=True)
class Ink:
    """What is written into a slot: texts as they stand there, the seats with plus, whether the game is struck out."""

    dealer: str
    winners: tuple[int, ...]
    solo: str
    value: str
    label: str
    cells: tuple[str, ...]
    struck: bool


def draw_ink(canvas: Canvas, form: ScoreForm, index: int, ink: Ink) -> None:
    """Fill the slot with this index."""
    top = form.slot_tops[index]
    bottom = top - form.row_height
    lefts = form.lefts
    size = min(form.pt(11), form.row_height * 0.62)
    y = bottom + (form.row_height - size * 0.66) / 2
    for column, text in ((1, ink.dealer), (3, ink.solo)):
        middle = (lefts[column] + lefts[column + 1]) / 2
        draw_text(canvas, middle, y, text, size=size, align="center", width=lefts[column + 1] - lefts[column])
    canvas.setLineWidth(1.5 * form.scale)
    for position in ink.winners:
        canvas.circle(form.winner_center(position - 1), (top + bottom) / 2, form.winner_radius)
    value_width = lefts[5] - lefts[4] - form.mm(1.2)
    middle = (lefts[4] + lefts[5]) / 2
    value_y, value_size = (bottom + form.row_height * 0.44, size * 0.85) if ink.label else (y, size)
    draw_text(canvas, middle, value_y, ink.value, size=value_size, align="center", width=value_width)
    label = fit(ink.label, size=size * 0.55, width=value_width, lines=1)
    for line in label.lines:
        draw_text(canvas, middle, bottom + form.row_height * 0.1, line, size=label.size, align="center", color=GREY)
    for seat, text in enumerate(ink.cells):
        right = form.player_left(seat) + form.player_width - form.mm(2)
        draw_text(canvas, right, y, text, size=size, align="right", width=form.player_width - form.mm(4))
    if ink.struck:
        canvas.setLineWidth(0.9)
        canvas.line(form.mm(1.5), (top + bottom) / 2, form.width - form.mm(1.5), (top + bottom) / 2)


def draw_carried(canvas: Canvas, form: ScoreForm, totals: tuple[int, ...], *, over: bool) -> None:
    """Write the totals into the last row of the part, or (`over`) into the row above its first slot."""
    y = form.top_of_rows - form.row_height * 0.66 if over else form.rows_bottom - form.mm(SUM) + form.mm(3.1)
    font, size = (TEXT, min(form.pt(11), form.row_height * 0.62)) if over else (BOLD, form.pt(13))
    for seat, total in enumerate(totals):
        right = form.player_left(seat) + form.player_width - form.mm(2)
        width = form.player_width - form.mm(4)
        draw_text(canvas, right, y, number(total), font=font, size=size, align="right", width=width)


def draw_circled(canvas: Canvas, form: ScoreForm, totals: tuple[int, ...]) -> None:
    """Circle sign and digits of each total; one beyond ±399 has no digits on the form."""
    canvas.setLineWidth(form.scale)
    for seat, total in enumerate(totals):
        hundreds, rest = divmod(abs(total), 100)
        if hundreds > 3:
            continue
        places = [(0, 1 if total < 0 else 0), (1, rest // 10), (2, rest % 10)]
        if hundreds:
            places.append((0, 2 + hundreds))
        for line, place in places:
            x, y = form.digit_center(seat, line, place)
            canvas.circle(x, y, form.digit_radius)
