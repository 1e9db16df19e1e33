"""The speed of the pages that everybody looks at, as ratios in one run.

    python -m tests.benchmarks.pages_speed [players] [rounds]

A demo tournament of totals (300 players and 6 rounds at 75 tables) is made in a folder of its own.
kept      a page seen again while nothing has changed, against a bare Django view behind the same login that returns the
          same bytes, both over HTTP from the same server (goal: at most 2 times)
anew      the list (the board) from the typed totals to its HTML with everything dropped that was kept, against a
          plain template loop over the same cells in memory (goal: at most 6 times)
unchanged a public page that a phone asks for again (304) against a bare view that returns the same page whole
"""

import http.client
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournament.models import Round, Tournament, User

REPEATS = 100


@dataclass(frozen=True, slots=True)
class Figures:
    """Ratios, and the queries of the standings page for few and for many players."""

    standings_kept: float
    board_kept: float
    public_kept: float
    public_unchanged: float
    page_anew: float
    standings_anew: float
    board_anew: float
    queries: tuple[int, int]


def measure(*, players: int, rounds: int, repeats: int) -> Figures:
    """Make the tournaments and measure. Django must be set up on a migrated database."""
    from django.utils import timezone

    from tournament.actors import Actor
    from tournament.models import Round, User
    from tournament.services.demo import Stage, make_demo

    user = User.objects.create_superuser(username="messung", password=None)
    values: dict[str, Any] = {"by": Actor(user=user), "now": timezone.now(), "until": Stage.CONFIRMED}
    big = make_demo(players=players, rounds=rounds, **values)
    small = make_demo(players=8, rounds=rounds, **values)
    office, public = f"/office/{big.slug}", f"/t/{big.slug}"
    standings, board = f"{office}/standings/", f"{office}/rounds/{rounds}/board/"
    bodies: dict[str, bytes] = {}
    with serving(bodies) as port:
        visit, phone = Visit(port, user), Visit(port, None)
        for path, visitor in ((standings, visit), (board, visit), (f"{public}/standings/", phone)):
            bodies[path] = visitor.open(path)
        bare = {path: f"/bare{path}" for path in bodies}
        public_list = f"{public}/standings/"
        etag = phone.etag
        return Figures(
            standings_kept=_ratio(lambda: visit.open(standings), lambda: visit.open(bare[standings]), repeats),
            board_kept=_ratio(lambda: visit.open(board), lambda: visit.open(bare[board]), repeats),
            public_kept=_ratio(lambda: phone.open(public_list), lambda: phone.open(bare[public_list]), repeats),
            public_unchanged=_ratio(
                lambda: phone.open(public_list, etag=etag), lambda: phone.open(bare[public_list]), repeats
            ),
            page_anew=_ratio(
                lambda: (forget(), visit.open(standings)), lambda: visit.open(bare[standings]), repeats // 4
            ),
            standings_anew=_standings_anew(big, repeats // 4),
            board_anew=_board_anew(Round.objects.filter(tournament=big).latest("number"), repeats // 4),
            queries=(_queries(small.slug, user), _queries(big.slug, user)),
        )


class Visit:
    """One connection that stays open, with the cookie of a person or of nobody."""

    def __init__(self, port: int, user: "User | None") -> None:
        from django.test import Client

        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._headers: dict[str, str] = {}
        self.etag = ""
        if user is not None:
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            self._headers["Cookie"] = f"sessionid={client.cookies['sessionid'].value}"

    def open(self, path: str, *, etag: str = "") -> bytes:
        """The page of an address."""
        headers = {**self._headers, "If-None-Match": etag} if etag else self._headers
        self._connection.request("GET", path, headers=headers)
        answer = self._connection.getresponse()
        page = answer.read()
        assert answer.status == (304 if etag else 200), (path, answer.status, page[:500])
        self.etag = answer.getheader("ETag") or ""
        return page


@contextmanager
def serving(bodies: dict[str, bytes]) -> Iterator[int]:
    """Our application and bare views that return `bodies` by their paths, behind the product's server."""
    from django.contrib.auth.decorators import login_not_required
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpRequest, HttpResponse
    from django.urls import path
    from waitress.server import create_server

    from tournament import urls

    def behind_login(request: HttpRequest, of: str) -> HttpResponse:
        return HttpResponse(bodies[f"/office/{of}"])

    @login_not_required
    def public(request: HttpRequest, of: str) -> HttpResponse:
        return HttpResponse(bodies[f"/t/{of}"])

    bare = [path("bare/office/<path:of>", behind_login), path("bare/t/<path:of>", public)]
    urls.urlpatterns[:0] = bare
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield server.effective_port
    finally:
        server.close()
        del urls.urlpatterns[: len(bare)]


def forget() -> None:
    """Drop everything that this process keeps."""
    from tournament.queries import board, public, standings, wall
    from tournament.views import kept_pages
    from tournament.views import public as public_pages

    standings.forget()
    wall.forget()
    public.forget()
    kept_pages.forget()
    public_pages.forget()
    board._KEPT.forget()


def _standings_anew(tournament: "Tournament", repeats: int) -> float:
    """The list from what was typed to its HTML, against a plain loop over the same cells in memory."""
    from django.template.loader import get_template

    from tournament.queries.standings import computed
    from tournament.tables.standings import StandingsTable

    template = get_template("tournament/standings/table.html")

    def fresh() -> None:
        forget()
        found = computed(tournament)
        template.render({"table": StandingsTable(found.rows, found.columns)})

    found = computed(tournament)
    rows = [[text for _kind, text in line] for line in StandingsTable(found.rows, found.columns).lines()]
    return _ratio(fresh, _loop(rows), repeats)


def _board_anew(round_: "Round", repeats: int) -> float:
    """The board from what was typed to its HTML, against a plain loop over the same cells in memory."""
    from django.template.loader import get_template
    from django.utils import timezone

    from tournament.queries.board import board

    template = get_template("tournament/sheets/parts/board_live.html")
    now = timezone.now()

    def context() -> dict[str, Any]:
        forget()
        return {"board": board(round_, now), "may_type": True, "tournament": round_.tournament}

    words = re.findall(r">\s*([^<>]*[^<>\s])\s*<", template.render(context()))
    return _ratio(lambda: template.render(context()), _loop([words]), repeats)


def _loop(rows: list[list[str]]) -> Callable[[], object]:
    from django.template import engines

    template = engines["django"].from_string(
        "{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}"
    )
    return lambda: template.render({"rows": rows})


def _queries(slug: str, user: "User") -> int:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    forget()
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/office/{slug}/standings/")
    return len(queries)


def _ratio(ours: Callable[[], object], bare: Callable[[], object], repeats: int) -> float:
    """The median of ours against the median of the bare one, taken by turns."""
    for _warming in range(3):
        ours()
        bare()
    pairs = [(_seconds(ours), _seconds(bare)) for _time in range(repeats)]
    return statistics.median(one for one, _other in pairs) / statistics.median(other for _one, other in pairs)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main(players: int = 300, rounds: int = 6) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DOKO_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "DOKO_SECRET_KEY": "x" * 50,
        }
        import django
        from django.conf import settings
        from django.core.management import call_command

        settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        django.setup()
        call_command("migrate", verbosity=0)
        found = measure(players=players, rounds=rounds, repeats=REPEATS)
    print(f"standings, nothing changed   {found.standings_kept:5.2f} x a bare view (goal 2)")
    print(f"board, nothing changed       {found.board_kept:5.2f} x a bare view (goal 2)")
    print(f"public list, whole           {found.public_kept:5.2f} x a bare view")
    print(f"public list, 304             {found.public_unchanged:5.2f} x a bare view")
    print(f"standings page, all anew     {found.page_anew:5.2f} x a bare view")
    print(f"standings anew               {found.standings_anew:5.2f} x a template loop (goal 6)")
    print(f"board anew                   {found.board_anew:5.2f} x a template loop (goal 6)")
    print(f"queries of the standings     {found.queries[0]} and {found.queries[1]} (goal: the same)")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
