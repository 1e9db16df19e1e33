"""What is asked of a tournament whose list is kept."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ArchiveForm(forms.Form):
    """Name and day, and the list."""

    name = forms.CharField(label=_("name"), max_length=120)
    date = forms.DateField(label=_("date"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    place = forms.CharField(label=_("place"), max_length=120, required=False)
    director_name = forms.CharField(
        label=_("director"),
        max_length=120,
        required=False,
        help_text=_("with a name the standings are final, without they stay provisional"),
    )
    file = forms.FileField(
        label=_("file"),
        required=False,
        allow_empty_file=True,
        help_text=_("Excel (.xlsx) or CSV with the headings Name, Club, Round 1, Round 2 …"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv"}),
    )

    EVENT = ("name", "date", "place", "director_name")
