"""The quality of a seating in words' reach: names instead of numbers, the rounds before instead of counts.

again     two people who meet again, and where they met before
unmet     a wish that is not kept
"""

from dataclasses import dataclass

from tournament.draw.values import Report, TablePlan, Tie
from tournament.models import Participant, Round
from tournament.queries import draws
from tournament.queries import rounds as queries


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainLine:
    """Two people at one table who met before, in the rounds named."""

    first: Participant
    second: Participant
    table: int
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmetLine:
    """Two people at one table who should not share it; `name` is their club or team."""

    first: Participant
    second: Participant
    table: int
    tie: Tie
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLine:
    """Somebody at a table of five, or resting, again: how often after this round."""

    participant: Participant
    fives: int
    rests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """Somebody on a position for the `times`-th time."""

    participant: Participant
    position: int
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedLine:
    """By standings: whose table is not the one of the rank (tables counted from the top)."""

    participant: Participant
    rank: int
    due: int
    seated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What the director reads before publishing."""

    report: Report
    again: tuple[AgainLine, ...]
    unmet: tuple[UnmetLine, ...]
    turns: tuple[TurnLine, ...]
    seats: tuple[SeatLine, ...]
    moved: tuple[MovedLine, ...]

    @property
    def is_fewest(self) -> bool:
        """Whether no draw of this round can have fewer meetings again."""
        return sum(len(pair.before) for pair in self.report.repeats) <= self.report.bound

    @property
    def thirds(self) -> tuple[AgainLine, ...]:
        """Pairs that meet for the third time or more."""
        return tuple(line for line in self.again if len(line.before) > 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTable:
    """A table with what is to be said about it."""

    seated: queries.SeatedTable
    again: tuple[AgainLine, ...]
    unmet: tuple[UnmetLine, ...]


def quality(round_: Round, seating: queries.Seating) -> Quality:
    """The quality of the seats as they are now, after swaps and repairs too. Ten queries for any number of players."""
    people = queries.people_of(round_.tournament)
    numbers = {person.pk: number for number, person in sorted(people.items(), reverse=True)}
    given = draws.seated_input(round_, seating)
    tables = draws.table_plans(seating, numbers)
    return worded(draws.report_of(tables, given, sitting_out=draws.sitting_out(seating)), people)


def worded(found: Report, people: dict[int, Participant]) -> Quality:
    """A report with names. No query."""
    return Quality(
        report=found,
        again=tuple(
            AgainLine(first=people[pair.first], second=people[pair.second], table=pair.table, before=pair.before)
            for pair in found.repeats
            if pair.first in people and pair.second in people
        ),
        unmet=tuple(
            UnmetLine(
                first=people[wish.first], second=people[wish.second], table=wish.table, tie=wish.tie, name=wish.name
            )
            for wish in found.unmet
        ),
        turns=tuple(
            TurnLine(participant=people[turn.id], fives=turn.fives, rests=turn.rests)
            for turn in found.turns
            if (turn.fives > 1 or turn.rests > 1) and turn.id in people
        ),
        seats=tuple(
            SeatLine(participant=people[seat.id], position=seat.number, times=seat.times)
            for seat in found.seats
            if seat.id in people
        ),
        moved=tuple(
            MovedLine(participant=people[move.id], rank=move.rank, due=move.due, seated=move.seated)
            for move in found.moved
        ),
    )


def draft_tables(seating: queries.Seating, found: Quality | None) -> tuple[DraftTable, ...]:
    """The tables with their repeats and unmet wishes. No query."""
    return tuple(
        DraftTable(
            seated=table,
            again=tuple(line for line in found.again if line.table == table.table.number) if found else (),
            unmet=tuple(line for line in found.unmet if line.table == table.table.number) if found else (),
        )
        for table in seating.tables
    )


def differs_from_draw(round_: Round, tables: tuple[TablePlan, ...]) -> bool:
    """Whether seats were changed by hand since the draw."""
    drawn = (round_.draw_report or {}).get("tables")
    return drawn is not None and [table["players"] for table in drawn] != [list(table.players) for table in tables]
