"""Real evenings walked again through the desk, from the seats to the list on the wall."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.errors import Problem
from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tournament.actors import Actor
from tournament.messages import text
from tournament.models import Table, Tournament
from tournament.queries.standings import listed, standings
from tournament.services.publications import finalise_standings, post_standings
from tournament.services.rounds import change_round_settings

pytestmark = pytest.mark.django_db

# A club evening of nine players in March 2015: twelve games a player, two rounds, one table of four and one of five.
# In round 2 the two best of each table met at table 1. Start numbers are the places of the published list.
ROUND_1 = {1: {8: 10, 7: 8, 2: -2, 6: -16}, 2: {1: 9, 3: 7, 9: 3, 4: -4, 5: -15}}
ROUND_2 = {1: {8: -27, 7: -25, 1: 43, 3: 9}, 2: {2: 20, 4: -1, 5: 4, 6: 3, 9: -29}}
PUBLISHED = [
    (1, 1, [9, 43], 52),
    (2, 2, [-2, 20], 18),
    (3, 3, [7, 9], 16),
    (4, 4, [-4, -1], -5),
    (5, 5, [-15, 4], -11),
    (6, 6, [-16, 3], -13),
    (7, 7, [8, -25], -17),
    (7, 8, [10, -27], -17),
    (9, 9, [3, -29], -26),
]


def the_evening() -> tuple[Tournament, Actor]:
    tournament = make_tournament(rounds=2, games_four=12, games_five=15, check_sum="refuse", check_parity="refuse")
    by = make_actor(tournament)
    make_participants(tournament, 9, by=by)
    return tournament, by


def play(tournament: Tournament, tables: dict[int, dict[int, int]], *, by: Actor) -> dict[int, Table]:
    """A round seated as on that evening, and the sheets of its tables but the last typed as published."""
    round_ = make_round(tournament, seats=[list(seats) for seats in tables.values()], by=by)
    found = tables_of(round_)
    for number in list(tables)[:-1]:
        type_totals(found[number], list(tables[number].values()), by=by)
    return found


def send_totals(table: Table, totals: list[int], *, by: Actor, reason: str = "") -> HttpResponse:
    """The form of a sheet as a clerk sends it."""
    fields = {f"total-{position}-1": total for position, total in enumerate(totals, start=1)}
    version = Table.objects.get(pk=table.pk).version
    address = reverse("sheet_totals", args=[table.tournament.slug, table.round.number, table.number])
    return client_for(by).post(address, {**fields, "version": version, "reason": reason})


def lines(tournament: Tournament) -> list[tuple[int | None, int, list[int | None], int]]:
    return [
        (row.rank, row.participant.number, [score.points if score else None for score in row.scores], row.total)
        for row in standings(Tournament.objects.get(pk=tournament.pk))
    ]


def test_evening_of_nine_is_ranked_as_published() -> None:
    tournament, by = the_evening()
    first = play(tournament, ROUND_1, by=by)
    type_totals(first[2], list(ROUND_1[2].values()), by=by)
    second = play(tournament, ROUND_2, by=by)
    round_2 = second[2].round

    refused = send_totals(second[2], list(ROUND_2[2].values()), by=by)
    while_open = listed(Tournament.objects.get(pk=tournament.pk))
    change_round_settings(round_=round_2, values={"check_sum": "warn"}, reason="So veröffentlicht", by=by, now=NOW)
    without_reason = send_totals(second[2], list(ROUND_2[2].values()), by=by)
    with_reason = send_totals(second[2], list(ROUND_2[2].values()), by=by, reason="Von allen so unterschrieben")
    confirm(second[2], by=by)
    post_standings(round_=round_2, minutes=0, by=by, now=NOW)
    final = finalise_standings(round_=round_2, director_name="Ilse Uhl", referee_name="", by=by, now=NOW)

    assert (refused.status_code, refused.context["table"].number) == (422, 2)
    assert text(Problem(code="totals_not_zero_sum", params={"sum": -3})) in refused.content.decode()
    assert (without_reason.status_code, with_reason.status_code) == (422, 302)
    assert [column.open_tables for column in while_open.columns] == [(), (2,)]
    assert lines(tournament) == PUBLISHED
    assert [row.shared for row in standings(Tournament.objects.get(pk=tournament.pk))] == [
        *[False] * 6,
        *[True] * 2,
        False,
    ]
    assert Table.objects.get(pk=second[2].pk).override_reason == "Von allen so unterschrieben"
    assert sum(total for _rank, _number, _rounds, total in lines(tournament)) == -3
    assert [(line["rank"], line["number"], line["total"]) for line in final.rows["lines"]] == [
        (rank, number, total) for rank, number, _rounds, total in PUBLISHED
    ]


def test_evening_of_nine_is_shown_to_everybody_as_published(client: Client) -> None:
    tournament, by = the_evening()
    for tables in (ROUND_1, {**ROUND_2, 2: {**ROUND_2[2], 9: -26}}):
        found = play(tournament, tables, by=by)
        type_totals(found[2], list(tables[2].values()), by=by)

    page = client.get(f"/t/{tournament.slug}/standings/")

    shown = [[text for _kind, text in line] for line in page.context["table"].lines()]
    assert [(line[0], line[3], line[4], line[5]) for line in shown] == [
        ("1", "+9", "+43", "+52"),
        ("2", "−2", "+20", "+18"),
        ("3", "+7", "+9", "+16"),
        ("4", "−4", "−1", "−5"),
        ("5", "−15", "+4", "−11"),
        ("6", "−16", "+3", "−13"),
        ("7", "+8", "−25", "−17"),
        ("7", "+10", "−27", "−17"),
        ("9", "+3", "−26", "−23"),
    ]
    assert "sessionid" not in page.cookies
