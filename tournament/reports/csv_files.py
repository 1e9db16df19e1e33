"""Lists as CSV that Excel in German opens rightly: `;`, UTF-8 with BOM, CRLF, decimal comma."""

from tournament.reports.listing import Listing


def build(listing: Listing) -> bytes:
    """The file: headings, then rows; numbers stay numbers, text that Excel would take for a formula stays text."""
    raise NotImplementedError


def read(data: bytes) -> list[list[str]]:
    """The cells of a file that `build` has made, as text, guards taken off."""
    raise NotImplementedError
