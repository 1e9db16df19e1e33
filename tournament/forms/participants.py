"""Registering, changing and keeping people apart: text to values; what is wrong is said by the services."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.forms.fields import MoneyField
from tournament.imports.columns import Column
from tournament.messages import text
from tournament.models import FeeKind, NamePublic, Participant
from tournament.registration import NUMBER_MOST, Registration, tidy
from tournament.services.participants import value_of
from tournament.services.wishes import ALWAYS

LINE_LENGTH = 400


class TidyField(forms.CharField):
    """One line of text as it is kept: single spaces, nothing invisible. Its length is judged by the service."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strip=False, **options)

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class LabelsField(forms.Field):
    """Labels with commas between them: "Damen, Ü60"."""

    def to_python(self, value: Any) -> tuple[str, ...]:
        parts = (tidy(part) for part in str(value or "").replace(";", ",").split(","))
        return tuple(dict.fromkeys(part for part in parts if part))

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, tuple | list) else value


class RefusingForm(forms.Form):
    """A form onto whose fields a service's refusal is put."""

    def refuse(self, error: RuleError) -> None:
        """Show each problem at its field, those of no field above the form."""
        for problem in error.problems:
            self.add_error(problem.field if problem.field in self.fields else None, text(problem))


class RegistrationForm(RefusingForm):
    """How a typed line was understood, to be looked at and kept."""

    surname = TidyField(label=_("surname"), required=False)
    first_name = TidyField(label=_("first name"), required=False)
    club = TidyField(label=_("club"), required=False, widget=forms.TextInput(attrs={"list": "clubs"}))
    note = TidyField(label=_("note"), required=False)
    number = forms.IntegerField(
        label=_("start number"), required=False, min_value=1, max_value=NUMBER_MOST, help_text=_("empty: the next free")
    )
    fee_kind = forms.ChoiceField(label=_("entry fee"), choices=FeeKind, required=False)
    paid = forms.BooleanField(label=_("paid"), required=False)
    here = forms.BooleanField(label=_("is here"), required=False)

    def __init__(self, *args: Any, fees: bool = True, **options: Any) -> None:
        super().__init__(*args, **options)
        if not fees:
            del self.fields["fee_kind"]
            del self.fields["paid"]

    def registration(self) -> Registration:
        """What the form says, once it is valid."""
        values = self.cleaned_data
        return Registration(
            surname=values["surname"],
            first_name=values["first_name"],
            club=values["club"],
            note=values["note"],
            number=values["number"],
            fee_kind=values.get("fee_kind") or "full",
            fee_state="paid" if values.get("paid") else "open",
        )


def initial_of(registration: Registration, *, here: bool) -> dict[str, Any]:
    """The values of a RegistrationForm that shows this reading."""
    return {
        "surname": registration.surname,
        "first_name": registration.first_name,
        "club": registration.club,
        "note": registration.note,
        "number": registration.number,
        "fee_kind": registration.fee_kind,
        "paid": registration.fee_state == "paid",
        "here": here,
    }


