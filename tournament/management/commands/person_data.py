"""`manage.py person_data SLUG NUMBER [--to FILE]`: all that is stored about one person."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.models import Participant
from tournament.queries.personal_data import as_text, personal_data


class Command(BaseCommand):
    help = "Prints all that is stored about one player, or writes it into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the tournament's name in its address")
        parser.add_argument("number", type=int, help="the start number")
        parser.add_argument("--to", type=Path, help="the file to write")

    def handle(self, *args: Any, slug: str, number: int, to: Path | None, **options: Any) -> None:
        people = Participant.objects.select_related("club", "tournament")
        person = people.filter(tournament__slug=slug, number=number).first()
        if person is None:
            raise CommandError(f"There is no start number {number} in a tournament {slug}.")
        text = as_text(personal_data(person, now=timezone.now()))
        if to is None:
            self.stdout.write(text)
            return
        try:
            to.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"The file cannot be written: {error}") from None
