"""Reading lists of players: encodings, separators, headings, doubtful and faulty rows, hostile files."""

import random
import zipfile
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from scoring.errors import RuleError
from tournament.imports.columns import Column
from tournament.imports.files import MOST_ROWS, read_file, read_text
from tournament.imports.rows import Known, Surroundings, proposed_columns, read_rows
from tournament.registration import Registration

LIST = "Nachname;Vorname;Verein;Startnummer\nÄpfel;Anna;DoKo Köln;007\nÖztürk;Emre;;8\nWeiß;Ünal;Grün-Weiß;\n"
PEOPLE = [
    Registration(surname="Äpfel", first_name="Anna", club="DoKo Köln", number=7),
    Registration(surname="Öztürk", first_name="Emre", number=8),
    Registration(surname="Weiß", first_name="Ünal", club="Grün-Weiß"),
]


def rows_of(grid, **surroundings):
    return read_rows(grid, proposed_columns(grid), surroundings=Surroundings(**surroundings))


def people_of(grid, **surroundings):
    return [row.registration for row in rows_of(grid, **surroundings)]


def excel(*sheets, titles=("Liste", "Zweite")):
    book = Workbook()
    book.remove(book.active)
    for title, rows in zip(titles, sheets, strict=False):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def refused(data):
    with pytest.raises(RuleError) as error:
        read_file(data) if isinstance(data, bytes) else read_text(data)
    (problem,) = error.value.problems
    return problem.code


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "cp850", "mac_roman"]
)
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_list_is_read_in_every_encoding_and_separator(encoding, separator, line_end):
    text = LIST.replace(";", separator).replace("\n", line_end)

    grid = read_file(text.encode(encoding))

    assert people_of(grid) == PEOPLE
    assert grid.notes == ()


def test_letters_of_the_neighbours_are_read_in_their_windows_encodings():
    polish = read_file("Łoś;Ewa\nŚwięty;Jan\n".encode("cp1250"))
    turkish = read_file("Şahin;Ayşe\nYıldız;Çağla\n".encode("cp1254"))

    assert [(p.surname, p.first_name) for p in people_of(polish)] == [("Łoś", "Ewa"), ("Święty", "Jan")]
    assert [(p.surname, p.first_name) for p in people_of(turkish)] == [("Şahin", "Ayşe"), ("Yıldız", "Çağla")]


def test_list_of_mixed_encodings_is_read_line_by_line_and_says_so():
    grid = read_file("Müller;Anna\n".encode() + "Öztürk;Emre\n".encode("cp1252"))

    assert [p.surname for p in people_of(grid)] == ["Müller", "Öztürk"]
    assert [note.code for note in grid.notes] == ["list_mixes_encodings"]


def test_list_garbled_by_another_program_is_mended_and_says_so():
    grid = read_file("Müller;Anna\nÄpfel;Jörg\n".encode().decode("cp1252").encode())

    assert [(p.surname, p.first_name) for p in people_of(grid)] == [("Müller", "Anna"), ("Äpfel", "Jörg")]
    assert [note.code for note in grid.notes] == ["list_was_garbled"]


