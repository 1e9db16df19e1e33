"""The money of a tournament: what came in, the prizes, loss money, and the count at the end."""

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleError
from tournament.forms.money import CountForm, LossForm, PrizesForm
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
    if form.is_valid():
        try:
            services.set_prize_plan(
                tournament=request.tournament,
                plan=form.plan(),
                payout_percent=form.cleaned_data["payout_percent"],
                seen=form.cleaned_data["seen"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            form.refuse(error)
        else:
            notes.success(request, _("The prizes are saved."))
            return redirect("money", request.tournament.slug)
    return _page(request, prizes=form)


@office
@require_POST
def money_loss(request: DeskRequest) -> HttpResponse:
    """Keep the steps of the loss money."""
    form = LossForm(request.POST, tournament=request.tournament)
    if form.is_valid():
        try:
            services.set_loss_money(
                tournament=request.tournament,
                steps=form.steps(),
                seen=form.cleaned_data["seen"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            form.refuse(error)
        else:
            notes.success(request, _("The loss money is saved."))
            return redirect("money", request.tournament.slug)
    return _page(request, loss=form)


@office
@require_POST
def money_count(request: DeskRequest) -> HttpResponse:
    """Keep what was counted."""
    form = CountForm(request.POST, tournament=request.tournament)
    if form.is_valid():
        try:
            services.record_cash_count(
                tournament=request.tournament,
                counted_cents=form.cleaned_data["counted"],
                items=form.items(),
                prizes_out=form.cleaned_data["prizes_out"],
                seen=form.cleaned_data["seen"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            form.refuse(error)
        else:
            notes.success(request, _("The count is saved."))
            return redirect("money", request.tournament.slug)
    return _page(request, count=form)


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
        "dropped": [(purpose_text(line), line.least) for line in sheet.outcome.dropped],
        "prizes": prizes or PrizesForm(None, tournament=tournament),
        "loss": loss or LossForm(None, tournament=tournament),
        "count": count or CountForm(None, tournament=tournament),
        "categories": categories(listed(tournament).rows),
    }
    wrong = any(form is not None for form in (prizes, loss, count))
    return render(request, "tournament/money/money.html", context, status=422 if wrong else 200)
