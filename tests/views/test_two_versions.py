"""Two people at one sheet: nothing is overwritten unseen, both versions stand side by side, sent twice counts once."""

import pytest

from tests.builders import NOW, client_for, make_participants, type_rows, type_totals
from tests.views.sheet_desk import DDV, ROWS, Desk, page
from tournament.models import Game, JournalEntry, Seat, Typing
from tournament.queries.sheets import sheet_data
from tournament.records import written_totals
from tournament.services.handovers import replace_player
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import receive_sheet
from tournament.services.written_totals import WrittenTotal, record_written_totals

pytestmark = pytest.mark.django_db

FULL = {**ROWS, "depth": "full"}
GAME = {"kind": "normal", "re": "13", "re_card_points": "151"}


def totals_of(desk):
    return list(Seat.objects.filter(table=desk.table()).order_by("position").values_list("total", flat=True))


def typed_rows(desk):
    return list(Game.objects.filter(table=desk.table()).order_by("number").values_list("number", "typed"))


def post_rows(desk, rows, *, client=None, name="sheet_rows", live=True, **more):
    """Rows by number as (text, was)."""
    fields = {f"row-{number}": text for number, (text, _was) in rows.items()}
    fields |= {f"was-{number}": was for number, (_text, was) in rows.items()}
    headers = {"HX-Request": "true"} if live else {}
    return (client or desk.client).post(desk.url(name), {**fields, "way": "winners", **more}, headers=headers)


def test_totals_in_two_versions_mark_what_differs():
    desk = Desk(**DDV)
    desk.post_totals((24, -6, -12, -6))

    response = desk.post_totals((20, -2, -12, -6), solos="123", client=client_for(desk.director), version=0)

    form = response.context["form"]
    assert [field.differs for field in form.fields] == [True, True, False, False]
    assert (form.saved_solos, form.typed_solos, form.solos_differ) == ("1 2 3 4", "1 2 3", True)
    assert page(response).count('class="num differs"') == 4


def test_theirs_is_chosen_and_what_was_half_typed_is_forgotten():
    desk = Desk(**DDV)
    director = client_for(desk.director)
    director.get(desk.url("sheet"))
    director.post(desk.url("sheet_here"), {"total-1-1": "20", "version": "0"})
    desk.post_totals((24, -6, -12, -6))

    director.post(desk.url("sheet_forget"), {"total-1-1": "20", "version": "0"})
    form = director.get(desk.url("sheet") + "?edit").context["form"]

    assert [field.value for field in form.fields] == ["24", "-6", "-12", "-6"]
    assert totals_of(desk) == [24, -6, -12, -6]


def test_half_typed_totals_come_back_beside_what_another_has_saved_since():
    desk = Desk(**DDV)
    director = client_for(desk.director)
    director.get(desk.url("sheet"))
    director.post(desk.url("sheet_here"), {"total-1-1": "20", "version": "0"})
    desk.post_totals((24, -6, -12, -6))

    response = director.get(desk.url("sheet") + "?edit")

    assert response.context["stale"] is True
    assert [(field.value, field.differs) for field in response.context["form"].fields][:2] == [
        ("20", True),
        ("-6", False),
    ]


def test_paper_handed_in_meanwhile_makes_no_form_stale():
    desk = Desk(**DDV)
    version = desk.table().version

    receive_sheet(table=desk.tables[1], by=desk.director, now=NOW)
    response = desk.post_totals((24, -6, -12, -6), version=version)

    assert response.status_code == 302
    assert totals_of(desk) == [24, -6, -12, -6]


def test_totals_sent_twice_count_once_where_they_are_confirmed_at_once():
    desk = Desk()

    answers = [desk.post_totals((24, -6, -12, -6), solos="", version=0).status_code for _time in range(2)]

    assert answers == [302, 302]
    assert [entry.what for entry in JournalEntry.objects.filter(what__startswith="sheet_")] == [
        "sheet_typed",
        "sheet_confirmed",
    ]


