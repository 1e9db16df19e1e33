"""Trouble with the computer under the desk: the person reads what happened, keeps what was typed, and loses nothing.

full disk      SQLite may not grow by one page more; what holds a tournament of 40 players writes pages at once
read-only      SQLite may only read
locked         another program holds the database; shared memory knows no waiting, so the desk gives up at once
"""

import errno
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.test.client import encode_multipart
from django.urls import reverse
from django.utils.html import escape

from tests.builders import client_for, make_actor, make_participants, make_round, make_tournament
from tests.test_sheet_trials import run
from tournament import logs
from tournament.messages.troubles import TROUBLES
from tournament.models import JournalEntry, Participant, Tournament
from tournament.server import reason_of
from tournament.troubles import Trouble, trouble_of

sqlite = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def pragma(name: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")


@contextmanager
def full_disk() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filler (data BLOB)")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        # Earlier tests have left free pages behind: they are filled, too.
        with suppress(OperationalError):
            while True:
                cursor.execute("INSERT INTO filler VALUES (zeroblob(3000))")
    try:
        yield
    finally:
        pragma("max_page_count", 1 << 30)
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE filler")


@contextmanager
def read_only_folder() -> Iterator[None]:
    pragma("query_only", "ON")
    try:
        yield
    finally:
        pragma("query_only", "OFF")


@contextmanager
def database_held() -> Iterator[None]:
    holder = sqlite3.connect(connection.settings_dict["NAME"], uri=True, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        holder.close()


TROUBLED = [
    (Trouble.FULL, full_disk),
    (Trouble.READ_ONLY, read_only_folder),
    (Trouble.LOCKED, database_held),
]


def state() -> list[object]:
    people = Participant.objects.order_by("pk").values_list("pk", "surname", "first_name", "note")
    return [*people, *JournalEntry.objects.order_by("pk").values_list("pk", "what")]


def clerk(tournament: Tournament, *, csrf: bool = False) -> Client:
    client = client_for(make_actor(tournament))
    client.raise_request_exception = False
    if csrf:
        checked = Client(enforce_csrf_checks=True, raise_request_exception=False)
        checked.cookies = client.cookies
        return checked
    return client


def form_of(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form that is sent to this address."""
    (form,) = re.findall(rf'<form method="post" action="{re.escape(action)}">(.*?)</form>', page, re.DOTALL)
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))


@pytest.mark.parametrize(("trouble", "provoked"), TROUBLED, ids=[trouble.value for trouble, _how in TROUBLED])
class TestTrouble:
    pytestmark = sqlite

    def test_form_is_kept_with_a_sentence_and_sent_again_with_one_button(self, trouble: Trouble, provoked: Any) -> None:
        tournament = make_tournament()
        make_participants(tournament, 4)
        client = clerk(tournament, csrf=True)
        address = reverse("participant_add", args=[tournament.slug])
        line = client.post(
            address,
            {
                "line": "Müßig, Ännchen",
                "csrfmiddlewaretoken": token_of(client, reverse("participants", args=[tournament.slug])),
            },
        )
        fields = {
            "surname": "Müßig",
            "first_name": "Ännchen",
            "note": "kommt später " * 10,
            "csrfmiddlewaretoken": token_in(line.content.decode()),
        }
        before = state()

        with provoked():
            refused = client.post(address, fields)
            unchanged = state()
        page = refused.content.decode()
        again = client.post(address, form_of(page, address))

        assert refused.status_code == 503
        assert str(escape(TROUBLES[trouble])) in page
        assert "<li>Müßig</li>" in page
        assert unchanged == before
        assert again.status_code == 302
        assert Participant.objects.filter(surname="Müßig", first_name="Ännchen").count() == 1

    def test_what_nobody_typed_is_sent_again_but_not_shown(self, trouble: Trouble, provoked: Any) -> None:
        tournament = make_tournament()
        make_participants(tournament, 4)
        client = clerk(tournament)

        with provoked():
            page = refusal_of(client, tournament, seen="{}", **{"initial-surname": "Vorher"})

        assert ("<li>{}</li>" in page, "<li>Vorher</li>" in page) == (False, False)
        assert form_of(page, reverse("participant_add", args=[tournament.slug]))["initial-surname"] == "Vorher"

    def test_number_on_the_page_stands_in_the_log_without_a_name(self, trouble: Trouble, provoked: Any) -> None:
        tournament = make_tournament()
        make_participants(tournament, 4)
        client = clerk(tournament)

        with provoked():
            page = refusal_of(client, tournament)

        (number,) = re.findall(r"\b\d{5}\b", page)
        log = logs.whole_log().decode()
        assert f" {number} " in log
        assert "/office/<slug:slug>/participants/new/" in log
        assert [word for word in ("Müßig", "Ännchen", "später", tournament.slug) if word in log] == []

    def test_saved_pages_are_still_shown(self, trouble: Trouble, provoked: Any) -> None:
        tournament = make_tournament()
        make_round(tournament, players=8)
        client = clerk(tournament)
        pages = [reverse(name, args=[tournament.slug]) for name in ("participants", "rounds", "standings", "journal")]
        pages.append(reverse("board", args=[tournament.slug, 1]))

        with provoked():
            statuses = [client.get(page).status_code for page in pages]

        assert statuses == [200] * len(pages)


def refusal_of(client: Client, tournament: Tournament, **hidden: str) -> str:
    """The page that says that somebody could not be registered; a few may still find room on the disk."""
    for turn in range(30):
        fields = {"surname": f"Müßig {turn}", "first_name": "Ännchen", "note": "kommt später " * 10}
        answer = client.post(reverse("participant_add", args=[tournament.slug]), {**fields, **hidden})
        if answer.status_code == 503:
            return answer.content.decode()
    raise AssertionError("the disk is not full")


def token_in(page: str) -> str:
    return re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]


def token_of(client: Client, address: str) -> str:
    return token_in(client.get(address).content.decode())


@pytest.mark.sqlite
@pytest.mark.django_db
def test_what_is_acknowledged_is_on_the_disk_also_when_the_power_fails() -> None:
    """A killed program loses nothing either way; only a power cut would show it."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        (kept,) = cursor.fetchone()

    assert kept == 2, "SQLite calls it FULL"


class TestFullDisk:
    pytestmark = sqlite

    def test_sheet_confirmed_before_is_there_and_the_next_one_is_not_by_half(self) -> None:
        tournament = make_tournament()
        round_ = make_round(tournament, players=8)
        client = clerk(tournament)
        address = reverse("sheet_totals", args=[tournament.slug, 1, 1])
        totals = {"total-1-1": "10", "total-2-1": "-10", "total-3-1": "4", "total-4-1": "-4", "reason": "x" * 190}
        first = client.post(address, {**totals, "version": "0"})
        before = state()

        with full_disk():
            statuses = set()
            for _time in range(20):
                second = client.post(address.replace("/1/totals", "/2/totals"), {**totals, "version": "0"})
                statuses.add(second.status_code)
                if second.status_code == 302:
                    break

        confirmed = [table.confirmed_at is not None for table in round_.table_set.order_by("number")]
        assert first.status_code == 302
        # The second may still have fitted into the last page; then it is there whole.
        assert (confirmed, statuses, state() == before) in [
            ([True, False], {503}, True),
            ([True, True], {302}, False),
        ]

    def test_password_is_never_shown_back(self) -> None:
        tournament = make_tournament()
        client = clerk(tournament)

        with read_only_folder():
            answer = client.post(
                reverse("helper_account_new", args=[tournament.slug]),
                {
                    "username": "emre",
                    "name": "Emre",
                    "password": "pik-zehn-faellt",
                    "password_again": "pik-zehn-faellt",
                    "role": "director",
                },
            )

        page = answer.content.decode()
        assert answer.status_code == 503
        assert ("pik-zehn-faellt" in page, "<form" in page, "<li>emre</li>" in page) == (False, False, True)


def raised(kind: type[Exception], cause: Exception) -> Exception:
    error = kind("played")
    error.__cause__ = cause
    return error


def of_sqlite(code: int) -> sqlite3.Error:
    cause = sqlite3.DatabaseError("played")
    cause.sqlite_errorcode = code
    return cause


class OfPostgres(Exception):  # noqa: N818  # stands for the driver's own
    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_FULL)), Trouble.FULL),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_BUSY)), Trouble.LOCKED),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_READONLY)), Trouble.READ_ONLY),
        (raised(DatabaseError, of_sqlite(sqlite3.SQLITE_CORRUPT)), Trouble.DAMAGED),
        (raised(DatabaseError, of_sqlite(sqlite3.SQLITE_NOTADB)), Trouble.DAMAGED),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_IOERR)), Trouble.GONE),
        (raised(OperationalError, of_sqlite(sqlite3.SQLITE_ERROR)), None),
        (raised(IntegrityError, of_sqlite(sqlite3.SQLITE_CONSTRAINT)), None),
        (raised(OperationalError, OfPostgres(None)), Trouble.GONE),
        (raised(OperationalError, OfPostgres("53100")), Trouble.FULL),
        (raised(OperationalError, OfPostgres("55P03")), Trouble.LOCKED),
        (raised(OperationalError, OfPostgres("40P01")), Trouble.LOCKED),
        (raised(OperationalError, OfPostgres("57P01")), Trouble.GONE),
        (raised(IntegrityError, OfPostgres("23505")), None),
        (raised(IntegrityError, OfPostgres(None)), None),
        (OSError(errno.ENOSPC, "played"), Trouble.FULL),
        (OSError(errno.EROFS, "played"), Trouble.READ_ONLY),
        (OSError(errno.EIO, "played"), Trouble.GONE),
        (FileNotFoundError(errno.ENOENT, "played"), None),
        (ValueError("played"), None),
        (None, None),
    ],
    ids=str,
)
def test_trouble_is_told_from_a_fault_of_the_program(error: Exception | None, trouble: Trouble | None) -> None:
    assert trouble_of(error) is trouble


