"""The bridge from rows of the database to records of the rule book; one way only.

sheet     what stands on one paper: a table, who held its seats, its rows and the penalties signed off in them
row       one line of the sheet, in the order of the paper; those of the mandatory solos' own rubric come last
share     what one participant takes from one sheet: only the games in which he held a seat are his
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring import penalties as tariffs
from scoring import rows, rules, sheet, terms
from scoring.game import GameRecord, score_game
from scoring.shapes import shape_of
from tournament.models import Depth, Entry, Form, Game, Incident, Penalty, Round, Seat, Table

RUBRIC = 100
"""Rows of the mandatory solos' own rubric are numbered from 101 on: their place among the games is unknown."""

UNPLAYED: frozenset[str] = frozenset({terms.RowKind.NOT_PLAYED, terms.RowKind.STRUCK})
"""Rows without a result of their own."""
_SOLOS: frozenset[str] = frozenset(rules.SOLO_KINDS)
_BREACHES: frozenset[str] = frozenset(terms.BreachClass)

_ByRow = dict[int | None, list[tariffs.Penalty]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetData:
    """Everything of one sheet: `seats` by position and from which game on, penalties not lifted.

    `games` are the rows in the order of the paper. Row n of the rule book is `games[n - 1]`: where a row was passed
    over, an empty one stands in its place.
    """

    table: Table
    round: Round
    seats: tuple[Seat, ...]
    games: tuple[Game, ...]
    penalties: tuple[Penalty, ...]

    @property
    def depth(self) -> str:
        """How deep this sheet is typed: as the round says, unless the table says otherwise."""
        return self.table.depth or self.round.depth

    @property
    def changes_hands(self) -> bool:
        """Whether a position was held by several people in turn."""
        return any(seat.from_game > 1 for seat in self.seats)


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
    """Of which solos of his own; None where only totals are known or a row does not tell whether it was a solo."""
    solos_played: int | None
    """Mandatory solos played; None where nobody typed it."""


def label_of(number: int) -> str:
    """The number of a row as the paper has it; those of the rubric are S1, S2 and so on."""
    return str(number) if number <= RUBRIC else f"S{number - RUBRIC}"


def asks_place(data: SheetData, number: int) -> bool:
    """Whether it matters after which normal game a solo of the rubric was played: then a seat changed hands."""
    return number > RUBRIC and data.changes_hands


def without_gaps(games: Sequence[Game], *, table: Table) -> tuple[Game, ...]:
    """The rows with an empty one in each place that was passed over; the rubric has no order and no gaps."""
    rows: list[Game] = []
    for game in games:
        if game.number <= RUBRIC:
            rows.extend(Game(table=table, number=number) for number in range(len(rows) + 1, game.number))
        rows.append(game)
    return tuple(rows)


def record_of(game: Game, *, seats: int) -> GameRecord:
    """The record of a full game, kept in the words of the wire format. Raises KeyError for a row that is none."""
    typed = game.record or {}
    re_call, kontra_call = terms.Call(typed["re_call"]), terms.Call(typed["kontra_call"])
    return GameRecord(
        kind=terms.Kind(typed["kind"]),
        re=tuple(typed["re"]),
        re_card_points=typed["re_card_points"],
        seats=seats,
        sits_out=typed.get("sits_out"),
        trickless=terms.Party(typed["trickless"]) if typed.get("trickless") else None,
        re_announced=re_call.announced,
        re_pledge=re_call.pledge,
        kontra_announced=kontra_call.announced,
        kontra_pledge=kontra_call.pledge,
        re_extras=tuple(terms.SpecialPoint(word) for word in typed.get("re_extras", ())),
        kontra_extras=tuple(terms.SpecialPoint(word) for word in typed.get("kontra_extras", ())),
    )


def cells_of(game: Game, *, seats: int) -> rows.Cells:
    """The numbers of a row as typed, seat 1 first: points or running totals."""
    return (game.p1, game.p2, game.p3, game.p4, game.p5)[:seats]


def holder(seats: Sequence[Seat], *, position: int, game: int) -> Seat | None:
    """Who holds a position in a game of the round; None for a position nobody holds."""
    held = [seat for seat in seats if seat.position == position and seat.from_game <= game]
    return max(held, key=lambda seat: seat.from_game, default=None)


def holders_in(seats: Iterable[Seat], *, game: int | None, named: Collection[int] = ()) -> dict[int, int]:
    """Who held each position in a game, by key; None: the last holders, but for a seat that somebody `named` held."""
    found: dict[int, int] = {}
    for seat in sorted(seats, key=lambda seat: (seat.position, seat.from_game)):
        person = seat.participant_id
        if person is None:
            continue
        if game is None:
            if found.get(seat.position) not in named:
                found[seat.position] = person
        elif seat.from_game <= max(game, 1):
            found[seat.position] = person
    return found


def sat_out(held: Mapping[int, int], points: Mapping[int, int]) -> int | None:
    """Who sat out at a table of five when the tariff spread these points: the only holder without any; by key.

    `held` as `holders_in` has it, `points` by the same keys.
    """
    without = [person for person in held.values() if not points.get(person)]
    return without[0] if points and len(held) > rules.PLAYERS and len(without) == 1 else None


def place_of(row: Game) -> int:
    """The game of the round that a row stands for when asking who held a seat.

    A solo of the rubric was played at an unknown time: it belongs to those who sat down first, unless the row says
    after which normal game it was played.
    """
    return row.number if row.number <= RUBRIC else (row.after_game or 0) + 1


def row_of_incident(data: SheetData, incident: Incident) -> int | None:
    """The number of the row an incident stands in; None where it names no row of the sheet.

    An incident in a solo that names no game belongs to the soloist's row in the rubric of the mandatory solos.
    """
    numbers = {row.number for row in data.games}
    if incident.game_number in numbers:
        return incident.game_number
    if incident.game_number is not None or incident.soloist_id is None or not incident.solo_clear:
        return None
    for row in data.games:
        if row.number > RUBRIC and row.soloist is not None:
            seat = holder(data.seats, position=row.soloist, game=place_of(row))
            if seat is not None and seat.participant_id == incident.soloist_id:
                return row.number
    return None


def penalties_by_row(data: SheetData) -> _ByRow:
    """The penalties of the sheet by the number of the row they stand in; None for those that name no row of it.

    Each is handed on with the points that the referee's book holds, so the tariff is not asked again.
    """
    places = {row.number: place_of(row) for row in data.games}
    found: _ByRow = {}
    points: dict[int, list[int]] = {}
    offenders: dict[int, int] = {}
    incidents = {penalty.incident_id: penalty.incident for penalty in data.penalties}
    numbers = {key: row_of_incident(data, incident) for key, incident in incidents.items()}
    for penalty in data.penalties:
        place = places.get(numbers[penalty.incident_id] or 0)
        position = _position(data, participant_id=penalty.participant_id, place=place)
        cells = points.setdefault(penalty.incident_id, [0] * data.table.size)
        if position is not None:
            cells[position - 1] += penalty.points
            if penalty.participant_id == penalty.incident.offender_id:
                offenders[penalty.incident_id] = position
    for key, cells in points.items():
        incident = incidents[key]
        found.setdefault(numbers[key], []).append(
            tariffs.Penalty(
                offender=offenders.get(key, cells.index(min(cells)) + 1),
                breach=_breach(incident),
                pledges=incident.pledges,
                can_hurt=incident.can_hurt,
                solo_clear=incident.solo_clear,
                points=tuple(cells),
            )
        )
    return found


def _breach(incident: Incident) -> terms.BreachClass:
    """The class as the rule book is to judge the row: what the referee says of the game holds (TSR 9.1.7)."""
    if incident.breach not in _BREACHES:
        return terms.BreachClass.MINOR
    breach = terms.BreachClass(incident.breach)
    played = incident.effect in (tariffs.Effect.GOES_ON, tariffs.Effect.SCORED)
    counts = incident.effect == tariffs.Effect.COUNTS and incident.soloist_id is None
    return terms.BreachClass.SERIOUS_DECIDED if breach == terms.BreachClass.SERIOUS and (played or counts) else breach


def sheet_of(data: SheetData) -> sheet.Sheet:
    """The sheet as the rule book judges it, with the settings of its round. Row n is `data.games[n - 1]`.

    Totals written on the paper are handed on at every depth; those of a position held in turn are added up.
    """
    by_row = penalties_by_row(data)
    totals = written_totals(data)
    if data.depth == Depth.TOTALS:
        return sheet.Sheet(
            seats=data.table.size,
            games=data.round.games(size=data.table.size),
            mandatory=data.round.mandatory_solos,
            form=terms.Form(data.round.form),
            time_over=data.table.time_over or data.table.broken_off_at is not None,
            depth=terms.Depth.TOTALS,
            totals=totals,
            solos=tuple(seat.position for seat in data.seats for _solo in range(seat.solos or 0)),
            penalties=tuple(penalty for each in by_row.values() for penalty in each),
        )
    return sheet.Sheet(
        seats=data.table.size,
        games=data.round.games(size=data.table.size),
        mandatory=data.round.mandatory_solos,
        form=terms.Form(data.round.form),
        time_over=data.table.time_over or data.table.broken_off_at is not None,
        depth=terms.Depth.ROWS,
        rows=tuple(_rubric_rows(data, by_row) if data.round.form == Form.RUBRIC else _played_rows(data, by_row)),
        totals=totals if any(total is not None for total in totals) else None,
    )


def written_totals(data: SheetData) -> rows.Cells:
    """Totals per position as written on the paper; None for a position without.

    At totals depth each holder of a position has his own, and one that is missing leaves the position without. Where
    games are typed the paper has one total a column: what is known of it is added up.
    """
    cells: list[int | None] = []
    for position in range(1, data.table.size + 1):
        typed = [seat.total for seat in data.seats if seat.position == position]
        known = [total for total in typed if total is not None]
        without = not known or (data.depth == Depth.TOTALS and None in typed)
        cells.append(None if without else sum(known))
    return tuple(cells)


def totals_of(data: SheetData, judgement: sheet.Judgement | None = None) -> rows.Cells:
    """Totals per position including penalties, whoever held it; None for a seat whose total was not typed."""
    if data.depth == Depth.TOTALS:
        return written_totals(data)
    judged = judgement or sheet.judge(sheet_of(data))
    totals = [sum(cells) for cells in zip((0,) * data.table.size, *filter(None, judged.row_totals), strict=True)]
    loose = _points(penalties_by_row(data).get(None, ()))
    return tuple(sum(cells) for cells in zip(totals, *loose, strict=True))


def shares_of(data: SheetData, judgement: sheet.Judgement | None = None) -> list[Share]:
    """What each participant takes from the sheet, at every depth, in the order of the seats.

    Seats without a person are passed over. At totals depth points and solos are what was typed for each holder.
    `judgement` saves judging the sheet again.
    """
    people = list(dict.fromkeys(seat.participant_id for seat in data.seats if seat.participant_id is not None))
    penalties = dict.fromkeys(people, 0)
    for penalty in data.penalties:
        if penalty.participant_id in penalties:
            penalties[penalty.participant_id] += penalty.points
    if data.depth == Depth.TOTALS:
        return [_typed_share(data.seats, person=person, penalties=penalties[person]) for person in people]
    judged = judgement or sheet.judge(sheet_of(data))
    points = dict(penalties)
    won, solos_won, solos = dict.fromkeys(people, 0), dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    doubtful = False
    for place, (row, cells) in enumerate(zip(data.games, judged.row_points, strict=True)):
        if cells is None:
            continue
        doubtful = doubtful or (not row.kind and shape_of(cells, judged.sits_out[place]).soloist is not None)
        soloist = judged.soloists[place] if judged.mandatory[place] is not None else None
        for position, value in enumerate(cells, start=1):
            seat = holder(data.seats, position=position, game=place_of(row))
            if seat is None or seat.participant_id is None:
                continue
            person = seat.participant_id
            points[person] += value
            won[person] += value > 0
            if soloist == position:
                solos_won[person] += value > 0
                solos[person] += bool(judged.mandatory[place])
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


def _played_rows(data: SheetData, by_row: _ByRow) -> Iterator[rows.Row]:
    size = data.table.size
    for row in data.games:
        cells = _written(row, seats=size)
        running = row.entry == Entry.RUNNING
        yield _row(
            row,
            size=size,
            points=None if running else cells,
            running=cells if running else None,
            mandatory=row.mandatory,
            penalties=tuple(by_row.get(row.number, ())),
        )


def _rubric_rows(data: SheetData, by_row: _ByRow) -> Iterator[rows.Row]:
    """Rows of the paper with the rubric: only solos of the rubric are mandatory, their place says it.

    The rule book takes running totals only where the rows stand in the order played. Here they run over the normal
    games, so the difference to the row before is handed on.
    """
    size = data.table.size
    before = (0,) * size
    for row in data.games:
        penalties = tuple(by_row.get(row.number, ()))
        extra = tuple(sum(cells) for cells in zip((0,) * size, *_points(penalties), strict=True))
        points = _written(row, seats=size)
        if points is not None and row.entry == Entry.RUNNING:
            points = tuple(
                None if cell is None else cell - start - added
                for cell, start, added in zip(points, before, extra, strict=True)
            )
        apart = row.number > RUBRIC
        if not apart:
            game = score_game(record_of(row, seats=size)).points if _is_full(row) else points or (0,) * size
            before = tuple(sum(cell or 0 for cell in cells) for cells in zip(before, game, extra, strict=True))
        mandatory = apart or (False if row.kind in _SOLOS else None)
        yield _row(row, size=size, points=points, running=None, mandatory=mandatory, penalties=penalties)


def _row(
    row: Game,
    *,
    size: int,
    points: rows.Cells | None,
    running: rows.Cells | None,
    mandatory: bool | None,
    penalties: tuple[tariffs.Penalty, ...],
) -> rows.Row:
    return rows.Row(
        kind=terms.RowKind(row.kind) if row.kind else terms.RowKind.UNKNOWN,
        points=points,
        running=running,
        record=record_of(row, seats=size) if _is_full(row) else None,
        soloist=row.soloist,
        mandatory=mandatory,
        enforced=row.enforced,
        dealer=row.dealer,
        penalties=penalties,
        replayed=row.replayed,
    )


def _points(penalties: Iterable[tariffs.Penalty]) -> list[tuple[int, ...]]:
    return [penalty.points for penalty in penalties if penalty.points is not None]


def _is_full(row: Game) -> bool:
    return row.entry == Entry.FULL and row.kind not in UNPLAYED


def _written(row: Game, *, seats: int) -> rows.Cells | None:
    """The numbers of a row as typed; None where nothing was, for a row without a result and for a full game."""
    cells = cells_of(row, seats=seats)
    nothing = row.kind in UNPLAYED or row.entry == Entry.FULL or all(cell is None for cell in cells)
    return None if nothing else cells


def _position(data: SheetData, *, participant_id: int, place: int | None) -> int | None:
    """The position a person held in a game; where the game is unknown any he held at the table."""
    for position in range(1, data.table.size + 1):
        held = (
            [seat for seat in data.seats if seat.position == position]
            if place is None
            else [holder(data.seats, position=position, game=place)]
        )
        if any(seat is not None and seat.participant_id == participant_id for seat in held):
            return position
    return None
