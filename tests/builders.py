"""What tests build: always through the services, so that no state exists which the product cannot reach."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any

from django.test import Client

from tournament.actors import Actor
from tournament.draw.sizes import table_sizes
from tournament.models import Membership, Participant, Round, Table, Tournament, User
from tournament.queries.rounds import present
from tournament.registration import Registration
from tournament.roles import Role
from tournament.services.confirmation import confirm_sheet
from tournament.services.participants import register_participants
from tournament.services.rounds import create_round, publish_round, seat_by_hand
from tournament.services.seating import Plan
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import TypedSeat, record_totals

NOW = datetime(2026, 11, 28, 10, 0, tzinfo=UTC)


def make_user(name: str = "berta", **values: Any) -> User:
    return User.objects.create_user(username=name, password="karo-ass-sticht", **values)


def make_tournament(**values: Any) -> Tournament:
    """A tournament in the open preset: sums checked, no clock, no mandatory solos, one person suffices."""
    base: dict[str, Any] = {
        "slug": f"herbst-{Tournament.objects.count() + 1}",
        "name": "Herbstturnier",
        "date": date(2026, 11, 28),
        "created_at": NOW,
        "preset": "open",
        "fives": "needed",
        "games_four": 16,
        "games_five": 20,
        "mandatory_solos": 0,
        "second_person": False,
    }
    return Tournament.objects.create(**{**base, **values})


def make_actor(tournament: Tournament, role: Role = Role.DIRECTOR, name: str = "") -> Actor:
    """A person with that role in the tournament; the administrator is a superuser without membership."""
    user = User.objects.filter(username=name or role.value).first()
    if user is None:
        user = make_user(name or role.value, is_superuser=role is Role.ADMINISTRATOR)
    if role is not Role.ADMINISTRATOR:
        Membership.objects.get_or_create(user=user, tournament=tournament, defaults={"role": role.value})
    return Actor(user=user, role=role, origin="127.0.0.1")


def client_for(actor: Actor) -> Client:
    """A browser in which that person is logged in."""
    client = Client()
    client.force_login(actor.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


_SURNAMES = (
    "Äpfel",
    "Brandt",
    "Öztürk",
    "Cramer",
    "Üner",
    "Dormann",
    "Grün",
    "Ellermann",
    "Köhn",
    "Fink",
    "Schäfer",
    "Möller",
)
_FIRST_NAMES = ("Anna", "Björn", "Ida", "Emre", "Uwe", "Ruth", "Käthe", "Jan", "Inga", "Theo", "Marta", "Piet", "Ewa")
_ROMAN = ("", "-Alt", "-Berg", "-Kamp", "-Moor", "-Thal", "-Weiler")
_CLUBS = ("DoKo Bremen", "Karlchens Freunde", "Fuchs am End", "")


def make_participants(
    tournament: Tournament, count: int, *, checked_in: bool = True, by: Actor | None = None
) -> list[Participant]:
    """So many more participants with invented names, an umlaut in every second one, in four clubs or none."""
    before = Participant.objects.filter(tournament=tournament).count()
    return register_participants(
        tournament=tournament,
        registrations=[_invented(place) for place in range(before, before + count)],
        check_in=checked_in,
        by=by or make_actor(tournament),
        now=NOW,
    )


def _invented(place: int) -> Registration:
    """The person at a place of an endless list: surname by turns, then another first name, then a double name."""
    turn, surname = divmod(place, len(_SURNAMES))
    double, first_name = divmod(turn, len(_FIRST_NAMES))
    return Registration(
        surname=_SURNAMES[surname] + _ROMAN[double],
        first_name=_FIRST_NAMES[(first_name + surname) % len(_FIRST_NAMES)],
        club=_CLUBS[place % len(_CLUBS)],
    )


def make_round(
    tournament: Tournament,
    *,
    players: int | None = None,
    seats: Sequence[Sequence[int | None]] | None = None,
    published: bool = True,
    by: Actor | None = None,
) -> Round:
    """The next round, seated by hand: `seats` are start numbers per table, else everybody here in order.

    `players` registers and checks in so many more people first.
    """
    by = by or make_actor(tournament)
    if players is not None:
        make_participants(tournament, players, by=by)
    round_ = create_round(tournament=tournament, by=by, now=NOW)
    if seats is None:
        numbers = [person.number for person in present(round_)]
        sizes = table_sizes(players=len(numbers))
        places = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
        seats = [numbers[first:last] for first, last in pairwise(places)]
    tables = [Plan(number=number, players=tuple(table)) for number, table in enumerate(seats, start=1)]
    round_ = seat_by_hand(round_=round_, tables=tables, by=by, now=NOW)
    return publish_round(round_=round_, by=by, now=NOW) if published else round_


def tables_of(round_: Round) -> dict[int, Table]:
    """The tables of a round by number, ready for the services of the sheets."""
    found = Table.objects.filter(round=round_).select_related("round", "tournament")
    return {table.number: table for table in found}


def type_totals(
    table: Table,
    totals: Sequence[int | None],
    *,
    by: Actor,
    solos: int | None = None,
    now: datetime = NOW,
    **values: Any,
) -> Table:
    """Type the totals of a table as it stands now; everybody has played so many mandatory solos."""
    current = Table.objects.get(pk=table.pk)
    seats = [TypedSeat(position=position, total=total, solos=solos) for position, total in enumerate(totals, start=1)]
    return record_totals(table=table, seats=seats, version=current.version, by=by, now=now, **values)


def type_rows(table: Table, *lines: str, by: Actor, way: str = "winners", first: int = 1) -> Table:
    """Type rows one after another, each in a step of its own, as a clerk does."""
    for number, line in enumerate(lines, start=first):
        record_rows(table=table, rows={number: TypedRow(text=line, way=way)}, by=by, now=NOW)
    return Table.objects.get(pk=table.pk)


def confirm(table: Table, *, by: Actor, now: datetime = NOW, **values: Any) -> Table:
    """Confirm a sheet as it stands now."""
    current = Table.objects.get(pk=table.pk)
    return confirm_sheet(table=table, version=current.version, by=by, now=now, **values)
