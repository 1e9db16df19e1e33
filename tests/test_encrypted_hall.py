"""Encryption in the hall: a proxy on the same laptop, and the desk told by DOKO_HTTPS that it is there."""

import http.client
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest

from tests.desk_process import ROOT, free_port, surroundings

pytestmark = pytest.mark.sqlite

HALL = "192.0.2.20"
ACCOUNT = {
    "DJANGO_SUPERUSER_USERNAME": "gesa",
    "DJANGO_SUPERUSER_EMAIL": "gesa@desk.example",
    "DJANGO_SUPERUSER_PASSWORD": "karo-ass-sticht",
}
_PATIENCE_SECONDS = 60


def encrypted(folder):
    """The settings of the guide for the hall."""
    told = {"DOKO_HTTPS": "1", "DOKO_HOSTS": HALL, "DOKO_ADDRESS": f"https://{HALL}/"}
    return surroundings(folder) | told


def manage(folder, *words, **environment):
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=surroundings(folder) | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_PATIENCE_SECONDS,
        check=False,
    )


@contextmanager
def encrypted_desk(folder, **environment):
    """A started desk behind a proxy, and what it has printed."""
    port = free_port()
    printed = folder / "printed.txt"
    with printed.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "start", "--no-browser", "--port", str(port)],
            cwd=ROOT,
            env=encrypted(folder) | environment,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        try:
            end = time.monotonic() + _PATIENCE_SECONDS
            while not answers(port):
                assert process.poll() is None, printed.read_text(encoding="utf-8")
                assert time.monotonic() < end
                time.sleep(0.05)
            yield port, printed
        finally:
            process.terminate()
            process.wait(timeout=_PATIENCE_SECONDS)


def answers(port):
    try:
        return ask(port, "GET", "/login/")[0].status == 301
    except OSError:
        return False


def ask(port, method, path, *, body="", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    form = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    connection.request(method, path, body=body or None, headers={"Host": HALL, **form, **headers})
    answer = connection.getresponse()
    page = answer.read().decode()
    connection.close()
    return answer, page


def wrong_password(port, visitor):
    """The status of a login with a wrong password, as the proxy passes it on from the visitor's address."""
    told = {"X-Forwarded-For": visitor, "X-Forwarded-Proto": "https", "Referer": f"https://{HALL}/login/"}
    answer, page = ask(port, "GET", "/login/", **told)
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    body = urlencode({"csrfmiddlewaretoken": token, "username": "gesa", "password": "falsch"})
    return ask(port, "POST", "/login/", body=body, Cookie=cookie, **told)[0].status


def test_first_account_is_made_without_encryption(tmp_path):
    refused = manage(
        tmp_path, "start", "--no-browser", "--port", str(free_port()), DOKO_HTTPS="1", DOKO_ADDRESS=f"https://{HALL}/"
    )

    assert (refused.returncode, "DOKO_HTTPS" in refused.stderr, refused.stderr.count("\n")) == (1, True, 1)


def test_folder_named_for_the_style_sheets_keeps_what_else_is_in_it(tmp_path):
    data, web = tmp_path / "data", tmp_path / "web"
    data.mkdir()
    web.mkdir()
    (web / "index.html").write_text("unser Verein", encoding="utf-8")
    manage(data, "migrate", "--verbosity=0")
    manage(data, "createsuperuser", "--noinput", **ACCOUNT)

    with encrypted_desk(data, DOKO_STATIC=str(web)):
        kept = {path.name for path in web.iterdir()}

    assert {"index.html", "staticfiles.json", "tournament"} <= kept


def test_desk_behind_a_proxy_is_secure_and_knows_who_asks(tmp_path):
    manage(tmp_path, "migrate", "--verbosity=0")
    manage(tmp_path, "createsuperuser", "--noinput", **ACCOUNT)

    with encrypted_desk(tmp_path) as (port, printed):
        bare, _page = ask(port, "GET", "/login/")
        passed_on, _page = ask(port, "GET", "/login/", **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.7"})
        guesses = [wrong_password(port, "10.0.0.7") for _time in range(6)]
        another = wrong_password(port, "10.0.0.8")

        told = printed.read_text(encoding="utf-8")

    assert (bare.status, bare.getheader("Location")) == (301, f"https://{HALL}/login/")
    assert (passed_on.status, "Secure" in (passed_on.getheader("Set-Cookie") or "")) == (200, True)
    assert (guesses[-1], another) == (429, 200)
    assert (f"https://{HALL}/" in told, "http://127" in told) == (True, False)
