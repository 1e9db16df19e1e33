"""Full games on their own page: what is half typed is kept, one game follows the other, a solo finds its player."""

import pytest

from tests.builders import NOW, client_for, make_participants
from tests.views.sheet_desk import ROWS, Desk
from tournament.models import Game, Participant, Typing
from tournament.queries.sheets import sheet_data
from tournament.records import shares_of
from tournament.services.handovers import replace_player

pytestmark = pytest.mark.django_db

FULL = {**ROWS, "depth": "full"}
GAME = {"kind": "normal", "re": "13", "re_card_points": "151"}
SOLO = {"kind": "queens_solo", "re": "2", "re_card_points": "151"}


def half_typed(number, **fields):
    return {"game": str(number), **{f"game-{number}-{name}": value for name, value in fields.items()}}


def values(response):
    form = response.context["game"]
    return [form[name].value() for name in ("kind", "re", "re_card_points")]


def test_half_typed_game_comes_back_until_it_is_saved():
    desk = Desk(**FULL)
    desk.client.post(desk.url("sheet_here"), half_typed(1, kind="normal", re="13", re_card_points="15", was=""))

    back = desk.client.get(desk.url("sheet_game", 1, 1))
    desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "was": back.context["was"]})
    saved = desk.client.get(desk.url("sheet_game", 1, 1))

    assert (values(back), back.context["came_back"]) == (["normal", "13", "15"], True)
    assert (values(saved), saved.context["came_back"]) == (["normal", "13", 151], False)


def test_half_typed_game_and_half_typed_foot_leave_each_other_alone():
    desk = Desk(**FULL)
    foot = {"row-foot-1": "4", "was-foot-1": "", "version": "0"}

    desk.client.post(desk.url("sheet_here"), foot)
    desk.client.post(desk.url("sheet_here"), half_typed(2, re="13"))
    desk.client.post(desk.url("sheet_here"), half_typed(1, re="24"))
    desk.client.post(desk.url("sheet_here"), {**foot, "row-foot-1": "6"})
    desk.client.post(desk.url("sheet_here"), {"game": "2"})
    desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "was": ""})

    assert Typing.objects.get().typed == {**foot, "row-foot-1": "6", "game-2-re": "13"}


def test_half_typed_game_that_another_has_saved_since_is_shown_in_both_versions():
    desk = Desk(**FULL)
    desk.client.post(desk.url("sheet_here"), half_typed(1, kind="normal", re="13", re_card_points="181", was=""))
    client_for(desk.director).post(desk.url("sheet_game", 1, 1), {**GAME, "was": ""})

    back = desk.client.get(desk.url("sheet_game", 1, 1))
    refused = desk.client.post(
        desk.url("sheet_game", 1, 1), {**GAME, "re_card_points": "181", "was": back.context["was"]}
    )

    assert values(back) == ["normal", "13", "181"]
    assert (refused.status_code, Game.objects.get().record["re_card_points"]) == (422, 151)
    assert [(line.theirs, line.mine) for line in refused.context["versions"].details if line.differs] == [
        ("151", "181")
    ]


def test_others_see_who_types_a_full_game():
    desk = Desk(**FULL)

    desk.client.get(desk.url("sheet_game", 1, 2))

    assert client_for(desk.director).get(desk.url("sheet")).context["others"] == ["clerk"]


def test_one_game_follows_the_other_and_an_older_one_leads_back_to_the_sheet():
    desk = Desk(**FULL)

    ways = [
        desk.client.post(desk.url("sheet_game", 1, number), {**GAME, "was": ""}).headers["Location"]
        for number in (1, 2, 3)
    ]
    was = desk.client.get(desk.url("sheet_game", 1, 1)).context["was"]
    mended = desk.client.post(desk.url("sheet_game", 1, 1), {**GAME, "re": "24", "was": was}).headers["Location"]

    sheet = desk.url("sheet")
    assert (ways, mended) == ([desk.url("sheet_game", 1, 2), desk.url("sheet_game", 1, 3), sheet], sheet)


@pytest.mark.parametrize(("after", "player"), [("", 2), ("2", 2), ("4", 9)])
def test_full_solo_of_the_rubric_is_owned_by_whoever_sat_there_then(after, player):
    desk = Desk(**{**FULL, "form": "rubric", "mandatory_solos": 1, "games_four": 12})
    make_participants(desk.tournament, 1)
    replace_player(table=desk.tables[1], position=2, number=9, from_game=4, reason="krank", by=desk.director, now=NOW)

    asked = desk.client.get(desk.url("sheet_game", 1, 102)).context["game"].fields
    desk.client.post(desk.url("sheet_game", 1, 102), {**SOLO, "after_game": after, "was": ""})

    winners = [share.participant_id for share in shares_of(sheet_data(desk.table())) if share.points > 0]
    assert "after_game" in asked
    assert [Participant.objects.get(pk=pk).number for pk in winners] == [player]


def test_place_of_a_full_game_is_asked_only_where_it_matters():
    desk = Desk(**{**FULL, "form": "rubric", "mandatory_solos": 1, "games_four": 12})

    assert "after_game" not in desk.client.get(desk.url("sheet_game", 1, 102)).context["game"].fields
