"""The handbook: one page per stage of the day, written in each language in a light markup.

stage    a part of the day, by the name of its file; `STAGES` has them in the order of the day
block    a heading, a paragraph, a point of a list, or a picture with its caption
piece    a run of a block: plain text, the label of a button or field, a key, or a command to be typed

Markup: `# title`, `## heading`, `- point`, `! picture caption`, any other line a paragraph; `[Label]`, `{Key}`,
`` `command` ``. The pictures are those of `handbook_shots`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from tournament.handbook_shots import SHOTS, address_of

STAGES = (
    "before",
    "set_up",
    "registration",
    "draw",
    "print",
    "clock",
    "sheets",
    "penalties",
    "standings",
    "money",
    "closing",
    "files",
    "trouble",
)
LANGUAGES = ("de", "en")

_FOLDER = Path(__file__).resolve().parent.parent / "templates" / "tournament" / "handbook"
_PIECE = re.compile(r"\[(?P<label>[^\]]+)\]|\{(?P<key>[^}]+)\}|`(?P<command>[^`]+)`")
_QUOTES = {"de": ("„", "“"), "en": ("“", "”")}


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    POINT = "point"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of text. `kind` is text, label, key or command."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A heading, a paragraph, a point of a list, or a picture: then `pieces` are its caption, `picture` its name."""

    kind: Kind
    pieces: tuple[Piece, ...]
    picture: str = ""
    address: str = ""
    """The picture in the language of the page, as static files name it."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels. Raises KeyError for a picture that nobody takes."""
        return {shot.name: shot.size for shot in SHOTS}[self.picture]

    @property
    def on_phone(self) -> bool:
        """Whether the picture is that of a phone."""
        return any(shot.phone for shot in SHOTS if shot.name == self.picture)

    def plain(self, language: str) -> str:
        """The block as a line of text: labels in the quotation marks of the language, keys in brackets."""
        marks = {"label": _QUOTES[language], "key": ("[", "]"), "command": ("", ""), "text": ("", "")}
        return "".join(marks[piece.kind][0] + piece.text + marks[piece.kind][1] for piece in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One stage of the day."""

    stage: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def groups(self) -> tuple[tuple[Block, ...], ...]:
        """The blocks with the points that follow one another together: each list is one group."""
        groups: list[list[Block]] = []
        for block in self.blocks:
            if block.kind is Kind.POINT and groups and groups[-1][0].kind is Kind.POINT:
                groups[-1].append(block)
            else:
                groups.append([block])
        return tuple(map(tuple, groups))


def read_page(stage: str, *, language: str) -> Page:
    """The page of a stage in German, or in English for every other language. Raises KeyError for an unknown stage."""
    if stage not in STAGES:
        raise KeyError(stage)
    return _read(stage, spoken(language))


def read_all(*, language: str) -> tuple[Page, ...]:
    """All pages in the order of the day."""
    return tuple(read_page(stage, language=language) for stage in STAGES)


def spoken(language: str) -> str:
    """The language of the handbook for a language of the screen, such as "de" for "de-at"."""
    return "de" if language.partition("-")[0] == "de" else "en"


@lru_cache(maxsize=len(STAGES) * len(LANGUAGES))
def _read(stage: str, language: str) -> Page:
    return parse((_FOLDER / language / f"{stage}.txt").read_text(encoding="utf-8"), stage=stage, language=language)


def parse(text: str, *, stage: str, language: str = "en") -> Page:
    """The page that a text in the markup describes. Its first line is the title."""
    first, *lines = [line.strip() for line in text.splitlines() if line.strip()]
    return Page(stage=stage, title=first.removeprefix("# "), blocks=tuple(_block(line, language) for line in lines))


def _block(line: str, language: str) -> Block:
    if line.startswith("! "):
        name, _blank, caption = line.removeprefix("! ").partition(" ")
        address = address_of(name, language=language)
        return Block(kind=Kind.PICTURE, pieces=_pieces(caption), picture=name, address=address)
    for mark, kind in (("## ", Kind.HEADING), ("- ", Kind.POINT)):
        if line.startswith(mark):
            return Block(kind=kind, pieces=_pieces(line.removeprefix(mark)))
    return Block(kind=Kind.PARAGRAPH, pieces=_pieces(line))


def _pieces(line: str) -> tuple[Piece, ...]:
    pieces, end = [], 0
    for found in _PIECE.finditer(line):
        if found.start() > end:
            pieces.append(Piece(kind="text", text=line[end : found.start()]))
        kind = found.lastgroup or "text"
        pieces.append(Piece(kind=kind, text=found[kind]))
        end = found.end()
    if end < len(line):
        pieces.append(Piece(kind="text", text=line[end:]))
    return tuple(pieces)
