"""What is sent to the desk arrives whole or not at all: half a list must not look like a shorter one."""

import tempfile
from typing import Any, BinaryIO, cast

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler, TemporaryFileUploadHandler
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParser, MultiPartParserError

_CHUNK = 64 * 1024
_IN_MEMORY = 2 * 1024 * 1024


class WholeUploadHandler(FileUploadHandler):
    """Reads a form with files to its end before any of it counts.

    Raises MultiPartParserError where bytes are missing or its last line is; the person reads that nothing was saved.
    """

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803  # the name Django gives it
        content_length: int,
        boundary: Any,  # bytes, whatever Django's stubs say
        encoding: str | None = None,
    ) -> tuple[Any, Any]:
        """Fields and files of the whole form, read by Django's own parser."""
        with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as spooled:
            whole = cast(BinaryIO, spooled)
            size = _copy(input_data, whole)
            whole.seek(max(0, size - len(boundary) - 8))
            if size < content_length or b"--" + boundary + b"--" not in whole.read():
                raise MultiPartParserError("The form was cut off")
            whole.seek(0)
            # The temporary file of Django works on Windows too, where an open file cannot be opened twice.
            handlers: list[FileUploadHandler] = [
                MemoryFileUploadHandler(self.request),
                TemporaryFileUploadHandler(self.request),
            ]
            return MultiPartParser(META, cast(Any, whole), handlers, encoding or "utf-8").parse()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Never asked: the whole form was read above."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Never asked: the whole form was read above."""


class CutOff(BadRequest):
    """What was sent is shorter than was announced."""


def check_whole(request: HttpRequest) -> None:
    """Read a form without files. Raises CutOff where it is shorter than was announced."""
    if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded":
        return
    announced = request.META.get("CONTENT_LENGTH") or "0"
    if announced.isdecimal() and len(request.body) < int(announced):
        raise CutOff


def _copy(source: Any, target: BinaryIO) -> int:
    size = 0
    while chunk := source.read(_CHUNK):
        target.write(chunk)
        size += len(chunk)
    return size
