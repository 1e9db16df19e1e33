"""The guide to a server, read as what it is: files and commands; and the same server set up in a folder.

block    a fenced part of the guide with the word after its fence: `sh` commands, `ini`, `nginx` and `text` files
"""

import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.desk_process import ROOT, free_port, surroundings

GUIDE = ROOT / "docs" / "server.md"
NAME = "desk.example"
_PATIENCE_SECONDS = 60


def blocks(word: str) -> list[str]:
    """The fenced parts with that word, in order."""
    return re.findall(rf"^```{word}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """Every line of a command, without the lines of the small script."""
    return [line for block in blocks("sh") if not block.startswith("#!") for line in block.splitlines()]


class Place:
    """The guide's server in a folder: its paths lead there, its account is whoever runs this."""

    def __init__(self, folder: Path, *, database: str) -> None:
        self.folder = folder
        self.database = database
        self._moved = {
            "/srv/dokodesk": str(folder),
            "/etc/dokodesk.env": str(folder / "dokodesk.env"),
            f"/etc/letsencrypt/live/{NAME}": str(folder),
            "DATABASE_URL=postgres:///dokodesk": f"DATABASE_URL={database}",
            "DOKO_SECRET_KEY=": f"DOKO_SECRET_KEY={'geheim-nur-fuer-diesen-versuch-' * 3}",
            "sudo -u dokodesk ": "",
            " -o dokodesk -g dokodesk": "",
        }
        self._lay_out()

    def here(self, text: str) -> str:
        """A part of the guide as it reads for this folder."""
        for there, here in self._moved.items():
            text = text.replace(there, here)
        return text

    def run(self, command: str, **environment: str) -> str:
        """What a command of the guide prints. Raises AssertionError where it fails."""
        done = subprocess.run(
            ["sh", "-c", self.here(command)],
            env={**surroundings(self.folder), **environment},
            capture_output=True,
            text=True,
            timeout=_PATIENCE_SECONDS * 2,
            check=False,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def _lay_out(self) -> None:
        program = self.folder / "program"
        program.mkdir()
        for part in ("manage.py", "scoring", "tournament", "templates", "fixtures"):
            (program / part).symlink_to(ROOT / part)
        (program / ".venv").symlink_to(sys.prefix)
        env, _unit = blocks("ini")
        (self.folder / "dokodesk.env").write_text(self.here(env), encoding="utf-8")
        (script,) = (block for block in blocks("sh") if block.startswith("#!"))
        (self.folder / "desk").write_text(self.here(script), encoding="utf-8")
        (self.folder / "desk").chmod(0o755)

    @property
    def environment(self) -> dict[str, str]:
        """The settings as systemd hands them to a process."""
        lines = (self.folder / "dokodesk.env").read_text(encoding="utf-8").splitlines()
        return surroundings(self.folder) | dict(line.split("=", 1) for line in lines)

    @contextmanager
    def process(self, port: int, **environment: str) -> Iterator[None]:
        """One process as the unit starts it, at this port, from when it listens until it is ended."""
        _env, unit = blocks("ini")
        (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
        words = shlex.split(self.here(line).replace("%i", str(port)))
        with (self.folder / f"process-{port}.log").open("wb") as log:
            process = subprocess.Popen(
                words,
                cwd=self.folder / "program",
                env=self.environment | environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                _wait_for(port, process)
                yield
            finally:
                process.terminate()
                process.wait(timeout=_PATIENCE_SECONDS)

    @contextmanager
    def proxy(self, processes: list[int], *, plain: int, encrypted: int) -> Iterator[None]:
        """The proxy of the guide before these processes, at ports of its own and with a home-made certificate."""
        self.run(
            "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=desk.example -addext "
            "subjectAltName=DNS:desk.example -keyout /srv/dokodesk/privkey.pem -out /srv/dokodesk/fullchain.pem"
        )
        (site,) = blocks("nginx")
        site = self.here(site).replace("listen 80;", f"listen 127.0.0.1:{plain};")
        site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{encrypted} ssl")
        for there, here in zip(("8001", "8002"), processes, strict=True):
            site = site.replace(f"127.0.0.1:{there};", f"127.0.0.1:{here};")
        (self.folder / "site.conf").write_text(site, encoding="utf-8")
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        mine = "user root;\n" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{mine}daemon off;\npid {self.folder}/nginx.pid;\nerror_log {self.folder}/nginx.log;\nevents {{}}\n"
            "http {\ninclude /etc/nginx/mime.types;\naccess_log off;\n"
            f"{temporary}include {self.folder}/site.conf;\n}}\n",
            encoding="utf-8",
        )
        process = subprocess.Popen([_nginx(), "-c", str(self.folder / "nginx.conf"), "-e", str(self.folder / "e.log")])
        try:
            _wait_for(plain, process)
            yield
        finally:
            process.terminate()
            process.wait(timeout=_PATIENCE_SECONDS)


def _nginx() -> str:
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or ""


def has_nginx() -> bool:
    return bool(_nginx())


@contextmanager
def running(place: Place) -> Iterator[tuple[int, int]]:
    """Two processes and the proxy; its plain and its encrypted port."""
    first, second, plain, encrypted = (free_port() for _time in range(4))
    with ExitStack() as open_:
        open_.enter_context(place.process(first))
        open_.enter_context(place.process(second))
        open_.enter_context(place.proxy([first, second], plain=plain, encrypted=encrypted))
        yield plain, encrypted


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _PATIENCE_SECONDS
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/login/", headers={"Host": NAME})
            connection.getresponse().read()
            return
        except OSError:
            assert process.poll() is None, "the process has ended"
            assert time.monotonic() < end, "nobody answers"
            time.sleep(0.05)
        finally:
            connection.close()


class Visitor:
    """A browser that comes through the proxy, trusts its certificate and keeps its cookie."""

    def __init__(self, place: Place, encrypted: int) -> None:
        self._trust = ssl.create_default_context(cafile=str(place.folder / "fullchain.pem"))
        self._port = encrypted
        self.cookie = ""
        self.page = ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> HTTPResponse:
        """The answer; its text is in `page`."""
        connection = _ByName(self._port, context=self._trust)
        sent = {"Host": NAME, "Cookie": self.cookie, "Referer": f"https://{NAME}/", **headers}
        if body:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body=body or None, headers=sent)
        answer = connection.getresponse()
        self.page = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        connection.close()
        return answer

    def send(self, path: str, headers: dict[str, str] | None = None, **fields: str) -> HTTPResponse:
        """Open a page and send its form."""
        self.ask("GET", path)
        (token, *_more) = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.page)
        return self.ask("POST", path, urlencode({"csrfmiddlewaretoken": token, **fields}), **headers or {})


class _ByName(HTTPSConnection):
    """A connection to this machine that is checked against the name of the server."""

    def __init__(self, port: int, *, context: ssl.SSLContext) -> None:
        super().__init__("127.0.0.1", port, timeout=30, context=context)
        self._trust = context

    def connect(self) -> None:
        HTTPConnection.connect(self)
        self.sock = self._trust.wrap_socket(self.sock, server_hostname=NAME)
