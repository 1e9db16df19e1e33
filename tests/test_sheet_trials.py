"""Small samples of what is tried at length by hand: speed, load and kills of the sheet desk."""

import re
import subprocess
import sys

import pytest

from tests.desk_process import ROOT, surroundings

MINUTE = 60


def run(tmp_path, program, *arguments):
    """What the program prints. It works in a folder of its own, on SQLite."""
    done = subprocess.run(
        [sys.executable, "-m", program, *map(str, arguments)],
        cwd=ROOT,
        env=surroundings(tmp_path),
        capture_output=True,
        text=True,
        timeout=5 * MINUTE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_benchmark_prints_its_figures(tmp_path):
    printed = run(tmp_path, "tests.benchmarks.sheets_speed", 12, 1, 3)

    assert [line.split("  ")[0] for line in printed.splitlines()] == [
        "keystroke to checked row",
        "saving totals",
        "queries of the board",
        "standings from the rows",
        "standings, sheets kept",
    ]
    assert re.search(r"queries of the board +(\d+) and \1 ", printed)


def test_clerks_and_viewers_lose_and_double_nothing(tmp_path):
    printed = run(tmp_path, "tests.trials.sheets_load", 3, 2, 2)

    assert re.search(r"rows acknowledged  [1-9]\d*, lost 0, doubled 0\n", printed)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on this system")
def test_killed_server_loses_nothing_and_leaves_nothing_half(tmp_path):
    printed = run(tmp_path, "tests.trials.sheets_kill", 2)

    assert re.fullmatch(r"killed 2 times; [1-9]\d* saves acknowledged, 0 lost, 0 half\n", printed)
