"""Fields for what directors type: euros, minutes, an order, rooms, table numbers."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

ROOM_LENGTH = 40  # of a table's room
_HALL = re.compile(r"^(?P<room>.*?)\s*(?P<first>\d{1,3})(?:\s*[-–]\s*(?P<last>\d{1,3}))?$")


class WholeTextField(forms.CharField):
    """A text that no browser cuts while it is pasted: one that is too long is refused and stays in the field."""

    default_error_messages = {
        "max_length": _("That is too long: at most %(limit_value)s characters, and these are %(show_value)s.")
    }

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


def lead_to_error(*shown: forms.BaseForm) -> None:
    """Let the browser begin at the first field of these forms that is wrong: they may stand far down a long page."""
    for form in shown:
        fields = [name for name in form.fields if not form[name].is_hidden]
        wrong = [name for name in fields if name in form.errors] or (fields if form.errors else [])
        if wrong:
            form.fields[wrong[0]].widget.attrs["autofocus"] = True
            return


class MoneyField(forms.Field):
    """Euros as people type them (12, 12,50, 12.50 €); cents inside."""

    def to_python(self, value: Any) -> int:
        text = str(value or "").replace("€", "").replace(" ", "").replace("\u00a0", "").replace(",", ".")
        if not text:
            return 0
        if not re.fullmatch(r"\d{1,5}(\.\d{1,2})?", text):
            raise ValidationError(_("Please type an amount in euros, such as 12 or 7,50."))
        whole, _dot, rest = text.partition(".")
        return int(whole) * 100 + int(rest.ljust(2, "0") or 0)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, int):
            return f"{value // 100},{value % 100:02d}"
        return value


class MinutesField(forms.Field):
    """A list of minutes: "10, 5, 1"."""

    def to_python(self, value: Any) -> list[int]:
        parts = re.findall(r"\S+", str(value or "").replace(",", " ").replace(";", " "))
        # Signs like ² are digits, but no number; a number of thousands of digits is read by nobody.
        if not all(part.isdecimal() and len(part) < 9 and 0 < int(part) < 300 for part in parts):
            raise ValidationError(_("Please type whole minutes with commas between them, such as 10, 5."))
        return sorted({int(part) for part in parts}, reverse=True)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(minute) for minute in value) if isinstance(value, list) else value


class OrderField(forms.MultiValueField):
    """An order chosen place by place; a thing chosen twice counts once, empty places are passed over."""

    def __init__(self, *, labels: dict[str, Any], **options: Any) -> None:
        choices = [("", "–"), *((key, label) for key, label in labels.items())]
        fields = [forms.ChoiceField(choices=choices, required=False) for _label in labels]
        names = [
            format_lazy(_("{label}, place {place}"), label=options["label"], place=place + 1)
            for place in range(len(labels))
        ]
        widget = forms.MultiWidget(
            widgets=[forms.Select(choices=choices, attrs={"aria-label": name}) for name in names]
        )
        widget.decompress = lambda value: [*(value or []), *[""] * len(labels)][: len(labels)]  # type: ignore[method-assign]
        super().__init__(fields=fields, widget=widget, required=False, require_all_fields=False, **options)

    def compress(self, data_list: list[str]) -> list[str]:
        return list(dict.fromkeys(value for value in data_list if value))


class RoomsField(forms.Field):
    """The tables of the hall as people write them: "Saal 1-10, Klub 11-14"; or only the last number: "15"."""

    def to_python(self, value: Any) -> list[dict[str, Any]]:
        rooms: list[dict[str, Any]] = []
        taken: set[int] = set()
        for part in re.split(r"[,;\n]", str(value or "")):
            if not part.strip():
                continue
            # In a long line of spaces there are very many ways to look for the end of a name.
            found = _HALL.match(part.strip()) if len(part.strip()) < 100 else None
            if found is None:
                raise ValidationError(_("Please write rooms with their tables, such as: Hall 1-10, Club room 11-14."))
            first = int(found["first"]) if found["last"] else 1
            last = int(found["last"] or found["first"])
            numbers = set(range(first, last + 1))
            if first < 1 or last < first or numbers & taken:
                raise ValidationError(
                    _("“%(part)s”: table numbers go from 1 upwards, and each stands in one room only."),
                    params={"part": part.strip()[:60]},
                )
            room = found["room"].strip()
            if len(room) > ROOM_LENGTH:
                raise ValidationError(
                    _("The name of the room “%(room)s” is longer than %(most)s letters. Please shorten it."),
                    params={"room": room, "most": ROOM_LENGTH},
                )
            taken |= numbers
            rooms.append({"room": room, "first": first, "last": last})
        return rooms

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return ", ".join(f"{room['room']} {room['first']}-{room['last']}".strip() for room in value)


class NumbersField(forms.Field):
    """Table numbers: "7, 13"."""

    def to_python(self, value: Any) -> list[int]:
        words = re.findall(r"[^\s,;]+", str(value or ""))
        if not all(word.isdecimal() and len(word) < 9 and 0 < int(word) < 1000 for word in words):
            raise ValidationError(_("Please type table numbers with commas between them, such as 7, 13."))
        return sorted({int(word) for word in words})

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(number) for number in value) if isinstance(value, list) else value
