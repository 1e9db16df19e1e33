"""The sheet as it looks on paper: columns of seats, rows of games, what was found beside its row.

main      the number a cell shows: points, or the running total where the row was typed so
beside    the points of the game where the cell shows a running total
reading   how the sheet doctor reads the sheet, offered with a key
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring import doctor
from scoring.errors import Problem
from scoring.game import score_game
from scoring.rules import SOLO_KINDS
from tournament.checks import Finding
from tournament.messages import text
from tournament.messages.papers import SHORT_KINDS
from tournament.messages.sheets import ITEMS, REASONS
from tournament.models import Depth, Entry, Form, Game, Participant, Seat
from tournament.queries.sheets import Assessment, code_of, games_left, readings_of
from tournament.records import (
    RUBRIC,
    UNPLAYED,
    asks_place,
    cells_of,
    label_of,
    penalties_by_row,
    record_of,
    shares_of,
    written_totals,
)
from tournament.services.sheet_rows import shown
from tournament.services.written_totals import spelled
from tournament.templatetags.desk import signed_text

READING_KEYS = ("F2", "F4", "F8")
"""The keys of the likeliest readings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One position of the table and those who held it, each with the game from which on."""

    position: int
    seats: tuple[Seat, ...]
    deals_first: bool
    writes: bool

    @property
    def split(self) -> bool:
        return len(self.seats) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What stands in a row at one seat."""

    main: int | None
    beside: int | None = None
    penalty: int = 0
    soloist: bool = False
    sits_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A finding in words; it stands beside its row."""

    text: str
    refuses: bool
    section: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One likely reading: its code chooses it, or a key where there is one."""

    code: str
    text: str
    key: str = ""
    totals: tuple[int, ...] = ()
    """The totals it puts in the place of those typed; empty for a reading of a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One row of the paper. `asks_place`: it must be said after which game the solo was played.

    `was` is what the clerk last saw in the row, `text` what stands there now.
    """

    number: int
    label: str
    dealer: int | None
    text: str
    was: str
    unsaved: str
    sign: str
    cells: tuple[Cell, ...]
    total: int | None
    winners: str
    value: int | None
    solo: str = ""
    """The kind of the solo in words, where it is known."""
    struck: bool = False
    unplayed: bool = False
    open: bool = False
    rubric: bool = False
    full: bool = False
    after_game: int | None = None
    asks_place: bool = False
    remarks: tuple[Remark, ...] = ()
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Foot:
    """The total that stands at the foot of one column of the paper, as typed; `differs` from the sum of the games."""

    position: int
    text: str
    was: str
    unsaved: str
    written: int | None
    differs: bool
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The whole sheet for the screen. `sum` is the cross sum of the totals, None while one is missing.

    `foot` is empty where the totals themselves are typed. `fines` are the penalty points that the totals contain and
    no row shows, seat 1 first; empty where there are none. `shares` are the people with what each of them takes, where
    a seat changed hands; elsewhere the totals say it.
    """

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    rubric: tuple[Line, ...]
    totals: tuple[int | None, ...]
    fines: tuple[int, ...]
    sum: int | None
    foot: tuple[Foot, ...]
    remarks: tuple[Remark, ...]
    readings: tuple[Reading, ...]
    owed: tuple[int, ...]
    deals_next: int | None
    enforced_next: int | None
    games_left: int
    current: int | None
    shares: tuple[tuple[Participant, int], ...]

    @property
    def fined(self) -> tuple[tuple[Column, int], ...]:
        """The columns of those who get or lose penalty points that no row shows."""
        return tuple((column, points) for column, points in zip(self.columns, self.fines, strict=False) if points)

    @property
    def all_remarks(self) -> tuple[Remark, ...]:
        """Every finding, those of rows first."""
        rows = (remark for line in (*self.lines, *self.rubric) for remark in line.remarks)
        return (*rows, *self.foot_remarks, *self.remarks)

    @property
    def foot_remarks(self) -> tuple[Remark, ...]:
        """What was found of the totals at the foot."""
        return tuple(remark for cell in self.foot for remark in cell.remarks)

    @property
    def has_foot(self) -> bool:
        """Whether any total at the foot was typed."""
        return any(cell.written is not None for cell in self.foot)


_SIGNS = {"solo": "S", "silent_wedding": "H", "failed_wedding": "H", "not_played": "N", "struck": "X"}


def paper(
    assessment: Assessment,
    *,
    with_missing: bool = False,
    half: Mapping[int | str, str] | None = None,
    said: Mapping[int | str, Sequence[Remark]] | None = None,
    seen: Mapping[int | str, str] | None = None,
    only: int | None = None,
) -> Paper:
    """The sheet as its paper looks, with as many open rows as the round still has.

    `with_missing` also shows what a finished sheet would lack; `half` are rows typed without being saved, `said` what
    is said of such rows, both by number, a total at the foot by "foot-" and its position. `seen` is what the clerk last
    saw there, where another has changed it since. `only` builds no row but one.
    """
    built = _Paper(assessment, with_missing=with_missing, half=half or {}, said=said or {}, seen=seen or {})
    return built.built(only=only)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What a full game is worth and why: per side the reasons with their points."""

    value: int
    winner: str
    reasons: tuple[tuple[str, str, int], ...]


