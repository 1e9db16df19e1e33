"""The handbook: every page has its place in it, both languages say the same, every label is one of the screen."""

import re
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.builders import client_for, make_actor, make_tournament
from tests.walk import browser_of, make_scene, visit
from tests.walk import pages as addresses
from tournament.handbook import LANGUAGES, STAGES, Kind, Page, parse, read_all, read_page
from tournament.handbook_shots import FOLDER, SHOTS, file_of
from tournament.roles import PAGES, PUBLIC, Role
from tournament.views import handbook

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
GERMAN = Path(settings.BASE_DIR) / "tournament" / "locale" / "de" / "LC_MESSAGES" / "django.po"


def labels(page: Page) -> list[str]:
    return [piece.text for block in page.blocks for piece in block.pieces if piece.kind == "label"]


def strings() -> list[tuple[str, str]]:
    """What the screen says, in English and in German; a plural's forms beside each other."""
    return [
        pair
        for entry in polib.pofile(str(GERMAN))
        for pair in (
            [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
            if entry.msgid_plural
            else [(entry.msgid, entry.msgstr)]
        )
    ]


def says(text: str, label: str) -> bool:
    """Whether the label is that text of the screen, with anything in the place of its parameters."""
    parts = PLACEHOLDER.split(text)
    return text == label or (
        len(parts) > 1 and len(parts[0]) > 3 and re.fullmatch(".+".join(map(re.escape, parts)), label) is not None
    )


@pytest.fixture
def client() -> Client:
    return client_for(make_actor(make_tournament(), Role.CHECK_IN))


def test_markup_is_read_as_blocks_and_pieces():
    page = parse("# Title\n\nPress [Save] or {Esc}.\n## Head\n- `start` it\n", stage="draw")

    assert page.title == "Title"
    assert [(block.kind, block.plain("de")) for block in page.blocks] == [
        (Kind.PARAGRAPH, "Press „Save“ or [Esc]."),
        (Kind.HEADING, "Head"),
        (Kind.POINT, "start it"),
    ]


def test_points_that_follow_one_another_are_one_list():
    page = parse("# T\n- a\n- b\nc\n- d", stage="draw")

    assert [[block.plain("en") for block in group] for group in page.groups] == [["a", "b"], ["c"], ["d"]]


def test_unknown_stage_is_no_page():
    with pytest.raises(KeyError):
        read_page("../../settings", language="de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_folder_holds_the_stages_and_nothing_else(language):
    folder = Path(settings.BASE_DIR) / "templates" / "tournament" / "handbook" / language

    assert sorted(file.name for file in folder.iterdir()) == sorted(f"{stage}.txt" for stage in STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_both_languages_have_the_same_blocks_keys_and_commands(stage):
    german, english = (read_page(stage, language=language) for language in LANGUAGES)

    assert [block.kind for block in german.blocks] == [block.kind for block in english.blocks]
    for kind in ("key", "command"):
        there = [
            [
                piece.text.replace("DATEI", "FILE")
                for block in page.blocks
                for piece in block.pieces
                if piece.kind == kind
            ]
            for page in (german, english)
        ]
        assert there[0] == there[1]


def pictures(language: str) -> list[str]:
    return [block.picture for page in read_all(language=language) for block in page.blocks if block.picture]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_taken_named_once_and_there(language):
    folder = FOLDER / language

    assert sorted(pictures(language)) == sorted(shot.name for shot in SHOTS)
    assert sorted(file.name for file in folder.iterdir()) == sorted(f"{shot.name}.png" for shot in SHOTS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_picture_is_as_large_as_its_page_says_and_small_in_bytes(shot, language):
    file = file_of(shot.name, language=language)

    with Image.open(file) as picture:
        assert (picture.format, picture.size) == ("PNG", shot.size)
    assert file.stat().st_size < 60_000


def test_pictures_are_of_pages_that_there_are():
    assert [shot.page for shot in SHOTS if shot.page not in PAGES and shot.page not in PUBLIC] == []


def test_command_without_the_browser_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)

    with pytest.raises(CommandError, match=r"tests/requirements\.txt"):
        call_command("handbook_pictures")


def test_command_knows_its_pictures():
    with pytest.raises(CommandError, match="new-tournament"):
        call_command("handbook_pictures", "--only", "nothing")


@pytest.mark.parametrize("stage", STAGES)
def test_labels_are_those_of_the_screen_in_both_languages(stage):
    german, english = (labels(read_page(stage, language=language)) for language in LANGUAGES)
    known = strings()

    strange = [
        pair
        for pair in zip(german, english, strict=True)
        if not any(says(ours, pair[1]) and says(theirs, pair[0]) for ours, theirs in known)
    ]

    assert strange == []


def test_every_page_of_the_office_leads_to_a_stage():
    assert {name: handbook.stage_of(name) for name in PAGES if handbook.stage_of(name) not in STAGES} == {}


def test_every_beginning_of_the_table_is_that_of_an_address():
    names = [page.name for page in addresses()]

    assert [words for words, _stage in handbook._STAGES if not any(name.startswith(words) for name in names)] == []


def test_longer_beginnings_stand_before_the_shorter_ones_they_contain():
    words = [word for word, _stage in handbook._STAGES]

    assert [
        (short, long) for place, short in enumerate(words) for long in words[place + 1 :] if long.startswith(short)
    ] == []


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("round_clock", "clock"),
        ("round_draw", "draw"),
        ("round_late", "trouble"),
        ("sheet_confirm", "sheets"),
        ("close", "closing"),
        ("money_prizes", "money"),
        ("archive_new", "files"),
        ("paper_logo", "print"),
    ],
)
def test_page_leads_to_its_stage(name, stage):
    assert handbook.help_address(name) == f"/handbook/{stage}/"


def test_address_outside_the_office_leads_to_the_contents():
    assert handbook.help_address("public_home") == "/handbook/"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stage", STAGES)
def test_page_shows_every_block_in_the_language_of_the_person(client, language, stage):
    page = read_page(stage, language=language)

    client.post(reverse("appearance"), {"language": language})

    answer = client.get(reverse("handbook_page", args=[stage]))

    text = re.sub(r"<[^>]+>", "", answer.content.decode()).replace("&#x27;", "'").replace("&quot;", '"')
    said = ["".join(piece.text for piece in block.pieces) for block in page.blocks]
    assert [line for line in said if line not in text] == []


@pytest.mark.django_db
def test_contents_name_every_stage_in_order(client):
    answer = client.get(reverse("handbook"))

    listed = re.findall(r'<a href="/handbook/(\w+)/">([^<]+)</a>', answer.content.decode())
    assert listed == [(page.stage, page.title) for page in read_all(language="de")]


@pytest.mark.django_db
def test_unknown_stage_is_not_found(client):
    assert client.get("/handbook/nothing/").status_code == 404


@pytest.mark.django_db
def test_handbook_asks_for_a_login():
    assert Client().get("/handbook/").headers["Location"] == "/login/?next=/handbook/"


@pytest.mark.django_db
def test_question_mark_of_a_page_leads_to_its_stage():
    tournament = make_tournament()
    browser = client_for(make_actor(tournament))

    answer = browser.get(reverse("participants", args=[tournament.slug]))

    assert re.findall(r'<a class="help"\s+href="([^"]+)"', answer.content.decode()) == ["/handbook/registration/"]


@pytest.mark.django_db
def test_question_mark_of_every_page_of_the_office_leads_to_its_stage():
    scene = make_scene()
    browser = browser_of(scene, Role.ADMINISTRATOR)
    led = {}
    for page in addresses():
        answer = visit(browser, "get", scene.address(page)) if page.name in PAGES else None
        if answer is not None and answer.status_code == 200 and "text/html" in answer.headers["Content-Type"]:
            found = re.findall(r'<a class="help"\s+href="([^"]+)"', answer.content.decode())
            # A part of a page that is fetched by itself has no bar, and a screen for the hall shows nothing else.
            led |= {page.name: found} if "<html" in answer.content.decode() and found else {}

    assert len(led) > 30
    stages = [reverse("handbook_page", args=[stage]) for stage in STAGES]
    assert {name: found for name, found in led.items() if found != [handbook.help_address(name)]} == {}
    assert {name: found for name, found in led.items() if found[0] not in stages} == {}


@pytest.mark.django_db
def test_question_mark_is_not_there_without_a_login():
    assert 'class="help"' not in Client().get(reverse("login")).content.decode()


@pytest.mark.django_db
def test_pdf_opens_in_the_browser(client):
    answer = client.get(reverse("handbook_pdf"))

    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"].startswith("inline")
    assert answer.content.startswith(b"%PDF")
