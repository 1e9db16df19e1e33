"""Rounds: made, set, seated by hand, published; each refusal with its way on."""

import pytest

from scoring.errors import Problem, RuleError
from tests.builders import (
    NOW,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tournament.models import Attendance, JournalEntry, Participant, Presence, Publication, Round, Seat, Table
from tournament.queries import rounds as queries
from tournament.services.clock import pause_clock, start_clock
from tournament.services.participants import withdraw_participant
from tournament.services.rounds import (
    change_round_settings,
    create_round,
    keep_draft,
    mark_away,
    publish_round,
    seat_by_hand,
)
from tournament.services.seating import Plan
from tournament.services.seats import swap_seats
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def seats_of(round_: Round) -> list[list[int | None]]:
    """The start numbers of each table by position."""
    return [
        [seat.participant.number if seat.participant else None for seat in table.seats]
        for table in queries.seating(round_).tables
    ]


def refusal(error: pytest.ExceptionInfo[RuleError]) -> list[tuple[str, dict]]:
    return [(problem.code, dict(problem.params)) for problem in error.value.problems]


def test_round_copies_the_settings_of_its_tournament():
    tournament = make_tournament(games_four=20, draw_mode="standings", rooms=[{"room": "Saal", "first": 1, "last": 9}])

    round_ = create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    assert (round_.number, round_.games_four, round_.draw_mode) == (1, 20, "standings")
    assert round_.rooms == [{"room": "Saal", "first": 1, "last": 9}]


def test_round_is_refused_while_the_last_one_is_a_draft():
    tournament = make_tournament()
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    with pytest.raises(RuleError) as error:
        create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    assert error.value.problems == (Problem(code="round_not_published", params={"round": 1}),)
    assert Round.objects.count() == 1


def test_round_beyond_the_last_one_is_refused():
    tournament = make_tournament(rounds=1)
    make_round(tournament, players=8)

    with pytest.raises(RuleError) as error:
        create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    assert refusal(error) == [("all_rounds_made", {"rounds": 1})]


def test_hand_seating_keeps_the_typed_seats_and_leaves_open_ones_open():
    tournament = make_tournament()
    make_participants(tournament, 9)

    round_ = make_round(tournament, seats=[[3, 1, None, 2], [9, 8, 7, 6, 5]], published=False)

    assert seats_of(round_) == [[3, 1, None, 2], [9, 8, 7, 6, 5]]
    assert [(table.number, table.size) for table in Table.objects.order_by("number")] == [(1, 4), (2, 5)]


def test_hand_seating_names_everything_that_is_wrong_and_seats_nobody():
    tournament = make_tournament()
    people = make_participants(tournament, 8)
    withdraw_participant(participant=people[7], by=make_actor(tournament), now=NOW)
    round_ = create_round(tournament=tournament, by=make_actor(tournament), now=NOW)
    tables = [
        Plan(number=1, players=(1, 2, 3)),
        Plan(number=2, players=(4, 5, 1, 99)),
        Plan(number=2, players=(6, 7, 8, 6)),
    ]

    with pytest.raises(RuleError) as error:
        seat_by_hand(round_=round_, tables=tables, by=make_actor(tournament), now=NOW)

    assert refusal(error) == [
        ("hand_size", {"table": 1, "seats": 3}),
        ("hand_twice", {"table": 2, "number": 1, "other": 1}),
        ("hand_unknown", {"table": 2, "number": 99}),
        ("hand_table_twice", {"table": 2}),
        ("hand_not_here", {"table": 2, "number": 8, "name": people[7].name}),
        ("hand_twice", {"table": 2, "number": 6, "other": 2}),
    ]
    assert Seat.objects.count() == 0


def test_hand_seating_typed_again_replaces_the_first_one_and_can_be_taken_back():
    tournament = make_tournament()
    round_ = make_round(tournament, players=8, published=False)

    seat_by_hand(
        round_=round_,
        tables=[Plan(number=4, players=(8, 7, 6, 5)), Plan(number=7, players=(4, 3, 2, 1))],
        by=make_actor(tournament),
        now=NOW,
    )

    assert seats_of(round_) == [[8, 7, 6, 5], [4, 3, 2, 1]]
    undo(entry=JournalEntry.objects.latest("number"), by=make_actor(tournament), now=NOW)
    assert seats_of(round_) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_publishing_keeps_what_hangs_on_the_wall_and_renews_the_public_pages():
    tournament = make_tournament()
    round_ = make_round(tournament, players=4, published=False)
    before = tournament.public_version

    published = publish_round(round_=round_, by=make_actor(tournament), now=NOW)

    assert published.published_at == NOW
    assert Publication.objects.get().rows == [
        {"table": 1, "room": "", "seats": [str(p.uuid) for p in Participant.objects.order_by("number")]}
    ]
    tournament.refresh_from_db()
    assert tournament.public_version == before + 1


def test_publishing_twice_publishes_once():
    tournament = make_tournament()
    round_ = make_round(tournament, players=4)

    publish_round(round_=round_, by=make_actor(tournament), now=NOW)

    assert Publication.objects.count() == 1
    assert JournalEntry.objects.filter(what="round_published").count() == 1


def test_publishing_without_seats_is_refused():
    tournament = make_tournament()
    round_ = create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    with pytest.raises(RuleError) as error:
        publish_round(round_=round_, by=make_actor(tournament), now=NOW)

    assert refusal(error) == [("nothing_seated", {"round": 1})]


def test_draft_whose_field_changed_is_stale_until_it_is_kept():
    tournament = make_tournament()
    round_ = make_round(tournament, players=8, published=False)
    director = make_actor(tournament)
    withdraw_participant(participant=Participant.objects.get(number=3), by=director, now=NOW)
    make_participants(tournament, 1)

    with pytest.raises(RuleError) as error:
        publish_round(round_=round_, by=director, now=NOW)
    keep_draft(round_=round_, by=director, now=NOW)
    published = publish_round(round_=round_, by=director, now=NOW)

    assert refusal(error) == [("draft_stale", {"came": (9,), "gone": (3,)})]
    assert published.published_at == NOW


def test_kept_draft_is_stale_again_after_the_next_change():
    tournament = make_tournament()
    round_ = make_round(tournament, players=8, published=False)
    director = make_actor(tournament)
    make_participants(tournament, 1)
    kept = keep_draft(round_=round_, by=director, now=NOW)
    make_participants(tournament, 1)

    with pytest.raises(RuleError) as error:
        publish_round(round_=kept, by=director, now=NOW)

    assert refusal(error) == [("draft_stale", {"came": (9, 10), "gone": ()})]


def test_late_person_is_no_part_of_the_field():
    tournament = make_tournament()
    people = make_participants(tournament, 9)
    round_ = create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    mark_away(round_=round_, participant=people[8], state=Presence.LATE, by=make_actor(tournament), now=NOW)

    assert [person.number for person in queries.present(round_)] == [1, 2, 3, 4, 5, 6, 7, 8]
    mark_away(round_=round_, participant=people[8], state=None, by=make_actor(tournament), now=NOW)
    assert len(queries.present(round_)) == 9
    assert Attendance.objects.count() == 0


def test_settings_of_a_published_round_ask_for_a_reason():
    tournament = make_tournament()
    round_ = make_round(tournament, players=4)

    with pytest.raises(RuleError) as error:
        change_round_settings(round_=round_, values={"games_four": 20}, by=make_actor(tournament), now=NOW)
    change_round_settings(
        round_=round_, values={"games_four": 20}, by=make_actor(tournament), now=NOW, reason="Kneipe schließt"
    )

    assert refusal(error) == [("reason_missing", {})]
    round_.refresh_from_db()
    assert round_.games_four == 20


def test_seating_settings_of_a_published_round_stay():
    tournament = make_tournament()
    round_ = make_round(tournament, players=4)

    with pytest.raises(RuleError) as error:
        change_round_settings(
            round_=round_, values={"fives": "never"}, by=make_actor(tournament), now=NOW, reason="anders"
        )

    assert refusal(error) == [("round_settings_frozen", {"round": 1})]


@pytest.mark.parametrize("players", [8, 40])
def test_seating_needs_three_queries_whatever_the_field(players, django_assert_num_queries):
    round_ = make_round(make_tournament(), players=players)

    with django_assert_num_queries(3):
        found = queries.seating(round_)
        names = [row.participant.club and row.participant.club.name for row in found.names]

    assert (found.seated, len(names)) == (players, players)


def entry(what: str) -> JournalEntry:
    return JournalEntry.objects.filter(what=what).latest("number")


def test_publication_is_taken_back_as_long_as_nothing_happened_in_the_round():
    tournament = make_tournament()
    round_ = make_round(tournament, players=8)

    undo(entry=entry("round_published"), by=make_actor(tournament), now=NOW)

    round_.refresh_from_db()
    assert (round_.published_at, Publication.objects.count()) == (None, 0)


@pytest.mark.parametrize("what", ["clock_started", "seats_swapped", "sheet_typed", "round_created"])
def test_publication_is_not_taken_back_under_what_happened_in_the_round(what):
    tournament = make_tournament()
    round_ = make_round(tournament, players=8)
    director = make_actor(tournament)
    if what == "clock_started":
        start_clock(round_=round_, by=director, now=NOW)
    elif what == "seats_swapped":
        swap_seats(round_=round_, first=1, second=8, by=director, now=NOW, reason="Ehepaar")
    elif what == "sheet_typed":
        type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=director)
    else:
        create_round(tournament=tournament, by=director, now=NOW)

    with pytest.raises(RuleError) as error:
        undo(entry=entry("round_published"), by=director, now=NOW)

    assert refusal(error) == [
        ("undo_blocked", {"number": entry("round_published").number, "later": entry(what).number})
    ]


def test_start_of_the_clock_is_not_taken_back_under_a_pause():
    tournament = make_tournament(minutes_four=100)
    round_ = make_round(tournament, players=8)
    director = make_actor(tournament)
    start_clock(round_=round_, by=director, now=NOW)
    pause_clock(round_=round_, by=director, now=NOW)

    with pytest.raises(RuleError) as error:
        undo(entry=entry("clock_started"), by=director, now=NOW)

    assert [problem.code for problem in error.value.problems] == ["undo_blocked"]
