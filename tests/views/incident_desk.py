"""What a referee types."""

from django.urls import reverse

from tests.builders import (
    NOW,
    client_for,
    make_actor,
    type_totals,
)
from tournament.roles import Role
from tournament.services.incidents import Decision, record_incident


def referee(tournament):
    return client_for(make_actor(tournament, Role.REFEREE))


def typed(people, **values):
    base = {
        "offender": people[1].pk,
        "reason": "Nicht bedient",
        "kind": "normal",
        "breach": "minor",
        "pledges": "0",
        "signed_by": "R. Echt",
    }
    return {**base, **values}


def new(tournament):
    return reverse("incident_new", args=[tournament.slug, 1, 2])


def record(hall, **values):
    tournament, round_, table, people = hall
    decision = Decision(
        happened_at=NOW,
        round=round_,
        table=table,
        offender=people[1],
        breach="minor",
        reason="Nicht bedient",
        signed_by="R. Echt",
        **values,
    )
    return record_incident(tournament=tournament, decision=decision, by=make_actor(tournament, Role.REFEREE), now=NOW)


def confirmed(hall):
    """The sheet of the table, confirmed with these totals."""
    tournament, _round, table, people = hall
    type_totals(table, (10, -4, -2, -4), by=make_actor(tournament))
    return people
