"""The rows of a sheet: typed one by one, put in, taken out, mended by a reading of the sheet doctor.

row       typed as a line of text (`tournament.notation`) or, at full depth, as the record of the game
was       what the clerk saw in the row before he typed: if something else stands there now, nothing is overwritten
carried   a running total that was added up wrongly, with all running totals behind it
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import penalties as tariffs
from scoring.doctor import Action, Suggestion
from scoring.errors import Plain, Problem, RuleError
from scoring.game import check_game
from scoring.sheet import judge
from tournament import notation
from tournament.actors import Actor
from tournament.models import Entry, Game, Incident, Penalty, Seat, Table
from tournament.queries.sheets import sheet_data
from tournament.records import (
    RUBRIC,
    SheetData,
    holder,
    place_of,
    record_of,
    row_of_incident,
    sheet_of,
    without_gaps,
)
from tournament.services.journal import Step
from tournament.services.sheets import open_sheet, sheet_step, stale, touch
from tournament.services.told import said, tell_place, tell_row

_CELLS = ("p1", "p2", "p3", "p4", "p5")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedRow:
    """One row as typed; an empty one takes the row away. `was` is None where the clerk saw no older text.

    `after_game` places a solo of the rubric at a table whose seats changed hands.
    """

    text: str = ""
    way: str = notation.WINNERS
    record: Mapping[str, Any] | None = None
    was: str | None = None
    after_game: int | None = None

    @property
    def shown(self) -> str:
        return self.text.strip() if self.record is None else _spelled(self.record)


def shown(game: Game | None) -> str:
    """What stands in a row: its text, or its record as one line. The `was` of the next change."""
    if game is None:
        return ""
    return game.typed if game.record is None else _spelled(game.record)


def record_rows(*, table: Table, rows: Mapping[int, TypedRow], by: Actor, now: datetime) -> Table:
    """Keep rows by their number. What stands there already changes nothing, however often it is sent.

    A changed sheet is no longer finished. Raises RuleError as `open_sheet`; row_changed (params row, theirs, mine) for
    a row that somebody else has changed meanwhile; row_number, solo_place, line_… and the problems of
    `check_game` with the row.
    """
    with sheet_step(table, by=by, now=now, what="rows_typed") as doing:
        try:
            current = open_sheet(doing, table)
        except RuleError:
            # Sent twice: what stands there already is no change, confirmed or not.
            if rows_differ(table, rows):
                raise
            return doing.fresh(table)
        changed = write_rows(doing, current, rows)
        if changed:
            doing.params["rows"] = changed
            reopen_typing(doing, current)
        return current


def rows_differ(table: Table, rows: Mapping[int, TypedRow]) -> bool:
    """Whether anything else was typed than stands on the sheet."""
    games = {game.number: game for game in Game.objects.filter(table=table, number__in=rows)}
    return any(typed.shown != shown(games.get(number)) for number, typed in rows.items())


def insert_row(*, table: Table, number: int, version: int, by: Actor, now: datetime) -> Table:
    """Make room for a row that was left out: an empty row `number`, those from there on move down by one.

    Raises RuleError as `open_sheet`, sheet_changed, row_number.
    """
    with sheet_step(table, by=by, now=now, what="row_inserted") as doing:
        current = _same_version(doing, table, version)
        _refuse_number(current, number)
        doing.params["row"] = number
        _shift(doing, current, first=number, by=1)
        return reopen_typing(doing, current)


def delete_row(*, table: Table, number: int, version: int, by: Actor, now: datetime) -> Table:
    """Take a row out; those behind it move up by one. Raises RuleError as `insert_row`."""
    with sheet_step(table, by=by, now=now, what="row_deleted") as doing:
        current = _same_version(doing, table, version)
        _refuse_number(current, number)
        doing.params["row"] = number
        _delete_row(doing, current, number)
        return reopen_typing(doing, current)


def accept_reading(*, table: Table, reading: Suggestion, version: int, by: Actor, now: datetime) -> Table:
    """Mend a sheet as the doctor reads it. `reading.row` counts the rows as the rule book does.

    Raises RuleError as `insert_row`.
    """
    with sheet_step(table, by=by, now=now, what="reading_accepted") as doing:
        current = _same_version(doing, table, version)
        data = sheet_data(current)
        numbers = [game.number for game in data.games]
        number = numbers[reading.row - 1] if reading.row is not None else None
        doing.params |= {"row": number or "–", "action": reading.action.value}
        if number is None and reading.action is Action.REPLACE:
            _replace_totals(doing, data, reading.totals or ())
        elif reading.action is Action.DELETE:
            _delete_row(doing, current, number or 0)
        else:
            _mend(doing, current, data, reading, number)
        return reopen_typing(doing, current)


def write_rows(doing: Step, table: Table, rows: Mapping[int, TypedRow]) -> list[int]:
    """Set rows inside a step. The numbers of those that changed."""
    data = sheet_data(table)
    games = {game.number: game for game in data.games if game.pk is not None}
    problems: list[Problem] = []
    changed: list[int] = []
    for number in sorted(rows):
        typed = rows[number]
        there = games.get(number)
        if typed.shown == shown(there) and (there is None or typed.after_game == there.after_game):
            continue
        if typed.was is not None and typed.was != shown(there):
            params: dict[str, Plain] = {"row": number, "theirs": shown(there), "mine": typed.shown}
            problems.append(Problem(code="row_changed", field=f"row-{number}", params=params))
            continue
        try:
            _refuse_number(table, number)
            _refuse_place(table, typed)
            read = read_row(data, games, number=number, typed=typed)
        except RuleError as refusal:
            problems += [
                Problem(
                    found.code,
                    found.field if typed.record is not None else f"row-{number}",
                    found.section,
                    found.severity,
                    number,
                    found.params,
                )
                for found in refusal.problems
            ]
            continue
        before, place, other = said(there), there.after_game if there else None, typed.shown != shown(there)
        _save(doing, table, data, games, number, read)
        if other:
            tell_row(doing, number, before=before, now=said(games.get(number)))
        tell_place(doing, number, before=place, now=games[number].after_game if number in games else None)
        changed.append(number)
        if read.penalties:
            data = sheet_data(table)
    if problems:
        raise RuleError(problems)
    return changed


def reopen_typing(doing: Step, table: Table) -> Table:
    """A sheet whose rows changed is in work again: whoever changed it finishes it."""
    return touch(
        doing,
        table,
        received_at=table.received_at or doing.now,
        typed_at=None,
        typed_by=doing.by.user,
        override_reason="",
    )


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row as it will be kept; None to take it away."""

    values: Mapping[str, Any] | None
    penalties: tuple[tariffs.Penalty, ...] = ()


