"""The tournament and its settings."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.base import RoundSettings
from tournament.models.choices import MissedRound, NamePublic, StandingsPublic, WithdrawnRanking


def default_tie_breaks() -> list[str]:
    """The TSR names no tie-break (tsr.md 10): equal totals share a rank unless the director orders otherwise."""
    return []


class Tournament(RoundSettings):
    """One event. Every value set here can be changed; a round keeps the values it was published with."""

    uuid = models.UUIDField(default=uuid.uuid4, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    preset = models.CharField(max_length=12, default="ddv")
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=3)
    tie_breaks = models.JSONField(_("order of tie-breaks"), default=default_tie_breaks, blank=True)
    missed_round = models.CharField(_("a missed round counts"), max_length=8, choices=MissedRound, default="zero")
    missed_points = models.SmallIntegerField(_("points of a missed round"), default=0)
    withdrawn_ranking = models.CharField(
        _("withdrawn players"), max_length=10, choices=WithdrawnRanking, default=WithdrawnRanking.IN_PLACE
    )
    disqualified_ranking = models.CharField(
        _("disqualified players"), max_length=10, choices=WithdrawnRanking, default=WithdrawnRanking.AT_END
    )
    substitutes_ranked = models.BooleanField(_("substitutes are ranked"), default=False)
    incidents_public = models.BooleanField(_("players see their own penalties on the public page"), default=False)
    standings_public = models.CharField(
        _("standings for the public"), max_length=12, choices=StandingsPublic, default=StandingsPublic.LIVE
    )
    names_public = models.CharField(_("names on the public page"), max_length=8, choices=NamePublic, default="full")
    objection_minutes = models.PositiveSmallIntegerField(_("minutes for complaints after posting"), default=15)
    warn_minutes = models.JSONField(_("gong, minutes before the end"), default=list, blank=True)
    break_minutes = models.PositiveSmallIntegerField(_("break between rounds in minutes"), default=20)
    starts_at = models.TimeField(_("start of round 1"), null=True, blank=True)
    plan_public = models.BooleanField(_("show the plan of the day on the screens"), default=False)
    notice = models.CharField(_("notice on the screens"), max_length=300, blank=True)
    director_name = models.CharField(_("director"), max_length=120, blank=True)
    referee_name = models.CharField(_("referee"), max_length=120, blank=True)
    players_min = models.PositiveSmallIntegerField(_("fewest players"), null=True, blank=True)
    players_max = models.PositiveSmallIntegerField(_("most players"), null=True, blank=True)
    fee_cents = models.PositiveIntegerField(_("entry fee"), default=0)
    fee_reduced_cents = models.PositiveIntegerField(_("reduced entry fee"), default=0)
    payout_percent = models.PositiveSmallIntegerField(_("share of the fees paid out as prizes in percent"), default=100)
    prize_plan = models.JSONField(default=list, blank=True)
    loss_money = models.JSONField(default=list, blank=True)
    # What was counted at the end and what else went in or out: {"cents": …, "items": [{"text": …, "cents": …}]}.
    cash_count = models.JSONField(default=dict, blank=True)
    house_rules = models.TextField(_("house rules in your own words"), blank=True)
    wish_order = models.JSONField(default=list, blank=True)
    incident_reasons = models.JSONField(default=list, blank=True)
    plan_fixed = models.BooleanField(_("draw all rounds before round 1"), default=False)
    logo = models.BinaryField(null=True, blank=True)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    # Counts the journal's entries: whatever was computed for a number stays right until the number changes.
    journal_number = models.PositiveIntegerField(default=0)
    # Grows with every change the public may see; the ETag of the public pages.
    public_version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None
