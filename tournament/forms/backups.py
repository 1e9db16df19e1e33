"""How often the desk backs up by itself, and where else the files go."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.backup_folders import MOST_MINUTES, Choice


class BackupsForm(forms.Form):
    """The choice for the whole desk; the second folder cannot be chosen where the start of the program names it."""

    minutes = forms.IntegerField(
        label=_("back up by itself every … minutes"),
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=_("Only what has changed. 0: only before draws, at closing and before a restore."),
    )
    second = forms.CharField(
        label=_("second folder"),
        max_length=300,
        required=False,
        help_text=_("Such as a USB stick: E:\\Dokodesk or /media/stick. Make the folder first. Empty: none."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, choice: Choice, second_is_fixed: bool) -> None:
        super().__init__(data, initial={"minutes": choice.minutes, "second": choice.second})
        if second_is_fixed:
            del self.fields["second"]
