"""The clock as the director handles it; every step is in the journal and can be taken back."""

from datetime import timedelta

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_round, make_tournament, tables_of, type_rows
from tournament.clock import Phase
from tournament.models import Extension, JournalEntry, Round
from tournament.queries.clock import clock_of, timed_tables
from tournament.services.clock import end_clock, extend, pause_clock, resume_clock, start_clock
from tournament.services.sheets import note_sheet, receive_sheet
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def at(minutes: int):
    return NOW + timedelta(minutes=minutes)


@pytest.fixture
def round_() -> Round:
    return make_round(make_tournament(minutes_four=100, minutes_five=125), players=13)


@pytest.fixture
def director(round_):
    return make_actor(round_.tournament)


def remaining(round_: Round, minutes: int) -> list[int | None]:
    """Minutes left at each table."""
    round_.refresh_from_db()
    return [
        None if left is None else left // 60
        for left in (timed.clock.remaining(at(minutes)) for timed in timed_tables(round_))
    ]


def codes(error: pytest.ExceptionInfo[RuleError]) -> list[str]:
    return [problem.code for problem in error.value.problems]


def test_clock_pauses_and_goes_on(round_, director):
    start_clock(round_=round_, by=director, now=at(0))
    pause_clock(round_=round_, by=director, now=at(30))
    assert remaining(round_, 50) == [95, 70, 70]

    resume_clock(round_=round_, by=director, now=at(50))

    assert remaining(round_, 60) == [85, 60, 60]
    steps = JournalEntry.objects.order_by("-number")[:3]
    assert [(entry.what, entry.params) for entry in steps] == [
        ("clock_resumed", {"round": 1, "minutes": 20}),
        ("clock_paused", {"round": 1}),
        ("clock_started", {"round": 1}),
    ]


def test_clock_pressed_twice_starts_once(round_, director):
    start_clock(round_=round_, by=director, now=at(0))
    start_clock(round_=round_, by=director, now=at(1))

    round_.refresh_from_db()
    assert round_.started_at == at(0)
    assert JournalEntry.objects.filter(what="clock_started").count() == 1


def test_clock_started_late_knows_when_the_round_was_released(round_, director):
    start_clock(round_=round_, by=director, now=at(7), minutes_ago=7)

    assert remaining(round_, 7) == [118, 93, 93]


@pytest.mark.parametrize("minutes_ago", [-1, 181])
def test_clock_started_too_long_ago_is_refused(round_, director, minutes_ago):
    with pytest.raises(RuleError) as error:
        start_clock(round_=round_, by=director, now=at(0), minutes_ago=minutes_ago)

    assert codes(error) == ["clock_minutes_ago"]


def test_clock_of_a_draft_is_refused():
    round_ = make_round(make_tournament(), players=4, published=False)

    with pytest.raises(RuleError) as error:
        start_clock(round_=round_, by=make_actor(round_.tournament), now=at(0))

    assert codes(error) == ["clock_before_publication"]


@pytest.mark.parametrize("press", [pause_clock, resume_clock, end_clock])
def test_clock_that_does_not_run_cannot_be_handled(round_, director, press):
    with pytest.raises(RuleError) as error:
        press(round_=round_, by=director, now=at(0))

    assert codes(error) == ["clock_not_running"]


def test_clock_ended_during_a_pause_is_over(round_, director):
    start_clock(round_=round_, by=director, now=at(0))
    pause_clock(round_=round_, by=director, now=at(30))
    end_clock(round_=round_, by=director, now=at(40))

    round_.refresh_from_db()
    assert clock_of(round_).table(size=4).phase(at(41)) == Phase.OVER
    assert clock_of(round_).elapsed(at(41)) == 30 * 60


def test_extra_minutes_for_some_tables_leave_the_others(round_, director):
    start_clock(round_=round_, by=director, now=at(0))

    extend(round_=round_, tables=[3, 1], minutes=10, reason="Reklamation", by=director, now=at(20))
    extend(round_=round_, tables=[3], minutes=5, reason="Ehrenrat", by=director, now=at(30))

    assert remaining(round_, 60) == [75, 40, 55]
    assert sorted(Extension.objects.values_list("table__number", "minutes", "reason")) == [
        (1, 10, "Reklamation"),
        (3, 5, "Ehrenrat"),
        (3, 10, "Reklamation"),
    ]


