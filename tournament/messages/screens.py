"""Sentences of the hall's screens."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "screen_empty": _("Please choose at least one page for the screen."),
    "screen_seconds": _("A page is shown for %(shortest)s to %(longest)s seconds."),
}

STEPS: dict[str, Promise] = {
    "screen_added": _("Screen set up: %(name)s"),
    "screen_changed": _("Screen changed: %(name)s"),
    "screen_revoked": _("Screen switched off: %(name)s"),
    "screen_link_made": _("New link for the screen %(name)s"),
    "notice_set": _("Notice on the screens: %(notice)s"),
}
