"""Register the players of a list: `manage.py import_participants FILE --tournament SLUG`."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.errors import RuleError
from tournament.actors import Actor
from tournament.imports.files import MOST_BYTES, read_file, refusal
from tournament.imports.rows import Row, proposed_columns, read_rows
from tournament.messages import text, texts
from tournament.models import Tournament
from tournament.queries.participants import known_surroundings
from tournament.services.participants import register_participants


class Command(BaseCommand):
    """Reads a CSV or Excel list and registers everybody in it, all or none."""

    help = "Register the players of a CSV or Excel list, all or none."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the list: .xlsx or .csv")
        parser.add_argument("--tournament", required=True, metavar="SLUG", help="the word in the tournament's address")
        parser.add_argument("--check-in", action="store_true", help="everybody in the list is here already")
        parser.add_argument(
            "--leave-out-doubles", action="store_true", help="pass over names that are registered or stand twice"
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would be registered, keep nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(_("There is no tournament “%(slug)s”.") % {"slug": options["tournament"]})
        try:
            rows = self._rows(options["file"], tournament)
        except OSError as error:
            raise CommandError(_("The file cannot be read: %(why)s") % {"why": error}) from None
        except RuleError as error:
            raise CommandError(" ".join(texts(error))) from None
        if options["leave_out_doubles"]:
            rows = [row for row in rows if not row.is_doubtful]
        for row in rows:
            self._show(row)
        refused = [row for row in rows if row.errors or row.is_doubtful]
        if refused:
            raise CommandError(
                _("Nothing was registered: lines %(lines)s need a decision. Mend the list, or read it in on the page.")
                % {"lines": ", ".join(str(row.line) for row in refused)}
            )
        if options["dry_run"]:
            self.stdout.write(_("Nothing was kept. To be registered: %(count)s.") % {"count": len(rows)})
            return
        try:
            made = register_participants(
                tournament=tournament,
                registrations=[row.registration for row in rows],
                check_in=options["check_in"],
                by=Actor(user=None, origin="import_participants"),
                now=timezone.now(),
            )
        except RuleError as error:
            raise CommandError(" ".join(texts(error))) from None
        sentence = ngettext("%(count)s player is registered.", "%(count)s players are registered.", len(made))
        self.stdout.write(sentence % {"count": len(made)})

    def _rows(self, file: Path, tournament: Tournament) -> list[Row]:
        if file.stat().st_size > MOST_BYTES:
            raise refusal("file_too_large", most=MOST_BYTES // (1024 * 1024))
        grid = read_file(file.read_bytes())
        for note in grid.notes:
            self.stdout.write(text(note))
        return read_rows(grid, proposed_columns(grid), surroundings=known_surroundings(tournament))

    def _show(self, row: Row) -> None:
        found = [text(problem) for problem in (*row.errors, *row.warnings)]
        if row.same is not None:
            found.append(
                _("registered already: %(number)s %(name)s") % {"number": row.same.number, "name": row.same.name}
            )
        if row.same_line is not None:
            found.append(_("the same name as in line %(line)s") % {"line": row.same_line})
        club = f" ({row.registration.club})" if row.registration.club else ""
        remarks = f" – {'; '.join(found)}" if found else ""
        self.stdout.write(f"{row.line}: {row.registration.name}{club}{remarks}")
