"""The club's logo as a file."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LogoForm(forms.Form):
    """One picture."""

    file = forms.FileField(
        label=_("picture"),
        required=False,
        allow_empty_file=True,
        help_text=_("PNG or JPEG, at most 5 MB. It is made smaller where it is larger than the paper needs."),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg,image/png,image/jpeg"}),
    )
