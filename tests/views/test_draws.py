"""Drawing from the page: the search in its own process, its progress, the ways out, the file that repeats a draw."""

import json
import time
from dataclasses import replace

import pytest
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_participants, make_tournament
from tests.services.test_draws import replayed
from tests.services.test_rounds import seats_of
from tournament.models import Attendance, JournalEntry, Participant, Presence, Round
from tournament.services import searches
from tournament.services.draws import folder_of, task_for
from tournament.services.rounds import create_round

pytestmark = pytest.mark.django_db


def prepared(players: int, **settings) -> Round:
    tournament = make_tournament(**settings)
    make_participants(tournament, players)
    return create_round(tournament=tournament, by=make_actor(tournament), now=NOW)


def url(round_: Round, name: str) -> str:
    return reverse(name, args=[round_.tournament.slug, round_.number])


def director_of(round_: Round):
    return client_for(make_actor(round_.tournament))


def press(client, round_: Round, **fields):
    """Press "draw" and wait, as the page does by itself, until the draft is there."""
    answer = client.post(url(round_, "round_draw"), fields)
    until = time.monotonic() + 60
    while answer.status_code == 200 or answer.headers.get("Location") == url(round_, "round_progress"):
        assert time.monotonic() < until
        time.sleep(0.1)
        answer = client.post(url(round_, "round_progress"))
    return answer


def numbers_seated(round_: Round) -> list[int]:
    return sorted(number for table in seats_of(round_) for number in table)


def test_draw_pressed_once_seats_everybody_and_clears_the_search():
    round_ = prepared(16)

    answer = press(director_of(round_), round_)

    assert answer.url == url(round_, "round")
    assert numbers_seated(round_) == list(range(1, 17))
    assert not folder_of(round_).exists()


def test_words_from_the_hall_become_the_draw_number_and_stand_on_the_page():
    round_ = prepared(8)
    client = director_of(round_)

    press(client, round_, seed_text="Lotto 3 8 15 22")

    round_.refresh_from_db()
    assert (round_.seed_text, "Lotto 3 8 15 22" in client.get(url(round_, "round")).content.decode()) == (
        "Lotto 3 8 15 22",
        True,
    )


def test_number_that_cannot_be_seated_gets_a_sentence_and_its_ways_out():
    round_ = prepared(22, fives="never")

    answer = press(director_of(round_), round_, seed_text="Lotto")

    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert [
        f'name="{name}" value="{value}"' in page
        for name, value in (
            ("fives", "needed"),
            ("rest", "filler"),
            ("rest", "sit_out"),
            ("rest", "waiting_list"),
            ("seed_text", "Lotto"),
        )
    ] == [True] * 5
    assert seats_of(round_) == []


def test_way_out_allow_fives_changes_the_round_only_and_draws():
    round_ = prepared(22, fives="never")

    press(director_of(round_), round_, fives="needed")

    round_.refresh_from_db()
    assert (round_.fives, round_.tournament.fives) == ("needed", "never")
    assert numbers_seated(round_) == list(range(1, 23))


@pytest.mark.parametrize(
    ("rest", "seated", "without"),
    [("waiting_list", 20, Presence.WAITING), ("sit_out", 20, Presence.SITS_OUT), ("filler", 24, None)],
)
def test_other_ways_out_draw_at_once(rest, seated, without):
    round_ = prepared(22, fives="never")

    press(director_of(round_), round_, rest=rest)

    assert len(numbers_seated(round_)) == seated
    assert set(Attendance.objects.values_list("state", flat=True)) == ({without} if without else set())


def test_way_out_holds_for_the_next_draw_without_asking_again():
    round_ = prepared(22, fives="never")
    client = director_of(round_)
    press(client, round_, rest="sit_out")

    page = client.get(url(round_, "round")).content.decode()

    assert page.count('name="rest" value="sit_out"') == page.count('name="rest"') > 1


def test_ticked_tables_stay():
    round_ = prepared(16)
    client = director_of(round_)
    press(client, round_)
    before = seats_of(round_)

    press(client, Round.objects.get(), keep=["1", "4"])

    after = seats_of(round_)
    assert (after[0], after[3]) == (before[0], before[3])
    assert after != before


