"""`manage.py publish [SLUG] DIR`: the public pages as files for a club's web space."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation

from tournament.models import Tournament
from tournament.static_pages import FIRST, write_pages


class Command(BaseCommand):
    help = "Writes the public pages of one tournament as files that open without a server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "slug", nargs="?", default="", help="the tournament's name in its address; not needed for one"
        )
        parser.add_argument("folder", type=Path, help="the folder to write to; it is made if need be")

    def handle(self, *args: Any, slug: str, folder: Path, **options: Any) -> None:
        slugs = list(Tournament.objects.order_by("slug").values_list("slug", flat=True))
        chosen = slug or (slugs[0] if len(slugs) == 1 else "")
        tournament = Tournament.objects.filter(slug=chosen).first()
        if tournament is None:
            known = ", ".join(slugs) or "–"
            problem = f"There is no tournament {slug}." if slug else "Please name the tournament before the folder."
            raise CommandError(f"{problem} There are: {known}")
        try:
            with translation.override(settings.LANGUAGE_CODE):
                written = write_pages(tournament, folder, now=timezone.now())
        except OSError as error:
            raise CommandError(f"The pages cannot be written: {error}") from None
        self.stdout.write(f"{len(written)} files: {folder / FIRST}")
