"""What is typed by people who err and by people who mean harm, and the files they send.

marker  a tag and an attribute that no page of ours has: found in a page as such, a value was shown unescaped
"""

import gzip
import json
import struct
import zlib
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

from hypothesis import strategies as st
from openpyxl import Workbook

MARKED_TAG = "x7fuzz"
MARKED_ATTRIBUTE = "x7on"
MARKED_HEADER = "x7-fuzz"
FOREIGN_ADDRESS = "evil.example"

_MARKUP = (
    f'<{MARKED_TAG} {MARKED_ATTRIBUTE}load="1">',
    f"'\"><{MARKED_TAG}>",
    f'" {MARKED_ATTRIBUTE}click="1" x="',
    f"' {MARKED_ATTRIBUTE}click='1' x='",
    f"</textarea></script></title><{MARKED_TAG}>",
    f"<b>{{{{ 7*7 }}}}</b><{MARKED_TAG}/>",
    "<para><b>fett</i>&nbsp;&#0;<font size=999>",
    "javascript:alert(1)",
    "{% load static %}{{ settings.SECRET_KEY }}",
    "%(name)s %s %d {0} {name}",
)
_COMMANDS = (
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://evil.example")',
    "@SUM(1+1)",
    "+49 1234",
    "-1+2",
    "\t=1+1",
    "'; DROP TABLE tournament_participant; --",
    "1 OR 1=1",
    "../../../../etc/passwd",
    "..\\..\\secret.key",
    "/etc/passwd\x00.pdf",
    "C:\\Windows\\win.ini",
    f"x\r\n{MARKED_HEADER}: 1\r\n\r\n<{MARKED_TAG}>",
    "x\nSet-Cookie: planted=1",
    f"https://{FOREIGN_ADDRESS}/",
    f"//{FOREIGN_ADDRESS}",
    f"/\\{FOREIGN_ADDRESS}",
    f"http:///{FOREIGN_ADDRESS}",
    f"\\\\{FOREIGN_ADDRESS}",
)
_LETTERS = (
    "\x00",
    "Mül\x00ler",
    "\ud800",
    "a\udfffb",
    "👩‍👩‍👧‍👦🃏" * 5,
    "\u202eevil\u202c",
    "مرحبا بالعالم",
    "Z̸̡̛͕̟͇" * 20,
    "\u200b\u200d\ufeff",
    "\u2028\u2029\x85\x0b\x0c",
    "\x1b[31m\x07\x08",
    "ﬁ Ⅷ ½ ß ẞ İ ı",
    "𝔘𝔫𝔦",
    "x" * 10_000,
    "Ä" * 10_000,
    "ﷺ" * 200,
    "a\n" * 500,
    " ",
    "\u00a0\u3000",
)
_NUMBERS = (
    "-1",
    "0",
    "00000000000000000000000001",
    "99999",
    "32768",
    "65536",
    "2147483648",
    "9223372036854775808",
    "-9223372036854775809",
    "9" * 100,
    "1" * 5000,
    "1e400",
    "1e9",
    "NaN",
    "Infinity",
    "-0",
    "0x10",
    "1_000",
    "1.5",
    "1,5",
    "1.000.000",
    "²",
    "①",
    "１２",
    "١٢",
    "෦",
    "½",
    "−3",
    "–3",
    "+3",
    "true",
    "None",
    "null",
    "[]",
    '{"a": 1}',
    "1:1:1",
    "1-9999999",
    "Saal 1-999, Klub 1-999",
)
_DATES = (
    "0000-00-00",
    "0000-01-01",
    "0001-01-01",
    "9999-12-31",
    "10000-01-01",
    "2026-02-30",
    "2026-13-01",
    "31.12.9999",
    "01.01.0001",
    "29.2.2026",
    "24:00",
    "23:59:60",
    "25:61",
    "-1:00",
    "0001-01-01T00:00",
    "9999-12-31T23:59:59",
    "2026-03-29T02:30",
    "2026-10-25T02:30",
    "28.11.2026 99:99",
)
_WRONG_KEYS = (
    "00000000-0000-0000-0000-000000000001",
    "not-a-uuid",
    "{12345678-1234-5678-1234-567812345678}",
    "urn:uuid:12345678-1234-5678-1234-567812345678",
)

LISTED = _MARKUP + _COMMANDS + _LETTERS + _NUMBERS + _DATES + _WRONG_KEYS
# What can stand in a database; the rest is refused or mended on the way there.
MARKUP = _MARKUP + tuple(text.replace("\x00", "") for text in _COMMANDS[:12])

hostile = st.one_of(
    st.sampled_from(LISTED),
    st.sampled_from(MARKUP),
    st.text(max_size=40),
    st.text(st.characters(categories=["Cc", "Cf", "Cs", "Co", "Cn", "Nd", "No", "Sm"]), max_size=12),
    st.integers(min_value=-(10**20), max_value=10**20).map(str),
    st.datetimes(allow_imaginary=True).map(lambda one: one.isoformat()),
)
"""A value that nobody would type on purpose, or only on purpose."""

near = st.one_of(
    st.integers(min_value=-3, max_value=400).map(str),
    st.sampled_from(("", " ", "Äpfel", "Anna", "12,50", "7.5", "10, 5", "Saal 1-10", "10:30", "28.11.2026", "ja", "x")),
    st.sampled_from(("1: 1 2 3 4", "1 2 3 4\n5 6 7 8", "5 5 5 5", "+10 -5 -5 0", "17 13 4 -3", "R 12 34 k", "s3 h4")),
    st.dates().map(lambda one: one.isoformat()),
)
"""A value that could be meant."""


