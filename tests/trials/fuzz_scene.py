"""Tournaments at every stage of the day, one in which every text is hostile, one that is none of anybody's business.

state   every row of every tournament as the database holds it, by kind and UUID; compared before and after a request
"""

import gc
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any
from unittest import mock
from uuid import UUID

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tests.builders import (
    client_for,
    confirm,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_rows,
    type_totals,
)
from tests.trials.fuzz_values import MARKUP
from tournament.actors import Actor
from tournament.handbook import STAGES
from tournament.models import JournalEntry, Membership, Participant, Screen, Seat, Tournament, User
from tournament.queries.kept import Kept
from tournament.registration import Registration
from tournament.roles import Role
from tournament.services.accounts import add_helper
from tournament.services.backup import KINDS, save_backup
from tournament.services.clock import start_clock
from tournament.services.demo import Stage, make_demo
from tournament.services.incidents import Decision, record_incident
from tournament.services.participants import register_participants
from tournament.services.publications import draw_lot, publish_standings
from tournament.services.rounds import create_round
from tournament.services.screens import add_screen
from tournament.services.tournaments import change_settings
from tournament.services.wishes import add_wish
from tournament.views.paper_shelf import PAPERS

STRANGER = "stranger"
"""A director, but of another tournament."""
NOBODY = "nobody"
FOREIGN_NAME = "Fremdmann-Geheim"
"""Nobody outside the other tournament may read it in the office."""
ALL_STAGES = ("empty", "door", "draft", "playing", "full", "typed", "hostile", "other", "closed")
WITH_SHEETS = ("playing", "playing", "full", "typed", "typed", "hostile")
SCREEN_PAGES = (
    *(("seating_names", 20), ("seating_tables", 20), ("clock", 20), ("clock_seating", 20)),
    *(("standings", 20), ("open_tables", 20), ("notice", 20), ("plan", 20)),
)

State = dict[tuple[str, UUID], tuple[int, tuple[Any, ...]]]
"""By kind and UUID: the tournament's key, and the row."""


@dataclass(slots=True, kw_only=True)
class World:
    """The tournaments by their stage, who works there, and what addresses can name."""

    tournaments: dict[str, Tournament] = field(default_factory=dict)
    people: dict[str, Actor] = field(default_factory=dict)
    keys: dict[str, list[UUID]] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    stages: tuple[str, ...] = STAGES

    def browser(self, who: str) -> Client:
        """A new browser of that person."""
        client = client_for(self.people[who]) if who in self.people else Client()
        client.raise_request_exception = False
        return client


def make_world(seed: int = 1, *, stages: Collection[str] = ALL_STAGES) -> World:
    """These stages of the day. The same seed gives the same UUIDs; links are new each time."""
    rng = Random(seed)
    # UUIDs are the only ones to ask there; whatever guards a secret has a source of its own.
    with mock.patch("os.urandom", rng.randbytes):
        return _made(timezone.now(), stages)


def _made(now: datetime, stages: Collection[str]) -> World:
    world = World()
    for stage in ALL_STAGES:
        if stage not in stages:
            continue
        tournament = _made_tournament(world, stage, now)
        world.tournaments[stage] = tournament
        owned = [
            row for model in KINDS for row in model._default_manager.filter(tournament=tournament).values_list("uuid")
        ]
        people = Membership.objects.filter(tournament=tournament).values_list("user__uuid")
        world.keys[stage] = [uuid for (uuid,) in (*owned, *people)]
    world.names += [*PAPERS, "nothing", secrets.token_hex(4)]
    return world


def _made_tournament(world: World, stage: str, now: datetime) -> Tournament:
    if stage == "closed":
        director = world.people[Role.DIRECTOR.value]
        made = make_demo(players=12, rounds=2, until=Stage.CLOSED, name="Turnier closed", by=director, now=now)
        for role in (Role.DIRECTOR, Role.REFEREE, Role.CLERK, Role.CHECK_IN):
            make_actor(made, role)
        return made
    tournament = make_tournament(slug=stage, name=f"Turnier {stage}", rounds=3, fee_cents=1000, created_at=now)
    by = make_actor(tournament, Role.DIRECTOR, STRANGER if stage == "other" else "")
    _MAKERS[stage](tournament, by, now)
    if stage == "other":
        world.people[STRANGER] = by
        return tournament
    for role in Role:
        world.people[role.value] = make_actor(tournament, role)
    _helper, token = add_helper(tournament=tournament, name=MARKUP[1][:20], role=Role.CLERK, by=by, now=now)
    world.tokens.append(token)
    _screen, token = add_screen(
        tournament=tournament, name=MARKUP[0][:30], pages=SCREEN_PAGES, dark=False, by=by, now=now
    )
    world.tokens.append(token)
    world.names.append(save_backup(tournament, why="hand", now=now).name)
    return tournament