class ParticipantForm(RefusingForm):
    """Everything about a participant but number, fee and presence.

    Each field also sends what it showed, so that two people can change different fields of one participant.
    """

    surname = TidyField(label=_("surname"), required=False, show_hidden_initial=True)
    first_name = TidyField(label=_("first name"), required=False, show_hidden_initial=True)
    club = TidyField(
        label=_("club"),
        required=False,
        show_hidden_initial=True,
        widget=forms.TextInput(attrs={"list": "clubs"}),
    )
    team = TidyField(
        label=_("team"),
        required=False,
        show_hidden_initial=True,
        widget=forms.TextInput(attrs={"list": "teams"}),
    )
    categories = LabelsField(
        label=_("labels"),
        required=False,
        show_hidden_initial=True,
        help_text=_("with commas between them, such as Damen, Gast; each can have a ranking of its own"),
    )
    note = TidyField(label=_("note"), required=False, show_hidden_initial=True, help_text=_("only the desk sees it"))
    fixed_table = forms.IntegerField(
        label=_("fixed table"), required=False, min_value=1, max_value=999, show_hidden_initial=True
    )
    fixed_position = forms.TypedChoiceField(
        label=_("fixed seat"),
        choices=[("", "–"), *((number, str(number)) for number in range(1, 6))],
        coerce=int,
        empty_value=None,
        required=False,
        show_hidden_initial=True,
    )
    name_public = forms.ChoiceField(
        label=_("name on the public page"),
        choices=[("", _("as set for the tournament")), *NamePublic.choices],
        required=False,
        show_hidden_initial=True,
    )
    ranked = forms.BooleanField(
        label=_("in the ranking"), required=False, show_hidden_initial=True, help_text=_("off: plays outside it")
    )
    filler = forms.BooleanField(
        label=_("only completes a table"),
        required=False,
        show_hidden_initial=True,
        help_text=_("is drawn last, and only where somebody is needed"),
    )

    def __init__(self, *args: Any, participant: Participant, **options: Any) -> None:
        options["initial"] = {name: value_of(participant, name) for name in self.base_fields}
        super().__init__(*args, **options)

    def renewed(self, error: RuleError, *, participant: Participant) -> "ParticipantForm":
        """The form after a refusal: as typed, and with what the desk knows now beside each field changed meanwhile.

        Sent once more, it replaces what it has shown.
        """
        data = cast(QueryDict, self.data).copy()
        stale = [problem.field for problem in error.problems if problem.code == "stale" and problem.field]
        for name in stale:
            data[self.add_initial_prefix(name)] = self.fields[name].prepare_value(value_of(participant, name))
        form = ParticipantForm(data, participant=participant)
        form.full_clean()
        for name in stale:
            sentence = _("Somebody else changed this to “%(current)s” meanwhile. Save once more to keep yours.")
            form.add_error(name, sentence % {"current": form.shown(name, value_of(participant, name))})
        rest = [problem for problem in error.problems if problem.code != "stale"]
        if rest:
            form.refuse(RuleError(rest))
        return form

    def shown(self, name: str, value: Any) -> str:
        """A value in words."""
        field = self.fields[name]
        if isinstance(field, forms.BooleanField):
            return str(_("yes") if value else _("no"))
        if isinstance(field, forms.ChoiceField):
            return str(dict(cast(Iterable[tuple[Any, Any]], field.choices))[value or ""])
        return str(field.prepare_value(value) or "–")

    def changes(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the person saw and what was made of it, of the fields that were changed. The form is valid."""
        values = {name: self.cleaned_data[name] for name in self.changed_data}
        return {name: self._seen(name) for name in values}, values

    def _seen(self, name: str) -> Any:
        field = self.fields[name]
        raw = field.hidden_widget().value_from_datadict(self.data, self.files, self.add_initial_prefix(name))
        try:
            return field.clean(raw)
        except ValidationError:
            # Not what this page has sent; the service then sees that it is not what the desk knows.
            return raw


class DonationForm(RefusingForm):
    """What somebody gives on top."""

    donation = MoneyField(label=_("donation"), required=False)


class WishChangeForm(RefusingForm):
    """How strong a wish is, and for how many rounds."""

    strict = forms.ChoiceField(
        label=_("kept apart"),
        choices=[("", _("if possible")), ("1", _("without exception"))],
        required=False,
    )
    rounds = forms.IntegerField(
        label=_("in the first … rounds"),
        required=False,
        min_value=1,
        max_value=ALWAYS,
        help_text=_("empty: in all rounds"),
    )

    def clean_strict(self) -> bool:
        """Whether the wish must be kept."""
        return bool(self.cleaned_data["strict"])

    def clean_rounds(self) -> int:
        """The number of rounds; empty means all."""
        return self.cleaned_data["rounds"] or ALWAYS


class WishForm(WishChangeForm):
    """Two people who should not sit at one table."""

    first = forms.ChoiceField(label=_("player"))
    second = forms.ChoiceField(label=_("and player"))
    field_order = ("first", "second", "strict", "rounds")

    def __init__(self, *args: Any, people: Sequence[Participant], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [("", "–"), *((str(person.uuid), f"{person.name} ({person.number})") for person in people)]
        for name in ("first", "second"):
            cast(forms.ChoiceField, self.fields[name]).choices = choices


COLUMN_LABELS = {
    Column.IGNORED: _("– leave out –"),
    Column.SURNAME: _("surname"),
    Column.FIRST_NAME: _("first name"),
    Column.NAME: _("whole name"),
    Column.LINE: _("name, club and more"),
    Column.CLUB: _("club"),
    Column.TEAM: _("team"),
    Column.NUMBER: _("start number"),
    Column.CATEGORY: _("labels"),
    Column.FEE: _("entry fee"),
    Column.DONATION: _("donation"),
    Column.NOTE: _("note"),
}


class ListForm(RefusingForm):
    """A list of players: a file, or what was pasted."""

    file = forms.FileField(
        label=_("file"),
        required=False,
        allow_empty_file=True,
        help_text=_("Excel (.xlsx) or CSV"),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv"}),
    )
    pasted = forms.CharField(
        label=_("or paste a list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("one player a line: Äpfel, Anna, DoKo Bremen; or columns copied from a table"),
    )


def columns_from(data: Any, count: int, proposed: Iterable[Column]) -> tuple[Column, ...]:
    """The columns as chosen in the preview; what was not sent, or is unknown, stays as proposed."""
    known = {column.value for column in Column}
    chosen = (data.get(f"column_{place}") for place in range(count))
    return tuple(Column(value) if value in known else column for value, column in zip(chosen, proposed, strict=True))
