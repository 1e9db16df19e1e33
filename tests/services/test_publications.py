"""Publishing, posting, making final; ties; closing and opening again."""

from datetime import timedelta

import pytest

from scoring.errors import RuleError
from tests.builders import NOW, make_actor, make_round, make_tournament, tables_of, type_totals
from tournament.models import JournalEntry, Participant, Publication, TieDecision, Tournament
from tournament.queries.publications import changes, people, restored
from tournament.queries.standings import listed, standings
from tournament.queries.wall import prize_ties, wall
from tournament.services.corrections import correct_sheet
from tournament.services.publications import (
    close_tournament,
    draw_lot,
    enter_play_off,
    finalise_standings,
    lot_order,
    post_standings,
    publish_standings,
    reopen_tournament,
    withdraw_tie_decision,
)
from tournament.services.rounds import create_round
from tournament.services.sheets import TypedSeat
from tournament.services.undo import undo

pytestmark = pytest.mark.django_db


class Evening:
    """One round at two tables of four; the sheet of table 2 is typed by `type_last`."""

    def __init__(self, **values):
        self.tournament = make_tournament(check_parity="off", **values)
        self.by = make_actor(self.tournament)
        self.round = make_round(self.tournament, players=8, by=self.by)
        self.tables = tables_of(self.round)
        type_totals(self.tables[1], [10, 4, 4, -18], by=self.by)

    def type_last(self, totals=(10, 3, -6, -7)):
        type_totals(self.tables[2], list(totals), by=self.by)
        return self

    def now(self):
        return Tournament.objects.get(pk=self.tournament.pk)

    def post(self, minutes=15, at=NOW):
        return post_standings(round_=self.round, minutes=minutes, by=self.by, now=at)

    def final(self, at=NOW, **values):
        names = {"director_name": "Ilse Uhl", "referee_name": "R. Echt", **values}
        return finalise_standings(round_=self.round, by=self.by, now=at, **names)

    def person(self, number):
        return Participant.objects.get(tournament=self.tournament, number=number)

    def ranks(self):
        return {row.participant.number: row.rank for row in standings(self.now())}


def refused(call, *args, **values):
    with pytest.raises(RuleError) as refusal:
        call(*args, **values)
    return [problem.code for problem in refusal.value.problems]


def test_open_sheet_keeps_the_list_from_being_posted_and_names_its_table():
    evening = Evening()

    with pytest.raises(RuleError) as refusal:
        evening.post()

    assert [(p.code, p.params) for p in refusal.value.problems] == [("standings_open", {"round": 1, "tables": (2,)})]
    assert refused(publish_standings, round_=evening.round, by=evening.by, now=NOW) == ["standings_open"]
    assert Publication.objects.filter(kind="standings").count() == 0


def test_provisional_list_says_which_tables_were_open():
    evening = Evening()

    publish_standings(round_=evening.round, by=evening.by, now=NOW, although_open=True)

    found = Publication.objects.get(kind="standings")
    assert (found.state, found.published_by, found.rows["columns"]) == (
        "provisional",
        evening.by.user,
        [{"number": 1, "counts": True, "open_tables": [2]}],
    )


def test_list_goes_from_posted_to_final_with_both_names_and_old_lists_stay():
    evening = Evening().type_last()

    evening.post(minutes=15)
    early = refused(evening.final, at=NOW + timedelta(minutes=14))
    evening.final(at=NOW + timedelta(minutes=15))

    assert early == ["objections_running"]
    assert [
        (p.state, p.objections_until, p.director_name, p.referee_name)
        for p in Publication.objects.filter(kind="standings").order_by("pk")
    ] == [
        ("posted", NOW + timedelta(minutes=15), "", ""),
        ("final", NOW + timedelta(minutes=15), "Ilse Uhl", "R. Echt"),
    ]


def test_final_before_the_time_needs_a_reason_and_always_a_director():
    evening = Evening().type_last()
    not_posted = refused(evening.final)
    evening.post()

    without_name = refused(evening.final, director_name=" ")
    evening.final(reason="Niemand hat einen Einwand")

    assert (not_posted, without_name) == (["standings_not_posted"], ["director_missing", "objections_running"])
    assert JournalEntry.objects.get(what="standings_final").reason == "Niemand hat einen Einwand"


