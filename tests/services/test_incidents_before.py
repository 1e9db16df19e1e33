"""Incidents recorded before a round starts, and what a new seating makes of them."""

import pytest
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament
from tests.services.incident_hall import Hall, standing_of
from tournament.models import Extension, Incident, JournalEntry, Participant, Penalty, Seat, Table
from tournament.queries.incidents import book
from tournament.services.incidents import (
    UNSPORTSMANLIKE,
    Decision,
    record_incident,
)
from tournament.services.rounds import publish_round, seat_by_hand
from tournament.services.seating import Plan
from tournament.services.undo import undo
from tournament.views.paper_lists import referee_report_of
from tournament.views.paper_sheets import penalty_lines

pytestmark = pytest.mark.django_db


class Draft:
    """A round that is seated but not published yet: an incident before the round starts."""

    def __init__(self) -> None:
        self.tournament = make_tournament()
        self.director = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=8, published=False)
        table = Table.objects.get(round=self.round, number=1)
        decision = Decision(
            happened_at=NOW,
            round=self.round,
            table=table,
            offender=Seat.objects.get(table=table, position=2).participant,
            breach="minor",
            reason="Karte aufgedeckt",
            signed_by="R. Echt",
            minutes=5,
        )
        self.incident = record_incident(tournament=self.tournament, decision=decision, by=self.director, now=NOW)

    def seat_anew(self) -> None:
        tables = [Plan(number=1, players=(8, 7, 6, 5)), Plan(number=2, players=(4, 3, 2, 1))]
        seat_by_hand(round_=self.round, tables=tables, by=self.director, now=NOW)

    def found(self) -> tuple[int | None, list[int], list[int]]:
        """Number of the table, penalty points, extra minutes."""
        incident = Incident.objects.select_related("table").get(pk=self.incident.pk)
        return (
            incident.table.number if incident.table else None,
            list(Penalty.objects.filter(incident=incident).order_by("points").values_list("points", flat=True)),
            list(Extension.objects.values_list("minutes", flat=True)),
        )


def test_incident_before_the_round_survives_a_new_seating_and_says_that_its_table_is_gone():
    draft = Draft()

    draft.seat_anew()

    assert draft.found() == (None, [-3, 1, 1, 1], [])
    assert [entry.loose for entry in book(draft.tournament)] == [True]


def test_entry_whose_table_is_gone_is_put_at_the_new_table_of_the_offender():
    draft = Draft()
    draft.seat_anew()
    incident = Incident.objects.get()
    client = client_for(draft.director)
    address = reverse("incident_change", args=[draft.tournament.slug, incident.uuid])

    page = reverse("round", args=[draft.tournament.slug, 1])
    warned = client.get(page).context["loose"]
    form = client.get(address).context["form"]
    fields = {"reason": "Karte aufgedeckt", "kind": "normal", "breach": "minor", "signed_by": "R. Echt"}
    offender = incident.offender_id
    answer = client.post(address, {**fields, "offender": offender, "version": incident.version})

    assert (form.table.number, form["offender"].value()) == (2, offender)
    assert (answer.status_code, warned, client.get(page).context["loose"]) == (302, 1, 0)
    assert draft.found() == (2, [-3, 1, 1, 1], [])
    assert sorted(Penalty.objects.values_list("participant__number", flat=True)) == [1, 2, 3, 4]
    assert [entry.loose for entry in book(draft.tournament)] == [False]


def test_points_of_a_table_that_is_gone_stand_in_no_list_and_the_report_says_so():
    draft = Draft()
    draft.seat_anew()

    report = referee_report_of(draft.tournament, now=NOW)

    assert penalty_lines(draft.tournament) == ()
    assert [bool(incident.remark) for incident in report.incidents] == [True]


def test_new_seating_that_is_taken_back_puts_the_incident_at_its_table_again():
    draft = Draft()
    before = draft.found()
    draft.seat_anew()

    undo(entry=JournalEntry.objects.latest("number"), by=draft.director, now=NOW)

    assert before == (1, [-3, 1, 1, 1], [5])
    assert draft.found() == before


def test_deduction_before_the_round_starts_counts_whatever_the_seating_becomes():
    draft = Draft()
    decision = Decision(
        happened_at=NOW,
        round=draft.round,
        offender=Participant.objects.get(number=3),
        breach=UNSPORTSMANLIKE,
        deduction=4,
        reason="Geschrei",
        signed_by="R. Echt",
    )
    record_incident(tournament=draft.tournament, decision=decision, by=draft.director, now=NOW)

    draft.seat_anew()
    publish_round(round_=draft.round, by=draft.director, now=NOW)

    assert standing_of(draft.tournament)[3] == (8, -4)


def test_warning_before_the_round_needs_no_table():
    hall = Hall()

    incident = hall.record(table=None, round=None, game_number=None, breach=UNSPORTSMANLIKE, warning=True)

    assert (incident.warning, Penalty.objects.count()) == (True, 0)
