"""The page for a late player, a no-show, somebody who leaves."""

import pytest
from django.urls import reverse

from tests.builders import client_for, make_actor, make_participants, make_round, make_tournament
from tests.services.test_rounds import seats_of
from tournament.models import Attendance, Participant, Presence, Round
from tournament.queries.repairs import ways

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    return make_round(make_tournament(), players=13)


@pytest.fixture
def page(round_) -> str:
    return reverse("round_late", args=[round_.tournament.slug, 1])


@pytest.fixture
def director(round_):
    return client_for(make_actor(round_.tournament))


def first_way(round_: Round, number: int) -> str:
    return ways(round_, Participant.objects.get(number=number))[0].mark


def test_page_names_those_without_a_seat_and_shows_their_ways(round_, page, director):
    make_participants(round_.tournament, 1)

    start = director.get(page).content.decode()
    shown = director.get(page, {"number": "14"}).content.decode()

    assert 'href="?number=14"' in start
    assert shown.count('name="way"') == len(ways(round_, Participant.objects.get(number=14)))


def test_late_player_is_seated_with_one_key(round_, page, director):
    make_participants(round_.tournament, 1)

    answer = director.post(page, {"number": "14", "way": first_way(round_, 14), "reason": "Stau"})

    assert answer.url == reverse("round", args=[round_.tournament.slug, 1])
    assert 14 in [number for table in seats_of(round_) for number in table]


def test_missing_reason_keeps_the_ways_on_the_page(round_, page, director):
    make_participants(round_.tournament, 1)
    way = first_way(round_, 14)

    answer = director.post(page, {"number": "14", "way": way, "reason": ""})

    assert (answer.status_code, f'value="{way}"' in answer.content.decode()) == (422, True)


def test_player_who_leaves_is_withdrawn_together_with_the_seat(round_, page, director):
    director.post(page, {"number": "2", "way": first_way(round_, 2), "reason": "geht heim", "withdraw": "1"})

    assert 2 not in [number for table in seats_of(round_) for number in table]
    assert Participant.objects.get(number=2).withdrawn_at is not None


def test_no_show_of_one_round_stays_in_the_tournament(round_, page, director):
    director.post(page, {"number": "2", "way": first_way(round_, 2), "reason": "nicht da"})

    assert Participant.objects.get(number=2).withdrawn_at is None
    assert list(Attendance.objects.values_list("participant__number", "state")) == [(2, Presence.ABSENT)]


@pytest.mark.parametrize("typed", ["99", "-1", "zwei", "1e3", "999999999999"])
def test_unknown_number_gets_a_sentence_and_stays_in_the_field(page, director, typed):
    answer = director.get(page, {"number": typed})

    assert (answer.status_code, f'value="{typed}"' in answer.content.decode()) == (422, True)


def test_way_that_nobody_offered_is_refused(round_, page, director):
    answer = director.post(page, {"number": "2", "way": "nothing", "reason": "x"})

    assert answer.status_code == 422
    assert 2 in [number for table in seats_of(round_) for number in table]
