"""The quality of a seating, told before it is published: who meets again, who had which turns, what fewer would be."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tournament.draw.bounds import least_again, least_thirds, least_uneven
from tournament.draw.ground import Ground, on_ground, soft_ties
from tournament.draw.state import sum_of_pairs
from tournament.draw.values import (
    OPEN_SEAT,
    Again,
    Entrant,
    Figures,
    History,
    Mode,
    Moved,
    PlayedRound,
    Report,
    SeatAgain,
    Settings,
    TablePlan,
    Turn,
    Unmet,
)


def report(
    *,
    tables: Sequence[TablePlan],
    entrants: Sequence[Entrant],
    history: History,
    settings: Settings,
    sitting_out: Sequence[int] = (),
) -> Report:
    """The report on one round after its history, whoever made it. Numbers from OPEN_SEAT down are empty seats."""
    by_id = _by_id(entrants, tables)
    seated = [player for table in tables for player in table.players if player > OPEN_SEAT]
    ground = on_ground(
        field=tuple(by_id.get(player, Entrant(id=player)) for player in sorted({*seated, *sitting_out})),
        history=history,
        settings=replace(settings, rounds=0),
        sizes=tuple(sorted((len(_people(table)) for table in tables), reverse=True)),
        resting=len(sitting_out),
    )
    this = PlayedRound(tables=tuple(tables), sitting_out=tuple(sitting_out))
    rounds = (*history.rounds, this)
    repeats = _repeats(tables, history)
    unmet = _unmet(tables, by_id, settings, len(rounds))
    turns = _turns(rounds, by_id)
    bound = least_again(ground)
    return Report(
        tables=len(tables),
        seated=len(seated),
        fives=sum(len(table.players) == 5 for table in tables),
        repeats=repeats,
        turns=turns,
        unmet=unmet,
        seats=_seats_again(tables, rounds),
        numbers=_numbers_again(tables, rounds),
        moved=_moved(tables, by_id) if settings.mode is Mode.STANDINGS else (),
        bound=bound,
        best_possible=_is_best(ground, repeats=repeats, unmet=unmet, turns=turns, bound=bound),
        figures=figures(rounds, entrants=entrants, settings=settings),
    )


def figures(rounds: Sequence[PlayedRound], *, entrants: Sequence[Entrant], settings: Settings) -> Figures:
    """The numbers of all these rounds together, for everybody who sat in them."""
    by_id = _by_id(entrants, [table for round_ in rounds for table in round_.tables])
    met: Counter[tuple[int, int]] = Counter()
    fives: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    positions: Counter[tuple[int, int]] = Counter()
    numbers: Counter[tuple[int, int]] = Counter()
    broken = musts = 0
    for number, round_ in enumerate(rounds, start=1):
        rests.update(round_.sitting_out)
        for table in round_.tables:
            met.update(pairs_of(table))
            people = _people(table)
            positions.update((player, position) for position, player in _sat(table))
            numbers.update((player, table.number) for player in people)
            if len(table.players) == 5:
                fives.update(people)
        broken += len(_unmet(round_.tables, by_id, settings, number))
        musts += _musts(round_.tables, by_id, settings, number)
    last = rounds[-1].tables if rounds else ()
    return Figures(
        musts=musts,
        thirds=sum(meetings - 2 for meetings in met.values() if meetings > 2),
        repeats=sum_of_pairs(list(met.values())),
        moved=sum(abs(one.seated - one.due) for one in _moved(last, by_id)) if settings.mode is Mode.STANDINGS else 0,
        five=sum_of_pairs(list(fives.values())),
        rests=sum_of_pairs(list(rests.values())),
        club=broken,
        seats=sum_of_pairs(list(positions.values())),
        tables=sum_of_pairs(list(numbers.values())),
    )


def _by_id(entrants: Iterable[Entrant], tables: Iterable[TablePlan]) -> dict[int, Entrant]:
    """Entrants by start number, and the fillers at the tables."""
    found = {player: Entrant(id=player) for table in tables for player in table.players if OPEN_SEAT < player < 0}
    found.update({entrant.id: entrant for entrant in entrants})
    return found


def _people(table: TablePlan) -> list[int]:
    """Everybody who sat at the table at some time."""
    return [player for player in (table.everybody if table.joined else table.players) if player > OPEN_SEAT]


def _sat(table: TablePlan) -> list[tuple[int, int]]:
    """(position, start number) of everybody who sat at the table at some time."""
    return [
        (position, player)
        for position, player in (*enumerate(table.players, start=1), *table.joined)
        if player > OPEN_SEAT
    ]


def pairs_of(table: TablePlan) -> list[tuple[int, int]]:
    """Who met whom, the lower number first: all of the table, but nobody the person whose seat was taken over."""
    if not table.joined:
        return list(combinations(sorted(_people(table)), 2))
    return [
        (min(first, second), max(first, second))
        for (position, first), (other, second) in combinations(_sat(table), 2)
        if position != other and first != second
    ]


def _repeats(tables: Sequence[TablePlan], history: History) -> tuple[Again, ...]:
    before: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, round_ in enumerate(history.rounds, start=1):
        for table in round_.tables:
            for pair in pairs_of(table):
                before[pair].append(number)
    return tuple(
        Again(first=pair[0], second=pair[1], table=table.number, before=tuple(dict.fromkeys(before[pair])))
        for table in sorted(tables, key=lambda table: table.number)
        for pair in sorted(pairs_of(table))
        if pair in before
    )


def _unmet(
    tables: Iterable[TablePlan], by_id: Mapping[int, Entrant], settings: Settings, round_number: int
) -> tuple[Unmet, ...]:
    """One entry for each pair that shares a table against a wish; the first reason names it."""
    wished = {frozenset((wish.first, wish.second)) for wish in settings.apart if round_number <= wish.rounds}
    found: list[Unmet] = []
    if not wished and all(
        entrant.club is None and entrant.team is None and entrant.id > 0 for entrant in by_id.values()
    ):
        return ()
    for table in tables:
        for first, second in sorted(pairs_of(table)):
            one, two = by_id.get(first), by_id.get(second)
            if one is None or two is None:
                continue
            reasons = soft_ties(one, two, settings=settings, round_number=round_number, wished=wished)
            if reasons:
                tie, name = reasons[0]
                found.append(Unmet(first=first, second=second, table=table.number, tie=tie, name=name))
    return tuple(found)


def _musts(tables: Iterable[TablePlan], by_id: Mapping[int, Entrant], settings: Settings, round_number: int) -> int:
    """Strict pairs at one table, fixed seats and fixed tables not kept."""
    strict = {
        frozenset((wish.first, wish.second)) for wish in settings.apart if wish.strict and round_number <= wish.rounds
    }
    count = 0
    for table in tables:
        if strict:
            count += sum(frozenset(pair) in strict for pair in pairs_of(table))
        for position, player in enumerate(table.players, start=1):
            entrant = by_id.get(player)
            if entrant is not None:
                count += entrant.fixed_position not in (None, position)
                count += entrant.fixed_table not in (None, table.number)
    return count


def _turns(rounds: Sequence[PlayedRound], by_id: Mapping[int, Entrant]) -> tuple[Turn, ...]:
    fives: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    for round_ in rounds:
        rests.update(round_.sitting_out)
        for table in round_.tables:
            if len(table.players) == 5:
                fives.update(_people(table))
    return tuple(
        Turn(id=number, fives=fives[number], rests=rests[number])
        for number in sorted(by_id)
        if fives[number] or rests[number]
    )


def _seats_again(tables: Sequence[TablePlan], rounds: Sequence[PlayedRound]) -> tuple[SeatAgain, ...]:
    times = Counter(
        (player, position) for round_ in rounds for table in round_.tables for position, player in _sat(table)
    )
    return tuple(
        SeatAgain(id=player, number=position, times=times[player, position])
        for table in tables
        for position, player in _sat(table)
        if times[player, position] > 1
    )


def _numbers_again(tables: Sequence[TablePlan], rounds: Sequence[PlayedRound]) -> tuple[SeatAgain, ...]:
    times = Counter((player, table.number) for round_ in rounds for table in round_.tables for player in _people(table))
    return tuple(
        SeatAgain(id=player, number=table.number, times=times[player, table.number])
        for table in tables
        for player in _people(table)
        if times[player, table.number] > 1
    )


def _moved(tables: Sequence[TablePlan], by_id: Mapping[int, Entrant]) -> tuple[Moved, ...]:
    """Who sits at another table than strictly by rank, tables counted from the top."""
    in_order = sorted(tables, key=lambda table: table.number)
    seat_of = {player: place for place, table in enumerate(in_order, start=1) for player in table.players}
    ranked = sorted(
        (entrant for entrant in by_id.values() if entrant.id in seat_of and entrant.rank is not None),
        key=lambda entrant: (entrant.rank, entrant.id),
    )
    due = [place for place, table in enumerate(in_order, start=1) for _ in table.players]
    return tuple(
        Moved(id=entrant.id, rank=entrant.rank or 0, due=its_due, seated=seat_of[entrant.id])
        for entrant, its_due in zip(ranked, due, strict=False)
        if seat_of[entrant.id] != its_due
    )


def _is_best(
    ground: Ground, *, repeats: Sequence[Again], unmet: Sequence[Unmet], turns: Sequence[Turn], bound: int
) -> bool:
    """Whether the bounds prove that no draw of this round has fewer thirds, repeats, uneven turns or broken wishes."""
    again = sum(len(pair.before) for pair in repeats)
    thirds = sum(len(pair.before) > 1 for pair in repeats)
    uneven = sum_of_pairs([turn.fives for turn in turns]) + sum_of_pairs([turn.rests for turn in turns])
    even = least_uneven(ground.past.fives, a_round=5 * ground.fives, rounds=1)
    even += least_uneven(ground.past.rests, a_round=ground.resting, rounds=1)
    least_unmet = ground.crowds[0].least(tables=len(ground.sizes), resting=ground.resting)
    return (
        thirds <= least_thirds(ground, rounds=1) - ground.past.thirds
        and again <= bound
        and uneven <= even
        and len(unmet) <= least_unmet
    )
