"""What hung on the wall, what decided a tie, and the screens of the hall."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.base import Owned
from tournament.models.choices import PublicationKind, PublicationState, TieHow
from tournament.models.rounds import Round


class Publication(Owned):
    """A list as it was published, never changed afterwards. A later state is a new publication."""

    kind = models.CharField(max_length=12, choices=PublicationKind)
    state = models.CharField(max_length=12, choices=PublicationState)
    round = models.ForeignKey(Round, null=True, blank=True, on_delete=models.CASCADE)
    rows = models.JSONField(blank=True)
    rules_version = models.CharField(max_length=40)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    objections_until = models.DateTimeField(null=True, blank=True)
    director_name = models.CharField(max_length=120, blank=True)
    referee_name = models.CharField(max_length=120, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.round}: {self.state}"


class TieDecision(Owned):
    """A tie decided outside the sheets: the order by play-off or lot, first is best."""

    how = models.CharField(max_length=10, choices=TieHow)
    order = models.JSONField(blank=True)
    seed = models.BigIntegerField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    decided_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.how


class Screen(Owned):
    """A screen of the hall: which pages it shows for how many seconds each. Its link opens nothing else."""

    name = models.CharField(_("name"), max_length=60)
    # A screen brought back from a backup opens with a new link only.
    token_hash = models.CharField(max_length=64, unique=True, default=secrets.token_hex)
    pages = models.JSONField(default=list, blank=True)
    dark = models.BooleanField(default=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