@pytest.mark.parametrize(
    ("text", "columns", "people"),
    [
        ("Name;Vorname\nÄpfel;Anna", ["surname", "first_name"], [("Äpfel", "Anna", "")]),
        ("Name;Ort\nAnna Äpfel;Bünde", ["name", "club"], [("Äpfel", "Anna", "Bünde")]),
        ("Name;Ort;Verein\nAnna Äpfel;Bünde;DoKo", ["name", "", "club"], [("Äpfel", "Anna", "DoKo")]),
        ("#;Spieler;x\n1;Äpfel, Anna;y", ["number", "name", ""], [("Äpfel", "Anna", "")]),
        ("Last name,First name,Club\nÄpfel,Anna,DoKo", ["surname", "first_name", "club"], [("Äpfel", "Anna", "DoKo")]),
        ("Name\nAnna Äpfel\nÖztürk, Emre", ["name"], [("Äpfel", "Anna", ""), ("Öztürk", "Emre", "")]),
        ("Name, Vorname;Verein\nÄpfel, Anna;DoKo", ["name", "club"], [("Äpfel", "Anna", "DoKo")]),
        ("T;;\n;;\nNr.;Vorname;Nachname\n1;Ida;Ott", ["number", "first_name", "surname"], [("Ott", "Ida", "")]),
        ("Graf;Ida;DoKo\nOtt;Ida;", ["surname", "first_name", "club"], [("Graf", "Ida", "DoKo"), ("Ott", "Ida", "")]),
        ("Anna;Äpfel\nEmre;Öztürk", ["first_name", "surname"], [("Äpfel", "Anna", ""), ("Öztürk", "Emre", "")]),
        ("Anna Äpfel;DoKo\nIda Ott;Bünde", ["name", "club"], [("Äpfel", "Anna", "DoKo"), ("Ott", "Ida", "Bünde")]),
        ("Äpfel, Anna, DoKo\nEmre Öztürk", ["line"], [("Äpfel", "Anna", "DoKo"), ("Öztürk", "Emre", "")]),
        ("Anna Äpfel\n\nEmre Öztürk (Bünde)", ["line"], [("Äpfel", "Anna", ""), ("Öztürk", "Emre", "Bünde")]),
        ("sep=,\nNachname,Vorname\nÄpfel,Anna", ["surname", "first_name"], [("Äpfel", "Anna", "")]),
        ("Äpfel;Anna\nSpieler;Ida", ["surname", "first_name"], [("Äpfel", "Anna", ""), ("Spieler", "Ida", "")]),
    ],
)  # fmt: skip
def test_columns_are_found_by_heading_or_content(text, columns, people):
    grid = read_text(text)

    assert [column.value for column in proposed_columns(grid)] == columns
    assert [(p.surname, p.first_name, p.club) for p in people_of(grid)] == people


def test_columns_can_be_changed():
    grid = read_text("Eins;Zwei\nAnna;Äpfel")

    rows = read_rows(grid, [Column.FIRST_NAME, Column.SURNAME], surroundings=Surroundings())

    assert [(row.line, row.registration.name) for row in rows] == [(1, "Zwei, Eins"), (2, "Äpfel, Anna")]


def test_rows_keep_the_line_of_the_file():
    grid = read_text('Liste;\n\nNachname;Vorname\nÄpfel;"Anna\nMaria"\n;;\nOtt;Ida\n')

    assert [(row.line, row.registration.name) for row in rows_of(grid)] == [(4, "Äpfel, Anna Maria"), (7, "Ott, Ida")]


def test_quotation_mark_never_closed_does_not_swallow_the_list():
    grid = read_text('Nachname;Vorname\n"Äpfel;Anna\nOtt;Ida\n')

    assert [p.name for p in people_of(grid)] == ["Äpfel, Anna", "Ott, Ida"]


@pytest.mark.parametrize(
    ("cell", "kind", "state", "warnings"),
    [
        ("ja", "full", "paid", []),
        ("x", "full", "paid", []),
        ("Überwiesen", "full", "paid", []),
        ("nein", "full", "open", []),
        ("OFFEN", "full", "open", []),
        ("erlassen", "full", "waived", []),
        ("ermäßigt, bezahlt", "reduced", "paid", []),
        ("frei", "free", "open", []),
        ("5,00 €", "reduced", "open", []),
        ("10", "full", "open", []),
        ("7", "full", "open", ["list_fee_unknown"]),
        ("vielleicht", "full", "open", ["list_fee_unknown"]),
    ],
)
def test_fee_is_understood(cell, kind, state, warnings):
    grid = read_text(f"Nachname;Vorname;Bezahlt\nÄpfel;Anna;{cell}")

    (row,) = rows_of(grid, fees={1000: "full", 500: "reduced"})

    assert (row.registration.fee_kind, row.registration.fee_state) == (kind, state)
    assert [problem.code for problem in row.warnings] == warnings


