"""The cells of our CSV files, read back."""

import csv
from io import StringIO

from tournament.guards import unguarded


def read(data: bytes) -> list[list[str]]:
    """The cells as text, without their guards."""
    rows = csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=";")
    return [[unguarded(cell) for cell in row] for row in rows]
