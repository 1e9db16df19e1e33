"""Reads of the clock: the time of a round and of each of its tables."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.clock import RoundClock, TableClock
from tournament.models import Extension, Round, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTable:
    """A table with its clock and the extra minutes it was given."""

    table: Table
    clock: TableClock
    extensions: tuple[Extension, ...]


def clock_of(round_: Round) -> RoundClock:
    """The clock of a round. No query."""
    return RoundClock(
        started=round_.started_at,
        paused=round_.paused_at,
        paused_seconds=round_.paused_seconds,
        ended=round_.ended_at,
        minutes_four=round_.minutes_four,
        minutes_five=round_.minutes_five,
        mandatory_solos=round_.mandatory_solos > 0,
    )


def timed_tables(round_: Round) -> list[TimedTable]:
    """Every table of a round by number with its own clock. Two queries for any number of tables."""
    clock = clock_of(round_)
    given: dict[int, list[Extension]] = {}
    for extension in _extensions(round_):
        given.setdefault(extension.table_id, []).append(extension)
    return [
        TimedTable(
            table=table,
            clock=clock.table(
                size=table.size,
                extra=sum(extension.minutes for extension in given.get(table.pk, ())),
                handed_in=table.received_at is not None or table.typed_at is not None,
            ),
            extensions=tuple(given.get(table.pk, ())),
        )
        for table in Table.objects.filter(round=round_).order_by("number")
    ]


def _extensions(round_: Round) -> QuerySet[Extension]:
    return Extension.objects.filter(table__round=round_).order_by("given_at", "pk")
