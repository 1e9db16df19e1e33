"""Clerks type rows and viewers look at the public page, against the real server: what was acknowledged is counted.

    python -m tests.trials.sheets_load [seconds] [clerks] [viewers]
    pg_virtualenv -v 15 sh -c 'DATABASE_URL=postgres://$PGUSER:$PGPASSWORD@$PGHOST:$PGPORT/postgres \\
        python -m tests.trials.sheets_load'

Every acknowledged row is looked for afterwards and compared; every tenth is sent twice. Prints what was lost or
doubled, what failed, and how long the answers took. Ends with status 1 if anything was lost, doubled or failed.
"""

import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.trials.sheets_scene import Scene, Visit, percentile, use

_LOOK_EVERY_SECONDS = 3.0
_ROWS = 24


@dataclass
class Counts:
    """What the visitors saw, and what the desk has acknowledged: the text by table and row."""

    acknowledged: dict[tuple[int, int], str] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    saving: list[float] = field(default_factory=list)
    checking: list[float] = field(default_factory=list)
    looking: list[float] = field(default_factory=list)
    looks: Counter[int] = field(default_factory=Counter)
    broken: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Outcome:
    """What is wrong afterwards; all zero is good."""

    lost: int
    doubled: int
    failed: int


def clerk(scene: Scene, session: str, tables: list[int], counts: Counts, *, until: float, seed: int) -> None:
    """Types sheets row by row: two checks while typing, then the row; every tenth row is sent twice."""
    rng = random.Random(seed)
    visit = Visit(scene, session)
    for table in tables:
        sheet = f"/office/{scene.slug}/rounds/1/tables/{table}/"
        visit.get(sheet)
        for row in range(1, _ROWS + 1):
            if time.monotonic() > until:
                return
            text = f"{rng.choice(('12', '13', '14', '23', '24', '34'))} {rng.randint(1, 9)}"
            fields = {f"row-{row}": text, f"was-{row}": "", "way": "winners"}
            for _key in range(2):
                _timed(counts, counts.checking, lambda: visit.post(f"{sheet}rows/check/", **fields))  # noqa: B023  # at once
            for _time in range(2 if rng.random() < 0.1 else 1):
                status = _timed(counts, counts.saving, lambda: visit.post(f"{sheet}rows/", **fields))  # noqa: B023  # at once
                if status == 200:
                    with counts.lock:
                        counts.acknowledged[table, row] = text
            time.sleep(rng.uniform(0.05, 0.25))


def viewer(scene: Scene, counts: Counts, *, until: float, seed: int) -> None:
    """Looks at the public list and at the seats by turns."""
    rng = random.Random(seed)
    visit = Visit(scene)
    time.sleep(rng.uniform(0, _LOOK_EVERY_SECONDS))
    while time.monotonic() < until:
        path = f"/t/{scene.slug}/{rng.choice(('standings/', 'seats/'))}"
        status = _timed(counts, counts.looking, lambda: visit.get(path)[0])  # noqa: B023  # called at once
        with counts.lock:
            counts.looks[status] += 1
        time.sleep(_LOOK_EVERY_SECONDS)


def _timed(counts: Counts, times: list[float], visit: Callable[[], int]) -> int:
    begun = time.monotonic()
    try:
        status = visit()
    except OSError:
        with counts.lock:
            counts.broken += 1
        return 0
    with counts.lock:
        times.append(time.monotonic() - begun)
        counts.statuses[status] += 1
    return status


def load(folder: Path, *, seconds: float, clerks: int, viewers: int) -> tuple[Counts, Outcome]:
    """Set the scene, let everybody work, and compare. Django must be set up for the folder."""
    from tournament.models import Game, JournalEntry

    scene = Scene(folder)
    tables = clerks * max(1, round(seconds / 8))
    scene.set(clerks=clerks, tables=tables)
    scene.start()
    counts = Counts()
    until = time.monotonic() + seconds
    people = [
        threading.Thread(
            target=clerk,
            args=(scene, session, list(range(place, tables + 1, clerks)), counts),
            kwargs={"until": until, "seed": place},
        )
        for place, session in enumerate(scene.sessions, start=1)
    ]
    people += [
        threading.Thread(target=viewer, args=(scene, counts), kwargs={"until": until, "seed": seed})
        for seed in range(viewers)
    ]
    try:
        for person in people:
            person.start()
        for person in people:
            person.join()
    finally:
        scene.stop()
    games = Game.objects.filter(table__round__tournament__slug=scene.slug)
    found = {(game.table.number, game.number): game.typed for game in games.select_related("table")}
    lost = sum(found.get(place) != text for place, text in counts.acknowledged.items())
    steps = JournalEntry.objects.filter(tournament__slug=scene.slug, what="rows_typed").count()
    failed = counts.broken + sum(times for status, times in counts.statuses.items() if status >= 400)
    return counts, Outcome(lost=lost, doubled=steps - len(found), failed=failed)


def main(seconds: float = 60, clerks: float = 8, viewers: float = 60) -> int:
    with tempfile.TemporaryDirectory() as place:
        use(Path(place))
        from django.db import connection

        counts, outcome = load(Path(place), seconds=seconds, clerks=int(clerks), viewers=int(viewers))
        print(f"{connection.vendor}, {clerks:.0f} clerks, {viewers:.0f} viewers, {seconds:.0f} s")
    seen = sum(counts.looks.values())
    print(f"rows acknowledged  {len(counts.acknowledged)}, lost {outcome.lost}, doubled {outcome.doubled}")
    print(f"answers            {dict(sorted(counts.statuses.items()))}, failed {outcome.failed}")
    print(f"public pages       {seen}, of which 304: {100 * counts.looks[304] // max(seen, 1)} %")
    for name, times in (("saving", counts.saving), ("checking", counts.checking), ("looking", counts.looking)):
        print(f"{name:9} median {1000 * percentile(times, 50):6.0f} ms   p95 {1000 * percentile(times, 95):6.0f} ms")
    return 1 if any((outcome.lost, outcome.doubled, outcome.failed)) else 0


if __name__ == "__main__":
    sys.exit(main(*(float(word) for word in sys.argv[1:])))
