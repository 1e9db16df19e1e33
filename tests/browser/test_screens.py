"""The hall's screens, the phones and the files for the web, in a real browser."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.browser.conftest import DESK, PHONE
from tests.browser.screen_hall import BEAMER, Hall, heard_again, rest_shown, seats_shown
from tests.builders import NOW, tables_of, type_totals
from tournament.models import Screen, Tournament
from tournament.services.clock import extend, pause_clock
from tournament.services.publications import publish_standings
from tournament.services.rounds import publish_round
from tournament.services.screens import revoke_screen, set_notice
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.static_pages import write_pages

pytestmark = pytest.mark.django_db(transaction=True)


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
