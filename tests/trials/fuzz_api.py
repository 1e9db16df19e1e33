"""The API asked as its OpenAPI file allows and forbids; every answer is held against the file.

The desk answers in this process through its WSGI application, as a server would ask it. Schemathesis makes the
requests: what the file allows, and what it does not; half of them name a tournament that is there.

    python -m tests.trials.fuzz_api --requests 3000 --seed 1
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from tests.trials.scratch import scratch_desk

OPENAPI = Path(__file__).resolve().parents[2] / "tournament" / "static" / "tournament" / "openapi.json"
_OTHER_METHODS = ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@dataclass(slots=True)
class Findings:
    """What was asked and answered by address, and what did not conform."""

    asked: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return sum(self.asked.values())


def ask_about(*, slugs: Sequence[str], requests: int, seed: int) -> Findings:
    """Ask each address of the file so many times in all. The tournaments must be there already."""
    import schemathesis
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from schemathesis import GenerationMode

    from tournament.wsgi import application

    # The connection is the one in which the tournaments were made, perhaps in a transaction that is still open.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    schema = schemathesis.openapi.from_dict(json.loads(OPENAPI.read_text(encoding="utf-8")))
    schema.app = application
    findings = Findings()
    operations = [result.ok() for result in schema.get_all_operations()]
    chances = Random(seed)
    for place, operation in enumerate(operations):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            def one(case: Any) -> None:
                if chances.random() < 0.5:
                    case.path_parameters = {"slug": chances.choice(slugs)}
                _ask(case, findings)

            seeded(seed * 100 + place)(
                settings(
                    max_examples=max(1, requests // (2 * len(operations))),
                    database=None,
                    deadline=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )(given(case=operation.as_strategy(generation_mode=mode))(one))
            )()
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)
    for operation in operations:
        for method in _OTHER_METHODS:
            _refused(operation.path.format(slug=quote(slugs[0])), method, findings)
    return findings


def _ask(case: Any, findings: Findings) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    answer = case.call()
    findings.asked[case.operation.path] += 1
    findings.statuses[answer.status_code] += 1
    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_headers_conformance,
        response_schema_conformance,
    ]
    try:
        case.validate_response(answer, checks=checks)
    except AssertionError as fault:
        findings.faults[f"{case.operation.path} {answer.status_code}: {str(fault)[:300]}"] += 1
    except BaseExceptionGroup as several:
        for fault in several.exceptions:
            findings.faults[f"{case.operation.path} {answer.status_code}: {str(fault)[:300]}"] += 1


def _refused(path: str, method: str, findings: Findings) -> None:
    """Whatever is not in the file is refused, and nothing is done."""
    from django.test import Client

    answer = Client().generic(method, path, b"{}", content_type="application/json")
    findings.asked[f"{method} {path}"] += 1
    findings.statuses[answer.status_code] += 1
    if answer.status_code != 405:
        findings.faults[f"{method} {path}: {answer.status_code} instead of 405"] += 1


def main() -> int:
    """Ask, print the figures; 1 if an answer did not conform."""
    parser = argparse.ArgumentParser(description="Hold the API against its OpenAPI file.")
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with scratch_desk():
        from tests.trials.fuzz_scene import make_world

        slugs = [tournament.slug for tournament in make_world(options.seed).tournaments.values()]
        began = time.monotonic()
        findings = ask_about(slugs=slugs, requests=options.requests, seed=options.seed)
    print(f"{findings.total} requests in {time.monotonic() - began:.0f} s, answers {dict(findings.statuses)}")
    print(f"{findings.faults.total()} faults of {len(findings.faults)} kinds")
    for fault, count in findings.faults.most_common():
        print(f"  {count:5}  {fault}")
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