def place_for(data: SheetData, *, number: int, way: str = notation.WINNERS) -> notation.Place:
    """What is known before row `number` is read: who deals, and the running totals."""
    if number > RUBRIC:
        return notation.Place(seats=data.table.size, way=way, rubric=True)
    earlier = tuple(game for game in data.games if game.number < number)
    games = without_gaps(earlier, table=data.table)
    while len(games) < number - 1:
        games = (*games, Game(table=data.table, number=len(games) + 1))
    before = SheetData(table=data.table, round=data.round, seats=data.seats, games=games, penalties=data.penalties)
    judged = judge(sheet_of(before))
    running = judged.running[-1] if judged.running else (0,) * data.table.size
    dealer = judged.next.dealer if judged.next is not None else None
    return notation.Place(seats=data.table.size, way=way, dealer=dealer, before=running)


def read_row(data: SheetData, games: Mapping[int, Game], *, number: int, typed: TypedRow) -> ReadRow:
    """What a typed row says at its place; `games` are those of the sheet by number, as they stand now.

    Raises RuleError: line_… and the problems of `check_game`.
    """
    if typed.record is not None:
        return _read_record(data.table, number, typed)
    if not typed.text.strip():
        return ReadRow(None)
    known = SheetData(
        table=data.table,
        round=data.round,
        seats=data.seats,
        games=tuple(games[key] for key in sorted(games)),
        penalties=data.penalties,
    )
    line = notation.read_line(typed.text, place_for(known, number=number, way=typed.way))
    cells = (*line.cells, None)[: len(_CELLS)]
    return ReadRow(
        {
            "entry": line.way,
            "typed": typed.text.strip(),
            "kind": line.kind,
            **dict(zip(_CELLS, cells, strict=True)),
            "soloist": line.soloist,
            "mandatory": line.mandatory,
            "dealer": line.dealer,
            "record": None,
            "after_game": typed.after_game,
        },
        line.penalties,
    )


