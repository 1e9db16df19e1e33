"""The guide to a server is what works: its files are written, its commands run, its proxy asked."""

import json
import os
import re
import secrets
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

from tests.desk_process import ROOT
from tests.server_guide import NAME, Place, Visitor, commands, has_nginx, running

RELEASED = ROOT / "tests" / "fixtures" / "releases" / "0.1.0.dokodesk"
_PASSWORD = "karo-ass-sticht"
ACCOUNT = {
    "DJANGO_SUPERUSER_USERNAME": "gesa",
    "DJANGO_SUPERUSER_EMAIL": "gesa@desk.example",
    "DJANGO_SUPERUSER_PASSWORD": _PASSWORD,
}
NOT_HERE = re.compile(
    r"apt |adduser |createuser|createdb|systemctl|nginx -t|pip install|^python3 -c|caddy|DOKO_HTTPS=1 "
)
"""Commands for the machine itself, for the internet, or that never end."""


def runnable() -> list[str]:
    """The commands of the guide that can be run in a folder, each once, in their order."""
    return list(dict.fromkeys(line for line in commands() if not NOT_HERE.search(line)))


@contextmanager
def own_database(folder):
    """The address of a database for this server: of the PostgreSQL this run uses, or a file of SQLite."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        yield f"sqlite:///{folder}/desk.sqlite3"
        return
    import psycopg  # only where PostgreSQL is

    name = f"guide_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{url.rpartition('/')[0]}/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A server after the guide, from its first command to its last, with a tournament of the first release."""
    folder = tmp_path_factory.mktemp("server")
    with own_database(folder) as database:
        place = Place(folder, database=database)
        for command in runnable():
            if " pg_" in command and database.startswith("sqlite"):
                continue
            line = command.replace("restore FILE", f"restore {RELEASED}")
            if "createsuperuser" in line:
                line += " --noinput"
            if " pg_" in line:
                line = re.sub(r" dokodesk(?= |$)(?! pg_)", f" {database}", line)
            place.run(line, **ACCOUNT)
        yield place


def test_files_of_the_guide_are_in_the_project():
    named = {word for line in commands() for word in line.split() if word.endswith(".txt")}

    assert named == {"requirements-server.txt"}
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_guide_runs_from_the_first_command_to_the_last(place):
    place.run("sudo -u dokodesk /srv/dokodesk/desk backup --changed")

    dumps = [] if place.database.startswith("sqlite") else ["before-upgrade.dump"]
    assert [file.name for file in (place.folder / "data" / "backups").glob("*.dump")] == dumps
    assert [path.suffix for path in sorted((place.folder / "static" / "tournament").glob("app.*"))] == [".css", ".gz"]


@pytest.mark.skipif(not has_nginx(), reason="nginx is not installed")
def test_proxy_of_the_guide_serves_the_desk(place):
    with running(place) as (plain, encrypted):
        visitor = Visitor(place, encrypted)

        away = _plain(plain, "/login/")
        login = visitor.ask("GET", "/login/")
        style = visitor.ask("GET", re.findall(r'href="(/static/[^"]+\.css)"', visitor.page)[0], Cookie="")
        entered = visitor.send("/login/", username="gesa", password=_PASSWORD)
        visitor.ask("GET", "/")
        (slug,) = set(re.findall(r'href="/office/([^/"]+)/"', visitor.page))
        desk = visitor.ask("GET", f"/office/{slug}/")
        public = Visitor(place, encrypted).ask("GET", f"/t/{slug}/standings/")
        stranger = visitor.ask("GET", "/login/", Host="anderswo.example")

    assert away == (301, f"https://{NAME}/login/")
    assert (login.status, entered.status, desk.status, public.status) == (200, 302, 200, 200)
    assert (style.status, style.getheader("Cache-Control")) == (200, "public, max-age=31536000, immutable")
    assert style.getheader("Content-Security-Policy") is None  # by the proxy itself, not by the desk
    assert login.getheader("Strict-Transport-Security", "").startswith("max-age=31536000")
    assert [
        word for word in ("Secure", "HttpOnly", "SameSite=Lax") if word in (entered.getheader("Set-Cookie") or "")
    ] == [
        "Secure",
        "HttpOnly",
        "SameSite=Lax",
    ]
    assert stranger.status == 400


@pytest.mark.skipif(not has_nginx(), reason="nginx is not installed")
def test_address_of_a_visitor_is_believed_from_the_proxy_only(place):
    with running(place) as (_plain_port, encrypted):
        visitor = Visitor(place, encrypted)
        wrong = [
            visitor.send("/login/", {"X-Forwarded-For": f"203.0.113.{turn}"}, username="gesa", password="falsch").status
            for turn in range(7)
        ]
        waiting = visitor.send("/login/", username="gesa", password=_PASSWORD).status
    looked = place.run(
        "sudo -u dokodesk /srv/dokodesk/desk shell -v 0 -c 'from axes.models import AccessAttempt as A; import json; "
        'print(json.dumps(list(A.objects.values_list("ip_address", "failures_since_start"))))\''
    )

    # Seven addresses were made up; the proxy saw one, and this one waits, though it is the machine's own.
    assert json.loads(looked) == [["127.0.0.1", 5]]
    assert wrong[-1] == waiting == 429


def _plain(port: int, path: str) -> tuple[int, str | None]:
    """Status and new address of a request that is not encrypted."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": NAME})
    answer = connection.getresponse()
    connection.close()
    return answer.status, answer.getheader("Location")
