"""What is typed on a sheet's page, made into types; what cannot be read is said beside its field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import Problem, RuleError
from scoring.terms import Call, Kind, Party, SpecialPoint
from tournament import notation
from tournament.messages import text
from tournament.models import Seat
from tournament.records import SheetData
from tournament.services.handovers import Swap
from tournament.services.sheet_rows import TypedRow
from tournament.services.sheets import TypedSeat

_SPELLING = str.maketrans({"−": "-", "–": "-", "—": "-"})
_NUMBER = re.compile(r"[+-]?\s*\d{1,6}|\d{1,6}\s*-")
ALL = "*"
"""In the field of solos: every seat has played what it owes."""


def number_of(typed: str) -> int | None:
    """The number that was typed, with its sign before or behind it; None for an empty field.

    Raises ValueError for anything else.
    """
    spelled = typed.translate(_SPELLING).strip()
    if not spelled:
        return None
    if not (spelled.isascii() and _NUMBER.fullmatch(spelled)):
        raise ValueError(typed)
    number = int(spelled.strip("+- "))
    return -number if "-" in spelled else number


@dataclass(slots=True)
class SeatField:
    """The fields of one holder of a position: the total, and the start number where the seat was left open."""

    seat: Seat
    value: str
    number: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"total-{self.seat.position}-{self.seat.from_game}"

    @property
    def number_name(self) -> str:
        return f"number-{self.seat.position}-{self.seat.from_game}"

    @property
    def open(self) -> bool:
        return self.seat.participant_id is None


class TotalsForm:
    """Totals of a sheet: one field per holder of a position, and one for the mandatory solos played.

    `typed` is what was sent or kept half typed; None shows what is saved.
    """

    def __init__(self, data: SheetData, typed: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.mandatory = data.round.mandatory_solos
        self.fields = [SeatField(seat, _saved(seat.total)) for seat in data.seats]
        self.solos = "".join(str(seat.position) * (seat.solos or 0) for seat in data.seats)
        self.solos_errors: list[str] = []
        self.reason = data.table.override_reason
        self.problems: list[Problem] = []
        if typed is not None:
            for each in self.fields:
                each.value = typed.get(each.name, each.value)
                each.number = typed.get(each.number_name, "")
            self.solos = typed.get("solos", self.solos)
            self.reason = typed.get("reason", self.reason)

    def seats(self) -> list[TypedSeat]:
        """What was typed. Raises RuleError, and says beside each field what cannot be read."""
        solos = self._solos()
        typed = [seat for each in self.fields if (seat := self._seat(each, solos)) is not None]
        if self.problems:
            raise RuleError(self.problems)
        return typed

    def show(self, error: RuleError) -> None:
        """Put the sentences of a refusal beside the fields they belong to."""
        for problem in error.problems:
            for each in self.fields:
                if problem.field == "number" and problem.params.get("seat") == each.seat.position:
                    each.errors.append(text(problem))

    def _seat(self, each: SeatField, solos: Mapping[int, int | None]) -> TypedSeat | None:
        seat = each.seat
        try:
            total = number_of(each.value)
            number = number_of(each.number)
        except ValueError:
            problem = Problem(
                code="total_unreadable",
                field=each.name,
                params={"seat": seat.position, "typed": (each.value or each.number)[:20]},
            )
            each.errors.append(text(problem))
            self.problems.append(problem)
            return None
        last = max(other.from_game for other in self.data.seats if other.position == seat.position)
        # A solo is owed by the seat: where it changed hands, whoever held it last is noted.
        played = solos.get(seat.position) if seat.from_game == last else None
        return TypedSeat(position=seat.position, from_game=seat.from_game, total=total, solos=played, number=number)

    def _solos(self) -> dict[int, int | None]:
        """Mandatory solos played by position; None everywhere while the field is empty."""
        size = self.data.table.size
        spelled = re.sub(r"[\s,.;/+-]", "", self.solos)
        if not self.mandatory or not spelled:
            return {}
        if spelled == ALL:
            return dict.fromkeys(range(1, size + 1), self.mandatory)
        if not all(letter in "12345"[:size] for letter in spelled):
            problem = Problem(code="solos_unreadable", field="solos")
            self.solos_errors.append(text(problem))
            self.problems.append(problem)
            return {}
        return {position: spelled.count(str(position)) for position in range(1, size + 1)}


def _saved(total: int | None) -> str:
    return "" if total is None else str(total)


def typed_rows(post: Mapping[str, str], *, untouched: bool = False) -> dict[int, TypedRow]:
    """The rows of a form by number: their text, the way they were typed, and what stood there before.

    Rows that nobody touched are left out unless `untouched`, so that a form never takes back what another has typed
    meanwhile.
    """
    way = post.get("way", "")
    rows: dict[int, TypedRow] = {}
    for name in post:
        if found := re.fullmatch(r"row-(\d{1,3})", name):
            number = int(found[1])
            touched = f"after-{number}" in post or post[name].strip() != post.get(f"was-{number}")
            if not (touched or untouched):
                continue
            rows[number] = TypedRow(
                text=post[name],
                way=way if way in notation.WAYS else notation.WINNERS,
                was=post.get(f"was-{number}"),
                after_game=_small(post.get(f"after-{number}", "")),
            )
    return rows


def _small(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 3 else None


_KINDS = (
    (Kind.NORMAL, _("normal game")),
    (Kind.WEDDING, _("wedding")),
    (Kind.FAILED_WEDDING, _("failed wedding")),
    (Kind.SILENT_WEDDING, _("silent wedding")),
    (Kind.CLUBS_SOLO, _("clubs solo")),
    (Kind.SPADES_SOLO, _("spades solo")),
    (Kind.HEARTS_SOLO, _("hearts solo")),
    (Kind.DIAMONDS_SOLO, _("diamonds solo")),
    (Kind.QUEENS_SOLO, _("queens solo")),
    (Kind.JACKS_SOLO, _("jacks solo")),
    (Kind.ACES_SOLO, _("aces solo")),
)
_PLEDGES = (
    (Call.NO_90, _("no 90")),
    (Call.NO_60, _("no 60")),
    (Call.NO_30, _("no 30")),
    (Call.SCHWARZ, _("schwarz")),
)
_EXTRAS = {"re": "re_extras", "kontra": "kontra_extras"}


class GameForm(forms.Form):
    """One full game in the order of the paper. The points follow from it."""

    kind = forms.ChoiceField(label=_("game"), choices=_KINDS)
    re = forms.RegexField(
        label=_("Re seats"), regex=r"^\s*[1-5][\s,/]*[1-5]?\s*$", help_text=_("two seats, such as 13; a soloist alone")
    )
    re_card_points = forms.IntegerField(label=_("card points of Re"), min_value=0, max_value=240)
    re_call = forms.ChoiceField(
        label=_("Re said"), required=False, choices=((Call.NONE, "–"), (Call.RE, _("Re")), *_PLEDGES)
    )
    kontra_call = forms.ChoiceField(
        label=_("Kontra said"), required=False, choices=((Call.NONE, "–"), (Call.KONTRA, _("Kontra")), *_PLEDGES)
    )
    trickless = forms.ChoiceField(
        label=_("no trick"),
        required=False,
        choices=(("", "–"), (Party.RE, _("Re")), (Party.KONTRA, _("Kontra"))),
    )
    re_doppelkopf = forms.IntegerField(label=_("Doppelkopf, Re"), required=False, min_value=0, max_value=4)
    re_fuchs = forms.IntegerField(label=_("fox, Re"), required=False, min_value=0, max_value=2)
    re_karlchen = forms.IntegerField(label=_("Karlchen, Re"), required=False, min_value=0, max_value=1)
    kontra_doppelkopf = forms.IntegerField(label=_("Doppelkopf, Kontra"), required=False, min_value=0, max_value=4)
    kontra_fuchs = forms.IntegerField(label=_("fox, Kontra"), required=False, min_value=0, max_value=2)
    kontra_karlchen = forms.IntegerField(label=_("Karlchen, Kontra"), required=False, min_value=0, max_value=1)
    sits_out = forms.IntegerField(label=_("dealer, sits out"), required=False, min_value=1, max_value=5)

    def __init__(self, *args: Any, seats: int = 4, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if seats == 4:
            del self.fields["sits_out"]
        for each in self.fields.values():
            if not isinstance(each, forms.ChoiceField):
                each.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def record(self) -> dict[str, Any]:
        """The game in the words of the wire format. Only for a valid form."""
        values = self.cleaned_data
        record: dict[str, Any] = {
            "kind": values["kind"],
            "re": [int(digit) for digit in values["re"] if digit.isdecimal()],
            "re_card_points": values["re_card_points"],
            "trickless": values["trickless"] or None,
            "re_call": values["re_call"] or Call.NONE.value,
            "kontra_call": values["kontra_call"] or Call.NONE.value,
        }
        for party, name in _EXTRAS.items():
            record[name] = [
                special.value for special in SpecialPoint for _each in range(values.get(f"{party}_{special}") or 0)
            ]
        if "sits_out" in self.fields:
            record["sits_out"] = values["sits_out"]
        return record


def fields_of_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a GameForm that shows a kept record."""
    shown: dict[str, Any] = {name: record.get(name) for name in ("kind", "re_card_points", "re_call", "kontra_call")}
    shown["re"] = "".join(str(seat) for seat in record.get("re", ()))
    shown["trickless"] = record.get("trickless") or ""
    shown["sits_out"] = record.get("sits_out")
    for party, name in _EXTRAS.items():
        for special in SpecialPoint:
            shown[f"{party}_{special}"] = list(record.get(name, ())).count(special.value) or None
    return shown


