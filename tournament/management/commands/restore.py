"""`manage.py restore FILE [--keep-old]`: bring a tournament back from its backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.errors import RuleError
from tournament.actors import Actor
from tournament.messages import texts
from tournament.services.backup import bring_back, read_file, replaced_by


class Command(BaseCommand):
    help = "Brings a tournament back from its backup file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--keep-old", action="store_true", help="where it is here already, keep that one under another name"
        )

    def handle(self, *args: Any, file: Path, keep_old: bool, **options: Any) -> None:
        try:
            data = read_file(file)
            here = replaced_by(data)
            if here is not None and not keep_old:
                raise CommandError(
                    f"{here.slug} is here already, and not as the file says. Nothing was changed. "
                    "With --keep-old it stays under another name, and the one from the file comes beside it."
                )
            tournament = bring_back(data, by=Actor(user=None), now=timezone.now())
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error}") from None
        except RuleError as error:
            raise CommandError(" ".join(texts(error))) from None
        self.stdout.write(tournament.slug)
