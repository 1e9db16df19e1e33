"""A number for how the pages for everybody look: with a new version of the program they are fetched again."""

import zlib
from functools import lru_cache

from django.conf import settings


@lru_cache(maxsize=1)
def design() -> int:
    """The number of the templates and static files of this version."""
    templates = settings.BASE_DIR / "templates" / "tournament"
    parts = [
        part for folder in ("public", "screens", "rounds") for part in sorted((templates / folder).rglob("*.html"))
    ]
    parts += sorted((settings.BASE_DIR / "tournament" / "static" / "tournament").glob("*.*"))
    return zlib.crc32(b"".join(part.read_bytes() for part in parts))
