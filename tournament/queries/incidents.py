"""Reads of the referee's book.

entry     one incident with what it booked
own       an entry as one participant sees it: he broke the rule, or he was credited
"""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import Promise

from tournament.messages import laws
from tournament.models import (
    Extension,
    Incident,
    Participant,
    Penalty,
    Publication,
    PublicationKind,
    Round,
    Seat,
    Table,
    Tournament,
)


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

    @property
    def law(self) -> laws.Law:
        """The paragraph it rests on, with its wording."""
        incident = self.incident
        by_soloist = incident.soloist_id is not None and incident.soloist_id == incident.offender_id
        return laws.law(breach=incident.breach, kind=incident.kind, by_soloist=by_soloist, can_hurt=incident.can_hurt)

    @property
    def class_word(self) -> str | Promise:
        """How grave the breach is; empty for an entry about time only."""
        return laws.CLASSES.get(self.incident.breach, "")

    @property
    def kind_word(self) -> str | Promise:
        """What was being played; empty where no game was."""
        at_play = self.incident.table_id is not None and self.incident.breach not in ("", laws.UNSPORTSMANLIKE)
        return laws.KINDS.get(self.incident.kind, "") if at_play else ""

    @property
    def partnership_word(self) -> str | Promise:
        """Whether the partnership was clear to all at the time, on which it hangs who may claim; empty if not asked."""
        return laws.PARTNERSHIP.get(self.incident.partnership_clear, "")

    @property
    def effect_word(self) -> str | Promise:
        """What became of the game; empty where none was touched."""
        return laws.EFFECTS.get(self.incident.effect, "")


@dataclass(frozen=True, slots=True)
class Own:
    """An entry as one participant sees it: whether he is the offender, and his penalty points (signed, 0 for none)."""

    entry: Entry
    is_offender: bool
    points: int


def book(tournament: Tournament) -> list[Entry]:
    """All incidents, newest first. Four queries for any number."""
    return _entries(tournament.pk, Incident.objects.filter(tournament=tournament))


def entry_of(incident: Incident) -> Entry:
    """One incident as the book has it now. Four queries."""
    return _entries(incident.tournament_id, Incident.objects.filter(pk=incident.pk))[0]


def _entries(tournament_id: int, incidents: QuerySet[Incident]) -> list[Entry]:
    """Incidents of one tournament: a copy of it, brought back from a backup, has people of the same UUIDs."""
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
            tournament=tournament_id, uuid__in={uuid for incident in found for uuid in incident.claimants}
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


def own_entries(tournament: Tournament) -> dict[int, tuple[Own, ...]]:
    """The entries of each participant by start number, oldest first. Four queries for any number."""
    found: dict[int, list[Own]] = defaultdict(list)
    for entry in reversed(book(tournament)):
        offender = entry.incident.offender
        points = {penalty.participant.number: penalty.points for penalty in entry.penalties}
        if offender is not None:
            found[offender.number].append(Own(entry, is_offender=True, points=points.pop(offender.number, 0)))
        for number, value in points.items():
            found[number].append(Own(entry, is_offender=False, points=value))
    return {number: tuple(entries) for number, entries in found.items()}


def is_binding(tournament: Tournament) -> bool:
    """Whether a sheet is confirmed or standings were published: then a change is looked at first. Two queries."""
    return (
        Table.objects.filter(tournament=tournament, confirmed_at__isnull=False).exists()
        or Publication.objects.filter(tournament=tournament, kind=PublicationKind.STANDINGS).exists()
    )


def claimants_of(incident: Incident) -> list[Participant]:
    """Who claimed, as far as they are still known. One query."""
    return list(Participant.objects.filter(tournament=incident.tournament_id, uuid__in=incident.claimants))


def earlier_entries(offender: Participant, *, besides: Incident | None = None) -> list[Entry]:
    """What the book holds against somebody already, oldest first: repeating leads on (TSR 9.7.2). Four queries."""
    found = Incident.objects.filter(offender=offender, lifted_at__isnull=True)
    return _entries(offender.tournament_id, found if besides is None else found.exclude(pk=besides.pk))[::-1]


def loose_in(round_: Round) -> int:
    """How many entries of a round have lost their table, so that their points count nowhere. One query."""
    found = Incident.objects.filter(round=round_, table__isnull=True, lifted_at__isnull=True)
    return found.filter(penalty__isnull=False).distinct().count()


def table_now(incident: Incident) -> Table | None:
    """Where an incident belongs: its table; if that was dissolved, the one where the offender sits now. Two queries."""
    if incident.table is not None or incident.round is None or not incident.penalty_set.exists():
        return incident.table
    return Table.objects.filter(round=incident.round, seat__participant=incident.offender).order_by("pk").first()


def held_at(table: Table) -> list[Seat]:
    """Every seat of a table that somebody holds or held, by position and game. One query."""
    seats = Seat.objects.filter(table=table, participant__isnull=False).select_related("participant")
    return list(seats.order_by("position", "from_game"))


def tables_of(round_: Round) -> list[Table]:
    """The tables of a round by number. One query."""
    return list(Table.objects.filter(round=round_).order_by("number"))
