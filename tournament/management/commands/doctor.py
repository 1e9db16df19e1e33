"""`manage.py doctor`: looks at the desk and says what to do."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournament.management.commands.start import port_number
from tournament.queries.health import examine
from tournament.server import DEFAULT_PORT


class Command(BaseCommand):
    help = "Looks at version, disk, database, clock, backups and port, and says what to do. Exit 1 if one is bad."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=DEFAULT_PORT)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        findings = examine(now=timezone.now(), port=port)
        for finding in findings:
            self.stdout.write(f"{'✓' if finding.well else '✗'} {finding.what}: {finding.shown}")
            if finding.advice:
                self.stdout.write(f"    {finding.advice}")
        if not all(finding.well for finding in findings):
            raise SystemExit(1)
