"""The lists of a tournament as headings and rows, for whatever file they go into.

A *formula* is a value that the reader of a workbook can check; in every other file only its value stands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import accumulate

from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from tournament.reports.cross_table import CrossTable
from tournament.reports.people import Person
from tournament.reports.referee_report import RefereeReport, game_words, points_words
from tournament.reports.seating import Seating
from tournament.reports.standings import Standings, StandingsLine
from tournament.reports.workbook_lines import GameLine, ParticipantLine, PenaltyLine, TableLine


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula without its equals sign, in English words as the file keeps it, and what it comes to."""

    text: str
    value: int | Decimal


Value = str | int | Decimal | date | datetime | Formula | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One list: its name, headings and rows. Numbers are numbers, money is Decimal, None is an empty cell.

    `sums` is a last row that adds up, apart from the rows because nobody wants it sorted among them.
    """

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    sums: tuple[Value, ...] = ()


def euros(cents: int | None) -> Decimal | None:
    """The sum in euros."""
    return None if cents is None else Decimal(cents).scaleb(-2)


def _yes(value: bool) -> str:
    return _("yes") if value else ""


def name_cells(person: Person) -> tuple[Value, ...]:
    """How every list names a person."""
    return person.number, person.surname, person.first_name, person.club


def name_headings() -> tuple[str, ...]:
    """The headings above `name_cells`."""
    return _("No."), _("Surname"), _("First name"), _("Club")


def standings_list(standings: Standings) -> Listing:
    """Ranks with the points of each round; the total is a formula where rounds and deductions add up to it."""
    rounds = max((len(line.rounds) for line in standings.lines), default=0)
    before = ("", *name_headings(), "")
    first, last = get_column_letter(len(before) + 1), get_column_letter(len(before) + rounds)
    deductions = get_column_letter(len(before) + rounds + 1)

    def total(line: StandingsLine, row: int) -> Value:
        if not rounds or sum(points or 0 for points in line.rounds) + line.deductions != line.total:
            return line.total
        return Formula(f"SUM({first}{row}:{last}{row})+{deductions}{row}", line.total)

    return Listing(
        name=_("Standings"),
        headings=(
            _("Rank"),
            *name_headings(),
            _("Marks"),
            *(_("R%(round)s") % {"round": number} for number in range(1, rounds + 1)),
            _("Deduction"),
            _("Total"),
            _("of these penalties"),
            _("Tie-break"),
            _("Note"),
        ),
        rows=tuple(
            (
                line.rank,
                *name_cells(line.person),
                " ".join(line.person.marks),
                *line.rounds,
                *[None] * (rounds - len(line.rounds)),
                line.deductions,
                total(line, row),
                line.penalties,
                line.tie,
                line.note,
            )
            for row, line in enumerate(standings.lines, start=2)
        ),
    )


def participants_list(participants: Sequence[ParticipantLine]) -> Listing:
    """Everybody registered, with fee and state; where no fee is told, nothing about money."""
    told = any(line.fee_cents is not None for line in participants)
    fees = sum(line.fee_cents or 0 for line in participants)
    return Listing(
        name=_("Participants"),
        headings=(
            *name_headings(),
            _("Marks"),
            _("Categories"),
            _("State"),
            *((_("Fee"), _("Fee state")) if told else ()),
            _("Registered"),
            _("Note"),
        ),
        rows=tuple(
            (
                *name_cells(line.person),
                " ".join(line.person.marks),
                line.categories,
                line.state,
                *((euros(line.fee_cents), line.fee_state) if told else ()),
                line.registered_at,
                line.note,
            )
            for line in participants
        ),
        sums=sum_row(_("Sum"), column=8, count=len(participants), value=Decimal(fees).scaleb(-2)) if told else (),
    )


def sum_row(word: str, *, column: int, count: int, value: int | Decimal) -> tuple[Value, ...]:
    """A row that adds up one column (counted from 1) of the rows above it."""
    letter = get_column_letter(column)
    return (word, *[None] * (column - 2), Formula(f"SUM({letter}2:{letter}{count + 1})", value)) if count else ()


def games_list(tables: Sequence[TableLine]) -> Listing:
    """Every typed row of every sheet, with its sum, which must be zero."""
    seats = _most_seats(tables)
    first, last = get_column_letter(_GAMES_BEFORE + 1), get_column_letter(_GAMES_BEFORE + seats)
    rows: list[tuple[Value, ...]] = []
    for table in tables:
        for game in table.games:
            rows.append(_game_row(table, game, seats=seats, columns=(first, last), row=len(rows) + 2))
    return Listing(
        name=_("Games"),
        headings=(
            _("Round"),
            _("Table"),
            _("Game"),
            _("Kind"),
            _("Mandatory solo"),
            _("Struck"),
            _("Dealer"),
            _("Soloist"),
            _("Value"),
            *(_("Seat %(position)s") % {"position": position} for position in range(1, seats + 1)),
            _("Sum"),
            _("Note"),
        ),
        rows=tuple(rows),
    )


_GAMES_BEFORE = 9  # columns before those of the seats
_SEATS_AT_LEAST = 4


def _most_seats(tables: Iterable[TableLine]) -> int:
    return max((len(table.persons) for table in tables), default=_SEATS_AT_LEAST)


def _game_row(table: TableLine, game: GameLine, *, seats: int, columns: tuple[str, str], row: int) -> tuple[Value, ...]:
    first, last = columns
    together = sum(points or 0 for points in game.points)
    return (
        table.round_number,
        table.table_number,
        game.number,
        game.kind,
        _yes(game.mandatory),
        _yes(game.struck),
        game.dealer,
        game.soloist,
        game.value,
        *game.points,
        *[None] * (seats - len(game.points)),
        Formula(f"SUM({first}{row}:{last}{row})", together) if game.points else None,
        game.note,
    )


def tables_list(tables: Sequence[TableLine]) -> Listing:
    """Every seat of every table; points are a formula over the rows of the sheet where these were typed."""
    games = games_list(())
    starts = [2, *accumulate((len(table.games) for table in tables), initial=2)][1:]
    rows: list[tuple[Value, ...]] = []
    for table, start in zip(tables, starts, strict=False):
        rows.extend(_seat_rows(table, first_game=start, games_name=games.name, row=len(rows) + 2))
    return Listing(
        name=_("Tables"),
        headings=(
            _("Round"),
            _("Table"),
            _("Room"),
            _("Seat"),
            *name_headings(),
            _("Points"),
            _("Mandatory solos"),
            _("Sum of the table"),
            _("State"),
            _("Extra minutes"),
            _("Note"),
        ),
        rows=tuple(rows),
    )


_POINTS_OF_SEAT = "I"


def _seat_rows(table: TableLine, *, first_game: int, games_name: str, row: int) -> Iterable[tuple[Value, ...]]:
    """One row per seat; the sum of the table stands with its first seat."""
    last_game = first_game + len(table.games) - 1
    solos = table.mandatory_solos or _solos_played(table)
    for index, person in enumerate(table.persons):
        points: Value = None
        if table.totals:
            points = table.totals[index]
            typed = sum(game.points[index] or 0 for game in table.games if game.points)
            if table.games and typed == points:
                column = get_column_letter(_GAMES_BEFORE + 1 + index)
                points = Formula(f"SUM('{games_name}'!{column}{first_game}:{column}{last_game})", typed)
        together: Value = None
        if table.totals and index == 0:
            last = row + len(table.persons) - 1
            together = Formula(f"SUM({_POINTS_OF_SEAT}{row}:{_POINTS_OF_SEAT}{last})", sum(table.totals))
        yield (
            table.round_number,
            table.table_number,
            table.room,
            index + 1,
            *name_cells(person),
            points,
            solos[index] if solos else None,
            together,
            table.state if index == 0 else None,
            (table.extra_minutes or None) if index == 0 else None,
            "; ".join(filter(None, (table.note if index == 0 else "", table.seat_notes.get(index + 1)))) or None,
        )


def _solos_played(table: TableLine) -> tuple[int, ...]:
    """How many mandatory solos each seat has played, from the rows."""
    if not table.games:
        return ()
    seats = range(1, len(table.persons) + 1)
    return tuple(sum(game.mandatory and game.soloist == seat for game in table.games) for seat in seats)


def rounds_list(tables: Sequence[TableLine]) -> Listing:
    """One row per round: tables, players, sheets and games typed, and what all points come to."""
    name = tables_list(()).name
    numbers = sorted({table.round_number for table in tables})
    rows: list[tuple[Value, ...]] = []
    for row, number in enumerate(numbers, start=2):
        of_round = [table for table in tables if table.round_number == number]
        points = sum(sum(table.totals) for table in of_round)
        rows.append(
            (
                number,
                len(of_round),
                sum(len(table.persons) for table in of_round),
                sum(bool(table.totals) for table in of_round),
                sum(len(table.games) for table in of_round),
                Formula(f"SUMIF('{name}'!A:A,A{row},'{name}'!{_POINTS_OF_SEAT}:{_POINTS_OF_SEAT})", points),
            )
        )
    return Listing(
        name=_("Rounds"),
        headings=(_("Round"), _("Tables"), _("Players"), _("Sheets typed"), _("Games typed"), _("Sum of points")),
        rows=tuple(rows),
    )


def solos_list(tables: Sequence[TableLine]) -> Listing:
    """Every solo of the typed rows: who, what, mandatory or not, how it ended."""
    rows: list[tuple[Value, ...]] = []
    together = 0
    for table in tables:
        for game in table.games:
            if game.soloist is None or not game.points:
                continue
            points = game.points[game.soloist - 1]
            won = "" if points is None else _("won") if points > 0 else _("lost")
            where = (table.round_number, table.table_number, game.number)
            person = game.soloist_person or table.persons[game.soloist - 1]
            rows.append((*where, *name_cells(person), game.kind, _yes(game.mandatory), points, won))
            together += points or 0
    return Listing(
        name=_("Solos"),
        headings=(
            _("Round"),
            _("Table"),
            _("Game"),
            *name_headings(),
            _("Kind"),
            _("Mandatory solo"),
            _("Points"),
            _("Result"),
        ),
        rows=tuple(rows),
        sums=sum_row(_("Sum"), column=10, count=len(rows), value=together),
    )


def penalties_list(penalties: Sequence[PenaltyLine]) -> Listing:
    """Penalty points and deductions, in whose name and for what."""
    return Listing(
        name=_("Penalties"),
        headings=(
            _("Round"),
            _("Table"),
            _("Game"),
            *name_headings(),
            _("Points"),
            _("Kind"),
            _("Paragraph"),
            _("Reason"),
            _("Signed off by"),
        ),
        rows=tuple(
            (
                line.round_number,
                line.table_number,
                line.game_number,
                *name_cells(line.person),
                line.points,
                line.kind,
                line.section,
                line.reason,
                line.signed_by,
            )
            for line in penalties
        ),
        sums=sum_row(_("Sum"), column=8, count=len(penalties), value=sum(line.points for line in penalties)),
    )


def incidents_list(report: RefereeReport) -> Listing:
    """The referee's report as a list: every entry of the book, lifted ones too."""
    return Listing(
        name=_("Referee's report"),
        headings=(
            _("No."),
            _("Round"),
            _("Table"),
            _("Game"),
            _("Time"),
            _("Claimed by"),
            _("Against"),
            _("What was played"),
            _("What happened"),
            _("Class"),
            _("Paragraph"),
            _("Rule"),
            _("Points"),
            _("Other points because"),
            _("The game then"),
            _("Mandatory solo"),
            _("Warning"),
            _("Deduction"),
            _("Disqualified"),
            _("Extra minutes"),
            _("Signed off by"),
            _("Appeal"),
            _("Court"),
            _("Decision"),
            _("Lifted"),
            _("Remark"),
        ),
        rows=tuple(
            (
                one.number,
                one.round_number,
                one.table_number,
                one.game_number,
                one.happened_at,
                one.claimant,
                one.offender,
                game_words(one),
                one.facts,
                one.breach,
                one.section,
                one.law,
                points_words(one),
                one.points_reason,
                one.effect,
                one.mandatory_solo,
                _yes(one.warning),
                one.deduction or None,
                _yes(one.disqualified),
                one.extra_minutes or None,
                one.referee,
                one.appeal,
                ", ".join(one.court),
                one.decision,
                one.lifted,
                one.remark,
            )
            for one in report.incidents
        ),
    )


def seating_list(seating: Seating) -> Listing:
    """Who sits where, in the order handed in."""
    return Listing(
        name=_("Seats"),
        headings=(*name_headings(), _("Table"), _("Seat"), _("Room")),
        rows=tuple((*name_cells(line.person), line.table_number, line.position, line.room) for line in seating.lines),
    )


def meetings_list(cross_table: CrossTable) -> Listing:
    """Every pair that sat at one table, and in which rounds."""
    persons = {person.number: person for person in cross_table.persons}
    return Listing(
        name=_("Who met whom"),
        headings=(*name_headings(), *(f"{heading} 2" for heading in name_headings()), _("Times"), _("Rounds")),
        rows=tuple(
            (
                *name_cells(persons[meeting.first]),
                *name_cells(persons[meeting.second]),
                len(meeting.rounds),
                ", ".join(map(str, meeting.rounds)),
            )
            for meeting in cross_table.meetings
        ),
    )
