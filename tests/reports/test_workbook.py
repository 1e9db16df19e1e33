"""The workbook: numbers stay numbers, text stays text, formulas come to what the desk has computed."""

import re
import shutil
import subprocess
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from tests.reports import samples
from tournament.reports import listing, workbook
from tournament.reports.listing import Formula
from tournament.reports.people import Person

PERSONS = samples.people(8)
SHEETS = ["Standings", "Rounds", "Tables", "Games", "Solos", "Penalties", "Participants", "Event"]


def _book(data, *, results=False):
    return load_workbook(BytesIO(data), data_only=results)


def _rows(sheet):
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def _as_cell(value):
    """What a formula's result or a value of a list is in the file."""
    if isinstance(value, Formula):
        value = value.value
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value


def _lists(book):
    return [
        listing.standings_list(book.standings),
        listing.rounds_list(book.tables),
        listing.tables_list(book.tables),
        listing.games_list(book.tables),
        listing.solos_list(book.tables),
        listing.penalties_list(book.penalties),
        listing.participants_list(book.participants),
    ]


def test_workbook_holds_every_row_of_every_list():
    source = samples.workbook_of(PERSONS)

    book = _book(workbook.build(source), results=True)

    assert book.sheetnames == SHEETS
    for written in _lists(source):
        rows = [written.headings, *written.rows, *([written.sums] if written.sums else [])]
        padded = [[*map(_as_cell, row), *[None] * (len(written.headings) - len(row))] for row in rows]
        assert _rows(book[written.name]) == padded


def test_standings_total_is_a_formula_over_the_rounds_and_the_deductions():
    book = _book(workbook.build(samples.workbook_of(PERSONS)))

    sheet = book["Standings"]
    headings = [cell.value for cell in sheet[1]]
    assert headings == [
        *("Rank", "No.", "Surname", "First name", "Club", "Marks"),
        *("R1", "R2", "R3", "Deduction", "Total", "of these penalties", "Tie-break", "Note"),
    ]
    assert [row[10].value for row in sheet.iter_rows(min_row=2)] == [
        f"=SUM(G{row}:I{row})+J{row}" for row in range(2, 10)
    ]


def test_total_that_the_rounds_do_not_add_up_to_stays_the_desk_s_number():
    source = samples.workbook_of(PERSONS)
    first = replace(source.standings.lines[0], total=999)
    changed = replace(source, standings=replace(source.standings, lines=(first,)))

    book = _book(workbook.build(changed))

    assert book["Standings"]["K2"].value == 999


def test_points_of_a_seat_are_a_formula_over_the_rows_of_its_sheet():
    book = _book(workbook.build(samples.workbook_of(PERSONS)))

    points = [row[8].value for row in book["Tables"].iter_rows(min_row=2)]
    assert points[:5] == [
        "=SUM('Games'!J2:J25)",
        "=SUM('Games'!K2:K25)",
        "=SUM('Games'!L2:L25)",
        "=SUM('Games'!M2:M25)",
        "=SUM('Games'!J26:J49)",
    ]
    assert [type(value) for value in points[8:12]] == [int] * 4
    assert points[12:] == [None] * 4
    assert [cell.value for cell in book["Games"]["N"][1:3]] == ["=SUM(J2:M2)", "=SUM(J3:M3)"]


def test_numbers_and_their_headings_stand_right_and_texts_do_not_touch_them():
    sheet = _book(workbook.build(samples.workbook_of(PERSONS)))["Standings"]

    headings = [(cell.value, cell.alignment.horizontal) for cell in sheet[1]]
    assert headings[:4] == [("Rank", "right"), ("No.", "right"), ("Surname", None), ("First name", None)]
    assert [(cell.alignment.indent, cell.data_type) for cell in sheet[2][:4]] == [
        (0, "n"),
        (0, "n"),
        (1, "s"),
        (0, "s"),
    ]


@pytest.mark.parametrize("name", ['=HYPERLINK("http://x")', "+Plus", "-Minus", "@home", "#N/A", "=1", "1860 München"])
def test_name_stays_text_and_points_stay_numbers(name):
    person = Person(number=1, surname=name, first_name=name, club=name)
    listed = samples.standings_of([person])
    minus = replace(listed.lines[0], rounds=(-12,), total=-12, note=name)
    source = workbook.Workbook(frame=samples.frame(event=name), standings=replace(listed, lines=(minus,)))

    sheet = _book(workbook.build(source))["Standings"]

    cells = [sheet["C2"], sheet["D2"], sheet["E2"], sheet["G2"]]
    assert [(cell.value, cell.data_type) for cell in cells] == [(name, "s"), (name, "s"), (name, "s"), (-12, "n")]
    assert sheet["C2"].quotePrefix == (name[0] in "=+-@")


