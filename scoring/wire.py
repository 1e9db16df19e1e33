"""The wire formats: a game or a sheet as a JSON object, the answer as another.

A *reading* turns a JSON value into a record and notes every value outside the format. Seats and rows count from 1.
Answers carry codes and parameters, never sentences. Unknown fields are ignored; a field may be left out where it has
a default: `trickless` null, calls none, extras empty, four seats, and for a sheet the settings of the TSR.

Beyond the two formats a sheet may say `"depth": "full"`, its rows then carry a `game` in the format of a game, and
`newcomers`, a list of `{"seat", "row"}` for persons who came in later and owe solos of their own.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from . import rules
from .doctor import Suggestion, suggest
from .errors import Problem
from .game import GameRecord, GameResult, check_game, score_game
from .penalties import Penalty
from .rows import Row
from .sheet import Judgement, Newcomer, Sheet, judge
from .terms import BreachClass, Call, Depth, Form, Kind, Party, RowKind, SpecialPoint

Json = Any
"""What `json.loads` returns."""
_E = TypeVar("_E", bound=StrEnum)
_T = TypeVar("_T")
_D = TypeVar("_D")

_CALLS: dict[Party, dict[str, Call]] = {
    Party.RE: {call.value: call for call in Call if call is not Call.KONTRA},
    Party.KONTRA: {call.value: call for call in Call if call is not Call.RE},
}
# What follows from a value that could not be read is not reported a second time.
_SILENT = {
    "kind": {"wrong_number_of_re_seats"},
    "re": {"wrong_number_of_re_seats", "no_such_seat", "seat_twice", "sitting_dealer_plays"},
    "seats": {"sits_out_missing", "nobody_sits_out_at_four", "no_such_seat"},
    "sits_out": {"sits_out_missing"},
    "re_card_points": {"trickless_with_card_points", "extras_need_card_points"},
}


class _Reading:
    """Reads the fields of one JSON object; what is outside the format becomes a problem and the default."""

    def __init__(self, source: Mapping[str, Json], problems: list[Problem], row: int | None = None) -> None:
        self.source = source
        self.problems = problems
        self.row = row
        self.bad: set[str] = set()

    def outside(self, field: str, code: str = "value_outside") -> None:
        """Note a value outside the format."""
        self.bad.add(field)
        self.problems.append(Problem(code, field, row=self.row))

    def _read(self, field: str, default: _D, parse: Callable[[Json], _T]) -> _T | _D:
        value = self.source.get(field)
        if value is None:
            return default
        try:
            return parse(value)
        except (TypeError, ValueError):
            self.outside(field)
            return default

    def required(self, field: str) -> None:
        """Note a field that must be there and is not."""
        if self.source.get(field) is None:
            self.outside(field, "value_missing")

    def number(self, field: str, default: _D, least: int | None = None) -> int | _D:
        """A whole number."""
        return self._read(field, default, lambda value: _number(value, least))

    def flag(self, field: str, default: _D) -> bool | _D:
        """True or false."""
        return self._read(field, default, _flag)

    def word(self, field: str, words: type[_E], default: _E) -> _E:
        """One of the words of an enum."""
        return self._read(field, default, lambda value: words(_text(value)))

    def numbers(self, field: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return self._read(field, (), lambda value: tuple(_number(each) for each in _list(value)))

    def cells(self, field: str) -> tuple[int | None, ...] | None:
        """A list of whole numbers or nulls."""
        return self._read(
            field, None, lambda value: tuple(None if each is None else _number(each) for each in _list(value))
        )

    def call(self, field: str, party: Party) -> Call:
        """What one side said."""
        words = _CALLS[party]

        def parse(value: Json) -> Call:
            return _known(_text(value), words)

        return self._read(field, Call.NONE, parse)

    def extras(self, field: str) -> tuple[SpecialPoint, ...]:
        """A list of special points."""
        return self._read(field, (), lambda value: tuple(SpecialPoint(_text(each)) for each in _list(value)))

    def trickless(self, field: str) -> Party | None:
        """A side or null."""
        return self._read(field, None, lambda value: Party(_text(value)))

    def object(self, field: str) -> Mapping[str, Json] | None:
        """An object."""
        return self._read(field, None, _object)

    def objects(self, field: str) -> list[Mapping[str, Json]]:
        """A list of objects."""
        return self._read(field, [], lambda value: [_object(each) for each in _list(value)])


def _number(value: Json, least: int | None = None) -> int:
    # True and False are whole numbers to Python, not to the wire.
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise ValueError
    return value


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _text(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _known(word: str, words: Mapping[str, _T]) -> _T:
    if word not in words:
        raise ValueError
    return words[word]


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError
    return value


def _object(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def read_game(source: Mapping[str, Json], *, row: int | None = None) -> tuple[GameRecord, tuple[Problem, ...]]:
    """A game from its JSON object, with everything that is wrong with it; the record holds only if nothing is.

    Fields of the problems are those of the wire; `row` is given to them.
    """
    problems: list[Problem] = []
    reading = _Reading(source, problems, row)
    for field in ("kind", "re", "re_card_points"):
        reading.required(field)
    for field in ("re_call", "kontra_call", "re_extras", "kontra_extras"):
        if field in source and source[field] is None:
            reading.outside(field)
    re_call = reading.call("re_call", Party.RE)
    kontra_call = reading.call("kontra_call", Party.KONTRA)
    record = GameRecord(
        kind=reading.word("kind", Kind, Kind.NORMAL),
        re=reading.numbers("re"),
        re_card_points=reading.number("re_card_points", rules.CARD_POINTS // 2),
        seats=reading.number("seats", rules.PLAYERS),
        sits_out=reading.number("sits_out", None),
        trickless=reading.trickless("trickless"),
        re_announced=re_call.announced,
        re_pledge=re_call.pledge,
        kontra_announced=kontra_call.announced,
        kontra_pledge=kontra_call.pledge,
        re_extras=reading.extras("re_extras"),
        kontra_extras=reading.extras("kontra_extras"),
    )
    silent = {code for field in reading.bad for code in _SILENT.get(field, ())}
    problems.extend(replace(problem, row=row) for problem in check_game(record) if problem.code not in silent)
    return record, tuple(problems)


def answer_game(source: Mapping[str, Json]) -> tuple[dict[str, Json], bool]:
    """The answer to a game, and whether it was evaluated rather than refused."""
    record, problems = read_game(source)
    given = source.get("id")
    if problems:
        return {"id": given, "problems": [_game_problem(problem) for problem in problems]}, False
    return {"id": given, **_result(score_game(record))}, True


def _result(result: GameResult) -> dict[str, Json]:
    return {
        "winner": result.winner,
        "value": result.value,
        "points": result.points,
        "items": [
            {"code": item.code, "party": item.party, "by": item.by, "points": item.points, "section": item.section}
            for item in result.items
        ],
    }


def _game_problem(problem: Problem) -> dict[str, Json]:
    return {"code": problem.code, "field": problem.field, "section": problem.section, **problem.params}


def read_sheet(source: Mapping[str, Json]) -> tuple[Sheet, tuple[Problem, ...]]:
    """A sheet from its JSON object, with every value outside the format; the sheet holds only if there is none."""
    problems: list[Problem] = []
    reading = _Reading(source, problems)
    seats = reading.number("seats", rules.PLAYERS)
    if seats not in rules.SEATS:
        reading.outside("seats")
    depth = reading.word("depth", Depth, Depth.ROWS)
    rows = reading.objects("rows")
    if depth is Depth.TOTALS and rows:
        reading.outside("rows")
    sheet = Sheet(
        seats=seats,
        games=reading.number("games", rules.GAMES.get(seats, rules.GAMES[rules.PLAYERS]), 1),
        mandatory=reading.number("mandatory", rules.MANDATORY_SOLOS, 0),
        form=reading.word("form", Form, Form.PLAYED),
        time_over=reading.flag("time_over", False),
        depth=depth,
        rows=tuple(_read_row(row, number, problems) for number, row in enumerate(rows, 1)),
        totals=reading.cells("totals"),
        solos=reading.numbers("solos"),
        penalties=tuple(_read_penalty(penalty, None, problems) for penalty in reading.objects("penalties")),
        newcomers=tuple(
            _read_newcomer(newcomer, seats, len(rows), problems) for newcomer in reading.objects("newcomers")
        ),
    )
    return sheet, tuple(problems)


def _read_row(source: Mapping[str, Json], number: int, problems: list[Problem]) -> Row:
    reading = _Reading(source, problems, number)
    kind = RowKind.UNKNOWN
    if source.get("kind") == RowKind.UNKNOWN.value:
        reading.outside("kind")
    else:
        kind = reading.word("kind", RowKind, RowKind.UNKNOWN)
    game = reading.object("game")
    record = None
    if game is not None:
        record, found = read_game(game, row=number)
        problems.extend(found)
    return Row(
        kind=kind,
        points=reading.cells("points"),
        running=reading.cells("running"),
        record=record,
        soloist=reading.number("soloist", None),
        mandatory=reading.flag("mandatory", None),
        enforced=reading.flag("enforced", None),
        dealer=reading.number("dealer", None),
        penalties=tuple(_read_penalty(penalty, number, problems) for penalty in reading.objects("penalties")),
        replayed=reading.flag("replayed", True),
    )


def _read_penalty(source: Mapping[str, Json], row: int | None, problems: list[Problem]) -> Penalty:
    reading = _Reading(source, problems, row)
    reading.required("offender")
    reading.required("class")
    points = reading.cells("points")
    if points is not None and None in points:
        reading.outside("points")
    return Penalty(
        offender=reading.number("offender", 1),
        breach=reading.word("class", BreachClass, BreachClass.INSIGNIFICANT),
        pledges=reading.number("pledges", 0),
        can_hurt=reading.flag("can_hurt", None),
        solo_clear=reading.flag("solo_clear", True),
        points=None if points is None else tuple(cell for cell in points if cell is not None),
    )


def _read_newcomer(source: Mapping[str, Json], seats: int, rows: int, problems: list[Problem]) -> Newcomer:
    reading = _Reading(source, problems)
    newcomer = Newcomer(seat=reading.number("seat", 0), row=reading.number("row", 0))
    if not (1 <= newcomer.seat <= seats and 1 <= newcomer.row <= rows + 1):
        reading.outside("newcomers")
    return newcomer


def answer_sheet(source: Mapping[str, Json]) -> tuple[dict[str, Json], bool]:
    """The answer to a sheet, and whether nothing was found."""
    sheet, problems = read_sheet(source)
    if problems:
        return {**_judgement(None), "problems": [_sheet_problem(problem) for problem in problems]}, False
    judgement = judge(sheet)
    answer = _judgement(judgement)
    answer["suggestions"] = [_suggestion(suggestion) for suggestion in suggest(sheet, judgement=judgement)]
    return answer, not judgement.problems


def _judgement(judgement: Judgement | None) -> dict[str, Json]:
    """The fields of an answer; those of a sheet that could not be read where there is no judgement."""
    if judgement is None:
        return {
            "totals": None,
            "dealers": [],
            "sits_out": [],
            "leads": [],
            "owed": [],
            "next": None,
            "complete": False,
            "problems": [],
            "suggestions": [],
        }
    following = judgement.next
    return {
        "totals": judgement.totals,
        "dealers": judgement.dealers,
        "sits_out": judgement.sits_out,
        "leads": judgement.leads,
        "owed": judgement.owed,
        "next": None if following is None else {"dealer": following.dealer, "enforced": following.enforced},
        "complete": judgement.complete,
        "problems": [_sheet_problem(problem) for problem in judgement.problems],
        "suggestions": [],
    }


def _sheet_problem(problem: Problem) -> dict[str, Json]:
    return {
        "row": problem.row,
        "code": problem.code,
        "severity": problem.severity,
        "section": problem.section,
        "field": problem.field,
        **problem.params,
    }


def _suggestion(suggestion: Suggestion) -> dict[str, Json]:
    answer: dict[str, Json] = {"rank": suggestion.rank, "row": suggestion.row, "action": suggestion.action}
    for name in ("points", "running", "totals"):
        numbers = getattr(suggestion, name)
        if numbers is not None:
            answer[name] = numbers
    return {**answer, "reason": suggestion.reason, **suggestion.params}
