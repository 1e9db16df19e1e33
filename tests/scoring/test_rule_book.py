"""The worked games, one by one, and the cases in which other programs went wrong."""

import json
from pathlib import Path

import pytest

from scoring.game import GameRecord, Item, check_game, score_game
from scoring.shapes import row_from_solo, row_from_winners
from scoring.terms import Call, ItemCode, Kind, Level, Party, SpecialPoint
from scoring.wire import answer_game, read_game

RULE_BOOK = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "fixtures" / "rule_book.jsonl").read_text("utf-8").splitlines()
]
FUCHS, KARLCHEN, DOPPELKOPF = SpecialPoint.FUCHS, SpecialPoint.KARLCHEN, SpecialPoint.DOPPELKOPF


def game(**happened):
    """A normal game of seats 1 and 3 against 2 and 4 with 130 card points for Re, unless told otherwise."""
    return GameRecord(**{"kind": Kind.NORMAL, "re": (1, 3), "re_card_points": 130, **happened})


def solo(**happened):
    """A queens' solo of seat 1."""
    return game(**{"kind": Kind.QUEENS_SOLO, "re": (1,), **happened})


def codes(record):
    """Which items a game brings, to whom."""
    return [(item.code.value, item.party.value) for item in score_game(record).items]


@pytest.mark.parametrize("row", RULE_BOOK, ids=lambda row: row["id"])
def test_game_of_the_rule_book(row):
    record, problems = read_game(row)
    result = score_game(record)

    assert problems == ()
    assert {
        "winner": result.winner,
        "value": result.value,
        "points": list(result.points),
        "items": [
            {"code": each.code, "party": each.party, "by": each.by, "points": each.points, "section": each.section}
            for each in result.items
        ],
    } == row["expected"]


def test_rule_book_has_all_games():
    assert [row["id"] for row in RULE_BOOK] == [f"G{number:02}" for number in range(1, 73)]


@pytest.mark.parametrize(
    ("kind", "re", "sits_out", "happened", "points"),
    [
        pytest.param(Kind.NORMAL, (1, 3), 5, {"re_card_points": 151}, (2, -2, 2, -2, 0), id="F1"),
        pytest.param(
            Kind.QUEENS_SOLO,
            (4,),
            2,
            {"re_card_points": 181, "re_announced": True, "re_pledge": Level.NO_60},
            (-7, 0, -7, 21, -7),
            id="F2",
        ),
        pytest.param(
            Kind.NORMAL, (1, 2), 3, {"re_card_points": 80, "kontra_announced": True}, (-5, -5, 0, 5, 5), id="F3"
        ),
    ],
)
def test_dealer_at_a_table_of_five_gets_nothing(kind, re, sits_out, happened, points):
    result = score_game(GameRecord(kind=kind, re=re, seats=5, sits_out=sits_out, **happened))

    assert result.points == points


@pytest.mark.parametrize(
    ("happened", "winner"),
    [
        pytest.param({"re_card_points": 120, "re_announced": True, "kontra_announced": True}, Party.KONTRA, id="W01"),
        pytest.param({"re_card_points": 121, "re_announced": True}, Party.RE, id="W02"),
        pytest.param(
            {
                "re_card_points": 129,
                "re_announced": True,
                "re_pledge": Level.NO_90,
                "kontra_announced": True,
                "kontra_pledge": Level.NO_90,
            },
            None,
            id="W03",
        ),
    ],
)
def test_winner_alone(happened, winner):
    assert score_game(game(**happened)).winner is winner


@pytest.mark.parametrize(
    ("pledge", "target"), [(Level.NO_90, 151), (Level.NO_60, 181), (Level.NO_30, 211)], ids=lambda each: str(each)
)
@pytest.mark.parametrize("party", Party)
def test_pledge_sets_its_own_target(pledge, target, party):
    def winner(own):
        said = {f"{party.value}_announced": True, f"{party.value}_pledge": pledge}
        return score_game(game(re_card_points=own if party is Party.RE else 240 - own, **said)).winner

    other = Party.KONTRA if party is Party.RE else Party.RE
    assert (winner(target), winner(target - 1)) == (party, other)


