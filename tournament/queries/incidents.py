"""Reads of the referee's book."""

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import Extension, Incident, Participant, Penalty, Round, Seat, Table, Tournament


@dataclass(frozen=True, slots=True)
class Entry:
    """One incident with what it booked. `loose` means that its table was dissolved: its points count nowhere."""

    incident: Incident
    claimants: tuple[str, ...]
    penalties: tuple[Penalty, ...]
    extensions: tuple[Extension, ...]

    @property
    def loose(self) -> bool:
        return bool(self.penalties) and self.incident.table is None and self.incident.lifted_at is None


def book(tournament: Tournament, *, participant: Participant | None = None) -> list[Entry]:
    """All incidents, newest first, or those of one offender. Four queries for any number."""
    incidents = Incident.objects.filter(tournament=tournament)
    if participant is not None:
        incidents = incidents.filter(offender=participant)
    found = list(
        incidents.select_related("round", "table", "offender", "soloist", "recorded_by").order_by("-happened_at", "-pk")
    )
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in Penalty.objects.filter(incident__in=found).select_related("participant").order_by("points", "pk"):
        penalties[penalty.incident_id].append(penalty)
    extensions: dict[int, list[Extension]] = defaultdict(list)
    for extension in Extension.objects.filter(incident__in=found).select_related("table").order_by("table__number"):
        extensions[extension.incident_id or 0].append(extension)
    names = {
        str(person.uuid): person.name
        for person in Participant.objects.filter(
            tournament=tournament, uuid__in={uuid for incident in found for uuid in incident.claimants}
        )
    }
    return [
        Entry(
            incident=incident,
            claimants=tuple(names[uuid] for uuid in incident.claimants if uuid in names),
            penalties=tuple(penalties[incident.pk]),
            extensions=tuple(extensions[incident.pk]),
        )
        for incident in found
    ]


def seats_of(table: Table) -> list[Seat]:
    """Who sits at a table now, by position. One query."""
    latest: dict[int, Seat] = {}
    seats = Seat.objects.filter(table=table, participant__isnull=False).select_related("participant")
    for seat in seats.order_by("position", "from_game"):
        latest[seat.position] = seat
    return [latest[position] for position in sorted(latest)]


def tables_of(round_: Round) -> list[Table]:
    """The tables of a round by number. One query."""
    return list(Table.objects.filter(round=round_).order_by("number"))
