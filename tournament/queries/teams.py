"""Lists within the list: teams, and categories, always from the same rows."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.queries.standings import Row, Standings


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A team with the sums of its members; `rounds` as the columns of the standings."""

    name: str
    members: tuple[Row, ...]
    rounds: tuple[int, ...]
    total: int
    rank: int
    shared: bool

    @property
    def spoken(self) -> str:
        """The members, best first."""
        return ", ".join(row.participant.name for row in self.members)


def teams(standings: Standings) -> list[TeamRow]:
    """The teams by total; equal totals share a rank. All members count, also those outside the ranking."""
    members: dict[str, list[Row]] = defaultdict(list)
    for row in standings.rows:
        if row.participant.team:
            members[row.participant.team].append(row)
    totals = {name: sum(row.total for row in rows) for name, rows in members.items()}
    order = sorted(totals, key=lambda name: (-totals[name], name))
    return [
        TeamRow(
            name=name,
            members=tuple(members[name]),
            rounds=tuple(_sum(members[name], place) for place in range(len(standings.columns))),
            total=totals[name],
            rank=1 + sum(total > totals[name] for total in totals.values()),
            shared=sum(total == totals[name] for total in totals.values()) > 1,
        )
        for name in order
    ]


def categories(rows: Iterable[Row]) -> list[str]:
    """The categories that somebody in the list belongs to, by name."""
    return sorted({category for row in rows for category in row.participant.categories})


def in_category(standings: Standings, category: str) -> list[Row]:
    """The rows of a category with their ranks within it, in the order of the list."""
    rows = [row for row in standings.rows if category in row.participant.categories]
    ranks = [row.rank for row in rows if row.rank is not None]
    return [
        row
        if row.rank is None
        else replace(row, rank=1 + sum(rank < row.rank for rank in ranks), shared=ranks.count(row.rank) > 1)
        for row in rows
    ]


def _sum(rows: Iterable[Row], place: int) -> int:
    scores = (row.scores[place] for row in rows)
    return sum(score.points or 0 for score in scores if score is not None)
