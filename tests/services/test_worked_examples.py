"""P01–P24, F1–F3 and D1–D8 through the services: the referee states, the clerk types, the standings say."""

import pytest

from tests.builders import NOW, confirm, make_actor, make_round, make_tournament, tables_of, type_totals
from tests.worked_examples import DEALS, FIVES, PENALTIES, line_of, row_of_penalty, stated
from tournament.models import Incident, Seat, Table
from tournament.queries.sheets import assess, sheet_data
from tournament.queries.standings import computed
from tournament.services.incidents import Decision, record_incident
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import finish_sheet

pytestmark = pytest.mark.django_db


class Hall:
    """One table; the people by seat. All checks refuse what they find."""

    def __init__(self, seats: int = 4, **values) -> None:
        base = {"form": "played", "games_four": 1, "games_five": 1, "check_rows": "refuse", "check_solos": "refuse"}
        self.tournament = make_tournament(**{**base, **values})
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=seats, by=self.by)
        self.table = tables_of(self.round)[1]
        self.people = [s.participant for s in Seat.objects.filter(table=self.table).order_by("position")]

    def record(self, values) -> Incident:
        people = {name: self.people[values[name] - 1] for name in ("offender", "soloist") if values.get(name)}
        decision = Decision(
            happened_at=NOW,
            round=self.round,
            table=self.table,
            game_number=1,
            reason="Reklamation",
            signed_by="R. Echt",
            **{**values, "soloist": None, **people},
        )
        return record_incident(tournament=self.tournament, decision=decision, by=self.by, now=NOW)

    def type(self, rows) -> None:
        typed = {
            number: row if isinstance(row, TypedRow) else TypedRow(text=row, way="points")
            for number, row in enumerate(rows, start=1)
        }
        record_rows(table=self.table, rows=typed, by=self.by, now=NOW)

    def finish(self) -> None:
        table = Table.objects.get(pk=self.table.pk)
        if table.typed_at is None:
            finish_sheet(table=table, by=self.by, now=NOW)
        if Table.objects.get(pk=table.pk).confirmed_at is None:
            confirm(self.table, by=self.by)

    def found(self):
        return assess(sheet_data(Table.objects.select_related("round").get(pk=self.table.pk)))

    def standing(self) -> list[tuple[int, int, int]]:
        """Total, penalties and deductions by seat."""
        rows = {row.participant.pk: row for row in computed(self.tournament).rows}
        found = [rows[person.pk] for person in self.people]
        return [(row.total, row.penalties, row.deductions) for row in found]


def expected(case) -> list[tuple[int, int, int]]:
    game = case["points"] or [0] * 4
    return [
        (total, row - points, deduction)
        for total, row, points, deduction in zip(
            case["total"], case["row_total"], game, case["deductions"], strict=True
        )
    ]


@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_penalty_in_a_row_lands_in_sheet_and_standings(case):
    hall = Hall(depth="rows")
    incidents = [hall.record(values) for values in stated(case)]
    replayed = ["0"] if case["kind"] == "not_played" else []

    hall.type([row_of_penalty(case), *replayed])
    hall.finish()

    assert hall.found().judgement.row_totals[0] == tuple(case["row_total"])
    assert hall.standing() == expected(case)
    effects = [incident.effect for incident in incidents if incident.breach != "unsportsmanlike"]
    assert effects == [case["effect"]] * len(case["penalties"])


@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_penalty_contained_in_typed_totals_is_known_to_the_checks(case):
    hall = Hall(depth="totals")
    for values in stated(case):
        hall.record(values)

    type_totals(hall.table, case["row_total"], by=hall.by)
    hall.finish()

    assert hall.found().all_findings == ()
    assert hall.standing() == expected(case)


@pytest.mark.parametrize("depth", ["rows", "totals"])
@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_penalty_decided_after_the_sheet_is_confirmed_changes_it_alike(case, depth):
    hall = Hall(depth=depth)
    game = case["points"] or [0] * 4
    if depth == "totals":
        type_totals(hall.table, game, by=hall.by)
    else:
        hall.type([row_of_penalty(case), *(["0"] if case["kind"] == "not_played" else [])])
    hall.finish()

    for values in stated(case):
        hall.record(values)

    assert hall.standing() == expected(case)


def test_two_penalties_in_one_game_add_up_in_its_row():
    hall = Hall(depth="rows")
    hall.record({"offender": 2, "breach": "minor"})
    hall.record({"offender": 1, "breach": "minor"})

    hall.type(["2 -2 2 -2"])
    hall.finish()

    assert hall.found().judgement.row_totals == ((0, -4, 4, 0),)
    assert hall.standing() == [(0, -2, 0), (-4, -2, 0), (4, 2, 0), (0, 2, 0)]


FIVE_ROWS = {2: "F2", 3: "F3", 5: "F1"}
"""Where each example stands: the dealer of the row sits out. The other two games are worth nothing."""


@pytest.mark.parametrize("depth", ["rows", "full"])
def test_games_of_a_table_of_five_count_nothing_for_the_dealer(depth):
    hall = Hall(seats=5, depth=depth, games_five=5)
    cases = {case["id"]: case for case in FIVES}
    nothing = {
        **cases["F1"]["record"],
        "re_card_points": 121,
        "kontra_extras": ["fuchs"],
    }
    rows = []
    for number in range(1, 6):
        if number in FIVE_ROWS:
            case = cases[FIVE_ROWS[number]]
            rows.append(TypedRow(record=case["record"]) if depth == "full" else TypedRow(text=case["line"]))
        else:
            record = {**nothing, "re": [2, 3], "sits_out": number}
            rows.append(TypedRow(record=record) if depth == "full" else TypedRow(text="0"))

    hall.type(rows)
    hall.finish()

    judgement = hall.found().judgement
    assert {name: list(judgement.row_points[number - 1]) for number, name in FIVE_ROWS.items()} == {
        case["id"]: case["points"] for case in FIVES
    }
    assert judgement.sits_out == (1, 2, 3, 4, 5)
    assert [total for total, _penalties, _deductions in hall.standing()] == [-10, -7, -5, 24, -2]


def test_examples_of_the_deal_are_all_there():
    assert {case["id"].split("_")[0] for case in DEALS} == {f"D{number}" for number in range(1, 9)}


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["id"])
def test_deal_and_mandatory_solos_follow_from_the_typed_rows(case):
    hall = Hall(
        seats=case["seats"],
        depth="rows",
        games_four=case["games"],
        games_five=case["games"],
        mandatory_solos=case["mandatory"],
    )
    Table.objects.filter(pk=hall.table.pk).update(time_over=case["time_over"])

    hall.type([line_of(row) for row in case["rows"]])

    assert said(hall.found().judgement, case) == case["expected"]


def said(judgement, case):
    """What the judgement says, in the words of the worked sheet."""
    upcoming = judgement.next
    answer = {
        name: list(getattr(judgement, name))
        for name in ("dealers", "leads", "sits_out", "owed")
        if name in case["expected"]
    }
    answer["next"] = {"dealer": upcoming.dealer, "enforced": upcoming.enforced} if upcoming is not None else None
    answer["complete"] = judgement.complete
    answer["problems"] = [
        {"row": problem.row, "code": problem.code, "severity": problem.severity.value} for problem in judgement.problems
    ]
    return answer
