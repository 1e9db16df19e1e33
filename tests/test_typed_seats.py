"""Seats, rooms and numbers as people type them."""

import pytest
from django.core.exceptions import ValidationError

from tournament.forms.fields import NumbersField, RoomsField
from tournament.forms.rounds import open_tables, read_seats
from tournament.services.seating import Plan


@pytest.mark.parametrize(
    "typed",
    [
        "1: 17 4 23 8\n2: 5 6 7 9 10",
        "17 4 23 8\n5 6 7 9 10",
        "1:17,4,23,8\n\n2 : 5;6;7;9;10\n",
        " 1: 17 / 4 / 23 / 8 \r\n 2:\t5 6\t7 9 10",
    ],
)
def test_tables_are_read_in_every_usual_way_of_writing(typed):
    assert read_seats(typed) == (
        [Plan(number=1, players=(17, 4, 23, 8)), Plan(number=2, players=(5, 6, 7, 9, 10))],
        [],
    )


@pytest.mark.parametrize("dash", ["–", "-", "—", "?", "_", "x"])
def test_open_seat_is_written_with_a_dash(dash):
    assert read_seats(f"3: 17 {dash} 23 {dash}") == ([Plan(number=3, players=(17, None, 23, None))], [])


def test_table_without_numbers_is_all_open():
    assert read_seats("7:") == ([Plan(number=7, players=(None, None, None, None))], [])


def test_tables_without_number_count_on_from_the_last_one():
    assert [plan.number for plan in read_seats("4: 1 2 3 4\n5 6 7 8\n9: 9 10 11 12\n13 14 15 16")[0]] == [4, 5, 9, 10]


def test_line_that_cannot_be_read_is_named():
    plans, problems = read_seats("1: 1 2 3 4\nTisch 2: 5 6 7 8\n3: 9 10 11 zwölf")

    assert plans == [Plan(number=1, players=(1, 2, 3, 4))]
    assert [(problem.code, dict(problem.params)) for problem in problems] == [
        ("hand_line", {"line": 2, "text": "Tisch 2: 5 6 7 8"}),
        ("hand_line", {"line": 3, "text": "3: 9 10 11 zwölf"}),
    ]


def test_list_that_is_far_too_long_is_refused_at_once():
    plans, problems = read_seats("1 2 3 4\n" * 5000)

    assert (plans, [problem.code for problem in problems]) == ([], ["hand_too_long"])


def test_open_tables_are_written_fives_first():
    assert open_tables(fours=1, fives=1) == "1: – – – – –\n2: – – – –"


@pytest.mark.parametrize(
    ("typed", "rooms"),
    [
        ("", []),
        ("15", [{"room": "", "first": 1, "last": 15}]),
        ("Saal 1-10, Klubraum 2 11 – 14", [{"room": "Saal", "first": 1, "last": 10}]),
        (
            "Saal 1-10; Klubraum 11–14",
            [{"room": "Saal", "first": 1, "last": 10}, {"room": "Klubraum", "first": 11, "last": 14}],
        ),
    ],
)
def test_rooms_are_read_as_people_write_them(typed, rooms):
    field = RoomsField(required=False)

    found = field.clean(typed)

    assert found[: len(rooms)] == rooms
    assert field.clean(field.prepare_value(found)) == found


@pytest.mark.parametrize("typed", ["Saal", "Saal 10-1", "Saal 1-10, Klub 10-12", "Saal 0-3"])
def test_rooms_that_make_no_sense_are_refused(typed):
    with pytest.raises(ValidationError):
        RoomsField(required=False).clean(typed)


def test_table_numbers_are_read_in_order_and_once():
    field = NumbersField(required=False)

    assert (field.clean("13; 7, 7"), field.prepare_value([7, 13])) == ([7, 13], "7, 13")
    with pytest.raises(ValidationError):
        field.clean("7a")
