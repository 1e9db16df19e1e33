"""The pages of the standings: the list, the wall, ties, closing."""

import pytest
from django.urls import reverse

from tests.builders import NOW, client_for, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.messages.standings import CRITERIA
from tournament.models import JournalEntry, Participant, Publication, Round, TieDecision, Tournament
from tournament.roles import Role
from tournament.services.publications import publish_standings

pytestmark = pytest.mark.django_db


class Desk:
    """One round at two tables, the sheet of table 2 still open; a browser for the director and one for a clerk."""

    def __init__(self, players=8, **values):
        self.tournament = make_tournament(check_parity="off", check_sum="off", **values)
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=players, by=self.by)
        self.tables = tables_of(self.round)
        type_totals(self.tables[1], [10, 4, 4, -18], by=self.by)
        self.client = client_for(self.by)
        self.clerk = client_for(make_actor(self.tournament, Role.CLERK))

    def complete(self):
        type_totals(self.tables[2], [10, 3, -6, -7], by=self.by)
        return self

    def url(self, name, *args):
        return reverse(name, args=[self.tournament.slug, *args])

    def get(self, name="standings", *args, **query):
        return self.client.get(self.url(name, *args), query)

    def post(self, name, *args, **values):
        return self.client.post(self.url(name, *args), values)

    def state(self):
        return Publication.objects.filter(kind="standings").order_by("-pk").values_list("state", flat=True).first()


def rows_of(page):
    """The list of the page, cell by cell."""
    body = page.content.decode().partition('<table class="list standings">')[2].partition("</table>")[0]
    lines = body.partition("<tbody>")[2].split("<tr>")[1:]
    return [[cell.partition(">")[2].partition("</td>")[0] for cell in line.split("<td")[1:]] for line in lines]


def test_list_shows_ranks_rounds_and_totals_with_a_real_minus():
    page = Desk().complete().get()

    assert [(row[0], row[4], row[5]) for row in rows_of(page)] == [
        ("1", "+10", "+10"),
        ("1", "+10", "+10"),
        ("3", "+4", "+4"),
        ("3", "+4", "+4"),
        ("5", "+3", "+3"),
        ("6", "−6", "−6"),
        ("7", "−7", "−7"),
        ("8", "−18", "−18"),
    ]


def test_name_with_markup_is_shown_as_text_everywhere():
    desk = Desk().complete()
    Participant.objects.filter(tournament=desk.tournament, number=1).update(surname="<b>&\"'</b>", team="<i>T</i>")
    Tournament.objects.filter(pk=desk.tournament.pk).update(journal_number=99)
    addresses = [
        desk.url("standings"),
        desk.url("standings") + "?teams",
        desk.url("ties"),
        desk.url("tie", 1),
        f"/t/{desk.tournament.slug}/",
        f"/t/{desk.tournament.slug}/1/",
        f"/t/{desk.tournament.slug}/standings/",
        f"/t/{desk.tournament.slug}/seats/",
    ]

    pages = [desk.client.get(address).content.decode() for address in addresses]

    assert [(page.count("<b>&\"'"), page.count("<i>T</i>")) for page in pages] == [(0, 0)] * len(addresses)
    assert "&lt;b&gt;&amp;&quot;&#x27;&lt;/b&gt;" in pages[0]


@pytest.mark.parametrize("players", [4, 24])
def test_page_asks_the_database_as_often_for_any_number_of_players(players, django_assert_num_queries):
    desk = Desk(players=players)
    desk.get()

    with django_assert_num_queries(4):
        desk.get()


def test_open_sheets_are_named_and_only_a_provisional_list_can_go_out():
    desk = Desk()

    page = desk.get()
    refused = desk.post("standings_post", 1, minutes=15)
    published = desk.post("standings_publish", 1, although_open="1")

    assert page.context["shown"].open_tables == [(1, 2)]
    assert (refused.status_code, "2" in refused.context["post_form"].non_field_errors()[0]) == (422, True)
    assert (published.status_code, desk.state()) == (302, "provisional")


def test_list_is_posted_and_made_final_from_the_page():
    desk = Desk().complete()

    posted = desk.post("standings_post", 1, minutes=0)
    unnamed = desk.post("standings_final", 1, director_name="", referee_name="R. Echt")
    final = desk.post("standings_final", 1, director_name="Ilse Uhl", referee_name="R. Echt")

    assert (posted.status_code, unnamed.status_code, final.status_code, desk.state()) == (302, 422, 302, "final")
    assert unnamed.context["final_form"]["referee_name"].value() == "R. Echt"
    page = desk.get().content.decode()
    assert "Ilse Uhl" in page


@pytest.mark.parametrize("minutes", ["", "-1", "x", "5000"])
def test_minutes_that_are_none_are_refused_and_kept_as_typed(minutes):
    desk = Desk().complete()

    page = desk.post("standings_post", 1, minutes=minutes)

    assert page.status_code == 422
    assert page.context["post_form"]["minutes"].value() == minutes
    assert desk.state() is None


