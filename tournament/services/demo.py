"""A demo tournament: invented people and believable sheets, made through the same services as a real one.

stage   how far the last round has come: drawn, playing (some sheets are in), typed, confirmed, the tournament closed
minutes everything happens at made-up instants before `now`, one round every 130 minutes
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random

from django.conf import settings

from scoring.errors import Problem, RuleError
from scoring.rules import SOLO_KINDS
from scoring.sheet import Sheet, judge
from tournament.actors import Actor
from tournament.models import Depth, Membership, Round, Seat, Table, Tournament, User
from tournament.queries.rounds import seating
from tournament.records import RUBRIC
from tournament.registration import Registration
from tournament.roles import Role
from tournament.services.clock import end_clock, start_clock
from tournament.services.confirmation import confirm_sheet
from tournament.services.draws import draw_round
from tournament.services.participants import register_participants
from tournament.services.publications import close_tournament, finalise_standings, post_standings, publish_standings
from tournament.services.rounds import create_round, publish_round
from tournament.services.sheet_rows import TypedRow, record_rows
from tournament.services.sheets import TypedSeat, finish_sheet, receive_sheet, record_totals
from tournament.services.tournaments import create_tournament
from tournament.simulation import pick, play_sheet, shuffled

FEWEST, MOST = 8, 400
_ROUND = timedelta(minutes=130)
_OBJECTIONS = 5


class Stage(StrEnum):
    """How far the last round has come."""

    DRAWN = "drawn"
    PLAYING = "playing"
    TYPED = "typed"
    CONFIRMED = "confirmed"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class _People:
    """Who works at the demo's desk."""

    director: Actor
    clerk: Actor
    checker: Actor


def make_demo(
    *,
    players: int = 48,
    rounds: int = 3,
    seed: int = 1,
    until: Stage = Stage.TYPED,
    depth: Depth = Depth.TOTALS,
    name: str = "",
    by: Actor,
    now: datetime,
) -> Tournament:
    """A tournament in the DDV preset, with tables of five as needed. The same seed gives the same tournament.

    Raises RuleError: demo_players (params fewest, most), and field_cannot_be_seated for 11.
    """
    if not FEWEST <= players <= MOST:
        raise RuleError([Problem(code="demo_players", params={"fewest": FEWEST, "most": MOST})])
    rng = Random(seed)
    begins = now - _ROUND * rounds
    tournament = create_tournament(
        name=name or "Probeturnier",
        date=now.date(),
        place="Dorfkrug Ostermoor",
        preset="ddv",
        rounds=rounds,
        fives="needed",
        depth=depth.value,
        director_name="Gesa Cordshagen",
        referee_name="Onno Dünenfeld",
        by=by,
        now=begins,
    )
    people = _people(tournament, director=by)
    _register(tournament, rng, players, by=people.director, now=begins + timedelta(minutes=5))
    for number in range(1, rounds + 1):
        starts = begins + _ROUND * (number - 1) + timedelta(minutes=15)
        stage = until if number == rounds else Stage.CONFIRMED
        _play_round(tournament, rng, seed + number, stage=stage, people=people, starts=starts)
    if until is Stage.CLOSED:
        _close(tournament, rounds=rounds, by=people.director, now=now)
    tournament.refresh_from_db()
    return tournament


def _people(tournament: Tournament, *, director: Actor) -> _People:
    """Two helpers without a login; the director is whoever asked for the demo."""
    actors = []
    for word in ("Tipperin", "Prüfer"):
        user = User(username=f"demo-{tournament.slug}-{word.lower()}"[:150], first_name=word, is_active=False)
        user.set_unusable_password()
        user.save()
        Membership.objects.create(user=user, tournament=tournament, role=Role.CLERK.value)
        actors.append(Actor(user=user, role=Role.CLERK, origin="demo"))
    return _People(director=director, clerk=actors[0], checker=actors[1])


def _register(tournament: Tournament, rng: Random, players: int, *, by: Actor, now: datetime) -> None:
    with (settings.BASE_DIR / "fixtures" / "demo.json").open(encoding="utf-8") as file:
        words = json.load(file)
    names = [(surname, first_name) for surname in words["surnames"] for first_name in words["first_names"]]
    chosen = shuffled(rng, names)[:players]
    register_participants(
        tournament=tournament,
        registrations=[
            Registration(
                surname=surname,
                first_name=first_name,
                club=pick(rng, words["clubs"]) if rng.random() < 0.75 else "",
                fee_kind="reduced" if rng.random() < 0.1 else "full",
                fee_state="waived" if rng.random() < 0.04 else "paid",
            )
            for surname, first_name in chosen
        ],
        check_in=True,
        by=by,
        now=now,
    )


