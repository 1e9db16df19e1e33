"""Who gets which prize: the plan of the prizes applied to a list of players, to the cent. Pure.

pot      what there is to hand out as money, in cents
line     one row of the plan: what it is for, and a fixed sum, a share of the pot in percent, or goods
field    the players with a rank; a line may ask for a smallest field
left     what of the pot nobody gets, because the shares make less than a hundred or a place has nobody
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from scoring.errors import Problem

PERCENT = 100
MOST_LINES = 40


class For(StrEnum):
    """What a prize is for."""

    RANK = "rank"
    CATEGORY = "category"
    ROUND = "round"
    LAST = "last"
    LAST_BUT_ONE = "last_but_one"
    CHOICE = "choice"
    """Goods on a table: from the first rank down to `place` everybody chooses in the order of the ranks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeLine:
    """One row of the plan. `place` is the rank, in the whole list, in the category or in the round.

    Exactly one of `cents` (fixed), `percent` (of the pot after the fixed sums) and `goods` is set. `least` is the
    smallest field in which the line holds, 0 for any. `passes_on`: whoever has a prize by rank is passed over; it holds
    for all lines of the same category, round or end of the list.
    """

    purpose: For
    place: int = 1
    category: str = ""
    round: int = 0
    cents: int = 0
    percent: int = 0
    goods: str = ""
    least: int = 0
    passes_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player with a rank. `rounds` are the points by number of the round, only where the sheet is confirmed."""

    number: int
    rank: int
    categories: frozenset[str] = frozenset()
    rounds: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """What one player gets. `lines` are the rows of the plan in it: several, if players with one rank share them.

    `place` is the rank of the player in what the prize is for. `lot`: goods that several have a claim to.
    """

    number: int
    lines: tuple[PrizeLine, ...]
    place: int
    cents: int = 0
    goods: str = ""
    shared: bool = False
    lot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The plan applied. `short_cents` is what the fixed sums go beyond the pot; then there are no shares.

    The money of the awards and `left_cents` together are the pot and `short_cents`.
    """

    pot_cents: int
    awards: tuple[Award, ...] = ()
    left_cents: int = 0
    short_cents: int = 0
    dropped: tuple[PrizeLine, ...] = ()
    """Lines that do not hold because the field is too small."""
    unclaimed: tuple[PrizeLine, ...] = ()
    """Lines that hold, but whose place has nobody, such as in a category that nobody is in."""

    @property
    def paid_cents(self) -> int:
        return sum(award.cents for award in self.awards)


