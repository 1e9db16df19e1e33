"""Where a penalty lands on a sheet: in the row of its game, in the rubric, once, and on whoever held the seat then."""

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament, tables_of, type_rows
from tournament.models import Incident, JournalEntry, Participant, Penalty, Seat, Table
from tournament.queries.sheets import assess, sheet_data
from tournament.records import shares_of
from tournament.services.handovers import replace_player
from tournament.services.incidents import SOLO, Decision, lift_incident, record_incident
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


class Desk:
    def __init__(self, **values) -> None:
        self.tournament = make_tournament(**{"depth": "rows", "form": "played", "games_four": 4, **values})
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=4, by=self.by)
        self.table = tables_of(self.round)[1]
        self.people = [s.participant for s in Seat.objects.filter(table=self.table).order_by("position")]

    def record(self, offender: int = 2, **values) -> Incident:
        base = {
            "happened_at": NOW,
            "round": self.round,
            "table": self.table,
            "game_number": 1,
            "offender": self.people[offender - 1],
            "breach": "minor",
            "reason": "Nicht bedient",
            "signed_by": "R. Echt",
        }
        return record_incident(tournament=self.tournament, decision=Decision(**{**base, **values}), by=self.by, now=NOW)

    def found(self):
        return assess(sheet_data(Table.objects.select_related("round").get(pk=self.table.pk)))

    def codes(self) -> list[str]:
        return [finding.problem.code for finding in self.found().findings]


def test_penalty_without_a_game_leaves_running_totals_as_they_are_on_the_paper():
    desk = Desk()
    type_rows(desk.table, "2 -2 2 -2", "4 -4 4 -4", by=desk.by, way="running")

    incident = desk.record(game_number=None)
    during = desk.found().totals
    lift_incident(incident=incident, reason="Irrtum", by=desk.by, now=NOW)

    assert (during, desk.found().totals) == ((5, -7, 5, -3), (4, -4, 4, -4))


def test_penalty_of_a_game_is_carried_through_the_running_totals_from_there_on():
    desk = Desk()
    type_rows(desk.table, "2 -2 2 -2", "4 -4 4 -4", "6 -6 6 -6", by=desk.by, way="running")

    desk.record(game_number=2)

    judgement = desk.found().judgement
    assert judgement.row_points == ((2, -2, 2, -2),) * 3
    assert judgement.row_totals == ((2, -2, 2, -2), (3, -5, 3, -1), (2, -2, 2, -2))


RUBRIC = {"form": "rubric", "mandatory_solos": 1, "games_four": 8}


def test_penalty_in_a_mandatory_solo_stands_in_the_row_of_the_rubric():
    desk = Desk(**RUBRIC)
    desk.record(game_number=None, kind=SOLO, soloist=desk.people[0], can_hurt=True)

    type_rows(desk.table, "13 2", "13 2", "13 2", "13 2", by=desk.by)
    type_rows(desk.table, "s3 1", "s1 2", "s2 1", "s4 1", by=desk.by, first=101)

    found = desk.found()
    assert found.judgement.row_totals[5] == (9, -5, -2, -2)
    assert (desk.codes(), found.totals) == ([], (14, -12, 7, -9))


def test_penalty_in_the_rubric_that_the_clerk_types_too_counts_once():
    desk = Desk(**RUBRIC)
    desk.record(game_number=None, kind=SOLO, soloist=desk.people[0], can_hurt=True)

    record_rows(table=desk.table, rows={101: TypedRow(text="s1 2 p21")}, by=desk.by, now=NOW)

    assert Incident.objects.count() == 1
    assert desk.found().judgement.row_totals == ((9, -5, -2, -2),)


def test_entry_of_the_referee_takes_the_place_of_the_same_penalty_read_from_the_sheet():
    desk = Desk()
    type_rows(desk.table, "13 2 p2", by=desk.by)

    incident = desk.record(reason="Nicht bedient", signed_by="R. Echt")

    assert list(Incident.objects.values_list("pk", "from_sheet", "signed_by")) == [(incident.pk, False, "R. Echt")]
    assert desk.found().judgement.row_totals == ((3, -5, 3, -1),)
    undo(entry=JournalEntry.objects.latest("number"), by=desk.by, now=NOW)
    assert list(Incident.objects.values_list("from_sheet", flat=True)) == [True]
    assert desk.found().judgement.row_totals == ((3, -5, 3, -1),)


