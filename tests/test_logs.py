"""The log: plain sentences, no names, never larger than a mail, found again by the number of the page."""

import ast
import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as desk
from django.test import Client, RequestFactory
from django.urls import resolve, reverse
from django.utils import translation

from tests.builders import client_for, make_actor, make_tournament
from tests.desk_process import surroundings
from tournament import logs
from tournament.messages.troubles import LOG, OTHERS
from tournament.roles import Role

SOURCES = sorted((Path(desk.BASE_DIR) / "tournament").rglob("*.py"))
log = logging.getLogger("dokodesk.test")


def written() -> str:
    return logs.whole_log().decode("utf-8")


def sentences_of(path: Path) -> list[str]:
    """What a module says to the log."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return [
        ast.literal_eval(call.args[0])
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and ast.unparse(call.func.value) == "log"
        and call.func.attr in ("info", "warning", "error", "exception")
    ]


def test_every_sentence_for_the_log_is_known_so_that_it_can_be_translated() -> None:
    said = {sentence for path in SOURCES for sentence in sentences_of(path)}

    assert said - set(LOG) == set()
    assert set(LOG) - said == set()


def test_entry_is_one_line_with_time_and_sentence() -> None:
    log.warning("Tournament %s\nrestored", "herbst")

    (line,) = written().splitlines()
    assert line[:4].isdecimal()
    assert line[19:] == " !  Tournament herbst restored"


def test_owner_of_the_computer_is_not_named_by_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(f"{os.sep}heim{os.sep}anna")
    monkeypatch.setattr(Path, "home", lambda: home)

    log.warning("Step %s", os.sep.join(["", "media", "anna", "STICK"]))
    log.warning("Step %s", home / "annabell")

    assert [line[23:] for line in written().splitlines()] == [
        f"Step {os.sep}media{os.sep}~{os.sep}STICK",
        f"Step ~{os.sep}annabell",
    ]


def test_error_names_places_in_the_program_and_no_words_of_its_cause() -> None:
    try:
        int("Müßig, Ännchen")
    except ValueError:
        log.exception("The automatic backup cannot be written")

    lines = written().splitlines()
    assert "Ännchen" not in written()
    assert lines[1].startswith("    test_logs.py:")
    assert lines[-1] == "    ValueError"


def test_details_are_written_only_where_somebody_asked_for_them(settings: Any) -> None:
    settings.LOG_DETAILS = True
    try:
        int("Müßig, Ännchen")
    except ValueError:
        log.exception("The automatic backup cannot be written")

    assert written().splitlines()[-1] == "    ValueError: invalid literal for int() with base 10: 'Müßig, Ännchen'"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("axes.handlers.database", "axes"),
        ("django.security.DisallowedHost", "django.security.DisallowedHost"),
        ("django.security", "django.security"),
        ("axesome", ""),
    ],
)
def test_what_other_parts_say_is_only_meant_and_named(name: str, meant: str) -> None:
    logging.getLogger(name).warning("Repeated login failure by %s", "aennchen")

    with translation.override(desk.LANGUAGE_CODE):
        words = f"{translation.gettext(OTHERS[meant])} – " if meant else ""
    (line,) = written().splitlines()
    assert re.sub(r":\d+", "", line[23:]) == f"{words}{name} (test_logs.py)"


@pytest.mark.parametrize("details", ["", "1"])
def test_window_shows_no_more_than_the_file(details: str, tmp_path: Path) -> None:
    """What systemd keeps of a server, or a volunteer photographs."""
    program = (
        "import django, logging; django.setup();"
        "logging.getLogger('axes').warning('Repeated login failure by %s', 'aennchen');"
        "logging.getLogger('django.request').error('At /join/geheim/', exc_info=ValueError('Müßig'))"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=desk.BASE_DIR,
        env=surroundings(tmp_path) | {"DJANGO_SETTINGS_MODULE": "tournament.settings", "DOKO_LOG_DETAILS": details},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )

    kept = (tmp_path / "log" / logs.NAME).read_text(encoding="utf-8")
    assert done.stderr == kept
    assert [word in kept for word in ("aennchen", "geheim", "Müßig")] == [bool(details)] * 3


@pytest.mark.django_db
def test_form_or_host_that_is_refused_is_no_fault_of_the_program() -> None:
    stale = Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "aennchen"})
    foreign = Client().get(reverse("login"), HTTP_HOST="boese.example")

    with translation.override(desk.LANGUAGE_CODE):
        refused = translation.gettext(OTHERS["django.security.DisallowedHost"])
    assert (stale.status_code, foreign.status_code) == (403, 400)
    assert [line[20:].split(" (")[0] for line in written().splitlines()] == [
        f"!! {refused} – django.security.DisallowedHost"
    ]


def test_address_that_may_hold_a_link_is_written_as_a_pattern() -> None:
    address = reverse("join", args=["A" * 22])
    request = RequestFactory().get(address)
    request.resolver_match = resolve(address)

    logging.getLogger("django.request").error("Internal Server Error: %s", address, extra={"request": request})

    assert "A" * 22 not in written()
    assert "<str:token>" in written()


def test_full_log_is_put_aside_and_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 1000)

    for number in range(200):
        log.warning("Step %s", number)

    sizes = [path.stat().st_size for path in sorted(logs.folder_of_log().iterdir())]
    names = [path.name for path in sorted(logs.folder_of_log().iterdir())]
    assert names == ["dokodesk.1.log", "dokodesk.2.log", "dokodesk.3.log", "dokodesk.log"]
    assert max(sizes) <= 1000
    assert written().splitlines()[-1].endswith("Step 199")
    assert [line.split()[-1] for line in written().splitlines()] == [
        str(number) for number in range(200 - len(written().splitlines()), 200)
    ]


@pytest.mark.django_db
class TestPage:
    def test_administrator_reads_the_last_lines_and_saves_all(self) -> None:
        log.warning("Step %s", 4711)
        client = client_for(make_actor(make_tournament(), Role.ADMINISTRATOR))

        page = client.get(reverse("log_page"))
        file = client.get(reverse("log_file"))

        assert [line[23:] for line in page.context["lines"]] == ["Step 4711"]
        assert file.content == logs.whole_log()
        assert file.headers["Content-Disposition"].startswith('attachment; filename="dokodesk-log-')

    def test_page_without_a_log_says_so(self) -> None:
        client = client_for(make_actor(make_tournament(), Role.ADMINISTRATOR))

        assert client.get(reverse("log_page")).context["lines"] == []
        assert client.get(reverse("log_file")).content == b""

    def test_director_does_not_see_it(self) -> None:
        client = client_for(make_actor(make_tournament(), Role.DIRECTOR))

        assert [client.get(reverse(name)).status_code for name in ("log_page", "log_file")] == [403, 403]
