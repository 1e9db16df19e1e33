"""The backup file: one tournament in one file that any version from its own on can read.

A line of JSON (format, version, newest migration, checksum), then the compressed content. The checksum covers the line
too, so that nothing in the file can change unnoticed. The same content gives the same bytes.
"""

import gzip
import hashlib
import json
import zlib
from typing import Any

from scoring.errors import Problem, RuleError

FORMAT = "dokodesk-backup"
VERSION = 1
SUFFIX = ".dokodesk"
# A tournament of 300 players and 12 rounds stays far below.
MAX_FILE_BYTES = 64 * 1024 * 1024
_MAX_CONTENT_BYTES = 256 * 1024 * 1024
_MAX_HEADER_BYTES = 1000


def pack(content: dict[str, Any], *, migration: str) -> bytes:
    """The file's bytes. `migration` names the newest migration the content was made with."""
    body = gzip.compress(_canonical(content), compresslevel=6, mtime=0)
    header: dict[str, Any] = {"format": FORMAT, "migration": migration, "version": VERSION}
    if "journal_number" in content.get("tournament", {}):
        header["journal_number"] = content["tournament"]["journal_number"]
    header["sha256"] = _checksum(header, body)
    return _canonical(header) + b"\n" + body


def unpack(data: bytes, *, known_migrations: frozenset[str]) -> dict[str, Any]:
    """The content of a file.

    Raises RuleError: backup_not_ours, backup_newer (made by a newer program), backup_damaged, backup_too_large.
    """
    if len(data) > MAX_FILE_BYTES:
        raise RuleError([Problem(code="backup_too_large")])
    line, newline, body = data[:_MAX_HEADER_BYTES].partition(b"\n")
    body = data[len(line) + 1 :]
    try:
        header = json.loads(line)
        if not newline or not isinstance(header, dict) or header.pop("format") != FORMAT:
            raise ValueError
    except (ValueError, KeyError, RecursionError):  # RecursionError: brackets in brackets, a thousand deep
        raise RuleError([Problem(code="backup_not_ours")]) from None
    checksum = header.pop("sha256", None)
    whole = {"format": FORMAT, **header}
    if _canonical({**whole, "sha256": checksum}) != line or _checksum(whole, body) != checksum:
        raise RuleError([Problem(code="backup_damaged")])
    if header.get("version", 0) > VERSION or header.get("migration") not in known_migrations:
        raise RuleError([Problem(code="backup_newer")])
    return _content(body)


def journal_number_of(beginning: bytes) -> int | None:
    """The number of the last step in a file, read from its first line alone; None where the line does not say it."""
    try:
        header = json.loads(beginning.partition(b"\n")[0])
        return int(header["journal_number"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _content(body: bytes) -> dict[str, Any]:
    inflate = zlib.decompressobj(wbits=31)
    try:
        text = inflate.decompress(body, _MAX_CONTENT_BYTES)
        if inflate.unconsumed_tail:
            raise RuleError([Problem(code="backup_too_large")])
        content = json.loads(text)
    except (zlib.error, ValueError, RecursionError):
        raise RuleError([Problem(code="backup_damaged")]) from None
    if not isinstance(content, dict):
        raise RuleError([Problem(code="backup_damaged")])
    return content


def _canonical(value: dict[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def _checksum(header: dict[str, Any], body: bytes) -> str:
    return hashlib.sha256(_canonical(header) + b"\n" + body).hexdigest()
