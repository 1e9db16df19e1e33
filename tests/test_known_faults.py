"""The report of pip-audit is read so that nothing looked up is not taken for nothing found."""

import pytest

from tests.trials.known_faults import told

SKIPPED = {"name": "segno", "skip_reason": "Dependency not found on PyPI and could not be audited: segno (1.6.6)"}
WELL = {"name": "django", "version": "5.2.19", "vulns": []}
ILL = {
    "name": "pillow",
    "version": "12.0.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["12.0.1"], "aliases": [], "description": ""}],
}


@pytest.mark.parametrize(
    ("packages", "lines", "known"),
    [
        ([SKIPPED, SKIPPED], ["The data cannot be had here: none of 2 packages was looked up."], False),
        ([WELL, SKIPPED], ["1 of 2 packages looked up, faults known: 0"], False),
        (
            [WELL, ILL],
            ["pillow 12.0.0: PYSEC-2026-1, mended in 12.0.1", "2 of 2 packages looked up, faults known: 1"],
            True,
        ),
    ],
    ids=["none", "some", "fault"],
)
def test_report_is_told(packages: list[dict[str, object]], lines: list[str], known: bool) -> None:
    assert told({"dependencies": packages}) == (lines, known)
