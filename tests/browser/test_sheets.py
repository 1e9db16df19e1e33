"""The sheet desk with real keys: every depth and every way of typing, a phone, a broken line."""

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.browser.sheet_hall import GAMES, Hall, saved, type_lines, wait_for_board
from tests.builders import type_rows
from tournament.models import Game, Incident, JournalEntry, Seat
from tournament.queries.sheets import State

pytestmark = pytest.mark.django_db(transaction=True)


TOTALS_KEYS, WINNERS_KEYS = 40, 130


"""Most keys for a whole sheet of 24 games: totals with their confirmation, winners and value."""


def test_totals_are_typed_and_confirmed_with_few_keys(server):
    hall = Hall(server, depth="totals", form="rubric")
    clerk, director = server.visitor(hall.clerk), server.visitor(hall.director)

    clerk.go(hall.path("board"))
    clerk.type("1", "<Enter>")
    clerk.page.wait_for_selector("#solos")
    clerk.type("27", "<Enter>", "-9", "<Enter>", "-13", "<Enter>", "-5", "<Enter>", "1234", "<Enter>")
    wait_for_board(clerk)
    director.go(hall.path("board"))
    director.type("<Enter>")
    director.page.wait_for_selector("text=Σ")
    director.type("<Enter>")
    wait_for_board(director)

    keys = clerk.keys + director.keys
    print(f"totals, opened, typed and confirmed: {keys} keys (goal: at most {TOTALS_KEYS})")  # noqa: T201  # a figure
    assert hall.sheet().state is State.CONFIRMED
    assert hall.sheet().totals == (27, -9, -13, -5)
    assert keys <= TOTALS_KEYS


@pytest.mark.parametrize("pad", [False, True], ids=["letters", "number pad"])
def test_sheet_of_24_games_is_typed_as_winners_and_value_with_few_keys(server, pad):
    hall = Hall(server)
    clerk = server.visitor(hall.clerk)
    lines = [line.replace("s", "*").replace(" ", "/") if pad else line for line in GAMES]

    clerk.go(hall.path("board"))
    clerk.type("1", "<Enter>")
    clerk.page.wait_for_selector("#row-1:focus")
    type_lines(clerk, lines)
    saved(clerk, 24, lines[-1])
    clerk.type("<Enter>")
    wait_for_board(clerk)

    print(f"24 games, winners and value: {clerk.keys} keys (goal: at most {WINNERS_KEYS})")  # noqa: T201  # a figure
    assert hall.typed() == lines
    assert hall.sheet().state is State.TYPED
    assert hall.sheet().all_findings == ()
    assert clerk.keys <= WINNERS_KEYS


def test_shortest_spelling_of_winners_and_value(server):
    hall = Hall(server)
    clerk = server.visitor(hall.clerk)
    lines = [line.replace("s", "*").replace(" ", "") for line in GAMES]

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    type_lines(clerk, lines)
    saved(clerk, 24, lines[-1])
    clerk.type("<Enter>")
    wait_for_board(clerk)

    print(f"24 games, shortest spelling: {clerk.keys} keys")  # noqa: T201  # a figure
    assert hall.sheet().state is State.TYPED