def test_letters_that_xlsx_forbids_are_left_out():
    person = Person(number=1, surname="Mül\x00ler\x0b", first_name="Anna")
    source = workbook.Workbook(frame=samples.frame(event="A\x01B"), standings=samples.standings_of([person]))

    book = _book(workbook.build(source))

    assert (book["Standings"]["C2"].value, book["Event"]["B2"].value) == ("Müller", "AB")


def test_sheets_have_frozen_heads_widths_print_areas_and_filters():
    book = _book(workbook.build(samples.workbook_of(PERSONS)))

    for sheet in book:
        last = f"${sheet.dimensions.split(':')[1][0]}${sheet.max_row}"
        assert sheet.freeze_panes == "A2"
        assert sheet.print_title_rows == "$1:$1"
        assert sheet.print_area == f"'{sheet.title}'!$A$1:{last}"
        assert sheet.column_dimensions["A"].width >= 6
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.oddHeader.left.text == "Herbstturnier der Doppelkopffreunde"
    assert [sheet.auto_filter.ref for sheet in book][:2] == ["A1:N9", "A1:F3"]


def test_times_and_money_have_their_formats():
    sheet = _book(workbook.build(samples.workbook_of(PERSONS)), results=True)["Participants"]

    assert (sheet["H2"].value, sheet["H2"].number_format) == (12.5, '#,##0.00\\ "€"')
    assert (sheet["J2"].value, sheet["J2"].number_format) == (datetime(2026, 10, 1, 9, 30), "DD.MM.YYYY HH:MM")
    assert sheet["H10"].value == 100


def test_equal_input_gives_equal_bytes_without_any_time_of_making():
    data = workbook.build(samples.workbook_of(PERSONS))

    assert data == workbook.build(samples.workbook_of(PERSONS))
    with ZipFile(BytesIO(data)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        core = archive.read("docProps/core.xml").decode()
    assert re.findall(r">(\d{4}-\d\d-\d\dT[^<]+)<", core) == ["2026-10-17T00:00:00Z", "2026-10-17T00:00:00Z"]


def test_tournament_without_any_result_makes_a_workbook_with_headings():
    empty = workbook.Workbook(frame=samples.frame(day=None), standings=samples.standings_of([]))

    book = _book(workbook.build(empty))

    assert book.sheetnames == SHEETS
    assert [sheet.max_row for sheet in book][:-1] == [1] * 7


def test_single_list_is_a_workbook_of_its_own():
    data = workbook.build_list(samples.frame(), listing.seating_list(samples.seating_of(PERSONS)))

    book = _book(data)

    assert book.sheetnames == ["Seats"]
    assert [cell.value for cell in book["Seats"][2]] == [1, "Öztürk", "Emre", None, 1, 1, None]


def test_list_on_its_own_has_no_formula_that_looks_into_another():
    tables = samples.table_lines(PERSONS)

    sheet = _book(workbook.build_list(samples.frame(), listing.tables_list(tables)))["Tables"]

    assert [sheet["I2"].value, sheet["K2"].value] == [tables[0].totals[0], "=SUM(I2:I5)"]


def _without_results(data):
    """The same file with its formulas but without what they come to."""
    out = BytesIO()
    with ZipFile(BytesIO(data)) as source, ZipFile(out, "w") as target:
        for name in source.namelist():
            target.writestr(name, re.sub(rb"</f><v>[^<]*</v>", b"</f>", source.read(name)))
    return out.getvalue()


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_recomputes_every_formula_to_our_number(tmp_path):
    data = workbook.build(samples.workbook_of(PERSONS))
    (tmp_path / "in.xlsx").write_bytes(_without_results(data))

    subprocess.run(
        [
            shutil.which("soffice"),
            "--headless",
            f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
            "--convert-to",
            "xlsx:Calc MS Excel 2007 XML",
            "--outdir",
            str(tmp_path / "out"),
            str(tmp_path / "in.xlsx"),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )

    ours = _book(data, results=True)
    theirs = load_workbook(tmp_path / "out" / "in.xlsx", data_only=True)
    formulas = _book(data)
    compared = [
        (
            sheet.title,
            cell.coordinate,
            ours[sheet.title][cell.coordinate].value,
            theirs[sheet.title][cell.coordinate].value,
        )
        for sheet in formulas
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert len(compared) > 50
    assert [(where, cell) for where, cell, our, their in compared if our != their] == []
