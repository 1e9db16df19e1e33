"""Setting up a tournament: a short form to begin with, a long one with every value."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import MinutesField, MoneyField, NumbersField, OrderField, RoomsField
from tournament.messages.sheets import DEPTH_QUESTION, DEPTHS
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
MISSED_LABELS = {
    "zero": _("zero"),
    "fixed": _("a fixed value"),
    "average": _("the average of the table"),
}
WISH_LABELS = {
    "fives": _("turns at a table of five"),
    "apart": _("clubs and people apart"),
    "seats": _("changing seats"),
    "tables": _("changing tables"),
}


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


_SETTINGS = (
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
    (_("Tables of the hall"), ("rooms", "tables_left_out")),
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


class SettingsForm(forms.ModelForm):
    """Every value of a tournament, in the groups a director thinks in."""

    fee_cents = MoneyField(label=_("entry fee in euros"), required=False)
    fee_reduced_cents = MoneyField(label=_("reduced entry fee in euros"), required=False)
    warn_minutes = MinutesField(
        label=_("gong, minutes before the end"), required=False, help_text=_("such as 10, 5; empty: none")
    )
    depth = forms.ChoiceField(label=DEPTH_QUESTION, choices=tuple(DEPTHS.items()))
    missed_round = forms.ChoiceField(
        label=_("a missed round counts"),
        choices=tuple(MISSED_LABELS.items()),
        help_text=_("average: of the table where a substitute plays for him; without a substitute, of the round"),
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

    rooms = RoomsField(
        label=_("rooms and their tables"),
        required=False,
        help_text=_("such as: Hall 1-10, Club room 11-14; empty: tables 1, 2, 3 … without rooms"),
    )
    tables_left_out = NumbersField(
        label=_("tables left out"), required=False, help_text=_("numbers nobody is to sit at, such as 7, 13")
    )

    class Meta:
        model = Tournament
        fields = [name for _title, names in _SETTINGS for name in names]
        widgets = {
            "date": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "starts_at": forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
            "house_rules": forms.Textarea(attrs={"rows": 6}),
        }

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields group by group, as the page shows them."""
        return [(title, [self[name] for name in names]) for title, names in _SETTINGS]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        least, most = values.get("players_min"), values.get("players_max")
        if least and most and least > most:
            self.add_error("players_max", _("The most players cannot be fewer than the fewest."))
        return values
