"""The workbook of a whole tournament against openpyxl's write-only mode with the same cells.

Run: python -m tests.benchmarks.reports_workbook

The bare file has the same sheets and the same values, without styles, widths, results of formulas and guards.
300 players, 6 rounds, every row of every sheet. Goal: at most 1.5 times its time.
"""

import os
import statistics
import time
import tracemalloc
from collections.abc import Callable
from datetime import datetime
from io import BytesIO

import django
from django.utils import translation
from openpyxl import Workbook as Book
from openpyxl import load_workbook

from tests.reports import samples
from tournament.reports import workbook

REPEATS = 5


def source(*, players: int, rounds: int) -> workbook.Workbook:
    """A tournament with every row typed; the same tables in each round, for only the number of cells counts."""
    persons = samples.people(players)
    once = [table for table in samples.table_lines(persons) if table.round_number == 1]
    tables = tuple(
        workbook.TableLine(
            round_number=number,
            table_number=table.table_number,
            persons=table.persons,
            totals=table.totals,
            games=table.games,
            state=table.state,
        )
        for number in range(1, rounds + 1)
        for table in once
    )
    return workbook.Workbook(
        frame=samples.frame(rounds=rounds),
        standings=samples.standings_of(persons, rounds=rounds),
        tables=tables,
        participants=samples.participant_lines(persons),
        penalties=samples.penalty_lines(persons),
    )


def cells_of(data: bytes) -> dict[str, list[list[object]]]:
    """The values and formulas of each sheet."""
    book = load_workbook(BytesIO(data), read_only=True)
    return {sheet.title: [[*row] for row in sheet.iter_rows(values_only=True)] for sheet in book}


def write_bare(sheets: dict[str, list[list[object]]]) -> bytes:
    """The same cells by openpyxl alone."""
    book = Book(write_only=True)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([value.replace(tzinfo=None) if isinstance(value, datetime) else value for value in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def seconds(function: Callable[[], object]) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def _peak(function: Callable[[], object]) -> int:
    tracemalloc.start()
    function()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> None:
    tournament = source(players=300, rounds=6)
    sheets = cells_of(workbook.build(tournament))

    def ours() -> bytes:
        return workbook.build(tournament)

    def bare() -> bytes:
        return write_bare(sheets)

    pairs = [(seconds(ours), seconds(bare)) for _repeat in range(REPEATS)]
    our, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    cells = sum(value is not None for rows in sheets.values() for row in rows for value in row)
    print(f"{cells} cells in {len(sheets)} sheets, {len(ours()) / 1e6:.2f} MB; bare {len(bare()) / 1e6:.2f} MB")
    print(f"ours {our:.2f} s, bare {other:.2f} s, ratio {our / other:.2f}")
    print(f"peak of memory: ours {_peak(ours) / 1e6:.1f} MB, bare {_peak(bare) / 1e6:.1f} MB")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    with translation.override("en"):
        main()
