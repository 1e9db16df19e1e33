"""A storm of phones while two clerks type and the director publishes: how much slower do the clerks' saves become?

Run by hand:  python -m tests.trials.storm [--clients 300] [--seconds 60] [--database postgres://…]
It starts a desk of its own on 127.0.0.1 with a demo tournament in a folder of its own, and ends it. Bounded by
clients × seconds / 5 requests of the public and by the seconds for the clerks.

news    a public change, every ten seconds, with the storm and without: then every phone fetches its page anew
"""

import argparse
import http.client
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from tests.desk_process import ROOT, running_desk, surroundings

POLL_SECONDS = 5
NEWS_SECONDS = 10
_LOGIN = """
from django.conf import settings
from importlib import import_module
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from tournament.models import Table, User
user = User.objects.create_superuser("sturm", password="karo-ass-sticht")
store = import_module(settings.SESSION_ENGINE).SessionStore()
store[SESSION_KEY] = str(user.pk)
store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
store[HASH_SESSION_KEY] = user.get_session_auth_hash()
store.create()
tables = Table.objects.filter(typed_at=None).order_by("number").values_list("number", flat=True)
print("login", store.session_key, *tables)
"""
_TOTALS = """
from tournament.models import Seat
for table in ({first}, {second}):
    print("totals", *Seat.objects.filter(table__number=table).order_by("position").values_list("total", flat=True))
"""


class Office:
    """A person who is logged in."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.failed = 0

    def ask(self, method: str, path: str, body: str = "") -> str:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie, "Referer": f"http://127.0.0.1:{self.port}{path}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line.request(method, path, body=body or None, headers=headers)
        answer = line.getresponse()
        text = answer.read().decode(errors="replace")
        line.close()
        self.failed += answer.status >= 500
        return text

    def token(self, page: str) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        return found[1] if found is not None else ""


class Director(Office):
    """Puts another notice on the screens and the phones again and again: the shortest public change there is."""

    def __init__(self, port: int, cookie: str, slug: str) -> None:
        super().__init__(port, cookie)
        self.path = f"/office/{slug}/screens/"
        self.news = 0

    def run(self, until: float) -> None:
        while time.monotonic() + NEWS_SECONDS < until:
            time.sleep(NEWS_SECONDS)
            self.news += 1
            form = {"csrfmiddlewaretoken": self.token(self.ask("GET", self.path)), "notice": f"Durchsage {self.news}"}
            self.ask("POST", self.path + "notice/", urlencode(form))


class Clerk(Office):
    """Types and retypes the totals of one table."""

    def __init__(self, port: int, cookie: str, path: str) -> None:
        super().__init__(port, cookie)
        self.path = path
        self.seconds: list[float] = []
        self.saved: list[int] = []
        self.rng = Random(path)

    def run(self, until: float) -> None:
        while time.monotonic() < until:
            page = self.ask("GET", self.path)
            version = re.search(r'name="version" value="(\d+)"', page)
            fields = dict.fromkeys(re.findall(r'name="(total-\d-\d+)"', page), "")
            if not self.token(page) or version is None or not fields:
                self.failed += 1
                time.sleep(0.2)
                continue
            value = 2 * self.rng.randrange(20)
            numbers = [value, -value, 4, -4, 0][: len(fields)]
            form = {
                "csrfmiddlewaretoken": self.token(page),
                "version": version.group(1),
                "action": "aside",
                "solos": "",
                **{name: str(number) for name, number in zip(fields, numbers, strict=False)},
            }
            began = time.perf_counter()
            self.ask("POST", self.path + "totals/", urlencode(form))
            self.seconds.append(time.perf_counter() - began)
            self.saved = numbers
            time.sleep(0.3)


class Phones:
    """Many phones, each on a page of its own, asking every five seconds with the ETag it has."""

    def __init__(self, port: int, paths: list[str], clients: int) -> None:
        self.port, self.paths, self.clients = port, paths, clients
        self.lock = threading.Lock()
        self.unchanged = self.changed = self.failed = self.asked = 0

    def run(self, until: float) -> None:
        threads = [threading.Thread(target=self._group, args=(group, until)) for group in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _group(self, group: int, until: float) -> None:
        """One thread plays a tenth of the phones, one after another, each on its own tick."""
        count = self.clients // 10
        tags: list[str | None] = [None] * count
        begins = time.monotonic()
        turn = 0
        while time.monotonic() < until:
            for phone in range(count):
                tick = begins + POLL_SECONDS * (turn + (phone + group / 10) / count)
                time.sleep(max(0.0, tick - time.monotonic()))
                if time.monotonic() >= until:
                    return
                path = self.paths[(phone * 10 + group) % len(self.paths)]
                tags[phone] = self._ask(path, tags[phone])
            turn += 1

    def _ask(self, path: str, tag: str | None) -> str | None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request("GET", path, headers={"If-None-Match": tag} if tag else {})
        answer = line.getresponse()
        answer.read()
        line.close()
        news = answer.getheader("ETag")
        with self.lock:
            self.asked += 1
            self.failed += answer.status >= 500
            if tag is not None:
                # The first answer after a public change carries a new tag; it is not counted as a lost 304.
                self.unchanged += answer.status == 304
                self.changed += answer.status == 200 and news == tag
        return news or tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Storm:
    """What was measured. `calm` and `stormy` are the seconds of the clerks' saves without and with the phones."""

    calm: list[float]
    stormy: list[float]
    asked: int
    unchanged: int
    changed: int
    failed: int
    lost: int
    """Tables whose totals in the database are not those that were saved last."""

    @property
    def share(self) -> float:
        """Share of 304 among the answers that could be one."""
        return self.unchanged / max(1, self.unchanged + self.changed)

    @property
    def ratio(self) -> float:
        return _p95(self.stormy) / _p95(self.calm)


