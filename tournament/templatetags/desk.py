"""How the desk writes numbers: a real minus, a plus where the sign matters, red and sign together."""

from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

register = template.Library()

MINUS = "−"


def signed_text(value: int | None) -> str:
    """+4, −4, 0, or nothing for None."""
    if value is None:
        return ""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


@register.filter
def signed(value: int | None) -> SafeString | str:
    """Points with their sign; minus points red *and* marked by the sign."""
    text = signed_text(value)
    return format_html('<span class="minus">{}</span>', text) if text.startswith(MINUS) else text


@register.filter
def euro(cents: int | None) -> str:
    """Money as Germans write it: 12,50 €."""
    if cents is None:
        return ""
    sign = MINUS if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{whole},{rest:02d} €"


@register.filter
def clock_time(value: Any) -> str:
    """An instant as a time of day: 14:05."""
    return date_format(localtime(value), "H:i") if value else ""


@register.simple_tag(takes_context=True)
def here(context: template.Context, *names: str) -> str:
    """`aria-current` for the link to one of the named addresses, when the page is one of them."""
    match = getattr(context.get("request"), "resolver_match", None)
    return SafeString(' aria-current="page"') if match and match.url_name in names else ""
