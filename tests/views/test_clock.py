"""The page of the clock and the page for the whole screen."""

from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tests.builders import client_for, make_actor, make_round, make_tournament, tables_of
from tests.services.incident_hall import Hall as IncidentHall
from tournament.models import Extension, Round
from tournament.roles import Role
from tournament.services.clock import extend, pause_clock, start_clock
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import receive_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    return make_round(make_tournament(minutes_four=100, minutes_five=125, warn_minutes=[10]), players=13)


@pytest.fixture
def page(round_) -> str:
    return reverse("round_clock", args=[round_.tournament.slug, 1])


def as_role(round_: Round, role: Role):
    return client_for(make_actor(round_.tournament, role))


def test_director_starts_the_clock_and_knows_when_it_began(round_, page):
    response = as_role(round_, Role.DIRECTOR).post(page, {"action": "start", "minutes_ago": "5"})

    round_.refresh_from_db()
    assert response.url == page
    assert timedelta(minutes=5) <= timezone.now() - round_.started_at < timedelta(minutes=6)


def test_start_with_a_wrong_number_keeps_what_was_typed(round_, page):
    response = as_role(round_, Role.DIRECTOR).post(page, {"action": "start", "minutes_ago": "500"})

    round_.refresh_from_db()
    assert (response.status_code, round_.started_at) == (422, None)
    assert 'value="500"' in response.content.decode()


def test_referee_pauses_and_lets_go_on(round_, page):
    start_clock(round_=round_, by=make_actor(round_.tournament), now=timezone.now())
    referee = as_role(round_, Role.REFEREE)

    referee.post(page, {"action": "pause"})
    round_.refresh_from_db()
    paused = round_.paused_at
    referee.post(page, {"action": "resume"})
    round_.refresh_from_db()

    assert paused is not None
    assert round_.paused_at is None


def test_clerk_sees_the_screen_but_cannot_handle_the_clock(round_, page):
    clerk = as_role(round_, Role.CLERK)

    assert clerk.post(page, {"action": "start"}).status_code == 403
    assert clerk.get(reverse("round_clock_screen", args=[round_.tournament.slug, 1])).status_code == 200
    round_.refresh_from_db()
    assert round_.started_at is None


def test_extra_minutes_are_given_to_the_named_tables(round_, page):
    as_role(round_, Role.DIRECTOR).post(
        page, {"action": "extend", "tables": "3, 1", "minutes": "7", "reason": "Reklamation"}
    )

    assert sorted(Extension.objects.values_list("table__number", "minutes", "reason")) == [
        (1, 7, "Reklamation"),
        (3, 7, "Reklamation"),
    ]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"tables": "9", "minutes": "7", "reason": "Reklamation"}, "9"),
        ({"tables": "", "minutes": "", "reason": "Reklamation"}, "Reklamation"),
        ({"tables": "x", "minutes": "7", "reason": "Reklamation"}, "Reklamation"),
    ],
)
def test_wrong_extra_minutes_keep_what_was_typed(round_, page, typed, sentence):
    response = as_role(round_, Role.DIRECTOR).post(page, {"action": "extend", **typed})

    assert response.status_code == 422
    assert f'value="{sentence}"' in response.content.decode()
    assert Extension.objects.count() == 0


def test_screen_tells_the_server_time_and_the_ends_of_both_sizes(round_):
    now = timezone.now()
    start_clock(round_=round_, by=make_actor(round_.tournament), now=now)

    html = (
        as_role(round_, Role.DIRECTOR)
        .get(reverse("round_clock_screen", args=[round_.tournament.slug, 1]))
        .content.decode()
    )

    started = round(now.timestamp() * 1000)
    assert [f'data-ends="{started + minutes * 60_000}"' in html for minutes in (100, 125)] == [True, True]
    assert f'data-gongs="{started + 90 * 60_000} {started + 100 * 60_000}"' in html


def test_screen_of_a_paused_clock_stands_still(round_):
    director = make_actor(round_.tournament)
    start_clock(round_=round_, by=director, now=timezone.now() - timedelta(minutes=40))
    pause_clock(round_=round_, by=director, now=timezone.now() - timedelta(minutes=10))

    html = client_for(director).get(reverse("round_clock_screen", args=[round_.tournament.slug, 1])).content.decode()

    assert "data-ends" not in html
    assert ">1:10:00<" in html


def test_draft_has_no_clock():
    round_ = make_round(make_tournament(), players=4, published=False)

    response = as_role(round_, Role.DIRECTOR).get(reverse("round_clock", args=[round_.tournament.slug, 1]))

    assert response.status_code == 404


