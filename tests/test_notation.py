"""What a clerk types in a row."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.penalties import Penalty
from scoring.shapes import row_from_solo, row_from_winners
from scoring.terms import BreachClass
from tournament.notation import POINTS, RUNNING, WINNERS, Line, Place, read_line, rewritten

FOUR = Place()
FIVE = Place(seats=5, dealer=2)
RUBRIC = Place(rubric=True)


def normal(*cells, way=WINNERS):
    return Line(way=way, kind="normal", cells=cells)


@pytest.mark.parametrize("text", ["13 4", "13/4", "134", " 13  4 ", "31 4", "24 -4"])
def test_winners_and_value_are_read_in_every_spelling(text):
    assert read_line(text, FOUR) == normal(4, -4, 4, -4)


@pytest.mark.parametrize("text", ["s2 7", "S2 7", "*2/7", "*27", "s27", "s 2 7", "*2 7"])
def test_solo_won_is_read_in_every_spelling(text):
    line = read_line(text, FOUR)

    assert line == Line(way=WINNERS, kind="solo", cells=(-7, 21, -7, -7), soloist=2)


@pytest.mark.parametrize("text", ["s2 -7", "*2-7", "*2/-7", "*2/7-", "s2 −7"])
def test_solo_lost_is_read_in_every_spelling(text):
    line = read_line(text, FOUR)

    assert line == Line(way=WINNERS, kind="solo", cells=(7, -21, 7, 7), soloist=2)


@pytest.mark.parametrize("text", ["l3 2", "**3/2", "**32"])
def test_voluntary_solo_is_marked_as_such(text):
    line = read_line(text, FOUR)

    assert line == Line(way=WINNERS, kind="solo", cells=(-2, -2, 6, -2), soloist=3, mandatory=False)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(("s2 7 kr", "clubs_solo"), ("s2 7 Pik", "spades_solo"), ("s2 7 herz", "hearts_solo")),
        *(("*2/7 ka", "diamonds_solo"), ("s2 7 Damen", "queens_solo"), ("s2 da 7", "queens_solo")),
        *(("s27bu", "jacks_solo"), ("s2 7 fleischlos", "aces_solo"), ("s2 7 aces", "aces_solo")),
        *(("-7 21 -7 -7 da", "queens_solo"), ("2 7 da", "queens_solo")),
    ],
)
def test_kind_of_a_solo_is_read_where_it_is_named(text, kind):
    line = read_line(text, FOUR)

    assert (line.kind, line.cells) == (kind, (-7, 21, -7, -7))


def test_kind_of_a_solo_stands_beside_penalty_and_dealer():
    line = read_line("s3 2 pik p1 d2", FIVE)

    assert (line.kind, line.dealer, [penalty.offender for penalty in line.penalties]) == ("spades_solo", 2, [1])


@pytest.mark.parametrize("text", ["13 4 da", "h2 7 he", "x da", "s2 7 da bu", "0 kr", "2 -2 2 -2 as"])
def test_kind_of_a_solo_where_there_is_none_is_refused(text):
    with pytest.raises(RuleError) as refusal:
        read_line(text, FOUR)

    assert refusal.value.problems[0].code == "line_kind_without_solo"


@pytest.mark.parametrize("text", ["h3 2", "***3/2"])
def test_silent_wedding_is_scored_as_a_solo_and_never_mandatory(text):
    line = read_line(text, FOUR)

    assert line == Line(way=WINNERS, kind="silent_wedding", cells=(-2, -2, 6, -2), soloist=3)


@pytest.mark.parametrize("text", ["27", "2 7", "2/7", "s2 7", "*27"])
def test_row_of_the_rubric_is_a_mandatory_solo_with_or_without_mark(text):
    line = read_line(text, RUBRIC)

    assert line == Line(way=WINNERS, kind="solo", cells=(-7, 21, -7, -7), soloist=2, mandatory=True)


@pytest.mark.parametrize("text", ["2 -2 2 -2", "2/-2/2/-2", "2-2+2-2", "+2-2+2-2", "2 2- 2 2-"])
def test_points_per_seat_are_read_in_every_spelling(text):
    assert read_line(text, FOUR) == normal(2, -2, 2, -2, way=POINTS)


def test_points_of_one_against_three_do_not_tell_the_kind():
    assert read_line("-7 21 -7 -7", FOUR) == Line(way=POINTS, kind="", cells=(-7, 21, -7, -7))


def test_running_totals_are_recognised_where_only_they_make_a_game():
    place = Place(before=(10, 2, -8, -4))

    assert read_line("12 0 -10 -2", place) == normal(12, 0, -10, -2, way=RUNNING)


def test_points_are_recognised_on_a_sheet_of_running_totals():
    place = Place(before=(10, 2, -8, -4), way=RUNNING)

    assert read_line("2 2 -2 -2", place) == normal(2, 2, -2, -2, way=POINTS)


def test_numbers_that_fit_neither_way_stay_as_the_sheet_was_typed():
    place = Place(before=(10, 2, -8, -4), way=RUNNING)

    assert read_line("12 0 -10 -3", place) == Line(way=RUNNING, kind="", cells=(12, 0, -10, -3))


@pytest.mark.parametrize("text", ["x", "/", "X"])
def test_struck_game_has_no_numbers(text):
    assert read_line(text, FOUR) == Line(way=POINTS, kind="struck", cells=(None,) * 4)


@pytest.mark.parametrize("text", ["n", "//"])
def test_game_not_played_has_no_numbers(text):
    assert read_line(text, FOUR) == Line(way=POINTS, kind="not_played", cells=(None,) * 4)


def test_game_worth_nothing():
    assert read_line("0", FOUR) == normal(0, 0, 0, 0)


@pytest.mark.parametrize("text", ["13 4 p2", "13/4,2", "13/4.2", "134 p2 3"])
def test_minor_penalty_stands_on_top_of_the_game(text):
    line = read_line(text, FOUR)

    penalty = Penalty(offender=2, breach=BreachClass.MINOR, can_hurt=False, points=(1, -3, 1, 1))
    assert line == Line(way=WINNERS, kind="normal", cells=(4, -4, 4, -4), penalties=(penalty,))


@pytest.mark.parametrize("text", ["s1 1 p21", "*11,21"])
def test_penalty_may_be_credited_to_the_soloist_alone(text):
    line = read_line(text, FOUR)

    penalty = Penalty(offender=2, breach=BreachClass.MINOR, can_hurt=True, points=(3, -3, 0, 0))
    assert line.penalties == (penalty,)
    assert line.cells == (3, -1, -1, -1)


@pytest.mark.parametrize("text", ["p2 15", ",2/15"])
def test_serious_penalty_alone_is_a_game_not_played(text):
    line = read_line(text, FOUR)

    penalty = Penalty(offender=2, breach=BreachClass.SERIOUS, pledges=1, can_hurt=False, points=(5, -15, 5, 5))
    assert line == Line(way=POINTS, kind="not_played", cells=(None,) * 4, penalties=(penalty,))


def test_serious_penalty_by_an_opponent_of_the_soloist_counts_as_played():
    line = read_line("s1 0 p21 12", FOUR)

    penalty = Penalty(offender=2, breach=BreachClass.SERIOUS, can_hurt=True, points=(12, -12, 0, 0))
    assert line == Line(way=WINNERS, kind="solo", cells=(0, 0, 0, 0), soloist=1, penalties=(penalty,))


def test_two_penalties_in_one_game():
    line = read_line("13 4 p2 p4", FOUR)

    assert [penalty.points for penalty in line.penalties] == [(1, -3, 1, 1), (1, 1, 1, -3)]


def test_dealer_sits_out_at_a_table_of_five():
    assert read_line("13 4", FIVE) == Line(way=WINNERS, kind="normal", cells=(4, 0, 4, -4, -4))
    assert read_line("4 4 -4 -4", FIVE) == Line(way=POINTS, kind="normal", cells=(4, None, 4, -4, -4))


@pytest.mark.parametrize("text", ["13 4 d5", "13/4//5"])
def test_dealer_can_be_typed(text):
    line = read_line(text, Place(seats=5))

    assert line == Line(way=WINNERS, kind="normal", cells=(4, -4, 4, -4, 0), dealer=5)


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("", FOUR, "line_empty"),
        ("anna", FOUR, "line_unreadable"),
        ("1e3", FOUR, "line_unreadable"),
        ("2 -2 2", FOUR, "line_count"),
        ("2 -2 2 -2 0", FOUR, "line_count"),
        ("15 4", FOUR, "line_seat"),
        ("11 4", FOUR, "line_seat_twice"),
        ("1234 4", FOUR, "line_winners"),
        ("s5 4", FOUR, "line_seat"),
        ("s 7", FOUR, "line_count"),
        ("13 4 p", FOUR, "line_penalty"),
        ("13 4 p2 7", FOUR, "line_penalty_amount"),
        ("13 4 p22", FOUR, "line_penalty_seats"),
        ("p2", FOUR, "line_penalty_without_game"),
        ("12 4", FIVE, "line_dealer_wins"),
        ("s2 4", FIVE, "line_dealer_is_soloist"),
        ("13 4", Place(seats=5), "line_dealer_missing"),
        ("1" * 61, FOUR, "line_too_long"),
        ("13 4 d9", FOUR, "line_seat"),
    ],
)
def test_line_that_cannot_be_read_is_refused(text, place, code):
    with pytest.raises(RuleError) as refusal:
        read_line(text, place)

    assert [problem.code for problem in refusal.value.problems] == [code]


@given(text=st.text(max_size=70), seats=st.sampled_from((4, 5)), rubric=st.booleans())
def test_any_text_is_read_or_refused(text, seats, rubric):
    place = Place(seats=seats, rubric=rubric, dealer=1, before=(0,) * seats)

    assert _found(text, place) in (1, seats)


def _found(text, place):
    """How many cells a line has, or how many problems."""
    try:
        return len(read_line(text, place).cells)
    except RuleError as refusal:
        return len(refusal.problems)


@given(
    winners=st.permutations((1, 2, 3, 4)).map(lambda seats: seats[:2]),
    value=st.integers(min_value=1, max_value=29),
    separator=st.sampled_from((" ", "/", "")),
)
def test_winners_and_value_come_out_as_the_rule_book_says(winners, value, separator):
    line = read_line(f"{winners[0]}{winners[1]}{separator}{value}", FOUR)

    assert line.cells == row_from_winners(winners=winners, value=value)


@given(soloist=st.integers(1, 4), value=st.integers(-21, 21).filter(bool), mark=st.sampled_from(("s", "*", "l", "**")))
def test_solo_comes_out_as_the_rule_book_says(soloist, value, mark):
    line = read_line(f"{mark}{soloist}/{value}", FOUR)

    assert line.cells == row_from_solo(soloist=soloist, value=value)


@given(
    cells=st.tuples(*[st.integers(-200, 200)] * 4),
    way=st.sampled_from((POINTS, RUNNING)),
)
def test_four_numbers_are_kept_as_typed_whatever_they_are(cells, way):
    text = " ".join(str(cell) for cell in cells)

    assert read_line(text, Place(way=way, before=(0, 0, 0, 0))).cells == cells


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 -2 2 2", "2 -2 2 -2"),
        ("s 2 -2 2 2", "s 2 -2 2 -2"),
        ("2 -2 2 2 p3", "2 -2 2 -2 p3"),
        ("*2/-2/2/2,31 12 d2", "* 2 -2 2 -2 p31 12 d2"),
        ("s2 7 damen p3 d4", "s 2 -2 2 -2 damen p3 d4"),
    ],
)
def test_line_rewritten_keeps_marks_penalties_and_dealer(text, expected):
    assert rewritten(text, (2, -2, 2, -2)) == expected