def test_categories_donation_and_note_are_read():
    grid = read_text("Name;Kategorie;Spende;Bemerkung\nAnna Äpfel;Damen, Ü60;2,50 €;vegetarisch\nIda Ott;;viel;")

    first, second = rows_of(grid)

    assert (first.registration.categories, first.registration.donation_cents) == (("Damen", "Ü60"), 250)
    assert first.registration.note == "vegetarisch"
    assert [(p.code, p.params) for p in second.warnings] == [("list_donation_unknown", {"text": "viel"})]


@pytest.mark.parametrize(
    ("cell", "number", "warnings"),
    [
        ("007", 7, []),
        ("7.", 7, []),
        ("7,0", 7, []),
        ("A7", None, ["list_number_unknown"]),
        ("-7", None, ["list_number_unknown"]),
        ("0", None, ["list_number_unknown"]),
        ("99999", None, ["list_number_unknown"]),
        ("3", None, ["list_number_taken"]),
        ("", None, []),
    ],
)
def test_start_number_is_kept_as_a_number_if_it_is_free(cell, number, warnings):
    grid = read_text(f"Nachname;Vorname;Startnummer\nÄpfel;Anna;{cell}")

    (row,) = rows_of(grid, given=frozenset({3}))

    assert row.registration.number == number
    assert [problem.code for problem in row.warnings] == warnings


def test_faulty_rows_are_named_with_their_line():
    grid = read_text("Nachname;Vorname\n;Anna\n" + "x" * 10_000 + ";Emre\nOtt;Ida")

    rows = rows_of(grid)

    assert [(row.line, [(p.code, p.field) for p in row.errors]) for row in rows] == [
        (2, [("surname_missing", "surname")]),
        (3, [("surname_too_long", "surname")]),
        (4, []),
    ]


def test_doubles_are_found_among_the_registered_and_in_the_list():
    known = Known(number=17, surname="Müller", first_name="Jörg")
    grid = read_text("Nachname;Vorname\nMueller;Joerg\nJörg;Müller\nMöller;Jörg\nOtt;Ida\nIda;Ott\nOtt;Ina")

    rows = rows_of(grid, people=(known,))

    assert [(row.line, row.same, row.same_line) for row in rows] == [
        (2, known, None),
        (3, known, None),
        (4, None, None),
        (5, None, None),
        (6, None, 5),
        (7, None, None),
    ]
    near = {"name": "Müller, Jörg", "number": 17}
    assert [(p.code, p.params) for p in rows[2].warnings] == [("list_name_is_near", near)]
    assert [(p.code, p.params) for p in rows[5].warnings] == [
        ("list_name_is_near_line", {"name": "Ott, Ida", "line": 5}),
    ]
    assert [row.is_doubtful for row in rows] == [True, True, False, False, True, False]


def test_formula_and_markup_stay_text_and_a_formula_is_pointed_out():
    grid = read_text('Nachname;Vorname\n"=HYPERLINK(""x"")";Anna\n<b>Grün</b>;Ida')

    rows = rows_of(grid)

    assert [(row.registration.surname, [p.code for p in row.warnings]) for row in rows] == [
        ('=HYPERLINK("x")', ["list_name_is_formula"]),
        ("<b>Grün</b>", []),
    ]


def test_excel_numbers_and_names_are_read():
    data = excel(
        [["Nr.", "Nachname", "Vorname", "Bezahlt"], [7.0, "Äpfel", "Anna", True], ["008", "Öztürk", "Emre", None]]
    )

    people = people_of(read_file(data))

    assert [(p.number, p.name, p.fee_state) for p in people] == [
        (7, "Äpfel, Anna", "paid"),
        (8, "Öztürk, Emre", "open"),
    ]


