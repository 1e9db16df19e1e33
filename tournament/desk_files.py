"""Small files beside the data: written whole or not at all, and the choices that hold for the whole desk."""

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings


def write_whole(folder: Path, name: str, data: bytes, *, make_folder: bool = True) -> Path:
    """Write a file so that it is there whole or not at all, even if the power fails. Raises OSError."""
    if make_folder:
        folder.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        path = folder / name
        Path(draft).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(draft).unlink()
        raise
    return path


def choice_of(name: str) -> dict[str, Any]:
    """What was chosen under this name; nothing where nobody chose yet, or the file is spoilt."""
    try:
        found = json.loads(_file_of(name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def keep_choice(name: str, choice: dict[str, Any]) -> None:
    """Keep a choice for the whole desk. Raises OSError where the data folder cannot be written."""
    file = _file_of(name)
    write_whole(file.parent, file.name, json.dumps(choice, ensure_ascii=False).encode())


def _file_of(name: str) -> Path:
    return Path(settings.DATA_DIR) / f"{name}.json"
