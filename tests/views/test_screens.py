"""The screens of the hall."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tests.views.hall_screen import kinds_of, make_screen
from tournament.models import JournalEntry, Participant, Screen, ScreenPage, Seat, Tournament
from tournament.queries.screens import cut
from tournament.roles import Role
from tournament.services.clock import start_clock
from tournament.services.journal import step
from tournament.services.participants import change_participant
from tournament.services.screens import hash_of, set_notice
from tournament.services.sheets import receive_sheet

pytestmark = pytest.mark.django_db


def test_screen_shows_what_is_published(client):
    tournament = make_tournament(notice="Essen ab 13 Uhr")
    round_ = make_round(tournament, players=8)
    start_clock(round_=round_, by=make_actor(tournament), now=NOW)

    answer = client.get(make_screen(tournament))

    assert kinds_of(answer) == [
        "seating_names",
        "seating_tables",
        "clock",
        "clock_seating",
        "standings",
        "open_tables",
        "notice",
    ]
    assert "Äpfel" in answer.content.decode()


def test_screen_never_shows_a_draft(client):
    tournament = make_tournament()
    make_round(tournament, players=8, published=False)

    answer = client.get(make_screen(tournament))

    assert kinds_of(answer) == []
    assert "Äpfel" not in answer.content.decode()


@pytest.mark.parametrize(("published", "kinds"), [(True, ["clock"]), (False, [])])
def test_clock_stands_in_where_no_page_has_anything_to_show(client, published, kinds):
    tournament = make_tournament(notice="", plan_public=False)
    make_round(tournament, players=8, published=published)

    assert kinds_of(client.get(make_screen(tournament, "plan", "notice"))) == kinds


@pytest.mark.parametrize(
    ("values", "told"), [({}, 1), ({"plan_public": True}, 1), ({"plan_public": True, "starts_at": "10:00"}, 0)]
)
def test_office_is_told_that_a_screen_passes_over_the_plan(values, told):
    tournament = make_tournament(minutes_four=100, **values)
    make_screen(tournament, "plan", "clock")
    make_screen(tournament, "clock")

    page = client_for(make_actor(tournament)).get(reverse("screens", args=[tournament.slug]))

    assert [one["without_plan"] for one in page.context["screens"]].count(True) == told
    assert [one["pages"] for one in page.context["screens"]] == [
        [ScreenPage.PLAN.label, ScreenPage.CLOCK.label],
        [ScreenPage.CLOCK.label],
    ]


def test_open_tables_are_those_whose_sheet_is_missing(client):
    tournament = make_tournament()
    round_ = make_round(tournament, players=8)
    start_clock(round_=round_, by=make_actor(tournament), now=NOW)
    type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))

    (slide,) = client.get(make_screen(tournament, "open_tables")).context["slides"]

    assert [one.table.number for one in slide.content] == [2]


def test_names_are_shown_as_the_public_may_see_them(client):
    tournament = make_tournament(names_public="hidden")
    make_round(tournament, players=4)

    page = client.get(make_screen(tournament, "seating_names")).content.decode()

    assert ("Äpfel" in page, "1" in page) == (False, True)


def test_held_back_standings_stay_hidden_on_the_screen(client):
    tournament = make_tournament(standings_public="published")
    round_ = make_round(tournament, players=4)
    type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))

    answer = client.get(make_screen(tournament, "standings", "clock"))

    assert kinds_of(answer) == ["clock"]


def test_unchanged_screen_is_answered_from_one_row(client, django_assert_num_queries):
    tournament = make_tournament()
    make_round(tournament, players=8)
    address = make_screen(tournament)
    tag = client.get(address)["ETag"]

    with django_assert_num_queries(1):
        answer = client.get(address, headers={"If-None-Match": tag})

    assert (answer.status_code, answer["ETag"]) == (304, tag)


def test_half_typed_sheet_does_not_change_the_screen_but_a_sheet_handed_in_and_a_notice_do(client):
    tournament = make_tournament(second_person=True, depth="rows")
    round_ = make_round(tournament, players=8)
    by = make_actor(tournament)
    start_clock(round_=round_, by=by, now=timezone.now())
    address = make_screen(tournament)

    def news(tag):
        answer = client.get(address, headers={"If-None-Match": tag})
        return answer.status_code, answer["ETag"]

    _status, tag = news("")
    type_rows(tables_of(round_)[1], "13 4", by=by)
    typed, tag = news(tag)
    public = Tournament.objects.get().public_version
    receive_sheet(table=tables_of(round_)[2], by=by, now=NOW)
    received, tag = news(tag)
    still_public = Tournament.objects.get().public_version
    set_notice(tournament=tournament, notice="Pause", by=by, now=NOW)
    noticed, tag = news(tag)

    assert (typed, received, noticed, news(tag)[0]) == (304, 200, 200, 304)
    assert public == still_public


def test_hidden_names_stand_last_so_that_their_place_tells_nothing(client):
    tournament = make_tournament()
    make_round(tournament, players=4)
    person = Participant.objects.get(number=1)
    change_participant(
        participant=person,
        seen={"name_public": ""},
        values={"name_public": "hidden"},
        by=make_actor(tournament),
        now=NOW,
    )

    (slide,) = client.get(make_screen(tournament, "seating_names")).context["slides"]

    assert [line.name for line in slide.content][:3] == ["Brandt, Björn", "Cramer, Emre", "Öztürk, Ida"]
    assert (slide.content[3].name.split()[-1], slide.content[3].position) == ("1", 1)


def test_standings_on_a_screen_are_marked_provisional(client):
    tournament = make_tournament()
    round_ = make_round(tournament, players=4)
    type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))

    page = client.get(make_screen(tournament, "standings")).content.decode()

    assert str(_("provisional")) in page


def test_plan_on_a_screen_says_planned_real_and_projected_end(client):
    tournament = make_tournament(starts_at="10:00", minutes_four=100, break_minutes=20, rounds=2, plan_public=True)
    round_ = make_round(tournament, players=4)
    starts = datetime(2026, 11, 28, 10, 0, tzinfo=get_current_timezone())
    start_clock(round_=round_, by=make_actor(tournament), now=starts + timedelta(minutes=9))
    address = make_screen(tournament, "plan")

    with time_machine.travel(starts + timedelta(minutes=30), tick=False):
        page = client.get(address)
        tag, words = page["ETag"], [part.strip() for part in strip_tags(page.content.decode()).split("\n")]

    row = words.index("10:00 – 11:40")
    assert [word for word in words[row : row + 30] if word][:4] == ["10:00 – 11:40", "10:09 –", "10:09 – 11:49", "9"]
    assert "11:49 – 12:09" in words
    assert [word for word in words if word][-30:].count("13:49") == 1
    with time_machine.travel(starts + timedelta(minutes=40), tick=False):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


def test_plan_of_a_round_that_drags_on_is_moved_every_minute(client):
    tournament = make_tournament(starts_at="10:00", minutes_four=100, rounds=1, plan_public=True)
    round_ = make_round(tournament, players=4)
    starts = datetime(2026, 11, 28, 10, 0, tzinfo=get_current_timezone())
    start_clock(round_=round_, by=make_actor(tournament), now=starts)
    address = make_screen(tournament, "plan")

    def at(minutes, tag=""):
        with time_machine.travel(starts + timedelta(minutes=minutes), tick=False):
            answer = client.get(address, headers={"If-None-Match": tag})
        return answer.status_code, answer["ETag"]

    _status, tag = at(110)
    assert at(110.5, tag)[0] == 304
    assert at(111.1, tag)[0] == 200


def test_confirmed_sheet_is_news(client):
    tournament = make_tournament(second_person=True)
    round_ = make_round(tournament, players=8)
    address = make_screen(tournament)
    tag = client.get(address)["ETag"]

    table = type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))
    confirm(table, by=make_actor(tournament, Role.CLERK))

    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("token", ["nothing", "a" * 22])
def test_unknown_link_opens_nothing(client, token):
    make_screen(make_tournament())

    assert client.get(reverse("screen_show", args=[token])).status_code == 404


def test_screens_link_opens_nothing_else(client):
    tournament = make_tournament()
    client.get(make_screen(tournament))

    assert client.get(reverse("desk", args=[tournament.slug])).status_code == 302
    assert client.cookies == {}


def test_revoked_screen_goes_blank_and_a_new_link_brings_it_back(client):
    tournament = make_tournament()
    address = make_screen(tournament)
    screen = Screen.objects.get()
    office = client_for(make_actor(tournament))

    office.post(reverse("screen_revoke", args=[tournament.slug, screen.uuid]))
    gone = client.get(address).status_code
    page = office.post(reverse("screen_link", args=[tournament.slug, screen.uuid]))

    assert gone == 404
    assert client.get(address).status_code == 404
    assert client.get(page.context["address"]).status_code == 200


@pytest.mark.parametrize(("host", "told"), [("127.0.0.1:8000", 1), ("192.168.0.7:8000", 0)])
def test_link_that_no_other_computer_can_open_says_so(host, told, settings):
    settings.ALLOWED_HOSTS = ["*"]
    tournament = make_tournament()
    make_screen(tournament)
    client = client_for(make_actor(tournament))

    address = reverse("screen_link", args=[tournament.slug, Screen.objects.get().uuid])
    page = client.post(address, headers={"host": host})

    assert page.context["reaches_others"] is not bool(told)
    assert page.content.decode().count("--lan") == told


def test_token_is_kept_only_as_a_hash():
    tournament = make_tournament()
    address = make_screen(tournament)
    token = address.strip("/").split("/")[-1]

    screen = Screen.objects.get()
    assert screen.token_hash == hash_of(token)
    assert token not in str(list(JournalEntry.objects.values_list("changes", "params")))


def test_office_adds_and_changes_a_screen():
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    made = client.post(
        reverse("screens", args=[tournament.slug]),
        {"name": "Saal", "kind_1": "clock", "seconds_1": "20", "kind_3": "standings"},
    )
    screen = Screen.objects.get()
    client.post(
        reverse("screen_change", args=[tournament.slug, screen.uuid]),
        {"name": "Saal 2", "dark": "on", "kind_1": "notice"},
    )

    assert "/screen/" in made.context["address"]
    assert screen.pages == [{"kind": "clock", "seconds": 20}, {"kind": "standings", "seconds": 12}]
    screen.refresh_from_db()
    assert (screen.name, screen.dark, screen.pages) == ("Saal 2", True, [{"kind": "notice", "seconds": 15}])


@pytest.mark.parametrize(
    "typed", [{"name": "Saal"}, {"name": "Saal", "kind_1": "clock", "seconds_1": "1"}, {"kind_1": "clock"}]
)
def test_screen_that_makes_no_sense_is_refused(typed):
    tournament = make_tournament()

    answer = client_for(make_actor(tournament)).post(reverse("screens", args=[tournament.slug]), typed)

    assert (answer.status_code, Screen.objects.count()) == (422, 0)


def test_three_hundred_names_take_pages_of_equal_length():
    pages = cut(list(range(300)), 48)

    assert [len(page) for page in pages] == [42, 43, 43, 43, 43, 43, 43]
    assert [name for page in pages for name in page] == list(range(300))


@pytest.mark.parametrize("players", [4, 40])
def test_screen_needs_the_same_queries_for_any_number_of_players(client, players, django_assert_num_queries):
    tournament = make_tournament()
    make_round(tournament, players=players)
    address = make_screen(tournament, "seating_names", "clock")

    # screen, round; seats, tables, rests; tables and extensions of the clock
    with django_assert_num_queries(7):
        client.get(address)

    assert Seat.objects.count() == players


def test_screens_are_the_directors():
    tournament = make_tournament()

    assert (
        client_for(make_actor(tournament, Role.CLERK)).get(reverse("screens", args=[tournament.slug])).status_code
        == 403
    )


def test_plan_of_the_day_is_shown_to_the_office():
    tournament = make_tournament(starts_at="10:00", minutes_four=100, minutes_five=125)
    by = make_actor(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="settings_changed") as doing:
        doing.change(doing.tournament, plan_public=True)

    answer = client_for(by).get(reverse("screen_plan", args=[tournament.slug]))

    assert [line.number for line in answer.context["lines"]] == [1, 2, 3]
