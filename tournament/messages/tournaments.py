"""Sentences of setting up a tournament."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "fewer_rounds_than_drawn": _(
        "%(drawn)s rounds are drawn already; the tournament cannot have fewer. Take the last round back first."
    ),
    "demo_exists": _("There is a demo tournament already. It is opened instead."),
}

STEPS: dict[str, Promise] = {
    "tournament_created": _("Tournament set up"),
    "settings_changed": _("Settings changed"),
}
