"""Who takes part: register, change, withdraw, return, delete.

Start numbers are given once. The next one is one more than any that was ever given, also to somebody who was deleted
or whose registration was taken back since.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.doubles import Doubles
from tournament.models import (
    ApartWish,
    Attendance,
    Club,
    Incident,
    Participant,
    Penalty,
    Seat,
    Tournament,
)
from tournament.names import squeezed
from tournament.queries.participants import gone_numbers
from tournament.registration import Registration, check_registration
from tournament.services.journal import Step, step

# What a merge may fill in: only where nothing is known yet.
_FILLED_IN = ("first_name", "team", "categories", "note")


def register_participant(
    *,
    tournament: Tournament,
    registration: Registration,
    check_in: bool = False,
    another: bool = False,
    by: Actor,
    now: datetime,
) -> Participant:
    """The new participant, with the next start number unless the registration names a free one.

    Raises RuleError: participant_twice (same name, unless `another` says it is another person), number_taken,
    and the problems of `check_registration`; the view shows them above the form.
    """
    with step(tournament=tournament, by=by, now=now, what="participant_registered") as doing:
        people = list(Participant.objects.filter(tournament=doing.tournament))
        problems = [*check_registration(registration), *_number_problems(doing.tournament, registration, people)]
        if not another:
            problems += _twice(registration, people)
        if problems:
            raise RuleError(problems)
        (made,) = _make(doing, [registration], people, check_in=check_in)
        doing.params.update(participant_uuid=str(made.uuid), start_number=made.number, here=check_in)
    return made


def register_participants(
    *,
    tournament: Tournament,
    registrations: Sequence[Registration],
    merges: Mapping[int, Registration] | None = None,
    others: Collection[int] = (),
    check_in: bool = False,
    by: Actor,
    now: datetime,
) -> list[Participant]:
    """The new participants of a list, all or none, one step of the journal.

    A start number that is taken is replaced by the next free one. `merges` fills in what is missing of participants,
    by start number; `others` are the places in the list of people who only share a name.
    Raises RuleError: participant_twice for every other same name, and the problems of `check_registration`;
    each problem's `row` is the place in the list from 1.
    """
    merges = merges or {}
    with step(tournament=tournament, by=by, now=now, what="participants_registered") as doing:
        people = list(Participant.objects.filter(tournament=doing.tournament).select_related("club"))
        problems: list[Problem] = []
        known: Doubles[Participant | Registration] = Doubles(
            (person, person.surname, person.first_name) for person in people
        )
        for place, registration in enumerate(registrations):
            found = list(check_registration(registration))
            same = known.same(registration.surname, registration.first_name)
            if same and place not in others:
                found.append(_twice_problem(registration, same[0]))
            known.add(registration, registration.surname, registration.first_name)
            problems += [replace(problem, row=place + 1) for problem in found]
        if problems:
            raise RuleError(problems)
        by_number = {person.number: person for person in people}
        clubs = _Clubs(doing, [*registrations, *merges.values()])
        for number, registration in sorted(merges.items()):
            _fill_in(doing, by_number[number], registration, clubs)
        if merges:
            doing.public()
        made = _make(doing, registrations, people, check_in=check_in, clubs=clubs)
        doing.params.update(count=len(made), filled_in=len(merges))
    return made


def merge_registration(
    *, participant: Participant, registration: Registration, check_in: bool = False, by: Actor, now: datetime
) -> Participant:
    """The participant with what the registration knows and the desk did not; checked in, if wanted.

    Raises RuleError with the problems of `check_registration`.
    """
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="participant_merged",
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    ) as doing:
        problems = check_registration(registration)
        if problems:
            raise RuleError(problems)
        fresh = doing.fresh(participant)
        _fill_in(doing, fresh, registration, _Clubs(doing, [registration]))
        if registration.fee_state != "open" and fresh.fee_state == "open":
            doing.change(fresh, fee_state=registration.fee_state)
        if check_in and fresh.checked_in_at is None:
            doing.change(fresh, checked_in_at=now)
        if doing.changes:
            doing.public()
    return fresh


def change_participant(
    *, participant: Participant, seen: Mapping[str, Any], values: Mapping[str, Any], by: Actor, now: datetime
) -> Participant:
    """The participant with new values; `club` is a name, the start number never changes.

    `seen` holds what the person saw of the fields in `values`. Raises RuleError: stale, with the field, where it is
    not what the desk knows now; and the problems of `check_registration`.
    """
    with step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what="participant_changed",
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    ) as doing:
        fresh = Participant.objects.select_related("club").get(pk=participant.pk)
        if fresh.removed_at is not None:
            raise RuleError([Problem(code="person_is_removed")])
        current = {name: value_of(fresh, name) for name in values}
        problems = [
            Problem(code="stale", field=name)
            for name in values
            if current[name] != seen[name] and current[name] != values[name]
        ]
        problems += check_registration(_registration_of(fresh, values))
        if problems:
            raise RuleError(problems)
        changes = dict(values)
        if "club" in changes:
            changes["club"] = _Clubs(doing, [Registration(surname="-", club=changes["club"])]).get(changes["club"])
        if "categories" in changes:
            changes["categories"] = list(changes["categories"])
        doing.change(fresh, **changes)
        if doing.changes:
            doing.public()
    return fresh


def value_of(participant: Participant, field: str) -> Any:
    """A value of a participant as forms know it: the club by its name, the categories as a tuple."""
    if field == "club":
        return participant.club.name if participant.club else ""
    if field == "categories":
        return tuple(participant.categories)
    return getattr(participant, field)


def withdraw_participant(*, participant: Participant, reason: str = "", by: Actor, now: datetime) -> None:
    """Take the participant out of the draws to come. Points stay; the list follows the tournament's rule."""
    with _about(participant, by=by, now=now, what="participant_withdrawn", reason=reason) as doing:
        fresh = doing.fresh(participant)
        if fresh.withdrawn_at is None:
            doing.change(fresh, withdrawn_at=now)
            doing.public()


