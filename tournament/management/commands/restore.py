"""`manage.py restore FILE`: bring a tournament back from its backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.errors import RuleError
from tournament.actors import Actor
from tournament.messages import texts
from tournament.services.backup import bring_back, read_file


class Command(BaseCommand):
    help = "Brings a tournament back from its backup file; one that is here already stays under another name."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            data = read_file(file)
            tournament = bring_back(data, by=Actor(user=None), now=timezone.now())
        except OSError as error:
            raise CommandError(f"The file cannot be read: {error}") from None
        except RuleError as error:
            raise CommandError(" ".join(texts(error))) from None
        self.stdout.write(tournament.slug)
