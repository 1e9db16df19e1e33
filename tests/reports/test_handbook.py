"""The handbook on paper, read back: every sentence in its order, nothing outside the page or over another."""

import re

import pytest
from django.utils import translation
from reportlab.lib.units import mm

from tests.reports.pdf_reader import outside, overlaps, read
from tournament.handbook import LANGUAGES, parse, read_all
from tournament.reports.handbook import build


def letters(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdf_holds_every_block_once_and_in_order(language):
    pages = read_all(language=language)

    with translation.override(language):
        printed = "".join(letters("".join(sheet.words)) for sheet in read(build(pages, language=language)))

    place = 0
    for page in pages:
        for block in page.blocks:
            found = printed.find(letters(block.plain(language)), place)
            assert found >= place, block.plain(language)
            place = found


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdf_keeps_within_its_pages(language):
    with translation.override(language):
        sheets = read(build(read_all(language=language), language=language))

    assert [outside(sheet, margin=12 * mm) for sheet in sheets] == [[] for _sheet in sheets]
    assert [overlaps(sheet) for sheet in sheets] == [[] for _sheet in sheets]


def test_equal_pages_give_equal_bytes():
    pages = read_all(language="de")

    assert build(pages, language="de") == build(pages, language="de")


def test_heading_stands_with_what_follows():
    text = "# Long\n" + "\n".join(f"## Heading {number}\n- Point {number}" for number in range(60))

    sheets = read(build([parse(text, stage="draw")], language="en"))

    assert len(sheets) > 1
    last_words = [[word for word in sheet.words if word.startswith(("Heading", "Point"))][-1] for sheet in sheets]
    assert [word for word in last_words if not word.startswith("Point")] == []
