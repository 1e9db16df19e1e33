"""`manage.py plan`: draws without a database, and the check of a draw somebody else exported."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.draw.fields import key_of
from tournament.draw import VERSION, draw_round
from tournament.draw.values import Settings
from tournament.draw_json import to_plain


def plan(*words, **options):
    """What the command prints."""
    out = StringIO()
    with translation.override("en"):
        call_command("plan", *map(str, words), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def drawn(*words):
    return json.loads(plan(*words, "--format", "json"))


def refusal(*words):
    with pytest.raises(CommandError) as refused:
        plan(*words)
    return str(refused.value)


def replayed(path, *words):
    """(what a replay prints, exit code)."""
    out = StringIO()
    code = 0
    with translation.override("en"):
        try:
            call_command("plan", "--replay", str(path), *map(str, words), stdout=out, stderr=StringIO())
        except SystemExit as ended:
            code = ended.code
    return out.getvalue().strip(), code


@pytest.fixture
def draw_file(tmp_path):
    """Writes a draw as JSON and gives the path."""

    def write(*words):
        path = tmp_path / "draw.json"
        path.write_text(plan(*words, "--format", "json"), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("mode", ["planned", "step"])
def test_json_has_seed_rounds_and_report(mode):
    found = drawn("--players", 16, "--rounds", 5, "--seed", 7, "--mode", mode)

    assert list(found)[:3] == ["seed", "rounds", "report"]
    assert found["seed"] == 7
    thirds, repeats, five, club, seats, _ = key_of(found["rounds"], players=range(1, 17))
    assert found["report"] == {
        "repeats": repeats, "triples": thirds, "five": five, "club": club, "seats": seats, "bound": 0,
        "steps": found["report"]["steps"], "version": VERSION,
    }  # fmt: skip
    assert (repeats, thirds) == (0, 0)


def test_same_seed_gives_the_same_bytes():
    words = ("--players", 40, "--rounds", 6, "--seed", 3, "--mode", "step", "--format", "json")

    assert plan(*words) == plan(*words)


def test_seed_may_be_any_text():
    assert drawn("--players", 8, "--rounds", 1, "--seed", "Lotto 3 7 12") == drawn(
        "--players", 8, "--rounds", 1, "--seed", "lotto  3 7 12"
    )


def test_clubs_are_read_from_a_file(tmp_path):
    file = tmp_path / "clubs.csv"
    file.write_text("player,club\n1,Kreuz Ass\n2;Kreuz Ass\n\n3,Grün\n", encoding="cp1252")

    found = drawn("--players", 16, "--rounds", 2, "--clubs", file)

    assert found["options"]["clubs"] == {"1": "Kreuz Ass", "2": "Kreuz Ass", "3": "Grün"}
    assert found["report"]["club"] == 0


def test_players_come_and_leave(tmp_path):
    file = tmp_path / "changes.csv"
    file.write_text("2,leave,3\n2,join,25\n3,join,26\n", encoding="utf-8")

    found = drawn("--players", 24, "--rounds", 3, "--changes", file)

    present = [sorted(player for table in tables for player in table) for tables in found["rounds"]]
    assert present == [
        list(range(1, 25)),
        [number for number in range(1, 26) if number != 3],
        [number for number in range(1, 27) if number != 3],
    ]
    assert found["report"]["repeats"] == 0


def test_plan_goes_on_until_the_field_changes(tmp_path):
    file = tmp_path / "changes.csv"
    file.write_text("3,leave,3\n", encoding="utf-8")

    planned = drawn("--players", 24, "--rounds", 4, "--mode", "planned")
    changed = drawn("--players", 24, "--rounds", 4, "--mode", "planned", "--changes", file)

    assert changed["rounds"][:2] == planned["rounds"][:2]
    assert sum(map(len, changed["rounds"][2])) == 23


@pytest.mark.parametrize(
    ("words", "sizes"),
    [
        (("--fives", "needed"), [4, 4, 4, 5, 5]),
        (("--fives", "preferred"), [4, 4, 4, 5, 5]),
        (("--fives", "never", "--sit-out"), [4, 4, 4, 4, 4]),
        (("--sit-out",), [4, 4, 4, 4, 4]),
        (("--fives", 2), [4, 4, 4, 5, 5]),
    ],
)
def test_policy_of_fives(words, sizes):
    found = drawn("--players", 22, "--rounds", 3, *words)

    assert [sorted(map(len, tables)) for tables in found["rounds"]] == [sizes] * 3


def test_text_names_who_meets_again():
    text = plan("--players", 17, "--rounds", 2, "--seed", 1)

    assert text.count("Round ") == 2
    assert "meet again at table" in text
    assert "Pairs that meet again: 1 (fewer than 1 is impossible)" in text


@pytest.mark.parametrize("words", [(), ("--mode", "step"), ("--sit-out",)])
def test_exported_draw_is_identical_when_repeated(draw_file, words):
    path = draw_file("--players", 21, "--rounds", 4, "--seed", 12, *words)

    assert replayed(path) == ("identical", 0)


def test_exported_draw_with_clubs_and_changes_is_identical_when_repeated(draw_file, tmp_path):
    clubs, changes = tmp_path / "clubs.csv", tmp_path / "changes.csv"
    clubs.write_text("1,a\n2,a\n3,b\n4,b\n", encoding="utf-8")
    changes.write_text("2,join,30\n", encoding="utf-8")
    path = draw_file("--players", 28, "--rounds", 3, "--clubs", clubs, "--changes", changes)

    assert replayed(path) == ("identical", 0)


def test_first_difference_is_shown(draw_file):
    path = draw_file("--players", 16, "--rounds", 2, "--seed", 1)
    data = json.loads(path.read_text(encoding="utf-8"))
    tables = data["rounds"][1]
    tables[2][0], tables[3][0] = tables[3][0], tables[2][0]
    path.write_text(json.dumps(data), encoding="utf-8")

    text, code = replayed(path)

    there, here = " ".join(map(str, tables[2])), " ".join(map(str, [tables[3][0], *tables[2][1:]]))
    assert (text, code) == (f"Round 2, table 3: {there} in the file, {here} here.", 1)


def test_draw_of_another_version_says_so(draw_file):
    path = draw_file("--players", 16, "--rounds", 1, "--seed", 1)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["report"]["version"] = "0"
    data["rounds"][0].reverse()
    path.write_text(json.dumps(data), encoding="utf-8")

    text, _ = replayed(path)

    assert text.splitlines()[-1] == f"The file was drawn by version 0 of the draw; this is version {VERSION}."


def test_round_exported_by_the_desk_is_repeated(tmp_path):
    from tests.draw.fields import after, draw_all, entrants

    how = Settings(rounds=4)
    first = draw_all(entrants(21), Settings(rounds=1))[0]
    draw = draw_round(entrants=entrants(21), history=after(first), settings=how, seed=5)
    path = tmp_path / "round.json"
    path.write_text(
        json.dumps(
            {
                "seed": 5,
                "steps": draw.steps,
                "version": draw.version,
                "input": {
                    "entrants": to_plain(entrants(21)),
                    "history": to_plain(after(first)),
                    "settings": to_plain(how),
                },
                "tables": to_plain(draw.tables),
            }
        ),
        encoding="utf-8",
    )

    assert replayed(path) == ("identical", 0)


def test_field_that_cannot_be_seated_is_refused_with_the_ways_out():
    text = refusal("--players", 11, "--rounds", 3)

    assert text.startswith("11 players cannot sit at tables of four and five.")
    assert text.endswith("Ways out: 1 filler players more; --sit-out (in fair turns); 3 on a waiting list.")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--rounds", 3), "Please give --players from 4 to 400."),
        (("--players", 401, "--rounds", 3), "Please give --players from 4 to 400."),
        (("--players", 16), "Please give --rounds from 1 to 12."),
        (
            ("--players", 16, "--rounds", 2, "--fives", "many"),
            "--fives takes never, needed, preferred or a number, not “many”.",
        ),
    ],
)
def test_what_the_command_line_lacks_is_named(words, text):
    assert refusal(*words) == text


@pytest.mark.parametrize(
    ("option", "content", "text"),
    [
        ("--clubs", "1,a\nx,b\n", "line 2: please write player,club such as 17,Kreuz-Buben."),
        (
            "--changes",
            "2,leave,3\n2,go,4\n",
            "line 2: please write round,leave,player or round,join,player such as 3,join,41.",
        ),
        ("--changes", "2,join,4\n", "Round 2: player 4 cannot join, being there, or leave, being away."),
        ("--replay", "no draw", "holds no draw that this program can read."),
        ("--replay", '{"rounds": 7}', "The file holds no draw that this program can read."),
    ],
)
def test_wrong_file_is_refused_with_the_line(tmp_path, option, content, text):
    file = tmp_path / "file.txt"
    file.write_text(content, encoding="utf-8")

    assert refusal("--players", 16, "--rounds", 3, option, file).endswith(text)


def test_missing_file_is_named(tmp_path):
    assert refusal("--players", 16, "--rounds", 3, "--clubs", tmp_path / "none.csv").endswith("cannot be read.")