@pytest.mark.parametrize(
    ("pledge", "reached", "missed"),
    [(Level.NO_90, 120, 119), (Level.NO_60, 90, 89), (Level.NO_30, 60, 59), (Level.SCHWARZ, 30, 29)],
)
def test_point_against_a_pledge_needs_its_card_points(pledge, reached, missed):
    def against(card_points):
        said = game(re_card_points=240 - card_points, re_announced=True, re_pledge=pledge)
        return sum(item.code is ItemCode(f"against_{pledge.value}") for item in score_game(said).items)

    assert (against(reached), against(missed)) == (1, 0)


def test_lost_solo_brings_nothing_against_the_queens():
    assert codes(solo(re_card_points=110)) == [("won", "kontra")]


def test_lost_silent_wedding_brings_nothing_against_the_queens():
    assert codes(game(kind=Kind.SILENT_WEDDING, re=(1,), re_card_points=110)) == [("won", "kontra")]


def test_pledge_missed_after_both_announced_is_lost():
    record = game(re_announced=True, re_pledge=Level.NO_90, kontra_announced=True)

    assert (score_game(record).winner, score_game(record).value) == (Party.KONTRA, -7)


def test_nobody_won_keeps_levels_and_points_against_pledges():
    both = {"re_announced": True, "kontra_announced": True}
    record = game(re_card_points=170, re_pledge=Level.NO_60, kontra_pledge=Level.NO_60, **both)

    assert codes(record) == [("under_90", "re"), ("against_no90", "re"), ("against_no60", "re")]


def test_solo_nobody_won_is_tripled_and_sums_to_zero():
    both = {"re_announced": True, "kontra_announced": True}
    record = solo(re_card_points=136, re_pledge=Level.NO_90, kontra_pledge=Level.NO_90, **both)

    assert score_game(record).points == (3, -1, -1, -1)


@pytest.mark.parametrize(("trickless", "value", "reached"), [(None, 4, False), (Party.KONTRA, 5, True)])
def test_schwarz_is_no_trick_and_not_no_card_points(trickless, value, reached):
    result = score_game(game(re_card_points=240, trickless=trickless))

    assert result.value == value
    assert any(item.code is ItemCode.SCHWARZ for item in result.items) is reached


def test_pledged_schwarz_is_lost_to_a_trick_of_four_nines():
    result = score_game(game(re_card_points=240, re_announced=True, re_pledge=Level.SCHWARZ))

    assert (result.winner, result.value) == (Party.KONTRA, -8)


def test_one_trick_against_schwarz_wins_without_the_point_of_thirty_card_points():
    record = game(re_card_points=0, kontra_announced=True, kontra_pledge=Level.SCHWARZ)

    assert (score_game(record).winner, score_game(record).value) == (Party.RE, 7)


def test_every_step_of_a_pledge_denied_counts():
    record = game(re_card_points=207, re_announced=True, kontra_announced=True, kontra_pledge=Level.SCHWARZ)

    against = [item for item in score_game(record).items if item.code.value.startswith("against_no")]
    assert [item.code.value for item in against] == ["against_no90", "against_no60", "against_no30"]


@pytest.mark.parametrize(
    ("re_card_points", "value"), [(150, 1), (151, 2), (180, 2), (181, 3), (210, 3), (211, 4), (240, 4)]
)
def test_under_is_strict(re_card_points, value):
    assert score_game(game(re_card_points=re_card_points)).value == value


def test_level_with_announcement_and_doppelkopf():
    record = game(re_card_points=180, re_announced=True, re_extras=(DOPPELKOPF,))

    assert score_game(record).value == 5


def test_fox_caught_by_kontra_is_taken_off_the_winner():
    assert score_game(game(kontra_extras=(FUCHS,))).points == (0, 0, 0, 0)


