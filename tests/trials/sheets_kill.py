"""The server is killed in the middle of saves; what it had acknowledged must be there, and nothing half.

    python -m tests.trials.sheets_kill [kills] [seed]

Two clerks type rows, two type totals that are confirmed at once and reopen them again, until the server is killed at a
random moment and started anew on the same data. A save that was not acknowledged may have happened or not, but never
by half. Prints what was found; ends with status 1 for anything lost or half.
"""

import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.trials.sheets_scene import Scene, Visit, use

_ROWS = 24
_NOTHING = ((None,) * 4, False)
_LONGEST_SECONDS = 1.5


@dataclass
class Known:
    """What the desk has acknowledged, and what was sent last without an answer."""

    rows: dict[tuple[int, int], str] = field(default_factory=dict)
    sheets: dict[int, tuple[tuple[int | None, ...], bool]] = field(default_factory=dict)
    """Totals of a table and whether it is confirmed."""
    open_sheets: dict[int, tuple[tuple[int | None, ...], bool]] = field(default_factory=dict)
    saves: int = 0


@dataclass
class Outcome:
    """What was found wrong after all kills; all zero is good."""

    lost: int = 0
    half: int = 0
    saves: int = 0


def type_rows(scene: Scene, session: str, table: int, known: Known, stop: threading.Event, seed: int) -> None:
    """Types the rows of one table over and over, each time otherwise."""
    rng = random.Random(seed)
    visit = Visit(scene, session)
    sheet = f"/office/{scene.slug}/rounds/1/tables/{table}/"
    try:
        visit.get(sheet)
        while not stop.is_set():
            row = rng.randint(1, _ROWS)
            text = f"{rng.choice(('12', '13', '14', '23', '24', '34'))} {rng.randint(1, 20)}"
            # An unanswered save may have happened: then whichever of the two stands there is right.
            known.rows[table, -row] = text
            if visit.post(f"{sheet}rows/", **{f"row-{row}": text, "way": "winners"}) == 200:
                known.rows[table, row] = text
                known.saves += 1
            del known.rows[table, -row]
    except OSError:
        return


def type_totals(scene: Scene, session: str, table: int, known: Known, stop: threading.Event, seed: int) -> None:
    """Types totals, which confirms them, and reopens the sheet, by turns."""
    rng = random.Random(seed)
    visit = Visit(scene, session)
    sheet = f"/office/{scene.slug}/rounds/1/tables/{table}/"
    try:
        while not stop.is_set():
            totals, confirmed = known.sheets.get(table, _NOTHING)
            if confirmed:
                visit.get(f"{sheet}reopen/")
                known.open_sheets[table] = (totals, False)
                status = visit.post(f"{sheet}reopen/", reason="noch einmal")
            else:
                page = visit.get(f"{sheet}?edit")[1]
                version = page.split('name="version" value="')[1].split('"')[0]
                one, other = rng.randint(0, 40), rng.randint(0, 40)
                totals = (2 * one, -2 * one, 2 * other, -2 * other)
                known.open_sheets[table] = (totals, True)
                fields: dict[str, Any] = {f"total-{p}-1": total for p, total in enumerate(totals, start=1)}
                status = visit.post(f"{sheet}totals/", version=version, reason="so", **fields)
            if status == 302:
                known.sheets[table] = known.open_sheets[table]
                known.saves += 1
            del known.open_sheets[table]
    except OSError:
        return


def check(scene: Scene, known: Known, outcome: Outcome) -> None:
    """Compare what the database holds with what was acknowledged."""
    from tournament.models import Game, JournalEntry, Seat, Table, Tournament

    for table in Table.objects.filter(round__tournament__slug=scene.slug).order_by("number"):
        games = {game.number: game for game in Game.objects.filter(table=table)}
        for row in range(1, _ROWS + 1):
            allowed = {known.rows.get((table.number, row)), known.rows.get((table.number, -row))} - {None}
            game = games.get(row)
            if (table.number, row) in known.rows and (game is None or game.typed not in allowed):
                outcome.lost += 1
            if game is not None and None in (game.p1, game.p2, game.p3, game.p4):
                outcome.half += 1
        totals = tuple(seat.total for seat in Seat.objects.filter(table=table).order_by("position"))
        stands = (totals, table.confirmed_at is not None)
        expected = [known.sheets.get(table.number, _NOTHING), known.open_sheets.get(table.number)]
        if stands not in expected:
            outcome.lost += 1
        if (table.confirmed_at is None) != (table.confirmed_by_id is None) or 0 < totals.count(None) < len(totals):
            outcome.half += 1
        known.sheets[table.number] = stands
    tournament = Tournament.objects.get(slug=scene.slug)
    numbers = list(
        JournalEntry.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
    )
    if numbers != list(range(1, tournament.journal_number + 1)):
        outcome.half += 1
    rows = {place: text for place, text in known.rows.items() if place[1] > 0}
    for table, row in {(table, -row) for table, row in known.rows if row < 0}:
        game = Game.objects.filter(table__round__tournament=tournament, table__number=table, number=row).first()
        if game is not None:
            rows[table, row] = game.typed
    known.rows = rows
    known.open_sheets.clear()
    outcome.saves = known.saves


def kill_often(folder: Path, *, kills: int, seed: int) -> Outcome:
    """Set the scene and kill the server so many times. Django must be set up for the folder."""
    rng = random.Random(seed)
    scene = Scene(folder)
    scene.set(clerks=4, tables=4)
    _type_totals_at(scene, tables=(3, 4))
    known, outcome = Known(), Outcome()
    for number in range(kills):
        scene.start()
        stop = threading.Event()
        work = (type_rows, type_rows, type_totals, type_totals)
        clerks = [
            threading.Thread(target=act, args=(scene, session, table, known, stop, seed + 100 * number + table))
            for table, (act, session) in enumerate(zip(work, scene.sessions, strict=True), start=1)
        ]
        for clerk in clerks:
            clerk.start()
        time.sleep(rng.uniform(0.1, _LONGEST_SECONDS))
        scene.kill()
        stop.set()
        for clerk in clerks:
            clerk.join()
        check(scene, known, outcome)
    scene.start()
    check(scene, known, outcome)
    scene.stop()
    return outcome


def _type_totals_at(scene: Scene, *, tables: tuple[int, ...]) -> None:
    """These tables are typed as totals, and one person suffices to confirm them."""
    from django.utils import timezone

    from tournament.actors import Actor
    from tournament.models import Depth, Table
    from tournament.services.sheets import set_depth

    for table in Table.objects.filter(round__tournament__slug=scene.slug, number__in=tables):
        set_depth(table=table, depth=Depth.TOTALS, by=Actor(user=None), now=timezone.now())


def main(kills: int = 50, seed: int = 1) -> int:
    with tempfile.TemporaryDirectory() as place:
        use(Path(place))
        outcome = kill_often(Path(place), kills=kills, seed=seed)
    print(f"killed {kills} times; {outcome.saves} saves acknowledged, {outcome.lost} lost, {outcome.half} half")
    return 1 if outcome.lost or outcome.half else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
