"""The referee's book on the screen."""

from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.builders import (
    NOW,
    client_for,
    make_actor,
    make_round,
    make_tournament,
)
from tests.page_forms import forms_of
from tests.reports.csv_reader import read as read_csv
from tests.views.incident_desk import confirmed, new, record, referee, typed
from tournament.models import Extension, Incident, Penalty, Round, Seat
from tournament.roles import Role
from tournament.services.incidents import Decision, lift_incident, record_incident

pytestmark = pytest.mark.django_db


def test_new_incident_is_booked(hall):
    tournament, _round, table, people = hall

    answer = referee(tournament).post(new(tournament), typed(people, game_number="7", minutes="5"))

    incident = Incident.objects.get()
    assert (answer.status_code, answer.url) == (302, reverse("incidents", args=[tournament.slug]))
    assert (incident.table, incident.game_number, incident.offender, incident.reason) == (
        table,
        7,
        people[1],
        "Nicht bedient",
    )
    assert sorted(Penalty.objects.values_list("points", flat=True)) == [-3, 1, 1, 1]
    assert list(Extension.objects.values_list("table__number", "minutes")) == [(2, 5)]


def test_form_offers_the_people_of_the_table_and_the_referees_name(hall):
    tournament, _round, _table, people = hall

    form = referee(tournament).get(new(tournament)).context["form"]

    assert [pk for pk, _label in form.fields["offender"].choices] == ["", *(person.pk for person in people)]
    assert form["signed_by"].value() == "R. Echt"


def test_refused_decision_keeps_what_was_typed(hall):
    tournament, _round, _table, people = hall

    answer = referee(tournament).post(new(tournament), typed(people, kind="solo", soloist=people[0].pk, minutes="4"))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["can_hurt"]
    assert ('value="Nicht bedient"' in page, 'value="4"' in page) == (True, True)
    assert Incident.objects.count() == 0


def test_own_points_are_typed_with_any_minus(hall):
    tournament, _round, _table, people = hall

    referee(tournament).post(
        new(tournament),
        typed(people, points_1="4", points_2="−6", points_3="1", points_4="1", points_reason="Wiederholung"),
    )

    assert sorted(Penalty.objects.values_list("points", flat=True)) == [-6, 1, 1, 4]


def test_proposal_shows_the_tariff_and_books_nothing(hall):
    tournament, _round, _table, people = hall

    answer = referee(tournament).post(
        reverse("incident_proposal", args=[tournament.slug, 1, 2]), typed(people, breach="serious", pledges="1")
    )

    assert [points for _seat, points in answer.context["rows"]] == [5, -15, 5, 5]
    assert Incident.objects.count() == 0


@pytest.mark.parametrize("place", [(1, 2), (0, 0)])
def test_form_says_what_stands_against_the_offender_already(hall, place):
    tournament, _round, _table, people = hall
    record(hall)
    lifted = record(hall)
    lift_incident(incident=lifted, reason="Irrtum", by=make_actor(tournament, Role.REFEREE), now=NOW)
    client = referee(tournament)
    address = reverse("incident_proposal", args=[tournament.slug, *place])

    against = client.post(address, typed(people, breach="unsportsmanlike"))
    nothing = client.post(address, typed(people, breach="unsportsmanlike", offender=people[0].pk))

    assert [(entry.incident.round.number, str(entry.incident.breach)) for entry in against.context["earlier"]] == [
        (1, "minor")
    ]
    assert nothing.context["earlier"] == []
    assert against.context["law"].section == "TSR 9.7"


@pytest.mark.parametrize(("own", "rows"), [({}, [-3, 1, 1, 1]), ({"points": {}, "points_reason": "erlassen"}, [])])
def test_form_of_an_entry_shows_what_the_tariff_said_unless_the_referee_had_points_of_his_own(hall, own, rows):
    tournament, *_rest = hall
    first, second = record(hall), record(hall, **own)
    client = referee(tournament)

    shown = client.get(reverse("incident_change", args=[tournament.slug, second.uuid])).context

    assert ([points for _person, points in shown["rows"]], shown["law"].section) == (rows, "TSR 9.3.2")
    assert [entry.incident for entry in shown["earlier"]] == [first]


