"""From the desk's rows to papers about sheets: score sheets empty and as typed, results, solos, penalties."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from scoring.terms import RowKind
from tournament.codes import SheetCode, write_code
from tournament.messages.papers import KINDS, SHEET_STATES, SHORT_KINDS
from tournament.models import Depth, Entry, Extension, Form, Game, Participant, Round, Seat, Table, Tournament
from tournament.models.rounds import DRAW_JSON
from tournament.queries.incidents import book
from tournament.queries.sheets import Assessment, State, assess, gathered, sheets_of
from tournament.records import RUBRIC, UNPLAYED, holder, place_of, shares_of
from tournament.reports import round_results, score_sheets, solos
from tournament.reports.people import Person
from tournament.reports.workbook_lines import GameLine, PenaltyLine, TableLine
from tournament.views.paper_people import frame, person

_STATISTICS = (
    (RowKind.CLUBS_SOLO, "♣"),
    (RowKind.SPADES_SOLO, "♠"),
    (RowKind.HEARTS_SOLO, "♥"),
    (RowKind.DIAMONDS_SOLO, "♦"),
    (RowKind.QUEENS_SOLO, ""),
    (RowKind.JACKS_SOLO, ""),
    (RowKind.ACES_SOLO, ""),
    (RowKind.SOLO, ""),
)


def assessed(
    tournament: Tournament, *, round_: Round | None = None, tables: frozenset[int] = frozenset()
) -> list[Assessment]:
    """The sheets of all published rounds, or of the (named) tables of one round, judged. Five queries."""
    if round_ is None:
        sheets = [data for data in sheets_of(tournament) if data.round.published_at is not None]
    else:
        found = Table.objects.filter(round=round_).select_related("round").defer(*DRAW_JSON).order_by("number")
        sheets = gathered([table for table in found if not tables or table.number in tables])
    people = [seat.participant for data in sheets for seat in data.seats if seat.participant is not None]
    prefetch_related_objects(people, "club")
    for data in sheets:
        data.round.tournament = tournament
    return [assess(data) for data in sheets]


def empty_sheets(round_: Round, *, tables: frozenset[int], now: datetime) -> list[score_sheets.ScoreSheet]:
    """The sheets to lay on the tables of a round."""
    found = assessed(round_.tournament, round_=round_, tables=tables)
    given = _extensions(one.data.table for one in found)
    return [_sheet(one, now=now, given=given[one.data.table.pk]) for one in found]


def typed_sheets(round_: Round, *, tables: frozenset[int], now: datetime) -> list[score_sheets.ScoreSheet]:
    """The sheets of a round as they were typed; those of which nothing was typed are left out."""
    typed = [found for found in assessed(round_.tournament, round_=round_, tables=tables) if found.begun]
    given = _extensions(found.data.table for found in typed)
    return [_sheet(found, now=now, typed=True, given=given[found.data.table.pk]) for found in typed]


def blank_sheet(tournament: Tournament, *, size: int, now: datetime) -> score_sheets.ScoreSheet:
    """A sheet without names for the drawer."""
    return score_sheets.blank(
        seats=size,
        games=tournament.games(size=size),
        mandatory_solos=tournament.mandatory_solos * size,
        form=score_sheets.Form(tournament.form),
        minutes=tournament.minutes(size=size),
        frame=frame(tournament, now=now),
    )


def results_of(round_: Round, *, tables: frozenset[int], now: datetime) -> round_results.RoundResults:
    """The results of a round, table by table; of the named tables only if there are any."""
    return round_results.RoundResults(
        frame=frame(round_.tournament, now=now, round_=round_),
        tables=tuple(_result(found) for found in assessed(round_.tournament, round_=round_, tables=tables)),
    )


def table_lines(sheets: Sequence[Assessment]) -> tuple[TableLine, ...]:
    """The sheets as the workbook lists them. One query for the extra minutes."""
    given = _extensions(found.data.table for found in sheets)
    return tuple(_table_line(found, given=given[found.data.table.pk]) for found in sheets)


def solo_statistics(tournament: Tournament, *, now: datetime) -> solos.SoloStatistics:
    """Who played which solo how often, from sheets typed row by row."""
    sheets = assessed(tournament)
    counts: dict[int, dict[RowKind, list[int]]] = defaultdict(lambda: defaultdict(list))
    mandatory: Counter[int] = Counter()
    people: dict[int, Participant] = {}
    for found in sheets:
        for seat in found.data.seats:
            if seat.participant is not None:
                people[seat.participant.pk] = seat.participant
        for place, game in enumerate(found.data.games if found.data.depth != Depth.TOTALS else ()):
            points, soloist = found.judgement.row_points[place], found.judgement.soloists[place]
            if points is None or soloist is None or game.kind not in {kind.value for kind, _label in _STATISTICS}:
                continue
            held = holder(found.data.seats, position=soloist, game=place_of(game))
            if held is not None and held.participant_id is not None:
                counts[held.participant_id][RowKind(game.kind)].append(points[soloist - 1])
                mandatory[held.participant_id] += bool(found.judgement.mandatory[place])
    only_totals = any(found.begun and found.data.depth == Depth.TOTALS for found in sheets)
    return solos.SoloStatistics(
        frame=frame(tournament, now=now),
        kinds=tuple(label or str(KINDS[kind.value]) for kind, label in _STATISTICS),
        lines=tuple(
            solos.SoloLine(
                person=person(people[key]),
                by_kind=tuple(_solo_count(counts[key].get(kind, [])) for kind, _label in _STATISTICS),
                mandatory=mandatory[key],
            )
            for key in sorted(counts, key=lambda key: people[key].number)
        ),
        note=_("Sheets of which only totals were typed are not in it.") if only_totals else "",
    )


def penalty_lines(tournament: Tournament) -> tuple[PenaltyLine, ...]:
    """Penalty points and deductions that count, as the referee's book has them, oldest first."""
    lines: list[PenaltyLine] = []
    for entry in reversed(book(tournament)):
        incident = entry.incident
        if incident.lifted_at is not None:
            continue
        shared: dict[str, Any] = {
            "round_number": incident.round.number if incident.round is not None else None,
            "reason": incident.reason,
            "section": entry.law.section,
            "table_number": incident.table.number if incident.table is not None else None,
            "game_number": incident.game_number,
            "signed_by": incident.signed_by,
        }
        lines += [
            PenaltyLine(person=person(penalty.participant), points=penalty.points, kind=_("penalty"), **shared)
            for penalty in (() if entry.loose else entry.penalties)
        ]
        if incident.deduction and incident.offender is not None:
            lines.append(
                PenaltyLine(person=person(incident.offender), points=-incident.deduction, kind=_("deduction"), **shared)
            )
    return tuple(lines)