def _read_record(table: Table, number: int, typed: TypedRow) -> ReadRow:
    record = dict(typed.record or {})
    game = Game(table=table, number=number, entry=Entry.FULL, record=record)
    problems = check_game(record_of(game, seats=table.size))
    if problems:
        raise RuleError(problems)
    alone = len(record["re"]) == 1
    return ReadRow(
        {
            "entry": Entry.FULL,
            "typed": "",
            "kind": record["kind"],
            **dict.fromkeys(_CELLS),
            "soloist": record["re"][0] if alone else None,
            "mandatory": True if number > RUBRIC else record.get("mandatory"),
            "dealer": record.get("sits_out"),
            "record": record,
            "after_game": typed.after_game,
        }
    )


def _save(doing: Step, table: Table, data: SheetData, games: dict[int, Game], number: int, read: ReadRow) -> None:
    there = games.get(number)
    if read.values is None:
        if there is not None:
            doing.delete(games.pop(number))
    elif there is None:
        games[number] = doing.create(Game(table=table, number=number, **read.values))
    else:
        doing.change(there, **read.values)
    place = place_of(games[number]) if number in games else number
    _book(doing, table, data.seats, number=number, place=place, penalties=read.penalties)


def _book(
    doing: Step,
    table: Table,
    seats: Sequence[Seat],
    *,
    number: int,
    place: int,
    penalties: Sequence[tariffs.Penalty],
) -> None:
    """Enter the penalties of a row in the referee's book, unless they stand there already.

    Those that an older text of the row had entered and the new one does not name are taken out.
    """
    found = _entered(table, number)
    booked = {incident: list(incident.penalty_set.select_related("incident", "participant")) for incident in found}
    for penalty in penalties:
        points = {position: value for position, value in enumerate(penalty.points or (), start=1) if value}
        people = {}
        for position in (*points, penalty.offender):
            seat = holder(seats, position=position, game=place)
            if seat is None or seat.participant is None:
                raise RuleError([Problem(code="penalty_seat_open", field=f"row-{number}", params={"seat": position})])
            people[position] = seat.participant
        wanted = {people[position].pk: value for position, value in points.items()}
        same = next(
            (
                incident
                for incident, rows in booked.items()
                if incident.offender_id == people[penalty.offender].pk
                and {row.participant_id: row.points for row in rows} == wanted
            ),
            None,
        )
        if same is not None:
            del booked[same]
            continue
        soloist = next((position for position, value in points.items() if penalty.can_hurt and value > 0), None)
        incident = doing.create(
            Incident(
                round=table.round,
                table=table,
                game_number=number,
                happened_at=doing.now,
                offender=people[penalty.offender],
                kind="solo" if soloist else "normal",
                soloist=people[soloist] if soloist else None,
                pledges=penalty.pledges,
                can_hurt=penalty.can_hurt if soloist else None,
                breach=penalty.breach.value,
                reason=_("Read from the sheet"),
                effect=tariffs.effect(penalty, soloist=soloist).value,
                signed_by=_("on the sheet"),
                recorded_by=doing.by.user,
                from_sheet=True,
            )
        )
        doing.create_all(
            [
                Penalty(incident=incident, participant=people[position], points=value)
                for position, value in points.items()
            ]
        )
    for incident, rows in booked.items():
        if incident.from_sheet:
            doing.delete_all(rows)
            doing.delete(incident)


def _entered(table: Table, number: int) -> list[Incident]:
    """The entries in force of a row; those of the rubric may name the soloist instead of the row."""
    in_force = Incident.objects.filter(table=table, lifted_at__isnull=True).order_by("pk")
    found = list(in_force.filter(game_number=number))
    unnamed = list(in_force.filter(game_number=None, soloist__isnull=False)) if number > RUBRIC else []
    if unnamed:
        data = sheet_data(table)
        found += [incident for incident in unnamed if row_of_incident(data, incident) == number]
    return found


