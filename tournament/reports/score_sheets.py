"""The score sheet of one table: empty for the table, as typed for the record, or blank for the drawer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.colors import white
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.reports import wording
from tournament.reports.lettering import BLACK, BOLD, GREY, draw_block, draw_text, fit, width_of
from tournament.reports.page import Area, Frame, Paper, document, draw_qr, printable, scaled
from tournament.reports.people import Person
from tournament.reports.score_form import Ink, ScoreForm, Slot, draw_carried, draw_circled, draw_form, draw_ink

_EDGE = 12 * mm  # of the two halves of a page: what a home printer needs
_FOLD = 7 * mm
_LINE = 2  # the outer lines of the form are half outside its area


class Form(StrEnum):
    """The two forms of paper (Spielliste mit eigener Rubrik, Spielliste in Spielfolge)."""

    RUBRIC = "rubric"
    PLAYED = "played"


class Cells(StrEnum):
    """What the players' columns of a filled sheet hold: the running total or the points of the game."""

    RUNNING = "running"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """One position of the table; `person` is None on a blank sheet."""

    position: int
    person: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One game as it was typed.

    `points` has one entry per seat in the order of the seats, None for who sat out. `label` is a short word for the
    kind ("♣", "Hochzeit", "Strafe"). A struck row has neither value nor points.
    """

    number: int
    points: tuple[int | None, ...] = ()
    value: int | None = None
    winners: tuple[int, ...] = ()
    dealer: int | None = None
    mandatory: bool = False
    struck: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """Everything that stands on the sheet of one table in one round.

    `games` counts all rows (24), `mandatory_solos` those of them that are mandatory solos (4); in the rubric form the
    rows are `games - mandatory_solos` normal ones and the rubric. `code` is printed in digits and, unless `qr` says
    otherwise, held by the QR code. `totals` prints the sums of a sheet of which only these were typed.
    """

    frame: Frame
    table_number: int | None
    seats: tuple[SeatLine, ...]
    games: int
    mandatory_solos: int
    minutes: int | None = None
    form: Form = Form.RUBRIC
    room: str = ""
    code: str = ""
    qr: str = ""
    cells: Cells = Cells.RUNNING
    rows: tuple[Row, ...] = ()
    totals: tuple[int, ...] = ()
    penalties: tuple[str, ...] = ()
    extra_minutes: int | None = None
    extra_reasons: tuple[str, ...] = ()
    note: str = ""


def blank(
    *,
    games: int,
    mandatory_solos: int,
    form: Form,
    seats: int = 4,
    minutes: int | None = None,
    frame: Frame | None = None,
) -> ScoreSheet:
    """A sheet without names for the drawer: round, table and names are written by hand."""
    return ScoreSheet(
        frame=frame or Frame(event=""),
        table_number=None,
        seats=tuple(SeatLine(position=position) for position in range(1, seats + 1)),
        games=games,
        mandatory_solos=mandatory_solos,
        minutes=minutes,
        form=form,
    )


def build(sheets: Sequence[ScoreSheet], *, per_page: int = 1, copies: int = 1, font_percent: int = 100) -> bytes:
    """The PDF of the sheets in their order: one per A4 page, or two per page (`per_page=2`).

    A sheet with more games than a page carries goes on with the totals carried over.
    """
    paper, areas = _places(per_page)
    letters = scaled(1, font_percent)
    laid = [(sheet, _forms(sheet, areas[0], letters=letters)) for sheet in sheets]
    printed = [
        _Part(sheet, form, number, index, len(forms), start)
        for number, (sheet, forms) in enumerate(laid, start=1)
        for index, (form, start) in enumerate(forms)
    ]
    pages = [printed[start : start + per_page] for start in range(0, len(printed), per_page)]
    names: dict[ScoreForm, str] = {}

    def draw(canvas: Canvas, page: list[_Part], _number: int) -> None:
        for part, area in zip(page, areas, strict=False):
            canvas.saveState()
            canvas.translate(area.left, area.bottom)
            canvas.doForm(_form_name(canvas, part.form, names))
            _draw_part(canvas, part, count=len(sheets))
            canvas.restoreState()
        if per_page == 2:
            middle = paper.value[0] / 2
            canvas.setLineWidth(0.3)
            canvas.setDash(2, 4)
            canvas.line(middle, areas[0].bottom, middle, areas[0].top)
            canvas.setDash()

    return document(paper=paper, title=_("Score sheets"), pages=pages, draw=draw, copies=copies)


@dataclass(frozen=True, slots=True)
class _Part:
    """What one page holds of a sheet: the form, the sheet's number among all, which part of it, from which slot on."""

    sheet: ScoreSheet
    form: ScoreForm
    number: int
    index: int
    parts: int
    start: int


