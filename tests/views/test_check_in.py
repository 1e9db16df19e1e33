"""The list at the door."""

import pytest
from django.urls import reverse

from tests.builders import client_for, make_actor, make_participants, make_tournament
from tournament.models import JournalEntry, Participant
from tournament.registration import Registration
from tournament.roles import Role
from tournament.services.participants import register_participant, withdraw_participant

pytestmark = pytest.mark.django_db

MOVES = {"HX-Request": "true"}


def page(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


def text_of(response):
    return response.content.decode()


@pytest.fixture
def tournament():
    return make_tournament(fee_cents=1000)


@pytest.fixture
def by(tournament):
    return make_actor(tournament, Role.CHECK_IN)


@pytest.fixture
def client(by):
    return client_for(by)


@pytest.mark.parametrize("count", [1, 30])
def test_check_in_needs_the_same_queries_for_any_number(count, tournament, by, client, django_assert_num_queries):
    make_participants(tournament, count, checked_in=False, by=by)
    client.get(page("check_in", tournament))

    # session, person, tournament, role; everybody; the step just made; the bar: round, players here
    with django_assert_num_queries(8):
        response = client.get(page("check_in", tournament))

    assert text_of(response).count('class="arrival missing"') == count


@pytest.mark.parametrize("count", [1, 30])
def test_one_tap_needs_the_same_queries_for_any_number(count, tournament, by, client, django_assert_num_queries):
    make_participants(tournament, count, checked_in=False, by=by)
    client.get(page("check_in", tournament))

    # session, person, tournament, role; the player; the step (7); everybody; the step just made and its name; bar (2)
    with django_assert_num_queries(17):
        client.post(page("check_in_mark", tournament), {"here": "1"}, headers=MOVES)


def test_one_tap_answers_with_the_row_that_stays_in_its_place(tournament, by, client):
    make_participants(tournament, 2, checked_in=False, by=by)

    response = client.post(page("check_in_mark", tournament), {"here": "1", "show": "missing"}, headers=MOVES)

    text = text_of(response)
    assert Participant.objects.get(number=1).checked_in_at is not None
    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#p1", "outerHTML")
    assert text.strip().startswith('<li id="p1" class="arrival here">')
    # A second tap on the same place hits no button.
    assert 'name="here"' not in text
    assert text.count("hx-swap-oob") == 2
    assert "Äpfel, Anna" in text.split('id="last-step"')[1]


def test_one_tap_without_script_leads_back_to_the_row(tournament, by, client):
    make_participants(tournament, 2, checked_in=False, by=by)

    response = client.post(page("check_in_mark", tournament), {"here": "2", "show": "all", "q": "bra&nd"})

    assert response["Location"] == page("check_in", tournament) + "?show=all&q=bra%26nd#p2"
    assert Participant.objects.get(number=2).checked_in_at is not None


@pytest.mark.parametrize("state", ["paid", "waived", "open"])
def test_fee_is_noted_by_one_tap(tournament, by, client, state):
    make_participants(tournament, 1, by=by)

    client.post(page("check_in_mark", tournament), {state: "1"}, headers=MOVES)

    assert Participant.objects.get().fee_state == state


def test_cash_box_follows_the_tap(tournament, by, client):
    make_participants(tournament, 2, by=by)

    response = client.post(page("check_in_mark", tournament), {"paid": "1"}, headers=MOVES)

    assert (response.context["cash"].total_cents, response.context["cash"].open_cents) == (1000, 1000)
    assert "10,00 €" in text_of(response).split('id="counts"')[1]


@pytest.mark.parametrize("number", ["", "9", "x", "-1", "9" * 30])
def test_unknown_numbers_are_not_found(tournament, client, number):
    response = client.post(page("check_in_mark", tournament), {"here": number})

    assert response.status_code == 404


def test_a_tap_without_a_button_is_not_found(tournament, by, client):
    make_participants(tournament, 1, by=by)

    assert client.post(page("check_in_mark", tournament), {"q": "1"}).status_code == 404


def test_the_withdrawn_are_refused_in_a_sentence(tournament, by, client):
    (anna,) = make_participants(tournament, 1, checked_in=False, by=by)
    withdraw_participant(participant=anna, by=by, now=anna.registered_at)

    moved = client.post(page("check_in_mark", tournament), {"here": "1"}, headers=MOVES)
    shown = client.get(page("check_in", tournament))

    assert moved["HX-Refresh"] == "true"
    assert ["Äpfel, Anna" in str(message) for message in shown.context["messages"]] == [True]
    assert Participant.objects.get().checked_in_at is None


def test_the_step_just_made_is_taken_back_at_the_list(tournament, by, client):
    make_participants(tournament, 1, checked_in=False, by=by)
    client.post(page("check_in_mark", tournament), {"here": "1"})
    step = client.get(page("check_in", tournament)).context["last_step"]

    response = client.post(page("check_in_undo", tournament, step.number), {"show": "missing", "back": "check_in"})

    assert response["Location"] == page("check_in", tournament) + "?show=missing"
    assert Participant.objects.get().checked_in_at is None
    assert client.get(page("check_in", tournament)).context["last_step"] is None


def test_everybody_missing_is_noted_by_one_button_and_taken_back_by_another(tournament, by, client):
    make_participants(tournament, 3, checked_in=False, by=by)

    client.post(page("check_in_all", tournament))
    missing = Participant.objects.filter(checked_in_at=None).count()
    step = client.get(page("check_in", tournament)).context["last_step"]
    client.post(page("check_in_undo", tournament, step.number))

    assert (missing, Participant.objects.filter(checked_in_at=None).count()) == (0, 3)


def test_helpers_do_not_take_back_steps_of_others(tournament, by, client):
    make_participants(tournament, 1, by=make_actor(tournament))

    client.post(page("check_in_undo", tournament, 1))

    assert JournalEntry.objects.count() == 1


def test_search_finds_those_here_too_and_in_any_spelling(tournament, by, client):
    make_participants(tournament, 12, by=by)

    response = client.get(page("check_in", tournament), {"q": "oezt", "show": "missing"}, headers=MOVES)

    assert text_of(response).split()[:3] == ["<form", 'id="found"', 'data-q="oezt"']
    assert [line.person.name for line in response.context["lines"]] == ["Öztürk, Ida"]


@pytest.mark.parametrize("show", ["x", "", "missing' or 1"])
def test_an_unknown_part_shows_the_missing(tournament, by, client, show):
    make_participants(tournament, 2, checked_in=False, by=by)

    response = client.get(page("check_in", tournament), {"show": show})

    assert (response.context["show"], len(response.context["lines"])) == ("missing", 2)


def test_names_are_text_everywhere(tournament, by, client):
    register_participant(
        tournament=tournament,
        registration=Registration(surname="<b>&\"'", first_name="<i>", club="<u>"),
        by=by,
        now=make_participants(tournament, 1, by=by)[0].registered_at,
    )

    for response in (
        client.get(page("check_in", tournament), {"show": "all"}),
        client.get(page("participants", tournament)),
        client.get(page("participant", tournament, 2)),
    ):
        assert [mark for mark in ("<b>&", "<i>", "<u>") if mark in text_of(response)] == []


def test_a_clerk_does_not_check_in(tournament):
    clerk = client_for(make_actor(tournament, Role.CLERK))

    assert clerk.get(page("check_in", tournament)).status_code == 403
