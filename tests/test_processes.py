"""Several processes serve one tournament on PostgreSQL: nothing lost, nothing doubled, nothing stale.

The processes are those of the guide to a server, on the database of this test, where what was acknowledged is looked
for afterwards.
"""

import ast
import re
import threading
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament, tables_of
from tests.desk_process import ROOT, free_port
from tests.server_guide import Place
from tests.trials.sheets_scene import Scene, Visit
from tournament.models import Game, JournalEntry, Round, Seat, Tournament
from tournament.roles import Role
from tournament.services.backup import backup
from tournament.services.rounds import create_round

_PATIENCE_SECONDS = 60
_TOTALS = ((12, 4, 4, -20), (9, 9, -9, -9), (30, -10, -10, -10))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("processes")


@pytest.fixture(scope="module")
def program(folder):
    """The guide's server in a folder, with its style sheets; its database is named by each test."""
    place = Place(folder, database="")
    place.run("sudo -u dokodesk /srv/dokodesk/desk collectstatic --noinput")
    return place


@pytest.fixture
def two(program, settings, transactional_db):
    """Two processes on the database of this test; a browser of a person at either of them."""
    values = connection.settings_dict
    database = f"postgres://{values['USER']}:{values['PASSWORD']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"
    with ExitStack() as open_:
        ports = [free_port(), free_port()]
        for port in ports:
            open_.enter_context(
                program.process(
                    port,
                    DATABASE_URL=database,
                    DOKO_HTTPS="",
                    DOKO_HOSTS="127.0.0.1,desk.example",
                    DOKO_SECRET_KEY=settings.SECRET_KEY,
                )
            )
        both = Two(program.folder, ports)
        yield both
        both.leave()


