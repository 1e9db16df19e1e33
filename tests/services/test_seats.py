"""Single seats: swapped, filled, dealt; nobody sits twice, every other table stays untouched."""

from datetime import timedelta

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament
from tests.services.test_rounds import refusal, seats_of
from tournament.models import Attendance, JournalEntry, Participant, Presence, Publication, Round, Seat, Table
from tournament.services.rounds import create_round, mark_away, seat_by_hand
from tournament.services.seating import Plan
from tournament.services.seats import deal_seat, swap_seats
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def person(number: int) -> Participant:
    return Participant.objects.get(number=number)


def resting(round_: Round, number: int) -> None:
    """A person who came too late for the draft and waits."""
    Attendance.objects.create(
        tournament=round_.tournament, round=round_, participant=person(number), state=Presence.WAITING
    )


def prints(round_: Round) -> list[int]:
    return list(Table.objects.filter(round=round_).order_by("number").values_list("print_version", flat=True))


def test_two_people_of_a_draft_change_places():
    round_ = make_round(make_tournament(), players=12, published=False)

    swap_seats(round_=round_, first=2, second=11, by=make_actor(round_.tournament), now=NOW)

    assert seats_of(round_) == [[1, 11, 3, 4], [5, 6, 7, 8], [9, 10, 2, 12]]
    assert prints(round_) == [1, 1, 1]


def test_two_people_of_one_table_change_places():
    round_ = make_round(make_tournament(), players=8, published=False)

    swap_seats(round_=round_, first=1, second=4, by=make_actor(round_.tournament), now=NOW)

    assert seats_of(round_) == [[4, 2, 3, 1], [5, 6, 7, 8]]


def test_swap_after_publishing_needs_a_reason_and_outdates_the_printed_sheets():
    round_ = make_round(make_tournament(), players=12)
    director = make_actor(round_.tournament)

    with pytest.raises(RuleError) as error:
        swap_seats(round_=round_, first=1, second=12, by=director, now=NOW)
    swap_seats(round_=round_, first=1, second=12, by=director, now=NOW, reason="Ehepaar")

    assert refusal(error) == [("reason_missing", {})]
    assert seats_of(round_) == [[12, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 1]]
    assert prints(round_) == [2, 1, 2]
    assert Publication.objects.count() == 2


def test_swap_taken_back_seats_both_as_before():
    round_ = make_round(make_tournament(), players=8)
    director = make_actor(round_.tournament)
    swap_seats(round_=round_, first=1, second=8, by=director, now=NOW, reason="Ehepaar")

    undo(entry=JournalEntry.objects.latest("number"), by=director, now=NOW)

    assert seats_of(round_) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert prints(round_) == [3, 3]


def test_person_without_a_seat_takes_the_seat_of_another():
    tournament = make_tournament()
    make_participants(tournament, 9)
    round_ = make_round(tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]], published=False)
    resting(round_, 9)

    swap_seats(round_=round_, first=9, second=3, by=make_actor(tournament), now=NOW)

    assert seats_of(round_) == [[1, 2, 9, 4], [5, 6, 7, 8]]
    assert list(Attendance.objects.values_list("participant__number", "state")) == [(3, "waiting")]


def test_person_who_is_away_takes_no_seat():
    tournament = make_tournament()
    make_participants(tournament, 9)
    round_ = make_round(tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]], published=False)
    mark_away(round_=round_, participant=person(9), state=Presence.LATE, by=make_actor(tournament), now=NOW)

    with pytest.raises(RuleError) as error:
        swap_seats(round_=round_, first=9, second=3, by=make_actor(tournament), now=NOW)

    assert refusal(error) == [("seat_not_here", {"number": 9, "name": person(9).name})]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (3, 3, [("swap_same", {"number": 3})]),
        (3, 99, [("swap_unknown", {"number": 99})]),
        (98, 99, [("swap_unknown", {"number": 98}), ("swap_unknown", {"number": 99})]),
        (9, 10, [("swap_no_seat", {"first": 9, "second": 10})]),
    ],
)
def test_swap_of_people_who_cannot_is_refused(first, second, expected):
    tournament = make_tournament()
    make_participants(tournament, 10)
    round_ = make_round(tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]], published=False)

    with pytest.raises(RuleError) as error:
        swap_seats(round_=round_, first=first, second=second, by=make_actor(tournament), now=NOW)

    assert refusal(error) == expected


def test_swap_with_a_sheet_that_is_in_is_refused_and_names_the_table():
    round_ = make_round(make_tournament(), players=8)
    Table.objects.filter(number=2).update(received_at=NOW + timedelta(hours=1))

    with pytest.raises(RuleError) as error:
        swap_seats(round_=round_, first=1, second=8, by=make_actor(round_.tournament), now=NOW, reason="falsch gesetzt")

    assert refusal(error) == [("sheet_is_in", {"table": 2})]


def test_dealt_seat_takes_nobody_who_already_sits():
    tournament = make_tournament()
    make_participants(tournament, 7)
    round_ = make_round(tournament, seats=[[1, 2, None, 4], [3, 5, 6, 7]])

    with pytest.raises(RuleError) as error:
        deal_seat(round_=round_, number=3, seed=1, by=make_actor(tournament), now=NOW)

    assert refusal(error) == [("already_seated", {"number": 3, "table": 2})]


def test_person_who_is_not_checked_in_is_dealt_no_seat():
    tournament = make_tournament()
    make_participants(tournament, 3)
    make_participants(tournament, 1, checked_in=False)
    round_ = make_round(tournament, seats=[[1, 2, None, 3]])

    with pytest.raises(RuleError) as error:
        deal_seat(round_=round_, number=4, seed=1, by=make_actor(tournament), now=NOW)

    assert refusal(error) == [("seat_not_here", {"number": 4, "name": person(4).name})]


def test_seats_dealt_at_the_desk_fill_every_open_seat_once():
    tournament = make_tournament()
    make_participants(tournament, 9)
    director = make_actor(tournament)
    round_ = create_round(tournament=tournament, by=director, now=NOW)
    tables = [Plan(number=1, players=(None,) * 4), Plan(number=2, players=(None,) * 4)]
    seat_by_hand(round_=round_, tables=tables, by=director, now=NOW)

    for number in range(1, 9):
        deal_seat(round_=round_, number=number, seed=4711, by=director, now=NOW)

    assert sorted(number for table in seats_of(round_) for number in table) == [1, 2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(RuleError) as error:
        deal_seat(round_=round_, number=9, seed=4711, by=director, now=NOW)
    assert refusal(error) == [("no_open_seat", {"round": 1})]


def test_seat_dealt_is_the_same_for_the_same_seed():
    seats = []
    for _turn in range(2):
        tournament = make_tournament()
        make_participants(tournament, 8)
        director = make_actor(tournament)
        round_ = create_round(tournament=tournament, by=director, now=NOW)
        seat_by_hand(round_=round_, tables=[Plan(number=3, players=(None,) * 5)], by=director, now=NOW)
        seat = deal_seat(round_=round_, number=5, seed=7, by=director, now=NOW)
        seats.append((seat.table.number, seat.position))

    assert seats[0] == seats[1]
    assert Seat.objects.filter(participant__isnull=False).count() == 2
