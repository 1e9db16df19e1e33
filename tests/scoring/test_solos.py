"""Mandatory solos: whose turn it is, and the book over a tournament."""

import pytest

from scoring.shapes import row_from_solo
from scoring.sheet import Row, Sheet, judge
from scoring.solos import (
    Holder,
    OwedSolo,
    PlayedSolo,
    TableSheet,
    is_enforced,
    next_soloist,
    seats_owing,
    solo_book,
)
from scoring.terms import Depth, Form, RowKind


@pytest.mark.parametrize(
    ("games_left", "owed", "time_over", "enforced"),
    [
        (5, 4, False, False),
        (4, 4, False, True),
        (3, 4, False, True),
        (4, 0, False, False),
        (0, 0, False, False),
        (9, 1, True, True),
        (9, 0, True, False),
    ],
)
def test_enforced_when_games_left_are_solos_owed(games_left, owed, time_over, enforced):
    assert is_enforced(games_left=games_left, owed=owed, time_over=time_over) is enforced


@pytest.mark.parametrize(
    ("owed", "dealer", "seat"),
    [
        ((1, 1, 1, 1), 1, 2),
        ((1, 1, 1, 1), 4, 1),
        ((1, 0, 1, 0), 1, 3),
        ((1, 0, 1, 0), 3, 1),
        ((1, 0, 0, 0), 1, 1),
        ((0, 0, 0, 0), 1, None),
        ((1, 1, 0, 0, 0), 1, 2),
        ((1, 0, 0, 0, 0), 5, 1),
        ((1, 0, 0, 0, 0), 1, None),
        ((2, 0, 0, 0, 1), 1, 5),
    ],
)
def test_next_soloist_is_the_first_debtor_left_of_the_dealer(owed, dealer, seat):
    assert next_soloist(owed, dealer=dealer) == seat


def test_seats_owing_are_repeated():
    assert seats_owing([0, 2, 1, 0]) == (2, 2, 3)


def table(sheet, *holders, number=1):
    return TableSheet(round=1, table=number, holders=holders, sheet=sheet, judgement=judge(sheet))


def test_book_names_who_played_and_who_owes():
    normal = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2))
    silent = Row(kind=RowKind.SILENT_WEDDING, points=(3, -1, -1, -1))
    rows = (
        Row(kind=RowKind.QUEENS_SOLO, points=row_from_solo(soloist=2, value=-2)),
        normal,
        silent,
        Row(kind=RowKind.ACES_SOLO, points=row_from_solo(soloist=2, value=1)),
        Row(kind=RowKind.SOLO, points=(0, 0, 0, 0)),
        Row(kind=RowKind.SOLO, soloist=3, mandatory=True),
    )
    sheet = Sheet(rows=rows)
    holders = (Holder(seat=1, person="Ada"), Holder(seat=2, person="Bo"), Holder(seat=2, person="Cy", from_row=3))

    book = solo_book([table(sheet, *holders)])

    assert book.played == (
        PlayedSolo("Bo", 1, 1, 2, 1, RowKind.QUEENS_SOLO, True, False, -6),
        PlayedSolo("Cy", 1, 1, 2, 4, RowKind.ACES_SOLO, False, None, 3),
        PlayedSolo(None, 1, 1, 3, 6, RowKind.SOLO, True, False, None),
    )
    assert book.owed == (OwedSolo("Ada", 1, 1, 1), OwedSolo(None, 1, 1, 4))


def test_forced_solo_is_booked_for_its_soloist():
    normal = Row(kind=RowKind.NORMAL, points=(2, -2, 2, -2))
    enforced = Row(kind=RowKind.CLUBS_SOLO, points=row_from_solo(soloist=2, value=1))
    sheet = Sheet(rows=(*(normal,) * 20, enforced))

    assert solo_book([table(sheet)]).played == (PlayedSolo(None, 1, 1, 2, 21, RowKind.CLUBS_SOLO, True, True, 3),)


def test_book_of_totals_alone_knows_seats_only():
    sheet = Sheet(depth=Depth.TOTALS, totals=(0, 0, 0, 0), solos=(3, 1))
    book = solo_book([table(sheet, Holder(seat=1, person=11), Holder(seat=1, person=12, from_row=9), number=4)])

    assert book.played == (
        PlayedSolo(12, 1, 4, 1, None, RowKind.SOLO, True, None, None),
        PlayedSolo(None, 1, 4, 3, None, RowKind.SOLO, True, None, None),
    )
    assert book.owed == (OwedSolo(None, 1, 4, 2), OwedSolo(None, 1, 4, 4))


def test_book_over_several_tables_keeps_their_order():
    solo = Row(kind=RowKind.SOLO, points=row_from_solo(soloist=1, value=1), mandatory=True)
    played = table(Sheet(rows=(solo,), form=Form.RUBRIC), Holder(seat=1, person="Ada"))
    other = table(Sheet(rows=(solo,)), Holder(seat=1, person="Bo"), number=2)

    assert [(solo.person, solo.table, solo.enforced) for solo in solo_book([played, other]).played] == [
        ("Ada", 1, None),
        ("Bo", 2, False),
    ]
