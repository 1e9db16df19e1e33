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
    "backup_too_large": _("This file is too large for a backup. Nothing was changed."),
}

STEPS: dict[str, Promise] = {}
