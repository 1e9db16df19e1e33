"""Penalties on the pages of a sheet: in their row where rows are typed, else beside the totals that contain them."""

import re

import pytest
from django.urls import reverse

from tests.builders import NOW, client_for, confirm, make_actor, tables_of, type_rows, type_totals
from tests.views.incident_desk import record
from tournament.models import Table
from tournament.roles import Role
from tournament.services.incidents import lift_incident

pytestmark = pytest.mark.django_db


def confirm_all(table, *, by):
    typed = type_totals(table, (10, -4, -2, -4), by=by)
    if typed.confirmed_at is None:
        confirm(typed, by=by)


def fines(hall):
    """The line of the penalties above the totals, as it is read."""
    tournament, *_rest = hall
    address = reverse("sheet", args=[tournament.slug, 1, 2])
    page = client_for(make_actor(tournament)).get(address, follow=True).content.decode()
    found = re.search(r'<tr class="fines">(.*?)</tr>', page, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", cell).strip() for cell in found[1].split("</td>")[:-1]] if found else []


def test_sheet_of_totals_says_of_which_penalties_until_they_are_lifted(hall):
    tournament, _round, table, _people = hall
    incident = record(hall)
    type_totals(table, (11, -7, -1, -3), by=make_actor(tournament))

    during = fines(hall)
    lift_incident(incident=incident, reason="Irrtum", by=make_actor(tournament), now=NOW)

    assert during[1:] == ["+1", "−3", "+1", "+1", ""]
    assert fines(hall) == []


def test_clerk_who_types_totals_sees_the_penalties_they_contain(hall):
    tournament, *_rest = hall
    record(hall)

    page = client_for(make_actor(tournament)).get(reverse("sheet", args=[tournament.slug, 1, 2]))

    shown = [(column.position, points) for column, points in page.context["paper"].fined]
    assert shown == [(1, 1), (2, -3), (3, 1), (4, 1)]
    assert page.content.decode().count('class="fines"') == 1


def test_penalty_in_a_row_stands_there_and_not_once_more_beside_the_totals(hall):
    tournament, round_, table, _people = hall
    Table.objects.filter(pk=table.pk).update(depth="rows")
    director = make_actor(tournament)
    type_rows(tables_of(round_)[2], "13 2", by=director)
    record(hall, game_number=1)

    page = client_for(director).get(reverse("sheet", args=[tournament.slug, 1, 2]))

    assert page.context["paper"].fines == ()
    assert [cell.penalty for cell in page.context["paper"].lines[0].cells] == [1, -3, 1, 1]


def test_penalty_that_names_no_row_stands_beside_the_totals(hall):
    tournament, round_, table, _people = hall
    Table.objects.filter(pk=table.pk).update(depth="rows")
    director = make_actor(tournament)
    type_rows(tables_of(round_)[2], "13 2", by=director)
    record(hall)

    page = client_for(director).get(reverse("sheet", args=[tournament.slug, 1, 2]))

    assert page.context["paper"].fines == (1, -3, 1, 1)


@pytest.mark.parametrize(("role", "led"), [(Role.DIRECTOR, 1), (Role.CLERK, 0)])
def test_sheet_leads_to_the_incident_at_its_table_whoever_may_record_one(hall, role, led):
    tournament, _round, table, _people = hall
    client = client_for(make_actor(tournament, role))
    form, sheet = (reverse(name, args=[tournament.slug, 1, 2]) for name in ("incident_new", "sheet"))

    open_ = client.get(sheet).content.decode().count(f'href="{form}"')
    confirm_all(table, by=make_actor(tournament))

    assert (open_, client.get(sheet, follow=True).content.decode().count(f'href="{form}"')) == (led, led)


def test_confirmed_sheet_says_of_which_penalties(hall):
    tournament, _round, table, _people = hall
    confirm_all(table, by=make_actor(tournament))
    record(hall)

    assert fines(hall)[1:] == ["+1", "−3", "+1", "+1", ""]
