"""The two shapes several tables share."""

import uuid

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.choices import Check, Depth, DrawMode, Fives, Form, OpenSheets, Rest


class Owned(models.Model):
    """A row of one tournament. Its UUID is unique there, not in the installation: a restored copy keeps it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE)
    uuid = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint(fields=["tournament", "uuid"], name="%(class)s_uuid")]


class RoundSettings(models.Model):
    """What a tournament sets and each round copies; frozen for a round when its seating is published."""

    games_four = models.PositiveSmallIntegerField(
        _("games at a table of four"), default=24, validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    games_five = models.PositiveSmallIntegerField(
        _("games at a table of five"), default=30, validators=[MinValueValidator(1), MaxValueValidator(99)]
    )
    minutes_four = models.PositiveSmallIntegerField(
        _("minutes at a table of four"), null=True, blank=True, default=100, help_text=_("empty: no clock")
    )
    minutes_five = models.PositiveSmallIntegerField(
        _("minutes at a table of five"), null=True, blank=True, default=125, help_text=_("empty: no clock")
    )
    mandatory_solos = models.PositiveSmallIntegerField(
        _("mandatory solos per player"), default=1, validators=[MaxValueValidator(5)]
    )
    fives = models.CharField(_("tables of five"), max_length=12, choices=Fives, default=Fives.NEVER)
    fives_number = models.PositiveSmallIntegerField(_("number of tables of five"), default=0)
    rest = models.CharField(_("players left over"), max_length=12, choices=Rest, default=Rest.WAITING_LIST)
    form = models.CharField(_("form of the paper"), max_length=12, choices=Form, default=Form.RUBRIC)
    depth = models.CharField(_("depth of entry"), max_length=12, choices=Depth, default=Depth.TOTALS)
    check_sum = models.CharField(_("zero sum"), max_length=8, choices=Check, default=Check.REFUSE)
    check_parity = models.CharField(_("even–odd rule"), max_length=8, choices=Check, default=Check.REFUSE)
    check_solos = models.CharField(_("mandatory solos"), max_length=8, choices=Check, default=Check.REFUSE)
    check_rows = models.CharField(_("games on the sheet"), max_length=8, choices=Check, default=Check.WARN)
    second_person = models.BooleanField(_("a second person confirms"), default=True)
    blind_entry = models.BooleanField(_("the second person types the totals again"), default=False)
    draw_mode = models.CharField(_("seating"), max_length=12, choices=DrawMode, default=DrawMode.RANDOM)
    draw_number = models.PositiveSmallIntegerField(
        _("number for the seating"),
        default=0,
        help_text=_(
            "by standings: ranks apart that may change places; best of each table, final table: how many; "
            "groups: teams to a group"
        ),
    )
    apart_rounds = models.PositiveSmallIntegerField(
        _("keep clubs apart in the first … rounds"), default=99, help_text=_("0: never")
    )
    open_sheets = models.CharField(
        _("seating by standings while sheets are open"), max_length=8, choices=OpenSheets, default=OpenSheets.REFUSE
    )
    # The tables of the hall: [{"room": "Saal", "first": 1, "last": 10}, …]; empty: 1, 2, 3 … without rooms.
    rooms = models.JSONField(_("rooms and their tables"), default=list, blank=True)
    tables_left_out = models.JSONField(_("tables left out"), default=list, blank=True)

    class Meta:
        abstract = True

    def minutes(self, *, size: int) -> int | None:
        """Playing time in minutes of a table of `size`, TSR 8.5.1, 10.1.5; None where there is no clock."""
        return self.minutes_five if size == 5 else self.minutes_four

    def games(self, *, size: int) -> int:
        """Number of games of a table of `size`, TSR 8.5.1, 10.1.5."""
        return self.games_five if size == 5 else self.games_four
