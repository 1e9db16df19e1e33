"""A player's own entries of the referee's book on the public page and in the files for a web space."""

from html import unescape
from re import sub

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.builders import NOW, make_actor, make_round, make_tournament, tables_of
from tournament.models import Participant, Tournament
from tournament.roles import Role
from tournament.services.incidents import UNSPORTSMANLIKE, Decision, lift_incident, record_incident
from tournament.static_pages import pages

pytestmark = pytest.mark.django_db


class Hall:
    def __init__(self, **values) -> None:
        self.tournament = make_tournament(**{"incidents_public": True, **values})
        self.round = make_round(self.tournament, players=8)
        self.by = make_actor(self.tournament, Role.REFEREE)

    def record(self, number: int, **values):
        decision = {
            "happened_at": NOW,
            "round": self.round,
            "table": tables_of(self.round)[1],
            "game_number": 7,
            "offender": Participant.objects.get(tournament=self.tournament, number=number),
            "breach": "minor",
            "reason": "Nicht bedient",
            "signed_by": "R. Echt",
        }
        return record_incident(
            tournament=self.tournament, decision=Decision(**{**decision, **values}), by=self.by, now=NOW
        )

    def page(self, number: int) -> str:
        address = reverse("public_person", args=[self.tournament.slug, number])
        client = Client()
        session = client.session
        session["language"] = "en"
        session.save()
        return client.get(address).content.decode()


def lines(page: str) -> list[str]:
    """The entries as they are read, each as one line; what is struck through stands between tildes."""
    start = page.find('<ul class="plain-list entries">')
    part = page[start : page.find("</ul>", start)] if start >= 0 else ""
    marked = part.replace("<s>", " ~").replace("</s>", "~ ")
    texts = [unescape(sub(r"<[^>]+>", " ", item)) for item in marked.split("<li>")[1:]]
    return [" ".join(text.split()) for text in texts]


def test_offender_reads_class_reason_points_and_paragraph():
    hall = Hall()
    hall.record(2)

    assert lines(hall.page(2)) == ["Round 1 · Table 1 · game 7 · 11:00 Minor: Nicht bedient −3 (TSR 9.3.2)"]


def test_others_at_the_table_read_only_their_points_and_people_elsewhere_nothing():
    hall = Hall()
    hall.record(2)

    assert lines(hall.page(3)) == ["Round 1 · Table 1 · game 7 · 11:00 From the penalty of another player +1"]
    assert lines(hall.page(5)) == []


def test_deduction_and_warning_are_named():
    hall = Hall()
    hall.record(2, table=None, game_number=None, breach=UNSPORTSMANLIKE, deduction=5, warning=True, reason="Geschrei")

    assert lines(hall.page(2)) == ["Round 1 · 11:00 Unsportsmanlike: Geschrei · deduction −5 · warning (TSR 9.7)"]


def test_lifted_entry_stays_struck_through():
    hall = Hall()
    lift_incident(incident=hall.record(2), reason="Irrtum von N. N.", by=hall.by, now=NOW)

    assert lines(hall.page(2)) == [
        "Round 1 · Table 1 · game 7 · 11:00 ~ Minor: Nicht bedient −3 (TSR 9.3.2) ~ lifted at 11:00: counts no more"
    ]


def test_nobody_reads_anything_unless_the_tournament_shows_it():
    hall = Hall(incidents_public=False)
    hall.record(2)

    assert (lines(hall.page(2)), hall.page(2).count("Nicht bedient")) == ([], 0)


@pytest.mark.parametrize("public", [True, False])
def test_files_for_a_web_space_say_the_same(public):
    hall = Hall(incidents_public=public)
    hall.record(2)

    with translation.override("en"):
        made = pages(Tournament.objects.get(pk=hall.tournament.pk), now=NOW)

    found = {name: lines(made[name].decode()) for name in made if name.endswith(".html")}
    assert {name: entries for name, entries in found.items() if entries} == (
        {f"{number}.html": lines(hall.page(number)) for number in (1, 2, 3, 4)} if public else {}
    )
