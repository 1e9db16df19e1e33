"""The pages of the sheets."""

import pytest
from django.urls import reverse

from tests.builders import (
    NOW,
    client_for,
    make_participants,
    make_round,
    make_tournament,
    type_rows,
    type_totals,
)
from tests.views.sheet_desk import DDV, ROWS, Desk, page
from tournament.messages import SENTENCES
from tournament.models import Game, JournalEntry, Participant, Seat, Typing
from tournament.queries.sheets import sheet_data
from tournament.records import shares_of
from tournament.services.handovers import replace_player

pytestmark = pytest.mark.django_db


def test_totals_are_typed_and_confirmed_by_another_person():
    desk = Desk(**DDV)

    typed = desk.post_totals(("24", "−6", "12-", "-6"))
    again = client_for(desk.director).get(desk.url("sheet"))
    confirmed = client_for(desk.director).post(desk.url("sheet_confirm"), {"version": desk.table().version})

    assert typed.headers["Location"] == desk.url("board")
    assert again.headers["Location"] == desk.url("sheet_confirm")
    assert confirmed.headers["Location"] == desk.url("board")
    assert list(Seat.objects.filter(table=desk.table()).order_by("position").values_list("total", "solos")) == [
        (24, 1),
        (-6, 1),
        (-12, 1),
        (-6, 1),
    ]
    assert desk.table().confirmed_by == desk.director.user


def test_whoever_typed_may_look_but_not_confirm():
    desk = Desk(**DDV)
    desk.post_totals((24, -6, -12, -6))

    page_ = desk.client.get(desk.url("sheet_confirm"))
    refused = desk.client.post(desk.url("sheet_confirm"), {"version": desk.table().version})

    assert page_.context["refused_own"] is True
    assert refused.status_code == 422
    assert desk.table().confirmed_at is None


@pytest.mark.parametrize(
    ("totals", "solos", "code"),
    [
        ((24, -6, -12, -3), "1234", "totals_not_zero_sum"),
        ((24, "zwölf", -12, -6), "1234", "total_unreadable"),
        ((24, -6, -12, -6), "12x", "solos_unreadable"),
        ((24, -6, -12, ""), "1234", "total_missing"),
        ((24, -6, -12, -6), "123", "solos_missing"),
    ],
)
def test_totals_refused_stay_typed_with_the_reason(totals, solos, code):
    desk = Desk(**DDV)

    response = desk.post_totals(totals, solos=solos)

    form = response.context["form"]
    assert response.status_code == 422
    assert [field.value for field in form.fields] == [str(total) for total in totals]
    assert form.solos == solos
    assert str(SENTENCES[code]).split("%")[0] in page(response)


def test_star_says_that_every_solo_was_played():
    desk = Desk(**DDV)

    desk.post_totals((24, -6, -12, -6), solos="*")

    assert list(Seat.objects.filter(table=desk.table()).values_list("solos", flat=True)) == [1, 1, 1, 1]


def test_totals_put_aside_are_kept():
    desk = Desk(**DDV)

    desk.post_totals((24, -6, -12, -3), action="aside")

    assert list(Seat.objects.filter(table=desk.table()).order_by("position").values_list("total", flat=True)) == [
        24,
        -6,
        -12,
        -3,
    ]


def test_reason_is_asked_for_where_checks_warn():
    desk = Desk(check_sum="warn", check_parity="warn", second_person=True)

    asked = desk.post_totals((24, -6, -12, -3), solos="")
    kept = desk.post_totals((24, -6, -12, -3), solos="", reason="Steht so da")

    assert asked.context["asks_reason"] is True
    assert kept.status_code == 302
    assert desk.table().override_reason == "Steht so da"


def test_stale_form_shows_both_versions_and_overwrites_nothing():
    desk = Desk(**DDV)
    desk.post_totals((24, -6, -12, -6))

    response = desk.post_totals((20, -2, -12, -6), client=client_for(desk.director), version=0)

    assert response.context["stale"] is True
    assert [(field.seat.total, field.value) for field in response.context["form"].fields] == [
        (24, "20"),
        (-6, "-2"),
        (-12, "-12"),
        (-6, "-6"),
    ]
    assert Seat.objects.get(table=desk.table(), position=1).total == 24


def test_mine_can_be_chosen_after_a_conflict():
    desk = Desk(**DDV)
    desk.post_totals((24, -6, -12, -6))
    other = client_for(desk.director)
    conflict = desk.post_totals((20, -2, -12, -6), client=other, version=0)

    desk.post_totals((20, -2, -12, -6), client=other, version=conflict.context["version"])

    assert Seat.objects.get(table=desk.table(), position=1).total == 20


