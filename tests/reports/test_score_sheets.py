"""The score sheet: both forms of paper, four and five players, empty, filled and blank."""

import pytest

from tests.reports import samples
from tests.reports.pdf_reader import read
from tournament.reports import score_sheets
from tournament.reports.score_sheets import Cells, Form, Row

FOUR = samples.people(4)
FIVE = samples.people(5)


def _column(page, *, right_of, left_of, below, above):
    """The words whose middle lies in a box, from top to bottom."""
    found = [
        text for text in page.texts if right_of < (text.left + text.right) / 2 < left_of and above < text.bottom < below
    ]
    return [text.text for text in sorted(found, key=lambda text: -text.bottom)]


def _left_columns(page):
    """What is printed under "Game" and "Dealer"."""
    game = next(text for text in page.texts if text.text == "Game")
    dealer = next(text for text in page.texts if text.text == "Dealer")
    total = next(text for text in page.texts if text.text == "Total")
    bounds = {"below": game.bottom, "above": total.bottom + 12}
    middles = [(text.left + text.right) / 2 for text in (game, dealer)]
    columns = [_column(page, right_of=x - 10, left_of=x + 10, **bounds) for x in middles]
    return [[word for word in column if word != "Mandatory solos"] for column in columns]


def test_rubric_form_of_four_has_twenty_games_and_four_solos():
    (page,) = read(score_sheets.build([samples.score_sheet(FOUR)]))

    games, dealers = _left_columns(page)

    assert games == [*(str(number) for number in range(1, 21)), "S", "S", "S", "S"]
    assert dealers == ["1", "2", "3", "4"] * 5


def test_rubric_form_of_five_has_twenty_five_games_and_five_solos():
    (page,) = read(score_sheets.build([samples.score_sheet(FIVE)]))

    games, dealers = _left_columns(page)

    assert games == [*(str(number) for number in range(1, 26)), "S", "S", "S", "S", "S"]
    assert dealers == ["1", "2", "3", "4", "5"] * 5


def test_played_form_leaves_the_dealer_open_because_the_deal_repeats_after_a_mandatory_solo():
    (page,) = read(score_sheets.build([samples.score_sheet(FOUR, form=Form.PLAYED)]))

    games, dealers = _left_columns(page)

    assert games == [str(number) for number in range(1, 25)]
    assert dealers == []
    assert page.words.count("Solo") == 1


def test_played_form_without_mandatory_solos_prints_the_dealer():
    sheet = samples.score_sheet(FOUR, form=Form.PLAYED, games=6, mandatory_solos=0)

    (page,) = read(score_sheets.build([sheet]))

    assert _left_columns(page) == [["1", "2", "3", "4", "5", "6"], ["1", "2", "3", "4", "1", "2"]]
    assert "Solo" not in page.words


@pytest.mark.parametrize(("persons", "scorekeeper"), [(FOUR, 4), (FIVE, 5)])
def test_first_seat_deals_and_last_seat_keeps_score(persons, scorekeeper):
    (page,) = read(score_sheets.build([samples.score_sheet(persons)]))

    numbers = [text for text in page.texts if text.text.startswith("No. ")]
    duties = {text.text: text.left for text in page.texts if text.text in ("deals first", "keeps score")}

    assert [text.text for text in numbers] == [f"No. {person.number}" for person in persons]
    lefts = [text.left for text in numbers]
    assert [sum(left <= duties[duty] + 20 for left in lefts) for duty in ("deals first", "keeps score")] == [
        1,
        scorekeeper,
    ]


def test_head_names_event_round_table_games_minutes_and_code():
    (page,) = read(score_sheets.build([samples.score_sheet(FOUR, room="Saal", note="sheet 2")]))

    assert page.words[page.words.index("02-07-4711") :][:6] == [
        "02-07-4711",
        "Table",
        "7",
        "Round",
        "2",
        "Herbstturnier der Doppelkopffreunde",
    ]
    assert "Score sheet · 24 games · 4 of them mandatory solos · 100 minutes · Saal · sheet 2" in " ".join(page.words)


def _ink(page):
    """What was written by the desk: all that follows the last player's names, but for the foot."""
    start = page.words.index("keeps score") + 3
    return page.words[start:-2]


def test_filled_sheet_shows_running_totals_and_sums():
    rows = (
        Row(number=1, points=(2, -2, 2, -2), value=2, winners=(1, 3), dealer=1),
        Row(number=2, points=(-5, 15, -5, -5), value=5, winners=(2,), dealer=2, label="♣"),
    )
    sheet = samples.score_sheet(FOUR, form=Form.PLAYED, games=3, mandatory_solos=0, rows=rows)

    (page,) = read(score_sheets.build([sheet]))

    first = ["1", "2", "2", "−2", "2", "−2"]
    second = ["2", "5", "♣", "−3", "13", "−3", "−7"]
    assert _ink(page) == [*first, *second, "−3", "13", "−3", "−7"]


