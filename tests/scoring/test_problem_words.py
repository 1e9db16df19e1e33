"""Every refusal to the letter: its code, the field it belongs to, the paragraph, and what its sentence needs."""

import pytest

from scoring.errors import Problem
from scoring.game import GameRecord, check_game, score_game
from scoring.penalties import Penalty
from scoring.rows import Row
from scoring.sheet import Sheet, judge
from scoring.terms import BreachClass, Depth, ItemCode, Kind, Level, Party, RowKind, SpecialPoint

FUCHS, KARLCHEN, DOPPELKOPF = SpecialPoint.FUCHS, SpecialPoint.KARLCHEN, SpecialPoint.DOPPELKOPF

GAMES = {
    "re pledge": (
        {"re_pledge": Level.NO_90},
        [("pledge_without_announcement", "re_pledge", "TSR 6.3", {})],
    ),
    "kontra pledge": (
        {"kontra_pledge": Level.NO_90},
        [("pledge_without_announcement", "kontra_pledge", "TSR 6.3", {})],
    ),
    "three seats": ({"seats": 3}, [("seats_not_four_or_five", "seats", "TSR 8.3", {"seats": 3})]),
    "sitting at four": ({"sits_out": 2}, [("nobody_sits_out_at_four", "sits_out", "TSR 8.3", {})]),
    "nobody sits at five": ({"seats": 5}, [("sits_out_missing", "sits_out", "TSR 10.1.2", {})]),
    "seat 6 sits": ({"seats": 5, "sits_out": 6}, [("no_such_seat", "sits_out", "", {"seat": 6})]),
    "sitting Re": ({"seats": 5, "sits_out": 1}, [("sitting_dealer_plays", "re", "TSR 10.1.2", {"seat": 1})]),
    "one Re": ({"re": (1,)}, [("wrong_number_of_re_seats", "re", "TSR 2.3", {"expected": 2, "given": 1})]),
    "two soloists": (
        {"kind": Kind.ACES_SOLO},
        [("wrong_number_of_re_seats", "re", "TSR 2.3", {"expected": 1, "given": 2})],
    ),
    "seat 5 at four": ({"re": (1, 5)}, [("no_such_seat", "re", "", {"seat": 5})]),
    "seat 0": ({"re": (0, 1)}, [("no_such_seat", "re", "", {"seat": 0})]),
    "Re twice": ({"re": (1, 1)}, [("seat_twice", "re", "", {})]),
    "241": (
        {"re_card_points": 241},
        [("card_points_impossible", "re_card_points", "TSR 2.2", {"card_points": 241})],
    ),
    "1": ({"re_card_points": 1}, [("card_points_impossible", "re_card_points", "TSR 2.2", {"card_points": 1})]),
    "239": (
        {"re_card_points": 239},
        [("card_points_impossible", "re_card_points", "TSR 2.2", {"card_points": 239})],
    ),
    "trickless with points": (
        {"trickless": Party.KONTRA},
        [("trickless_with_card_points", "trickless", "", {"card_points": 110})],
    ),
    "wedding without trick": (
        {"kind": Kind.WEDDING, "re_card_points": 0, "trickless": Party.RE},
        [("wedding_without_re_trick", "trickless", "TSR 4.4", {})],
    ),
    "failed wedding": (
        {"kind": Kind.FAILED_WEDDING, "re": (1,), "re_card_points": 7},
        [("failed_wedding_below_three_tricks", "re_card_points", "TSR 4.4.3", {"card_points": 7, "least": 8})],
    ),
    "extras in a solo": (
        {"kind": Kind.ACES_SOLO, "re": (1,), "re_extras": (KARLCHEN,)},
        [("extras_in_solo", "re_extras", "TSR 7.2", {})],
    ),
    "extras without a trick": (
        {"re_card_points": 240, "trickless": Party.KONTRA, "kontra_extras": (KARLCHEN,)},
        [
            ("extras_without_trick", "kontra_extras", "TSR 7.2", {}),
            ("extras_need_card_points", "kontra_extras", "TSR 7.2", {"card_points": 0, "least": 2}),
        ],
    ),
    "extras above the card points": (
        {"re_card_points": 39, "re_extras": (DOPPELKOPF,)},
        [("extras_need_card_points", "re_extras", "TSR 7.2", {"card_points": 39, "least": 40})],
    ),
    "three foxes": (
        {"re_extras": (FUCHS, FUCHS), "kontra_extras": (FUCHS,)},
        [("too_many_special_points", "kontra_extras", "TSR 7.2", {"special": "fuchs", "count": 3, "most": 2})],
    ),
    "two Karlchen": (
        {"re_extras": (KARLCHEN, KARLCHEN)},
        [("too_many_special_points", "re_extras", "TSR 7.2", {"special": "karlchen", "count": 2, "most": 1})],
    ),
}


