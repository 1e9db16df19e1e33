"""The plan of the prizes, the steps of the loss money, and the count of the cash box, row by row.

A row whose first field is empty is not there; some empty rows stand below those that are filled.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.errors import RuleError
from tournament.forms.fields import MoneyField, lead_to_error
from tournament.messages import text
from tournament.messages.money import PURPOSES
from tournament.models import Tournament
from tournament.prizes import PERCENT, For, PrizeLine, from_json
from tournament.services.money import Item, count_mark, loss_mark, plan_mark

SPARE_ROWS = 4
_MOST_ROWS = 60
"""More than any saved plan with its spare rows; a page never sends more."""


class OptionalMoneyField(MoneyField):
    """Euros, or None where nothing is typed: an empty box is not an uncounted one."""

    def to_python(self, value: Any) -> Any:
        return None if not str(value or "").strip() else super().to_python(value)


class PointsField(forms.IntegerField):
    """Points as people type them, with either minus."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(str(value or "").replace("−", "-").replace(" ", ""))


class PrizeRow(forms.Form):
    """One prize."""

    purpose = forms.ChoiceField(label=_("prize for"), choices=[("", "–"), *PURPOSES.items()], required=False)
    place = forms.IntegerField(label=_("which place"), min_value=1, max_value=999, required=False)
    category = forms.CharField(label=_("category"), max_length=40, required=False)
    round = forms.IntegerField(label=_("round"), min_value=1, max_value=99, required=False)
    cents = MoneyField(label=_("sum in euros"), required=False)
    percent = forms.IntegerField(label=_("percent of the pot"), min_value=1, max_value=PERCENT, required=False)
    goods = forms.CharField(label=_("goods"), max_length=80, required=False)
    least = forms.IntegerField(label=_("only from … players"), min_value=1, max_value=999, required=False)
    passes_on = forms.BooleanField(label=_("not for whoever has a prize by rank"), required=False)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        worth = [values.get("cents"), values.get("percent"), values.get("goods")]
        if not values.get("purpose") and any(worth):
            raise ValidationError(_("Please say what this prize is for."))
        return values

    def line(self) -> PrizeLine | None:
        """The prize of this row, None if the row is empty."""
        values = self.cleaned_data
        if not values["purpose"]:
            return None
        return PrizeLine(
            purpose=For(values["purpose"]),
            place=values["place"] or 1,
            category=values["category"] if values["purpose"] == For.CATEGORY else "",
            round=(values["round"] or 0) if values["purpose"] == For.ROUND else 0,
            cents=values["cents"],
            percent=values["percent"] or 0,
            goods=values["goods"].strip(),
            least=values["least"] or 0,
            passes_on=values["passes_on"],
        )


class LossRow(forms.Form):
    """One step of the loss money."""

    points = PointsField(label=_("points in a round, or less"), required=False, widget=forms.TextInput)
    cents = MoneyField(label=_("to pay in euros"), required=False)


class ItemRow(forms.Form):
    """Any other money."""

    text = forms.CharField(label=_("what for"), max_length=80, required=False)
    money_in = MoneyField(label=_("in, euros"), required=False)
    money_out = MoneyField(label=_("out, euros"), required=False)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("money_in") and values.get("money_out"):
            raise ValidationError(_("Please type the sum either as in or as out."))
        return values


