"""Pages of the rounds: what a director presses, what stands there afterwards, what is kept when something is wrong."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.errors import Problem
from tests.builders import NOW, client_for, make_actor, make_participants, make_round, make_tournament
from tests.services.test_rounds import seats_of
from tournament.messages import text
from tournament.models import Attendance, JournalEntry, Participant, Presence, Round
from tournament.roles import Role
from tournament.services.participants import withdraw_participant
from tournament.services.rounds import create_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def director(tournament):
    return client_for(make_actor(tournament))


def url(tournament, name: str, number: int | None = 1, query: str = "") -> str:
    return reverse(name, args=[tournament.slug, *([] if number is None else [number])]) + query


def number_of(tournament, number: int) -> Participant:
    return Participant.objects.get(tournament=tournament, number=number)


def test_next_round_is_prepared_by_one_key(tournament, director):
    page = director.get(url(tournament, "rounds", None)).content.decode()
    answer = director.post(url(tournament, "round_new", None))

    assert url(tournament, "round_new", None) in page
    assert answer.url == url(tournament, "round")
    assert list(Round.objects.values_list("number", "published_at")) == [(1, None)]


def test_second_round_waits_for_the_first_to_be_published(tournament, director):
    make_round(tournament, players=8, published=False)

    director.post(url(tournament, "round_new", None))
    page = director.get(url(tournament, "rounds", None)).content.decode()

    assert Round.objects.count() == 1
    assert "note error" in page


def test_draft_shows_every_seat_and_is_published_by_the_marked_key(tournament, director):
    round_ = make_round(tournament, players=8, published=False)

    page = director.get(url(tournament, "round")).content.decode()
    answer = director.post(url(tournament, "round_publish"))

    assert [row.name in page for row in Participant.objects.all()] == [True] * 8
    assert f'action="{url(tournament, "round_publish")}"' in page
    assert answer.url == url(tournament, "round")
    round_.refresh_from_db()
    assert round_.published_at is not None


def test_stale_draft_offers_to_keep_to_mend_and_to_draw_again(tournament, director):
    make_round(tournament, players=8, published=False)
    withdraw_participant(participant=number_of(tournament, 3), by=make_actor(tournament), now=NOW)
    make_participants(tournament, 1)

    director.post(url(tournament, "round_publish"))
    page = director.get(url(tournament, "round")).content.decode()

    assert Round.objects.get().published_at is None
    assert [
        url(tournament, "round_keep") in page,
        url(tournament, "round_late", query="?number=3") in page,
        url(tournament, "round_late", query="?number=9") in page,
        page.count(f'action="{url(tournament, "round_draw")}"') > 1,
    ] == [True] * 4


def test_kept_draft_is_published(tournament, director):
    make_round(tournament, players=8, published=False)
    make_participants(tournament, 1)

    director.post(url(tournament, "round_keep"))
    page = director.get(url(tournament, "round")).content.decode()
    director.post(url(tournament, "round_publish"))

    assert url(tournament, "round_keep") not in page
    assert Round.objects.get().published_at is not None


def test_seats_typed_by_hand_become_the_draft(tournament, director):
    make_participants(tournament, 9)
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    answer = director.post(url(tournament, "round_hand"), {"seats": "2: 9 8 7 6\n1: 1 2 3 4 5"})

    assert answer.url == url(tournament, "round")
    assert seats_of(Round.objects.get()) == [[1, 2, 3, 4, 5], [9, 8, 7, 6]]


def test_seats_by_hand_that_are_far_too_long_stay_whole_in_their_field(tournament, director):
    make_participants(tournament, 8)
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)
    typed = "1: " + "1 2 3 4 " * 4000 + "Ende"

    answer = director.post(url(tournament, "round_hand"), {"seats": typed})

    assert (answer.status_code, answer.context["typed"]) == (422, typed)


def test_wrongly_typed_seats_stay_in_the_field_with_their_faults(tournament, director):
    make_participants(tournament, 8)
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    answer = director.post(url(tournament, "round_hand"), {"seats": "1: 1 2 3 4\n2: 5 6 7 99"})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "1: 1 2 3 4\n2: 5 6 7 99</textarea>" in page
    with translation.override("de"):
        sentence = text(Problem(code="hand_unknown", params={"table": 2, "number": 99}))
    assert f"<li>{sentence}</li>" in page
    assert seats_of(Round.objects.get()) == []


def test_open_tables_are_written_into_the_field(tournament, director):
    make_participants(tournament, 9)
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    page = director.get(url(tournament, "round_hand", query="?fours=1&fives=1")).content.decode()

    assert ">1: – – – – –\n2: – – – –</textarea>" in page


def test_check_in_helper_draws_seats_at_the_desk(tournament, director):
    make_participants(tournament, 4)
    make_round(tournament, seats=[[None] * 4], published=False)
    helper = client_for(make_actor(tournament, Role.CHECK_IN))

    answer = helper.post(url(tournament, "round_deal"), {"number": "3"})
    again = helper.post(url(tournament, "round_deal"), {"number": "3"})

    (seat,) = Round.objects.get().seat_set.filter(participant__isnull=False)
    assert (seat.participant.number, answer.context["dealt"]) == (3, seat)
    assert (again.status_code, 'value="3"' in again.content.decode()) == (422, True)


def test_swap_shows_its_effect_before_it_is_done(tournament, director):
    round_ = make_round(tournament, players=8, published=False)

    page = director.get(url(tournament, "round_swap", query="?pair=2+7")).content.decode()
    before = seats_of(round_)
    answer = director.post(url(tournament, "round_swap"), {"pair": "2 7"})

    assert 'value="2 7"' in page
    assert before == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert answer.url == url(tournament, "round")
    assert seats_of(round_) == [[1, 7, 3, 4], [5, 6, 2, 8]]


def test_swap_after_publishing_without_a_reason_keeps_the_pair(tournament, director):
    round_ = make_round(tournament, players=8)

    answer = director.post(url(tournament, "round_swap"), {"pair": "2 7", "reason": ""})

    assert answer.status_code == 422
    assert 'value="2 7"' in answer.content.decode()
    assert seats_of(round_) == [[1, 2, 3, 4], [5, 6, 7, 8]]


@pytest.mark.parametrize("pair", ["", "17", "a b", "2 2", "2 99", "1 2 3"])
def test_swap_that_cannot_be_leads_back_with_a_sentence(tournament, director, pair):
    make_round(tournament, players=8, published=False)

    answer = director.get(url(tournament, "round_swap"), {"pair": pair}, follow=True)

    assert answer.redirect_chain == [(url(tournament, "round"), 302)]
    assert "note error" in answer.content.decode()


def test_last_step_of_a_round_is_taken_back_on_its_page(tournament, director):
    round_ = make_round(tournament, players=8, published=False)
    director.post(url(tournament, "round_swap"), {"pair": "2 7"})
    step = JournalEntry.objects.latest("number").number

    page = director.get(url(tournament, "round")).content.decode()
    director.post(url(tournament, "round_undo"), {"step": step})

    assert f'name="step" value="{step}"' in page
    assert seats_of(round_) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_prepared_round_is_taken_back_and_leads_to_the_rounds(tournament, director):
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    answer = director.post(url(tournament, "round_undo"), {"step": JournalEntry.objects.latest("number").number})

    assert answer.url == url(tournament, "rounds", None)
    assert Round.objects.count() == 0


def test_late_person_is_marked_and_here_again(tournament, director):
    make_participants(tournament, 9)
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)

    director.post(url(tournament, "round_away"), {"number": "9", "state": "late"})
    marked = list(Attendance.objects.values_list("participant__number", "state"))
    director.post(url(tournament, "round_away"), {"number": "9", "state": "here"})

    assert marked == [(9, Presence.LATE)]
    assert Attendance.objects.count() == 0


def test_settings_of_one_round_do_not_touch_the_tournament(tournament, director):
    create_round(tournament=tournament, by=make_actor(tournament), now=NOW)
    page = director.get(url(tournament, "round_settings"))
    values = {**_initial(page.context["form"]), "games_four": "20", "rooms": "Saal 1-10", "tables_left_out": "7"}

    answer = director.post(url(tournament, "round_settings"), values)

    round_ = Round.objects.get()
    tournament.refresh_from_db()
    assert answer.url == url(tournament, "round")
    assert (round_.games_four, round_.rooms, round_.tables_left_out) == (
        20,
        [{"room": "Saal", "first": 1, "last": 10}],
        [7],
    )
    assert tournament.games_four == 16


def test_settings_of_a_published_round_ask_for_a_reason_and_keep_what_was_typed(tournament, director):
    make_round(tournament, players=8)
    form = director.get(url(tournament, "round_settings")).context["form"]

    answer = director.post(url(tournament, "round_settings"), {**_initial(form), "games_four": "20"})

    assert ("draw_mode" in form.fields, answer.status_code) == (False, 422)
    assert 'value="20"' in answer.content.decode()
    assert Round.objects.get().games_four == 16


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("rounds", set(Role)),
        ("round", set(Role)),
        ("round_hand", {Role.ADMINISTRATOR, Role.DIRECTOR}),
        ("round_settings", {Role.ADMINISTRATOR, Role.DIRECTOR}),
        ("round_late", {Role.ADMINISTRATOR, Role.DIRECTOR}),
        ("round_deal", {Role.ADMINISTRATOR, Role.DIRECTOR, Role.CHECK_IN}),
    ],
)
def test_pages_open_for_their_roles_only(tournament, name, allowed):
    make_round(tournament, players=8, published=False)

    answers = {
        role: client_for(make_actor(tournament, role)).get(url(tournament, name, None if name == "rounds" else 1))
        for role in Role
    }

    assert {role for role, answer in answers.items() if answer.status_code == 200} == allowed
    assert {answer.status_code for role, answer in answers.items() if role not in allowed} <= {403}


@pytest.mark.parametrize("players", [8, 48])
def test_page_of_a_draft_asks_the_same_number_of_questions(tournament, director, players, django_assert_num_queries):
    make_round(tournament, players=players, published=False)
    director.get(url(tournament, "round"))

    with django_assert_num_queries(26):
        director.get(url(tournament, "round"))


def _initial(form) -> dict[str, str]:
    """What a browser would send back unchanged."""
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in values.items() if value is not False}
