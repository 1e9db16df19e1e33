"""What each public page shows of the public state: the same for the page that is asked for and for the file."""

from typing import Any

from tournament.chart import chart
from tournament.queries.public import PublicState
from tournament.queries.scores import State
from tournament.tables.standings import PublicStandingsTable


def person_context(state: PublicState, number: int) -> dict[str, Any]:
    """One player: seat, neighbours, results. Raises KeyError for a start number that the public does not see."""
    me = state.people[number]
    row = state.shown.row(me.uuid) if state.shown is not None else None
    columns = state.shown.standings.columns if state.shown is not None else ()
    results = list(zip(columns, row.scores, strict=True)) if row is not None else []
    here = state.table_of(number)
    table, place = here if here is not None else (None, None)
    return {
        "me": me,
        "table": table,
        "place": place,
        "row": row,
        "results": results,
        "chart": chart(
            [
                (column.number, score.points)
                for column, score in results
                if score is not None and score.points is not None and score.state is not State.MISSED and column.counts
            ]
        ),
        "rests": number in state.resting,
        "entries": state.entries.get(number, ()),
    }


def standings_context(state: PublicState) -> dict[str, Any]:
    """The standings as far as they are shown."""
    if state.shown is None:
        return {"table": None}
    rows, columns = state.shown.standings.rows, state.shown.standings.columns
    return {"table": PublicStandingsTable(rows, columns, people=state.by_uuid)}


def seats_context(state: PublicState) -> dict[str, Any]:
    """Everybody's seat by name, and who sits out."""
    places = {place.seen.number: (table, place) for table in state.tables for place in table.places if place.seen}
    return {
        "seats": [(person, *places[number]) for number, person in state.people.items() if number in places],
        "resting": [person for number, person in state.people.items() if number in state.resting],
    }
