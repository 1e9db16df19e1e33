"""Cards, signs, badges, certificates and posters."""

from dataclasses import replace

import pytest
import segno
from reportlab.lib.units import mm

from tests.reports import samples
from tests.reports.pdf_reader import read
from tournament.reports import certificates, name_badges, page, qr_poster, seat_cards, table_signs
from tournament.reports.certificates import Certificate, Design
from tournament.reports.seat_cards import SeatAt


def test_seat_cards_stand_eight_to_a_page():
    pages = read(seat_cards.build(samples.cards_of(samples.people(10))))

    assert [sum(word.startswith("No. ") for word in found.words) for found in pages] == [8, 2]


def test_seat_card_says_who_sits_where_in_which_round():
    (found,) = read(seat_cards.build(samples.cards_of(samples.people(1))))

    assert found.words == [
        *("Round 1", "Herbstturnier der Doppelkopffreunde", "Emre Öztürk", "No. 1"),
        *("Table", "1", "Seat", "1", "Saal"),
    ]


def test_seat_card_for_several_rounds_has_a_line_for_each():
    seats = (SeatAt(round_number=1, table_number=3, position=2), SeatAt(round_number=2, table_number=11, position=4))
    card = replace(samples.cards_of(samples.people(1))[0], seats=seats)

    (found,) = read(seat_cards.build([card]))

    assert found.words[-2:] == ["1: table 3, seat 2", "2: table 11, seat 4"]


@pytest.mark.parametrize("table", [1, 10, 100])
@pytest.mark.parametrize("url", ["", samples.URL])
def test_table_and_seat_stand_well_apart(table, url):
    card = seat_cards.SeatCard(
        frame=samples.frame(),
        seats=(SeatAt(table_number=table, position=2, round_number=1),),
        person=samples.people(1)[0],
        url=url,
    )

    (page,) = read(seat_cards.build([card]))

    largest = max(text.size for text in page.texts)
    first, second = (text for text in page.texts if text.size == largest)
    assert (first.text, second.text) == (str(table), "2")
    assert second.left - first.right > 8 * mm


def test_lot_from_the_hat_has_no_name_and_larger_digits():
    card = samples.cards_of(samples.people(1))[0]

    with_name, lot = (read(seat_cards.build([made]))[0] for made in (card, replace(card, person=None)))

    assert lot.words == [word for word in with_name.words if word not in ("Emre Öztürk", "No. 1")]
    assert max(text.size for text in lot.texts) > max(text.size for text in with_name.texts)


def _drawn_code(found, content, *, side, left, bottom):
    """The dark modules of the code that stands there."""
    count = len(segno.make(content, error="m", micro=False).matrix)
    unit = side / (count + 2 * page.QUIET_MODULES)
    dark = set()
    corners = iter(found.points)
    for (x, y), (right, _top) in zip(corners, corners, strict=True):
        row = count - 1 - round((y - bottom) / unit - page.QUIET_MODULES)
        first, last = (round((place - left) / unit - page.QUIET_MODULES) for place in (x, right))
        dark |= {(row, column) for column in range(first, last)}
    return dark


def test_code_on_the_paper_is_the_code_of_its_content():
    content = "http://192.168.178.20:8000/herbst/"

    data = page.document(
        paper=page.Paper.A4,
        title="Code",
        pages=[content],
        draw=lambda canvas, shown, _number: page.draw_qr(canvas, 100, 200, shown, side=120),
    )

    matrix = segno.make(content, error="m", micro=False).matrix
    expected = {(row, column) for row, line in enumerate(matrix) for column, dark in enumerate(line) if dark}
    assert _drawn_code(read(data)[0], content, side=120, left=100, bottom=200) == expected


def test_table_tent_shows_its_number_twice_once_head_down():
    (found,) = read(table_signs.build([table_signs.TableSign(frame=samples.frame(), table_number=12)]))

    numbers = [(text.bottom > found.height / 2) for text in found.texts if text.text == "12"]
    assert numbers == [False, True]


@pytest.mark.parametrize(("per_page", "pages"), [(1, 5), (2, 3), (4, 2)])
def test_table_signs_fill_their_pages(per_page, pages):
    signs = [table_signs.TableSign(frame=samples.frame(), table_number=number) for number in range(1, 6)]

    assert len(read(table_signs.build(signs, per_page=per_page))) == pages


def test_other_number_of_signs_per_page_is_refused():
    with pytest.raises(ValueError, match="one, two or four"):
        table_signs.build([], per_page=3)


def test_name_badges_stand_ten_to_a_page():
    badges = [name_badges.NameBadge(frame=samples.frame(), person=person) for person in samples.people(11)]

    pages = read(name_badges.build(badges))

    assert [sum(word.endswith(("No. 11", "No. 1")) for word in found.words) for found in pages] == [1, 1]
    assert [len({word for word in found.words if "No. " in word}) for found in pages] == [10, 1]


WINNER = Certificate(event="Herbstturnier", name="Łucja Żółć", rank=2, points=-1, category="Juniors", place="Köln")


@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("design", Design)
def test_certificate_says_who_won_what(design, landscape):
    (found,) = read(certificates.build([WINNER], design=design, landscape=landscape, logo=samples.logo()))

    assert [word for word in found.words if word.strip(" ") and word not in "♣♠♥♦"] == [
        *("Certificate", "Herbstturnier", "Place 2", "Łucja Żółć", "Juniors · −1 point", "Köln"),
    ]
    assert (found.width > found.height) == landscape


@pytest.mark.parametrize("logo", [b"", b"no picture", samples.logo()[:-30]])
def test_logo_that_cannot_be_read_is_refused(logo):
    with pytest.raises(ValueError, match="no picture that can be read"):
        certificates.build([WINNER], logo=logo)


def test_poster_shows_the_address_in_letters_too():
    poster = qr_poster.Poster(event="Herbstturnier", heading="Where do I sit?", url=samples.URL, network="Saal")

    (found,) = read(qr_poster.build([poster]))

    assert found.words == ["Herbstturnier", "Where do I sit?", samples.URL, "Wireless network: Saal"]
