"""Who works at the desk. Roles belong to a tournament; only the administrator stands above them."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.roles import Role


class User(AbstractUser):
    """A person at the desk. `is_superuser` is the administrator of this installation."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # Hashed like a password: it switches persons on a shared screen, it does not log in from outside.
    pin = models.CharField(max_length=128, blank=True)
    # Wrong PINs in a row, and until when the next try waits.
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_wait_until = models.DateTimeField(null=True, blank=True)
    language = models.CharField(max_length=5, blank=True)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Session(AbstractBaseSession):
    """One browser: who is logged in there, from which address, and when it was last here."""

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE)
    origin = models.CharField(max_length=60, blank=True)
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user} ({self.origin})"


class Membership(models.Model):
    """A person's role in one tournament."""

    user = models.ForeignKey(User, on_delete=models.CASCADE)
    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE)
    role = models.CharField(_("role"), max_length=16, choices=[(role.value, role.value) for role in Role])
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "tournament"], name="membership_one_role")]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class HelperLink(models.Model):
    """A one-time link for a helper: 128 random bits, kept only as a hash, good for one day."""

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.membership)


class SetupLink(models.Model):
    """A one-time link printed on the machine itself: for the first account, or for a forgotten password."""

    token_hash = models.CharField(max_length=64, unique=True)
    recovers = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return "recover" if self.recovers else "first account"