def _sheet(
    found: Assessment, *, now: datetime, given: Sequence[Extension], typed: bool = False
) -> score_sheets.ScoreSheet:
    data = found.data
    table, round_ = data.table, data.round
    rows = _rows(found) if typed and data.depth != Depth.TOTALS else ()
    running = any(game.entry == Entry.RUNNING for game in data.games)
    return score_sheets.ScoreSheet(
        frame=frame(round_.tournament, now=now, round_=round_),
        table_number=table.number,
        seats=tuple(
            score_sheets.SeatLine(position=seat.position, person=person(seat.participant) if seat.participant else None)
            for seat in _last_holders(data.seats)
        ),
        games=round_.games(size=table.size),
        mandatory_solos=round_.mandatory_solos * table.size,
        minutes=round_.minutes(size=table.size),
        form=score_sheets.Form(round_.form),
        room=table.room,
        code=write_code(SheetCode(round=round_.number, table=table.number, print_version=table.print_version)),
        cells=score_sheets.Cells.RUNNING if running else score_sheets.Cells.POINTS,
        rows=rows,
        totals=_known(found) if typed and not rows else (),
        penalties=_penalty_words(found) if typed else (),
        extra_minutes=_minutes(given) or None,
        extra_reasons=tuple(dict.fromkeys(extension.reason for extension in given)),
        note=_note(table, data.seats) if typed else "",
    )


