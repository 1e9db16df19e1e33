"""Reads of the sheets: what was typed, table by table, and what the rule book says of it."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from scoring.doctor import Suggestion, suggest
from scoring.errors import Problem
from scoring.rows import Cells
from scoring.sheet import Judgement, check_complete, judge
from scoring.terms import Severity
from tournament.checks import Finding, refusing, weigh
from tournament.models import Depth, Game, Penalty, Round, Seat, Table, Tournament, Typing, User
from tournament.models.rounds import DRAW_JSON
from tournament.queries.kept import Kept
from tournament.records import SheetData, penalties_by_row, sheet_of, totals_of, without_gaps

SEEN_SECONDS = 60
"""Whose page has spoken within this time has the sheet open."""


def sheets_of(tournament: Tournament, *, up_to: Round | None = None, confirmed_only: bool = False) -> list[SheetData]:
    """The sheets of all rounds up to one (None: of all), by round and table. Four queries for any number of sheets.

    A sheet counts for the standings once `table.confirmed_at` is set.
    """
    tables = Table.objects.filter(tournament=tournament)
    if up_to is not None:
        tables = tables.filter(round__number__lte=up_to.number)
    if confirmed_only:
        tables = tables.filter(confirmed_at__isnull=False)
    return gathered(list(tables.select_related("round").defer(*DRAW_JSON).order_by("round__number", "number")))


def sheet_data(table: Table) -> SheetData:
    """The sheet of one table. Three queries if the table's round is loaded."""
    return gathered([table])[0]


def seats_of(table: Table) -> SheetData:
    """A sheet as far as its seats go: enough to read what was typed into them. One query if the round is loaded."""
    found = Seat.objects.filter(table=table).select_related("participant").order_by("position", "from_game")
    return SheetData(table=table, round=table.round, seats=tuple(found), games=(), penalties=())


