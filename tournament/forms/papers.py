"""The choices of a paper: which round and tables, how large, how many."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MOST_COPIES = 20
MOST_PLACES = 99
_RANGE = re.compile(r"(\d{1,3})(?:\s*(?:[-–]|bis|to)\s*(\d{1,3}))?")

Choices = Sequence[tuple[str, str | Promise]]

FONTS: Choices = (("80", _("small")), ("100", _("normal")), ("125", _("large")), ("150", _("very large")))


PAPERS: Choices = (("A4", "A4"), ("A5", "A5"))


class RangeField(forms.CharField):
    """Tables or start numbers as people name them: "12–20, 25"; nothing means all."""

    def to_python(self, value: Any) -> frozenset[int]:  # type: ignore[override]  # a set instead of the text
        text = str(value or "").strip()
        numbers: set[int] = set()
        for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
            found = _RANGE.fullmatch(part)
            first = int(found[1]) if found else 0
            last = int(found[2] or found[1]) if found else 0
            if found is None or not 1 <= first <= last:
                raise ValidationError(_("Please type numbers such as 3 or 12–20, with commas between them."))
            numbers.update(range(first, last + 1))
        return frozenset(numbers)


class PaperForm(forms.Form):
    """The choices that one paper has."""

    round = forms.TypedChoiceField(label=_("round"), coerce=int)
    tables = RangeField(
        label=_("tables"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": _("all"), "inputmode": "text"}),
    )
    numbers = RangeField(
        label=_("only start numbers"),
        required=False,
        widget=forms.TextInput(attrs={"placeholder": _("all"), "inputmode": "text"}),
    )
    category = forms.ChoiceField(label=_("list"), required=False)
    size = forms.TypedChoiceField(
        label=_("table of"), coerce=int, choices=[("4", _("four")), ("5", _("five"))], initial="4"
    )
    per_page = forms.TypedChoiceField(label=_("on a page"), coerce=int)
    names = forms.BooleanField(label=_("with names"), required=False)
    places = forms.IntegerField(label=_("up to rank"), min_value=1, max_value=MOST_PLACES, initial=3)
    design = forms.ChoiceField(
        label=_("design"), choices=[("classic", _("classic")), ("plain", _("plain"))], initial="classic"
    )
    across = forms.BooleanField(label=_("paper across"), required=False)
    paper = forms.ChoiceField(label=_("paper"), choices=PAPERS, initial="A4")
    font = forms.TypedChoiceField(label=_("letters"), coerce=int, choices=FONTS, initial="100")
    copies = forms.IntegerField(label=_("copies"), min_value=1, max_value=MOST_COPIES, initial=1)

    def __init__(
        self,
        *args: Any,
        choices: Sequence[str],
        rounds: Sequence[int],
        categories: Sequence[str],
        per_page: Sequence[int],
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        for name in set(self.fields) - set(choices):
            del self.fields[name]
        self.order_fields(list(choices))
        self._offer("round", [(str(number), str(number)) for number in reversed(rounds)])
        self._offer("category", [("", _("everybody")), *((name, name) for name in categories)])
        self._offer("per_page", [(str(number), str(number)) for number in per_page])

    def _offer(self, name: str, choices: Choices) -> None:
        field = self.fields.get(name)
        if isinstance(field, forms.ChoiceField):
            field.choices = list(choices)
            field.initial = choices[0][0] if choices else None

    def filled(self) -> dict[str, Any]:
        """What the form says before anybody has chosen: each field's initial value, as its GET parameter."""
        return {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}
