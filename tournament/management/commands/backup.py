"""`manage.py backup SLUG [--to FILE]`: a backup from the command line."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.models import Tournament
from tournament.services.backup import backup, save_backup


class Command(BaseCommand):
    help = "Writes a backup of one tournament into the data folder, or into a file of your choice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's name in its address")
        parser.add_argument("--to", type=Path, help="the file to write")

    def handle(self, *args: Any, slug: str, to: Path | None, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            known = ", ".join(Tournament.objects.order_by("slug").values_list("slug", flat=True)) or "–"
            raise CommandError(f"There is no tournament {slug}. There are: {known}")
        try:
            if to is None:
                to = save_backup(tournament, why="hand", now=timezone.now())
            else:
                to.write_bytes(backup(tournament))
        except OSError as error:
            raise CommandError(f"The backup cannot be written: {error}") from None
        self.stdout.write(str(to))
