"""What a draw stands on: players by index, what was before, ties of each round ahead, tables of this round.

Everything the search needs is here as lists of whole numbers; start numbers come back in at the end.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.errors import Problem, RuleError
from tournament.draw.sizes import seated_with_rest, table_sizes
from tournament.draw.state import NEVER, Matrix, Past, Ties
from tournament.draw.values import Entrant, History, Mode, PlayedRound, Rest, Settings, TablePlan, Tie

POSITIONS = 5


def even_pairs(items: int, boxes: int) -> int:
    """Least sum of C(c, 2) when so many items lie in so many boxes."""
    if boxes <= 0:
        return 0
    low, more = divmod(items, boxes)
    return more * (low + 1) * low // 2 + (boxes - more) * low * (low - 1) // 2


@dataclass(frozen=True, slots=True)
class Crowds:
    """Sizes of the clubs and of the teams to be kept apart in one round."""

    clubs: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()

    def least(self, *, tables: int, resting: int) -> int:
        """Pairs that must share a table: a pair may belong to one club and to one team, so the two do not add up."""
        return max(
            sum(even_pairs(max(0, size - resting), tables) for size in sizes) for sizes in (self.clubs, self.teams)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """The field in index form. Lists by player; `on_position[p][s]` counts position s (from 0), `at_number[p]` tables.

    `ahead` rounds are searched together, this one first; `ties` and `crowds` have one entry for each of them. `sizes`
    are the tables of a round of this field, `resting` how many sit out. `earlier` has for each round played the sizes
    of its tables as far as their people are still here, and a 1 for each player who had no seat then. Fixed positions
    count from 0, −1 is none; fixed tables are numbers, 0 is none.
    """

    entrants: tuple[Entrant, ...]
    past: Past
    on_position: Matrix
    at_number: list[Counter[int]]
    earlier: tuple[tuple[int, ...], ...]
    played: int
    ahead: int
    ties: tuple[Ties, ...]
    crowds: tuple[Crowds, ...]
    sizes: tuple[int, ...]
    resting: int
    waiting: tuple[int, ...]
    fixed_position: list[int]
    fixed_table: list[int]

    @property
    def players(self) -> int:
        return len(self.entrants)

    @property
    def fives(self) -> int:
        return self.sizes.count(5)

    @property
    def round_number(self) -> int:
        """Number of the round that is drawn."""
        return self.played + 1

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(entrant.id for entrant in self.entrants)

    @property
    def index(self) -> dict[int, int]:
        """Index by start number."""
        return {entrant.id: index for index, entrant in enumerate(self.entrants)}


def lay_ground(*, entrants: Sequence[Entrant], history: History, settings: Settings) -> Ground:
    """The ground of a draw: the field after the waiting list and with the fillers, sizes, ties, and the past.

    Raises RuleError: `entrant_twice`, `field_cannot_be_seated`, `pair_of_one`.
    """
    _refuse_twice(entrants)
    field = tuple(sorted(entrants, key=lambda entrant: entrant.id))
    sizes, left_over = _cut(len(field), settings)
    waiting: tuple[int, ...] = ()
    if left_over > 0 and settings.rest is Rest.WAITING_LIST:
        in_order = sorted(field, key=lambda entrant: (entrant.registered, entrant.id))
        waiting = tuple(sorted(entrant.id for entrant in in_order[-left_over:]))
        field = tuple(entrant for entrant in field if entrant.id not in waiting)
    elif left_over < 0:
        field = (*(Entrant(id=number) for number in range(left_over, 0)), *field)
    return on_ground(
        field=field,
        history=history,
        settings=settings,
        sizes=sizes,
        resting=left_over if settings.rest is Rest.SIT_OUT else 0,
        waiting=waiting,
    )


def on_ground(
    *,
    field: tuple[Entrant, ...],
    history: History,
    settings: Settings,
    sizes: tuple[int, ...],
    resting: int = 0,
    waiting: tuple[int, ...] = (),
) -> Ground:
    """The ground for a field whose tables are known already."""
    index = {entrant.id: place for place, entrant in enumerate(field)}
    past, on_position, at_number = _count_past(index, history)
    earlier = tuple(_earlier_sizes(index, played) for played in history.rounds)
    played = len(history.rounds)
    clubs = _crowds(entrant.club for entrant in field)
    teams = _crowds(entrant.team for entrant in field)
    ahead = max(settings.rounds - played, 1) if settings.mode in (Mode.RANDOM, Mode.GROUPS) else 1
    return Ground(
        entrants=field,
        past=past,
        on_position=on_position,
        at_number=at_number,
        earlier=earlier,
        played=played,
        ahead=ahead,
        ties=_ties(field, settings, range(played + 1, played + ahead + 1)),
        crowds=tuple(
            Crowds(
                clubs=clubs if number <= settings.club_rounds else (),
                teams=teams if number <= settings.team_rounds else (),
            )
            for number in range(played + 1, played + ahead + 1)
        ),
        sizes=sizes,
        resting=resting,
        waiting=waiting,
        fixed_position=[(entrant.fixed_position or 0) - 1 for entrant in field],
        fixed_table=[entrant.fixed_table or 0 for entrant in field],
    )


def one_round_only(ground: Ground) -> Ground:
    """The same ground without looking ahead."""
    return replace(ground, ahead=1, ties=ground.ties[:1], crowds=ground.crowds[:1])


def soft_ties(
    first: Entrant, second: Entrant, *, settings: Settings, round_number: int, wished: Collection[frozenset[int]]
) -> tuple[tuple[Tie, str], ...]:
    """Why these two should not share a table in this round: (kind, name of club or team).

    `wished` are the pairs the director wants apart in this round.
    """
    found: list[tuple[Tie, str]] = []
    if first.club is not None and first.club == second.club and round_number <= settings.club_rounds:
        found.append((Tie.CLUB, first.club))
    if first.team is not None and first.team == second.team and round_number <= settings.team_rounds:
        found.append((Tie.TEAM, first.team))
    if first.id < 0 and second.id < 0:
        found.append((Tie.FILLER, ""))
    if frozenset((first.id, second.id)) in wished:
        found.append((Tie.PAIR, ""))
    return tuple(found)


def _refuse_twice(entrants: Sequence[Entrant]) -> None:
    twice = sorted(number for number, times in Counter(entrant.id for entrant in entrants).items() if times > 1)
    if twice:
        raise RuleError([Problem(code="entrant_twice", params={"player": number}) for number in twice])


def _cut(players: int, settings: Settings) -> tuple[tuple[int, ...], int]:
    if settings.rest is None:
        return table_sizes(players=players, fives=settings.fives, fives_number=settings.fives_number), 0
    return seated_with_rest(
        players=players, fives=settings.fives, fives_number=settings.fives_number, rest=settings.rest
    )


def _count_past(index: dict[int, int], history: History) -> tuple[Past, Matrix, list[Counter[int]]]:
    players = len(index)
    met = [[0] * players for _ in range(players)]
    fives, rests = [0] * players, [0] * players
    on_position = [[0] * POSITIONS for _ in range(players)]
    at_number: list[Counter[int]] = [Counter() for _ in range(players)]
    pairs: Counter[int] = Counter({0: players * (players - 1) // 2})
    for played in history.rounds:
        for table in played.tables:
            seated = [(position, index[number]) for position, number in _sat(table) if number in index]
            for place, (position, player) in enumerate(seated):
                on_position[player][position] += 1
                at_number[player][table.number] += 1
                fives[player] += len(table.players) == POSITIONS
                for other_position, other in seated[:place]:
                    # Who takes a seat over does not meet the person who left it.
                    if other_position != position:
                        meetings = met[player][other]
                        met[player][other] = met[other][player] = meetings + 1
                        pairs[meetings] -= 1
                        pairs[meetings + 1] += 1
        for number in played.sitting_out:
            if number in index:
                rests[index[number]] += 1
    return Past(met=met, fives=fives, rests=rests, pairs=pairs), on_position, at_number


def _crowds(names: Iterable[str | None]) -> tuple[int, ...]:
    counts = Counter(name for name in names if name is not None)
    return tuple(counts[name] for name in sorted(counts))


def _earlier_sizes(index: dict[int, int], played: PlayedRound) -> tuple[int, ...]:
    groups = [sum(number in index for number in table.players) for table in played.tables]
    sizes = [size for size in groups if size]
    return tuple(sizes + [1] * (len(index) - sum(sizes)))


def _sat(table: TablePlan) -> list[tuple[int, int]]:
    return [*enumerate(table.players), *((position - 1, number) for position, number in table.joined)]


def _ties(field: tuple[Entrant, ...], settings: Settings, rounds: Iterable[int]) -> tuple[Ties, ...]:
    """Ties of each round; rounds with the same wishes share the same lists."""
    known: dict[tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], Ties] = {}
    found = []
    for number in rounds:
        soft, strict = _soft_pairs(field, settings, number), _strict_pairs(field, settings, number)
        if (soft, strict) not in known:
            known[soft, strict] = Ties(soft=_matrix(len(field), soft, 1), strict=_matrix(len(field), strict, NEVER))
        found.append(known[soft, strict])
    return tuple(found)


def _soft_pairs(field: tuple[Entrant, ...], settings: Settings, number: int) -> tuple[tuple[int, int], ...]:
    groups: dict[tuple[str, str], list[int]] = {}
    for place, entrant in enumerate(field):
        if entrant.club is not None and number <= settings.club_rounds:
            groups.setdefault((Tie.CLUB, entrant.club), []).append(place)
        if entrant.team is not None and number <= settings.team_rounds:
            groups.setdefault((Tie.TEAM, entrant.team), []).append(place)
        if entrant.id < 0:
            groups.setdefault((Tie.FILLER, ""), []).append(place)
    pairs = {
        (first, second)
        for members in groups.values()
        for place, second in enumerate(members)
        for first in members[:place]
    }
    index = {entrant.id: place for place, entrant in enumerate(field)}
    for wish in settings.apart:
        if not wish.strict and number <= wish.rounds and wish.first in index and wish.second in index:
            first, second = sorted((index[wish.first], index[wish.second]))
            pairs.add((first, second))
    return tuple(sorted(pairs))


def _strict_pairs(field: tuple[Entrant, ...], settings: Settings, number: int) -> tuple[tuple[int, int], ...]:
    """Pairs marked strict, and people whose fixed positions or tables cannot be had at one table."""
    index = {entrant.id: place for place, entrant in enumerate(field)}
    pairs = set()
    for wish in settings.apart:
        if wish.first == wish.second:
            raise RuleError([Problem(code="pair_of_one", params={"player": wish.first})])
        if wish.strict and number <= wish.rounds and wish.first in index and wish.second in index:
            first, second = sorted((index[wish.first], index[wish.second]))
            pairs.add((first, second))
    for second, two in enumerate(field):
        if two.fixed_position is None and two.fixed_table is None:
            continue
        for first, one in enumerate(field[:second]):
            same_seat = two.fixed_position is not None and one.fixed_position == two.fixed_position
            both_fixed = one.fixed_table is not None and two.fixed_table is not None
            if same_seat or (both_fixed and one.fixed_table != two.fixed_table):
                pairs.add((first, second))
    return tuple(sorted(pairs))


def _matrix(players: int, pairs: tuple[tuple[int, int], ...], value: int) -> Matrix | None:
    if not pairs:
        return None
    matrix = [[0] * players for _ in range(players)]
    for first, second in pairs:
        matrix[first][second] = matrix[second][first] = value
    return matrix
