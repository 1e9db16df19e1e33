"""What can go wrong with the computer under the desk, told apart from a fault of the program.

trouble   the disk, the folder, the database or another program: nobody's mistake here, and it passes or can be mended
"""

import errno
import sqlite3
from enum import StrEnum

from django.db import DatabaseError, InterfaceError, OperationalError


class Trouble(StrEnum):
    """Why something could not be written or read."""

    FULL = "full"
    """No room on the disk."""
    READ_ONLY = "read_only"
    """Nothing may be written there."""
    LOCKED = "locked"
    """Another program holds the database."""
    DAMAGED = "damaged"
    """The database file is no longer whole."""
    GONE = "gone"
    """The database or the disk does not answer."""


_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_READ_ONLY = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_GONE = frozenset({errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESTALE})

_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_IOERR: Trouble.GONE,
}
# By the first two letters of PostgreSQL's SQLSTATE, or all five.
_POSTGRES = {
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "40": Trouble.LOCKED,
    "53": Trouble.GONE,
    "57": Trouble.GONE,
    "58": Trouble.GONE,
    "08": Trouble.GONE,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """The trouble behind an error, None for a fault of the program."""
    if isinstance(error, DatabaseError | InterfaceError):
        return _of_database(error, error.__cause__)
    if isinstance(error, OSError):
        for numbers, trouble in ((_FULL, Trouble.FULL), (_READ_ONLY, Trouble.READ_ONLY), (_GONE, Trouble.GONE)):
            if error.errno in numbers:
                return trouble
    return None


def sqlite_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 for an error that Python raised by itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _of_database(error: BaseException, cause: BaseException | None) -> Trouble | None:
    if isinstance(cause, sqlite3.Error):
        return _SQLITE.get(sqlite_code(cause))
    state = getattr(cause, "sqlstate", None)
    if state is None:
        # PostgreSQL gives no state where it could not be reached at all.
        return Trouble.GONE if isinstance(error, OperationalError | InterfaceError) else None
    return _POSTGRES.get(state, _POSTGRES.get(state[:2]))
