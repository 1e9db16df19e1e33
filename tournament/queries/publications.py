"""What hung on the wall: standings kept as documents, and what has changed since.

document  the standings as JSON; people stand in it by UUID, and their names are resolved when it is shown
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.models import Participant, Publication, PublicationKind, Tournament
from tournament.models.rounds import DRAW_JSON
from tournament.queries.scores import Column, Score, State
from tournament.queries.standings import Note, Row, Standings


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One participant whose points differ between two lists; None where the list has no line for him."""

    participant: Participant
    before: Row | None
    after: Row | None

    @property
    def rounds(self) -> list[tuple[int, int | None, int | None]]:
        """Number of the round, points before, points after; only rounds that differ."""
        before = self.before.scores if self.before else ()
        after = self.after.scores if self.after else ()
        length = max(len(before), len(after))
        return [
            (place + 1, old, new)
            for place, (old, new) in enumerate(zip(_points(before, length), _points(after, length), strict=True))
            if old != new
        ]


def document(standings: Standings) -> dict[str, Any]:
    """The standings as JSON values."""
    return {
        "columns": [
            {"number": column.number, "counts": column.counts, "open_tables": list(column.open_tables)}
            for column in standings.columns
        ],
        "lines": [
            {
                "uuid": str(row.participant.uuid),
                "number": row.participant.number,
                "rank": row.rank,
                "shared": row.shared,
                "criterion": str(row.criterion),
                "value": row.value,
                "scores": [None if score is None else _score_of(score) for score in row.scores],
                "total": row.total,
                "penalties": row.penalties,
                "deductions": row.deductions,
                "solos": row.solos,
                "note": row.note.value,
            }
            for row in standings.rows
        ],
    }


def publications(tournament: Tournament) -> list[Publication]:
    """The published standings without their lines, newest first. One query."""
    return list(
        Publication.objects.filter(tournament=tournament, kind=PublicationKind.STANDINGS)
        .select_related("round")
        .defer("rows", *DRAW_JSON)
        .order_by("-published_at", "-pk")
    )


def latest(tournament: Tournament, number: int | None = None) -> Publication | None:
    """The newest published standings, or those after round `number`. One query."""
    found = (
        Publication.objects.filter(tournament=tournament, kind=PublicationKind.STANDINGS)
        .select_related("round")
        .defer(*DRAW_JSON)
    )
    if number is not None:
        found = found.filter(round__number=number)
    return found.order_by("-published_at", "-pk").first()


def people(tournament: Tournament) -> dict[str, Participant]:
    """The participants by UUID, with their clubs. One query."""
    return {
        str(person.uuid): person for person in Participant.objects.filter(tournament=tournament).select_related("club")
    }


def restored(publication: Publication, *, people: Mapping[str, Participant]) -> Standings:
    """The standings as they were published; whoever is no longer in the tournament keeps the start number only."""
    columns = tuple(
        Column(number=column["number"], counts=column["counts"], open_tables=tuple(column["open_tables"]))
        for column in publication.rows["columns"]
    )
    rows = tuple(
        Row(
            participant=people.get(line["uuid"]) or Participant(number=line["number"], surname="–"),
            scores=tuple(None if score is None else _restored(score) for score in line["scores"]),
            total=line["total"],
            rank=line["rank"],
            shared=line["shared"],
            criterion=line["criterion"],
            value=line["value"],
            penalties=line["penalties"],
            deductions=line["deductions"],
            solos=line["solos"],
            note=Note(line["note"]),
        )
        for line in publication.rows["lines"]
    )
    return Standings(columns=columns, rows=rows, ties=())


def changes(before: Standings, after: Standings) -> list[Change]:
    """Whose points, total or place differ, in the order of the newer list.

    A rank that moved only because others moved is no change of that line.
    """
    old = {row.participant.uuid: row for row in before.rows}
    new = {row.participant.uuid: row for row in after.rows}
    order = [*new, *(uuid for uuid in old if uuid not in new)]
    return [
        Change(participant=(new.get(uuid) or old[uuid]).participant, before=old.get(uuid), after=new.get(uuid))
        for uuid in order
        if _own(old.get(uuid)) != _own(new.get(uuid))
    ]


def _own(row: Row | None) -> tuple[object, ...] | None:
    """What of a line belongs to the participant alone."""
    if row is None:
        return None
    return tuple(_points(row.scores, len(row.scores))), row.total, row.note, row.criterion, row.rank is None


def _points(scores: Iterable[Score | None], length: int) -> list[int | None]:
    found = [score.points if score is not None else None for score in scores]
    return [*found, *[None] * (length - len(found))]


def _score_of(score: Score) -> dict[str, Any]:
    return {
        "state": score.state.value,
        "points": score.points,
        "penalties": score.penalties,
        "table": score.table,
    }


def _restored(line: Mapping[str, Any]) -> Score:
    return Score(state=State(line["state"]), points=line["points"], penalties=line["penalties"], table=line["table"])
