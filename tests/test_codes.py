"""The code of a printed sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.codes import LENGTH, SheetCode, is_outdated, read_code, write_code

CODES = st.builds(SheetCode, round=st.integers(1, 99), table=st.integers(1, 999), print_version=st.integers(1, 99))


def test_code_is_eight_digits():
    assert write_code(SheetCode(round=2, table=7, print_version=1)) == "02007011"


@given(code=CODES)
def test_code_reads_back_what_was_written(code):
    assert read_code(write_code(code)) == code


@given(code=CODES, place=st.integers(0, LENGTH - 1), digit=st.integers(0, 9))
def test_code_with_one_wrong_digit_is_refused(code, place, digit):
    right = write_code(code)
    wrong = f"{right[:place]}{digit}{right[place + 1 :]}"

    assert read_code(wrong) == (code if wrong == right else None)


@given(code=CODES, place=st.integers(0, LENGTH - 2))
def test_code_with_two_neighbours_swapped_is_refused(code, place):
    right = write_code(code)
    wrong = right[:place] + right[place + 1] + right[place] + right[place + 2 :]

    assert read_code(wrong) == (code if wrong == right else None)


@given(code=CODES)
def test_code_from_a_scanner_with_a_french_keyboard_is_read(code):
    french = write_code(code).translate(str.maketrans("1234567890", "&é\"'(-è_çà"))

    assert read_code(french) == code


@pytest.mark.parametrize("text", ["", "7", "0200701", "020070111", "0200701x", "٠٢٠٠٧٠١١"])
def test_what_is_no_code_is_refused(text):
    assert read_code(text) is None


def test_code_of_an_older_print_is_outdated():
    code = SheetCode(round=2, table=7, print_version=1)

    assert not is_outdated(code, print_version=1)
    assert is_outdated(code, print_version=2)


def test_print_versions_begin_again_after_ninety_nine():
    code = read_code(write_code(SheetCode(round=1, table=1, print_version=100)))

    assert code == SheetCode(round=1, table=1, print_version=1)
    assert not is_outdated(code, print_version=100)


@pytest.mark.parametrize(("round_", "table"), [(100, 1), (1, 1000), (0, 1), (1, 0)])
def test_code_of_a_place_that_does_not_fit_is_not_written(round_, table):
    with pytest.raises(ValueError, match="rounds up to 99"):
        write_code(SheetCode(round=round_, table=table, print_version=1))
