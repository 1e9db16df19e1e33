"""What a draw is made from: who is present, what was really played, what is wished, as values of `tournament.draw`.

input     entrants, history and settings of one draw: the same input and seed give the same seating
by result a draw that needs the results of the rounds before: by standings, best of each table, movement, final
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.draw import report
from tournament.draw.chance import generator, shuffle
from tournament.draw.values import (
    ALL_ROUNDS,
    OPEN_SEAT,
    WISHES,
    Apart,
    Entrant,
    Fives,
    History,
    Mode,
    PlayedRound,
    Report,
    Rest,
    Settings,
    TablePlace,
    TablePlan,
    Wish,
)
from tournament.draw_json import from_plain
from tournament.models import ApartWish, Attendance, DrawMode, Participant, Presence, Round, Seat, Tournament
from tournament.models.rounds import DRAW_JSON
from tournament.queries import rounds as queries
from tournament.queries.standings import standings

BY_RESULT = frozenset({DrawMode.STANDINGS, DrawMode.TOP, DrawMode.MOVEMENT, DrawMode.FINAL})
TEAMS_OF_A_GROUP = 4
_ALLOTMENTS = 200
_WISHES = {"fives": Wish.TURNS, "apart": Wish.APART, "seats": Wish.SEATS, "tables": Wish.TABLES}


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInput:
    """Everything a draw depends on, the seed apart."""

    entrants: tuple[Entrant, ...]
    history: History
    settings: Settings


def draw_input(round_: Round, *, rest: Rest | None = None, kept: Iterable[int] = ()) -> DrawInput:
    """The input of a draw of this round. `rest` is what becomes of people left over (None: refuse), `kept` the numbers
    of tables of the draft that stay.

    Seven queries for any number of players; the standings' own besides for a draw by result.
    """
    numbers = numbers_of(round_.tournament)
    return _input(round_, queries.present(round_), numbers, rest=rest, kept=_kept(round_, kept, numbers))


def seated_input(round_: Round, seating: queries.Seating, also: Iterable[Participant] = ()) -> DrawInput:
    """The input a seating is judged by: those who sit (also if they have left since), those present, and `also`."""
    sitting = [row.participant for row in seating.names]
    people = {person.pk: person for person in (*sitting, *also) if not person.filler}
    people |= {person.pk: person for person in queries.present(round_)}
    in_order = sorted(people.values(), key=lambda person: person.number)
    rest = (round_.draw_input or {}).get("settings", {}).get("rest")
    return _input(round_, in_order, numbers_of(round_.tournament), rest=Rest(rest) if rest else None, kept=())


def rest_before(round_: Round) -> str:
    """What was last decided for people left over, in this round or the one before; empty: nothing yet. One query."""
    drawn = Round.objects.filter(
        tournament_id=round_.tournament_id, number__in=(round_.number - 1, round_.number), draw_input__isnull=False
    ).order_by("-number")
    newest = drawn.values_list("draw_input", flat=True).first()
    return (newest or {}).get("settings", {}).get("rest") or ""


def report_of(tables: Sequence[TablePlan], given: DrawInput, *, sitting_out: Sequence[int] = ()) -> Report:
    """The quality of tables. No query."""
    return report(
        tables=tuple(tables),
        entrants=given.entrants,
        history=given.history,
        settings=given.settings,
        sitting_out=tuple(sitting_out),
    )


def sitting_out(seating: queries.Seating) -> tuple[int, ...]:
    """Who sits a round out in turn (not: who waits for a place). No query."""
    return tuple(sorted(row.participant.number for row in seating.resting if row.state == Presence.SITS_OUT))


def _input(
    round_: Round,
    people: Sequence[Participant],
    numbers: dict[int, int],
    *,
    rest: Rest | None,
    kept: tuple[TablePlan, ...],
) -> DrawInput:
    mode = mode_of(round_)
    places = _places(round_) if mode in BY_RESULT else {}
    ranks = _ranks(round_) if mode in BY_RESULT else {}
    substituted = dict(
        Attendance.objects.filter(round=round_, state=Presence.SUBSTITUTE).values_list(
            "participant_id", "substitute_for_id"
        )
    )
    order = {person.pk: place for place, person in enumerate(sorted(people, key=_registered), start=1)}
    played = history(round_, numbers)
    groups = team_groups(round_, people, played) if mode == DrawMode.GROUPS else {}
    entrants = tuple(
        Entrant(
            id=person.number,
            club=person.club.name if person.club else None,
            team=person.team or None,
            group=groups.get(person.team),
            rank=ranks.get(substituted.get(person.pk) or person.pk, len(ranks) + order[person.pk])
            if mode in BY_RESULT
            else None,
            place=places.get(person.pk),
            fixed_position=person.fixed_position,
            fixed_table=person.fixed_table,
            registered=order[person.pk],
        )
        for person in people
    )
    return DrawInput(
        entrants=entrants,
        history=played,
        settings=_settings(round_, mode=mode, people=people, rest=rest, kept=kept),
    )


def team_groups(round_: Round, people: Sequence[Participant], played: History) -> dict[str, str]:
    """The group of each team in a round of groups, "1", "2" …: at least as many teams to a group as the round's number
    says (none: four). Of many allotments by chance the one in which the fewest teams meet again. No query.

    Another draw of the round makes other groups.
    """
    teams = sorted({person.team for person in people if person.team})
    groups = max(1, len(teams) // (round_.draw_number or TEAMS_OF_A_GROUP))
    team_of = {person.number: person.team for person in people}
    met: Counter[frozenset[str]] = Counter()
    for one in played.rounds:
        for table in one.tables:
            here = {team_of[number] for number in table.players if team_of.get(number)}
            met.update(frozenset(pair) for pair in combinations(sorted(here), 2))
    best: tuple[int, list[list[str]]] | None = None
    for attempt in range(_ALLOTMENTS):
        order = teams[:]
        shuffle(order, generator("groups", round_.number, round_.draw_attempt, attempt))
        dealt = [order[place::groups] for place in range(groups)]
        again = sum(met[frozenset(pair)] for group in dealt for pair in combinations(group, 2))
        if best is None or again < best[0]:
            best = (again, dealt)
    return {team: str(place) for place, group in enumerate(best[1] if best else (), start=1) for team in group}


def mode_of(round_: Round) -> DrawMode:
    """How the round is drawn: one that was seated by hand is drawn by lot, as is round 1, which has no results."""
    mode = DrawMode(round_.draw_mode)
    if mode == DrawMode.HAND or (round_.number == 1 and mode in BY_RESULT):
        return DrawMode.RANDOM
    return mode


def numbers_of(tournament: Tournament) -> dict[int, int]:
    """The number of the draw by participant's key: the start number, fillers −1, −2 … One query."""
    return {person.pk: number for number, person in sorted(queries.people_of(tournament).items(), reverse=True)}


