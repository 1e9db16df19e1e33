"""Walks through every address and every form as people who err and people who mean harm; nothing may break.

walk     one person, one tournament, a few pages one after the other; undone afterwards, so that each stands for itself
fault    an answer of 500 or more, a traceback in a page, a change that no journal tells of or that a GET made,
         a hostile value that became part of a page or a header, a way to foreign addresses, a cookie beyond the
         session, something of a tournament that is none of the person's business

    python -m tests.trials.fuzz --requests 20000 --seed 1          prints what was asked and what was found
    python -m tests.trials.fuzz --seed 1 --repeat faults.jsonl     the walks of that file once more, request by request
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.trials.scratch import scratch_desk

if TYPE_CHECKING:
    # Django must be set up before these can be read.
    from tests.trials.fuzz_scene import World
    from tests.trials.fuzz_walk import Report

_WALKS_AT_ONCE = 200
_MOST_STEPS = 4


def walk_about(world: "World", report: "Report", *, requests: int, seed: int) -> None:
    """Walk until so many requests were made."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st

    from tests.trials import fuzz_scene, fuzz_values
    from tests.trials.fuzz_person import Person
    from tests.trials.fuzz_walk import Walk

    # Whoever may do most has most forms.
    people = (
        "administrator",
        *["director"] * 4,
        "referee",
        "clerk",
        "clerk",
        "check_in",
        fuzz_scene.STRANGER,
        "nobody",
    )
    stages = (*("door", "draft", "playing", "full", "typed") * 3, *("hostile",) * 2, "closed", "empty", "other")

    chances = Random(seed)

    def one(hostile: list[str], near: list[str]) -> None:
        if report.asked >= requests:
            return
        rng = Random(chances.getrandbits(64))
        who, stage = rng.choice(people), rng.choice(stages)
        with fuzz_scene.undone():
            person = Person(Walk(world, who, report), rng=rng, stage=stage, hostile=hostile, near=near)
            for _step in range(rng.randint(1, _MOST_STEPS)):
                person.step()

    # Hypothesis leans to few and simple values: it makes the values, the dice say where the walk goes.
    given_values = given(
        hostile=st.lists(fuzz_values.hostile, min_size=10, max_size=10),
        near=st.lists(fuzz_values.near, min_size=16, max_size=16),
    )
    turn = 0
    while report.asked < requests:
        trial = settings(
            max_examples=_WALKS_AT_ONCE,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given_values(one))
        seeded(seed * 10_000 + turn)(trial)()
        turn += 1


def repeat(world: "World", report: "Report", faults: Sequence[dict[str, Any]]) -> None:
    """The walks of a file of faults once more."""
    from tests.trials import fuzz_scene
    from tests.trials.fuzz_walk import Ask, Walk

    for fault in faults:
        with fuzz_scene.undone():
            walk = Walk(world, fault["who"], report)
            for plain in fault["asked"]:
                walk.ask(Ask.from_plain(plain))


def show(report: "Report", *, seconds: float) -> None:
    """The totals as a table."""
    print(f"{report.asked} requests in {seconds:.0f} s")
    print(f"{report.hostile} hostile values; {report.changed} requests changed something")
    for title, counter in (("method", report.by_method), ("who", report.by_role), ("status", report.by_status)):
        print(f"{title:8}" + "  ".join(f"{name} {count}" for name, count in sorted(counter.items(), key=str)))
    print(f"{len(report.by_page)} addresses; fewest: {report.by_page.most_common()[-1:]}")
    print(f"{len(report.faults)} faults of {len(report.kinds)} kinds")
    for kind, count in report.kinds.most_common():
        print(f"  {count:5}  {kind}")


def main() -> int:
    """Walk, write the faults down, print the figures; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description="Walk through every address and form with hostile values.")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path("faults.jsonl"), help="where faults are written, a line each")
    parser.add_argument("--repeat", type=Path, help="a file of faults to walk once more")
    options = parser.parse_args()
    with scratch_desk():
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    from tests.trials.fuzz_scene import make_world
    from tests.trials.fuzz_walk import Report

    report = Report()
    world = make_world(options.seed)
    began = time.monotonic()
    try:
        if options.repeat:
            lines = options.repeat.read_text(encoding="utf-8").splitlines()
            repeat(world, report, [json.loads(line) for line in lines])
        else:
            walk_about(world, report, requests=options.requests, seed=options.seed)
    except KeyboardInterrupt:
        print("Ended early.")
    finally:
        if report.faults and not options.repeat:
            lines = [json.dumps({"seed": options.seed, **fault}) for fault in report.faults]
            options.log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    show(report, seconds=time.monotonic() - began)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
