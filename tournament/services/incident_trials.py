"""What an entry of the referee's book would change, seen before it is made."""

from collections.abc import Callable
from datetime import datetime

from tournament.actors import Actor
from tournament.models import Incident, Round, Tournament
from tournament.queries.consequences import Consequences
from tournament.services.incidents import Decision, change_incident, lift_incident, record_incident
from tournament.services.trials import tried


def preview_record(*, tournament: Tournament, decision: Decision, by: Actor, now: datetime) -> Consequences:
    """What a new entry would change. Nothing is kept. Raises RuleError as `record_incident`."""
    trial = Tournament.objects.get(pk=tournament.pk)
    return _tried(
        trial,
        lambda: record_incident(tournament=trial, decision=decision, by=by, now=now),
        rounds=(decision.round,),
    )


def preview_change(*, incident: Incident, decision: Decision, version: int, by: Actor, now: datetime) -> Consequences:
    """What another decision would change, such as after an appeal. Raises RuleError as `change_incident`."""
    trial = _read_anew(incident)
    return _tried(
        trial.tournament,
        lambda: change_incident(incident=trial, decision=decision, version=version, by=by, now=now),
        rounds=(trial.round, decision.round),
    )


def preview_lift(*, incident: Incident, by: Actor, now: datetime) -> Consequences:
    """What lifting an entry would change; no reason is asked for yet. Raises RuleError as `lift_incident`."""
    trial = _read_anew(incident)
    return _tried(
        trial.tournament, lambda: lift_incident(incident=trial, reason="–", by=by, now=now), rounds=(trial.round,)
    )


def _read_anew(incident: Incident) -> Incident:
    """The entry with a tournament of its own: the step counts the journal on in it, and it is thrown away."""
    return Incident.objects.select_related("tournament", "round", "table").get(pk=incident.pk)


def _tried(tournament: Tournament, act: Callable[[], Incident], *, rounds: tuple[Round | None, ...]) -> Consequences:
    # An entry of no round stands before all rounds.
    first = min((round_ or Round(number=0) for round_ in rounds), key=lambda round_: round_.number)
    return tried(tournament, act, after=first)
