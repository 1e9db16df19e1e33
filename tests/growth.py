"""A desk that has grown: one tournament of the demo, and copies of it until the database is as large as wanted.

seed     the tournament that is copied: players, rounds, sheets typed game by game, papers on the wall, a screen
copy     the same rows with other primary keys, held two months before the last; names and UUIDs within it stay
page     an address of the desk with what a person, a phone or a screen asks there
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from axes.models import AccessAttempt
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tournament import retention
from tournament.actors import Actor
from tournament.models import (
    Depth,
    HelperLink,
    JournalEntry,
    Membership,
    Owned,
    Participant,
    Screen,
    ScreenPage,
    Session,
    Table,
    Tournament,
    User,
)
from tournament.roles import Role
from tournament.services.accounts import add_helper
from tournament.services.demo import Stage, make_demo
from tournament.services.rounds import create_round
from tournament.services.screens import add_screen, hash_of

DIRECTOR = "growth"
_TOKEN = "wand"
_LONGEST_HASH = 56


def make_seed(*, players: int, rounds: int, now: datetime) -> Tournament:
    """A tournament in the middle of its last round but one, the last round waiting for its draw, with helpers."""
    user = User.objects.create_superuser(username=DIRECTOR, password="karo-ass-sticht")
    by = Actor(user=user, role=Role.ADMINISTRATOR, origin="127.0.0.1")
    tournament = make_demo(
        players=players, rounds=rounds, depth=Depth.ROWS, until=Stage.PLAYING, name="Wintercup", by=by, now=now
    )
    Tournament.objects.filter(pk=tournament.pk).update(rounds=rounds + 1)
    tournament.refresh_from_db()
    create_round(tournament=tournament, by=by, now=now)
    for name in ("Ada", "Bo", "Cem"):
        add_helper(tournament=tournament, name=name, role=Role.CLERK, by=by, now=now)
    pages = [(ScreenPage.SEATING_NAMES, 12), (ScreenPage.CLOCK, 20), (ScreenPage.STANDINGS, 12)]
    screen, _token = add_screen(tournament=tournament, name="Wand", pages=pages, dark=False, by=by, now=now)
    Screen.objects.filter(pk=screen.pk).update(token_hash=hash_of(_TOKEN))
    tournament.refresh_from_db()
    _game_by_game(tournament)
    retention.choose(12)  # so that the start page looks for old tournaments
    return tournament


def _game_by_game(tournament: Tournament) -> None:
    """The demo types a sheet in one step; a clerk leaves a step for every game."""
    steps = []
    for entry in JournalEntry.objects.filter(tournament=tournament).order_by("number"):
        games = [change for change in entry.changes if change["kind"] == "game"]
        rest = [change for change in entry.changes if change["kind"] != "game"]
        for changes in [[*rest, *games[:1]], *([game] for game in games[1:])]:
            fields = {field.attname: getattr(entry, field.attname) for field in JournalEntry._meta.concrete_fields}
            del fields["id"], fields["uuid"]
            steps.append(JournalEntry(**{**fields, "changes": changes, "number": len(steps) + 1}))
    JournalEntry.objects.filter(tournament=tournament).delete()
    JournalEntry.objects.bulk_create(steps)
    tournament.journal_number = len(steps)
    tournament.save(update_fields=["journal_number"])


def multiply(tournament: Tournament, *, copies: int) -> None:
    """So many copies of a tournament and its helpers, with one statement a table."""
    stride = 1 + max(model.objects.aggregate(most=models.Max("pk"))["most"] or 0 for model in _copied(User, Tournament))
    helpers = list(User.objects.filter(is_superuser=False))
    _multiply_rows(User, helpers, stride=stride, copies=copies, change=_another_user)
    _multiply_rows(Tournament, [tournament], stride=stride, copies=copies, change=_another_day)
    kept = list(User.objects.filter(is_superuser=True).values_list("pk", flat=True))
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ANALYZE")
        for model in _copied():
            cursor.execute(_copying(model, stride=stride, kept=kept), [copies])
            if connection.vendor == "postgresql":
                # Its server does so by itself after a while, and needs it to find what the next rows point at;
                # a file of SQLite is never analysed by the desk.
                cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")
        for statement in connection.ops.sequence_reset_sql(no_style(), _copied(User, Tournament)):
            cursor.execute(statement)
    _fill_the_door(copies=copies)


def _copied(*first: type[models.Model]) -> list[type[models.Model]]:
    """The models whose rows are copied by the database itself, those that others point at first."""
    owned = [model for model in apps.get_app_config("tournament").get_models() if issubclass(model, Owned)]
    return [*first, Membership, HelperLink, *owned]


def _multiply_rows(
    model: type[models.Model],
    rows: list[Any],
    *,
    stride: int,
    copies: int,
    change: Callable[[Any, int], None],
) -> None:
    made = []
    for copy in range(1, copies + 1):
        for row in rows:
            values = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
            twin = model(**{**values, "id": row.pk + copy * stride})
            change(twin, copy)
            made.append(twin)
    model._default_manager.bulk_create(made, batch_size=500)


def _another_user(user: User, copy: int) -> None:
    user.uuid = User().uuid
    user.username = f"{user.username[:100]}-{copy}"


def _another_day(tournament: Tournament, copy: int) -> None:
    tournament.uuid = Tournament().uuid
    tournament.slug = f"{tournament.slug[:50]}-k{copy}"
    tournament.name = f"{tournament.name} {copy}"
    tournament.date = date.fromordinal(tournament.date.toordinal() - 60 * copy)


def _copying(model: type[models.Model], *, stride: int, kept: list[int]) -> str:
    """A statement that copies every row of a model; names of tables and columns are the model's own."""
    columns, values = [], []
    for field in model._meta.concrete_fields:
        column = connection.ops.quote_name(field.column)
        columns.append(column)
        moved = f"{column} + copy.n * {stride}"
        if field.is_relation and field.related_model is User:
            values.append(f"CASE WHEN {column} IN ({', '.join(map(str, kept))}) THEN {column} ELSE {moved} END")
        elif field.is_relation or field.primary_key:
            values.append(moved)
        elif field.unique:
            values.append(f"SUBSTR({column}, 1, {_LONGEST_HASH}) || '-' || copy.n")
        else:
            values.append(column)
    table = connection.ops.quote_name(model._meta.db_table)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) "  # noqa: S608  # only names of our own models
        "WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < %s) "
        f"SELECT {', '.join(values)} FROM {table}, copy ORDER BY copy.n, id"
    )


