"""The hall's screens, the phones and the files for the web, in a real browser and with clocks that go wrong."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.browser.conftest import DESK, PHONE
from tests.builders import NOW, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import Screen, Tournament
from tournament.services.clock import extend, pause_clock, start_clock
from tournament.services.publications import publish_standings
from tournament.services.rounds import create_round, publish_round, seat_by_hand
from tournament.services.screens import add_screen, revoke_screen, set_notice
from tournament.services.seating import Plan
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.static_pages import write_pages

pytestmark = pytest.mark.django_db(transaction=True)

BEAMER = {"width": 1920, "height": 1080}
UNKNOWN = "–:––"

# What is shown, each time it changes; and when each tone sounds, in milliseconds since 1970.
SPY = """
window.shown = [];
window.tones = [];
document.addEventListener("DOMContentLoaded", () => {
  const note = () => {
    const kind = document.body.dataset.kind;
    if (window.shown.at(-1) !== kind) window.shown.push(kind);
  };
  new MutationObserver(note).observe(document.body, { attributes: true });
  note();
});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.tones.push(Date.now() + 1000 * (when - this.context.currentTime));
  return start.call(this, when);
};
const stop = OscillatorNode.prototype.stop;
OscillatorNode.prototype.stop = function (when) {
  if (when === undefined) window.tones.pop();
  return stop.call(this, when);
};
"""


class Hall:
    """A tournament with a screen; `watch` opens it as the beamer's computer does, without login."""

    def __init__(self, server, *, pages=("clock",), seconds=600, players=8, published=True, **values):
        self.server = server
        with server.quiet():
            base = {"minutes_four": 100, "rounds": 2, "check_sum": "off", "check_parity": "off"}
            self.tournament = make_tournament(**{**base, **values})
            self.by = make_actor(self.tournament)
            self.round = make_round(self.tournament, players=players, published=published, by=self.by)
            shown = [(kind, seconds) for kind in pages]
            self.screen, token = add_screen(
                tournament=self.tournament, name="Saal", pages=shown, dark=False, by=self.by, now=NOW
            )
        self.path = reverse("screen_show", args=[token])

    def watch(self, *, viewport=BEAMER, device_time=None):
        page = self.server.visitor(None, viewport=viewport, script=SPY).page
        if device_time is not None:
            page.clock.install(time=device_time)
        page.goto(self.server.address + self.path)
        return page

    def start(self, *, minutes_ago=0, seconds_ago=0):
        with self.server.quiet():
            began = timezone.now() - timedelta(minutes=minutes_ago, seconds=seconds_ago)
            return start_clock(round_=self.round, by=self.by, now=began)

    def draft(self):
        """Round 2 with the eight at tables 7 and 9, not published."""
        with self.server.quiet():
            draft = create_round(tournament=self.tournament, by=self.by, now=NOW)
            plans = [Plan(number=7, players=(8, 7, 6, 5)), Plan(number=9, players=(4, 3, 2, 1))]
            return seat_by_hand(round_=draft, tables=plans, by=self.by, now=NOW)


def seats_shown(page):
    """Table and seat of each name on the screen."""
    return set(page.eval_on_selector_all(".seating_names b", "seats => seats.map(seat => seat.textContent)"))


def rest_shown(page):
    """Seconds on the clock."""
    seconds = 0
    for part in page.inner_text(".dial .digits").split(":"):
        seconds = 60 * seconds + int(part)
    return seconds


def heard_again(page):
    """Wait until the desk has answered once more."""
    with page.expect_response(lambda answer: "/screen/" in answer.url):
        pass
    page.wait_for_timeout(100)


def test_screen_turns_over_two_rounds_and_never_shows_a_draft(server):
    hall = Hall(server, pages=("seating_names", "standings", "clock"), seconds=3)
    for table in tables_of(hall.round).values():
        with server.quiet():
            type_totals(table, [9, 4, -4, -9], by=hall.by)
    page = hall.watch()
    page.wait_for_function("() => window.shown.length >= 4")
    first = seats_shown(page)
    assert first == {f"{table}/{seat}" for table in (1, 2) for seat in (1, 2, 3, 4)}

    draft = hall.draft()
    heard_again(page)
    heard_again(page)
    assert seats_shown(page) == first
    with server.quiet():
        publish_round(round_=draft, by=hall.by, now=NOW)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.seating_names b')].some(seat => seat.innerText.startsWith('9/'))"
    )
    assert seats_shown(page) == {f"{table}/{seat}" for table in (7, 9) for seat in (1, 2, 3, 4)}
    turned = page.evaluate("window.shown.length")
    page.wait_for_function("turned => window.shown.length >= turned + 4", arg=turned)

    # Which page it begins with depends on the time of day, so that all screens of the hall turn together.
    shown = page.evaluate("window.shown")
    turns = ["seating_names", "standings", "clock"]
    first = turns.index(shown[0])
    assert shown == (turns * len(shown))[first : first + len(shown)]
    assert page.evaluate("performance.getEntriesByType('navigation').length") == 1
    assert page.inner_text(".screen-head").split()[-1] == "2"


