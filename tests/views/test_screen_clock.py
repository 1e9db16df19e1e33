"""The clock on the screens of the hall: phases, gong, extra minutes and why, who owes a solo."""

from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.utils.translation import gettext as _

from tests.builders import (
    NOW,
    make_actor,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
)
from tests.services.incident_hall import Hall as IncidentHall
from tests.views.hall_screen import make_screen
from tournament.clock import Phase
from tournament.models import Seat
from tournament.services.clock import extend, start_clock
from tournament.services.lateness import let_table_wait
from tournament.services.sheets import receive_sheet

pytestmark = pytest.mark.django_db


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
