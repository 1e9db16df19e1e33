"""Which tournaments make a season, and how many of them count."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

MOST_EVENINGS = 40


class SeasonForm(forms.Form):
    """The evenings among those a person may open; a name for the files."""

    name = forms.CharField(label=_("name of the list"), max_length=120, required=False)
    best = forms.IntegerField(
        label=_("how many evenings count"),
        min_value=1,
        max_value=MOST_EVENINGS,
        required=False,
        help_text=_("the best of each person; empty: all"),
    )
    evening = forms.MultipleChoiceField(
        label=_("evenings"),
        required=False,
        error_messages={"invalid_choice": _("One of these tournaments is not here any more, or not yours.")},
    )

    def __init__(self, data: Any, *, tournaments: Iterable[Tournament]) -> None:
        super().__init__(data)
        self.fields["evening"].choices = [(one.slug, one.name) for one in tournaments]  # type: ignore[attr-defined]

    def clean_evening(self) -> list[str]:
        chosen = list(dict.fromkeys(self.cleaned_data["evening"]))
        if len(chosen) > MOST_EVENINGS:
            raise forms.ValidationError(_("A season has at most %(most)s evenings."), params={"most": MOST_EVENINGS})
        return chosen
