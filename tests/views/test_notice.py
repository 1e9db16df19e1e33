"""The director's notice: on the screens and the phones, from the screens' page and from the settings."""

from html import unescape

import pytest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.errors import Problem
from tests.builders import NOW, client_for, make_actor, make_tournament
from tests.page_forms import forms_of
from tournament.messages import text
from tournament.models import JournalEntry, Tournament
from tournament.services.screens import set_notice

pytestmark = pytest.mark.django_db


def notice_page(client, tournament):
    """The form of the notice as a browser would send it."""
    page = client.get(reverse("screens", args=[tournament.slug]))
    return {"seen": page.context["notice_seen"], "notice": page.context["notice"]["notice"].value()}


def send_notice(client, tournament, form, notice):
    return client.post(reverse("screen_notice", args=[tournament.slug]), {**form, "notice": notice})


def test_notice_that_is_too_long_is_refused_whole_and_kept_in_the_field():
    tournament = make_tournament(notice="Pause")
    client = client_for(make_actor(tournament))
    long = "Essen " * 51

    answer = send_notice(client, tournament, notice_page(client, tournament), long)

    tournament.refresh_from_db()
    page = unescape(answer.content.decode())
    assert (answer.status_code, tournament.notice, long.strip() in page) == (422, "Pause", True)
    assert (
        str(_("That is too long: at most %(limit_value)s characters, and these are %(show_value)s."))
        % {
            "limit_value": 300,
            "show_value": 305,
        }
        in page
    )
    assert 'maxlength="300"' not in page


def test_notice_of_an_old_page_overwrites_nothing_until_it_is_sent_again():
    tournament = make_tournament(notice="Pause")
    client, other = (client_for(make_actor(tournament, name=name)) for name in ("", "zweite"))
    mine, theirs = notice_page(client, tournament), notice_page(other, tournament)

    send_notice(other, tournament, theirs, "Essen")
    refused = send_notice(client, tournament, mine, "Heimweg")
    kept = Tournament.objects.get().notice
    again = {"seen": refused.context["notice_seen"]}
    send_notice(client, tournament, again, "Heimweg")

    sentence = text(Problem(code="stale_value", params={"label": str(_("notice on the screens")), "value": "Essen"}))
    assert (refused.status_code, kept, Tournament.objects.get().notice) == (422, "Essen", "Heimweg")
    assert refused.context["notice"].errors == {"notice": [sentence]}
    assert refused.context["notice"]["notice"].value() == "Heimweg"


def test_notice_that_is_too_long_on_an_old_page_still_overwrites_nothing():
    tournament = make_tournament(notice="Pause")
    client = client_for(make_actor(tournament))
    mine = notice_page(client, tournament)

    set_notice(tournament=tournament, notice="Essen", by=make_actor(tournament), now=NOW)
    too_long = send_notice(client, tournament, mine, "x" * 301)
    stale = send_notice(client, tournament, {"seen": too_long.context["notice_seen"]}, "Heimweg")

    assert (stale.status_code, Tournament.objects.get().notice) == (422, "Essen")


def test_settings_and_screens_know_of_each_others_notice():
    tournament = make_tournament(notice="Pause")
    client = client_for(make_actor(tournament))
    page = client.get(reverse("settings", args=[tournament.slug]))
    old = notice_page(client, tournament)
    (form,) = [form for form in forms_of("", page.content.decode()) if "notice" in form.fields]

    client.post(reverse("settings", args=[tournament.slug]), {**form.fields, "notice": ["Essen"]})
    refused = send_notice(client, tournament, old, "Heimweg")
    in_settings = client.post(reverse("settings", args=[tournament.slug]), {**form.fields, "notice": ["Anderes"]})

    assert (refused.status_code, in_settings.status_code) == (422, 422)
    assert Tournament.objects.get().notice == "Essen"


def test_address_of_the_notice_leads_to_the_page_that_asks_for_it():
    tournament = make_tournament()

    answer = client_for(make_actor(tournament)).get(reverse("screen_notice", args=[tournament.slug]))

    assert answer.url == reverse("screens", args=[tournament.slug])


def test_notice_is_in_the_journal():
    tournament = make_tournament()
    client = client_for(make_actor(tournament))

    client.post(reverse("screen_notice", args=[tournament.slug]), {"notice": " <b>Pause</b> "})

    tournament.refresh_from_db()
    assert (tournament.notice, JournalEntry.objects.latest("number").what) == ("<b>Pause</b>", "notice_set")
    assert "<b>Pause</b>" not in client.get(reverse("screens", args=[tournament.slug])).content.decode()
