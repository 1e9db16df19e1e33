"""Letters on paper: fonts, and text that shrinks, then wraps, and is never cut.

A *block* is a text fitted into a width: its lines and the size of its letters. All lengths are in points.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

import font_source_sans_pro  # type: ignore[import-untyped]  # a package of font files, without types
from reportlab.lib.colors import Color
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

Align = Literal["left", "right", "center"]

TEXT, BOLD, BOLD_ITALIC = "Desk", "Desk-Bold", "Desk-BoldItalic"
SUITS = frozenset("♣♠♥♦")
SUIT_FONT = "ZapfDingbats"  # part of every PDF reader; the text font has no suits

BLACK = Color(0, 0, 0)
GREY = Color(0.38, 0.36, 0.33)  # 6.9:1 on white, and still grey on a black-and-white printer
LIGHT = Color(0.75, 0.73, 0.7)
SOFT = Color(0.94, 0.93, 0.9)
RED = Color(0.66, 0.11, 0.11)

LEADING = 1.18  # from base line to base line, as a share of the size
DESCENT = 0.27  # from the lower edge of a line to its base line, as a share of the size
_SHORTEST_PIECE = 4  # letters of a broken word on its last line
_QUANTUM = 4  # sizes go in quarters of a point, so that a document has few of them


def register_fonts() -> None:
    """Make the three faces of the text font known to the PDF maker; a second call does nothing."""
    if TEXT in pdfmetrics.getRegisteredFontNames():
        return
    folder = Path(font_source_sans_pro.__file__).parent / "files"
    for name, face in ((BOLD, "Bold"), (BOLD_ITALIC, "BoldIt"), (TEXT, "Regular")):
        pdfmetrics.registerFont(TTFont(name, folder / f"SourceSansPro-{face}.ttf"))


@lru_cache(maxsize=32_768)
def clean(text: str, font: str = TEXT) -> str:
    """The text as the font can draw it: composed letters, no controls, a base letter or "?" for what it lacks."""
    register_fonts()
    known = pdfmetrics.getFont(font).face.charToGlyph
    letters = []
    for letter in unicodedata.normalize("NFC", text):
        if ord(letter) in known or letter in SUITS:
            letters.append(letter)
        elif letter.isspace():
            letters.append(" ")
        elif unicodedata.category(letter)[0] != "C" and not unicodedata.combining(letter):
            base = unicodedata.normalize("NFKD", letter)[0]
            letters.append(base if ord(base) in known else "?")
    return "".join(letters).strip()


def _runs(text: str, font: str) -> list[tuple[str, str]]:
    """The text in pieces of one font each, for it may hold suits."""
    runs: list[tuple[str, str]] = []
    for letter in text:
        face = SUIT_FONT if letter in SUITS else font
        if runs and runs[-1][1] == face:
            runs[-1] = (runs[-1][0] + letter, face)
        else:
            runs.append((letter, face))
    return runs


@lru_cache(maxsize=65_536)
def _unit_width(text: str, font: str) -> float:
    register_fonts()
    if SUITS.isdisjoint(text):
        return float(pdfmetrics.stringWidth(text, font, 1))
    return sum(float(pdfmetrics.stringWidth(run, face, 1)) for run, face in _runs(text, font))


def width_of(text: str, *, font: str = TEXT, size: float) -> float:
    """The width of the text in one line."""
    return _unit_width(clean(text, font), font) * size


@dataclass(frozen=True, slots=True)
class Block:
    """A fitted text: each of its lines is at most as wide as was asked."""

    lines: tuple[str, ...]
    font: str
    size: float

    @property
    def leading(self) -> float:
        """From base line to base line."""
        return self.size * LEADING

    @property
    def height(self) -> float:
        """From the top of the first line's box to the bottom of the last."""
        return len(self.lines) * self.leading

    @property
    def width(self) -> float:
        """The width of the widest line."""
        return max((_unit_width(line, self.font) for line in self.lines), default=0.0) * self.size


def _quantised(size: float) -> float:
    """The size rounded down to a quarter of a point; below one point as it is."""
    return int(size * _QUANTUM) / _QUANTUM if size >= 1 else size