def test_game_in_two_versions_stays_disputed_until_one_is_chosen():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "13 4", by=desk.director)

    first = post_rows(desk, {1: ("13 5", "")})
    again = post_rows(desk, {1: ("13 5", first.context["paper"].lines[0].was)})
    finished = post_rows(
        desk, {1: ("13 5", ""), 2: ("24 1", ""), 3: ("x", "")}, name="sheet_finish", live=False, version="1"
    )

    assert [len(response.context["conflicts"]) for response in (first, again, finished)] == [1, 1, 1]
    assert typed_rows(desk)[0] == (1, "13 4")


@pytest.mark.parametrize(("choice", "stands"), [("theirs-1", "13 4"), ("mine-1", "13 5")])
def test_version_of_a_game_is_chosen_without_javascript(choice, stands):
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "13 4", by=desk.director)
    refused = post_rows(desk, {1: ("13 5", ""), 2: ("24 1", "")}, live=False)

    chosen = post_rows(desk, {1: ("13 5", ""), 2: ("24 1", "")}, live=False, take=choice, **{"now-1": "13 4"})

    assert (refused.status_code, chosen.status_code) == (422, 302)
    assert typed_rows(desk) == [(1, stands), (2, "24 1")]


def test_half_typed_game_comes_back_beside_what_another_has_saved_since():
    desk = Desk(**ROWS)
    desk.client.get(desk.url("sheet"))
    desk.client.post(desk.url("sheet_here"), {"row-1": "13 5", "was-1": "", "version": "0"})
    type_rows(desk.tables[1], "13 4", by=desk.director)

    response = desk.client.get(desk.url("sheet"))

    (conflict,) = response.context["conflicts"]
    assert (conflict.theirs, conflict.mine) == ("13 4", "13 5")
    assert response.context["paper"].lines[0].was == ""


def test_total_at_the_foot_in_two_versions():
    desk = Desk(**ROWS)
    record_written_totals(table=desk.tables[1], totals={2: WrittenTotal(total=-4)}, by=desk.director, now=NOW)

    response = desk.client.post(
        desk.url("sheet_rows"), {"row-foot-2": "-6", "was-foot-2": ""}, headers={"HX-Request": "true"}
    )

    (conflict,) = response.context["conflicts"]
    assert (conflict.key, conflict.theirs, conflict.mine) == ("foot-2", "-4", "-6")
    assert [cell.differs for cell in conflict.cells] == [False, True, False, False]
    assert written_totals(sheet_data(desk.table())) == (None, -4, None, None)


def test_total_at_the_foot_that_is_no_number_stays_in_its_field_and_the_games_are_kept():
    desk = Desk(**ROWS)

    response = desk.client.post(
        desk.url("sheet_rows"),
        {"row-1": "13 4", "was-1": "", "row-foot-2": "zwölf", "was-foot-2": ""},
        headers={"HX-Request": "true"},
    )

    cell = response.context["paper"].foot[1]
    assert (cell.unsaved, len(cell.remarks)) == ("zwölf", 1)
    assert typed_rows(desk) == [(1, "13 4")]


def test_half_typed_total_at_the_foot_survives_a_closed_browser():
    desk = Desk(**ROWS)
    desk.client.get(desk.url("sheet"))
    desk.client.post(desk.url("sheet_here"), {"row-foot-3": "-1", "was-foot-3": "", "version": "0"})

    foot = client_for(desk.clerk).get(desk.url("sheet")).context["paper"].foot

    assert [cell.unsaved for cell in foot] == ["", "", "-1", ""]


@pytest.mark.parametrize("depth", ["rows", "full"])
def test_total_at_the_foot_is_shown_to_whoever_confirms(depth):
    desk = Desk(**{**ROWS, "depth": depth})
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.clerk)
    fields = {"row-foot-1": "7", "was-foot-1": "", "reason": "steht so da"}
    desk.client.post(desk.url("sheet_finish"), {**fields, "version": desk.table().version})

    response = client_for(desk.director).get(desk.url("sheet_confirm"))

    cell = response.context["paper"].foot[0]
    assert (cell.written, cell.differs, len(cell.remarks)) == (7, True, 1)
    assert response.context["paper"].totals[0] == 3


