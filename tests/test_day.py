"""The plan of the day."""

from datetime import UTC, datetime, timedelta

from tournament.day import Held, plan

TEN = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)


def at(minutes):
    return TEN + timedelta(minutes=minutes)


def expected(held, *, now):
    lines = plan(starts=TEN, rounds=3, minutes=100, break_minutes=20, held=held, now=now)
    return [
        (round((line.expected_start - TEN).total_seconds() / 60), round((line.expected_end - TEN).total_seconds() / 60))
        for line in lines
    ]


def test_plan_before_the_start():
    lines = plan(starts=TEN, rounds=3, minutes=100, break_minutes=20, held={}, now=at(-30))

    assert [(line.planned_start, line.planned_end) for line in lines] == [
        (at(0), at(100)),
        (at(120), at(220)),
        (at(240), at(340)),
    ]
    assert [line.late_minutes for line in lines] == [0, 0, 0]


def test_late_start_moves_the_rest():
    assert expected({1: Held(started=at(15))}, now=at(20)) == [(15, 115), (135, 235), (255, 355)]


def test_early_end_brings_the_rest_forward():
    assert expected({1: Held(started=at(0), ended=at(90))}, now=at(95)) == [(0, 90), (110, 210), (230, 330)]


def test_round_that_does_not_end_drags_on():
    assert expected({1: Held(started=at(0))}, now=at(130)) == [(0, 130), (150, 250), (270, 370)]


def test_round_not_begun_is_not_expected_in_the_past():
    assert expected({}, now=at(40)) == [(40, 140), (160, 260), (280, 380)]


def test_lateness_is_told_per_round():
    lines = plan(starts=TEN, rounds=2, minutes=100, break_minutes=20, held={1: Held(started=at(12))}, now=at(30))

    assert [line.late_minutes for line in lines] == [12, 12]


def test_round_that_nobody_ended_was_over_when_the_next_began():
    held = {1: Held(started=at(0)), 2: Held(started=at(118))}

    assert expected(held, now=at(200)) == [(0, 118), (118, 218), (238, 338)]


def test_round_that_runs_ends_by_its_clock_with_pauses_and_extra_minutes():
    held = {1: Held(started=at(5), ends=at(122))}

    assert expected(held, now=at(40)) == [(5, 122), (142, 242), (262, 362)]


def test_break_lasts_from_the_end_of_a_round_to_the_start_of_the_next():
    held = {1: Held(started=at(0), ended=at(97)), 2: Held(started=at(125))}

    lines = plan(starts=TEN, rounds=3, minutes=100, break_minutes=20, held=held, now=at(130))

    assert [(line.planned_break_until, line.break_until, line.break_ended) for line in lines] == [
        (at(120), at(125), at(125)),
        (at(240), at(245), None),
        (None, None, None),
    ]
    assert [line.expected_end for line in lines] == [at(97), at(225), at(345)]


def test_end_before_the_start_of_the_next_round_is_kept_though_the_sheets_came_later():
    held = {1: Held(started=at(0), ended=at(130)), 2: Held(started=at(120))}

    (first, *_rest) = plan(starts=TEN, rounds=2, minutes=100, break_minutes=20, held=held, now=at(140))

    assert (first.ended, first.break_until, first.break_ended) == (at(120), at(120), None)
