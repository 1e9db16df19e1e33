"""The referee's book: what happened, what it cost, whose clock got more time."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.base import Owned
from tournament.models.participants import Participant
from tournament.models.rounds import Round, Table


class Incident(Owned):
    """A breach or claim, TSR 9. It owns its penalty points, its deduction (TSR 9.7) and its extra minutes."""

    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.SET_NULL)
    game_number = models.PositiveSmallIntegerField(_("game"), null=True, blank=True)
    happened_at = models.DateTimeField()
    offender = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    # UUIDs of participants: who claimed.
    claimants = models.JSONField(default=list, blank=True)
    kind = models.CharField(_("kind of game"), max_length=20, blank=True)
    soloist = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    solo_clear = models.BooleanField(default=True)
    partnership_clear = models.BooleanField(null=True, blank=True)
    pledges = models.PositiveSmallIntegerField(_("pledges of the other side"), default=0)
    can_hurt = models.BooleanField(null=True, blank=True)
    breach = models.CharField(_("class"), max_length=20, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    points_reason = models.CharField(_("why other points than the tariff"), max_length=300, blank=True)
    effect = models.CharField(_("effect on the game"), max_length=20, blank=True)
    solo_used = models.BooleanField(null=True, blank=True)
    deduction = models.PositiveSmallIntegerField(_("deduction"), default=0)
    warning = models.BooleanField(_("warning"), default=False)
    disqualified = models.BooleanField(_("disqualification"), default=False)
    signed_by = models.CharField(_("signed off by"), max_length=120, blank=True)
    appealed = models.BooleanField(_("appeal"), default=False)
    court = models.CharField(_("members of the court"), max_length=300, blank=True)
    decision = models.CharField(_("final decision"), max_length=300, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Read by a clerk from the row of a sheet, not entered by the referee: it goes when the row says otherwise.
    from_sheet = models.BooleanField(default=False)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_reason = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField(default=0)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.CheckConstraint(condition=models.Q(deduction__lte=12), name="incident_deduction_up_to_12"),
        ]

    def __str__(self) -> str:
        return self.reason


class Penalty(Owned):
    """Signed points of one participant out of an incident; those of an incident sum to zero, TSR 9.3–9.5."""

    incident = models.ForeignKey(Incident, on_delete=models.CASCADE)
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT)
    points = models.SmallIntegerField()

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["incident", "participant"], name="penalty_once_a_participant"),
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.points}"


class Extension(Owned):
    """Extra minutes of one table, TSR 8.5.1, always with a reason."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    minutes = models.SmallIntegerField(_("minutes"))
    reason = models.CharField(_("reason"), max_length=300)
    # Whoever typed the reason was told that the hall reads it. What is claimed of a player is for the desk alone.
    reason_public = models.BooleanField(default=False)
    incident = models.ForeignKey(Incident, null=True, blank=True, on_delete=models.CASCADE)
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table}: {self.minutes}"