def test_full_game_in_two_versions_names_what_differs():
    desk = Desk(**FULL)
    desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "was": ""})
    director = client_for(desk.director)

    response = director.post(desk.url("sheet_game", 1, 1), {**GAME, "re_card_points": "181", "was": ""})

    versions = response.context["versions"]
    assert response.status_code == 422
    assert [(line.theirs, line.mine) for line in versions.details if line.differs] == [("151", "181")]
    assert [(cell.theirs, cell.mine) for cell in versions.cells] == [(2, 3), (-2, -3), (2, 3), (-2, -3)]
    assert Game.objects.get().record["re_card_points"] == 151


def test_full_game_of_mine_is_taken_over_theirs_once_it_was_seen():
    desk = Desk(**FULL)
    desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "was": ""})
    director = client_for(desk.director)
    mine = {**GAME, "re_card_points": "181", "was": ""}
    seen = director.post(desk.url("sheet_game", 1, 1), mine).context["versions"].theirs

    again = director.post(desk.url("sheet_game", 1, 1), mine)
    taken = director.post(desk.url("sheet_game", 1, 1), {**mine, "theirs": seen})

    assert (again.status_code, taken.status_code) == (422, 302)
    assert Game.objects.get().record["re_card_points"] == 181


def test_stale_form_does_not_strike_a_full_game_that_another_has_typed():
    desk = Desk(**FULL)
    desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "was": ""})

    response = client_for(desk.director).post(desk.url("sheet_game", 1, 1), {"action": "struck", "was": ""})

    assert response.status_code == 422
    assert Game.objects.get().kind == "normal"


def test_full_game_sent_twice_counts_once():
    desk = Desk(**FULL)

    answers = [desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "was": ""}).status_code for _time in range(2)]

    assert answers == [302, 302]
    assert JournalEntry.objects.filter(what="rows_typed").count() == 1


def test_sheet_is_not_finished_over_games_that_were_never_seen():
    desk = Desk(**ROWS)
    seen = desk.table().version
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.director)

    response = desk.client.post(desk.url("sheet_finish"), {"version": seen})

    assert (response.status_code, response.context["stale"]) == (422, True)
    assert desk.table().typed_at is None


@pytest.mark.parametrize("second_person", [True, False])
def test_sheet_finished_twice_is_finished_once(second_person):
    desk = Desk(**{**ROWS, "second_person": second_person})
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.clerk)
    form = {"version": desk.table().version, "row-3": "x", "was-3": ""}

    answers = [desk.client.post(desk.url("sheet_finish"), form).status_code for _time in range(2)]

    assert answers == [302, 302]
    assert JournalEntry.objects.filter(what="sheet_typed").count() == 1


def test_row_sent_again_after_the_sheet_is_confirmed_changes_nothing():
    desk = Desk(**{**ROWS, "second_person": False})
    type_rows(desk.tables[1], "13 4", "24 1", "x", by=desk.clerk)
    desk.client.post(desk.url("sheet_finish"), {"version": desk.table().version})

    record_rows(table=desk.table(), rows={1: TypedRow(text="13 4", was="")}, by=desk.clerk, now=NOW)

    assert desk.table().confirmed_at is not None
    assert JournalEntry.objects.filter(what="rows_typed").count() == 3


def test_reading_of_a_row_not_saved_yet_keeps_the_row_and_mends_it():
    desk = Desk(**ROWS)
    fields = {"row-1": "2 -2 2 2", "was-1": "", "way": "points"}
    shown = desk.client.post(desk.url("sheet_row_check"), fields).context["line"].readings[0]

    desk.client.post(desk.url("sheet_reading"), {**fields, "reading": shown.code, "version": desk.table().version})

    assert sum(getattr(Game.objects.get(), name) for name in ("p1", "p2", "p3", "p4")) == 0


