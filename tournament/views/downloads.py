"""Under which name a file reaches the browser."""

from django.utils.http import content_disposition_header

from tournament.registration import tidy


def disposition(name: str, kind: str) -> str:
    """The header of a file called `name`: one line, no way into other folders. PDFs open, others are saved."""
    plain = tidy(name).replace("/", "-").replace("\\", "-")
    return content_disposition_header(kind != "pdf", f"{plain}.{kind}") or "inline"
