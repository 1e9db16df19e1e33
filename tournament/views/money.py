"""The money of a tournament: what came in, the prizes, loss money, and the count at the end."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleError
from tournament.forms.money import CountForm, LossForm, MoneyForm, PrizesForm
from tournament.messages.money import award_text, prize_text, purpose_text
from tournament.queries.money import money as money_of
from tournament.queries.standings import listed
from tournament.queries.teams import categories
from tournament.services import money as services
from tournament.views.access import DeskRequest, office


@office
@require_safe
def money(request: DeskRequest) -> HttpResponse:
    """Everything about money on one page."""
    return _page(request)


@office
@require_POST
def money_prizes(request: DeskRequest) -> HttpResponse:
    """Keep the plan of the prizes."""
    form = PrizesForm(request.POST, tournament=request.tournament)

    def keep() -> None:
        services.set_prize_plan(
            plan=form.plan(), payout_percent=form.cleaned_data["payout_percent"], **_step(request, form)
        )

    return _kept(request, form, keep, _("The prizes are saved.")) or _page(request, prizes=form)


@office
@require_POST
def money_loss(request: DeskRequest) -> HttpResponse:
    """Keep the steps of the loss money."""
    form = LossForm(request.POST, tournament=request.tournament)

    def keep() -> None:
        services.set_loss_money(steps=form.steps(), **_step(request, form))

    return _kept(request, form, keep, _("The loss money is saved.")) or _page(request, loss=form)


@office
@require_POST
def money_count(request: DeskRequest) -> HttpResponse:
    """Keep what was counted."""
    form = CountForm(request.POST, tournament=request.tournament)

    def keep() -> None:
        services.record_cash_count(
            counted_cents=form.cleaned_data["counted"],
            items=form.items(),
            prizes_out=form.cleaned_data["prizes_out"],
            **_step(request, form),
        )

    return _kept(request, form, keep, _("The count is saved.")) or _page(request, count=form)


def _step(request: DeskRequest, form: MoneyForm) -> dict[str, Any]:
    """What every service of money is told: which tournament, what the page had shown, who, when."""
    return {
        "tournament": request.tournament,
        "seen": form.cleaned_data["seen"],
        "by": request.actor,
        "now": timezone.now(),
    }


def _kept(request: DeskRequest, form: MoneyForm, keep: Callable[[], None], said: str) -> HttpResponse | None:
    """Keep a form that is filled in rightly and go on; None where the page has to be shown again with what is wrong."""
    if not form.is_valid():
        return None
    try:
        keep()
    except RuleError as error:
        form.refuse(error)
        return None
    notes.success(request, said)
    return redirect("money", request.tournament.slug)


def _page(
    request: DeskRequest,
    *,
    prizes: PrizesForm | None = None,
    loss: LossForm | None = None,
    count: CountForm | None = None,
) -> HttpResponse:
    tournament = request.tournament
    sheet = money_of(tournament)
    context = {
        "money": sheet,
        "winners": [
            {
                "place": award_text(winner.award),
                "participant": winner.participant,
                "prize": prize_text(winner.award),
                "cents": winner.award.cents,
            }
            for winner in sheet.winners
        ],
        "off_by": abs(sheet.difference_cents or 0),
        "unclaimed": [purpose_text(line) for line in sheet.outcome.unclaimed],
        "dropped": [(purpose_text(line), line.least) for line in sheet.outcome.dropped],
        "prizes": prizes or PrizesForm(None, tournament=tournament),
        "loss": loss or LossForm(None, tournament=tournament),
        "count": count or CountForm(None, tournament=tournament),
        "categories": categories(listed(tournament).rows),
    }
    wrong = next((form for form in (prizes, loss, count) if form is not None), None)
    if wrong is not None:
        wrong.lead_to_error()
    return render(request, "tournament/money/money.html", context, status=422 if wrong is not None else 200)
