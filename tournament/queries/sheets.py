"""Reads of the sheets: what was typed, table by table."""

from collections import defaultdict

from tournament.models import Game, Penalty, Round, Seat, Table, Tournament
from tournament.records import SheetData


def sheets_of(tournament: Tournament, *, up_to: Round | None = None, confirmed_only: bool = False) -> list[SheetData]:
    """The sheets of all rounds up to one (None: of all), by round and table. Four queries for any number of sheets.

    A sheet counts for the standings once `table.confirmed_at` is set.
    """
    tables = Table.objects.filter(tournament=tournament)
    if up_to is not None:
        tables = tables.filter(round__number__lte=up_to.number)
    if confirmed_only:
        tables = tables.filter(confirmed_at__isnull=False)
    return gathered(list(tables.select_related("round").order_by("round__number", "number")))


def sheet_data(table: Table) -> SheetData:
    """The sheet of one table. Three queries if the table's round is loaded."""
    return gathered([table])[0]


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
            games=tuple(games[table.pk]),
            penalties=tuple(penalties[table.pk]),
        )
        for table in tables
    ]
