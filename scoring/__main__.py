"""`python -m scoring < games.jsonl` evaluates one game a line; `python -m scoring sheet < sheet.json` judges one sheet.

Exit status: 0 nothing found, 1 findings or refusals, 2 something could not be read.
"""

import argparse
import json
import sys
from typing import Any

from .wire import answer_game, answer_sheet

NOTHING_FOUND = 0
FINDINGS = 1
UNREADABLE = 2


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _object(text: bytes) -> dict[str, Any]:
    """The JSON object in a text. Raises ValueError where it is none."""
    try:
        value = json.loads(text.decode("utf-8-sig"), parse_constant=_no_constant)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(value, dict):
        raise TypeError("not a JSON object")
    return value


def _games() -> int:
    status = NOTHING_FOUND
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            source = _object(line)
        except (TypeError, ValueError) as error:
            print(f"line {number}: {error}", file=sys.stderr)
            status = UNREADABLE
            continue
        answer, evaluated = answer_game(source)
        print(json.dumps(answer))
        if not evaluated:
            status = max(status, FINDINGS)
    return status


def _sheet() -> int:
    try:
        source = _object(sys.stdin.buffer.read())
    except (TypeError, ValueError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 1
        print(f"line {line}: {error}", file=sys.stderr)
        return UNREADABLE
    answer, clean = answer_sheet(source)
    print(json.dumps(answer))
    return NOTHING_FOUND if clean else FINDINGS


def main(arguments: list[str] | None = None) -> int:
    """Read the standard input, print the answers, return the exit status; `arguments` default to those of the call."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Judge games or a score sheet (JSON).")
    parser.add_argument("what", nargs="?", choices=("games", "sheet"), default="games")
    return _sheet() if parser.parse_args(arguments).what == "sheet" else _games()


if __name__ == "__main__":  # pragma: no cover  seen by the tests that start the command
    sys.exit(main())
