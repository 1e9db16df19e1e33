"""CSV that Excel in German opens rightly: umlauts right, numbers numbers, formulas text."""

from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reports import samples
from tests.reports.csv_reader import read as read_csv
from tournament.reports import csv_files, listing, listing_money
from tournament.reports.listing import Formula, Listing


def _listing(*rows, headings=("Name", "Points")):
    return Listing(name="List", headings=headings, rows=rows)


def test_file_begins_with_a_bom_and_ends_its_lines_as_windows_does():
    data = csv_files.build(_listing(("Öztürk", 12)))

    assert data == b"\xef\xbb\xbfName;Points\r\n\xc3\x96zt\xc3\xbcrk;12\r\n"


def test_first_letter_of_the_first_name_survives():
    assert read_csv(csv_files.build(_listing(headings=("Ö",))))[0] == ["Ö"]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (-12, "-12"),
        (0, "0"),
        (Decimal("-1.50"), "-1,50"),
        (Decimal(1200), "1200"),
        (Formula("SUM(A1:A2)", -7), "-7"),
        (Formula("SUM(A1:A2)", Decimal("2.5")), "2,5"),
        (date(2026, 10, 7), "07.10.2026"),
        (datetime(2026, 10, 7, 9, 5), "07.10.2026 09:05"),
        (None, ""),
    ],
)
def test_value_is_written_as_excel_in_german_reads_it(value, cell):
    data = csv_files.build(_listing((value, "Anna")))

    assert data.decode("utf-8-sig") == f"Name;Points\r\n{cell};Anna\r\n"


@pytest.mark.parametrize("text", ['=HYPERLINK("http://x";"Anna")', "+49 251", "-Minus", "@home", "\tTab", "'=1"])
def test_text_that_looks_like_a_formula_is_guarded_and_read_back_as_it_was(text):
    data = csv_files.build(_listing((text, -12)))

    guarded = data.decode("utf-8-sig").splitlines()[1]
    assert guarded.startswith(("'", "\"'"))
    assert read_csv(data)[1] == [text, "-12"]


@pytest.mark.parametrize("text", ["Müller; Anna", 'Der "Fuchs"', "zwei\nZeilen", "'s Hertogenbosch", "−12", "007"])
def test_text_with_marks_of_its_own_is_read_back_as_it_was(text):
    assert read_csv(csv_files.build(_listing((text, 1))))[1] == [text, "1"]


@given(rows=st.lists(st.tuples(st.text(st.characters(codec="utf-8")), st.integers()), max_size=20))
def test_any_text_and_number_is_read_back_as_it_was(rows):
    data = csv_files.build(_listing(*rows))

    assert read_csv(data) == [["Name", "Points"], *([text, str(number)] for text, number in rows)]


def _lists():
    persons = samples.people(8, samples.MARKUP)
    tables = samples.table_lines(persons)
    return {
        "standings": listing.standings_list(samples.standings_of(persons)),
        "seating": listing.seating_list(samples.seating_of(persons)),
        "participants": listing.participants_list(samples.participant_lines(persons)),
        "rounds": listing.rounds_list(tables),
        "tables": listing.tables_list(tables),
        "games": listing.games_list(tables),
        "solos": listing.solos_list(tables),
        "penalties": listing.penalties_list(samples.penalty_lines(persons)),
        "meetings": listing.meetings_list(samples.meetings(persons)),
        "prizes": listing_money.prizes_list(samples.prize_list(persons)),
        "incidents": listing.incidents_list(samples.incidents_of(persons)),
        "fees": listing_money.fees_list(samples.cash_report(persons)),
    }


def test_every_list_there_is_is_tried():
    functions = {**vars(listing), **vars(listing_money)}
    there = {name.removesuffix("_list") for name in functions if name.endswith("_list") and name[0] != "_"}

    assert set(_lists()) == there


def _expected(value):
    if isinstance(value, Formula):
        value = value.value
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%d.%m.%Y %H:%M")
    return str(value).replace(".", ",") if isinstance(value, Decimal) else str(value)


@pytest.mark.parametrize("name", _lists())
def test_each_list_is_read_back_as_it_was(name):
    written = _lists()[name]

    back = read_csv(csv_files.build(written))

    assert back[0] == list(written.headings)
    assert back[1:] == [[_expected(value) for value in row] for row in written.rows]
    assert {len(row) for row in back} == {len(written.headings)}


def test_money_has_two_decimals():
    assert [str(listing.euros(cents)) for cents in (9_050, 100, 0, -5)] == ["90.50", "1.00", "0.00", "-0.05"]
