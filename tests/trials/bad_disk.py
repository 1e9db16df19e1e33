"""A real disk that is full, a database held for longer than the desk waits, and a start on a disk that is read-only.

    python -m tests.trials.bad_disk        as root on Linux: it needs a small disk of its own

A desk runs on a disk of a few megabytes. Players are registered until the disk is full; then there is room again. Then
another program holds the database for longer than the desk waits. Counted are acknowledged registrations that are
lost, answers without a sentence, and starts that fail afterwards. Under open files no system makes a disk read-only;
that is played in tests/test_faults.py, here a start is tried on such a disk.
"""

import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.desk_process import Browser, RunningDesk, running_desk, start_and_end

ACCOUNT = {
    "name": "Ännchen Müßig",
    "username": "aennchen",
    "password": "karo-ass-sticht",
    "password_again": "karo-ass-sticht",
}
_DISK = "24m"
_HELD_SECONDS = 30


@dataclass
class Found:
    """What one trial found; `refused` are answers 503 with a sentence."""

    tries: int = 0
    saved: int = 0
    refused: int = 0
    without_sentence: int = 0
    names: set[str] = field(default_factory=set)

    def register(self, browser: Browser, desk: RunningDesk, name: str) -> int | None:
        self.tries += 1
        status = browser.send(
            "office/probe-2026/participants/",
            to="office/probe-2026/participants/new/",
            surname=name,
            first_name="Ida",
            note="kommt mit dem Zug " * 10,
            another="1",
        )
        if status == 200 and browser.url.startswith(f"{desk.address}office/probe-2026/participants/"):
            self.saved += 1
            self.names.add(name)
        elif status == 503 and "data-trouble" in browser.page and f"<li>{name}</li>" in browser.page:
            self.refused += 1
        else:
            self.without_sentence += 1
        return status


def kept_names(folder: Path) -> set[str]:
    with sqlite3.connect(folder / "dokodesk.sqlite3") as database:
        found = {name for (name,) in database.execute("SELECT surname FROM tournament_participant")}
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    return found


@contextmanager
def small_disk() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", place], check=True)
        try:
            yield Path(place)
        finally:
            subprocess.run(["umount", "--lazy", place], check=True)


def remount(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how},size={_DISK}", str(disk)], check=True)


def prepare(desk: RunningDesk) -> Browser:
    browser = Browser(desk)
    browser.send(desk.links()[0], **ACCOUNT)
    browser.send("tournaments/new/", name="Probe", date="2026-12-24", place="", preset="open")
    return browser


def fill(disk: Path, *, leave: int) -> Path:
    """A file that takes all room but so many bytes."""
    filler = disk / "filler"
    with filler.open("wb") as file:
        try:
            while True:
                file.write(bytes(64 * 1024))
                file.flush()
        except OSError:
            pass
    size = filler.stat().st_size
    with filler.open("r+b") as file:
        file.truncate(max(0, size - leave))
    return filler


def full(folder: Path, disk: Path, desk: RunningDesk, browser: Browser, found: Found) -> None:
    """The disk fills up while people are registered; then somebody makes room."""
    filler = fill(disk, leave=200_000)
    for number in range(60):
        if found.register(browser, desk, f"Voll-{number}") == 503:
            break
    found.register(browser, desk, "Immer noch voll")
    filler.unlink()
    found.register(browser, desk, "Wieder Platz")


def held(folder: Path, disk: Path, desk: RunningDesk, browser: Browser, found: Found) -> None:
    """Another program holds the database: a short while is waited for, a long one is said."""
    holder = sqlite3.connect(folder / "dokodesk.sqlite3", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    begun = time.monotonic()
    found.register(browser, desk, "Lange gehalten")
    assert time.monotonic() - begun < _HELD_SECONDS
    holder.execute("ROLLBACK")
    holder.close()
    found.register(browser, desk, "Wieder frei")


def try_out(name: str, act: Callable[[Path, Path, RunningDesk, Browser, Found], None]) -> bool:
    found = Found()
    with small_disk() as disk:
        folder = disk / "daten"
        with running_desk(folder) as desk:
            act(folder, disk, desk, prepare(desk), found)
        lost = len(found.names - kept_names(folder))
        half = len(kept_names(folder) - found.names)
        with running_desk(folder) as desk:
            browser = Browser(desk)
            browser.send("login/", username="aennchen", password=ACCOUNT["password"])
            starts = browser.status("office/probe-2026/participants/") == 200
        log = (folder / "log" / "dokodesk.log").read_text(encoding="utf-8") if found.refused else ""
        told = len(re.findall(r"\b\d{5}\b", log)) >= min(found.refused, 1)
    good = not (lost or half or found.without_sentence) and starts and told
    print(
        f"{name:<12} tries {found.tries:3}  saved {found.saved:3}  refused with a sentence {found.refused:2}  "
        f"without {found.without_sentence}  lost {lost}  unacknowledged {half}  "
        f"next start {'works' if starts else 'FAILED'}",
        flush=True,
    )
    return good


def start_refused(name: str, spoil: Callable[[Path], None], mend: Callable[[Path], None]) -> bool:
    """A start on a disk that cannot be written says so in one sentence; afterwards it starts."""
    with small_disk() as disk:
        folder = disk / "daten"
        with running_desk(folder) as desk:
            prepare(desk)
        spoil(disk)
        ended = start_and_end(folder)
        mend(disk)
        with running_desk(folder) as desk:
            starts = Browser(desk).status("login/") == 200
    sentence = ended.returncode == 1 and len(ended.stderr.splitlines()) == 1
    print(f"{name:<12} start: {ended.stderr.strip()[:90]}  next start {'works' if starts else 'FAILED'}", flush=True)
    return sentence and starts


def main() -> int:
    good = [
        try_out("full disk", full),
        try_out("held", held),
        start_refused("read-only", lambda disk: remount(disk, "ro"), lambda disk: remount(disk, "rw")),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
