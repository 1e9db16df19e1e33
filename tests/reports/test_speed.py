"""A small sample of the benchmarks, far looser than their goals: it fails when a paper or file gets slow by kind."""

from tests.benchmarks import reports_pdf, reports_workbook
from tournament.reports import workbook


def test_papers_are_not_much_slower_than_a_bare_canvas():
    ratios = {
        name: reports_pdf.compare(build, repeats=3).ratio
        for name, build in reports_pdf.papers(sheets=8, cards=24).items()
    }

    assert {name: ratio for name, ratio in ratios.items() if ratio > 4} == {}


def test_workbook_is_not_much_slower_than_openpyxl_alone():
    tournament = reports_workbook.source(players=60, rounds=2)
    sheets = reports_workbook.cells_of(workbook.build(tournament))

    ours = min(reports_workbook.seconds(lambda: workbook.build(tournament)) for _repeat in range(3))
    bare = min(reports_workbook.seconds(lambda: reports_workbook.write_bare(sheets)) for _repeat in range(3))

    assert ours / bare < 3
