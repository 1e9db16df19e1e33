"""The desk is killed in the middle of draws, publications, confirmations and restores; nothing may be lost or half.

    python -m tests.trials.desk_kill [kills] [seed]

A director leads rounds one after the other: prepare, draw, publish, type (which confirms), and brings a backup back,
until the desk is killed at a random moment and started anew on the same data. What was acknowledged must be there;
what was not may have happened or not, but never by half: a round has all its seats or none, a sheet all its totals or
none, a restored tournament all its rows, every journal all its numbers. Prints what was found; ends with 1 otherwise.
"""

import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.trials.sheets_scene import Scene, Visit, use

_TABLES = 6
_LONGEST_SECONDS = 4.0
_PAUSE_SECONDS = 0.05


@dataclass
class Known:
    """What the desk has acknowledged, by kind of step and the thing it was done to."""

    done: set[tuple[str, int]] = field(default_factory=set)
    restored: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    def note(self, what: str, thing: int) -> None:
        self.done.add((what, thing))
        self.counts[what] = self.counts.get(what, 0) + 1


def lead(scene: Scene, known: Known, data: bytes, stop: threading.Event, rng: random.Random) -> None:
    """Lead the tournament on from wherever it stands, until the desk does not answer any more."""
    visit = Visit(scene, scene.sessions[0])
    administrator = Visit(scene, scene.sessions[1])
    office = f"/office/{scene.slug}"
    try:
        while not stop.is_set():
            if rng.random() < 0.15:
                bring_back(administrator, known, data)
            number = latest_round(scene)
            page = f"{office}/rounds/{number}/"
            state = state_of(scene, number)
            if state == "over":
                visit.get(f"{office}/rounds/")
                if visit.post(f"{office}/rounds/new/") == 302:
                    known.note("prepared", number + 1)
            elif state == "empty":
                draw(visit, page, known, number, stop)
            elif state == "draft":
                visit.get(page)
                if visit.post(f"{page}publish/") == 302:
                    known.note("published", number)
            else:
                type_next(visit, scene, page, known, number)
    except OSError:
        return


def draw(visit: Visit, page: str, known: Known, number: int, stop: threading.Event) -> None:
    """Press the button and wait for the seating."""
    shown = visit.get(page)[1]
    attempt = shown.split('name="attempt" value="')[1].split('"')[0]
    visit.post(f"{page}draw/", attempt=attempt)
    while not stop.is_set():
        visit.get(page)
        visit.post(f"{page}progress/")
        if state_of(visit.scene, number) == "draft":
            known.note("drawn", number)
            return
        time.sleep(_PAUSE_SECONDS)


def type_next(visit: Visit, scene: Scene, page: str, known: Known, number: int) -> None:
    """Type the next open sheet; one person suffices, so that this confirms it."""
    from tournament.models import Table

    table = (
        Table.objects.filter(round__tournament__slug=scene.slug, round__number=number, confirmed_at=None)
        .order_by("number")
        .first()
    )
    if table is None:
        return
    sheet = f"{page}tables/{table.number}/"
    shown = visit.get(f"{sheet}?edit")[1]
    version = shown.split('name="version" value="')[1].split('"')[0]
    totals = {f"total-{place}-1": value for place, value in enumerate((10, -10, 4, -4), start=1)}
    if visit.post(f"{sheet}totals/", version=version, reason="so", **totals) == 302:
        known.note("confirmed", 1000 * number + table.number)


def bring_back(visit: Visit, known: Known, data: bytes) -> None:
    """Send the backup file of the scene; what is here stays beside it."""
    visit.get("/backup/restore/")
    another = altered(data, known.restored)
    if visit.upload("/backup/restore/", name="file", file="alt.dokodesk", data=another, keep_old="1") == 302:
        known.restored += 1
        known.counts["restored"] = known.counts.get("restored", 0) + 1


def altered(data: bytes, number: int) -> bytes:
    """The file with another place in it: a tournament that is here exactly as its file says does not come again."""
    from tournament.backup_file import pack, unpack
    from tournament.services.backup import known_migrations

    content = unpack(data, known_migrations=frozenset(known_migrations()))
    content["tournament"]["place"] = f"Saal {number + 1}"
    return pack(content, migration=known_migrations()[-1])


def latest_round(scene: Scene) -> int:
    from tournament.models import Round

    newest = Round.objects.filter(tournament__slug=scene.slug).order_by("-number").first()
    return newest.number if newest else 0