def _fill_the_door(*, copies: int) -> None:
    """Browsers that were logged in and wrong passwords that were typed: ten of each for a copy."""
    users = list(User.objects.filter(is_superuser=False).values_list("pk", flat=True)[: copies * 10])
    now = Tournament.objects.latest("created_at").created_at
    Session.objects.bulk_create(
        [
            Session(
                session_key=f"growth{number}",
                session_data="",
                expire_date=now + timedelta(days=1),
                user_id=users[number % len(users)],
                seen_at=now,
            )
            for number in range(copies * 10)
        ],
        batch_size=500,
    )
    AccessAttempt.objects.bulk_create(
        [
            AccessAttempt(
                username=f"wer-{number}",
                ip_address=f"10.0.{number % 250}.{number // 250 % 250}",
                failures_since_start=1,
                attempt_time=now,
            )
            for number in range(copies * 10)
        ],
        batch_size=500,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One thing that is asked of the desk. `args` come after the slug; `form` is sent, and taken back again."""

    name: str
    args: tuple[Any, ...] = ()
    above: bool = False
    """Whether it stands above the tournaments."""
    query: str = ""
    form: dict[str, str] | None = None
    by_office: bool = True
    grows: str = ""
    """What of it is more in a large desk than in a small one, where that is so; then its time may grow, too."""

    @property
    def label(self) -> str:
        """What the table of the figures calls it."""
        return f"{self.name}{' (sent)' if self.form is not None else ''}{self.query}"

    def address(self, slug: str) -> str:
        return reverse(self.name, args=self.args if self.above else [slug, *self.args]) + self.query


def pages(seed: Tournament) -> list[Page]:
    """The main pages of a tournament and above it, as they are in the seed and in each of its copies."""
    last = seed.rounds
    playing = last - 1
    open_table = Table.objects.filter(tournament=seed, round__number=playing, received_at=None).earliest("number")
    person = Participant.objects.filter(tournament=seed).earliest("number")
    state = Page(name="health_report", above=True, grows="looks at all backups")
    return [
        Page(name="login", above=True, by_office=False),
        Page(name="login", above=True, by_office=False, form={"username": DIRECTOR, "password": "falsch"}),
        Page(name="home", above=True),
        Page(name="home", above=True, query="?q=wintercup"),
        Page(name="account", above=True),
        Page(name="logins", above=True),
        Page(name="season_list", above=True, grows="offers 120 tournaments"),
        Page(name="retention", above=True, grows="looks through all old ones"),
        Page(name="health", above=True, by_office=False),
        # The file of SQLite is read as a whole to find faults in it; that takes as long as the file is large.
        *([] if connection.vendor == "sqlite" else [state]),
        Page(name="desk"),
        Page(name="board", args=(playing,)),
        Page(name="sheet", args=(playing, open_table.number)),
        Page(name="sheet", args=(1, 1)),
        Page(name="sheet_receive", args=(playing, open_table.number), form={}),
        Page(name="standings"),
        Page(name="ties"),
        Page(name="rounds"),
        Page(name="round", args=(playing,)),
        Page(name="round", args=(last,)),
        Page(name="round_hand", args=(last,)),
        Page(name="round_clock", args=(playing,)),
        Page(name="participants"),
        Page(name="participants", query="?q=an"),
        Page(name="participant", args=(person.number,)),
        Page(name="participant_add", form={"line": "Zeppenfeld, Zoe, DoKo Bremen"}),
        Page(name="participant_wishes"),
        Page(name="check_in"),
        Page(name="check_in_mark", form={"waived": str(person.number)}),
        Page(name="journal"),
        Page(name="journal", query=f"?before={seed.journal_number // 2}"),
        Page(name="undo_step", args=(seed.journal_number,), form={}),
        Page(name="helpers"),
        Page(name="switch_person"),
        Page(name="screens"),
        Page(name="incidents"),
        Page(name="papers"),
        Page(name="money"),
        Page(name="close"),
        Page(name="backup"),
        Page(name="settings"),
        Page(name="public_home", by_office=False),
        Page(name="public_home", by_office=False, query="?name=an"),
        Page(name="public_person", args=(person.number,), by_office=False),
        Page(name="public_standings", by_office=False),
        Page(name="public_seats", by_office=False),
        Page(name="screen_show", args=(_TOKEN,), above=True, by_office=False),
        Page(name="api_standings", by_office=False),
        Page(name="api_seating", by_office=False),
        Page(name="api_clock", by_office=False),
        Page(name="api_sheets", by_office=False),
    ]


class Visitor:
    """Somebody who opens pages with nothing kept from before: the director, or a phone."""

    def __init__(self) -> None:
        self._office, self._phone = Client(SERVER_NAME="127.0.0.1"), Client(SERVER_NAME="127.0.0.1")
        self._office.force_login(
            User.objects.get(username=DIRECTOR), backend="django.contrib.auth.backends.ModelBackend"
        )

    def open(self, page: Page, slug: str) -> None:
        """Ask for a page; whatever it wrote is taken back. Raises AssertionError unless it is answered well."""
        client = self._office if page.by_office else self._phone
        forget()
        with _taken_back() if page.form is not None else nullcontext():
            answer = client.get(page.address(slug)) if page.form is None else client.post(page.address(slug), page.form)
            assert answer.status_code in (200, 302, 401), (page.label, answer.status_code, answer.content[:500])

    def queries(self, page: Page, slug: str) -> int:
        """How often the database is asked for a page that is opened for the second time within a minute."""
        return len(self.asked(page, slug))

    def asked(self, page: Page, slug: str) -> list[str]:
        """What the database is asked then."""
        self.open(page, slug)
        Session.objects.filter(user__username=DIRECTOR).update(seen_at=timezone.now())
        with CaptureQueriesContext(connection) as queries:
            self.open(page, slug)
        return [query["sql"] for query in queries.captured_queries]


@contextmanager
def _taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


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


def slugs(*, seed: int) -> list[str]:
    """The tournaments in an order that looks like chance."""
    found = list(Tournament.objects.order_by("pk").values_list("slug", flat=True))
    random.Random(seed).shuffle(found)
    return found
