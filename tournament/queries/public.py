"""What everybody may see without login: the published seating, the standings as far as they are shown, the clock.

shown     what of the standings the settings let out: live, only what was published, or the last round held back
seen      a participant as the public sees him: the name in full, shortened, or only the start number

Nothing else leaves this module: no draft, no unconfirmed sheet, no name that is to be hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.rules import FIRST_DEALER
from tournament.clock import RoundClock, TableClock
from tournament.models import (
    Extension,
    NamePublic,
    Participant,
    Publication,
    PublicationState,
    Round,
    StandingsPublic,
    Tournament,
)
from tournament.names import has_words, matches, plain
from tournament.queries.clock import TimedTable, clock_of, timed_tables
from tournament.queries.incidents import Own, own_entries
from tournament.queries.kept import Kept
from tournament.queries.publications import latest, people, restored
from tournament.queries.rounds import SeatedTable, seating
from tournament.queries.scores import State
from tournament.queries.standings import Row, Standings, listed
from tournament.queries.wall import wall


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A participant as the public sees him; `name` is empty where only the start number is shown."""

    uuid: UUID
    number: int
    name: str
    club: str
    searched: str
    """The name of which any part finds the participant."""
    spelled: str = ""
    """The name of which only whole words do: letter by letter a search must not spell a shortened name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One position of a table; `seen` is None for a seat that is open."""

    position: int
    seen: Seen | None
    deals_first: bool
    writes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTable:
    """A table of the current round with its own clock."""

    number: int
    room: str
    places: tuple[Place, ...]
    clock: TableClock
    extensions: tuple[Extension, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """The standings as they are let out. `publication` is the list on the wall that says the same, if there is one."""

    standings: Standings
    publication: Publication | None
    held_back: int | None = None
    """The number of the round that is held back until it is published, if one is."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The lines; the names in them are not yet as the public may see them, see `public_name`."""
        return self.standings.rows

    @property
    def number(self) -> int:
        """The last round of which a result is in it; the first round, where there is none yet."""
        columns, rows = self.standings.columns, self.standings.rows
        found = [column.number for place, column in enumerate(columns) if any(_played(row, place) for row in rows)]
        return found[-1] if found else columns[0].number

    @property
    def binding(self) -> bool:
        """Whether this list was posted; everything else is provisional."""
        return self.publication is not None and self.publication.state != PublicationState.PROVISIONAL

    def row(self, uuid: UUID) -> Row | None:
        """The line of one participant."""
        return next((row for row in self.standings.rows if row.participant.uuid == uuid), None)


def _played(row: Row, place: int) -> bool:
    score = row.scores[place]
    return score is not None and score.points is not None and score.state is not State.MISSED


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicState:
    """Everything the public may see of a tournament at one moment. `round` is the newest with a published seating."""

    round: int | None
    rounds: int
    tables: tuple[PublicTable, ...]
    resting: frozenset[int]
    """Start numbers of those who sit out this round."""
    clock: RoundClock
    people: dict[int, Seen]
    """By start number: everybody with a seat, a rest, or a line in the standings shown."""
    shown: Shown | None
    entries: Mapping[int, tuple[Own, ...]]
    """Each one's own entries in the referee's book by start number; none unless the tournament shows them."""

    def table_of(self, number: int) -> tuple[PublicTable, Place] | None:
        """Where a participant sits in the current round."""
        for table in self.tables:
            for place in table.places:
                if place.seen is not None and place.seen.number == number:
                    return table, place
        return None

    def find(self, words: str) -> list[Seen]:
        """Who is meant by a start number or any part of a name, by name."""
        wanted = words.strip()
        if not wanted:
            return []
        if wanted.isdecimal():
            return [self.people[int(wanted)]] if int(wanted) in self.people else []
        return [seen for seen in self.people.values() if _is_meant(seen, wanted)]

    @property
    def by_uuid(self) -> dict[UUID, Seen]:
        """The same people as the lines of the standings name them."""
        return {person.uuid: person for person in self.people.values()}


_KEPT: Kept[PublicState] = Kept(32)


def public_state(tournament: Tournament) -> PublicState:
    """What the public may see; no query until the next public change, however much is typed meanwhile."""
    key = (tournament.uuid, tournament.pk, tournament.public_version)
    return _KEPT.get(key, lambda: _made(tournament))


def forget() -> None:
    """Drop what is kept."""
    _KEPT.forget()


def public_standings(tournament: Tournament) -> Shown | None:
    """The standings as the settings let them out; None where nothing is to be seen yet."""
    if tournament.standings_public == StandingsPublic.PUBLISHED:
        return _published(tournament, latest(tournament))
    live = listed(tournament)
    if not live.columns:
        return None
    newest = live.columns[-1].number
    silent = tournament.standings_public == StandingsPublic.LAST_SILENT and newest >= tournament.rounds
    if not silent:
        return _live(tournament, None)
    publication = latest(tournament, newest)
    if publication is not None:
        return _published(tournament, publication)
    if newest == live.columns[0].number:
        return None
    return replace(_live(tournament, live.columns[-2].number), held_back=newest)


def public_name(tournament: Tournament, participant: Participant) -> str:
    """What a list for everybody says of a participant: the name in full, shortened, or the start number."""
    return seen(participant, tournament).name or _("No. %(number)s") % {"number": participant.number}


def public_order(tournament: Tournament, participant: Participant) -> tuple[bool, str, int]:
    """The place in a list for everybody: by the name as it is shown, those without a name last by start number."""
    return _place(seen(participant, tournament))


def _place(person: Seen) -> tuple[bool, str, int]:
    return not person.name, plain(person.name), person.number


def seen(participant: Participant, tournament: Tournament) -> Seen:
    """A participant as the public sees him: by his own wish, else as the tournament says."""
    how = participant.name_public or tournament.names_public
    if how == NamePublic.HIDDEN:
        return Seen(uuid=participant.uuid, number=participant.number, name="", club="", searched="")
    club = participant.club.name if participant.club is not None else ""
    spelled = f"{participant.surname} {participant.first_name}"
    short = how != NamePublic.FULL
    return Seen(
        uuid=participant.uuid,
        number=participant.number,
        name=_shortened(participant) if short else participant.name,
        club=club,
        searched=_shortened(participant) if short else spelled,
        spelled=spelled,
    )


def _is_meant(person: Seen, wanted: str) -> bool:
    if not person.name:
        return False
    return matches(person.searched, wanted) or has_words(person.spelled, wanted)


def _shortened(participant: Participant) -> str:
    """First name and initial: "Anna Ä."; a single name is shortened to its initial."""
    initial = f"{participant.surname[:1]}." if participant.surname else ""
    return f"{participant.first_name} {initial}".strip()


def _live(tournament: Tournament, number: int | None) -> Shown:
    on_wall = wall(tournament, number)
    publication = on_wall.publication if on_wall.up_to_date else None
    return Shown(standings=on_wall.standings, publication=publication)


def _published(tournament: Tournament, publication: Publication | None) -> Shown | None:
    if publication is None:
        return None
    return Shown(standings=restored(publication, people=people(tournament)), publication=publication)


def _made(tournament: Tournament) -> PublicState:
    shown = public_standings(tournament)
    in_list = [row.participant for row in shown.standings.rows if row.participant.pk] if shown else []
    entries = own_entries(tournament) if tournament.incidents_public else {}
    round_ = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("-number").first()
    if round_ is None:
        return PublicState(
            round=None,
            rounds=tournament.rounds,
            tables=(),
            resting=frozenset(),
            clock=RoundClock(),
            people=_by_name(in_list, tournament),
            shown=shown,
            entries=entries,
        )
    found = seating(round_)
    seated = [name.participant for name in found.names]
    resting = [attendance.participant for attendance in found.resting]
    everybody = _by_name([*seated, *resting, *in_list], tournament)
    timed = {one.table.pk: one for one in timed_tables(round_)}
    return PublicState(
        round=round_.number,
        rounds=tournament.rounds,
        tables=tuple(_public_table(table, people=everybody, timed=timed[table.table.pk]) for table in found.tables),
        resting=frozenset(person.number for person in resting),
        clock=clock_of(round_),
        people=everybody,
        shown=shown,
        entries=entries,
    )


def _by_name(participants: list[Participant], tournament: Tournament) -> dict[int, Seen]:
    """Each once, in the order of the names as they are seen; those without a name last, by start number."""
    once = {participant.number: seen(participant, tournament) for participant in participants}
    order = sorted(once.values(), key=_place)
    return {person.number: person for person in order}


def _public_table(table: SeatedTable, *, people: dict[int, Seen], timed: TimedTable) -> PublicTable:
    size = table.table.size
    return PublicTable(
        number=table.table.number,
        room=table.table.room,
        places=tuple(
            Place(
                position=seat.position,
                seen=people[seat.participant.number] if seat.participant is not None else None,
                deals_first=seat.position == FIRST_DEALER,
                # The last seat keeps the sheet, TSR 8.4.1 and 10.1.4.
                writes=seat.position == size,
            )
            for seat in table.seats
        ),
        clock=timed.clock,
        extensions=timed.extensions,
    )
