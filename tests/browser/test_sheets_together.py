"""Several people at the sheets: the board, two versions of one sheet, the second pair of eyes, corrections."""

import pytest

from tests.browser.sheet_hall import Hall, saved, wait_for_board
from tests.browser.test_axe import severe
from tests.builders import NOW, confirm, type_totals
from tournament import codes
from tournament.models import Round, Table
from tournament.queries.sheets import State

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_people_type_one_game_and_the_second_chooses(server):
    hall = Hall(server)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))
    second.page.wait_for_selector("#row-1:focus")

    first.type("13 4", "<Enter>")
    saved(first, 1, "13 4")
    second.type("13 5", "<Enter>")
    second.page.wait_for_selector(".conflict [data-save]")
    assert hall.typed() == ["13 4"]
    second.page.click(".conflict [data-save]")
    saved(second, 1, "13 5")

    assert hall.typed() == ["13 5"]


def test_two_people_type_totals_and_the_second_sees_both(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))

    first.type("4", "<Enter>", "-4", "<Enter>", "4", "<Enter>", "-4", "<Enter>")
    wait_for_board(first)
    second.type("6", "<Enter>", "-6", "<Enter>", "6", "<Enter>", "-6", "<Enter>")
    second.page.wait_for_selector(".conflict")
    assert hall.sheet().totals == (4, -4, 4, -4)
    second.page.click("[data-mine]")
    wait_for_board(second)

    assert hall.sheet().totals == (6, -6, 6, -6)


def test_enter_after_a_conflict_never_takes_what_stands_in_the_way_of_the_own_numbers(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))

    first.type("4", "<Enter>", "-4", "<Enter>", "4", "<Enter>", "-4", "<Enter>")
    wait_for_board(first)
    second.type("6", "<Enter>", "-6", "<Enter>", "6", "<Enter>", "-6", "<Enter>")
    second.page.wait_for_selector(".conflict")
    second.page.focus("[name=total-1-1]")
    second.type("<Enter>", "<Enter>", "<Enter>", "<Enter>")
    wait_for_board(second)

    assert hall.sheet().totals == (6, -6, 6, -6)


def test_sheet_that_another_has_open_warns(server):
    hall = Hall(server)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)

    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))

    assert second.page.text_content(".note.warning").strip().startswith("clerk")


def test_board_shows_by_itself_what_others_do(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    director = server.visitor(hall.director)
    director.go(hall.path("board"))

    with server.quiet():
        type_totals(hall.tables[1], (4, -4, 4, -4), by=hall.clerk)

    director.page.wait_for_selector(".board .typed b:text-is('1')")


def test_code_of_a_sheet_opens_it_from_anywhere_on_the_board(server):
    hall = Hall(server, depth="totals")
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("board"))
    clerk.type(codes.write_code(codes.SheetCode(round=1, table=2, print_version=1)), "<Enter>")

    clerk.page.wait_for_url("**/tables/2/")


def test_second_person_types_the_totals_blindly(server):
    hall = Hall(server, depth="totals", mandatory_solos=0, blind_entry=True)
    director = server.visitor(hall.director)
    with server.quiet():
        type_totals(hall.tables[1], (4, -4, 4, -4), by=hall.clerk)

    director.go(hall.path("board"))
    director.type("<Enter>")
    director.page.wait_for_selector("#again-1:focus")
    director.type("4", "<Enter>", "-4", "<Enter>", "4", "<Enter>", "4", "<Enter>")
    director.page.wait_for_selector(".conflict")
    assert director.page.locator(".conflict tbody tr").count() == 1
    director.page.wait_for_selector("#again-4:focus")
    director.type("-4", "<Enter>")
    wait_for_board(director)

    assert hall.sheet().state is State.CONFIRMED


def test_correction_shows_what_it_changes_before_it_is_saved(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    with server.quiet():
        type_totals(hall.tables[1], (24, -6, -12, -6), by=hall.clerk)
        type_totals(hall.tables[2], (10, 2, -6, -6), by=hall.clerk)
        confirm(hall.tables[1], by=hall.director)
        confirm(hall.tables[2], by=hall.director)
    director = server.visitor(hall.director)

    director.go(hall.path("sheet_correct", 1))
    director.page.fill("[name=total-1-1]", "2")
    director.page.fill("[name=total-2-1]", "16")
    director.page.click(".key[value=preview]")
    director.page.wait_for_selector(".consequences tbody tr")
    assert hall.sheet().totals == (24, -6, -12, -6)
    director.page.fill("#reason", "Zahlen vertauscht")
    director.page.click(".key[value=save]")
    director.page.wait_for_url("**/tables/1/")

    assert hall.sheet().totals == (2, 16, -12, -6)


def test_game_typed_by_another_meanwhile_is_shown_and_never_emptied(server):
    hall = Hall(server, games_four=4, mandatory_solos=0)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))
    second.page.wait_for_selector("#row-1:focus")

    first.page.focus("#row-3")
    first.type("12 2", "<Enter>")
    saved(first, 3, "12 2")
    second.type("13 4", "<Enter>", "24 1", "<Enter>")
    saved(second, 2, "24 1")
    second.page.wait_for_function("() => document.getElementById('row-3').value === '12 2'")
    second.type("<Enter>", "14 1", "<Enter>")
    saved(second, 4, "14 1")
    second.type("<Enter>")
    wait_for_board(second)

    assert hall.typed() == ["13 4", "24 1", "12 2", "14 1"]


