"""Text that shrinks, then wraps, and is never cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reports import samples
from tournament.reports.lettering import BOLD, LEADING, TEXT, clean, fit, width_of

LONG = "Freifrau von Müller-Lüdenscheidt-Wanne, Friederike"


def test_fit_keeps_size_and_line_where_there_is_room():
    block = fit("Äpfel, Anna", size=12, width=200)

    assert (block.lines, block.size) == (("Äpfel, Anna",), 12)


def test_fit_shrinks_before_it_wraps():
    width = width_of("Äpfel, Anna", size=10.5)

    block = fit("Äpfel, Anna", size=12, width=width)

    assert (block.lines, block.size) == (("Äpfel, Anna",), 10.5)


def test_fit_wraps_at_spaces_and_hyphens_once_it_has_shrunk():
    block = fit(LONG, size=12, width=130)

    assert block.lines == ("Freifrau von Müller-", "Lüdenscheidt-Wanne, Friederike")


def test_fit_breaks_a_word_that_no_line_can_hold():
    block = fit("Kapitänswitwenrentenkasse", size=12, width=40, lines=4)

    assert "".join(block.lines) == "Kapitänswitwenrentenkasse"
    assert block.width <= 40


def test_last_line_of_a_broken_word_has_more_than_a_letter_or_two():
    word = "Donaudampfschifffahrt"

    block = fit(word, size=12, width=width_of(word[:-2], size=12), lines=2, shrink=1)

    assert block.lines == (word[:-4], word[-4:])


def test_line_does_not_end_within_an_abbreviation():
    width = width_of("Doppelkopffreunde Münster e.", size=12)

    block = fit("Doppelkopffreunde Münster e. V. um den Pokal", size=12, width=width, shrink=1)

    assert block.lines == ("Doppelkopffreunde Münster", "e. V. um den Pokal")


def test_fit_of_nothing_is_nothing():
    block = fit("  ", size=12, width=40)

    assert (block.lines, block.height) == ((), 0)


@given(
    text=st.text(max_size=120),
    width=st.floats(20, 500),
    height=st.floats(6, 60),
    lines=st.integers(1, 5),
    shrink=st.sampled_from((0.6, 0.8, 1)),
)
def test_fit_stays_in_its_box_and_loses_no_letter(text, width, height, lines, shrink):
    block = fit(text, size=12, width=width, height=height, lines=lines, shrink=shrink)

    assert block.width <= width + 0.01
    assert block.height <= height + 0.01
    assert len(block.lines) <= lines
    assert "".join(block.lines).replace(" ", "") == clean(text).replace(" ", "")


@pytest.mark.parametrize("font", [TEXT, BOLD])
@pytest.mark.parametrize(
    "name", ["Äpfel ß ẞ", "Żółć Łukasz ąęśź", "Dvořák Čeněk Šťastný ůď", "Yıldız İğşç", "Őű", "Ţițș"]
)
def test_clean_leaves_letters_of_the_neighbours_alone(name, font):
    assert clean(name, font) == name


def test_clean_composes_letters_that_came_in_two_parts():
    assert clean("Mu\u0308ller, Z\u030cofie") == "Müller, Žofie"


def test_clean_drops_controls_and_takes_a_base_letter_or_a_question_mark():
    assert clean("A\x00n\nna\u200b ḝ 漢") == "An na e ?"


def test_width_counts_suits_from_their_own_font():
    assert width_of("♣♠♥♦", size=1000) == 776 + 626 + 694 + 595


def test_block_height_is_lines_times_leading():
    block = fit(LONG, size=12, width=130)

    assert block.height == pytest.approx(len(block.lines) * block.size * LEADING)


def test_longest_sample_names_are_as_long_as_they_say():
    assert [len(samples.FORTY_FIVE[0]), len(samples.EIGHTY[0])] == [45, 80]
