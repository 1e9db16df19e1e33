"""The screens of the hall."""

import pytest
from django.urls import reverse

from tests.builders import NOW, client_for, confirm, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import JournalEntry, Screen, Seat
from tournament.queries.screens import cut
from tournament.roles import Role
from tournament.services.clock import start_clock
from tournament.services.journal import step
from tournament.services.screens import add_screen, hash_of, set_notice

pytestmark = pytest.mark.django_db

ALL_KINDS = ("seating_names", "seating_tables", "clock", "clock_seating", "standings", "open_tables", "notice", "plan")


def make_screen(tournament, *kinds, seconds=10):
    _screen, token = add_screen(
        tournament=tournament,
        name="Beamer",
        pages=[(kind, seconds) for kind in kinds or ALL_KINDS],
        dark=False,
        by=make_actor(tournament),
        now=NOW,
    )
    return reverse("screen_show", args=[token])


def kinds_of(answer):
    return [slide.kind.value for slide in answer.context["slides"]]


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


def test_open_tables_are_those_whose_sheet_is_missing(client):
    tournament = make_tournament()
    round_ = make_round(tournament, players=8)
    start_clock(round_=round_, by=make_actor(tournament), now=NOW)
    type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))

    (slide,) = client.get(make_screen(tournament, "open_tables")).context["slides"]

    assert [table.number for table in slide.content] == [2]


def test_names_are_shown_as_the_public_may_see_them(client):
    tournament = make_tournament(names_public="hidden")
    make_round(tournament, players=4)

    page = client.get(make_screen(tournament, "seating_names")).content.decode()

    assert ("Äpfel" in page, "1" in page) == (False, True)


def test_held_back_standings_stay_hidden_on_the_screen(client):
    tournament = make_tournament(standings_public="published")
    round_ = make_round(tournament, players=4)
    type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))

    answer = client.get(make_screen(tournament, "standings"))

    assert kinds_of(answer) == []


def test_unchanged_screen_is_answered_from_one_row(client, django_assert_num_queries):
    tournament = make_tournament()
    make_round(tournament, players=8)
    address = make_screen(tournament)
    tag = client.get(address)["ETag"]

    with django_assert_num_queries(1):
        answer = client.get(address, headers={"If-None-Match": tag})

    assert (answer.status_code, answer["ETag"]) == (304, tag)


def test_typing_does_not_change_the_screen_but_a_notice_does(client):
    tournament = make_tournament(second_person=True)
    round_ = make_round(tournament, players=8)
    address = make_screen(tournament)
    tag = client.get(address)["ETag"]

    table = type_totals(tables_of(round_)[1], [4, -4, 2, -2], by=make_actor(tournament))
    typed = client.get(address, headers={"If-None-Match": tag}).status_code
    set_notice(tournament=tournament, notice="Pause", by=make_actor(tournament), now=NOW)
    noticed = client.get(address, headers={"If-None-Match": tag}).status_code

    assert (table.confirmed_at, typed, noticed) == (None, 304, 200)


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


def test_notice_is_in_the_journal():
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    client.post(reverse("screen_notice", args=[tournament.slug]), {"notice": " <b>Pause</b> "})

    tournament.refresh_from_db()
    assert (tournament.notice, JournalEntry.objects.latest("number").what) == ("<b>Pause</b>", "notice_set")
    assert "<b>Pause</b>" not in client.get(reverse("screens", args=[tournament.slug])).content.decode()


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