def test_correction_after_posting_is_shown_and_asks_for_a_new_posting():
    evening = Evening().type_last()
    posted = evening.post()
    table = evening.tables[2]
    table.refresh_from_db()

    correct_sheet(
        table=table,
        version=table.version,
        reason="Vorzeichen",
        seats=[TypedSeat(position=p, total=t) for p, t in enumerate((10, -3, 0, -7), start=1)],
        by=evening.by,
        now=NOW,
    )

    shown = wall(evening.now())
    assert [(c.participant.number, c.rounds, c.before.rank, c.after.rank) for c in shown.changes] == [
        (7, [(1, -6, 0)], 6, 5),
        (6, [(1, 3, -3)], 5, 6),
    ]
    assert refused(evening.final, at=NOW + timedelta(hours=1)) == ["standings_changed"]
    again = evening.post()
    everybody = people(evening.tournament)
    assert changes(restored(posted, people=everybody), restored(again, people=everybody))
    assert posted.rows == Publication.objects.get(pk=posted.pk).rows
    assert wall(evening.now()).changes == ()


def test_document_is_read_back_as_it_was_written():
    evening = Evening(tie_breaks=["best_round"]).type_last()
    live = listed(evening.now())

    found = restored(evening.post(), people=people(evening.tournament))

    assert (found.columns, found.rows) == (live.columns, live.rows)


def test_seating_that_is_no_draft_any_more_is_asked_for():
    evening = Evening().type_last()
    draft = create_round(tournament=evening.tournament, by=evening.by, now=NOW)

    assert refused(post_standings, round_=draft, minutes=5, by=evening.by, now=NOW) == ["standings_round_unpublished"]


def test_play_off_parts_the_tied_and_is_named_in_the_list():
    evening = Evening().type_last()
    assert [(tie.rank, [p.number for p in tie.participants]) for tie in listed(evening.now()).ties] == [
        (1, [1, 5]),
        (3, [2, 3]),
    ]

    enter_play_off(
        tournament=evening.tournament,
        order=[evening.person(5), evening.person(1)],
        reason="Vier Spiele",
        by=evening.by,
        now=NOW,
    )

    rows = listed(evening.now())
    assert [(r.rank, r.participant.number, r.shared, str(r.criterion)) for r in rows.rows[:4]] == [
        (1, 5, False, "play_off"),
        (2, 1, False, "play_off"),
        (3, 2, True, ""),
        (3, 3, True, ""),
    ]
    assert [tie.rank for tie in rows.ties] == [3]


def test_lot_is_the_same_for_the_same_number_and_players():
    evening = Evening().type_last()
    tied = [evening.person(5), evening.person(1)]

    decision = draw_lot(tournament=evening.tournament, participants=tied, seed=4711, by=evening.by, now=NOW)

    order = [str(person.uuid) for person in lot_order(list(reversed(tied)), seed=4711)]
    assert decision.order == order
    assert [str(r.participant.uuid) for r in standings(evening.now())[:2]] == order
    entry = JournalEntry.objects.get(what="lot_drawn")
    assert entry.params == {"people_uuid": order, "seed": 4711}
    assert {tuple(p.number for p in lot_order(tied, seed=seed)) for seed in range(20)} == {(1, 5), (5, 1)}


def test_decision_asks_for_people_who_share_a_rank():
    evening = Evening().type_last()
    some = [evening.person(1), evening.person(2)]

    values = {"tournament": evening.tournament, "by": evening.by, "now": NOW}
    assert refused(enter_play_off, order=some, reason="x", **values) == ["tie_gone"]
    assert refused(draw_lot, participants=[evening.person(1)], seed=1, **values) == ["tie_gone"]
    assert refused(enter_play_off, order=[evening.person(5), evening.person(1)], reason=" ", **values) == [
        "reason_missing"
    ]


def test_decision_holds_only_for_those_it_ordered():
    evening = Evening().type_last()
    draw_lot(
        tournament=evening.tournament,
        participants=[evening.person(1), evening.person(5)],
        seed=1,
        by=evening.by,
        now=NOW,
    )
    table = evening.tables[1]
    table.refresh_from_db()

    correct_sheet(
        table=table,
        version=table.version,
        reason="Zahlendreher",
        seats=[TypedSeat(position=p, total=t) for p, t in enumerate((10, 10, -2, -18), start=1)],
        by=evening.by,
        now=NOW,
    )

    assert [(tie.rank, [p.number for p in tie.participants]) for tie in listed(evening.now()).ties] == [(1, [1, 2, 5])]


