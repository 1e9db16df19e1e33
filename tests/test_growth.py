"""The pages of a desk ask the database alike, whether it holds one tournament or several."""

import pytest

from tests.builders import NOW
from tests.growth import Visitor, make_seed, multiply, pages
from tournament.models import Game, JournalEntry, Participant, Screen, Tournament

pytestmark = pytest.mark.django_db


def test_pages_ask_alike_for_one_and_for_many_tournaments():
    seed = make_seed(players=16, rounds=2, now=NOW)
    visitor = Visitor()
    asked = pages(seed)

    alone = [(page.label, visitor.queries(page, seed.slug)) for page in asked]
    multiply(seed, copies=5)
    among_others = [(page.label, visitor.queries(page, seed.slug)) for page in asked]
    of_a_copy = [(page.label, visitor.queries(page, f"{seed.slug}-k5")) for page in asked]

    assert among_others == alone
    assert of_a_copy == alone


def test_copies_are_whole_tournaments():
    seed = make_seed(players=16, rounds=2, now=NOW)
    models = (Participant, Game, JournalEntry, Screen)
    before = [model.objects.count() for model in models]

    multiply(seed, copies=3)

    assert [model.objects.count() for model in models] == [4 * count for count in before]
    for tournament in Tournament.objects.all():
        own = [model.objects.filter(tournament=tournament) for model in models]
        assert [rows.count() for rows in own] == before
        assert set(own[1].values_list("table__tournament", flat=True)) == {tournament.pk}
