"""What `start` needs to know of the machine: its data folder, key, port, addresses, and what went wrong.

desk      one running program; it holds its data folder, so that two never write into the same one
address   a URL under which the desk answers, with a slash at its end
"""

import errno
import io
import logging
import os
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path

import ifaddr
import segno
from django.db import DatabaseError
from django.utils.translation import gettext as _

from tournament.troubles import Trouble, sqlite_code, trouble_of

log = logging.getLogger("dokodesk.server")

THIS_MACHINE = "127.0.0.1"
EVERY_ADDRESS = ""  # as sockets understand it; only with --lan, which the director asks for
DEFAULT_PORT = 8000
_LOCK = "desk.lock"
_RUNNING = "running.txt"
# Networks inside the machine: no phone in the hall is in them.
_INSIDE = (
    "docker",
    "veth",
    "br-",
    "virbr",
    "vmnet",
    "vethernet",
    "virtualbox",
    "vboxnet",
    "hyper-v",
    "tun",
    "utun",
    "wg",
)
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class CannotStart(Exception):  # noqa: N818  # reads as the sentence it carries
    """The desk cannot start; its text is the sentence for the person at the machine."""


class AlreadyRunning(CannotStart):
    """Another desk holds this data folder; `address` is where it answers, if it said so."""

    def __init__(self, *, folder: Path, address: str) -> None:
        self.address = address
        if address:
            text = _("Dokodesk is running already with this data folder: open %(address)s in the browser.")
        else:
            text = _("Dokodesk is running already with this data folder: %(folder)s. End it first.")
        super().__init__(text % {"address": address, "folder": folder})


def prepare_folder(folder: Path) -> None:
    """Make the data folder if it is missing. Raises CannotStart where nothing can be written there."""
    probe = folder / ".writable"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.write_bytes(b"Dokodesk")
        probe.unlink()
    except OSError as error:
        raise CannotStart(reason_of(error, folder=folder)) from error


def keep_key(path: Path, key: str) -> str:
    """The secret key of this desk: the one kept in the file, or else `key`, which is kept there for its owner only.

    Raises CannotStart where a key is there but cannot be read: with another one every login would be lost.
    """
    try:
        kept = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        kept = ""
    except (OSError, UnicodeDecodeError) as error:
        raise CannotStart(_("The key file %(path)s cannot be read.") % {"path": path}) from error
    if kept:
        return kept
    unfinished = path.with_suffix(".new")
    try:
        unfinished.unlink(missing_ok=True)
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except OSError as error:
        raise CannotStart(reason_of(error, folder=path.parent)) from error
    return key


class Desk:
    """The hold on a data folder. It ends with the program, however that ends."""

    def __init__(self, folder: Path) -> None:
        """Take the folder. Raises AlreadyRunning while another desk has it.

        SQLite's lock on a file is the only one that works alike on Windows, macOS and Linux.
        """
        self._folder = folder
        try:
            self._hold = sqlite3.connect(folder / _LOCK, timeout=0, isolation_level=None)
            self._hold.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if sqlite_code(error) == sqlite3.SQLITE_BUSY:
                raise AlreadyRunning(folder=folder, address=_running_address(folder)) from error
            raise CannotStart(_not_writable(folder)) from error

    def announce(self, address: str) -> None:
        """Leave word under which address this desk answers, for a second start. Raises OSError."""
        (self._folder / _RUNNING).write_text(address, encoding="ascii")

    def leave(self) -> None:
        """Give the folder back."""
        (self._folder / _RUNNING).unlink(missing_ok=True)
        self._hold.close()


def _running_address(folder: Path) -> str:
    try:
        return (folder / _RUNNING).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class Rhythm:
    """Something done again and again beside the desk while the `with` lasts. It never keeps the program from ending."""

    _PATIENCE_SECONDS = 5

    def __init__(self, do: Callable[[], None], *, seconds: float) -> None:
        self._do = do
        self._seconds = seconds
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rhythm", daemon=True)

    def __enter__(self) -> "Rhythm":
        self._thread.start()
        return self

    def __exit__(self, *_how: object) -> None:
        self._over.set()
        self._thread.join(self._PATIENCE_SECONDS)

    def _run(self) -> None:
        while not self._over.wait(self._seconds):
            try:
                self._do()
            except Exception:
                # Whatever failed once must not end what comes after it, unseen, for the rest of the day.
                log.exception("What the desk does by itself failed; it is tried again")


