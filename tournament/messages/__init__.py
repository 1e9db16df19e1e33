"""Code → sentence, for every Problem and every step of the journal. One module per noun holds the sentences.

SENTENCES   what is wrong and what to do, by the code of a Problem; %(name)s stands for its parameters
STEPS       what was done, by the `what` of a journal entry
"""

from collections.abc import Mapping
from typing import Any

from scoring.errors import Problem, RuleError
from tournament.messages import (
    accounts,
    archive,
    backups,
    incidents,
    journal,
    money,
    papers,
    participants,
    rounds,
    screens,
    sheets,
    standings,
    tournaments,
)

_MODULES = (
    accounts,
    archive,
    backups,
    incidents,
    journal,
    money,
    papers,
    participants,
    rounds,
    screens,
    sheets,
    standings,
    tournaments,
)
SENTENCES = {code: sentence for module in _MODULES for code, sentence in module.SENTENCES.items()}
STEPS = {what: sentence for module in _MODULES for what, sentence in module.STEPS.items()}


def text(problem: Problem) -> str:
    """The sentence of a problem in the language of the page. Raises KeyError for a code without a sentence."""
    return str(SENTENCES[problem.code]) % _spoken(problem.params)


def texts(error: RuleError) -> list[str]:
    """The sentences of a refusal, in order."""
    return [text(problem) for problem in error.problems]


def step_text(what: str, params: Mapping[str, Any]) -> str:
    """What was done, as a sentence for the journal. Raises KeyError for a step without a sentence.

    Where the entry keeps what was typed, or what was taken back, the sentence says that too.
    """
    typed = sheets.typed_words(params) if what in sheets.TYPED else ""
    if typed:
        return str(sheets.TYPED[what]) % {**_spoken(params), "typed": typed}
    if what == "undone" and params["undone"] in STEPS:
        its_own = {key: value for key, value in params.items() if key not in ("number", "undone")}
        if "undone_number" in params:
            its_own["number"] = params["undone_number"]
        try:
            return str(journal.UNDONE) % {"number": params["number"], "step": step_text(params["undone"], its_own)}
        except KeyError:
            # An older entry kept the number of its own step in the place of this one.
            return str(STEPS[what]) % _spoken(params)
    return str(STEPS[what]) % _spoken(params)


def _spoken(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as they are read: lists with commas, negative numbers with a real minus."""
    return {key: _word(value) for key, value in params.items()}


def _word(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return ", ".join(str(_word(item)) for item in value)
    if isinstance(value, int) and value < 0:
        return f"−{-value}"
    return value
