"""The search in a process of its own: found, refused, joined, stopped, broken off."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from scoring.errors import RuleError
from tournament.draw.values import Entrant, Fives, History, Settings
from tournament.services import searches

PATIENCE = 30


def task(players: int, *, rounds: int = 1, **values) -> searches.Task:
    return searches.Task(
        entrants=tuple(Entrant(id=number, club="DoKo Bremen") for number in range(1, players + 1)),
        history=History(),
        settings=Settings(rounds=rounds, fives=Fives.NEEDED),
        **{"seed": 4711, **values},
    )


def test_process_finds_what_a_search_here_finds(tmp_path):
    folder = tmp_path / "searches" / "1-0"

    began = searches.begin(task(16, rounds=3), folder=folder)

    assert began
    assert searches.wait(folder, seconds=PATIENCE)
    assert searches.result(folder).draws == searches.search(task(16, rounds=3)).draws


def test_second_search_in_the_same_folder_joins_the_first(tmp_path):
    folder = tmp_path / "1-0"

    began = [searches.begin(task(8, seed=seed), folder=folder) for seed in (1, 2)]

    assert searches.wait(folder, seconds=PATIENCE)
    assert (began, searches.result(folder).task.seed) == ([True, False], 1)


def test_refusal_comes_back_from_the_process(tmp_path):
    folder = tmp_path / "1-0"
    searches.begin(task(7), folder=folder)
    assert searches.wait(folder, seconds=PATIENCE)

    with pytest.raises(RuleError) as error:
        searches.result(folder)

    (problem,) = error.value.problems
    assert (problem.code, problem.params["n"]) == ("field_cannot_be_seated", 7)
    assert not folder.exists()


def test_stopped_search_gives_the_best_so_far_and_its_steps_repeat_it(tmp_path):
    folder = tmp_path / "1-0"
    endless = task(26, rounds=9, steps=2_000_000_000)
    searches.begin(endless, folder=folder)
    assert not searches.wait(folder, seconds=1)

    searches.stop(folder)

    assert searches.wait(folder, seconds=PATIENCE)
    found = searches.result(folder)
    again = searches.search(task(26, rounds=9, steps=found.draws[0].steps))
    assert found.stopped
    assert again.draws[0].tables == found.draws[0].tables


def test_search_tells_where_it_stands(tmp_path):
    folder = tmp_path / "1-0"
    searches.begin(task(26, rounds=9, steps=2_000_000_000), folder=folder)
    searches.wait(folder, seconds=2)

    standing = searches.standing(folder)
    searches.stop(folder)

    assert searches.wait(folder, seconds=PATIENCE)
    assert standing.budget == 2_000_000_000
    assert 0 < standing.steps < standing.budget
    assert searches.standing(tmp_path / "2-0") is None


def test_search_that_broke_off_gives_way_to_the_next(tmp_path):
    folder = tmp_path / "1-0"
    folder.mkdir()
    long_ago = (datetime.now(UTC) - timedelta(seconds=searches.SIGN_OF_LIFE_SECONDS + 1)).isoformat()
    progress = {"steps": 1, "budget": 2, "repeats": 3, "at": long_ago}
    (folder / "progress.json").write_text(json.dumps(progress), encoding="utf-8")

    alive = searches.is_alive(folder)
    began = searches.begin(task(8), folder=folder)

    assert (alive, began) == (False, True)
    assert searches.wait(folder, seconds=PATIENCE)
