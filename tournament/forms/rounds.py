"""Forms of the rounds: seats as typed by hand, a round's settings, extra minutes."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import Problem
from tournament.forms.fields import NumbersField, RoomsField, WholeTextField
from tournament.messages.sheets import DEPTH_QUESTION, DEPTHS
from tournament.models import Round
from tournament.queries.rounds import Seating
from tournament.services.clock import BACKDATED_MINUTES, MOST_MINUTES
from tournament.services.rounds import SEATING_SETTINGS
from tournament.services.seating import Plan

OPEN = "–"
MOST_LINES = 200
READ_IN_HALL = 120
"""How many characters a reason has at most that stands on the screens of the hall."""
_OPEN_WORDS = frozenset({OPEN, "-", "—", "?", "_", "x"})
_LINE = re.compile(r"^(?:(?P<table>\d{1,3})\s*:)?\s*(?P<seats>.*)$")


def read_seats(text: str) -> tuple[list[Plan], list[Problem]]:
    """The tables of a typed list, one line per table, and what cannot be read.

    A line is "3: 17 4 23 8", or "17 4 23 8" for the table after the one before; – is an open seat, and a table without
    numbers has four of them. Problems: hand_line (params line, text), hand_too_long.
    """
    plans: list[Plan] = []
    problems: list[Problem] = []
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        return [], [Problem(code="hand_too_long", params={"lines": len(lines), "most": MOST_LINES})]
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        found = _LINE.match(line.strip())
        words = re.findall(r"[^\s,;/]+", found["seats"]) if found else []
        table = int(found["table"]) if found and found["table"] else (plans[-1].number + 1 if plans else 1)
        if found is None or not all((word.isdecimal() and len(word) < 6) or word in _OPEN_WORDS for word in words):
            problems.append(Problem(code="hand_line", params={"line": number, "text": line.strip()[:60]}))
            continue
        seats = tuple(None if word in _OPEN_WORDS else int(word) for word in words)
        plans.append(Plan(number=table, players=seats or (None,) * 4))
    return plans, problems


def typed_seats(seating: Seating) -> str:
    """The tables of a round as they would be typed."""
    return "\n".join(
        f"{table.table.number}: "
        + " ".join(str(seat.participant.number) if seat.participant else OPEN for seat in table.seats)
        for table in seating.tables
    )


def open_tables(*, fours: int, fives: int) -> str:
    """A list of tables whose seats are all open, tables of five first."""
    sizes = [5] * fives + [4] * fours
    return "\n".join(f"{number}: " + " ".join([OPEN] * size) for number, size in enumerate(sizes, start=1))


_ROUND_SETTINGS = (
    (_("Seating"), ("draw_mode", "draw_number", "fives", "fives_number", "apart_rounds", "open_sheets")),
    (_("Tables of the hall"), ("rooms", "tables_left_out")),
    (_("Games and time"), ("games_four", "games_five", "minutes_four", "minutes_five", "mandatory_solos")),
    (
        _("Score sheets"),
        ("form", "depth", "second_person", "blind_entry", "check_sum", "check_parity", "check_solos", "check_rows"),
    ),
)


class RoundSettingsForm(forms.ModelForm):
    """What this round copied from the tournament. Once it is published, a reason is asked for and seating stays."""

    depth = forms.ChoiceField(label=DEPTH_QUESTION, choices=tuple(DEPTHS.items()))
    rooms = RoomsField(
        label=_("rooms and their tables"),
        required=False,
        help_text=_("such as: Hall 1-10, Club room 11-14; empty: tables 1, 2, 3 … without rooms"),
    )
    tables_left_out = NumbersField(
        label=_("tables left out"), required=False, help_text=_("numbers nobody is to sit at, such as 7, 13")
    )
    reason = forms.CharField(label=_("reason for the change"), required=False, max_length=300)

    class Meta:
        model = Round
        fields = [name for _title, names in _ROUND_SETTINGS for name in names]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.published_at is None:
            del self.fields["reason"]
        else:
            for name in SEATING_SETTINGS & set(self.fields):
                del self.fields[name]

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields in the groups a director thinks in; groups without a field are left out."""
        shown = [(title, [self[name] for name in names if name in self.fields]) for title, names in _ROUND_SETTINGS]
        if "reason" in self.fields:
            shown.append((_("Reason"), [self["reason"]]))
        return [(title, fields) for title, fields in shown if fields]


class DrawForm(forms.Form):
    """What a draw can be asked for. Empty fields mean: as before.

    `attempt` says how many draws the page showed: a press on an older page draws nothing.
    """

    seed_text = forms.CharField(
        label=_("draw number, or words everybody knows"),
        required=False,
        max_length=200,
        help_text=_("lottery numbers, or what a player calls out; empty: a fresh number"),
    )
    rest = forms.ChoiceField(
        required=False,
        choices=[("", ""), ("waiting_list", ""), ("filler", ""), ("sit_out", "")],
        widget=forms.HiddenInput,
    )
    attempt = forms.IntegerField(required=False, widget=forms.HiddenInput)
    despite_open = forms.BooleanField(required=False, widget=forms.HiddenInput)
    longer = forms.BooleanField(required=False, widget=forms.HiddenInput)


class StartForm(forms.Form):
    """Releasing the round, perhaps a little after the director said so."""

    minutes_ago = forms.IntegerField(
        label=_("began … minutes ago"), min_value=0, max_value=BACKDATED_MINUTES, initial=0, required=False
    )

    def clean_minutes_ago(self) -> int:
        return int(self.cleaned_data["minutes_ago"] or 0)


class ExtendForm(forms.Form):
    """Extra minutes for the named tables, or for all."""

    tables = NumbersField(label=_("tables"), required=False, help_text=_("numbers with commas; empty: all tables"))
    minutes = forms.IntegerField(label=_("extra minutes"), min_value=1, max_value=MOST_MINUTES)
    reason = WholeTextField(
        label=_("reason"),
        max_length=READ_IN_HALL,
        help_text=_("The hall reads it, on its screens and on the phones of that table: please name nobody."),
    )
