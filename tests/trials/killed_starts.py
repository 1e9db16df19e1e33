"""Kills first starts and running desks at random moments; the next start must find a desk that works.

    python -m tests.trials.killed_starts [tries] [seed]

Prints how often the desk was killed before and after it answered, and how many next starts or accounts were lost.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.desk_process import ROOT, Browser, free_port, running_desk, surroundings

ACCOUNT = {"name": "Berta", "username": "berta", "password": "karo-ass-sticht", "password_again": "karo-ass-sticht"}


def killed_first_start(folder: Path, *, seconds: float) -> None:
    """A first start that is killed after so many seconds, whatever it is doing."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "start", "--no-browser", "--port", str(free_port())],
        cwd=ROOT,
        env=surroundings(folder),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(seconds)
    process.kill()
    process.wait()


def works(folder: Path) -> bool:
    """Whether the next start answers and its link makes an account that can log in."""
    try:
        with running_desk(folder) as desk:
            made = Browser(desk).send(desk.links()[0], **ACCOUNT)
            desk.process.kill()
            desk.process.wait()
        with running_desk(folder) as desk:
            browser = Browser(desk)
            browser.send("login/", username="berta", password=ACCOUNT["password"])
            return made == 200 and browser.url == desk.address
    except AssertionError as error:
        print(error)
        return False


def main(tries: int = 20, seed: int = 1) -> int:
    """Tries it so often; returns how many desks were lost."""
    rng = Random(seed)
    lost, made = 0, 0
    for number in range(1, tries + 1):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "data"
            seconds = rng.uniform(0.2, 3.0)
            killed_first_start(folder, seconds=seconds)
            made += (folder / "dokodesk.sqlite3").exists()
            good = works(folder)
            lost += not good
            print(f"{number:3}  killed after {seconds:.2f} s  next start {'works' if good else 'FAILED'}", flush=True)
    print(
        f"{tries} first starts killed ({made} with the database in place), "
        f"{tries} desks killed after the account; lost: {lost}"
    )
    return lost


if __name__ == "__main__":
    sys.exit(bool(main(*(int(argument) for argument in sys.argv[1:]))))
