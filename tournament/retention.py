"""How long names are kept: months after the day of a tournament, chosen for the whole desk and kept beside the data.

due   a tournament whose day is longer ago than that, and that still holds names. Nothing is removed by itself.
"""

from calendar import monthrange
from datetime import date

from scoring.errors import Problem, RuleError
from tournament.desk_files import choice_of, keep_choice

NEVER = 0
MOST_MONTHS = 240
_CHOICE = "retention"


def months() -> int:
    """The months that were chosen; 0: names are kept for good. A spoilt file counts as no choice."""
    try:
        found = int(choice_of(_CHOICE)["months"])
    except (ValueError, KeyError, TypeError):
        return NEVER
    return found if 0 <= found <= MOST_MONTHS else NEVER


def choose(number: int) -> None:
    """Keep the choice. Raises RuleError retention_months (params most), OSError where nothing can be written."""
    if not 0 <= number <= MOST_MONTHS:
        raise RuleError([Problem(code="retention_months", field="months", params={"most": MOST_MONTHS})])
    keep_choice(_CHOICE, {"months": number})


def last_day(*, today: date, number: int) -> date:
    """The newest day of a tournament that is due after so many months; a missing day counts as the month's last."""
    month = today.year * 12 + today.month - 1 - number
    year, month = divmod(month, 12)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
