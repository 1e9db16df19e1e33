"""Lists that grow with the years are shown a page at a time."""

import re

from django.http import HttpRequest

_PAGE = re.compile(r"[1-9][0-9]{0,3}")


def page_of(request: HttpRequest) -> int:
    """The page asked for, from 1; what is no page is the first."""
    typed = request.GET.get("page", "")
    return int(typed) if _PAGE.fullmatch(typed) else 1
