"""Seating, standings, results and all other lists: what they say and in which order."""

from dataclasses import replace

import pytest

from tests.reports import samples
from tests.reports.pdf_reader import read
from tournament.reports import cash, cross_table, prizes, referee_report, round_results, seating, solos, standings
from tournament.reports.page import Paper
from tournament.reports.people import Person
from tournament.reports.seating import Order, Seating, SeatingLine
from tournament.reports.standings import Mark

FOOT = 3  # pieces of text at the foot of a page: day and place, time of printing, page


def _body(page, *, after):
    """The words that follow the last heading of the columns."""
    last = len(page.words) - 1 - page.words[::-1].index(after)
    return page.words[last + 1 :]


def _person(number, surname, first_name="Anna"):
    return Person(number=number, surname=surname, first_name=first_name)


def _seating(*names, room=""):
    lines = [
        SeatingLine(person=_person(index + 1, name), table_number=index // 4 + 1, position=index % 4 + 1, room=room)
        for index, name in enumerate(names)
    ]
    return Seating(frame=samples.frame(), lines=tuple(lines))


def test_seating_by_name_stands_in_the_order_of_a_list_of_names():
    names = ("Zander", "Öztürk", "Äpfel", "Łukas", "Lang", "Oster", "Adam", "Šimek", "Straßer", "Sander")

    (page,) = read(seating.build(_seating(*names)))

    ordered = [word for word in page.words if word.endswith(", Anna")]
    assert ordered == [
        f"{name}, Anna"
        for name in ("Adam", "Äpfel", "Lang", "Łukas", "Oster", "Öztürk", "Sander", "Šimek", "Straßer", "Zander")
    ]
    assert [word for word in page.words if len(word) == 1 and word.isalpha()] == ["A", "L", "O", "S", "Z"]


def test_seating_by_name_shows_number_table_and_seat_of_everyone():
    sitting = _seating("Adam", "Berg", "Clausen", "Dorn", "Ebert")
    sits_out = SeatingLine(person=_person(6, "Frei"), table_number=None, position=None)

    (page,) = read(seating.build(replace(sitting, lines=(*sitting.lines, sits_out))))

    words = [word for word in _body(page, after="Seat") if len(word) > 1 or not word.isalpha()]
    assert words == [
        *("1", "Adam, Anna", "1", "1"),
        *("2", "Berg, Anna", "1", "2"),
        *("3", "Clausen, Anna", "1", "3"),
        *("4", "Dorn, Anna", "1", "4"),
        *("5", "Ebert, Anna", "2", "1"),
        *("6", "Frei, Anna", "–", "–"),
    ]


def test_seating_by_table_keeps_the_order_of_the_seats_and_names_who_sits_out():
    sitting = _seating("Dorn", "Clausen", "Berg", "Adam")
    sits_out = SeatingLine(person=_person(6, "Frei"), table_number=None, position=None)

    (page,) = read(seating.build(replace(sitting, lines=(sits_out, *sitting.lines)), order=Order.TABLE))

    assert _body(page, after="No.") == [
        "Table 1",
        *("1", "Dorn, Anna", "1"),
        *("2", "Clausen, Anna", "2"),
        *("3", "Berg, Anna", "3"),
        *("4", "Adam, Anna", "4"),
        "Sits out",
        *("–", "Frei, Anna", "6"),
    ]


def test_table_is_never_torn_between_pages():
    lines = samples.seating_of(samples.people(200))

    pages = read(seating.build(lines, order=Order.TABLE))

    tables = [[word for word in page.words if word.startswith("Table ")] for page in pages]
    names = [sum(", " in word for word in page.words) for page in pages]
    assert len(pages) > 2
    assert names[:-1] == [4 * len(of_page) for of_page in tables[:-1]]


def test_each_room_begins_a_page_of_its_own():
    hall, bar = _seating("Adam", "Berg", room="Saal"), _seating("Clausen", "Dorn", room="Kegelbahn")

    pages = read(seating.build(replace(hall, lines=(*hall.lines, *bar.lines)), order=Order.ROOM))

    assert [[word for word in page.words if word in ("Saal", "Kegelbahn")] for page in pages] == [
        ["Kegelbahn"],
        ["Saal"],
    ]


def test_three_hundred_names_stand_in_letters_that_can_be_read_on_a_wall():
    pages = read(seating.build(samples.seating_of(samples.people(300))))

    sizes = [text.size for page in pages for text in page.texts if ", " in text.text]
    assert (len(sizes), min(sizes)) == (300, 12)
    assert len(pages) <= 5


@pytest.mark.parametrize(("font_percent", "size"), [(50, 6), (100, 12), (150, 18)])
def test_letters_follow_the_font_size_asked_for(font_percent, size):
    (page,) = read(seating.build(_seating("Adam"), font_percent=font_percent))

    assert [text.size for text in page.texts if text.text == "Adam, Anna"] == [size]


def test_standings_show_rank_club_marks_rounds_penalty_total_and_tie():
    persons = samples.people(3)
    listed = samples.standings_of(persons)
    first = replace(listed.lines[0], person=replace(persons[0], club="DoKo Bremen", marks=("J", "D")))

    (page,) = read(standings.build(replace(listed, lines=(first, *listed.lines[1:]))))

    start = page.words.index("Rank")
    assert page.words[start : start + 9] == [
        "Rank",
        "Name",
        "Club",
        "R1",
        "R2",
        "R3",
        "Deduction",
        "Total",
        "Tie-break",
    ]
    assert page.words[start + 9 :][:9] == ["1.", "Öztürk, Emre", "J D", "DoKo Bremen", "70", "71", "72", "213", "2."]
    assert [word for word in page.words if word in ("−12", "3 solos")] == ["−12", "3 solos"]


def test_standings_say_of_which_penalties_only_where_there_are_some():
    lines = tuple(
        standings.StandingsLine(rank=number, person=_person(number, name), rounds=(12,), total=12, penalties=penalties)
        for number, name, penalties in ((1, "Adam", -3), (2, "Berg", 1), (3, "Carl", 0))
    )

    (page,) = read(standings.build(standings.Standings(frame=samples.frame(), lines=lines)))

    assert " ".join(page.words).count("of these penalties") == 1
    assert [word for word in page.words if word in ("−3", "+1", "+0", "0")] == ["−3", "+1"]


def test_standings_of_unplayed_rounds_and_outside_the_ranking_have_dashes():
    line = standings.StandingsLine(rank=None, person=_person(1, "Adam"), rounds=(12, None), total=12, note="guest")

    (page,) = read(standings.build(standings.Standings(frame=samples.frame(), lines=(line,))))

    assert _body(page, after="Total") == ["–", "Adam, Anna (guest)", "12", "–", "12"]


@pytest.mark.parametrize(
    ("mark", "badge", "sentence"),
    [
        (Mark.PROVISIONAL, "provisional", "Provisional, as of 2026-10-17 15:20. Objections until 15:50."),
        (Mark.POSTED, "posted", "Posted 2026-10-17 15:20. Objections until 15:50."),
        (Mark.FINAL, "final", "Final since 2026-10-17 15:20."),
    ],
)
def test_standings_say_how_binding_they_are(mark, badge, sentence):
    (page,) = read(standings.build(samples.standings_of(samples.people(4), mark=mark)))

    assert (badge in page.words, sentence in page.words) == (True, True)
    assert {"Tournament director: Anna Äpfel", "Referee: Emre Öztürk"} <= set(page.words)
    assert "Equal totals are decided by: best last round, lot." in page.words
    assert "Marks: J = Juniors" in page.words


def test_shared_rank_is_marked_as_such():
    lines = [
        standings.StandingsLine(rank=1, person=_person(number, name), rounds=(5,), total=5, shared=True)
        for number, name in ((1, "Adam"), (2, "Berg"))
    ]

    (page,) = read(standings.build(standings.Standings(frame=samples.frame(), lines=tuple(lines))))

    assert [word for word in page.words if word.startswith("=")] == ["=1.", "=1."]


def test_final_list_of_the_last_round_is_called_so():
    final = samples.standings_of(samples.people(4), mark=Mark.FINAL, frame=samples.frame(round_number=3))

    (page,) = read(standings.build(final))

    assert "Final standings" in page.words


def test_two_columns_are_taken_where_they_save_pages_and_letters_stay_large():
    persons = tuple(replace(person, club="", marks=()) for person in samples.people(50))
    lines = tuple(standings.StandingsLine(rank=1, person=person, rounds=(5,), total=5) for person in persons)
    one_round = standings.Standings(frame=samples.frame(), lines=lines)

    assert len(read(standings.build(one_round, columns=1))) == 2
    assert len(read(standings.build(one_round))) == 1


def test_pages_are_numbered_and_a_copy_begins_anew():
    pages = read(standings.build(samples.standings_of(samples.people(60)), columns=1, copies=2))

    numbers = [word for page in pages for word in page.words if word.startswith("Page ")]
    assert numbers == ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"] * 2


def test_signatures_never_stand_alone_on_the_last_page():
    for count in range(30, 45):
        pages = read(standings.build(samples.standings_of(samples.people(count)), columns=1))
        assert any(", " in text.text and text.size > 9 for text in pages[-1].texts)


def test_results_by_table_show_points_state_and_note():
    lines = tuple(
        round_results.ResultLine(position=position, person=_person(position, name), points=points)
        for position, (name, points) in enumerate((("Adam", 12), ("Berg", -3), ("Clausen", None)), start=1)
    )
    table = round_results.TableResult(table_number=7, lines=lines, room="Saal", state="open", note="Sum −3.")

    (page,) = read(round_results.build(round_results.RoundResults(frame=samples.frame(), tables=(table,))))

    assert _body(page, after="Points") == [
        "Table 7 · Saal · open",
        *("1", "Adam, Anna", "1", "12"),
        *("2", "Berg, Anna", "2", "−3"),
        *("3", "Clausen, Anna", "3", "–"),
        "Sum −3.",
    ]


def test_solo_statistics_add_up_the_field():
    (page,) = read(solos.build(samples.solo_statistics(samples.people(2))))

    assert page.words[-6:] == ["All", "2/4", "2/2", "4/6", "4", "6"]


def _meeting(first, second, *rounds):
    return cross_table.Meeting(first=first, second=second, rounds=rounds)


def test_cross_table_lists_the_others_of_each_round_and_who_met_again():
    persons = samples.people(3)
    meetings = (_meeting(1, 2, 1, 2), _meeting(1, 3, 2))
    field = cross_table.CrossTable(frame=samples.frame(), persons=persons, meetings=meetings)

    (page,) = read(cross_table.build(field, layout=cross_table.Layout.LIST))

    assert _body(page, after="met again") == [
        *("1", persons[0].listed, "2", "2, 3", "2"),
        *("2", persons[1].listed, "1", "1", "1"),
        *("3", persons[2].listed, "1"),
    ]


def test_cross_table_takes_the_square_while_it_fits_on_a_page():
    def pages(count):
        field = cross_table.CrossTable(frame=samples.frame(), persons=samples.people(count), meetings=())
        return read(cross_table.build(field))

    assert [len(pages(24)), "met again" in pages(24)[0].words, "met again" in pages(60)[0].words] == [1, False, True]


def test_prize_list_adds_up_the_money():
    (page,) = read(prizes.build(samples.prize_list(samples.people(2))))

    assert page.words[-2:] == ["Money handed out: €171.00.", "To share out were: €600.00."]


def test_receipts_stand_four_to_a_page():
    receipt = prizes.Receipt(frame=samples.frame(), person=_person(1, "Adam"), place="1. place", cents=5_000, number=3)

    pages = read(prizes.build_receipts([receipt] * 5))

    assert [page.words.count("€50.00") for page in pages] == [4, 1]
    assert "has received: 1. place" in pages[0].words


def test_cash_report_says_what_must_be_in_the_box():
    report = samples.cash_report(samples.people(4))

    pages = read(cash.build(report))

    assert cash.expected_cents(report) == 2 * 1_200 + 4 * 150 + 10_000 - 20_000
    start = pages[0].words.index("Must be in the box")
    assert pages[0].words[start : start + 6] == [
        "Must be in the box",
        "−€70.00",
        f"Counted by {report.counted_by}",
        "€10.00",
        "Difference: too much",
        "€80.00",
    ]


@pytest.mark.parametrize(
    ("counted", "words"),
    [(-7_000, ["Difference", "€0.00"]), (-7_001, ["Difference: too little", "−€0.01"])],
)
def test_cash_report_says_in_words_which_way_the_difference_goes(counted, words):
    report = replace(samples.cash_report(samples.people(4)), counted_cents=counted)

    drawn = read(cash.build(report))[0].words

    assert drawn[drawn.index(words[0]) : drawn.index(words[0]) + 2] == words


def test_cash_report_counts_only_who_had_to_pay():
    fees = tuple(
        cash.FeeLine(person=_person(number, "Adam"), state=cash.FeeState.PAID, due_cents=due, donation_cents=100)
        for number, due in ((1, 1_200), (2, 0))
    )

    drawn = read(cash.build(cash.CashReport(frame=samples.frame(), fees=fees)))[0].words

    assert "Fees paid (1 persons)" in drawn


def test_report_without_incidents_says_so():
    report = referee_report.RefereeReport(frame=samples.frame(), incidents=(), referee="Uwe", director="Ida")

    (page,) = read(referee_report.build(report))

    assert page.words[-3:] == ["No incident was claimed.", "Referee: Uwe", "Tournament director: Ida"]


def test_frame_of_a_page_names_event_round_day_place_and_time():
    (page,) = read(seating.build(_seating("Adam"), paper=Paper.A5))

    assert page.words[:4] == ["Round (of 3)", "2", "Herbstturnier der Doppelkopffreunde", "Seating by name"]
    assert page.words[4 : 4 + FOOT] == ["2026-10-17 · Münster", "Printed 2026-10-17 13:42", "Page 1 of 1"]