def test_somebody_of_another_table_cannot_be_chosen(hall):
    tournament, _round, _table, people = hall
    stranger = Seat.objects.get(table__number=1, position=1).participant

    answer = referee(tournament).post(new(tournament), typed(people, offender=stranger.pk))

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["offender"])


def test_incident_without_a_table_takes_a_deduction(hall):
    tournament, _round, _table, people = hall

    answer = referee(tournament).post(
        reverse("incident_without_table", args=[tournament.slug]),
        typed(people, breach="unsportsmanlike", deduction="5"),
    )

    assert answer.status_code == 302
    assert (Incident.objects.get().deduction, Penalty.objects.count()) == (5, 0)


def test_form_without_a_table_asks_only_what_needs_none(hall):
    tournament, *_rest = hall

    page = referee(tournament).get(reverse("incident_without_table", args=[tournament.slug]))

    asked = [name for name in page.context["form"].fields if name in ("breach", "kind", "game_number", "minutes")]
    assert asked == ["breach"]
    assert [value for value, _label in page.context["form"].fields["breach"].choices] == ["unsportsmanlike"]
    assert page.context["form"]["breach"].value() == "unsportsmanlike"


def test_appeal_is_entered_on_the_page(hall):
    tournament, _round, _table, people = hall
    incident = record(hall)
    address = reverse("incident_change", args=[tournament.slug, incident.uuid])
    client = referee(tournament)
    version = client.get(address).context["version"]

    answer = client.post(
        address,
        typed(people, breach="insignificant", appealed="on", court="A, B, C", decision="ohne Folgen", version=version),
    )

    incident.refresh_from_db()
    assert answer.status_code == 302
    assert (incident.breach, incident.appealed, incident.court, Penalty.objects.count()) == (
        "insignificant",
        True,
        "A, B, C",
        0,
    )


def sent_again(client, address, **values):
    """The form of an entry as its page has it, sent with these values."""
    fields = next(
        form.fields for form in forms_of(address, client.get(address).content.decode()) if "breach" in form.fields
    )
    return client.post(address, {**fields, **values})


@pytest.mark.parametrize(
    ("first", "then", "outcome"),
    [
        ({}, {"breach": "serious"}, ("not_played", None)),
        ({"kind": "solo", "can_hurt": "1"}, {"breach": "serious"}, ("counts", True)),
        ({"kind": "solo", "breach": "serious"}, {"breach": "minor", "can_hurt": "0"}, ("goes_on", None)),
        ({"effect": "counts"}, {"court": "A, B, C"}, ("counts", None)),
    ],
)
def test_another_class_changes_what_becomes_of_the_game_unless_the_referee_has_said_it(hall, first, then, outcome):
    tournament, _round, _table, people = hall
    client = referee(tournament)
    solo = {"soloist": people[0].pk} if first.get("kind") == "solo" else {}
    client.post(new(tournament), typed(people, **solo, **first))

    answer = sent_again(client, reverse("incident_change", args=[tournament.slug, Incident.objects.get().uuid]), **then)

    assert answer.status_code == 302
    assert Incident.objects.values_list("effect", "solo_used").get() == outcome


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"points_1": "4"}, "points_1"),
        ({"breach": "unsportsmanlike", "deduction": "13"}, "deduction"),
        ({"time": "25:00"}, "time"),
        ({"court": "x" * 301}, "court"),
    ],
)
def test_folded_part_with_a_marked_field_is_open(hall, values, field):
    tournament, _round, _table, people = hall

    answer = referee(tournament).post(new(tournament), typed(people, **values))

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    folded = next(part for part in answer.content.decode().split("<details")[1:] if f'name="{field}"' in part)
    assert folded.startswith(" open>")


def test_lifted_entry_stays_in_the_book(hall):
    tournament, *_rest = hall
    incident = record(hall)
    client = referee(tournament)

    client.post(reverse("incident_lift", args=[tournament.slug, incident.uuid]), {"version": 0, "reason": "Irrtum"})

    page = client.get(reverse("incidents", args=[tournament.slug])).content.decode()
    assert ("struck" in page, "Irrtum" in page) == (True, True)