FITTING: dict[str, tuple[str, ...]] = {
    "row-": ("12 3", "34 2", "23 1", "l3 4", "s2 5", "s1 -3", "0", "/", "24 6", ""),
    "total": ("0", "12", "-12", "7", "-7"),
    "solos": ("0", "1", ""),
    "reason": ("Falsch gelesen", "Nachgezählt"),
    "note": ("Zwei Spiele fehlen", ""),
    "surname": ("Äpfel", "Öztürk", "Neumann"),
    "first_name": ("Anna", "Emre", ""),
    "name": ("Ilse", "Beamer vorn"),
    "number": tuple(str(number) for number in range(1, 14)),
    "person": tuple(str(number) for number in range(1, 14)),
    "first": tuple(str(number) for number in range(1, 14)),
    "second": tuple(str(number) for number in range(1, 14)),
    "minutes": ("5", "10", "0"),
    "points": ("3", "-3", "1", "0"),
    "rooms": ("Saal 1-10, Klub 11-14", ""),
    "fee": ("12,50", "7"),
    "seats": ("1 2 3 4\n5 6 7 8", "1: 4 3 2 1\n2: 5 6 7 8 9"),
    "tables": ("1 2 3 4\n5 6 7 8", "1: 4 3 2 1\n2: 5 6 7 8 9"),
    "pasted": ("Nachname;Vorname\nNeu;Ida\nÖtt;Jan\n", "Ida Neu, DoKo Bremen\nJan Ott"),
    "typed": ("12 3", "l3 4"),
    "director": ("Ilse Uhl",),
    "signed": ("R. Echt",),
    "username": ("director", "clerk", "neu-hier"),
}
"""What is meant by fields whose names begin like this."""


def _workbook(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _unpacking(part: str, size: int) -> bytes:
    """A zip whose one part unpacks to `size` bytes."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open(part, "w", force_zip64=True) as opened:
            for _block in range(size // 2**20):
                opened.write(b" " * 2**20)
    return out.getvalue()


def _lying(data: bytes) -> bytes:
    """The same zip with another size claimed for its parts: few bytes that are said to be many, or the reverse."""
    return data.replace(b"PK\x01\x02", b"PK\x01\x02", 1).replace(struct.pack("<I", 8), struct.pack("<I", 2**31 - 1))


def _picture(width: int, height: int) -> bytes:
    """A PNG that claims this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress(b"\0" * min(10**6, height * (width + 1)))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def _files() -> dict[str, bytes]:
    good = "Nachname;Vorname;Verein\nÖztürk;Emre;DoKo\nOtt;Ida;\n"
    archive = "Nachname;Vorname;Runde 1;Runde 2;Summe\nÖtt;Ida;10;-5;5\nUhl;Jan;-10;5;-5\n"
    markup = "Nachname;Vorname;Verein;Team\n" + "".join(f'{one.replace(";", ",")};"x";y;z\n' for one in _MARKUP)
    book = _workbook(("Nachname", "Vorname"), ("Öztürk", "Emre"), ("=1+1", "=cmd|' /C calc'!A0"))
    bodies = {
        "liste.csv": good.encode(),
        "dos.csv": good.encode("cp850"),
        "utf16.csv": good.encode("utf-16"),
        "gemischt.csv": good.encode("cp1252") + good.encode() + good.encode("cp850"),
        "kaputt-utf16.csv": b"\xff\xfe\x00\xd8" + good.encode("utf-16-le")[:31],
        "markup.csv": markup.encode(),
        "formeln.csv": b"Nachname;Vorname\n" + "\n".join(f"{one};x" for one in _COMMANDS).encode("utf-8", "replace"),
        "nul.csv": good.replace("Ida", "I\x00da").encode(),
        "lang.csv": ("Nachname;Vorname\n" + "x" * 10_000 + ";" + "y" * 10_000 + "\n").encode(),
        "quote.csv": b'Nachname;Vorname\n"' + b"x" * 200_000,
        "spalten.csv": (";".join(["a"] * 500) + "\n").encode() * 3,
        "zeilen.csv": b"Nachname;Vorname\n" + b"a;b\n" * 1200,
        "archiv.csv": archive.encode(),
        "archiv-runden.csv": b"Name;Runde 1;Runde 99;R 3\nA;1;2;99999999999\n",
        "leer.csv": b"",
        "liste.xlsx": book,
        "halb.xlsx": book[: len(book) // 2],
        "luege.xlsx": _lying(book),
        "bombe.xlsx": _unpacking("xl/worksheets/sheet1.xml", 100 * 2**20),
        "alt.xls": b"\xd0\xcf\x11\xe0" + b"\0" * 600,
        "bild.png": _picture(8, 8),
        "riesig.png": _picture(60_000, 60_000),
        "bild.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><{MARKED_TAG}/></svg>'.encode(),
        "papier.pdf": b"%PDF-1.7\n%\xe2\xe3",
        "programm.exe": b"MZ\x90\x00" + b"\0" * 200,
        "bombe.gz": gzip.compress(b" " * (8 * 2**20)),
        "kopf.dokodesk": b'{"format":"dokodesk-backup"}\n' + gzip.compress(b"{}"),
        "kette.dokodesk": json.dumps({"format": ["x"] * 200}).encode() + b"\n\n",
        "tief.dokodesk": b"[" * 900,
    }
    # The name of a file is a value, too.
    return bodies | {"../../x7.csv": b"a;b\n", f"<{MARKED_TAG}>.csv": good.encode(), 'x"\r\ny.csv': good.encode()}


FILES = _files()


def spoiled(data: bytes, rng: Random) -> bytes:
    """The same bytes with a few of them changed, or cut off."""
    if not data or rng.random() < 0.3:
        return data[: rng.randrange(len(data) + 1)]
    changed = bytearray(data)
    for _time in range(rng.randint(1, 8)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)
