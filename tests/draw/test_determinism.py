"""The same field, history, settings and seed give the same seating on every machine and every version of Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
import json
from tournament.draw.rehearsal import Change, rehearse
from tournament.draw.values import Apart, Fives, Rest, Settings
joined = (Change(round=3, player=50, joins=True),)
fields = [
    (16, Settings(rounds=5), {}, ()),
    (22, Settings(rounds=4), {number: f"club {number % 3}" for number in range(1, 23)}, ()),
    (26, Settings(rounds=3, fives=Fives.NEVER, rest=Rest.SIT_OUT), {}, ()),
    (41, Settings(rounds=4, apart=(Apart(first=3, second=4, strict=True),)), {}, joined),
    (100, Settings(rounds=3), {number: "Herz" for number in range(1, 26)}, ()),
]
print(json.dumps([
    [[[table.number, table.players] for table in draw.tables] + [draw.steps] for draw in rehearse(
        players=players, settings=settings, seed=2026, clubs=clubs, changes=changes, planned=planned)]
    for players, settings, clubs, changes in fields for planned in (True, False)
]))
"""


def drawn(python: str, *, hash_seed: str) -> str:
    """What another process draws."""
    done = subprocess.run(
        [python, "-c", PROGRAM],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def other_pythons() -> list[str]:
    """Other versions from 3.11 on that are installed beside this one."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(versions.glob("3.1[1-9].*/bin/python"))
    here = f"{sys.version_info.major}.{sys.version_info.minor}."
    return [str(path) for path in found if not path.parts[-3].startswith(here)]


def test_two_processes_with_different_hash_seeds_draw_the_same():
    first, second = (drawn(sys.executable, hash_seed=hash_seed) for hash_seed in ("1", "4711"))

    assert first == second
    assert len(json.loads(first)) == 10


@pytest.mark.parametrize("python", [sys.executable, *other_pythons()])
def test_every_python_found_draws_the_same(python):
    assert drawn(python, hash_seed="7") == drawn(sys.executable, hash_seed="0")
