"""What the fuzzer of `tests/trials/fuzz.py` found, kind by kind, and what nobody types but anybody can send."""

from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tournament import seen
from tournament.forms.fields import MinutesField, NumbersField, RoomsField
from tournament.messages import SENTENCES
from tournament.models import Game, Incident, JournalEntry, Participant
from tournament.roles import Role
from tournament.services.publications import close_tournament
from tournament.services.sheets import set_depth

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("wanted", ["177", "home", "<b>", "0001-01-01", "login", "evil.example", "x/y"])
def test_way_on_that_is_no_path_leads_to_the_start_page(wanted: str) -> None:
    answer = Client().post(reverse("appearance"), {"language": "en", "next": wanted})

    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("number", ["²", "①", "9" * 5000, "0" * 5000 + "1", "½", "-1", "1e3"])
@pytest.mark.parametrize("field", [MinutesField(), NumbersField()])
def test_digits_that_are_no_number_are_refused(field: MinutesField | NumbersField, number: str) -> None:
    with pytest.raises(ValidationError):
        field.clean(number)


def test_room_named_by_a_line_without_end_is_refused_at_once() -> None:
    with pytest.raises(ValidationError):
        RoomsField().clean("x" + " " * 200_000 + "y")


def test_start_number_of_thousands_of_digits_is_nobody() -> None:
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    answer = client.post(
        reverse("participant_add", args=[tournament.slug]), {"surname": "Ott", "here": "on", "same": "9" * 5000}
    )

    assert answer.status_code == 404
    assert Participant.objects.count() == 0


def test_table_of_thousands_of_digits_is_kept_out_of_a_draw() -> None:
    tournament = make_tournament()
    by = make_actor(tournament)
    round_ = make_round(tournament, players=8, published=False, by=by)

    answer = client_for(by).post(
        reverse("round_draw", args=[tournament.slug, 1]), {"keep": ["9" * 5000, "²"], "attempt": round_.draw_attempt}
    )

    assert answer.status_code == 302


@pytest.mark.parametrize("page", ["screen_notice", "check_in_all"])
def test_closed_tournament_refuses_in_a_sentence_where_the_page_knows_no_refusal(page: str) -> None:
    tournament = make_tournament()
    by = make_actor(tournament)
    make_participants(tournament, 1, checked_in=False, by=by)
    close_tournament(tournament=tournament, by=by, now=NOW)
    entries = JournalEntry.objects.count()

    answer = client_for(by).post(reverse(page, args=[tournament.slug]), {"notice": "Essen"}, follow=True)

    assert answer.status_code == 200
    assert str(SENTENCES["tournament_closed"]) in unescape(answer.content.decode())
    assert JournalEntry.objects.count() == entries


def test_tariff_at_a_table_of_five_asks_who_sits_out() -> None:
    tournament = make_tournament(referee_name="R. Echt")
    round_ = make_round(tournament, players=5)
    offender = Participant.objects.get(tournament=tournament, number=2)
    fields = {"offender": offender.pk, "reason": "Nicht bedient", "kind": "normal", "breach": "minor", "pledges": "0"}

    answer = client_for(make_actor(tournament, Role.REFEREE)).post(
        reverse("incident_new", args=[tournament.slug, round_.number, 1]), {**fields, "signed_by": "R. Echt"}
    )

    assert answer.status_code == 422
    assert str(SENTENCES["sitting_dealer_unknown"]) in unescape(answer.content.decode())
    assert Incident.objects.count() == 0


def test_row_that_comes_after_its_sheet_became_one_of_totals_is_kept_and_the_sheet_can_be_typed() -> None:
    tournament = make_tournament(depth="rows", form="played")
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=8, by=by))[1]
    type_rows(table, "12 3", by=by)
    set_depth(table=table, depth="totals", by=by, now=NOW)
    client = client_for(by)
    place = [tournament.slug, 1, 1]

    late = client.post(reverse("sheet_game", args=[*place, 2]), {"action": "struck"})
    shown = client.get(reverse("sheet", args=place))
    type_totals(table, [20, 6, -6, -20], by=by)
    confirm(table, by=by)
    confirmed = client.get(reverse("sheet", args=place))

    assert [late.status_code, shown.status_code, confirmed.status_code] == [302, 200, 200]
    assert [line.text for line in shown.context["paper"].lines if line.text] == []
    assert list(Game.objects.filter(table=table).order_by("number").values_list("typed", flat=True)) == ["12 3", "x"]


def test_search_longer_after_seats_by_hand_that_were_kept_draws_the_round() -> None:
    tournament = make_tournament()
    by = make_actor(tournament)
    make_round(tournament, players=8, published=False, by=by)
    make_participants(tournament, 4, by=by)
    client = client_for(by)

    client.post(reverse("round_keep", args=[tournament.slug, 1]))
    answer = client.post(reverse("round_draw", args=[tournament.slug, 1]), {"attempt": "0", "longer": "1"})

    assert answer.status_code == 302


def test_what_a_page_showed_says_nothing_where_it_is_nested_without_end():
    assert seen.read("[" * 100_000) is None