def _play_round(
    tournament: Tournament, rng: Random, seed: int, *, stage: Stage, people: _People, starts: datetime
) -> None:
    round_ = create_round(tournament=tournament, by=people.director, now=starts - timedelta(minutes=8))
    round_ = draw_round(round_=round_, seed=seed, by=people.director, now=starts - timedelta(minutes=7))
    if stage is Stage.DRAWN:
        return
    round_ = publish_round(round_=round_, by=people.director, now=starts - timedelta(minutes=6))
    round_ = start_clock(round_=round_, by=people.director, now=starts)
    handed_in = starts + timedelta(minutes=78)
    tables = shuffled(rng, [seated.table for seated in seating(round_).tables])
    sheets = [
        play_sheet(rng, size=table.size, games=round_.games(size=table.size), mandatory_solos=round_.mandatory_solos)
        for table in tables
    ]
    if stage is Stage.PLAYING:
        tables = tables[: max(1, 2 * len(tables) // 3)]
    for place, (table, sheet) in enumerate(zip(tables, sheets, strict=False)):
        at = handed_in + timedelta(minutes=22 * place / len(tables))
        table = receive_sheet(table=table, by=people.clerk, now=at)
        if stage is Stage.PLAYING and place >= len(tables) - 2:
            continue
        table = _type(table, round_, sheet, by=people.clerk, now=at + timedelta(minutes=1))
        if stage is Stage.TYPED or (stage is Stage.PLAYING and place >= len(tables) - 4):
            continue
        confirm_sheet(table=table, version=table.version, by=people.checker, now=at + timedelta(minutes=2))
    if stage in (Stage.CONFIRMED, Stage.CLOSED):
        end = starts + timedelta(minutes=104)
        end_clock(round_=round_, by=people.director, now=end)
        publish_standings(round_=round_, by=people.director, now=end + timedelta(minutes=1))


def _type(table: Table, round_: Round, sheet: Sheet, *, by: Actor, now: datetime) -> Table:
    """Type a sheet as deep as the round asks for."""
    judgement = judge(sheet)
    if round_.depth == Depth.TOTALS:
        seats = Seat.objects.filter(table=table).order_by("position")
        typed = [
            TypedSeat(
                position=seat.position,
                total=(judgement.totals or ())[seat.position - 1],
                solos=sum(
                    soloist == seat.position and bool(mandatory)
                    for soloist, mandatory in zip(judgement.soloists, judgement.mandatory, strict=True)
                ),
            )
            for seat in seats
        ]
        return record_totals(table=table, seats=typed, version=table.version, by=by, now=now)
    table = record_rows(table=table, rows=dict(_lines(sheet)), by=by, now=now)
    return finish_sheet(table=table, by=by, now=now)


def _lines(sheet: Sheet) -> Iterator[tuple[int, TypedRow]]:
    """The rows as a clerk types them from the paper: mandatory solos in their rubric, the others in order."""
    judgement = judge(sheet)
    numbers = {True: RUBRIC, False: 0}
    for place, row in enumerate(sheet.rows):
        points = judgement.row_points[place] or ()
        mandatory = bool(judgement.mandatory[place])
        numbers[mandatory] += 1
        soloist = judgement.soloists[place]
        if row.kind in SOLO_KINDS and soloist is not None:
            text = f"{'s' if mandatory else 'l'}{soloist} {points[soloist - 1] // 3}"
        else:
            winners = "".join(str(seat) for seat, value in enumerate(points, start=1) if value > 0)
            text = f"{winners} {max(points)}" if winners else "0"
        if mandatory and sheet.seats == 5:
            text += f" d{judgement.dealers[place]}"
        yield numbers[mandatory], TypedRow(text=text)


def _close(tournament: Tournament, *, rounds: int, by: Actor, now: datetime) -> None:
    last = Round.objects.get(tournament=tournament, number=rounds)
    post_standings(round_=last, minutes=_OBJECTIONS, by=by, now=now - timedelta(minutes=_OBJECTIONS + 3))
    finalise_standings(
        round_=last,
        director_name=tournament.director_name,
        referee_name=tournament.referee_name,
        by=by,
        now=now,
    )
    close_tournament(tournament=tournament, by=by, now=now)
