"""Presets: named values that fill a tournament's settings. Every value can be changed afterwards, layout 8.5."""

from typing import Any

DDV: dict[str, Any] = {
    "rounds": 3,
    "games_four": 24,
    "games_five": 30,
    "minutes_four": 100,
    "minutes_five": 125,
    "mandatory_solos": 1,
    "fives": "never",
    "rest": "waiting_list",
    "form": "rubric",
    "depth": "totals",
    "check_sum": "refuse",
    "check_parity": "refuse",
    "check_solos": "refuse",
    "check_rows": "refuse",
    "second_person": True,
    "open_sheets": "refuse",
    "warn_minutes": [10, 5],
    "fee_cents": 1200,
    "payout_percent": 100,
}
"""Ranking tournaments of the DDV: TSR 8.3.1, 8.5.1, 4.2.3, 7.3.3; fee and payout as announced for them."""

OPEN: dict[str, Any] = {
    "rounds": 3,
    "games_four": 16,
    "games_five": 20,
    "minutes_four": None,
    "minutes_five": None,
    "mandatory_solos": 0,
    "fives": "needed",
    "rest": "sit_out",
    "form": "played",
    "depth": "totals",
    "check_sum": "warn",
    "check_parity": "warn",
    "check_solos": "off",
    "check_rows": "warn",
    "second_person": False,
    "open_sheets": "warn",
    "warn_minutes": [],
    "fee_cents": 1000,
    "payout_percent": 100,
}
"""Village and club evenings: sixteen games at a four, twenty at a five, no clock, no mandatory solo."""

PRESETS: dict[str, dict[str, Any]] = {"ddv": DDV, "open": OPEN}
