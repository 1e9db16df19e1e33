"""The season list: the totals of several tournaments, of which the best count.

evening   a tournament of the season; played: with a rank of his own in its standings
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.models import Participant, Tournament
from tournament.names import sort_key, squeezed
from tournament.queries.standings import listed

_Played = list[list[tuple[Participant, int]]]
_Key = Callable[[Participant], tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One person, as registered at the latest evening played.

    `totals` has an entry per evening, None where it was not played; `counting` says which of them make `total`.
    """

    participant: Participant
    totals: tuple[int | None, ...]
    counting: tuple[bool, ...]
    total: int
    rank: int
    shared: bool

    @property
    def evenings(self) -> int:
        """How many evenings were played."""
        return sum(total is not None for total in self.totals)

    @property
    def cells(self) -> tuple[tuple[int | None, bool], ...]:
        """Each evening's total with whether it counts."""
        return tuple(zip(self.totals, self.counting, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """The list, best total first, equal totals on one rank and by name.

    `namesakes` are the names that nothing tells apart: each of their evenings has a line of its own.
    """

    evenings: tuple[Tournament, ...]
    rows: tuple[SeasonRow, ...]
    namesakes: tuple[str, ...]
    provisional: bool


def season(tournaments: Sequence[Tournament], *, best: int | None = None) -> Season:
    """The season of these tournaments in the order of their days. `best`: how many evenings count, None for all.

    A person is a name, in whatever spelling; where two of one evening share a name, the club tells them apart. Who was
    removed on request or has no rank is left out. As many queries as the standings of the tournaments take.
    """
    evenings = tuple(sorted(tournaments, key=lambda evening: (evening.date, evening.pk)))
    lists = [listed(evening) for evening in evenings]
    played: _Played = [
        [(row.participant, row.total) for row in found.rows if row.ranked and row.participant.removed_at is None]
        for found in lists
    ]
    totals, namesakes = _by_person(played)
    return Season(
        evenings=evenings,
        rows=tuple(_ranked(totals, best=best)),
        namesakes=namesakes,
        provisional=any(found.provisional for found in lists),
    )


def _name(participant: Participant) -> tuple[str, ...]:
    return squeezed(participant.surname), squeezed(participant.first_name)


def _name_and_club(participant: Participant) -> tuple[str, ...]:
    return (*_name(participant), squeezed(participant.club.name) if participant.club else "")


def _itself(participant: Participant) -> tuple[str, ...]:
    return (str(participant.uuid),)


def _by_person(played: _Played) -> tuple[dict[Participant, list[int | None]], tuple[str, ...]]:
    """The totals of each person evening by evening, and the names that nothing tells apart."""
    double = _doubles(played, _name)
    alike = {key for key in _doubles(played, _name_and_club) if key[:2] in double}
    lines: dict[tuple[str, ...], list[int | None]] = defaultdict(lambda: [None] * len(played))
    latest: dict[tuple[str, ...], Participant] = {}
    for evening, people in enumerate(played):
        for participant, total in people:
            tell: _Key = _name
            if _name(participant) in double:
                tell = _itself if _name_and_club(participant) in alike else _name_and_club
            lines[tell(participant)][evening] = total
            latest[tell(participant)] = participant
    namesakes = {person.name for person in latest.values() if _name_and_club(person) in alike}
    return {latest[key]: totals for key, totals in lines.items()}, tuple(sorted(namesakes))


def _doubles(played: _Played, tell: _Key) -> set[tuple[str, ...]]:
    """What two people of one evening have in common."""
    return {
        key for people in played for key, count in Counter(tell(one) for one, _total in people).items() if count > 1
    }


def _ranked(lines: dict[Participant, list[int | None]], *, best: int | None) -> Iterator[SeasonRow]:
    counted = [(person, totals, _counting(totals, best=best)) for person, totals in lines.items()]

    def total_of(line: tuple[Participant, list[int | None], list[bool]]) -> int:
        return sum(total for total, counts in zip(line[1], line[2], strict=True) if counts and total is not None)

    counted.sort(key=lambda line: (-total_of(line), sort_key(line[0])))
    rank = 1
    for total, group in groupby(counted, key=total_of):
        sharing = list(group)
        for person, totals, counting in sharing:
            yield SeasonRow(
                participant=person,
                totals=tuple(totals),
                counting=tuple(counting),
                total=total,
                rank=rank,
                shared=len(sharing) > 1,
            )
        rank += len(sharing)


def _counting(totals: list[int | None], *, best: int | None) -> list[bool]:
    """Which totals are among the `best` greatest; of equal ones the earlier evenings."""
    played = [(-total, evening) for evening, total in enumerate(totals) if total is not None]
    chosen = {evening for _total, evening in sorted(played)[:best]}
    return [evening in chosen for evening in range(len(totals))]