def test_extra_minutes_for_all_tables(round_, director):
    extend(round_=round_, minutes=5, reason="Feueralarm", by=director, now=at(0))

    assert remaining(round_, 0) == [130, 105, 105]


def test_extra_minutes_name_everything_that_is_wrong(round_, director):
    with pytest.raises(RuleError) as error:
        extend(round_=round_, tables=[9, 1, 8], minutes=0, reason=" ", by=director, now=at(0))

    assert [(problem.code, dict(problem.params)) for problem in error.value.problems] == [
        ("extension_minutes", {"most": 120}),
        ("reason_missing", {}),
        ("extension_tables", {"tables": (8, 9)}),
    ]
    assert Extension.objects.count() == 0


def test_extra_minutes_after_the_end_are_refused_until_the_end_is_taken_back(round_, director):
    start_clock(round_=round_, by=director, now=at(0))
    end_clock(round_=round_, by=director, now=at(90))

    with pytest.raises(RuleError) as error:
        extend(round_=round_, tables=[1], minutes=10, reason="Reklamation", by=director, now=at(91))
    undo(entry=JournalEntry.objects.get(what="clock_ended"), by=director, now=at(92))
    extend(round_=round_, tables=[1], minutes=10, reason="Reklamation", by=director, now=at(93))

    assert codes(error) == ["clock_is_ended"]
    assert remaining(round_, 95) == [40, 5, 5]


def test_steps_of_the_clock_are_taken_back_one_by_one(round_, director):
    start_clock(round_=round_, by=director, now=at(0))
    pause_clock(round_=round_, by=director, now=at(30))
    extend(round_=round_, tables=[1], minutes=10, reason="Reklamation", by=director, now=at(31))

    for what in ("clock_extended", "clock_paused"):
        undo(entry=JournalEntry.objects.get(what=what), by=director, now=at(32))

    assert remaining(round_, 40) == [85, 60, 60]


def test_pause_stays_after_the_computer_clock_was_set_back(round_, director):
    start_clock(round_=round_, by=director, now=at(0))
    pause_clock(round_=round_, by=director, now=at(30))

    resume_clock(round_=round_, by=director, now=at(25))

    round_.refresh_from_db()
    assert (round_.paused_at, round_.paused_seconds) == (None, 0)


@pytest.mark.parametrize("players", [8, 40])
def test_timed_tables_need_two_queries(players, django_assert_num_queries):
    round_ = make_round(make_tournament(), players=players)

    with django_assert_num_queries(2):
        timed_tables(round_)


def test_sheet_typed_as_it_is_played_is_not_taken_for_one_that_is_in():
    round_ = make_round(make_tournament(minutes_four=100, depth="rows"), players=12)
    by = make_actor(round_.tournament)
    tables = tables_of(round_)
    start_clock(round_=round_, by=by, now=NOW)
    type_rows(tables[1], "13 4", by=by)
    receive_sheet(table=tables[2], by=by, now=at(90))
    type_rows(tables[3], "13 4", by=by)
    note_sheet(table=tables[3], note="Unterschrift fehlt", by=by, now=at(95))
    round_.refresh_from_db()

    assert [timed.clock.phase(at(96)) for timed in timed_tables(round_)] == [Phase.PLAYING, Phase.OVER, Phase.OVER]


@pytest.mark.parametrize("press", [start_clock, pause_clock, resume_clock, end_clock, extend])
def test_every_step_of_the_clock_is_taken_back(round_, director, press):
    before = {start_clock: (), pause_clock: (start_clock,), end_clock: (start_clock,), extend: ()}
    for minute, earlier in enumerate(before.get(press, (start_clock, pause_clock))):
        earlier(round_=round_, by=director, now=at(minute))
    was = times(round_)

    more = {"minutes": 5, "reason": "Feueralarm"} if press is extend else {}
    press(round_=round_, by=director, now=at(20), **more)
    changed = times(round_)
    undo(entry=JournalEntry.objects.latest("number"), by=director, now=at(21))

    assert changed != was
    assert times(round_) == was


def times(round_: Round) -> tuple[object, ...]:
    """Everything the clock of a round goes by."""
    current = Round.objects.get(pk=round_.pk)
    return (
        *(current.started_at, current.paused_at, current.paused_seconds, current.ended_at),
        tuple(Extension.objects.values_list("table__number", "minutes")),
    )
