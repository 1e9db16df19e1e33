"""The sheet desk's speed as ratios in one run.

    python -m tests.benchmarks.sheets_speed [players] [rounds] [repeats]

A demo tournament with every game as a row (300 players and 6 rounds are 10,800 rows) is made in a folder of its own.
row        one keystroke-to-checked-row round trip against an empty htmx round trip through the same doors, both over
           HTTP from the same server (goal: at most 3 times)
saving     totals of a sheet against a bare view that inserts one row, both over HTTP (goal: at most 4 times)
board      queries of a board of many tables against those of one of 3 (goal: the same)
standings  computed anew from the rows against a plain template loop over the same cells (goal: at most 20 times), and
           after a step that changed no sheet, with what was kept of the sheets (goal: at most 6 times)
"""

import http.client
import os
import re
import statistics
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from tournament.models import Round, Tournament, User

REPEATS = 200


@dataclass(frozen=True, slots=True)
class Figures:
    """Ratios, and the queries of a small and a large board."""

    row: float
    saving: float
    board_queries: tuple[int, int]
    computed: float
    warm: float


def measure(*, players: int, rounds: int, repeats: int) -> Figures:
    """Make the tournaments and measure. Django must be set up on a migrated database."""
    from django.utils import timezone

    from tournament.actors import Actor
    from tournament.models import Depth, Round, Table, User
    from tournament.services.demo import Stage, make_demo

    user = User.objects.create_superuser(username="messung", password=None)
    values: dict[str, Any] = {"by": Actor(user=user), "now": timezone.now(), "depth": Depth.ROWS}
    big = make_demo(players=players, rounds=rounds, until=Stage.CONFIRMED, **values)
    small = make_demo(players=12, rounds=1, until=Stage.DRAWN, **values)
    little = Round.objects.get(tournament=small)
    Round.objects.filter(pk=little.pk).update(published_at=timezone.now())
    with serving() as port:
        visit = Visit(port, user)
        row, saving = _row(visit, little, repeats=repeats), _saving(visit, little, repeats=repeats)
        visit.close()
    computed, warm = _standings(big)
    large = Round.objects.filter(tournament=big).latest("number")
    Table.objects.filter(round=large).update(confirmed_at=None)
    return Figures(
        row=row,
        saving=saving,
        board_queries=(_board_queries(little), _board_queries(large)),
        computed=computed,
        warm=warm,
    )