def test_two_foxes_in_one_trick_are_two():
    assert score_game(game(re_extras=(FUCHS, FUCHS))).points == (3, -3, 3, -3)
    assert score_game(game(re_extras=(FUCHS, FUCHS))).items[-1] == Item(ItemCode.FUCHS, Party.RE, None, 2, "TSR 7.2")


def test_extras_are_netted_and_shown():
    record = game(re_extras=(FUCHS, KARLCHEN), kontra_extras=(DOPPELKOPF,))

    assert score_game(record).value == 2
    assert codes(record) == [("won", "re"), ("doppelkopf", "kontra"), ("fuchs", "re"), ("karlchen", "re")]


def test_extras_turn_the_sign_of_a_won_game():
    record = game(re_card_points=121, kontra_extras=(FUCHS, FUCHS, KARLCHEN))

    assert (score_game(record).winner, score_game(record).value) == (Party.RE, -2)


@pytest.mark.parametrize(
    ("re_announced", "kontra_announced", "winner"),
    [
        (False, False, Party.KONTRA),
        (True, False, Party.KONTRA),
        (False, True, Party.RE),
        (True, True, Party.KONTRA),
    ],
)
def test_120_to_120_is_decided_by_the_announcements(re_announced, kontra_announced, winner):
    record = game(re_card_points=120, re_announced=re_announced, kontra_announced=kontra_announced)

    assert score_game(record).winner is winner


@pytest.mark.parametrize(("re_card_points", "points"), [(130, (3, -1, -1, -1)), (110, (-3, 1, 1, 1))])
def test_silent_wedding_is_one_against_three_won_or_lost(re_card_points, points):
    record = game(kind=Kind.SILENT_WEDDING, re=(1,), re_card_points=re_card_points)

    assert score_game(record).points == points


def test_announcement_of_both_partners_counts_once():
    result = score_game(game(re_card_points=110, kontra_announced=True))

    assert [item.points for item in result.items if item.code is ItemCode.ANNOUNCED] == [2]


def test_formal_winner_with_few_card_points_gets_no_levels():
    record = game(re_card_points=217, re_announced=True, re_pledge=Level.SCHWARZ, kontra_announced=True)

    assert (score_game(record).winner, score_game(record).value) == (Party.KONTRA, -10)


def test_announcements_bring_two_each():
    assert score_game(game(re_announced=True, kontra_announced=True)).value == 5


def test_winners_and_value_make_a_row():
    assert row_from_winners(winners=(2,), value=2) == (-2, 6, -2, -2)
    assert row_from_winners(winners=(1, 3), value=4) == (4, -4, 4, -4)
    assert row_from_winners(winners=(1, 3, 4), value=3) == (3, -9, 3, 3)
    assert row_from_winners(winners=(1, 5), value=1, seats=5, sits_out=2) == (1, 0, -1, -1, 1)
    assert row_from_solo(soloist=2, value=-7) == (7, -21, 7, 7)


@pytest.mark.parametrize(
    "asked",
    [
        {"winners": ()},
        {"winners": (1, 2, 3, 4)},
        {"winners": (1, 1)},
        {"winners": (5,)},
        {"winners": (2,), "seats": 5, "sits_out": 2},
        {"winners": (2,), "seats": 5},
    ],
)
def test_winners_who_cannot_be_make_no_row(asked):
    with pytest.raises(ValueError, match="one, two or three of the four active seats win"):
        row_from_winners(value=1, **asked)


def test_call_says_announcement_and_pledge():
    assert [(call.announced, call.pledge) for call in Call] == [
        (False, None),
        (True, None),
        (True, None),
        (True, Level.NO_90),
        (True, Level.NO_60),
        (True, Level.NO_30),
        (True, Level.SCHWARZ),
    ]


def test_record_of_the_rule_book_has_no_problem():
    assert [check_game(read_game(row)[0]) for row in RULE_BOOK] == [()] * len(RULE_BOOK)
    assert [answer_game(row)[1] for row in RULE_BOOK] == [True] * len(RULE_BOOK)
