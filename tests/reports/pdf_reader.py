"""Reads a PDF back as what an eye sees: each piece of text with the box it takes on the page, and every line's extent.

A small interpreter of the drawing commands that our papers use; pypdf opens the file and its streams.
"""

import re
from dataclasses import dataclass
from io import BytesIO

from pypdf import PdfReader
from pypdf.generic import ContentStream, StreamObject

IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
SUITS = {0xA8: "♣", 0xA9: "♦", 0xAA: "♥", 0xAB: "♠"}
SUIT_WIDTHS = {0xA8: 776.0, 0xA9: 595.0, 0xAA: 694.0, 0xAB: 626.0}  # ZapfDingbats, which no file holds
_ASCENT, _DESCENT, _FLAT = 0.68, 0.2, 0.02  # as shares of the size: capitals, letters like g, all others
_DESCENDING = frozenset("gjpqyQŞşĄąĘęçÇ,;()/|@_ŢţŅņğıĢģķļŗ")


@dataclass(frozen=True)
class Text:
    """A piece of text and its box in points from the lower left corner of the page."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    size: float


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    texts: tuple[Text, ...]
    points: tuple[tuple[float, float], ...]

    @property
    def words(self) -> list[str]:
        """The pieces in the order in which they were drawn."""
        return [text.text for text in self.texts]

    @property
    def letters(self) -> str:
        """All letters in reading order without blanks, so that wrapped names can be found."""
        ordered = sorted(self.texts, key=lambda text: (-round(text.bottom), text.left))
        return re.sub(r"\s", "", "".join(text.text for text in ordered))


def read(data: bytes) -> list[Page]:
    return [_read_page(page) for page in PdfReader(BytesIO(data)).pages]


def overlaps(page: Page, *, tolerance: float = 0.4) -> list[tuple[str, str]]:
    """Pairs of pieces whose boxes lie over each other."""
    pieces = sorted((text for text in page.texts if text.text.strip()), key=lambda text: text.bottom)
    found = []
    for index, lower in enumerate(pieces):
        for upper in pieces[index + 1 :]:
            if upper.bottom >= lower.top - tolerance:
                break
            if upper.left < lower.right - tolerance and lower.left < upper.right - tolerance:
                found.append((lower.text, upper.text))
    return found


def outside(page: Page, *, margin: float) -> list[object]:
    """Pieces and points that are nearer to the edge than `margin`."""
    low_x, low_y = margin, margin
    high_x, high_y = page.width - margin, page.height - margin
    texts = [
        text.text
        for text in page.texts
        if text.left < low_x or text.right > high_x or text.bottom < low_y or text.top > high_y
    ]
    points = [(x, y) for x, y in page.points if not (low_x <= x <= high_x and low_y <= y <= high_y)]
    return [*texts, *points]


class _Font:
    def __init__(self, font):
        self.widths = SUIT_WIDTHS
        self.letters = SUITS
        if "/Widths" in font:
            first = int(font["/FirstChar"])
            self.widths = {first + index: float(width) for index, width in enumerate(font["/Widths"])}
            self.letters = _to_unicode(font["/ToUnicode"].get_data().decode("ascii"))

    def decode(self, data: bytes) -> str:
        return "".join(self.letters.get(byte, chr(byte)) for byte in data)

    def width(self, data: bytes) -> float:
        return sum(self.widths[byte] for byte in data) / 1000


def _to_unicode(cmap: str) -> dict[int, str]:
    pairs = re.findall(r"^<(\w+)> <(\w+)>$", cmap.split("beginbfchar", 1)[1], flags=re.MULTILINE)
    return {int(code, 16): chr(int(letter, 16)) for code, letter in pairs}


def _multiplied(inner, outer):
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _at(matrix, x, y):
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


class _Interpreter:
    def __init__(self, reader):
        self.reader = reader
        self.texts: list[Text] = []
        self.points: list[tuple[float, float]] = []
        self.fonts: dict[int, _Font] = {}

    def run(self, stream, resources, matrix):
        stack = []
        font, size, line = None, 0.0, IDENTITY
        for operands, operator in ContentStream(stream, self.reader).operations:
            match operator:
                case b"q":
                    stack.append(matrix)
                case b"Q":
                    matrix = stack.pop()
                case b"cm":
                    matrix = _multiplied([float(value) for value in operands], matrix)
                case b"Tf":
                    font, size = self._font(resources["/Font"][operands[0]]), float(operands[1])
                case b"Tm":
                    line = tuple(float(value) for value in operands)
                case b"Tj":
                    self._show(operands[0], font, size, _multiplied(line, matrix))
                case b"Do":
                    self._do(resources["/XObject"][operands[0]].get_object(), matrix)
                case b"m" | b"l":
                    self.points.append(_at(matrix, float(operands[0]), float(operands[1])))
                case b"c":
                    values = [float(value) for value in operands]
                    self.points.extend(_at(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=True))
                case b"re":
                    x, y, width, height = (float(value) for value in operands)
                    self.points.extend((_at(matrix, x, y), _at(matrix, x + width, y + height)))

    def _font(self, reference):
        font = reference.get_object()
        key = id(font)
        if key not in self.fonts:
            self.fonts[key] = _Font(font)
        return self.fonts[key]

    def _do(self, xobject: StreamObject, matrix):
        if xobject["/Subtype"] == "/Form":
            own = tuple(float(value) for value in xobject.get("/Matrix", IDENTITY))
            self.run(xobject, xobject["/Resources"], _multiplied(own, matrix))
        else:
            self.points.extend((_at(matrix, 0, 0), _at(matrix, 1, 1)))

    def _show(self, shown, font, size, matrix):
        data = shown.original_bytes
        text = font.decode(data)
        width = font.width(data) * size
        descent = _FLAT if _DESCENDING.isdisjoint(text) else _DESCENT
        corners = [_at(matrix, 0, -descent * size), _at(matrix, width, _ASCENT * size)]
        (left, right), (bottom, top) = (sorted(values) for values in zip(*corners, strict=True))
        self.texts.append(Text(text, left, bottom, right, top, size))


def _read_page(page) -> Page:
    interpreter = _Interpreter(page.pdf)
    interpreter.run(page.get_contents(), page["/Resources"], IDENTITY)
    return Page(
        float(page.mediabox.width), float(page.mediabox.height), tuple(interpreter.texts), tuple(interpreter.points)
    )
