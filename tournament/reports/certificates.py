"""Certificates for winners."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Design(StrEnum):
    """The two designs: a classic one with a double frame, a plain one."""

    CLASSIC = "classic"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One person's honour. `rank` None prints `text` alone; `signatures` are (name, office) below a line each."""

    event: str
    name: str
    rank: int | None = None
    club: str = ""
    points: int | None = None
    category: str = ""
    text: str = ""
    place: str = ""
    day: date | None = None
    signatures: tuple[tuple[str, str], ...] = ()


def build(
    certificates: Sequence[Certificate],
    *,
    design: Design = Design.CLASSIC,
    logo: bytes | None = None,
    landscape: bool = False,
    copies: int = 1,
) -> bytes:
    """The PDF, one A4 page each; `logo` is a PNG or JPEG file.

    Raises ValueError if `logo` is no picture that can be read; the desk words it.
    """
    raise NotImplementedError