def test_two_versions_of_a_game_stay_on_the_page_until_one_is_chosen(server):
    hall = Hall(server, games_four=3, mandatory_solos=0)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))
    second.page.wait_for_selector("#row-1:focus")

    first.type("13 4", "<Enter>")
    saved(first, 1, "13 4")
    second.type("13 5", "<Enter>")
    second.page.wait_for_selector("#conflicts [data-conflict='1']")
    second.type("24 1", "<Enter>", "12 2", "<Enter>")
    saved(second, 3, "12 2")
    second.type("<Enter>")
    second.page.wait_for_selector(".conflicts")
    assert hall.typed() == ["13 4", "24 1", "12 2"]
    assert second.page.locator(".conflicts .differs").count() == 8
    second.page.click("text=Gespeichertes behalten")
    second.page.wait_for_function("() => document.getElementById('row-1').value === '13 4'")
    second.page.click("#finish")
    wait_for_board(second)

    assert hall.typed() == ["13 4", "24 1", "12 2"]


def test_saved_totals_are_kept_after_a_conflict_and_mine_do_not_come_back(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    first.go(hall.path("sheet", 1))
    second.go(hall.path("sheet", 1))

    first.type("4", "<Enter>", "-4", "<Enter>", "4", "<Enter>", "-4", "<Enter>")
    wait_for_board(first)
    second.type("6", "<Enter>", "-6", "<Enter>", "4", "<Enter>", "-4", "<Enter>")
    second.page.wait_for_selector(".conflict")
    assert second.page.locator(".conflict .differs").count() == 4
    second.page.click("[data-theirs]")
    second.page.wait_for_url("**/confirm/")
    second.go(hall.path("sheet", 1) + "?edit")

    assert second.page.input_value("[name=total-1-1]") == "4"
    assert hall.sheet().totals == (4, -4, 4, -4)


def test_two_people_type_one_full_game_and_the_second_chooses(server):
    hall = Hall(server, depth="full", games_four=2, mandatory_solos=0)
    first, second = server.visitor(hall.clerk), server.visitor(hall.director)
    for visitor in (first, second):
        visitor.go(hall.path("sheet_game", 1, 1))
        visitor.page.wait_for_selector("#id_re")

    for visitor, points in ((first, "151"), (second, "181")):
        visitor.page.focus("#id_re")
        visitor.type("13", "<Tab>", points, "<Enter>")
        visitor.page.wait_for_load_state()
    second.page.wait_for_selector(".conflict .differs")
    second.page.focus("#id_re_card_points")
    second.type("<Enter>")
    second.page.wait_for_selector(".conflict .differs")
    assert hall.sheet().totals == (2, -2, 2, -2)
    second.page.click("[name=theirs]")
    second.page.wait_for_url("**/tables/1/")

    assert hall.sheet().totals == (3, -3, 3, -3)


def test_full_games_of_a_confirmed_sheet_are_corrected_by_hand(server):
    hall = Hall(server, depth="full", games_four=2, mandatory_solos=0, second_person=False)
    director = server.visitor(hall.director)
    director.go(hall.path("sheet_game", 1, 1))
    for _game in range(2):
        director.page.wait_for_selector("#id_re:focus")
        director.type("13", "<Enter>", "151", "<Enter>")
        director.page.wait_for_load_state()
    director.page.wait_for_url("**/tables/1/")
    director.type("<Enter>")
    wait_for_board(director)

    director.go(hall.path("sheet_correct", 1))
    director.page.click("[name=open][value='1']")
    director.page.fill("#id_g1-re_card_points", "181")
    director.page.click("[name=open][value='2']")
    director.page.fill("#id_g2-re_card_points", "211")
    director.type("<Enter>")
    director.page.wait_for_selector(".consequences tbody tr")
    assert hall.sheet().totals == (4, -4, 4, -4)
    director.page.fill("#reason", "Augen verlesen")
    director.type("<Enter>")
    director.page.wait_for_url("**/tables/1/")

    assert hall.sheet().totals == (7, -7, 7, -7)
    assert "Augen verlesen" in director.page.text_content("main")


def test_board_tells_by_clicking_what_came_in_who_types_and_which_print_is_outdated(server):
    hall = Hall(server, depth="totals", mandatory_solos=0, minutes_four=100)
    with server.quiet():
        Round.objects.update(started_at=NOW)
        Table.objects.filter(number=2).update(print_version=2)
    clerk, director = server.visitor(hall.clerk), server.visitor(hall.director)

    director.go(hall.path("board"))
    director.page.click(".calls li:has-text('Tisch 1') button")
    director.page.wait_for_selector(".board .received b:text-is('1')")
    clerk.go(hall.path("board"))
    clerk.page.click(".board li:has(b:text-is('2')) a")
    director.page.wait_for_selector(".board li:has(b:text-is('2')) .hint:has-text('clerk')")
    director.type(codes.write_code(codes.SheetCode(round=1, table=2, print_version=1)), "<Enter>")
    director.page.wait_for_url("**/tables/2/")

    said = [note.strip() for note in director.page.locator(".note").all_text_contents()]
    assert [any(words in note for note in said) for words in ("gedruckt", "clerk")] == [True, True]


def test_notes_of_what_was_done_or_refused_have_no_serious_finding(server):
    hall = Hall(server, depth="totals", mandatory_solos=0)
    clerk = server.visitor(hall.clerk)

    clerk.go(hall.path("sheet", 1))
    clerk.type("x", "<Enter>", "4", "<Enter>", "-4", "<Enter>", "4", "<Enter>")
    clerk.page.wait_for_selector(".notes .error")
    refused = severe(clerk.page)
    clerk.page.fill("[name=total-1-1]", "-4")
    clerk.page.click("[data-finish]")
    wait_for_board(clerk)
    done = clerk.page.locator(".notes .success").count()

    assert (refused, done, severe(clerk.page)) == ([], 1, [])
