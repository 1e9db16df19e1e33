"""A tournament that was played elsewhere, kept from its list: the points of each round are all that is known of it."""

import datetime
from collections.abc import Sequence

from django.db import transaction

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.imports.archive import ArchiveRow
from tournament.models import Attendance, Participant, Presence, Round, Tournament
from tournament.services.journal import step
from tournament.services.participants import register_participants
from tournament.services.publications import (
    close_tournament,
    finalise_standings,
    post_standings,
    publish_standings,
)
from tournament.services.rounds import create_round
from tournament.services.tournaments import create_tournament


def keep_archive(
    *,
    name: str,
    date: datetime.date,
    place: str = "",
    director_name: str = "",
    rounds: int,
    rows: Sequence[ArchiveRow],
    by: Actor,
    now: datetime.datetime,
) -> Tournament:
    """The closed tournament of a list, with its standings published: final if the director is named.

    Each round counts what the list says; whoever has no points in it has missed it. All or nothing.
    Raises RuleError: archive_faulty (params lines) while a row has an error, and those of `register_participants`.
    """
    faulty = tuple(row.line for row in rows if row.errors)
    if faulty:
        raise RuleError([Problem(code="archive_faulty", params={"lines": faulty})])
    with transaction.atomic():
        tournament = create_tournament(
            name=name, date=date, place=place, preset="open", rounds=rounds, director_name=director_name, by=by, now=now
        )
        people = register_participants(
            tournament=tournament,
            registrations=[row.registration for row in rows],
            others=set(range(len(rows))),
            check_in=True,
            by=by,
            now=now,
        )
        last = None
        for number in range(1, rounds + 1):
            last = create_round(tournament=tournament, by=by, now=now)
            with step(tournament=tournament, by=by, now=now, what="archive_round_kept", round=number) as doing:
                current = doing.change(doing.fresh(last), published_at=now, drawn_at=now)
                doing.create_all(
                    _scores(
                        current, [(person, row.points[number - 1]) for person, row in zip(people, rows, strict=True)]
                    )
                )
                doing.public()
        if last is not None:
            _publish(last, director_name=director_name, by=by, now=now)
        return close_tournament(tournament=tournament, by=by, now=now)


def _scores(round_: Round, points: Sequence[tuple[Participant, int | None]]) -> list[Attendance]:
    """What each participant has from a round of which no sheet is known."""
    return [
        Attendance(round=round_, participant=participant, state=Presence.ABSENT, points=value)
        for participant, value in points
        if value is not None
    ]


def _publish(round_: Round, *, director_name: str, by: Actor, now: datetime.datetime) -> None:
    if not director_name.strip():
        publish_standings(round_=round_, by=by, now=now)
        return
    post_standings(round_=round_, minutes=0, by=by, now=now)
    finalise_standings(round_=round_, director_name=director_name, referee_name="", by=by, now=now)
