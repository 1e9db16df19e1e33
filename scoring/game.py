"""One game: what happened, whether that can be, and what it is worth (TSR 7.1, 7.2).

A *record* says what happened. A *target* is the number of card points a side needs to win; whoever pledged must meet
his own pledge. A *winner* is a side, or nobody where both missed their pledges. The *value* is the sum of the *items*
from Re's point of view, before the soloist's factor; the *points* are what each seat gets.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from . import rules
from .errors import Plain, Problem, RuleError
from .terms import ItemCode, Kind, Level, Party, SpecialPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """What happened in one game. Nothing is checked here: see `check_game`."""

    kind: Kind
    """What was played."""
    re: tuple[int, ...]
    """Seats of the Re party: two, or one where one plays against three."""
    re_card_points: int
    """Card points of Re, 0–240; Kontra has the rest."""
    seats: int = 4
    """Seats of the table, 4 or 5."""
    sits_out: int | None = None
    """At a table of five the seat of the dealer, who sits out."""
    trickless: Party | None = None
    """The side that took no trick. A trick of four nines counts 0, so this is asked for, not derived."""
    re_announced: bool = False
    """Whether Re was announced."""
    re_pledge: Level | None = None
    """The lowest level Re pledged."""
    kontra_announced: bool = False
    """Whether Kontra was announced."""
    kontra_pledge: Level | None = None
    """The lowest level Kontra pledged."""
    re_extras: tuple[SpecialPoint, ...] = ()
    """Special points of Re, one entry for each."""
    kontra_extras: tuple[SpecialPoint, ...] = ()
    """Special points of Kontra, one entry for each."""


@dataclass(frozen=True, slots=True)
class Item:
    """One reason for points."""

    code: ItemCode
    party: Party
    """Who gets the points."""
    by: Party | None
    """Who said it: the side that announced or pledged, None where nothing was said."""
    points: int
    """Positive, before the soloist's factor."""
    section: str
    """The paragraph."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a game is worth."""

    winner: Party | None
    """None where both sides missed their pledges."""
    value: int
    """Points from Re's point of view, before the soloist's factor."""
    points: tuple[int, ...]
    """Points per seat, seat 1 first; 0 for the sitting dealer. They sum to zero."""
    items: tuple[Item, ...]
    """The reasons in the order of TSR 7.2; for each code Re before Kontra."""


def _prepared(
    codes: Sequence[ItemCode], by_pledge: bool, section: dict[Party, str]
) -> dict[tuple[Party, Party], list[Item]]:
    """Items of points for levels by (who gets it, whose pledge), easiest level first."""
    return {
        (party, pledger): [
            Item(code, party, pledger if by_pledge else None, rules.LEVEL_POINTS, section[pledger]) for code in codes
        ]
        for party in Party
        for pledger in Party
    }


_OTHER = {Party.RE: Party.KONTRA, Party.KONTRA: Party.RE}
_STEPS = {None: 0} | {level: step for step, level in enumerate(rules.LEVELS, 1)}
_BOTH_A = dict.fromkeys(Party, "TSR 7.2 (a)")
_WON = {party: Item(ItemCode.WON, party, None, rules.WON_POINTS, "TSR 7.2 (a)") for party in Party}
_REACHED = {
    party: items
    for (party, pledger), items in _prepared(
        (ItemCode.UNDER_90, ItemCode.UNDER_60, ItemCode.UNDER_30, ItemCode.SCHWARZ), False, _BOTH_A
    ).items()
    if party is pledger
}
_ANNOUNCED = {
    (party, by): Item(ItemCode.ANNOUNCED, party, by, rules.ANNOUNCED_POINTS, "TSR 7.2 (b)")
    for party in Party
    for by in Party
}
_PLEDGED = _prepared(
    (ItemCode.PLEDGE_NO90, ItemCode.PLEDGE_NO60, ItemCode.PLEDGE_NO30, ItemCode.PLEDGE_SCHWARZ),
    True,
    {Party.RE: "TSR 7.2 (c)", Party.KONTRA: "TSR 7.2 (d)"},
)
# Against Kontra's pledge Re gets its points by (e), against Re's pledge Kontra by (f).
_AGAINST = _prepared(
    (ItemCode.AGAINST_NO90, ItemCode.AGAINST_NO60, ItemCode.AGAINST_NO30, ItemCode.AGAINST_SCHWARZ),
    True,
    {Party.KONTRA: "TSR 7.2 (e)", Party.RE: "TSR 7.2 (f)"},
)
_AGAINST_QUEENS = Item(ItemCode.AGAINST_QUEENS, Party.KONTRA, None, rules.SPECIAL_POINTS, "TSR 7.2")
_SPECIAL_MOST = {
    SpecialPoint.DOPPELKOPF: rules.MAX_DOPPELKOPF,
    SpecialPoint.FUCHS: rules.MAX_FUCHS,
    SpecialPoint.KARLCHEN: rules.MAX_KARLCHEN,
}
_SPECIAL = {
    (special, party, count): Item(ItemCode(special.value), party, None, count * rules.SPECIAL_POINTS, "TSR 7.2")
    for special, most in _SPECIAL_MOST.items()
    for party in Party
    for count in range(1, most + 1)
}