def _empty(tournament: Tournament, by: Actor, now: datetime) -> None:
    """Nobody has come yet."""


def _door(tournament: Tournament, by: Actor, now: datetime) -> None:
    make_participants(tournament, 5, by=by)
    make_participants(tournament, 6, checked_in=False, by=by)
    one, two = Participant.objects.filter(tournament=tournament)[:2]
    add_wish(tournament=tournament, first=one, second=two, strict=True, by=by, now=now)
    create_round(tournament=tournament, by=by, now=now)


def _draft(tournament: Tournament, by: Actor, now: datetime) -> None:
    make_round(tournament, players=9, published=False, by=by)
    make_participants(tournament, 1, by=by)


def _playing(tournament: Tournament, by: Actor, now: datetime) -> None:
    values = {"depth": "rows", "form": "played", "mandatory_solos": 1, "minutes_four": 100, "second_person": True}
    change_settings(tournament=tournament, values=values, by=by, now=now)
    round_ = make_round(tournament, players=13, by=by)
    start_clock(round_=round_, by=by, now=now)
    tables = tables_of(round_)
    typed, other = [table for table in tables.values() if table.size == 4][:2]
    type_rows(typed, "12 3", "l3 4", "34 2", by=by)
    offender = Seat.objects.filter(table=other).order_by("position")[1].participant
    decision = Decision(
        happened_at=now,
        reason="Nicht bedient",
        round=round_,
        table=other,
        game_number=3,
        offender=offender,
        breach="minor",
        signed_by="R. Echt",
    )
    record_incident(tournament=tournament, decision=decision, by=by, now=now)


def _full(tournament: Tournament, by: Actor, now: datetime) -> None:
    values = {"depth": "full", "form": "played", "check_sum": "refuse", "check_parity": "refuse"}
    change_settings(tournament=tournament, values=values, by=by, now=now)
    make_round(tournament, players=9, by=by)


def _typed(tournament: Tournament, by: Actor, now: datetime) -> None:
    round_ = make_round(tournament, players=8, by=by)
    for table in tables_of(round_).values():
        type_totals(table, [20, 6, -6, -20], by=by)
        confirm(table, by=by)
    publish_standings(round_=round_, by=by, now=now)
    second = make_round(tournament, by=by)
    type_totals(tables_of(second)[1], [9, 3, -3, -9], by=by)


def _hostile(tournament: Tournament, by: Actor, now: datetime) -> None:
    texts = {
        name: (MARKUP[place] * 3)[:60] for place, name in enumerate(("name", "place", "director_name", "referee_name"))
    }
    change_settings(tournament=tournament, values=texts | {"notice": MARKUP[4]}, by=by, now=now)
    people = [
        Registration(
            surname=MARKUP[place % len(MARKUP)][:78],
            first_name=f"{place}{MARKUP[-place % len(MARKUP)]}"[:78],
            club=MARKUP[(place + 3) % len(MARKUP)][:78],
            team=MARKUP[(place + 5) % len(MARKUP)][:78],
            categories=(MARKUP[place % 7][:38],),
            note=MARKUP[(place + 1) % len(MARKUP)],
        )
        for place in range(16)
    ]
    register_participants(tournament=tournament, registrations=people, check_in=True, by=by, now=now)
    room = [{"room": MARKUP[1][:38], "first": 1, "last": 9}]
    change_settings(tournament=tournament, values={"rooms": room}, by=by, now=now)
    round_ = make_round(tournament, by=by)
    start_clock(round_=round_, by=by, now=now)
    tables = tables_of(round_)
    type_totals(tables[1], [20, 6, -6, -20], by=by)
    confirm(tables[1], by=by)
    type_totals(tables[2], [20, 6, -6, -20], by=by)
    person = Seat.objects.filter(table=tables[2])[0].participant
    decision = Decision(
        happened_at=now,
        reason=MARKUP[2] + MARKUP[0],
        round=round_,
        table=tables[2],
        offender=person,
        warning=True,
        signed_by=MARKUP[1],
        court=MARKUP[4],
        decision=MARKUP[0],
    )
    record_incident(tournament=tournament, decision=decision, by=by, now=now)
    publish_standings(round_=round_, by=by, now=now, although_open=True)


