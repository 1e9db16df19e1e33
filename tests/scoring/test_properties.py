"""What always holds: of games, of sheets, of whatever can be typed."""

import json
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.doctor import suggest
from scoring.game import GameRecord, check_game, score_game
from scoring.penalties import Penalty, tariff
from scoring.rows import Row
from scoring.shapes import shape_of
from scoring.sheet import Sheet, judge
from scoring.terms import BreachClass, Depth, Form, ItemCode, Kind, Level, Party, RowKind, SpecialPoint
from scoring.wire import answer_game, answer_sheet

from .simulator import Setting, random_games, true_sheet

SEEDS = st.integers(0, 2**32)
PAIRS = (Kind.NORMAL, Kind.WEDDING)


@st.composite
def records(draw):
    """Any possible game."""
    kind = draw(st.sampled_from(Kind))
    pair = kind in PAIRS
    seats = draw(st.sampled_from((4, 5)))
    order = draw(st.permutations(range(1, seats + 1)))
    re_announced, kontra_announced = draw(st.booleans()), draw(st.booleans())
    extras = st.lists(st.sampled_from(SpecialPoint), max_size=4).map(tuple)
    record = GameRecord(
        kind=kind,
        re=tuple(order[: 2 if pair else 1]),
        re_card_points=draw(st.integers(0, 240)),
        seats=seats,
        sits_out=order[-1] if seats == 5 else None,
        trickless=draw(st.sampled_from((None, None, None, Party.RE, Party.KONTRA))),
        re_announced=re_announced,
        re_pledge=draw(st.sampled_from((None, *Level))) if re_announced else None,
        kontra_announced=kontra_announced,
        kontra_pledge=draw(st.sampled_from((None, *Level))) if kontra_announced else None,
        re_extras=draw(extras) if pair else (),
        kontra_extras=draw(extras) if pair else (),
    )
    if record.trickless is not None:
        record = replace(record, re_card_points=0 if record.trickless is Party.RE else 240)
    return record


POSSIBLE = records().filter(lambda record: not check_game(record))


@given(POSSIBLE)
def test_points_sum_to_zero_and_items_to_the_value(record):
    result = score_game(record)

    assert sum(result.points) == 0
    assert result.value == sum(item.points if item.party is Party.RE else -item.points for item in result.items)
    assert all(item.points > 0 for item in result.items)
    assert abs(result.value) <= 29


@given(POSSIBLE, st.data())
def test_permuted_seats_permute_points(record, data):
    places = data.draw(st.permutations(range(1, record.seats + 1)))
    moved = replace(
        record,
        re=tuple(places[seat - 1] for seat in record.re),
        sits_out=record.sits_out and places[record.sits_out - 1],
    )

    points = score_game(record).points
    assert [score_game(moved).points[place - 1] for place in places] == list(points)


@given(POSSIBLE)
def test_points_of_a_game_are_a_legal_row(record):
    shape = shape_of(score_game(record).points, record.sits_out)

    assert shape.pair if record.kind in PAIRS else shape.solo


@given(POSSIBLE, st.integers(1, 240))
def test_more_card_points_never_lower_the_winners_value(record, more):
    winner = score_game(record).winner
    sign = -1 if winner is Party.KONTRA else 1
    raised = replace(record, re_card_points=record.re_card_points + sign * more)
    if winner is None or record.trickless is not None or check_game(raised):
        return

    assert score_game(raised).winner is winner
    assert sign * score_game(raised).value >= sign * score_game(record).value


def value_by_the_table(re, calls, trickless, solo):
    """Winner and value by a literal reading of TSR 7.1 and 7.2, worded otherwise than the product."""
    announced, pledge = calls
    other = {Party.RE: Party.KONTRA, Party.KONTRA: Party.RE}
    has = {Party.RE: re, Party.KONTRA: 240 - re}

    def meets(side):
        if pledge[side] is Level.SCHWARZ:
            return trickless is other[side]
        return has[side] >= {Level.NO_90: 151, Level.NO_60: 181, Level.NO_30: 211}[pledge[side]]

    winner = None
    if not any(pledge.values()):
        kontra_needs = 121 if announced == {Party.RE: False, Party.KONTRA: True} else 120
        winner = Party.KONTRA if has[Party.KONTRA] >= kontra_needs else Party.RE
    for side in Party:
        if pledge[side] and meets(side):
            winner = side
        if pledge[side] and not meets(side) and not pledge[other[side]]:
            winner = other[side]
    values = {Party.RE: 0, Party.KONTRA: 0}
    for side in Party:
        lost = has[other[side]]
        if winner in (side, None):
            values[side] += (lost < 90) + (lost < 60) + (lost < 30) + (trickless is other[side])
        denied = {None: (), Level.NO_90: (120,), Level.NO_60: (120, 90), Level.NO_30: (120, 90, 60)}
        limits = denied.get(pledge[other[side]], (120, 90, 60, 30))
        values[side] += sum(has[side] >= limit for limit in limits)
        if winner is side:
            steps = [None, *Level]
            values[side] += 1 + 2 * sum(announced.values())
            values[side] += sum(steps.index(each) for each in pledge.values())
            values[side] += side is Party.KONTRA and not solo
    return winner, values[Party.RE] - values[Party.KONTRA]


