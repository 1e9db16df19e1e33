"""A whole evening in the browser, as a director walks it: from a new tournament to the closed one."""

import pytest
from django.urls import reverse

from tests.builders import make_user
from tournament.actors import Actor
from tournament.models import Participant, Publication, Round, Seat, Table, Tournament
from tournament.queries.standings import listed
from tournament.roles import Role

pytestmark = pytest.mark.django_db(transaction=True)

CLUBS = ("DoKo Öhringen", "Karlchens Freunde", "Fuchs am End")
SURNAMES = (
    "Äpfel", "Brandt", "Çelik", "Dahl", "Öztürk", "Ehlers", "Grün", "Fuchs", "Köhler", "Hansen", "Lüders", "Iversen",
    "Müller", "Jahn", "Schäfer", "Krause", "Vößing", "Lange", "Wüst", "Moll", "Züge",
)  # fmt: skip
FIRST_NAMES = ("Anna", "Björn", "Ida", "Emre", "Uwe", "Ruth", "Käthe")
# Two of each table win, two lose; at a table of five one stays at nothing.
TOTALS = {4: (18, -6, 4, -16), 5: (21, -9, 0, 3, -15)}


class Evening:
    def __init__(self, server):
        with server.quiet():
            user = make_user("leitung", is_superuser=True, first_name="Gesa")
        self.server = server
        self.visitor = server.visitor(Actor(user=user, role=Role.ADMINISTRATOR))
        self.page = self.visitor.page
        self.slug = ""

    def go(self, name, *args):
        self.visitor.go(reverse(name, args=[self.slug, *args] if self.slug else args))

    def press_next(self):
        """Strike Enter beside every field: it presses the button that the page offers as the next step."""
        address = self.page.url
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(lambda url: url != address)

    def look(self, model, **values):
        with self.server.quiet():
            return list(model.objects.filter(**values))


def test_evening_from_the_players_list_to_the_published_ranking(server):
    evening = Evening(server)
    page = evening.page

    evening.go("home")
    evening.press_next()
    page.fill("[name=name]", "Herbstturnier am Öhrchen")
    page.check("[name=preset][value=open]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/office/**")
    (tournament,) = evening.look(Tournament)
    evening.slug = tournament.slug
    change_settings(evening)

    register(evening)
    check_in(evening)

    for number in (1, 2):
        play(evening, number)

    finish(evening)
    papers(evening)
    close(evening)
    public(evening)


def change_settings(evening):
    evening.go("settings")
    evening.page.fill("[name=rounds]", "2")
    evening.page.fill("[name=minutes_four]", "75")
    evening.page.fill("[name=fee_cents]", "7,50")
    evening.page.fill("[name=objection_minutes]", "0")
    evening.page.fill("[name=director_name]", "Gesa Öhlert")
    evening.page.fill("[name=referee_name]", "Onno Brüggen")
    evening.page.click("main button:has-text('Speichern')")
    evening.page.wait_for_url("**/settings/")
    (tournament,) = evening.look(Tournament)
    assert (tournament.rounds, tournament.minutes_four, tournament.fee_cents) == (2, 75, 750)


def register(evening):
    """One walk-in by hand, the others as a pasted list."""
    people = [
        f"{surname}, {FIRST_NAMES[place % len(FIRST_NAMES)]}, {CLUBS[place % len(CLUBS)]}"
        for place, surname in enumerate(SURNAMES)
    ]
    evening.go("participants")
    page = evening.page
    page.fill("[name=line]", people[0])
    page.keyboard.press("Enter")
    page.wait_for_selector("[value='Äpfel']")
    evening.press_next()
    evening.go("import_list")
    page.fill("textarea", "\n".join(people[1:]))
    page.click("form:has(textarea) button")
    page.wait_for_selector("button[name=keep]")
    page.set_checked("[name=here]", checked=False)
    page.click("button[name=keep]")
    page.wait_for_url("**/participants/**")
    found = evening.look(Participant)
    assert sorted(person.surname for person in found) == sorted(SURNAMES)
    assert {person.club_id is not None for person in found} == {True}


