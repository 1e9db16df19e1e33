"""Whether a fault is known in one of the installed packages, as pip-audit finds out where its data can be had.

    pip install pip-audit && python -m tests.trials.known_faults

pip-audit itself says "No known vulnerabilities found" also where it could ask about no package at all; this says how
many it asked about. Ends with 1 if a fault is known.
"""

import importlib.util
import json
import subprocess
import sys
from typing import Any

_PATIENCE_SECONDS = 300


def told(report: dict[str, Any]) -> tuple[list[str], bool]:
    """The lines for a report of pip-audit in JSON, and whether a fault is known."""
    packages = report["dependencies"]
    asked = [package for package in packages if "vulns" in package]
    lines = [
        f"{package['name']} {package['version']}: {fault['id']}, mended in {', '.join(fault['fix_versions']) or '–'}"
        for package in asked
        for fault in package["vulns"]
    ]
    known = bool(lines)
    if not asked:
        return [f"The data cannot be had here: none of {len(packages)} packages was looked up."], False
    lines.append(f"{len(asked)} of {len(packages)} packages looked up, faults known: {len(lines)}")
    return lines, known


def main() -> int:
    """Ask about what is installed here, print the answer; 1 if a fault is known."""
    if importlib.util.find_spec("pip_audit") is None:
        print("pip-audit is not installed; nothing was looked up.")
        return 0
    done = subprocess.run(
        [sys.executable, "-m", "pip_audit", "--local", "--progress-spinner", "off", "--format", "json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_PATIENCE_SECONDS,
        check=False,
    )
    try:
        report = json.loads(done.stdout)
    except ValueError:
        print("The data cannot be had here:", (done.stderr.strip().splitlines() or ["no answer"])[-1])
        return 0
    lines, known = told(report)
    print("\n".join(lines))
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
