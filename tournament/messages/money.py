"""Sentences about money, and the words for what a prize is for."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.prizes import Award, For, PrizeLine

SENTENCES: dict[str, Promise] = {
    "money_changed": _(
        "Somebody else has changed this in the meantime. What you typed is still here; please open the page in a "
        "second window, compare, and type it there."
    ),
    "prize_worth": _("Prize %(row)s: please fill in exactly one of sum, percent and goods."),
    "prize_category": _("Prize %(row)s: please name the category."),
    "prize_round": _("Prize %(row)s: please name the round."),
    "prize_choice": _("Prize %(row)s: a choice is among goods; please name them, without a sum and percent."),
    "prize_twice": _("Prize %(row)s: this place has a prize already. Please change one of the two."),
    "prize_percent": _("The shares make %(percent)s percent, more than the whole pot. Please lower some of them."),
    "prize_lines": _("There can be no more than %(most)s prizes in the plan."),
    "prize_payout": _("The share of the fees must lie between 0 and %(most)s percent."),
    "loss_points": _("Step %(row)s: the points must lie below zero, such as −20."),
    "loss_cents": _("Step %(row)s: please type what is to be paid."),
    "loss_twice": _("Two steps begin at the same points. Please change one of them."),
    "loss_steps": _("There can be no more than %(most)s steps."),
    "item_text": _("Entry %(row)s: please say what the money was for."),
    "item_cents": _("Entry %(row)s: please type a sum, either in or out."),
    "cash_items": _("There can be no more than %(most)s entries."),
}

STEPS: dict[str, Promise] = {
    "prizes_set": _("Prizes set: %(lines)s lines"),
    "loss_money_set": _("Loss money set: %(steps)s steps"),
    "cash_counted": _("Cash box counted: %(sum)s"),
}

PURPOSES: dict[str, Promise] = {
    For.RANK: _("rank"),
    For.CATEGORY: _("best of a category"),
    For.ROUND: _("winner of a round"),
    For.LAST: _("last"),
    For.LAST_BUT_ONE: _("last but one"),
    For.CHOICE: _("choice in the order of the ranks"),
}
"""What a prize can be for."""


def purpose_text(line: PrizeLine, *, place: int | None = None) -> str:
    """What a prize is for, with its place: "rank 2", "Junior, place 1", "round 3"."""
    at = line.place if place is None else place
    match line.purpose:
        case For.RANK:
            return gettext("Rank %(place)s") % {"place": at}
        case For.CHOICE:
            return gettext("Choice, rank %(place)s") % {"place": at}
        case For.CATEGORY if at == 1:
            return gettext("Best of “%(category)s”") % {"category": line.category}
        case For.CATEGORY:
            return gettext("“%(category)s”, place %(place)s") % {"category": line.category, "place": at}
        case For.ROUND if at == 1:
            return gettext("Winner of round %(round)s") % {"round": line.round}
        case For.ROUND:
            return gettext("Round %(round)s, place %(place)s") % {"round": line.round, "place": at}
        case For.LAST_BUT_ONE:
            return gettext("Last but one")
        case _:
            return gettext("Last")


def award_text(award: Award) -> str:
    """What a player has a prize for; says so where it is shared."""
    line = award.lines[0]
    last = line.purpose in (For.LAST, For.LAST_BUT_ONE)
    words = purpose_text(line, place=None if last else award.place)
    return gettext("%(place)s (shared)") % {"place": words} if award.shared else words


def prize_text(award: Award) -> str:
    """The goods of a prize; says so where a lot decides who gets what."""
    if not award.lot:
        return award.goods
    return gettext("%(goods)s (by lot)") % {"goods": award.goods}