def test_news_does_not_keep_a_page_from_turning(server):
    hall = Hall(server, pages=("notice", "clock"), seconds=8)
    with server.quiet():
        set_notice(tournament=hall.tournament, notice="Nachricht 0", by=hall.by, now=NOW)
    page = hall.watch()
    page.wait_for_selector(".notice:has-text('Nachricht 0')")

    for number in (1, 2):
        with server.quiet():
            set_notice(tournament=hall.tournament, notice=f"Nachricht {number}", by=hall.by, now=NOW)
        page.wait_for_selector(f".screen-foot .notice:has-text('Nachricht {number}')")

    assert len(page.evaluate("window.shown")) >= 2


def test_lost_connection_is_said_and_its_return_too(server):
    hall = Hall(server)
    hall.start()
    page = hall.watch()
    heard_again(page)
    assert page.is_hidden("[data-lost]")

    page.context.set_offline(True)
    page.wait_for_selector("[data-lost]", state="visible")
    before = rest_shown(page)
    page.wait_for_timeout(2500)
    counted = before - rest_shown(page)
    with server.quiet():
        pause_clock(round_=hall.round, by=hall.by, now=timezone.now())
    page.context.set_offline(False)
    page.wait_for_selector("[data-lost]", state="hidden")
    page.wait_for_selector(".dial .digits:not([data-ends])")
    server.forgive()

    assert counted in (2, 3)


def test_revoked_screen_goes_blank_by_itself(server):
    hall = Hall(server, pages=("seating_names",))
    page = hall.watch()
    page.wait_for_selector(".names li")

    with server.quiet():
        revoke_screen(screen=Screen.objects.get(), by=hall.by, now=NOW)
    page.wait_for_selector(".names", state="detached")
    server.forgive()

    assert page.inner_text("main").strip() == ""
    assert page.inner_text(".screen-head").strip() == ""


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


@pytest.mark.parametrize(
    ("viewport", "alone", "with_clock"),
    [(BEAMER, 43, 37), (DESK, 30, 26), ({"width": 1024, "height": 768}, 24, 24)],
    ids=["1920", "1366", "1024"],
)
def test_three_hundred_names_are_large_and_none_is_cut_off(server, viewport, alone, with_clock):
    hall = Hall(server, pages=("seating_names", "clock_seating", "seating_tables"), players=300)
    page = hall.watch(viewport=viewport)

    outside = page.evaluate(
        """() => {
          const slides = [...document.querySelectorAll(".slide")];
          return slides.flatMap((slide) => {
            slides.forEach((other) => (other.hidden = other !== slide));
            document.body.dataset.kind = slide.dataset.kind;
            const frame = document.querySelector("main.slides").getBoundingClientRect();
            return [...slide.querySelectorAll(".names li, .hall-tables ol li, .hall-tables > li")]
              .filter((line) => {
                const box = line.getBoundingClientRect();
                const text = line.querySelector("span") || line;
                const cut = text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2;
                return cut || box.bottom > frame.bottom + 1 || box.right > frame.right + 1 || box.height < 10;
              })
              .map((line) => line.innerText);
          });
        }"""
    )
    sizes = page.evaluate(
        """() => [...document.querySelectorAll(".names")].map((list) => parseFloat(getComputedStyle(list).fontSize))"""
    )
    named = page.evaluate(
        """() => [...document.querySelectorAll(".seating_names li > span")].map((line) => line.innerText.trim())"""
    )

    print(f"{viewport['width']}: names at {min(sizes):.0f} to {max(sizes):.0f} px")  # noqa: T201  # a figure
    assert outside == []
    assert len(set(named)) == 300
    assert (max(sizes) >= alone, min(sizes) >= with_clock) == (True, True)


