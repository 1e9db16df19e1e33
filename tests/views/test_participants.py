"""The list of players, walk-ins in one line, one player, wishes."""

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override

from tests.builders import NOW, client_for, make_actor, make_participants, make_tournament
from tournament.models import ApartWish, JournalEntry, Participant, Round, Seat, Table
from tournament.registration import Registration
from tournament.roles import Role
from tournament.services.journal import step
from tournament.services.participants import change_participant, register_participant
from tournament.services.wishes import add_wish

pytestmark = pytest.mark.django_db


def page(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


def text_of(response):
    return response.content.decode()


@pytest.fixture
def tournament():
    return make_tournament(fee_cents=1000, fee_reduced_cents=500)


@pytest.fixture
def by(tournament):
    return make_actor(tournament)


@pytest.fixture
def client(by):
    return client_for(by)


def people():
    return [(p.number, p.name, str(p.club or "")) for p in Participant.objects.order_by("number")]


@pytest.mark.parametrize("count", [1, 30])
def test_list_needs_the_same_queries_for_any_number(count, tournament, by, client, django_assert_num_queries):
    make_participants(tournament, count, by=by)
    client.get(page("participants", tournament))

    # session, person, tournament, role; everybody; the step just made; the bar: round, players here
    with django_assert_num_queries(8):
        response = client.get(page("participants", tournament))

    assert text_of(response).count('<tr id="p') == count


def test_list_without_players_says_what_to_do(tournament, client):
    response = client.get(page("participants", tournament))

    with override("de"):
        sentence = gettext("Nobody is registered yet. Type the first player above, or read in a list.")
    assert sentence in text_of(response)


def test_list_searched_by_a_moving_page_is_only_the_part(tournament, by, client):
    make_participants(tournament, 12, by=by)

    response = client.get(page("participants", tournament), {"q": "oz"}, headers={"HX-Request": "true"})

    text = text_of(response)
    assert text.strip().startswith('<section id="found" data-q="oz">')
    assert text.count('<tr id="p') == 1
    assert "Öztürk, Ida" in text


def test_a_clerk_reads_the_list_without_the_desk_of_the_door(tournament, by):
    make_participants(tournament, 1, by=by)
    clerk = client_for(make_actor(tournament, Role.CLERK))

    response = clerk.get(page("participants", tournament))

    text = text_of(response)
    assert "Äpfel, Anna" in text
    assert [word for word in ('name="line"', page("participant", tournament, 1), "10,00") if word in text] == []


def test_walk_in_is_shown_before_it_is_kept(tournament, client):
    response = client.post(
        page("participant_add", tournament), {"line": "Anna von der Heide; DoKo Bremen; bezahlt", "here": "1"}
    )

    form = response.context["reading"]
    assert response.status_code == 200
    assert {name: form[name].value() for name in form.fields} == {
        "surname": "von der Heide", "first_name": "Anna", "club": "DoKo Bremen", "note": "", "number": None,
        "fee_kind": "full", "paid": True, "here": True,
    }  # fmt: skip
    assert people() == []


def test_walk_in_is_kept_by_one_more_enter(tournament, client):
    response = client.post(
        page("participant_add", tournament),
        {
            "surname": "Äpfel", "first_name": "Anna", "club": "DoKo Bremen",
            "fee_kind": "reduced", "paid": "on", "here": "on", "keep": "1",
        },
    )  # fmt: skip

    kept = Participant.objects.get()
    assert (response.status_code, response["Location"]) == (302, page("participants", tournament) + "?here=1")
    assert people() == [(1, "Äpfel, Anna", "DoKo Bremen")]
    assert (kept.fee_kind, kept.fee_state, kept.checked_in_at is not None) == ("reduced", "paid", True)


def test_walk_in_is_swapped_by_one_key(tournament, client):
    response = client.post(
        page("participant_add", tournament), {"surname": "Anna", "first_name": "Äpfel", "club": "DoKo", "swap": "1"}
    )

    form = response.context["reading"]
    assert (form["surname"].value(), form["first_name"].value(), form["club"].value()) == ("Äpfel", "Anna", "DoKo")
    assert people() == []


def test_line_that_is_too_long_is_shown_whole(tournament, client):
    line = "Äpfel, Anna, " + "DoKo Bremen " * 40

    shown = client.post(page("participant_add", tournament), {"line": line})
    kept = client.post(page("participant_add", tournament), {"surname": line, "keep": "1"})

    assert shown.context["reading"]["surname"].value() == line
    assert (kept.status_code, kept.context["reading"]["surname"].value()) == (422, line)


@pytest.mark.parametrize("line", ["", "   ", ";;;", "\x00"])
def test_walk_in_without_a_name_is_refused_with_an_example(tournament, client, line):
    response = client.post(page("participant_add", tournament), {"line": line}, follow=True)

    assert ["Äpfel, Anna, DoKo Bremen" in str(message) for message in response.context["messages"]] == [True]
    assert people() == []


def test_walk_in_with_endless_or_marked_up_text_never_breaks(tournament, client):
    for line in ("x" * 10_000, "<b>&\"'</b>, <script>alert(1)</script>", "=HYPERLINK(1), Anna", "Anna\r\nÄpfel"):
        shown = client.post(page("participant_add", tournament), {"line": line})

        assert shown.status_code == 200
        assert "<script>alert" not in text_of(shown)
        assert "<b>&" not in text_of(shown)


def test_walk_in_with_a_name_too_long_keeps_what_was_typed(tournament, client):
    response = client.post(
        page("participant_add", tournament), {"surname": "x" * 81, "first_name": "Anna", "club": "DoKo", "keep": "1"}
    )

    form = response.context["reading"]
    assert response.status_code == 422
    assert list(form.errors) == ["surname"]
    assert (form["surname"].value(), form["club"].value()) == ("x" * 81, "DoKo")


def test_walk_in_registered_already_is_offered_as_the_same(tournament, by, client):
    make_participants(tournament, 1, by=by)

    shown = client.post(page("participant_add", tournament), {"line": "Aepfel, Anna"})
    refused = client.post(page("participant_add", tournament), {"surname": "Aepfel", "first_name": "Anna", "keep": "1"})

    assert [person.number for person in shown.context["same"]] == [1]
    assert 'name="same"' in text_of(shown)
    assert (refused.status_code, list(refused.context["reading"].errors)) == (422, ["surname"])
    assert people() == [(1, "Äpfel, Anna", "DoKo Bremen")]


def test_walk_in_that_is_the_same_is_checked_in_and_filled_in(tournament, by, client):
    register_participant(
        tournament=tournament, registration=Registration(surname="Äpfel", first_name="Anna"), by=by, now=NOW
    )

    client.post(
        page("participant_add", tournament),
        {"surname": "Aepfel", "first_name": "Anna", "club": "DoKo Bremen", "here": "on", "same": "1"},
    )

    assert people() == [(1, "Äpfel, Anna", "DoKo Bremen")]
    assert Participant.objects.get().checked_in_at is not None


def test_walk_in_that_is_somebody_else_is_registered(tournament, by, client):
    make_participants(tournament, 1, by=by)

    client.post(page("participant_add", tournament), {"surname": "Äpfel", "first_name": "Anna", "another": "1"})

    assert people() == [(1, "Äpfel, Anna", "DoKo Bremen"), (2, "Äpfel, Anna", "")]


@pytest.mark.parametrize("same", ["9", "x", "-1", "9" * 30])
def test_walk_in_that_is_the_same_as_nobody_is_not_found(tournament, client, same):
    response = client.post(page("participant_add", tournament), {"surname": "Äpfel", "same": same})

    assert response.status_code == 404


def test_walk_in_beyond_the_places_is_told_its_place_in_line(client, tournament, by):
    tournament.players_max = 2
    tournament.save()
    make_participants(tournament, 3, by=by)

    response = client.post(page("participant_add", tournament), {"surname": "Ott", "keep": "1"}, follow=True)

    assert response.context["counts"].waiting == 2
    assert " 2 " in [str(message) for message in response.context["messages"]][1]


def test_walk_in_into_a_closed_tournament_is_refused_in_a_sentence(client, tournament):
    tournament.closed_at = NOW
    tournament.save()

    response = client.post(page("participant_add", tournament), {"surname": "Ott", "keep": "1"})

    assert response.status_code == 422
    assert list(response.context["reading"].errors) == ["__all__"]


FORM = {
    "surname": "Äpfel", "first_name": "Anna", "club": "DoKo Bremen", "team": "", "categories": "", "note": "",
    "fixed_table": "", "fixed_position": "", "name_public": "", "ranked": "on",
}  # fmt: skip
SEEN = {f"initial-{name}": "True" if name == "ranked" else value for name, value in FORM.items()}


@pytest.mark.parametrize("count", [1, 30])
def test_participant_page_needs_the_same_queries_for_any_number(
    count, tournament, by, client, django_assert_num_queries
):
    make_participants(tournament, count, by=by)
    client.get(page("participant", tournament, 1))

    # session, person, tournament, role; the player; everybody; seats; wishes; bound to a round or the book (4); bar (2)
    with django_assert_num_queries(14):
        response = client.get(page("participant", tournament, 1))

    assert "Äpfel, Anna" in text_of(response)


def test_participant_is_changed_in_everything(tournament, by, client):
    make_participants(tournament, 1, by=by)

    response = client.post(
        page("participant", tournament, 1),
        {**SEEN, **FORM, "surname": "Birne", "club": "Neu", "team": "Füchse", "categories": "Damen, Ü60, Damen",
         "note": "Knie", "fixed_table": "3", "fixed_position": "2", "name_public": "short", "ranked": "",
         "filler": "on"},
    )  # fmt: skip

    kept = Participant.objects.get()
    assert response.status_code == 302
    assert (kept.name, kept.club.name, kept.team, kept.categories, kept.note) == (
        "Birne, Anna", "Neu", "Füchse", ["Damen", "Ü60"], "Knie",
    )  # fmt: skip
    assert (kept.fixed_table, kept.fixed_position, kept.name_public, kept.ranked, kept.filler) == (
        3, 2, "short", False, True,
    )  # fmt: skip


def test_two_people_change_different_fields_of_one_participant(tournament, by, client):
    (anna,) = make_participants(tournament, 1, by=by)
    change_participant(participant=anna, seen={"team": ""}, values={"team": "Füchse"}, by=by, now=NOW)

    client.post(page("participant", tournament, 1), {**SEEN, **FORM, "note": "Knie"})

    kept = Participant.objects.get()
    assert (kept.team, kept.note) == ("Füchse", "Knie")


def test_a_field_changed_meanwhile_is_shown_and_replaced_only_when_sent_again(tournament, by, client):
    (anna,) = make_participants(tournament, 1, by=by)
    change_participant(participant=anna, seen={"team": ""}, values={"team": "Füchse"}, by=by, now=NOW)

    refused = client.post(page("participant", tournament, 1), {**SEEN, **FORM, "team": "Hasen"})
    before = Participant.objects.get().team
    form = refused.context["form"]
    again = {**SEEN, **FORM, "team": "Hasen", "initial-team": form.data["initial-team"]}
    client.post(page("participant", tournament, 1), again)

    assert (refused.status_code, list(form.errors), "Füchse" in form.errors["team"][0]) == (422, ["team"], True)
    assert (before, Participant.objects.get().team) == ("Füchse", "Hasen")


@pytest.mark.parametrize(
    ("field", "value"),
    [("surname", ""), ("surname", "x" * 81), ("fixed_table", "x"), ("fixed_table", "0"), ("fixed_position", "6"),
     ("name_public", "loud"), ("categories", "x" * 41), ("note", "x" * 201)],
)  # fmt: skip
def test_participant_with_a_wrong_value_keeps_what_was_typed(tournament, by, client, field, value):
    make_participants(tournament, 1, by=by)

    response = client.post(page("participant", tournament, 1), {**SEEN, **FORM, "team": "Füchse", field: value})

    form = response.context["form"]
    assert (response.status_code, list(form.errors)) == (422, [field])
    assert form["team"].value() == "Füchse"
    assert Participant.objects.get().team == ""


def test_participant_with_tampered_hidden_values_never_breaks(tournament, by, client):
    make_participants(tournament, 1, by=by)

    response = client.post(
        page("participant", tournament, 1), {**FORM, "fixed_table": "3", "initial-fixed_table": "abc", "team": "Füchse"}
    )

    assert response.status_code in (302, 422)


def test_presence_fee_and_donation_are_one_button_each(tournament, by, client):
    make_participants(tournament, 1, by=by)
    address = page("participant_settle", tournament, 1)

    for data in ({"presence": "missing"}, {"fee_kind": "reduced"}, {"fee_state": "paid"}, {"donation": "2,50"}):
        assert client.post(address, data).status_code == 302

    kept = Participant.objects.get()
    assert (kept.checked_in_at, kept.fee_kind, kept.fee_state, kept.donation_cents) == (None, "reduced", "paid", 250)


def test_donation_that_is_no_amount_is_refused_at_its_field(tournament, by, client):
    make_participants(tournament, 1, by=by)

    response = client.post(page("participant_settle", tournament, 1), {"donation": "viel"})

    assert response.status_code == 422
    assert list(response.context["donation"].errors) == ["donation"]


@pytest.mark.parametrize("data", [{}, {"presence": "x"}, {"fee_state": "x"}, {"fee_kind": "x"}])
def test_unknown_buttons_change_nothing(tournament, by, client, data):
    make_participants(tournament, 1, by=by)

    response = client.post(page("participant_settle", tournament, 1), data)

    assert (response.status_code, JournalEntry.objects.count()) == (302, 1)


def test_withdraw_and_bring_back(tournament, by, client):
    make_participants(tournament, 1, by=by)

    client.post(page("participant_withdraw", tournament, 1), {"reason": "krank"})
    withdrawn = Participant.objects.get().withdrawn_at
    client.post(page("participant_return", tournament, 1))

    assert (withdrawn is not None, Participant.objects.get().withdrawn_at) == (True, None)
    assert JournalEntry.objects.get(what="participant_withdrawn").reason == "krank"


def test_delete_is_offered_before_the_first_seat_only(tournament, by, client):
    anna, berta = make_participants(tournament, 2, by=by)
    with step(tournament=tournament, by=by, now=NOW, what="round_published") as doing:
        round_ = doing.create(Round(number=1, published_at=NOW))
        table = doing.create(Table(round=round_, number=1))
        doing.create(Seat(round=round_, table=table, position=1, participant=anna))
    offered = [
        page("participant_delete", tournament, n) in text_of(client.get(page("participant", tournament, n)))
        for n in (1, 2)
    ]

    for person in (anna, berta):
        client.post(page("participant_delete", tournament, person.number))

    assert offered == [False, True]
    assert people() == [(1, "Äpfel, Anna", "DoKo Bremen")]


def test_name_is_removed_after_a_question(tournament, by, client):
    make_participants(tournament, 1, by=by)

    asked = client.get(page("participant_remove", tournament, 1))
    before = people()
    client.post(page("participant_remove", tournament, 1))
    shown = client.get(page("participant", tournament, 1))

    assert asked.status_code == 200
    assert before == [(1, "Äpfel, Anna", "DoKo Bremen")]
    assert people()[0][0] == 1
    assert "Äpfel" not in text_of(shown) + text_of(client.get(page("journal", tournament)))


@pytest.mark.parametrize("name", ["participant_delete", "participant_remove"])
def test_helpers_at_the_door_do_not_delete(tournament, by, name):
    make_participants(tournament, 1, by=by)
    helper = client_for(make_actor(tournament, Role.CHECK_IN))

    shown = helper.get(page("participant", tournament, 1))
    response = helper.post(page(name, tournament, 1))

    assert page(name, tournament, 1) not in text_of(shown)
    assert response.status_code == 403
    assert people() == [(1, "Äpfel, Anna", "DoKo Bremen")]


def test_a_participant_of_another_tournament_is_not_found(tournament, by, client):
    other = make_tournament()
    make_participants(other, 5)

    assert client.get(page("participant", tournament, 5)).status_code == 404


@pytest.mark.parametrize("count", [1, 10])
def test_wishes_need_the_same_queries_for_any_number(count, tournament, by, client, django_assert_num_queries):
    players = make_participants(tournament, count + 1, by=by)
    for other in players[1:]:
        add_wish(tournament=tournament, first=players[0], second=other, strict=False, by=by, now=NOW)
    client.get(page("participant_wishes", tournament))

    # session, person, tournament and role; everybody; wishes; two for the bar
    with django_assert_num_queries(8):
        response = client.get(page("participant_wishes", tournament))

    assert len(response.context["lines"]) == count


def test_wish_is_added_changed_and_deleted(tournament, by, client):
    anna, berta = make_participants(tournament, 2, by=by)
    data = {"first": str(anna.uuid), "second": str(berta.uuid), "strict": "1", "rounds": ""}

    client.post(page("participant_wish_add", tournament), data)
    wish = ApartWish.objects.get()
    added = (wish.first, wish.second, wish.strict, wish.rounds)
    client.post(page("participant_wish_change", tournament, wish.uuid), {"strict": "", "rounds": "2"})
    wish.refresh_from_db()
    client.post(page("participant_wish_delete", tournament, wish.uuid))

    assert added == (anna, berta, True, 99)
    assert (wish.strict, wish.rounds) == (False, 2)
    assert ApartWish.objects.count() == 0


def test_wish_about_one_person_is_refused_at_its_field(tournament, by, client):
    (anna,) = make_participants(tournament, 1, by=by)

    response = client.post(
        page("participant_wish_add", tournament), {"first": str(anna.uuid), "second": str(anna.uuid)}
    )

    assert (response.status_code, list(response.context["form"].errors)) == (422, ["second"])


@pytest.mark.parametrize("rounds", ["0", "x", "100"])
def test_wish_with_wrong_rounds_stays_as_it_is(tournament, by, client, rounds):
    anna, berta = make_participants(tournament, 2, by=by)
    wish = add_wish(tournament=tournament, first=anna, second=berta, strict=True, by=by, now=NOW)

    client.post(page("participant_wish_change", tournament, wish.uuid), {"strict": "", "rounds": rounds})

    wish.refresh_from_db()
    assert (wish.strict, wish.rounds) == (True, 99)
