"""A search in a process of its own: it holds no lock and no connection, the desk goes on typing meanwhile.

folder    where the process and the desk meet: task.json, progress.json, result.json, and `stop` to end it early;
          on disk, so that every process that serves the desk sees the same search
task      what is to be searched, as plain values
sign of life  the process writes its progress at least every few seconds; without one it is taken for dead

The process imports the pure draw only: it starts in the blink of an eye and on every operating system alike.
"""

import json
import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scoring.errors import Problem, RuleError
from tournament.draw import draw_round, plan_rounds
from tournament.draw.values import Draw, Entrant, History, Progress, Settings
from tournament.draw_json import from_plain, to_plain

SIGN_OF_LIFE_SECONDS = 15
_TICK_SECONDS = 0.02
_REPORT_SECONDS = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A search: of one round, or with `whole_plan` of all rounds.

    `attempt` counts the draws of the round before this one, `seed_text` is what the seed was made from, `open_tables`
    are those whose sheets were open when a draw by result was asked for all the same.
    """

    entrants: tuple[Entrant, ...]
    history: History
    settings: Settings
    seed: int
    steps: int | None = None
    whole_plan: bool = False
    attempt: int = 0
    seed_text: str = ""
    open_tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search brought: a draw (of all rounds with a whole plan), how long it took, whether it was stopped.

    `planned` is the input of the earlier draw whose plan this round follows; None for a draw of its own.
    """

    task: Task
    draws: tuple[Draw, ...]
    milliseconds: int
    stopped: bool
    planned: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a running search stands."""

    steps: int
    budget: int
    repeats: int | None
    seconds: int

    @property
    def percent(self) -> int:
        """Share of the steps done."""
        return min(100, 100 * self.steps // self.budget) if self.budget else 0


def search(task: Task, *, watch: Callable[[Progress], bool] | None = None) -> Found:
    """Search here and now. Raises RuleError as `draw_round` and `plan_rounds` do."""
    began = time.monotonic()
    stopped = False

    def watched(progress: Progress) -> bool:
        nonlocal stopped
        stopped = watch is not None and not watch(progress)
        return not stopped

    if task.whole_plan:
        draws = plan_rounds(
            entrants=task.entrants, settings=task.settings, seed=task.seed, steps=task.steps, watch=watched
        )
    else:
        draws = (
            draw_round(
                entrants=task.entrants,
                history=task.history,
                settings=task.settings,
                seed=task.seed,
                steps=task.steps,
                watch=watched,
            ),
        )
    return Found(task=task, draws=draws, milliseconds=round((time.monotonic() - began) * 1000), stopped=stopped)


def begin(task: Task, *, folder: Path) -> bool:
    """Start a process for this search; False if one already searches in this folder: then that one counts."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    if folder.exists() and not is_alive(folder) and not is_done(folder):
        clear(folder)
    try:
        folder.mkdir()
    except FileExistsError:
        return False
    _write(folder / "task.json", to_plain(task))
    _write(folder / "progress.json", _progress(0, 0, None))
    # Spawned, never forked: a forked process would share the database's connections and locks.
    multiprocessing.get_context("spawn").Process(target=run, args=(str(folder),), daemon=True).start()
    return True


def wait(folder: Path, *, seconds: float) -> bool:
    """Whether the search is done within so many seconds."""
    until = time.monotonic() + seconds
    while not is_done(folder):
        if time.monotonic() > until:
            return False
        time.sleep(_TICK_SECONDS)
    return True


def is_done(folder: Path) -> bool:
    """Whether a result lies in the folder."""
    return (folder / "result.json").exists()


def is_alive(folder: Path) -> bool:
    """Whether a search in this folder gave a sign of life lately."""
    standing = _read(folder / "progress.json")
    return standing is not None and _seconds_since(standing["at"]) < SIGN_OF_LIFE_SECONDS


def standing(folder: Path) -> Standing | None:
    """Where the search stands; None without one."""
    progress, task = _read(folder / "progress.json"), folder / "task.json"
    if progress is None:
        return None
    try:
        began = task.stat().st_mtime
    except OSError:
        return None
    return Standing(
        steps=progress["steps"],
        budget=progress["budget"],
        repeats=progress["repeats"],
        seconds=max(0, round(time.time() - began)),
    )


def stop(folder: Path) -> None:
    """Ask the search to end with the best so far."""
    if folder.exists():
        (folder / "stop").touch()


def result(folder: Path) -> Found | None:
    """What the search brought; None while it runs, or without one.

    Raises RuleError with the refusal of the draw; the folder is cleared then.
    """
    data = _read(folder / "result.json")
    if data is None:
        return None
    if data["problems"]:
        clear(folder)
        raise RuleError([Problem(code=one["code"], params=_params(one["params"])) for one in data["problems"]])
    return from_plain(Found, data["found"])


def clear(folder: Path) -> None:
    """Take the search away: the next one may begin."""
    shutil.rmtree(folder, ignore_errors=True)


def run(place: str) -> None:
    """The process: search what lies in the folder and leave the result there."""
    # The keys that end the server reach this process too; the server ends it itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    folder = Path(place)
    task = from_plain(Task, _read(folder / "task.json"))
    told = time.monotonic()

    def watch(progress: Progress) -> bool:
        nonlocal told
        if time.monotonic() - told > _REPORT_SECONDS:
            told = time.monotonic()
            _write(folder / "progress.json", _progress(progress.steps, progress.budget, progress.repeats))
        return not (folder / "stop").exists()

    try:
        found: Any = {"problems": [], "found": to_plain(search(task, watch=watch))}
    except RuleError as error:
        found = {"problems": [{"code": one.code, "params": to_plain(dict(one.params))} for one in error.problems]}
    _write(folder / "result.json", found)


def _progress(steps: int, budget: int, repeats: int | None) -> dict[str, Any]:
    return {"steps": steps, "budget": budget, "repeats": repeats, "at": datetime.now(UTC).isoformat()}


def _params(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}


def _seconds_since(instant: str) -> float:
    return abs((datetime.now(UTC) - datetime.fromisoformat(instant)).total_seconds())


def _write(path: Path, data: Any) -> None:
    """Whoever reads meanwhile sees the old file or the new one, never half of it."""
    new = path.with_suffix(".new")
    new.write_text(json.dumps(data), encoding="utf-8")
    for _attempt in range(50):
        try:
            os.replace(new, path)
        except PermissionError:  # Windows, while the other side reads
            time.sleep(_TICK_SECONDS)
        else:
            return


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except PermissionError:  # Windows, while the other side writes
        return None
