"""A person in a browser for a few requests, and what must hold of every answer."""

import sys
import time
import traceback
from base64 import b64decode, b64encode
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

from tests.trials import fuzz_scene
from tests.trials.fuzz_forms import Page
from tests.trials.fuzz_values import FOREIGN_ADDRESS, MARKED_HEADER, MARKED_TAG

# At most so long may an answer take, in seconds of this processor; the machine may be busy with others.
SLOW_SECONDS = 5.0


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
    forms: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    hostile: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)

    @property
    def kinds(self) -> Counter[str]:
        return Counter(fault["fault"].split("\n")[0][:150] for fault in self.faults)


class Walk:
    """A person in a browser, for a few requests."""

    def __init__(self, world: fuzz_scene.World, who: str, report: Report) -> None:
        self.world = world
        self.who = who
        self.report = report
        self.client = world.browser(who)
        self.asked: list[Ask] = []
        self.state = fuzz_scene.state()

    def ask(self, ask: Ask, *, page: str = "") -> Any:
        """The answer, looked through. A fault is written down; the walk goes on."""
        self.asked.append(ask)
        newest, doors = fuzz_scene.newest_entry(), fuzz_scene.doors()
        began = time.process_time()
        try:
            with fuzz_scene.written_tables() as written:
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
        if written & fuzz_scene.OWNED_TABLES:
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
        is_inside = ask.path.startswith("/office/") and self.who not in ("administrator", fuzz_scene.STRANGER)
        if is_inside and fuzz_scene.FOREIGN_NAME.encode() in content:
            self._fault("names of another tournament")

    def _compare(self, ask: Ask, *, newest: int, doors: Any) -> None:
        before, self.state = self.state, fuzz_scene.state()
        entered = fuzz_scene.newest_entry() > newest
        self.report.changed += before != self.state
        for row in fuzz_scene.unexplained(before, self.state, newest=newest):
            self._fault(f"not in the journal: {row.split()[0]}\n{row}")
        if ask.method in ("GET", "HEAD", "OPTIONS") and before != self.state:
            self._fault("a change by looking")
        after = fuzz_scene.doors()
        if doors[0] != after[0] and not entered:
            self._fault("a door without an entry")
        if doors[1] != after[1]:
            self._fault("another administrator")
        parts = ask.path.split("/")
        if parts[1] == "office" and fuzz_scene.owners(before, self.state) - fuzz_scene.keys_of(parts[2]):
            self._fault("a change in another tournament")

    def _fault(self, fault: str) -> None:
        self.report.faults.append({"who": self.who, "fault": fault, "asked": [ask.plain() for ask in self.asked]})


def _told(raised: Any) -> str:
    """An exception by its class and the place in our code, then whole."""
    kind, _value, trace = raised
    ours = [one for one in traceback.extract_tb(trace) if "/tournament/" in one.filename or "/scoring/" in one.filename]
    place = f"{ours[-1].filename.rpartition('tournament')[-1]}:{ours[-1].lineno} {ours[-1].line}" if ours else ""
    return f"{kind.__name__} at {place}\n{''.join(traceback.format_exception(*raised))}"
