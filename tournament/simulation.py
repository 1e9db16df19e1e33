"""A believable evening of Doppelkopf, for the demo tournament and for loads: games that could have been played.

Everything follows from the random numbers handed in; only `rng.random()` is used, which every Python draws alike.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from scoring.game import GameRecord, check_game
from scoring.rows import Row
from scoring.sheet import Sheet, judge
from scoring.terms import Form, Kind, Level, RowKind, SpecialPoint

T = TypeVar("T")

_SOLOS = (
    Kind.CLUBS_SOLO,
    Kind.SPADES_SOLO,
    Kind.HEARTS_SOLO,
    Kind.DIAMONDS_SOLO,
    Kind.QUEENS_SOLO,
    Kind.JACKS_SOLO,
    Kind.ACES_SOLO,
)


def play_sheet(rng: Random, *, size: int, games: int, mandatory_solos: int) -> Sheet:
    """A complete sheet with full records, in the order played, without a finding."""
    rows: list[Row] = []
    while True:
        sheet = Sheet(seats=size, games=games, mandatory=mandatory_solos, form=Form.PLAYED, rows=tuple(rows))
        judgement = judge(sheet)
        if judgement.next is None:
            return sheet
        dealer = judgement.next.dealer
        sits_out = dealer if size == 5 else None
        active = [seat for seat in range(1, size + 1) if seat != sits_out]
        owing = [seat for seat in judgement.owed if seat in active]
        soloist = judgement.next.enforced
        mandatory = soloist is not None
        if soloist is None and owing and rng.random() < 1.1 * len(owing) / games:
            soloist, mandatory = pick(rng, owing), True
        if not mandatory and judgement.owed and not owing and _left(judgement.numbers, games) <= len(judgement.owed):
            # The sitting dealer owes the last solo: the director lets the next one deal.
            dealer = dealer % size + 1 if dealer else 1
            sits_out = dealer
            active = [seat for seat in range(1, size + 1) if seat != sits_out]
            soloist, mandatory = judgement.owed[0], True
        record = play_game(rng, active=active, seats=size, sits_out=sits_out, soloist=soloist)
        rows.append(
            Row(
                kind=RowKind(record.kind.value),
                record=record,
                soloist=soloist,
                mandatory=mandatory if soloist is not None else None,
                dealer=dealer,
            )
        )


def play_game(
    rng: Random, *, active: Sequence[int], seats: int, sits_out: int | None, soloist: int | None
) -> GameRecord:
    """One possible game among the active seats: a solo of `soloist`, or a normal game or wedding."""
    while True:
        if soloist is not None:
            kind = pick(rng, _SOLOS)
            re: tuple[int, ...] = (soloist,)
        else:
            kind = Kind.WEDDING if rng.random() < 0.06 else Kind.NORMAL
            first = pick(rng, active)
            re = tuple(sorted((first, pick(rng, [seat for seat in active if seat != first]))))
        mean = 118 if soloist is not None else 126
        spread = sum(rng.random() for _throw in range(6)) - 3
        points = max(0, min(240, round(mean + 38 * spread)))
        re_call, kontra_call = _call(rng, points), _call(rng, 240 - points)
        record = GameRecord(
            kind=kind,
            re=re,
            re_card_points=points,
            seats=seats,
            sits_out=sits_out,
            re_announced=re_call[0],
            re_pledge=re_call[1],
            kontra_announced=kontra_call[0],
            kontra_pledge=kontra_call[1],
            re_extras=() if soloist is not None else _extras(rng),
            kontra_extras=() if soloist is not None else _extras(rng),
        )
        if not check_game(record):
            return record


def pick(rng: Random, things: Sequence[T]) -> T:
    """One of the things."""
    return things[int(rng.random() * len(things))]


def shuffled(rng: Random, things: Sequence[T]) -> list[T]:
    """The things in another order."""
    return [
        thing for _chance, _place, thing in sorted((rng.random(), place, thing) for place, thing in enumerate(things))
    ]


def _left(numbers: Sequence[int | None], games: int) -> int:
    return games - sum(number is not None for number in numbers)


def _call(rng: Random, card_points: int) -> tuple[bool, Level | None]:
    """Whether a side announced and what it pledged: mostly one that was sure of itself for good reason."""
    felt = card_points + (rng.random() - 0.5) * 70
    if felt <= 150:
        return False, None
    return True, Level.NO_60 if felt > 205 else Level.NO_90 if felt > 180 else None


def _extras(rng: Random) -> tuple[SpecialPoint, ...]:
    extras = [SpecialPoint.FUCHS] if rng.random() < 0.14 else []
    if rng.random() < 0.07:
        extras.append(SpecialPoint.DOPPELKOPF)
    if rng.random() < 0.06:
        extras.append(SpecialPoint.KARLCHEN)
    return tuple(extras)