@pytest.mark.parametrize("kind", [Kind.NORMAL, Kind.CLUBS_SOLO])
def test_every_game_agrees_with_a_literal_reading_of_the_rules(kind):
    said = [(False, None), (True, None), *((True, level) for level in Level)]
    solo = kind is Kind.CLUBS_SOLO
    for re in {
        *range(0, 241, 7),
        *(edge + step for edge in (0, 30, 60, 90, 120, 150, 180, 210, 240) for step in (-1, 0, 1)),
    }:
        for trickless in {None, Party.RE if re == 0 else None, Party.KONTRA if re == 240 else None}:
            for (re_announced, re_pledge), (kontra_announced, kontra_pledge) in product(said, said):
                record = GameRecord(
                    kind=kind,
                    re=(1,) if solo else (1, 3),
                    re_card_points=re,
                    trickless=trickless,
                    re_announced=re_announced,
                    re_pledge=re_pledge,
                    kontra_announced=kontra_announced,
                    kontra_pledge=kontra_pledge,
                )
                if check_game(record):
                    assert re in (-1, 1, 239, 241)
                    continue
                calls = (
                    {Party.RE: re_announced, Party.KONTRA: kontra_announced},
                    {Party.RE: re_pledge, Party.KONTRA: kontra_pledge},
                )
                result = score_game(record)
                assert (result.winner, result.value) == value_by_the_table(re, calls, trickless, solo)


SETTINGS = st.sampled_from(
    [
        Setting(seats, games, mandatory, running, kinds)
        for seats, games, mandatory in ((4, 24, 1), (5, 30, 1), (4, 12, 0), (5, 15, 0), (4, 24, 2))
        for running in (False, True)
        for kinds in (False, True)
    ]
)


@given(SEEDS, SETTINGS)
@settings(max_examples=60)
def test_valid_sheet_has_no_finding(seed, setting):
    sheet = true_sheet(Random(seed), setting)
    judgement = judge(sheet)

    assert judgement.problems == ()
    assert judgement.totals == sheet.totals
    assert sum(judgement.totals) == 0
    assert suggest(sheet) == ()


@given(SEEDS, st.sampled_from((4, 5)), st.sampled_from(Form))
@settings(max_examples=40)
def test_valid_full_sheet_has_no_finding_in_both_forms(seed, seats, form):
    games = {4: 24, 5: 30}[seats]
    played = random_games(Random(seed), seats=seats, games=games, mandatory=1)
    rows = tuple(Row(record=record, mandatory=mark) for record, mark in played)
    judgement = judge(Sheet(seats=seats, games=games, depth=Depth.FULL, form=form, rows=rows))

    assert judgement.problems == ()
    assert (judgement.complete, judgement.owed) == (True, ())


@given(SEEDS, SETTINGS, st.integers(-70, 70).filter(bool), st.booleans(), st.data())
@settings(max_examples=150)
def test_every_corruption_of_one_cell_that_changes_a_sum_is_found(seed, setting, change, totals, data):
    sheet = true_sheet(Random(seed), setting)
    number = data.draw(st.integers(0, len(sheet.rows) - 1))
    seat = data.draw(st.integers(0, sheet.seats - 1))
    row = sheet.rows[number]
    field = "running" if setting.running else "points"
    cells = list(getattr(row, field))
    cells[seat] += change
    corrupted = replace(
        sheet,
        rows=(*sheet.rows[:number], replace(row, **{field: tuple(cells)}), *sheet.rows[number + 1 :]),
        totals=sheet.totals if totals else None,
    )

    found = {problem.row for problem in judge(corrupted).problems if problem.code == "row_not_zero_sum"}
    assert number + 1 in found


@given(SEEDS, SETTINGS, st.integers(-70, 70).filter(bool), st.data())
@settings(max_examples=40)
def test_every_corruption_of_a_written_total_is_found(seed, setting, change, data):
    sheet = true_sheet(Random(seed), setting)
    seat = data.draw(st.integers(0, sheet.seats - 1))
    totals = list(sheet.totals)
    totals[seat] += change

    problems = judge(replace(sheet, totals=tuple(totals))).problems
    assert [(problem.code, problem.params["seat"]) for problem in problems] == [("total_differs", seat + 1)]
    alone = Sheet(seats=sheet.seats, mandatory=0, depth=Depth.TOTALS, totals=tuple(totals))
    assert "totals_not_zero_sum" in {problem.code for problem in judge(alone).problems}


