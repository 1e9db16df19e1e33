"""What a step typed on a sheet, kept in its entry so that the journal can be read aloud: [place, before, now].

The sentences stand in `tournament.messages.sheets`.
"""

from scoring.game import score_game
from tournament.models import Game
from tournament.records import label_of, record_of
from tournament.services.journal import Step


def tell_row(doing: Step, number: int, *, before: str, now: str) -> None:
    """What stood in a row and what stands there now, both as `said` has them.

    A full game that is another, but brings the same points, is told by them alone.
    """
    _tell(doing, "games", label_of(number), "" if before == now else before, now)


def tell_place(doing: Step, number: int, *, before: int | None, now: int | None) -> None:
    """After which game a solo of the rubric was played."""
    _tell(doing, "places", label_of(number), before, now)


def tell_total(
    doing: Step, name: str, position: int, *, before: int | None, now: int | None, from_game: int = 1
) -> None:
    """A number of a holder of a seat: his `total`, his `solos`, or the total at the `foot` of the paper."""
    _tell(doing, name, position if from_game == 1 else [position, from_game], before, now)


def said(game: Game | None) -> str:
    """A row as it is read aloud: its text, or the points of a full game."""
    if game is None or game.record is None:
        return "" if game is None else game.typed
    points = score_game(record_of(game, seats=game.table.size)).points
    return " ".join(f"{cell:+d}" if cell else "0" for cell in points)


def _tell(
    doing: Step, name: str, place: str | int | list[int], before: str | int | None, now: str | int | None
) -> None:
    if before != now:
        doing.params.setdefault(f"typed_{name}", []).append([place, before, now])
