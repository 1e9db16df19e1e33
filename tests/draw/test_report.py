"""The report before publishing: who meets again, turns, the bound, seats, unmet wishes."""

from dataclasses import replace

from tests.draw.fields import after, draw_all, entrants
from tournament.draw import draw_round, report
from tournament.draw.values import (
    OPEN_SEAT,
    Again,
    Entrant,
    Figures,
    Fives,
    History,
    PlayedRound,
    Rest,
    SeatAgain,
    Settings,
    TablePlan,
    Tie,
    Turn,
    Unmet,
)

EIGHT = entrants(8)
FIRST = (TablePlan(number=1, players=(1, 2, 3, 4)), TablePlan(number=2, players=(5, 6, 7, 8)))
SECOND = (TablePlan(number=1, players=(1, 2, 5, 6)), TablePlan(number=2, players=(8, 7, 4, 3)))


def test_report_names_who_meets_again_and_when_before():
    history = History(rounds=(PlayedRound(tables=FIRST), PlayedRound(tables=SECOND)))

    found = report(tables=FIRST, entrants=EIGHT, history=history, settings=Settings())

    assert found.repeats == (
        Again(first=1, second=2, table=1, before=(1, 2)),
        Again(first=1, second=3, table=1, before=(1,)),
        Again(first=1, second=4, table=1, before=(1,)),
        Again(first=2, second=3, table=1, before=(1,)),
        Again(first=2, second=4, table=1, before=(1,)),
        Again(first=3, second=4, table=1, before=(1, 2)),
        Again(first=5, second=6, table=2, before=(1, 2)),
        Again(first=5, second=7, table=2, before=(1,)),
        Again(first=5, second=8, table=2, before=(1,)),
        Again(first=6, second=7, table=2, before=(1,)),
        Again(first=6, second=8, table=2, before=(1,)),
        Again(first=7, second=8, table=2, before=(1, 2)),
    )
    assert [(pair.first, pair.second) for pair in found.thirds] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert found.figures == Figures(
        musts=0, thirds=4, repeats=20, moved=0, five=0, rests=0, club=0, seats=12, tables=16
    )


def test_report_counts_positions_and_tables_held_again():
    history = History(rounds=(PlayedRound(tables=FIRST),))

    found = report(tables=SECOND, entrants=EIGHT, history=history, settings=Settings())

    assert found.seats == (SeatAgain(id=1, number=1, times=2), SeatAgain(id=2, number=2, times=2))
    assert found.numbers == (
        SeatAgain(id=1, number=1, times=2),
        SeatAgain(id=2, number=1, times=2),
        SeatAgain(id=8, number=2, times=2),
        SeatAgain(id=7, number=2, times=2),
    )


def test_report_says_that_fewer_repeats_are_impossible():
    draws = draw_all(entrants(17), Settings(rounds=3))

    assert [(draw.report.bound, len(draw.report.repeats)) for draw in draws] == [(0, 0), (1, 1), (2, 2)]


def test_report_of_a_perfect_round():
    draw = draw_round(entrants=entrants(24), history=History(), settings=Settings(), seed=1)

    assert (draw.report.best_possible, draw.report.bound, draw.report.seated, draw.report.tables) == (True, 0, 24, 6)


def test_report_names_club_team_and_pair():
    field = [
        Entrant(id=1, club="Herz"),
        Entrant(id=2, club="Herz"),
        Entrant(id=3, team="Buben"),
        Entrant(id=4, team="Buben"),
    ]

    found = report(tables=FIRST[:1], entrants=field, history=History(), settings=Settings())

    assert found.unmet == (
        Unmet(first=1, second=2, table=1, tie=Tie.CLUB, name="Herz"),
        Unmet(first=3, second=4, table=1, tie=Tie.TEAM, name="Buben"),
    )
    assert not found.best_possible


def test_report_counts_turns():
    first = (TablePlan(number=1, players=(1, 2, 3, 4, 5)),)
    history = History(rounds=(PlayedRound(tables=first, sitting_out=(6,)),))
    second = (TablePlan(number=1, players=(2, 6, 3, 4, 5)),)

    found = report(tables=second, entrants=entrants(6), history=history, settings=Settings(), sitting_out=(1,))

    assert found.turns == (
        Turn(id=1, fives=1, rests=1),
        Turn(id=2, fives=2, rests=0),
        Turn(id=3, fives=2, rests=0),
        Turn(id=4, fives=2, rests=0),
        Turn(id=5, fives=2, rests=0),
        Turn(id=6, fives=1, rests=1),
    )


def test_who_takes_a_seat_over_met_the_table_but_not_the_one_who_left():
    table = TablePlan(number=1, players=(1, 2, 3, 4), joined=((2, 9),))
    history = History(rounds=(PlayedRound(tables=(table,)),))
    now = (TablePlan(number=1, players=(2, 9, 5, 6)), TablePlan(number=2, players=(9, 1, 7, 8)))

    found = report(tables=now[:1], entrants=entrants(9), history=history, settings=Settings())
    other = report(tables=now[1:], entrants=entrants(9), history=history, settings=Settings())

    assert found.repeats == ()
    assert other.repeats == (Again(first=1, second=9, table=2, before=(1,)),)


def test_draw_respects_a_seat_taken_over_in_mid_round():
    tables = (
        TablePlan(number=1, players=(1, 2, 3, 4), joined=((2, 17),)),
        *(TablePlan(number=2 + group, players=tuple(range(5 + 4 * group, 9 + 4 * group))) for group in range(3)),
    )
    field = [entrant for entrant in entrants(17) if entrant.id != 2]

    draw = draw_round(
        entrants=field, history=History(rounds=(PlayedRound(tables=tables),)), settings=Settings(rounds=2), seed=1
    )

    assert draw.report.repeats == ()


def test_open_seats_are_nobody():
    tables = (replace(FIRST[0], players=(1, OPEN_SEAT - 1, 3, 4)), FIRST[1])

    found = report(tables=tables, entrants=EIGHT, history=History(), settings=Settings())

    assert (found.seated, found.tables) == (7, 2)
    assert {number for turn in found.turns for number in (turn.id,)} == set()


def test_people_who_left_stay_in_the_figures():
    first = draw_all(entrants(16), Settings(rounds=1))[0]

    found = report(tables=first.tables, entrants=entrants(15), history=after(first), settings=Settings())

    assert found.figures.repeats == 24


def test_two_fillers_at_one_table_are_named():
    table = (TablePlan(number=1, players=(-1, -2, 3, 4)),)

    found = report(
        tables=table, entrants=entrants(4), history=History(), settings=Settings(fives=Fives.NEVER, rest=Rest.FILLER)
    )

    assert found.unmet == (Unmet(first=-2, second=-1, table=1, tie=Tie.FILLER),)
