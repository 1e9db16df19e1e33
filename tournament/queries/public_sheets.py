"""The rows of the sheets as everybody may see them: only of sheets whose results are in the standings that are shown.

Penalties stand in nobody's row here: what a player has from a round, penalties included, is said by the standings.
"""

from dataclasses import dataclass
from uuid import UUID

from tournament.models import Depth, Tournament
from tournament.queries.public import Shown
from tournament.queries.scores import Score, State
from tournament.queries.sheets import Assessment, assess, sheets_of
from tournament.queries.standings import Standings, listed
from tournament.records import RUBRIC, UNPLAYED

Key = tuple[int, int]
"""Number of the round and of the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSeat:
    """Who held a position from a game of the round on; None for a seat left open."""

    position: int
    from_game: int
    participant: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRow:
    """One row: the points of the game alone per seat, None where nothing was played or it cannot be read.

    `apart`: it stands in the rubric of the mandatory solos, whose place among the games is unknown. `kind` is empty
    where the paper does not tell.
    """

    number: int
    apart: bool
    kind: str
    points: tuple[int | None, ...]
    dealer: int | None
    sits_out: int | None
    soloist: int | None
    mandatory: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSheet:
    """A sheet typed row by row, or in full games."""

    seats: tuple[PublicSeat, ...]
    rows: tuple[PublicRow, ...]


def public_sheets(tournament: Tournament, shown: Shown | None) -> dict[Key, PublicSheet]:
    """The confirmed sheets with rows whose results are shown as they are now. Five queries, none without standings.

    A sheet corrected since the list was posted stays out until the list is posted again.
    """
    if shown is None:
        return {}
    let_out, now = _results(shown.standings), _results(listed(tournament))
    sheets = {}
    for data in sheets_of(tournament, confirmed_only=True):
        key = data.round.number, data.table.number
        if data.depth != Depth.TOTALS and key in let_out and let_out[key] == now.get(key):
            sheets[key] = _sheet(assess(data))
    return sheets


def _results(standings: Standings) -> dict[Key, dict[UUID, Score]]:
    """What each had from each confirmed sheet."""
    results: dict[Key, dict[UUID, Score]] = {}
    for row in standings.rows:
        for column, score in zip(standings.columns, row.scores, strict=True):
            if score is not None and score.table is not None and score.state is State.CONFIRMED:
                results.setdefault((column.number, score.table), {})[row.participant.uuid] = score
    return results


def _sheet(found: Assessment) -> PublicSheet:
    judged = found.judgement
    rows = []
    for place, game in enumerate(found.data.games):
        points = None if game.kind in UNPLAYED else judged.row_points[place]
        sits_out = judged.sits_out[place]
        rows.append(
            PublicRow(
                number=game.number - RUBRIC if game.number > RUBRIC else game.number,
                apart=game.number > RUBRIC,
                kind=game.kind,
                points=tuple(
                    None if points is None or seat == sits_out else points[seat - 1]
                    for seat in range(1, found.data.table.size + 1)
                ),
                dealer=judged.dealers[place],
                sits_out=sits_out,
                soloist=judged.soloists[place],
                mandatory=judged.mandatory[place],
            )
        )
    return PublicSheet(
        seats=tuple(
            PublicSeat(
                position=seat.position,
                from_game=seat.from_game,
                participant=seat.participant.uuid if seat.participant is not None else None,
            )
            for seat in found.data.seats
        ),
        rows=tuple(rows),
    )
