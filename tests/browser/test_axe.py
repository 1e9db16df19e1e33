"""Every page looked through by axe-core: names, labels, landmarks, contrast; no serious and no critical finding.

serious   as axe rates it: who sees badly, has no mouse or listens to the page cannot do what it is for
"""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.urls import NoReverseMatch, reverse

from tests.browser.conftest import DESK, PHONE
from tests.builders import (
    NOW,
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tournament.models import Incident, Participant, Publication
from tournament.roles import PAGES, PUBLIC, Role
from tournament.services.clock import extend, start_clock
from tournament.services.incidents import Decision, record_incident
from tournament.services.publications import publish_standings
from tournament.services.rounds import create_round, seat_by_hand
from tournament.services.screens import add_screen, set_notice
from tournament.services.seating import Plan
from tournament.services.sheets import set_depth

pytestmark = pytest.mark.django_db(transaction=True)

SEVERE = ("serious", "critical")
ALL = ()
"""No choice among the rules of axe."""
KINDS = ("seating_names", "seating_tables", "clock", "clock_seating", "standings", "open_tables", "notice", "plan")


def severe(page, rules=ALL):
    """The findings that count: rule, element and what is wrong."""
    # Spoken to as a developer's tool does: the policy of the page, which lets no foreign script in, does not reach it.
    page.evaluate(AXE_SCRIPT)
    wanted = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = page.evaluate("(wanted) => axe.run(document, wanted)", wanted)
    return [
        (violation["id"], node["target"][0], " ".join(node["failureSummary"].split())[:240])
        for violation in found["violations"]
        if violation["impact"] in SEVERE
        for node in violation["nodes"]
    ]


class Evening:
    """A tournament in the middle of its second round, with one of everything, and a draft of the third."""

    def __init__(self):
        self.tournament = make_tournament(
            minutes_four=100, minutes_five=125, rounds=3, second_person=True, depth="totals", fee_cents=1000,
            check_sum="off", check_parity="off", starts_at="10:00", plan_public=True, referee_name="Onno Brüggen",
        )  # fmt: skip
        self.by = make_actor(self.tournament)
        clerk = make_actor(self.tournament, Role.CLERK)
        first = make_round(self.tournament, players=13, by=self.by)
        for table in tables_of(first).values():
            type_totals(table, [9, 4, -4, -9, 0][: table.size], by=clerk)
            confirm(table, by=self.by)
        publish_standings(round_=first, by=self.by, now=NOW)
        self.second = make_round(self.tournament, by=self.by)
        start_clock(round_=self.second, by=self.by, now=NOW)
        extend(round_=self.second, minutes=7, tables=[1], reason="Reklamation", by=self.by, now=NOW)
        tables = tables_of(self.second)
        for number, depth in ((1, "rows"), (2, "full")):
            set_depth(table=tables[number], depth=depth, by=self.by, now=NOW)
        type_rows(tables[1], "24 4", "13 1", by=clerk)
        record_incident(
            tournament=self.tournament,
            decision=Decision(
                happened_at=NOW,
                round=self.second,
                table=tables[1],
                offender=Participant.objects.get(tournament=self.tournament, number=2),
                sits_out=Participant.objects.get(tournament=self.tournament, number=1),
                breach="minor",
                reason="Nicht bedient",
                signed_by="R. Echt",
                contained=True,
            ),
            by=self.by,
            now=NOW,
        )
        set_notice(tournament=self.tournament, notice="Essen ab 13 Uhr", by=self.by, now=NOW)
        pages = [(kind, 600) for kind in KINDS]
        _screen, self.token = add_screen(
            tournament=self.tournament, name="Saal", pages=pages, dark=False, by=self.by, now=NOW
        )
        draft = create_round(tournament=self.tournament, by=self.by, now=NOW)
        plans = [Plan(number=number, players=tuple(range(first, first + 4))) for number, first in ((1, 1), (2, 5))]
        seat_by_hand(round_=draft, tables=plans, by=self.by, now=NOW)
        make_participants(self.tournament, 2, checked_in=False, by=self.by)

    def addresses(self):
        """Every page of the office that opens with these, and every page of the public."""
        slug = self.tournament.slug
        ways = (
            *((slug, 1, 1), (slug, 2, 1), (slug, 2, 2), (slug, 2, 3), (slug, 3), (slug, 2)),
            *((slug, 1), (slug, Participant.objects.get(number=2).uuid), (slug, Incident.objects.get().uuid)),
            *((slug, Publication.objects.filter(kind="standings").latest("pk").uuid), (slug,), ()),
        )
        found = {reverse("login"), reverse("handbook"), reverse("screen_show", args=[self.token])}
        for name in (*PAGES, *PUBLIC):
            if name.startswith("api_"):
                continue
            for args in ways:
                try:
                    found.add(reverse(name, args=args))
                except NoReverseMatch:
                    continue
        return sorted(found)


def pages_of(evening):
    """Those of the addresses that are pages which a person can open: no files, no addresses of forms."""
    client = client_for(make_actor(evening.tournament, Role.ADMINISTRATOR))
    pages = []
    for address in evening.addresses():
        answer = client.get(address)
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code == 200 and kind.startswith("text/html") and not answer.streaming:
            pages.append(address)
    return pages


@pytest.mark.parametrize(
    ("viewport", "scheme", "rules"),
    [(DESK, "light", ALL), (PHONE, "light", ALL), (DESK, "dark", ("color-contrast",))],
    ids=["desk", "phone", "dark"],
)
def test_no_page_has_a_serious_finding(server, viewport, scheme, rules):
    with server.quiet():
        evening = Evening()
        addresses = pages_of(evening)
        visitor = server.visitor(make_actor(evening.tournament, Role.ADMINISTRATOR), viewport=viewport)
    page = visitor.page
    page.emulate_media(color_scheme=scheme)

    found, wide = {}, {}
    for address in addresses:
        visitor.go(address)
        for finding in severe(page, rules):
            found.setdefault(finding, []).append(address)
        over = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        if over > 0 and not address.startswith("/screen/"):
            wide[address] = over

    print(f"{len(addresses)} pages looked through")  # noqa: T201  # a figure
    assert found == {}
    assert wide == {}


def test_no_slide_of_a_screen_has_a_serious_finding(server):
    with server.quiet():
        evening = Evening()
    page = server.visitor(None, viewport={"width": 1920, "height": 1080}).page
    page.goto(server.address + reverse("screen_show", args=[evening.token]))

    found = {}
    for place in range(page.locator(".slide").count()):
        page.evaluate(
            """(place) => {
              document.querySelectorAll(".slide").forEach((slide, number) => (slide.hidden = number !== place));
              document.body.dataset.kind = document.querySelectorAll(".slide")[place].dataset.kind;
            }""",
            place,
        )
        if findings := severe(page):
            found[page.evaluate("() => document.body.dataset.kind")] = findings

    assert found == {}