def is_solo_shaped(kind: Kind) -> bool:
    """Whether one plays against three: every solo, the failed and the silent wedding (TSR 2.3, 4.4)."""
    return kind not in rules.PAIR_KINDS


def check_game(record: GameRecord) -> tuple[Problem, ...]:
    """Everything that cannot be about a game, all at once; empty for a possible game.

    The fields of the problems are those of `GameRecord`. Everything not reported is a possible game.
    """
    problems = [*_check_seats(record), *_check_card_points(record)]
    if record.re_pledge is not None and not record.re_announced:
        problems.append(Problem("pledge_without_announcement", "re_pledge", "TSR 6.3"))
    if record.kontra_pledge is not None and not record.kontra_announced:
        problems.append(Problem("pledge_without_announcement", "kontra_pledge", "TSR 6.3"))
    if record.re_extras or record.kontra_extras:
        problems.extend(_check_extras(record))
    return tuple(problems)


def _check_seats(record: GameRecord) -> list[Problem]:
    problems: list[Problem] = []
    if record.seats not in rules.SEATS:
        return [Problem("seats_not_four_or_five", "seats", "TSR 8.3", params={"seats": record.seats})]
    if record.seats == rules.PLAYERS:
        if record.sits_out is not None:
            problems.append(Problem("nobody_sits_out_at_four", "sits_out", "TSR 8.3"))
    elif record.sits_out is None:
        problems.append(Problem("sits_out_missing", "sits_out", "TSR 10.1.2"))
    elif not 1 <= record.sits_out <= record.seats:
        problems.append(Problem("no_such_seat", "sits_out", params={"seat": record.sits_out}))
    elif record.sits_out in record.re:
        problems.append(Problem("sitting_dealer_plays", "re", "TSR 10.1.2", params={"seat": record.sits_out}))
    expected = 1 if is_solo_shaped(record.kind) else 2
    if len(record.re) != expected:
        problems.append(
            Problem("wrong_number_of_re_seats", "re", "TSR 2.3", params={"expected": expected, "given": len(record.re)})
        )
    problems.extend(
        Problem("no_such_seat", "re", params={"seat": seat}) for seat in record.re if not 1 <= seat <= record.seats
    )
    if len(set(record.re)) != len(record.re):
        problems.append(Problem("seat_twice", "re"))
    return problems


def _check_card_points(record: GameRecord) -> list[Problem]:
    problems: list[Problem] = []
    re = record.re_card_points
    if not 0 <= re <= rules.CARD_POINTS or re in rules.IMPOSSIBLE_CARD_POINTS:
        problems.append(Problem("card_points_impossible", "re_card_points", "TSR 2.2", params={"card_points": re}))
    if record.trickless is not None:
        has = re if record.trickless == Party.RE else rules.CARD_POINTS - re
        if has:
            problems.append(Problem("trickless_with_card_points", "trickless", params={"card_points": has}))
        if record.trickless == Party.RE and record.kind == Kind.WEDDING:
            problems.append(Problem("wedding_without_re_trick", "trickless", "TSR 4.4"))
    if record.kind == Kind.FAILED_WEDDING and re < rules.FAILED_WEDDING_CARD_POINTS:
        params: dict[str, Plain] = {"card_points": re, "least": rules.FAILED_WEDDING_CARD_POINTS}
        problems.append(Problem("failed_wedding_below_three_tricks", "re_card_points", "TSR 4.4.3", params=params))
    return problems


def _check_extras(record: GameRecord) -> list[Problem]:
    problems: list[Problem] = []
    for party, field, extras in (
        (Party.RE, "re_extras", record.re_extras),
        (Party.KONTRA, "kontra_extras", record.kontra_extras),
    ):
        if not extras:
            continue
        if is_solo_shaped(record.kind):
            problems.append(Problem("extras_in_solo", field, "TSR 7.2"))
        if record.trickless == party:
            problems.append(Problem("extras_without_trick", field, "TSR 7.2"))
        has = record.re_card_points if party is Party.RE else rules.CARD_POINTS - record.re_card_points
        least = _least_card_points(extras)
        if has < least:
            params: dict[str, Plain] = {"card_points": has, "least": least}
            problems.append(Problem("extras_need_card_points", field, "TSR 7.2", params=params))
    for special, most in _SPECIAL_MOST.items():
        count = record.re_extras.count(special) + record.kontra_extras.count(special)
        if count > most:
            field = "kontra_extras" if special in record.kontra_extras else "re_extras"
            params = {"special": special.value, "count": count, "most": most}
            problems.append(Problem("too_many_special_points", field, "TSR 7.2", params=params))
    return problems


