"""The desk's log: plain sentences in a file that a volunteer can read and send.

fault   an error of the program or trouble with the computer; its number stands on the page the person saw, and here
details what an error says of its cause, and full addresses: may hold names, so only with DOKO_LOG_DETAILS=1

The file is opened for each line and closed again: several processes may write it, and Windows can put it aside.
"""

import logging
import os
import traceback
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.messages.troubles import OTHERS
from tournament.troubles import trouble_of

NAME = "dokodesk.log"
# Together at most 2 MB, which any mail takes.
MOST_BYTES = 500_000
OLDER = 3
_LEVELS = {logging.WARNING: "!", logging.ERROR: "!!", logging.CRITICAL: "!!"}


class PlainFormatter(logging.Formatter):
    """One entry: when, how grave, a sentence; of a fault its number and where in the program it happened."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry, its further lines indented. Nothing a person typed is in it, unless details are asked for."""
        language = translation.override(settings.LANGUAGE_CODE) if apps.ready else nullcontext()
        with language:
            at = datetime.fromtimestamp(record.created).astimezone()
            lines = [f"{at:%Y-%m-%d %H:%M:%S} {_LEVELS.get(record.levelno, '·'):<2} {_sentence(record)}"]
            # What was refused to somebody else went wrong nowhere in the program.
            refused = record.name.startswith("django.security")
            if record.exc_info and record.exc_info[1] is not None and not refused:
                lines += [f"    {line}" for line in _cause(record.exc_info[1])]
        return _without_owner("\n".join(lines))


def _without_owner(text: str) -> str:
    """The text with ~ for the home folder, and for its name where a stick's folder has it too: /media/anna/STICK."""
    home = Path.home()
    text = text.replace(str(home), "~")
    return text.replace(f"{os.sep}{home.name}{os.sep}", f"{os.sep}~{os.sep}") if home.name else text


def _sentence(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)
    if request is not None and record.name == "django.request":
        where = {
            "number": getattr(request, "fault_number", "–"),
            "method": request.method,
            "page": _page(request),
        }
        if trouble_of(record.exc_info[1] if record.exc_info else None):
            return _("Trouble %(number)s with this computer, at %(method)s %(page)s") % where
        return _("Fault %(number)s of the program, at %(method)s %(page)s") % where
    if record.name.startswith("dokodesk"):
        # Before the program is set up there are no translations yet.
        words = _(str(record.msg)) if apps.ready else str(record.msg)
        return " ".join((words % record.args if record.args else words).split())
    if settings.LOG_DETAILS:
        return f"{record.name}: {' '.join(record.getMessage().split())}"
    # What another part of the program says may hold names: only what it means, who says it, and where that stands.
    place = f"{record.name} ({record.filename}:{record.lineno})"
    meant = next((words for name, words in OTHERS.items() if f"{record.name}.".startswith(f"{name}.")), "")
    return f"{_(meant) if apps.ready else meant} – {place}" if meant else place


def _page(request: Any) -> str:
    """The address as it is written in the program: one that was asked for may hold a link that is still good."""
    if settings.LOG_DETAILS:
        return str(request.path)
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match is not None else "?"


def _cause(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    link: BaseException | None = error
    while link is not None:
        reason = getattr(link, "sqlite_errorname", None) or getattr(link, "sqlstate", None)
        reason = reason or (link.strerror if isinstance(link, OSError) else None)
        kind = type(link).__name__ + (f" ({reason})" if reason else "")
        lines.append(f"{kind}: {link}" if settings.LOG_DETAILS else kind)
        link = link.__cause__
    return lines


class LogFile(logging.Handler):
    """Appends to the log in the data folder; a full one is put aside as dokodesk.1.log, the oldest goes."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one entry. A disk that takes no more must not take the desk along: the window has the entry too."""
        try:
            data = (self.format(record) + "\n").encode("utf-8")
            folder = folder_of_log()
            folder.mkdir(parents=True, exist_ok=True)
            path = older_file(0)
            if path.exists() and path.stat().st_size + len(data) > MOST_BYTES:
                _put_aside()
            with path.open("ab") as file:
                file.write(data)
        except OSError:
            return


def _put_aside() -> None:
    for number in range(OLDER, 0, -1):
        younger = older_file(number - 1)
        if younger.exists():
            os.replace(younger, older_file(number))


def folder_of_log() -> Path:
    """Where the log is kept."""
    return Path(settings.DATA_DIR) / "log"


def older_file(number: int) -> Path:
    """The log that was put aside so many times; 0 is the one being written."""
    return folder_of_log() / (NAME if number == 0 else NAME.replace(".log", f".{number}.log"))


def last_lines(most: int) -> list[str]:
    """The newest lines of the log, oldest of them first; none where there is no log yet. Raises OSError."""
    path = older_file(0)
    if not path.exists():
        return []
    return path.read_text(encoding="utf-8", errors="replace").splitlines()[-most:]


def whole_log() -> bytes:
    """All that is kept, oldest first. Raises OSError."""
    kept = [older_file(number) for number in range(OLDER, -1, -1)]
    return b"".join(path.read_bytes() for path in kept if path.exists())
