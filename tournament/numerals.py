"""Whole numbers as people and pages send them."""


def whole_number(text: str | None, *, digits: int) -> int | None:
    """The number in a text of at most so many digits; None for anything else.

    Signs such as ² are digits to Python but no number, and thousands of digits would take it an age.
    """
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) <= digits else None
