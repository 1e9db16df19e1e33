"""The referee at a phone: a breach in a solo, an appeal, another decision; then the sheet, then the standings."""

import pytest
from django.urls import reverse

from tests.browser.conftest import PHONE
from tests.builders import NOW, make_actor, make_round, make_tournament, tables_of
from tournament.models import Incident, Penalty, Seat
from tournament.queries.standings import computed
from tournament.roles import Role
from tournament.services.publications import publish_standings

pytestmark = pytest.mark.django_db(transaction=True)


def test_breach_in_a_solo_is_decided_appealed_and_stands_in_the_ranking(server):
    with server.quiet():
        tournament = make_tournament(second_person=True, referee_name="Onno Brüggen")
        director, referee = make_actor(tournament), make_actor(tournament, Role.REFEREE)
        clerk = make_actor(tournament, Role.CLERK)
        table = tables_of(make_round(tournament, players=4, by=director))[1]
        people = [seat.participant for seat in Seat.objects.filter(table=table).order_by("position")]
    book = reverse("incidents", args=[tournament.slug])
    sheet = reverse("sheet", args=[tournament.slug, 1, 1])
    visitor = server.visitor(referee, viewport=PHONE, touch=True)
    page = visitor.page

    visitor.go(reverse("incident_new", args=[tournament.slug, 1, 1]))
    page.fill("[name=game_number]", "5")
    page.select_option("[name=offender]", str(people[1].pk))
    page.fill("[name=reason]", "Karte aufgedeckt")
    page.check("[name=kind][value=solo]")
    page.select_option("[name=soloist]", str(people[0].pk))
    page.check("[name=breach][value=minor]")
    page.select_option("[name=can_hurt]", "1")
    page.wait_for_selector("#proposal >> text=+3")
    page.click("main form.form button.key")
    page.wait_for_url(f"**{book}")
    with server.quiet():
        first = list(Penalty.objects.order_by("points").values_list("participant_id", "points"))
    assert first == [(people[1].pk, -3), (people[0].pk, 3)]

    page.click("article.incident a.key >> nth=0")
    page.select_option("[name=can_hurt]", "0")
    page.click("summary:has-text('Einspruch'), summary:has-text('Appeal')")
    page.check("[name=appealed]")
    page.fill("[name=court]", "Ehlers, Voß, Wulf")
    page.fill("[name=decision]", "Dem Solisten konnte es nicht schaden")
    page.click("main form.form button.key")
    page.wait_for_url(f"**{book}")
    with server.quiet():
        incident = Incident.objects.get()
        booked = dict(Penalty.objects.values_list("participant_id", "points"))
    assert (incident.appealed, incident.court) == (True, "Ehlers, Voß, Wulf")
    assert [booked[person.pk] for person in people] == [1, -3, 1, 1]

    typist, second = server.visitor(clerk), server.visitor(director)
    typist.go(sheet)
    typist.page.wait_for_selector("[data-step]")
    for total in (11, -9, -1, -1):
        typist.type(str(total), "<Enter>")
    typist.page.wait_for_url("**/board/")
    second.go(sheet)
    second.page.click("[data-finish]")
    second.page.wait_for_url("**/board/")
    with server.quiet():
        rows = {row.participant.pk: (row.total, row.penalties) for row in computed(tournament).rows}
    assert [rows[person.pk] for person in people] == [(11, 1), (-9, -3), (-1, 1), (-1, 1)]

    with server.quiet():
        publish_standings(round_=table.round, by=director, now=NOW)
    visitor.go(book)
    page.click("article.incident a.key >> nth=1")
    page.wait_for_selector(".consequences table")
    shown = [" ".join(row.split()) for row in page.locator(".consequences tbody tr").all_inner_texts()]
    names = [f"{person.number} {person.name}" for person in people]
    # In the order of the list as it is then.
    assert shown == [
        f"{names[0]} +11 → +10 1",
        f"{names[2]} −1 → −2 2",
        f"{names[3]} −1 → −2 2",
        f"{names[1]} −9 → −6 4",
    ]
    with server.quiet():
        assert standing_of(tournament, people) == [11, -9, -1, -1]
    page.fill("[name=reason]", "Beschluss des Schiedsgerichts")
    page.click("main form.form button.key")
    page.wait_for_url(f"**{book}")
    assert page.locator("article.incident.lifted .struck").count() > 0
    with server.quiet():
        assert standing_of(tournament, people) == [10, -6, -2, -2]


def standing_of(tournament, people):
    totals = {row.participant.pk: row.total for row in computed(tournament).rows}
    return [totals[person.pk] for person in people]


def test_form_on_a_phone_asks_only_what_matters_and_is_filled_in_with_few_taps(server):
    with server.quiet():
        tournament = make_tournament(referee_name="Onno Brüggen")
        referee = make_actor(tournament, Role.REFEREE)
        table = tables_of(make_round(tournament, players=4))[1]
        people = [seat.participant for seat in Seat.objects.filter(table=table).order_by("position")]
    visitor = server.visitor(referee, viewport=PHONE, touch=True)
    page = visitor.page

    visitor.go(reverse("incidents", args=[tournament.slug]))
    page.tap("a[data-next]")
    page.tap(".board a")
    page.select_option("[name=offender]", str(people[1].pk))
    page.tap(".suggested button >> nth=1")
    seen = {}
    for kind, breach in (("normal", "minor"), ("solo", "minor"), ("solo", "serious"), ("normal", "serious")):
        page.tap(f"label:has([name=kind][value={kind}])")
        page.tap(f"label:has([name=breach][value={breach}])")
        seen[kind, breach] = [page.is_visible(f"[name={name}]") for name in ("soloist", "can_hurt", "pledges")]
    page.wait_for_selector("#proposal >> text=−12")
    page.tap("main form.form button.key")
    page.wait_for_url("**/incidents/")

    assert seen == {
        ("normal", "minor"): [False, False, False],
        ("solo", "minor"): [True, True, False],
        ("solo", "serious"): [True, False, True],
        ("normal", "serious"): [False, False, True],
    }
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    with server.quiet():
        incident = Incident.objects.get()
    assert (incident.reason, incident.signed_by) == ("falsch ausgespielt", "Onno Brüggen")
