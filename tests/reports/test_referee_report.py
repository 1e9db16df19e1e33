"""The referee's report on paper and as a list: everything the book knows, and no incident torn apart."""

from datetime import datetime

import pytest

from tests.reports import samples
from tests.reports.csv_reader import read as read_csv
from tests.reports.pdf_reader import overlaps, read
from tournament.reports import csv_files, referee_report
from tournament.reports.listing import incidents_list
from tournament.reports.page import Paper
from tournament.reports.people import Person
from tournament.reports.referee_report import Incident, PointsLine, RefereeReport


def incident(number: int, **changes: object) -> Incident:
    values: dict[str, object] = {
        "number": number,
        "round_number": 2,
        "table_number": 7,
        "game_number": 13,
        "happened_at": datetime(2026, 10, 17, 14, 32),
        "offender": f"Offender {number}",
        "facts": f"Facts {number}: hearts were not followed in the third trick. " * 4,
        "breach": "minor",
        "section": "TSR 9.3.2",
        "law": "The game goes on; the offender loses 3 points, each of the three others gets 1. " * 2,
        "points": (PointsLine(person=Person(number=4, surname="Äpfel", first_name="Anna"), points=-3),),
        "referee": f"Referee {number}",
        "court": (f"Court {number}",),
    }
    return Incident(**{**values, **changes})  # type: ignore[arg-type]  # the values fit by name


def report(*incidents: Incident) -> RefereeReport:
    return RefereeReport(frame=samples.frame(), incidents=incidents, referee="Uwe")


def test_incident_says_everything_the_book_knows_in_its_order():
    full = incident(
        1,
        claimant="Ida",
        kind="solo (Uwe)",
        partnership="partnership clear to all",
        pledges=2,
        points_reason="the court said so",
        effect="stopped, counts as played",
        mandatory_solo="mandatory solo used up",
        warning=True,
        deduction=5,
        disqualified=True,
        decision="Dismissed",
        extra=((7, 4), (8, 1)),
        appeal="appeal",
        lifted="lifted at 15:00: mistake",
        remark="counts nowhere",
        facts="Cards shown",
        law="It may decide the game.",
    )

    (page,) = read(referee_report.build(report(full)))

    start = page.words.index("Against") - 2
    shown = " | ".join(page.words[start - 1 :])
    assert shown.startswith(
        "1. · Round 2 · Table 7 · Game 13 · 2026-10-17 14:32 · lifted | Claimed by | Ida | Against | Offender 1"
        " | Game | solo (Uwe) · partnership clear to all · 2 pledges of the other side"
        " | Facts | Cards shown | Class | minor · TSR 9.3.2"
        " | Rule | It may decide the game. | Points | Anna Äpfel −3 | Other points because | the court said so"
        " | The game then | stopped, counts as played · mandatory solo used up"
        " | Decision | warning, deduction of 5 points, disqualification, Dismissed"
        " | Extra time | Table 7: 4 minutes · Table 8: 1 minute"
        " | Signed off by | Referee 1 | Appeal | appeal | Court | Court 1 | Lifted | lifted at 15:00: mistake"
        " | Remark | counts nowhere"
    )


@pytest.mark.parametrize("paper", [Paper.A4, Paper.A5])
@pytest.mark.parametrize("count", [1, 4, 9, 23])
def test_no_incident_is_torn_apart_at_the_foot_of_a_page(paper, count):
    made = report(*(incident(number) for number in range(1, count + 1)))

    pages = read(referee_report.build(made, paper=paper))

    for number in range(1, count + 1):
        holding = {
            place
            for place, page in enumerate(pages)
            for word in page.words
            if word in (f"Offender {number}", f"Referee {number}", f"Court {number}") or word.startswith(f"{number}. ·")
        }
        assert len(holding) == 1, number


def test_incident_higher_than_a_page_is_torn_between_its_rows_and_nothing_is_lost():
    long = "a word and another word " * 60
    made = report(incident(1, facts=long, law=long, decision=long, lifted=long, points_reason=long))

    pages = read(referee_report.build(made, paper=Paper.A5))

    letters = "".join(page.letters for page in pages)
    assert letters.count(long.replace(" ", "")[:900]) == 5
    assert len(pages) > 1
    assert [overlaps(page) for page in pages] == [[]] * len(pages)


def test_list_has_a_line_for_each_incident_and_keeps_numbers_as_numbers():
    listing = incidents_list(
        report(incident(1, deduction=5, extra=((7, 3), (8, 1))), incident(2, lifted="lifted at 15:00"))
    )

    assert [len(row) for row in listing.rows] == [len(listing.headings)] * 2
    first = dict(zip(listing.headings, listing.rows[0], strict=True))
    assert (first["Deduction"], first["Extra minutes"], first["Paragraph"], first["Points"]) == (
        5,
        4,
        "TSR 9.3.2",
        "Anna Äpfel −3",
    )
    assert read_csv(csv_files.build(listing))[2][-2:] == ["lifted at 15:00", ""]
