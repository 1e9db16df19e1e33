"""Words on papers and files, and the sentences of printing."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "logo_missing": _("Please choose a picture first."),
    "logo_too_large": _("This picture is larger than %(megabytes)s MB. Please take a smaller one."),
    "logo_unreadable": _(
        "This file is no picture that can be read. Please take one ending in .png or .jpg; other kinds (such as PDF, "
        "SVG or HEIC) have to be saved as one of these first."
    ),
    "lots_unseatable": _(
        "There are %(players)s players here, and they make no full tables. The page “Seating” names the ways out; "
        "after that, the lots can be printed."
    ),
}

STEPS: dict[str, Promise] = {
    "logo_set": _("Logo of the club set"),
    "logo_dropped": _("Logo of the club taken away"),
}

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