@pytest.mark.parametrize(("values", "problems"), GAMES.values(), ids=GAMES.keys())
def test_refused_game_is_told_to_the_letter(values, problems):
    record = GameRecord(**{"kind": Kind.NORMAL, "re": (1, 3), "re_card_points": 130, **values})

    assert check_game(record) == tuple(
        Problem(code, field, section, params=params) for code, field, section, params in problems
    )


@pytest.mark.parametrize("points", [0, 2, 120, 238, 240])
def test_possible_card_points_are_not_refused(points):
    assert check_game(GameRecord(kind=Kind.NORMAL, re=(1, 3), re_card_points=points)) == ()


def test_failed_wedding_with_eight_card_points_is_possible():
    assert check_game(GameRecord(kind=Kind.FAILED_WEDDING, re=(1,), re_card_points=8)) == ()


@pytest.mark.parametrize("by", Party)
@pytest.mark.parametrize("re_card_points", [215, 25])
def test_item_of_a_pledge_names_who_pledged_and_its_paragraph(by, re_card_points):
    calls = {f"{by.value}_announced": True, f"{by.value}_pledge": Level.NO_60}
    result = score_game(GameRecord(kind=Kind.NORMAL, re=(1, 3), re_card_points=re_card_points, **calls))

    said = [(item.code, item.by, item.points, item.section) for item in result.items if item.by is not None]

    letter = {Party.RE: "(c)", Party.KONTRA: "(d)"}[by]
    against = {Party.RE: "(f)", Party.KONTRA: "(e)"}[by]
    lost = (re_card_points < 120) == (by is Party.RE)
    missed = [(code, by, 1, f"TSR 7.2 {against}") for code in (ItemCode.AGAINST_NO90, ItemCode.AGAINST_NO60)]
    assert said == [
        (ItemCode.ANNOUNCED, by, 2, "TSR 7.2 (b)"),
        (ItemCode.PLEDGE_NO90, by, 1, f"TSR 7.2 {letter}"),
        (ItemCode.PLEDGE_NO60, by, 1, f"TSR 7.2 {letter}"),
        *(missed if lost else []),
    ]


def totals_only(**values):
    return Sheet(**{"depth": Depth.TOTALS, "totals": (6, -2, 0, -4), "solos": (1, 2, 3, 4), **values})


TOTALS = {
    "no totals": ({"totals": None}, [("total_missing", "totals", "TSR 7.3", {})]),
    "three totals": (
        {"totals": (1, -1, 0)},
        [("wrong_number_of_cells", "totals", "TSR 7.3", {"expected": 4})],
    ),
    "solo of seat 5": (
        {"solos": (1, 2, 3, 4, 5)},
        [("no_such_seat", "solos", "TSR 3.2", {"seat": 5})],
    ),
    "solo of seat 0": (
        {"solos": (0, 1, 2, 3, 4)},
        [("no_such_seat", "solos", "TSR 3.2", {"seat": 0})],
    ),
    "second solo": (
        {"solos": (1, 1, 2, 3, 4)},
        [("solo_not_owed", "solos", "TSR 4.2.3", {"seat": 1})],
    ),
    "solos missing": (
        {"solos": (2, 4)},
        [("solos_missing", "solos", "TSR 4.2.3", {"seats": (1, 3)})],
    ),
    "penalty of seat 7": (
        {"penalties": (Penalty(offender=7, breach=BreachClass.MINOR),)},
        [("no_such_seat", "penalties", "", {"seat": 7})],
    ),
}


@pytest.mark.parametrize(("values", "problems"), TOTALS.values(), ids=TOTALS.keys())
def test_finding_at_totals_depth_is_told_to_the_letter(values, problems):
    judgement = judge(totals_only(**values))

    assert judgement.problems == tuple(
        Problem(code, field, section, params=params) for code, field, section, params in problems
    )


def test_sheet_of_totals_has_no_rows():
    judgement = judge(totals_only())

    rows = (
        judgement.row_points,
        judgement.row_totals,
        judgement.running,
        judgement.numbers,
        judgement.dealers,
        judgement.sits_out,
        judgement.leads,
        judgement.soloists,
        judgement.mandatory,
        judgement.enforced,
    )
    assert rows == ((),) * 10
    assert (judgement.totals, judgement.owed, judgement.next, judgement.complete) == ((6, -2, 0, -4), (), None, True)


def test_more_games_than_the_round_has_are_told_to_the_letter():
    sheet = Sheet(games=1, mandatory=0, rows=(Row(kind=RowKind.STRUCK), Row(kind=RowKind.STRUCK)))

    assert [(p.code, p.field, p.section, dict(p.params)) for p in judge(sheet).problems if p.row is None] == [
        ("too_many_games", None, "TSR 8.5.1", {"counted": 2, "games": 1})
    ]