def worth(assessment: Assessment, *, number: int) -> Worth | None:
    """Value, winner and reasons of a full game (TSR 7.2); None for a row that is none."""
    game = next((game for game in assessment.data.games if game.number == number and game.record), None)
    if game is None:
        return None
    result = score_game(record_of(game, seats=assessment.data.table.size))
    return Worth(
        value=result.value,
        winner=result.winner.value if result.winner else "",
        reasons=tuple((item.party.value, str(ITEMS[item.code.value]), item.points) for item in result.items),
    )


def columns_of(assessment: Assessment) -> tuple[Column, ...]:
    """The columns of a sheet, seat 1 first. Position 1 deals first, the last one writes (TSR 8.4.1, 10.1.4)."""
    size = assessment.data.table.size
    return tuple(
        Column(
            position=position,
            seats=tuple(seat for seat in assessment.data.seats if seat.position == position),
            deals_first=position == 1,
            writes=position == size,
        )
        for position in range(1, size + 1)
    )


def remark(finding: Finding) -> Remark:
    """A finding in the language of the page."""
    return Remark(text=text(finding.problem), refuses=finding.refuses, section=finding.problem.section)


class _Paper:
    """Builds the paper of one sheet."""

    def __init__(
        self,
        assessment: Assessment,
        *,
        with_missing: bool,
        half: Mapping[int | str, str],
        said: Mapping[int | str, Sequence[Remark]],
        seen: Mapping[int | str, str],
    ) -> None:
        self.half = half
        self.said = said
        self.seen = seen
        self.found = assessment
        self.data = assessment.data
        self.judged = assessment.judgement
        self.size = assessment.data.table.size
        self.is_rubric = assessment.data.round.form == Form.RUBRIC
        self.penalties = penalties_by_row(assessment.data)
        findings = assessment.all_findings if with_missing else assessment.findings
        self.by_row: dict[int | None, list[Finding]] = {}
        self.of_foot = [finding for finding in findings if finding.problem.code == "total_differs"]
        for finding in findings:
            if finding in self.of_foot:
                continue
            self.by_row.setdefault(finding.problem.row, []).append(finding)
        readings = readings_of(assessment, limit=len(READING_KEYS)) if findings else ()
        self.readings: dict[int | None, list[Reading]] = {}
        for suggestion in readings:
            rank = suggestion.rank
            key = READING_KEYS[rank - 1] if rank <= len(READING_KEYS) else ""
            reading = Reading(
                code=code_of(suggestion), text=self._worded(suggestion), key=key, totals=suggestion.totals or ()
            )
            self.readings.setdefault(suggestion.row, []).append(reading)

    def built(self, *, only: int | None) -> Paper:
        # What was typed row by row before the sheet became one of totals is kept, but not read.
        games = () if self.data.depth == Depth.TOTALS else self.data.games
        typed = {game.number: (place, game) for place, game in enumerate(games, start=1)}
        normal, rubric = ([number for number in numbers if only in (None, number)] for numbers in self._numbers(typed))
        lines = tuple(self._line(number, *typed.get(number, (None, None))) for number in normal)
        # Findings whose row is known stand there; a reading without a row stands with those of the sheet.
        rows = {place for place, _game in typed.values()}
        totals = self.found.totals
        next_game = self.judged.next
        return Paper(
            columns=columns_of(self.found),
            lines=lines,
            rubric=tuple(self._line(number, *typed.get(number, (None, None))) for number in rubric),
            totals=totals,
            fines=self._fines(),
            sum=None if None in totals else sum(total or 0 for total in totals),
            foot=self._foot(),
            remarks=tuple(
                dict.fromkeys(
                    remark(finding) for row, found in self.by_row.items() if row not in rows for finding in found
                )
            ),
            readings=tuple(reading for row, found in self.readings.items() if row not in rows for reading in found),
            owed=self.judged.owed,
            deals_next=next_game.dealer if next_game else None,
            enforced_next=next_game.enforced if next_game else None,
            games_left=games_left(self.data),
            current=next((line.number for line in lines if line.open), None),
            shares=self._shares() if only is None else (),
        )

    def _shares(self) -> tuple[tuple[Participant, int], ...]:
        """Who takes what from a sheet whose seats changed hands, in the order of the seats."""
        if not self.data.changes_hands:
            return ()
        people = {seat.participant_id: seat.participant for seat in self.data.seats if seat.participant is not None}
        return tuple((people[share.participant_id], share.points) for share in shares_of(self.data, self.judged))

    def _fines(self) -> tuple[int, ...]:
        """Penalties of a sheet of totals stand in no row, nor do those that name none."""
        loose = self.penalties.values() if self.data.depth == Depth.TOTALS else [self.penalties.get(None, [])]
        cells = [each.points for penalties in loose for each in penalties if each.points is not None]
        return tuple(sum(seats) for seats in zip(*cells, strict=True))

    def _numbers(self, typed: dict[int, tuple[int, Game]]) -> tuple[range, range]:
        """Numbers of the rows that the paper has: those of the round, those typed, games dealt again on top."""
        games = self.data.round.games(size=self.size)
        solos = self.data.round.mandatory_solos * self.size if self.is_rubric else 0
        again = sum(game.kind == "not_played" and game.replayed for _place, game in typed.values())
        last = max((number for number in typed if number <= RUBRIC), default=0)
        return range(1, max(games - solos + again, last) + 1), range(RUBRIC + 1, RUBRIC + 1 + solos)

    def _foot(self) -> tuple[Foot, ...]:
        """The totals at the foot of the paper, seat 1 first, each with what was found of it."""
        if self.data.depth == Depth.TOTALS:
            return ()
        found = {finding.problem.params["seat"]: remark(finding) for finding in self.of_foot}
        cells = []
        for position, total in enumerate(written_totals(self.data), start=1):
            key = f"foot-{position}"
            text, half = spelled(total), self.half.get(key, "")
            own = (found[position],) if position in found else ()
            cells.append(
                Foot(
                    position=position,
                    text=text,
                    was=self.seen.get(key, text),
                    unsaved=half if half.strip() != text else "",
                    written=total,
                    differs=position in found,
                    remarks=(*self.said.get(key, ()), *own),
                )
            )
        return tuple(cells)

    def _line(self, number: int, place: int | None, game: Game | None) -> Line:
        label = label_of(number)
        if place is None or game is None:
            nothing = tuple(Cell(main=None) for _seat in range(self.size))
            return Line(
                number=number,
                label=label,
                dealer=self._coming_dealer(number),
                text="",
                was=self.seen.get(number, ""),
                unsaved=self.half.get(number, ""),
                sign="",
                cells=nothing,
                total=None,
                winners="",
                value=None,
                open=True,
                rubric=number > RUBRIC,
                asks_place=asks_place(self.data, number),
                remarks=tuple(self.said.get(number, ())),
            )
        points = self.judged.row_points[place - 1]
        row_total = self.judged.row_totals[place - 1]
        return Line(
            number=number,
            label=label,
            dealer=self.judged.dealers[place - 1],
            text="" if game.record is not None else shown(game),
            was=self.seen.get(number, "" if game.record is not None else shown(game)),
            unsaved=self._unsaved(number, shown(game)),
            sign=self._sign(place, game),
            cells=self._cells(place, game, points),
            total=None if row_total is None or game.kind in UNPLAYED else sum(row_total),
            winners="".join(str(seat) for seat, cell in enumerate(points or (), start=1) if cell > 0),
            value=min((abs(cell) for cell in points if cell), default=0)
            if points and game.kind not in UNPLAYED
            else None,
            solo=str(SHORT_KINDS[game.kind]) if game.kind in SOLO_KINDS else "",
            struck=game.kind == "struck",
            unplayed=game.kind in UNPLAYED,
            open=game.pk is None,
            rubric=number > RUBRIC,
            full=game.record is not None,
            after_game=game.after_game,
            asks_place=asks_place(self.data, number),
            remarks=(
                *self.said.get(number, ()),
                *self._placeless(game),
                *(remark(finding) for finding in self.by_row.get(place, ())),
            ),
            readings=tuple(self.readings.get(place, ())),
        )

    def _placeless(self, game: Game) -> tuple[Remark, ...]:
        """A solo of the rubric whose place is not said, where it matters: no finding, but nobody overlooks it."""
        if game.after_game is not None or game.kind in UNPLAYED or not asks_place(self.data, game.number):
            return ()
        return (Remark(text=text(Problem(code="solo_without_place")), refuses=False),)

    def _unsaved(self, number: int, text: str) -> str:
        """What was typed in a row without being saved, if it says something else."""
        half = self.half.get(number, "")
        return half if half.strip() != text else ""

    def _cells(self, place: int, game: Game, points: Sequence[int] | None) -> tuple[Cell, ...]:
        typed = cells_of(game, seats=self.size)
        running = game.entry == Entry.RUNNING
        soloist = self.judged.soloists[place - 1]
        sits_out = self.judged.sits_out[place - 1]
        extra = [each.points for each in self.penalties.get(game.number, ()) if each.points is not None]
        return tuple(
            Cell(
                main=None
                if game.kind in UNPLAYED or seat == sits_out
                else typed[seat - 1]
                if running or points is None
                else points[seat - 1],
                beside=points[seat - 1] if running and points is not None else None,
                penalty=sum(cells[seat - 1] for cells in extra),
                soloist=seat == soloist,
                sits_out=seat == sits_out,
            )
            for seat in range(1, self.size + 1)
        )

    def _sign(self, place: int, game: Game) -> str:
        mandatory = self.judged.mandatory[place - 1]
        if mandatory is not None:
            return "S" if mandatory else "L"
        return _SIGNS.get(game.kind, "")

    def _coming_dealer(self, number: int) -> int | None:
        """Who deals an open row: printed where there is a rubric (layout 8.8), else known of the next game only."""
        if number > RUBRIC:
            return None
        if self.is_rubric:
            return (number - 1) % self.size + 1
        following = self.judged.next
        return following.dealer if following is not None and number == len(self.data.games) + 1 else None

    def _worded(self, reading: doctor.Suggestion) -> str:
        """ "Seat 4: −3 instead of +3 (a minus was overlooked)"."""
        reason: str | Promise = REASONS[reading.reason.value]
        game = self.data.games[reading.row - 1] if reading.row is not None else None
        if reading.action is doctor.Action.DELETE:
            return _("take this game out (%(reason)s)") % {"reason": reason}
        cells = reading.points or reading.running or reading.totals or ()
        if reading.action is doctor.Action.INSERT:
            numbers = " ".join(signed_text(cell) for cell in cells)
            return _("put in a game: %(numbers)s (%(reason)s)") % {"numbers": numbers, "reason": reason}
        old: Sequence[int | None] = written_totals(self.data)
        if game is not None and reading.row is not None:
            old = (
                cells_of(game, seats=self.size)
                if reading.running is not None
                else self.judged.row_points[reading.row - 1] or cells_of(game, seats=self.size)
            )
        changes = [
            _("seat %(seat)s: %(new)s instead of %(old)s")
            % {"seat": seat, "new": signed_text(new), "old": signed_text(was) or "–"}
            for seat, (new, was) in enumerate(zip(cells, old, strict=True), start=1)
            if new != was
        ]
        said = "; ".join(changes)
        if reading.totals is not None and self.data.depth != Depth.TOTALS:
            said = _("at the foot of the paper: %(changes)s") % {"changes": said}
        return f"{said} ({reason})" if changes else str(reason)