def check_in(evening):
    evening.go("check_in")
    page = evening.page
    page.fill("[type=search]", "muell")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=muell**")
    page.wait_for_selector("text=Müller")
    evening.go("check_in")
    while True:
        missing = [person for person in evening.look(Participant) if person.checked_in_at is None]
        if not missing:
            break
        page.click(f"button[name=here][value='{missing[0].number}'], button[value='{missing[0].number}']")
        page.wait_for_function(
            "number => !document.querySelector(`button[name=here][value='${number}']`)", arg=str(missing[0].number)
        )
    assert len(evening.look(Participant)) == len(SURNAMES)


def play(evening, number):
    page = evening.page
    evening.go("rounds")
    evening.press_next()
    page.wait_for_url(f"**/rounds/{number}/**")
    page.click("form[action$='/draw/'] button")
    page.wait_for_selector("form[action$='/publish/'] button")
    with evening.server.quiet():
        round_ = Round.objects.get(number=number)
        assert round_.published_at is None
        sizes = sorted(Table.objects.filter(round=round_).values_list("size", flat=True))
        seated = Seat.objects.filter(round=round_).values("participant").distinct().count()
    assert (sizes, seated) == ([4, 4, 4, 4, 5], 21)
    page.click("form[action$='/publish/'] button")
    page.wait_for_load_state()
    evening.go("round_clock", number)
    page.click("form button:has-text('Start'), form button[name=action][value=start]")
    page.wait_for_selector(".digits[data-ends]")
    for table in evening.look(Table, round__number=number):
        type_sheet(evening, number, table)
    with evening.server.quiet():
        assert Table.objects.filter(round__number=number, confirmed_at__isnull=True).count() == 0
    evening.go("standings")
    page.click("form[action*='/publish'] button")
    page.wait_for_load_state()
    with evening.server.quiet():
        assert Publication.objects.filter(kind="standings", round__number=number).count() == 1


def type_sheet(evening, number, table):
    evening.go("sheet", number, table.number)
    evening.page.wait_for_selector("[data-step]")
    for total in TOTALS[table.size]:
        evening.visitor.type(str(total), "<Enter>")
    evening.page.wait_for_url("**/board/")


def finish(evening):
    page = evening.page
    evening.go("standings")
    page.click("form[action*='/post'] button")
    page.wait_for_load_state()
    page.click("form[action*='/final'] button")
    with evening.server.quiet():
        states = list(Publication.objects.filter(kind="standings").order_by("pk").values_list("state", flat=True))
    assert states[-1] == "final"


def public(evening):
    """What everybody sees on a phone: the seat by a part of the name, and the list."""
    with evening.server.quiet():
        tournament = Tournament.objects.get()
        first = listed(tournament).rows[0]
    page = evening.page
    page.context.clear_cookies()
    evening.go("public_home")
    page.fill("[type=search], input[name=q]", "oezt")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Öztürk")
    evening.go("public_standings")
    page.wait_for_selector(f"text={first.participant.surname}")


def papers(evening):
    """Every paper that the page offers comes as a PDF or file."""
    page = evening.page
    evening.go("papers")
    addresses = page.evaluate(
        """() => [...document.querySelectorAll("main form")].map(
            (form) => form.action + "?" + new URLSearchParams(new FormData(form)))"""
    )
    assert len(addresses) > 15
    for address in addresses:
        answer = page.request.get(address)
        assert (address, answer.status) == (address, 200)
        assert answer.headers["content-type"].split(";")[0] in (
            "application/pdf",
            "text/csv",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        )


def close(evening):
    page = evening.page
    evening.go("close")
    page.click("form button:has-text('abschließen'), form button:has-text('Close')")
    page.wait_for_load_state()
    (tournament,) = evening.look(Tournament)
    assert tournament.closed_at is not None