def _same_version(doing: Step, table: Table, version: int) -> Table:
    current = open_sheet(doing, table)
    if current.version != version:
        raise stale(current)
    return current


def _refuse_number(table: Table, number: int) -> None:
    most = RUBRIC + table.size * table.round.mandatory_solos
    if not (1 <= number < RUBRIC or RUBRIC < number <= most):
        raise RuleError([Problem(code="row_number", params={"row": number})])


def _refuse_place(table: Table, typed: TypedRow) -> None:
    most = table.round.games(size=table.size)
    if typed.after_game is not None and not 0 <= typed.after_game <= most:
        raise RuleError([Problem(code="solo_place", field="after_game", params={"most": most})])


def _delete_row(doing: Step, table: Table, number: int) -> None:
    row = Game.objects.filter(table=table, number=number).select_related("table").first()
    if row is not None:
        _book(doing, table, (), number=number, place=number, penalties=())
        tell_row(doing, number, before=said(row), now="")
        doing.delete(row)
    if number <= RUBRIC:
        _shift(doing, table, first=number + 1, by=-1)


def _shift(doing: Step, table: Table, *, first: int, by: int) -> None:
    """Move the rows from `first` on, and what the referee's book says of them."""
    rows = Game.objects.filter(table=table, number__gte=first, number__lte=RUBRIC).select_related("table")
    doing.change_all([(row, {"number": row.number + by}) for row in rows.order_by("number")])
    incidents = Incident.objects.filter(table=table, game_number__gte=first, game_number__lte=RUBRIC)
    for incident in incidents.order_by("pk"):
        doing.change(incident, game_number=(incident.game_number or 0) + by, version=incident.version + 1)


def _mend(doing: Step, table: Table, data: SheetData, reading: Suggestion, number: int | None) -> None:
    """Replace, insert or carry on a row with the numbers of a reading."""
    cells = reading.points if reading.running is None else reading.running
    if cells is None:
        raise RuleError([Problem(code="row_number", params={"row": number or 0})])
    entry = Entry.POINTS if reading.running is None else Entry.RUNNING
    games = {game.number: game for game in data.games if game.pk is not None}
    if reading.action is Action.INSERT:
        number = number or max((key for key in games if key <= RUBRIC), default=0) + 1
        _shift(doing, table, first=number, by=1)
        made = doing.create(Game(table=table, number=number, **_cells(cells, entry=entry, there=None)))
        tell_row(doing, number, before="", now=said(made))
        return
    there = games[number or 0]
    before = said(there)
    moved = [new - (old or 0) for new, old in zip(cells, (getattr(there, name) for name in _CELLS), strict=False)]
    values = _cells(cells, entry=entry, there=there)
    if "soloist" in reading.params:
        values["soloist"] = reading.params["soloist"]
    doing.change(there, **values)
    tell_row(doing, there.number, before=before, now=said(there))
    if reading.action is Action.CARRY:
        for later in data.games:
            if later.pk is not None and (number or 0) < later.number <= RUBRIC and later.entry == Entry.RUNNING:
                stood = [getattr(later, name) for name in _CELLS[: len(cells)]]
                carried = [None if old is None else old + step for old, step in zip(stood, moved, strict=True)]
                doing.change(later, **_cells(carried, entry=Entry.RUNNING, there=later))


def _cells(cells: Sequence[int | None], *, entry: str, there: Game | None) -> dict[str, Any]:
    """The fields of a row with these numbers; its marks stay."""
    padded = (*cells, None)[: len(_CELLS)]
    text = notation.rewritten(there.typed if there is not None else "", cells)
    return {"entry": entry, "typed": text, "record": None, **dict(zip(_CELLS, padded, strict=True))}


def _replace_totals(doing: Step, data: SheetData, totals: Sequence[int]) -> None:
    """Set the written totals; where several people held a position the last of them takes the difference."""
    for position, total in enumerate(totals, start=1):
        held = [seat for seat in data.seats if seat.position == position]
        others = sum(seat.total or 0 for seat in held[:-1])
        doing.change(held[-1], total=total - others)


def _spelled(record: Mapping[str, Any]) -> str:
    return json.dumps(record, sort_keys=True, separators=(",", ":"))
