"""Addresses that other devices can open, for links and QR codes."""

import segno
from django.conf import settings
from django.http import HttpRequest

_ONLY_HERE = frozenset({"127.0.0.1", "localhost", "[::1]"})


def reaches_others(request: HttpRequest) -> bool:
    """Whether other devices can reach this desk, as far as it knows."""
    return bool(settings.DESK_ADDRESS) or _host(request) not in _ONLY_HERE


def for_others(request: HttpRequest, path: str) -> str:
    """The whole address of a page as another device opens it.

    A director at the machine itself reads 127.0.0.1 in the address line; a phone needs the address in the network.
    """
    if settings.DESK_ADDRESS and _host(request) in _ONLY_HERE:
        return settings.DESK_ADDRESS.rstrip("/") + path
    return request.build_absolute_uri(path)


def qr_picture(address: str) -> str:
    """A QR code as a picture that stands in the page itself."""
    return str(segno.make(address, error="m", micro=False).svg_data_uri(scale=6, border=3, light="white"))


def _host(request: HttpRequest) -> str:
    host, _colon, port = request.get_host().rpartition(":")
    return host if host and port.isdecimal() else request.get_host()
