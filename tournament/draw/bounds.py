"""What no seating can avoid: proved lower bounds, so that the report can say "fewer is impossible".

Every pair of two rounds overlaps in at least as many pairs as the pigeonhole forces: five people drawn from the four
tables of an earlier round must hold two of one of them. Meetings of a pair in several earlier rounds add up, so the
overlaps of all pairs of rounds add up to the repeats. Besides, all meetings together must fit on the pairs there are.
"""

from collections import Counter
from collections.abc import Sequence

from tournament.draw.ground import Ground, even_pairs
from tournament.draw.state import sum_of_pairs


def overlap(sizes: Sequence[int], others: Sequence[int]) -> int:
    """Least number of pairs that share a group in both of two rounds with these group sizes."""
    one = sum(even_pairs(size, len(others)) for size in sizes)
    two = sum(even_pairs(size, len(sizes)) for size in others)
    return max(one, two)


def least_repeats(ground: Ground, *, rounds: int) -> int:
    """Repeats (sum of C(m, 2) over pairs, history included) that history and this many more rounds cannot avoid."""
    groups = table_groups(ground)
    among_new = overlap(groups, groups) * rounds * (rounds - 1) // 2
    from_tables = ground.past.repeats + rounds * overlaps(ground) + among_new
    return max(from_tables, filled(ground.past.pairs, _new(ground, rounds)))


def overlaps(ground: Ground) -> int:
    """Meetings again (each counted once per earlier meeting) that the tables of earlier rounds force on any round."""
    groups = table_groups(ground)
    return sum(overlap(groups, sizes) for sizes in ground.earlier)


def least_again(ground: Ground) -> int:
    """Meetings again (each counted once per earlier meeting) that the next round cannot avoid.

    What the tables of earlier rounds force, or what each player cannot avoid even with the company met least.
    """
    company = min(ground.sizes, default=1) - 1
    least = []
    for row in ground.past.met:
        # A player has not met himself, which is no company to choose.
        if row.count(0) > company:
            least.append(0)
        else:
            least.append(sum(sorted(row)[1 : company + 1]))
    seated = sorted(least)[: ground.players - ground.resting]
    return max(overlaps(ground), (sum(seated) + 1) // 2)


def least_turns(ground: Ground, *, rounds: int) -> int:
    """Unevenness of fives and rounds sat out that history and this many more rounds cannot avoid.

    Where no two rounds need share a pair it is what a seating without repeats cannot avoid: a table of five then takes
    at most one person from each table of every other round of the same field, so as many as there are too few tables
    of four come from the fives there.
    """
    fives = least_uneven(ground.past.fives, a_round=5 * ground.fives, rounds=rounds)
    if not ground.resting and overlap(ground.sizes, ground.sizes) == 0:
        same_field = sum(sorted(sizes) == sorted(ground.sizes) for sizes in ground.earlier)
        from_fives = ground.fives * max(0, 5 - (len(ground.sizes) - ground.fives))
        shared = from_fives * (rounds * same_field + rounds * (rounds - 1) // 2)
        fives = max(fives, sum_of_pairs(ground.past.fives) + shared)
    return fives + least_uneven(ground.past.rests, a_round=ground.resting, rounds=rounds)


def least_thirds(ground: Ground, *, rounds: int) -> int:
    """Meetings beyond the second that history and this many more rounds cannot avoid."""
    counts = ground.past.pairs
    room = sum(max(0, 2 - meetings) * pairs for meetings, pairs in counts.items())
    beyond = sum(max(0, meetings - 2) * pairs for meetings, pairs in counts.items())
    return beyond + max(0, _new(ground, rounds) - room)


def least_broken(ground: Ground, *, rounds: int) -> int:
    """Keep-apart wishes that no seating of this many rounds keeps: a club with more people than tables must meet."""
    return sum(ground.crowds[index].least(tables=len(ground.sizes), resting=ground.resting) for index in range(rounds))


def table_groups(ground: Ground) -> tuple[int, ...]:
    """Sizes of the groups that do not meet each other in a round: the tables, and each person sitting out alone."""
    return ground.sizes + (1,) * ground.resting


def _new(ground: Ground, rounds: int) -> int:
    return rounds * sum(size * (size - 1) // 2 for size in ground.sizes)


def least_uneven(counts: Sequence[int], *, a_round: int, rounds: int) -> int:
    """Least sum of C(c, 2) when in each round so many people get one turn more: always those who had the fewest."""
    had = sorted(counts)
    for _ in range(rounds):
        had = sorted([count + 1 for count in had[:a_round]] + had[a_round:])
    return sum_of_pairs(had)


def filled(counts: Counter[int], more: int) -> int:
    """Least sum of C(c, 2) after adding so many ones: the smallest counts are filled up first."""
    levels = Counter(counts)
    while more > 0:
        lowest = min(level for level, number in levels.items() if number)
        moved = min(more, levels[lowest])
        levels[lowest] -= moved
        levels[lowest + 1] += moved
        more -= moved
    return sum(number * level * (level - 1) // 2 for level, number in levels.items())
