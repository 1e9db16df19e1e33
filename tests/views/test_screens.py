"""The screens of the hall."""

from datetime import datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from scoring.errors import Problem
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
from tests.page_forms import forms_of
from tests.services.incident_hall import Hall as IncidentHall
from tournament.clock import Phase
from tournament.messages import text
from tournament.models import JournalEntry, Participant, Screen, ScreenPage, Seat, Tournament
from tournament.queries.screens import cut
from tournament.roles import Role
from tournament.services.clock import extend, start_clock
from tournament.services.journal import step
from tournament.services.lateness import let_table_wait
from tournament.services.participants import change_participant
from tournament.services.screens import add_screen, hash_of, set_notice
from tournament.services.sheets import receive_sheet

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


@pytest.mark.parametrize("minutes", [99, 101, 107])
def test_screen_notices_that_a_phase_is_over(client, minutes):
    tournament = make_tournament(minutes_four=100, mandatory_solos=1)
    round_ = make_round(tournament, players=4)
    with time_machine.travel(NOW, tick=False) as wall:
        start_clock(round_=round_, by=make_actor(tournament), now=NOW)
        address = make_screen(tournament, "seating_names")
        tag = client.get(address)["ETag"]

        wall.move_to(NOW + timedelta(minutes=minutes))
        answer = client.get(address, headers={"If-None-Match": tag})

    assert answer.status_code == (304 if minutes < 100 else 200)
    if minutes > 100:
        phase = Phase.LAST_GAME if minutes < 106 else Phase.OWED_SOLOS
        assert [face.phase for face in answer.context["faces"]] == [phase]


def test_screen_names_who_still_owes_a_solo_where_the_sheet_is_typed_live(client):
    tournament = make_tournament(
        minutes_four=100, mandatory_solos=1, games_four=6, depth="rows", form="played", names_public="short"
    )
    round_ = make_round(tournament, players=8)
    by = make_actor(tournament)
    start_clock(round_=round_, by=by, now=NOW)
    type_rows(tables_of(round_)[1], "13 4", "s2 3", by=by)
    address = make_screen(tournament, "clock")

    with time_machine.travel(NOW + timedelta(minutes=107), tick=False):
        answer = client.get(address)

    assert answer.context["solos"] == [(1, ["Anna Ä.", "Ida Ö.", "Emre C."])]
    assert "Ida Ö." in answer.content.decode()


def test_gong_brings_large_words_for_half_a_minute(client):
    tournament = make_tournament(minutes_four=100, warn_minutes=[10])
    round_ = make_round(tournament, players=4)
    start_clock(round_=round_, by=make_actor(tournament), now=NOW)
    address = make_screen(tournament, "seating_names")

    def warning(minutes, seconds):
        with time_machine.travel(NOW + timedelta(minutes=minutes, seconds=seconds), tick=False):
            answer = client.get(address)
        return answer.context["faces"][0].warning, " data-warning>" in answer.content.decode()

    assert [warning(89, 59), warning(90, 0), warning(90, 29), warning(90, 30)] == [
        (None, False),
        (10, True),
        (10, True),
        (None, False),
    ]
    assert [warning(100, 0), warning(100, 30)] == [(0, True), (None, False)]


def face_of(client, address, *, minutes=1):
    """The clock on a screen so many minutes after `NOW`, and the page."""
    with time_machine.travel(NOW + timedelta(minutes=minutes), tick=False):
        answer = client.get(address)
    (face,) = answer.context["faces"]
    return face, unescape(answer.content.decode())


def longer(face):
    return [(one.numbers, one.minutes, one.end, one.reasons) for one in face.extended]


def shared(face):
    return [(one.numbers, one.minutes, one.reason) for one in face.shared]


def test_minutes_of_all_tables_move_the_common_end_and_those_of_one_are_named(client):
    tournament = make_tournament(minutes_four=100)
    round_ = make_round(tournament, players=12)
    by = make_actor(tournament)
    start_clock(round_=round_, by=by, now=NOW)
    extend(round_=round_, minutes=5, reason="Feueralarm", by=by, now=NOW)
    extend(round_=round_, minutes=7, tables=[2], reason="Licht ausgefallen", by=by, now=NOW)

    face, page = face_of(client, make_screen(tournament, "clock"))

    assert face.end == NOW + timedelta(minutes=105)
    assert shared(face) == [((), 5, "Feueralarm")]
    assert longer(face) == [((2,), 7, NOW + timedelta(minutes=112), ("Licht ausgefallen",))]
    assert (page.count("Feueralarm"), page.count("Licht ausgefallen")) == (1, 1)
    past, _page = face_of(client, make_screen(tournament, "clock"), minutes=105)
    assert (shared(past), [one.numbers for one in past.extended]) == ([], [(2,)])


def test_tables_that_play_longer_for_one_reason_stand_in_one_line(client):
    tournament = make_tournament(minutes_four=100)
    round_ = make_round(tournament, players=16)
    by = make_actor(tournament)
    extend(round_=round_, minutes=7, tables=[1, 3], reason="Lärm", by=by, now=NOW)
    extend(round_=round_, minutes=3, tables=[2], reason="Sturz", by=by, now=NOW)

    face, _page = face_of(client, make_screen(tournament, "clock"))

    assert (shared(face), longer(face)) == ([], [((2,), 3, None, ("Sturz",)), ((1, 3), 7, None, ("Lärm",))])


