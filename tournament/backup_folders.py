"""Where backups lie: the data folder, and a second folder that may be pulled out at any moment.

choice   how often what has changed is backed up by itself, and the second folder; kept beside the data
second   a folder of another disk, such as a USB stick; it is never made, so that a missing stick is noticed
"""

import contextlib
import logging
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.timezone import get_current_timezone

from scoring.errors import Problem, RuleError
from tournament.backup_file import SUFFIX, journal_number_of
from tournament.desk_files import choice_of, keep_choice, write_whole

log = logging.getLogger("dokodesk.backup")

USUAL_MINUTES = 10
MOST_MINUTES = 240
BY_THE_CLOCK = "auto"
"""What stands in the name of a file that was made because the time had come."""
_CHOICE = "backups"
_KEPT = 200
_KEPT_BY_THE_CLOCK = 60  # ten hours at ten minutes
_MOST_HEADER_BYTES = 1000
# Names of the files of a tournament: slug, day, time, why.
_NAMES = f"%s-{'[0-9]' * 8}-{'[0-9]' * 6}-*{SUFFIX}"
_MADE = re.compile(rf".*-(?P<at>\d{{8}}-\d{{6}})-(?P<why>[a-z]+){re.escape(SUFFIX)}")
_AT = "%Y%m%d-%H%M%S"
# The start keeps the first kind before it brings a database up to date; the guide to a server has the second made.
_OF_THE_WHOLE_DESK = (".sqlite3", ".dump")


