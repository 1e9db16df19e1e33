"""Start page, set-up, settings, journal."""

from datetime import date

import pytest
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_participants, make_tournament
from tournament.forms.fields import MinutesField, MoneyField
from tournament.models import JournalEntry, Participant, Tournament
from tournament.roles import Role
from tournament.services.journal import step

pytestmark = pytest.mark.django_db

NEW = {"name": "Winterturnier", "date": "2026-12-05", "place": "Leer", "preset": "open"}


def administrator():
    return client_for(make_actor(make_tournament(), Role.ADMINISTRATOR))


def test_home_offers_a_new_tournament_to_the_administrator():
    page = administrator().get(reverse("home")).content.decode()

    assert reverse("tournament_new") in page
    assert "Herbstturnier" in page


def test_home_shows_only_ones_own_tournaments():
    mine, _other = make_tournament(), make_tournament(name="Fremdes Turnier")
    both = make_tournament(name="Wintercup")
    by = make_actor(mine, Role.CLERK)
    make_actor(both, Role.CLERK)

    page = client_for(by).get(reverse("home")).content.decode()

    assert ("Herbstturnier" in page, "Wintercup" in page, "Fremdes" in page) == (True, True, False)
    assert reverse("tournament_new") not in page


def test_home_leads_a_helper_straight_to_the_only_tournament():
    mine = make_tournament()

    answer = client_for(make_actor(mine, Role.CLERK)).get(reverse("home"))

    assert (answer.status_code, answer.url) == (302, reverse("desk", args=[mine.slug]))


def test_new_tournament_is_set_up_and_opened():
    answer = administrator().post(reverse("tournament_new"), NEW)

    made = Tournament.objects.get(name="Winterturnier")
    assert (answer.status_code, answer.url) == (302, reverse("desk", args=[made.slug]))
    assert (made.date, made.place, made.preset, made.games_four) == (date(2026, 12, 5), "Leer", "open", 16)


def test_new_tournament_without_a_name_keeps_what_was_typed():
    answer = administrator().post(reverse("tournament_new"), {**NEW, "name": ""})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert ('value="Leer"' in page, 'value="2026-12-05"' in page) == (True, True)
    assert Tournament.objects.filter(place="Leer").count() == 0


def test_new_tournament_is_the_administrators():
    tournament = make_tournament()

    answer = client_for(make_actor(tournament, Role.DIRECTOR)).post(reverse("tournament_new"), NEW)

    assert answer.status_code == 403
    assert Tournament.objects.count() == 1


def settings_of(client, tournament):
    form = client.get(reverse("settings", args=[tournament.slug])).context["form"]
    data = {}
    for bound in form:
        value = bound.value()
        if bound.name in ("tie_breaks", "wish_order"):
            widgets = bound.field.widget.decompress(value)
            data |= {f"{bound.name}_{n}": item for n, item in enumerate(widgets)}
        elif value is not None and value is not False:
            data[bound.name] = "on" if value is True else bound.field.prepare_value(value)
    return data


def test_settings_saved_unchanged_change_nothing():
    tournament = make_tournament(
        tie_breaks=["last_round", "lot"],
        warn_minutes=[10, 5],
        fee_cents=750,
        rooms=[{"room": "Saal", "first": 1, "last": 9}],
    )
    client = client_for(make_actor(tournament))

    answer = client.post(reverse("settings", args=[tournament.slug]), settings_of(client, tournament))

    assert answer.status_code == 302
    assert JournalEntry.objects.count() == 0


def test_settings_change_every_value_that_was_typed():
    tournament = make_tournament()
    client = client_for(make_actor(tournament))
    typed = {
        "rounds": "5",
        "minutes_four": "90",
        "fee_cents": "7,50",
        "warn_minutes": "5, 15",
        "tie_breaks_0": "best_round",
        "tie_breaks_1": "lot",
        "fives": "number",
        "fives_number": "9",
        "rooms": "Saal 1-10, Klub 11-14",
        "tables_left_out": "13, 7",
    }

    answer = client.post(reverse("settings", args=[tournament.slug]), {**settings_of(client, tournament), **typed})

    again = Tournament.objects.get(pk=tournament.pk)
    assert answer.status_code == 302
    assert (again.rounds, again.minutes_four, again.fee_cents, again.warn_minutes, again.tie_breaks) == (
        5,
        90,
        750,
        [15, 5],
        ["best_round", "lot"],
    )
    assert (again.fives, again.fives_number) == ("number", 9)
    assert again.rooms == [{"room": "Saal", "first": 1, "last": 10}, {"room": "Klub", "first": 11, "last": 14}]
    assert again.tables_left_out == [7, 13]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fee_cents", "zehn"),
        ("rounds", "-1"),
        ("games_four", "0"),
        ("warn_minutes", "bald"),
        ("date", "gestern"),
        ("rooms", "Saal 9-2"),
        ("rooms", f"{'Saal' * 11} 1-9"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_the_input_kept(field, value):
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    answer = client.post(reverse("settings", args=[tournament.slug]), {**settings_of(client, tournament), field: value})

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert f'value="{value}"' in answer.content.decode()
    assert "autofocus" in answer.context["form"].fields[field].widget.attrs
    assert JournalEntry.objects.count() == 0


@pytest.mark.parametrize("role", [Role.CLERK, Role.REFEREE, Role.CHECK_IN])
def test_settings_are_the_directors(role):
    tournament = make_tournament()

    answer = client_for(make_actor(tournament, role)).get(reverse("settings", args=[tournament.slug]))

    assert answer.status_code == 403


def test_desk_of_another_tournament_does_not_exist():
    mine, other = make_tournament(), make_tournament()

    answer = client_for(make_actor(mine)).get(reverse("desk", args=[other.slug]))

    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("typed", "cents"), [("12", 1200), ("7,50", 750), ("7.5 €", 750), ("0", 0), ("", 0), ("12,05", 1205)]
)
def test_money_is_read_as_people_write_it(typed, cents):
    assert MoneyField(required=False).clean(typed) == cents


