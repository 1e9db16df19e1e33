"""What the screens of the hall show: only what is published, cut into pages that can be read from eight metres."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.utils.timezone import get_current_timezone

from tournament import day
from tournament.models import Round, Screen, ScreenPage, Table, Tournament
from tournament.names import sort_key
from tournament.queries.public import public_name, public_standings
from tournament.queries.rounds import Seating, seating

T = TypeVar("T")

NAMES_A_PAGE = 48
TABLES_A_PAGE = 12
RANKS_A_PAGE = 28


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One picture of a screen. `part` of `parts` for a list that takes several."""

    kind: ScreenPage
    seconds: int
    part: int = 1
    parts: int = 1
    content: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameLine:
    name: str
    table: int
    room: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankLine:
    rank: int | None
    name: str
    total: int


def screen_of(token_hash: str) -> Screen | None:
    """The screen of a link that is good, with its tournament. One query."""
    found = Screen.objects.filter(token_hash=token_hash, revoked_at__isnull=True)
    return found.select_related("tournament").first()


def published_round(tournament: Tournament) -> Round | None:
    """The newest round whose seating is public. One query."""
    rounds = Round.objects.filter(tournament=tournament, published_at__isnull=False).select_related("tournament")
    return rounds.order_by("-number").first()


def slides(screen: Screen, *, round_: Round | None, now: datetime) -> list[Slide]:
    """The rotation of a screen as it is now; pages that have nothing to show are passed over."""
    shown: list[Slide] = []
    seated = seating(round_) if round_ is not None else None
    for page in screen.pages:
        kind, seconds = ScreenPage(page["kind"]), int(page["seconds"])
        contents = _contents(kind, screen.tournament, round_=round_, seated=seated, now=now)
        shown += [
            Slide(kind=kind, seconds=seconds, part=part, parts=len(contents), content=content)
            for part, content in enumerate(contents, start=1)
        ]
    return shown


def day_plan(tournament: Tournament, *, now: datetime) -> list[day.Line]:
    """The plan of the day; empty without a start or without a playing time. One query."""
    lengths = [minutes for minutes in (tournament.minutes_four, tournament.minutes_five) if minutes]
    if tournament.starts_at is None or not lengths:
        return []
    rounds = Round.objects.filter(tournament=tournament, started_at__isnull=False)
    held = {
        round_.number: day.Held(started=round_.started_at, ended=round_.ended_at)
        for round_ in rounds
        if round_.started_at is not None
    }
    starts = datetime.combine(tournament.date, tournament.starts_at, tzinfo=get_current_timezone())
    return day.plan(
        starts=starts,
        rounds=tournament.rounds,
        minutes=tournament.minutes_four or max(lengths),
        break_minutes=tournament.break_minutes,
        held=held,
        now=now if now.date() == tournament.date else starts - timedelta(minutes=1),
    )


def open_tables(round_: Round) -> list[Table]:
    """Tables of a round whose sheet has not come in, by number. One query."""
    missing = Table.objects.filter(round=round_, received_at__isnull=True, typed_at__isnull=True)
    return list(missing.order_by("number"))


def _contents(
    kind: ScreenPage, tournament: Tournament, *, round_: Round | None, seated: Seating | None, now: datetime
) -> Sequence[Any]:
    if kind is ScreenPage.NOTICE:
        return [tournament.notice] if tournament.notice else []
    if kind is ScreenPage.PLAN:
        lines = day_plan(tournament, now=now) if tournament.plan_public else []
        return [lines] if lines else []
    if kind is ScreenPage.STANDINGS:
        found = public_standings(tournament)
        ranks = [
            RankLine(rank=row.rank, name=public_name(tournament, row.participant), total=row.total)
            for row in (found.rows if found is not None else ())
        ]
        return cut(ranks, RANKS_A_PAGE)
    if round_ is None or seated is None:
        return []
    if kind is ScreenPage.CLOCK:
        return [None]
    if kind is ScreenPage.OPEN_TABLES:
        tables = open_tables(round_)
        return [tables] if tables and round_.started_at is not None else []
    if kind is ScreenPage.SEATING_TABLES:
        return cut(_tables(tournament, seated), TABLES_A_PAGE)
    return cut(_names(tournament, seated), NAMES_A_PAGE)


def _names(tournament: Tournament, seated: Seating) -> list[NameLine]:
    people = sorted(seated.names, key=lambda seat: sort_key(seat.participant))
    return [
        NameLine(
            name=public_name(tournament, seat.participant), table=seat.table, room=seat.room, position=seat.position
        )
        for seat in people
    ]


def _tables(tournament: Tournament, seated: Seating) -> list[tuple[Table, list[tuple[int, str]]]]:
    return [
        (
            one.table,
            [
                (seat.position, public_name(tournament, seat.participant) if seat.participant else "–")
                for seat in one.seats
            ],
        )
        for one in seated.tables
    ]


def cut(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """The things in pages of nearly equal length, none longer than `size`; no page for nothing."""
    pages = -(-len(things) // size)
    bounds = [len(things) * page // pages for page in range(pages + 1)] if pages else []
    return [things[first:last] for first, last in itertools.pairwise(bounds)]