def test_entry_about_a_solo_of_the_rubric_takes_the_place_of_what_was_read_there():
    desk = Desk(**RUBRIC)
    record_rows(table=desk.table, rows={101: TypedRow(text="s1 2 p21")}, by=desk.by, now=NOW)

    desk.record(game_number=None, kind=SOLO, soloist=desk.people[0], can_hurt=True)

    assert list(Incident.objects.values_list("from_sheet", flat=True)) == [False]
    assert desk.found().judgement.row_totals == ((9, -5, -2, -2),)


def test_entry_of_the_referee_with_other_points_stands_beside_what_was_read_from_the_sheet():
    desk = Desk()
    type_rows(desk.table, "13 2 p2", by=desk.by)

    desk.record(offender=1)

    assert Penalty.objects.count() == 8


@pytest.fixture
def handed_over():
    """Number 5 sits on seat 2 from game 3 on."""
    desk = Desk()
    make_participants(desk.tournament, 1)
    handover = {"position": 2, "number": 5, "from_game": 3, "reason": "krank", "by": desk.by, "now": NOW}
    replace_player(table=desk.table, **handover)
    return desk, Participant.objects.get(number=5)


@pytest.mark.parametrize("game", [3, 4, None])
def test_substitute_is_the_offender_in_his_games_and_where_no_game_is_named(handed_over, game):
    desk, newcomer = handed_over

    desk.people[1] = newcomer
    incident = desk.record(game_number=game)

    booked = dict(incident.penalty_set.values_list("participant__number", "points"))
    assert booked == {1: 1, 5: -3, 3: 1, 4: 1}


@pytest.mark.parametrize("game", [1, 2, None])
def test_who_was_replaced_is_the_offender_of_his_games(handed_over, game):
    desk, _newcomer = handed_over

    incident = desk.record(game_number=game)

    booked = dict(incident.penalty_set.values_list("participant__number", "points"))
    assert booked == {1: 1, 2: -3, 3: 1, 4: 1}


def test_penalty_of_whoever_did_not_hold_the_seat_in_that_game_is_refused(handed_over):
    desk, _newcomer = handed_over

    with pytest.raises(RuleError) as refusal:
        desk.record(game_number=4)

    assert [problem.code for problem in refusal.value.problems] == ["offender_not_seated"]


def test_penalty_of_a_seat_held_in_turn_falls_on_the_person(handed_over):
    desk, _newcomer = handed_over
    type_rows(desk.table, "13 2", "13 2", "13 2", "13 2", by=desk.by)

    desk.record(game_number=1)

    table = Table.objects.select_related("round").get(pk=desk.table.pk)
    points = {share.participant_id: share.points for share in shares_of(sheet_data(table))}
    assert [points[person.pk] for person in Participant.objects.order_by("number")] == [9, -7, 9, -7, -4]


@pytest.mark.parametrize(
    ("breach", "effect", "row", "total"),
    [
        ("serious", "goes_on", "13 2", (6, -14, 6, 2)),
        ("serious", "scored", "13 2", (6, -14, 6, 2)),
        ("serious", "counts", "0", (4, -12, 4, 4)),
        ("serious", "not_played", "n", (4, -12, 4, 4)),
        ("minor", "not_played", "n", (1, -3, 1, 1)),
        ("serious_decided", "not_played", "n", (1, -3, 1, 1)),
    ],
)
def test_what_the_referee_says_of_the_game_holds_for_its_row(breach, effect, row, total):
    desk = Desk()

    desk.record(breach=breach, effect=effect)
    type_rows(desk.table, row, "0", "0", "0", by=desk.by)

    assert (desk.codes(), desk.found().judgement.row_totals[0]) == ([], total)