class SwapForm(forms.Form):
    """Two people sat on each other's seats."""

    position = forms.IntegerField(label=_("seat here"), min_value=1, max_value=5)
    other_table = forms.IntegerField(label=_("other table"), min_value=1, max_value=999)
    other_position = forms.IntegerField(label=_("seat there"), min_value=1, max_value=5)
    how = forms.ChoiceField(
        label=_("what becomes of the points"),
        choices=(
            (Swap.REALITY, _("the seats follow: both stay where they sat, points stay in the columns")),
            (Swap.MOVE, _("both go to their own seats now; what they made stays with them")),
        ),
        widget=forms.RadioSelect,
        initial=Swap.REALITY,
    )
    from_game = forms.IntegerField(
        label=_("first game on the own seat"),
        required=False,
        min_value=2,
        max_value=99,
        help_text=_("for the second way"),
    )
    reason = forms.CharField(label=_("reason"), max_length=200)


class ReplaceForm(forms.Form):
    """A substitute takes a seat in mid-round."""

    position = forms.IntegerField(label=_("seat"), min_value=1, max_value=5)
    number = forms.IntegerField(label=_("start number of the substitute"), min_value=1, max_value=9999)
    from_game = forms.IntegerField(label=_("first game of the substitute"), min_value=2, max_value=99)
    reason = forms.CharField(label=_("reason"), max_length=200)


class ReasonForm(forms.Form):
    """A step that asks for nothing but a reason."""

    reason = forms.CharField(label=_("reason"), max_length=200)
