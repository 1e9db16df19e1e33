"""The door as fast hands use it: taps on many rows, twice on one, a name and Enter, no network."""

import pytest

from tests.builders import client_for, make_actor, make_participants, make_tournament
from tournament.models import JournalEntry, Participant, Session

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_the_door(chromium, live_server):
    """Run `act(page)` on the check-in page of a tournament of ten, none of them here."""
    tournament = make_tournament(fee_cents=1000)
    by = make_actor(tournament)
    make_participants(tournament, 10, checked_in=False, by=by)
    session = client_for(by).cookies["sessionid"].value

    def run(act):
        context = chromium.new_context()
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page = context.new_page()
        page.goto(f"{live_server.url}/office/{tournament.slug}/check-in/")
        seen = act(page)
        page.wait_for_load_state("networkidle")
        context.close()
        return seen

    return run


def here():
    return list(
        Participant.objects.filter(checked_in_at__isnull=False).order_by("number").values_list("number", flat=True)
    )


def test_fast_taps_on_many_rows_are_all_noted_once(at_the_door):
    def act(page):
        rows = page.locator(".arrival .who").element_handles()
        for row in rows[:6]:
            row.click()
            # Faster than a thumb; together at once would meet the lock of a database in memory, which does not wait.
            page.wait_for_timeout(120)
        page.wait_for_function("() => document.querySelectorAll('.arrival.here').length === 6")
        return page.locator(".arrival").count()

    rows = at_the_door(act)

    assert (rows, len(here())) == (10, 6)
    assert JournalEntry.objects.filter(what="participant_checked_in").count() == 6


def test_a_double_tap_stays_on_the_page_and_hits_nothing_else(at_the_door):
    def act(page):
        address = page.url
        page.locator(".arrival.missing .who").first.dblclick()
        page.wait_for_selector(".arrival.here")
        return page.url == address

    stayed = at_the_door(act)

    assert (stayed, len(here())) == (True, 1)


def test_a_name_and_enter_note_the_only_one_found(at_the_door):
    def act(page):
        page.keyboard.type("oezt")
        page.wait_for_selector("#found[data-q='oezt']")
        page.keyboard.press("Enter")
        page.wait_for_selector(".arrival.here")

    at_the_door(act)

    assert here() == [3]


def test_a_name_that_fits_several_and_enter_note_nobody(at_the_door):
    def act(page):
        page.keyboard.type("e")
        page.wait_for_selector("#found[data-q='e']")
        page.keyboard.press("Enter")
        page.wait_for_load_state("networkidle")

    at_the_door(act)

    assert here() == []


def test_a_tap_without_network_is_said_to_be_lost(at_the_door):
    def act(page):
        page.context.set_offline(True)
        page.locator(".arrival.missing .who").first.click()
        page.wait_for_selector("#unanswered", state="visible")
        page.context.set_offline(False)

    at_the_door(act)

    assert here() == []


def test_helper_who_is_logged_out_meanwhile_is_led_to_the_login(at_the_door):
    def act(page):
        Session.objects.all().delete()
        page.keyboard.type("oezt")
        page.wait_for_url("**/login/**")
        return page.locator("[name=username]").count(), page.locator(".arrival").count()

    assert at_the_door(act) == (1, 0)


def test_helper_who_is_logged_out_while_noting_people_reads_it(at_the_door):
    def act(page):
        Session.objects.all().delete()
        page.locator(".arrival.missing .who").first.click()
        page.wait_for_selector("#trouble")
        return page.locator(".arrival").count()

    assert (at_the_door(act), here()) == (10, [])