def take_port(*, host: str, port: int) -> socket.socket:
    """A socket that listens at the port. Raises CannotStart where another program has it."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # On Windows two programs could otherwise share a port; elsewhere a port just given back could not be taken at once.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    try:
        taken.bind((host, port))
        # From now on a browser that comes too early waits instead of being refused.
        taken.listen()
    except OSError as error:
        taken.close()
        if error.errno in (errno.EACCES, errno.EPERM):
            text = _("Port %(port)s may not be used by this account. Choose another one: start --port %(other)s")
        elif error.errno == errno.EADDRINUSE:
            text = _("Port %(port)s is taken by another program. Choose another one: start --port %(other)s")
        else:
            text = _("Port %(port)s cannot be used: %(why)s. Choose another one: start --port %(other)s")
        other = port + 1 if 1024 <= port < 65535 else DEFAULT_PORT
        raise CannotStart(text % {"port": port, "other": other, "why": error.strerror}) from error
    return taken


@dataclass(frozen=True, slots=True)
class Adapter:
    """One IPv4 address of this machine and the name of the network card that has it."""

    name: str
    address: str


def adapters() -> list[Adapter]:
    """The IPv4 addresses of this machine, in the order of the system."""
    return [
        Adapter(name=card.nice_name, address=ip.ip)
        for card in ifaddr.get_adapters()
        for ip in card.ips
        if isinstance(ip.ip, str)
    ]


def routed_address() -> str:
    """The address this machine would use to reach others, or nothing without a network. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that belongs to nobody (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def hall_addresses(found: Sequence[Adapter], *, routed: str = "") -> list[str]:
    """The addresses under which devices in the hall may reach this machine, the likeliest first."""

    def unlikely(adapter: Adapter) -> tuple[bool, bool, bool, bool]:
        address = IPv4Address(adapter.address)
        inside = adapter.name.lower().startswith(_INSIDE) or "virtual" in adapter.name.lower()
        return address.is_link_local, inside, adapter.address != routed, not address.is_private

    usable = [adapter for adapter in found if not IPv4Address(adapter.address).is_loopback]
    return list(dict.fromkeys(adapter.address for adapter in sorted(usable, key=unlikely)))


def host_names(addresses: Sequence[str], *, machine: str = "") -> list[str]:
    """The hosts this desk answers to: itself, the given addresses, and its name in the network."""
    name = machine.lower().removesuffix(".local")
    names = [name, f"{name}.local"] if name else []
    return list(dict.fromkeys([THIS_MACHINE, "localhost", "[::1]", *addresses, *names]))


def qr_lines(address: str, *, coloured: bool) -> list[str]:
    """A QR code for the terminal, dark on light where the terminal knows colours."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out=drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return [f"\x1b[97;40m{line}\x1b[0m" for line in lines] if coloured else lines


def can_open_browser() -> bool:
    """Whether a browser in a window is likely: on Linux only with a desktop, else one might start in this terminal."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def reason_of(error: OSError | DatabaseError, *, folder: Path) -> str:
    """The sentence for a failed write or an unusable database: what is wrong and what to do."""
    if isinstance(error, OSError):
        if error.errno in _FULL:
            return _disk_full(folder)
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ENOENT):
            return _not_writable(folder)
        return _("The data folder %(folder)s cannot be used: %(why)s.") % {"folder": folder, "why": error.strerror}
    cause = error.__cause__
    if not isinstance(cause, sqlite3.Error):
        return _("The database cannot be reached: %(why)s") % {"why": " ".join(str(error).split())}
    trouble = trouble_of(error)
    if trouble is Trouble.LOCKED:
        return held_by_another(folder)
    if trouble is Trouble.FULL:
        return _disk_full(folder)
    if trouble is Trouble.DAMAGED:
        return _(
            "The database in %(folder)s is damaged. "
            "Move the file dokodesk.sqlite3 away and bring the last backup back: start --restore FILE"
        ) % {"folder": folder}
    if trouble is Trouble.READ_ONLY:
        return _not_writable(folder)
    return _("The database in %(folder)s cannot be used: %(why)s.") % {"folder": folder, "why": cause}


def held_by_another(folder: Path) -> str:
    """The sentence for a database that another program keeps open."""
    return _(
        "Another program is holding the database in %(folder)s. Close it (perhaps a backup program) and start again."
    ) % {"folder": folder}


def _not_writable(folder: Path) -> str:
    return _(
        "Nothing can be written into the data folder %(folder)s. Choose another one with DOKO_DATA or ask its owner."
    ) % {"folder": folder}


def _disk_full(folder: Path) -> str:
    return _("The disk with the data folder %(folder)s is full. Make room there and start again.") % {"folder": folder}
