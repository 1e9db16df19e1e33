"""A screen of the hall for a test."""

from django.urls import reverse

from tests.builders import NOW, make_actor
from tournament.services.screens import add_screen

ALL_KINDS = ("seating_names", "seating_tables", "clock", "clock_seating", "standings", "open_tables", "notice", "plan")


def make_screen(tournament, *kinds, seconds=10):
    _screen, token = add_screen(
        tournament=tournament,
        name="Beamer",
        pages=[(kind, seconds) for kind in kinds or ALL_KINDS],
        dark=False,
        by=make_actor(tournament),
        now=NOW,
    )
    return reverse("screen_show", args=[token])


def kinds_of(answer):
    return [slide.kind.value for slide in answer.context["slides"]]