def _least_card_points(extras: tuple[SpecialPoint, ...]) -> int:
    """Card points a side has at least with these special points."""
    doppelkopf = min(extras.count(SpecialPoint.DOPPELKOPF), rules.MAX_DOPPELKOPF)
    return (
        rules.DOPPELKOPF_CARD_POINTS[doppelkopf]
        + extras.count(SpecialPoint.FUCHS) * rules.FUCHS_CARD_POINTS[doppelkopf]
        + extras.count(SpecialPoint.KARLCHEN) * rules.KARLCHEN_CARD_POINTS
    )


def score_game(record: GameRecord) -> GameResult:
    """Winner, value, points per seat and the reasons of a game (TSR 7.1, 7.2).

    Raises RuleError with everything `check_game` reports; the view shows it at the fields.
    """
    problems = check_game(record)
    if problems:
        raise RuleError(problems)
    winner = _winner(record)
    items = _items(record, winner)
    value = 0
    for item in items:
        value += item.points if item.party is Party.RE else -item.points
    return GameResult(winner, value, _points(record, value), tuple(items))


def _kept(record: GameRecord, party: Party) -> int:
    """How many levels a side reached: the other side's card points stayed under 90, 60, 30, all tricks are its own."""
    if record.trickless is not None and record.trickless != party:
        return len(rules.LEVELS)
    lost = record.re_card_points if party is Party.KONTRA else rules.CARD_POINTS - record.re_card_points
    for step, limit in enumerate(rules.UNDER):
        if lost >= limit:
            return step
    return len(rules.UNDER)


def _winner(record: GameRecord) -> Party | None:
    """Who has won, TSR 7.1: with a pledge its own target counts, without any 121 to 120."""
    re_steps = _STEPS[record.re_pledge]
    kontra_steps = _STEPS[record.kontra_pledge]
    if re_steps and _kept(record, Party.RE) >= re_steps:
        return Party.RE
    if kontra_steps and _kept(record, Party.KONTRA) >= kontra_steps:
        return Party.KONTRA
    if re_steps:
        return None if kontra_steps else Party.KONTRA
    if kontra_steps:
        return Party.RE
    only_kontra = record.kontra_announced and not record.re_announced
    target = rules.KONTRA_TARGET if only_kontra else rules.RE_TARGET
    return Party.RE if record.re_card_points >= target else Party.KONTRA


def _items(record: GameRecord, winner: Party | None) -> list[Item]:
    """The reasons in the order of TSR 7.2."""
    items: list[Item] = []
    re_steps = _STEPS[record.re_pledge]
    kontra_steps = _STEPS[record.kontra_pledge]
    if winner is None:
        items += _REACHED[Party.RE][: _kept(record, Party.RE)]
        items += _REACHED[Party.KONTRA][: _kept(record, Party.KONTRA)]
    else:
        items.append(_WON[winner])
        items += _REACHED[winner][: _kept(record, winner)]
        if record.re_announced:
            items.append(_ANNOUNCED[winner, Party.RE])
        if record.kontra_announced:
            items.append(_ANNOUNCED[winner, Party.KONTRA])
        if re_steps:
            items += _PLEDGED[winner, Party.RE][:re_steps]
        if kontra_steps:
            items += _PLEDGED[winner, Party.KONTRA][:kontra_steps]
    if kontra_steps:
        items += _reached_against(Party.KONTRA, kontra_steps, record.re_card_points)
    if re_steps:
        items += _reached_against(Party.RE, re_steps, rules.CARD_POINTS - record.re_card_points)
    if not is_solo_shaped(record.kind):
        if winner is Party.KONTRA:
            items.append(_AGAINST_QUEENS)
        if record.re_extras or record.kontra_extras:
            items += _special_items(record)
    return items


def _reached_against(pledger: Party, steps: int, card_points: int) -> list[Item]:
    """A point for each pledged level the other side's card points deny, TSR 7.2 (e), (f)."""
    items = _AGAINST[_OTHER[pledger], pledger]
    return [items[step] for step in range(steps) if card_points >= rules.REACHED_AGAINST[step]]


def _special_items(record: GameRecord) -> list[Item]:
    items: list[Item] = []
    for special in SpecialPoint:
        for party, extras in ((Party.RE, record.re_extras), (Party.KONTRA, record.kontra_extras)):
            count = extras.count(special)
            if count:
                items.append(_SPECIAL[special, party, count])
    return items


def _points(record: GameRecord, value: int) -> tuple[int, ...]:
    points = [-value] * record.seats
    factor = rules.SOLOIST_FACTOR if is_solo_shaped(record.kind) else 1
    for seat in record.re:
        points[seat - 1] = factor * value
    if record.sits_out is not None:
        points[record.sits_out - 1] = 0
    return tuple(points)
