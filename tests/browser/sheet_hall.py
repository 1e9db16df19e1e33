"""A hall whose sheets are typed in a browser."""

from django.urls import reverse

from tests.builders import make_actor, make_round, make_tournament, tables_of
from tournament.models import Game, Table
from tournament.queries.sheets import assess, sheet_data
from tournament.roles import Role

GAMES = (
    *("13 4", "24 2", "12 1", "34 3", "14 5", "s2 7", "23 1", "13 2", "24 6", "12 4", "s4 -3", "34 1"),
    *("14 2", "23 3", "13 1", "s1 2", "24 5", "12 2", "34 4", "14 1", "23 2", "s3 -4", "13 3", "24 1"),
)


"""A sheet of 24 games, four of them mandatory solos, in the order played."""


class Hall:
    """A published round with a clerk and a director."""

    def __init__(self, server, *, players=8, **values):
        self.server = server
        with server.quiet():
            base = {"second_person": True, "games_four": 24, "mandatory_solos": 1, "form": "played", "depth": "rows"}
            self.tournament = make_tournament(**{**base, **values})
            self.director = make_actor(self.tournament)
            self.clerk = make_actor(self.tournament, Role.CLERK)
            self.round = make_round(self.tournament, players=players, by=self.director)
            self.tables = tables_of(self.round)

    def path(self, name, *more):
        return reverse(name, args=[self.tournament.slug, 1, *more])

    def sheet(self, number=1):
        with self.server.quiet():
            return assess(sheet_data(Table.objects.select_related("round").get(number=number, round=self.round)))

    def typed(self, number=1):
        with self.server.quiet():
            games = Game.objects.filter(table=self.tables[number]).order_by("number")
            return list(games.values_list("typed", flat=True))


def wait_for_board(visitor):
    visitor.page.wait_for_url("**/board/")


def saved(visitor, number, text):
    """Wait until the desk has acknowledged a row."""
    visitor.page.wait_for_function(
        "([number, text]) => document.getElementById(`was-${number}`)?.value === text", arg=[number, text]
    )


def type_lines(visitor, lines):
    for line in lines:
        visitor.type(line, "<Enter>")
