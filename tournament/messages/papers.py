"""Words on papers and files, and the sentences of printing."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "lots_unseatable": _(
        "There are %(players)s players here, and they make no full tables. The page “Seating” names the ways out; "
        "after that, the lots can be printed."
    ),
}

STEPS: dict[str, Promise] = {}

KINDS: dict[str, Promise] = {
    "normal": _("normal game"),
    "wedding": _("wedding"),
    "failed_wedding": _("failed wedding"),
    "silent_wedding": _("silent wedding"),
    "clubs_solo": _("clubs solo"),
    "spades_solo": _("spades solo"),
    "hearts_solo": _("hearts solo"),
    "diamonds_solo": _("diamonds solo"),
    "queens_solo": _("queens solo"),
    "jacks_solo": _("jacks solo"),
    "aces_solo": _("aces solo"),
    "solo": _("solo"),
    "not_played": _("not played"),
    "struck": _("struck"),
}
"""Kinds of games by the words of the rule book."""

SHORT_KINDS: dict[str, Promise | str] = {
    "wedding": _("wedding"),
    "failed_wedding": _("failed wedding"),
    "silent_wedding": _("silent wedding"),
    "clubs_solo": "♣",
    "spades_solo": "♠",
    "hearts_solo": "♥",
    "diamonds_solo": "♦",
    "queens_solo": _("queens solo"),
    "jacks_solo": _("jacks solo"),
    "aces_solo": _("aces solo"),
    "solo": _("solo"),
    "not_played": _("not played"),
}
"""The same for the narrow column of a score sheet; a normal game needs no word."""

SHEET_STATES: dict[str, Promise] = {
    "playing": _("still out"),
    "received": _("handed in"),
    "begun": _("being typed"),
    "findings": _("with findings"),
    "typed": _("typed, not confirmed"),
    "confirmed": _("confirmed"),
}
"""How far a sheet is."""