def name_of(slug: str, *, at: datetime, why: str) -> str:
    """The name of a backup's file, made at this local time: herbst-20261128-110000-draw.dokodesk."""
    return f"{slug}-{at:{_AT}}-{why}{SUFFIX}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A backup's file as its name tells: when it was made and why; of any other file neither."""

    name: str
    at: datetime | None
    why: str

    @classmethod
    def named(cls, name: str) -> "Saved":
        """What a name tells."""
        found = _MADE.fullmatch(name)
        if found is None:
            return cls(name=name, at=None, why="")
        try:
            at = datetime.strptime(found["at"], _AT).replace(tzinfo=get_current_timezone())
        except ValueError:
            at = None
        return cls(name=name, at=at, why=found["why"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How often in minutes (0: never), and the second folder (empty: none)."""

    minutes: int = USUAL_MINUTES
    second: str = ""


def choice() -> Choice:
    """What was chosen; a second folder named by DOKO_BACKUP_COPY goes before it. A spoilt file counts as no choice."""
    found = choice_of(_CHOICE)
    try:
        minutes, second = int(found["minutes"]), str(found["second"])
    except (ValueError, KeyError, TypeError):
        minutes, second = USUAL_MINUTES, ""
    return Choice(minutes=max(0, min(minutes, MOST_MINUTES)), second=settings.BACKUP_COPY_DIR or second)


def choose(*, minutes: int, second: str) -> Choice:
    """Keep a choice for the whole desk.

    Raises RuleError: backup_minutes (params most), backup_second_missing and backup_second_unwritable (params folder),
    backup_second_same (it is where the backups lie already). Raises OSError where the data folder cannot be written.
    """
    problems = []
    if not 0 <= minutes <= MOST_MINUTES:
        problems.append(Problem(code="backup_minutes", field="minutes", params={"most": MOST_MINUTES}))
    if second and not settings.BACKUP_COPY_DIR:
        problems += [Problem(code=code, field="second", params={"folder": second}) for code in _unusable(Path(second))]
    if problems:
        raise RuleError(problems)
    keep_choice(_CHOICE, {"minutes": minutes, "second": second})
    return choice()


def folder_of(slug: str) -> Path:
    """The folder of a tournament's backups."""
    return Path(settings.BACKUP_DIR) / slug


def files_of(slug: str) -> list[Path]:
    """The backups of a tournament in the data folder, the newest first."""
    return [path for _time, path in _dated(folder_of(slug), f"*{SUFFIX}")]


def everywhere(slug: str) -> list[tuple[float, Path]]:
    """The backups of a tournament in both folders with the second of the epoch they were made in, the newest first."""
    folders = [folder_of(slug), *([Path(choice().second)] if choice().second else [])]
    found = (entry for folder in folders for entry in _dated(folder, _NAMES % slug))
    return sorted(((time / 1e9, path) for time, path in found), reverse=True)


def of_the_whole_desk() -> list[tuple[float, Path]]:
    """The copies of the whole database beside the tournaments' folders, with the second of the epoch, newest first."""
    found = (entry for suffix in _OF_THE_WHOLE_DESK for entry in _dated(Path(settings.BACKUP_DIR), f"*{suffix}"))
    return sorted(((time / 1e9, path) for time, path in found), reverse=True)


def _dated(folder: Path, names: str) -> list[tuple[int, Path]]:
    """Files with the nanosecond they were changed in, the newest first. One that is dropped meanwhile is left out."""
    dated = []
    for path in folder.glob(names):
        with contextlib.suppress(OSError):
            dated.append((path.stat().st_mtime_ns, path))
    return sorted(dated, reverse=True)


def newest_number(slug: str) -> int | None:
    """The number of the last step in the newest backup, None where there is no backup that says it."""
    newest = next(iter(files_of(slug)), None)
    if newest is None:
        return None
    try:
        with newest.open("rb") as file:
            return journal_number_of(file.read(_MOST_HEADER_BYTES))
    except OSError:
        return None


def keep(slug: str, name: str, data: bytes) -> Path:
    """Write a backup into the data folder, and into the second one if that takes it. Raises OSError for the first."""
    path = write_whole(folder_of(slug), name, data)
    _drop_oldest(folder_of(slug), slug)
    _copy_to_second(slug, name, data)
    return path


def catch_up(slug: str) -> bool:
    """Bring the newest backup into the second folder if it is not there, as after a stick was put back.

    False where the second folder does not take it.
    """
    newest = next(iter(files_of(slug)), None)
    if newest is None or not second_lacks(slug):
        return True
    try:
        data = newest.read_bytes()
    except OSError:
        return False
    return _copy_to_second(slug, newest.name, data)


def second_lacks(slug: str) -> bool:
    """Whether there is a second folder without the newest backup of this tournament: pulled out, full or locked."""
    second = choice().second
    newest = next(iter(files_of(slug)), None)
    if not second or newest is None:
        return False
    try:
        return (Path(second) / newest.name).stat().st_size != newest.stat().st_size
    except OSError:
        return True


def second_is_there() -> bool:
    """Whether the second folder can be seen at all; True where none was chosen."""
    second = choice().second
    return not second or Path(second).is_dir()


def _copy_to_second(slug: str, name: str, data: bytes) -> bool:
    """Whether the second folder has the file now, or none was chosen."""
    second = choice().second
    if not second:
        return True
    folder = Path(second)
    try:
        write_whole(folder, name, data, make_folder=False)
        _drop_oldest(folder, slug)
    except OSError as error:
        # The stick may be out; the copy in the data folder is there, and the page “Backup” says what is missing.
        log.warning("The second backup folder %s cannot be written: %s", folder, error.strerror)
        return False
    return True


def _unusable(folder: Path) -> list[str]:
    """Codes of what speaks against a folder as the second one."""
    try:
        if not folder.is_absolute() or not folder.is_dir():
            return ["backup_second_missing"]
        if folder.resolve().is_relative_to(Path(settings.BACKUP_DIR).resolve()):
            return ["backup_second_same"]
        probe = write_whole(folder, ".dokodesk-probe", b"probe", make_folder=False)
        probe.unlink()
    except (OSError, ValueError):
        return ["backup_second_unwritable"]
    return []


def _drop_oldest(folder: Path, slug: str) -> None:
    """Keep the newest: those made by the clock are counted for themselves, so that they push out no other."""
    files = [path for _time, path in reversed(_dated(folder, _NAMES % slug))]
    clock = [path for path in files if path.name.endswith(f"-{BY_THE_CLOCK}{SUFFIX}")]
    others = [path for path in files if path not in clock]
    for path in [*clock[:-_KEPT_BY_THE_CLOCK], *others[:-_KEPT]]:
        path.unlink(missing_ok=True)
