"""How many tables of four and five a field makes, and the ways out where it makes none (layout 8.4)."""

from scoring.errors import Problem, RuleError
from tournament.draw.values import Fives, Rest


def splits(players: int) -> tuple[int, ...]:
    """Every possible number of tables of five that seats all players, fewest first; empty for 1, 2, 3, 6, 7 and 11."""
    return tuple(fives for fives in range(players // 5 + 1) if (players - 5 * fives) % 4 == 0)


def table_sizes(*, players: int, fives: Fives = Fives.NEEDED, fives_number: int = 0) -> tuple[int, ...]:
    """Sizes of the tables that seat everybody, tables of five first.

    NEEDED takes as few fives as possible, PREFERRED as many as possible, NUMBER exactly `fives_number`.
    Raises RuleError `field_cannot_be_seated` with the number and the ways out that `ways_out` names.
    """
    possible = splits(players)
    if fives is Fives.NEVER:
        possible = tuple(count for count in possible if count == 0)
    elif fives is Fives.NUMBER:
        possible = tuple(count for count in possible if count == fives_number)
    if players < 1 or not possible:
        raise RuleError((refusal(players=players, fives=fives, fives_number=fives_number),))
    count = possible[-1] if fives is Fives.PREFERRED else possible[0]
    return (5,) * count + (4,) * ((players - 5 * count) // 4)


def seated_with_rest(*, players: int, fives: Fives, fives_number: int, rest: Rest) -> tuple[tuple[int, ...], int]:
    """The sizes when those left over sit out or wait, or (negative) how many filler players complete the tables.

    Returns (sizes, left over): left over players have no seat, -k means k fillers join. The fewest people are left
    over or added. Raises RuleError where not even one table comes about.
    """
    step = 1 if rest is Rest.FILLER else -1
    for change in range(5 * max(fives_number, 1) + 4):
        count = players + step * change
        if count < 4:
            break
        try:
            return table_sizes(players=count, fives=fives, fives_number=fives_number), -step * change
        except RuleError:
            continue
    raise RuleError((refusal(players=players, fives=fives, fives_number=fives_number),))


def ways_out(*, players: int, fives: Fives) -> tuple[str, ...]:
    """Codes of what helps: `allow_fives`, `fillers`, `sit_out`, `waiting_list`, or else `more_players`."""
    ways = ["allow_fives"] if fives in (Fives.NEVER, Fives.NUMBER) and splits(players) else []
    if players >= 1:
        ways.append("fillers")
    if players > 4:
        ways += ["sit_out", "waiting_list"]
    return tuple(ways) or ("more_players",)


def refusal(*, players: int, fives: Fives, fives_number: int = 0) -> Problem:
    """The problem that says why this field makes no tables.

    `params`: `n` players, `fives` the policy, `fives_number`, `ways_out` codes, `fillers` and `left_over` how many
    people each way needs.
    """
    return Problem(
        code="field_cannot_be_seated",
        params={
            "n": players,
            "fives": fives.value,
            "fives_number": fives_number,
            "ways_out": ways_out(players=players, fives=fives),
            "fillers": -players % 4,
            "left_over": players % 4,
        },
    )
