"""Lists that grow with the years are shown a page at a time."""

from django.http import HttpRequest

from tournament.numerals import whole_number


def page_of(request: HttpRequest) -> int:
    """The page asked for, from 1; what is no page is the first."""
    return whole_number(request.GET.get("page"), digits=4) or 1
