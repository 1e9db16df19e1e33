"""`python manage.py start`: makes what is missing, serves the desk and says where it is."""

import hashlib
import os
import select
import socket
import threading
import webbrowser
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connections
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from waitress import create_server

from scoring.errors import RuleError
from tournament import server
from tournament.actors import Actor
from tournament.messages import texts
from tournament.services import accounts, backup
from tournament.services.regular_backups import RegularBackups
from tournament.sessions import SessionStore
from tournament.upgrade import bring_up_to_date

# Eight answers at a time; the rest waits in line for milliseconds.
_THREADS = 8
_LOOK_SECONDS = 15  # how often it is looked whether a backup is due
# `select`, which Windows has to use, watches 512 connections at most.
_CONNECTIONS = 1000 if hasattr(select, "poll") else 400


def port_number(text: str) -> int:
    """A port as typed. Raises ArgumentTypeError with a sentence."""
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ArgumentTypeError(_("a port is a number from 1 to 65535"))
    return int(text)


class Command(BaseCommand):
    help = "Makes what is missing, serves the desk and prints its address."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port_number, default=server.DEFAULT_PORT, help="port to listen on (8000)")
        parser.add_argument("--lan", action="store_true", help="also answer to devices in the same network")
        parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
        parser.add_argument("--recover", action="store_true", help="print a link for a director without the password")
        parser.add_argument("--restore", metavar="FILE", type=Path, help="bring a tournament back from a backup file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._start(**options)
        except server.CannotStart as refusal:
            self._fail(str(refusal))
        except RuleError as refusal:
            self._fail(" ".join(texts(refusal)))
        except (OSError, DatabaseError) as error:
            self._fail(server.reason_of(error, folder=settings.DATA_DIR))

    def _fail(self, sentence: str) -> None:
        self.stderr.write(sentence)
        raise SystemExit(1)

    def _start(self, *, port: int, lan: bool, no_browser: bool, recover: bool, restore: Path | None, **_o: Any) -> None:
        folder = settings.DATA_DIR
        server.prepare_folder(folder)
        if settings.HTTPS and recover:
            raise server.CannotStart(_only_without_proxy())
        try:
            desk = server.Desk(folder)
        except server.AlreadyRunning as running:
            if not recover or not running.address:
                raise
            self._print_recovery(running.address)
            return
        listening = server.take_port(host=server.EVERY_ADDRESS if lan else server.THIS_MACHINE, port=port)
        if not os.environ.get("DOKO_SECRET_KEY"):
            # At the first start the settings have made one up; from now on it is read from the file.
            settings.SECRET_KEY = server.keep_key(settings.SECRET_KEY_FILE, settings.SECRET_KEY)
        kept = bring_up_to_date(folder=folder, backups=settings.BACKUP_DIR, now=timezone.localtime())
        _collect_static_files(folder)
        if restore is not None:
            self._restore(restore)
        SessionStore.clear_expired()
        here = settings.DESK_ADDRESS if settings.HTTPS else ""
        here = here or f"http://{server.THIS_MACHINE}:{port}/"
        there = _open_to_hall(port) if lan else []
        self._print_welcome(here, there, lan=lan)
        if kept is not None:
            self.stdout.write(_("The database was brought up to date. The old one is kept: %(file)s") % {"file": kept})
            self.stdout.write("")
        opened = here
        if accounts.needs_first_account():
            if settings.HTTPS:
                raise server.CannotStart(_only_without_proxy())
            opened = self._print_first_account(here)
        elif recover:
            opened = self._print_recovery(here)
        desk.announce(here)
        try:
            self._serve(listening, open_address="" if no_browser else opened)
        finally:
            desk.leave()

    def _serve(self, listening: socket.socket, *, open_address: str) -> None:
        desk = create_server(
            get_wsgi_application(),
            sockets=[listening],
            threads=_THREADS,
            connection_limit=_CONNECTIONS,
            asyncore_use_poll=hasattr(select, "poll"),
            # Where a proxy on this machine encrypts, it is believed about who asks, and nobody else is.
            trusted_proxy=server.THIS_MACHINE if settings.HTTPS else None,
            trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"} if settings.HTTPS else set(),
            # That there is another proxy must be seen all the same: behind it nobody is local.
            clear_untrusted_proxy_headers=False,
            ident=None,
        )
        self.stdout.write(_("The desk is open. This window keeps it open; Ctrl+C closes it."))
        self.stdout.flush()
        if open_address and server.can_open_browser():
            threading.Thread(target=webbrowser.open, args=(open_address,), daemon=True).start()
        regular = RegularBackups(now=timezone.now)
        with server.Rhythm(lambda: _in_this_thread(regular.ask), seconds=_LOOK_SECONDS):
            desk.run()
        self.stdout.write(_("The desk is closed. Everything is saved."))

    def _restore(self, file: Path) -> None:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise server.CannotStart(
                _("The backup file %(file)s cannot be read: %(why)s.") % {"file": file, "why": error.strerror}
            ) from error
        here = backup.replaced_by(data)
        if here is not None:
            # Whoever starts with the same line again after an hour must not find the desk as it was an hour ago.
            self.stdout.write(
                _(
                    "“%(name)s” is on this computer already and stays as it is. To bring the file back beside it: "
                    "start page, “Bring back a tournament from a backup file”."
                )
                % {"name": here.name}
            )
            return
        tournament = backup.bring_back(data, by=Actor(user=None, origin="start --restore"), now=timezone.now())
        self.stdout.write(_("“%(name)s” is back.") % {"name": tournament.name})

    def _print_welcome(self, here: str, there: list[str], *, lan: bool) -> None:
        self.stdout.write("Dokodesk")
        self.stdout.write("")
        self.stdout.write(_("On this computer:   %(address)s") % {"address": here})
        if there:
            self.stdout.write(_("On other devices:   %(address)s") % {"address": there[0]})
            for other in there[1:]:
                self.stdout.write(_("or, if that fails:  %(address)s") % {"address": other})
            self.stdout.write("")
            for line in server.qr_lines(there[0], coloured=self.stdout.isatty() and self.style.SUCCESS("x") != "x"):
                self.stdout.write(line)
            self.stdout.write(_("What goes through the hall's network is not encrypted."))
        elif lan:
            self.stdout.write(_("This computer is in no network; other devices cannot reach it yet."))
        self.stdout.write("")

    def _print_first_account(self, here: str) -> str:
        token = accounts.create_setup_link(recovers=False, now=timezone.now())
        address = here.removesuffix("/") + reverse("first_account", args=[token])
        self.stdout.write(_("First create your account as director. This link works once, on this computer only:"))
        self.stdout.write(address)
        self.stdout.write("")
        return address

    def _print_recovery(self, here: str) -> str:
        token = accounts.create_setup_link(recovers=True, now=timezone.now())
        address = here.removesuffix("/") + reverse("recover_account", args=[token])
        self.stdout.write(_("Set a new password here. This link works once, on this computer only:"))
        self.stdout.write(address)
        self.stdout.write("")
        return address


def _only_without_proxy() -> str:
    return _(
        "A link for this computer only does not open where DOKO_HTTPS is set. "
        "Start once without it and make the account."
    )


def _in_this_thread(do: Callable[[], object]) -> None:
    """Do something with database connections of its own, which are given back."""
    try:
        do()
    finally:
        connections.close_all()


def _collect_static_files(folder: Path) -> None:
    """Put the static files where the server reads them, unless they are there as they are in the program."""
    sources = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            found = Path(storage.path(path)).stat()
            sources.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\n".encode())
    mark = folder / "static.collected"
    if mark.exists() and mark.read_text(encoding="ascii") == sources.hexdigest() and settings.STATIC_ROOT.exists():
        return
    # Only a folder of our own is emptied first; one that DOKO_STATIC names may hold other things.
    call_command("collectstatic", verbosity=0, interactive=False, clear=settings.STATIC_ROOT.is_relative_to(folder))
    mark.write_text(sources.hexdigest(), encoding="ascii")


def _open_to_hall(port: int) -> list[str]:
    """Let the desk answer under the addresses of this machine; returns them, the likeliest first.

    The settings are read before a command runs, and the addresses are only known now.
    """
    found = server.hall_addresses(server.adapters(), routed=server.routed_address())
    there = [f"http://{address}:{port}/" for address in found]
    settings.ALLOWED_HOSTS = [
        *settings.ALLOWED_HOSTS,
        *server.host_names(found, machine=socket.gethostname()),
    ]
    if there and not settings.DESK_ADDRESS:
        settings.DESK_ADDRESS = there[0]
    return there
