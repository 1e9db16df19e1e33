"""The people of a tournament and their wishes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.base import Owned
from tournament.models.choices import FeeKind, FeeState, NamePublic

PRESENT = models.Q(checked_in_at__isnull=False, withdrawn_at__isnull=True, disqualified_at__isnull=True)
"""Whom a draw may seat, as a condition of the database; `Participant.is_present` says the same of one person."""


class Club(Owned):
    """A club is a name within its tournament."""

    name = models.CharField(_("club"), max_length=80)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["tournament", "name"], name="club_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Participant(Owned):
    """Somebody in the tournament. The start number is given once and never again."""

    number = models.PositiveSmallIntegerField(_("start number"))
    surname = models.CharField(_("surname"), max_length=80)
    first_name = models.CharField(_("first name"), max_length=80, blank=True)
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT, verbose_name=_("club"))
    team = models.CharField(_("team"), max_length=80, blank=True)
    categories = models.JSONField(_("categories"), default=list, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    registered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    disqualified_at = models.DateTimeField(null=True, blank=True)
    # Name replaced on request; results stay.
    removed_at = models.DateTimeField(null=True, blank=True)
    ranked = models.BooleanField(_("in the ranking"), default=True)
    # Joined only to complete a table; drawn last, and only as many as are needed.
    filler = models.BooleanField(_("completes a table"), default=False)
    fee_kind = models.CharField(_("fee"), max_length=8, choices=FeeKind, default=FeeKind.FULL)
    fee_state = models.CharField(_("fee"), max_length=8, choices=FeeState, default=FeeState.OPEN)
    donation_cents = models.PositiveIntegerField(_("donation"), default=0)
    fixed_position = models.PositiveSmallIntegerField(_("fixed seat"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    name_public = models.CharField(_("name on the public page"), max_length=8, choices=NamePublic, blank=True)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["tournament", "number"], name="participant_number"),
            models.CheckConstraint(
                condition=models.Q(fixed_position__isnull=True) | models.Q(fixed_position__range=(1, 5)),
                name="participant_fixed_position_1_to_5",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Surname first, as lists are read: "Äpfel, Anna"."""
        return f"{self.surname}, {self.first_name}" if self.first_name else self.surname

    @property
    def is_present(self) -> bool:
        """Whether the next draw may seat this participant."""
        return self.checked_in_at is not None and self.withdrawn_at is None and self.disqualified_at is None


class ApartWish(Owned):
    """Two people who should not (or, if strict, must not) sit at one table."""

    first = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    strict = models.BooleanField(_("must be kept"), default=False)
    rounds = models.PositiveSmallIntegerField(_("in the first … rounds"), default=99)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.CheckConstraint(condition=~models.Q(first=models.F("second")), name="apartwish_two_people"),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"
