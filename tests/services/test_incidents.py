"""The referee's book through the services: examples P01–P24, and what becomes of sheets and standings."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, confirm, make_actor, make_tournament, type_totals
from tests.services.incident_hall import Hall, standing_of
from tournament.models import Extension, Game, Incident, JournalEntry, Participant, Penalty, Seat, Table
from tournament.queries.incidents import book, entry_of
from tournament.queries.sheets import sheet_data
from tournament.records import shares_of, totals_of
from tournament.registration import Registration
from tournament.services.incidents import (
    NORMAL,
    SOLO,
    UNSPORTSMANLIKE,
    WEDDING,
    change_incident,
    lift_incident,
    propose,
)
from tournament.services.participants import register_participant
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def refused(call, *args, **values) -> list[str]:
    with pytest.raises(RuleError) as refusal:
        call(*args, **values)
    return [problem.code for problem in refusal.value.problems]


# id: what the referee states (seats as positions), the row, the effect, whether a mandatory solo is used up
TARIFF = {
    "P01": ({"breach": "insignificant"}, [0, 0, 0, 0], "goes_on", None),
    "P02": ({"breach": "minor"}, [1, -3, 1, 1], "goes_on", None),
    "P04": ({"breach": "minor", "kind": SOLO, "soloist": 1, "offender": 1}, [-3, 1, 1, 1], "goes_on", None),
    "P05": ({"breach": "minor", "kind": SOLO, "soloist": 1, "can_hurt": True}, [3, -3, 0, 0], "goes_on", None),
    "P07": ({"breach": "minor", "kind": SOLO, "soloist": 1, "can_hurt": False}, [1, -3, 1, 1], "goes_on", None),
    "P08": ({"breach": "serious"}, [4, -12, 4, 4], "not_played", None),
    "P09": ({"breach": "serious", "pledges": 1}, [5, -15, 5, 5], "not_played", None),
    "P10a": ({"breach": "serious", "pledges": 2}, [6, -18, 6, 6], "not_played", None),
    "P10b": ({"breach": "serious", "pledges": 3}, [7, -21, 7, 7], "not_played", None),
    "P10c": ({"breach": "serious", "pledges": 4}, [8, -24, 8, 8], "not_played", None),
    "P11": ({"breach": "serious", "kind": SOLO, "soloist": 1, "offender": 1}, [-12, 4, 4, 4], "not_played", False),
    "P12": ({"breach": "serious", "kind": SOLO, "soloist": 1}, [12, -12, 0, 0], "counts", True),
    "P13": ({"breach": "serious", "kind": SOLO, "soloist": 1, "pledges": 1}, [15, -15, 0, 0], "counts", True),
    "P14": ({"breach": "serious", "kind": SOLO, "soloist": 1, "pledges": 2}, [18, -18, 0, 0], "counts", True),
    "P15": ({"breach": "serious", "kind": SOLO, "soloist": 1, "pledges": 3}, [21, -21, 0, 0], "counts", True),
    "P16": ({"breach": "serious", "kind": SOLO, "soloist": 1, "pledges": 4}, [24, -24, 0, 0], "counts", True),
    "P17": ({"breach": "serious", "pledges": 0}, [4, -12, 4, 4], "not_played", None),
    "P19": ({"breach": "serious_decided", "offender": 3}, [1, 1, -3, 1], "scored", None),
    "P20": ({"breach": "serious_decided"}, [1, -3, 1, 1], "scored", None),
    "P21": ({"breach": "minor", "kind": WEDDING}, [1, -3, 1, 1], "goes_on", None),
}


@pytest.mark.parametrize(("stated", "row", "effect", "solo_used"), TARIFF.values(), ids=TARIFF.keys())
def test_tariff_is_booked_as_the_rule_book_says(stated, row, effect, solo_used):
    hall = Hall()
    people = {key: hall.p(value) if key in ("soloist", "offender") else value for key, value in stated.items()}

    incident = hall.record(**people)

    incident.refresh_from_db()
    assert (hall.row(incident), incident.effect, incident.solo_used) == (row, effect, solo_used)


@pytest.mark.parametrize("deduction", [12, 5])
def test_deduction_stands_outside_the_sheet(deduction):
    hall = Hall()

    incident = hall.record(offender=hall.p(4), breach=UNSPORTSMANLIKE, deduction=deduction)

    assert (hall.row(incident), incident.deduction) == ([0, 0, 0, 0], deduction)


def test_inciting_punishes_both():
    hall = Hall()

    breach = hall.record()
    inciting = hall.record(offender=hall.p(3), breach=UNSPORTSMANLIKE, deduction=3, reason="Angestiftet")

    assert (hall.row(breach), hall.row(inciting), inciting.deduction) == ([1, -3, 1, 1], [0, 0, 0, 0], 3)


def test_two_penalties_in_one_game_both_stand():
    hall = Hall()

    hall.record()
    hall.record(offender=hall.p(1))

    total = [0, 0, 0, 0]
    for incident in Incident.objects.all():
        total = [have + more for have, more in zip(total, hall.row(incident), strict=True)]
    assert total == [-2, -2, 2, 2]


def test_referee_may_state_other_points_with_a_reason():
    hall = Hall()
    own = {hall.p(1).pk: 2, hall.p(2).pk: -4, hall.p(3).pk: 1, hall.p(4).pk: 1}

    incident = hall.record(points=own, points_reason="Kontra hatte den Schaden")

    assert hall.row(incident) == [2, -4, 1, 1]


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ({"reason": " "}, ["reason_missing"]),
        ({"offender": None}, ["offender_missing", "offender_missing"]),
        ({"signed_by": ""}, ["signature_missing"]),
        ({"claimants": (2,)}, ["claimant_is_offender"]),
        ({"table": None}, ["table_missing"]),
        ({"breach": "minor", "kind": SOLO}, ["soloist_of_incident_missing"]),
        ({"breach": "serious", "pledges": 5}, ["pledges_outside"]),
        ({"breach": UNSPORTSMANLIKE, "deduction": 13}, ["deduction_outside"]),
        ({"breach": "minor", "deduction": 3}, ["deduction_not_unsportsmanlike"]),
        ({"breach": "", "minutes": 5, "table": None}, ["table_missing"]),
    ],
)
def test_incomplete_decision_is_refused_and_nothing_booked(values, codes):
    hall = Hall()
    people = {"claimants": tuple(hall.p(position) for position in values.get("claimants", ()))}

    assert refused(hall.record, **{**values, **people}) == codes
    assert (Incident.objects.count(), Penalty.objects.count(), Extension.objects.count()) == (0, 0, 0)


def test_claimant_of_a_tournament_that_was_brought_back_keeps_the_name_he_has_here():
    hall = Hall()
    incident = hall.record(claimants=(hall.p(1),))
    copy = make_tournament(name="Kopie")
    register_participant(
        tournament=copy, registration=Registration(surname="Anders", first_name="Ida"), by=make_actor(copy), now=NOW
    )
    Participant.objects.filter(tournament=copy).update(uuid=hall.p(1).uuid)

    assert [entry.claimants for entry in book(hall.tournament)] == [(hall.p(1).name,)]
    assert entry_of(incident).claimants == (hall.p(1).name,)


def test_minor_breach_against_a_soloist_asks_whether_it_could_hurt():
    hall = Hall()

    assert refused(hall.record, kind=SOLO, soloist=hall.p(1)) == ["can_hurt_missing"]


def test_own_points_need_a_reason_and_sum_to_zero():
    hall = Hall()
    lopsided = {hall.p(1).pk: 3, hall.p(2).pk: -4}
    other = {hall.p(1).pk: 4, hall.p(2).pk: -4}
    as_tariff = {hall.p(1).pk: 1, hall.p(2).pk: -3, hall.p(3).pk: 1, hall.p(4).pk: 1}

    assert refused(hall.record, points=lopsided, points_reason="so") == ["penalty_not_zero_sum"]
    assert refused(hall.record, points=other) == ["points_reason_missing"]
    assert hall.row(hall.record(points=as_tariff)) == [1, -3, 1, 1]


def test_offender_of_another_table_is_refused():
    hall = Hall(players=8)
    stranger = Participant.objects.get(number=8)

    assert refused(hall.record, offender=stranger) == ["offender_not_seated"]


def test_sitting_offender_at_a_five_needs_the_referees_own_points():
    hall = Hall(players=5)
    own = {hall.p(1).pk: 1, hall.p(2).pk: -3, hall.p(3).pk: 1, hall.p(4).pk: 1}

    assert refused(hall.record, sits_out=hall.p(2)) == ["sitting_offender_needs_points"]
    incident = hall.record(sits_out=hall.p(2), points=own, points_reason="Geber")
    assert (hall.row(incident), incident.effect) == ([1, -3, 1, 1, 0], "goes_on")


def test_at_a_five_the_sitting_dealer_is_not_credited():
    hall = Hall(players=5)

    assert hall.row(hall.record(sits_out=hall.p(5))) == [1, -3, 1, 1, 0]


def test_extra_minutes_go_to_the_table_and_those_of_the_court():
    hall = Hall(players=12)
    court = tuple(Table.objects.filter(round=hall.round, number__in=(2, 3)).order_by("number"))

    hall.record(minutes=7, court_tables=court)

    assert list(Extension.objects.order_by("table__number").values_list("table__number", "minutes")) == [
        (1, 7),
        (2, 7),
        (3, 7),
    ]


def test_penalty_booked_after_typing_is_added_to_the_typed_totals():
    hall = Hall()
    hall.type_totals(10, -4, -2, -4)

    hall.record()

    assert hall.totals() == [11, -7, -1, -3]


def test_penalty_contained_in_the_typed_totals_is_not_added_twice():
    hall = Hall()
    hall.type_totals(11, -7, -1, -3)

    hall.record(contained=True)

    assert hall.totals() == [11, -7, -1, -3]


def test_lifting_takes_points_minutes_and_disqualification_back():
    hall = Hall()
    hall.type_totals(10, -4, -2, -4)
    incident = hall.record(minutes=5, disqualified=True)

    lift_incident(incident=incident, reason="Schiedsgericht", by=hall.by, now=NOW)

    incident.refresh_from_db()
    assert (hall.totals(), Extension.objects.count(), incident.lifted_at, incident.lifted_reason) == (
        [10, -4, -2, -4],
        0,
        NOW,
        "Schiedsgericht",
    )
    assert Participant.objects.get(pk=hall.p(2).pk).disqualified_at is None
    assert Penalty.objects.filter(incident=incident).count() == 4


def test_lifting_needs_a_reason_and_happens_once():
    hall = Hall()
    hall.type_totals(10, -4, -2, -4)
    incident = hall.record()

    assert refused(lift_incident, incident=incident, reason=" ", by=hall.by, now=NOW) == ["reason_missing"]
    lift_incident(incident=incident, reason="Irrtum", by=hall.by, now=NOW)
    lift_incident(incident=incident, reason="Irrtum", by=hall.by, now=NOW)

    assert hall.totals() == [10, -4, -2, -4]


def test_appeal_changes_the_decision_and_the_totals():
    hall = Hall()
    hall.type_totals(10, -4, -2, -4)
    incident = hall.record(kind=SOLO, soloist=hall.p(1), can_hurt=True)
    first = hall.totals()

    change_incident(
        incident=incident,
        decision=hall.decision(
            kind=SOLO, soloist=hall.p(1), can_hurt=False, appealed=True, court="A, B, C", decision="kein Schaden"
        ),
        version=incident.version,
        by=hall.by,
        now=NOW,
    )

    assert (first, hall.totals()) == ([13, -7, -2, -4], [11, -7, -1, -3])
    assert hall.row(incident) == [1, -3, 1, 1]


def test_decision_moved_to_another_table_leaves_the_first_as_it_was():
    hall = Hall(players=8)
    hall.type_totals(0, 0, 0, 0)
    incident = hall.record()
    other = Table.objects.get(round=hall.round, number=2)
    people = [seat.participant for seat in Seat.objects.filter(table=other).order_by("position")]

    change_incident(
        incident=incident,
        decision=hall.decision(table=other, offender=people[0]),
        version=incident.version,
        by=hall.by,
        now=NOW,
    )

    assert hall.totals() == [0, 0, 0, 0]
    assert dict(Penalty.objects.values_list("participant_id", "points"))[people[0].pk] == -3


def test_stale_change_is_refused():
    hall = Hall()
    incident = hall.record()

    codes = refused(change_incident, incident=incident, decision=hall.decision(), version=7, by=hall.by, now=NOW)

    assert codes == ["incident_changed"]


def test_undo_of_an_incident_restores_everything():
    hall = Hall()
    hall.type_totals(10, -4, -2, -4)
    hall.record(minutes=5, disqualified=True)

    undo(entry=JournalEntry.objects.latest("number"), by=hall.by, now=NOW)

    assert hall.totals() == [10, -4, -2, -4]
    assert (Incident.objects.count(), Penalty.objects.count(), Extension.objects.count()) == (0, 0, 0)
    assert Participant.objects.get(pk=hall.p(2).pk).disqualified_at is None


def test_proposal_books_nothing():
    hall = Hall()

    proposal = propose(hall.decision(breach="serious", kind=NORMAL, pledges=1))

    assert [proposal.points[person.pk] for person in hall.people] == [5, -15, 5, 5]
    assert Incident.objects.count() == 0


def test_combined_row_of_a_game_and_a_penalty_is_read_from_the_sheet():
    hall = Hall()
    Game.objects.create(tournament=hall.tournament, table=hall.table, number=1, kind="normal", p1=2, p2=-2, p3=2, p4=-2)
    Table.objects.filter(pk=hall.table.pk).update(depth="rows")
    hall.record(game_number=1)
    table = Table.objects.select_related("round").get(pk=hall.table.pk)

    data = sheet_data(table)

    assert totals_of(data) == (3, -5, 3, -1)
    assert [share.penalties for share in shares_of(data)] == [1, -3, 1, 1]


def test_minor_breach_in_a_row_is_never_taken_for_a_lost_solo():
    hall = Hall()
    Game.objects.create(tournament=hall.tournament, table=hall.table, number=1, kind="normal", p1=0, p2=0, p3=0, p4=0)
    Table.objects.filter(pk=hall.table.pk).update(depth="rows")
    hall.record(game_number=1)
    table = Table.objects.select_related("round").get(pk=hall.table.pk)

    data = sheet_data(table)

    assert totals_of(data) == (1, -3, 1, 1)
    assert [share.solos_won for share in shares_of(data)] == [0, 0, 0, 0]


def test_penalty_lifted_after_publication_changes_the_standings():
    hall = Hall()
    table = type_totals(hall.table, [10, -4, -2, -4], by=hall.by)
    if table.confirmed_at is None:
        confirm(table, by=make_actor(hall.tournament))
    incident = hall.record(offender=hall.p(1), breach="serious")
    published = standing_of(hall.tournament)

    lift_incident(incident=incident, reason="Schiedsgericht", by=hall.by, now=NOW)

    assert published == {1: (4, -2), 2: (2, 0), 3: (1, 2), 4: (2, 0)}
    assert standing_of(hall.tournament) == {1: (1, 10), 2: (3, -4), 3: (2, -2), 4: (3, -4)}


def last_entry() -> JournalEntry:
    return JournalEntry.objects.latest("number")


def test_entry_that_the_typed_totals_contain_is_lifted_and_not_undone():
    hall = Hall()
    incident = hall.record()
    entry = last_entry()
    type_totals(hall.table, [11, -7, -1, -3], by=make_actor(hall.tournament))

    assert refused(undo, entry=entry, by=make_actor(hall.tournament), now=NOW) == ["undo_blocked"]
    lift_incident(incident=incident, reason="Irrtum", by=hall.by, now=NOW)
    assert hall.totals() == [10, -4, -2, -4]


def test_entry_after_the_sheet_is_confirmed_can_be_undone():
    hall = Hall()
    type_totals(hall.table, [10, -4, -2, -4], by=make_actor(hall.tournament))
    hall.record()

    undo(entry=last_entry(), by=make_actor(hall.tournament), now=NOW)

    assert hall.totals() == [10, -4, -2, -4]


def test_entry_is_undone_whatever_is_typed_at_another_table():
    hall = Hall(players=8)
    hall.record()
    entry = last_entry()
    other = Table.objects.select_related("round", "tournament").get(round=hall.round, number=2)
    type_totals(other, [10, -4, -2, -4], by=make_actor(hall.tournament))

    undo(entry=entry, by=make_actor(hall.tournament), now=NOW)

    assert Incident.objects.count() == 0
