"""The two formats of the command line, word for word."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.wire import answer_game, answer_sheet

ROOT = Path(__file__).parents[2]
GAME = {
    "id": "x",
    "kind": "normal",
    "re": [1, 3],
    "re_card_points": 121,
    "trickless": None,
    "re_call": "none",
    "kontra_call": "none",
    "re_extras": [],
    "kontra_extras": [],
}
ROW = {"kind": "normal", "points": [2, -2, 2, -2]}
SHEET = {"seats": 4, "games": 2, "mandatory": 0, "form": "played", "rows": [ROW]}


@pytest.fixture
def run(monkeypatch, capsys):
    """Exit status, answers and error lines of the command on a standard input."""

    def command(text, *arguments):
        class Input:
            buffer = io.BytesIO(text if isinstance(text, bytes) else text.encode())

        monkeypatch.setattr(sys, "stdin", Input)
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()], err.splitlines()

    return command


def refusals(**fields):
    answer, evaluated = answer_game({**GAME, **fields})
    assert evaluated is False
    return [(problem["code"], problem["field"]) for problem in answer["problems"]]


def found(**fields):
    answer, _ = answer_sheet({**SHEET, **fields})
    return [(problem["row"], problem["code"], problem["field"]) for problem in answer["problems"]]


def test_games_are_answered_line_by_line(run):
    status, answers, errors = run((ROOT / "fixtures" / "rule_book.jsonl").read_bytes())

    assert (status, errors) == (0, [])
    assert [answer["id"] for answer in answers] == [f"G{number:02}" for number in range(1, 73)]
    assert answers[0] == {
        "id": "G01",
        "winner": "re",
        "value": 1,
        "points": [1, -1, 1, -1],
        "items": [{"code": "won", "party": "re", "by": None, "points": 1, "section": "TSR 7.2 (a)"}],
    }


def test_lines_that_cannot_be_read_are_named_and_the_others_answered(run):
    lines = ["\ufeff" + json.dumps(GAME), "", "{", "[1]", json.dumps({**GAME, "re": [1]}), '{"a": NaN}']
    status, answers, errors = run("\n".join(lines))

    assert status == 2
    assert [(answer["id"], "problems" in answer) for answer in answers] == [("x", False), ("x", True)]
    assert [line.split(":")[0] for line in errors] == ["line 3", "line 4", "line 6"]


@pytest.mark.parametrize("line", [b"\xff{}", b"[" * 100_000, b'{"re_card_points": ' + b"9" * 5000 + b"}", b'"text"'])
def test_line_of_rubbish_is_unreadable(line, run):
    status, answers, errors = run(line)

    assert (status, answers, len(errors)) == (2, [], 1)
    assert errors[0].startswith("line 1: ")


def test_refusal_is_exit_status_one(run):
    status, answers, errors = run(json.dumps({**GAME, "re_card_points": 239}))

    assert (status, errors) == (1, [])
    assert answers == [
        {
            "id": "x",
            "problems": [
                {"code": "card_points_impossible", "field": "re_card_points", "section": "TSR 2.2", "card_points": 239}
            ],
        }
    ]


def test_no_games_are_nothing_found(run):
    assert run("") == (0, [], [])


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"kind": "skat"}, [("value_outside", "kind")]),
        ({"kind": "solo"}, [("value_outside", "kind")]),
        ({"kind": 3}, [("value_outside", "kind")]),
        ({"kind": None}, [("value_missing", "kind")]),
        ({"re": "1,3"}, [("value_outside", "re")]),
        ({"re": [1, "3"]}, [("value_outside", "re")]),
        ({"re": [1, True]}, [("value_outside", "re")]),
        ({"re": None}, [("value_missing", "re")]),
        ({"re_card_points": 121.0}, [("value_outside", "re_card_points")]),
        ({"re_card_points": True}, [("value_outside", "re_card_points")]),
        ({"re_card_points": None}, [("value_missing", "re_card_points")]),
        ({"trickless": "both"}, [("value_outside", "trickless")]),
        ({"trickless": False}, [("value_outside", "trickless")]),
        ({"re_call": "kontra"}, [("value_outside", "re_call")]),
        ({"kontra_call": "re"}, [("value_outside", "kontra_call")]),
        ({"re_call": None}, [("value_outside", "re_call")]),
        ({"re_call": []}, [("value_outside", "re_call")]),
        ({"re_extras": ["against_queens"]}, [("value_outside", "re_extras")]),
        ({"kontra_extras": None}, [("value_outside", "kontra_extras")]),
        ({"kontra_extras": {"fuchs": 1}}, [("value_outside", "kontra_extras")]),
        ({"seats": "four"}, [("value_outside", "seats")]),
        ({"seats": 6}, [("seats_not_four_or_five", "seats")]),
        ({"seats": 5, "sits_out": "5"}, [("value_outside", "sits_out")]),
        ({"seats": 5}, [("sits_out_missing", "sits_out")]),
        (
            {"kind": "skat", "re_card_points": 241, "re_call": "both"},
            [("value_outside", "re_call"), ("value_outside", "kind"), ("card_points_impossible", "re_card_points")],
        ),
    ],
)
def test_value_outside_the_table_is_refused(fields, problems):
    assert refusals(**fields) == problems


def test_fields_with_a_default_may_be_left_out_and_others_are_ignored():
    answer, evaluated = answer_game({"kind": "normal", "re": [3, 1], "re_card_points": 121, "note": "?"})

    assert evaluated
    assert (answer["id"], answer["points"]) == (None, (1, -1, 1, -1))


def test_table_of_five_on_the_wire():
    answer, _ = answer_game({**GAME, "seats": 5, "sits_out": 2})

    assert answer["points"] == (1, 0, 1, -1, -1)


def test_sheet_is_answered_in_full(run):
    sheet = {**SHEET, "rows": [ROW, {"kind": "queens_solo", "points": [3, -1, -1, -1]}], "totals": [5, -3, 1, -3]}
    status, answers, errors = run(json.dumps(sheet, indent=1), "sheet")

    assert (status, errors) == (0, [])
    assert answers == [
        {
            "totals": [5, -3, 1, -3],
            "dealers": [1, 2],
            "sits_out": [None, None],
            "leads": [2, 3],
            "owed": [],
            "next": None,
            "complete": True,
            "problems": [],
            "suggestions": [],
        }
    ]


def test_sheet_with_findings_is_exit_status_one(run):
    status, answers, errors = run(json.dumps({**SHEET, "rows": [{"kind": "normal", "points": [2, -2, 2, 2]}]}), "sheet")

    assert (status, errors) == (1, [])
    assert answers[0]["problems"] == [
        {
            "row": 1,
            "code": "row_not_zero_sum",
            "severity": "error",
            "section": "TSR 7.3",
            "field": "points",
            "sum": 4,
        }
    ]
    assert answers[0]["suggestions"][0] == {
        "rank": 1,
        "row": 1,
        "action": "replace",
        "points": [-2, -2, 2, 2],
        "reason": "sign_missed",
    }
    assert answers[0]["next"] == {"dealer": 2, "enforced": None}


@pytest.mark.parametrize(("text", "line"), [("", 1), ("{\n\n,}", 3), ("[]", 1)])
def test_sheet_that_cannot_be_read(text, line, run):
    status, answers, errors = run(text, "sheet")

    assert (status, answers) == (2, [])
    assert errors[0].startswith(f"line {line}: ")


def test_other_command_is_refused(run):
    status, answers, errors = run("", "table")

    assert (status, answers) == (2, [])
    assert "invalid choice: 'table'" in errors[-1]


@pytest.mark.parametrize(
    ("arguments", "text", "status", "answer"),
    [
        ([], json.dumps(GAME), 0, '"value": 1'),
        (["sheet"], json.dumps(SHEET), 0, '"complete": false'),
        (["sheet"], json.dumps({**SHEET, "games": 0}), 1, '"value_outside"'),
    ],
)
def test_module_runs_as_a_command(arguments, text, status, answer):
    done = subprocess.run(
        [sys.executable, "-m", "scoring", *arguments], input=text, capture_output=True, text=True, cwd=ROOT, check=False
    )

    assert (done.returncode, done.stderr) == (status, "")
    assert answer in done.stdout


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"seats": 6}, [(None, "value_outside", "seats")]),
        ({"seats": "4"}, [(None, "value_outside", "seats")]),
        ({"games": 0}, [(None, "value_outside", "games")]),
        ({"mandatory": -1}, [(None, "value_outside", "mandatory")]),
        ({"form": "list"}, [(None, "value_outside", "form")]),
        ({"time_over": 1}, [(None, "value_outside", "time_over")]),
        ({"depth": "deep"}, [(None, "value_outside", "depth")]),
        ({"depth": "totals", "totals": [0, 0, 0, 0]}, [(None, "value_outside", "rows")]),
        ({"totals": [0, 0, 0, "0"]}, [(None, "value_outside", "totals")]),
        ({"rows": {}}, [(None, "value_outside", "rows")]),
        ({"rows": [ROW, 3]}, [(None, "value_outside", "rows")]),
        ({"rows": [{"kind": "null", "points": [0, 0, 0, 0]}]}, [(1, "value_outside", "kind")]),
        ({"rows": [ROW, {**ROW, "points": [1, 1, -1, 0.5]}]}, [(2, "value_outside", "points")]),
        ({"rows": [{**ROW, "mandatory": "yes"}]}, [(1, "value_outside", "mandatory")]),
        ({"rows": [{**ROW, "soloist": "1"}]}, [(1, "value_outside", "soloist")]),
        ({"rows": [{**ROW, "game": []}]}, [(1, "value_outside", "game")]),
        ({"rows": [{**ROW, "penalties": [{}]}]}, [(1, "value_missing", "offender"), (1, "value_missing", "class")]),
        (
            {"rows": [{**ROW, "penalties": [{"offender": 1, "class": "bad", "points": [1, None, 0, 0]}]}]},
            [(1, "value_outside", "points"), (1, "value_outside", "class")],
        ),
        ({"newcomers": [{"seat": 5, "row": 1}]}, [(None, "value_outside", "newcomers")]),
        ({"newcomers": [{"seat": 1, "row": 3}]}, [(None, "value_outside", "newcomers")]),
        ({"newcomers": [{"seat": 1}]}, [(None, "value_outside", "newcomers")]),
    ],
)
def test_value_outside_the_sheet_is_refused(fields, problems):
    answer, clean = answer_sheet({**SHEET, **fields})

    assert found(**fields) == problems
    assert (clean, answer["totals"], answer["complete"], answer["suggestions"]) == (False, None, False, [])


def test_sheet_of_defaults():
    answer, clean = answer_sheet({})

    assert clean
    assert answer == {
        "totals": (0, 0, 0, 0),
        "dealers": (),
        "sits_out": (),
        "leads": (),
        "owed": (1, 2, 3, 4),
        "next": {"dealer": 1, "enforced": None},
        "complete": False,
        "problems": [],
        "suggestions": [],
    }


def test_totals_alone_on_the_wire():
    sheet = {
        "seats": 4,
        "depth": "totals",
        "totals": [3, -3, 0, 0],
        "solos": [1, 2, 3, 4],
        "penalties": [{"offender": 2, "class": "minor", "can_hurt": True}],
    }

    answer, clean = answer_sheet(sheet)

    assert clean
    assert (answer["totals"], answer["complete"], answer["dealers"]) == ((3, -3, 0, 0), True, ())


def test_row_of_a_sheet_carries_everything():
    penalty = {"offender": 2, "class": "serious", "pledges": 1, "solo_clear": True}
    rows = [
        {"kind": "not_played", "penalties": [penalty], "replayed": True},
        {"kind": None, "points": [3, -1, -1, -1]},
        {"kind": "solo", "points": [-3, 1, 1, 1], "soloist": 1, "mandatory": True, "enforced": False, "dealer": 2},
        {"kind": "normal", "running": [8, -15, 11, 3]},
        {"kind": "struck"},
    ]
    answer, clean = answer_sheet({**SHEET, "games": 24, "mandatory": 1, "rows": rows})

    assert [problem["code"] for problem in answer["problems"]] == ["row_not_zero_sum", "row_odd_even"]
    assert clean is False
    assert answer["dealers"] == (1, 1, 2, 2, None)


def test_referees_own_points_on_the_wire():
    row = {**ROW, "penalties": [{"offender": 1, "class": "minor", "points": [-3, 3, 0, 0]}]}
    answer, clean = answer_sheet({**SHEET, "rows": [row]})

    assert clean
    assert answer["totals"] == (-1, 1, 2, -2)


def test_full_games_and_newcomers_on_the_wire():
    rows = [{"kind": "normal", "game": GAME}, {"game": {**GAME, "re": [1], "kind": "jacks_solo"}}]
    sheet = {**SHEET, "games": 24, "mandatory": 1, "depth": "full", "rows": rows, "newcomers": [{"seat": 1, "row": 3}]}
    answer, clean = answer_sheet(sheet)

    assert clean
    assert answer["totals"] == (4, -2, 0, -2)
    assert answer["owed"] == (1, 2, 3, 4)


def test_impossible_full_game_on_the_wire_names_its_row():
    assert found(rows=[ROW, {"game": {**GAME, "re_card_points": 1}}]) == [
        (2, "card_points_impossible", "re_card_points")
    ]


def test_director_is_asked_on_the_wire(run):
    five = json.loads((ROOT / "fixtures" / "sheets" / "D7.json").read_text("utf-8"))
    status, answers, _ = run(json.dumps(five), "sheet")

    assert status == 1
    assert answers[0]["problems"] == [
        {
            "row": None,
            "code": "dealer_owes_last_solo",
            "severity": "decision",
            "section": "TSR 10.2",
            "field": "dealer",
            "seat": 1,
        }
    ]


def test_suggestions_carry_points_running_or_totals():
    swapped = {**SHEET, "games": 1, "totals": [2, -2, -2, 2]}
    total = {**SHEET, "games": 1, "totals": [2, -2, 2, -3]}
    running = {**SHEET, "rows": [{"kind": "normal", "running": [2, -2, 2, 2]}]}
    twice = {**SHEET, "games": 1, "rows": [ROW, ROW]}

    assert answer_sheet(swapped)[0]["suggestions"][0]["points"] == (2, -2, -2, 2)
    assert answer_sheet(total)[0]["suggestions"][0]["totals"] == (2, -2, 2, -2)
    assert answer_sheet(running)[0]["suggestions"][0]["running"] == (-2, -2, 2, 2)
    assert answer_sheet(twice)[0]["suggestions"] == [{"rank": 1, "row": 2, "action": "delete", "reason": "row_twice"}]
