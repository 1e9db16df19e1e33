"""The pictures of the handbook: which page of the demo each shows, and on which screen.

shot   one picture; `name` is the name of its file and what the texts of the handbook call it by
scene  the demo tournament on which it is taken: sheets coming in, drawn and not yet published, or at play
"""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "static" / "tournament" / "handbook"
PLAYING, DRAFT, AT_PLAY = "playing", "draft", "at play"
LAPTOP, PHONE = (1280, 760), (390, 700)
"""Width and height in pixels of what is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One picture. `page` is the name of an address; `values` fill its places beside the tournament."""

    name: str
    page: str
    scene: str = ""
    values: tuple[tuple[str, int], ...] = ()
    phone: bool = False
    query: str = ""

    @property
    def size(self) -> tuple[int, int]:
        return PHONE if self.phone else LAPTOP


_SECOND = (("number", 2),)
SHOTS = (
    Shot(name="desk", page="desk", scene=PLAYING),
    Shot(name="new-tournament", page="tournament_new"),
    Shot(name="participants", page="participants", scene=PLAYING),
    Shot(name="check-in-phone", page="check_in", scene=PLAYING, query="show=all", phone=True),
    Shot(name="draft", page="round", scene=DRAFT, values=_SECOND),
    Shot(name="print", page="papers", scene=PLAYING),
    Shot(name="clock", page="round_clock", scene=AT_PLAY, values=_SECOND),
    Shot(name="sheet", page="sheet", scene=PLAYING, values=(("round_number", 2), ("table_number", 1))),
    Shot(name="incident", page="incident_new", scene=AT_PLAY, values=(("round_number", 2), ("table_number", 1))),
    Shot(name="standings", page="standings", scene=PLAYING),
    Shot(name="standings-phone", page="public_standings", scene=PLAYING, phone=True),
    Shot(name="money", page="money", scene=PLAYING),
    Shot(name="backup", page="backup", scene=PLAYING),
    Shot(name="archive", page="archive_new"),
    Shot(name="late", page="round_late", scene=AT_PLAY, values=_SECOND, query="number=5"),
)


def file_of(name: str, *, language: str) -> Path:
    """Where a picture lies."""
    return FOLDER / language / f"{name}.png"


def address_of(name: str, *, language: str) -> str:
    """The picture as static files name it."""
    return f"tournament/handbook/{language}/{name}.png"
