"""What a sheet would be with what is being typed. Nothing is written."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from tournament.models import Game, Incident, Penalty, Seat
from tournament.queries.sheets import Assessment, assess
from tournament.records import SheetData, holder, place_of, without_gaps
from tournament.services.sheet_rows import TypedRow, read_row
from tournament.services.sheets import TypedSeat


def try_totals(data: SheetData, seats: Sequence[TypedSeat]) -> Assessment:
    """The sheet with these totals and solos."""
    typed = {(seat.position, seat.from_game): seat for seat in seats}
    return assess(replace(data, seats=tuple(_with_total(seat, typed) for seat in data.seats)))


def try_row(data: SheetData, *, number: int, typed: TypedRow) -> Assessment:
    """The sheet with this row in place of what stands there. Raises RuleError for a row that cannot be read."""
    games = {game.number: game for game in data.games if game.pk is not None}
    read = read_row(data, games, number=number, typed=typed)
    kept = [penalty for penalty in data.penalties if not _was_read(penalty, number)]
    if read.values is None:
        games.pop(number, None)
    else:
        games[number] = game = Game(pk=0, table=data.table, number=number, **read.values)
        for place, penalty in enumerate(read.penalties, start=1):
            incident = Incident(
                pk=-place,
                game_number=number,
                breach=penalty.breach.value,
                pledges=penalty.pledges,
                can_hurt=penalty.can_hurt,
            )
            for position, points in enumerate(penalty.points or (), start=1):
                seat = holder(data.seats, position=position, game=place_of(game))
                if points and seat is not None and seat.participant_id is not None:
                    person = seat.participant_id
                    kept.append(Penalty(incident=incident, participant_id=person, points=points))
                    if position == penalty.offender:
                        incident.offender_id = person
    rows = without_gaps([games[key] for key in sorted(games)], table=data.table)
    return assess(replace(data, games=rows, penalties=tuple(kept)))


def _with_total(seat: Seat, typed: dict[tuple[int, int], TypedSeat]) -> Seat:
    new = typed.get((seat.position, seat.from_game))
    if new is None:
        return seat
    trial = copy(seat)
    trial.total, trial.solos = new.total, new.solos
    return trial


def _was_read(penalty: Penalty, number: int) -> bool:
    """Whether a penalty was read from the row that is typed anew."""
    return penalty.incident.from_sheet and penalty.incident.game_number == number
