"""A hall with a screen, watched as the beamer's computer does."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from tests.builders import NOW, make_actor, make_round, make_tournament
from tournament.services.clock import start_clock
from tournament.services.rounds import create_round, seat_by_hand
from tournament.services.screens import add_screen
from tournament.services.seating import Plan

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
