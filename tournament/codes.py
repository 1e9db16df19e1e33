"""The code of a printed sheet: digits only, so that a scanner with another keyboard layout types it right.

It names a sheet and gives no right. Eight digits: round (2), table (3), print version (2), check digit. The check digit
finds every single wrong digit and every two neighbours that changed places (Damm's scheme).
"""

from dataclasses import dataclass

LENGTH = 8

_DAMM = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)
# The upper row of a French keyboard without shift, where a scanner set to German or English meets it.
_FRENCH = str.maketrans("&é\"'(-è_çà", "1234567890")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCode:
    """What a code says: a table of a round, and which print of its sheet."""

    round: int
    table: int
    print_version: int


def write_code(code: SheetCode) -> str:
    """The eight digits that are printed. Print versions run from 1 to 99 and begin again.

    Raises ValueError for a round above 99 or a table above 999.
    """
    if not (1 <= code.round <= 99 and 1 <= code.table <= 999):
        raise ValueError("a code holds rounds up to 99 and tables up to 999")
    digits = f"{code.round:02d}{code.table:03d}{_printed(code.print_version):02d}"
    return f"{digits}{_check_digit(digits)}"


def read_code(text: str) -> SheetCode | None:
    """What the digits say, None if they are no code or a digit is wrong. Spaces and points do not matter."""
    digits = "".join(character for character in text.translate(_FRENCH) if character not in " .\t")
    if len(digits) != LENGTH or not (digits.isascii() and digits.isdecimal()) or _check_digit(digits) != 0:
        return None
    return SheetCode(round=int(digits[:2]), table=int(digits[2:5]), print_version=int(digits[5:7]))


def is_outdated(code: SheetCode, *, print_version: int) -> bool:
    """Whether the sheet was printed before the seats of its table changed; `print_version` is the table's own."""
    return code.print_version != _printed(print_version)


def _printed(print_version: int) -> int:
    return (print_version - 1) % 99 + 1


def _check_digit(digits: str) -> int:
    """0 for digits that end in their check digit."""
    check = 0
    for digit in digits:
        check = _DAMM[check][int(digit)]
    return check
