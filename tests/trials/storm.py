"""A storm of phones at the moment of publication, while two clerks type: how much slower do their saves become?

Run by hand:  python -m tests.trials.storm [--clients 300] [--seconds 60]
It starts a desk of its own on 127.0.0.1 with a demo tournament in a folder of its own, and ends it. Bounded by
clients × seconds / 5 requests of the public and by the seconds for the clerks.
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
from pathlib import Path
from random import Random
from urllib.parse import urlencode

from tests.desk_process import ROOT, running_desk, surroundings

POLL_SECONDS = 5
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


class Clerk:
    """Types and retypes the totals of one table over a kept connection."""

    def __init__(self, port: int, cookie: str, path: str) -> None:
        self.port, self.cookie, self.path = port, cookie, path
        self.seconds: list[float] = []
        self.failed = 0
        self.rng = Random(path)

    def run(self, until: float) -> None:
        while time.monotonic() < until:
            page = self.ask("GET", self.path)
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            version = re.search(r'name="version" value="(\d+)"', page)
            fields = dict.fromkeys(re.findall(r'name="(total-\d-\d+)"', page), "")
            if token is None or version is None or not fields:
                self.failed += 1
                time.sleep(0.2)
                continue
            value = 2 * self.rng.randrange(20)
            numbers = [value, -value, 4, -4, 0][: len(fields)]
            form = {
                "csrfmiddlewaretoken": token.group(1),
                "version": version.group(1),
                "action": "aside",
                "solos": "",
                **{name: str(number) for name, number in zip(fields, numbers, strict=False)},
            }
            began = time.perf_counter()
            self.ask("POST", self.path + "totals/", urlencode(form))
            self.seconds.append(time.perf_counter() - began)
            time.sleep(0.3)

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


class Phones:
    """Many phones, each asking every five seconds with the ETag it has."""

    def __init__(self, port: int, path: str, clients: int) -> None:
        self.port, self.path, self.clients = port, path, clients
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
                tags[phone] = self._ask(tags[phone])
            turn += 1

    def _ask(self, tag: str | None) -> str | None:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request("GET", self.path, headers={"If-None-Match": tag} if tag else {})
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


def measure(*, clients: int, seconds: int) -> dict[str, float]:
    """The p95 of the clerks' saves without and with the storm, the share of 304, and what failed."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with running_desk(folder) as desk:
            slug = _manage(folder, "demo", "--players", "48", "--rounds", "1", "--until", "playing").split()[-1]
            _word, key, *tables = _manage(folder, "shell", "-v0", "-c", _LOGIN).splitlines()[-1].split()
            paths = [f"/office/{slug}/rounds/1/tables/{table}/" for table in tables[:2]]
            quiet = _type(desk.port, f"sessionid={key}", paths, seconds=seconds // 2, phones=None)
            phones = Phones(desk.port, f"/t/{slug}/", clients)
            stormy = _type(desk.port, f"sessionid={key}", paths, seconds=seconds, phones=phones)
    calm, storm = _p95(quiet), _p95(stormy)
    return {
        "saves without the storm": sum(len(clerk.seconds) for clerk in quiet),
        "saves in the storm": sum(len(clerk.seconds) for clerk in stormy),
        "p95 without, ms": calm * 1000,
        "p95 in the storm, ms": storm * 1000,
        "ratio": storm / calm,
        "requests of phones": phones.asked,
        "share of 304": phones.unchanged / max(1, phones.unchanged + phones.changed),
        "failed": phones.failed + sum(clerk.failed for clerk in (*quiet, *stormy)),
    }


def _manage(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _type(port: int, cookie: str, paths: list[str], *, seconds: int, phones: Phones | None) -> list[Clerk]:
    until = time.monotonic() + seconds
    clerks = [Clerk(port, cookie, path) for path in paths]
    threads = [threading.Thread(target=clerk.run, args=(until,)) for clerk in clerks]
    if phones is not None:
        threads.append(threading.Thread(target=phones.run, args=(until,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return clerks


def _p95(clerks: list[Clerk]) -> float:
    return statistics.quantiles([second for clerk in clerks for second in clerk.seconds], n=20)[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    for what, figure in measure(clients=min(options.clients, 400), seconds=min(options.seconds, 120)).items():
        print(f"{what:28} {figure:10.2f}")


if __name__ == "__main__":
    main()
