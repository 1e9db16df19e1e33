"""The clock of a round: phases, pauses, extra minutes, midnight, summer time, a computer that slept."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.clock import LAST_GAME_SECONDS, Phase, RoundClock, digits, gongs, utc

START = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def after(minutes: int, seconds: int = 0) -> datetime:
    return START + timedelta(minutes=minutes, seconds=seconds)


def clock(**values: object) -> RoundClock:
    return RoundClock(**{"started": START, "minutes_four": 100, "minutes_five": 125, **values})


def test_table_before_the_start_has_its_whole_time():
    table = clock(started=None).table(size=4)

    assert (table.phase(START), table.remaining(START), table.end(START)) == (Phase.NOT_STARTED, 6000, None)


@pytest.mark.parametrize(
    ("now", "remaining", "phase"),
    [
        (after(0), 6000, Phase.PLAYING),
        (after(99, 59), 1, Phase.PLAYING),
        (after(100), 0, Phase.LAST_GAME),
        (after(100, LAST_GAME_SECONDS - 1), 1 - LAST_GAME_SECONDS, Phase.LAST_GAME),
        (after(100, LAST_GAME_SECONDS), -LAST_GAME_SECONDS, Phase.OWED_SOLOS),
    ],
)
def test_phases_of_a_table_of_four(now, remaining, phase):
    table = clock().table(size=4)

    assert (table.remaining(now), table.phase(now)) == (remaining, phase)


@pytest.mark.parametrize(
    ("values", "extra", "instant"),
    [
        ({}, 0, after(100, LAST_GAME_SECONDS)),
        ({}, 5, after(105, LAST_GAME_SECONDS)),
        ({"mandatory_solos": False}, 0, None),
        ({"minutes_four": None}, 0, None),
        ({"started": None}, 0, None),
    ],
    ids=["common end", "extra minutes", "no solos are mandatory", "no end", "not begun"],
)
def test_instant_from_which_only_owed_solos_are_played(values, extra, instant):
    assert clock(**values).table(size=4, extra=extra).solos_from(START) == instant


def test_fours_and_fives_end_at_their_own_time():
    round_clock = clock()

    ends = [round_clock.table(size=size).end(START) for size in (4, 5)]

    assert ends == [after(100), after(125)]


@pytest.mark.parametrize(
    ("owed", "solos", "phase"),
    [
        (None, True, Phase.OWED_SOLOS),
        (None, False, Phase.OVER),
        (2, True, Phase.OWED_SOLOS),
        (0, True, Phase.OVER),
    ],
)
def test_after_the_last_game_only_owed_solos_are_played(owed, solos, phase):
    table = clock(mandatory_solos=solos).table(size=4, owed=owed)

    assert table.phase(after(120)) == phase


def test_sheet_that_is_in_ends_the_table():
    assert clock().table(size=4, handed_in=True).phase(after(50)) == Phase.OVER


def test_round_that_was_ended_is_over_everywhere():
    round_clock = clock(ended=after(90))

    assert [round_clock.table(size=size).phase(after(91)) for size in (4, 5)] == [Phase.OVER, Phase.OVER]
    assert round_clock.elapsed(after(300)) == 90 * 60


def test_extra_minutes_move_only_their_table():
    round_clock = clock()

    ends = [round_clock.table(size=4, extra=extra).end(START) for extra in (0, 7)]

    assert ends == [after(100), after(107)]
    assert round_clock.table(size=4, extra=7).phase(after(103)) == Phase.PLAYING
    assert round_clock.table(size=4).phase(after(103)) == Phase.LAST_GAME


def test_pause_stops_the_time_and_moves_the_end():
    table = clock(paused=after(30)).table(size=4)

    assert [table.remaining(now) for now in (after(30), after(45), after(500))] == [4200, 4200, 4200]
    assert table.end(after(45)) == after(115)


def test_time_after_a_pause_goes_on_where_it_stopped():
    table = clock(paused_seconds=15 * 60).table(size=4)

    assert (table.remaining(after(45)), table.end(after(45))) == (4200, after(115))


def test_extra_minutes_count_the_same_before_and_after_a_pause():
    before = clock(paused=after(30)).table(size=4, extra=10)
    later = clock(paused_seconds=600).table(size=4, extra=10)

    assert before.end(after(40)) == later.end(after(40)) == after(120)


def test_extra_minutes_given_while_the_clock_stands_count_in_full():
    paused = clock(paused=after(30))
    rest = paused.table(size=4).remaining(after(45))

    extended = paused.table(size=4, extra=10)

    assert (rest, extended.remaining(after(45)), extended.end(after(45))) == (4200, 4800, after(125))


def test_extra_minutes_after_the_end_bring_a_table_back_into_play():
    round_clock = clock()

    phases = [round_clock.table(size=4, extra=extra).phase(after(108)) for extra in (0, 5, 10)]

    assert phases == [Phase.OWED_SOLOS, Phase.LAST_GAME, Phase.PLAYING]


def test_extra_minutes_of_a_table_of_five_count_from_its_own_end():
    table = clock().table(size=5, extra=5)

    assert [table.phase(after(minutes)) for minutes in (129, 130, 136)] == [
        Phase.PLAYING,
        Phase.LAST_GAME,
        Phase.OWED_SOLOS,
    ]


def test_phase_stands_still_with_the_clock():
    paused_before_the_end = clock(paused=after(99)).table(size=4)
    paused_in_the_last_game = clock(paused=after(103)).table(size=4)

    assert paused_before_the_end.phase(after(300)) == Phase.PLAYING
    assert paused_in_the_last_game.phase(after(300)) == Phase.LAST_GAME


@pytest.mark.parametrize(
    ("start", "pause", "back", "end"),
    [
        # A pause over midnight, from 23:50 to 0:20.
        (
            datetime(2026, 12, 31, 23, 30, tzinfo=BERLIN),
            datetime(2026, 12, 31, 23, 50, tzinfo=BERLIN),
            datetime(2027, 1, 1, 0, 20, tzinfo=BERLIN),
            datetime(2027, 1, 1, 1, 40, tzinfo=BERLIN),
        ),
        # A pause from 1:50 to 3:10 on the night without 2 o'clock lasts 20 minutes.
        (
            datetime(2026, 3, 29, 1, 0, tzinfo=BERLIN),
            datetime(2026, 3, 29, 1, 50, tzinfo=BERLIN),
            datetime(2026, 3, 29, 3, 10, tzinfo=BERLIN),
            datetime(2026, 3, 29, 4, 0, tzinfo=BERLIN),
        ),
        # A pause from the first 2:50 to the second 2:10 lasts 20 minutes too.
        (
            datetime(2026, 10, 25, 2, 0, tzinfo=BERLIN),
            datetime(2026, 10, 25, 2, 50, tzinfo=BERLIN),
            datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=BERLIN),
            datetime(2026, 10, 25, 3, 0, tzinfo=BERLIN),
        ),
    ],
    ids=["midnight", "summer time begins", "summer time ends"],
)
def test_pause_over_midnight_or_the_change_of_summer_time(start, pause, back, end):
    standing = clock(started=start, paused=pause).table(size=4)
    gone_on = clock(started=start, paused_seconds=int((utc(back) - utc(pause)).total_seconds())).table(size=4)

    assert standing.end(back) == gone_on.end(back) == end.astimezone(UTC)
    assert standing.remaining(back) == gone_on.remaining(back)


INSTANTS = st.datetimes(datetime(2026, 3, 28), datetime(2026, 3, 30), timezones=st.just(BERLIN))


@given(start=INSTANTS, extra=st.integers(0, 60), pause=st.integers(0, 7200), moments=st.lists(st.integers(0, 20_000)))
def test_phases_only_go_forward_and_end_where_the_rest_is_nothing(start, extra, pause, moments):
    table = clock(started=start, paused_seconds=pause).table(size=4, extra=extra)
    order = list(Phase)

    phases = [order.index(table.phase(utc(start) + timedelta(seconds=moment))) for moment in sorted(moments)]

    end = table.end(start)
    assert phases == sorted(phases)
    assert (end - utc(start), table.remaining(end)) == (timedelta(minutes=100 + extra, seconds=pause), 0)
    assert table.phase(end - timedelta(seconds=1)) == Phase.PLAYING
    assert table.phase(end) == Phase.LAST_GAME


def test_second_pause_adds_to_the_first():
    table = clock(paused_seconds=600, paused=after(60)).table(size=4)

    assert (table.remaining(after(70)), table.end(after(70))) == (3000, after(120))


def test_round_over_midnight_ends_on_the_next_day():
    start = datetime(2026, 12, 31, 23, 30, tzinfo=BERLIN)

    end = clock(started=start).table(size=4).end(start)

    assert end.astimezone(BERLIN) == datetime(2027, 1, 1, 1, 10, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        # 2:00 becomes 3:00 on the last Sunday of March.
        (datetime(2026, 3, 29, 1, 0, tzinfo=BERLIN), datetime(2026, 3, 29, 3, 40, tzinfo=BERLIN)),
        # 3:00 becomes 2:00 on the last Sunday of October: 2:10 comes twice, this is the second one.
        (datetime(2026, 10, 25, 1, 30, tzinfo=BERLIN), datetime(2026, 10, 25, 2, 10, fold=1, tzinfo=BERLIN)),
    ],
)
def test_change_of_summer_time_leaves_the_round_as_long_as_it_is(start, end):
    table = clock(started=start).table(size=4)
    found = table.end(start)

    assert found == end.astimezone(UTC)
    assert table.remaining(end) == 0


def test_laptop_that_slept_shows_the_right_rest_at_once():
    table = clock().table(size=4)

    assert [table.remaining(now) for now in (after(10), after(85))] == [5400, 900]


def test_computer_clock_set_back_never_shows_more_than_the_whole_time():
    table = clock().table(size=4)

    assert table.remaining(after(-60)) == 6000
    assert clock(paused=after(5)).table(size=4).end(after(-60)) == after(100)


def test_round_without_minutes_counts_up_and_has_no_end():
    table = clock(minutes_four=None).table(size=4, extra=5)

    assert (table.end(after(10)), table.remaining(after(10)), table.phase(after(500))) == (None, None, Phase.PLAYING)
    assert table.clock.elapsed(after(10)) == 600


def test_gong_sounds_before_the_end_and_at_the_end():
    table = clock().table(size=4, extra=5)

    assert gongs(table, warn_minutes=(5, 10, 5, 400), now=START) == (after(95), after(100), after(105))
    assert gongs(clock(started=None).table(size=4), warn_minutes=(5,), now=START) == ()


def test_naive_time_is_no_instant():
    with pytest.raises(ValueError, match="time zone"):
        clock().elapsed(datetime(2026, 11, 28, 11, 0))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (-5, "0:00"), (65, "1:05"), (3599, "59:59"), (3600, "1:00:00"), (4360, "1:12:40")],
)
def test_digits_of_a_clock(seconds, text):
    assert digits(seconds) == text