def test_check_says_what_the_totals_amount_to_and_keeps_nothing():
    desk = Desk(**DDV)

    response = desk.client.post(
        desk.url("sheet_check"),
        {"total-1-1": "24", "total-2-1": "-6", "total-3-1": "-12", "total-4-1": "-5", "solos": "123"},
    )

    assert response.context["paper"].sum == 1
    assert response.context["paper"].owed == (4,)
    assert JournalEntry.objects.filter(params__table=1, what__startswith="sheet").count() == 0


def test_half_typed_sheet_survives_a_closed_browser():
    desk = Desk(**DDV)
    desk.client.get(desk.url("sheet"))
    desk.client.post(desk.url("sheet_here"), {"total-1-1": "24", "total-2-1": "-", "solos": "1", "csrf": "x"})

    form = client_for(desk.clerk).get(desk.url("sheet")).context["form"]

    assert [field.value for field in form.fields] == ["24", "-", "", ""]
    assert form.solos == "1"


def test_what_was_half_typed_is_forgotten_once_the_sheet_is_typed():
    desk = Desk(**DDV)
    desk.client.get(desk.url("sheet"))

    desk.post_totals((24, -6, -12, -6))

    assert Typing.objects.count() == 0


def test_sheet_open_elsewhere_warns():
    desk = Desk(**DDV)
    desk.client.get(desk.url("sheet"))

    response = client_for(desk.director).get(desk.url("sheet"))

    assert response.context["others"] == ["clerk"]


def test_rows_are_kept_one_by_one():
    desk = Desk(**ROWS)

    for number, line in enumerate(("13 4", "s2 -7", "24 1"), start=1):
        response = desk.client.post(
            desk.url("sheet_rows"),
            {f"row-{number}": line, f"was-{number}": "", "way": "winners"},
            headers={"HX-Request": "true"},
        )

    assert response.context["paper"].totals == (10, -24, 10, 4)
    assert list(Game.objects.order_by("number").values_list("typed", flat=True)) == ["13 4", "s2 -7", "24 1"]


def test_row_that_cannot_be_read_stays_in_its_field():
    desk = Desk(**ROWS)

    response = desk.client.post(
        desk.url("sheet_rows"), {"row-1": "13", "was-1": "", "way": "winners"}, headers={"HX-Request": "true"}
    )

    line = response.context["paper"].lines[0]
    assert (line.unsaved, len(line.remarks)) == ("13", 1)
    assert Game.objects.count() == 0


def test_row_changed_by_somebody_else_is_shown_beside_mine():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "13 4", by=desk.director)

    response = desk.client.post(
        desk.url("sheet_rows"), {"row-1": "13 5", "was-1": "", "way": "winners"}, headers={"HX-Request": "true"}
    )

    (conflict,) = response.context["conflicts"]
    assert (conflict.key, conflict.theirs, conflict.mine) == ("1", "13 4", "13 5")
    assert [(cell.theirs, cell.mine, cell.differs) for cell in conflict.cells] == [
        (4, 5, True),
        (-4, -5, True),
        (4, 5, True),
        (-4, -5, True),
    ]
    assert Game.objects.get().typed == "13 4"


def test_row_is_checked_while_it_is_typed_and_not_kept():
    desk = Desk(**ROWS)

    response = desk.client.post(desk.url("sheet_row_check"), {"row-1": "2 -2 2 2", "was-1": "", "way": "points"})

    line = response.context["line"]
    assert ([cell.main for cell in line.cells], line.total, len(line.remarks)) == ([2, -2, 2, 2], 4, 1)
    assert Game.objects.count() == 0


def test_row_is_checked_again_when_it_is_what_it_was():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "13 4", by=desk.clerk)

    response = desk.client.post(desk.url("sheet_row_check"), {"row-1": "13 4", "was-1": "13 4", "way": "winners"})

    assert [cell.main for cell in response.context["line"].cells] == [4, -4, 4, -4]


def test_all_rows_are_sent_at_once_without_javascript():
    desk = Desk(**ROWS)

    response = desk.client.post(
        desk.url("sheet_finish"),
        {
            "row-1": "13 4",
            "was-1": "",
            "row-2": "24 1",
            "was-2": "",
            "row-3": "x",
            "was-3": "",
            "version": desk.table().version,
        },
    )

    assert response.headers["Location"] == desk.url("board")
    assert desk.table().typed_at is not None


