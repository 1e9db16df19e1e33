"""Two directors press "draw" at the same moment, in two processes on one database file: one seating comes of it."""

import json
import subprocess
import sys

from tests.desk_process import ROOT, surroundings
from tests.two_directors import PLAYERS


def begin(folder, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.two_directors", *words],
        cwd=ROOT,
        env=surroundings(folder),
        stdout=subprocess.PIPE,
        text=True,
    )


def run(folder, *words: str) -> str:
    out, _none = begin(folder, *words).communicate(timeout=120)
    return out


def test_two_directors_at_once_get_one_seating(tmp_path):
    run(tmp_path, "prepare")

    presses = [begin(tmp_path, "press", director) for director in ("1", "2")]
    answers = [press.communicate(timeout=120)[0].split() for press in presses]

    assert answers == [["302", "/office/herbst-1/rounds/1/"]] * 2
    assert json.loads(run(tmp_path, "look")) == {"drawn": 1, "attempt": 1, "seats": PLAYERS, "people": PLAYERS}
