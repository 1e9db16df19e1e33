"""What the referee types about an incident."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from datetime import time as time_of_day
from typing import Any

from django import forms
from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext_lazy as _

from scoring.terms import BreachClass
from tournament.messages import laws
from tournament.models import Depth, Form, Incident, Participant, Round, Seat, Table
from tournament.records import holders_in
from tournament.services.incidents import NORMAL, SOLO, UNSPORTSMANLIKE, WEDDING, Decision

QUESTIONS = {
    BreachClass.INSIGNIFICANT.value: _(
        "No influence on play or outcome, or one side takes all the rest anyway? No points (TSR 9.2)"
    ),
    BreachClass.MINOR.value: _("It cannot have decided who wins, the own side not have won by it? 3 points (TSR 9.3)"),
    BreachClass.SERIOUS.value: _("It may decide who wins, the own side may have won by it? 12 and more (TSR 9.4)"),
    BreachClass.SERIOUS_DECIDED.value: _(
        "Had one side already won by complete, correct tricks? Game scored, 3 points (TSR 9.5)"
    ),
    UNSPORTSMANLIKE: _("By other means than playing, or to prevent proper scoring? Warning, deduction, end (TSR 9.7)"),
}
"""The test questions of the rule book for each class."""
KINDS = (
    (NORMAL, _("normal game")),
    (SOLO, _("solo")),
    (WEDDING, _("wedding before its clarification, or silent wedding not yet shown (TSR 4.4)")),
)
EFFECTS = (("", _("as the tariff says")), *laws.EFFECTS.items())
DEFAULT_REASONS = (
    _("revoked"),
    _("led out of turn"),
    _("played out of turn"),
    _("exposed a card"),
    _("call too late"),
    _("wrong number of cards"),
    _("wrong dealer"),
    _("remark or gesture that betrays cards"),
    _("looked at an old trick"),
)


class SignedField(forms.IntegerField):
    """A whole number whose minus may be typed as a real minus sign; a text field, so that phones offer a minus."""

    widget = forms.TextInput(attrs={"inputmode": "text", "size": 4, "autocomplete": "off"})

    def to_python(self, value: Any) -> int | None:
        return super().to_python(str(value).replace("−", "-").replace("–", "-").strip() if value else value)


class YesNoField(forms.TypedChoiceField):
    """Yes, no, or not asked."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[("", _("not asked")), ("1", _("yes")), ("0", _("no"))], required=False, **options)

    def clean(self, value: Any) -> bool | None:
        text = super().clean(value)
        return None if text == "" else text == "1"

    def prepare_value(self, value: Any) -> Any:
        return {None: "", True: "1", False: "0"}.get(value, value)


