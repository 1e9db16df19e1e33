"""The pages on which a confirmed sheet is corrected or reopened."""

import pytest

from scoring.errors import Problem
from tests.builders import NOW, client_for, make_round, type_rows, type_totals
from tests.views.sheet_desk import ROWS, Desk, page
from tournament.messages import text
from tournament.models import Game, JournalEntry, Participant, Seat
from tournament.prizes import For, PrizeLine, as_json
from tournament.queries.sheets import sheet_data
from tournament.records import written_totals
from tournament.services.confirmation import reopen_sheet
from tournament.services.publications import publish_standings
from tournament.services.sheet_rows import shown
from tournament.services.sheets import finish_sheet

pytestmark = pytest.mark.django_db

FULL = {**ROWS, "depth": "full", "games_four": 2, "second_person": False}
GAME = {"kind": "normal", "re": "13", "re_card_points": "151"}


class Corrected:
    """A desk with a confirmed sheet and the browser of a director."""

    def __init__(self, desk):
        self.desk = desk
        self.client = client_for(desk.director)

    def post(self, action, **fields):
        """Send the page; before it is saved it is looked at, as the page asks for."""
        values = {"version": self.desk.table().version, **fields}
        if action == "save" and "looked_at" not in fields:
            seen = self.client.post(self.desk.url("sheet_correct"), {**values, "action": "preview"})
            values["looked_at"] = seen.context.get("looked_at", "")
        return self.client.post(self.desk.url("sheet_correct"), {**values, "action": action})

    def open(self, number, **fields):
        return self.client.post(
            self.desk.url("sheet_correct"), {"version": self.desk.table().version, **fields, "open": number}
        )


def full_sheet(games=2):
    desk = Desk(**{**FULL, "games_four": games})
    for number in range(1, games + 1):
        desk.client.post(desk.url("sheet_game", 1, number), {**GAME, "was": ""})
    finish_sheet(table=desk.tables[1], by=desk.clerk, now=NOW)
    return Corrected(desk)


def fields_of(*numbers, was=None, **values):
    """The fields of open games, with other values than those that stand on the sheet."""
    there = {game.number: shown(game) for game in Game.objects.filter(number__in=numbers)}
    fields = {"games": list(numbers)}
    for number in numbers:
        fields[f"was-{number}"] = there[number] if was is None else was
        fields |= {f"g{number}-{name}": value for name, value in {**GAME, **values}.items()}
    return fields


def card_points():
    return [game.record["re_card_points"] for game in Game.objects.order_by("number")]


def test_full_game_is_chosen_shown_and_corrected_with_its_consequences():
    desk = full_sheet()

    opened = desk.open(2)
    fields = fields_of(2, re_card_points="181")
    shown_first = desk.post("preview", **fields)
    refused = desk.post("save", **fields)
    saved = desk.post("save", **fields, reason="Augen verlesen")

    assert [(game.number, game.form.initial["re_card_points"]) for game in opened.context["games"]] == [(2, 151)]
    assert [(m.participant.number, m.total_after) for m in shown_first.context["consequences"].moved] == [
        (1, 5),
        (3, 5),
        (2, -5),
        (4, -5),
    ]
    assert (refused.status_code, saved.status_code) == (422, 302)
    assert card_points() == [151, 181]
    assert JournalEntry.objects.get(what="sheet_corrected").reason == "Augen verlesen"


def test_several_full_games_are_corrected_in_one_step_with_one_look_at_what_they_change():
    desk = full_sheet(games=3)

    first = desk.open(1)
    second = desk.open(3, **fields_of(1, re_card_points="181"))
    fields = fields_of(1, 3, re_card_points="181")
    looked_at = desk.post("preview", **fields)
    desk.post("save", **fields, reason="Augen verlesen")

    assert [game.number for game in first.context["games"]] == [1]
    assert [(game.number, game.form["re_card_points"].value()) for game in second.context["games"]] == [
        (1, "181"),
        (3, 151),
    ]
    assert [(m.participant.number, m.total_before, m.total_after) for m in looked_at.context["consequences"].moved] == [
        (1, 6, 8),
        (3, 6, 8),
        (2, -6, -8),
        (4, -6, -8),
    ]
    assert card_points() == [181, 151, 181]
    assert JournalEntry.objects.filter(what="sheet_corrected").count() == 1


