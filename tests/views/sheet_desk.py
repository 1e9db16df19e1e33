"""A desk with a round whose sheets are typed through its pages."""

from django.urls import reverse

from tests.builders import (
    client_for,
    make_actor,
    make_round,
    make_tournament,
    tables_of,
)
from tournament.models import Table
from tournament.roles import Role

DDV = {"mandatory_solos": 1, "second_person": True, "games_four": 24, "form": "rubric"}
ROWS = {"depth": "rows", "form": "played", "games_four": 3, "second_person": True}


class Desk:
    """A round with its tables, and a browser for each person."""

    def __init__(self, players=8, **values):
        self.tournament = make_tournament(**values)
        self.director = make_actor(self.tournament)
        self.clerk = make_actor(self.tournament, Role.CLERK)
        self.round = make_round(self.tournament, players=players, by=self.director)
        self.tables = tables_of(self.round)
        self.client = client_for(self.clerk)

    def url(self, name, table=1, *more):
        args = [self.tournament.slug, self.round.number]
        if not name.startswith("board"):
            args.append(table)
        return reverse(name, args=[*args, *more])

    def table(self, number=1):
        return Table.objects.get(number=number, round=self.round)

    def post_totals(self, totals, *, solos="1234", client=None, **values):
        fields = {f"total-{p}-1": total for p, total in enumerate(totals, start=1)}
        version = values.pop("version", self.table().version)
        return (client or self.client).post(
            self.url("sheet_totals"), {**fields, "solos": solos, "version": version, **values}
        )


def page(response):
    return response.content.decode()
