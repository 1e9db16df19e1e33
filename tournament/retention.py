"""How long names are kept: months after the day of a tournament, chosen for the whole desk and kept beside the data.

due   a tournament whose day is longer ago than that, and that still holds names. Nothing is removed by itself.
"""

import json
from datetime import date
from pathlib import Path

from django.conf import settings

from scoring.errors import Problem, RuleError
from tournament.backup_folders import write_whole

NEVER = 0
MOST_MONTHS = 240
_FILE = "retention.json"


def months() -> int:
    """The months that were chosen; 0: names are kept for good. A spoilt file counts as no choice."""
    try:
        found = int(json.loads((Path(settings.DATA_DIR) / _FILE).read_text(encoding="utf-8"))["months"])
    except (OSError, ValueError, KeyError, TypeError):
        return NEVER
    return found if 0 <= found <= MOST_MONTHS else NEVER


def choose(number: int) -> None:
    """Keep the choice. Raises RuleError retention_months (params most), OSError where nothing can be written."""
    if not 0 <= number <= MOST_MONTHS:
        raise RuleError([Problem(code="retention_months", field="months", params={"most": MOST_MONTHS})])
    write_whole(Path(settings.DATA_DIR), _FILE, json.dumps({"months": number}).encode())


def last_day(*, today: date, number: int) -> date:
    """The newest day of a tournament that is due after so many months; a missing day counts as the month's last."""
    month = today.year * 12 + today.month - 1 - number
    year, month = divmod(month, 12)
    for day in range(today.day, 27, -1):
        try:
            return date(year, month + 1, day)
        except ValueError:
            continue
    return date(year, month + 1, min(today.day, 27))
