"""What the people at the door look at: who comes in, what is owed, and the step just made.

show   which part of the list: missing, here, all, waiting, withdrawn
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournament.models import JournalEntry, Participant, Round, Seat, Tournament, User
from tournament.queries import journal
from tournament.queries.participants import fee_cents, is_active, matching

UNDO_MINUTES = 10
"""How long the step just made is offered for taking back beside the list; afterwards in the journal."""

_STEPS = (
    "participant_registered",
    "participants_registered",
    "participant_merged",
    "participant_changed",
    "participant_withdrawn",
    "participant_returned",
    "participant_deleted",
    "participant_checked_in",
    "participant_checked_out",
    "participants_checked_in",
    "fee_settled",
)


class Show(StrEnum):
    """A part of the list."""

    MISSING = "missing"
    HERE = "here"
    ALL = "all"
    WAITING = "waiting"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Arrival:
    """One line at the door: where somebody stands, and the entry fee in cents (0: none)."""

    person: Participant
    state: str
    """missing, here, withdrawn or disqualified."""
    waits: bool
    due_cents: int


@dataclass(frozen=True, slots=True)
class LastStep:
    """The step this person at the desk made last, in words."""

    number: int
    sentence: str


def shown(
    people: Sequence[Participant], *, show: Show, needle: str, waiting: Sequence[Participant]
) -> list[Participant]:
    """The part of the list to show, in its order. A search goes over everybody, so that nobody seems unregistered."""
    if needle.strip():
        return matching(people, needle)
    if show is Show.WAITING:
        return list(waiting)
    if show is Show.WITHDRAWN:
        return [person for person in people if not is_active(person)]
    if show is Show.ALL:
        return list(people)
    return [
        person for person in people if is_active(person) and (person.checked_in_at is not None) == (show is Show.HERE)
    ]


def arrivals(tournament: Tournament, people: Sequence[Participant], *, waiting: Sequence[Participant]) -> list[Arrival]:
    """The lines of these people. No query."""
    in_line = {person.pk for person in waiting}
    return [
        Arrival(
            person=person,
            state=_state(person),
            waits=person.pk in in_line,
            due_cents=fee_cents(tournament, person.fee_kind),
        )
        for person in people
    ]


def last_step(tournament: Tournament, user: User | None, *, now: datetime) -> LastStep | None:
    """The step to take back beside the list: of registration, of this person, not taken back, of the last minutes.

    Two queries.
    """
    entry = (
        JournalEntry.objects.filter(tournament=tournament, by=user, at__gte=now - timedelta(minutes=UNDO_MINUTES))
        .select_related("undone_by")
        .defer("changes")
        .order_by("-number")
        .first()
    )
    if entry is None or entry.what not in _STEPS or hasattr(entry, "undone_by"):
        return None
    uuid = entry.params.get("participant_uuid")
    person = Participant.objects.filter(tournament=tournament, uuid=uuid).first() if uuid else None
    return LastStep(number=entry.number, sentence=journal.sentence(entry, {uuid: person.name} if person else {}))


def seats_of(participant: Participant) -> list[Seat]:
    """Where somebody sat in the published rounds, in order. One query."""
    return list(
        Seat.objects.filter(participant=participant, round__published_at__isnull=False)
        .select_related("round", "table")
        .order_by("round__number", "from_game")
    )


def seated_round(tournament: Tournament) -> int:
    """The number of the newest published round, 0 before the first. One query."""
    newest = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("-number").first()
    return newest.number if newest else 0


def _state(person: Participant) -> str:
    if person.disqualified_at is not None:
        return "disqualified"
    if person.withdrawn_at is not None:
        return "withdrawn"
    return "here" if person.checked_in_at is not None else "missing"
