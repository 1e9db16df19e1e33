"""What is typed on a sheet's page, made into types; what cannot be read is said beside its field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import Plain, Problem, RuleError
from scoring.terms import Call, Kind, Party, SpecialPoint
from tournament import notation
from tournament.forms.fields import WholeTextField
from tournament.messages import text
from tournament.models import Seat
from tournament.numerals import whole_number
from tournament.records import SheetData
from tournament.services.handovers import Swap
from tournament.services.sheet_rows import TypedRow
from tournament.services.sheets import LONGEST_REASON, TypedSeat
from tournament.services.written_totals import WrittenTotal, spelled
from tournament.templatetags.desk import signed_text

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
    """The fields of one holder of a position: the total, and the start number where the seat was left open.

    `split`: the position was held by several people in turn, so each says which mandatory solos he played.
    """

    seat: Seat
    value: str
    number: str = ""
    split: bool = False
    solos: str = ""
    errors: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"total-{self.seat.position}-{self.seat.from_game}"

    @property
    def number_name(self) -> str:
        return f"number-{self.seat.position}-{self.seat.from_game}"

    @property
    def solos_name(self) -> str:
        return f"solos-{self.seat.position}-{self.seat.from_game}"

    @property
    def open(self) -> bool:
        return self.seat.participant_id is None

    @property
    def shown(self) -> str:
        """The total as typed, spelled as totals are shown; a dash for none."""
        try:
            return signed_text(number_of(self.value)) or "–"
        except ValueError:
            return self.value

    @property
    def differs(self) -> bool:
        """Whether something else is typed than is saved."""
        return self.shown != (signed_text(self.seat.total) or "–")


class TotalsForm:
    """Totals of a sheet: one field per holder of a position, and one for the mandatory solos played.

    Where a position changed hands each holder has a field for his solos; left empty, the last one played them.
    `typed` is what was sent or kept half typed; None shows what is saved.
    """

    def __init__(self, data: SheetData, typed: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.mandatory = data.round.mandatory_solos
        positions = [seat.position for seat in data.seats]
        self.fields = [
            SeatField(seat, spelled(seat.total), split=positions.count(seat.position) > 1, solos=spelled(seat.solos))
            for seat in data.seats
        ]
        self.solos = "".join(str(each.seat.position) * (each.seat.solos or 0) for each in self.fields if not each.split)
        self.solos_errors: list[str] = []
        self.reason = data.table.override_reason
        self.problems: list[Problem] = []
        if typed is not None:
            for each in self.fields:
                each.value = typed.get(each.name, each.value)
                each.number = typed.get(each.number_name, "")
                each.solos = typed.get(each.solos_name, each.solos)
            self.solos = typed.get("solos", self.solos)
            self.reason = typed.get("reason", self.reason)

    @property
    def saved_solos(self) -> str:
        """The seats whose mandatory solos are saved as played, such as "1 2 4"."""
        return " ".join(str(each.seat.position) for each in self.fields for _solo in range(each.seat.solos or 0))

    @property
    def typed_solos(self) -> str:
        """The same as typed now; as it stands in its field where it cannot be read."""
        if self.solos.strip() != ALL and not re.fullmatch(r"[\s,.;/+1-5-]*", self.solos):
            return self.solos
        solos = {position: played or 0 for position, played in self._solos().items()}
        for each in self.fields:
            if each.split:
                played = whole_number(each.solos.strip(), digits=1) or 0
                solos[each.seat.position] = solos.get(each.seat.position, 0) + played
        return " ".join(str(position) for position in sorted(solos) for _solo in range(solos[position]))

    @property
    def solos_differ(self) -> bool:
        return self.saved_solos != self.typed_solos

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
        played = self._played(each, solos)
        return TypedSeat(position=seat.position, from_game=seat.from_game, total=total, solos=played, number=number)

    def _played(self, each: SeatField, solos: Mapping[int, int | None]) -> int | None:
        """The mandatory solos of one holder. The seat owes them: where nobody is named, the last holder played them."""
        holders = [other for other in self.fields if other.seat.position == each.seat.position]
        if each.split and self.mandatory and any(other.solos.strip() for other in holders):
            typed = each.solos.strip() or "0"
            played = whole_number(typed, digits=1)
            if played is not None:
                return played
            problem = Problem(code="solos_of_holder_unreadable", field=each.solos_name)
            each.errors.append(text(problem))
            self.problems.append(problem)
            return None
        return solos.get(each.seat.position) if each is holders[-1] else None

    def _solos(self) -> dict[int, int | None]:
        """Mandatory solos played by position; None everywhere while the field is empty."""
        size = self.data.table.size
        letters = re.sub(r"[\s,.;/+-]", "", self.solos)
        if not self.mandatory or not letters:
            return {}
        if letters == ALL:
            return dict.fromkeys(range(1, size + 1), self.mandatory)
        if not all(letter in "12345"[:size] for letter in letters):
            problem = Problem(code="solos_unreadable", field="solos")
            self.solos_errors.append(text(problem))
            self.problems.append(problem)
            return {}
        return {position: letters.count(str(position)) for position in range(1, size + 1)}


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
                after_game=_place(post.get(f"after-{number}", "")),
            )
    return rows


def _place(typed: str) -> int | None:
    """The game after which a solo was played; −1, which no game is, for what cannot be read."""
    if not typed.strip():
        return None
    number = whole_number(typed.strip(), digits=2)
    return -1 if number is None else number


def chosen(post: Mapping[str, str]) -> dict[str, str]:
    """The fields of a form with what a button has chosen where two people typed one game: "theirs-3" or "mine-3"."""
    fields = dict(post)
    version, _dash, key = fields.get("take", "").partition("-")
    if version == "theirs":
        fields.pop(f"row-{key}", None)
    elif version == "mine":
        fields[f"was-{key}"] = fields.get(f"now-{key}", "")
    return fields


def typed_foot(post: Mapping[str, str], *, untouched: bool = False) -> dict[int, WrittenTotal]:
    """The totals at the foot of the paper by position; those nobody touched are left out unless `untouched`.

    Raises RuleError total_unreadable (params seat, typed) for what is no number.
    """
    found: dict[int, WrittenTotal] = {}
    problems: list[Problem] = []
    for position in range(1, 6):
        name, was = f"row-foot-{position}", post.get(f"was-foot-{position}")
        if name not in post or (not untouched and post[name].strip() == was):
            continue
        try:
            found[position] = WrittenTotal(total=number_of(post[name]), was=was)
        except ValueError:
            params: dict[str, Plain] = {"seat": position, "typed": post[name][:20]}
            problems.append(Problem(code="total_unreadable", field=name, params=params))
    if problems:
        raise RuleError(problems)
    return found


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
    """One full game in the order of the paper. The points follow from it.

    `asks_place`: it is a solo of the rubric at a table whose seats changed hands.
    """

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
    after_game = forms.IntegerField(
        label=_("played after game"),
        required=False,
        min_value=0,
        max_value=99,
        help_text=_("a seat changed hands: this says who played the solo"),
    )

    def __init__(
        self, *args: Any, seats: int = 4, may_be_struck: bool = False, asks_place: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if not asks_place:
            del self.fields["after_game"]
        if may_be_struck:
            self.fields["struck"] = forms.BooleanField(label=_("struck, not played"), required=False)
        if seats == 4:
            del self.fields["sits_out"]
        for each in self.fields.values():
            if not isinstance(each, forms.ChoiceField | forms.BooleanField):
                each.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    def is_struck(self) -> bool:
        """Whether the game is marked as struck: then nothing else of it counts."""
        return "struck" in self.fields and bool(self.data.get(self.add_prefix("struck")))

    def place(self) -> int | None:
        """After which normal game a solo of the rubric was played; None where that is not asked or not said."""
        return self.cleaned_data.get("after_game")

    def worded(self, values: Mapping[str, Any] | None) -> dict[str, str]:
        """Entries of a game in words, by their labels; `values` are those of the fields, None for a struck game."""
        found: dict[str, str] = {}
        for name, each in self.fields.items():
            words = {str(key): str(word) for key, word in getattr(each, "choices", ())}
            value = str(("" if values is None else values.get(name)) or "")
            found[str(each.label)] = words.get(value, value)
        if values is None:
            found[str(self.fields["kind"].label)] = str(_("Struck"))
        return found

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
    reason = WholeTextField(label=_("reason"), max_length=LONGEST_REASON)


class ReplaceForm(forms.Form):
    """A substitute takes a seat in mid-round."""

    position = forms.IntegerField(label=_("seat"), min_value=1, max_value=5)
    number = forms.IntegerField(label=_("start number of the substitute"), min_value=1, max_value=9999)
    from_game = forms.IntegerField(label=_("first game of the substitute"), min_value=2, max_value=99)
    reason = WholeTextField(label=_("reason"), max_length=LONGEST_REASON)


class ReasonForm(forms.Form):
    """A step that asks for nothing but a reason."""

    reason = WholeTextField(label=_("reason"), max_length=LONGEST_REASON)
