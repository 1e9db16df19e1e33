"""The public state as JSON, read-only and without login, for clubs that show it on pages of their own.

The same rules as for the public pages: the same names, the same standings, the same ETag. What each answer holds is
written down in `static/tournament/openapi.json`.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone

from tournament.clock import TableClock, utc
from tournament.queries.public import PublicState, Seen, public_state
from tournament.queries.public_sheets import PublicRow, PublicSeat, public_sheets
from tournament.queries.scores import State
from tournament.views.public import PublicRequest, public

JSON = "application/json"


def answers(make: Callable[[PublicRequest, PublicState], dict[str, Any]]) -> Callable[..., HttpResponse]:
    """A view that answers with what `make` says of the public state; 304 while nothing public has changed."""

    @public
    @wraps(make)
    def answered(request: PublicRequest) -> HttpResponse:
        return JsonResponse(make(request, public_state(request.public)), json_dumps_params={"ensure_ascii": False})

    @wraps(answered)
    def typed(request: HttpRequest, slug: str) -> HttpResponse:
        response = answered(request, slug)
        # A page that was kept comes back as its bytes alone.
        response["Content-Type"] = JSON
        return response

    return typed


@answers
def api_home(request: PublicRequest, state: PublicState) -> dict[str, Any]:
    """The event and where the rest is."""
    event = request.public
    names = ("standings", "seating", "clock", "sheets")
    return {
        "name": event.name,
        "date": event.date.isoformat(),
        "place": event.place,
        "round": state.round,
        "rounds": state.rounds,
        "closed": event.is_closed,
        "links": {name: reverse(f"api_{name}", args=[event.slug]) for name in names},
    }


@answers
def api_standings(request: PublicRequest, state: PublicState) -> dict[str, Any]:
    """The standings as far as they are let out."""
    if state.shown is None:
        return {"shown": False, "state": None, "round": None, "held_back": None, "columns": [], "rows": []}
    shown, people = state.shown, state.by_uuid
    publication = shown.publication
    return {
        "shown": True,
        "state": publication.state if publication is not None else "provisional",
        "round": shown.number,
        "held_back": shown.held_back,
        "columns": [
            {"round": column.number, "counts": column.counts, "open_tables": list(column.open_tables)}
            for column in shown.standings.columns
        ],
        "rows": [
            {
                "rank": row.rank,
                "shared": row.shared,
                **_who(people.get(row.participant.uuid), number=row.participant.number),
                "points": [score.points if score is not None else None for score in row.scores],
                "deductions": row.deductions,
                "total": row.total,
            }
            for row in shown.rows
        ],
    }


@answers
def api_seating(request: PublicRequest, state: PublicState) -> dict[str, Any]:
    """Who sits where in the newest round whose seating is published."""
    return {
        "round": state.round,
        "tables": [
            {
                "table": table.number,
                "room": table.room,
                "seats": [
                    {
                        "seat": place.position,
                        "player": _who(place.seen) if place.seen is not None else None,
                        "deals_first": place.deals_first,
                        "keeps_sheet": place.writes,
                    }
                    for place in table.places
                ],
            }
            for table in state.tables
        ],
        "resting": [_who(state.people[number]) for number in sorted(state.resting)],
    }


@answers
def api_clock(request: PublicRequest, state: PublicState) -> dict[str, Any]:
    """The clock in instants: they stay true until the next public change, whoever counts towards them."""
    clock, now = state.clock, timezone.now()
    return {
        "round": state.round,
        "started": _instant(clock.started),
        "paused": _instant(clock.paused),
        "ended": _instant(clock.ended),
        "minutes_four": clock.minutes_four,
        "minutes_five": clock.minutes_five,
        "tables": [
            {"table": table.number, "extra_minutes": table.clock.extra, **_times(table.clock, now=now)}
            for table in state.tables
        ],
    }


@answers
def api_sheets(request: PublicRequest, state: PublicState) -> dict[str, Any]:
    """The confirmed sheets of the rounds that the standings show: who has what, and every row where rows were typed."""
    results: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    people = state.by_uuid
    if state.shown is not None:
        for row in state.shown.rows:
            for column, score in zip(state.shown.standings.columns, row.scores, strict=True):
                if score is not None and score.table is not None and score.state is State.CONFIRMED:
                    who = _who(people.get(row.participant.uuid), number=row.participant.number)
                    results[column.number, score.table].append({**who, "points": score.points})
    typed = public_sheets(request.public, state.shown)
    return {
        "sheets": [
            {
                "round": key[0],
                "table": key[1],
                "results": sorted(lines, key=lambda line: line["number"]),
                "seats": [_seat(seat, people) for seat in typed[key].seats] if key in typed else None,
                "rows": [_row(row) for row in typed[key].rows] if key in typed else None,
            }
            for key, lines in sorted(results.items())
        ]
    }


def _who(seen: Seen | None, *, number: int = 0) -> dict[str, Any]:
    """A player as the public sees him; an empty name where only the start number is shown."""
    if seen is None:
        return {"number": number, "name": "", "club": ""}
    return {"number": seen.number, "name": seen.name, "club": seen.club}


def _seat(seat: PublicSeat, people: Mapping[UUID, Seen]) -> dict[str, Any]:
    """Who held a seat of a sheet; None for a seat left open."""
    who = people.get(seat.participant) if seat.participant is not None else None
    return {
        "seat": seat.position,
        "from_game": seat.from_game,
        "player": _who(who) if who is not None else None,
    }


def _row(row: PublicRow) -> dict[str, Any]:
    """A row in the words of the rule book."""
    return {
        "number": row.number,
        "apart": row.apart,
        "kind": row.kind or None,
        "points": list(row.points),
        "dealer": row.dealer,
        "sits_out": row.sits_out,
        "soloist": row.soloist,
        "mandatory": row.mandatory,
    }


def _times(table: TableClock, *, now: datetime) -> dict[str, Any]:
    clock = table.clock
    if clock.is_running:
        return {"ends": _instant(table.end(now)), "seconds_left": None}
    if clock.paused is not None and clock.ended is None:
        left = table.remaining(clock.paused)
        return {"ends": None, "seconds_left": None if left is None else max(0, left)}
    return {"ends": None, "seconds_left": None}


def _instant(value: datetime | None) -> str | None:
    """An instant in UTC."""
    return None if value is None else utc(value).strftime("%Y-%m-%dT%H:%M:%SZ")
