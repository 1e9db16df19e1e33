"""Everything that cannot be about a game, and the edges where it can."""

import pytest

from scoring.errors import Problem, RuleError
from scoring.game import GameRecord, check_game, score_game
from scoring.terms import Kind, Level, Party, SpecialPoint

FUCHS, KARLCHEN, DOPPELKOPF = SpecialPoint.FUCHS, SpecialPoint.KARLCHEN, SpecialPoint.DOPPELKOPF


def record(**happened):
    return GameRecord(**{"kind": Kind.NORMAL, "re": (1, 3), "re_card_points": 130, **happened})


def found(**happened):
    """Code and field of everything that is wrong."""
    return [(problem.code, problem.field) for problem in check_game(record(**happened))]


@pytest.mark.parametrize(
    ("happened", "problems"),
    [
        ({"seats": 3}, [("seats_not_four_or_five", "seats")]),
        ({"seats": 6}, [("seats_not_four_or_five", "seats")]),
        ({"sits_out": 2}, [("nobody_sits_out_at_four", "sits_out")]),
        ({"seats": 5}, [("sits_out_missing", "sits_out")]),
        ({"seats": 5, "sits_out": 0}, [("no_such_seat", "sits_out")]),
        ({"seats": 5, "sits_out": 6}, [("no_such_seat", "sits_out")]),
        ({"seats": 5, "sits_out": 3}, [("sitting_dealer_plays", "re")]),
        ({"re": ()}, [("wrong_number_of_re_seats", "re")]),
        ({"re": (1,)}, [("wrong_number_of_re_seats", "re")]),
        ({"re": (1, 2, 3)}, [("wrong_number_of_re_seats", "re")]),
        ({"re": (0, 3)}, [("no_such_seat", "re")]),
        ({"re": (1, 5)}, [("no_such_seat", "re")]),
        ({"re": (2, 2)}, [("seat_twice", "re")]),
        ({"kind": Kind.WEDDING, "re": (1,)}, [("wrong_number_of_re_seats", "re")]),
        ({"kind": Kind.ACES_SOLO}, [("wrong_number_of_re_seats", "re")]),
        ({"kind": Kind.FAILED_WEDDING}, [("wrong_number_of_re_seats", "re")]),
        ({"kind": Kind.SILENT_WEDDING}, [("wrong_number_of_re_seats", "re")]),
        ({"re_card_points": -1}, [("card_points_impossible", "re_card_points")]),
        ({"re_card_points": 1}, [("card_points_impossible", "re_card_points")]),
        ({"re_card_points": 239}, [("card_points_impossible", "re_card_points")]),
        ({"re_card_points": 241}, [("card_points_impossible", "re_card_points")]),
        ({"trickless": Party.RE}, [("trickless_with_card_points", "trickless")]),
        ({"trickless": Party.KONTRA}, [("trickless_with_card_points", "trickless")]),
        ({"trickless": Party.RE, "re_card_points": 240}, [("trickless_with_card_points", "trickless")]),
        (
            {"kind": Kind.WEDDING, "trickless": Party.RE, "re_card_points": 0},
            [("wedding_without_re_trick", "trickless")],
        ),
        (
            {"kind": Kind.FAILED_WEDDING, "re": (1,), "re_card_points": 7},
            [("failed_wedding_below_three_tricks", "re_card_points")],
        ),
        ({"re_pledge": Level.NO_90}, [("pledge_without_announcement", "re_pledge")]),
        ({"kontra_pledge": Level.SCHWARZ}, [("pledge_without_announcement", "kontra_pledge")]),
        ({"kind": Kind.JACKS_SOLO, "re": (1,), "re_extras": (FUCHS,)}, [("extras_in_solo", "re_extras")]),
        ({"kind": Kind.SILENT_WEDDING, "re": (1,), "kontra_extras": (FUCHS,)}, [("extras_in_solo", "kontra_extras")]),
        ({"kind": Kind.FAILED_WEDDING, "re": (1,), "re_extras": (FUCHS,)}, [("extras_in_solo", "re_extras")]),
        (
            {"re_card_points": 240, "trickless": Party.KONTRA, "kontra_extras": (FUCHS,)},
            [("extras_without_trick", "kontra_extras"), ("extras_need_card_points", "kontra_extras")],
        ),
        (
            {"re_card_points": 240, "re_extras": (DOPPELKOPF,) * 5},
            [("too_many_special_points", "re_extras")],
        ),
        ({"re_extras": (FUCHS, FUCHS), "kontra_extras": (FUCHS,)}, [("too_many_special_points", "kontra_extras")]),
        ({"re_extras": (KARLCHEN,), "kontra_extras": (KARLCHEN,)}, [("too_many_special_points", "kontra_extras")]),
        ({"re_extras": (KARLCHEN,) * 2}, [("too_many_special_points", "re_extras")]),
    ],
)
def test_impossible_game_is_refused(happened, problems):
    assert found(**happened) == problems


