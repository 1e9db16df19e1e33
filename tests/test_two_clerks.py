"""Two people type and confirm one sheet at the same second, in two processes: one wins, the other sees it."""

import json
import subprocess
import sys

from tests.desk_process import ROOT, surroundings


def begin(folder, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.two_clerks", *words],
        cwd=ROOT,
        env=surroundings(folder),
        stdout=subprocess.PIPE,
        text=True,
    )


def run(folder, *words: str) -> str:
    out, _none = begin(folder, *words).communicate(timeout=120)
    return out


def test_two_people_at_one_sheet_at_once(tmp_path):
    run(tmp_path, "prepare")

    answers = {}
    for what in ("totals", "row", "confirm"):
        presses = [begin(tmp_path, "press", what, person) for person in ("1", "2")]
        answers[what] = sorted(press.communicate(timeout=120)[0].split()[0] for press in presses)
    found = json.loads(run(tmp_path, "look"))

    assert answers["totals"] == answers["row"] == ["302", "422"]
    assert answers["confirm"] == ["302", "302"]
    assert found["totals"] in ([4, -4, 4, -4], [8, -8, 8, -8])
    assert found["row"] in ("13 1", "13 2")
    assert (found["typed"], found["rows"], found["confirmed"], found["confirmations"]) == (1, 1, 1, 1)
