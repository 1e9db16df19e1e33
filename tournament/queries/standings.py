"""Who stands where: one list of rows behind the page of the office, the public page, the papers and the files.

listed    with a line in the standings; ranked: with a rank of his own
tie       equal totals that no criterion has parted: they share a rank, and the next rank is skipped
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import cast

from scoring.standings import Entry, Standing, TieBreak, rank
from tournament.models import Participant, TieDecision, Tournament, WithdrawnRanking
from tournament.queries import scores
from tournament.queries.kept import Kept
from tournament.queries.scores import Column, Score, Scores, State, Tally


class Note(StrEnum):
    """What the list says after a name: why it has no rank, or that the player has gone."""

    NONE = ""
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    SUBSTITUTE = "substitute"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line. `scores` has an entry per column, None where the round counts nothing for this participant.

    `total` is the sum of the counting rounds less `deductions` (a positive number, TSR 9.7); `penalties` are the
    points inside it (signed, TSR 9.3). `criterion` is the tie-break that parted the row from others with the same
    total, as the settings name it, and `value` what the row had in it (None for a play-off or lot).
    """

    participant: Participant
    scores: tuple[Score | None, ...]
    total: int
    rank: int | None = None
    shared: bool = False
    criterion: str = ""
    value: int | None = None
    penalties: int = 0
    deductions: int = 0
    solos: int | None = None
    note: Note = Note.NONE

    @property
    def ranked(self) -> bool:
        return self.rank is not None

    @property
    def provisional(self) -> bool:
        """Whether a sheet of this participant is still open."""
        return any(score is not None and score.state is State.OPEN for score in self.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Participants whom nothing has parted where a play-off or lot would; by start number."""

    rank: int
    total: int
    participants: tuple[Participant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The list after the held rounds, as all confirmed sheets make it. `ties` are those not decided, from the top."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    ties: tuple[Tie, ...]

    @property
    def provisional(self) -> bool:
        """Whether a sheet of a counting round is still open."""
        return any(column.open_tables for column in self.columns if column.counts)


_KEPT: Kept[Standings] = Kept(64)


def standings(tournament: Tournament, up_to: int | None = None) -> list[Row]:
    """The lines in the order of the list, up to round `up_to` (None: after all held rounds). See `listed`."""
    return list(listed(tournament, up_to).rows)


def listed(tournament: Tournament, up_to: int | None = None) -> Standings:
    """The standings, kept until the journal moves on; no query then.

    `tournament` must be as the database has it. Inside a step, once something was changed, ask `computed`.
    """
    key = (tournament.uuid, tournament.pk, tournament.journal_number, up_to)
    return _KEPT.get(key, lambda: _made(tournament, up_to, keep=True))


def forget() -> None:
    """Drop everything that is kept of standings and sheets."""
    _KEPT.forget()
    scores.forget()


def computed(tournament: Tournament, up_to: int | None = None) -> Standings:
    """The standings from what was typed. Nine queries for any number of players, four more for sheets with rows."""
    return _made(tournament, up_to, keep=False)


def _made(tournament: Tournament, up_to: int | None, *, keep: bool) -> Standings:
    found = Scores(tournament, up_to, keep=keep)
    decisions = [
        decision
        for decision in TieDecision.objects.filter(tournament=tournament).order_by("decided_at", "pk")
        if found.decided_for(decision.decided_at)
    ]
    placing = _Placing(tournament, found, decisions)
    return Standings(columns=found.columns, rows=tuple(placing.rows()), ties=tuple(placing.ties))


_DECIDED = (TieBreak.PLAY_OFF, TieBreak.LOT)


class _Placing:
    """Tallies brought into the order of the list."""

    def __init__(self, tournament: Tournament, found: Scores, decisions: Sequence[TieDecision]) -> None:
        self._columns = found.columns
        self._tallies: dict[int, Tally] = {}
        self._notes: dict[int, Note] = {}
        self._where: dict[int, WithdrawnRanking] = {}
        for tally in found.tallies():
            key = tally.participant.pk
            note, where = _place_of(tally, tournament)
            if where is not WithdrawnRanking.REMOVED:
                self._tallies[key], self._notes[key], self._where[key] = tally, note, where
        criteria = [TieBreak(code) for code in tournament.tie_breaks]
        self._criteria = [*criteria, *(code for code in _DECIDED if code not in criteria)]
        self.ties: list[Tie] = []
        self._decide(decisions)

    def rows(self) -> list[Row]:
        """The lines of the list, those at its end last."""
        standing = rank(
            [self._entry(key) for key, where in self._where.items() if where is not WithdrawnRanking.AT_END],
            tie_breaks=self._criteria,
        )
        at_end = rank([self._entry(key) for key, where in self._where.items() if where is WithdrawnRanking.AT_END])
        return [self._row(place) for place in (*standing, *at_end)]

    def _decide(self, decisions: Sequence[TieDecision]) -> None:
        """Give each group that a play-off or lot is to part its latest decision; what has none is an open tie.

        A decision holds for a group all of whose members it orders: after a correction the rest of a tie keeps it,
        but nobody who was no part of it is placed by it.
        """
        self._places: dict[int, tuple[str, int]] = {}
        first = min(self._criteria.index(code) for code in _DECIDED)
        entries = [self._entry(key) for key, where in self._where.items() if where is WithdrawnRanking.RANKED]
        shared = [place for place in rank(entries, tie_breaks=self._criteria[:first]) if place.shared]
        for place, group in groupby(shared, key=lambda standing: standing.rank):
            members = [self._tallies[_key(standing)] for standing in group]
            uuids = {str(tally.participant.uuid) for tally in members}
            decision = next((d for d in reversed(decisions) if uuids <= set(d.order)), None)
            if decision is None:
                total = members[0].points - members[0].deductions
                people = tuple(tally.participant for tally in members)
                self.ties.append(Tie(rank=place or 0, total=total, participants=people))
                continue
            for tally in members:
                position = decision.order.index(str(tally.participant.uuid)) + 1
                self._places[tally.participant.pk] = (decision.how, position)

    def _entry(self, key: int) -> Entry:
        tally = self._tallies[key]
        how, position = self._places.get(key, ("", 0))
        return Entry(
            key=key,
            points=tuple(
                _counted(score) for column, score in zip(self._columns, tally.scores, strict=True) if column.counts
            ),
            penalties=tally.lost,
            deductions=tally.deductions,
            games_won=tally.games_won,
            solos_won=tally.solos_won,
            play_off=position if how == TieBreak.PLAY_OFF else None,
            lot=position if how == TieBreak.LOT else None,
            ranked=self._where[key] is WithdrawnRanking.RANKED,
        )

    def _row(self, place: Standing) -> Row:
        tally = self._tallies[_key(place)]
        return Row(
            participant=tally.participant,
            scores=tally.scores,
            total=place.total,
            rank=place.rank,
            shared=place.shared,
            criterion=place.decided_by or "",
            value=_value(place),
            penalties=tally.penalties,
            deductions=tally.deductions,
            solos=tally.solos,
            note=self._notes[_key(place)],
        )


def _place_of(tally: Tally, tournament: Tournament) -> tuple[Note, WithdrawnRanking]:
    """What the list says after a name, and where the settings put its line."""
    person = tally.participant
    if person.disqualified_at is not None:
        return Note.DISQUALIFIED, WithdrawnRanking(tournament.disqualified_ranking)
    if person.withdrawn_at is not None:
        return Note.WITHDRAWN, WithdrawnRanking(tournament.withdrawn_ranking)
    if not person.ranked:
        return Note.OUTSIDE, WithdrawnRanking.IN_PLACE
    if tally.substitute:
        ranked = tournament.substitutes_ranked
        return Note.SUBSTITUTE, WithdrawnRanking.RANKED if ranked else WithdrawnRanking.IN_PLACE
    return Note.NONE, WithdrawnRanking.RANKED


def _counted(score: Score | None) -> int | None:
    """The points of a round as the rule book reads them: None for a round that was missed and counts nothing."""
    if score is None or (score.state is State.MISSED and not score.points):
        return None
    return score.points


def _key(place: Standing) -> int:
    return cast(int, place.key)


def _value(place: Standing) -> int | None:
    """What an entry has in the criterion that parted it."""
    entry = place.entry
    points = [value for value in entry.points if value is not None]
    match place.decided_by:
        case TieBreak.LAST_ROUND:
            return entry.points[-1]
        case TieBreak.BEST_ROUND:
            return max(points, default=None)
        case TieBreak.GAMES_WON:
            return entry.games_won
        case TieBreak.SOLOS_WON:
            return entry.solos_won
        case TieBreak.FEWER_PENALTIES:
            return entry.penalties + entry.deductions
    return None
