"""Walks through every address and every form as people who err and people who mean harm; nothing may break.

walk     one person, one tournament, a few pages one after the other; undone afterwards, so that each stands for itself
fault    an answer of 500 or more, a traceback in a page, a change that no journal tells of or that a GET made,
         a hostile value that became part of a page or a header, a way to foreign addresses, a cookie beyond the
         session, something of a tournament that is none of the person's business

    python -m tests.trials.fuzz --requests 20000 --seed 1          prints what was asked and what was found
    python -m tests.trials.fuzz --seed 1 --repeat faults.jsonl     the walks of that file once more, request by request
"""

import argparse
import json
import sys
import tempfile
import time
import traceback
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

from tests.trials.sheets_scene import use

# At most so long may an answer take, in seconds of this processor; the machine may be busy with others.
SLOW_SECONDS = 5.0
_WALKS_AT_ONCE = 200
_MOST_STEPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One request as it goes over the line."""

    method: str
    path: str
    body: bytes = b""
    content_type: str = "application/x-www-form-urlencoded"
    headers: dict[str, str] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "path": self.path,
            "body": b64encode(self.body).decode(),
            "type": self.content_type,
            "headers": self.headers,
        }

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> "Ask":
        return cls(
            method=data["method"],
            path=data["path"],
            body=b64decode(data["body"]),
            content_type=data["type"],
            headers=data["headers"],
        )


@dataclass(slots=True, kw_only=True)
class Report:
    """What was asked, what was answered, what was wrong."""

    asked: int = 0
    by_method: Counter[str] = field(default_factory=Counter)
    by_role: Counter[str] = field(default_factory=Counter)
    by_status: Counter[int] = field(default_factory=Counter)
    by_page: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    hostile: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)

    @property
    def kinds(self) -> Counter[str]:
        return Counter(fault["fault"].split("\n")[0][:150] for fault in self.faults)


class Walk:
    """A person in a browser, for a few requests."""

    def __init__(self, world: Any, who: str, report: Report) -> None:
        from tests.trials import fuzz_scene

        self._scene = fuzz_scene
        self.world = world
        self.who = who
        self.report = report
        self.client = world.browser(who)
        self.asked: list[Ask] = []
        self.state = fuzz_scene.state()

    def ask(self, ask: Ask, *, page: str = "") -> Any:
        """The answer, looked through. A fault is written down; the walk goes on."""
        self.asked.append(ask)
        newest, doors = self._scene.newest_entry(), self._scene.doors()
        began = time.process_time()
        try:
            with self._scene.written_tables() as written:
                answer = self.client.generic(
                    ask.method, ask.path, ask.body, content_type=ask.content_type, **ask.headers
                )
                content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        except Exception:
            self._fault(f"raised {_told(sys.exc_info())}")
            return None
        self._count(ask, answer, page)
        if time.process_time() - began > SLOW_SECONDS:
            self._fault(f"slow: {time.process_time() - began:.1f} s")
        self._look_at(answer, content, ask)
        if written & self._scene.OWNED_TABLES:
            self._compare(ask, newest=newest, doors=doors)
        return answer

    def _count(self, ask: Ask, answer: Any, page: str) -> None:
        report = self.report
        report.asked += 1
        report.by_method[ask.method] += 1
        report.by_role[self.who] += 1
        report.by_status[answer.status_code] += 1
        if page:
            report.by_page[page] += 1

    def _look_at(self, answer: Any, content: bytes, ask: Ask) -> None:
        from tests.trials.fuzz_forms import Page
        from tests.trials.fuzz_values import FOREIGN_ADDRESS, MARKED_HEADER, MARKED_TAG

        if answer.status_code >= 500:
            self._fault(f"{answer.status_code} {_told(answer.exc_info) if getattr(answer, 'exc_info', None) else ''}")
        if b"Traceback (most recent call last)" in content:
            self._fault("a traceback in the page")
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith("text/html"):
            hurt = Page(content.decode("utf-8", "replace")).hurt
            if hurt or f"<{MARKED_TAG}".encode() in content:
                self._fault(f"unescaped: {(hurt or ['in a comment or script'])[0][:80]}")
        if any(MARKED_HEADER in name.lower() or "\n" in value for name, value in answer.items()):
            self._fault("a header made of what was typed")
        location = urlsplit(urljoin("http://testserver/", answer.headers.get("Location", "").replace("\\", "/")))
        if location.hostname != "testserver" or location.scheme not in ("http", "https"):
            self._fault(f"a way to {FOREIGN_ADDRESS}: {answer.headers['Location'][:80]}")
        if set(answer.cookies) - {"sessionid"}:
            self._fault(f"cookies: {sorted(answer.cookies)}")
        is_inside = ask.path.startswith("/office/") and self.who not in ("administrator", self._scene.STRANGER)
        if is_inside and self._scene.FOREIGN_NAME.encode() in content:
            self._fault("names of another tournament")

    def _compare(self, ask: Ask, *, newest: int, doors: Any) -> None:
        scene = self._scene
        before, self.state = self.state, scene.state()
        entered = scene.newest_entry() > newest
        self.report.changed += before != self.state
        for row in scene.unexplained(before, self.state, newest=newest):
            self._fault(f"not in the journal: {row.split()[0]}\n{row}")
        if ask.method in ("GET", "HEAD", "OPTIONS") and before != self.state:
            self._fault("a change by looking")
        after = scene.doors()
        if doors[0] != after[0] and not entered:
            self._fault("a door without an entry")
        if doors[1] != after[1]:
            self._fault("another administrator")
        parts = ask.path.split("/")
        if parts[1] == "office" and scene.owners(before, self.state) - scene.keys_of(parts[2]):
            self._fault("a change in another tournament")

    def _fault(self, fault: str) -> None:
        self.report.faults.append({"who": self.who, "fault": fault, "asked": [ask.plain() for ask in self.asked]})


def _told(raised: Any) -> str:
    """An exception by its class and the place in our code, then whole."""
    kind, _value, trace = raised
    ours = [one for one in traceback.extract_tb(trace) if "/tournament/" in one.filename or "/scoring/" in one.filename]
    place = f"{ours[-1].filename.rpartition('tournament')[-1]}:{ours[-1].lineno} {ours[-1].line}" if ours else ""
    return f"{kind.__name__} at {place}\n{''.join(traceback.format_exception(*raised))}"


class Person:
    """Decides what is asked next, from values that hypothesis made and from `rng`."""

    def __init__(self, walk: Walk, *, rng: Random, stage: str, hostile: Sequence[str], near: Sequence[str]) -> None:
        self.walk = walk
        self.rng = rng
        self.stage = stage
        self.hostile = hostile
        self.near = near

    def step(self) -> None:
        """One page, and its forms as they are; else the address with fields nobody offered."""
        from tests import walk as addresses

        page = self.rng.choice(addresses.pages())
        path = self._address(page)
        roll = self.rng.random()
        if roll < 0.12:
            self._blind(path, page.name)
            return
        if roll < 0.2:
            path += "?" + self._encoded(self._junk())
        answer = self.walk.ask(Ask(method="GET", path=path, headers=self._headers()), page=page.name)
        for _time in range(self.rng.randint(1, 5)):
            answer = self._send_a_form(answer, path) or answer
        if answer is not None and answer.status_code in (301, 302, 303):
            self._follow(answer)

    def _follow(self, answer: Any) -> None:
        location = urlsplit(answer.headers.get("Location", ""))
        if location.path.startswith("/"):
            path = quote(location.path, safe="/%") + (f"?{location.query}" if location.query else "")
            self._send_a_form(self.walk.ask(Ask(method="GET", path=path)), path)

    def _send_a_form(self, answer: Any, path: str) -> Any:
        from tests.trials.fuzz_forms import Page

        if answer is None or answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
            return None
        forms = Page(answer.content.decode("utf-8", "replace")).forms
        # Whoever logs out by the bar of each page gets nowhere.
        forms = [form for form in forms if not form.on_every_page or self.rng.random() < 0.02]
        if not forms:
            return None
        form = self.rng.choice(forms)
        values = self._filled(form)
        action = form.action
        if form.buttons:
            name, value, elsewhere = self.rng.choice(form.buttons)
            values += [(name, value)] if name else []
            action = elsewhere or action
        target = urlsplit(urljoin(f"http://testserver{path}", action or path))
        if form.method == "get":
            return self.walk.ask(Ask(method="GET", path=f"{target.path}?{self._encoded(values)}"))
        body, kind = self._body(values, multipart=form.is_multipart)
        where = target.path + (f"?{target.query}" if target.query else "")
        return self.walk.ask(
            Ask(method="POST", path=where, body=body, content_type=kind, headers=self._headers()), page="a form"
        )

    def _filled(self, form: Any) -> list[tuple[str, Any]]:
        """The form as meant, or with something wrong: one value, all of them, some left out or sent twice."""
        mode = self.rng.choices(("meant", "one", "all", "left out", "twice", "added"), (45, 30, 8, 6, 6, 5))[0]
        bad = [self._hostile() for _time in range({"one": 1, "all": 4}.get(mode, 0))]
        spoilt = self.rng.randrange(len(form.fields)) if form.fields else 0
        values: list[tuple[str, Any]] = []
        radios: dict[str, list[Any]] = {}
        for place, one in enumerate(form.fields):
            if one.kind == "radio":
                radios.setdefault(one.name, []).append(one)
                continue
            if (mode == "one" and place == spoilt) or (mode == "all" and self.rng.random() < 0.8):
                values.append((one.name, self.rng.choice(bad)))
            elif one.kind == "checkbox":
                if one.checked != (self.rng.random() < 0.2):
                    values.append((one.name, one.value))
            else:
                values.append((one.name, self._meant(one)))
        for name, choices in radios.items():
            values.append((name, self.rng.choice([*(one.value for one in choices), *bad])))
        if mode == "left out":
            values = [pair for pair in values if self.rng.random() < 0.7]
        if mode == "twice":
            values += [
                (name, self._hostile() if place == 0 else value) for place, (name, value) in enumerate(values[:6])
            ]
        if mode == "added":
            values += self._junk()
        return values

    def _meant(self, one: Any) -> Any:
        from tests.trials.fuzz_values import FILES, spoiled

        if one.kind == "file":
            name = self.rng.choice(sorted(FILES))
            data = FILES[name]
            return (name, spoiled(data, self.rng) if self.rng.random() < 0.25 and len(data) < 10**6 else data)
        if one.kind == "hidden":
            return one.value
        if one.kind == "select":
            return one.value if self.rng.random() < 0.6 else self.rng.choice(one.options or ("",))
        if one.kind == "password":
            return self.rng.choice(("karo-ass-sticht", "1234", "falsch", ""))
        if one.value and self.rng.random() < 0.6:
            return one.value
        if one.kind == "number":
            least, most = int(float(one.least or 0)), int(float(one.most or 40))
            return str(self.rng.choice((least, most, most + 1, self.rng.randint(least, max(least, most)))))
        if one.kind == "date":
            return self.rng.choice(("2026-11-28", "2026-12-31", "9999-12-31", "0001-01-01", ""))
        return self.rng.choice(self.near)

    def _junk(self) -> list[tuple[str, Any]]:
        """Fields that no form offers: columns of ours, words of views, words of nobody."""
        from tests.trials.fuzz_values import FILES

        names = self.rng.sample(_COLUMNS, self.rng.randint(1, 6))
        values: list[tuple[str, Any]] = [(name, self._hostile()) for name in names]
        if self.rng.random() < 0.2:
            name = self.rng.choice(sorted(FILES))
            values.append((self.rng.choice(names), (name, FILES[name])))
        return values

    def _hostile(self) -> str:
        self.walk.report.hostile += 1
        if self.rng.random() < 0.12:
            return str(self.rng.choice(self.walk.world.keys[self.rng.choice(sorted(self.walk.world.keys))] or [""]))
        return self.rng.choice(self.hostile)

    def _blind(self, path: str, name: str) -> None:
        method = self.rng.choices(
            ("POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"), (30, 2, 2, 1, 3, 2, 1)
        )[0]
        values = self._junk()
        body, kind = self._body(values, multipart=self.rng.random() < 0.5)
        if self.rng.random() < 0.15:
            body = self.rng.randbytes(self.rng.randint(0, 300)) + body[: self.rng.randint(0, len(body))]
        if self.rng.random() < 0.15:
            kind = self.rng.choice(
                ("application/json", "text/xml", "multipart/form-data", "multipart/form-data; boundary=", "")
            )
        self.walk.ask(Ask(method=method, path=path, body=body, content_type=kind, headers=self._headers()), page=name)

    def _headers(self) -> dict[str, str]:
        headers = {"HTTP_HX_REQUEST": "true"} if self.rng.random() < 0.15 else {}
        if self.rng.random() < 0.1:
            name = self.rng.choice(_HEADERS)
            text = str(self._hostile()).replace("\r", " ").replace("\n", " ")
            # A server hands headers over as Latin letters; what is none never arrives.
            headers[name] = text.encode("utf-8", "replace").decode("latin-1")[:4000]
        return headers

    def _encoded(self, values: Sequence[tuple[str, Any]]) -> str:
        texts = [(name, value if isinstance(value, str) else value[0]) for name, value in values]
        return urlencode(texts, errors="surrogatepass")[:20_000]

    def _body(self, values: Sequence[tuple[str, Any]], *, multipart: bool) -> tuple[bytes, str]:
        if not multipart:
            texts = [(name, value if isinstance(value, str) else value[0]) for name, value in values]
            return urlencode(texts, errors="surrogatepass").encode(), "application/x-www-form-urlencoded"
        parts = []
        for name, value in values:
            head = f'Content-Disposition: form-data; name="{name}"'
            # What is a file comes as text now and then, and the reverse.
            is_file = isinstance(value, tuple) if self.rng.random() > 0.03 else not isinstance(value, tuple)
            named, data = value if isinstance(value, tuple) else ("x.txt", value.encode("utf-8", "surrogatepass"))
            if is_file:
                file_name = named.replace('"', "%22").replace("\r\n", "%0D%0A")
                head += f'; filename="{file_name}"\r\nContent-Type: application/octet-stream'
            parts.append(b"--x7\r\n" + head.encode() + b"\r\n\r\n" + data + b"\r\n")
        return b"".join(parts) + b"--x7--\r\n", "multipart/form-data; boundary=x7"

    def _address(self, page: Any) -> str:
        from django.urls import NoReverseMatch, reverse

        for _time in range(20):
            try:
                return reverse(page.name, kwargs={name: self._parameter(name, page.name) for name in page.parameters})
            except NoReverseMatch:
                continue
        return "/"

    def _parameter(self, name: str, page: str) -> Any:
        world, rng = self.walk.world, self.rng
        if name == "slug":
            return self.stage if rng.random() < 0.95 else rng.choice([*world.tournaments, "nothing", "x" * 300, "-"])
        if name == "uuid":
            stage = self.stage if rng.random() < 0.8 else rng.choice(sorted(world.keys))
            return rng.choice(world.keys[stage])
        if name == "token":
            return rng.choice(
                [*world.tokens, "A" * 22, "%00", "x" * 500, str(self._hostile()).replace("/", "")[:80] or "x"]
            )
        if name == "stage":
            return rng.choice([*world.stages, "nothing"])
        if name == "name":
            return rng.choice(world.names) if rng.random() < 0.9 else str(self._hostile()).replace("/", "")[:80] or "x"
        return rng.choices((1, 2, 3, 4, 0, 13, 99, 2**15, 2**31, 2**63, 10**30), (40, 20, 8, 8, 4, 4, 3, 2, 2, 2, 1))[0]


_HEADERS = (
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_REFERER", "HTTP_USER_AGENT", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE"),
    *("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_HOST", "HTTP_ORIGIN", "HTTP_COOKIE"),
    *("HTTP_HX_TARGET", "HTTP_HX_CURRENT_URL", "HTTP_RANGE", "HTTP_ACCEPT", "HTTP_HX_REQUEST", "REMOTE_ADDR"),
)
_COLUMNS = (
    *("id", "pk", "uuid", "tournament", "tournament_id", "slug", "version", "journal_number", "public_version"),
    *(
        "closed_at",
        "created_at",
        "is_superuser",
        "is_staff",
        "is_active",
        "role",
        "user",
        "username",
        "password",
        "pin",
    ),
    *("name", "surname", "first_name", "club", "team", "note", "number", "fee_state", "donation_cents", "person"),
    *("next", "language", "theme", "reason", "state", "take", "offered", "keep", "file", "pasted", "confirmed_by"),
    *("round", "table", "position", "total-1-1", "total-1", "points", "rows", "order", "seats", "seed", "attempt"),
    *(
        "offender",
        "participant",
        "first",
        "second",
        "minutes",
        "seconds",
        "pages",
        "per_page",
        "copies",
        "q",
        "sort",
        "page",
    ),
    *(
        "date",
        "starts_at",
        "rounds",
        "fives",
        "amount",
        "count",
        "preset",
        "players",
        "depth",
        "until",
        "x[]",
        "",
        "__class__",
    ),
)


def walk_about(world: Any, report: Report, *, requests: int, seed: int) -> None:
    """Walk until so many requests were made."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st

    from tests.trials import fuzz_scene, fuzz_values

    # Whoever may do most has most forms.
    people = (
        "administrator",
        *["director"] * 4,
        "referee",
        "clerk",
        "clerk",
        "check_in",
        fuzz_scene.STRANGER,
        "nobody",
    )
    stages = (*("door", "draft", "playing", "typed") * 3, *("hostile",) * 2, "closed", "empty", "other")

    chances = Random(seed)

    def one(hostile: list[str], near: list[str]) -> None:
        if report.asked >= requests:
            return
        rng = Random(chances.getrandbits(64))
        who, stage = rng.choice(people), rng.choice(stages)
        with fuzz_scene.undone():
            person = Person(Walk(world, who, report), rng=rng, stage=stage, hostile=hostile, near=near)
            for _step in range(rng.randint(1, _MOST_STEPS)):
                person.step()

    # Hypothesis leans to few and simple values: it makes the values, the dice say where the walk goes.
    given_values = given(
        hostile=st.lists(fuzz_values.hostile, min_size=10, max_size=10),
        near=st.lists(fuzz_values.near, min_size=16, max_size=16),
    )
    turn = 0
    while report.asked < requests:
        trial = settings(
            max_examples=_WALKS_AT_ONCE,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given_values(one))
        seeded(seed * 10_000 + turn)(trial)()
        turn += 1