def _places(per_page: int) -> tuple[Paper, list[Area]]:
    """The paper and where the sheets stand on it; two stand side by side on A4 laid across."""
    if per_page == 1:
        return Paper.A4, [printable(Paper.A4)]
    if per_page != 2:
        raise ValueError("A page carries one score sheet or two.")
    width, height = Paper.A4_LANDSCAPE.value
    return Paper.A4_LANDSCAPE, [
        Area(left=_EDGE, bottom=_EDGE, right=width / 2 - _FOLD, top=height - _EDGE),
        Area(left=width / 2 + _FOLD, bottom=_EDGE, right=width - _EDGE, top=height - _EDGE),
    ]


def _form_name(canvas: Canvas, form: ScoreForm, names: dict[ScoreForm, str]) -> str:
    """The name under which the PDF keeps the empty form; drawn once, used by every sheet of its kind."""
    if form not in names:
        names[form] = f"form{len(names) + 1}"
        canvas.beginForm(names[form], -_LINE, -_LINE, form.width + _LINE, form.height)
        draw_form(canvas, form)
        canvas.endForm()
    return names[form]


def _slots(sheet: ScoreSheet) -> tuple[Slot, ...]:
    """The places for the games; a filled sheet has as many as it has rows, if these are more."""
    dealers = [str(line.position) for line in sheet.seats]
    rubric = sheet.form is Form.RUBRIC
    solos = sheet.mandatory_solos if rubric else 0
    typed = [row for row in sheet.rows if not (rubric and row.mandatory)]
    known = rubric or not sheet.mandatory_solos  # the deal repeats after a mandatory solo, wherever that is played
    normal = [
        Slot(
            label=str(typed[index].number) if index < len(typed) else str(index + 1),
            dealer=dealers[index % len(dealers)] if known and not sheet.rows else "",
        )
        for index in range(max(sheet.games - solos, len(typed)))
    ]
    in_rubric = max(solos, len(sheet.rows) - len(typed))
    return (*normal, *[Slot(label=_("S"), rubric=True)] * in_rubric)