class Visit:
    """One connection that stays open, with the cookie of a person."""

    def __init__(self, port: int, user: "User") -> None:
        from django.test import Client

        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        self._headers = {
            "Cookie": f"sessionid={client.cookies['sessionid'].value}",
            "HX-Request": "true",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self._connection = http.client.HTTPConnection("127.0.0.1", port)

    def open(self, path: str) -> None:
        """Fetch a page; its token opens the forms."""
        page = self._send("GET", path, "")
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found is not None, page
        self._headers["X-CSRFToken"] = found[1]

    def post(self, path: str, **fields: object) -> None:
        self._send("POST", path, urlencode(fields))

    def close(self) -> None:
        """Leave, and let the server notice it before it goes itself."""
        self._connection.close()
        time.sleep(0.2)

    def _send(self, method: str, path: str, body: str) -> str:
        self._connection.request(method, path, body=body, headers=self._headers)
        answer = self._connection.getresponse()
        page = answer.read().decode()
        assert answer.status < 400, (path, answer.status, page[:500])
        return page


@contextmanager
def serving() -> Iterator[int]:
    """Our application and two bare views behind the server of the product, in a thread. Yields the port."""
    from django.core.wsgi import get_wsgi_application
    from django.http import HttpResponse
    from django.urls import path
    from waitress.server import create_server

    from tournament import urls
    from tournament.models import Club
    from tournament.views.access import DeskRequest, office

    @office
    def empty(request: DeskRequest) -> HttpResponse:
        return HttpResponse("")

    @office
    def insert(request: DeskRequest) -> HttpResponse:
        Club.objects.create(tournament=request.tournament, name=uuid.uuid4().hex)
        return HttpResponse("")

    # They carry the name of a page that clerks may open, so that the door asks of them what it asks of a sheet.
    bare = [
        path("office/<slug:slug>/empty/", empty, name="sheet"),
        path("office/<slug:slug>/insert/", insert, name="sheet"),
    ]
    urls.urlpatterns[:0] = bare
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        yield server.effective_port
    finally:
        server.close()
        del urls.urlpatterns[: len(bare)]


def _row(visit: Visit, round_: "Round", *, repeats: int) -> float:
    """A row typed in the middle of a sheet of 12 rows against nothing."""
    from django.utils import timezone

    from tournament.actors import Actor
    from tournament.models import Table
    from tournament.services.sheet_rows import TypedRow, record_rows

    table = Table.objects.select_related("round", "tournament").filter(round=round_).order_by("number").first()
    assert table is not None
    rows = {number: TypedRow(text=f"{number % 3 + 1}4 {number % 5 + 1}") for number in range(1, 13)}
    record_rows(table=table, rows=rows, by=Actor(user=None), now=timezone.now())
    office = f"/office/{round_.tournament.slug}/"
    sheet = f"{office}rounds/1/tables/{table.number}/"
    visit.open(sheet)
    fields = {"row-13": "13 4", "was-13": "", "way": "winners"}
    return _ratio(
        lambda: visit.post(f"{sheet}rows/check/", **fields), lambda: visit.post(f"{office}empty/", **fields), repeats
    )


def _saving(visit: Visit, round_: "Round", *, repeats: int) -> float:
    """Totals of a sheet, other ones each time, against one inserted row."""
    from tournament.models import Table

    table = Table.objects.filter(round=round_).order_by("-number").first()
    assert table is not None
    office = f"/office/{round_.tournament.slug}/"
    sheet = f"{office}rounds/1/tables/{table.number}/"
    versions = iter(range(repeats * 10))

    def save() -> None:
        version = next(versions)
        totals = (2 * version, -2 * version, 4, -4)
        fields = {f"total-{position}-1": total for position, total in enumerate(totals, start=1)}
        visit.post(f"{sheet}totals/", version=version, action="aside", solos="1234", **fields)

    return _ratio(save, lambda: visit.post(f"{office}insert/"), repeats)


def _standings(tournament: "Tournament") -> tuple[float, float]:
    """Computed anew, and with what was kept of the sheets, against a template that writes the same cells."""
    from django.template import engines

    from tournament.models import Game
    from tournament.queries.standings import computed, forget, listed

    cells = list(
        Game.objects.filter(tournament=tournament)
        .order_by("table_id", "number")
        .values_list("number", "typed", "p1", "p2", "p3", "p4")
    )
    loop = engines["django"].from_string(
        "{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}"
    )

    def anew() -> None:
        forget()
        computed(tournament)

    def after_a_step() -> None:
        tournament.journal_number += 1
        listed(tournament)

    plain = _seconds(lambda: loop.render({"rows": cells}), 5)
    fresh = _seconds(anew, 5)
    after_a_step()
    return fresh / plain, _seconds(after_a_step, 5) / plain


def _board_queries(round_: "Round") -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from tournament.queries.board import board

    round_.tournament.journal_number += 1_000_000  # nothing is kept for a number that never was
    with CaptureQueriesContext(connection) as queries:
        board(round_, timezone.now())
    return len(queries)


def _ratio(ours: Callable[[], object], bare: Callable[[], object], repeats: int) -> float:
    """The median of ours against the median of the bare one, taken by turns."""
    for _warming in range(5):
        ours()
        bare()
    pairs = [(_seconds(ours, 1), _seconds(bare, 1)) for _time in range(repeats)]
    return statistics.median(one for one, _other in pairs) / statistics.median(other for _one, other in pairs)


def _seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of some runs."""
    times = []
    for _time in range(repeats):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def main(players: int = 300, rounds: int = 6, repeats: int = REPEATS) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DOKO_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "DOKO_SECRET_KEY": "x" * 50,
        }
        import django
        from django.conf import settings
        from django.core.management import call_command

        settings.STATIC_ROOT.mkdir()
        settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        django.setup()
        call_command("migrate", verbosity=0)
        found = measure(players=players, rounds=rounds, repeats=repeats)
    print(f"keystroke to checked row    {found.row:5.2f} x an empty round trip (goal 3)")
    print(f"saving totals               {found.saving:5.2f} x inserting one row (goal 4)")
    print(f"queries of the board        {found.board_queries[0]} and {found.board_queries[1]} (goal: the same)")
    print(f"standings from the rows     {found.computed:5.2f} x a template loop (goal 20)")
    print(f"standings, sheets kept      {found.warm:5.2f} x a template loop (goal 6)")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