def _rows(found: Assessment) -> tuple[score_sheets.Row, ...]:
    judged = found.judgement
    rows = []
    for place, game in enumerate(found.data.games):
        points = _cells(found, place)
        rows.append(
            score_sheets.Row(
                number=_printed_number(game),
                points=points,
                value=_value(judged.row_points[place] or ()),
                winners=tuple(seat for seat, value in enumerate(points, start=1) if value and value > 0),
                dealer=judged.dealers[place],
                mandatory=bool(judged.mandatory[place]) and game.number > RUBRIC
                if found.data.round.form == Form.RUBRIC
                else bool(judged.mandatory[place]),
                struck=game.kind in UNPLAYED,
                label=str(SHORT_KINDS.get(game.kind, "")),
            )
        )
    return tuple(rows)


def _cells(found: Assessment, place: int) -> tuple[int | None, ...]:
    """The points of a row with its penalties, None for who sat out; empty for a row without a result."""
    points = found.judgement.row_totals[place]
    if points is None or found.data.games[place].kind in UNPLAYED:
        return ()
    sits_out = found.judgement.sits_out[place]
    return tuple(None if seat == sits_out and not value else value for seat, value in enumerate(points, start=1))


def _value(points: Iterable[int | None]) -> int | None:
    """The value of a game: what an opponent of a soloist, or everybody in a game of two against two, has."""
    found = [abs(value) for value in points if value]
    return min(found) if found else None


def _printed_number(game: Game) -> int:
    return game.number - RUBRIC if game.number > RUBRIC else game.number


def _last_holders(seats: Iterable[Seat]) -> list[Seat]:
    last: dict[int, Seat] = {}
    for seat in seats:
        last[seat.position] = seat
    return list(last.values())


def _earlier_holders(seats: Iterable[Seat]) -> dict[int, str]:
    """Who held a position before the one who holds it now, in words, by position."""
    by_position: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_position[seat.position].append(seat)
    words = {
        position: ", ".join(
            _("until game %(game)s: %(name)s")
            % {"game": after.from_game - 1, "name": f"{seat.participant.name} ({seat.participant.number})"}
            for seat, after in pairwise(held)
            if seat.participant is not None
        )
        for position, held in by_position.items()
    }
    return {position: holders for position, holders in words.items() if holders}


def _note(table: Table, seats: Iterable[Seat]) -> str:
    """What the head of a sheet says beside its particulars: the note, and who held a seat before."""
    earlier = [
        _("seat %(position)s %(holders)s") % {"position": position, "holders": holders}
        for position, holders in sorted(_earlier_holders(seats).items())
    ]
    return "; ".join(text for text in (table.note, *earlier) if text)


def _known(found: Assessment) -> tuple[int, ...]:
    """The totals, empty while one is not known."""
    totals = found.totals
    return () if any(total is None for total in totals) else tuple(total or 0 for total in totals)


def _penalty_words(found: Assessment) -> tuple[str, ...]:
    words = []
    for penalty in found.data.penalties:
        game = penalty.incident.game_number
        where = _("game %(number)s") % {"number": game} if game else _("no game named")
        words.append(f"{penalty.participant.name}: {penalty.points:+d} ({where})".replace("-", "−"))
    return tuple(words)


def _result(found: Assessment) -> round_results.TableResult:
    data = found.data
    total = sum(value or 0 for value in found.totals) if _known(found) else 0
    return round_results.TableResult(
        table_number=data.table.number,
        lines=tuple(_lines_by_holder(found) if data.changes_hands else _lines_by_seat(found)),
        room=data.table.room,
        state="" if found.state is State.CONFIRMED else str(SHEET_STATES[found.state.value]),
        note=_("The points sum to %(sum)s.") % {"sum": f"{total:+d}".replace("-", "−")} if total else "",
    )


