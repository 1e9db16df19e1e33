"""Drawing rounds: everybody sits once, the draw can be repeated, nothing is saved twice or against another field."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_participants, make_round, make_tournament
from tests.services.test_rounds import refusal, seats_of
from tournament.draw.values import Rest
from tournament.models import ApartWish, Attendance, JournalEntry, Participant, Presence, Round, Table
from tournament.queries.drafts import quality
from tournament.queries.rounds import present, seating
from tournament.services import searches
from tournament.services.draws import draw_round, exported, planned_draw, save_draw, task_for
from tournament.services.participants import withdraw_participant
from tournament.services.rounds import create_round, mark_away, publish_round
from tournament.services.seats import swap_seats
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


def prepared(players: int, **settings) -> Round:
    """Round 1 of a new tournament with so many players here."""
    tournament = make_tournament(**settings)
    make_participants(tournament, players)
    return create_round(tournament=tournament, by=make_actor(tournament), now=NOW)


def drawn(round_: Round, **options) -> Round:
    return draw_round(round_=round_, by=make_actor(round_.tournament), now=NOW, **{"seed": 4711, **options})


def next_round(round_: Round) -> Round:
    """The round after a drawn one, prepared."""
    director = make_actor(round_.tournament)
    publish_round(round_=round_, by=director, now=NOW)
    return create_round(tournament=round_.tournament, by=director, now=NOW)


def replayed(file: dict, folder) -> str:
    """What `manage.py plan --replay` says to an exported draw."""
    path = folder / "draw.json"
    path.write_text(json.dumps(file), encoding="utf-8")
    said = StringIO()
    call_command("plan", replay=path, stdout=said)
    return said.getvalue().strip()


def numbers_seated(round_: Round) -> list[int]:
    return sorted(number for table in seats_of(round_) for number in table)


def test_draw_seats_everybody_once():
    round_ = drawn(prepared(21))

    assert numbers_seated(round_) == list(range(1, 22))
    assert sorted(len(table) for table in seats_of(round_)) == [4, 4, 4, 4, 5]
    assert [table.table.number for table in seating(round_).tables] == [1, 2, 3, 4, 5]


def test_draw_is_in_the_journal_with_its_number_and_can_be_taken_back():
    round_ = drawn(prepared(8), seed=1234, seed_text="Lotto 1 2 3 4")
    entry = JournalEntry.objects.latest("number")

    undo(entry=entry, by=make_actor(round_.tournament), now=NOW)

    assert (entry.what, entry.params["seed"], entry.params["attempt"]) == ("round_drawn", "Lotto 1 2 3 4", 1)
    round_.refresh_from_db()
    assert (seats_of(round_), round_.drawn_at, round_.draw_attempt) == ([], None, 0)


def test_redraw_taken_back_brings_the_first_draw_back():
    round_ = drawn(prepared(12))
    before = seats_of(round_)
    drawn(Round.objects.get(), seed=99)
    changed = seats_of(round_)

    undo(entry=JournalEntry.objects.latest("number"), by=make_actor(round_.tournament), now=NOW)

    assert changed != before
    assert seats_of(round_) == before


def test_same_number_gives_the_same_seats_in_another_tournament():
    first, second = drawn(prepared(20)), drawn(prepared(20))

    assert seats_of(first) == seats_of(second)


def test_exported_draw_is_identical_when_repeated(tmp_path):
    round_ = next_round(drawn(prepared(17)))
    drawn(round_, seed=5)

    file = exported(Round.objects.get(number=2))

    assert replayed(file, tmp_path) == "identical"
    assert "Äpfel" not in str(file)


def test_exported_draw_with_another_number_is_not_identical(tmp_path):
    round_ = drawn(prepared(17))

    file = exported(round_)

    with pytest.raises(SystemExit):
        replayed({**file, "seed": 6}, tmp_path)
    assert replayed(file, tmp_path) == "identical"


def test_sixteen_players_meet_nobody_twice_in_five_rounds():
    round_ = prepared(16, rounds=5)
    met: list[frozenset[int]] = []

    for number in range(1, 6):
        round_ = drawn(round_, seed=number)
        met += [frozenset((a, b)) for table in seats_of(round_) for a in table for b in table if a < b]
        if number < 5:
            round_ = next_round(round_)

    assert len(set(met)) == len(met) == 5 * 24


def test_number_that_cannot_be_seated_is_refused_with_the_ways_out():
    round_ = prepared(22, fives="never")

    with pytest.raises(RuleError) as error:
        drawn(round_)

    (problem,) = error.value.problems
    assert (problem.code, problem.params["n"], problem.params["left_over"]) == ("field_cannot_be_seated", 22, 2)
    assert problem.params["ways_out"] == ("allow_fives", "fillers", "sit_out", "waiting_list")
    assert (seats_of(round_), Round.objects.get().drawn_at) == ([], None)


def test_last_registered_wait_if_the_director_says_so():
    round_ = drawn(prepared(22, fives="never"), rest=Rest.WAITING_LIST)

    assert numbers_seated(round_) == list(range(1, 21))
    assert list(Attendance.objects.order_by("participant__number").values_list("participant__number", "state")) == [
        (21, Presence.WAITING),
        (22, Presence.WAITING),
    ]


def test_filler_players_outside_the_ranking_complete_the_tables():
    round_ = drawn(prepared(10, fives="never"), rest=Rest.FILLER)

    assert numbers_seated(round_) == list(range(1, 13))
    fillers = Participant.objects.filter(filler=True).order_by("number")
    assert [(one.number, one.ranked, one.fee_state) for one in fillers] == [
        (11, False, "waived"),
        (12, False, "waived"),
    ]
    assert [person.number for person in present(round_)] == list(range(1, 11))


def test_filler_players_are_used_again_before_new_ones_come():
    round_ = next_round(drawn(prepared(10, fives="never"), rest=Rest.FILLER))

    drawn(round_, rest=Rest.FILLER)

    assert Participant.objects.filter(filler=True).count() == 2
    assert numbers_seated(round_) == list(range(1, 13))


def test_sit_outs_go_round_until_everybody_had_one():
    round_ = prepared(10, fives="never", rounds=5)

    for number in range(1, 6):
        round_ = drawn(round_, rest=Rest.SIT_OUT)
        if number < 5:
            round_ = next_round(round_)

    out = list(Attendance.objects.filter(state=Presence.SITS_OUT).values_list("participant__number", flat=True))
    assert sorted(out) == list(range(1, 11))


def test_only_those_present_are_drawn():
    tournament = make_tournament()
    people = make_participants(tournament, 10)
    make_participants(tournament, 1, checked_in=False)
    director = make_actor(tournament)
    withdraw_participant(participant=people[0], by=director, now=NOW)
    round_ = create_round(tournament=tournament, by=director, now=NOW)
    mark_away(round_=round_, participant=people[9], state=Presence.LATE, by=director, now=NOW)

    drawn(round_)

    assert numbers_seated(round_) == [2, 3, 4, 5, 6, 7, 8, 9]


def test_player_added_after_round_one_is_drawn_later_and_meets_nobody_twice():
    round_ = next_round(drawn(prepared(23, rounds=3)))
    make_participants(round_.tournament, 1)

    round_ = next_round(drawn(round_))
    drawn(round_)

    again = quality(round_, seating(round_)).again
    assert (24 in numbers_seated(round_), again) == (True, ())


def test_second_director_gets_the_draw_of_the_first():
    round_ = prepared(16)
    first, second = task_for(round_=round_, seed=1), task_for(round_=round_, seed=2)
    director = make_actor(round_.tournament)

    save_draw(round_=round_, found=searches.search(first), by=director, now=NOW)
    seats = seats_of(round_)
    kept = save_draw(round_=round_, found=searches.search(second), by=director, now=NOW)

    assert (kept.seed, seats_of(round_)) == (1, seats)
    assert JournalEntry.objects.filter(what="round_drawn").count() == 1


def test_draw_is_not_saved_if_somebody_came_meanwhile():
    round_ = prepared(16)
    found = searches.search(task_for(round_=round_, seed=1))
    make_participants(round_.tournament, 1)

    with pytest.raises(RuleError) as error:
        save_draw(round_=round_, found=found, by=make_actor(round_.tournament), now=NOW)

    assert refusal(error) == [("draw_field_changed", {"round": 1})]
    assert seats_of(round_) == []


def test_kept_tables_stay_and_the_rest_is_drawn():
    round_ = drawn(prepared(16))
    before = seats_of(round_)

    drawn(Round.objects.get(), seed=77, kept=[2, 3])

    after = seats_of(round_)
    assert (after[1], after[2]) == (before[1], before[2])
    assert (after[0], after[3]) != (before[0], before[3])
    assert numbers_seated(round_) == list(range(1, 17))


def test_published_round_is_not_drawn_again():
    round_ = drawn(prepared(8))
    publish_round(round_=round_, by=make_actor(round_.tournament), now=NOW)

    with pytest.raises(RuleError) as error:
        drawn(round_)

    assert refusal(error) == [("round_published", {"round": 1})]


def test_strict_wish_that_cannot_be_kept_is_named_and_nothing_is_saved():
    round_ = prepared(4)
    first, second = Participant.objects.order_by("number")[:2]
    ApartWish.objects.create(tournament=round_.tournament, first=first, second=second, strict=True)

    with pytest.raises(RuleError) as error:
        drawn(round_)

    assert [(p.code, p.params["first"], p.params["second"]) for p in error.value.problems] == [
        ("strict_pair_unmet", 1, 2)
    ]
    assert seats_of(round_) == []


def test_tables_carry_their_rooms_and_left_out_numbers_are_not_used():
    rooms = [{"room": "Saal", "first": 1, "last": 2}, {"room": "Klub", "first": 3, "last": 6}]
    round_ = drawn(prepared(12, rooms=rooms, tables_left_out=[2]))

    assert [(table.table.number, table.table.room) for table in seating(round_).tables] == [
        (1, "Saal"),
        (3, "Klub"),
        (4, "Klub"),
    ]


def test_draw_by_result_refuses_while_sheets_are_open_and_names_them():
    round_ = next_round(drawn(prepared(8, draw_mode="standings", open_sheets="refuse")))

    with pytest.raises(RuleError) as error:
        drawn(round_, despite_open=True)

    assert refusal(error) == [("sheets_open", {"tables": ("1/1", "1/2")})]


def test_draw_by_result_with_open_sheets_goes_on_only_when_told_so_and_says_it():
    round_ = next_round(drawn(prepared(8, draw_mode="standings", open_sheets="warn")))
    Table.objects.filter(number=1).update(confirmed_at=NOW)

    with pytest.raises(RuleError) as error:
        drawn(round_)
    drawn(round_, despite_open=True)

    assert refusal(error) == [("sheets_open_warning", {"tables": ("1/2",)})]
    entry = JournalEntry.objects.latest("number")
    assert (entry.what, entry.params["tables"]) == ("round_drawn_by_standings", ["1/2"])


def test_draw_by_lot_is_never_held_up_by_an_open_sheet():
    round_ = next_round(drawn(prepared(8, open_sheets="refuse")))

    drawn(round_)

    assert numbers_seated(round_) == list(range(1, 9))


def test_first_round_by_standings_is_drawn_by_lot():
    round_ = drawn(prepared(8, draw_mode="standings", open_sheets="refuse"))

    assert numbers_seated(round_) == list(range(1, 9))


def test_whole_plan_fixed_before_round_one_is_followed_and_repeats(tmp_path):
    round_ = drawn(prepared(16, rounds=3, plan_fixed=True))
    plan = round_.draw_report["plan"]
    second = next_round(round_)

    found = planned_draw(second, task_for(round_=second, seed=1))
    save_draw(round_=second, found=found, by=make_actor(round_.tournament), now=NOW + timedelta(hours=2))

    assert len(plan) == 2
    assert seats_of(second) == [table["players"] for table in plan[0]]
    assert replayed(exported(Round.objects.get(number=2)), tmp_path) == "identical"


def test_fixed_plan_does_not_hold_once_the_field_changed():
    round_ = drawn(prepared(16, rounds=3, plan_fixed=True))
    second = next_round(round_)
    make_participants(round_.tournament, 1)

    assert planned_draw(second, task_for(round_=second, seed=1)) is None


def test_swap_after_the_draw_shows_in_the_figures():
    first_round = drawn(prepared(16))
    round_ = next_round(first_round)
    drawn(round_)
    before = quality(round_, seating(round_)).again
    one, other = seats_of(round_)[:2]
    first = one[0]
    (old_table,) = (table for table in seats_of(first_round) if first in table)
    second = next(number for number in other if number not in old_table)

    swap_seats(round_=round_, first=first, second=second, by=make_actor(round_.tournament), now=NOW)

    assert before == ()
    assert len(quality(round_, seating(round_)).again) == 2


def test_history_is_what_was_really_played():
    round_ = make_round(make_tournament(), seats=None, players=16)
    second = create_round(tournament=round_.tournament, by=make_actor(round_.tournament), now=NOW)

    task = task_for(round_=second, seed=1)

    assert [table.players for table in task.history.rounds[0].tables] == [
        (1, 2, 3, 4),
        (5, 6, 7, 8),
        (9, 10, 11, 12),
        (13, 14, 15, 16),
    ]


def test_groups_of_teams_play_among_themselves_and_meet_other_teams_next_time():
    tournament = make_tournament(draw_mode="groups", draw_number=4, rounds=2)
    people = make_participants(tournament, 32)
    for person in people:
        Participant.objects.filter(pk=person.pk).update(team=f"Team {(person.number - 1) // 4 + 1}")
    round_ = drawn(create_round(tournament=tournament, by=make_actor(tournament), now=NOW))
    first = teams_together(round_)

    second = teams_together(drawn(next_round(round_)))

    assert [len(group) for group in first] == [4, 4]
    assert [len(one & other) for one in first for other in second] == [2, 2, 2, 2]
    assert quality(round_, seating(round_)).unmet == ()


def teams_together(round_: Round) -> list[set[int]]:
    """The teams (by number) that share tables with each other, group by group."""
    groups: list[set[int]] = []
    for table in seats_of(round_):
        teams = {(number - 1) // 4 + 1 for number in table}
        shared = [group for group in groups if group & teams]
        groups = [group for group in groups if not group & teams] + [teams.union(*shared)]
    return groups
