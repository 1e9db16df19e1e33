"""A poster for the wall: a QR code as large as the page and what it is good for."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.reports.page import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """`heading` is large ("Where do I sit?"), `sentences` below, `url` in the code and in letters.

    `network` and `password` are those of the hall's own wireless network, printed if given.
    """

    event: str
    heading: str
    url: str
    sentences: tuple[str, ...] = ()
    network: str = ""
    password: str = ""


def build(posters: Sequence[Poster], *, paper: Paper = Paper.A4, copies: int = 1) -> bytes:
    """The PDF, one page per poster."""
    raise NotImplementedError