@pytest.mark.parametrize("players", [13, 61])
def test_page_of_the_clock_asks_the_same_number_of_questions(players, django_assert_num_queries):
    round_ = make_round(make_tournament(minutes_four=100), players=players)
    client = as_role(round_, Role.DIRECTOR)
    page = reverse("round_clock", args=[round_.tournament.slug, 1])
    client.get(page)

    with django_assert_num_queries(10):
        client.get(page)


def test_extra_minutes_stand_on_clock_board_sheet_and_screens_until_the_sheet_is_in(round_, page):
    director = make_actor(round_.tournament)
    client = client_for(director)
    start_clock(round_=round_, by=director, now=timezone.now())
    extend(round_=round_, tables=[2], minutes=7, reason="Reklamation", by=director, now=timezone.now())
    slug = round_.tournament.slug

    def told(address):
        return "Reklamation" in client.get(address).content.decode()

    board, sheet = reverse("board", args=[slug, 1]), reverse("sheet", args=[slug, 1, 2])
    before = [told(address) for address in (page, board, sheet, reverse("sheet", args=[slug, 1, 1]))]
    screen = client.get(reverse("round_clock_screen", args=[slug, 1]))
    receive_sheet(table=tables_of(round_)[2], by=director, now=timezone.now())

    assert before == [True, True, True, False]
    assert [(one.numbers, one.minutes, one.reasons) for face in screen.context["faces"] for one in face.extended] == [
        ((2,), 7, ("Reklamation",))
    ]
    assert [told(address) for address in (page, board, sheet)] == [True, False, True]


def test_extra_minutes_stand_on_the_board_while_the_sheet_is_typed_as_it_is_played():
    tournament = make_tournament(minutes_four=100, depth="rows", form="played", games_four=6)
    round_ = make_round(tournament, players=8)
    director, now = make_actor(tournament), timezone.now()
    start_clock(round_=round_, by=director, now=now)
    extend(round_=round_, tables=[1, 2], minutes=7, reason="Stromausfall", by=director, now=now)
    record_rows(table=tables_of(round_)[1], rows={1: TypedRow(text="13 4")}, by=director, now=now)

    board = client_for(director).get(reverse("board", args=[tournament.slug, 1]))

    assert board.content.decode().count("Stromausfall") == 2


def test_reason_of_an_incident_stands_in_full_at_the_desk_and_not_on_the_clock_for_the_hall():
    hall = IncidentHall(players=8)
    reason = "Anna hat Karten gezeigt. " * 12
    hall.record(reason=reason.strip(), minutes=7)
    client, slug = client_for(make_actor(hall.tournament)), hall.tournament.slug

    def told(name, *more):
        page = unescape(client.get(reverse(name, args=[slug, 1, *more])).content.decode())
        return page.count(reason.strip())

    desk = [told("board"), told("sheet", 1), told("round_clock")]
    hall_reads = client.get(reverse("round_clock_screen", args=[slug, 1]))

    assert (len(reason.strip()), desk) == (299, [1, 1, 1])
    assert [one.reasons for face in hall_reads.context["faces"] for one in face.extended] == [
        (_("the referee's decision"),)
    ]
    assert unescape(hall_reads.content.decode()).count("Karten gezeigt") == 0


def test_field_says_that_the_hall_reads_the_reason(round_, page):
    shown = as_role(round_, Role.DIRECTOR).get(page)

    assert str(shown.context["extend_form"].fields["reason"].help_text) in unescape(shown.content.decode())


def test_reason_too_long_for_the_hall_is_refused_whole(round_, page):
    reason = "Stromausfall im Saal " * 6

    response = as_role(round_, Role.DIRECTOR).post(page, {"action": "extend", "minutes": "7", "reason": reason})

    assert (response.status_code, Extension.objects.count()) == (422, 0)
    assert f'value="{reason}"' in response.content.decode()


def test_full_screen_names_who_owes_a_solo_as_the_public_may_see_them():
    tournament = make_tournament(
        minutes_four=100, mandatory_solos=1, games_four=6, depth="rows", form="played", names_public="short"
    )
    round_ = make_round(tournament, players=4)
    director = make_actor(tournament)
    began = timezone.now() - timedelta(minutes=107)
    start_clock(round_=round_, by=director, now=began)
    record_rows(table=tables_of(round_)[1], rows={1: TypedRow(text="s2 3")}, by=director, now=began)

    screen = client_for(director).get(reverse("round_clock_screen", args=[tournament.slug, 1]))

    assert screen.context["solos"] == [(1, ["Anna Ä.", "Ida Ö.", "Emre C."])]
