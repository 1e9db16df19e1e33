"""The rule book's speed as ratios in one run.

python tests/benchmarks/scoring_speed.py

A game: evaluating against building its record (goal: at most 10×). A tournament of 300 players and 6 rounds, 10,800
rows: judging all sheets against loading these rows through the ORM from SQLite in memory (goal: at most 1× at rows
depth, at most 3× for full games). The best of several repetitions counts on both sides.
"""

import gc
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import django
from django.conf import settings
from django.db import connection, models

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.game import GameRecord, score_game
from scoring.rows import Row
from scoring.sheet import Sheet, judge
from scoring.terms import Depth, RowKind
from tests.scoring.simulator import random_games

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})
django.setup()


class RowOfPoints(models.Model):
    """A row as plain as rows depth allows: the leaner the table, the harder the goal."""

    table = models.IntegerField()
    number = models.IntegerField()
    kind = models.CharField(max_length=20)
    p1 = models.IntegerField()
    p2 = models.IntegerField()
    p3 = models.IntegerField()
    p4 = models.IntegerField()
    soloist = models.IntegerField(null=True)
    mandatory = models.BooleanField(null=True)

    class Meta:
        app_label = "benchmark"

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


class FullGame(models.Model):
    """A full game, every value in a column of its own."""

    table = models.IntegerField()
    number = models.IntegerField()
    kind = models.CharField(max_length=20)
    re = models.CharField(max_length=3)
    re_card_points = models.IntegerField()
    trickless = models.CharField(max_length=6, null=True)  # noqa: DJ001  null as on the wire
    re_call = models.CharField(max_length=7)
    kontra_call = models.CharField(max_length=7)
    re_extras = models.CharField(max_length=60)
    kontra_extras = models.CharField(max_length=60)
    mandatory = models.BooleanField(null=True)

    class Meta:
        app_label = "benchmark"

    def __str__(self) -> str:
        return f"{self.table}/{self.number}"


PLAYERS, ROUNDS, SEATS, GAMES = 300, 6, 4, 24
SHEETS = PLAYERS // SEATS * ROUNDS
REPETITIONS = 7


def best(action: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs, garbage collection held off."""
    seconds = []
    for _ in range(REPETITIONS):
        gc.collect()
        gc.disable()
        start = perf_counter()
        action()
        seconds.append(perf_counter() - start)
        gc.enable()
    return min(seconds)


def rebuild(records: list[GameRecord]) -> None:
    """Build every record anew."""
    for record in records:
        GameRecord(
            kind=record.kind,
            re=record.re,
            re_card_points=record.re_card_points,
            seats=record.seats,
            sits_out=record.sits_out,
            trickless=record.trickless,
            re_announced=record.re_announced,
            re_pledge=record.re_pledge,
            kontra_announced=record.kontra_announced,
            kontra_pledge=record.kontra_pledge,
            re_extras=record.re_extras,
            kontra_extras=record.kontra_extras,
        )


Tables = list[list[tuple[GameRecord, bool | None]]]


def fill(tables: Tables) -> None:
    """Write all rows into both tables."""
    rows, games = [], []
    for table, played in enumerate(tables, 1):
        for number, (record, mark) in enumerate(played, 1):
            p1, p2, p3, p4 = score_game(record).points
            place = {"table": table, "number": number, "kind": record.kind.value, "mandatory": mark}
            soloist = record.re[0] if len(record.re) == 1 else None
            rows.append(RowOfPoints(**place, p1=p1, p2=p2, p3=p3, p4=p4, soloist=soloist))
            games.append(
                FullGame(
                    **place,
                    re=" ".join(map(str, record.re)),
                    re_card_points=record.re_card_points,
                    trickless=record.trickless,
                    re_call=record.re_pledge or ("re" if record.re_announced else "none"),
                    kontra_call=record.kontra_pledge or ("kontra" if record.kontra_announced else "none"),
                    re_extras=" ".join(record.re_extras),
                    kontra_extras=" ".join(record.kontra_extras),
                )
            )
    RowOfPoints.objects.bulk_create(rows)
    FullGame.objects.bulk_create(games)


def sheets(tables: Tables, *, full: bool) -> list[Sheet]:
    """The sheets of all tables."""
    return [
        Sheet(
            depth=Depth.FULL if full else Depth.ROWS,
            rows=tuple(
                Row(
                    kind=RowKind(record.kind),
                    points=None if full else score_game(record).points,
                    record=record if full else None,
                    mandatory=mark,
                )
                for record, mark in games
            ),
        )
        for games in tables
    ]


def main() -> None:
    """Print the table of ratios."""
    rng = Random(1)
    tables = [random_games(rng, seats=SEATS, games=GAMES, mandatory=1) for _ in range(SHEETS)]
    records = [record for games in tables for record, _ in games]
    build = best(lambda: rebuild(records))
    score = best(lambda: [score_game(record) for record in records])
    print(f"rows                        {len(records)}")
    print(f"build a record              {build / len(records) * 1e6:6.2f} µs")
    print(f"evaluate a game             {score / len(records) * 1e6:6.2f} µs  {score / build:5.2f}×  (goal 10×)")
    with connection.schema_editor() as editor:
        editor.create_model(RowOfPoints)
        editor.create_model(FullGame)
    fill(tables)
    for model, full, goal in ((RowOfPoints, False, 1), (FullGame, True, 3)):
        judged = sheets(tables, full=full)
        load = best(lambda model=model: list(model.objects.all()))
        judging = best(lambda judged=judged: [judge(sheet) for sheet in judged])
        name = "full games" if full else "rows"
        print(f"load {name:10} through ORM  {load * 1e3:6.1f} ms")
        print(f"judge {name:10}            {judging * 1e3:6.1f} ms  {judging / load:5.2f}×  (goal {goal}×)")


if __name__ == "__main__":
    main()