def state_of(scene: Scene, number: int) -> str:
    from tournament.models import Round, Table

    round_ = Round.objects.filter(tournament__slug=scene.slug, number=number).first()
    if round_ is None or (
        round_.published_at is not None and not Table.objects.filter(round=round_, confirmed_at=None).exists()
    ):
        return "over"
    if round_.published_at is not None:
        return "playing"
    return "draft" if Table.objects.filter(round=round_).exists() else "empty"


def faults(scene: Scene, known: Known, restored: str, rows: int) -> list[str]:
    """What is lost or half, compared with what was acknowledged."""
    from django.db import connection

    from tournament.models import JournalEntry, Participant, Round, Seat, Table, Tournament

    found = []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        answer = cursor.fetchone()[0]
        found += [] if answer == "ok" else [f"database: {answer}"]
    for tournament in Tournament.objects.all():
        numbers = JournalEntry.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
        if list(numbers) != list(range(1, tournament.journal_number + 1)):
            found.append(f"{tournament.slug}: numbers missing in the journal")
    people = 4 * _TABLES
    for round_ in Round.objects.filter(tournament__slug=scene.slug):
        seats = Seat.objects.filter(round=round_, participant__isnull=False).values("participant").distinct().count()
        if seats not in (0, people) or (round_.drawn_at is None) != (seats == 0):
            found.append(f"round {round_.number}: {seats} seats")
        if round_.published_at is None and ("published", round_.number) in known.done:
            found.append(f"round {round_.number}: no longer published")
        if seats == 0 and ("drawn", round_.number) in known.done:
            found.append(f"round {round_.number}: no longer drawn")
    rounds = set(Round.objects.filter(tournament__slug=scene.slug).values_list("number", flat=True))
    found += [f"round {thing}: gone" for what, thing in known.done if what == "prepared" and thing not in rounds]
    for table in Table.objects.filter(round__tournament__slug=scene.slug).select_related("round"):
        totals = [seat.total for seat in Seat.objects.filter(table=table)]
        place = 1000 * table.round.number + table.number
        if 0 < totals.count(None) < len(totals) or (table.confirmed_at is not None and None in totals):
            found.append(f"table {place}: totals {totals}")
        if table.confirmed_at is None and ("confirmed", place) in known.done:
            found.append(f"table {place}: no longer confirmed")
    copies = Tournament.objects.filter(slug__startswith=restored)
    if copies.count() < 1 + known.restored:
        found.append(f"{copies.count()} tournaments for {known.restored} restores")
    found += [
        f"{copy.slug}: only a part came back"
        for copy in copies
        if Participant.objects.filter(tournament=copy).count() != rows
    ]
    return found


def kill_often(folder: Path, *, kills: int, seed: int) -> tuple[Known, list[str]]:
    """Set the scene and kill the desk so many times. Django must be set up for the folder."""
    from django.test import Client

    from tests.builders import make_actor, make_participants, make_tournament
    from tournament.models import Tournament
    from tournament.roles import Role
    from tournament.services.backup import backup

    rng = random.Random(seed)
    scene = Scene(folder)
    scene.set(clerks=1, tables=_TABLES, depth="totals", rounds=60)
    other = make_tournament(slug="zurueck", name="Zurück")
    make_participants(other, 40)
    data = backup(Tournament.objects.get(pk=other.pk))
    administrator = Client()
    administrator.force_login(
        make_actor(other, Role.ADMINISTRATOR).user, backend="django.contrib.auth.backends.ModelBackend"
    )
    scene.sessions = [*scene.sessions, administrator.cookies["sessionid"].value]
    known, wrong = Known(), []
    for number in range(kills):
        scene.start()
        stop = threading.Event()
        director = threading.Thread(
            target=lead, args=(scene, known, data, stop, random.Random(seed + number)), daemon=True
        )
        director.start()
        time.sleep(rng.uniform(0.3, _LONGEST_SECONDS))
        scene.kill()
        stop.set()
        director.join()
        wrong += faults(scene, known, "zurueck", 40)
    scene.start()
    wrong += faults(scene, known, "zurueck", 40)
    scene.stop()
    return known, wrong


def main(kills: int = 25, seed: int = 1) -> int:
    with tempfile.TemporaryDirectory() as place:
        use(Path(place))
        known, wrong = kill_often(Path(place), kills=kills, seed=seed)
    for line in wrong:
        print(line)
    counts = ", ".join(f"{number} {what}" for what, number in sorted(known.counts.items()))
    print(f"killed {kills} times; acknowledged: {counts or 'nothing'}; lost or half: {len(wrong)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:])))
