"""The clock in a real browser: gong and sound, and devices whose own clock goes wrong."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.browser.conftest import DESK, PHONE
from tests.browser.screen_hall import UNKNOWN, Hall, heard_again, rest_shown
from tournament.services.clock import extend, pause_clock

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_tap_anywhere_starts_sound_and_full_screen(server):
    hall = Hall(server, pages=("seating_names",))
    page = hall.watch()
    page.wait_for_selector("[data-sound]", state="visible")
    before = page.evaluate("window.tones.length")

    page.mouse.click(900, 500)
    page.wait_for_selector("[data-sound]", state="hidden")
    page.wait_for_function("() => document.fullscreenElement !== null")

    assert page.is_visible("[data-sound-on]")
    assert (before, page.evaluate("window.tones.length")) == (0, 3)


def test_gong_sounds_and_large_words_stand_over_whatever_is_shown(server):
    hall = Hall(server, pages=("seating_names",), warn_minutes=[10])
    hall.start(minutes_ago=89, seconds_ago=50)
    page = hall.watch()
    page.mouse.click(900, 500)
    page.wait_for_function("() => window.tones.length === 6")
    assert page.is_hidden("[data-warning-of]")
    gong = int(page.get_attribute(".dial .digits", "data-gongs").split()[0])
    tones = page.evaluate("window.tones")

    page.wait_for_selector("[data-warning-of]", state="visible")

    assert [abs(tone - gong) < 1000 for tone in tones] == [False] * 3 + [True] * 3
    assert "10" in page.inner_text("[data-warning-of]")
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('[data-warning-of]')).fontSize)") > 100
    assert page.is_hidden(".names li >> nth=0")


def test_gong_that_was_ordered_is_called_off_when_the_clock_is_stopped(server):
    hall = Hall(server, warn_minutes=[10])
    hall.start(minutes_ago=89, seconds_ago=20)
    page = hall.watch()
    page.mouse.click(900, 500)
    page.wait_for_function("() => window.tones.length === 6")

    with server.quiet():
        pause_clock(round_=hall.round, by=hall.by, now=timezone.now())
    page.wait_for_function("() => window.tones.length === 3")


@pytest.mark.parametrize("hours", [-5, 3])
def test_wrong_clock_of_the_device_shows_the_right_rest(server, hours):
    hall = Hall(server)
    hall.start(minutes_ago=40)

    page = hall.watch(device_time=datetime.now(tz=UTC) + timedelta(hours=hours))
    heard_again(page)

    assert abs(rest_shown(page) - 3600) < 30


def test_laptop_that_slept_shows_the_right_rest(server):
    hall = Hall(server)
    hall.start(minutes_ago=10)
    page = hall.watch(device_time=datetime.now(tz=UTC))
    heard_again(page)
    assert abs(rest_shown(page) - 5400) < 30

    # The desk went on for half an hour. The device slept all the while: its timers stood still, its clock did not.
    with time_machine.travel(datetime.now(tz=UTC) + timedelta(minutes=30)):
        page.clock.set_system_time(datetime.now(tz=UTC))
        heard_again(page)
        slept = rest_shown(page)

    assert abs(slept - 3600) < 30


def test_device_whose_clock_is_set_while_the_desk_is_away_shows_no_rest_at_all(server):
    hall = Hall(server)
    hall.start(minutes_ago=10)
    page = hall.watch(device_time=datetime.now(tz=UTC))
    heard_again(page)

    page.context.set_offline(True)
    page.clock.set_system_time(datetime.now(tz=UTC) + timedelta(minutes=45))
    page.wait_for_function(f"() => document.querySelector('.dial .digits').textContent === '{UNKNOWN}'")
    page.context.set_offline(False)
    page.wait_for_function(f"() => document.querySelector('.dial .digits').textContent !== '{UNKNOWN}'")
    server.forgive()

    assert abs(rest_shown(page) - 5400) < 60


def test_screen_out_of_the_browsers_own_store_shows_no_old_rest(server):
    hall = Hall(server)
    hall.start(minutes_ago=10)
    page = hall.watch()
    heard_again(page)

    # Half an hour later the desk says that the page is as before, and then no question gets through any more.
    page.add_init_script("window.fetch = () => Promise.reject(new Error('no desk'));")
    with time_machine.travel(datetime.now(tz=UTC) + timedelta(minutes=30)):
        page.reload()
        page.wait_for_selector("[data-lost]", state="visible")
        sent = page.evaluate(
            "() => performance.getEntriesByType('navigation').map((one) => one.transferSize < one.encodedBodySize)"
        )

    assert (sent, page.inner_text(".dial .digits")) == ([True], UNKNOWN)


def test_phone_whose_clock_is_set_shows_no_wrong_rest(server):
    hall = Hall(server)
    hall.start(minutes_ago=10)
    page = server.visitor(None, viewport=PHONE, touch=True).page
    page.clock.install(time=datetime.now(tz=UTC))
    page.goto(server.address + reverse("public_person", args=[hall.tournament.slug, 3]))
    page.wait_for_function("() => document.querySelector('[data-ends]').textContent.includes(':')")
    before = page.inner_text("[data-ends]")

    page.context.set_offline(True)
    page.clock.set_system_time(datetime.now(tz=UTC) + timedelta(minutes=45))
    page.wait_for_function("() => document.querySelector('[data-ends]').textContent === ''")
    page.wait_for_timeout(2500)
    silent = page.inner_text("[data-ends]")
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_function("() => document.querySelector('[data-ends]').textContent.includes(':')")
    after = page.inner_text("[data-ends]")
    server.forgive()

    assert ["1:29:" in before or "1:30:" in before, silent, "1:29:" in after] == [True, "", True]


def test_page_of_the_clock_hears_of_what_others_do(server):
    hall = Hall(server, names_public="full")
    hall.start(minutes_ago=10)
    page = server.visitor(hall.by, viewport=DESK).page
    page.goto(server.address + reverse("round_clock", args=[hall.tournament.slug, 1]))
    page.fill("[name=reason]", "noch nicht gesendet")
    assert page.locator("text=Sturz").count() == 0

    with server.quiet():
        extend(round_=hall.round, tables=[2], minutes=5, reason="Sturz", by=hall.by, now=timezone.now())
        pause_clock(round_=hall.round, by=hall.by, now=timezone.now())
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.wait_for_selector("table.list >> text=Sturz")

    assert page.is_visible("button[value=resume]")
    assert page.locator(".extended >> text=Sturz").count() == 1
    assert page.input_value("[name=reason]") == "noch nicht gesendet"
