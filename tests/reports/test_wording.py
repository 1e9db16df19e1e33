"""How the papers write numbers, money, time and the order of names."""

from datetime import date, datetime

import pytest

from tournament.reports import wording
from tournament.reports.people import Person, collated, sort_key


@pytest.mark.parametrize(("value", "number", "signed"), [(12, "12", "+12"), (0, "0", "0"), (-3, "\u22123", "\u22123")])
def test_number_has_a_real_minus_and_a_sign_where_it_matters(value, number, signed):
    assert (wording.number(value), wording.signed(value)) == (number, signed)


@pytest.mark.parametrize(("cents", "text"), [(1_205, "€12.05"), (5, "€0.05"), (-105, "\u2212€1.05"), (0, "€0.00")])
def test_money_has_two_decimals_and_its_sign_in_front(cents, text):
    assert wording.money(cents) == text


def test_day_and_time_are_written_in_digits():
    noon = datetime(2026, 3, 7, 12, 5)

    assert (wording.day(date(2026, 3, 7)), wording.moment(noon), wording.clock(noon)) == (
        "2026-03-07",
        "2026-03-07 12:05",
        "12:05",
    )


def test_names_sort_by_their_letters_without_marks():
    names = ["Zander", "Žák", "Ähre", "Ahorn", "Łódź", "Lodz", "Oe", "Ötz", "Strasse", "Straße", "İnan", "Ivo"]

    assert sorted(names, key=collated) == [
        *("Ahorn", "Ähre", "İnan", "Ivo", "Łódź", "Lodz", "Oe", "Ötz", "Strasse", "Straße", "Žák", "Zander"),
    ]


def test_equal_names_sort_by_first_name_then_number():
    persons = [Person(number=number, surname="Voß", first_name=name) for number, name in ((3, "B"), (2, "A"), (1, "B"))]

    assert [person.number for person in sorted(persons, key=sort_key)] == [2, 1, 3]


def test_name_without_first_name_has_no_comma():
    assert (Person(number=1, surname="Voß").listed, Person(number=1, surname="Voß").spoken) == ("Voß", "Voß")
