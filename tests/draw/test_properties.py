"""What holds for every draw: everybody once, sizes, musts, history, and the strict order of the wishes."""

from itertools import combinations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring.errors import RuleError
from tests.draw.fields import after, draw_all, entrants, key_of, people, rounds_of
from tournament.draw import draw_round, plan_rounds, table_sizes
from tournament.draw.values import WISHES, Apart, Entrant, Fives, History, Rest, Settings, Wish

PLAYERS = st.integers(8, 34).filter(lambda players: players != 11)
SEEDS = st.integers(0, 2**40)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The places of the wishes in the key of `key_of`.
LEVELS = {Wish.TURNS: 2, Wish.APART: 3, Wish.SEATS: 4, Wish.TABLES: 5}


def first_better_swap(rounds, *, players, clubs, wishes=WISHES):
    """The first swap of two people in one round (seats, tables, sitting out) that is better in the strict order."""
    order = [0, 1, *(LEVELS[wish] for wish in wishes)]

    def ordered():
        key = key_of(rounds, players=players, clubs=clubs)
        return [key[level] for level in order]

    before = ordered()
    for number, tables in enumerate(rounds, start=1):
        seats = [(table, seat) for table in tables for seat in range(len(table))]
        for (one, here), (two, there) in combinations(seats, 2):
            one[here], two[there] = two[there], one[here]
            now = ordered()
            one[here], two[there] = two[there], one[here]
            if now < before:
                return number, one[here], two[there]
        resting = sorted(set(players) - {player for table in tables for player in table})
        for (table, seat), other in ((seat, other) for seat in seats for other in resting):
            player, table[seat] = table[seat], other
            now = ordered()
            table[seat] = player
            if now < before:
                return number, player, other
    return None


@st.composite
def clubs(draw, players):
    """A club for some of the players."""
    names = draw(st.lists(st.sampled_from(["", "a", "b", "c", "d", "e"]), min_size=players, max_size=players))
    return {number: name for number, name in enumerate(names, start=1) if name}


@given(players=PLAYERS, rounds=st.integers(1, 4), seed=SEEDS, planned=st.booleans())
@FEW
def test_everybody_sits_exactly_once_at_tables_of_the_right_size(players, rounds, seed, planned):
    how = Settings(rounds=rounds)

    draws = (
        plan_rounds(entrants=entrants(players), settings=how, seed=seed)
        if planned
        else draw_all(entrants(players), how, seed=seed)
    )

    for draw in draws:
        assert sorted(player for table in draw.tables for player in table.players) == list(range(1, players + 1))
        assert sorted(len(table.players) for table in draw.tables) == sorted(table_sizes(players=players))
        assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))


@given(
    data=st.data(),
    players=st.integers(8, 24).filter(lambda players: players != 11),
    rounds=st.integers(1, 3),
    seed=SEEDS,
)
@FEW
def test_no_swap_anywhere_in_the_plan_is_better(data, players, rounds, seed):
    named = data.draw(clubs(players))
    how = Settings(rounds=rounds, wishes=tuple(data.draw(st.permutations(WISHES))))

    draws = plan_rounds(entrants=entrants(players, named), settings=how, seed=seed)

    assert first_better_swap(rounds_of(draws), players=range(1, players + 1), clubs=named, wishes=how.wishes) is None


@given(players=st.integers(9, 23), rounds=st.integers(1, 4), seed=SEEDS)
@FEW
def test_no_swap_is_better_where_people_sit_out(players, rounds, seed):
    how = Settings(rounds=rounds, fives=Fives.NEVER, rest=Rest.SIT_OUT)

    draws = plan_rounds(entrants=entrants(players), settings=how, seed=seed)

    assert first_better_swap(rounds_of(draws), players=range(1, players + 1), clubs={}) is None


@given(players=st.integers(8, 28).filter(lambda players: players != 11), seed=SEEDS, leavers=st.integers(0, 3))
@FEW
def test_history_is_respected_when_people_come_and_leave(players, seed, leavers):
    how = Settings(rounds=4)
    draws = draw_all(entrants(players), Settings(rounds=2), seed=seed)
    present = [*entrants(players)[leavers:], Entrant(id=900), Entrant(id=901)]
    assume(len(present) not in (7, 11))

    draw = draw_round(entrants=present, history=after(*draws), settings=how, seed=seed)

    met = {pair for one in draws for table in people(one.tables) for pair in combinations(sorted(table), 2)}
    again = {pair for table in people(draw.tables) for pair in combinations(sorted(table), 2)} & met
    assert {(pair.first, pair.second) for pair in draw.report.repeats} == again
    assert sum(len(pair.before) for pair in draw.report.repeats) >= draw.report.bound


@given(players=st.integers(16, 32), rounds=st.integers(2, 4), seed=SEEDS, data=st.data())
@FEW
def test_keep_apart_wish_never_costs_a_repeat(players, rounds, seed, data):
    how = Settings(rounds=rounds)
    pairs = data.draw(st.lists(st.tuples(st.integers(1, players), st.integers(1, players)), min_size=1, max_size=6))
    wishes = tuple(Apart(first=one, second=two) for one, two in pairs if one != two)

    without = plan_rounds(entrants=entrants(players), settings=how, seed=seed)
    wished = plan_rounds(entrants=entrants(players), settings=Settings(rounds=rounds, apart=wishes), seed=seed)

    assert wished[-1].report.figures.repeats <= without[-1].report.figures.repeats


def drawn_or_none(field, how, *, seed):
    """All rounds, or None where the draw refused because of its strict pairs."""
    try:
        return draw_all(field, how, seed=seed)
    except RuleError as refused:
        if {problem.code for problem in refused.problems} == {"strict_pair_unmet"}:
            return None
        raise


@given(players=st.integers(12, 30), seed=SEEDS, data=st.data())
@FEW
def test_strict_pairs_are_kept(players, seed, data):
    pairs = data.draw(st.lists(st.tuples(st.integers(1, players), st.integers(1, players)), max_size=12))
    wishes = tuple(Apart(first=one, second=two, strict=True, rounds=2) for one, two in pairs if one != two)

    draws = drawn_or_none(entrants(players), Settings(rounds=3, apart=wishes), seed=seed)

    assume(draws is not None)
    strict = {frozenset((wish.first, wish.second)) for wish in wishes}
    together = {
        frozenset(pair) for draw in draws[:2] for table in people(draw.tables) for pair in combinations(table, 2)
    }
    assert together & strict == set()


@given(players=PLAYERS, seed=SEEDS, steps=st.integers(0, 60_000))
@FEW
def test_search_stopped_after_so_many_steps_is_repeated_by_them(players, seed, steps):
    stopped = draw_round(
        entrants=entrants(players),
        history=History(),
        settings=Settings(rounds=6),
        seed=seed,
        watch=lambda progress: progress.steps < steps,
    )

    again = draw_round(
        entrants=entrants(players), history=History(), settings=Settings(rounds=6), seed=seed, steps=stopped.steps
    )

    assert again == stopped
