"""The pages of a desk ask the database alike, whether it holds one tournament or several."""

import re

import pytest
from django.db import connection

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


def is_bounded(plan: str, sql: str) -> bool:
    """Whether SQLite reaches steps by what says which: their tournament, their key, the step they undo, the newest."""
    return (
        re.search(r"\b(tournament_id|rowid)=", plan) is not None
        or ("undoes_id=" in plan and '"undoes_id" IS NULL' not in sql)
        or ("journal_at" in plan and "LIMIT 1" in sql)
    )


@pytest.mark.sqlite
def test_no_page_looks_through_the_steps_of_all_tournaments():
    seed = make_seed(players=16, rounds=2, now=NOW)
    visitor = Visitor()
    reads = [
        (page.label, sql)
        for page in pages(seed)
        for sql in visitor.asked(page, seed.slug)
        if sql.startswith("SELECT") and "tournament_journalentry" in sql
    ]

    found = []
    with connection.cursor() as cursor:
        for label, sql in reads:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plans = [str(row[3]) for row in cursor.fetchall()]
            found += [
                (label, plan, is_bounded(plan, sql))
                for plan in plans
                if re.match(r"(SCAN|SEARCH) tournament_journalentry\b", plan)
            ]

    assert {"sheet", "journal", "undo_step (sent)"} <= {label for label, _plan, _bounded in found}
    assert [(label, plan) for label, plan, bounded in found if not bounded] == []


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
