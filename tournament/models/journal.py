"""The journal: who did what, when, from where; and what it takes to undo it."""

from django.conf import settings
from django.db import models

from tournament.models.base import Owned


class JournalEntry(Owned):
    """One step. `changes` holds, per row, what it was before and after; undoing it is an entry of its own."""

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    role = models.CharField(max_length=16, blank=True)
    origin = models.CharField(max_length=60, blank=True)
    what = models.CharField(max_length=40)
    params = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    changes = models.JSONField(default=list, blank=True)
    undoes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by")

    class Meta(Owned.Meta):
        constraints = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["tournament", "number"], name="journal_number"),
        ]
        # The newest step of all tournaments shows whether the clock of the computer was set back.
        indexes = [models.Index(fields=["at"], name="journal_at")]

    def __str__(self) -> str:
        return f"{self.number} {self.what}"
