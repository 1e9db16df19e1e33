"""Who is registered, here, missing or waiting, and what is in the cash box.

active   takes part: neither withdrawn nor disqualified
here     active and checked in; missing: active and not checked in
waiting  active, registered when all places were taken, never seated; in the order of registration
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournament.imports.rows import Known, Surroundings
from tournament.models import FeeKind, FeeState, JournalEntry, Participant, Seat, Tournament
from tournament.names import matches, plain, sort_key

REGISTERED = ("participant_registered", "participants_registered")
"""The steps that make participants."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many are registered (active), here, missing, withdrawn (or disqualified) and waiting."""

    registered: int
    here: int
    missing: int
    withdrawn: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Cash:
    """What is in the box: fees paid and donations in cents; and what is still open, of those who take part."""

    fees_cents: int
    donations_cents: int
    open_cents: int
    paid: int
    open: int
    waived: int

    @property
    def total_cents(self) -> int:
        return self.fees_cents + self.donations_cents


def everyone(tournament: Tournament) -> list[Participant]:
    """All participants with their clubs, by name. One query."""
    return sorted_by_name(Participant.objects.filter(tournament=tournament).select_related("club"))


def present(tournament: Tournament) -> list[Participant]:
    """Those the next draw may seat, with their clubs, by start number: here and not waiting.

    One query, two where the number of players is limited.
    """
    people = everyone(tournament)
    left_out = {person.pk for person in waiting(tournament, people)}
    return sorted(
        (person for person in people if person.is_present and person.pk not in left_out),
        key=lambda person: person.number,
    )


def waiting(tournament: Tournament, people: Iterable[Participant]) -> list[Participant]:
    """Those beyond the places of the tournament, first in line first. One query where the number is limited, else none.

    Whoever was seated once keeps the place; the others have it in the order of registration.
    """
    if tournament.players_max is None:
        return []
    active = [person for person in people if is_active(person)]
    if len(active) <= tournament.players_max:
        return []
    seated = set(
        Seat.objects.filter(tournament=tournament, participant__isnull=False).values_list("participant_id", flat=True)
    )
    line = sorted(
        (person for person in active if person.pk not in seated),
        key=lambda person: (person.registered_at, person.number),
    )
    places = tournament.players_max - (len(active) - len(line))
    return line[max(0, places) :]


def is_active(person: Participant) -> bool:
    """Whether the person takes part: neither withdrawn nor disqualified."""
    return person.withdrawn_at is None and person.disqualified_at is None


def sorted_by_name(people: Iterable[Participant]) -> list[Participant]:
    """The people as a German list has them; same names by start number. No query."""
    return sorted(people, key=lambda person: (sort_key(person), person.number))


def counts(people: Collection[Participant], *, waiting: Collection[Participant] = ()) -> Counts:
    """The people counted. No query."""
    active = [person for person in people if is_active(person)]
    here = sum(person.checked_in_at is not None for person in active)
    return Counts(
        registered=len(active),
        here=here,
        missing=len(active) - here,
        withdrawn=len(people) - len(active),
        waiting=len(waiting),
    )


def matching(people: Sequence[Participant], needle: str) -> list[Participant]:
    """Those whose name, club, team or start number has every word of `needle` in it, in their order. No query."""
    if needle.strip().isdecimal():
        return [person for person in people if str(person.number) == needle.strip().lstrip("0")]
    return [
        person
        for person in people
        if matches(f"{person.surname} {person.first_name} {person.club or ''} {person.team}", needle)
    ]


def fee_cents(tournament: Tournament, kind: str) -> int:
    """The entry fee of a kind, in cents."""
    amounts = {
        FeeKind.FULL: tournament.fee_cents,
        FeeKind.REDUCED: tournament.fee_reduced_cents,
        FeeKind.FREE: 0,
    }
    return amounts[FeeKind(kind)]


def cash(tournament: Tournament, people: Iterable[Participant]) -> Cash:
    """The cash box counted. No query. A withdrawn person's fee stays in it until it is set to open or waived."""
    due = {kind: fee_cents(tournament, kind) for kind in FeeKind}
    people = list(people)
    owing = [person for person in people if due[FeeKind(person.fee_kind)] > 0]
    open_ = [person for person in owing if person.fee_state == FeeState.OPEN and is_active(person)]
    states = Counter(person.fee_state for person in owing)
    return Cash(
        fees_cents=sum(due[FeeKind(person.fee_kind)] for person in owing if person.fee_state == FeeState.PAID),
        donations_cents=sum(person.donation_cents for person in people),
        open_cents=sum(due[FeeKind(person.fee_kind)] for person in open_),
        paid=states[FeeState.PAID],
        open=len(open_),
        waived=states[FeeState.WAIVED],
    )


def clubs(people: Iterable[Participant]) -> list[str]:
    """The clubs of these people, by name, for suggestions. No query."""
    return sorted({person.club.name for person in people if person.club}, key=plain)


def teams(people: Iterable[Participant]) -> list[str]:
    """The teams of these people, by name, for suggestions. No query."""
    return sorted({person.team for person in people if person.team}, key=plain)


def gone_numbers(tournament: Tournament) -> set[int]:
    """Start numbers of people who were deleted, or whose registration was taken back. One query."""
    entries = JournalEntry.objects.filter(tournament=tournament).filter(
        Q(what="participant_deleted") | Q(what="undone", params__undone__in=REGISTERED)
    )
    return {
        change["before"]["number"]
        for changes in entries.values_list("changes", flat=True)
        for change in changes
        if change["kind"] == "participant" and change["after"] is None
    }


def known_surroundings(tournament: Tournament) -> Surroundings:
    """What the tournament knows when a list of players is read. Two queries."""
    people = everyone(tournament)
    known = tuple(
        Known(
            number=person.number,
            surname=person.surname,
            first_name=person.first_name,
            club=person.club.name if person.club else "",
        )
        for person in people
    )
    given = frozenset(person.number for person in people) | gone_numbers(tournament)
    fees = {tournament.fee_reduced_cents: "reduced", tournament.fee_cents: "full", 0: "free"}
    return Surroundings(people=known, given=given, fees=fees)