class IncidentForm(forms.Form):
    """One incident at one table, or without a table. Points left empty follow the tariff."""

    game_number = forms.IntegerField(label=_("game"), required=False, min_value=1, max_value=99)
    round_number = forms.TypedChoiceField(label=_("round"), coerce=int, empty_value=None, required=False)
    time = forms.TimeField(
        label=_("time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("empty: now"),
    )
    offender = forms.TypedChoiceField(label=_("offender"), coerce=int, empty_value=None, required=False)
    claimants = forms.TypedMultipleChoiceField(
        label=_("who claims"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    kind = forms.ChoiceField(label=_("what was played"), choices=KINDS, widget=forms.RadioSelect, initial=NORMAL)
    soloist = forms.TypedChoiceField(label=_("soloist"), coerce=int, empty_value=None, required=False)
    sits_out = forms.TypedChoiceField(label=_("who dealt and sat out"), coerce=int, empty_value=None, required=False)
    partnership_clear = YesNoField(
        label=_("was the partnership clear to all"), help_text=_("if so only opponents may claim (TSR 9.6.1)")
    )
    breach = forms.ChoiceField(label=_("class"), choices=list(laws.CLASSES.items()), widget=forms.RadioSelect)
    pledges = forms.TypedChoiceField(
        label=_("pledges of the other side until then"),
        required=False,
        coerce=int,
        choices=[(number, str(number)) for number in range(5)],
        initial=0,
        help_text=_("no 90, no 60, no 30, schwarz; Re and Kontra do not count"),
    )
    can_hurt = YesNoField(
        label=_("can it have hurt the soloist"), help_text=_("minor breach by an opponent (TSR 9.3.3)")
    )
    reason = forms.CharField(label=_("what happened"), max_length=300)
    points_reason = forms.CharField(label=_("why other points than the tariff"), max_length=300, required=False)
    effect = forms.ChoiceField(label=_("what becomes of the game"), choices=EFFECTS, required=False)
    solo_used = YesNoField(label=_("mandatory solo used up"))
    deduction = forms.IntegerField(
        label=_("deduction"),
        required=False,
        min_value=0,
        max_value=12,
        help_text=_("up to 12 points, credited to nobody (TSR 9.7.2)"),
    )
    warning = forms.BooleanField(label=_("warning"), required=False)
    disqualified = forms.BooleanField(label=_("disqualification"), required=False)
    minutes = forms.IntegerField(label=_("extra minutes for this table"), required=False, min_value=0, max_value=120)
    court_tables = forms.TypedMultipleChoiceField(
        label=_("the same for the tables of the court"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    contained = forms.BooleanField(label=_("the totals already typed contain these points"), required=False)
    signed_by = forms.CharField(label=_("signed off by"), max_length=120, required=False)
    appealed = forms.BooleanField(label=_("appeal"), required=False)
    court = forms.CharField(label=_("members of the court"), max_length=300, required=False)
    decision = forms.CharField(label=_("final decision"), max_length=300, required=False)

    def __init__(
        self,
        *args: Any,
        round_: Round | None,
        table: Table | None,
        held: Sequence[Seat],
        people: Sequence[Participant] = (),
        tables: Sequence[Table] = (),
        rounds: Sequence[Round] = (),
        incident: Incident | None = None,
        claimants: Sequence[Participant] = (),
        **options: Any,
    ) -> None:
        """`claimants` are those the entry names already: they can be kept, though they sit elsewhere by now."""
        super().__init__(*args, **options)
        self.round, self.table, self.held = round_, table, held
        self.rounds = {one.number: one for one in rounds}
        seated = [seat.participant for seat in held if seat.participant]
        self.people = {person.pk: person for person in (*seated, *people)}
        self.may_claim = {**self.people, **{person.pk: person for person in claimants}}
        # The last holder of each position.
        self.seats = {seat.position: seat for seat in held}
        self.tables = {other.pk: other for other in tables if table is None or other.pk != table.pk}
        self.incident = incident
        later = {seat.participant_id: seat.from_game for seat in held if seat.from_game > 1}
        choices = [(person.pk, self._label(person, later.get(person.pk))) for person in self.people.values()]
        for name in ("offender", "soloist", "sits_out"):
            self.fields[name].choices = [("", "–"), *choices]  # type: ignore[attr-defined]  # a choice field
        self.fields["round_number"].choices = [  # type: ignore[attr-defined]  # a choice field
            ("", _("none")),
            *((number, str(number)) for number in self.rounds),
        ]
        self.fields["claimants"].choices = [  # type: ignore[attr-defined]  # a choice field
            *choices,
            *((pk, self._label(person)) for pk, person in self.may_claim.items() if pk not in self.people),
        ]
        self.fields["court_tables"].choices = [  # type: ignore[attr-defined]  # a choice field
            (other.pk, str(other.number)) for other in self.tables.values()
        ]
        for position, seat in self.seats.items():
            self.fields[f"points_{position}"] = SignedField(
                label=self._label(seat.participant), required=False, min_value=-99, max_value=99
            )
        if table is not None and table.round.form == Form.RUBRIC and (table.depth or table.round.depth) != Depth.TOTALS:
            self.fields["game_number"].help_text = _("empty for a mandatory solo in its own rubric")
        for name in self._superfluous():
            del self.fields[name]
        if table is None and (incident is None or incident.breach in ("", UNSPORTSMANLIKE)):
            # The other classes cost points at a table.
            breach = self.fields["breach"]
            breach.choices = [(UNSPORTSMANLIKE, laws.CLASSES[UNSPORTSMANLIKE])]  # type: ignore[attr-defined]  # as above
            breach.initial = UNSPORTSMANLIKE

    def classes(self) -> list[tuple[forms.boundfield.BoundWidget, Any]]:
        """The classes of breaches, each with its test question."""
        return [(choice, QUESTIONS[str(choice.data["value"])]) for choice in self["breach"]]

    def points_fields(self) -> list[forms.BoundField]:
        """One field per seat for the referee's own points."""
        return [self[f"points_{position}"] for position in self.seats]

    @property
    def says_who_claims(self) -> bool:
        """Whether the folded part about the claim says something; so for the parts below."""
        return self._says("claimants", "partnership_clear") or bool(self["time"].errors)

    @property
    def says_other_points(self) -> bool:
        return self._says("points_reason", "effect", "solo_used", *(f"points_{position}" for position in self.seats))

    @property
    def says_conduct(self) -> bool:
        return self.table is None or self._says("warning", "deduction", "disqualified")

    @property
    def says_appeal(self) -> bool:
        return self._says("appealed", "court", "decision")

    def _says(self, *names: str) -> bool:
        return any(self[name].value() or self[name].errors for name in names if name in self.fields)

    def decision_at(self, now: datetime) -> Decision:
        """What the referee states. Call after `is_valid`, or with what could be read so far for a proposal."""
        values = self.cleaned_data
        kind, breach = values.get("kind") or NORMAL, values.get("breach") or ""
        serious = breach == BreachClass.SERIOUS
        # What is asked for another kind of game or another class does not count, though it was chosen before.
        soloist = self.people.get(values.get("soloist") or 0) if kind == SOLO else None
        return Decision(
            happened_at=self._instant(values.get("time"), now),
            round=self.round if self.table is not None else self.rounds.get(values.get("round_number") or 0),
            table=self.table,
            game_number=values.get("game_number"),
            offender=self.people.get(values.get("offender") or 0),
            claimants=tuple(self.may_claim[pk] for pk in values.get("claimants") or ()),
            kind=kind,
            soloist=soloist,
            sits_out=self.people.get(values.get("sits_out") or 0),
            partnership_clear=values.get("partnership_clear"),
            pledges=values.get("pledges") or 0 if serious else 0,
            can_hurt=values.get("can_hurt") if kind == SOLO and not serious else None,
            breach=breach,
            reason=values.get("reason") or "",
            points=self._points(),
            points_reason=values.get("points_reason") or "",
            effect=values.get("effect") or "",
            solo_used=values.get("solo_used"),
            deduction=values.get("deduction") or 0,
            warning=bool(values.get("warning")),
            disqualified=bool(values.get("disqualified")),
            signed_by=values.get("signed_by") or "",
            appealed=bool(values.get("appealed")),
            court=values.get("court") or "",
            decision=values.get("decision") or "",
            minutes=values.get("minutes") or 0,
            court_tables=tuple(self.tables[pk] for pk in values.get("court_tables") or () if pk in self.tables),
            contained=bool(values.get("contained")),
        )

    def _instant(self, typed: time_of_day | None, now: datetime) -> datetime:
        """When it happened: the latest moment up to now with the typed time of day; an unchanged time is kept."""
        before = self.incident.happened_at if self.incident else now
        if typed is None or typed == localtime(before).time().replace(second=0, microsecond=0):
            return before
        day = localtime(before).date()
        instant = make_aware(datetime.combine(day, typed))
        return instant if instant <= now else make_aware(datetime.combine(day - timedelta(days=1), typed))

    def _points(self) -> dict[int, int] | None:
        named = {self.cleaned_data.get(name) or 0 for name in ("offender", "soloist")}
        seated = holders_in(self.held, game=self.cleaned_data.get("game_number"), named=named)
        stated = {person: self.cleaned_data.get(f"points_{position}") for position, person in seated.items()}
        if all(points is None for points in stated.values()):
            return None
        return {person: points or 0 for person, points in stated.items()}

    def _superfluous(self) -> list[str]:
        """Fields that have no meaning here."""
        gone = []
        if self.table is None:
            gone += [
                "game_number",
                "kind",
                "soloist",
                "can_hurt",
                "minutes",
                "effect",
                "solo_used",
                "points_reason",
                "pledges",
            ]
        else:
            gone.append("round_number")
        if self.table is None or self.table.size != 5:
            gone.append("sits_out")
        if not self.tables or self.table is None:
            gone.append("court_tables")
        if self.incident is not None or not any(seat.total is not None for seat in self.held):
            gone.append("contained")
        return gone

    @staticmethod
    def _label(person: Participant | None, from_game: int | None = None) -> str:
        label = f"{person.number} {person.name}" if person else "–"
        return (
            label if from_game is None else _("%(person)s, from game %(game)s") % {"person": label, "game": from_game}
        )