def test_reading_of_a_sheet_that_was_changed_meanwhile_is_not_taken():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "2 -2 2 2", by=desk.clerk)
    seen = desk.table().version
    type_rows(desk.tables[1], "13 4", by=desk.director, first=2)

    response = desk.client.post(
        desk.url("sheet_reading"), {"reading": "replace 1 2 -2 2 -2", "version": seen}, headers={"HX-Request": "true"}
    )

    assert response.context["stale"] is True
    assert typed_rows(desk) == [(1, "2 -2 2 2"), (2, "13 4")]


def split_desk():
    """A seat of table 1 that changed hands, at totals depth with mandatory solos."""
    desk = Desk(**DDV)
    newcomer = make_participants(desk.tournament, 1)[0]
    replace_player(
        table=desk.tables[1], position=2, number=newcomer.number, from_game=9, reason="krank", by=desk.director, now=NOW
    )
    return desk


SPLIT = {"total-1-1": "24", "total-2-1": "-10", "total-2-9": "4", "total-3-1": "-12", "total-4-1": "-6"}


def solos_of(desk):
    seats = Seat.objects.filter(table=desk.table()).order_by("position", "from_game")
    return [(seat.position, seat.from_game, seat.solos) for seat in seats]


@pytest.mark.parametrize(
    ("fields", "solos"),
    [
        ({"solos": "1234"}, [(1, 1, 1), (2, 1, None), (2, 9, 1), (3, 1, 1), (4, 1, 1)]),
        ({"solos": "134", "solos-2-1": "1"}, [(1, 1, 1), (2, 1, 1), (2, 9, 0), (3, 1, 1), (4, 1, 1)]),
        ({"solos": "*", "solos-2-1": "1"}, [(1, 1, 1), (2, 1, 1), (2, 9, 0), (3, 1, 1), (4, 1, 1)]),
        ({"solos": "134", "solos-2-9": "1"}, [(1, 1, 1), (2, 1, 0), (2, 9, 1), (3, 1, 1), (4, 1, 1)]),
    ],
    ids=["nobody named: the last holder", "the first holder", "the first holder, all played", "the last holder named"],
)
def test_who_played_the_solo_of_a_seat_that_changed_hands_is_chosen(fields, solos):
    desk = split_desk()

    response = desk.client.post(desk.url("sheet_totals"), {**SPLIT, **fields, "version": desk.table().version})

    assert response.status_code == 302
    assert solos_of(desk) == solos


@pytest.mark.parametrize("typed", ["x", "²", "9" * 30])
def test_solos_of_one_holder_that_cannot_be_read_are_said_beside_him(typed):
    desk = split_desk()

    response = desk.client.post(
        desk.url("sheet_totals"), {**SPLIT, "solos": "134", "solos-2-1": typed, "version": desk.table().version}
    )

    errors = [field.errors for field in response.context["form"].fields]
    assert response.status_code == 422
    assert [len(found) for found in errors] == [0, 1, 0, 0, 0]


def test_endless_number_of_solos_is_shown_in_two_versions_without_counting_to_it():
    desk = split_desk()
    desk.client.post(desk.url("sheet_totals"), {**SPLIT, "solos": "1234", "version": desk.table().version})

    stale = {**SPLIT, "total-1-1": "20", "solos": "134", "solos-2-1": "9" * 30, "version": "0"}
    response = client_for(desk.director).post(desk.url("sheet_totals"), stale)

    assert response.status_code == 422
    assert response.context["form"].typed_solos == "1 2 3 4"  # the solo of the later holder is saved


def test_confirmed_sheet_forgets_nothing_of_what_was_typed():
    desk = Desk()
    type_totals(desk.tables[1], (4, -4, 4, -4), by=desk.clerk)

    response = client_for(desk.director).get(desk.url("sheet"))

    assert [line.entry.what for line in response.context["steps"]] == ["sheet_typed", "sheet_confirmed"]
    assert Typing.objects.count() == 0
