"""The page of the money."""

from io import BytesIO
from random import Random

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.builders import (
    NOW,
    client_for,
    make_actor,
    make_participants,
    make_round,
    make_tournament,
    tables_of,
    type_totals,
)
from tournament.messages.money import purpose_text
from tournament.models import FeeKind, FeeState, Participant, Tournament
from tournament.prizes import For, PrizeLine, as_json, from_json
from tournament.queries.money import money
from tournament.reports.cash import expected_cents
from tournament.roles import Role
from tournament.services.money import Item, count_mark, loss_mark, plan_mark, record_cash_count, set_prize_plan
from tournament.services.publications import close_tournament
from tournament.views.paper_lists import cash_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(fee_cents=10_00)


@pytest.fixture
def desk(tournament):
    return client_for(make_actor(tournament))


def saved(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def test_director_sets_prizes_row_by_row(tournament, desk):
    answer = desk.post(
        reverse("money_prizes", args=[tournament.slug]),
        {
            "prizes-seen": plan_mark(tournament),
            "prizes-payout_percent": "80",
            "prizes-1-purpose": "rank",
            "prizes-1-place": "1",
            "prizes-1-percent": "70",
            "prizes-2-purpose": "",
            "prizes-3-purpose": "category",
            "prizes-3-category": "Junior",
            "prizes-3-cents": "12,50",
            "prizes-3-least": "20",
            "prizes-3-passes_on": "on",
        },
    )

    assert answer.status_code == 302
    assert saved(tournament).payout_percent == 80
    assert from_json(saved(tournament).prize_plan) == (
        PrizeLine(purpose=For.RANK, percent=70),
        PrizeLine(purpose=For.CATEGORY, category="Junior", cents=12_50, least=20, passes_on=True),
    )


def test_page_shows_what_is_saved(tournament, desk):
    set_prize_plan(
        tournament=tournament,
        plan=[PrizeLine(purpose=For.ROUND, round=2, goods="Schinken")],
        payout_percent=60,
        seen=plan_mark(tournament),
        by=make_actor(tournament),
        now=NOW,
    )

    answer = desk.get(reverse("money", args=[tournament.slug]))

    first = answer.context["prizes"].rows[0]
    assert (first["purpose"].value(), first["round"].value(), first["goods"].value()) == ("round", 2, "Schinken")
    assert len(answer.context["prizes"].rows) == 5


def test_refused_plan_keeps_what_was_typed_and_marks_the_row(tournament, desk):
    answer = desk.post(
        reverse("money_prizes", args=[tournament.slug]),
        {
            "prizes-seen": plan_mark(tournament),
            "prizes-payout_percent": "80",
            "prizes-2-purpose": "rank",
            "prizes-2-goods": "Ein Schinken",
            "prizes-2-cents": "5",
            "prizes-3-purpose": "rank",
            "prizes-3-place": "x",
        },
    )

    assert answer.status_code == 422
    assert saved(tournament).prize_plan == []
    assert answer.context["prizes"].rows[1]["goods"].value() == "Ein Schinken"
    assert list(answer.context["prizes"].rows[2].errors) == ["place"]


def test_browser_begins_at_the_field_that_is_wrong(tournament, desk):
    answer = desk.post(
        reverse("money_count", args=[tournament.slug]),
        {"count-seen": count_mark(tournament), "count-2-text": "Kopien", "count-2-money_out": "7,777"},
    )

    form = answer.context["count"]
    led_to = [name for row in form.rows for name in row.fields if row.fields[name].widget.attrs.get("autofocus")]
    assert (answer.status_code, led_to, answer.content.decode().count(" autofocus")) == (422, ["money_out"], 1)


@pytest.mark.parametrize("seed", range(12))
def test_page_and_paper_expect_the_same_in_the_box(tournament, seed):
    rng = Random(seed)
    by = make_actor(tournament)
    people = make_participants(tournament, 8, by=by)
    for table in tables_of(make_round(tournament, by=by)).values():
        type_totals(table, [23, 7, -9, -21], by=by)
    for person in people:
        person.fee_kind = rng.choice(FeeKind.values)
        person.fee_state = rng.choice(FeeState.values)
        person.donation_cents = rng.choice([0, 0, 333])
        person.withdrawn_at = rng.choice([None, None, NOW])
        person.save()
    current = saved(tournament)
    Tournament.objects.filter(pk=current.pk).update(
        fee_reduced_cents=rng.choice([0, 6_50]),
        loss_money=[[-5, 50], [-20, 1_05]],
        prize_plan=as_json([PrizeLine(purpose=For.RANK, percent=rng.randrange(1, 101))]),
        cash_count={"cents": 1, "prizes_out": rng.random() < 0.5, "items": [{"text": "Kopien", "cents": -7_77}]},
        payout_percent=rng.randrange(101),
        public_version=current.public_version + 1,
        journal_number=current.journal_number + 1,
    )
    tournament = saved(tournament)

    sheet = money(tournament)

    assert expected_cents(cash_of(tournament, now=NOW)) == sheet.expected_cents
    assert sheet.outcome.paid_cents + sheet.outcome.left_cents == sheet.outcome.pot_cents


def test_prize_that_nobody_can_get_is_told(tournament, desk):
    by = make_actor(tournament)
    table = tables_of(make_round(tournament, players=4, by=by))[1]
    type_totals(table, [10, 4, -4, -10], by=by)
    lines = [PrizeLine(purpose=For.RANK, percent=50), PrizeLine(purpose=For.CATEGORY, category="Junjor", goods="Ball")]
    set_prize_plan(
        tournament=tournament, plan=lines, payout_percent=100, seen=plan_mark(saved(tournament)), by=by, now=NOW
    )

    page = desk.get(reverse("money", args=[tournament.slug]))

    assert page.context["unclaimed"] == [purpose_text(lines[1])]


def test_refusal_of_the_rules_stands_at_its_row(tournament, desk):
    answer = desk.post(
        reverse("money_prizes", args=[tournament.slug]),
        {
            "prizes-seen": plan_mark(tournament),
            "prizes-payout_percent": "80",
            "prizes-2-purpose": "rank",
            "prizes-2-goods": "Ein Schinken",
            "prizes-2-cents": "5",
        },
    )

    assert answer.status_code == 422
    assert len(answer.context["prizes"].rows[1].non_field_errors()) == 1
    assert "Ein Schinken" in answer.content.decode()


def test_prize_without_a_purpose_is_not_lost_in_silence(tournament, desk):
    answer = desk.post(
        reverse("money_prizes", args=[tournament.slug]),
        {"prizes-seen": plan_mark(tournament), "prizes-payout_percent": "80", "prizes-1-cents": "5"},
    )

    assert answer.status_code == 422
    assert len(answer.context["prizes"].rows[0].non_field_errors()) == 1


def test_director_sets_loss_money_with_either_minus(tournament, desk):
    desk.post(
        reverse("money_loss", args=[tournament.slug]),
        {
            "loss-seen": loss_mark(tournament),
            "loss-1-points": "−20",
            "loss-1-cents": "1",
            "loss-2-points": "-50",
            "loss-2-cents": "2,50",
        },
    )

    assert saved(tournament).loss_money == [[-20, 1_00], [-50, 2_50]]


def test_director_counts_the_box(tournament, desk):
    desk.post(
        reverse("money_count", args=[tournament.slug]),
        {
            "count-seen": count_mark(tournament),
            "count-counted": "12,50",
            "count-1-text": "Karten",
            "count-1-money_out": "7,50",
            "count-2-text": "Wechselgeld",
            "count-2-money_in": "20",
        },
    )

    assert saved(tournament).cash_count == {
        "cents": 12_50,
        "prizes_out": False,
        "items": [{"text": "Karten", "cents": -7_50}, {"text": "Wechselgeld", "cents": 20_00}],
    }
    answer = desk.get(reverse("money", args=[tournament.slug]))
    assert answer.context["money"].difference_cents == 0


def test_empty_count_is_not_a_count_of_nothing(tournament, desk):
    desk.post(
        reverse("money_count", args=[tournament.slug]), {"count-seen": count_mark(tournament), "count-counted": ""}
    )

    assert saved(tournament).cash_count["cents"] is None


def test_stale_count_is_refused_with_what_was_typed(tournament, desk):
    old = count_mark(tournament)
    record_cash_count(
        tournament=tournament,
        counted_cents=100,
        items=[Item(text="Karten", cents=5)],
        prizes_out=False,
        seen=old,
        by=make_actor(tournament),
        now=NOW,
    )

    answer = desk.post(reverse("money_count", args=[tournament.slug]), {"count-seen": old, "count-counted": "77,77"})

    assert answer.status_code == 422
    assert answer.context["count"]["counted"].value() == "77,77"
    assert saved(tournament).cash_count["cents"] == 100


def test_check_in_does_not_see_the_money(tournament):
    client = client_for(make_actor(tournament, Role.CHECK_IN))

    assert client.get(reverse("money", args=[tournament.slug])).status_code == 403


@pytest.mark.parametrize("count", [1, 12])
def test_page_takes_as_many_queries_for_one_as_for_many(tournament, desk, count, django_assert_num_queries):
    make_participants(tournament, count)
    desk.get(reverse("money", args=[tournament.slug]))

    with django_assert_num_queries(7):
        desk.get(reverse("money", args=[tournament.slug]))


def read(client, tournament, name):
    answer = client.get(reverse("paper", args=[tournament.slug, name]), {"font": 100, "copies": 1})
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())


