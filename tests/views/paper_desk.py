"""A desk with a played round, and its papers as files."""

from io import BytesIO

from django.urls import reverse
from pypdf import PdfReader

from tests.builders import (
    NOW,
    client_for,
    make_actor,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tournament.services.rounds import create_round, seat_by_hand
from tournament.services.seating import Plan
from tournament.views.paper_shelf import PAPERS

CHOICES = {
    "round": 1,
    "tables": "",
    "numbers": "",
    "category": "",
    "size": 4,
    "per_page": 1,
    "places": 3,
    "design": "plain",
    "paper": "A4",
    "font": 100,
    "copies": 1,
}


class Desk:
    """Eight people at two tables in a published round; their sheets typed and confirmed."""

    def __init__(self, typed=True, **values):
        self.tournament = make_tournament(
            **{"name": "Müllers Herbst/Pokal", "check_parity": "off", "check_sum": "off", "rounds": 2, **values}
        )
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=8, by=self.by)
        self.tables = tables_of(self.round)
        if typed:
            type_totals(self.tables[1], [10, 4, 4, -18], by=self.by)
            type_totals(self.tables[2], [10, 3, -6, -7], by=self.by)
        self.client = client_for(self.by)

    def paper(self, name, client=None, **choices):
        found = PAPERS[name]
        values = {choice: CHOICES[choice] for choice in found.choices if choice in CHOICES} | choices
        address = reverse("paper", args=[self.tournament.slug, name])
        return (client or self.client).get(address, values)

    def text(self, name, **choices):
        return text_of(self.paper(name, **choices).content)

    def draft(self):
        round_ = create_round(tournament=self.tournament, by=self.by, now=NOW)
        plans = [Plan(number=7, players=(8, 7, 6, 5)), Plan(number=9, players=(4, 3, 2, 1))]
        return seat_by_hand(round_=round_, tables=plans, by=self.by, now=NOW)


def text_of(data):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
