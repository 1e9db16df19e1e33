"""Standings: ranks, ties, and what decided them."""

import pytest

from scoring.standings import Entry, TieBreak, rank, total


def entry(key, *points, **more):
    return Entry(key=key, points=points, **more)


def lines(entries, *tie_breaks):
    """Key, rank, whether it is shared, and what decided."""
    return [
        (line.key, line.rank, line.shared, line.decided_by and line.decided_by.value)
        for line in rank(entries, tie_breaks=tie_breaks)
    ]


def test_equal_totals_share_the_rank_and_the_next_is_skipped():
    entries = [entry("a", 1), entry("b", 9), entry("c", 5), entry("d", 5)]

    assert lines(entries) == [("b", 1, False, None), ("c", 2, True, None), ("d", 2, True, None), ("a", 4, False, None)]


def test_published_evening_of_nine_players():
    totals = (52, 18, 16, -5, -11, -13, -17, -17, -26)

    assert [line.rank for line in rank([entry(key, points) for key, points in enumerate(totals)])] == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        7,
        9,
    ]


def test_total_is_points_minus_deductions_without_missed_rounds():
    assert total(entry("a", 10, None, -4, deductions=5, penalties=3)) == 1
    assert total(entry("a")) == 0


@pytest.mark.parametrize(
    ("tie_break", "better", "worse"),
    [
        (TieBreak.LAST_ROUND, {"points": (1, 9)}, {"points": (9, 1)}),
        (TieBreak.LAST_ROUND, {"points": (17, -7)}, {"points": (10, None)}),
        (TieBreak.BEST_ROUND, {"points": (-1, 11)}, {"points": (10, 0)}),
        (TieBreak.BEST_ROUND, {"points": (10, None)}, {"points": (5, 5)}),
        (TieBreak.GAMES_WON, {"games_won": 8}, {"games_won": 7}),
        (TieBreak.SOLOS_WON, {"solos_won": 1}, {"solos_won": 0}),
        (TieBreak.FEWER_PENALTIES, {"penalties": 3}, {"penalties": 6}),
        (TieBreak.PLAY_OFF, {"play_off": 1}, {"play_off": 2}),
        (TieBreak.LOT, {"lot": 1}, {"lot": 2}),
    ],
)
def test_criterion_decides(tie_break, better, worse):
    entries = [
        Entry(**{"key": "worse", "points": (5, 5), **worse}),
        Entry(**{"key": "better", "points": (5, 5), **better}),
    ]

    assert lines(entries, tie_break) == [("better", 1, False, tie_break.value), ("worse", 2, False, tie_break.value)]


def test_deductions_count_as_penalties():
    entries = [entry("a", 15, deductions=5), entry("b", 10, penalties=3)]

    assert lines(entries, TieBreak.FEWER_PENALTIES) == [
        ("b", 1, False, "fewer_penalties"),
        ("a", 2, False, "fewer_penalties"),
    ]


def test_best_round_of_nobody_who_played():
    entries = [entry("a", None), entry("b", 0)]

    assert lines(entries, TieBreak.BEST_ROUND) == [("b", 1, False, "best_round"), ("a", 2, False, "best_round")]
    assert lines([entry("a"), entry("b")], TieBreak.LAST_ROUND) == [("a", 1, True, None), ("b", 1, True, None)]


def test_criteria_are_applied_in_order_and_only_among_those_still_tied():
    entries = [
        entry("a", 4, 6, games_won=9),
        entry("b", 6, 4, games_won=5),
        entry("c", 6, 4, games_won=7),
        entry("d", 6, 4, games_won=7),
        entry("e", 0, 1),
    ]

    assert lines(entries, TieBreak.LAST_ROUND, TieBreak.GAMES_WON) == [
        ("a", 1, False, "last_round"),
        ("c", 2, True, "games_won"),
        ("d", 2, True, "games_won"),
        ("b", 4, False, "games_won"),
        ("e", 5, False, None),
    ]


def test_criterion_that_is_unknown_for_one_of_the_tied_is_skipped_and_named():
    entries = [entry("a", 5, games_won=3, lot=2), entry("b", 5, lot=1), entry("c", 7), entry("d", 7)]
    standings = rank(entries, tie_breaks=(TieBreak.GAMES_WON, TieBreak.SOLOS_WON, TieBreak.LOT))

    assert [(line.key, line.rank, line.decided_by, line.skipped) for line in standings] == [
        ("c", 1, None, (TieBreak.GAMES_WON, TieBreak.SOLOS_WON, TieBreak.LOT)),
        ("d", 1, None, (TieBreak.GAMES_WON, TieBreak.SOLOS_WON, TieBreak.LOT)),
        ("b", 3, TieBreak.LOT, (TieBreak.GAMES_WON, TieBreak.SOLOS_WON)),
        ("a", 4, TieBreak.LOT, (TieBreak.GAMES_WON, TieBreak.SOLOS_WON)),
    ]


def test_whoever_is_outside_the_ranking_stands_in_place_without_a_rank():
    entries = [entry("out", 5, ranked=False), entry("a", 5), entry("b", 5), entry("gone", 9, ranked=False)]
    standings = rank(entries, tie_breaks=(TieBreak.LAST_ROUND,))

    assert [(line.key, line.rank, line.shared, line.total) for line in standings] == [
        ("gone", None, False, 9),
        ("a", 1, True, 5),
        ("b", 1, True, 5),
        ("out", None, False, 5),
    ]


def test_nobody_has_no_standings():
    assert rank([]) == ()
