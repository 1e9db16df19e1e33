"""A table at which something happens."""

from tests.builders import NOW, make_actor, make_round, make_tournament
from tournament.models import Incident, Participant, Penalty, Seat, Table
from tournament.queries.standings import computed
from tournament.roles import Role
from tournament.services.incidents import (
    Decision,
    record_incident,
)


class Hall:
    """One published round; p(1) … are the people at table 1 in the order of their seats."""

    def __init__(self, players: int = 4) -> None:
        self.tournament = make_tournament()
        self.round = make_round(self.tournament, players=players)
        self.table = Table.objects.get(round=self.round, number=1)
        self.by = make_actor(self.tournament, Role.REFEREE)
        self.people = [s.participant for s in Seat.objects.filter(table=self.table).order_by("position")]

    def p(self, position: int) -> Participant:
        return self.people[position - 1]

    def decision(self, **values) -> Decision:
        base = {
            "happened_at": NOW,
            "round": self.round,
            "table": self.table,
            "game_number": 7,
            "offender": self.p(2),
            "breach": "minor",
            "reason": "Nicht bedient",
            "signed_by": "R. Echt",
        }
        return Decision(**{**base, **values})

    def record(self, **values) -> Incident:
        return record_incident(tournament=self.tournament, decision=self.decision(**values), by=self.by, now=NOW)

    def row(self, incident: Incident) -> list[int]:
        booked = dict(Penalty.objects.filter(incident=incident).values_list("participant_id", "points"))
        return [booked.get(person.pk, 0) for person in self.people]

    def type_totals(self, *totals: int) -> None:
        for position, total in enumerate(totals, start=1):
            Seat.objects.filter(table=self.table, position=position).update(total=total)

    def totals(self) -> list[int | None]:
        return list(Seat.objects.filter(table=self.table).order_by("position").values_list("total", flat=True))


def standing_of(tournament):
    return {row.participant.number: (row.rank, row.total) for row in computed(tournament).rows}
