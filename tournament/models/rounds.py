"""Rounds, tables, seats and the rows of a score sheet.

The sheet is what Table, Seat and Game amount to; `tournament.records` makes the rule book's Sheet of them.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.base import Owned, RoundSettings
from tournament.models.choices import Depth, Entry, Presence
from tournament.models.participants import Participant


class Round(Owned, RoundSettings):
    """One round with the settings it was published with."""

    number = models.PositiveSmallIntegerField(_("round"))
    counts = models.BooleanField(_("counts for the ranking"), default=True)
    # The draw: everything needed to repeat it.
    seed = models.BigIntegerField(null=True, blank=True)
    seed_text = models.CharField(max_length=200, blank=True)
    draw_input = models.JSONField(null=True, blank=True)
    draw_report = models.JSONField(null=True, blank=True)
    draw_attempt = models.PositiveSmallIntegerField(default=0)
    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    # The clock.
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number"),
        ]

    def __str__(self) -> str:
        return str(self.number)


DRAW_JSON = ("round__draw_input", "round__draw_report")
"""Large, and read again with every row that comes with its round: to be deferred wherever many rows are read."""


class Attendance(Owned):
    """Where a participant is in a round, if not simply at a table."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE)
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE)
    state = models.CharField(max_length=12, choices=Presence)
    substitute_for = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    # What the round counts for this participant, if the director decided otherwise than the tournament's rule.
    points = models.SmallIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["round", "participant"], name="attendance_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.state}"


class Table(Owned):
    """One table in one round, and the state of its sheet."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE)
    number = models.PositiveSmallIntegerField(_("table"))
    room = models.CharField(_("room"), max_length=40, blank=True)
    size = models.PositiveSmallIntegerField(default=4)
    # The sheet.
    depth = models.CharField(max_length=12, choices=Depth, blank=True)
    time_over = models.BooleanField(default=False)
    received_at = models.DateTimeField(null=True, blank=True)
    typed_at = models.DateTimeField(null=True, blank=True)
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Why a sheet counts although a check warned or one person alone confirmed it.
    override_reason = models.CharField(max_length=200, blank=True)
    broken_off_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    # Grows with every change of the sheet: a form that shows an older one is stale.
    version = models.PositiveIntegerField(default=0)
    # Grows when the seats change: a printed sheet with an older number is outdated.
    print_version = models.PositiveSmallIntegerField(default=1)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["round", "number"], name="table_number"),
            models.CheckConstraint(condition=models.Q(size__in=(4, 5)), name="table_of_four_or_five"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Seat(Owned):
    """Who holds a position from which game on. Several people can hold one position in turn.

    `total` and `solos` are what the paper says at totals depth: points including penalties, mandatory solos played.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE)
    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    position = models.PositiveSmallIntegerField()
    participant = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.PROTECT)
    from_game = models.PositiveSmallIntegerField(default=1)
    total = models.SmallIntegerField(null=True, blank=True)
    solos = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.CheckConstraint(condition=models.Q(position__range=(1, 5)), name="seat_position_1_to_5"),
            models.UniqueConstraint(fields=["table", "position", "from_game"], name="seat_one_holder_at_a_time"),
            models.UniqueConstraint(fields=["round", "participant", "from_game"], name="seat_nobody_sits_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.participant}"


class Game(Owned):
    """One row of a sheet as typed. `p1` … `p5` are points, or running totals where `entry` says so."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    number = models.PositiveSmallIntegerField()
    entry = models.CharField(max_length=8, choices=Entry, default=Entry.POINTS)
    typed = models.CharField(max_length=60, blank=True)
    # A kind of game or row of `scoring.terms`; empty where the paper does not tell.
    kind = models.CharField(max_length=20, blank=True)
    p1 = models.SmallIntegerField(null=True, blank=True)
    p2 = models.SmallIntegerField(null=True, blank=True)
    p3 = models.SmallIntegerField(null=True, blank=True)
    p4 = models.SmallIntegerField(null=True, blank=True)
    p5 = models.SmallIntegerField(null=True, blank=True)
    soloist = models.PositiveSmallIntegerField(null=True, blank=True)
    # None: as the rules say, the first solo of a player is his mandatory one (TSR 4.3.1).
    mandatory = models.BooleanField(null=True, blank=True)
    enforced = models.BooleanField(null=True, blank=True)
    dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    replayed = models.BooleanField(default=True)
    # For a solo of the rubric at a table whose seats changed hands: after which normal game it was played.
    after_game = models.PositiveSmallIntegerField(null=True, blank=True)
    # A full game in the words of the wire format.
    record = models.JSONField(null=True, blank=True)

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["table", "number"], name="game_number"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Typing(models.Model):
    """Who has a sheet open, and what he typed there without saving it.

    It lasts as long as the page is open and is no part of the tournament: no journal, no backup.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seen_at = models.DateTimeField()
    typed = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="typing_once_a_person")]

    def __str__(self) -> str:
        return f"{self.table}: {self.user}"