def repeat(world: Any, report: Report, faults: Sequence[dict[str, Any]]) -> None:
    """The walks of a file of faults once more."""
    from tests.trials import fuzz_scene

    for fault in faults:
        with fuzz_scene.undone():
            walk = Walk(world, fault["who"], report)
            for plain in fault["asked"]:
                walk.ask(Ask.from_plain(plain))


def show(report: Report, *, seconds: float) -> None:
    """The totals as a table."""
    print(f"{report.asked} requests in {seconds:.0f} s")
    print(f"{report.hostile} hostile values; {report.changed} requests changed something")
    for title, counter in (("method", report.by_method), ("who", report.by_role), ("status", report.by_status)):
        print(f"{title:8}" + "  ".join(f"{name} {count}" for name, count in sorted(counter.items(), key=str)))
    print(f"{len(report.by_page)} addresses; fewest: {report.by_page.most_common()[-1:]}")
    print(f"{len(report.faults)} faults of {len(report.kinds)} kinds")
    for kind, count in report.kinds.most_common():
        print(f"  {count:5}  {kind}")


def main() -> int:
    """Walk, write the faults down, print the figures; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description="Walk through every address and form with hostile values.")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path("faults.jsonl"), help="where faults are written, a line each")
    parser.add_argument("--repeat", type=Path, help="a file of faults to walk once more")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        use(Path(folder))
        report = _run(options)
    if not options.repeat:
        with options.log.open("w", encoding="utf-8") as log:
            for fault in report.faults:
                log.write(json.dumps({"seed": options.seed, **fault}) + "\n")
    return 1 if report.faults else 0


def _run(options: argparse.Namespace) -> Report:
    import logging

    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import override_settings, setup_test_environment, teardown_test_environment

    setup_test_environment()
    # What is refused is logged by the hundred; what breaks is in the report.
    logging.disable(logging.CRITICAL)
    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    report = Report()
    try:
        from tests.trials.fuzz_scene import make_world

        with override_settings(STORAGES=storages, PASSWORD_HASHERS=quick):
            world = make_world(options.seed)
            began = time.monotonic()
            if options.repeat:
                lines = options.repeat.read_text(encoding="utf-8").splitlines()
                repeat(world, report, [json.loads(line) for line in lines])
            else:
                walk_about(world, report, requests=options.requests, seed=options.seed)
            show(report, seconds=time.monotonic() - began)
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)
        teardown_test_environment()
    return report


if __name__ == "__main__":
    sys.exit(main())
