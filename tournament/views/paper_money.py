"""From the desk's rows to papers about money: the prize list, receipts, and the sentences of the rule sheet."""

from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.messages.money import award_text, prize_text, purpose_text
from tournament.models import Tournament
from tournament.prizes import from_json
from tournament.queries.money import MoneySheet, money
from tournament.reports import prizes, wording
from tournament.reports.people import Person
from tournament.views.paper_people import frame, person


def prizes_of(tournament: Tournament, *, now: datetime) -> prizes.PrizeList:
    """Every prize with its winner, in the order of the plan."""
    sheet = money(tournament)
    return prizes.PrizeList(
        frame=frame(tournament, now=now),
        lines=tuple(
            prizes.PrizeLine(
                place=award_text(winner.award),
                person=person(winner.participant),
                prize=prize_text(winner.award),
                cents=winner.award.cents or None,
            )
            for winner in sheet.winners
        ),
        pot_cents=sheet.outcome.pot_cents,
        notes=_notes(sheet),
    )


def receipts_of(tournament: Tournament, *, numbers: frozenset[int], now: datetime) -> list[prizes.Receipt]:
    """A receipt for every prize, numbered in the order of the plan; without winners a page to be filled in by hand.

    Only those for the named start numbers if there are any.
    """
    winners = money(tournament).winners
    if not winners:
        blank = prizes.Receipt(frame=frame(tournament, now=now), person=Person(number=None, surname=""), place="")
        return [blank] * prizes.RECEIPTS_PER_PAGE
    return [
        prizes.Receipt(
            frame=frame(tournament, now=now),
            person=person(winner.participant),
            place=award_text(winner.award),
            prize=prize_text(winner.award),
            cents=winner.award.cents or None,
            number=number,
            town=tournament.place,
            day=localtime(now).date(),
        )
        for number, winner in enumerate(winners, start=1)
        if not numbers or winner.participant.number in numbers
    ]


def prize_sentences(tournament: Tournament) -> tuple[str, ...]:
    """The plan of the prizes in words, one sentence for each line."""
    sentences = []
    for line in from_json(tournament.prize_plan):
        if line.cents:
            worth = wording.money(line.cents)
        elif line.percent:
            worth = _("%(percent)s percent of the pot") % {"percent": line.percent}
        else:
            worth = line.goods
        words = {"place": purpose_text(line), "worth": worth, "least": line.least}
        sentences.append(
            _("%(place)s: %(worth)s, from %(least)s players on.") % words
            if line.least
            else _("%(place)s: %(worth)s.") % words
        )
    return tuple(sentences)


def _notes(sheet: MoneySheet) -> tuple[str, ...]:
    notes = []
    if not sheet.winners:
        notes.append(_("The winners stand here as soon as the first sheet is confirmed and prizes are set."))
    if sheet.provisional:
        notes.append(_("Provisional: sheets are still open."))
    if sheet.outcome.left_cents:
        notes.append(_("Left over: %(sum)s.") % {"sum": wording.money(sheet.outcome.left_cents)})
    if any(winner.award.lot for winner in sheet.winners):
        notes.append(_("Where players share a rank, a lot decides who gets which goods."))
    return tuple(notes)
