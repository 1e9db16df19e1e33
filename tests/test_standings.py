"""Who stands where: what counts, what a missed round counts, who is listed where, and what parts equal totals."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.errors import RuleError
from tests.builders import (
    NOW,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tournament.models import Attendance, Participant, Seat, Table, Tournament
from tournament.queries import standings as queries
from tournament.queries.scores import State
from tournament.queries.sheets import gathered
from tournament.queries.teams import in_category, teams
from tournament.records import shares_of
from tournament.roles import Role
from tournament.services.corrections import correct_sheet, preview_correction
from tournament.services.handovers import replace_player
from tournament.services.incidents import UNSPORTSMANLIKE, Decision, lift_incident, record_incident
from tournament.services.participants import return_participant, withdraw_participant
from tournament.services.rounds import publish_round
from tournament.services.scores import award_points, set_round_counts
from tournament.services.sheet_rows import TypedRow
from tournament.services.sheets import TypedSeat, finish_sheet, record_totals

pytestmark = pytest.mark.django_db


class Day:
    """A tournament whose rounds are typed as `play` says: per table the start numbers with their points."""

    def __init__(self, players=8, **values):
        self.tournament = make_tournament(**{"check_parity": "off", "check_sum": "off", "rounds": 4, **values})
        self.by = make_actor(self.tournament)
        self.players = players

    def play(self, *tables, skip=()):
        seats = [list(table) for table in tables]
        players, self.players = self.players, None
        if players is not None:
            make_participants(self.tournament, players, by=self.by)
        draft = make_round(self.tournament, seats=seats, published=False, by=self.by)
        round_ = publish_round(round_=draft, as_it_is=True, by=self.by, now=NOW)
        for number, table in tables_of(round_).items():
            if number not in skip:
                type_totals(table, list(tables[number - 1].values()), by=self.by)
        return round_

    def person(self, number):
        return Participant.objects.get(tournament=self.tournament, number=number)

    def now(self):
        return Tournament.objects.get(pk=self.tournament.pk)

    def lines(self, up_to=None):
        """Rank, start number, points of the rounds, total; by line."""
        return [
            (r.rank, r.participant.number, [s.points if s else None for s in r.scores], r.total)
            for r in queries.standings(self.now(), up_to)
        ]

    def numbers(self):
        return [r.participant.number for r in queries.standings(self.now())]


A = {1: 9, 2: 3, 3: -4, 4: -8}
B = {5: 7, 6: 1, 7: -2, 8: -6}


def test_only_confirmed_sheets_count_and_open_ones_are_said_to_be_open():
    day = Day(second_person=True)
    day.play(A, B)
    first = Table.objects.get(tournament=day.tournament, number=1)
    typed = day.lines()

    confirm(first, by=make_actor(day.tournament, Role.CLERK))

    assert [line[3] for line in typed] == [0] * 8
    assert day.lines() == [
        (1, 1, [9], 9),
        (2, 2, [3], 3),
        (3, 5, [None], 0),
        (3, 6, [None], 0),
        (3, 7, [None], 0),
        (3, 8, [None], 0),
        (7, 3, [-4], -4),
        (8, 4, [-8], -8),
    ]
    rows = queries.standings(day.now())
    assert [row.provisional for row in rows] == [False, False, True, True, True, True, False, False]
    assert queries.listed(day.now()).columns[0].open_tables == (2,)


def test_draft_is_not_in_the_list():
    day = Day()
    day.play(A, B)

    make_round(day.tournament, published=False, by=day.by)

    assert [len(line[2]) for line in day.lines()] == [1] * 8


@pytest.mark.parametrize(
    ("rule", "points", "late"),
    [
        ({"missed_round": "zero"}, 0, (4, 9, [0, 5], 5)),
        ({"missed_round": "fixed", "missed_points": -20}, -20, (9, 9, [-20, 5], -15)),
        # 9 + 3 − 4 − 8 and 7 + 1 − 2 + 6: 12 of 8 people, 1.5 and so 2.
        ({"missed_round": "average"}, 2, (2, 9, [2, 5], 7)),
    ],
)
def test_missed_round_counts_by_the_rule(rule, points, late):
    day = Day(players=9, **rule)
    day.play(A, {5: 7, 6: 1, 7: -2, 8: 6})
    day.play({1: 0, 2: 0, 3: 0, 4: 0}, {5: 0, 6: 0, 7: 0, 9: 5})

    row = next(r for r in queries.standings(day.now()) if r.participant.number == 9)

    assert (row.rank, 9, [s.points for s in row.scores], row.total) == late
    assert (row.scores[0].state, row.scores[0].points) == (State.MISSED, points)


def test_director_decides_what_a_missed_round_counts():
    day = Day(players=9, missed_round="zero")
    first = day.play(A, B)
    day.play({1: 0, 2: 0, 3: 0, 4: 0}, {5: 0, 6: 0, 7: 0, 9: 5})
    values = {"round_": first, "by": day.by, "now": NOW}

    award_points(participant=day.person(9), points=-7, reason="Kam zu spät", **values)
    awarded = next(line for line in day.lines() if line[1] == 9)
    award_points(participant=day.person(9), points=None, reason="Doch nicht", **values)
    back = next(line for line in day.lines() if line[1] == 9)

    assert (awarded[2], awarded[3]) == ([-7, 5], -2)
    assert (back[2], back[3]) == ([0, 5], 5)
    with pytest.raises(RuleError) as refusal:
        award_points(participant=day.person(1), points=3, reason="x", **values)
    assert [(p.code, p.params) for p in refusal.value.problems] == [("award_seated", {"number": 1, "table": 1})]


def test_round_that_does_not_count_is_in_no_total_and_no_tie_break():
    day = Day(tie_breaks=["last_round"])
    day.play({1: 5, 2: 3, 3: -4, 4: -4}, {5: 5, 6: 1, 7: 0, 8: -6})
    final = day.play({1: -9, 2: 3, 3: 3, 4: 3}, {5: 9, 6: -3, 7: -3, 8: -3})

    set_round_counts(round_=final, counts=False, reason="Schaulaufen", by=day.by, now=NOW)

    assert day.lines()[:2] == [(1, 1, [5, -9], 5), (1, 5, [5, 9], 5)]
    assert queries.listed(day.now()).columns[1].counts is False


def deduct(day, number, points, round_):
    return record_incident(
        tournament=day.tournament,
        decision=Decision(
            happened_at=NOW,
            round=round_,
            offender=day.person(number),
            breach=UNSPORTSMANLIKE,
            deduction=points,
            reason="Karten geworfen",
            signed_by="R. Echt",
        ),
        by=day.by,
        now=NOW,
    )


def test_deduction_is_taken_off_the_total_until_it_is_lifted():
    day = Day()
    first = day.play(A, B)
    second = day.play(A, B)
    deduct(day, 1, 4, first)
    late = deduct(day, 1, 12, second)

    of_one = next(r for r in queries.standings(day.now()) if r.participant.number == 1)
    after_first = next(r for r in queries.standings(day.now(), 1) if r.participant.number == 1)
    lift_incident(incident=late, reason="Berufung", by=day.by, now=NOW)
    lifted = next(r for r in queries.standings(day.now()) if r.participant.number == 1)

    assert (of_one.total, of_one.deductions) == (2, 16)
    assert (after_first.total, after_first.deductions) == (5, 4)
    assert (lifted.total, lifted.deductions) == (14, 4)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("ranked", [(1, 1), (2, 5), (3, 2), (4, 6), (5, 7), (6, 3), (7, 8), (8, 4)]),
        ("in_place", [(None, 1), (1, 5), (2, 2), (3, 6), (4, 7), (5, 3), (6, 8), (7, 4)]),
        ("at_end", [(1, 5), (2, 2), (3, 6), (4, 7), (5, 3), (6, 8), (7, 4), (None, 1)]),
        ("removed", [(1, 5), (2, 2), (3, 6), (4, 7), (5, 3), (6, 8), (7, 4)]),
    ],
)
def test_withdrawn_player_stands_where_the_settings_say(setting, expected):
    day = Day(withdrawn_ranking=setting)
    day.play(A, B)

    withdraw_participant(participant=day.person(1), reason="Zug", by=day.by, now=NOW)

    assert [(rank, number) for rank, number, _rounds, _total in day.lines()] == expected


def test_who_has_gone_gains_nothing_by_the_rule_for_missed_rounds():
    day = Day(missed_round="fixed", missed_points=6, withdrawn_ranking="ranked", players=9)
    day.play(A, B)
    withdraw_participant(participant=day.person(8), reason="Zug", by=day.by, now=NOW)
    day.play({1: 0, 2: 0, 3: 0, 4: 0}, {5: 0, 6: 0, 7: 0, 9: 0})

    gone = next(line for line in day.lines() if line[1] == 8)
    return_participant(participant=day.person(8), by=day.by, now=NOW)
    back = next(line for line in day.lines() if line[1] == 8)

    assert (gone[2], gone[3]) == ([-6, 0], -6)
    assert (back[2], back[3]) == ([-6, 6], 0)


@pytest.mark.parametrize("ranked", [False, True])
def test_substitute_is_ranked_by_setting_and_keeps_only_his_own_points(ranked):
    day = Day(players=9, substitutes_ranked=ranked)
    round_ = day.play(A, B, skip=(2,))
    table = tables_of(round_)[2]
    replace_player(table=table, position=2, number=9, from_game=5, reason="Krank", by=day.by, now=NOW)
    seats = Seat.objects.filter(table=table).order_by("position", "from_game")
    points = [7, -3, 4, -2, -6]
    typed = [
        TypedSeat(position=seat.position, from_game=seat.from_game, total=value)
        for seat, value in zip(seats, points, strict=True)
    ]
    record_totals(
        table=table, seats=typed, version=Table.objects.get(pk=table.pk).version, by=day.by, now=NOW, reason="ok"
    )
    table.refresh_from_db()
    if table.confirmed_at is None:
        confirm(table, by=day.by)

    row = next(r for r in queries.standings(day.now()) if r.participant.number == 9)
    replaced = next(r for r in queries.standings(day.now()) if r.participant.number == 6)

    assert (row.total, row.note, row.ranked) == (4, "substitute", ranked)
    assert replaced.total == -3


def test_player_outside_the_ranking_uses_up_no_rank():
    day = Day()
    day.play(A, B)
    Participant.objects.filter(tournament=day.tournament, number=1).update(ranked=False)
    queries.forget()

    assert [(rank, number) for rank, number, _r, _t in day.lines()][:3] == [(None, 1), (1, 5), (2, 2)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([], [(1, 1, ""), (1, 5, "")]),
        (["last_round"], [(1, 5, "last_round"), (2, 1, "last_round")]),
        (["best_round"], [(1, 1, "best_round"), (2, 5, "best_round")]),
        (["games_won", "last_round"], [(1, 5, "last_round"), (2, 1, "last_round")]),
    ],
)
def test_equal_totals_are_parted_by_the_order_of_the_settings(order, expected):
    day = Day(tie_breaks=order)
    day.play({1: 9, 2: 0, 3: -4, 4: -5}, {5: 4, 6: 0, 7: 0, 8: -4})
    day.play({1: 0, 2: 0, 3: 0, 4: 0}, {5: 5, 6: -5, 7: 0, 8: 0})

    rows = queries.standings(day.now())[:2]

    assert [(r.rank, r.participant.number, str(r.criterion)) for r in rows] == expected


def test_equal_in_everything_share_a_rank_and_the_next_is_skipped():
    day = Day(tie_breaks=["last_round"])
    day.play({1: 9, 2: 4, 3: 4, 4: -17}, {5: 2, 6: 2, 7: 2, 8: -6})

    assert [rank for rank, _number, _rounds, _total in day.lines()] == [1, 2, 2, 4, 4, 4, 7, 8]
    assert [(tie.rank, len(tie.participants)) for tie in queries.listed(day.now()).ties] == [(2, 2), (4, 3)]


ROWS = {"depth": "rows", "form": "played", "games_four": 4, "second_person": False, "check_parity": "refuse"}


def test_sheets_typed_row_by_row_give_games_won_and_stay_right_after_a_correction():
    day = Day(tie_breaks=["games_won"], **ROWS)
    round_ = day.play(A, B, skip=(1, 2))
    tables = tables_of(round_)
    for number in (1, 2):
        type_rows(tables[number], "13 4", "24 2", "13 1", "24 3", by=day.by)
        finish_sheet(table=tables[number], by=day.by, now=NOW)
    before = day.lines()
    kept = queries.listed(day.now())

    table = Table.objects.get(pk=tables[1].pk)
    preview_correction(
        table=table,
        version=table.version,
        rows={1: TypedRow(text="13 7", way="winners")},
        by=day.by,
        now=NOW,
    )
    after_preview = queries.listed(day.now())
    correct_sheet(
        table=table,
        version=table.version,
        reason="Zahl verlesen",
        rows={1: TypedRow(text="13 5", way="winners")},
        by=day.by,
        now=NOW,
    )
    corrected = queries.listed(day.now())
    queries.forget()

    assert [line[3] for line in before] == [0] * 8
    assert after_preview == kept
    assert corrected == queries.listed(day.now())
    assert sorted(row.total for row in corrected.rows) == [-1, -1, 0, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("depth", ["totals", "rows"])
def test_shares_read_for_the_list_are_those_of_the_sheet(depth):
    day = Day(**{**ROWS, "depth": depth, "check_parity": "off"})
    round_ = day.play(A, B, skip=(1, 2) if depth == "rows" else ())
    if depth == "rows":
        type_rows(tables_of(round_)[1], "13 4", "24 2", "13 1", "24 3", by=day.by)
        finish_sheet(table=tables_of(round_)[1], by=day.by, now=NOW)
    table = Table.objects.select_related("round").get(round=round_, number=1)

    shares = shares_of(gathered([table])[0])

    rows = {row.participant.pk: row for row in queries.standings(day.now())}
    assert [(s.participant_id, s.points, s.penalties, s.solos_played) for s in shares] == [
        (key, rows[key].scores[0].points, rows[key].penalties, rows[key].solos)
        for key in (share.participant_id for share in shares)
    ]


def test_kept_list_is_the_list_computed_anew_after_every_step():
    day = Day(players=9)
    round_ = day.play(A, B, skip=(2,))
    seen = []

    def same():
        seen.append(queries.listed(day.now()) == queries.computed(day.now()))

    same()
    type_totals(tables_of(round_)[2], [3, 1, -1, -3], by=day.by)
    same()
    incident = deduct(day, 1, 4, round_)
    same()
    lift_incident(incident=incident, reason="Berufung", by=day.by, now=NOW)
    same()
    withdraw_participant(participant=day.person(2), reason="Zug", by=day.by, now=NOW)
    same()
    award_points(round_=round_, participant=day.person(9), points=4, reason="x", by=day.by, now=NOW)
    same()

    assert seen == [True] * 6


@pytest.mark.parametrize("players", [4, 24])
def test_standings_ask_the_database_as_often_for_any_number_of_players(players):
    day = Day(players=players)
    tables = [dict.fromkeys(range(first, first + 4), 0) for first in range(1, players, 4)]
    day.play(*tables)
    tournament = day.now()

    with CaptureQueriesContext(connection) as asked:
        queries.computed(tournament)
    with CaptureQueriesContext(connection) as again:
        queries.listed(tournament)
        queries.listed(tournament)

    assert (len(asked), len(again)) == (9, 9)


def test_teams_add_up_their_members_and_categories_rank_within_themselves():
    day = Day()
    day.play(A, B)
    people = Participant.objects.filter(tournament=day.tournament)
    people.filter(number__in=(1, 4)).update(team="Füchse", categories=["Damen"])
    people.filter(number__in=(5, 8)).update(team="Karlchen")
    people.filter(number__in=(2, 3)).update(team="Damen", categories=["Damen"])
    queries.forget()
    found = queries.listed(day.now())

    assert [(team.rank, team.name, team.total, team.rounds) for team in teams(found)] == [
        (1, "Füchse", 1, (1,)),
        (1, "Karlchen", 1, (1,)),
        (3, "Damen", -1, (-1,)),
    ]
    assert [(row.rank, row.participant.number) for row in in_category(found, "Damen")] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
    ]


def test_absence_without_points_brings_nobody_into_the_list():
    day = Day(players=9)
    round_ = day.play(A, B)
    Attendance.objects.create(tournament=day.tournament, round=round_, participant=day.person(9), state="absent")
    queries.forget()

    assert 9 not in day.numbers()