def test_lifting_without_a_reason_is_refused(hall):
    tournament, *_rest = hall
    incident = record(hall)

    answer = referee(tournament).post(
        reverse("incident_lift", args=[tournament.slug, incident.uuid]), {"version": 0, "reason": " "}
    )

    incident.refresh_from_db()
    assert (answer.status_code, incident.lifted_at) == (422, None)


def test_incident_of_another_tournament_does_not_exist(hall):
    incident = record(hall)
    other = make_tournament()

    answer = referee(other).get(reverse("incident_change", args=[other.slug, incident.uuid]))

    assert answer.status_code == 404


@pytest.mark.parametrize("role", [Role.CLERK, Role.CHECK_IN])
def test_book_is_the_referees(hall, role):
    tournament, _round, _table, people = hall

    answer = client_for(make_actor(tournament, role)).post(new(tournament), typed(people))

    assert (answer.status_code, Incident.objects.count()) == (403, 0)


@pytest.mark.parametrize("count", [1, 12])
def test_book_needs_the_same_queries_for_any_number(hall, count, django_assert_num_queries):
    tournament, *_rest = hall
    for _number in range(count):
        record(hall)
    client = referee(tournament)
    client.get(reverse("incidents", args=[tournament.slug]))

    # session, user, tournament, membership, incidents, penalties, extensions, claimants, and the bar's two
    with django_assert_num_queries(9):
        page = client.get(reverse("incidents", args=[tournament.slug]))

    assert len(page.context["book"]) == count


def test_incident_without_a_table_names_none_on_paper(hall):
    tournament, *_rest = hall
    decision = Decision(
        happened_at=NOW,
        breach="unsportsmanlike",
        offender=hall[3][0],
        deduction=2,
        reason="Geschrei",
        signed_by="R. Echt",
    )
    record_incident(tournament=tournament, decision=decision, by=make_actor(tournament, Role.REFEREE), now=NOW)
    client = referee(tournament)

    paper = client.get(reverse("paper", args=[tournament.slug, "referee-report"]), {"font": 100, "copies": 1})
    listed = client.get(reverse("paper", args=[tournament.slug, "penalties-csv"]))

    text = "".join(page.extract_text() for page in PdfReader(BytesIO(paper.content)).pages)
    assert ("Geschrei" in text, "Runde 0" in text, "Tisch 0" in text) == (True, False, False)
    assert listed.content.decode("utf-8-sig").splitlines()[1].startswith(";;")


def test_referees_report_is_a_file_for_excel_with_paragraph_and_lifted_entries(hall):
    tournament, *_rest = hall
    record(hall)
    client = referee(tournament)
    client.post(reverse("incident_lift", args=[tournament.slug, record(hall).uuid]), {"version": 0, "reason": "Irrtum"})

    answer = client.get(reverse("paper", args=[tournament.slug, "referee-report-xlsx"]))
    listed = client.get(reverse("paper", args=[tournament.slug, "referee-report-csv"]))

    headings, *rows = load_workbook(BytesIO(answer.content)).worksheets[0].values
    assert [(row[0], row[8], row[10], row[12].count("−3"), row[24] is None) for row in rows] == [
        (1, "Nicht bedient", "TSR 9.3.2", 1, True),
        (2, "Nicht bedient", "TSR 9.3.2", 1, False),
    ]
    assert [len(row) for row in read_csv(listed.content)] == [len(headings)] * 3


def test_form_sent_twice_makes_one_entry(hall):
    tournament, _round, _table, people = hall
    client = referee(tournament)
    entry = str(client.get(new(tournament)).context["entry"])

    for _time in range(2):
        client.post(new(tournament), typed(people, entry=entry))

    assert Incident.objects.count() == 1