def test_points_of_each_seat_are_typed(server):
    hall = Hall(server, games_four=3, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    type_lines(clerk, ["2 -2 2 -2", "-7 21 -7 -7", "1-1-1+1"])
    saved(clerk, 3, "1-1-1+1")
    clerk.type("<Enter>")
    wait_for_board(clerk)

    assert hall.sheet().totals == (-4, 18, -6, -8)
    with server.quiet():
        assert list(Game.objects.order_by("number").values_list("entry", flat=True)) == ["points"] * 3


def test_running_totals_are_typed_and_recognised(server):
    hall = Hall(server, games_four=3, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    clerk.type("<F9>", "<F9>")
    assert clerk.page.input_value("#way") == "running"
    type_lines(clerk, ["2 -2 2 -2", "3 -3 1 -1", "0 -6 4 2"])
    saved(clerk, 3, "0 -6 4 2")
    clerk.type("<Enter>")
    wait_for_board(clerk)

    assert hall.sheet().judgement.row_points == ((2, -2, 2, -2), (1, -1, -1, 1), (-3, -3, 3, 3))


def test_paper_with_the_rubric_is_typed_in_its_order(server):
    hall = Hall(server, form="rubric", games_four=6, games_five=7)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    type_lines(clerk, ["13 4", "24 1", "27", "11", "4-2", "3 1"])
    saved(clerk, 104, "3 1")
    clerk.type("<Enter>")
    wait_for_board(clerk)

    with server.quiet():
        assert list(Game.objects.order_by("number").values_list("number", "typed")) == [
            (1, "13 4"),
            (2, "24 1"),
            (101, "27"),
            (102, "11"),
            (103, "4-2"),
            (104, "3 1"),
        ]
    assert hall.sheet().state is State.TYPED


def test_full_games_are_typed(server):
    hall = Hall(server, depth="full", games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("text=Enter")
    clerk.type("<Enter>")
    for number, re, points in ((1, "13", "151"), (2, "24", "89")):
        clerk.page.wait_for_url(f"**/rows/{number}/")
        clerk.page.wait_for_selector("#id_re:focus")
        clerk.type(re, "<Enter>", points)
        clerk.page.wait_for_selector("#game-state .share")
        clerk.type("<Enter>")
    clerk.page.wait_for_url("**/tables/1/")
    clerk.type("<Enter>")
    wait_for_board(clerk)

    assert hall.sheet().totals == (5, -5, 5, -5)


def test_full_game_saved_faster_than_it_is_checked_is_not_taken_for_one_sent_twice(server):
    hall = Hall(server, depth="full", games_four=4, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet_game", 1, 1))
    for number in (1, 2, 3):
        clerk.page.wait_for_url(f"**/rows/{number}/")
        clerk.page.wait_for_selector("#id_re:focus")
        clerk.type("13", "<Enter>", "151", "<Enter>")
    clerk.page.wait_for_url("**/rows/4/")

    assert clerk.page.locator(".notes").count() == 0
    assert hall.sheet().totals == (6, -6, 6, -6)


def test_half_typed_full_game_survives_a_closed_browser(server):
    hall = Hall(server, depth="full", games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet_game", 1, 1))
    clerk.page.wait_for_selector("#id_re:focus")
    clerk.page.select_option("#id_kind", "hearts_solo")
    with clerk.page.expect_response("**/here/"):
        clerk.type("1", "<Enter>", "15")
        clerk.page.wait_for_timeout(1600)
    clerk.page.context.close()
    again = server.visitor(hall.clerk)
    again.go(hall.path("sheet_game", 1, 1))
    found = [again.page.input_value(f"#id_{name}") for name in ("kind", "re", "re_card_points")]
    again.page.focus("#id_re_card_points")
    again.type("<End>", "1", "<Enter>")
    again.page.wait_for_url("**/rows/2/")
    again.go(hall.path("sheet_game", 1, 1))

    assert found == ["hearts_solo", "1", "15"]
    assert again.page.input_value("#id_re_card_points") == "151"
    assert again.page.locator("#game-form .note").count() == 0


def test_row_is_checked_while_it_is_typed_and_mended_by_a_key(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    clerk.type("2 -2 2 2")
    clerk.page.wait_for_selector("#g1.bad [data-key=F2]")
    assert hall.typed() == []
    clerk.type("<Enter>")
    saved(clerk, 1, "2 -2 2 2")
    clerk.page.wait_for_selector("#g1 [data-key=F4]")
    clerk.type("<F4>")
    saved(clerk, 1, "-2 -2 2 2")

    assert clerk.page.input_value("#row-1") == "-2 -2 2 2"
    assert sum(hall.sheet().judgement.row_points[0]) == 0


def test_unreadable_line_stays_in_its_field_and_is_mended(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    clerk.type("13", "<Enter>", "24 1", "<Enter>")
    saved(clerk, 2, "24 1")
    clerk.page.wait_for_selector("#g1.bad")
    assert clerk.page.input_value("#row-1") == "13"
    clerk.page.focus("#row-1")
    clerk.type("<End>", "4", "<Enter>")
    saved(clerk, 1, "134")

    assert hall.typed() == ["134", "24 1"]


def test_keys_struck_faster_than_the_desk_answers_lose_nothing(server):
    hall = Hall(server)
    clerk = server.visitor(hall.clerk)
    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")

    with server.quiet():
        type_lines(clerk, GAMES[:12])
    saved(clerk, 12, GAMES[11])

    assert hall.typed() == list(GAMES[:12])
    assert clerk.page.evaluate("document.activeElement.id") == "row-13"


def test_arrows_move_about_and_escape_gives_back_what_stood_there(server):
    hall = Hall(server)
    clerk = server.visitor(hall.clerk)
    with server.quiet():
        type_rows(hall.tables[1], "13 4", "24 1", by=hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-3:focus")
    clerk.type("<ArrowUp>", "<ArrowUp>", "9", "<Escape>", "<ArrowDown>")

    assert clerk.page.evaluate("document.activeElement.id") == "row-2"
    assert clerk.page.input_value("#row-1") == "13 4"
    assert hall.typed() == ["13 4", "24 1"]


def test_penalty_and_struck_game_on_the_number_pad(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    type_lines(clerk, ["13/4,2", "/"])
    saved(clerk, 2, "/")
    clerk.type("<Enter>")
    wait_for_board(clerk)

    assert hall.sheet().totals == (5, -7, 5, -3)
    with server.quiet():
        assert Incident.objects.get().offender.number == 2


def test_half_typed_totals_survive_a_closed_browser(server):
    hall = Hall(server, depth="totals", form="rubric")
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    with clerk.page.expect_response("**/here/"):
        clerk.type("27", "<Enter>")
    clerk.type("-9")
    clerk.page.close(run_before_unload=True)
    again = server.visitor(hall.clerk)
    again.page.wait_for_timeout(300)
    again.go(hall.path("sheet", 1))

    assert again.page.input_value("[name=total-1-1]") == "27"
    assert again.page.input_value("[name=total-2-1]") == "-9"
    assert again.page.evaluate("document.activeElement.name") == "total-3-1"


def test_row_that_was_not_saved_survives_a_closed_browser(server):
    hall = Hall(server)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    with clerk.page.expect_response("**/here/"):
        clerk.type("13")
        clerk.page.wait_for_timeout(1600)
    clerk.page.context.close()
    again = server.visitor(hall.clerk)
    again.go(hall.path("sheet", 1))

    assert again.page.input_value("#row-1") == "13"
    assert hall.typed() == []


def test_rows_typed_while_the_line_is_cut_are_sent_once_it_is_back(server):
    hall = Hall(server)
    clerk = server.visitor(hall.clerk)
    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")

    clerk.page.context.set_offline(True)
    type_lines(clerk, GAMES[:3])
    clerk.page.wait_for_selector("#unsaved-note:not([hidden])")
    clerk.page.context.set_offline(False)
    saved(clerk, 3, GAMES[2])
    server.forgive()

    assert hall.typed() == list(GAMES[:3])
    with server.quiet():
        assert JournalEntry.objects.filter(what="rows_typed").count() == 3


def test_totals_are_typed_on_a_phone_without_a_minus_key(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    clerk = server.visitor(hall.clerk, viewport=PHONE, touch=True)

    clerk.go(hall.path("sheet", 1))
    for position, total in enumerate((23, -23, 5, -5), start=1):
        clerk.page.tap(f"[name=total-{position}-1]")
        clerk.page.keyboard.type(str(abs(total)))
        if total < 0:
            clerk.page.tap(f"[data-flip=total-{position}-1]")
    clerk.page.tap("[data-finish]")
    wait_for_board(clerk)

    assert hall.sheet().totals == (23, -23, 5, -5)


def test_rows_are_typed_on_a_phone_with_the_pad(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk, viewport=PHONE, touch=True)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector(".pad:not([hidden])")
    for key in ("1", "3", "/", "4", "Enter", "s", "2", "-", "7", "Enter"):
        clerk.page.tap(f"[data-pad='{key}']")
    saved(clerk, 2, "s2-7")

    assert hall.typed() == ["13/4", "s2-7"]


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("depth", ["totals", "rows", "full"])
def test_no_page_of_a_sheet_scrolls_sideways(server, depth, viewport):
    hall = Hall(server, depth=depth, players=9, mandatory_solos=1)
    clerk = server.visitor(hall.clerk, viewport=viewport)

    wide = {}
    for path in (hall.path("board"), hall.path("sheet", 1), hall.path("sheet_confirm", 1)):
        clerk.go(path)
        wide[path] = clerk.page.evaluate("document.documentElement.scrollWidth - innerWidth")

    assert [path for path, more in wide.items() if more > 0] == []


def test_everything_can_be_typed_without_javascript(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)
    context = clerk.page.context.browser.new_context(java_script_enabled=False, locale="de")
    context.add_cookies(clerk.page.context.cookies())
    page = context.new_page()

    page.goto(server.address + hall.path("sheet", 1))
    page.fill("#row-1", "13 4")
    page.fill("#row-2", "24 1")
    page.click("#finish")
    page.wait_for_url("**/board/")

    assert hall.typed() == ["13 4", "24 1"]
    with server.quiet():
        assert Seat.objects.filter(table=hall.tables[1]).count() == 4


def test_plus_and_minus_turn_the_sign_of_a_total(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.type("24", "-", "<Enter>", "-6", "+", "<Enter>", "12", "-", "-", "<Enter>", "-", "6")
    typed = [clerk.page.input_value(f"[name=total-{position}-1]") for position in (1, 2, 3, 4)]

    assert typed == ["-24", "6", "12", "-6"]


def test_totals_at_the_foot_are_reached_by_an_arrow_and_passed_by_with_enter(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    type_lines(clerk, ["13 4", "24 1"])
    saved(clerk, 2, "24 1")
    passed_by = clerk.page.evaluate("document.activeElement.id")
    clerk.page.focus("#row-2")
    clerk.type("<ArrowDown>", "3", "<Enter>", "-3", "<Enter>", "3", "<Enter>", "-5", "<Enter>")
    saved(clerk, "foot-4", "-5")
    clerk.page.wait_for_selector("tfoot .remark")
    clerk.type("<F2>")
    saved(clerk, "foot-4", "-3")

    assert passed_by == "finish"
    assert hall.sheet().findings == ()
    with server.quiet():
        assert [seat.total for seat in Seat.objects.filter(table=hall.tables[1]).order_by("position")] == [3, -3, 3, -3]


def test_reading_of_totals_is_taken_by_a_key(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.type("24", "<Enter>", "-6", "<Enter>", "-12", "<Enter>", "6")
    clerk.page.wait_for_selector("[data-fill][data-key=F2]")
    clerk.type("<F2>")
    clerk.page.wait_for_function("() => document.querySelector('[name=total-4-1]').value === '-6'")
    clerk.type("<Enter>")
    wait_for_board(clerk)

    assert hall.sheet().totals == (24, -6, -12, -6)


def test_reading_of_a_row_that_is_still_being_typed_is_taken_by_its_key(server):
    hall = Hall(server, games_four=2, mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.page.wait_for_selector("#row-1:focus")
    clerk.type("2 -2 2 2")
    clerk.page.wait_for_selector("#g1.bad [data-key=F2]")
    clerk.type("<F2>")
    clerk.page.wait_for_selector("#g1:not(.bad)")

    assert sum(hall.sheet().judgement.row_points[0]) == 0
    assert hall.typed() == [clerk.page.input_value("#row-1")]


def test_total_at_the_foot_is_typed_on_a_phone_without_a_minus_key(server):
    hall = Hall(server, depth="full", games_four=1, mandatory_solos=0)
    clerk = server.visitor(hall.clerk, viewport=PHONE, touch=True)

    clerk.go(hall.path("sheet", 1))
    clerk.page.tap("#row-foot-2")
    clerk.page.keyboard.type("7")
    clerk.page.tap("[data-flip=row-foot-2]")

    assert clerk.page.input_value("#row-foot-2") == "-7"
