"""What an entry of the referee's book would change, shown before it is made; nothing of the trial is kept."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import DrawMode, Incident, JournalEntry, Participant, Penalty, Round, Seat, Tournament
from tournament.queries.incidents import is_binding
from tournament.queries.standings import computed
from tournament.roles import Role
from tournament.services.incident_trials import preview_change, preview_lift, preview_record
from tournament.services.incidents import UNSPORTSMANLIKE, Decision, change_incident, lift_incident, record_incident
from tournament.services.publications import publish_standings

pytestmark = pytest.mark.django_db


class Hall:
    """Two tables of four whose sheets are confirmed; people by start number."""

    def __init__(self, totals=((10, -4, -2, -4), (7, 3, -3, -7)), **values) -> None:
        self.tournament = make_tournament(**values)
        self.director = make_actor(self.tournament)
        self.by = make_actor(self.tournament, Role.REFEREE)
        self.round = make_round(self.tournament, players=8, by=self.director)
        for number, table in tables_of(self.round).items():
            typed = type_totals(table, totals[number - 1], by=self.director)
            if typed.confirmed_at is None:
                confirm(table, by=self.director)

    def p(self, number: int) -> Participant:
        return Participant.objects.get(tournament=self.tournament, number=number)

    def decision(self, **values) -> Decision:
        base = {
            "happened_at": NOW,
            "round": self.round,
            "table": tables_of(self.round)[1],
            "game_number": 7,
            "offender": self.p(1),
            "breach": "minor",
            "reason": "Nicht bedient",
            "signed_by": "R. Echt",
        }
        return Decision(**{**base, **values})

    def record(self, **values) -> Incident:
        return record_incident(tournament=self.tournament, decision=self.decision(**values), by=self.by, now=NOW)

    def state(self):
        """All that a trial could have touched."""
        return (
            list(Incident.objects.order_by("pk").values_list("uuid", "version", "lifted_at", "breach")),
            list(Penalty.objects.order_by("pk").values_list("participant__number", "points")),
            list(Seat.objects.order_by("pk").values_list("total", flat=True)),
            list(Participant.objects.order_by("number").values_list("disqualified_at", flat=True)),
            JournalEntry.objects.count(),
            list(Tournament.objects.values_list("journal_number", "public_version")),
        )


def moved(found):
    return [
        (row.participant.number, row.total_before, row.total_after, row.rank_before, row.rank_after)
        for row in found.moved
    ]


def standing_of(tournament):
    return {row.participant.number: (row.total, row.rank) for row in computed(tournament).rows}


def test_new_entry_at_a_confirmed_sheet_shows_totals_and_ranks_and_keeps_nothing():
    hall = Hall()
    before = hall.state()

    found = preview_record(tournament=hall.tournament, decision=hall.decision(breach="serious"), by=hall.by, now=NOW)

    assert moved(found) == [
        (5, 7, 7, 2, 1),
        (6, 3, 3, 3, 2),
        (3, -2, 2, 4, 3),
        (2, -4, 0, 6, 4),
        (4, -4, 0, 6, 4),
        (1, 10, -2, 1, 6),
        (7, -3, -3, 5, 7),
    ]
    assert hall.state() == before


def test_preview_of_a_new_entry_is_what_the_entry_then_does():
    hall = Hall()
    found = preview_record(tournament=hall.tournament, decision=hall.decision(), by=hall.by, now=NOW)

    hall.record()

    after = standing_of(hall.tournament)
    assert {row.participant.number: (row.total_after, row.rank_after) for row in found.moved} == {
        number: after[number] for number in (row.participant.number for row in found.moved)
    }


def test_lifting_after_the_standings_were_published_shows_the_way_back():
    hall = Hall()
    incident = hall.record(breach="serious")
    publish_standings(round_=hall.round, by=hall.director, now=NOW)
    before = hall.state()

    found = preview_lift(incident=incident, by=hall.by, now=NOW)

    assert hall.state() == before
    assert moved(found) == [
        (1, -2, 10, 6, 1),
        (5, 7, 7, 1, 2),
        (6, 3, 3, 2, 3),
        (3, 2, -2, 3, 4),
        (7, -3, -3, 7, 5),
        (2, 0, -4, 4, 6),
        (4, 0, -4, 4, 6),
    ]
    lift_incident(incident=incident, reason="Schiedsgericht", by=hall.by, now=NOW)
    assert standing_of(hall.tournament)[1] == (10, 1)


def test_changed_decision_after_an_appeal_is_shown_first():
    hall = Hall()
    incident = hall.record(breach="serious")

    found = preview_change(
        incident=incident, decision=hall.decision(appealed=True), version=incident.version, by=hall.by, now=NOW
    )

    assert (1, -2, 7, 6, 1) in moved(found)
    assert sum(row.total_after for row in found.moved if row.participant.number <= 4) == 0


def test_stale_change_is_refused_in_the_preview_too():
    hall = Hall()
    incident = hall.record()

    with pytest.raises(RuleError) as refusal:
        preview_change(incident=incident, decision=hall.decision(), version=9, by=hall.by, now=NOW)

    assert [problem.code for problem in refusal.value.problems] == ["incident_changed"]


def test_deduction_without_a_round_counts_against_every_seating_by_standings():
    hall = Hall(draw_mode=DrawMode.STANDINGS)
    make_round(hall.tournament, by=hall.director)
    Round.objects.filter(number=2).update(draw_mode=DrawMode.STANDINGS)
    decision = hall.decision(round=None, table=None, game_number=None, breach=UNSPORTSMANLIKE, deduction=12)

    found = preview_record(tournament=hall.tournament, decision=decision, by=hall.by, now=NOW)

    assert [(seating.number, seating.differs) for seating in found.seatings] == [(2, True)]
    assert (1, 10, -2, 1, 3) in moved(found)


def test_disqualification_moves_the_offender_to_the_end_and_the_others_up():
    hall = Hall()
    decision = hall.decision(breach=UNSPORTSMANLIKE, disqualified=True)

    found = preview_record(tournament=hall.tournament, decision=decision, by=hall.by, now=NOW)

    assert [(number, before, after) for number, _t, _u, before, after in moved(found)] == [
        (5, 2, 1),
        (6, 3, 2),
        (3, 4, 3),
        (7, 5, 4),
        (2, 6, 5),
        (4, 6, 5),
        (8, 8, 7),
        (1, 1, None),
    ]


def test_entry_at_an_open_sheet_of_an_unpublished_list_binds_nobody():
    tournament = make_tournament()
    make_round(tournament, players=4)

    assert is_binding(tournament) is False
    assert is_binding(Hall().tournament) is True


def test_entry_sent_twice_is_entered_once():
    hall = Hall()
    uuid = "5f0c5a56-4b0b-4a35-9d7e-1f6b7b1c0a11"
    values = {"tournament": hall.tournament, "decision": hall.decision(), "by": hall.by, "now": NOW, "uuid": uuid}

    first, second = record_incident(**values), record_incident(**values)

    assert (first.pk, Incident.objects.count(), standing_of(hall.tournament)[1]) == (second.pk, 1, (7, 1))


def test_disqualification_that_hit_the_wrong_person_is_taken_back_when_the_entry_names_another():
    hall = Hall()
    incident = hall.record(breach=UNSPORTSMANLIKE, disqualified=True)

    change_incident(
        incident=incident,
        decision=hall.decision(offender=hall.p(2), breach=UNSPORTSMANLIKE, disqualified=True),
        version=incident.version,
        by=hall.by,
        now=NOW,
    )

    gone = Participant.objects.filter(disqualified_at__isnull=False).values_list("number", flat=True)
    assert list(gone) == [2]
