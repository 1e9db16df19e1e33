"""The public pages as files that open from a folder: no server, no script, links from file to file.

They show what the public pages show at that moment, and say when that was. A file cannot search, so its first page is
the list of the names; it has no clock either, since it does not hear of a pause.
"""

import re
from datetime import datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.timezone import localtime

from tournament.models import Tournament
from tournament.public_pages import person_context, seats_context, standings_context
from tournament.queries.public import PublicState, public_state

FIRST = "index.html"
_ASSETS = ("app.css", "icon.svg")
_OURS = b'<main id="content" class="phone'
"""In every page that was ever written here, and hardly in a club's own."""


def pages(tournament: Tournament, *, now: datetime) -> dict[str, bytes]:
    """The files by name: the names, the standings, all seats, a page for each player, and the look of them."""
    state = public_state(tournament)
    made = {FIRST: _page(tournament, state, "names", now=now)}
    if state.shown is not None:
        made["standings.html"] = _page(tournament, state, "standings", now=now, **standings_context(state))
    if state.tables:
        made["seats.html"] = _page(tournament, state, "seats", now=now, **seats_context(state))
    for number in state.people:
        made[f"{number}.html"] = _page(tournament, state, "person", now=now, **person_context(state, number))
    folder = Path(settings.BASE_DIR) / "tournament" / "static" / "tournament"
    return {**made, **{name: (folder / name).read_bytes() for name in _ASSETS}}


def write_pages(tournament: Tournament, folder: Path, *, now: datetime) -> list[Path]:
    """The files written into a folder, which is made if need be. Pages of players who are gone are removed.

    Raises OSError where the folder cannot be written, or has a first page that is not of a tournament.
    """
    made = pages(tournament, now=now)
    folder.mkdir(parents=True, exist_ok=True)
    first = folder / FIRST
    if first.exists() and _OURS not in first.read_bytes():
        raise FileExistsError(f"{first} is a page of its own and stays. Please name an empty folder.")
    for old in folder.glob("*.html"):
        if re.fullmatch(r"(\d+|standings|seats)\.html", old.name) and old.name not in made:
            old.unlink()
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in made]


def zipped(tournament: Tournament, *, now: datetime) -> bytes:
    """The same files in one zip, in a folder named after the tournament."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, content in pages(tournament, now=now).items():
            entry = ZipInfo(f"{tournament.slug}/{name}", date_time=localtime(now).timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return data.getvalue()


def _page(tournament: Tournament, state: PublicState, name: str, *, now: datetime, **context: object) -> bytes:
    values = {"event": tournament, "state": state, "here": name, "theme": "auto", "as_of": now, **context}
    return _relative(render_to_string(f"tournament/public/{name}.html", values), tournament).encode()


def _relative(html: str, tournament: Tournament) -> str:
    """The page with links to the files beside it instead of to addresses of the desk."""
    targets = {static(f"tournament/{name}"): name for name in _ASSETS}
    targets[reverse("public_home", args=[tournament.slug])] = FIRST
    for name in ("standings", "seats"):
        targets[reverse(f"public_{name}", args=[tournament.slug])] = f"{name}.html"
    person = re.compile(re.escape(reverse("public_home", args=[tournament.slug])) + r"(\d+)/")

    def file_of(link: re.Match[str]) -> str:
        number = person.fullmatch(link[1])
        return f'href="{targets.get(link[1], f"{number[1]}.html" if number else link[1])}"'

    return re.sub(r'href="([^"]*)"', file_of, html)
