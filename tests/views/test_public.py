"""The pages for everybody: what they show, and what they never show."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext as _

from tests.builders import (
    NOW,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tournament.clock import LAST_GAME_SECONDS
from tournament.models import Participant, Tournament
from tournament.queries.public import public_state
from tournament.registration import Registration
from tournament.roles import Role
from tournament.services.clock import extend, pause_clock, start_clock
from tournament.services.incidents import Decision, record_incident
from tournament.services.participants import change_participant, merge_registration, register_participants
from tournament.services.publications import post_standings
from tournament.services.rounds import create_round, publish_round, seat_by_hand
from tournament.services.screens import set_notice
from tournament.services.seating import Plan
from tournament.services.tournaments import change_settings

pytestmark = pytest.mark.django_db


class Hall:
    """Eight people at two tables in round 1; sheets of both typed, table 1 confirmed."""

    def __init__(self, **values):
        base = {"check_parity": "off", "check_sum": "off", "second_person": True, "rounds": 2}
        self.tournament = make_tournament(**{**base, **values})
        self.by = make_actor(self.tournament)
        self.clerk = make_actor(self.tournament, Role.CLERK)
        self.round = make_round(self.tournament, players=8, by=self.by)
        self.type(self.round, confirmed=(1,))
        self.client = Client()

    def type(self, round_, *, confirmed):
        for number, table in tables_of(round_).items():
            type_totals(table, [10 - number, 4, -4, number - 10], by=self.by)
            if number in confirmed:
                confirm(table, by=self.clerk)

    def play(self, confirmed=(1, 2)):
        second = make_round(self.tournament, seats=[[1, 5, 2, 6], [3, 7, 4, 8]], by=self.by)
        self.type(second, confirmed=confirmed)
        return second

    def get(self, path="", **headers):
        return self.client.get(f"/t/{self.tournament.slug}/{path}", headers=headers)

    def text(self, path=""):
        return self.get(path).content.decode()

    def change(self, number, **values):
        Participant.objects.filter(tournament=self.tournament, number=number).update(**values)
        Tournament.objects.filter(pk=self.tournament.pk).update(public_version=F("public_version") + 1)

    def settings(self, **values):
        change_settings(tournament=self.tournament, values=values, by=self.by, now=NOW)

    def shown(self):
        """Start number, rank and points of the rounds as everybody sees them; None where nothing is shown."""
        shown = public_state(Tournament.objects.get(pk=self.tournament.pk)).shown
        if shown is None:
            return None
        return [(r.participant.number, r.rank, [s.points if s else None for s in r.scores]) for r in shown.rows]


def test_seat_page_says_table_seat_neighbours_who_deals_and_who_writes():
    page = Hall().get("2/")

    table, place = page.context["table"], page.context["place"]
    assert (table.number, place.position) == (1, 2)
    assert [(p.position, p.seen.number, p.deals_first, p.writes) for p in table.places] == [
        (1, 1, True, False),
        (2, 2, False, False),
        (3, 3, False, False),
        (4, 4, False, True),
    ]


@pytest.mark.parametrize(
    ("words", "numbers"),
    [("özt", [3]), ("OEZT", [3]), ("ozturk", [3]), ("ida öz", [3]), ("3", [3]), ("apf", [1]), ("zzz", []), ("", [])],
)
def test_search_finds_any_part_of_a_name_with_or_without_umlauts(words, numbers):
    hall = Hall()

    state = public_state(Tournament.objects.get(pk=hall.tournament.pk))

    assert [seen.number for seen in state.find(words)] == numbers


@pytest.mark.parametrize(
    ("words", "numbers"),
    [("öztürk", [3]), ("Oeztuerk", [3]), ("ida", [3]), ("ida öztürk", [3]), ("ö.", [3]), ("özt", []), ("ztürk", [])],
)
def test_search_does_not_spell_a_shortened_name_letter_by_letter(words, numbers):
    hall = Hall(names_public="short")

    found = public_state(Tournament.objects.get(pk=hall.tournament.pk)).find(words)

    assert [seen.number for seen in found if seen.number == 3] == numbers


def test_search_that_finds_too_many_says_so(client):
    tournament = make_tournament()
    make_round(tournament, players=40)

    many, few = [client.get(f"/t/{tournament.slug}/?name={words}") for words in ("e", "apf")]

    assert (len(many.context["found"]), many.context["more"], few.status_code) == (20, True, 200)
    assert few.context["more"] is False
    words = str(_("There are more of that name. Type more letters, or your start number."))
    assert (many.content.decode().count(words), few.content.decode().count(words)) == (1, 0)


def test_single_hit_opens_the_page_of_the_player_and_several_are_listed_by_name():
    hall = Hall()

    one, several = hall.get("?name=öztürk"), hall.get("?name=n")

    assert (one.status_code, one.headers["Location"]) == (302, f"/t/{hall.tournament.slug}/3/")
    names = [seen.name for seen in several.context["found"]]
    assert names == sorted(names, key=lambda name: name.replace("Ä", "A").replace("Ö", "O").replace("Ü", "U"))


def test_draft_is_never_visible():
    hall = Hall()
    before = hall.text("1/"), hall.text("seats/"), hall.text()

    draft = create_round(tournament=hall.tournament, by=hall.by, now=NOW)
    plans = [Plan(number=7, players=(8, 7, 6, 5)), Plan(number=9, players=(4, 3, 2, 1))]
    seat_by_hand(round_=draft, tables=plans, by=hall.by, now=NOW)
    while_draft = hall.text("1/"), hall.text("seats/"), hall.text()
    publish_round(round_=draft, by=hall.by, now=NOW)

    def bare(page):
        return [line for line in page.splitlines() if "data-etag" not in line]

    assert [bare(page) for page in while_draft] == [bare(page) for page in before]
    assert hall.get("1/").context["table"].number == 9


def test_page_asks_again_with_its_number_and_is_answered_from_one_row(django_assert_num_queries):
    hall = Hall()
    first = hall.get("2/")

    with django_assert_num_queries(1):
        again = hall.get("2/", if_none_match=first.headers["ETag"])

    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])


def test_unconfirmed_typing_changes_no_page_and_confirming_does():
    hall = Hall()
    etag = hall.get("standings/").headers["ETag"]
    second = hall.play(confirmed=())
    published = hall.get("standings/").headers["ETag"]

    type_totals(tables_of(second)[1], [1, 2, 3, -6], by=hall.by)
    typed = hall.get("standings/", if_none_match=published)
    confirm(tables_of(second)[1], by=hall.clerk)
    confirmed = hall.get("standings/", if_none_match=published)

    assert etag != published
    assert (typed.status_code, confirmed.status_code) == (304, 200)


@pytest.mark.parametrize("path", ["", "?name=n", "2/", "standings/", "seats/"])
def test_page_sets_no_cookie_and_wants_no_login(path):
    page = Hall().get(path)

    assert (page.status_code, dict(page.cookies)) == (200, {})


@pytest.mark.parametrize("path", ["99/", "x/"])
def test_unknown_page_is_not_found(path):
    assert Hall().get(path).status_code == 404


def test_unknown_tournament_is_not_found():
    assert Client().get("/t/gibt-es-nicht/").status_code == 404


@pytest.mark.parametrize("players", [4, 24])
def test_page_asks_the_database_as_often_for_any_number_of_players(players, django_assert_num_queries):
    tournament = make_tournament()
    make_round(tournament, players=players)

    with django_assert_num_queries(20):
        Client().get(f"/t/{tournament.slug}/1/")
    with django_assert_num_queries(2):
        Client().get(f"/t/{tournament.slug}/standings/")
    with django_assert_num_queries(1):
        Client().get(f"/t/{tournament.slug}/standings/")


def test_typing_makes_no_page_anew(django_assert_num_queries):
    hall = Hall()
    second = hall.play(confirmed=())
    first = hall.text("1/")

    type_totals(tables_of(second)[1], [1, 2, 3, -6], by=hall.by)

    with django_assert_num_queries(1):
        assert hall.text("1/") == first


def test_live_standings_are_provisional_until_the_list_is_posted():
    hall = Hall()
    confirm(tables_of(hall.round)[2], by=hall.clerk)
    live = hall.get("standings/").context["state"].shown

    post_standings(round_=hall.round, minutes=10, by=hall.by, now=NOW)
    posted = hall.get("standings/").context["state"].shown

    assert (live.binding, posted.binding) == (False, True)
    assert posted.publication.objections_until == NOW + timedelta(minutes=10)


def test_standings_are_named_after_the_last_round_of_which_a_result_is_in():
    hall = Hall()
    confirm(tables_of(hall.round)[2], by=hall.clerk)
    second = hall.play(confirmed=())
    seated = hall.get("standings/").context["state"].shown

    confirm(tables_of(second)[1], by=hall.clerk)
    begun = hall.get("standings/").context["state"].shown

    assert [len(shown.standings.columns) for shown in (seated, begun)] == [2, 2]
    assert (seated.number, begun.number) == (1, 2)


def test_published_only_shows_nothing_before_and_the_old_list_after():
    hall = Hall(standings_public="published")
    confirm(tables_of(hall.round)[2], by=hall.clerk)
    before = hall.shown(), hall.get("standings/").content.decode().count("+9"), hall.get("1/").context["results"]

    post_standings(round_=hall.round, minutes=0, by=hall.by, now=NOW)
    posted = hall.shown()
    hall.play()

    assert before == (None, 0, [])
    assert posted == [
        (1, 1, [9]),
        (5, 2, [8]),
        (2, 3, [4]),
        (6, 3, [4]),
        (3, 5, [-4]),
        (7, 5, [-4]),
        (8, 7, [-8]),
        (4, 8, [-9]),
    ]
    assert hall.shown() == posted


def test_last_round_is_silent_until_it_is_published():
    hall = Hall(standings_public="last_silent")
    confirm(tables_of(hall.round)[2], by=hall.clerk)
    after_one = hall.shown()
    second = hall.play()
    silent = hall.shown()
    page = hall.get("1/")

    post_standings(round_=second, minutes=0, by=hall.by, now=NOW)

    assert silent == after_one
    assert page.context["state"].shown.held_back == 2
    assert [column.number for column, _score in page.context["results"]] == [1]
    assert [len(rounds) for _number, _rank, rounds in hall.shown()] == [2] * 8


def test_names_are_shortened_or_hidden_for_all_or_for_one():
    hall = Hall(names_public="short")
    hall.change(3, name_public="hidden")
    hall.change(2, name_public="full")

    names = {
        seen.number: seen.name for seen in public_state(Tournament.objects.get(pk=hall.tournament.pk)).people.values()
    }

    assert [names[number] for number in (1, 2, 3)] == ["Anna Ä.", "Brandt, Björn", ""]


@pytest.mark.parametrize("path", ["", "3/", "1/", "standings/", "seats/", "?name=ozt", "?name=Öztürk", "?name=ida"])
def test_hidden_name_is_on_no_page_and_found_by_no_search(path):
    hall = Hall()
    hall.change(3, name_public="hidden")
    club = Participant.objects.get(tournament=hall.tournament, number=3).club.name

    page = hall.get(path)

    body = page.content.decode().replace('value="Öztürk"', "").replace('value="ozt"', "")
    assert page.status_code == 200
    assert (body.count("Öztürk"), body.count("Ida")) == (0, 0)
    if path == "3/":
        assert body.count(club) == 0


def test_hidden_player_finds_himself_by_his_number():
    hall = Hall()
    hall.change(3, name_public="hidden")

    assert hall.get("?name=3").headers["Location"] == f"/t/{hall.tournament.slug}/3/"


def test_penalties_are_shown_to_nobody_unless_the_settings_say_so():
    hall = Hall(incidents_public=False)
    decision = Decision(
        happened_at=NOW,
        round=hall.round,
        table=tables_of(hall.round)[1],
        offender=Participant.objects.get(tournament=hall.tournament, number=1),
        breach="minor",
        reason="Nicht bedient",
        signed_by="R. Echt",
        contained=True,
    )
    record_incident(tournament=hall.tournament, decision=decision, by=hall.by, now=NOW)
    words = str(_("Penalty points in it"))
    silent = hall.text("1/")

    hall.settings(incidents_public=True)
    told = hall.text("1/")

    row = next(r for r in public_state(Tournament.objects.get(pk=hall.tournament.pk)).shown.rows if r.penalties)
    assert (row.participant.number, row.penalties) == (1, -3)
    assert (silent.count("Nicht bedient"), silent.count(words), told.count(words)) == (0, 0, 1)


def test_time_is_an_instant_that_stays_true_while_the_clock_runs():
    hall = Hall(minutes_four=100)
    not_started = hall.get("1/").context["clock"]

    start_clock(round_=hall.round, by=hall.by, now=NOW)
    runs = hall.get("1/").context["clock"]
    hall.round.refresh_from_db()
    pause_clock(round_=hall.round, by=hall.by, now=NOW + timedelta(minutes=40))
    stands = hall.get("1/").context["clock"]

    assert not_started == {"over": False}
    assert (runs["end"], stands) == (NOW + timedelta(minutes=100), {"stands": True, "minutes": 60})


def test_extra_minutes_and_the_solos_after_time_stand_on_the_page_of_their_players():
    tournament = make_tournament(minutes_four=100, mandatory_solos=1)
    by = make_actor(tournament)
    round_ = make_round(tournament, players=8, by=by)
    start_clock(round_=round_, by=by, now=NOW)
    extend(round_=round_, minutes=7, tables=[2], reason="Reklamation", by=by, now=NOW)

    pages = [Client().get(f"/t/{tournament.slug}/{number}/") for number in (1, 5)]
    clocks = [page.context["clock"] for page in pages]

    assert [(clock["end"], clock["extra"]) for clock in clocks] == [
        (NOW + timedelta(minutes=100), 0),
        (NOW + timedelta(minutes=107), 7),
    ]
    assert [clock["solos_from"] - clock["ends"] for clock in clocks] == [LAST_GAME_SECONDS * 1000] * 2
    assert [page.content.decode().count("Reklamation") for page in pages] == [0, 1]


def test_reason_of_an_incident_is_not_on_the_phone_and_a_reason_for_the_hall_is():
    hall = Hall(minutes_four=100)
    decision = Decision(
        happened_at=NOW,
        round=hall.round,
        table=tables_of(hall.round)[1],
        offender=Participant.objects.get(tournament=hall.tournament, number=1),
        breach="minor",
        reason="Nicht bedient",
        signed_by="R. Echt",
        contained=True,
        minutes=3,
    )
    record_incident(tournament=hall.tournament, decision=decision, by=hall.by, now=NOW)
    extend(round_=hall.round, minutes=5, reason="Feueralarm", by=hall.by, now=NOW)
    start_clock(round_=hall.round, by=hall.by, now=NOW)

    page = hall.get("1/")

    assert page.context["clock"]["extra"] == 8
    assert page.context["clock"]["reasons"] == [_("the referee's decision"), "Feueralarm"]
    assert (page.content.decode().count("Nicht bedient"), page.content.decode().count("Feueralarm")) == (0, 1)


def test_search_longer_than_any_name_finds_nobody_and_stays_in_the_field():
    words = "Öztürk" * 50

    page = Hall().get(f"?name={words}")

    assert (page.status_code, page.context["found"]) == (200, [])
    assert f'value="{words}"' in page.content.decode()


@pytest.mark.parametrize("path", ["", "1/", "standings/", "seats/"])
def test_notice_of_the_director_is_on_every_page_at_once(path):
    hall = Hall()
    etag = hall.get(path).headers["ETag"]

    set_notice(tournament=hall.tournament, notice="Essen ab 13 Uhr", by=hall.by, now=NOW)
    page = hall.get(path, if_none_match=etag)

    assert (page.status_code, page.content.decode().count("Essen ab 13 Uhr")) == (200, 1)


def test_changed_name_is_on_the_page_at_once():
    hall = Hall()
    etag = hall.get("1/").headers["ETag"]
    person = Participant.objects.get(tournament=hall.tournament, number=1)

    change_participant(
        participant=person, seen={"surname": person.surname}, values={"surname": "Zöllner"}, by=hall.by, now=NOW
    )

    answer = hall.get("1/", if_none_match=etag)
    assert (answer.status_code, answer.content.decode().count("Zöllner") > 0) == (200, True)


@pytest.mark.parametrize("way", [merge_registration, register_participants])
def test_club_that_a_second_list_brings_is_on_the_page_at_once(way):
    hall = Hall()
    person = Participant.objects.get(tournament=hall.tournament, number=4)
    etag = hall.get("4/").headers["ETag"]
    known = Registration(surname=person.surname, first_name=person.first_name, club="Doko Zwölf")

    if way is merge_registration:
        way(participant=person, registration=known, by=hall.by, now=NOW)
    else:
        way(tournament=hall.tournament, registrations=[], merges={4: known}, by=hall.by, now=NOW)

    assert hall.get("4/", if_none_match=etag).status_code == 200
    assert hall.text("?name=e").count("Doko Zwölf") == 1


def test_nothing_is_shown_before_the_first_seats_are_published():
    tournament = make_tournament()
    make_participants(tournament, 8)

    pages = {
        name: Client().get(reverse(name, args=[tournament.slug]))
        for name in ("public_home", "public_seats", "public_standings")
    }

    assert {name: page.status_code for name, page in pages.items()} == dict.fromkeys(pages, 200)
    assert pages["public_home"].context["state"].people == {}
    assert Client().get(f"/t/{tournament.slug}/1/").status_code == 404