@pytest.mark.parametrize(("typed_time", "shown"), [("", "10:15"), ("09:40", "09:40"), ("10:15", "10:15")])
def test_time_of_the_incident_can_be_typed(hall, typed_time, shown):
    tournament, _round, _table, people = hall
    client = referee(tournament)
    client.post(new(tournament), typed(people))
    Incident.objects.update(happened_at=NOW.replace(hour=9, minute=15))
    incident = Incident.objects.get()
    address = reverse("incident_change", args=[tournament.slug, incident.uuid])

    client.post(address, typed(people, version=incident.version, time=typed_time))

    assert client.get(address).context["form"]["time"].value().strftime("%H:%M") == shown


@pytest.mark.parametrize("typed_time", ["25:00", "zehn"])
def test_time_that_cannot_be_read_stays_in_its_field(hall, typed_time):
    tournament, _round, _table, people = hall

    answer = referee(tournament).post(new(tournament), typed(people, time=typed_time))

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["time"])
    assert f'value="{typed_time}"' in answer.content.decode()


def test_incident_without_a_table_belongs_to_the_round_chosen(hall):
    tournament, _round, _table, people = hall
    make_round(tournament)
    client = referee(tournament)
    address = reverse("incident_without_table", args=[tournament.slug])
    form = typed(people, breach="unsportsmanlike", deduction="5")

    client.post(address, {**form, "round_number": "1"})
    client.post(address, form)

    assert client.get(address).context["form"]["round_number"].value() == 2
    assert list(Incident.objects.order_by("pk").values_list("round__number", flat=True)) == [1, None]


def test_table_of_an_earlier_round_can_be_chosen(hall):
    tournament, *_rest = hall
    make_round(tournament)
    client = referee(tournament)
    address = reverse("incident_table", args=[tournament.slug])

    assert client.get(address).context["round"] == Round.objects.get(number=2)
    assert client.get(address, {"round": "1"}).context["round"] == Round.objects.get(number=1)
    assert client.get(address, {"round": "x"}).context["round"] == Round.objects.get(number=2)


def test_book_names_class_paragraph_and_what_becomes_of_the_game(hall):
    tournament, _round, _table, people = hall
    record(hall)
    decision = Decision(
        happened_at=NOW,
        round=hall[1],
        table=hall[2],
        offender=people[1],
        kind="solo",
        soloist=people[0],
        breach="serious",
        pledges=1,
        reason="Karten gezeigt",
        signed_by="R. Echt",
    )
    record_incident(tournament=tournament, decision=decision, by=make_actor(tournament, Role.REFEREE), now=NOW)

    entries = referee(tournament).get(reverse("incidents", args=[tournament.slug])).context["book"]

    assert [(entry.law.section, str(entry.incident.effect), entry.incident.solo_used) for entry in entries] == [
        ("TSR 9.4.4", "counts", True),
        ("TSR 9.3.2", "goes_on", None),
    ]


def test_list_on_paper_and_in_files_says_of_which_penalties(hall):
    tournament, *_rest = hall
    confirmed(hall)
    record(hall)
    client = referee(tournament)

    paper = client.get(reverse("paper", args=[tournament.slug, "standings"]), {"round": 1, "font": 100, "copies": 1})
    headings, *rows = read_csv(client.get(reverse("paper", args=[tournament.slug, "standings-csv"])).content)

    text = "".join(page.extract_text() for page in PdfReader(BytesIO(paper.content)).pages)
    assert (text.count("davon"), headings.count("davon Strafen")) == (1, 1)
    found = {int(row[1]): row[headings.index("davon Strafen")] for row in rows}
    assert found == {1: "0", 2: "0", 3: "0", 4: "0", 5: "1", 6: "-3", 7: "1", 8: "1"}


@pytest.mark.parametrize(("settings_of_round", "helped"), [({"form": "rubric", "depth": "rows"}, True), ({}, False)])
def test_form_says_what_to_do_about_a_mandatory_solo_in_its_rubric(settings_of_round, helped):
    tournament = make_tournament(**{"form": "played", **settings_of_round})
    make_round(tournament, players=4)

    form = referee(tournament).get(reverse("incident_new", args=[tournament.slug, 1, 1])).context["form"]

    assert bool(form.fields["game_number"].help_text) is helped
