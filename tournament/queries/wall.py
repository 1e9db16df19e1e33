"""What the page of the standings shows of one round: the list, what hangs on the wall of it, and what was decided."""

from dataclasses import dataclass

from tournament.models import Participant, Publication, PublicationState, TieDecision, Tournament
from tournament.prizes import from_json, last_rank
from tournament.queries.kept import Kept
from tournament.queries.publications import Change, changes, latest, people, publications, restored
from tournament.queries.standings import Standings, Tie, listed

PRIZE_RANKS = 3
"""Where no prizes are set, a tie among the first three is one that a prize hangs on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A play-off or lot with the people as they are today, the first is best."""

    decision: TieDecision
    people: tuple[Participant, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """The standings after a round, their newest publication, and what differs from it.

    `number` is the round, None before the first seating is published. `history` are the publications of all rounds,
    newest first.
    """

    number: int | None
    standings: Standings
    rounds: tuple[int, ...]
    publication: Publication | None
    changes: tuple[Change, ...]
    history: tuple[Publication, ...]
    decided: tuple[Decided, ...]

    @property
    def posted(self) -> bool:
        """Whether a posted or final list of this round hangs on the wall."""
        return self.publication is not None and self.publication.state != PublicationState.PROVISIONAL

    @property
    def final(self) -> bool:
        return self.publication is not None and self.publication.state == PublicationState.FINAL

    @property
    def up_to_date(self) -> bool:
        """Whether the newest publication says what the sheets say now."""
        return self.publication is not None and not self.changes

    @property
    def is_last(self) -> bool:
        """Whether this is the newest round: ties are decided there only."""
        return bool(self.rounds) and self.number == self.rounds[-1]

    @property
    def open_tables(self) -> list[tuple[int, int]]:
        """Round and number of each table whose sheet is still open."""
        return [(column.number, table) for column in self.standings.columns for table in column.open_tables]


_KEPT: Kept[Wall] = Kept(64)


def wall(tournament: Tournament, number: int | None = None) -> Wall:
    """The wall of a round (None or unknown: the newest). No query while the journal stands still, else at most 22."""
    key = (tournament.uuid, tournament.pk, tournament.journal_number, number)
    return _KEPT.get(key, lambda: _made(tournament, number))


def prize_ties(tournament: Tournament, standings: Standings) -> tuple[Tie, ...]:
    """The undecided ties that a prize hangs on; none while sheets are open."""
    last = last_rank(from_json(tournament.prize_plan)) or PRIZE_RANKS
    return () if standings.provisional else tuple(tie for tie in standings.ties if tie.rank <= last)


def _made(tournament: Tournament, number: int | None) -> Wall:
    newest = listed(tournament)
    rounds = tuple(column.number for column in newest.columns)
    if number not in rounds:
        number = rounds[-1] if rounds else None
    found = newest if not rounds or number == rounds[-1] else listed(tournament, number)
    publication = latest(tournament, number) if number is not None else None
    by_uuid = {str(row.participant.uuid): row.participant for row in newest.rows}
    decisions = list(TieDecision.objects.filter(tournament=tournament).order_by("-decided_at", "-pk"))
    named = {line["uuid"] for line in publication.rows["lines"]} if publication is not None else set()
    if not by_uuid.keys() >= named.union(*(decision.order for decision in decisions)):
        by_uuid = people(tournament)  # somebody is in an old list only
    differing = changes(restored(publication, people=by_uuid), found) if publication is not None else []
    return Wall(
        number=number,
        standings=found,
        rounds=rounds,
        publication=publication,
        changes=tuple(differing),
        history=tuple(publications(tournament)),
        decided=tuple(
            Decided(
                decision=decision,
                people=tuple(by_uuid[uuid] for uuid in decision.order if uuid in by_uuid),
            )
            for decision in decisions
        ),
    )


def forget() -> None:
    """Drop what is kept."""
    _KEPT.forget()