class MoneyForm(forms.Form):
    """A form with rows under it. `seen` is the mark of what was saved when the page was made."""

    row_class: type[forms.Form]
    name: str
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self, data: Mapping[str, Any] | None, *, initial: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]
    ):
        super().__init__(data, initial=dict(initial), prefix=self.name, auto_id="id_%s")
        count = len(rows) + SPARE_ROWS
        if data is not None:
            count = min(max(count, self._rows_in(data)), _MOST_ROWS)
        self.rows = [
            self.row_class(
                data, prefix=f"{self.name}-{place}", initial=dict(rows[place - 1]) if place <= len(rows) else None
            )
            for place in range(1, count + 1)
        ]

    def _rows_in(self, data: Mapping[str, Any]) -> int:
        """How many rows were sent."""
        numbers = (key.split("-")[1] for key in data if key.startswith(f"{self.name}-") and key.count("-") == 2)
        return max((int(number) for number in numbers if number.isdecimal() and len(number) < 3), default=0)

    def is_valid(self) -> bool:
        rows = [row.is_valid() for row in self.rows]
        return super().is_valid() and all(rows)

    @property
    def has_errors(self) -> bool:
        """Whether anything typed is refused."""
        return self.is_bound and (bool(self.errors) or any(row.errors for row in self.rows))

    def refuse(self, error: RuleError) -> None:
        """Put each sentence to its row, or above the form."""
        filled = [row for row in self.rows if self.is_filled(row)]
        for problem in error.problems:
            row = filled[problem.row - 1] if problem.row is not None and problem.row <= len(filled) else None
            (row or self).add_error(None, text(problem))

    def lead_to_error(self) -> None:
        """Let the browser begin at the first field that is wrong."""
        lead_to_error(self, *self.rows)

    def is_filled(self, row: forms.Form) -> bool:
        """Whether a row says anything."""
        raise NotImplementedError  # each of the three forms says it for its own rows


class PrizesForm(MoneyForm):
    """The share of the fees and the plan."""

    row_class = PrizeRow
    name = "prizes"
    payout_percent = forms.IntegerField(
        label=_("share of the fees handed out as prizes, in percent"), min_value=0, max_value=PERCENT
    )

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        super().__init__(
            data,
            initial={"payout_percent": tournament.payout_percent, "seen": plan_mark(tournament)},
            rows=[_row_of(line) for line in from_json(tournament.prize_plan)],
        )

    def is_filled(self, row: forms.Form) -> bool:
        return bool(row.cleaned_data.get("purpose"))

    def plan(self) -> list[PrizeLine]:
        """The prizes as typed, without empty rows."""
        lines = (row.line() for row in self.rows if isinstance(row, PrizeRow))
        return [line for line in lines if line is not None]


class LossForm(MoneyForm):
    """The steps; all rows empty: no loss money."""

    row_class = LossRow
    name = "loss"

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        super().__init__(
            data,
            initial={"seen": loss_mark(tournament)},
            rows=[{"points": points, "cents": cents} for points, cents in tournament.loss_money],
        )

    def is_filled(self, row: forms.Form) -> bool:
        return row.cleaned_data.get("points") is not None or bool(row.cleaned_data.get("cents"))

    def steps(self) -> list[tuple[int, int]]:
        """Points and cents of each step as typed."""
        rows = (row.cleaned_data for row in self.rows if self.is_filled(row))
        return [(row["points"] if row["points"] is not None else 0, row["cents"]) for row in rows]


class CountForm(MoneyForm):
    """What was counted, and what else went in or out."""

    row_class = ItemRow
    name = "count"
    counted = OptionalMoneyField(label=_("counted in the box, euros"), required=False)
    prizes_out = forms.BooleanField(label=_("the money of the prizes is taken from the box"), required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, tournament: Tournament) -> None:
        count = tournament.cash_count
        super().__init__(
            data,
            initial={
                "counted": count.get("cents"),
                "prizes_out": count.get("prizes_out", False),
                "seen": count_mark(tournament),
            },
            rows=[
                {"text": item["text"], "money_in" if item["cents"] > 0 else "money_out": abs(item["cents"])}
                for item in count.get("items", ())
            ],
        )

    def is_filled(self, row: forms.Form) -> bool:
        return any(row.cleaned_data.get(name) for name in ("text", "money_in", "money_out"))

    def items(self) -> list[Item]:
        """The entries as typed."""
        rows = (row.cleaned_data for row in self.rows if self.is_filled(row))
        return [Item(text=row["text"], cents=row["money_in"] - row["money_out"]) for row in rows]


def _row_of(line: PrizeLine) -> dict[str, Any]:
    """A prize as its row shows it: what is not set stays empty."""
    by_place = line.purpose not in (For.LAST, For.LAST_BUT_ONE)
    return {
        "purpose": line.purpose.value,
        "place": line.place if by_place else None,
        "category": line.category,
        "round": line.round or None,
        "cents": line.cents or None,
        "percent": line.percent or None,
        "goods": line.goods,
        "least": line.least or None,
        "passes_on": line.passes_on,
    }
