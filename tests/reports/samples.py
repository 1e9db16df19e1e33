"""Invented persons and one example of every paper, for any names."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from io import BytesIO

from PIL import Image

from tournament.reports import (
    cash,
    certificates,
    cross_table,
    name_badges,
    prizes,
    qr_poster,
    referee_report,
    round_results,
    rule_sheet,
    score_sheets,
    season,
    seat_cards,
    seating,
    solos,
    standings,
    table_signs,
    workbook,
)
from tournament.reports.page import Frame, Paper
from tournament.reports.people import Person

URL = "http://192.168.178.20:8000/herbst/"
USUAL = ("Äpfel", "Öztürk", "Żółć", "Dvořák", "Großmann", "Yıldız", "Şahin", "Řezníček")
FORTY_FIVE = ("Freifrau von Müller-Lüdenscheidt-Wanne-Eickel",)
EIGHTY = ("Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenkassenverwaltungsangestel",)
MARKUP = ("<b>&\"'</b>", "♣♠♥♦-König", "=2+3", "-Minus")
NAMES = {"usual": USUAL, "45 letters": FORTY_FIVE, "80 letters": EIGHTY, "markup": MARKUP}
FIRST_NAMES = ("Anna", "Emre", "Łucja", "Karl-Heinz Günther", "Čeněk", "Ida")
CLUBS = ("DoKo Bremen", "", "Doppelkopffreunde Münster-Hiltrup 1987 e. V.", "♣-Damen Kassel")


def people(count: int, surnames: Sequence[str] = USUAL) -> tuple[Person, ...]:
    return tuple(
        Person(
            number=number,
            surname=surnames[number % len(surnames)],
            first_name=FIRST_NAMES[number % len(FIRST_NAMES)],
            club=CLUBS[number % len(CLUBS)],
            marks=("J",) if number % 7 == 0 else (),
        )
        for number in range(1, count + 1)
    )


def frame(**changes: object) -> Frame:
    values: dict[str, object] = {
        "event": "Herbstturnier der Doppelkopffreunde",
        "day": date(2026, 10, 17),
        "place": "Münster",
        "round_number": 2,
        "rounds": 3,
        "printed_at": datetime(2026, 10, 17, 13, 42),
    }
    return Frame(**{**values, **changes})


def logo() -> bytes:
    out = BytesIO()
    Image.new("RGBA", (30, 20), (20, 90, 40, 255)).save(out, "PNG")
    return out.getvalue()


def score_sheet(persons: Sequence[Person], **changes: object) -> score_sheets.ScoreSheet:
    five = len(persons) == 5
    values: dict[str, object] = {
        "frame": frame(),
        "table_number": 7,
        "seats": tuple(
            score_sheets.SeatLine(position=position, person=person) for position, person in enumerate(persons, start=1)
        ),
        "games": 30 if five else 24,
        "mandatory_solos": len(persons),
        "minutes": 125 if five else 100,
        "code": "02-07-4711",
    }
    return score_sheets.ScoreSheet(**{**values, **changes})


def typed_rows(seats: int, games: int, mandatory: int) -> tuple[score_sheets.Row, ...]:
    """Rows as a table plays them: the dealer of a table of five sits out, the last normal game is struck."""
    rows = []
    for number in range(1, games + 1):
        dealer = (number - 1) % seats + 1
        solo = number > games - mandatory
        active = [seat for seat in range(seats) if seats == 4 or seat != dealer - 1]
        if number == games - mandatory:
            rows.append(score_sheets.Row(number=number, dealer=dealer, struck=True))
            continue
        value = number % 7 + 1
        winners = active[:1] if solo else active[number % 3 : number % 3 + 2]
        points = [None if seat not in active else value if seat in winners else -value for seat in range(seats)]
        if solo:
            points[active[0]] = 3 * value
        rows.append(
            score_sheets.Row(
                number=number,
                points=tuple(points),
                value=value,
                winners=tuple(seat + 1 for seat in winners),
                dealer=dealer,
                mandatory=solo,
                label="♣" if solo else "Hochzeit" if number == 5 else "",
            )
        )
    return tuple(rows)


def standings_of(persons: Sequence[Person], *, rounds: int = 3, **changes: object) -> standings.Standings:
    lines = []
    for index, person in enumerate(persons):
        points = tuple(None if (index + number) % 9 == 8 else 70 - 4 * index + number for number in range(rounds))
        deductions = -12 if index == 1 else 0
        total = sum(value or 0 for value in points) + deductions
        lines.append(
            standings.StandingsLine(
                rank=index + 1,
                person=person,
                rounds=points,
                total=total,
                deductions=deductions,
                tie="3 solos" if index == 2 else "",
            )
        )
    values: dict[str, object] = {
        "frame": frame(),
        "lines": tuple(lines),
        "mark": standings.Mark.POSTED,
        "marked_at": datetime(2026, 10, 17, 15, 20),
        "objections_until": datetime(2026, 10, 17, 15, 50),
        "director": "Anna Äpfel",
        "referee": "Emre Öztürk",
        "tie_order": ("best last round", "lot"),
        "categories": (("J", "Juniors"),),
    }
    return standings.Standings(**{**values, **changes})


def seating_of(persons: Sequence[Person], *, room: str = "") -> seating.Seating:
    lines = tuple(
        seating.SeatingLine(person=person, table_number=index // 4 + 1, position=index % 4 + 1, room=room)
        for index, person in enumerate(persons[:-1])
    )
    sits_out = seating.SeatingLine(person=persons[-1], table_number=None, position=None)
    return seating.Seating(frame=frame(), lines=(*lines, sits_out), note="Round 2 begins at 14:15.")


def cards_of(persons: Sequence[Person], *, rounds: int = 1) -> list[seat_cards.SeatCard]:
    return [
        seat_cards.SeatCard(
            frame=frame(),
            person=person,
            url=URL,
            seats=tuple(
                seat_cards.SeatAt(table_number=index // 4 + 1, position=index % 4 + 1, round_number=number, room="Saal")
                for number in range(1, rounds + 1)
            ),
        )
        for index, person in enumerate(persons)
    ]


def _results(persons: Sequence[Person]) -> round_results.RoundResults:
    tables = tuple(
        round_results.TableResult(
            table_number=start // 4 + 1,
            state="open" if start else "",
            note="" if start else "The totals add up to −3; accepted by the director.",
            lines=tuple(
                round_results.ResultLine(position=position, person=person, points=position * 7 - 20, mandatory_solos=1)
                for position, person in enumerate(persons[start : start + 4], start=1)
            ),
        )
        for start in range(0, len(persons), 4)
    )
    return round_results.RoundResults(frame=frame(), tables=tables)


def solo_statistics(persons: Sequence[Person]) -> solos.SoloStatistics:
    counts = (
        solos.SoloCount(played=2, won=1, points=-6),
        solos.SoloCount(),
        solos.SoloCount(played=1, won=1, points=9),
    )
    lines = tuple(solos.SoloLine(person=person, by_kind=counts, mandatory=2) for person in persons)
    return solos.SoloStatistics(frame=frame(), kinds=("♣", "♥", "Queens"), lines=lines)


def meetings(persons: Sequence[Person]) -> cross_table.CrossTable:
    meetings = [
        cross_table.Meeting(first=first, second=second, rounds=(1, 2) if second == first + 2 else (1,))
        for first in range(1, len(persons) + 1)
        for second in range(first + 1, min(first + 4, len(persons) + 1))
    ]
    return cross_table.CrossTable(frame=frame(), persons=tuple(persons), meetings=tuple(meetings))


def _certificate(person: Person) -> certificates.Certificate:
    return certificates.Certificate(
        event="Herbstturnier der Doppelkopffreunde",
        name=person.spoken,
        rank=1,
        club=person.club,
        points=142,
        category="Juniors",
        place="Münster",
        day=date(2026, 10, 17),
        signatures=(("Anna Äpfel", "Director"), ("Emre Öztürk", "Referee")),
    )


def prize_list(persons: Sequence[Person]) -> prizes.PrizeList:
    lines = tuple(
        prizes.PrizeLine(
            place=f"{index}. place",
            person=person,
            prize="A basket of ham and cheese" if index % 2 else "",
            cents=10_050 - index * 1_000,
        )
        for index, person in enumerate(persons[:8], start=1)
    )
    return prizes.PrizeList(frame=frame(), lines=lines, pot_cents=60_000)


def _receipts(persons: Sequence[Person]) -> list[prizes.Receipt]:
    return [
        prizes.Receipt(
            frame=frame(), person=person, place="1. place", prize="A basket of ham", cents=10_000, number=number
        )
        for number, person in enumerate(persons[:5], start=1)
    ]


def cash_report(persons: Sequence[Person]) -> cash.CashReport:
    states = (cash.FeeState.PAID, cash.FeeState.PAID, cash.FeeState.OPEN, cash.FeeState.WAIVED)
    fees = tuple(
        cash.FeeLine(
            person=person, state=states[index % 4], due_cents=1_200, kind="full", loss_cents=150, donation_cents=0
        )
        for index, person in enumerate(persons)
    )
    items = (cash.CashItem(text="Change", cents=10_000), cash.CashItem(text="Prizes", cents=-20_000))
    return cash.CashReport(frame=frame(), fees=fees, items=items, counted_cents=1_000, counted_by=persons[0].spoken)


def incidents_of(persons: Sequence[Person]) -> referee_report.RefereeReport:
    incident = referee_report.Incident(
        number=1,
        round_number=2,
        table_number=7,
        game_number=13,
        happened_at=datetime(2026, 10, 17, 14, 32),
        claimant=persons[0].spoken,
        offender=persons[1].spoken,
        kind="minor",
        section="TSR 9.3.2",
        facts="Hearts were not followed in the third trick. " * 12,
        decision="Three penalty points.",
        points=tuple(referee_report.PointsLine(person=person, points=-3) for person in persons[:4]),
        extra=((7, 4),),
        referee=persons[2].spoken,
        court=tuple(person.spoken for person in persons[:3]),
    )
    return referee_report.RefereeReport(frame=frame(), incidents=(incident,) * 6, referee=persons[2].spoken)


def rule_settings(**changes: object) -> rule_sheet.RuleSettings:
    values: dict[str, object] = {
        "rounds": 3,
        "games_at_four": 24,
        "games_at_five": 30,
        "minutes_at_four": 100,
        "minutes_at_five": 125,
        "mandatory_solos": 1,
    }
    return rule_sheet.RuleSettings(**{**values, **changes})


def _poster() -> qr_poster.Poster:
    return qr_poster.Poster(
        event="Herbstturnier der Doppelkopffreunde",
        heading="Where do I sit?",
        url=URL,
        sentences=("Point your phone here.",),
        network="Doko-Saal",
        password="kreuzdame",
    )


def _filled(persons: Sequence[Person], form: score_sheets.Form, *, games: int) -> score_sheets.ScoreSheet:
    seats = len(persons)
    return score_sheet(
        persons,
        form=form,
        games=games,
        rows=typed_rows(seats, games, seats),
        penalties=(f"{persons[0].spoken} −3",),
        extra_minutes=5,
    )


def _sheets(persons: Sequence[Person]) -> list[score_sheets.ScoreSheet]:
    rubric, played = score_sheets.Form.RUBRIC, score_sheets.Form.PLAYED
    return [
        score_sheet(persons[:4]),
        score_sheet(persons[:5]),
        score_sheet(persons[4:8], form=played),
        _filled(persons[:4], rubric, games=24),
        _filled(persons[:5], rubric, games=30),
        _filled(persons[:5], played, games=30),
        _filled(persons[:4], rubric, games=60),
    ]


def season_of(persons: Sequence[Person], *, evenings: int = 5) -> season.SeasonList:
    """A season of which the best three count."""
    return season.SeasonList(
        frame=frame(),
        days=tuple(date(2026, 1 + evening, 12) for evening in range(evenings)),
        lines=tuple(
            season.SeasonLine(
                rank=index,
                shared=False,
                person=person,
                cells=tuple(
                    (None if evening == index % 5 else 40 - 9 * evening, evening < 3) for evening in range(evenings)
                ),
                total=120 - index,
            )
            for index, person in enumerate(persons, start=1)
        ),
        best=3,
    )


Maker = Callable[[tuple[Person, ...]], bytes]
PAPERS: dict[str, Maker] = {
    "score sheets": lambda persons: score_sheets.build(_sheets(persons)),
    "score sheets, two per page": lambda persons: score_sheets.build(_sheets(persons), per_page=2),
    "score sheets, large letters": lambda persons: score_sheets.build(_sheets(persons), font_percent=130),
    "seating by name": lambda persons: seating.build(seating_of(persons)),
    "seating by name, A5": lambda persons: seating.build(seating_of(persons, room="Saal"), paper=Paper.A5),
    "seating by table, A5": lambda persons: seating.build(
        seating_of(persons, room="Saal"), order=seating.Order.TABLE, paper=Paper.A5
    ),
    "seating by table": lambda persons: seating.build(seating_of(persons), order=seating.Order.TABLE),
    "seating by room": lambda persons: seating.build(seating_of(persons, room="Saal"), order=seating.Order.ROOM),
    "standings": lambda persons: standings.build(standings_of(persons)),
    "standings, two columns": lambda persons: standings.build(standings_of(persons), columns=2),
    "standings, eight rounds": lambda persons: standings.build(
        standings_of(persons, rounds=8), paper=Paper.A4_LANDSCAPE, font_percent=130
    ),
    "season list": lambda persons: season.build(season_of(persons)),
    "season list, twelve evenings": lambda persons: season.build(season_of(persons, evenings=12)),
    "results by table": lambda persons: round_results.build(_results(persons)),
    "solo statistics": lambda persons: solos.build(solo_statistics(persons)),
    "cross table, square": lambda persons: cross_table.build(meetings(persons), layout=cross_table.Layout.SQUARE),
    "cross table, list": lambda persons: cross_table.build(meetings(persons), layout=cross_table.Layout.LIST),
    "seat cards": lambda persons: seat_cards.build(cards_of(persons)),
    "seat cards, seven rounds": lambda persons: seat_cards.build(cards_of(persons, rounds=7)),
    "name badges": lambda persons: name_badges.build(
        [name_badges.NameBadge(frame=frame(), person=person, role="Director") for person in persons]
    ),
    "table signs": lambda persons: table_signs.build(_signs(persons)),
    "table signs, two per page": lambda persons: table_signs.build(_signs(persons), per_page=2),
    "table signs, four per page": lambda persons: table_signs.build(_signs(persons), per_page=4),
    "certificates": lambda persons: certificates.build([_certificate(person) for person in persons[:3]], logo=logo()),
    "certificates, across": lambda persons: certificates.build(
        [_certificate(person) for person in persons[:3]], landscape=True
    ),
    "certificates, plain": lambda persons: certificates.build(
        [_certificate(person) for person in persons[:3]], design=certificates.Design.PLAIN, logo=logo()
    ),
    "prize list": lambda persons: prizes.build(prize_list(persons)),
    "prize list, A5": lambda persons: prizes.build(prize_list(persons), paper=Paper.A5),
    "receipts": lambda persons: prizes.build_receipts(_receipts(persons)),
    "cash report": lambda persons: cash.build(cash_report(persons)),
    "referee's report": lambda persons: referee_report.build(incidents_of(persons)),
    "rule sheet": lambda persons: rule_sheet.build(_rules(persons)),
    "rule sheet, A5": lambda persons: rule_sheet.build(_rules(persons), paper=Paper.A5),
    "poster": lambda _persons: qr_poster.build([_poster()]),
    "poster, A5 across": lambda _persons: qr_poster.build([_poster()], paper=Paper.A5_LANDSCAPE),
}


def _rules(persons: Sequence[Person]) -> rule_sheet.RuleSheet:
    settings = rule_settings(director=persons[0].spoken, referee=persons[1].spoken)
    return rule_sheet.RuleSheet(frame=frame(), sections=rule_sheet.compose(settings))


def _signs(persons: Sequence[Person]) -> list[table_signs.TableSign]:
    return [
        table_signs.TableSign(frame=frame(), table_number=1, persons=tuple(persons[:4])),
        table_signs.TableSign(frame=frame(), table_number=123, room="Saal", persons=tuple(persons[4:9])),
    ]


def table_lines(persons: Sequence[Person]) -> tuple[workbook.TableLine, ...]:
    """Two rounds of the same tables: rows typed in the first, totals alone in the second, the last sheet still out."""
    lines = []
    for round_number in (1, 2):
        for start in range(0, len(persons), 4):
            seated = tuple(persons[start : start + 4])
            rows = typed_rows(4, 24, 4)
            totals = tuple(sum(row.points[seat] or 0 for row in rows if row.points) for seat in range(4))
            out = round_number == 2 and start + 4 >= len(persons)
            lines.append(
                workbook.TableLine(
                    round_number=round_number,
                    table_number=start // 4 + 1,
                    persons=seated,
                    totals=() if out else totals,
                    games=tuple(_game_line(row) for row in rows) if round_number == 1 else (),
                    mandatory_solos=() if round_number == 1 else (1, 1, 1, 1),
                    state="out" if out else "confirmed",
                    extra_minutes=5 if start == 0 else 0,
                )
            )
    return tuple(lines)


def _game_line(row: score_sheets.Row) -> workbook.GameLine:
    return workbook.GameLine(
        number=row.number,
        kind="solo" if row.mandatory else "normal",
        points=row.points,
        dealer=row.dealer,
        soloist=1 if row.mandatory else None,
        mandatory=row.mandatory,
        struck=row.struck,
        value=row.value,
        note="=1+1" if row.number == 2 else "",
    )


def participant_lines(persons: Sequence[Person]) -> tuple[workbook.ParticipantLine, ...]:
    return tuple(
        workbook.ParticipantLine(
            person=person,
            state="here",
            fee_cents=1_250,
            fee_state="paid",
            registered_at=datetime(2026, 10, 1, 9, 30),
        )
        for person in persons
    )


def penalty_lines(persons: Sequence[Person]) -> tuple[workbook.PenaltyLine, ...]:
    return tuple(
        workbook.PenaltyLine(
            round_number=1, table_number=1, person=person, points=points, reason="revoke", section="TSR 9.3"
        )
        for person, points in zip(persons[:4], (-3, 1, 1, 1), strict=True)
    )


def workbook_of(persons: Sequence[Person]) -> workbook.Workbook:
    return workbook.Workbook(
        frame=frame(),
        standings=standings_of(persons),
        tables=table_lines(persons),
        participants=participant_lines(persons),
        penalties=penalty_lines(persons),
    )