def test_minutes_are_sorted_from_far_to_near():
    assert MinutesField(required=False).clean("5; 10 1 10") == [10, 5, 1]


def journal_of(count):
    tournament = make_tournament()
    by = make_actor(tournament)
    for number in range(count):
        with step(tournament=tournament, by=by, now=NOW, what="settings_changed") as doing:
            doing.change(doing.tournament, place=f"Saal {number}")
    return tournament, client_for(by)


@pytest.mark.parametrize("count", [1, 30])
def test_journal_page_needs_the_same_queries_for_any_number_of_steps(count, django_assert_num_queries):
    tournament, client = journal_of(count)
    client.get(reverse("journal", args=[tournament.slug]))  # the first page of a session also keeps its CSRF token

    # session, user, tournament, membership, round and players of the bar, steps
    with django_assert_num_queries(7):
        page = client.get(reverse("journal", args=[tournament.slug]))

    assert len(page.context["lines"]) == count


def test_journal_page_takes_a_step_back():
    tournament, client = journal_of(2)

    answer = client.post(reverse("undo_step", args=[tournament.slug, 2]))

    assert (answer.status_code, answer.url) == (302, reverse("journal", args=[tournament.slug]))
    assert Tournament.objects.get().place == "Saal 0"
    page = client.get(reverse("journal", args=[tournament.slug])).content.decode()
    assert "struck" in page


def test_journal_page_says_what_builds_on_a_step():
    tournament, client = journal_of(2)

    answer = client.post(reverse("undo_step", args=[tournament.slug, 1]), follow=True)

    assert Tournament.objects.get().place == "Saal 1"
    assert 'class="note error"' in answer.content.decode()


def test_journal_page_goes_on_to_older_steps():
    tournament, client = journal_of(51)

    first = client.get(reverse("journal", args=[tournament.slug]))
    second = client.get(reverse("journal", args=[tournament.slug]), {"before": first.context["older"]})

    assert [line.entry.number for line in second.context["lines"]] == [1]


def test_journal_page_shows_a_name_as_it_is_today():
    tournament = make_tournament()
    by = make_actor(tournament)
    with step(tournament=tournament, by=by, now=NOW, what="settings_changed") as doing:
        anna = doing.create(Participant(number=1, surname="Äpfel", first_name="Anna", registered_at=NOW))
        doing.params["person_uuid"] = str(anna.uuid)

    lines = client_for(by).get(reverse("journal", args=[tournament.slug])).context["lines"]

    assert len(lines) == 1


def test_desk_says_that_the_event_wants_more_players():
    tournament = make_tournament(players_min=32)
    make_participants(tournament, 8)

    page = client_for(make_actor(tournament)).get(reverse("desk", args=[tournament.slug]))

    assert page.context["step_url"] == reverse("check_in", args=[tournament.slug])
    assert "32" in page.context["step_sentence"]


@pytest.fixture
def many():
    """Thirty tournaments, the newest last; one of them is somewhere else."""
    made = [
        make_tournament(name=f"Turnier {number:02}", slug=f"turnier-{number:02}", date=date(2026, 1, number))
        for number in range(1, 30)
    ]
    made.append(make_tournament(name="Ölpokal", slug="oelpokal-2025", date=date(2025, 5, 1), place="Groß Ippener"))
    return made


def home_of(many, **query):
    page = client_for(make_actor(many[0], Role.ADMINISTRATOR)).get(reverse("home"), query)
    return [tournament.name for tournament in page.context["tournaments"]], page.content.decode()


def test_home_shows_a_page_of_tournaments_and_leads_to_the_older_ones(many):
    first, page = home_of(many)
    third, last = home_of(many, page=3)

    assert first == [f"Turnier {number:02}" for number in range(29, 17, -1)]
    assert third == [*(f"Turnier {number:02}" for number in range(5, 0, -1)), "Ölpokal"]
    assert ("?page=2" in page, "?page=0" in page, "?page=4" in last, "?page=2" in last) == (True, False, False, True)


@pytest.mark.parametrize("words", ["ölpokal", "ÖLPOKAL", "oelpokal", "groß", "2025", "öl 2025", "ippener öl"])
def test_home_finds_a_tournament_by_name_place_and_year(many, words):
    assert home_of(many, q=words)[0] == ["Ölpokal"]


def test_home_that_finds_nothing_leads_back_to_all(many):
    names, page = home_of(many, q="Schafkopf")

    assert names == []
    assert f'href="{reverse("home")}"' in page


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999", "²"])
def test_home_takes_a_page_that_is_no_number_for_the_first(many, page):
    assert home_of(many, page=page)[0][0] == "Turnier 29"


@pytest.mark.parametrize("words", ["0000", "9999", "%", "_", "'", "!!"])
def test_home_takes_every_word_as_it_stands(many, words):
    assert home_of(many, q=words)[0] == []


@pytest.mark.parametrize("count", [1, 30])
def test_home_asks_the_database_alike_for_few_and_many_tournaments(count, django_assert_num_queries):
    first, *_more = [make_tournament() for _time in range(count)]
    client = client_for(make_actor(first, Role.ADMINISTRATOR))
    client.get(reverse("home"))

    with django_assert_num_queries(3):
        client.get(reverse("home"))