@pytest.mark.parametrize(
    ("extras", "least"),
    [
        ((FUCHS,), 11),
        ((FUCHS, FUCHS), 22),
        ((KARLCHEN,), 2),
        ((FUCHS, KARLCHEN), 13),
        ((DOPPELKOPF,), 40),
        ((DOPPELKOPF, FUCHS), 41),
        ((DOPPELKOPF, FUCHS, FUCHS, KARLCHEN), 44),
        ((DOPPELKOPF,) * 2, 80),
        ((DOPPELKOPF, DOPPELKOPF, FUCHS), 81),
        ((DOPPELKOPF,) * 3, 124),
        ((*(DOPPELKOPF,) * 3, FUCHS), 124),
        ((DOPPELKOPF,) * 4, 168),
        ((*(DOPPELKOPF,) * 4, FUCHS, KARLCHEN), 170),
    ],
)
@pytest.mark.parametrize("party", Party)
def test_special_points_need_card_points(extras, least, party):
    def problems(own):
        card_points = own if party is Party.RE else 240 - own
        return check_game(record(re_card_points=card_points, **{f"{party.value}_extras": extras}))

    short = least - 1 if least != 2 else 0
    assert problems(least) == ()
    assert problems(short) == (
        Problem(
            "extras_need_card_points",
            f"{party.value}_extras",
            "TSR 7.2",
            params={"card_points": short, "least": least},
        ),
    )


@pytest.mark.parametrize(
    "happened",
    [
        {"re_card_points": 0},
        {"re_card_points": 240},
        {"re_card_points": 2},
        {"re_card_points": 238},
        {"re_card_points": 0, "trickless": Party.RE},
        {"re_card_points": 240, "trickless": Party.KONTRA},
        {"kind": Kind.WEDDING, "re_card_points": 240, "trickless": Party.KONTRA},
        {"kind": Kind.WEDDING, "re_card_points": 0},
        {"kind": Kind.FAILED_WEDDING, "re": (4,), "re_card_points": 8},
        {"kind": Kind.SILENT_WEDDING, "re": (4,), "re_card_points": 0, "trickless": Party.RE},
        {"re_card_points": 168, "re_extras": (DOPPELKOPF,) * 4},
        {"re_extras": (FUCHS,), "kontra_extras": (FUCHS, KARLCHEN)},
        {"re_announced": True, "re_pledge": Level.SCHWARZ},
        {"seats": 5, "sits_out": 5, "re": (1, 4)},
        {"seats": 5, "sits_out": 1, "re": (5, 4)},
    ],
)
def test_possible_game_is_accepted(happened):
    assert found(**happened) == []


def test_all_problems_come_at_once():
    assert found(
        kind=Kind.QUEENS_SOLO, re_card_points=241, trickless=Party.KONTRA, re_pledge=Level.NO_30, re_extras=(FUCHS,)
    ) == [
        ("wrong_number_of_re_seats", "re"),
        ("card_points_impossible", "re_card_points"),
        ("trickless_with_card_points", "trickless"),
        ("pledge_without_announcement", "re_pledge"),
        ("extras_in_solo", "re_extras"),
    ]


def test_score_game_refuses_with_what_check_game_reports():
    impossible = record(re_card_points=239, re_pledge=Level.NO_90)

    with pytest.raises(RuleError) as refusal:
        score_game(impossible)

    assert refusal.value.problems == check_game(impossible)
    assert str(refusal.value) == "card_points_impossible, pledge_without_announcement"


def test_problem_tells_what_the_sentence_needs():
    assert check_game(record(re=(1,), seats=5, sits_out=1, re_extras=(FUCHS,) * 3)) == (
        Problem("sitting_dealer_plays", "re", "TSR 10.1.2", params={"seat": 1}),
        Problem("wrong_number_of_re_seats", "re", "TSR 2.3", params={"expected": 2, "given": 1}),
        Problem(
            "too_many_special_points",
            "re_extras",
            "TSR 7.2",
            params={"special": "fuchs", "count": 3, "most": 2},
        ),
    )


def test_problems_can_be_kept_in_a_set():
    one = Problem("code", "field", "TSR 1", params={"seat": 1})
    same = Problem("code", "field", "TSR 1", params={"seat": 1})
    other = Problem("code", "field", "TSR 1", params={"seat": 2})

    assert len({one, same, other}) == 2
