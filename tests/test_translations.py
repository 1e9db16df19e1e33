"""German is complete: every string has a German one with the same parameters, compiled as it is written."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

GERMAN = Path(settings.BASE_DIR) / "tournament" / "locale" / "de" / "LC_MESSAGES"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}")


def written():
    return polib.pofile(str(GERMAN / "django.po"))


def texts(entry):
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_every_string_has_a_german_one():
    unfinished = [entry.msgid for entry in written() if "fuzzy" in entry.flags or not all(texts(entry))]

    assert unfinished == []


def test_german_strings_have_the_parameters_of_the_english_ones():
    differing = [
        entry.msgid
        for entry in written()
        for text in texts(entry)
        if set(PLACEHOLDER.findall(text))
        not in (set(PLACEHOLDER.findall(entry.msgid)), set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid)))
    ]

    assert differing == []


def test_compiled_file_is_that_of_the_written_one():
    compiled = {(entry.msgctxt, entry.msgid): texts(entry) for entry in polib.mofile(str(GERMAN / "django.mo"))}

    assert {(entry.msgctxt, entry.msgid): texts(entry) for entry in written()} == compiled


@pytest.mark.skipif(shutil.which("xgettext") is None, reason="no gettext on this machine")
def test_no_string_of_the_program_is_missing_from_the_file(tmp_path):
    copy = tmp_path / "desk"
    for folder in ("tournament", "templates", "scoring"):
        shutil.copytree(Path(settings.BASE_DIR) / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(Path(settings.BASE_DIR) / "manage.py", copy)
    known = {(entry.msgctxt, entry.msgid) for entry in written()}

    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "de", "--no-obsolete", "--no-location", "-v0"],
        cwd=copy,
        check=True,
        capture_output=True,
    )

    found = polib.pofile(str(copy / "tournament" / "locale" / "de" / "LC_MESSAGES" / "django.po"))
    assert {(entry.msgctxt, entry.msgid) for entry in found} - known == set()
