"""Files that nobody should choose, sent to every form that takes one: refused in a sentence, and nothing is kept."""

import hashlib
import json
import zlib
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.builders import client_for, make_actor, make_participants, make_tournament
from tests.trials.fuzz_forms import Page
from tests.trials.fuzz_scene import state
from tests.trials.fuzz_values import FILES
from tournament.messages import SENTENCES
from tournament.models import Participant, Tournament
from tournament.roles import Role

pytestmark = pytest.mark.django_db

FORMS = ("import_list", "archive_new", "backup_restore", "paper_logo")
MEGABYTE = 1024 * 1024


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_participants(tournament, 2)
    return tournament


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return client_for(make_actor(tournament, Role.ADMINISTRATOR))


def address(form: str, tournament: Tournament) -> str:
    return reverse(form, args=[] if form in ("archive_new", "backup_restore") else [tournament.slug])


def choose(client: Client, form: str, tournament: Tournament, data: bytes, name: str = "liste.csv") -> Any:
    return client.post(address(form, tournament), {"file": SimpleUploadedFile(name, data)})


def says(answer: Any, code: str) -> bool:
    """Whether the page holds the sentence up to its first parameter."""
    return str(SENTENCES[code]).split("%(")[0].strip() in unescape(answer.content.decode())


@pytest.mark.parametrize("name", [name for name in FILES if name != "bild.png"])
@pytest.mark.parametrize("form", FORMS)
def test_file_is_looked_at_and_nothing_is_kept(form: str, name: str, tournament: Tournament, client: Client) -> None:
    before = state()

    answer = choose(client, form, tournament, FILES[name], name)

    assert answer.status_code in (200, 422)
    assert Page(answer.content.decode()).hurt == []
    assert state() == before


@pytest.mark.parametrize(
    ("form", "name", "code"),
    [
        ("import_list", "bombe.xlsx", "file_unpacks_too_large"),
        ("import_list", "halb.xlsx", "file_is_damaged"),
        ("import_list", "kaputt-utf16.csv", "file_is_damaged"),
        ("import_list", "alt.xls", "file_is_old_excel"),
        ("import_list", "bild.png", "file_is_picture"),
        ("import_list", "papier.pdf", "file_is_pdf"),
        ("import_list", "bombe.gz", "file_is_no_list"),
        ("import_list", "leer.csv", "list_is_empty"),
        ("import_list", "zeilen.csv", "list_has_too_many_rows"),
        ("import_list", "spalten.csv", "list_has_too_many_columns"),
        ("import_list", "quote.csv", "list_has_endless_cell"),
        ("archive_new", "bombe.xlsx", "file_unpacks_too_large"),
        ("archive_new", "halb.xlsx", "file_is_damaged"),
        ("archive_new", "liste.csv", "archive_no_headings"),
        ("archive_new", "archiv-runden.csv", "archive_rounds"),
        ("backup_restore", "liste.csv", "backup_not_ours"),
        ("backup_restore", "bombe.xlsx", "backup_not_ours"),
        ("backup_restore", "tief.dokodesk", "backup_not_ours"),
        ("backup_restore", "kopf.dokodesk", "backup_damaged"),
        ("paper_logo", "liste.csv", "logo_unreadable"),
        ("paper_logo", "bild.svg", "logo_unreadable"),
        ("paper_logo", "papier.pdf", "logo_unreadable"),
    ],
)
def test_file_is_refused_in_its_sentence(
    form: str, name: str, code: str, tournament: Tournament, client: Client
) -> None:
    answer = choose(client, form, tournament, FILES[name], name)

    assert (answer.status_code, says(answer, code)) == (422, True)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ("import_list", "file_too_large"),
        ("archive_new", "file_too_large"),
        ("backup_restore", "backup_too_large"),
        ("paper_logo", "logo_too_large"),
    ],
)
def test_hundred_megabytes_are_refused(form: str, code: str, tournament: Tournament, client: Client) -> None:
    answer = choose(client, form, tournament, b"Nachname;Vorname\n" * (100 * MEGABYTE // 17))

    assert (answer.status_code, says(answer, code)) == (422, True)


def test_backup_that_would_unpack_to_more_than_a_tournament_holds_is_refused(
    tournament: Tournament, client: Client
) -> None:
    """Its checksum is right: somebody made it so."""
    pack = zlib.compressobj(wbits=31)
    body = b"".join(pack.compress(b" " * MEGABYTE) for _block in range(300)) + pack.flush()
    header = {"format": "dokodesk-backup", "migration": "0001_initial", "version": 1}
    plain = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    header["sha256"] = hashlib.sha256(plain + b"\n" + body).hexdigest()
    data = json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n" + body

    answer = choose(client, "backup_restore", tournament, data)

    assert len(data) < MEGABYTE
    assert (answer.status_code, says(answer, "backup_too_large")) == (422, True)


def test_names_of_ten_thousand_letters_are_named_with_their_line_and_kept_out(
    tournament: Tournament, client: Client
) -> None:
    shown = choose(client, "import_list", tournament, FILES["lang.csv"])
    kept = client.post(address("import_list", tournament), {"state": shown.context["state"], "take": "0", "keep": "1"})

    assert (shown.status_code, says(shown, "surname_too_long")) == (200, True)
    assert (kept.status_code, Participant.objects.count()) == (422, 2)


def test_markup_formulas_and_nul_in_a_list_are_registered_as_the_text_they_are(
    tournament: Tournament, client: Client
) -> None:
    data = b"Nachname;Vorname\n<b>Uhl</b>;=1+1\nOt\x00t;Ida\n" + b"Brandt;Jan\n" * 10
    shown = choose(client, "import_list", tournament, data)

    client.post(
        address("import_list", tournament),
        {"state": shown.context["state"], "offered": shown.context["offered"], "take": ["0", "1"], "keep": "1"},
    )

    people = Participant.objects.order_by("number").values_list("surname", "first_name")
    assert list(people)[2:] == [("<b>Uhl</b>", "=1+1"), ("Ott", "Ida")]