@pytest.mark.django_db
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_backup_that_cannot_be_written_says_why(code: int, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The disk itself is played: every file that is forced to it fails."""
    tournament = make_tournament()
    client = clerk(tournament)

    def fails(_file: int) -> None:
        raise OSError(code, "played")

    monkeypatch.setattr("os.fsync", fails)

    page = client.post(reverse("backup_now", args=[tournament.slug]), follow=True).content.decode()

    assert str(escape(reason_of(OSError(code, "played"), folder=settings.BACKUP_DIR))) in page
    monkeypatch.undo()
    answer = client.post(reverse("backup_now", args=[tournament.slug]))
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/octet-stream")
    b"".join(answer.streaming_content)


@pytest.mark.django_db
def test_fault_of_the_program_has_a_number_and_no_sentence_of_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = make_tournament()
    client = clerk(tournament)
    monkeypatch.setattr("tournament.views.journal.queries.lines", None)

    answer = client.get(reverse("journal", args=[tournament.slug]))

    page = answer.content.decode()
    number = re.findall(r"\b\d{5}\b", page)[0]
    assert answer.status_code == 500
    assert [kind for kind, sentence in TROUBLES.items() if str(escape(sentence)) in page] == []
    log = logs.whole_log().decode()
    assert f"{number} " in log
    assert "TypeError" in log


@pytest.mark.django_db
def test_fault_while_the_log_cannot_be_written_is_still_answered(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = make_tournament()
    client = clerk(tournament)
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_text("no folder", encoding="utf-8")
    monkeypatch.setattr("tournament.views.journal.queries.lines", None)

    answer = client.get(reverse("journal", args=[tournament.slug]))

    assert (answer.status_code, len(re.findall(r"\b\d{5}\b", answer.content.decode()))) == (500, 1)


class TestCutOff:
    """A form of which only a part arrives: the connection broke, or something in between gave up."""

    pytestmark = pytest.mark.django_db

    def whole(self, **fields: Any) -> tuple[bytes, str]:
        return encode_multipart("grenze", fields), "multipart/form-data; boundary=grenze"

    def send(self, client: Client, address: str, body: bytes, content_type: str, *, length: int) -> HttpResponse:
        """Send so many bytes less than were announced, or all of a form that was cut before."""
        surroundings = {"CONTENT_LENGTH": str(length), "wsgi.input": BytesIO(body)}
        answer: HttpResponse = client.generic("POST", address, body, content_type, **surroundings)
        return answer

    @pytest.mark.parametrize("lost", [1, 20, 100])
    def test_form_that_is_shorter_than_announced_saves_nothing(self, lost: int) -> None:
        tournament = make_tournament()
        client = clerk(tournament)
        body = b"surname=Muessig&first_name=Aennchen&note=" + b"x" * 100

        answer = self.send(
            client,
            reverse("participant_add", args=[tournament.slug]),
            body[:-lost],
            "application/x-www-form-urlencoded",
            length=len(body),
        )

        assert (answer.status_code, answer.context["cut_off"]) == (400, True)
        assert Participant.objects.count() == 0

    def test_list_cut_off_on_its_way_registers_nobody(self) -> None:
        tournament = make_tournament()
        client = clerk(tournament)
        rows = "\n".join(f"Müller{number};Ida" for number in range(200))
        body, kind = self.whole(file=SimpleUploadedFile("liste.csv", f"Name;Vorname\n{rows}".encode()))
        address = reverse("import_list", args=[tournament.slug])

        answers = [
            self.send(client, address, body[:cut], kind, length=length)
            for cut in (len(body) // 2, len(body) - 8, 60)
            for length in (len(body), cut)
        ]

        assert [(answer.status_code, answer.context["cut_off"]) for answer in answers] == [(400, True)] * 6
        assert self.send(client, address, body, kind, length=len(body)).status_code == 200
        assert Participant.objects.count() == 0

    def test_whole_files_arrive_as_before(self) -> None:
        """Also one that no longer fits into memory."""
        large = bytes(range(256)) * 12_000
        request = RequestFactory().post("/", {"name": "Müßig", "file": SimpleUploadedFile("a.bin", large)})

        assert request.POST["name"] == "Müßig"
        assert request.FILES["file"].read() == large
        assert type(request.FILES["file"]) is TemporaryUploadedFile
        request.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on this system")
@pytest.mark.sqlite
def test_killed_desk_loses_no_draw_publication_or_restore(tmp_path: Path) -> None:
    printed = run(tmp_path, "tests.trials.desk_kill", 2, 3)

    assert re.fullmatch(r"killed 2 times; acknowledged: [1-9].*; lost or half: 0\n", printed)


@pytest.mark.sqlite
def test_form_sent_twice_at_the_same_moment_counts_once(tmp_path: Path) -> None:
    printed = run(tmp_path, "tests.trials.sent_twice", 2)

    assert re.search(r"sent twice at once 9 times; counted twice 0, not answered 0\n", printed)