def test_minutes_that_every_table_has_for_a_reason_of_its_own_are_told_apart(client):
    tournament = make_tournament(minutes_four=100)
    round_ = make_round(tournament, players=12)
    by = make_actor(tournament)
    extend(round_=round_, minutes=5, tables=[1, 2], reason="Lärm", by=by, now=NOW)
    extend(round_=round_, minutes=5, tables=[3], reason="Sturz", by=by, now=NOW)
    extend(round_=round_, minutes=2, tables=[2], reason="Licht", by=by, now=NOW)

    face, _page = face_of(client, make_screen(tournament, "clock"))

    assert (shared(face), longer(face)) == (
        [((1,), 5, "Lärm"), ((3,), 5, "Sturz")],
        [((2,), 2, None, ("Lärm", "Licht"))],
    )


def test_reason_of_an_incident_or_of_a_late_player_is_not_for_the_hall(client):
    hall = IncidentHall(players=12)
    number = Seat.objects.get(round=hall.round, table__number=2, position=2).participant
    hall.record(reason="Anna hat betrogen", minutes=7)
    let_table_wait(round_=hall.round, participant=number, minutes=4, reason="Ist krank", by=hall.by, now=NOW)

    face, page = face_of(client, make_screen(hall.tournament, "clock", "open_tables"))

    assert longer(face) == [
        ((2,), 4, None, (_("the director's decision"),)),
        ((1,), 7, None, (_("the referee's decision"),)),
    ]
    assert (page.count("betrogen"), page.count("krank")) == (0, 0)


def test_clock_is_over_when_all_sheets_of_its_tables_are_in(client):
    tournament = make_tournament(minutes_four=100, minutes_five=125)
    round_ = make_round(tournament, players=9)
    by = make_actor(tournament)
    start_clock(round_=round_, by=by, now=NOW)
    four = next(table for table in tables_of(round_).values() if table.size == 4)
    receive_sheet(table=four, by=by, now=NOW)

    with time_machine.travel(NOW + timedelta(minutes=60), tick=False):
        found = client.get(make_screen(tournament, "clock")).context["faces"]

    assert [(face.size, face.phase, face.text) for face in found] == [
        (4, Phase.OVER, "0:00"),
        (5, Phase.PLAYING, "1:05:00"),
    ]


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


def notice_page(client, tournament):
    """The form of the notice as a browser would send it."""
    page = client.get(reverse("screens", args=[tournament.slug]))
    return {"seen": page.context["notice_seen"], "notice": page.context["notice"]["notice"].value()}


def send_notice(client, tournament, form, notice):
    return client.post(reverse("screen_notice", args=[tournament.slug]), {**form, "notice": notice})


def test_notice_that_is_too_long_is_refused_whole_and_kept_in_the_field():
    tournament = make_tournament(notice="Pause")
    client = client_for(make_actor(tournament))
    long = "Essen " * 51

    answer = send_notice(client, tournament, notice_page(client, tournament), long)

    tournament.refresh_from_db()
    page = unescape(answer.content.decode())
    assert (answer.status_code, tournament.notice, long.strip() in page) == (422, "Pause", True)
    assert (
        str(_("That is too long: at most %(limit_value)s characters, and these are %(show_value)s."))
        % {
            "limit_value": 300,
            "show_value": 305,
        }
        in page
    )
    assert 'maxlength="300"' not in page


def test_notice_of_an_old_page_overwrites_nothing_until_it_is_sent_again():
    tournament = make_tournament(notice="Pause")
    client, other = (client_for(make_actor(tournament, name=name)) for name in ("", "zweite"))
    mine, theirs = notice_page(client, tournament), notice_page(other, tournament)

    send_notice(other, tournament, theirs, "Essen")
    refused = send_notice(client, tournament, mine, "Heimweg")
    kept = Tournament.objects.get().notice
    again = {"seen": refused.context["notice_seen"]}
    send_notice(client, tournament, again, "Heimweg")

    sentence = text(Problem(code="stale_value", params={"label": str(_("notice on the screens")), "value": "Essen"}))
    assert (refused.status_code, kept, Tournament.objects.get().notice) == (422, "Essen", "Heimweg")
    assert refused.context["notice"].errors == {"notice": [sentence]}
    assert refused.context["notice"]["notice"].value() == "Heimweg"


def test_notice_that_is_too_long_on_an_old_page_still_overwrites_nothing():
    tournament = make_tournament(notice="Pause")
    client = client_for(make_actor(tournament))
    mine = notice_page(client, tournament)

    set_notice(tournament=tournament, notice="Essen", by=make_actor(tournament), now=NOW)
    too_long = send_notice(client, tournament, mine, "x" * 301)
    stale = send_notice(client, tournament, {"seen": too_long.context["notice_seen"]}, "Heimweg")

    assert (stale.status_code, Tournament.objects.get().notice) == (422, "Essen")


def test_settings_and_screens_know_of_each_others_notice():
    tournament = make_tournament(notice="Pause")
    client = client_for(make_actor(tournament))
    page = client.get(reverse("settings", args=[tournament.slug]))
    old = notice_page(client, tournament)
    (form,) = [form for form in forms_of("", page.content.decode()) if "notice" in form.fields]

    client.post(reverse("settings", args=[tournament.slug]), {**form.fields, "notice": ["Essen"]})
    refused = send_notice(client, tournament, old, "Heimweg")
    in_settings = client.post(reverse("settings", args=[tournament.slug]), {**form.fields, "notice": ["Anderes"]})

    assert (refused.status_code, in_settings.status_code) == (422, 422)
    assert Tournament.objects.get().notice == "Essen"


def test_address_of_the_notice_leads_to_the_page_that_asks_for_it():
    tournament = make_tournament()

    answer = client_for(make_actor(tournament)).get(reverse("screen_notice", args=[tournament.slug]))

    assert answer.url == reverse("screens", args=[tournament.slug])


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