def test_reading_of_the_doctor_is_taken_by_a_button():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "2 -2 2 2", by=desk.clerk)

    desk.client.post(desk.url("sheet_reading"), {"reading": "replace 1 2 -2 -2 2", "version": desk.table().version})

    assert Game.objects.get().typed == "2 -2 -2 2"


def test_rows_are_put_in_and_taken_out():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "13 4", "24 1", by=desk.clerk)

    desk.client.post(desk.url("sheet_line"), {"insert": "2", "version": desk.table().version})
    inserted = list(Game.objects.order_by("number").values_list("number", flat=True))
    desk.client.post(desk.url("sheet_line"), {"delete": "1", "version": desk.table().version})

    assert inserted == [1, 3]
    assert list(Game.objects.values_list("number", "typed")) == [(2, "24 1")]


def test_full_game_is_typed_in_the_order_of_the_paper():
    desk = Desk(**{**ROWS, "depth": "full"})

    shown = desk.client.post(
        desk.url("sheet_game", 1, 1),
        {"kind": "normal", "re": "13", "re_card_points": "151", "re_call": "re", "re_fuchs": "1"},
        headers={"HX-Request": "true"},
    )
    kept = desk.client.post(
        desk.url("sheet_game", 1, 1),
        {"kind": "normal", "re": "13", "re_card_points": "151", "re_call": "re", "re_fuchs": "1", "was": ""},
    )

    assert [cell.main for cell in shown.context["line"].cells] == [5, -5, 5, -5]
    assert shown.context["worth"].value == 5
    assert kept.status_code == 302
    assert Game.objects.get().record["re"] == [1, 3]


def test_dealer_of_a_full_game_at_a_table_of_five_is_filled_in():
    desk = Desk(players=5, **{**ROWS, "depth": "full", "games_five": 5})
    game = {"kind": "normal", "re": "23", "re_card_points": "151", "sits_out": "1", "was": ""}
    desk.client.post(desk.url("sheet_game", 1, 1), game)

    shown = [
        desk.client.get(desk.url("sheet_game", 1, number)).context["game"]["sits_out"].value() for number in (1, 2)
    ]

    assert shown == [1, 2]


def test_impossible_full_game_is_refused_beside_its_fields():
    desk = Desk(**{**ROWS, "depth": "full"})

    response = desk.client.post(desk.url("sheet_game", 1, 1), {"kind": "normal", "re": "1", "re_card_points": "239"})

    assert response.status_code == 422
    assert list(response.context["game"].errors) == ["re", "re_card_points"]


def test_blind_entry_shows_only_the_differences():
    desk = Desk(**DDV, blind_entry=True)
    desk.post_totals((24, -6, -12, -6))
    director = client_for(desk.director)

    asked = director.get(desk.url("sheet_confirm"))
    differs = director.post(
        desk.url("sheet_confirm"),
        {"version": desk.table().version, "again-1": "24", "again-2": "-6", "again-3": "-6", "again-4": "-12"},
    )
    alike = director.post(
        desk.url("sheet_confirm"),
        {"version": desk.table().version, "again-1": "24", "again-2": "-6", "again-3": "-12", "again-4": "-6"},
    )

    assert "−12" not in page(asked)
    assert [problem.params["seat"] for problem in differs.context["differences"]] == [3, 4]
    assert alike.status_code == 302


def test_correction_is_shown_before_it_is_saved():
    desk = Desk()
    type_totals(desk.tables[1], (24, -6, -12, -6), by=desk.clerk)
    type_totals(desk.tables[2], (10, 2, -6, -6), by=desk.clerk)
    director = client_for(desk.director)
    fields = {"total-1-1": "2", "total-2-1": "6", "total-3-1": "-4", "total-4-1": "-4"}

    shown = director.post(desk.url("sheet_correct"), {**fields, "version": desk.table().version, "action": "preview"})
    fields |= {"version": desk.table().version, "action": "save", "looked_at": shown.context["looked_at"]}
    refused = director.post(desk.url("sheet_correct"), fields)
    saved = director.post(desk.url("sheet_correct"), {**fields, "reason": "verlesen"})

    moved = shown.context["consequences"].moved
    assert (moved[0].participant.number, moved[0].rank_before, moved[0].rank_after) == (5, 2, 1)
    assert (refused.status_code, refused.context["consequences"].moved) == (422, moved)
    assert saved.status_code == 302
    assert JournalEntry.objects.get(what="sheet_corrected").reason == "verlesen"


@pytest.mark.parametrize("name", ["sheet_correct", "sheet_reopen", "sheet_seats"])
def test_what_changes_a_confirmed_sheet_is_for_directors(name):
    desk = Desk()

    response = desk.client.get(desk.url(name))

    assert response.status_code == 403


