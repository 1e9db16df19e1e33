"""Setting up a tournament: a short form to begin with, a long one with every value."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

TIE_BREAK_LABELS = {
    "last_round": _("better last round"),
    "best_round": _("best single round"),
    "games_won": _("more games won (needs rows)"),
    "solos_won": _("more solos won (needs rows)"),
    "fewer_penalties": _("fewer penalty points"),
    "play_off": _("play-off"),
    "lot": _("lot"),
}
WISH_LABELS = {
    "fives": _("turns at a table of five"),
    "apart": _("clubs and people apart"),
    "seats": _("changing seats"),
    "tables": _("changing tables"),
}


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
        if not all(part.isdigit() and 0 < int(part) < 300 for part in parts):
            raise ValidationError(_("Please type whole minutes with commas between them, such as 10, 5."))
        return sorted({int(part) for part in parts}, reverse=True)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(minute) for minute in value) if isinstance(value, list) else value


class OrderField(forms.MultiValueField):
    """An order chosen place by place; a thing chosen twice counts once, empty places are passed over."""

    def __init__(self, *, labels: dict[str, Any], **options: Any) -> None:
        choices = [("", "–"), *((key, label) for key, label in labels.items())]
        fields = [forms.ChoiceField(choices=choices, required=False) for _label in labels]
        widget = forms.MultiWidget(widgets=[forms.Select(choices=choices) for _label in labels])
        widget.decompress = lambda value: [*(value or []), *[""] * len(labels)][: len(labels)]  # type: ignore[method-assign]
        super().__init__(fields=fields, widget=widget, required=False, require_all_fields=False, **options)

    def compress(self, data_list: list[str]) -> list[str]:
        return list(dict.fromkeys(value for value in data_list if value))


class NewTournamentForm(forms.ModelForm):
    """Name, date, place and preset: a tournament in under a minute."""

    preset = forms.ChoiceField(
        label=_("Rules"),
        choices=[
            ("ddv", _("DDV: 24 games in 100 minutes, one mandatory solo each, only tables of four, all checks strict")),
            (
                "open",
                _("Open: 16 games (20 at five), no clock, no mandatory solos, tables of five as needed, checks warn"),
            ),
        ],
        widget=forms.RadioSelect,
        initial="ddv",
    )

    class Meta:
        model = Tournament
        fields = ["name", "date", "place"]
        widgets = {"date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})}


class SettingsForm(forms.ModelForm):
    """Every value of a tournament, in the groups a director thinks in."""

    fee_cents = MoneyField(label=_("entry fee in euros"), required=False)
    fee_reduced_cents = MoneyField(label=_("reduced entry fee in euros"), required=False)
    warn_minutes = MinutesField(
        label=_("gong, minutes before the end"), required=False, help_text=_("such as 10, 5; empty: none")
    )
    tie_breaks = OrderField(
        labels=TIE_BREAK_LABELS,
        label=_("equal totals are parted by"),
        help_text=_("in this order; nothing chosen: equal totals share a rank, as the TSR names no rule"),
    )
    wish_order = OrderField(
        labels=WISH_LABELS,
        label=_("wishes of the draw after “fewest meet again”"),
        help_text=_("in this order; nothing chosen: as listed"),
    )

    GROUPS = (
        (_("The event"), ("name", "date", "place", "starts_at", "director_name", "referee_name", "notice")),
        (
            _("Rounds"),
            (
                "rounds",
                "games_four",
                "games_five",
                "minutes_four",
                "minutes_five",
                "break_minutes",
                "warn_minutes",
                "mandatory_solos",
            ),
        ),
        (_("Players and tables"), ("fives", "fives_number", "rest", "players_min", "players_max")),
        (
            _("Seating"),
            ("draw_mode", "draw_number", "apart_rounds", "wish_order", "open_sheets", "plan_fixed"),
        ),
        (
            _("Score sheets"),
            ("form", "depth", "second_person", "blind_entry", "check_sum", "check_parity", "check_solos", "check_rows"),
        ),
        (
            _("Standings"),
            (
                "tie_breaks",
                "missed_round",
                "missed_points",
                "withdrawn_ranking",
                "disqualified_ranking",
                "substitutes_ranked",
                "objection_minutes",
            ),
        ),
        (_("For the public"), ("standings_public", "names_public", "incidents_public", "plan_public")),
        (_("Money"), ("fee_cents", "fee_reduced_cents", "payout_percent")),
        (_("House rules"), ("house_rules",)),
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "date",
            "place",
            "starts_at",
            "director_name",
            "referee_name",
            "notice",
            "rounds",
            "games_four",
            "games_five",
            "minutes_four",
            "minutes_five",
            "break_minutes",
            "warn_minutes",
            "mandatory_solos",
            "fives",
            "fives_number",
            "rest",
            "players_min",
            "players_max",
            "draw_mode",
            "draw_number",
            "apart_rounds",
            "wish_order",
            "open_sheets",
            "plan_fixed",
            "form",
            "depth",
            "second_person",
            "blind_entry",
            "check_sum",
            "check_parity",
            "check_solos",
            "check_rows",
            "tie_breaks",
            "missed_round",
            "missed_points",
            "withdrawn_ranking",
            "disqualified_ranking",
            "substitutes_ranked",
            "objection_minutes",
            "standings_public",
            "names_public",
            "incidents_public",
            "plan_public",
            "fee_cents",
            "fee_reduced_cents",
            "payout_percent",
            "house_rules",
        ]
        widgets = {
            "date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "starts_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            "house_rules": forms.Textarea(attrs={"rows": 6}),
        }

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields group by group, as the page shows them."""
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        least, most = values.get("players_min"), values.get("players_max")
        if least and most and least > most:
            self.add_error("players_max", _("The most players cannot be fewer than the fewest."))
        return values