def test_prize_list_receipts_cash_and_rules_say_the_same(tournament):
    by = make_actor(tournament)
    make_participants(tournament, 4)
    Participant.objects.filter(tournament=tournament).update(fee_state="paid")
    type_totals(tables_of(make_round(tournament, by=by))[1], [20, 4, 4, -28], by=by)
    plan = [PrizeLine(purpose=For.RANK, percent=50), PrizeLine(purpose=For.LAST, goods="Trostwurst")]
    set_prize_plan(tournament=tournament, plan=plan, payout_percent=100, seen=plan_mark(tournament), by=by, now=NOW)
    record_cash_count(
        tournament=tournament,
        counted_cents=19_00,
        items=[],
        prizes_out=True,
        seen=count_mark(tournament),
        by=by,
        now=NOW,
    )
    client = client_for(by)
    last = Participant.objects.get(tournament=tournament, number=4)

    prizes, receipts, cash, rules = (read(client, tournament, name) for name in ("prizes", "receipts", "cash", "rules"))

    assert [word in prizes for word in ("20,00 €", "Trostwurst", last.name)] == [True] * 3
    assert [word in receipts for word in ("20,00 €", "Trostwurst", last.surname)] == [True] * 3
    assert [word in cash for word in ("−20,00 €", "19,00 €", "−1,00 €")] == [True] * 3
    assert [word in rules for word in ("50", "Trostwurst")] == [True] * 2


@pytest.mark.parametrize("key", ["prizes-99-purpose", "prizes-0-purpose", "prizes-x-purpose", "prizes-999999-purpose"])
def test_row_that_no_page_ever_sent_breaks_nothing(tournament, desk, key):
    answer = desk.post(
        reverse("money_prizes", args=[tournament.slug]),
        {"prizes-seen": plan_mark(tournament), "prizes-payout_percent": "80", key: "rank"},
    )

    assert answer.status_code == 302
    assert saved(tournament).prize_plan == []


def test_closed_tournament_says_so_and_keeps_what_was_typed(tournament, desk):
    close_tournament(tournament=tournament, by=make_actor(tournament), now=NOW)

    answer = desk.post(
        reverse("money_loss", args=[tournament.slug]),
        {"loss-seen": loss_mark(tournament), "loss-1-points": "-20", "loss-1-cents": "1"},
    )

    assert answer.status_code == 422
    assert answer.context["loss"].rows[0]["points"].value() == "-20"
    assert len(answer.context["loss"].non_field_errors()) == 1