def test_sheet_is_reopened_with_a_reason():
    desk = Desk()
    type_totals(desk.tables[1], (4, -4, 4, -4), by=desk.clerk)
    director = client_for(desk.director)

    asked = director.post(desk.url("sheet_reopen"), {"reason": "", "version": desk.table().version})
    director.post(desk.url("sheet_reopen"), {"reason": "Zahl verlesen", "version": desk.table().version})

    assert asked.status_code == 422
    assert desk.table().confirmed_at is None


def test_seats_are_swapped_on_the_page_of_the_sheet():
    desk = Desk()
    director = client_for(desk.director)

    director.post(
        desk.url("sheet_seats"),
        {
            "action": "swap",
            "position": 1,
            "other_table": 2,
            "other_position": 1,
            "how": "reality",
            "reason": "vertauscht",
        },
    )

    assert Seat.objects.get(table=desk.table(), position=1).participant.number == 5


def test_seats_page_keeps_what_was_typed_when_refused():
    desk = Desk()

    response = client_for(desk.director).post(
        desk.url("sheet_seats"), {"action": "replace", "position": 1, "number": 99, "from_game": 4, "reason": "krank"}
    )

    assert response.status_code == 422
    assert response.context["replace"].data["number"] == "99"


@pytest.mark.parametrize("name", ["sheet", "sheet_confirm", "sheet_totals", "sheet_rows", "sheet_here", "sheet_note"])
def test_table_that_does_not_exist_is_not_found(name):
    desk = Desk()

    method = desk.client.get if name in ("sheet", "sheet_confirm") else desk.client.post

    assert method(desk.url(name, 99)).status_code == 404


def test_table_of_another_tournament_is_not_found():
    desk, other = Desk(), make_tournament()
    make_round(other, players=20)

    response = desk.client.get(reverse("sheet", args=[other.slug, 1, 5]))

    assert response.status_code == 404


@pytest.mark.parametrize("garbage", ["", "x" * 500, "\x00", "9" * 30, "<script>", "१२"])
@pytest.mark.parametrize("depth", ["totals", "rows", "full"])
def test_garbage_is_refused_and_never_breaks_the_page(garbage, depth):
    desk = Desk(**{**ROWS, "depth": depth})
    fields = ("total-1-1", "solos", "version", "row-1", "was-1", "way", "reading", "reason", "code", "note", "depth")
    values = dict.fromkeys(fields, garbage)

    answers = [
        desk.client.post(desk.url(name), values).status_code
        for name in ("sheet_totals", "sheet_rows", "sheet_finish", "sheet_check", "sheet_reading", "sheet_note")
    ]
    answers.append(desk.client.post(desk.url("sheet_game", 1, 1), {"re": garbage, "kind": garbage}).status_code)

    assert [status for status in answers if status >= 500] == []


def test_solo_of_the_rubric_asks_for_its_place_where_a_seat_changed_hands():
    desk = Desk(**{**ROWS, "form": "rubric", "mandatory_solos": 1, "games_four": 10})
    newcomer = make_participants(desk.tournament, 1)[0]
    replace_player(
        table=desk.tables[1], position=2, number=newcomer.number, from_game=4, reason="krank", by=desk.director, now=NOW
    )

    for after in ("", "5"):
        desk.client.post(
            desk.url("sheet_rows"),
            {"row-101": "27", "was-101": "27" if after else "", "after-101": after, "way": "winners"},
        )

    shares = {share.participant_id: share.points for share in shares_of(sheet_data(desk.table()))}
    assert Game.objects.get().after_game == 5
    assert shares[newcomer.pk] == 21
    assert 'id="after-101"' in page(desk.client.get(desk.url("sheet")))


def test_form_takes_back_nothing_that_another_has_typed_meanwhile():
    desk = Desk(**ROWS)
    type_rows(desk.tables[1], "13 4", by=desk.director)

    desk.client.post(desk.url("sheet_rows"), {"row-1": "", "was-1": "", "row-2": "24 1", "was-2": "", "way": "winners"})

    assert list(Game.objects.order_by("number").values_list("typed", flat=True)) == ["13 4", "24 1"]


def test_names_are_text_and_never_markup():
    desk = Desk(**ROWS)
    Participant.objects.filter(number=1).update(surname='<b>O\'Neill & "Söhne"')

    pages = [page(desk.client.get(desk.url(name))) for name in ("board", "sheet", "sheet_confirm")]

    assert ["<b>O" in shown for shown in pages] == [False] * 3
    assert "&lt;b&gt;O&#x27;Neill &amp; &quot;Söhne&quot;" in pages[1]
