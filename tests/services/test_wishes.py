"""Who should not sit with whom."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_tournament
from tournament.models import ApartWish, JournalEntry
from tournament.services.participants import delete_participant
from tournament.services.undo import undo
from tournament.services.wishes import ALWAYS, add_wish, change_wish, delete_wish

pytestmark = pytest.mark.django_db


def wishes():
    return [(w.first.number, w.second.number, w.strict, w.rounds) for w in ApartWish.objects.order_by("pk")]


def test_add_change_and_delete_a_wish():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna, berta = make_participants(tournament, 2, by=by)

    wish = add_wish(tournament=tournament, first=anna, second=berta, strict=True, by=by, now=NOW)
    added = wishes()
    change_wish(wish=wish, strict=False, rounds=2, by=by, now=NOW)
    changed = wishes()
    delete_wish(wish=wish, by=by, now=NOW)

    assert (added, changed, wishes()) == ([(1, 2, True, ALWAYS)], [(1, 2, False, 2)], [])
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("number")[1:]
    about = {"first_uuid": str(anna.uuid), "second_uuid": str(berta.uuid)}
    assert [(entry.what, entry.params) for entry in entries] == [
        ("wish_added", about),
        ("wish_changed", about),
        ("wish_deleted", about),
    ]


def test_add_wish_refuses_one_person_with_herself():
    tournament = make_tournament()
    by = make_actor(tournament)
    (anna,) = make_participants(tournament, 1, by=by)

    with pytest.raises(RuleError) as error:
        add_wish(tournament=tournament, first=anna, second=anna, strict=False, by=by, now=NOW)

    assert [problem.code for problem in error.value.problems] == ["wish_same_person"]


def test_add_wish_refuses_the_same_pair_in_either_order():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna, berta = make_participants(tournament, 2, by=by)
    add_wish(tournament=tournament, first=anna, second=berta, strict=False, by=by, now=NOW)

    with pytest.raises(RuleError) as error:
        add_wish(tournament=tournament, first=berta, second=anna, strict=True, by=by, now=NOW)

    assert [problem.code for problem in error.value.problems] == ["wish_twice"]


def test_deleting_a_person_takes_the_wishes_along_and_back():
    tournament = make_tournament()
    by = make_actor(tournament)
    anna, berta = make_participants(tournament, 2, by=by)
    add_wish(tournament=tournament, first=anna, second=berta, strict=True, by=by, now=NOW)

    delete_participant(participant=berta, by=by, now=NOW)
    after = wishes()
    undo(entry=JournalEntry.objects.latest("number"), by=by, now=NOW)

    assert (after, wishes()) == ([], [(1, 2, True, ALWAYS)])
