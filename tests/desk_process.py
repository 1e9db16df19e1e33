"""A desk started as a director starts it, and a browser without JavaScript to visit it."""

import html
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import BinaryIO
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

ROOT = Path(__file__).resolve().parent.parent
_PATIENCE_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def surroundings(folder: Path, *, database: str = "") -> dict[str, str]:
    """The environment of a desk on one laptop: its data in `folder`, SQLite unless told, nothing else set."""
    ours = ("DOKO_", "DATABASE_URL", "DJANGO_")  # a browser test before this one may have set one of Django's
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    chosen = {"DATABASE_URL": database} if database else {}
    return {**kept, **chosen, "DOKO_DATA": str(folder), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


def start_and_end(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A start that ends by itself, because it refuses or has nothing to keep open."""
    return subprocess.run(
        [sys.executable, "manage.py", "start", "--no-browser", *options],
        cwd=ROOT,
        env=surroundings(folder),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_PATIENCE_SECONDS,
        check=False,
    )


class RunningDesk:
    """A desk that answers, with what it has printed."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, out: BinaryIO) -> None:
        self.process = process
        self.port = port
        self._out = out

    @property
    def printed(self) -> str:
        self._out.seek(0)
        return self._out.read().decode("utf-8")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def links(self) -> list[str]:
        """The one-time links it has printed."""
        return re.findall(r"http://127\.0\.0\.1:\d+/(?:first|recover)/\S+/", self.printed)


@contextmanager
def running_desk(
    folder: Path, *options: str, port: int | None = None, database: str = "", program: Path = ROOT
) -> Iterator[RunningDesk]:
    """A started desk that has begun to answer. It is ended as a closed window ends it."""
    port = port or free_port()
    with tempfile.TemporaryDirectory() as place:
        printed = Path(place) / "printed.txt"
        with printed.open("wb") as out, printed.open("rb") as back:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "start", "--no-browser", "--port", str(port), *options],
                cwd=program,
                env=surroundings(folder, database=database),
                stdout=out,
                stderr=subprocess.STDOUT,
            )
            desk = RunningDesk(process, port, back)
            try:
                end = time.monotonic() + _PATIENCE_SECONDS
                while Browser(desk).status("login/") is None:
                    assert process.poll() is None, desk.printed
                    assert time.monotonic() < end, desk.printed
                    time.sleep(0.05)
                yield desk
            finally:
                process.terminate()
                process.wait(timeout=_PATIENCE_SECONDS)


class Browser:
    """Visits a desk with a cookie, sends forms with their hidden fields."""

    def __init__(self, desk: RunningDesk) -> None:
        self.address = desk.address
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        self.page = ""
        self.body = b""
        self.url = ""

    def status(self, path: str, *, host: str = "", form: dict[str, str] | None = None) -> int | None:
        """Opens a page or sends a form there; its status, None where nobody answers."""
        url = path if path.startswith("http") else self.address + path.lstrip("/")
        data = None if form is None else urlencode(form).encode()
        request = Request(url, data=data, headers={"Host": host} if host else {})  # noqa: S310  # our own address
        try:
            with self._opener.open(request, timeout=30) as answer:
                self._keep(answer.read(), answer.url)
                return int(answer.status)
        except HTTPError as error:
            self._keep(error.read(), error.url)
            return error.code
        except OSError:
            return None

    def _keep(self, body: bytes, url: str) -> None:
        # A file for download is no text; it is in `body`.
        self.body, self.page, self.url = body, body.decode(errors="replace"), url

    def send(self, path: str, *, to: str = "", **fields: str) -> int | None:
        """Opens a page and sends its form with these fields, there or to another address."""
        self.status(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.page)
        assert token is not None, self.page
        return self.status(to or path, form={"csrfmiddlewaretoken": html.unescape(token[1]), **fields})