def test_draw_by_result_with_open_sheets_asks_before_it_goes_on():
    round_ = prepared(8, draw_mode="standings", open_sheets="warn")
    client = director_of(round_)
    press(client, round_)
    client.post(url(round_, "round_publish"))
    client.post(reverse("round_new", args=[round_.tournament.slug]))
    second = Round.objects.get(number=2)

    asked = press(client, second)
    press(client, second, despite_open="1")

    assert (asked.status_code, 'name="despite_open" value="1"' in asked.content.decode()) == (422, True)
    assert JournalEntry.objects.latest("number").what == "round_drawn_by_standings"
    assert numbers_seated(second) == list(range(1, 9))


def test_long_search_shows_its_progress_and_is_stopped_with_the_best_so_far():
    round_ = prepared(19, rounds=6)
    client = director_of(round_)
    searches.begin(replace(task_of(round_), steps=2_000_000_000), folder=folder_of(round_))
    searches.wait(folder_of(round_), seconds=2)

    page = client.get(url(round_, "round_progress")).content.decode()
    joined = client.post(url(round_, "round_draw"))
    part = client.post(url(round_, "round_progress"), headers={"HX-Request": "true"}).content.decode()
    stopped = client.post(url(round_, "round_stop"))

    assert ("<progress" in page, url(round_, "round_stop") in page) == (True, True)
    assert joined.url == url(round_, "round_progress")
    assert part.startswith("<section")
    assert stopped.url == url(round_, "round")
    round_.refresh_from_db()
    assert round_.draw_report["stopped"]
    assert numbers_seated(round_) == list(range(1, 20))


def test_search_whose_field_changed_saves_nothing_and_says_so():
    round_ = prepared(8)
    client = director_of(round_)
    searches.begin(task_of(round_), folder=folder_of(round_))
    assert searches.wait(folder_of(round_), seconds=60)
    make_participants(round_.tournament, 1)

    answer = client.post(url(round_, "round_progress"), follow=True)

    assert "note error" in answer.content.decode()
    assert (seats_of(round_), folder_of(round_).exists()) == ([], False)


def test_finished_search_nobody_waited_for_is_offered_on_the_page_of_the_round():
    round_ = prepared(8)
    client = director_of(round_)
    searches.begin(task_of(round_), folder=folder_of(round_))
    assert searches.wait(folder_of(round_), seconds=60)

    page = client.get(url(round_, "round")).content.decode()
    offered = client.get(url(round_, "round_progress")).content.decode()
    client.post(url(round_, "round_progress"))

    assert url(round_, "round_progress") in page
    assert "data-next" in offered
    assert numbers_seated(round_) == list(range(1, 9))


def test_progress_without_a_search_leads_to_the_round():
    round_ = prepared(8)

    answer = director_of(round_).get(url(round_, "round_progress"))

    assert answer.url == url(round_, "round")


def test_file_of_a_draw_repeats_it_and_holds_no_names(tmp_path):
    round_ = prepared(20)
    client = director_of(round_)
    press(client, round_)

    file = json.loads(client.get(url(round_, "round_draw_file")).content)

    assert replayed(file, tmp_path) == "identical"
    assert [person.surname in str(file) for person in Participant.objects.all()] == [False] * 20


def task_of(round_: Round) -> searches.Task:
    return task_for(round_=round_, seed=4711)


def test_plan_fixed_before_round_one_is_shown_and_followed():
    round_ = prepared(16, rounds=3, plan_fixed=True)
    client = director_of(round_)
    press(client, round_)
    round_.refresh_from_db()
    plan = [[table["players"] for table in tables] for tables in round_.draw_report["plan"]]

    shown = client.get(url(round_, "round_plan")).context["rounds"]
    client.post(url(round_, "round_publish"))
    client.post(reverse("round_new", args=[round_.tournament.slug]))
    second = Round.objects.get(number=2)
    press(client, second)

    assert [[[seat.participant.number for seat in table.seats] for table in one["tables"]] for one in shown] == plan
    assert seats_of(second) == plan[0]


def test_press_on_a_page_from_before_the_draw_draws_nothing():
    round_ = prepared(8)
    client = director_of(round_)
    press(client, round_, attempt="0")
    before = seats_of(round_)

    answer = press(client, round_, attempt="0")

    round_.refresh_from_db()
    assert (answer.url, round_.draw_attempt, seats_of(round_)) == (url(round_, "round"), 1, before)