def _lines_by_seat(found: Assessment) -> Iterator[round_results.ResultLine]:
    solos = _solos_of(found)
    for seat in found.data.seats:
        yield round_results.ResultLine(
            position=seat.position,
            person=person(seat.participant) if seat.participant else Person(number=None, surname="–"),
            points=found.totals[seat.position - 1],
            mandatory_solos=solos[seat.position - 1] if found.data.round.mandatory_solos else None,
        )


def _lines_by_holder(found: Assessment) -> Iterator[round_results.ResultLine]:
    """Everybody who held a seat with what he takes from the sheet, at the seat he held last."""
    known = bool(_known(found))
    shares = {share.participant_id: share for share in shares_of(found.data, found.judgement)}
    last = {seat.participant_id: seat for seat in found.data.seats if seat.participant is not None}
    for seat in sorted(last.values(), key=lambda seat: (seat.position, seat.from_game)):
        if seat.participant is None:
            continue
        share = shares[seat.participant.pk]
        yield round_results.ResultLine(
            position=seat.position,
            person=person(seat.participant),
            points=share.points if known else None,
            mandatory_solos=share.solos_played if known and found.data.round.mandatory_solos else None,
            note=_("from game %(game)s") % {"game": seat.from_game} if seat.from_game > 1 else "",
        )


def _solos_of(found: Assessment) -> tuple[int | None, ...]:
    """Mandatory solos played per position; None where nothing was typed."""
    size = found.data.table.size
    if not found.begun:
        return (None,) * size
    if found.data.depth == Depth.TOTALS:
        return tuple(
            sum(seat.solos or 0 for seat in found.data.seats if seat.position == position)
            for position in range(1, size + 1)
        )
    judged = found.judgement
    played = Counter(soloist for soloist, owed in zip(judged.soloists, judged.mandatory, strict=True) if owed)
    return tuple(played[position] for position in range(1, size + 1))


def _table_line(found: Assessment, *, given: Sequence[Extension]) -> TableLine:
    data = found.data
    rows = data.depth != Depth.TOTALS
    played = _solos_of(found)
    return TableLine(
        round_number=data.round.number,
        table_number=data.table.number,
        persons=tuple(
            person(seat.participant) if seat.participant else Person(number=None, surname="–")
            for seat in _last_holders(data.seats)
        ),
        totals=_known(found) if found.begun else (),
        games=tuple(_game_line(found, place) for place in range(len(data.games))) if rows else (),
        mandatory_solos=tuple(count or 0 for count in played) if not rows and None not in played else (),
        state=str(SHEET_STATES[found.state.value]),
        room=data.table.room,
        extra_minutes=_minutes(given),
        note=data.table.note,
        seat_notes=_earlier_holders(data.seats),
    )


def _game_line(found: Assessment, place: int) -> GameLine:
    game, judged = found.data.games[place], found.judgement
    points, soloist = _cells(found, place), judged.soloists[place]
    held = holder(found.data.seats, position=soloist, game=place_of(game)) if soloist is not None else None
    printed = _printed_number(game)
    return GameLine(
        number=_("S%(number)s") % {"number": printed} if game.number > RUBRIC else printed,
        kind=str(KINDS.get(game.kind, "")),
        points=points or (None,) * found.data.table.size,
        dealer=judged.dealers[place],
        soloist=soloist,
        soloist_person=person(held.participant) if held is not None and held.participant is not None else None,
        mandatory=bool(judged.mandatory[place]),
        struck=game.kind in UNPLAYED,
        value=_value(judged.row_points[place] or ()),
    )


def _solo_count(points: Sequence[int]) -> solos.SoloCount:
    return solos.SoloCount(played=len(points), won=sum(value > 0 for value in points), points=sum(points))


def _extensions(tables: Iterable[Table]) -> Mapping[int, list[Extension]]:
    """The extra minutes of the tables by their keys, earliest first."""
    given: dict[int, list[Extension]] = defaultdict(list)
    for extension in Extension.objects.filter(table__in=list(tables)).order_by("given_at", "pk"):
        given[extension.table_id].append(extension)
    return given


def _minutes(given: Sequence[Extension]) -> int:
    return sum(extension.minutes for extension in given)
