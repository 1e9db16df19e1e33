"""The lists of money as headings and rows: prizes, and who owes and paid what."""

from collections.abc import Callable
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament.reports.cash import CashReport, FeeState
from tournament.reports.listing import Listing, Value, euros, name_cells, name_headings, sum_row
from tournament.reports.prizes import PrizeList


def prizes_list(prizes: PrizeList) -> Listing:
    """The prizes in the order of handing out."""
    nobody: tuple[Value, ...] = (None, "", "", "")
    together = sum(line.cents or 0 for line in prizes.lines)
    return Listing(
        name=_("Prizes"),
        headings=(_("Prize for"), *name_headings(), _("Prize"), _("Money")),
        rows=tuple(
            (line.place, *(nobody if line.person is None else name_cells(line.person)), line.prize, euros(line.cents))
            for line in prizes.lines
        ),
        sums=sum_row(_("Sum"), column=7, count=len(prizes.lines), value=Decimal(together).scaleb(-2)),
    )


def fees_list(report: CashReport) -> Listing:
    """Every person's fee, loss money and gift."""
    words: dict[FeeState, Callable[[], str]] = {
        FeeState.PAID: lambda: _("paid"),
        FeeState.OPEN: lambda: _("open"),
        FeeState.WAIVED: lambda: _("waived"),
    }
    return Listing(
        name=_("Fees"),
        headings=(*name_headings(), _("Fee"), _("Euros"), _("State"), _("Loss money"), _("Donation")),
        rows=tuple(
            (
                *name_cells(line.person),
                line.kind,
                euros(line.due_cents),
                words[line.state](),
                euros(line.loss_cents),
                euros(line.donation_cents),
            )
            for line in report.fees
        ),
    )