def test_open_game_is_left_as_it_was_and_the_others_keep_what_was_typed():
    desk = full_sheet()

    response = desk.client.post(
        desk.desk.url("sheet_correct"),
        {**fields_of(1, 2, re_card_points="181"), "version": desk.desk.table().version, "leave": "1"},
    )

    assert response.status_code == 200
    assert [(game.number, game.form["re_card_points"].value()) for game in response.context["games"]] == [(2, "181")]


def test_opening_a_game_keeps_what_was_typed_at_the_foot_and_the_reason():
    desk = full_sheet()

    response = desk.open(2, **{"row-foot-1": "4", "was-foot-1": "", "reason": "Augen verlesen"})

    assert response.context["paper"].foot[0].unsaved == "4"
    assert 'value="Augen verlesen"' in page(response)


def test_what_was_typed_after_the_look_is_shown_again_before_it_is_saved():
    desk = full_sheet()
    seen = desk.post("preview", **fields_of(2, re_card_points="181")).context["looked_at"]

    again = desk.post("save", **fields_of(2, re_card_points="211"), reason="so", looked_at=seen)
    untouched = card_points()
    saved = desk.post("save", **fields_of(2, re_card_points="211"), reason="so", looked_at=again.context["looked_at"])

    assert (again.status_code, again.context["typed_since"], untouched) == (200, True, [151, 151])
    assert (saved.status_code, card_points()) == (302, [151, 211])


def test_full_game_that_was_never_played_is_struck_by_a_correction():
    desk = full_sheet()

    desk.post("save", **fields_of(2), **{"g2-struck": "on"}, reason="Zeit war um")

    assert Game.objects.get(number=2).kind == "struck"


def test_full_game_that_cannot_be_is_refused_beside_its_fields():
    desk = full_sheet()

    impossible = desk.post("preview", **fields_of(1, 2) | {"g2-re_card_points": "239"})
    unreadable = desk.post("preview", **fields_of(1, 2) | {"g1-re": "abc"})

    errors = [[list(game.form.errors) for game in answer.context["games"]] for answer in (impossible, unreadable)]
    assert (impossible.status_code, unreadable.status_code) == (422, 422)
    assert errors == [[[], ["re_card_points"]], [["re"], []]]


def corrected_meanwhile():
    """A desk where somebody has corrected game 2 from 151 to 181 card points since this page was opened."""
    desk = full_sheet(games=3)
    old = {"version": desk.desk.table().version, **fields_of(2, 3, re_card_points="121")}
    desk.post("save", **fields_of(2, re_card_points="181"), reason="so")
    return desk, old


def test_full_game_that_another_has_corrected_is_not_overwritten_and_both_versions_are_shown():
    desk, old = corrected_meanwhile()

    response = desk.post("save", **old, reason="verlesen")

    disputed, own = response.context["games"]
    assert (response.status_code, response.context["stale"], card_points()) == (422, True, [151, 181, 151])
    assert [(line.theirs, line.mine) for line in disputed.versions.details if line.differs] == [("181", "121")]
    assert own.versions is None
    assert [game.form["re_card_points"].value() for game in (disputed, own)] == ["121", "121"]
    assert 'value="verlesen"' in page(response)


def test_version_of_a_corrected_game_is_chosen_and_the_rest_stays_typed():
    desk, old = corrected_meanwhile()
    now = shown(Game.objects.get(number=2))
    current = {**old, "version": desk.desk.table().version}
    url = desk.desk.url("sheet_correct")

    still = desk.post("preview", **current)
    theirs = desk.client.post(url, {**current, "take": "theirs-2", "now-2": now})
    mine = desk.client.post(url, {**current, "take": "mine-2", "now-2": now})

    assert still.status_code == 422
    assert [game.form["re_card_points"].value() for game in theirs.context["games"]] == [181, "121"]
    assert [(m.participant.number, m.total_after) for m in mine.context["consequences"].moved] == [
        (1, 4),
        (3, 4),
        (2, -4),
        (4, -4),
    ]


@pytest.mark.parametrize("game", ["99", "0", "x", "१", "-1"])
def test_game_that_the_sheet_does_not_have_cannot_be_opened(game):
    desk = full_sheet()

    assert desk.open(game).status_code == 404


def test_total_at_the_foot_of_a_full_sheet_is_corrected():
    desk = full_sheet()

    desk.post("save", **{"row-foot-1": "4", "was-foot-1": ""}, reason="nachgetragen")

    assert written_totals(sheet_data(desk.desk.table())) == (4, None, None, None)