def _other(tournament: Tournament, by: Actor, now: datetime) -> None:
    """One of everything that an address can name."""
    people = [Registration(surname=FOREIGN_NAME, first_name=str(place)) for place in range(8)]
    made = register_participants(tournament=tournament, registrations=people, check_in=True, by=by, now=now)
    add_wish(tournament=tournament, first=made[0], second=made[1], strict=False, by=by, now=now)
    round_ = make_round(tournament, by=by)
    for table in tables_of(round_).values():
        type_totals(table, [20, 6, -6, -20], by=by)
        confirm(table, by=by)
    best = [seat.participant for seat in Seat.objects.filter(round=round_, position=1) if seat.participant]
    draw_lot(tournament=tournament, participants=best, seed=1, by=by, now=now)
    publish_standings(round_=round_, by=by, now=now)
    warned = Decision(happened_at=now, reason=FOREIGN_NAME, round=round_, offender=made[0], warning=True)
    record_incident(tournament=tournament, decision=warned, by=by, now=now)
    add_screen(tournament=tournament, name=FOREIGN_NAME, pages=SCREEN_PAGES, dark=False, by=by, now=now)
    add_helper(tournament=tournament, name=FOREIGN_NAME, role=Role.CLERK, by=by, now=now)


_MAKERS: Mapping[str, Callable[[Tournament, Actor, datetime], None]] = {
    "empty": _empty,
    "door": _door,
    "draft": _draft,
    "playing": _playing,
    "full": _full,
    "typed": _typed,
    "hostile": _hostile,
    "other": _other,
}
_TABLES: Mapping[str, str] = {model._meta.model_name or "": model._meta.db_table for model in (*KINDS, Tournament)}


def state() -> State:
    """Every row of every tournament, the journal apart; a tournament's row without its counters, nor links."""
    rows: State = {}
    with connection.cursor() as cursor:
        for kind, table in _TABLES.items():
            if kind == "journalentry":
                continue
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - the name of a table of ours
            names = [column[0] for column in cursor.description]
            uuid = names.index("uuid")
            owner = names.index("id" if kind == "tournament" else "tournament_id")
            left_out = {
                names.index(name) for name in ("journal_number", "public_version", "token_hash") if name in names
            }
            for row in cursor.fetchall():
                kept = tuple(value for place, value in enumerate(row) if place not in left_out)
                rows[kind, UUID(str(row[uuid]))] = (row[owner], kept)
    return rows


def keys_of(slug: str) -> set[int]:
    """The key of the tournament with this name in its address; nothing without one."""
    return set(Tournament.objects.filter(slug=slug).values_list("pk", flat=True))


def doors() -> tuple[Any, ...]:
    """Who may enter and as what: memberships and links of screens; and who is administrator."""
    members = Membership.objects.order_by("pk").values_list("tournament_id", "user_id", "role", "ended_at")
    links = Screen.objects.order_by("pk").values_list("token_hash")
    people = User.objects.filter(is_superuser=True).order_by("pk").values_list("pk", flat=True)
    return (*members, *links), tuple(people)


def newest_entry() -> int:
    """The key of the newest entry in any journal."""
    return JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def unexplained(before: State, after: State, *, newest: int) -> list[str]:
    """What changed without an entry that says so. A row that is in no entry, whatever else was entered, is one."""
    told = {
        (change["kind"], UUID(change["uuid"]))
        for entry in JournalEntry.objects.filter(pk__gt=newest)
        for change in entry.changes
    }
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    # A tournament that came back from its file brings its own journal, whose entries tell of every row.
    return sorted(f"{kind} {uuid}" for kind, uuid in changed - told)


def owners(before: State, after: State) -> set[int]:
    """The tournaments of which a row changed; not those that are new."""
    known = {owner for owner, _row in before.values()}
    return {
        (before.get(key) or after[key])[0] for key in before.keys() | after.keys() if before.get(key) != after.get(key)
    } & known


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done inside leaves no trace in the database, nor in what this process keeps of it."""
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for kept in _kept():
            kept.forget()


def _kept() -> list[Kept[Any]]:
    if not _FOUND:
        # `isinstance` would wake what pretends to be of another class.
        _FOUND.extend(one for one in gc.get_objects() if type(one) is Kept)
    return _FOUND


_FOUND: list[Kept[Any]] = []


@contextmanager
def written_tables() -> Iterator[set[str]]:
    """The tables that a request writes to, as it goes."""
    found: set[str] = set()

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words = sql.split(None, 3)
        if words[0] in ("INSERT", "UPDATE", "DELETE"):
            found.add(words[2 if words[0] != "UPDATE" else 1].strip('"'))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield found


OWNED_TABLES = frozenset({*_TABLES.values(), Membership._meta.db_table, User._meta.db_table})
