"""The worked examples of the rules as a desk meets them: as lines a clerk types and decisions a referee states."""

import json
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[1] / "fixtures"
MARKS = {"silent_wedding": "h", "failed_wedding": "h"}


def _lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FIXTURES / name).read_text("utf-8").splitlines()]


PENALTIES = _lines("penalties.jsonl")
FIVES = _lines("fives.jsonl")
DEALS = [json.loads(path.read_text("utf-8")) for path in sorted((FIXTURES / "sheets").glob("D*.json"))]


def line_of(row: dict[str, Any]) -> str:
    """A row of a worked sheet as a clerk types it."""
    points, soloist = row.get("points"), row.get("soloist")
    if row["kind"] in ("struck", "not_played"):
        return {"struck": "x", "not_played": "n"}[row["kind"]]
    if soloist is None:
        return " ".join(str(value) for value in points)
    mark = MARKS.get(row["kind"], "s" if row.get("mandatory") else "l")
    dealer = f" d{row['dealer']}" if "dealer" in row else ""
    return f"{mark}{soloist} {points[soloist - 1] // 3}{dealer}"


def row_of_penalty(case: dict[str, Any]) -> str:
    """The game of a worked penalty as a clerk types it, without the penalty."""
    return line_of({"kind": case["kind"], "points": case["points"], "soloist": case["soloist"], "mandatory": False})


def stated(case: dict[str, Any]) -> list[dict[str, Any]]:
    """What the referee states in a worked case: a decision for each penalty and each deduction, people as seats."""
    decisions: list[dict[str, Any]] = []
    for penalty in case["penalties"]:
        clear = penalty.get("solo_clear", True)
        kind = "wedding" if not clear else "solo" if case["soloist"] else "normal"
        decisions.append(
            {
                "offender": penalty["offender"],
                "breach": penalty["class"],
                "kind": kind,
                "soloist": case["soloist"] if kind == "solo" else None,
                "pledges": penalty.get("pledges", 0),
                "can_hurt": penalty.get("can_hurt"),
            }
        )
    decisions += [
        {"offender": seat, "breach": "unsportsmanlike", "deduction": points}
        for seat, points in enumerate(case["deductions"], start=1)
        if points
    ]
    return decisions
