"""A server with many years of tournaments against a small desk: queries and times of the main pages.

    [DATABASE_URL=postgres://…] python -m tests.benchmarks.growth [tournaments] [players] [rounds] [repeats] [small]

One tournament is made and copied until the large database holds 500 tournaments, 20,000 persons and 2 million rows;
the small one holds 13, so that the lists above the tournaments show a full page in both. Each database is served by a
process of its own; both are asked for the same page by turns, with nothing kept from before, and each time of another
tournament. Goals: the same queries, and at most 1.5 times the time (medians); only pages that have more to do in a
large desk have no goal for their time, and the table says what. With DATABASE_URL both are databases of that server,
made for the run and dropped afterwards; without it files of SQLite.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

GOAL = 1.5
_SLOW_SECONDS = 1.0  # a page as slow as this is asked for three times only
ROOT = Path(__file__).resolve().parent.parent.parent


def serve(*, copies: int, players: int, rounds: int) -> None:
    """Build a database, then answer lines of JSON: {"page": n, "count": bool} gives {"seconds": …, "queries": …}."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.STATIC_ROOT.mkdir()
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django.setup()
    from django.apps import apps
    from django.db import connection
    from django.utils import timezone

    from tests.growth import Visitor, make_seed, multiply, pages, slugs

    begun = time.perf_counter()
    call_command("migrate", verbosity=0)
    seed = make_seed(players=players, rounds=rounds, now=timezone.now())
    if copies:
        multiply(seed, copies=copies)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # What its server does by itself after a while must not run beside the first pages.
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("CHECKPOINT")
    asked = pages(seed)
    rows = {model._meta.object_name: model._default_manager.count() for model in apps.get_models()}
    _tell(
        rows=rows,
        labels=[page.label for page in asked],
        grows=[page.grows for page in asked],
        seconds=time.perf_counter() - begun,
    )
    visitor, order = Visitor(), itertools.cycle(slugs(seed=1))
    for line in sys.stdin:
        wish = json.loads(line)
        page, slug = asked[wish["page"]], next(order)
        if wish["count"]:
            _tell(queries=visitor.queries(page, slug))
        else:
            begun = time.perf_counter()
            visitor.open(page, slug)
            _tell(seconds=time.perf_counter() - begun)


def _tell(**values: Any) -> None:
    print(json.dumps(values), flush=True)


class Served:
    """One database with the process that serves it."""

    def __init__(self, folder: Path, *, copies: int, players: int, rounds: int, database: str) -> None:
        folder.mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.growth", "serve", str(copies), str(players), str(rounds)],
            cwd=ROOT,
            env=os.environ
            | {
                "DOKO_DATA": str(folder),
                "DATABASE_URL": database,
                "DJANGO_SETTINGS_MODULE": "tournament.settings",
                "DOKO_SECRET_KEY": "x" * 50,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.made = self._answer()

    def ask(self, page: int, *, count: bool = False) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"page": page, "count": count}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the process has ended"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        self._process.communicate()


class _Databases:
    """Two databases made on the server of DATABASE_URL, or none where SQLite is used."""

    def __init__(self) -> None:
        self._url = os.environ.get("DATABASE_URL", "")
        self.urls = ["", ""]

    def __enter__(self) -> list[str]:
        if self._url:
            self.urls = [f"{self._url.rpartition('/')[0]}/growth_{size}" for size in ("small", "large")]
            self._run("DROP DATABASE IF EXISTS", "CREATE DATABASE")
        return self.urls

    def __exit__(self, *_error: object) -> None:
        if self._url:
            self._run("DROP DATABASE IF EXISTS")

    def _run(self, *commands: str) -> None:
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as server:
            for command in commands:
                for size in ("small", "large"):
                    server.execute(f"{command} growth_{size}")  # type: ignore[call-overload]  # a text made here


def main(tournaments: int = 500, players: int = 40, rounds: int = 9, repeats: int = 40, small_desk: int = 13) -> int:
    """Print the table; 1 if a goal is missed."""
    missed = 0
    with tempfile.TemporaryDirectory() as place, _Databases() as urls:
        size: dict[str, Any] = {"players": players, "rounds": rounds}
        small = Served(Path(place) / "small", copies=small_desk - 1, database=urls[0], **size)
        large = Served(Path(place) / "large", copies=tournaments - 1, database=urls[1], **size)
        for name, served in (("small", small), ("large", large)):
            rows = served.made["rows"]
            print(
                f"{name}: {rows['Tournament']} tournaments, {rows['Participant']} persons, {sum(rows.values())} rows "
                f"({rows['Game']} games, {rows['JournalEntry']} steps), made in {served.made['seconds']:.0f} s"
            )
        print(f"{'page':34}{'queries':>9}{'large':>7}{'small ms':>10}{'large ms':>10}{'ratio':>7}")
        for number, label in enumerate(small.made["labels"]):
            queries = [served.ask(number, count=True)["queries"] for served in (small, large)]
            few, many = _milliseconds(small, large, number, repeats)
            grows = small.made["grows"][number]
            well = queries[0] == queries[1] and (grows or many / few <= GOAL)
            missed += not well
            print(
                f"{label:34}{queries[0]:9}{queries[1]:7}{few:10.2f}{many:10.2f}{many / few:7.2f}"
                f"{f'  {grows}' if grows else ''}{'' if well else '  missed'}",
                flush=True,
            )
        small.end()
        large.end()
    print(f"{missed} of {len(small.made['labels'])} pages missed a goal")
    return 1 if missed else 0


def _milliseconds(small: Served, large: Served, page: int, repeats: int) -> tuple[float, float]:
    """The medians of both; who is asked first changes from time to time."""
    times: dict[Served, list[float]] = {small: [], large: []}
    slow = large.ask(page)["seconds"] > _SLOW_SECONDS
    for turn in range(3 if slow else repeats):
        for served in (small, large) if turn % 2 else (large, small):
            times[served].append(served.ask(page)["seconds"])
    return statistics.median(times[small]) * 1000, statistics.median(times[large]) * 1000


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(**dict(zip(("copies", "players", "rounds"), map(int, sys.argv[2:5]), strict=True)))
    else:
        sys.exit(main(*map(int, sys.argv[1:6])))
