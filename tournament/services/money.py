"""The plan of the prizes, loss money, and the count of the cash box.

seen  the fingerprint of what the person had before him: a form that shows something older never overwrites
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.errors import Problem, RuleError
from tournament.actors import Actor
from tournament.models import Tournament
from tournament.prizes import PERCENT, PrizeLine, as_json, problems_of
from tournament.services.journal import step
from tournament.templatetags.desk import euro

MOST_STEPS = 12
MOST_ITEMS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Any other money of the day in cents: positive went into the box, negative out of it."""

    text: str
    cents: int


def fingerprint(*values: Any) -> str:
    """A short mark of saved values, for a form to send back."""
    return f"{zlib.crc32(repr(values).encode()):08x}"


def plan_mark(tournament: Tournament) -> str:
    """The mark of the plan of the prizes as it is saved."""
    return fingerprint(tournament.prize_plan, tournament.payout_percent)


def loss_mark(tournament: Tournament) -> str:
    """The mark of the steps of the loss money."""
    return fingerprint(tournament.loss_money)


def count_mark(tournament: Tournament) -> str:
    """The mark of the count of the cash box."""
    return fingerprint(tournament.cash_count)


def set_prize_plan(
    *, tournament: Tournament, plan: Sequence[PrizeLine], payout_percent: int, seen: str, by: Actor, now: datetime
) -> Tournament:
    """The tournament with this plan of the prizes; an empty one hands out nothing.

    Raises RuleError: money_changed, prize_payout (params most), and the problems of `problems_of`.
    """
    with step(tournament=tournament, by=by, now=now, what="prizes_set", lines=len(plan)) as doing:
        _refuse_stale(seen, plan_mark(doing.tournament))
        problems = problems_of(plan)
        if not 0 <= payout_percent <= PERCENT:
            problems.append(Problem(code="prize_payout", field="payout_percent", params={"most": PERCENT}))
        if problems:
            raise RuleError(problems)
        return doing.change(doing.tournament, prize_plan=as_json(plan), payout_percent=payout_percent)


def set_loss_money(
    *, tournament: Tournament, steps: Sequence[tuple[int, int]], seen: str, by: Actor, now: datetime
) -> Tournament:
    """The tournament with these steps of the loss money: points of a round from which down it costs so many cents.

    None switches it off. Raises RuleError: money_changed, loss_points (not below zero), loss_cents (nothing to pay),
    loss_twice, loss_steps (params most).
    """
    with step(tournament=tournament, by=by, now=now, what="loss_money_set", steps=len(steps)) as doing:
        _refuse_stale(seen, loss_mark(doing.tournament))
        problems = [
            Problem(code=code, row=row, params={"row": row})
            for row, (points, cents) in enumerate(steps, start=1)
            for code, wrong in (("loss_points", points >= 0), ("loss_cents", cents <= 0))
            if wrong
        ]
        if len({points for points, _cents in steps}) < len(steps):
            problems.append(Problem(code="loss_twice"))
        if len(steps) > MOST_STEPS:
            problems.append(Problem(code="loss_steps", params={"most": MOST_STEPS}))
        if problems:
            raise RuleError(problems)
        ordered = [list(one) for one in sorted(steps, reverse=True)]
        return doing.change(doing.tournament, loss_money=ordered)


def record_cash_count(
    *,
    tournament: Tournament,
    counted_cents: int | None,
    items: Sequence[Item],
    prizes_out: bool,
    seen: str,
    by: Actor,
    now: datetime,
) -> Tournament:
    """The tournament with what was counted in the box (None: not yet) and what else went in or out.

    `prizes_out`: the money of the prizes has been taken from the box. Also possible once the tournament is closed:
    the box is counted last. Raises RuleError: money_changed, item_text (params row), item_cents (params row),
    cash_items (params most).
    """
    with step(tournament=tournament, by=by, now=now, what="cash_counted", on_closed=True) as doing:
        _refuse_stale(seen, count_mark(doing.tournament))
        problems = [
            Problem(code=code, row=row, params={"row": row})
            for row, item in enumerate(items, start=1)
            for code, wrong in (("item_text", not item.text.strip()), ("item_cents", item.cents == 0))
            if wrong
        ]
        if len(items) > MOST_ITEMS:
            problems.append(Problem(code="cash_items", params={"most": MOST_ITEMS}))
        if problems:
            raise RuleError(problems)
        count = {
            "cents": counted_cents,
            "prizes_out": prizes_out,
            "items": [{"text": item.text.strip(), "cents": item.cents} for item in items],
        }
        doing.params["sum"] = "–" if counted_cents is None else euro(counted_cents)
        return doing.change(doing.tournament, cash_count=count)


def _refuse_stale(seen: str, mark: str) -> None:
    if seen != mark:
        raise RuleError([Problem(code="money_changed")])
