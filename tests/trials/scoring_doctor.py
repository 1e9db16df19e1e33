"""How often the doctor's first three readings contain the truth: 2,000 sheets with one mistake for each kind.

python tests/trials/scoring_doctor.py [sheets per kind] [seed]
"""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring.doctor import suggest
from tests.scoring.simulator import (
    POINTS_MISTAKES,
    RUNNING_MISTAKES,
    Mistake,
    Setting,
    only_totals,
    total_transposed,
    true_sheet,
)

READINGS = 3


@dataclass
class Rate:
    """What came out for one kind of mistake."""

    mistake: str
    entry: str
    known: str
    sheets: int = 0
    broken: int = 0
    broken_found: int = 0
    legal: int = 0
    legal_listed: int = 0

    def line(self) -> str:
        """One line of the table."""
        broken = f"{100 * self.broken_found / self.broken:5.1f} %" if self.broken else "      –"
        legal = f"{100 * self.legal_listed / self.legal:5.1f} %" if self.legal else "      –"
        return f"{self.mistake:20} {self.entry:8} {self.known:24} {self.broken:6} {broken}   {self.legal:6} {legal}"


def measure(mistake: Mistake, *, running: bool, kinds: bool, totals: bool, sheets: int, seed: int) -> Rate:
    """The rate of one kind of mistake over sheets of four and five, with and without mandatory solos."""
    rate = Rate(
        mistake.__name__,
        "running" if running else "points",
        f"{'totals' if totals else 'no totals'}, {'kinds' if kinds else 'no kinds'}",
    )
    rng = Random(f"{seed} {rate.mistake} {rate.entry} {rate.known}")
    settings = (
        Setting(4, 24, 1, running, kinds),
        Setting(4, 24, 1, running, kinds),
        Setting(4, 12, 0, running, kinds),
        Setting(5, 30, 1, running, kinds),
    )
    while rate.sheets < sheets:
        sheet = true_sheet(rng, settings[rate.sheets % len(settings)])
        try:
            slip = mistake(rng, sheet)
        except IndexError:  # a sheet on which this mistake cannot be made
            continue
        rate.sheets += 1
        if not totals:
            slip = replace(slip, sheet=replace(slip.sheet, totals=None))
        suggestions = suggest(slip.sheet)
        if slip.breaks_row():
            rate.broken += 1
            rate.broken_found += any(map(slip.is_truth, suggestions[:READINGS]))
        else:
            rate.legal += 1
            rate.legal_listed += any(map(slip.is_truth, suggestions))
    return rate


def measure_totals(*, sheets: int, seed: int) -> Rate:
    """The rate of transposed digits where nothing but the totals is known."""
    rate = Rate("total_transposed", "totals", "totals alone")
    rng = Random(f"{seed} totals alone")
    while rate.sheets < sheets:
        try:
            slip = only_totals(total_transposed(rng, true_sheet(rng, Setting())))
        except IndexError:  # all totals have one digit
            continue
        rate.sheets += 1
        rate.broken += 1
        rate.broken_found += any(map(slip.is_truth, suggest(slip.sheet)[:READINGS]))
    return rate


CASES = [
    (mistake, running, kinds, totals)
    for running, mistakes in ((False, POINTS_MISTAKES), (True, RUNNING_MISTAKES))
    for mistake in mistakes
    for totals in (True, False)
    for kinds in (True, False)
    if totals or mistake is not total_transposed
]
"""All kinds of mistakes by how the rows are typed, with and without known kinds and written totals."""


if __name__ == "__main__":
    count, start = (int(each) for each in (sys.argv[1:] + ["2000", "1"][len(sys.argv) - 1 :]))
    print("mistake              entry    known                    broken in 3     legal listed")
    for mistake, running, kinds, totals in CASES:
        rate = measure(mistake, running=running, kinds=kinds, totals=totals, sheets=count, seed=start)
        print(rate.line(), flush=True)
    print(measure_totals(sheets=count, seed=start).line())