def test_decision_can_be_taken_back_with_a_reason_or_undone():
    evening = Evening().type_last()
    values = {"tournament": evening.tournament, "by": evening.by, "now": NOW}
    decision = draw_lot(participants=[evening.person(1), evening.person(5)], seed=1, **values)

    without = refused(withdraw_tie_decision, decision=decision, reason="", by=evening.by, now=NOW)
    withdraw_tie_decision(decision=decision, reason="Falsches Los", by=evening.by, now=NOW)
    withdrawn = evening.ranks()
    undo(entry=JournalEntry.objects.get(what="tie_decision_withdrawn"), by=evening.by, now=NOW)

    assert without == ["reason_missing"]
    assert (withdrawn[1], withdrawn[5]) == (1, 1)
    assert TieDecision.objects.get().order == decision.order
    assert sorted((evening.ranks()[1], evening.ranks()[5])) == [1, 2]


def test_old_decision_does_not_place_anybody_in_a_later_list():
    evening = Evening(rounds=2).type_last()
    draw_lot(
        tournament=evening.tournament,
        participants=[evening.person(1), evening.person(5)],
        seed=1,
        by=evening.by,
        now=NOW,
    )
    second = make_round(evening.tournament, seats=[[1, 2, 3, 4], [5, 6, 7, 8]], by=evening.by)
    type(second).objects.filter(pk=second.pk).update(published_at=NOW + timedelta(hours=1))
    tables = tables_of(second)
    for number in (1, 2):
        type_totals(tables[number], [3, 1, -2, -2], by=evening.by)

    later = listed(evening.now())

    assert [r.rank for r in later.rows[:2]] == [1, 1]
    assert [r.rank for r in listed(evening.now(), 1).rows[:2]] == [1, 2]


def test_ties_that_a_prize_hangs_on_are_those_at_the_top_of_a_complete_list():
    evening = Evening()
    while_open = prize_ties(evening.tournament, listed(evening.now()))

    evening.type_last((10, 3, 3, -16))

    assert while_open == ()
    assert [tie.rank for tie in prize_ties(evening.tournament, listed(evening.now()))] == [1, 3]
    assert [tie.rank for tie in listed(evening.now()).ties] == [1, 3, 5]


def test_closing_makes_a_backup_and_locks_everything_until_it_is_reopened(settings):
    evening = Evening().type_last()

    close_tournament(tournament=evening.tournament, by=evening.by, now=NOW)
    locked = refused(evening.post)
    without = refused(reopen_tournament, tournament=evening.tournament, reason="", by=evening.by, now=NOW)
    reopen_tournament(tournament=evening.tournament, reason="Liste vergessen", by=evening.by, now=NOW)
    evening.post()

    kept = [path.name.rpartition("-")[2] for path in settings.BACKUP_DIR.rglob("*") if path.is_file()]
    assert kept == ["close.dokodesk"]
    assert (locked, without) == (["tournament_closed"], ["reason_missing"])
    assert evening.now().closed_at is None
    assert [entry.what for entry in JournalEntry.objects.order_by("-number")[:3]] == [
        "standings_posted",
        "tournament_reopened",
        "tournament_closed",
    ]


def test_closing_with_open_sheets_names_them_and_asks_for_a_reason():
    evening = Evening()
    values = {"tournament": evening.tournament, "by": evening.by, "now": NOW}

    with pytest.raises(RuleError) as refusal:
        close_tournament(**values)
    without = refused(close_tournament, although_open=True, **values)
    close_tournament(although_open=True, reason="Tisch 2 ging nach Hause", **values)

    assert [(p.code, p.params) for p in refusal.value.problems] == [("close_open_sheets", {"tables": ("1/2",)})]
    assert without == ["reason_missing"]
    assert evening.now().closed_at == NOW


def test_closed_tournament_is_closed_once():
    evening = Evening().type_last()
    close_tournament(tournament=evening.tournament, by=evening.by, now=NOW)

    assert refused(close_tournament, tournament=evening.tournament, by=evening.by, now=NOW) == ["tournament_closed"]