def return_participant(*, participant: Participant, by: Actor, now: datetime) -> None:
    """Bring a withdrawn participant back, present from the next draw on. Rounds meanwhile stay missed."""
    with _about(participant, by=by, now=now, what="participant_returned") as doing:
        fresh = doing.fresh(participant)
        if fresh.withdrawn_at is not None:
            doing.change(fresh, withdrawn_at=None, checked_in_at=fresh.checked_in_at or now)
            doing.public()


def delete_participant(*, participant: Participant, by: Actor, now: datetime) -> None:
    """Remove somebody who never had a seat; the start number is not given again.

    Raises RuleError: participant_has_results; then withdrawing is the way.
    """
    with _about(participant, by=by, now=now, what="participant_deleted") as doing:
        fresh = doing.fresh(participant)
        if is_bound(fresh):
            raise RuleError([Problem(code="participant_has_results", params={"number": fresh.number})])
        for wish in ApartWish.objects.filter(Q(first=fresh) | Q(second=fresh)):
            doing.delete(wish)
        doing.delete(fresh)


def is_bound(participant: Participant) -> bool:
    """Whether the participant has or had a part in a round or in the referee's book. Four queries at most."""
    return (
        Seat.objects.filter(participant=participant).exists()
        or Attendance.objects.filter(Q(participant=participant) | Q(substitute_for=participant)).exists()
        or Penalty.objects.filter(participant=participant).exists()
        or Incident.objects.filter(Q(offender=participant) | Q(soloist=participant)).exists()
    )


def _about(participant: Participant, *, by: Actor, now: datetime, what: str, reason: str = "") -> Any:
    return step(
        tournament=participant.tournament,
        by=by,
        now=now,
        what=what,
        reason=reason,
        participant_uuid=str(participant.uuid),
        start_number=participant.number,
    )


def _number_problems(
    tournament: Tournament, registration: Registration, people: Sequence[Participant]
) -> list[Problem]:
    number = registration.number
    if number is None:
        return []
    taken = number in {person.number for person in people} or number in gone_numbers(tournament)
    return [Problem(code="number_taken", field="number", params={"number": number})] if taken else []


def _twice(registration: Registration, people: Sequence[Participant]) -> list[Problem]:
    known: Doubles[Participant | Registration] = Doubles(
        (person, person.surname, person.first_name) for person in people
    )
    same = known.same(registration.surname, registration.first_name)
    return [_twice_problem(registration, same[0])] if same else []


def _twice_problem(registration: Registration, same: Participant | Registration) -> Problem:
    number = same.number if isinstance(same, Participant) else None
    code = "participant_twice" if number is not None else "participant_twice_in_list"
    return Problem(code=code, field="surname", params={"name": registration.name, "number": number})


class _Clubs:
    """The clubs of a tournament by name; spellings that differ in case or umlauts only are one club."""

    def __init__(self, doing: Step, registrations: Sequence[Registration]) -> None:
        self._known = {squeezed(club.name): club for club in Club.objects.filter(tournament=doing.tournament)}
        new = {squeezed(r.club): Club(name=r.club) for r in reversed(registrations) if r.club}
        for club in doing.create_all([club for key, club in new.items() if key not in self._known]):
            self._known[squeezed(club.name)] = club

    def get(self, name: str) -> Club | None:
        return self._known[squeezed(name)] if name else None


def _make(
    doing: Step,
    registrations: Sequence[Registration],
    people: Sequence[Participant],
    *,
    check_in: bool,
    clubs: _Clubs | None = None,
) -> list[Participant]:
    clubs = clubs or _Clubs(doing, registrations)
    given = {person.number for person in people} | gone_numbers(doing.tournament)
    numbers = free_numbers([registration.number for registration in registrations], given=given)
    return doing.create_all(
        [
            Participant(
                number=number,
                surname=registration.surname,
                first_name=registration.first_name,
                club=clubs.get(registration.club),
                team=registration.team,
                categories=list(registration.categories),
                note=registration.note,
                registered_at=doing.now,
                checked_in_at=doing.now if check_in else None,
                ranked=registration.ranked,
                fee_kind=registration.fee_kind,
                fee_state=registration.fee_state,
                donation_cents=registration.donation_cents,
            )
            for registration, number in zip(registrations, numbers, strict=True)
        ]
    )


def free_numbers(wanted: Sequence[int | None], *, given: Collection[int]) -> list[int]:
    """A start number for each place of a list: the wanted one if it was never given, else the next after all others."""
    numbers: list[int | None] = []
    used = set(given)
    for number in wanted:
        free = number if number is not None and number not in used else None
        numbers.append(free)
        if free is not None:
            used.add(free)
    last = max(used, default=0)
    result = []
    for number in numbers:
        if number is None:
            last += 1
            number = last
        result.append(number)
    return result


def _fill_in(doing: Step, participant: Participant, registration: Registration, clubs: _Clubs) -> None:
    values: dict[str, Any] = {
        name: getattr(registration, name)
        for name in _FILLED_IN
        if getattr(registration, name) and not getattr(participant, name)
    }
    if "categories" in values:
        values["categories"] = list(values["categories"])
    if registration.club and participant.club_id is None:
        values["club"] = clubs.get(registration.club)
    doing.change(participant, **values)


def _registration_of(participant: Participant, values: Mapping[str, Any]) -> Registration:
    fields = ("surname", "first_name", "club", "team", "categories", "note", "donation_cents")
    return Registration(**{name: values.get(name, value_of(participant, name)) for name in fields})