@pytest.mark.parametrize(
    ("kind", "viewport", "tables"),
    [("clock", BEAMER, 2), ("clock", BEAMER, 18), ("clock_seating", DESK, 18), ("clock", DESK, 20)],
)
def test_who_owes_a_solo_at_many_tables_stays_on_the_picture(server, kind, viewport, tables):
    values = {"mandatory_solos": 1, "games_four": 6, "depth": "rows", "form": "played"}
    hall = Hall(server, pages=(kind,), players=4 * tables, **values)
    hall.start(minutes_ago=107)
    with server.quiet():
        extend(round_=hall.round, tables=[1], minutes=9, reason="Sturz " * 20, by=hall.by, now=timezone.now())
        for table in tables_of(hall.round).values():
            began = timezone.now() - timedelta(minutes=90)
            record_rows(table=table, rows={1: TypedRow(text="13 4")}, by=hall.by, now=began)
    page = hall.watch(viewport=viewport)
    page.wait_for_selector(".owed")

    outside = page.evaluate(
        """() => {
          const top = document.querySelector(".screen-head").getBoundingClientRect().bottom;
          const bottom = document.querySelector(".screen-foot").getBoundingClientRect().top;
          return [...document.querySelectorAll("[data-clock] :is(.digits, .phase, .extended, .owed, li)")]
            .map((part) => [part, part.getBoundingClientRect()])
            .filter(([_part, place]) => place.top < top || place.bottom > bottom)
            .map(([part]) => part.innerText);
        }"""
    )

    assert outside == []
    # The table with extra minutes is in its last game; where the names are too many, the tables stand in one line.
    assert page.locator(".owed li").count() == (tables - 1 if tables < 20 else 0)


def test_phone_finds_its_seat_by_a_part_of_the_name(server):
    hall = Hall(server, players=12)
    for table in tables_of(hall.round).values():
        with server.quiet():
            type_totals(table, [9, 4, -4, -9], by=hall.by)
    hall.start(minutes_ago=40)
    page = server.visitor(None, viewport=PHONE, touch=True).page

    page.goto(server.address + reverse("public_home", args=[hall.tournament.slug]))
    page.fill("[type=search]", "oezt")
    page.keyboard.press("Enter")
    page.wait_for_selector(".seat b")

    assert [" ".join(line.split()) for line in page.locator(".seat b").all_inner_texts()] == ["Tisch 1", "Platz 3"]
    assert page.locator(".neighbours tr").count() == 4
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.seat b')).fontSize)") >= 60
    assert page.locator("svg.chart rect").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.wait_for_function("() => document.querySelector('[data-ends]').textContent.includes(':')")
    rest = page.inner_text("[data-ends]")
    assert "59:" in rest or "1:00:" in rest


def test_phone_shows_a_new_seat_and_a_notice_by_itself(server):
    hall = Hall(server)
    draft = hall.draft()
    page = server.visitor(None, viewport=PHONE, touch=True).page
    page.goto(server.address + reverse("public_person", args=[hall.tournament.slug, 3]))
    page.wait_for_selector(".seat b:has-text('1')")

    with server.quiet():
        publish_round(round_=draft, by=hall.by, now=NOW)
        set_notice(tournament=hall.tournament, notice="Essen ab 13 Uhr", by=hall.by, now=NOW)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_selector(".seat b:has-text('9')")

    assert page.is_visible("text=Essen ab 13 Uhr")


def test_files_open_from_a_folder_without_a_server(server, tmp_path):
    hall = Hall(server)
    with server.quiet():
        for table in tables_of(hall.round).values():
            type_totals(table, [9, 4, -4, -9], by=hall.by)
        publish_standings(round_=hall.round, by=hall.by, now=NOW)
        write_pages(Tournament.objects.get(), tmp_path, now=NOW)
    page = server.visitor(None, viewport=PHONE).page
    page.context.set_offline(True)
    asked, complaints = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))

    page.goto((tmp_path / "index.html").as_uri())
    page.click(".people-found a:has-text('Öztürk')")
    seat = [" ".join(line.split()) for line in page.locator(".seat b").all_inner_texts()]
    felt = page.evaluate("getComputedStyle(document.querySelector('.seat')).backgroundColor")
    page.click("nav a[href='standings.html']")
    ranks = page.locator("table.standings tbody tr").count()
    page.click("nav a[href='seats.html']")
    page.click("h1 a")

    assert (seat, ranks) == (["Tisch 1", "Platz 3"], 8)
    assert felt not in ("", "rgba(0, 0, 0, 0)")
    assert page.url == (tmp_path / "index.html").as_uri()
    assert [url for url in asked if not url.startswith(tmp_path.as_uri())] == []
    assert complaints == []
