"""Sentences for trouble with the computer under the desk, and what the desk writes into its log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournament.troubles import Trouble

TROUBLES: dict[Trouble, Promise] = {
    Trouble.FULL: _(
        "The disk of the desk's computer is full. Make room there, for example by moving old files to a stick."
    ),
    Trouble.READ_ONLY: _(
        "Nothing can be written into the data folder of the desk. "
        "Whoever looks after the computer has to allow it again."
    ),
    Trouble.LOCKED: _(
        "Another program is holding the desk's database just now, such as a backup program or a virus scanner. "
        "Wait a moment."
    ),
    Trouble.DAMAGED: _(
        "The desk's database is damaged. Close the desk and start it again; "
        "it says there how the last backup comes back."
    ),
    Trouble.GONE: _("The desk's database does not answer. Look whether its disk or its server is connected."),
}

LOG = (
    gettext_noop("The first account was made"),
    gettext_noop("A password was set through a recovery link"),
    gettext_noop("A backup file with a right checksum could not be read"),
    gettext_noop("Tournament %s restored from a backup by %s"),
    gettext_noop("The automatic backup cannot be written"),
    gettext_noop("The backup of %s by the clock failed"),
    gettext_noop("The second backup folder %s cannot be written: %s"),
    gettext_noop("The time of a visit could not be kept"),
    gettext_noop("A session could not be kept"),
    gettext_noop("What the desk does by itself failed; it is tried again"),
)
"""Every sentence of the desk in its log, so that it is translated there. A test compares it with the program."""

OTHERS = {
    "axes": gettext_noop("Somebody typed a wrong password or login name"),
    "django.security.DisallowedHost": gettext_noop(
        "A device asked for an address that is not the desk's; if the network has changed, start the desk anew"
    ),
    "django.security": gettext_noop("A request was refused because it looked wrong"),
}
"""What other parts of the program mean by a warning, by the beginning of their name; the closest name comes first.

Their own words may hold names.
"""
