"""The money of a tournament: fees, loss money, the pot, the prizes as the standings are now, and the cash box.

pot       the share of the fees paid that is handed out as prizes, rounded down to the cent
expected  what must lie in the box
"""

from dataclasses import dataclass

from tournament.models import Participant, Tournament
from tournament.prizes import PERCENT, Award, Outcome, Player, from_json, hand_out, loss_cents
from tournament.queries import participants
from tournament.queries.participants import Cash
from tournament.queries.scores import State
from tournament.queries.standings import Standings, listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What one participant owes as loss money, in cents."""

    participant: Participant
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """One prize with the participant who gets it."""

    participant: Participant
    award: Award


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneySheet:
    """Everything about the money at this moment. `items` are other sums with their words, in cents."""

    cash: Cash
    losses: tuple[Loss, ...]
    items: tuple[tuple[str, int], ...]
    outcome: Outcome
    winners: tuple[Winner, ...]
    provisional: bool
    prizes_out: bool
    counted_cents: int | None

    @property
    def loss_cents(self) -> int:
        return sum(loss.cents for loss in self.losses)

    @property
    def expected_cents(self) -> int:
        """What must lie in the box: everything paid in, less what was taken out."""
        others = sum(cents for _text, cents in self.items)
        out = self.outcome.paid_cents if self.prizes_out else 0
        return self.cash.total_cents + self.loss_cents + others - out

    @property
    def difference_cents(self) -> int | None:
        """What was counted beyond what was expected; None before the count."""
        return None if self.counted_cents is None else self.counted_cents - self.expected_cents


def money(tournament: Tournament) -> MoneySheet:
    """The money as everything typed makes it. One query, and those of `listed` where the standings are not kept."""
    people = participants.everyone(tournament)
    cash = participants.cash(tournament, people)
    found = listed(tournament)
    outcome = outcome_of(tournament, found, cash=cash)
    by_number = {row.participant.number: row.participant for row in found.rows}
    count = tournament.cash_count
    return MoneySheet(
        cash=cash,
        losses=losses_of(tournament, found),
        items=tuple((item["text"], item["cents"]) for item in count.get("items", ())),
        outcome=outcome,
        winners=tuple(Winner(participant=by_number[award.number], award=award) for award in outcome.awards),
        provisional=found.provisional,
        prizes_out=count.get("prizes_out", False),
        counted_cents=count.get("cents"),
    )


def outcome_of(tournament: Tournament, found: Standings, *, cash: Cash) -> Outcome:
    """The prizes as these standings make them. No query."""
    return hand_out(
        pot_cents=cash.fees_cents * tournament.payout_percent // PERCENT,
        plan=from_json(tournament.prize_plan),
        # Before the first sheet counts, a list of zeros would give everybody a part of every prize.
        players=players_of(found) if _has_results(found) else (),
    )


def players_of(found: Standings) -> list[Player]:
    """Those with a rank, as the plan of the prizes looks at them. No query."""
    return [
        Player(
            number=row.participant.number,
            rank=row.rank,
            categories=frozenset(row.participant.categories),
            rounds={
                column.number: score.points
                for column, score in zip(found.columns, row.scores, strict=True)
                if score is not None and score.points is not None and score.state is State.CONFIRMED
            },
        )
        for row in found.rows
        if row.rank is not None
    ]


def losses_of(tournament: Tournament, found: Standings) -> tuple[Loss, ...]:
    """Who owes loss money, in the order of the list; empty where it is switched off. No query."""
    steps = [(points, cents) for points, cents in tournament.loss_money]
    if not steps:
        return ()
    losses = (
        Loss(
            participant=row.participant,
            cents=loss_cents(
                [
                    score.points
                    for score in row.scores
                    if score is not None and score.points is not None and score.state is State.CONFIRMED
                ],
                steps,
            ),
        )
        for row in found.rows
    )
    return tuple(loss for loss in losses if loss.cents)


def _has_results(found: Standings) -> bool:
    return any(score is not None and score.state is State.CONFIRMED for row in found.rows for score in row.scores)
