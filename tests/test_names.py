"""Sorting, finding and reading names; finding the same person twice."""

from dataclasses import dataclass

import pytest

from tournament.doubles import Doubles, one_apart
from tournament.names import has_words, matches, read_line, sort_key, split_name
from tournament.registration import Registration, check_registration, tidy


@dataclass(frozen=True)
class _Person:
    surname: str
    first_name: str = ""


def test_sort_key_puts_umlauts_beside_their_vowels():
    surnames = ["Zimmer", "Öztürk", "Adam", "Ott", "Äpfel", "Łoś", "Weiß", "Weiss-Alt", "Weisser", "von Ahn", "Çelik"]

    ordered = sorted(surnames, key=lambda surname: sort_key(_Person(surname)))

    assert ordered == [
        "Adam", "Äpfel", "Çelik", "Łoś", "Ott", "Öztürk", "von Ahn", "Weiß", "Weiss-Alt", "Weisser", "Zimmer",
    ]  # fmt: skip


def test_sort_key_of_names_that_differ_in_accents_only_keeps_first_names_apart():
    people = [_Person("Müller", "Anna"), _Person("Muller", "Berta"), _Person("Muller", "Anna")]

    ordered = sorted(people, key=sort_key)

    assert ordered == [_Person("Muller", "Anna"), _Person("Müller", "Anna"), _Person("Muller", "Berta")]


@pytest.mark.parametrize(
    ("needle", "found"),
    [
        ("mueller", ["Müller, Samuel"]),
        ("muller", ["Müller, Samuel"]),
        ("MÜLL", ["Müller, Samuel"]),
        ("el", ["Müller, Samuel"]),
        ("muel", ["Müller, Samuel"]),
        ("oz", ["Öztürk, Emre"]),
        ("oez", ["Öztürk, Emre"]),
        ("emre ozt", ["Öztürk, Emre"]),
        ("los", ["Łoś, Ewa"]),
        ("weiss", ["Weiß, Ute"]),
        ("weiß", ["Weiß, Ute"]),
        ("e", ["Müller, Samuel", "Öztürk, Emre", "Łoś, Ewa", "Weiß, Ute"]),
        ("", ["Müller, Samuel", "Öztürk, Emre", "Łoś, Ewa", "Weiß, Ute"]),
        ("anna", []),
    ],
)
def test_matches_finds_any_part_of_a_name_in_any_spelling(needle, found):
    names = ["Müller, Samuel", "Öztürk, Emre", "Łoś, Ewa", "Weiß, Ute"]

    assert [name for name in names if matches(name, needle)] == found


@pytest.mark.parametrize(
    ("needle", "found"),
    [
        ("öztürk", True),
        ("OEZTUERK", True),
        ("ozturk", True),
        ("ida öztürk-łoś", True),
        ("los", True),
        ("öztür", False),
        ("öztürk-", True),
        ("öztürk i", False),
        ("", False),
        ("-", False),
    ],
)
def test_whole_words_of_a_name_are_known_in_any_spelling_and_parts_are_not(needle, found):
    assert has_words("Öztürk-Łoś Ida", needle) is found