def gathered(tables: list[Table]) -> list[SheetData]:
    """The sheets of these tables, in their order. Three queries for any number of tables."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    games: dict[int, list[Game]] = defaultdict(list)
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("participant").order_by("position", "from_game"):
        seats[seat.table_id].append(seat)
    for game in Game.objects.filter(table__in=tables).order_by("number"):
        games[game.table_id].append(game)
    for penalty in (
        Penalty.objects.filter(incident__table__in=tables, incident__lifted_at__isnull=True)
        .select_related("incident")
        .order_by("incident_id", "pk")
    ):
        penalties[penalty.incident.table_id or 0].append(penalty)
    return [
        SheetData(
            table=table,
            round=table.round,
            seats=tuple(seats[table.pk]),
            games=without_gaps(games[table.pk], table=table),
            penalties=tuple(penalties[table.pk]),
        )
        for table in tables
    ]


class State(StrEnum):
    """Where the sheet of a table stands, in the order of the day."""

    PLAYING = "playing"
    RECEIVED = "received"
    BEGUN = "begun"
    FINDINGS = "findings"
    TYPED = "typed"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """A sheet with all that follows from it.

    `findings` are what is wrong with what stands there, `missing` what a finished sheet would still lack; both are
    weighed by the settings of the round.
    """

    data: SheetData
    judgement: Judgement
    findings: tuple[Finding, ...]
    missing: tuple[Finding, ...]
    totals: Cells

    @property
    def begun(self) -> bool:
        """Whether anything was typed."""
        return bool(self.data.games) or any(seat.total is not None for seat in self.data.seats)

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """Everything that keeps the sheet from being finished without a word."""
        return (*self.findings, *self.missing)

    @property
    def state(self) -> State:
        table = self.data.table
        if table.confirmed_at is not None:
            return State.CONFIRMED
        if table.typed_at is not None:
            settled = bool(table.override_reason) and not refusing(self.all_findings)
            return State.FINDINGS if self.all_findings and not settled else State.TYPED
        if self.begun:
            return State.FINDINGS if self.findings else State.BEGUN
        return State.PLAYING if table.received_at is None else State.RECEIVED


# A table broken off plays no more: what it left open is no mistake, and the reason stands in the journal.
_LEFT_OPEN = frozenset({"games_open", "solos_open", "solos_missing"})


def assess(data: SheetData) -> Assessment:
    """Judge a sheet and weigh the findings. No query."""
    judged = judge(sheet_of(data))
    missing = check_complete(judged)
    problems = [*judged.problems, *_loose_penalties(data)]
    if data.depth != Depth.TOTALS:
        # The totals at the foot of the paper are no more than a check: none has to be typed, and they are compared
        # once all games stand above them.
        problems = [problem for problem in problems if problem.code != "total_missing"]
        if games_left(data) and not (data.table.time_over or data.table.broken_off_at):
            missing = (*missing, *(problem for problem in problems if problem.code == "total_differs"))
            problems = [problem for problem in problems if problem.code != "total_differs"]
    if data.table.broken_off_at is not None:
        missing = tuple(problem for problem in missing if problem.code not in _LEFT_OPEN)
        problems = [problem for problem in problems if problem.code not in _LEFT_OPEN]
    return Assessment(
        data=data,
        judgement=judged,
        findings=weigh(problems, data.round),
        missing=weigh(missing, data.round),
        totals=totals_of(data, judged),
    )


def games_left(data: SheetData) -> int:
    """How many games of the round do not stand on the sheet yet, struck ones not counted as open."""
    typed = sum(game.kind != "not_played" for game in data.games)
    return max(data.round.games(size=data.table.size) - typed, 0)


def readings_of(found: Assessment, *, limit: int) -> tuple[Suggestion, ...]:
    """How the sheet doctor reads a sheet with findings, the likeliest first.

    Totals at the foot help him as soon as no more than one game can be missing; before they only mislead.
    """
    sheet = sheet_of(found.data)
    if found.data.depth != Depth.TOTALS and games_left(found.data) > 1 and not sheet.time_over:
        sheet = replace(sheet, totals=None)
    return suggest(sheet, judgement=found.judgement, limit=limit)


def code_of(reading: Suggestion) -> str:
    """A word for exactly this reading of exactly this row, whatever rank it has: "replace 9 4 -4 4 -4"."""
    cells = reading.points or reading.running or reading.totals or ()
    return " ".join(map(str, (reading.action.value, reading.row or 0, *cells)))


def _loose_penalties(data: SheetData) -> list[Problem]:
    """Penalties of the referee's book that no row of a sheet with rows carries: they count, but nobody sees where."""
    loose = penalties_by_row(data).get(None, []) if data.depth != Depth.TOTALS and data.games else []
    return [
        Problem(code="penalty_without_row", severity=Severity.WARNING, params={"seat": penalty.offender})
        for penalty in loose
    ]


def find_table(tournament: Tournament, *, round_number: int, table_number: int) -> Table | None:
    """One table with its round and the people who typed and confirmed its sheet. One query."""
    return (
        Table.objects.filter(tournament=tournament, round__number=round_number, number=table_number)
        .select_related("round", "typed_by", "confirmed_by")
        .first()
    )


_KEPT: Kept[SheetData | None] = Kept(256)


def kept_sheet(tournament: Tournament, *, round_number: int, table_number: int) -> SheetData | None:
    """The sheet of a table to be looked at while somebody types; None for a table that is not there.

    Kept until the journal moves on; no query then, else five. `tournament` must be as the database has it.
    """

    def read() -> SheetData | None:
        table = find_table(tournament, round_number=round_number, table_number=table_number)
        return None if table is None else sheet_data(table)

    key = (tournament.uuid, tournament.pk, tournament.journal_number, round_number, table_number)
    return _KEPT.get(key, read)


def people_at(table: Table, *, now: datetime, besides: User) -> list[str]:
    """Who else has the sheet open. One query."""
    since = now - timedelta(seconds=SEEN_SECONDS)
    rows = Typing.objects.filter(table=table, seen_at__gte=since).exclude(user=besides).select_related("user")
    return [str(row.user) for row in rows.order_by("user_id")]


def half_typed(table: Table, user: User) -> dict[str, str]:
    """What a person typed on a sheet without saving it, by the names of the fields. One query."""
    return Typing.objects.filter(table=table, user=user).values_list("typed", flat=True).first() or {}