def test_prizes_stand_in_the_consequences_and_the_moment_and_the_list_on_the_wall_too():
    plan = [PrizeLine(purpose=For.RANK, cents=6000), PrizeLine(purpose=For.RANK, place=2, cents=4000)]
    desk = Desk(prize_plan=as_json(plan), fee_cents=2000)
    Participant.objects.update(fee_state="paid")
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    type_totals(desk.tables[2], (10, 2, -6, -6), by=desk.clerk)
    publish_standings(round_=desk.round, by=desk.director, now=NOW)

    response = Corrected(desk).post(
        "preview", **{"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    )

    assert [(m["participant"].number, m["before"], m["after"]) for m in response.context["money_moved"]] == [
        (5, "40,00 €", "60,00 €"),
        (2, "–", "40,00 €"),
        (1, "60,00 €", "–"),
    ]
    assert response.context["hung"].round == desk.round
    assert "60,00 € → –" in page(response)


def test_correction_is_told_on_the_page_of_the_sheet():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    corrected = Corrected(desk)
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    corrected.post("save", **fields, reason="verlesen")

    response = corrected.client.get(desk.url("sheet"))

    assert [line.entry.what for line in response.context["steps"]] == [
        "sheet_typed",
        "sheet_confirmed",
        "sheet_corrected",
    ]
    assert [line.entry.reason for line in response.context["corrections"]] == ["verlesen"]
    assert "verlesen" in page(response)


def test_stale_correction_of_totals_shows_both_versions():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    corrected = Corrected(desk)
    version = desk.table().version
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    corrected.post("save", **fields, reason="verlesen")

    response = corrected.post("save", **{**fields, "total-1-1": "4", "total-2-1": "4"}, reason="so", version=version)

    assert [field.differs for field in response.context["form"].fields] == [True, True, False, False]
    assert "differs" in page(response)
    assert Seat.objects.get(table=desk.table(), position=1).total == 2


def test_reopening_shows_what_it_changes_first():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)

    response = client_for(desk.director).get(desk.url("sheet_reopen"))

    moved = {m.participant.number: (m.total_before, m.total_after) for m in response.context["consequences"].moved}
    assert {number: moved[number] for number in (1, 2, 3, 4)} == {1: (24, 0), 2: (-6, 0), 3: (-12, 0), 4: (-6, 0)}
    assert desk.table().confirmed_at is not None


def test_sheet_of_an_earlier_round_is_corrected_while_a_later_one_is_played():
    """A result of an earlier round is put right: seats of the running round stay, the standings follow."""
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    later = make_round(desk.tournament, seats=[(1, 5, 6, 2), (4, 7, 8, 3)], by=desk.director)
    before = list(Seat.objects.filter(round=later).order_by("pk").values_list("participant__number", flat=True))

    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    Corrected(desk).post("save", **fields, reason="verlesen")

    after = list(Seat.objects.filter(round=later).order_by("pk").values_list("participant__number", flat=True))
    assert after == before
    assert Seat.objects.get(table=desk.table(), position=2).total == 6


def test_rows_of_a_confirmed_sheet_are_corrected_on_the_page():
    desk = Desk(**{**ROWS, "second_person": False})
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.clerk)
    finish_sheet(table=desk.tables[1], by=desk.clerk, now=NOW)
    corrected = Corrected(desk)

    seen = corrected.post("preview", **{"row-2": "24 7", "was-2": "24 1"})
    corrected.post("save", **{"row-2": "24 7", "was-2": "24 1"}, reason="1 und 7 verwechselt")

    assert [m.total_after for m in seen.context["consequences"].moved] == [3, 3, -3, -3]
    assert Game.objects.get(number=2).typed == "24 7"


def rows_corrected_meanwhile():
    """A desk where somebody has corrected game 2 from 1 to 7 since this page was opened."""
    desk = Desk(**{**ROWS, "second_person": False})
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.clerk)
    finish_sheet(table=desk.tables[1], by=desk.clerk, now=NOW)
    corrected = Corrected(desk)
    old = {"version": desk.table().version, "row-1": "13 5", "was-1": "13 4", "row-2": "24 2", "was-2": "24 1"}
    corrected.post("save", **{"row-2": "24 7", "was-2": "24 1"}, reason="so")
    return corrected, old


