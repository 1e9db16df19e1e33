"""What holds for every paper: nothing cut, overlapping or in the margin, and equal input gives equal bytes."""

from functools import cache
from io import BytesIO

import pytest
from django.utils import translation
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tests.reports import samples
from tests.reports.pdf_reader import outside, overlaps, read
from tournament.reports.lettering import clean

PRINTER_MARGIN = 11.9 * mm
NAMELESS = ("poster", "poster, A5 across")


@cache
def _pages(paper, names):
    """Drawn and read once for all tests of this module."""
    with translation.override("en"):
        return read(samples.PAPERS[paper](samples.people(22, samples.NAMES[names])))


@pytest.mark.parametrize("names", samples.NAMES)
@pytest.mark.parametrize("paper", samples.PAPERS)
def test_paper_has_nothing_in_the_margin_and_nothing_overlapping(paper, names):
    pages = _pages(paper, names)

    assert [outside(page, margin=PRINTER_MARGIN) for page in pages] == [[] for _page in pages]
    assert [overlaps(page) for page in pages] == [[] for _page in pages]


@pytest.mark.parametrize("names", samples.NAMES)
@pytest.mark.parametrize("paper", [paper for paper in samples.PAPERS if paper not in NAMELESS])
def test_paper_has_every_letter_of_a_name(paper, names):
    drawn = "".join("".join(page.words) for page in _pages(paper, names)).replace(" ", "")

    missing = [person for person in samples.people(2, samples.NAMES[names]) if _bare(person.surname) not in drawn]
    assert missing == []


def _bare(text):
    return clean(text).replace(" ", "")


@pytest.mark.parametrize("paper", samples.PAPERS)
def test_equal_input_gives_equal_bytes(paper):
    make = samples.PAPERS[paper]

    assert make(samples.people(22)) == make(samples.people(22))


def _page_of(draw):
    out = BytesIO()
    canvas = Canvas(out, pagesize=(200, 200))
    canvas.setFont("Desk", 10)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return read(out.getvalue())[0]


def test_reader_sees_text_over_text():
    def draw(canvas):
        canvas.drawString(50, 100, "Anna")
        canvas.drawString(60, 104, "Emre")
        canvas.drawString(50, 120, "Ida")

    assert overlaps(_page_of(draw)) == [("Anna", "Emre")]


def test_reader_sees_text_and_lines_in_the_margin():
    def draw(canvas):
        canvas.drawString(180, 100, "Friederike")
        canvas.line(50, 5, 100, 50)

    assert outside(_page_of(draw), margin=10) == ["Friederike", (50.0, 5.0)]