def history(round_: Round, numbers: dict[int, int]) -> History:
    """What was really played before a round, and the rest of the plan that came with the last draw. Three queries."""
    played = list(
        Round.objects.filter(
            tournament_id=round_.tournament_id, number__lt=round_.number, published_at__isnull=False
        ).order_by("number")
    )
    by_table: dict[int, dict[int, list[Seat]]] = defaultdict(lambda: defaultdict(list))
    for seat in (
        Seat.objects.filter(round__in=played)
        .select_related("table", "round")
        .defer(*DRAW_JSON)
        .order_by("table__number", "position", "from_game")
    ):
        by_table[seat.round_id][seat.table_id].append(seat)
    resting: dict[int, list[int]] = defaultdict(list)
    for attendance in Attendance.objects.filter(round__in=played, state=Presence.SITS_OUT):
        resting[attendance.round_id].append(numbers[attendance.participant_id])
    rounds = tuple(
        PlayedRound(
            tables=tuple(_table_plan(seats, numbers) for seats in by_table[one.pk].values()),
            sitting_out=tuple(sorted(resting[one.pk])),
        )
        for one in played
    )
    # A second draw of the same round is to be another one: it must not follow the plan again.
    plan = planned_rounds(played[-1]) if played and not round_.draw_attempt else ()
    return History(rounds=rounds, plan=plan)


def planned_rounds(round_: Round) -> tuple[tuple[TablePlan, ...], ...]:
    """The rest of the plan that came with the draw of a round, round by round. No query."""
    return from_plain(tuple[tuple[TablePlan, ...], ...], (round_.draw_report or {}).get("plan", []))