def test_filled_sheet_shows_points_where_points_were_typed():
    rows = (Row(number=1, points=(2, -2, None, 2, -2), value=2, winners=(1, 4), dealer=3),)
    sheet = samples.score_sheet(FIVE, games=2, mandatory_solos=0, rows=rows, cells=Cells.POINTS)

    (page,) = read(score_sheets.build([sheet]))

    assert _ink(page) == ["3", "2", "+2", "−2", "–", "+2", "−2", "2", "−2", "0", "2", "−2"]


def test_mandatory_solos_go_to_the_rubric_wherever_they_were_typed():
    rows = (
        Row(number=1, points=(9, -3, -3, -3), value=3, mandatory=True, dealer=1),
        Row(number=2, points=(1, 1, -1, -1), value=1, dealer=1),
    )
    sheet = samples.score_sheet(FOUR, games=5, mandatory_solos=4, rows=rows)

    (page,) = read(score_sheets.build([sheet]))

    values = [text for text in page.texts if text.text in ("−1", "−4") and text.left > 450]
    rubric = next(text for text in page.texts if text.text == "Mandatory solos")
    assert [(text.text, text.bottom > rubric.bottom) for text in values] == [
        ("−1", True),
        ("−4", False),
        ("−4", False),
    ]


def test_struck_game_has_neither_value_nor_points():
    rows = (Row(number=1, struck=True, dealer=1),)
    sheet = samples.score_sheet(FOUR, games=1, mandatory_solos=0, rows=rows, form=Form.PLAYED)

    (page,) = read(score_sheets.build([sheet]))

    assert _ink(page) == ["1", "0", "0", "0", "0"]


def test_sheet_of_which_only_totals_were_typed_shows_them():
    sheet = samples.score_sheet(FOUR, totals=(101, -33, -74, 6))

    (page,) = read(score_sheets.build([sheet]))

    assert _ink(page) == ["101", "−33", "−74", "6"]


def test_penalties_and_extra_minutes_stand_in_their_boxes():
    sheet = samples.score_sheet(FOUR, penalties=("Öztürk −3", "Żółć +1"), extra_minutes=12)

    (page,) = read(score_sheets.build([sheet]))

    assert _ink(page) == ["Öztürk −3; Żółć +1", "12"]


def test_reasons_of_the_extra_minutes_stand_beside_them_in_full():
    long = "Stromausfall im ganzen Haus, " * 10
    sheet = samples.score_sheet(FOUR, extra_minutes=12, extra_reasons=("Reklamation", long.strip()))

    (page,) = read(score_sheets.build([sheet]))

    assert " ".join(_ink(page)) == f"12 Reklamation; {long.strip()}"
    assert [text.size for text in page.texts if text.text == "12"][-1] == 9.5


def test_long_sheet_goes_on_with_the_totals_carried_over():
    rows = samples.typed_rows(4, 60, 4)
    sheet = samples.score_sheet(FOUR, games=60, rows=rows)

    first, second = read(score_sheets.build([sheet]))

    assert ("to carry over" in first.words, "Total" in first.words) == (True, False)
    assert ("carried over" in second.words, "Total" in second.words) == (True, True)
    assert _left_columns(second)[0][:-4] == [str(number) for number in range(31, 57)]
    half = [sum((row.points[seat] or 0) for row in rows[:30] if row.points) for seat in range(4)]
    shown = [word.replace("−", "-") for word in first.words]
    assert shown[-6:-2] == [str(total) for total in half]


def test_two_sheets_stand_side_by_side():
    pages = read(
        score_sheets.build([samples.score_sheet(FOUR, table_number=number) for number in (1, 2, 3)], per_page=2)
    )

    assert [(round(page.width), round(page.height)) for page in pages] == [(842, 595), (842, 595)]
    tables = [
        [(text.text, text.left > page.width / 2) for text in page.texts if text.size > 15 and text.text in "13"]
        for page in pages
    ]
    assert tables == [[("1", False)], [("3", False)]]


def test_other_number_of_sheets_per_page_is_refused():
    with pytest.raises(ValueError, match="one score sheet or two"):
        score_sheets.build([samples.score_sheet(FOUR)], per_page=3)


def test_copies_repeat_all_sheets_in_their_order():
    sheets = [samples.score_sheet(FOUR, table_number=number) for number in (1, 2)]

    pages = read(score_sheets.build(sheets, copies=2))

    assert [word for page in pages for word in page.words if word.startswith("Sheet ")] == [
        "Sheet 1 of 2",
        "Sheet 2 of 2",
        "Sheet 1 of 2",
        "Sheet 2 of 2",
    ]


def test_blank_sheet_has_no_names_numbers_or_code():
    blank = score_sheets.blank(games=24, mandatory_solos=4, form=Form.RUBRIC, minutes=100)

    (page,) = read(score_sheets.build([blank]))

    assert _left_columns(page)[0][:20] == [str(number) for number in range(1, 21)]
    assert [word for word in page.words if word.startswith(("No. ", "Sheet "))] == []


def test_no_sheets_make_a_page_that_says_so():
    (page,) = read(score_sheets.build([]))

    assert page.words == ["There is nothing to print."]