def _forms(sheet: ScoreSheet, area: Area, *, letters: float) -> list[tuple[ScoreForm, int]]:
    """The parts of the sheet, each with its first slot."""
    slots = _slots(sheet)
    whole = ScoreForm(
        width=area.width,
        height=area.height,
        scale=area.height / printable(Paper.A4).height,
        letters=letters,
        positions=len(sheet.seats),
        slots=slots,
        solo_column=sheet.form is Form.PLAYED and sheet.mandatory_solos > 0,
    )
    if len(slots) <= whole.capacity:
        return [(whole, 0)]
    last = replace(whole, opening=False).capacity
    first = replace(whole, closing=False).capacity
    between = replace(whole, opening=False, closing=False).capacity
    count = 2 + max(0, -((first + last - len(slots)) // between))
    share = -(-len(slots) // count)
    starts = [min(index * share, len(slots)) for index in range(count)]
    ends = [*starts[1:], len(slots)]
    return [
        (
            replace(whole, slots=slots[start:end], opening=index == 0, closing=index == count - 1),
            start,
        )
        for index, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]


def _draw_part(canvas: Canvas, part: _Part, *, count: int) -> None:
    _draw_head(canvas, part)
    for index, line in enumerate(part.sheet.seats):
        _draw_name(canvas, part, index, line)
    _fill(canvas, part)
    _draw_foot(canvas, part, count=count)


def _draw_head(canvas: Canvas, part: _Part) -> None:
    """Event and particulars at the left, round and table large, the code at the right."""
    sheet, form = part.sheet, part.form
    top = form.height
    right = form.width
    if sheet.code or sheet.qr:
        side = form.mm(19)
        right -= side
        draw_qr(canvas, right, top - side + form.mm(1), sheet.qr or sheet.code, side=side)
        draw_text(
            canvas, right + side / 2, top - side - form.mm(1), sheet.code, size=form.pt(8), align="center", width=side
        )
        right -= form.mm(2)
    for word, number in ((_("Table"), sheet.table_number), (_("Round"), sheet.frame.round_number)):
        right -= form.mm(17)
        draw_text(canvas, right, top - form.mm(3), word, size=form.pt(9), color=GREY, width=form.mm(16))
        if number is None:
            canvas.setLineWidth(0.6)
            canvas.line(right, top - form.mm(12), right + form.mm(12), top - form.mm(12))
        else:
            draw_text(canvas, right, top - form.mm(12), str(number), font=BOLD, size=form.pt(25), width=form.mm(15))
    width = right - form.mm(3)
    event = fit(sheet.frame.event, font=BOLD, size=form.pt(15), width=width, lines=2, height=form.mm(11))
    below = draw_block(canvas, 0, top, event)
    canvas.setFillColor(GREY)
    draw_block(
        canvas,
        0,
        below - form.mm(0.6),
        fit(_particulars(sheet), size=form.pt(9), width=width, lines=3, height=below - top + form.mm(18)),
    )
    canvas.setFillColor(BLACK)


def _particulars(sheet: ScoreSheet) -> str:
    """What this table plays, in one line: games, mandatory solos, minutes, room, note."""
    parts = [_("Score sheet"), ngettext("%(count)s game", "%(count)s games", sheet.games) % {"count": sheet.games}]
    if sheet.mandatory_solos:
        solos = sheet.mandatory_solos
        parts.append(
            ngettext("%(count)s of them a mandatory solo", "%(count)s of them mandatory solos", solos)
            % {"count": solos}
        )
    if sheet.minutes is not None:
        parts.append(ngettext("%(count)s minute", "%(count)s minutes", sheet.minutes) % {"count": sheet.minutes})
    if len(sheet.seats) > 4:
        parts.append(_("the dealer sits out"))
    return " · ".join([*parts, *(text for text in (sheet.room, sheet.note) if text)])


def _draw_name(canvas: Canvas, part: _Part, index: int, line: SeatLine) -> None:
    """One player's head: surname, first name, then the seat in a black field, the start number and the duty."""
    form = part.form
    left = form.player_left(index) + form.mm(1.2)
    width = form.player_width - form.mm(2.4)
    base = form.top_of_rows + form.mm(1.4)
    chip = form.mm(4.6)
    canvas.rect(left, base + form.mm(3.2), chip, chip, stroke=0, fill=1)
    draw_text(
        canvas,
        left + chip / 2,
        base + form.mm(4.3),
        str(line.position),
        font=BOLD,
        size=form.pt(10),
        align="center",
        color=white,
        width=chip,
    )
    if line.person is not None and line.person.number is not None:
        number = _("No. %(number)s") % {"number": line.person.number}
        x = left + chip + form.mm(1.2)
        draw_text(canvas, x, base + form.mm(4.3), number, size=form.pt(9), color=GREY, width=width - (x - left))
    draw_text(canvas, left, base, _duty(part.sheet, index), font=BOLD, size=form.pt(8.5), width=width)
    bottom = base + form.mm(8.6)
    room = form.height - form.mm(20.5) - bottom
    if line.person is None:
        canvas.setLineWidth(0.4)
        canvas.line(left, bottom + form.mm(1), left + width, bottom + form.mm(1))
        return
    first_name = fit(line.person.first_name, size=form.pt(11), width=width, lines=2, height=room * 0.42)
    rest = room - first_name.height
    surname = fit(line.person.surname, font=BOLD, size=form.pt(12), width=width, lines=4, height=rest)
    below = draw_block(canvas, left, bottom + first_name.height + surname.height, surname)
    draw_block(canvas, left, below, first_name)


def _duty(sheet: ScoreSheet, index: int) -> str:
    """The dealer of game 1 sits at the first position, the scorekeeper at the last (TSR 3.3.1, 8.4.1, 10.1.4)."""
    if index == 0:
        return _("deals first")
    return _("keeps score") if index == len(sheet.seats) - 1 else ""


def _draw_foot(canvas: Canvas, part: _Part, *, count: int) -> None:
    """Day and place at the left; which of the sheets this is, and which of its pages, at the right."""
    form, frame = part.form, part.sheet.frame
    half = form.width / 2 - form.mm(2)
    left = " · ".join(text for text in ("" if frame.day is None else wording.day(frame.day), frame.place) if text)
    draw_text(canvas, 0, form.mm(0.8), left, size=form.pt(7.5), color=GREY, width=half)
    if part.sheet.table_number is None:
        return
    words = _("Sheet %(number)s of %(count)s") % {"number": part.number, "count": count}
    if part.parts > 1:
        words += ", " + _("page %(number)s of %(count)s") % {"number": part.index + 1, "count": part.parts}
    draw_text(canvas, form.width, form.mm(0.8), words, size=form.pt(7.5), color=GREY, align="right", width=half)


def _in_slots(sheet: ScoreSheet) -> tuple[Row | None, ...]:
    """The rows in the order of the slots: in the rubric form the mandatory solos come last."""
    if sheet.form is Form.PLAYED:
        return sheet.rows
    normal = [row for row in sheet.rows if not row.mandatory]
    rubric = [row for row in sheet.rows if row.mandatory]
    empty = max(sheet.games - sheet.mandatory_solos - len(normal), 0) if rubric else 0
    return (*normal, *[None] * empty, *rubric)


def _after_each(sheet: ScoreSheet, rows: Sequence[Row | None]) -> list[tuple[int, ...]]:
    """The running totals after each slot, in the order of the paper."""
    totals = (0,) * len(sheet.seats)
    after = []
    for row in rows:
        if row is not None and row.points:
            totals = tuple(total + (points or 0) for total, points in zip(totals, row.points, strict=True))
        after.append(totals)
    return after


def _fill(canvas: Canvas, part: _Part) -> None:
    """Write what is known: rows, totals, penalties, extra minutes."""
    sheet, form = part.sheet, part.form
    rows = _in_slots(sheet)
    after = _after_each(sheet, rows)
    end = part.start + len(form.slots)
    for index, row in enumerate(rows[part.start : end]):
        if row is not None:
            draw_ink(canvas, form, index, _ink(sheet, row, after[part.start + index]))
    if rows and not form.opening:
        draw_carried(canvas, form, after[min(part.start, len(rows)) - 1], over=True)
    totals = sheet.totals or (after[min(end, len(rows)) - 1] if rows else ())
    if totals and (rows or form.closing):
        draw_carried(canvas, form, totals if form.closing else after[min(end, len(rows)) - 1], over=False)
    if not form.closing:
        return
    draw_circled(canvas, form, totals)
    _write_in(canvas, form, form.penalty_box, "; ".join(sheet.penalties))
    if sheet.extra_minutes is not None:
        _fill_extra_time(canvas, form, minutes=str(sheet.extra_minutes), reasons="; ".join(sheet.extra_reasons))


def _fill_extra_time(canvas: Canvas, form: ScoreForm, *, minutes: str, reasons: str) -> None:
    """The extra minutes and why they were given (TSR 8.5.1): the number stays large however long the reasons are."""
    left, bottom, width, height = form.extra_time_box
    number = form.mm(3) + width_of(minutes, size=form.pt(9.5))
    _write_in(canvas, form, (left, bottom, number, height), minutes)
    _write_in(canvas, form, (left + number, bottom, width - number, height), reasons)


def _write_in(canvas: Canvas, form: ScoreForm, box: tuple[float, float, float, float], text: str) -> None:
    """The text at half the height of a box (left, bottom, width, height)."""
    left, bottom, width, height = box
    inner = height - form.mm(1)
    block = fit(text, size=form.pt(9.5), width=width - form.mm(3), lines=4, height=inner)
    draw_block(canvas, left + form.mm(1.5), bottom + form.mm(0.5) + (inner + block.height) / 2, block)


def _ink(sheet: ScoreSheet, row: Row, totals: tuple[int, ...]) -> Ink:
    """The row as its texts on the paper; who sat out has a dash."""
    cells: tuple[str, ...] = ()
    if row.points:
        shown = row.points if sheet.cells is Cells.POINTS else totals
        write = wording.signed if sheet.cells is Cells.POINTS else wording.number
        cells = tuple(
            "–" if points is None else write(value or 0) for points, value in zip(row.points, shown, strict=True)
        )
    return Ink(
        dealer="" if row.dealer is None else str(row.dealer),
        winners=row.winners,
        solo=_("S") if row.mandatory and sheet.form is Form.PLAYED else "",
        value="" if row.value is None else wording.number(row.value),
        label=row.label,
        cells=cells,
        struck=row.struck,
    )