def test_clerk_reads_the_standings_but_does_not_publish_them():
    desk = Desk().complete()

    page = desk.clerk.get(desk.url("standings"))
    answers = [
        desk.clerk.post(desk.url(name, *args), values).status_code
        for name, args, values in (
            ("standings_publish", (1,), {}),
            ("standings_post", (1,), {"minutes": 5}),
            ("standings_final", (1,), {"director_name": "x"}),
            ("standings_round", (1,), {"what": "counts"}),
            ("tie", (1,), {"how": "lot"}),
            ("close", (), {}),
            ("close_reopen", (), {}),
        )
    ]

    assert (page.status_code, page.context["directs"]) == (200, False)
    assert answers == [403] * 7
    assert Publication.objects.filter(kind="standings").count() == 0


def test_old_list_stays_readable_as_it_was():
    desk = Desk()
    publish_standings(round_=desk.round, by=desk.by, now=NOW, although_open=True)
    desk.complete()
    found = Publication.objects.get(kind="standings")

    page = desk.get("publication", found.uuid)

    assert [(row[0], row[4]) for row in rows_of(page)][:4] == [("1", "+10"), ("2", "+4"), ("2", "+4"), ("4", "…")]
    assert desk.get("publication", desk.round.uuid).status_code == 404


def test_play_off_is_entered_place_by_place():
    desk = Desk().complete()
    values = {"how": "play_off", "play_off-reason": "Vier Spiele"}

    twice = desk.post("tie", 1, **values, **{"play_off-place_1": "1", "play_off-place_5": "1"})
    entered = desk.post("tie", 1, **values, **{"play_off-place_1": "2", "play_off-place_5": "1"})

    assert (twice.status_code, twice.context["play_off"]["reason"].value()) == (422, "Vier Spiele")
    assert entered.status_code == 302
    word = str(CRITERIA["play_off"])
    assert [(row[0], row[2], row[6]) for row in rows_of(desk.get())][:3] == [
        ("1", "5", word),
        ("2", "1", word),
        ("3", "2", ""),
    ]


def test_lot_follows_from_the_word_that_was_called_out():
    desk = Desk().complete()

    desk.post("tie", 1, how="lot", **{"lot-seed": "4711", "lot-reason": "Zuruf"})
    first = TieDecision.objects.get()
    desk.post("tie_withdraw", first.uuid, reason="Noch einmal")
    desk.post("tie", 1, how="lot", **{"lot-seed": "4711"})

    assert (first.seed, first.reason) == (4711, "Zuruf")
    assert TieDecision.objects.get().order == first.order
    assert "4711" in desk.get("ties").content.decode()


def test_tie_that_is_gone_leads_back_to_the_list_of_ties():
    desk = Desk().complete()

    assert desk.get("tie", 2).status_code == 302


def test_round_can_be_left_out_of_the_ranking_with_a_reason():
    desk = Desk().complete()

    without = desk.post("standings_round", 1, what="counts")
    kept = desk.post("standings_round", 1, what="counts", **{"counts-reason": "Schaulaufen"})

    assert (without.status_code, kept.status_code) == (422, 302)
    assert Round.objects.get().counts is False
    assert JournalEntry.objects.get(what="round_counts_not").reason == "Schaulaufen"


@pytest.mark.parametrize(
    ("number", "points", "status"), [("99", "3", 422), ("1", "3", 422), ("x", "3", 422), ("1", "viel", 422)]
)
def test_points_for_a_missed_round_are_refused_with_what_was_typed(number, points, status):
    desk = Desk().complete()

    page = desk.post(
        "standings_round",
        1,
        what="award",
        **{"award-number": number, "award-points": points, "award-reason": "Kam zu spät"},
    )

    assert page.status_code == status
    assert (page.context["award"]["number"].value(), page.context["award"]["points"].value()) == (number, points)


def test_closing_asks_before_it_leaves_sheets_open_and_reopening_asks_why():
    desk = Desk()

    refused = desk.post("close")
    closed = desk.post("close", although_open="on", reason="Tisch 2 ist weg")
    silent = desk.post("close_reopen", reason="")
    still = Tournament.objects.get(pk=desk.tournament.pk).is_closed
    reopened = desk.post("close_reopen", reason="Liste kam noch")

    assert (refused.status_code, closed.status_code, silent.status_code, reopened.status_code) == (422, 302, 302, 302)
    assert (still, Tournament.objects.get(pk=desk.tournament.pk).is_closed) == (True, False)


def test_closed_tournament_is_readable_and_offers_no_change():
    desk = Desk().complete()
    desk.post("close")

    pages = [desk.get(name) for name in ("standings", "ties", "close", "papers")]

    assert [page.status_code for page in pages] == [200] * 4
    assert pages[0].context["directs"] is False
    assert desk.post("standings_post", 1, minutes=5).status_code == 422
