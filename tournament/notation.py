"""What a clerk types for one row, and what it says. Pure: no database, no screen.

line     the text of one row, as typed
way      how the numbers of a row are meant: points, running totals, or winners and value
cells    numbers per seat, seat 1 first; None for the sitting dealer

    13 4          seats 1 and 3 win 4                     13/4   134
    s2 7          solo of seat 2, won, worth 7            *2/7   *27
    s2 -7         solo of seat 2, lost                    *2-7
    l2 7          voluntary solo                          **2/7
    h2 7          silent or failed wedding of seat 2      ***2/7
    s2 7 da       solo of seat 2 with the queens (Damen)  no need for it where any solo does
    2 -2 2 -2     four numbers: points or running totals  2-2+2-2
    0             a game worth nothing
    x             struck                                  /
    n             not played, dealt again                 //
    … p3          and a minor breach by seat 3            … ,3
    … p31         and a minor breach by seat 3, credited to the soloist on seat 1
    p3 12         serious breach by seat 3, not played    ,3/12
    … d2          seat 2 dealt                            …//2

The second column needs only a number pad. `-` may stand before or after a number. The kind of a solo is its German or
English word, of which two letters are enough: kreuz, pik, herz, karo, damen, buben, asse or fleischlos.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring import rules
from scoring.errors import Problem, RuleError
from scoring.penalties import Penalty, tariff
from scoring.rows import Cells
from scoring.shapes import row_from_solo, row_from_winners, shape_of
from scoring.terms import BreachClass, RowKind

WINNERS, POINTS, RUNNING = "winners", "points", "running"
WAYS = (WINNERS, POINTS, RUNNING)

LONGEST = 60
_LARGEST = 999

_SPELLING = str.maketrans({"−": "-", "–": "-", "—": "-", ";": " ", ",": "p", ".": "p", "\t": " ", "\xa0": " "})
_DEALER = re.compile(r"(?:d|//)\s*(\d)\s*$")
_PENALTY = re.compile(r"(?P<offender>\d)(?P<credited>\d)?(?:[\s/]+-?(?P<amount>\d{1,2}))?")
_SOLO = re.compile(r"(?P<mark>s|l|h|\*{1,3})?\s*(?P<seat>\d)[\s/]*(?P<value>[+-]?\d{1,3}[+-]?)")
_MARKED = re.compile(r"(?P<mark>s|l|h|\*{1,3})\s*(?P<rest>.*)")
_COMPACT = re.compile(r"(?P<seats>\d\d)(?P<value>\d{1,2})")
_NUMBER = re.compile(r"[+-]?\d{1,3}(?:[+-](?=[\s/]|$))?")

_KIND = re.compile(r"(?<![a-z])(?P<word>kr|cl|pi|sp|he|ka|di|da|qu|bu|ja|as|ac|fl)[a-z]*")
_KINDS = {
    **dict.fromkeys(("kr", "cl"), RowKind.CLUBS_SOLO),
    **dict.fromkeys(("pi", "sp"), RowKind.SPADES_SOLO),
    "he": RowKind.HEARTS_SOLO,
    **dict.fromkeys(("ka", "di"), RowKind.DIAMONDS_SOLO),
    **dict.fromkeys(("da", "qu"), RowKind.QUEENS_SOLO),
    **dict.fromkeys(("bu", "ja"), RowKind.JACKS_SOLO),
    **dict.fromkeys(("as", "ac", "fl"), RowKind.ACES_SOLO),
}
_MARKS = {"s": "s", "*": "s", "l": "l", "**": "l", "h": "h", "***": "h"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a line says. `kind` is a word of `scoring.terms.RowKind`, empty where the line does not tell."""

    way: str
    kind: str
    cells: Cells
    soloist: int | None = None
    mandatory: bool | None = None
    dealer: int | None = None
    penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a line stands: what is known before it is read."""

    seats: int = 4
    way: str = WINNERS
    """The way chosen for the sheet; recognised otherwise where the numbers leave no doubt."""
    rubric: bool = False
    """Whether the row stands in the rubric of the mandatory solos: then every line is a solo."""
    dealer: int | None = None
    """The seat that deals, None where unknown; at a table of five it sits out."""
    before: tuple[int, ...] | None = None
    """Running totals before this row, None where unknown."""


def read_line(text: str, place: Place) -> Line:
    """What a line says. Raises RuleError: line_… with what is wrong and, in its params, what was typed."""
    spelled = text.lower().translate(_SPELLING).strip()
    if not spelled:
        raise _refusal("line_empty", text)
    if len(text) > LONGEST:
        raise _refusal("line_too_long", text, most=LONGEST)
    kind = _KIND.search(spelled)
    if kind:
        line = read_line(spelled[: kind.start()] + spelled[kind.end() :], place)
        if line.kind not in ("", RowKind.SOLO):
            raise _refusal("line_kind_without_solo", text)
        return replace(line, kind=_KINDS[kind["word"]])
    main, *penalties = spelled.split("p")
    tail = penalties[-1] if penalties else main
    dealer = _DEALER.search(tail)
    if dealer and tail.strip() != "//":
        place = replace(place, dealer=_seat(dealer[1], text, seats=place.seats))
        shortened = tail[: dealer.start()]
        if penalties:
            penalties[-1] = shortened
        else:
            main = shortened
    line = _game(main.strip(), text, place, alone=not penalties)
    if dealer and tail.strip() != "//":
        line = replace(line, dealer=place.dealer)
    for penalty in penalties:
        line = _with_penalty(line, penalty.strip(), text, place)
    if (
        line.kind == RowKind.NOT_PLAYED
        and penalties
        and not any(each.breach == BreachClass.SERIOUS for each in line.penalties)
    ):
        raise _refusal("line_penalty_without_game", text)
    return line


def way_of(ways: Sequence[str]) -> str:
    """The way a sheet has been typed so far: that of its last row, winners and value for an empty sheet."""
    return ways[-1] if ways else WINNERS


def _game(main: str, text: str, place: Place, *, alone: bool) -> Line:
    nothing: Cells = (0,) * place.seats
    if main in ("x", "/"):
        return Line(way=POINTS, kind=RowKind.STRUCK, cells=(None,) * place.seats)
    if main in ("n", "//") or (not main and not alone):
        return Line(way=POINTS, kind=RowKind.NOT_PLAYED, cells=(None,) * place.seats)
    if main == "0" and not place.rubric:
        return Line(way=WINNERS, kind=RowKind.NORMAL, cells=nothing)
    solo = _SOLO.fullmatch(main)
    if solo and (solo["mark"] or place.rubric):
        return _solo(solo, text, place)
    marked = _MARKED.fullmatch(main)
    if marked and marked["mark"]:
        line = _numbers(marked["rest"], text, place)
        return _marked(line, _MARKS[marked["mark"]], place)
    line = _numbers(main, text, place)
    return _marked(line, "s", place) if place.rubric else line


def _solo(found: re.Match[str], text: str, place: Place) -> Line:
    soloist = _seat(found["seat"], text, seats=place.seats)
    value = _number(found["value"], text)
    try:
        cells = row_from_solo(soloist=soloist, value=value, seats=place.seats, sits_out=_sits_out(place))
    except ValueError:
        raise _refusal("line_dealer_is_soloist" if _sits_out(place) else "line_dealer_missing", text) from None
    line = Line(way=WINNERS, kind=RowKind.SOLO, cells=cells, soloist=soloist)
    return _marked(line, _MARKS[found["mark"] or "s"], place)


def _marked(line: Line, mark: str, place: Place) -> Line:
    """The line as a solo by its letter: an s in the rubric is mandatory, elsewhere the rules tell (TSR 4.3.1)."""
    if mark == "h":
        return replace(line, kind=RowKind.SILENT_WEDDING)
    return replace(line, kind=RowKind.SOLO, mandatory=True if place.rubric else False if mark == "l" else None)


def _numbers(main: str, text: str, place: Place) -> Line:
    words = [word for word in main.replace("/", " ").split(" ") if word]
    compact = _COMPACT.fullmatch(main)
    if compact:
        return _winners(compact["seats"], int(compact["value"]), text, place)
    if len(words) == 2 and words[0].isdecimal() and _NUMBER.fullmatch(words[1]):
        return _winners(words[0], _number(words[1], text), text, place)
    numbers = [found[0] for found in _NUMBER.finditer(main)]
    if "".join(numbers) != "".join(words):
        raise _refusal("line_unreadable", text)
    if len(numbers) == 2 and numbers[0].isdecimal():
        return _winners(numbers[0], _number(numbers[1], text), text, place)
    cells: list[int | None] = [_number(number, text) for number in numbers]
    if place.seats != rules.PLAYERS and len(cells) == rules.PLAYERS:
        if place.dealer is None:
            raise _refusal("line_dealer_missing", text)
        cells.insert(place.dealer - 1, None)
    if len(cells) != place.seats:
        raise _refusal("line_count", text, expected=place.seats, given=len(cells))
    return _row(tuple(cells), place)


def _winners(seats: str, value: int, text: str, place: Place) -> Line:
    winners = [_seat(seat, text, seats=place.seats) for seat in seats]
    if len(set(winners)) != len(winners):
        raise _refusal("line_seat_twice", text)
    if len(winners) > rules.PLAYERS - 1:
        raise _refusal("line_winners", text)
    if place.seats != rules.PLAYERS and place.dealer is None:
        raise _refusal("line_dealer_missing", text)
    try:
        cells = row_from_winners(winners=winners, value=value, seats=place.seats, sits_out=_sits_out(place))
    except ValueError:
        raise _refusal("line_dealer_wins", text, seat=place.dealer or 0) from None
    return Line(way=WINNERS, kind=RowKind.NORMAL if len(winners) == 2 else "", cells=cells)


def _row(cells: Cells, place: Place) -> Line:
    """Points or running totals: as the sheet was typed so far, unless only the other reading is a legal row."""
    legal = {POINTS: _is_legal(_kept(cells, None), place)}
    if place.before is not None:
        moved = tuple(cell - before for cell, before in zip(_kept(cells, place.before), place.before, strict=True))
        legal[RUNNING] = _is_legal(moved, place)
    way = RUNNING if place.way == RUNNING else POINTS
    other = POINTS if way == RUNNING else RUNNING
    if not legal.get(way, False) and legal.get(other, False):
        way = other
    if way == RUNNING and place.before is not None:
        points = tuple(cell - start for cell, start in zip(_kept(cells, place.before), place.before, strict=True))
    else:
        points = _kept(cells, None)
    shape = shape_of(points, _sits_out(place))
    return Line(way=way, kind=RowKind.NORMAL if shape.pair else "", cells=cells)


def _kept(cells: Cells, before: tuple[int, ...] | None) -> tuple[int, ...]:
    """The cells as numbers; the sitting dealer keeps what he had."""
    return tuple((before[place] if before else 0) if cell is None else cell for place, cell in enumerate(cells))


def _is_legal(points: tuple[int, ...], place: Place) -> bool:
    shape = shape_of(points, _sits_out(place))
    return shape.pair or shape.solo


def _with_penalty(line: Line, segment: str, text: str, place: Place) -> Line:
    """The line with one penalty more; the amount says how grave the breach is (TSR 9.3, 9.4)."""
    found = _PENALTY.fullmatch(segment)
    if not found:
        raise _refusal("line_penalty", text)
    offender = _seat(found["offender"], text, seats=place.seats)
    credited = _seat(found["credited"], text, seats=place.seats) if found["credited"] else None
    amount = int(found["amount"] or rules.MINOR_PENALTY)
    pledges, rest = divmod(amount - rules.SERIOUS_PENALTY, rules.PLEDGE_PENALTY)
    if amount != rules.MINOR_PENALTY and (rest or not 0 <= pledges <= rules.MAX_PLEDGES):
        raise _refusal("line_penalty_amount", text, amount=amount)
    serious = amount != rules.MINOR_PENALTY
    penalty = Penalty(
        offender=offender,
        breach=BreachClass.SERIOUS if serious else BreachClass.MINOR,
        pledges=pledges if serious else 0,
        can_hurt=credited is not None,
    )
    sits_out = _sits_out(place)
    if offender in (credited, sits_out) or (credited is not None and credited == sits_out):
        raise _refusal("line_penalty_seats", text)
    points = tariff(penalty, seats=place.seats, soloist=credited, sits_out=sits_out)
    if place.seats != rules.PLAYERS and sits_out is None and credited is None:
        raise _refusal("line_dealer_missing", text)
    return replace(line, penalties=(*line.penalties, replace(penalty, points=points)))


def _sits_out(place: Place) -> int | None:
    return place.dealer if place.seats != rules.PLAYERS else None


def _seat(digit: str, text: str, *, seats: int) -> int:
    seat = int(digit)
    if not 1 <= seat <= seats:
        raise _refusal("line_seat", text, seat=seat, seats=seats)
    return seat


def _number(word: str, text: str) -> int:
    """A number with its sign before or behind it."""
    number = int(word.strip("+-"))
    if number > _LARGEST:
        raise _refusal("line_unreadable", text)
    return -number if "-" in word else number


def _refusal(code: str, text: str, **params: int) -> RuleError:
    return RuleError([Problem(code=code, field="typed", params={"typed": text[:LONGEST], **params})])


def rewritten(text: str, cells: Sequence[int | None]) -> str:
    """The line with other numbers; its mark, kind of solo, penalties and dealer stay."""
    spelled = text.lower().translate(_SPELLING).strip()
    kind = _KIND.search(spelled)
    spelled = _KIND.sub("", spelled).strip()
    main, *penalties = spelled.split("p")
    dealer = _DEALER.search(spelled)
    mark = _MARKED.match(main.strip()) or re.match(r"(?P<mark>)", "")
    numbers = " ".join("–" if cell is None else str(cell) for cell in cells)
    parts = [mark["mark"] if mark else "", numbers.replace("–", "").strip(), kind[0] if kind else ""]
    tail = [f"p{_DEALER.sub('', penalty).strip()}" for penalty in penalties]
    return " ".join(part for part in (*parts, *tail, f"d{dealer[1]}" if dealer else "") if part)
