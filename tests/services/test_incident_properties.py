"""Whatever is recorded, changed and lifted: sheets sum to zero, standings follow, and everything goes back."""

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import PLAYERS
from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_rows, type_totals
from tournament.models import Incident, Participant, Penalty, Seat, Table
from tournament.queries.sheets import assess, sheet_data
from tournament.queries.standings import computed
from tournament.roles import Role
from tournament.services.incident_trials import preview_lift
from tournament.services.incidents import (
    NORMAL,
    SOLO,
    UNSPORTSMANLIKE,
    WEDDING,
    Decision,
    change_incident,
    lift_incident,
    record_incident,
)
from tournament.services.sheets import finish_sheet

pytestmark = pytest.mark.django_db

CLASSES = ("insignificant", "minor", "serious", "serious_decided", UNSPORTSMANLIKE)
SEATS = st.integers(1, 5)
STATED = st.fixed_dictionaries(
    {
        "offender": SEATS,
        "breach": st.sampled_from(CLASSES),
        "kind": st.sampled_from((NORMAL, SOLO, WEDDING)),
        "soloist": SEATS,
        "sits_out": SEATS,
        "pledges": st.integers(0, 4),
        "can_hurt": st.booleans(),
        "deduction": st.integers(0, 12),
        "disqualified": st.booleans(),
        "table": st.integers(1, 2),
        "game_number": st.one_of(st.none(), st.integers(1, 3)),
        "own": st.one_of(st.none(), st.lists(st.integers(-20, 20), min_size=4, max_size=4)),
    }
)
LIVES = st.lists(st.tuples(STATED, st.one_of(st.none(), STATED)), min_size=1, max_size=5)


class Hall:
    """Two confirmed tables, one of five typed in totals, one of four row by row."""

    def __init__(self) -> None:
        self.tournament = make_tournament(
            form="played", games_four=3, disqualified_ranking="ranked", check_parity="off", check_rows="off"
        )
        self.director = make_actor(self.tournament)
        self.by = make_actor(self.tournament, Role.REFEREE)
        self.round = make_round(self.tournament, players=9, by=self.director)
        tables = tables_of(self.round)
        type_totals(tables[1], (10, -4, -2, -4, 0), by=self.director)
        Table.objects.filter(pk=tables[2].pk).update(depth="rows")
        table = type_rows(tables[2], "13 2", "l2 3", "24 1", by=self.director)
        finish_sheet(table=table, by=self.director, now=NOW)
        for table in Table.objects.filter(round=self.round).select_related("round", "tournament"):
            if table.confirmed_at is None:
                confirm(table, by=self.director)
        self.tables = tables_of(self.round)

    def people(self, table: int) -> list[Participant]:
        seats = Seat.objects.filter(table=self.tables[table]).order_by("position").select_related("participant")
        return [seat.participant for seat in seats if seat.participant]

    def decision(self, stated) -> Decision:
        people = self.people(stated["table"])
        size = len(people)
        offender, soloist = ((stated[name] - 1) % size for name in ("offender", "soloist"))
        # Who deals at a table of five plays no solo, and what he gets as an offender the tariff does not say.
        dealer = next(
            seat for seat in range(stated["sits_out"] - 1, size + 5) if seat % size not in (offender, soloist)
        )
        unsportsmanlike = stated["breach"] == UNSPORTSMANLIKE
        solo = stated["kind"] == SOLO
        own = None
        if stated["own"] is not None:
            cells = [*stated["own"][: size - 1], -sum(stated["own"][: size - 1])]
            own = {person.pk: cell for person, cell in zip(people, cells, strict=True)}
        return Decision(
            happened_at=NOW,
            round=self.round,
            table=self.tables[stated["table"]],
            game_number=stated["game_number"],
            offender=people[offender],
            breach=stated["breach"],
            kind=stated["kind"],
            soloist=people[soloist] if solo else None,
            sits_out=people[dealer % size] if size > PLAYERS else None,
            pledges=stated["pledges"],
            can_hurt=stated["can_hurt"],
            deduction=stated["deduction"] if unsportsmanlike else 0,
            disqualified=stated["disqualified"] and unsportsmanlike,
            points=own,
            points_reason="Entscheid" if own else "",
            reason="Probe",
            signed_by="R. Echt",
        )

    def rows(self):
        """The whole list, as far as an entry can touch it."""
        return [
            (row.participant.number, row.rank, row.shared, row.total, row.penalties, row.deductions, row.note)
            for row in computed(self.tournament).rows
        ]

    def totals(self) -> dict[int, int]:
        return {row.participant.number: row.total for row in computed(self.tournament).rows}

    def sums_of_tables(self) -> list[int]:
        """What each sheet sums to, penalties included."""
        tables = Table.objects.filter(round=self.round).select_related("round").order_by("number")
        return [sum(total or 0 for total in assess(sheet_data(table)).totals) for table in tables]

    def booked(self) -> dict[int, int]:
        """Penalty points less deductions of each one, straight from the entries in force."""
        found: dict[int, int] = {}
        for penalty in Penalty.objects.filter(incident__lifted_at=None, tournament=self.tournament):
            number = penalty.participant.number
            found[number] = found.get(number, 0) + penalty.points
        for incident in Incident.objects.filter(lifted_at=None, tournament=self.tournament, deduction__gt=0):
            if incident.offender:
                found[incident.offender.number] = found.get(incident.offender.number, 0) - incident.deduction
        return found


@given(lives=LIVES, order=st.randoms(use_true_random=False))
@hypothesis.settings(
    max_examples=25, deadline=None, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture]
)
def test_sheets_sum_to_zero_and_lifting_everything_in_any_order_brings_the_list_back(lives, order):
    hall = Hall()
    before, clean = hall.rows(), hall.totals()

    incidents = []
    for first, second in lives:
        incident = record_incident(tournament=hall.tournament, decision=hall.decision(first), by=hall.by, now=NOW)
        if second is not None:
            incident = change_incident(
                incident=incident,
                decision=hall.decision(second),
                version=incident.version,
                by=hall.by,
                now=NOW,
            )
        incidents.append(incident)

    booked = hall.booked()
    assert hall.sums_of_tables() == [0, 0]
    assert hall.totals() == {number: total + booked.get(number, 0) for number, total in clean.items()}

    order.shuffle(incidents)
    for incident in incidents:
        foretold = preview_lift(incident=incident, by=hall.by, now=NOW)
        standing = hall.totals()
        lift_incident(incident=incident, reason="Probe", by=hall.by, now=NOW)
        after = {row.participant.number: row.total_after for row in foretold.moved}
        assert hall.totals() == {**standing, **after}
    assert hall.rows() == before
    assert not Participant.objects.filter(tournament=hall.tournament, disqualified_at__isnull=False).exists()
