"""The bridge from rows of the database to records of the rule book; one way only.

sheet     what stands on one paper: a table, who held its seats, its rows and the penalties signed off in them
row       one game of the sheet; rows 1, 2, 3 … stand in the order of the paper, rubric solos from `RUBRIC` on
row total points of the game plus the penalties of that row
share     what one participant takes from one sheet: only the games in which he held a seat are his
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring import rules
from scoring.game import GameRecord, score_game
from scoring.terms import Call, Kind, Party, RowKind, SpecialPoint
from tournament.models import Depth, Entry, Game, Penalty, Round, Seat, Table

RUBRIC = 100
"""Rows of the mandatory solos' own rubric are numbered from 101 on: their place among the games is unknown."""

UNPLAYED = frozenset({RowKind.NOT_PLAYED.value, RowKind.STRUCK.value})
_SOLOS = frozenset(kind.value for kind in rules.SOLO_KINDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetData:
    """Everything of one sheet. `games` by number, `seats` by position and from which game on, penalties not lifted."""

    table: Table
    round: Round
    seats: tuple[Seat, ...]
    games: tuple[Game, ...]
    penalties: tuple[Penalty, ...]

    @property
    def depth(self) -> str:
        """How deep this sheet is typed: as the round says, unless the table says otherwise."""
        return self.table.depth or self.round.depth


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """What a participant takes from one sheet."""

    participant_id: int
    points: int
    """Points including penalties."""
    penalties: int
    """Of which penalty points, signed."""
    games_won: int | None
    """Games that brought plus points, as the paper marks them; None where only totals are known."""
    solos_won: int | None
    """Of which solos of his own; None where only totals are known or a row does not say whether it was a solo."""
    solos_played: int | None
    """Mandatory solos played; None where nobody typed it."""


def record_of(game: Game, *, seats: int) -> GameRecord:
    """The record of a full game, kept in the words of the wire format. Raises KeyError for a row that is none."""
    typed = game.record or {}
    re_call, kontra_call = Call(typed["re_call"]), Call(typed["kontra_call"])
    return GameRecord(
        kind=Kind(typed["kind"]),
        re=tuple(typed["re"]),
        re_card_points=typed["re_card_points"],
        seats=seats,
        sits_out=typed.get("sits_out"),
        trickless=Party(typed["trickless"]) if typed.get("trickless") else None,
        re_announced=re_call.announced,
        re_pledge=re_call.pledge,
        kontra_announced=kontra_call.announced,
        kontra_pledge=kontra_call.pledge,
        re_extras=tuple(SpecialPoint(word) for word in typed.get("re_extras", ())),
        kontra_extras=tuple(SpecialPoint(word) for word in typed.get("kontra_extras", ())),
    )


def cells_of(game: Game, *, seats: int) -> tuple[int | None, ...]:
    """The numbers of a row as typed, seat 1 first: points or running totals."""
    return (game.p1, game.p2, game.p3, game.p4, game.p5)[:seats]


def holder(seats: Sequence[Seat], *, position: int, number: int) -> Seat | None:
    """Who holds a position in game `number`; rubric solos count as the round's first games unless they say more."""
    held = [seat for seat in seats if seat.position == position and seat.from_game <= number]
    return max(held, key=lambda seat: seat.from_game, default=None)


def place_of(game: Game) -> int:
    """The game of the round a row stands for when asking who held a seat.

    A solo of the rubric was played at an unknown time: it belongs to those who sat down first, unless `after_game`
    says after which normal game it was played.
    """
    if game.number <= RUBRIC:
        return game.number
    return (game.after_game or 0) + 1


def penalties_by_row(data: SheetData) -> dict[int | None, tuple[int, ...]]:
    """Penalty points per seat by the number of the row they stand in; None for those that name no row."""
    numbers = {game.number: place_of(game) for game in data.games}
    rows: dict[int | None, list[int]] = {}
    for penalty in data.penalties:
        number = penalty.incident.game_number if penalty.incident.game_number in numbers else None
        place = numbers.get(number, 1) if number is not None else None
        points = rows.setdefault(number, [0] * data.table.size)
        for position in range(1, data.table.size + 1):
            if _sits(data.seats, position=position, place=place, participant_id=penalty.participant_id):
                points[position - 1] += penalty.points
                break
    return {number: tuple(points) for number, points in rows.items()}


def row_points(data: SheetData) -> list[tuple[int, ...]]:
    """Points of the game alone per row, without penalties; zeros for a row without a result.

    A row typed as running totals is the difference to the row before it, less the penalties of the row.
    """
    seats = data.table.size
    penalties = penalties_by_row(data)
    nothing = (0,) * seats
    before = nothing
    points: list[tuple[int, ...]] = []
    for game in data.games:
        extra = penalties.get(game.number, nothing)
        cells = tuple(cell or 0 for cell in cells_of(game, seats=seats))
        if game.kind in UNPLAYED:
            row = nothing
        elif game.entry == Entry.FULL:
            row = score_game(record_of(game, seats=seats)).points
        elif game.entry == Entry.RUNNING:
            row = tuple(cells[s] - before[s] - extra[s] for s in range(seats))
        else:
            row = cells
        points.append(row)
        if game.number <= RUBRIC:
            before = tuple(before[s] + row[s] + extra[s] for s in range(seats))
    return points


def shares_of(data: SheetData) -> list[Share]:
    """What each participant takes from the sheet, at every depth, in the order of the seats.

    Seats without a person are passed over. At totals depth points and solos are what was typed for each holder.
    """
    people = _people(data.seats)
    penalties = dict.fromkeys(people, 0)
    for penalty in data.penalties:
        if penalty.participant_id in penalties:
            penalties[penalty.participant_id] += penalty.points
    if data.depth == Depth.TOTALS:
        return [_typed_share(data.seats, person=person, penalties=penalties[person]) for person in people]
    points = dict(penalties)
    won, solos_won, solos = dict.fromkeys(people, 0), dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    doubtful = False
    for game, row in zip(data.games, row_points(data), strict=True):
        doubtful = doubtful or (not game.kind and _one_against_three(row))
        for position, value in enumerate(row, start=1):
            seat = holder(data.seats, position=position, number=place_of(game))
            if seat is None or seat.participant_id is None:
                continue
            person = seat.participant_id
            points[person] += value
            won[person] += value > 0
            if game.kind in _SOLOS and game.soloist == position:
                solos_won[person] += value > 0
                solos[person] += game.mandatory
    return [
        Share(
            participant_id=person,
            points=points[person],
            penalties=penalties[person],
            games_won=won[person],
            solos_won=None if doubtful else solos_won[person],
            solos_played=solos[person],
        )
        for person in people
    ]


def totals_of(data: SheetData) -> tuple[int | None, ...]:
    """Totals per position including penalties, whoever held it; None for a seat whose total was not typed."""
    size = data.table.size
    if data.depth == Depth.TOTALS:
        by_position: Mapping[int, list[int | None]] = {
            position: [seat.total for seat in data.seats if seat.position == position]
            for position in range(1, size + 1)
        }
        return tuple(
            None if not typed or None in typed else sum(total or 0 for total in typed) for typed in by_position.values()
        )
    rows = row_points(data) + list(penalties_by_row(data).values())
    return tuple(sum(row[position] for row in rows) for position in range(size))


def _people(seats: Sequence[Seat]) -> list[int]:
    return list(dict.fromkeys(seat.participant_id for seat in seats if seat.participant_id is not None))


def _typed_share(seats: Sequence[Seat], *, person: int, penalties: int) -> Share:
    held = [seat for seat in seats if seat.participant_id == person]
    solos = [seat.solos for seat in held if seat.solos is not None]
    return Share(
        participant_id=person,
        points=sum(seat.total or 0 for seat in held),
        penalties=penalties,
        games_won=None,
        solos_won=None,
        solos_played=sum(solos) if solos else None,
    )


def _sits(seats: Sequence[Seat], *, position: int, place: int | None, participant_id: int) -> bool:
    if place is None:
        return any(seat.position == position and seat.participant_id == participant_id for seat in seats)
    seat = holder(seats, position=position, number=place)
    return seat is not None and seat.participant_id == participant_id


def _one_against_three(row: Sequence[int]) -> bool:
    signs = [value > 0 for value in row if value]
    return len(signs) == rules.PLAYERS and sum(signs) in (1, rules.PLAYERS - 1)