@given(
    st.sampled_from(BreachClass),
    st.integers(1, 4),
    st.integers(0, 4),
    st.booleans(),
    st.booleans(),
    st.sampled_from((None, 1, 2, 3, 4)),
)
def test_penalties_sum_to_zero_and_only_the_offender_loses(breach, offender, pledges, can_hurt, solo_clear, soloist):
    penalty = Penalty(offender=offender, breach=breach, pledges=pledges, can_hurt=can_hurt, solo_clear=solo_clear)

    points = tariff(penalty, soloist=soloist)

    assert sum(points) == 0
    assert [seat for seat, each in enumerate(points, 1) if each < 0] == ([] if not any(points) else [offender])


CELLS = st.none() | st.lists(st.none() | st.integers(-99, 99), max_size=6).map(tuple)
SEAT = st.none() | st.integers(-1, 6)
MARK = st.none() | st.booleans()
ANY_PENALTY = st.builds(
    Penalty,
    offender=st.integers(0, 6),
    breach=st.sampled_from(BreachClass),
    pledges=st.integers(-1, 5),
    can_hurt=MARK,
    solo_clear=st.booleans(),
    points=st.none() | st.lists(st.integers(-9, 9), min_size=3, max_size=5).map(tuple),
)
ANY_ROW = st.builds(
    Row,
    kind=st.sampled_from(RowKind),
    points=CELLS,
    running=CELLS,
    record=st.none() | records(),
    soloist=SEAT,
    mandatory=MARK,
    enforced=MARK,
    dealer=SEAT,
    penalties=st.lists(ANY_PENALTY, max_size=2).map(tuple),
    replayed=st.booleans(),
)
ANY_SHEET = st.builds(
    Sheet,
    seats=st.sampled_from((4, 5)),
    games=st.integers(1, 30),
    mandatory=st.integers(0, 2),
    form=st.sampled_from(Form),
    time_over=st.booleans(),
    depth=st.sampled_from(Depth),
    rows=st.lists(ANY_ROW, max_size=6).map(tuple),
    totals=CELLS,
    solos=st.lists(st.integers(0, 6), max_size=6).map(tuple),
    penalties=st.lists(ANY_PENALTY, max_size=2).map(tuple),
)


@given(ANY_SHEET)
@settings(max_examples=300)
def test_whatever_was_written_is_judged(sheet):
    judgement = judge(sheet)
    suggestions = suggest(sheet, judgement=judgement)

    rows = 0 if sheet.depth is Depth.TOTALS else len(sheet.rows)
    assert {
        len(column)
        for column in (
            judgement.row_points,
            judgement.row_totals,
            judgement.running,
            judgement.numbers,
            judgement.dealers,
            judgement.sits_out,
            judgement.leads,
            judgement.soloists,
            judgement.mandatory,
            judgement.enforced,
        )
    } == {rows}
    assert (judgement.next is None) is judgement.complete
    assert [each.rank for each in suggestions] == list(range(1, len(suggestions) + 1))
    assert all(problem.code for problem in judgement.problems)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*GameRecord.__slots__, "id", "re_call", "kontra_call"]), JSON))
def test_any_object_is_answered_as_a_game(source):
    answer, evaluated = answer_game(source)

    assert ("points" in answer) is evaluated
    assert ("problems" in answer) is not evaluated
    json.dumps(answer)


ROW_FIELDS = [
    "kind",
    "points",
    "running",
    "soloist",
    "mandatory",
    "enforced",
    "dealer",
    "penalties",
    "replayed",
    "game",
]
SHEET_FIELDS = [
    "seats",
    "games",
    "mandatory",
    "form",
    "time_over",
    "depth",
    "totals",
    "solos",
    "penalties",
    "newcomers",
]


@given(
    st.dictionaries(st.sampled_from(SHEET_FIELDS), JSON),
    st.lists(st.dictionaries(st.sampled_from(ROW_FIELDS), JSON) | JSON, max_size=3) | JSON,
)
def test_any_object_is_answered_as_a_sheet(source, rows):
    answer, clean = answer_sheet({**source, "rows": rows})

    assert clean is (answer["problems"] == [])
    json.dumps(answer)


def test_items_of_every_code_are_reachable():
    rng = Random(1)
    seen = set()
    for _ in range(400):
        for record, _ in random_games(rng, seats=4, games=24, mandatory=1):
            seen |= {item.code for item in score_game(record).items}

    assert seen == set(ItemCode)