def _words(text: str) -> list[str]:
    """The text cut where a line may end: after spaces, hyphens and slashes, but not within "e. V."."""
    words: list[str] = [""]
    for letter in text:
        words[-1] += letter
        if letter in " -/–" and not (len(words[-1]) == 3 and words[-1].endswith(". ")):
            words.append("")
    return [word for word in words if word]


def _broken(word: str, *, font: str, limit: float) -> list[str]:
    """The word in pieces that fit, for it is longer than a line; the last of them is no mere letter or two."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and _unit_width(pieces[-1] + letter, font) > limit:
            pieces.append("")
        pieces[-1] += letter
    missing = _SHORTEST_PIECE - len(pieces[-1].rstrip())
    if len(pieces) > 1 and 0 < missing < len(pieces[-2]) - _SHORTEST_PIECE:
        pieces[-2:] = [pieces[-2][:-missing], pieces[-2][-missing:] + pieces[-1]]
    return pieces


def _wrapped(text: str, *, font: str, limit: float, breaking: bool) -> tuple[str, ...] | None:
    """Lines no wider than `limit` at size 1; None if a word does not fit and must not be broken."""
    lines: list[str] = []
    line = ""
    for word in _words(text):
        if line and _unit_width((line + word).rstrip(), font) > limit:
            lines.append(line.rstrip())
            line = ""
        if not line and _unit_width(word.rstrip(), font) > limit:
            if not breaking:
                return None
            *full, word = _broken(word, font=font, limit=limit)
            lines.extend(full)
        line += word
    return (*lines, line.rstrip())


@lru_cache(maxsize=32_768)
def fit(
    text: str, *, font: str = TEXT, size: float, width: float, lines: int = 2, shrink: float = 0.8, height: float = 1e6
) -> Block:
    """The text fitted into `width`: shrunk down to `shrink` of its size, then wrapped on as few lines as carry it, up
    to `lines`, and only where that is not enough shrunk further and its words broken. Nothing is ever left out.

    `height` bounds the block as well.
    """
    text = clean(text, font)
    one_line = _unit_width(text, font)
    top = min(size, height / LEADING)
    if not text:
        return Block((), font, size)
    if one_line * max(top * shrink, 1) <= width:
        return Block((text,), font, min(top, _quantised(width / one_line)))
    smallest = max(size * shrink, 1)
    for count in range(2, lines + 1):
        step = size
        while step >= smallest:
            found = _wrapped(text, font=font, limit=width / step, breaking=False)
            if found and len(found) <= count and len(found) * step * LEADING <= height:
                return Block(found, font, step)
            step -= 0.5
    step = smallest
    while lines > 1 and step > size * 0.05:
        found = _wrapped(text, font=font, limit=width / step, breaking=True)
        if found and len(found) <= lines and len(found) * step * LEADING <= height:
            return Block(found, font, step)
        step *= 0.94
    return Block((text,), font, min(width / one_line, height / LEADING))


def draw_line(canvas: Canvas, x: float, y: float, text: str, *, font: str, size: float, align: Align = "left") -> None:
    """One line of clean text with its base line at `y`; `x` is its left end, right end or middle."""
    if align != "left":
        width = _unit_width(text, font) * size
        x -= width if align == "right" else width / 2
    if SUITS.isdisjoint(text):
        canvas.setFont(font, size)
        canvas.drawString(x, y, text)
        return
    for run, face in _runs(text, font):
        canvas.setFont(face, size)
        canvas.drawString(x, y, run)
        x += _unit_width(run, face) * size


def draw_block(canvas: Canvas, x: float, top: float, block: Block, *, align: Align = "left") -> float:
    """Draw the block with its upper edge at `top`; comes back with its lower edge."""
    y = top - block.leading + block.size * DESCENT
    for line in block.lines:
        draw_line(canvas, x, y, line, font=block.font, size=block.size, align=align)
        y -= block.leading
    return top - block.height


def draw_text(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    font: str = TEXT,
    size: float = 10,
    align: Align = "left",
    color: Color = BLACK,
    width: float | None = None,
) -> None:
    """One line of any text with its base line at `y`, shrunk to `width` if it is wider."""
    text = clean(text, font)
    if not text:
        return
    if width is not None and _unit_width(text, font) * size > width:
        size = width / _unit_width(text, font)
    canvas.setFillColor(color)
    draw_line(canvas, x, y, text, font=font, size=size, align=align)
    if color is not BLACK:
        canvas.setFillColor(BLACK)
