"""`manage.py backup SLUG [--to FILE]` or `manage.py backup --changed`: a backup from the command line."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.models import Tournament
from tournament.services.backup import backup, save_backup
from tournament.services.regular_backups import back_up_changed


class Command(BaseCommand):
    help = "Writes a backup of one tournament, or of all that have changed, into the data folder or a file you choose."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="the tournament's name in its address")
        parser.add_argument("--to", type=Path, help="the file to write")
        parser.add_argument(
            "--changed",
            action="store_true",
            help="all tournaments with steps that their newest backup has not (for the timer of a server)",
        )

    def handle(self, *args: Any, slug: str | None, to: Path | None, changed: bool, **options: Any) -> None:
        if changed == (slug is not None):
            raise CommandError("Please name one tournament, or give --changed.")
        if changed:
            for path in back_up_changed(now=timezone.now()):
                self.stdout.write(str(path))
            return
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
