"""Posting a list, making it final, deciding a tie, closing."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Participant

LONGEST_OBJECTION = 24 * 60
"""Minutes: a whole day."""


class PostForm(forms.Form):
    """How long everybody may object."""

    minutes = forms.IntegerField(label=_("minutes for objections"), min_value=0, max_value=LONGEST_OBJECTION)


class FinalForm(forms.Form):
    """The names under a final list."""

    director_name = forms.CharField(label=_("director"), max_length=120, required=False)
    referee_name = forms.CharField(label=_("referee"), max_length=120, required=False)
    reason = forms.CharField(
        label=_("reason"),
        max_length=200,
        required=False,
        help_text=_("only needed before the time for objections is over"),
    )


class PlayOffForm(forms.Form):
    """A place of his own for each of the tied."""

    reason = forms.CharField(
        label=_("how it was played"), max_length=200, required=False, help_text=_("such as: four games, table 1")
    )

    def __init__(self, *args: Any, tied: Sequence[Participant], **options: Any) -> None:
        super().__init__(*args, **options)
        self._tied = list(tied)
        choices = [("", "–"), *((str(place), f"{place}.") for place in range(1, len(self._tied) + 1))]
        for person in self._tied:
            self.fields[f"place_{person.number}"] = forms.ChoiceField(
                label=f"{person.number} {person.name}", choices=choices, required=False
            )
        self.order_fields([*(f"place_{person.number}" for person in self._tied), "reason"])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        places = [values.get(f"place_{person.number}") for person in self._tied]
        if sorted(place or "" for place in places) != sorted(str(n) for n in range(1, len(self._tied) + 1)):
            raise ValidationError(_("Please give each player a place of his own: 1, 2, 3 …"))
        return values

    def order(self) -> list[Participant]:
        """The tied in the order of their places."""
        return sorted(self._tied, key=lambda person: int(self.cleaned_data[f"place_{person.number}"]))


class LotForm(forms.Form):
    """The number from which the lot follows."""

    seed = forms.CharField(
        label=_("number for the lot"),
        max_length=100,
        required=False,
        help_text=_("a number or word called out in the hall; empty: the program takes one"),
    )
    reason = forms.CharField(label=_("note"), max_length=200, required=False)


class ReasonForm(forms.Form):
    """Why something is done that cannot pass without a word."""

    reason = forms.CharField(label=_("reason"), max_length=300, required=False)


class CountsForm(forms.Form):
    """Whether a round counts for the ranking."""

    counts = forms.BooleanField(label=_("counts for the ranking"), required=False)
    reason = forms.CharField(label=_("reason"), max_length=200, required=False)


class AwardForm(forms.Form):
    """Points for somebody who missed a round."""

    number = forms.IntegerField(label=_("start number"), min_value=1, max_value=9999)
    points = forms.CharField(
        label=_("points"), max_length=6, required=False, help_text=_("empty: by the rule of the tournament again")
    )
    reason = forms.CharField(label=_("reason"), max_length=200, required=False)

    def clean_points(self) -> int | None:
        text = self.cleaned_data["points"].strip().replace("−", "-").replace("–", "-").removeprefix("+")
        if not text:
            return None
        if not re.fullmatch(r"-?\d{1,4}", text):
            raise ValidationError(_("Please type a whole number, such as −12."))
        return int(text)


class CloseForm(ReasonForm):
    """The end of a tournament."""

    although_open = forms.BooleanField(label=_("close although sheets are open"), required=False)
