"""Two versions side by side: what stands on a sheet now, and what somebody typed who saw an older one.

theirs   what stands there
mine     what was typed now and is not kept yet
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.errors import RuleError
from tournament.models import Game
from tournament.queries.sheets import Assessment
from tournament.records import SheetData, label_of, written_totals
from tournament.services.sheet_rows import TypedRow, shown
from tournament.services.sheet_trials import try_row
from tournament.services.written_totals import WrittenTotal, spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One cell in both versions, None where it cannot be read."""

    theirs: int | None
    mine: int | None

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """One row in both versions, or one total at the foot; `key` names its field. `cells` are the points per seat."""

    key: str
    label: str
    theirs: str
    mine: str
    cells: tuple[Pair, ...]
    full: bool = False
    """Whether one of them is a full game: its entries stand beside its own fields."""


def conflicts_of(
    found: Assessment,
    *,
    rows: Mapping[int, TypedRow],
    foot: Mapping[int, WrittenTotal],
) -> tuple[Conflict, ...]:
    """Everything just typed over something else than the clerk saw, in the order of the paper. No query."""
    games = {game.number: game for game in found.data.games if game.pk is not None}
    disputed = [
        _row(found, number, typed, games)
        for number, typed in sorted(rows.items())
        if typed.was is not None and shown(games.get(number)) not in (typed.was, typed.shown)
    ]
    there = written_totals(found.data)
    for position, typed_total in sorted(foot.items()):
        theirs = spelled(there[position - 1]) if position <= len(there) else ""
        if typed_total.was is not None and theirs not in (typed_total.was, typed_total.shown):
            cells = tuple(
                Pair(theirs=total, mine=typed_total.total if seat == position else total)
                for seat, total in enumerate(there, start=1)
            )
            key = f"foot-{position}"
            disputed.append(Conflict(key=key, label="Σ", theirs=theirs, mine=typed_total.shown, cells=cells))
    return tuple(disputed)


def points_of(found: Assessment, number: int) -> tuple[int | None, ...]:
    """The points of a row per seat; None for a row that is not there or cannot be read."""
    place = next((place for place, game in enumerate(found.data.games) if game.number == number), None)
    points = None if place is None else found.judgement.row_points[place]
    return points or (None,) * found.data.table.size


def pairs(found: Assessment, number: int, typed: TypedRow) -> tuple[Pair, ...]:
    """The points of a row as it stands and as it was typed now."""
    try:
        mine = points_of(try_row(found.data, number=number, typed=typed), number)
    except RuleError:
        mine = (None,) * found.data.table.size
    return tuple(Pair(theirs=before, mine=after) for before, after in zip(points_of(found, number), mine, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One entry of a full game in both versions, in words."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVersions:
    """A full game in both versions: entry by entry, and the points per seat. `theirs` is what stands there now."""

    theirs: str
    details: tuple[Detail, ...]
    cells: tuple[Pair, ...]


def game_versions(
    found: Assessment, *, number: int, typed: TypedRow, theirs: Mapping[str, str], mine: Mapping[str, str]
) -> GameVersions:
    """A full game as it stands and as it was typed now; `theirs` and `mine` are its entries in words by their labels.

    What is empty in both versions is left out.
    """
    lines = (Detail(label=label, theirs=theirs.get(label, ""), mine=word) for label, word in mine.items())
    return GameVersions(
        theirs=shown(row_there(found.data, number)),
        details=tuple(line for line in lines if line.differs or line.mine not in ("", "–")),
        cells=pairs(found, number, typed),
    )


def row_there(data: SheetData, number: int) -> Game | None:
    """The row that is kept under a number; None where nothing stands."""
    return next((game for game in data.games if game.number == number and game.pk is not None), None)


def _row(found: Assessment, number: int, typed: TypedRow, games: Mapping[int, Game]) -> Conflict:
    return Conflict(
        key=str(number),
        label=label_of(number),
        theirs=shown(games.get(number)),
        mine=typed.shown,
        cells=pairs(found, number, typed),
        full=typed.record is not None or (number in games and games[number].record is not None),
    )
