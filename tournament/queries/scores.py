"""What each participant has from each round.

held      a round whose seating is published; only held rounds are looked at
score     what one participant has from one round
missed    a held round in which somebody who plays in the tournament did not sit; it counts by the tournament's rule
average   what a missed round may count: of the table where a substitute sits in, without one of the whole round
open      seated, but the sheet is not confirmed: only confirmed sheets count
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial

from tournament.models import (
    Attendance,
    Depth,
    Incident,
    MissedRound,
    Participant,
    Penalty,
    Presence,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournament.models.rounds import DRAW_JSON
from tournament.queries.kept import Kept
from tournament.queries.sheets import gathered
from tournament.records import Share, shares_of

# Of a seat: participant, position, from which game on, total, mandatory solos.
_Held = tuple[int, int, int, int | None, int | None]
# Of a penalty: participant and points.
_Fined = tuple[int, int]

_SHARES: Kept[tuple[Share, ...]] = Kept(2048)
"""The shares of sheets typed row by row, by all they depend on: they take most of the time."""


class State(StrEnum):
    """How a score came about."""

    CONFIRMED = "confirmed"
    OPEN = "open"
    MISSED = "missed"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One held round: whether it counts for the ranking, and the tables whose sheets are still open."""

    number: int
    counts: bool
    open_tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Points of one participant in one round, penalties included; None while the sheet is open."""

    state: State
    points: int | None = None
    penalties: int = 0
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """All that one participant has. `scores` has an entry per column, None where the round counts nothing for him.

    Sums run over the counting rounds. `penalties` are signed, `lost` is what of them was lost as an offender and
    `deductions` what was taken off besides, both positive. `solos`, `games_won` and `solos_won` are None where a sheet
    does not say.
    """

    participant: Participant
    scores: tuple[Score | None, ...]
    points: int
    penalties: int
    lost: int
    deductions: int
    solos: int | None
    games_won: int | None
    solos_won: int | None
    substitute: bool


def forget() -> None:
    """Drop what is kept of the sheets."""
    _SHARES.forget()


@dataclass(slots=True)
class _Round:
    """One held round as read; people by primary key."""

    number: int
    counts: bool
    depth: str
    published_at: datetime
    missed: int = 0
    averages: dict[int, int] | None = None
    seated: dict[int, int] = field(default_factory=dict)
    shares: dict[int, Share] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    decided: dict[int, int] = field(default_factory=dict)
    substitutes: set[int] = field(default_factory=set)
    replaced: dict[int, int] = field(default_factory=dict)
    by_table: dict[int, list[int]] = field(default_factory=dict)
    rested: set[int] = field(default_factory=set)
    open_tables: list[int] = field(default_factory=list)

    def counts_for(self, key: int) -> int | None:
        """What the round counts for somebody who missed it; None as long as a sheet that says it is open.

        `averages` are those of the confirmed tables where they count, None where the rule is another.
        """
        if self.averages is None:
            return self.missed
        table = self.seated.get(self.replaced.get(key, 0))
        if table is not None:
            return self.averages.get(table)
        return None if self.open_tables else self.missed


class Scores:
    """The held rounds of a tournament up to one, read at once.

    Eight queries for any number of players; four more if a sheet was typed row by row and has changed.
    """

    def __init__(self, tournament: Tournament, up_to: int | None = None, *, keep: bool = False) -> None:
        """`keep` the shares of sheets typed row by row; never inside a step, which may come to nothing."""
        self._tournament = tournament
        self._keep = keep
        held = Round.objects.filter(tournament=tournament, published_at__isnull=False).order_by("number")
        rounds = {
            key: _Round(number=number, counts=counts, depth=depth, published_at=published_at)
            for key, number, counts, depth, published_at in held.values_list(
                "pk", "number", "counts", "depth", "published_at"
            )
            if published_at is not None
        }
        self._published = [round_.published_at for round_ in rounds.values()]
        self._by_key = {key: round_ for key, round_ in rounds.items() if up_to is None or round_.number <= up_to}
        self._rounds = list(self._by_key.values())
        # A list shows names; instants that it does not show take a third of the time to read.
        people = Participant.objects.filter(tournament=tournament).select_related("club")
        self._people = {person.pk: person for person in people.defer("registered_at", "checked_in_at")}
        self._read_attendance()
        self._read_sheets()
        self._read_deductions(up_to)
        for round_ in self._rounds:
            self._weigh_missed(round_)
        self.columns = tuple(
            Column(number=round_.number, counts=round_.counts, open_tables=tuple(round_.open_tables))
            for round_ in self._rounds
        )

    def decided_for(self, instant: datetime) -> bool:
        """Whether what was decided at that instant was decided about this list: the last round of then is its last."""
        return sum(published <= instant for published in self._published) == len(self._rounds)

    def tallies(self) -> list[Tally]:
        """One per participant who sat, sat out or was given points in a held round, by start number."""
        taking_part: set[int] = set()
        for round_ in self._rounds:
            taking_part |= round_.seated.keys() | round_.rested | round_.decided.keys()
        people = sorted((self._people[key] for key in taking_part), key=lambda person: person.number)
        return [self._tally(person) for person in people]

    def _tally(self, person: Participant) -> Tally:
        key = person.pk
        seated = [round_ for round_ in self._rounds if key in round_.seated]
        # Who also sits on a seat of his own plays for himself.
        substitute = bool(seated) and all(key in round_.substitutes for round_ in seated)
        guest = not person.ranked or (substitute and not self._tournament.substitutes_ranked)
        gone = person.withdrawn_at is not None or person.disqualified_at is not None
        scores = tuple(_score(key, round_, guest=guest, gone=gone) for round_ in self._rounds)
        counting = [round_ for round_ in self._rounds if round_.counts]
        counted = [
            score for round_, score in zip(self._rounds, scores, strict=True) if round_.counts and score is not None
        ]
        shares = [round_.shares[key] for round_ in counting if key in round_.shares]
        return Tally(
            participant=person,
            scores=scores,
            points=sum(score.points or 0 for score in counted),
            penalties=sum(score.penalties for score in counted),
            lost=sum(round_.lost.get(key, 0) for round_ in counting),
            deductions=self._deductions.get(key, 0),
            solos=_known_sum([share.solos_played for share in shares]),
            games_won=_known_sum([share.games_won for share in shares]),
            solos_won=_known_sum([share.solos_won for share in shares]),
            substitute=substitute,
        )

    def _weigh_missed(self, round_: _Round) -> None:
        """Work out what the round counts for those who missed it and are still in the tournament."""
        if self._tournament.missed_round == MissedRound.FIXED:
            round_.missed = self._tournament.missed_points
        elif self._tournament.missed_round == MissedRound.AVERAGE:
            round_.missed = _average([share.points for share in round_.shares.values()])
            round_.averages = {number: _average(points) for number, points in round_.by_table.items()}

    def _read_attendance(self) -> None:
        """Who was given points, sat out, or sits in for somebody."""
        found = Attendance.objects.filter(round__in=self._by_key)
        names = ("round_id", "participant_id", "state", "points", "substitute_for_id")
        for key, person, state, points, late in found.values_list(*names):
            if points is not None:
                self._by_key[key].decided[person] = points
            if state == Presence.SUBSTITUTE:
                self._by_key[key].substitutes.add(person)
                if late is not None:
                    self._by_key[key].replaced[late] = person
            if state == Presence.SITS_OUT:
                self._by_key[key].rested.add(person)

    def _read_deductions(self, up_to: int | None) -> None:
        """What was taken off besides the sheets, TSR 9.7: of the rounds of this list and of no round."""
        found = Incident.objects.filter(
            tournament=self._tournament, offender__isnull=False, deduction__gt=0, lifted_at__isnull=True
        )
        if up_to is not None:
            found = found.exclude(round__number__gt=up_to)
        self._deductions: dict[int, int] = defaultdict(int)
        for person, points in found.values_list("offender_id", "deduction"):
            self._deductions[person or 0] += points

    def _read_sheets(self) -> None:
        """Who sat where, and what each took from the confirmed sheets."""
        found = Table.objects.filter(round__in=self._by_key).order_by("round__number", "number")
        sheets = {
            key: _Sheet(key=key, round=self._by_key[round_key], number=number, depth=depth, version=version)
            for key, round_key, number, depth, version in found.values_list(
                "pk", "round_id", "number", "depth", "version"
            )
        }
        unconfirmed = set(found.filter(confirmed_at__isnull=True).values_list("pk", flat=True))
        seats = Seat.objects.filter(round__in=self._by_key, participant__isnull=False).order_by("from_game", "pk")
        for key, person, position, from_game, total, solos in seats.values_list(
            "table_id", "participant_id", "position", "from_game", "total", "solos"
        ):
            sheet = sheets[key]
            sheet.held.append((person or 0, position, from_game, total, solos))
            sheet.round.seated.setdefault(person or 0, sheet.number)
        penalties = Penalty.objects.filter(incident__table__in=list(sheets), incident__lifted_at__isnull=True)
        for key, person, points in penalties.values_list("incident__table_id", "participant_id", "points"):
            sheets[key or 0].fined.append((person, points))
        for key in unconfirmed:
            sheets[key].round.open_tables.append(sheets[key].number)
        for round_ in self._rounds:
            round_.open_tables.sort()
        confirmed = [sheet for sheet in sheets.values() if sheet.key not in unconfirmed]
        for sheet, shares in _shares(confirmed, tournament=self._tournament, keep=self._keep):
            sheet.round.by_table[sheet.number] = [share.points for share in shares]
            for share in shares:
                # Whoever changed tables in mid-round takes something from both.
                known = sheet.round.shares.get(share.participant_id)
                sheet.round.shares[share.participant_id] = share if known is None else _both(known, share)
            for person, points in sheet.fined:
                sheet.round.lost[person] = sheet.round.lost.get(person, 0) - min(points, 0)


@dataclass(slots=True)
class _Sheet:
    """One sheet as read."""

    key: int
    round: _Round
    number: int
    depth: str
    version: int
    held: list[_Held] = field(default_factory=list)
    fined: list[_Fined] = field(default_factory=list)


def _score(key: int, round_: _Round, *, guest: bool, gone: bool) -> Score | None:
    """What one participant has from one round.

    Who has gone keeps what he has: the rule for missed rounds may take from him, never add.
    """
    share = round_.shares.get(key)
    table = round_.seated.get(key)
    if key in round_.decided:
        penalties = share.penalties if share is not None else 0
        return Score(state=State.DECIDED, points=round_.decided[key], penalties=penalties, table=table)
    if share is not None:
        return Score(state=State.CONFIRMED, points=share.points, penalties=share.penalties, table=table)
    if table is not None:
        return Score(state=State.OPEN, table=table)
    if guest:
        return None
    points = round_.counts_for(key)
    if points is None:
        return Score(state=State.OPEN)
    return Score(state=State.MISSED, points=min(points, 0) if gone else points)


def _both(one: Share, other: Share) -> Share:
    """What a person takes from two sheets of one round."""
    return Share(
        participant_id=one.participant_id,
        points=one.points + other.points,
        penalties=one.penalties + other.penalties,
        games_won=_known_sum([one.games_won, other.games_won]),
        solos_won=_known_sum([one.solos_won, other.solos_won]),
        solos_played=_known_sum([one.solos_played, other.solos_played]),
    )


def _shares(
    confirmed: Sequence[_Sheet], *, tournament: Tournament, keep: bool
) -> Iterable[tuple[_Sheet, Sequence[Share]]]:
    """The shares of each confirmed sheet. Rows are read only of sheets that have changed since they were last."""
    deep: dict[int, tuple[object, ...]] = {}
    for sheet in confirmed:
        depth = sheet.depth or sheet.round.depth
        if depth == Depth.TOTALS:
            yield sheet, _typed_shares(sheet.held, sheet.fined)
        else:
            held, fined = tuple(sheet.held), tuple(sheet.fined)
            deep[sheet.key] = (tournament.uuid, sheet.key, sheet.version, depth, held, fined)
    kept = {
        key: shares for key, shares in ((key, _SHARES.peek(all_of_it)) for key, all_of_it in deep.items()) if shares
    }
    read = _read_shares([key for key in deep if key not in kept])
    for sheet in confirmed:
        if sheet.key in kept:
            yield sheet, kept[sheet.key]
        elif sheet.key in read:
            yield sheet, _SHARES.get(deep[sheet.key], partial(read.__getitem__, sheet.key)) if keep else read[sheet.key]


def _read_shares(keys: Sequence[int]) -> dict[int, tuple[Share, ...]]:
    """The shares of sheets typed row by row. Four queries, none for no sheets."""
    if not keys:
        return {}
    tables = list(Table.objects.filter(pk__in=keys).select_related("round").defer(*DRAW_JSON))
    return {data.table.pk: tuple(shares_of(data)) for data in gathered(tables)}


def _typed_shares(held: Sequence[_Held], fined: Sequence[_Fined]) -> list[Share]:
    """What `records.shares_of` says of a sheet of totals, without building its rows: most lists are only this."""
    points: dict[int, int] = {}
    solos: dict[int, int | None] = {}
    penalties: dict[int, int] = {}
    for person, _position, _from_game, total, played in held:
        points[person] = points.get(person, 0) + (total or 0)
        before = solos.get(person)
        solos[person] = before if played is None else (before or 0) + played
    for person, fine in fined:
        penalties[person] = penalties.get(person, 0) + fine
    return [
        Share(
            participant_id=person,
            points=total,
            penalties=penalties.get(person, 0),
            games_won=None,
            solos_won=None,
            solos_played=solos[person],
        )
        for person, total in points.items()
    ]


def _known_sum(values: Sequence[int | None]) -> int | None:
    """The sum, None if one of the values is not known or there is none."""
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _average(points: Sequence[int]) -> int:
    """The average as a whole number, halves upwards; 0 of nothing."""
    return (2 * sum(points) + len(points)) // (2 * len(points)) if points else 0
