"""Mending a published seating: swaps, a late player, somebody who does not come or leaves. All other tables stay.

Each way is offered with its consequences. The best comes first: no broken must, no third, fewest repeats, then the
fewest people who change tables. Of each kind at most MOST_OF_A_KIND are offered, MOST in all.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product

from tournament.draw.ground import soft_ties
from tournament.draw.report import figures, pairs_of
from tournament.draw.values import (
    OPEN_SEAT,
    Entrant,
    Figures,
    Fives,
    History,
    PlayedRound,
    Repair,
    Rest,
    Settings,
    TablePlan,
)

MOST_OF_A_KIND = 3
MOST = 6
FIVES_LOOKED_AT = 6  # tables of five tried as givers; more would not make a better choice in a second
Cost = tuple[int, int, int, int, int, int]


def swap(
    *,
    tables: Sequence[TablePlan],
    first: int,
    second: int,
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
) -> Repair:
    """What it does if two people change seats; one of them may be without a seat. `code` is `swap`.

    Raises KeyError if neither holds a seat.
    """
    mender = _Mender(tables, entrants, history, settings)
    places = {player: table for table in tables for player in table.players}
    if first not in places and second not in places:
        raise KeyError(first)
    other = {first: second, second: first}
    touched = [table for table in tables if first in table.players or second in table.players]
    changed = [
        replace(table, players=tuple(other.get(player, player) for player in table.players)) for table in touched
    ]
    out = tuple(player for player in (first, second) if other[player] in places and player not in places)
    rests = tuple(other[player] for player in out)
    return mender.finished(
        Repair(
            code="swap",
            params={"first": first, "second": second},
            tables=tuple(changed),
            sitting_out=rests,
            moved=tuple(sorted({first, second} - set(rests))),
        )
    )


def late_player(
    *,
    tables: Sequence[TablePlan],
    entrant: Entrant,
    waiting: Sequence[int],
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
) -> tuple[Repair, ...]:
    """The few best ways to seat somebody who came after the draw, best first. `waiting` are people without a seat.

    Codes with their params: `takes_open_seat` (table, position), `replaces_filler` (table, position), `becomes_five`
    (table), `new_table_with_waiting` (table), `new_table_from_fives` (table), `new_table_mixed` (table),
    `waits` (nothing changes; always the last).
    """
    mender = _Mender(tables, [*(one for one in entrants if one.id != entrant.id), entrant], history, settings)
    number = entrant.id
    ways = [*mender.into_seats(number), *mender.new_tables(number, waiting)]
    if settings.fives is not Fives.NEVER or not ways:
        ways += mender.fives_with(number)
    waits = Repair(code="waits", params={"player": number}, sitting_out=(number,))
    return (*mender.best(ways), mender.finished(waits))


def no_show(
    *,
    tables: Sequence[TablePlan],
    player: int,
    waiting: Sequence[int],
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
) -> tuple[Repair, ...]:
    """The few best ways to mend the table of somebody who does not come or has left, best first.

    Codes with their params: `waiting_takes_seat` (table, player), `five_becomes_four` (table), `moves_over` (table,
    player, other: the table of five that becomes one of four), `filler_takes_seat` (table), `table_closed` (table;
    its people make three others tables of five), `table_closed_all_wait` (table; its people lose their seats).
    Raises KeyError if the player holds no seat.
    """
    mender = _Mender(tables, [one for one in entrants if one.id != player], history, settings)
    table = next((table for table in tables if player in table.players), None)
    if table is None:
        raise KeyError(player)
    ways = [*mender.from_waiting(table, player, waiting)]
    if len(table.players) == 5:
        ways.append(mender.shrunk(table, player))
    else:
        ways += mender.from_fives(table, player)
        if settings.rest is Rest.FILLER:
            ways.append(mender.with_filler(table, player))
        ways += mender.closed(table, player)
    return mender.best(ways)


class _Mender:
    """A seating to be mended, with what has to be known to weigh the ways."""

    def __init__(
        self, tables: Sequence[TablePlan], entrants: Sequence[Entrant], history: History, settings: Settings
    ) -> None:
        self.tables = sorted(tables, key=lambda table: table.number)
        self.entrants = tuple(entrants)
        self.by_id = {entrant.id: entrant for entrant in entrants}
        self.history = history
        self.settings = settings
        self.round_number = len(history.rounds) + 1
        self.met: Counter[tuple[int, int]] = Counter()
        self.had_five: Counter[int] = Counter()
        for round_ in history.rounds:
            for table in round_.tables:
                self.met.update(pairs_of(table))
                if len(table.players) == 5:
                    self.had_five.update(table.everybody)
        self.wished = {frozenset((one.first, one.second)) for one in settings.apart if self.round_number <= one.rounds}
        self.strict = {
            frozenset((one.first, one.second))
            for one in settings.apart
            if one.strict and self.round_number <= one.rounds
        }

    def into_seats(self, number: int) -> Iterator[Repair]:
        """The newcomer on a seat that is open or held by a filler."""
        for table in self.tables:
            for position, holder in enumerate(table.players, start=1):
                if holder < 0:
                    code = "takes_open_seat" if holder <= OPEN_SEAT else "replaces_filler"
                    yield self.one(
                        code,
                        _with_seat(table, position, number),
                        moved=(number,),
                        table=table.number,
                        position=position,
                    )

    def fives_with(self, number: int) -> Iterator[Repair]:
        """A table of four with the newcomer on the fifth seat."""
        for table in self.tables:
            if len(table.players) == 4 and not self._has_open_seat(table):
                changed = self._seated_well(replace(table, players=(*table.players, number)), number)
                yield self.one("becomes_five", changed, moved=(number,), table=table.number)

    def new_tables(self, number: int, waiting: Sequence[int]) -> Iterator[Repair]:
        """A new table with people who wait, in their order, and people from tables of five."""
        free = self._free_number()
        if free is None:
            return
        fives = [table for table in self.tables if len(table.players) == 5 and not self._has_open_seat(table)]
        for count in range(min(3, len(waiting)), -1, -1):
            code = {3: "new_table_with_waiting", 0: "new_table_from_fives"}.get(count, "new_table_mixed")
            company = (number, *waiting[:count])
            for givers in combinations(fives[:FIVES_LOOKED_AT], 3 - count):
                for leavers in product(*(self._movable(table) for table in givers)):
                    rest = [_without(table, leaver) for table, leaver in zip(givers, leavers, strict=True)]
                    players = self._ordered((*company, *leavers))
                    new = TablePlan(number=free, players=players, room=self._room(free))
                    yield Repair(
                        code=code,
                        params={"table": free},
                        tables=(*rest, new),
                        moved=tuple(sorted((*company, *leavers))),
                    )

    def from_waiting(self, table: TablePlan, gone: int, waiting: Sequence[int]) -> Iterator[Repair]:
        """Somebody who waits takes the seat, the first in the order first."""
        position = table.players.index(gone) + 1
        for number in waiting[:MOST_OF_A_KIND]:
            changed = self._seated_well(_with_seat(table, position, number), number)
            yield self.one("waiting_takes_seat", changed, moved=(number,), table=table.number, player=number)

    def shrunk(self, table: TablePlan, gone: int) -> Repair:
        """The table of five goes on as a table of four."""
        return self.one("five_becomes_four", _without(table, gone), moved=(), table=table.number)

    def from_fives(self, table: TablePlan, gone: int) -> Iterator[Repair]:
        """Somebody from a table of five takes the seat."""
        position = table.players.index(gone) + 1
        for giver in self.tables:
            if len(giver.players) != 5 or self._has_open_seat(giver):
                continue
            for number in self._movable(giver):
                changed = self._seated_well(_with_seat(table, position, number), number)
                yield Repair(
                    code="moves_over",
                    params={"table": table.number, "player": number, "other": giver.number},
                    tables=(changed, _without(giver, number)),
                    moved=(number,),
                )

    def with_filler(self, table: TablePlan, gone: int) -> Repair:
        """A new filler player takes the seat."""
        held = [player for one in self.tables for player in one.players if OPEN_SEAT < player < 0]
        filler = min(held, default=0) - 1
        changed = _with_seat(table, table.players.index(gone) + 1, filler)
        return self.one("filler_takes_seat", changed, moved=(filler,), table=table.number)

    def closed(self, table: TablePlan, gone: int) -> Iterator[Repair]:
        """The table is given up: its people make others tables of five, or wait where only fours are allowed."""
        left = tuple(player for player in table.players if player != gone and player > 0)
        if not left or any(self._is_bound(player) for player in left):
            return
        if self.settings.fives is Fives.NEVER:
            yield Repair(
                code="table_closed_all_wait", params={"table": table.number}, closed=(table.number,), sitting_out=left
            )
            return
        others = [
            other
            for other in self.tables
            if other != table and len(other.players) == 4 and not self._has_open_seat(other)
        ]
        # The few tables where each of them fits best; trying all would take too long in a large hall.
        tried: dict[int, TablePlan] = {}
        for player in left:
            fitting = sorted(others, key=lambda other: self.cost(replace(other, players=(*other.players, player))))
            tried.update({other.number: other for other in fitting[: len(left) + 1]})
        for targets in permutations([tried[number] for number in sorted(tried)], len(left)):
            yield Repair(
                code="table_closed",
                params={"table": table.number},
                tables=tuple(
                    self._seated_well(replace(target, players=(*target.players, player)), player)
                    for target, player in zip(targets, left, strict=True)
                ),
                closed=(table.number,),
                moved=tuple(sorted(left)),
            )

    def one(self, code: str, changed: TablePlan, /, *, moved: tuple[int, ...], **params: int) -> Repair:
        """A way that changes one table."""
        return Repair(code=code, params=dict(params), tables=(changed,), moved=moved)

    def best(self, ways: Sequence[Repair]) -> tuple[Repair, ...]:
        """The best few ways, at most MOST_OF_A_KIND of each kind, with their figures before and after."""
        weighed = sorted(
            ((self._weight(way), place) for place, way in enumerate(ways)), key=lambda one: (one[0], one[1])
        )
        kinds: Counter[str] = Counter()
        chosen: list[Repair] = []
        for _weight, place in weighed:
            way = ways[place]
            if kinds[way.code] < MOST_OF_A_KIND and len(chosen) < MOST:
                kinds[way.code] += 1
                chosen.append(self.finished(way))
        return tuple(chosen)

    def finished(self, way: Repair) -> Repair:
        """The way with the figures of the round, history included, before and after."""
        changed = {table.number: table for table in way.tables}
        after = [changed.pop(table.number, table) for table in self.tables if table.number not in way.closed]
        return replace(way, before=self._figures(self.tables), after=self._figures([*after, *changed.values()]))

    def cost(self, table: TablePlan) -> Cost:
        """Faults of one table: musts, thirds, repeats, broken wishes, turns, positions held before."""
        pairs = pairs_of(table)
        before = [self.met[pair] for pair in pairs]
        broken = 0
        for first, second in pairs:
            one, two = self.by_id.get(first), self.by_id.get(second)
            if one is not None and two is not None:
                ties = soft_ties(one, two, settings=self.settings, round_number=self.round_number, wished=self.wished)
                broken += bool(ties)
        musts = sum(frozenset(pair) in self.strict for pair in pairs)
        for position, player in enumerate(table.players, start=1):
            entrant = self.by_id.get(player)
            if entrant is not None:
                musts += entrant.fixed_position not in (None, position)
                musts += entrant.fixed_table not in (None, table.number)
        fives = sum(self.had_five[player] for player in table.players) if len(table.players) == 5 else 0
        return (musts, sum(count > 1 for count in before), sum(before), broken, fives, len(table.players))

    def _weight(self, way: Repair) -> tuple[int, ...]:
        """Faults of the new tables against the old ones in the strict order, people moved before turns and wishes."""
        old = {table.number: table for table in self.tables}
        new = [self.cost(table) for table in way.tables]
        gone = [
            self.cost(old[number]) for number in (*(table.number for table in way.tables), *way.closed) if number in old
        ]
        change = [sum(one[level] for one in new) - sum(one[level] for one in gone) for level in range(5)]
        return (change[0], len(way.sitting_out), change[1], change[2], len(way.moved), len(way.tables), *change[3:])

    def _figures(self, tables: Sequence[TablePlan]) -> Figures:
        rounds = (*self.history.rounds, PlayedRound(tables=tuple(tables)))
        return figures(rounds, entrants=self.entrants, settings=self.settings)

    def _seated_well(self, table: TablePlan, number: int) -> TablePlan:
        """The table with somebody new on the fixed position, if there is one; the holder takes the seat instead."""
        entrant = self.by_id.get(number)
        if entrant is None or entrant.fixed_position is None or entrant.fixed_position > len(table.players):
            return table
        players = list(table.players)
        here, there = players.index(number), entrant.fixed_position - 1
        players[here], players[there] = players[there], players[here]
        return replace(table, players=tuple(players))

    def _ordered(self, players: tuple[int, ...]) -> tuple[int, ...]:
        """The people of a new table, fixed positions kept where that can be."""
        seats: list[int | None] = [None] * len(players)
        rest = []
        for player in players:
            fixed = self.by_id[player].fixed_position if player in self.by_id else None
            if fixed is not None and fixed <= len(seats) and seats[fixed - 1] is None:
                seats[fixed - 1] = player
            else:
                rest.append(player)
        return tuple(rest.pop(0) if seat is None else seat for seat in seats)

    def _movable(self, table: TablePlan) -> list[int]:
        return [player for player in table.players if player > 0 and not self._is_bound(player)]

    def _is_bound(self, player: int) -> bool:
        return player in self.by_id and self.by_id[player].fixed_table is not None

    def _has_open_seat(self, table: TablePlan) -> bool:
        return any(player <= OPEN_SEAT for player in table.players) or bool(table.joined)

    def _free_number(self) -> int | None:
        """The next table number that may be used and is not, None if all tables of the hall are taken."""
        used = {table.number for table in self.tables} | set(self.settings.left_out)
        if self.settings.places:
            return next((place.number for place in self.settings.places if place.number not in used), None)
        return next(number for number in range(1, len(used) + 2) if number not in used)

    def _room(self, number: int) -> str:
        return next((place.room for place in self.settings.places if place.number == number), "")


def _with_seat(table: TablePlan, position: int, number: int) -> TablePlan:
    players = list(table.players)
    players[position - 1] = number
    return replace(table, players=tuple(players))


def _without(table: TablePlan, gone: int) -> TablePlan:
    """The table of five as one of four: the last takes the seat that falls empty, all others stay where they sit."""
    *rest, last = table.players
    return replace(table, players=tuple(last if player == gone else player for player in rest))
