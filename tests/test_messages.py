"""Every refusal and every step has its sentence: a code without one would break the page that is to show it."""

import ast
from pathlib import Path

from tournament.messages import SENTENCES, STEPS

ROOT = Path(__file__).resolve().parent.parent
# Words of the program for itself; no form leads there.
UNSPOKEN = {
    "field_cannot_be_seated": "spoken as field_cannot_be_seated_never, _needed and so on",
    "entrant_twice": "each participant is asked for once",
    "pair_of_one": "a wish names two people",
}


def calls() -> list[ast.Call]:
    sources = [*(ROOT / "scoring").rglob("*.py"), *(ROOT / "tournament").rglob("*.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources]
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def words(call: ast.Call, keyword: str) -> set[str]:
    """What a call hands over under this name, or first, as far as it stands there."""
    values = [each.value for each in call.keywords if each.arg == keyword] or call.args[:1]
    return {value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)}


def test_every_refusal_has_a_sentence() -> None:
    makers = {"Problem", "refusal", "_refuse", "_warning"}
    codes = {code for call in calls() if ast.unparse(call.func) in makers for code in words(call, "code")}

    assert sorted(codes - SENTENCES.keys()) == sorted(UNSPOKEN)


def test_every_step_has_a_sentence() -> None:
    steps = {
        each.value.value
        for call in calls()
        for each in call.keywords
        if each.arg == "what" and isinstance(each.value, ast.Constant)
    }

    assert sorted(steps - STEPS.keys()) == []
