"""Text that a spreadsheet would take for a formula, and the apostrophe that keeps it text in a CSV file."""

LIKE_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What such a text begins with."""
_GUARD = "'"


def guarded(text: str) -> str:
    """The text with the apostrophe where it needs one; its own is doubled, so that `unguarded` gives back the same."""
    return _GUARD + text if text.lstrip(_GUARD).startswith(LIKE_A_FORMULA) else text


def unguarded(cell: str) -> str:
    """The cell without the apostrophe that our own files, and other programs', have put before it."""
    has_one = cell.startswith(_GUARD) and cell.lstrip(_GUARD).startswith(LIKE_A_FORMULA)
    return cell[1:] if has_one else cell
