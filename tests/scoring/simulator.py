"""Score sheets as tables write them, and clerks who make one mistake in typing them.

A *true* sheet is valid and carries its totals. A *slip* is the sheet with one mistake, the rows the mistake can break,
and what a right reading of it is. Everything follows from the random generator given.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random

from scoring.doctor import Action, Suggestion
from scoring.game import GameRecord, check_game, score_game
from scoring.rows import Row, plus
from scoring.sheet import Sheet, judge
from scoring.terms import Depth, Kind, Level, Party, RowKind, SpecialPoint

SOLO_KINDS = (
    Kind.CLUBS_SOLO,
    Kind.SPADES_SOLO,
    Kind.HEARTS_SOLO,
    Kind.DIAMONDS_SOLO,
    Kind.QUEENS_SOLO,
    Kind.JACKS_SOLO,
    Kind.ACES_SOLO,
)
CONFUSED = {"1": "7", "7": "1", "5": "6", "6": "5", "3": "8", "8": "3"}


def random_record(rng: Random, *, kind: Kind, re: tuple[int, ...], seats: int, sits_out: int | None) -> GameRecord:
    """A believable game: card points about the middle, few calls, few special points."""
    while True:
        card_points = min(240, max(0, round(rng.gauss(122, 42))))
        re_pledge = rng.choices((None, *Level), (90, 6, 2, 1, 1))[0]
        kontra_pledge = rng.choices((None, *Level), (94, 4, 1, 1, 0))[0]
        extras = (SpecialPoint.FUCHS, SpecialPoint.KARLCHEN, SpecialPoint.DOPPELKOPF)
        pair = kind in (Kind.NORMAL, Kind.WEDDING)
        trickless = {0: Party.RE, 240: Party.KONTRA}.get(card_points)
        record = GameRecord(
            kind=kind,
            re=re,
            re_card_points=card_points,
            seats=seats,
            sits_out=sits_out,
            trickless=trickless,
            re_announced=re_pledge is not None or rng.random() < 0.35,
            re_pledge=re_pledge,
            kontra_announced=kontra_pledge is not None or rng.random() < 0.2,
            kontra_pledge=kontra_pledge,
            re_extras=tuple(extra for extra in extras if pair and rng.random() < 0.12),
            kontra_extras=tuple(extra for extra in extras if pair and rng.random() < 0.12),
        )
        if not check_game(record):
            return record


def _next_debtor(owed: list[int], dealer: int, seats: int) -> int | None:
    order = [(dealer - 1 + step) % seats + 1 for step in range(1, seats + 1)]
    return next((seat for seat in order if owed[seat - 1] and not (seats == 5 and seat == dealer)), None)


def random_games(rng: Random, *, seats: int, games: int, mandatory: int) -> list[tuple[GameRecord, bool | None]]:
    """The games of one table in the order played, each with its mark of a mandatory solo; None where it is no solo."""
    while True:
        played: list[tuple[GameRecord, bool | None]] = []
        owed = [mandatory] * seats
        dealer = 1
        while len(played) < games:
            sits_out = dealer if seats == 5 else None
            active = [seat for seat in range(1, seats + 1) if seat != sits_out]
            enforced = sum(owed) == games - len(played) > 0
            chance = rng.random()
            mark: bool | None = None
            if enforced or chance < 0.16:
                soloist = _next_debtor(owed, dealer, seats) if enforced else rng.choice(active)
                if soloist is None:
                    break
                mark = owed[soloist - 1] > 0
                kind, re = rng.choice(SOLO_KINDS), (soloist,)
                owed[soloist - 1] -= mark
            elif chance < 0.19:
                kind, re = rng.choice((Kind.SILENT_WEDDING, Kind.FAILED_WEDDING)), (rng.choice(active),)
            else:
                kind, re = rng.choice((Kind.NORMAL,) * 9 + (Kind.WEDDING,)), tuple(rng.sample(active, 2))
            played.append((random_record(rng, kind=kind, re=re, seats=seats, sits_out=sits_out), mark))
            if not mark or enforced:
                dealer = dealer % seats + 1
        else:
            return played


@dataclass(frozen=True, slots=True)
class Setting:
    """How the sheet is typed and what is known of it."""

    seats: int = 4
    games: int = 24
    mandatory: int = 1
    running: bool = False
    kinds: bool = True
    """Whether the kind and the soloist of each row are known."""


def true_sheet(rng: Random, setting: Setting) -> Sheet:
    """A valid sheet with its totals."""
    played = random_games(rng, seats=setting.seats, games=setting.games, mandatory=setting.mandatory)
    points = [score_game(record).points for record, _ in played]
    running = list(accumulate(points, plus))
    rows = []
    for (record, mark), game, after in zip(played, points, running, strict=True):
        alone = len(record.re) == 1
        row = Row(
            kind=RowKind.UNKNOWN, points=None if setting.running else game, running=after if setting.running else None
        )
        if setting.kinds:
            row = replace(row, kind=RowKind(record.kind), soloist=record.re[0] if alone else None, mandatory=mark)
        rows.append(row)
    return Sheet(
        seats=setting.seats, games=setting.games, mandatory=setting.mandatory, rows=tuple(rows), totals=running[-1]
    )


@dataclass(frozen=True, slots=True)
class Slip:
    """A sheet with one mistake."""

    sheet: Sheet
    row: int | None
    """The row the mistake is in, None for the totals and for a row left out."""
    is_truth: Callable[[Suggestion], bool]
    """Whether a suggestion is the right reading."""

    def breaks_row(self) -> bool:
        """Whether the mistake breaks its row; a row too many breaks the number of games."""
        codes = {(problem.row, problem.code) for problem in judge(self.sheet).problems}
        found = {
            code for row, code in codes if row is not None and self.row is not None and row in (self.row, self.row + 1)
        }
        broken = {"row_not_zero_sum", "row_odd_even", "row_shape", "sitting_dealer_has_points", "soloist_differs"}
        return bool(found & broken) or (None, "too_many_games") in codes


def _with_row(sheet: Sheet, number: int, row: Row) -> Sheet:
    return replace(sheet, rows=(*sheet.rows[: number - 1], row, *sheet.rows[number:]))


def _cells(row: Row) -> tuple[int, ...]:
    cells = row.points if row.running is None else row.running
    return tuple(cell or 0 for cell in cells or ())


def _typed(sheet: Sheet, number: int, cells: tuple[int, ...]) -> Slip:
    """The slip of one row typed otherwise."""
    row = sheet.rows[number - 1]
    meant = _cells(row)
    if row.running is None:
        wrong = _with_row(sheet, number, replace(row, points=cells))
        return Slip(wrong, number, lambda each: (each.row, each.points) == (number, meant))
    wrong = _with_row(sheet, number, replace(row, running=cells))
    return Slip(wrong, number, lambda each: (each.row, each.running) == (number, meant))


def _changed(cells: tuple[int, ...], index: int, cell: int) -> tuple[int, ...]:
    return (*cells[:index], cell, *cells[index + 1 :])


def sign_missed(rng: Random, sheet: Sheet) -> Slip:
    """One minus overlooked or written too much."""
    places = [
        (number, index) for number, row in enumerate(sheet.rows, 1) for index, cell in enumerate(_cells(row)) if cell
    ]
    number, index = rng.choice(places)
    cells = _cells(sheet.rows[number - 1])
    return _typed(sheet, number, _changed(cells, index, -cells[index]))


def _swapped(rng: Random, sheet: Sheet, pairs: list[tuple[int, int]]) -> Slip:
    places = [
        (number, one, other)
        for number, row in enumerate(sheet.rows, 1)
        for one, other in pairs
        if _cells(row)[one] != _cells(row)[other]
    ]
    number, one, other = rng.choice(places)
    cells = _cells(sheet.rows[number - 1])
    return _typed(sheet, number, _changed(_changed(cells, one, cells[other]), other, cells[one]))


def neighbours_swapped(rng: Random, sheet: Sheet) -> Slip:
    """Two neighbouring cells swapped."""
    return _swapped(rng, sheet, [(index, index + 1) for index in range(sheet.seats - 1)])


def wrong_column(rng: Random, sheet: Sheet) -> Slip:
    """Points in another column than the neighbouring one."""
    return _swapped(rng, sheet, [(one, other) for one in range(sheet.seats) for other in range(one + 2, sheet.seats)])


def digit_misread(rng: Random, sheet: Sheet) -> Slip:
    """One digit taken for a similar one."""
    places = [
        (number, index, place)
        for number, row in enumerate(sheet.rows, 1)
        for index, cell in enumerate(_cells(row))
        for place, digit in enumerate(str(cell))
        if digit in CONFUSED
    ]
    number, index, place = rng.choice(places)
    cells = _cells(sheet.rows[number - 1])
    text = str(cells[index])
    return _typed(sheet, number, _changed(cells, index, int(text[:place] + CONFUSED[text[place]] + text[place + 1 :])))


def solo_not_tripled(rng: Random, sheet: Sheet) -> Slip:
    """The soloist written with one time the value; only for sheets of points."""
    places = [
        (number, index)
        for number, row in enumerate(sheet.rows, 1)
        for index, cell in enumerate(_cells(row))
        if cell and sorted(map(abs, _cells(row)))[-2] * 3 == abs(cell)
    ]
    number, index = rng.choice(places)
    cells = _cells(sheet.rows[number - 1])
    return _typed(sheet, number, _changed(cells, index, cells[index] // 3))


def row_left_out(rng: Random, sheet: Sheet) -> Slip:
    """A row not typed."""
    number = rng.choice([number for number, row in enumerate(sheet.rows, 1) if any(_cells(row))])
    wrong = replace(sheet, rows=(*sheet.rows[: number - 1], *sheet.rows[number:]))
    meant = _cells(sheet.rows[number - 1])
    return Slip(wrong, number, lambda each: each.action is Action.INSERT and meant in (each.points, each.running))


def row_twice(rng: Random, sheet: Sheet) -> Slip:
    """A row typed twice; which of the two goes is the same."""
    number = rng.choice([number for number, row in enumerate(sheet.rows, 1) if any(_cells(row))])
    wrong = replace(sheet, rows=(*sheet.rows[:number], *sheet.rows[number - 1 :]))
    line = _cells(sheet.rows[number - 1])

    def is_truth(each: Suggestion) -> bool:
        return each.action is Action.DELETE and each.row is not None and _cells(wrong.rows[each.row - 1]) == line

    return Slip(wrong, number, is_truth)


def carried_wrongly(rng: Random, sheet: Sheet) -> Slip:
    """A running total added up wrongly and carried on; half of the time into the written totals too."""
    number = rng.randint(1, len(sheet.rows))
    before = _cells(sheet.rows[number - 2]) if number > 1 else (0,) * sheet.seats
    meant = _cells(sheet.rows[number - 1])
    index = rng.choice([index for index in range(sheet.seats) if before[index] != meant[index]] or [0])
    game = meant[index] - before[index]
    slips = [1, -1, 10, -10, -2 * game] if game else [1, -1, 10, -10]
    change = _changed((0,) * sheet.seats, index, rng.choice(slips))
    rows = [
        row if place < number else replace(row, running=plus(_cells(row), change))
        for place, row in enumerate(sheet.rows, 1)
    ]
    totals = sheet.totals
    if rng.random() < 0.5:
        totals = plus(tuple(total or 0 for total in totals or ()), change)
    wrong = replace(sheet, rows=tuple(rows), totals=totals)
    return Slip(wrong, number, lambda each: (each.row, each.running) == (number, meant))


def total_transposed(rng: Random, sheet: Sheet) -> Slip:
    """Two digits of a written total changed places; the sheet is valid but for that."""
    totals = tuple(total or 0 for total in sheet.totals or ())
    places = [
        (index, place)
        for index, total in enumerate(totals)
        for place in range(len(str(abs(total))) - 1)
        if str(abs(total))[place] != str(abs(total))[place + 1]
    ]
    index, place = rng.choice(places)
    digits = str(abs(totals[index]))
    size = int(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])
    wrong = replace(sheet, totals=_changed(totals, index, size if totals[index] > 0 else -size))
    return Slip(wrong, None, lambda each: each.totals == totals)


def only_totals(slip: Slip) -> Slip:
    """The same at depth totals."""
    sheet = replace(
        slip.sheet, depth=Depth.TOTALS, rows=(), solos=tuple(range(1, slip.sheet.seats + 1)) * slip.sheet.mandatory
    )
    return replace(slip, sheet=sheet)


Mistake = Callable[[Random, Sheet], Slip]
POINTS_MISTAKES: tuple[Mistake, ...] = (
    sign_missed,
    neighbours_swapped,
    wrong_column,
    digit_misread,
    solo_not_tripled,
    row_left_out,
    row_twice,
    total_transposed,
)
RUNNING_MISTAKES: tuple[Mistake, ...] = (
    sign_missed,
    neighbours_swapped,
    wrong_column,
    digit_misread,
    carried_wrongly,
    row_left_out,
    row_twice,
    total_transposed,
)
