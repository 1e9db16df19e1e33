"""The commands of the README are those that are tried."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def commands() -> list[str]:
    """The lines of the README's code blocks, in order."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return [line for block in re.findall(r"```(?:sh|bat)\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]


def test_test_command_is_the_one_that_is_run_everywhere() -> None:
    wanted = "python3 -m venv .venv && .venv/bin/pip install -q -r tests/requirements.txt && .venv/bin/pytest"

    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

    assert wanted in commands()
    assert run[-1] == wanted


def test_commands_name_files_that_are_there() -> None:
    files = {word.replace("\\", "/") for line in commands() for word in line.split() if word.endswith((".txt", ".py"))}

    assert {file for file in files if not (ROOT / file).exists()} == set()
    assert "manage.py" in files


def test_python_asked_for_is_the_one_the_project_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    assert project["requires-python"] == ">=3.11"
    assert re.findall(r"Python (\d\.\d+)", text) == ["3.11", "3.11"]