def divide(cents: int, weights: Sequence[int]) -> list[int]:
    """The sum cut by weights to the cent; the parts make the sum exactly.

    The cents that are left over go where most was cut off, the earlier part first.
    """
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    parts = [cents * weight // whole for weight in weights]
    by_rest = sorted(range(len(weights)), key=lambda place: (-(cents * weights[place] % whole), place))
    for place in by_rest[: cents - sum(parts)]:
        parts[place] += 1
    return parts


def hand_out(*, pot_cents: int, plan: Sequence[PrizeLine], players: Sequence[Player]) -> Outcome:
    """The prizes of a field, in the order of the plan, which is one without `problems_of`.

    Fixed sums come off the pot first; the shares are taken of the rest. A line that does not hold, because the field
    is too small, leaves its share to the others. Players who share a rank share the money of all the places they take.
    """
    holding = [line for line in plan if len(players) >= line.least]
    dropped = tuple(line for line in plan if len(players) < line.least)
    fixed = sum(line.cents for line in holding)
    rest = max(0, pot_cents - fixed)
    worth = dict(zip(holding, _sums(rest, plan, holding), strict=True))
    awards: list[Award] = []
    for key, lines in _families(holding):
        passed_over = {award.number for award in awards if award.lines[0].purpose is For.RANK}
        awards += _awards(lines, _field(key, players), worth=worth, passed_over=passed_over)
    order = {line: place for place, line in enumerate(holding)}
    awards.sort(key=lambda award: (order[award.lines[0]], award.place, award.number))
    short = max(0, fixed - pot_cents)
    paid = sum(award.cents for award in awards)
    claimed = {line for award in awards for line in award.lines}
    return Outcome(
        pot_cents=pot_cents,
        awards=tuple(awards),
        left_cents=pot_cents + short - paid,
        short_cents=short,
        dropped=dropped,
        unclaimed=tuple(line for line in holding if line not in claimed) if players else (),
    )


def loss_cents(points: Iterable[int], steps: Iterable[tuple[int, int]]) -> int:
    """The loss money of one player in cents: for each round the dearest of the steps that his points reach.

    A step is a number of points (−20) and the money from there down.
    """
    steps = list(steps)
    return sum(max((cents for limit, cents in steps if score <= limit), default=0) for score in points)


def problems_of(plan: Sequence[PrizeLine]) -> list[Problem]:
    """What is wrong with a plan; `row` is the line from 1.

    prize_worth (not exactly one of sum, share, goods), prize_category, prize_round, prize_choice (goods only),
    prize_twice (the same place twice), prize_percent (params percent: more than the whole pot), prize_lines.
    """
    problems = []
    seen: set[tuple[object, ...]] = set()
    for row, line in enumerate(plan, start=1):
        if line.purpose is For.CHOICE:
            if line.cents or line.percent or not line.goods:
                problems.append(Problem(code="prize_choice", row=row, params={"row": row}))
        elif sum((line.cents > 0, line.percent > 0, bool(line.goods))) != 1:
            problems.append(Problem(code="prize_worth", row=row, params={"row": row}))
        if line.purpose is For.CATEGORY and not line.category:
            problems.append(Problem(code="prize_category", row=row, params={"row": row}))
        if line.purpose is For.ROUND and not line.round:
            problems.append(Problem(code="prize_round", row=row, params={"row": row}))
        place = (_family(line), _position(line), line.least)
        if place in seen:
            problems.append(Problem(code="prize_twice", row=row, params={"row": row}))
        seen.add(place)
    percent = sum(line.percent for line in plan)
    if percent > PERCENT:
        problems.append(Problem(code="prize_percent", params={"percent": percent}))
    if len(plan) > MOST_LINES:
        problems.append(Problem(code="prize_lines", params={"most": MOST_LINES}))
    return problems


def last_rank(plan: Iterable[PrizeLine]) -> int:
    """The last rank of the whole list that a prize hangs on, 0 without one."""
    return max((line.place for line in plan if line.purpose in (For.RANK, For.CHOICE)), default=0)


def as_json(plan: Iterable[PrizeLine]) -> list[dict[str, Any]]:
    """The plan as the tournament keeps it; what is not set is left out."""
    rows = []
    for line in plan:
        values = {name: getattr(line, name) for name in PrizeLine.__dataclass_fields__ if name != "purpose"}
        rows.append({"for": line.purpose.value, **{name: value for name, value in values.items() if value}})
    return rows


def from_json(rows: Iterable[Mapping[str, Any]]) -> tuple[PrizeLine, ...]:
    """The plan that the tournament keeps."""
    return tuple(
        PrizeLine(purpose=For(row["for"]), **{name: value for name, value in row.items() if name != "for"})
        for row in rows
    )


def _sums(rest: int, plan: Sequence[PrizeLine], holding: Sequence[PrizeLine]) -> list[int]:
    """What each holding line is worth: its fixed sum, or its share of what the shares of the whole plan make."""
    shared = rest * min(PERCENT, sum(line.percent for line in plan)) // PERCENT
    shares = divide(shared, [line.percent for line in holding])
    return [line.cents or share for line, share in zip(holding, shares, strict=True)]


_Key = tuple[For, str, int]


def _family(line: PrizeLine) -> _Key:
    """Lines of one family stand on one list: the whole one from the top or from the end, a category, a round."""
    purpose = For.LAST if line.purpose is For.LAST_BUT_ONE else line.purpose
    category = line.category if purpose is For.CATEGORY else ""
    return purpose, category, line.round if purpose is For.ROUND else 0


def _position(line: PrizeLine) -> int:
    return {For.LAST: 1, For.LAST_BUT_ONE: 2}.get(line.purpose, line.place)


def _families(lines: Sequence[PrizeLine]) -> list[tuple[_Key, list[PrizeLine]]]:
    """The lines by family; those by rank first, since others may pass on whoever has one of these."""
    found: dict[_Key, list[PrizeLine]] = {}
    for line in sorted(lines, key=lambda line: line.purpose is not For.RANK):
        found.setdefault(_family(line), []).append(line)
    return list(found.items())


def _field(key: _Key, players: Sequence[Player]) -> list[tuple[int, Player]]:
    """Who stands on the list of a family, with a number that is the same for those who share a place."""
    purpose, category, round_ = key
    if purpose is For.CATEGORY:
        placed = [(player.rank, player) for player in players if category in player.categories]
    elif purpose is For.ROUND:
        placed = [(-player.rounds[round_], player) for player in players if round_ in player.rounds]
    elif purpose is For.LAST:
        placed = [(-player.rank, player) for player in players]
    else:
        placed = [(player.rank, player) for player in players]
    return sorted(placed, key=lambda entry: (entry[0], entry[1].number))


def _awards(
    lines: Sequence[PrizeLine],
    field: Sequence[tuple[int, Player]],
    *,
    worth: Mapping[PrizeLine, int],
    passed_over: set[int],
) -> list[Award]:
    """The awards of one family: whoever shares a place shares everything that hangs on the places taken together."""
    if any(line.passes_on for line in lines):
        field = [entry for entry in field if entry[1].number not in passed_over]
    at: dict[int, list[PrizeLine]] = {}
    for line in lines:
        places = range(1, line.place + 1) if line.purpose is For.CHOICE else (_position(line),)
        for place in places:
            at.setdefault(place, []).append(line)
    awards: list[Award] = []
    first = 1
    for _same, group in groupby(field, key=lambda entry: entry[0]):
        members = [player for _place, player in group]
        taken = [line for place in range(first, first + len(members)) for line in at.get(place, ())]
        if taken:
            awards += _shared(taken, members, first=first, worth=worth)
        first += len(members)
    return awards


def _shared(
    taken: Sequence[PrizeLine], members: Sequence[Player], *, first: int, worth: Mapping[PrizeLine, int]
) -> list[Award]:
    """The prizes of some places among those who share them; a cent too many goes to the lower start number."""
    money = [line for line in taken if not line.goods]
    goods = list(dict.fromkeys(line.goods for line in taken if line.goods))
    shares = divide(sum(worth[line] for line in money), [1] * len(members))
    lines = tuple(dict.fromkeys(taken))
    shared = len(members) > 1
    return [
        Award(
            number=player.number,
            lines=lines,
            place=first,
            cents=cents,
            goods=" / ".join(goods),
            shared=shared,
            lot=shared and bool(goods),
        )
        for player, cents in zip(members, shares, strict=True)
    ]