@pytest.mark.parametrize(
    ("line", "surname", "first_name", "club"),
    [
        ("Äpfel, Anna, DoKo Bremen", "Äpfel", "Anna", "DoKo Bremen"),
        ("Anna Äpfel; DoKo Bremen", "Äpfel", "Anna", "DoKo Bremen"),
        ("Anna Äpfel", "Äpfel", "Anna", ""),
        ("Äpfel Anna", "Äpfel", "Anna", ""),
        ("ÄPFEL Quirina", "ÄPFEL", "Quirina", ""),
        ("Quirina ÄPFEL", "ÄPFEL", "Quirina", ""),
        ("ANNA ÄPFEL", "ÄPFEL", "ANNA", ""),
        ("anna äpfel", "Äpfel", "Anna", ""),
        ("sean o'neill", "O'Neill", "Sean", ""),
        ("hans-peter von der heide", "von der Heide", "Hans-Peter", ""),
        ("Anna von der Heide, DoKo Bremen", "von der Heide", "Anna", "DoKo Bremen"),
        ("von der Heide, Anna", "von der Heide", "Anna", ""),
        ("von der Heide Anna", "von der Heide", "Anna", ""),
        ("Piet de Boer", "de Boer", "Piet", ""),
        ("Karl Graf von Hohenstein", "Graf von Hohenstein", "Karl", ""),
        ("Graf Ida", "Graf", "Ida", ""),
        ("Ida Graf", "Graf", "Ida", ""),
        ("Prof. Dr. Ida Grün", "Grün", "Prof. Dr. Ida", ""),
        ("Frau Ida Grün", "Grün", "Ida", ""),
        ("Hans Meier jun.", "Meier jun.", "Hans", ""),
        ("Karl-Heinz Müller-Lüdenscheidt, SV 07", "Müller-Lüdenscheidt", "Karl-Heinz", "SV 07"),
        ("Müller Lüdenscheidt, Anna", "Müller Lüdenscheidt", "Anna", ""),
        ("Anna Maria Äpfel", "Äpfel", "Anna Maria", ""),
        ("Äpfel; Anna; DoKo Bremen", "Äpfel", "Anna", "DoKo Bremen"),
        ("Äpfel\tAnna\tDoKo Bremen", "Äpfel", "Anna", "DoKo Bremen"),
        ("Äpfel, Anna; DoKo Bremen", "Äpfel", "Anna", "DoKo Bremen"),
        ("Anna Äpfel (DoKo Bremen)", "Äpfel", "Anna", "DoKo Bremen"),
        ("Anna Äpfel – DoKo Bremen", "Äpfel", "Anna", "DoKo Bremen"),
        ("  Anna \u200b  Äpfel\x00 ", "Äpfel", "Anna", ""),
        ("Madonna", "Madonna", "", ""),
        ("Madonna; Karlchens Freunde", "Madonna", "", "Karlchens Freunde"),
        ("Anna Äpfel, karlchens freunde", "Äpfel", "Anna", "Karlchens Freunde"),
        ("", "", "", ""),
        (" ;, ", "", "", ""),
    ],
)
def test_read_line_understands_both_orders(line, surname, first_name, club):
    reading = read_line(line, clubs=["Karlchens Freunde"])

    assert reading == Registration(surname=surname, first_name=first_name, club=club)


@pytest.mark.parametrize(
    "line",
    [
        "17 Äpfel, Anna, DoKo Bremen, ermäßigt, bezahlt",
        "17. Anna Äpfel (DoKo Bremen), bezahlt, erm.",
        "17;Äpfel;Anna;DoKo Bremen;bezahlt;ermäßigt",
    ],
)
def test_read_line_takes_number_and_fee(line):
    reading = read_line(line)

    assert reading == Registration(
        number=17, surname="Äpfel", first_name="Anna", club="DoKo Bremen", fee_kind="reduced", fee_state="paid"
    )


def test_split_name_of_one_word_is_a_surname():
    assert split_name("Äpfel") == ("Äpfel", "")


@pytest.mark.parametrize(
    ("surname", "first_name", "same", "similar"),
    [
        ("Mueller", "Anna", [1], []),
        ("Muller", "anna", [1], []),
        ("Anna", "Müller", [1], []),
        ("Müller", "Dr. Anna", [1], []),
        ("Müller", "Anne", [], [1]),
        ("Möller", "Anna", [], [1]),
        ("Meyer", "Hans", [], [2]),
        ("Hans", "Meyer", [], [2]),
        ("Schmitt", "Philipp", [], [3]),
        ("Schmidt", "Philpip", [], [3]),
        ("Brandt", "Ida", [], []),
        ("Müller", "", [], []),
    ],
)
def test_doubles_are_found_in_other_spelling_and_order(surname, first_name, same, similar):
    doubles = Doubles([(1, "Müller", "Anna"), (2, "Meier", "Hans"), (3, "Schmidt", "Philipp")])

    assert (doubles.same(surname, first_name), doubles.similar(surname, first_name)) == (same, similar)


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("anna", "anna", True),
        ("anna", "anne", True),
        ("anna", "annas", True),
        ("hanna", "anna", True),
        ("anna", "nana", True),
        ("anna", "ana", True),
        ("anna", "hanne", False),
        ("anna", "naan", False),
        ("", "a", True),
        ("", "ab", False),
    ],
)
def test_one_apart_means_one_letter(one, other, near):
    assert (one_apart(one, other), one_apart(other, one)) == (near, near)


def test_tidy_leaves_one_line_of_visible_letters():
    assert tidy(" A\u0308pfel \u202e\n\tAnna\x00\ufeff ") == "Äpfel Anna"


def test_check_registration_names_every_problem():
    registration = Registration(
        surname="", first_name="x" * 81, club="x" * 81, team="x" * 81, note="x" * 201, number=0,
        categories=("x" * 41,), donation_cents=-1,
    )  # fmt: skip

    assert [(problem.code, problem.field) for problem in check_registration(registration)] == [
        ("surname_missing", "surname"),
        ("first_name_too_long", "first_name"),
        ("club_too_long", "club"),
        ("team_too_long", "team"),
        ("note_too_long", "note"),
        ("number_out_of_range", "number"),
        ("categories_too_long", "categories"),
        ("donation_out_of_range", "donation"),
    ]
