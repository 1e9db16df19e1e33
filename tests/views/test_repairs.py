"""The page for a late player, a no-show, somebody who leaves."""

import pytest
from django.urls import reverse

from tests.builders import (
    NOW,
    client_for,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tests.services.test_rounds import seats_of
from tournament.models import Attendance, Extension, Participant, Presence, Round
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


def test_tick_of_who_leaves_is_kept_when_the_reason_is_asked_back(round_, page, director):
    answer = director.post(page, {"number": "2", "way": first_way(round_, 2), "reason": "", "withdraw": "1"})

    assert (answer.status_code, answer.content.decode().count('value="1" checked>')) == (422, 1)


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


def test_table_waits_for_a_player_on_the_way(round_, page, director):
    answer = director.post(page, {"number": "2", "action": "wait", "minutes": "10", "reason": "Stau"})

    shown = director.get(page, {"number": "2"})
    assert answer.url == reverse("round", args=[round_.tournament.slug, 1])
    assert list(Extension.objects.values_list("table__number", "minutes")) == [(1, 10)]
    assert (shown.context["is_late"], Participant.objects.get(number=2) in shown.context["away"]) == (True, True)


def test_player_who_has_come_is_noted_as_here(round_, page, director):
    director.post(page, {"number": "2", "action": "wait", "minutes": "0", "reason": "Stau"})

    director.post(page, {"number": "2", "action": "here"})

    assert (Attendance.objects.count(), director.get(page).context["away"]) == (0, [])


def test_substitute_is_seated_and_the_page_leads_to_the_handover(round_, page, director):
    make_participants(round_.tournament, 1, checked_in=False)

    director.post(page, {"number": "2", "action": "substitute", "substitute": "14", "reason": "Stau"})

    shown = director.get(page, {"number": "2"})
    handover = reverse("sheet_seats", args=[round_.tournament.slug, 1, 1])
    assert 14 in [number for table in seats_of(round_) for number in table]
    assert shown.context["replaced"].participant.number == 14
    assert f'href="{handover}"' in shown.content.decode()


def offered(director, page, number):
    """Which of the two decisions the page offers for somebody with a seat."""
    shown = director.get(page, {"number": str(number)}).content.decode()
    return [action for action in ("wait", "substitute") if f'name="action" value="{action}"' in shown]


def test_table_waits_for_nobody_who_has_gone_and_neither_is_offered_once_its_sheet_is_in(round_, page, director):
    Participant.objects.filter(number=2).update(disqualified_at=NOW)
    Participant.objects.filter(number=3).update(withdrawn_at=NOW)
    before = [offered(director, page, number) for number in (1, 2, 3)]

    table = tables_of(round_)[1]
    type_totals(table, (4, -4, 4, -4, 0)[: table.size], by=make_actor(round_.tournament))

    led = reverse("sheet_seats", args=[round_.tournament.slug, 1, 1])
    assert f'href="{led}"' in director.get(page, {"number": "2"}).content.decode()
    assert before == [["wait", "substitute"], ["substitute"], ["substitute"]]
    assert [offered(director, page, number) for number in (1, 2, 3)] == [[], [], []]


@pytest.mark.parametrize(("size", "sentence"), [(4, "Three cannot play"), (5, "The four others can play")])
def test_page_says_whether_the_others_can_play_without_the_player(size, sentence):
    round_ = make_round(make_tournament(), players=size)
    client = client_for(make_actor(round_.tournament))
    session = client.session
    session["language"] = "en"
    session.save()

    page = client.get(reverse("round_late", args=[round_.tournament.slug, 1]), {"number": "2"}).content.decode()

    assert [words for words in ("Three cannot play", "The four others can play") if words in page] == [sentence]


@pytest.mark.parametrize(
    "typed",
    [
        {"action": "wait", "minutes": "zehn", "reason": "Stau"},
        {"action": "wait", "minutes": "-5", "reason": "Stau"},
        {"action": "wait", "minutes": "121", "reason": "Stau"},
        {"action": "wait", "minutes": "5", "reason": " "},
        {"action": "wait", "minutes": "5", "reason": "S" * 201},
        {"action": "substitute", "substitute": "x", "reason": "Stau"},
        {"action": "substitute", "substitute": "99", "reason": "Stau"},
        {"action": "substitute", "substitute": "5", "reason": "S" * 301},
        {"action": "substitute", "substitute": "5", "reason": "Stau"},
    ],
)
def test_decision_that_cannot_be_made_keeps_what_was_typed(round_, page, director, typed):
    before = seats_of(round_)

    answer = director.post(page, {"number": "2", **typed})

    body = answer.content.decode()
    values = [value for name, value in typed.items() if name != "action" and value.strip()]
    assert (answer.status_code, all(f'value="{value}"' in body for value in values)) == (422, True)
    assert (seats_of(round_), Attendance.objects.count(), Extension.objects.count()) == (before, 0, 0)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"missed_round": "zero"}, "gets 0 points"),
        ({"missed_round": "fixed", "missed_points": -20}, "−20"),
        ({"missed_round": "average"}, "gets the average"),
    ],
)
def test_page_says_what_a_missed_round_counts(values, words):
    round_ = make_round(make_tournament(**values), players=8)
    client = client_for(make_actor(round_.tournament))
    session = client.session
    session["language"] = "en"
    session.save()

    page = client.get(reverse("round_late", args=[round_.tournament.slug, 1]), {"number": "2"}).content.decode()

    assert page.count(words) == 1