def measure(*, clients: int, seconds: int, database: str = "") -> Storm:
    """The clerks' saves without and with the storm, the answers to the phones, what failed, what was lost."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with running_desk(folder, database=database) as desk:
            words = ("demo", "--players", "48", "--rounds", "1", "--until", "playing")
            slug = _manage(folder, database, *words).split()[-1]
            shell = _manage(folder, database, "shell", "-v0", "-c", _LOGIN)
            _word, key, *tables = shell.splitlines()[-1].split()
            paths = [f"/office/{slug}/rounds/1/tables/{table}/" for table in tables[:2]]
            home = f"/t/{slug}/"
            pages = [home, home + "standings/", home + "seats/", *(f"{home}{number}/" for number in range(1, 49))]
            office = Director(desk.port, f"sessionid={key}", slug)
            # The first saves of a desk that has just started are slow, and would make the calm look worse than it is.
            _work(office, paths, seconds=max(1, seconds // 10), phones=None)
            quiet = _work(office, paths, seconds=max(1, seconds // 2), phones=None)
            phones = Phones(desk.port, pages, clients)
            stormy = _work(office, paths, seconds=seconds, phones=phones)
        found = _manage(folder, database, "shell", "-v0", "-c", _TOTALS.format(first=tables[0], second=tables[1]))
    kept = [line.split()[1:] for line in found.splitlines() if line.startswith("totals")]
    saved = [[str(number) for number in clerk.saved] for clerk in stormy]
    return Storm(
        calm=[second for clerk in quiet for second in clerk.seconds],
        stormy=[second for clerk in stormy for second in clerk.seconds],
        asked=phones.asked,
        unchanged=phones.unchanged,
        changed=phones.changed,
        failed=phones.failed + office.failed + sum(clerk.failed for clerk in (*quiet, *stormy)),
        lost=sum(now != last for now, last in zip(kept, saved, strict=True)),
    )


def _manage(folder: Path, database: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=surroundings(folder, database=database),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _work(office: Director, paths: list[str], *, seconds: int, phones: Phones | None) -> list[Clerk]:
    until = time.monotonic() + seconds
    clerks = [Clerk(office.port, office.cookie, path) for path in paths]
    busy = [*clerks, office] if phones is None else [*clerks, office, phones]
    threads = [threading.Thread(target=one.run, args=(until,)) for one in busy]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return clerks


def _p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--database", default="", help="a PostgreSQL database that is empty; else SQLite")
    options = parser.parse_args()
    storm = measure(clients=min(options.clients, 400), seconds=min(options.seconds, 120), database=options.database)
    print(f"saves without the storm  {len(storm.calm):8}")
    print(f"saves in the storm       {len(storm.stormy):8}")
    print(f"p95 without, ms          {_p95(storm.calm) * 1000:8.1f}")
    print(f"p95 in the storm, ms     {_p95(storm.stormy) * 1000:8.1f}")
    print(f"ratio (goal: ≤ 1.5)      {storm.ratio:8.2f}")
    print(f"requests of phones       {storm.asked:8}")
    print(f"share of 304 (goal ≥ .95){storm.share:8.3f}")
    print(f"failed                   {storm.failed:8}")
    print(f"tables that lost a save  {storm.lost:8}")


if __name__ == "__main__":
    main()
