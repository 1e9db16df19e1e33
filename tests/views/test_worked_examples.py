"""P01–P24, F1–F3 and D1–D8 on the pages: the referee's form, the sheet, the list of standings."""

import re

import pytest
from django.urls import reverse

from tests.builders import client_for, make_actor, make_round, make_tournament, tables_of
from tests.worked_examples import DEALS, FIVES, PENALTIES, line_of, row_of_penalty, stated
from tournament.forms.sheets import fields_of_record
from tournament.models import Incident, Seat, Table
from tournament.roles import Role

pytestmark = pytest.mark.django_db


class Desk:
    """One table, with a browser for the referee and one for the director."""

    def __init__(self, seats: int = 4, **values) -> None:
        base = {"form": "played", "games_four": 1, "games_five": 1, "check_rows": "refuse"}
        self.tournament = make_tournament(**{**base, **values})
        director = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=seats, by=director)
        self.people = [s.participant for s in Seat.objects.filter(round=self.round).order_by("position")]
        self.director = client_for(director)
        self.referee = client_for(make_actor(self.tournament, Role.REFEREE))

    def url(self, name: str, *more: int) -> str:
        return reverse(name, args=[self.tournament.slug, 1, 1, *more])

    def claim(self, values) -> None:
        """Fill in the referee's form and send it."""
        typed = {name: value for name, value in values.items() if value is not None}
        typed |= {name: self.people[values[name] - 1].pk for name in ("offender", "soloist") if values.get(name)}
        if "can_hurt" in typed:
            typed["can_hurt"] = "1" if typed["can_hurt"] else "0"
        fields = {"kind": "normal", "game_number": 1, "reason": "Reklamation", "signed_by": "R. Echt", **typed}
        answer = self.referee.post(self.url("incident_new"), fields)
        assert (answer.status_code, answer.url) == (302, reverse("incidents", args=[self.tournament.slug]))

    def type(self, rows) -> None:
        """Type rows in the way of points and finish the sheet."""
        table = tables_of(self.round)[1]
        fields = {f"row-{number}": text for number, text in enumerate(rows, start=1)}
        answer = self.director.post(
            self.url("sheet_finish"), {**fields, "way": "points", "version": Table.objects.get(pk=table.pk).version}
        )
        assert answer.status_code == 302

    def totals(self) -> list[str]:
        """The totals in the list of standings, in the order of the seats."""
        page = self.director.get(reverse("standings", args=[self.tournament.slug])).content.decode()
        rows = page.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
        found = {name: re.search(r'class="total[^"]*">([^<]*)<', row) for row in rows for name in self.named(row)}
        return [total[1] if (total := found[person.name]) else "" for person in self.people]

    def named(self, row: str) -> list[str]:
        return [person.name for person in self.people if f">{person.name}<" in row]

    def lines(self) -> list[list[str]]:
        """The list of standings as it is read, in the order of the seats: each line as its cells."""
        page = self.director.get(reverse("standings", args=[self.tournament.slug])).content.decode()
        body = page.split("<tbody>")[1].split("</tbody>")[0]
        rows = [
            [" ".join(re.sub(r"<[^>]+>", "", cell).split()) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
            for row in body.split("<tr")[1:]
        ]
        by_name = {row[1]: row for row in rows}
        return [by_name[person.name] for person in self.people]


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_penalty_is_claimed_typed_and_stands_in_the_list(case):
    desk = Desk(depth="rows")
    for values in stated(case):
        desk.claim(values)

    desk.type([row_of_penalty(case), *(["0"] if case["kind"] == "not_played" else [])])

    sheet = desk.director.get(desk.url("sheet")).context["paper"]
    penalties = [row - game for row, game in zip(case["row_total"], case["points"] or [0] * 4, strict=True)]
    assert desk.totals() == [signed(total) for total in case["total"]]
    assert [cell.penalty for cell in sheet.lines[0].cells] == penalties
    assert Incident.objects.count() == len(stated(case))


def test_list_of_standings_says_of_which_penalties_and_which_deduction():
    desk = Desk(depth="rows")
    desk.claim({"offender": 2, "breach": "minor"})
    desk.claim({"offender": 3, "breach": "unsportsmanlike", "deduction": 3})

    desk.type(["0"])

    # number, round, of these penalties, deduction, total
    assert [[line[2], *line[4:8]] for line in desk.lines()] == [
        ["1", "+1", "+1", "", "+1"],
        ["2", "−3", "−3", "", "−3"],
        ["3", "+1", "+1", "−3", "−2"],
        ["4", "+1", "+1", "", "+1"],
    ]


def test_full_games_of_a_table_of_five_are_typed_on_their_pages():
    desk = Desk(seats=5, depth="full", games_five=5)
    nothing = {**FIVES[0]["record"], "re": [2, 3], "re_card_points": 121, "kontra_extras": ["fuchs"]}
    records = {case["dealer"]: case["record"] for case in FIVES}

    for number in range(1, 6):
        record = records.get(number, {**nothing, "sits_out": number})
        fields = {name: value for name, value in fields_of_record(record).items() if value is not None}
        assert desk.director.post(desk.url("sheet_game", number), fields).status_code == 302

    sheet = desk.director.get(desk.url("sheet")).context["paper"]
    cells = {line.number: [cell.main or 0 for cell in line.cells] for line in sheet.lines}
    assert {case["id"]: cells[case["dealer"]] for case in FIVES} == {case["id"]: case["points"] for case in FIVES}


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["id"])
def test_sheet_on_the_page_shows_dealer_and_who_owes_a_solo(case):
    desk = Desk(
        seats=case["seats"],
        depth="rows",
        games_four=case["games"],
        games_five=case["games"],
        mandatory_solos=case["mandatory"],
    )
    Table.objects.update(time_over=case["time_over"])
    rows = {f"row-{number}": line_of(row) for number, row in enumerate(case["rows"], start=1)}

    desk.director.post(desk.url("sheet_rows"), {**rows, "way": "points"})

    sheet = desk.director.get(desk.url("sheet")).context["paper"]
    expected = case["expected"]
    assert [line.dealer for line in sheet.lines][: len(case["rows"])] == expected["dealers"]
    assert sheet.deals_next == (expected["next"]["dealer"] if expected["next"] else None)
