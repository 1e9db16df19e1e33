"""A screen's name, its rotation, and the notice."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import WholeTextField
from tournament.models import ScreenPage
from tournament.services.screens import LONGEST, SHORTEST

NOTICE_LENGTH = 300

_PLACES = 8
_SECONDS = {ScreenPage.SEATING_NAMES: 12, ScreenPage.STANDINGS: 12, ScreenPage.CLOCK: 30}


class NoticeForm(forms.Form):
    """The notice of the director; empty takes it away."""

    notice = WholeTextField(
        label=_("Notice on all screens"),
        required=False,
        max_length=NOTICE_LENGTH,
        help_text=_("It stands on every screen and on the phones at once. Empty the field to take it away."),
    )


class ScreenForm(forms.Form):
    """Up to eight pages in the order in which they are shown; an empty place is passed over."""

    name = WholeTextField(label=_("name"), max_length=60)
    dark = forms.BooleanField(label=_("white on black"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for place in range(1, _PLACES + 1):
            self.fields[f"kind_{place}"] = forms.ChoiceField(
                label=_("page %(place)s") % {"place": place}, choices=[("", "–"), *ScreenPage.choices], required=False
            )
            self.fields[f"seconds_{place}"] = forms.IntegerField(
                label=_("seconds"), required=False, min_value=SHORTEST, max_value=LONGEST
            )

    @staticmethod
    def initial_of(pages: list[dict[str, Any]]) -> dict[str, Any]:
        """The form of a rotation."""
        initial: dict[str, Any] = {}
        for place, page in enumerate(pages[:_PLACES], start=1):
            initial |= {f"kind_{place}": page["kind"], f"seconds_{place}": page["seconds"]}
        return initial

    def places(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each place."""
        return [(self[f"kind_{place}"], self[f"seconds_{place}"]) for place in range(1, _PLACES + 1)]

    def pages(self) -> list[tuple[str, int]]:
        """The rotation as typed; a page without seconds gets what suits it."""
        typed = [
            (self.cleaned_data[f"kind_{place}"], self.cleaned_data[f"seconds_{place}"])
            for place in range(1, _PLACES + 1)
        ]
        return [(kind, seconds or _SECONDS.get(ScreenPage(kind), 15)) for kind, seconds in typed if kind]
