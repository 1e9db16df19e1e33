"""How long a director waits from the start to the first page, as ratios in one run.

    python -m tests.benchmarks.start_speed [starts]

first    the very first start, which makes the folder, the key, the tables and the style sheets
later    every other start
bare     an interpreter that imports Django and ends, for comparison with the machine
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.desk_process import running_desk


def _start(folder: Path) -> float:
    begun = time.perf_counter()
    with running_desk(folder):
        return time.perf_counter() - begun


def _bare() -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import django.test"], check=True)
    return time.perf_counter() - begun


def main(starts: int = 5) -> None:
    times: dict[str, list[float]] = {"first": [], "later": [], "bare": []}
    for _time in range(starts):
        with tempfile.TemporaryDirectory() as place:
            times["first"].append(_start(Path(place) / "data"))
            times["later"].append(_start(Path(place) / "data"))
            times["bare"].append(_bare())
    bare = statistics.median(times["bare"])
    for name, seconds in times.items():
        print(
            f"{name:6} {min(seconds):6.2f} {statistics.median(seconds):6.2f} {max(seconds):6.2f} s"
            f"   {statistics.median(seconds) / bare:5.1f} x bare"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
