"""Sentences of journal and undo, and those every step may need."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "tournament_closed": _("This tournament is closed. A director can reopen it on the page “Close”."),
    "undo_refused": _(
        "Step %(number)s cannot be taken back here: it is not yours, is taken back already, or is of a kind that stays."
    ),
    "undo_blocked": _("Step %(number)s cannot be taken back: step %(later)s builds on it. Take that one back first."),
    "undo_blocked_by": _(
        "Step %(number)s cannot be taken back: step %(later)s (%(step)s) builds on it. Take that one back first."
    ),
    "undo_overtaken": _("Step %(number)s cannot be taken back: what it changed has been changed again since."),
    "stale_value": _(
        "Somebody else has set “%(label)s” to “%(value)s” meanwhile. "
        "Yours is kept in the field: send it again to put it in the place of the other."
    ),
    "stale": _("Somebody else has changed this meanwhile. Both versions are shown below; nothing of yours is lost."),
    "reason_missing": _("Please give a reason. It stands in the journal."),
    "reason_too_long": _("The reason is longer than %(most)s characters. Please shorten it."),
}

STEPS: dict[str, Promise] = {
    "undone": _("Taken back: step %(number)s"),
}

UNDONE = _("Taken back: step %(number)s (%(step)s)")
"""The same, where the entry keeps what that step was."""
