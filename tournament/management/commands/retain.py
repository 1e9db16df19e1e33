"""`manage.py retain [--months N] [--remove]`: tournaments whose names are due, and their removal."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import retention
from tournament.actors import Actor
from tournament.queries.retention import due
from tournament.services.removal import remove_names


class Command(BaseCommand):
    help = "Lists tournaments older than the months chosen in the browser (or --months); --remove removes their names."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--months", type=int, help="instead of the months chosen in the browser")
        parser.add_argument("--remove", action="store_true", help="remove the names; this cannot be taken back")

    def handle(self, *args: Any, months: int | None, remove: bool, **options: Any) -> None:
        months = retention.months() if months is None else months
        if not 0 <= months <= retention.MOST_MONTHS:
            raise CommandError(f"--months is a number from 0 to {retention.MOST_MONTHS}")
        for one in due(today=timezone.localdate(), months=months):
            self.stdout.write(f"{one.tournament.slug}: {one.names}")
            if remove:
                remove_names(
                    tournament=one.tournament,
                    shown_as=lambda number: _("Player %(number)s") % {"number": number},
                    helper_shown_as=lambda number: _("Helper %(number)s") % {"number": number},
                    by=Actor(user=None, origin="retain"),
                    now=timezone.now(),
                )
            for backup in one.backups:
                self.stdout.write(f"    {backup}")