def test_excel_takes_the_sheet_that_is_a_list_and_says_so():
    data = excel([["Kasse"], [12]], [["Nachname", "Vorname"], ["Äpfel", "Anna"]])

    grid = read_file(data)

    assert [p.name for p in people_of(grid)] == ["Äpfel, Anna"]
    assert [(note.code, note.params) for note in grid.notes] == [
        ("list_is_one_sheet", {"sheet": "Zweite", "others": "Liste"})
    ]


def test_excel_formula_without_result_is_pointed_out():
    data = excel([["Nachname", "Vorname"], ["Äpfel", "=A2"], ["Ott", "Ida"]])

    grid = read_file(data)

    assert [p.name for p in people_of(grid)] == ["Äpfel", "Ott, Ida"]
    assert [(note.code, note.params) for note in grid.notes] == [("list_has_formulas", {"cells": "B2"})]


def zipped(parts):
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list_is_empty"),
        (b" \n\n", "list_is_empty"),
        (b";;;\n;;\n", "list_is_empty"),
        (b"x" * (2 * 1024 * 1024 + 1), "file_too_large"),
        (b"Name\n" + b"Anna Ott\n" * (MOST_ROWS + 1), "list_has_too_many_rows"),
        (b"a;" * 61 + b"b\n" + b"a;" * 61 + b"b\n", "list_has_too_many_columns"),
        (b"a" * 200_000 + b";b\nc;d\n", "list_has_endless_cell"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 100, "file_is_old_excel"),
        (b"%PDF-1.4", "file_is_pdf"),
        (b"\x89PNG\r\n", "file_is_picture"),
        (b"\x7fELF\0\0\0\0\0\0\0", "file_is_no_list"),
        (b"\xff\xfeN\0a", "file_is_damaged"),
        (b"PK\x03\x04 nothing", "file_is_damaged"),
        (zipped({"word/document.xml": "x"}), "file_is_no_list"),
        (zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "file_is_open_document"),
        (zipped({"xl/workbook.xml": "x", "xl/worksheets/sheet1.xml": b"0" * 50_000_000}), "file_unpacks_too_large"),
        (zipped({"xl/workbook.xml": "x"} | {f"xl/{n}.xml": "" for n in range(501)}), "file_unpacks_too_large"),
        (zipped({"xl/workbook.xml": '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a/>'}), "file_is_damaged"),
        (excel([[None]]), "list_is_empty"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_that_are_no_list_are_refused_in_one_sentence(data, code):
    assert refused(data) == code


def test_nul_in_a_text_file_is_passed_over():
    grid = read_file(b"Nachname;Vorname\n" + b"Ott\x00;Ida\n" + b"Brandt;Jan\n" * 10)

    assert people_of(grid)[0] == Registration(surname="Ott", first_name="Ida")


def test_damaged_excel_files_are_refused_or_read_but_never_break():
    data = excel([["Nachname", "Vorname"], *([f"Ott{n}", "Ida"] for n in range(30))])
    rng = random.Random(1)

    outcomes = set()
    for _ in range(200):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 20)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        try:
            read_file(bytes(damaged[: rng.randint(len(data) // 2, len(data))] if rng.random() < 0.3 else damaged))
            outcomes.add("read")
        except RuleError as error:
            outcomes.add(error.problems[0].code)

    assert outcomes <= {"read", "file_is_damaged", "file_is_no_list", "list_is_empty", "file_unpacks_too_large"}


def rows_unless_refused(read, content):
    try:
        return rows_of(read(content))
    except RuleError:
        return []


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    rows = rows_unless_refused(read_file, data)

    assert all(row.line > 0 for row in rows)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='ÄÖab ,;\t|"\n.-()0123=<\u0301', max_size=200))
def test_any_pasted_text_is_read_or_refused(text):
    rows = rows_unless_refused(read_text, text)

    assert all(row.errors or row.registration.surname for row in rows)
