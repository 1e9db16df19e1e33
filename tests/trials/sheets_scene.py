"""A desk for trials of the sheets: a published round, clerks who are logged in, and the real server before it.

The scene is set by the program that tries it, in the folder or database the server then serves; what is found there
afterwards is read by the same program.
"""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.desk_process import ROOT, free_port

_PATIENCE_SECONDS = 60
_TIMEOUT_SECONDS = 30


@dataclass
class Scene:
    """Where the desk is, who works there, and its running server."""

    folder: Path
    slug: str = ""
    tables: int = 0
    sessions: Sequence[str] = ()
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def set(self, *, clerks: int, tables: int, **settings: Any) -> None:
        """Make the tournament with so many tables of four. Django must be set up by `use`."""
        from django.core.management import call_command
        from django.test import Client
        from django.utils import timezone

        from tests.builders import make_actor, make_round, make_tournament
        from tournament.roles import Role

        call_command("migrate", verbosity=0)
        base = {"slug": f"trial-{time.time_ns()}", "depth": "rows", "form": "played", "games_four": 24}
        tournament = make_tournament(**{**base, "created_at": timezone.now(), **settings})
        make_round(tournament, players=4 * tables, by=make_actor(tournament))
        sessions = []
        for number in range(1, clerks + 1):
            client = Client()
            actor = make_actor(tournament, Role.DIRECTOR, f"helfer-{tournament.pk}-{number}")
            client.force_login(actor.user, backend="django.contrib.auth.backends.ModelBackend")
            sessions.append(client.cookies["sessionid"].value)
        self.slug, self.tables, self.sessions = tournament.slug, tables, sessions

    def start(self) -> None:
        """Start the server as a director does, and wait until it answers."""
        self.port = self.port or free_port()
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "start", "--no-browser", "--port", str(self.port)],
                cwd=ROOT,
                env=dict(os.environ),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + _PATIENCE_SECONDS
        while not self._answers():
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the server in the middle of whatever it does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End the server as a closed window does."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=_PATIENCE_SECONDS)

    def log(self) -> str:
        """What the server has printed."""
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/login/")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


@dataclass
class Visit:
    """A browser as a program: one connection, a cookie, the token of the forms; knows no retry of its own."""

    scene: Scene
    session: str = ""
    token: str = ""
    etags: dict[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> tuple[int, str]:
        """Status and page; a page seen before is asked for with its ETag. Raises OSError where nobody answers."""
        headers = {"If-None-Match": self.etags[path]} if path in self.etags else {}
        status, page, answered = self._send("GET", path, "", headers)
        if etag := answered.get("ETag"):
            self.etags[path] = etag
        if found := re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page):
            self.token = found[1]
        return status, page

    def post(self, path: str, **fields: object) -> int:
        """The status. Raises OSError where nobody answers or the answer breaks off."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": self.token, "HX-Request": "true"}
        return self._send("POST", path, urlencode(fields), headers)[0]

    def leave(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def send_page(self, path: str, body: str) -> int:
        """The status of a form sent as a browser without scripts sends it. Raises OSError as `post`."""
        return self._send("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})[0]

    def upload(self, path: str, *, name: str, file: str, data: bytes, **fields: str) -> int:
        """The status of a form with a file. Raises OSError as `post`."""
        limit = "grenze-zwischen-den-feldern"
        begin = f"--{limit}\r\nContent-Disposition: form-data; name="
        parts = [f'{begin}"{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()]
        head = f'{begin}"{name}"; filename="{file}"\r\n'
        body = "".join(parts).encode() + head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + data
        headers = {"Content-Type": f"multipart/form-data; boundary={limit}", "X-CSRFToken": self.token}
        return self._send("POST", path, body + f"\r\n--{limit}--\r\n".encode(), headers)[0]

    def _send(self, method: str, path: str, body: str | bytes, headers: Mapping[str, str]) -> tuple[int, str, Message]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.scene.port, timeout=_TIMEOUT_SECONDS)
        cookie = {"Cookie": f"sessionid={self.session}"} if self.session else {}
        try:
            self._connection.request(method, path, body=body, headers={**cookie, **headers})
            answer = self._connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        except (OSError, http.client.HTTPException) as error:
            self.leave()
            raise OSError(str(error)) from error


def use(folder: Path) -> None:
    """Let this program and the server it starts work in this folder, or in the database of DATABASE_URL."""
    os.environ |= {
        "DOKO_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DOKO_SECRET_KEY": "ein-geheimnis-nur-fuer-diesen-versuch-und-lang-genug",
        "PYTHONUNBUFFERED": "1",
        "DOKO_HOSTS": "127.0.0.1,localhost,testserver",
    }
    import django

    django.setup()


def percentile(values: Sequence[float], share: int) -> float:
    """The value below which so many percent lie; 0 of nothing."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)] if values else 0.0