def table_plans(seating: queries.Seating, numbers: dict[int, int]) -> tuple[TablePlan, ...]:
    """The tables of a round as the draw reads them, for reports, swaps and repairs. No query."""
    return tuple(_table_plan((*table.earlier, *table.seats), numbers) for table in seating.tables)


def _table_plan(seats: Sequence[Seat], numbers: dict[int, int]) -> TablePlan:
    first: dict[int, int] = {}
    joined: list[tuple[int, int]] = []
    for seat in sorted(seats, key=lambda seat: (seat.position, seat.from_game)):
        number = _open_seat(seat) if seat.participant_id is None else numbers[seat.participant_id]
        if seat.position not in first:
            first[seat.position] = number
        elif seat.participant_id is not None:
            joined.append((seat.position, number))
    table = seats[0].table
    return TablePlan(number=table.number, players=tuple(first.values()), room=table.room, joined=tuple(joined))


def _open_seat(seat: Seat) -> int:
    return OPEN_SEAT - 10_000 * seat.round.number - 10 * seat.table.number - seat.position


def _settings(
    round_: Round, *, mode: DrawMode, people: Sequence[Participant], rest: Rest | None, kept: tuple[TablePlan, ...]
) -> Settings:
    tournament = round_.tournament
    here = {person.pk: person.number for person in people}
    wishes = [_WISHES[word] for word in tournament.wish_order if word in _WISHES]
    wanted = ApartWish.objects.filter(tournament=tournament, first__in=here, second__in=here)
    return Settings(
        rounds=max(tournament.rounds, round_.number),
        fives=Fives(round_.fives),
        fives_number=round_.fives_number,
        rest=rest,
        mode=Mode(mode.value),
        number=round_.draw_number,
        wishes=(*wishes, *(wish for wish in WISHES if wish not in wishes)),
        apart=tuple(
            sorted(
                (
                    Apart(
                        first=min(here[wish.first_id], here[wish.second_id]),
                        second=max(here[wish.first_id], here[wish.second_id]),
                        strict=wish.strict,
                        rounds=wish.rounds,
                    )
                    for wish in wanted
                ),
                key=lambda apart: (apart.first, apart.second, apart.strict, apart.rounds),
            )
        ),
        club_rounds=min(round_.apart_rounds, ALL_ROUNDS),
        team_rounds=min(round_.apart_rounds, ALL_ROUNDS),
        places=tuple(
            TablePlace(number=number, room=room["room"])
            for room in round_.rooms
            for number in range(room["first"], room["last"] + 1)
        ),
        left_out=tuple(sorted(round_.tables_left_out)),
        kept=kept,
    )


def _kept(round_: Round, kept: Iterable[int], numbers: dict[int, int]) -> tuple[TablePlan, ...]:
    wanted = set(kept)
    if not wanted:
        return ()
    return tuple(plan for plan in table_plans(queries.seating(round_), numbers) if plan.number in wanted)


def _ranks(round_: Round) -> dict[int, int]:
    """Places in the standings before a round, by participant's key; equal ranks go by start number.

    People without a rank of their own stay where the list shows them.
    """
    rows = standings(round_.tournament, up_to=round_.number - 1)
    first_of_rank: dict[int, int] = {}
    for place, row in enumerate(rows):
        if row.rank is not None:
            first_of_rank.setdefault(row.rank, place)
    keyed = [
        (place if row.rank is None else first_of_rank[row.rank], row.participant.number, row.participant.pk)
        for place, row in enumerate(rows)
    ]
    return {key: rank for rank, (_place, _number, key) in enumerate(sorted(keyed), start=1)}


def _places(round_: Round) -> dict[int, int]:
    """The place at the last table, 1 = best, by participant's key; equal points go by the standings."""
    rows = standings(round_.tournament, up_to=round_.number - 1)
    tables: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for place, row in enumerate(rows):
        score = row.scores[-1] if row.scores else None
        if score is not None and score.table is not None:
            tables[score.table].append((-(score.points or 0), place, row.participant.pk))
    return {key: place for table in tables.values() for place, (_, _, key) in enumerate(sorted(table), start=1)}


def _registered(person: Participant) -> tuple[object, int]:
    return person.registered_at, person.number