class Two:
    """Both processes, and who is logged in."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self._scenes = [Scene(folder, port=port) for port in ports]
        self._sessions: dict[str, str] = {}
        self._visits: list[Visit] = []

    def visit(self, actor=None, *, process: int) -> Visit:
        """A browser of that person, or of nobody, at one process."""
        session = "" if actor is None else self._sessions.setdefault(actor.user.username, _session(actor))
        self._visits.append(Visit(self._scenes[process], session))
        return self._visits[-1]

    def leave(self) -> None:
        """Close every browser."""
        for visit in self._visits:
            visit.leave()


def _session(actor) -> str:
    client = Client()
    client.force_login(actor.user, backend="django.contrib.auth.backends.ModelBackend")
    return client.cookies["sessionid"].value


def at_once(*does):
    """What each returns when all begin at the same moment."""
    ready, answers = threading.Barrier(len(does)), {}

    def begin(place, do):
        ready.wait()
        answers[place] = do()

    threads = [threading.Thread(target=begin, args=(place, do)) for place, do in enumerate(does)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[place] for place in range(len(does))]


def _typed(totals):
    return {f"total-{seat}-1": total for seat, total in enumerate(totals, start=1)}


def numbers_of(tournament):
    return list(JournalEntry.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True))


@pytest.mark.postgres
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs PostgreSQL, see the guide to a server")
class TestTwoProcesses:
    def test_sheet_typed_at_once_in_both_is_kept_once(self, two):
        tournament = make_tournament(check_parity="off")
        directors = [make_actor(tournament, name=f"leitung-{number}") for number in (1, 2)]
        tables = tables_of(make_round(tournament, players=48, by=directors[0]))
        visits = [two.visit(director, process=place) for place, director in enumerate(directors)]

        acknowledged = {}
        for number, table in tables.items():
            address = f"/office/{tournament.slug}/rounds/1/tables/{number}/"
            for visit in visits:
                visit.get(address)
            sends = [
                partial(visit.post, f"{address}totals/", solos="1234", version=table.version, **_typed(totals))
                for visit, totals in zip(visits, _TOTALS, strict=False)
            ]
            statuses = at_once(*sends)
            assert sorted(statuses) == [302, 422]
            acknowledged[number] = list(_TOTALS[statuses.index(302)])

        kept = {
            number: list(Seat.objects.filter(table=table).order_by("position").values_list("total", flat=True))
            for number, table in tables.items()
        }
        assert kept == acknowledged
        assert JournalEntry.objects.filter(tournament=tournament, what="sheet_typed").count() == len(tables)
        assert numbers_of(tournament) == list(range(1, len(numbers_of(tournament)) + 1))

    def test_rows_typed_in_both_are_all_there_and_none_twice(self, two):
        tournament = make_tournament(depth="rows", form="played", games_four=24)
        directors = [make_actor(tournament, name=f"leitung-{number}") for number in (1, 2)]
        make_round(tournament, players=16, by=directors[0])
        browsers = [
            [two.visit(directors[place], process=process) for process in (place, 1 - place)] for place in (0, 1)
        ]
        acknowledged = {}

        def type_sheets(place, tables):
            for table in tables:
                # Every row is sent to one process and again to the other, as an impatient browser does.
                visits = browsers[place]
                address = f"/office/{tournament.slug}/rounds/1/tables/{table}/"
                for visit in visits:
                    visit.get(address)
                for row in range(1, 25):
                    text = f"{('12', '13', '14', '23')[row % 4]} {row % 9 + 1}"
                    fields = {f"row-{row}": text, f"was-{row}": "", "way": "winners"}
                    statuses = [visit.post(f"{address}rows/", **fields) for visit in visits]
                    if 200 in statuses:
                        acknowledged[table, row] = text

        at_once(lambda: type_sheets(0, [1, 2]), lambda: type_sheets(1, [3, 4]))

        games = Game.objects.filter(tournament=tournament).select_related("table")
        assert {(game.table.number, game.number): game.typed for game in games} == acknowledged
        assert len(acknowledged) == 96
        assert JournalEntry.objects.filter(tournament=tournament, what="rows_typed").count() == 96
        assert numbers_of(tournament) == list(range(1, len(numbers_of(tournament)) + 1))

    def test_round_drawn_at_once_in_both_is_drawn_once(self, two):
        tournament = make_tournament()
        directors = [make_actor(tournament, name=f"leitung-{number}") for number in (1, 2)]
        make_participants(tournament, 24, by=directors[0])
        create_round(tournament=tournament, by=directors[0], now=NOW)
        address = f"/office/{tournament.slug}/rounds/1/"

        visits = [two.visit(director, process=place) for place, director in enumerate(directors)]
        for visit in visits:
            visit.get(address)

        assert at_once(*(partial(visit.post, f"{address}draw/", attempt=0) for visit in visits)) == [302, 302]
        until = time.monotonic() + _PATIENCE_SECONDS
        while Round.objects.get(tournament=tournament).drawn_at is None:
            assert time.monotonic() < until
            at_once(*(partial(visit.post, f"{address}draw/progress/") for visit in visits))

        seats = Seat.objects.filter(tournament=tournament, participant__isnull=False)
        assert JournalEntry.objects.filter(tournament=tournament, what="round_drawn").count() == 1
        assert Round.objects.get(tournament=tournament).draw_attempt == 1
        assert (seats.count(), seats.values("participant").distinct().count()) == (24, 24)

    def test_backup_sent_at_once_to_both_makes_one_copy(self, two):
        tournament = make_tournament()
        administrator = make_actor(tournament, Role.ADMINISTRATOR)
        make_participants(tournament, 40, by=administrator)
        data = backup(Tournament.objects.get(pk=tournament.pk))
        Tournament.objects.filter(pk=tournament.pk).update(place="was seither geschah")
        visits = [two.visit(administrator, process=process) for process in (0, 1)]
        for visit in visits:
            visit.get("/backup/restore/")

        sends = [
            partial(visit.upload, "/backup/restore/", name="file", file="a.dokodesk", data=data, keep_old="1")
            for visit in visits
        ]
        assert at_once(*sends) == [302, 302]

        assert sorted(Tournament.objects.values_list("slug", "place")) == [
            ("herbst-1", ""),
            ("herbst-1-alt-1", "was seither geschah"),
        ]
        assert backup(Tournament.objects.get(slug="herbst-1")) == data

    def test_what_one_process_was_told_the_other_shows_at_once(self, two):
        tournament = make_tournament(check_parity="off", standings_public="live")
        director = make_actor(tournament)
        make_round(tournament, players=32, by=director)
        office, public = f"/office/{tournament.slug}", f"/t/{tournament.slug}"
        pages = [f"{office}/", f"{office}/standings/", f"{office}/rounds/1/board/", f"{office}/journal/"]
        open_pages = [f"{public}/standings/", f"{public}/api/standings/", f"{public}/api/sheets/"]
        directs = [two.visit(director, process=process) for process in (0, 1)]
        phones = [two.visit(process=process) for process in (0, 1)]

        different = []
        for turn, (number, action) in enumerate(
            (number, action) for number in range(1, 9) for action in ("totals", "confirm")
        ):
            told = turn % 2
            sheet = f"{office}/rounds/1/tables/{number}/"
            directs[told].get(sheet)
            version = tables_of(Round.objects.get(tournament=tournament))[number].version
            fields = {**_typed(_TOTALS[number % 3]), "solos": "1234"} if action == "totals" else {}
            assert directs[told].post(f"{sheet}{action}/", version=version, **fields) == 302
            directs[told].get(sheet)  # the note about it is shown once only
            for visits, paths in ((directs, pages), (phones, open_pages)):
                for path in paths:
                    answers = [visits[place].get(path) for place in (1 - told, told)]
                    if _shown(answers[0]) != _shown(answers[1]):
                        different.append((turn, path))
            newest = JournalEntry.objects.filter(tournament=tournament).latest("number")
            journal = directs[1 - told].get(f"{office}/journal/")[1]
            assert f'<td class="num">{newest.number}</td>' in journal

        assert different == []
        assert Tournament.objects.get(pk=tournament.pk).journal_number == numbers_of(tournament)[-1]


_TOKEN = re.compile(r'(?<="X-CSRFToken": ")[^"]+|(?<=name="csrfmiddlewaretoken" value=")[^"]+')


def _shown(answer):
    """Status and page of an answer, without the token that is new in each."""
    return answer[0], _TOKEN.sub("", answer[1])


KEPT_IN_A_PROCESS = {
    # By the number of the last step in the journal, which every process reads from the database first.
    "tournament/queries/board.py": ["_KEPT"],
    "tournament/queries/public.py": ["_KEPT"],
    "tournament/queries/screens.py": ["_DAYS", "_HALLS", "_OWING"],
    "tournament/queries/sheets.py": ["_KEPT"],
    "tournament/queries/standings.py": ["_KEPT"],
    "tournament/queries/wall.py": ["_KEPT"],
    "tournament/views/kept_pages.py": ["_PAGES"],
    "tournament/views/public.py": ["_PAGES"],
    # By the version of the sheet and of the seats, held by the key too.
    "tournament/queries/scores.py": ["_SHARES"],
    # Of the program's own files and of plain values: the same in every process of one version.
    "scoring/shapes.py": ["lru_cache"],
    "tournament/handbook.py": ["lru_cache"],
    "tournament/reports/lettering.py": ["lru_cache", "lru_cache", "lru_cache"],
    "tournament/reports/page.py": ["lru_cache"],
    "tournament/views/design.py": ["lru_cache"],
}
"""Everything the product keeps in memory, and what it is kept by. A new one is proved in the test above first."""


def _kept_in(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and "Kept[" in ast.unparse(node.annotation) and node.value is not None:
            yield ast.unparse(node.target)
        if isinstance(node, ast.Global):
            yield "global"
        if isinstance(node, ast.FunctionDef):
            named = (ast.unparse(mark).partition("(")[0] for mark in node.decorator_list)
            yield from (name for name in named if name.rpartition(".")[2] in ("lru_cache", "cache"))


def test_everything_kept_in_memory_is_known():
    found = {}
    for folder in ("scoring", "tournament"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if kept := sorted(_kept_in(ast.parse(path.read_text(encoding="utf-8")))):
                found[path.relative_to(ROOT).as_posix()] = kept

    assert found == KEPT_IN_A_PROCESS