def test_row_that_another_has_corrected_stands_beside_mine_until_one_is_chosen():
    corrected, old = rows_corrected_meanwhile()
    current = {**old, "version": corrected.desk.table().version}
    url = corrected.desk.url("sheet_correct")

    stale = corrected.post("save", **old, reason="verlesen")
    typed_again = corrected.post("preview", **{**current, "row-2": "24 3"})
    theirs = corrected.client.post(url, {**current, "take": "theirs-2", "now-2": "24 7"})
    mine = corrected.client.post(url, {**current, "take": "mine-2", "now-2": "24 7"})

    both = [[(c.theirs, c.mine) for c in answer.context["conflicts"]] for answer in (stale, typed_again, theirs, mine)]
    assert both == [[("24 7", "24 2")], [("24 7", "24 3")], [], []]
    assert [line.unsaved for line in typed_again.context["paper"].lines] == ["13 5", "24 3", ""]
    assert [line.unsaved for line in theirs.context["paper"].lines] == ["13 5", "", ""]
    assert [(m.participant.number, m.total_after) for m in mine.context["consequences"].moved] == [
        (1, 3),
        (3, 3),
        (2, -3),
        (4, -3),
    ]
    assert list(Game.objects.order_by("number").values_list("typed", flat=True)) == ["13 4", "24 7", "x"]


def test_totals_typed_again_after_a_conflict_are_kept_and_saved():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    corrected = Corrected(desk)
    version = desk.table().version
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    corrected.post("save", **fields, reason="verlesen")

    stale = corrected.post("save", **{**fields, "total-1-1": "4", "total-2-1": "4"}, reason="so", version=version)
    saved = corrected.post(
        "save", **{**fields, "total-1-1": "6", "total-2-1": "2"}, reason="so", version=stale.context["version"]
    )

    assert [field.value for field in stale.context["form"].fields] == ["4", "4", "-4", "-4"]
    assert saved.status_code == 302
    totals = Seat.objects.filter(table=desk.table()).order_by("position").values_list("total", flat=True)
    assert list(totals) == [6, 2, -4, -4]


def test_reason_that_is_too_long_is_refused_and_stays_in_its_field():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    long = "verlesen " * 23

    response = Corrected(desk).post("save", **fields, reason=long)
    reopened = client_for(desk.director).post(desk.url("sheet_reopen"), {"reason": long, "version": "1"})

    assert (response.status_code, reopened.status_code) == (422, 422)
    assert [f'value="{long}"' in page(answer) for answer in (response, reopened)] == [True, True]
    assert desk.table().confirmed_at is not None


def test_sheet_that_another_has_corrected_meanwhile_is_not_reopened_unseen():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    version = desk.table().version
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}
    Corrected(desk).post("save", **fields, reason="verlesen")

    client = client_for(desk.director)
    stale = client.post(desk.url("sheet_reopen"), {"reason": "so", "version": version})
    again = client.post(desk.url("sheet_reopen"), {"reason": "so", "version": stale.context["table"].version})

    assert (stale.status_code, stale.context["form"]["reason"].value()) == (422, "so")
    assert (again.status_code, desk.table().confirmed_at) == (302, None)


def test_correction_of_totals_that_were_reopened_meanwhile_stands_in_the_fields_of_the_sheet():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    corrected = Corrected(desk)
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4", "version": "2"}
    reopen_sheet(table=desk.tables[1], reason="so", by=desk.director, now=NOW)

    answer = corrected.client.post(desk.url("sheet_correct"), {**fields, "action": "preview"}, follow=True)

    assert [field.value for field in answer.context["form"].fields] == ["2", "6", "-4", "-4"]
    assert [str(note) for note in answer.context["messages"]] == [
        text(Problem(code="sheet_reopened_meanwhile", params={"table": 1}))
    ]
    assert list(Seat.objects.filter(table=desk.table()).order_by("position").values_list("total", flat=True)) == [
        24,
        -6,
        -12,
        -6,
    ]


def test_correction_of_full_games_that_were_reopened_meanwhile_stands_in_their_fields():
    desk = full_sheet()
    fields = {**fields_of(2, re_card_points="181"), "version": desk.desk.table().version}
    reopen_sheet(table=desk.desk.tables[1], reason="so", by=desk.desk.director, now=NOW)

    desk.client.post(desk.desk.url("sheet_correct"), {**fields, "action": "preview"})
    game = desk.client.get(desk.desk.url("sheet_game", 1, 2)).context

    assert (game["game"]["re_card_points"].value(), game["was"]) == ("181", fields["was-2"])
    assert card_points() == [151, 151]
