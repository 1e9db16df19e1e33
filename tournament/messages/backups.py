"""Sentences of backup and restore."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise] = {
    "backup_not_ours": _(
        "This is not a backup file of Dokodesk. Nothing was changed. Please choose a file ending in .dokodesk."
    ),
    "backup_missing": _("Please choose a backup file first."),
    "backup_newer": _(
        "This backup was made by a newer Dokodesk. Nothing was changed. Please bring this program up to date first."
    ),
    "backup_damaged": _("This backup file is damaged. Nothing was changed. Please take an earlier backup."),
    "backup_minutes": _("Please type a number of minutes from 0 to %(most)s; 0 means never."),
    "backup_second_missing": _(
        "The folder %(folder)s cannot be found. Please put the stick in, make the folder, and type its whole path."
    ),
    "backup_second_unwritable": _(
        "Nothing can be written into the folder %(folder)s. Please take another one, or unlock the stick."
    ),
    "backup_second_same": _(
        "The backups lie in this folder already. Please take a folder on another disk, such as a USB stick."
    ),
    "backup_too_large": _("This file is too large for a backup. Nothing was changed."),
}

STEPS: dict[str, Promise] = {}

WHYS: dict[str, Promise] = {
    "auto": _("by itself"),
    "draw": _("before a draw"),
    "close": _("before closing"),
    "restore": _("before a restore"),
    "hand": _("by hand"),
}
"""Why a backup was made, by what stands in the name of its file."""
