"""The standings of the office: the live list, what hangs on the wall, ties, and the end of the tournament."""

import secrets
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib import messages as notes
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament.draw.chance import seed_from_text
from tournament.forms.standings import (
    AwardForm,
    CloseForm,
    CountsForm,
    FinalForm,
    LotForm,
    PlayOffForm,
    PostForm,
    ReasonForm,
)
from tournament.messages import text
from tournament.models import Participant, Publication, PublicationKind, Round, TieDecision
from tournament.numerals import whole_number
from tournament.queries import publications as wall_queries
from tournament.queries.standings import Standings, listed
from tournament.queries.teams import categories, in_category, teams
from tournament.queries.wall import Wall, prize_ties, wall
from tournament.services import publications as services
from tournament.services.scores import award_points, set_round_counts
from tournament.tables.standings import LeanTable, StandingsTable, TeamsTable
from tournament.views.access import DeskRequest, office, say
from tournament.views.kept_pages import kept_page

_TEMPLATE = "tournament/standings/standings.html"


@office
@require_GET
def standings(request: DeskRequest) -> HttpResponse:
    """The standings after a round, live, for everybody or one category, or the teams."""
    shown = wall(request.tournament, _number(request.GET.get("after", "")))
    return kept_page(
        request, _TEMPLATE, lambda: _context(request, shown), depends=(_objections_over(shown, timezone.now()),)
    )


def _context(
    request: DeskRequest, shown: Wall, *, post_form: PostForm | None = None, final_form: FinalForm | None = None
) -> dict[str, Any]:
    tournament = request.tournament
    category, by_team = request.GET.get("category", ""), "teams" in request.GET
    return {
        "shown": shown,
        "table": _table(shown.standings, category=category, by_team=by_team),
        "category": category,
        "by_team": by_team,
        "categories": categories(shown.standings.rows),
        "has_teams": any(row.participant.team for row in shown.standings.rows),
        "prize_ties": prize_ties(tournament, shown.standings) if shown.is_last else (),
        "directs": request.actor.is_director and not tournament.is_closed,
        "post_form": post_form or PostForm(initial={"minutes": tournament.objection_minutes}),
        "final_form": final_form
        or FinalForm(initial={"director_name": tournament.director_name, "referee_name": tournament.referee_name}),
        "objections_over": _objections_over(shown, timezone.now()),
    }


def _objections_over(shown: Wall, now: datetime) -> bool:
    until = shown.publication.objections_until if shown.publication is not None else None
    return until is not None and until <= now


def _refused(request: DeskRequest, number: int, **forms: Any) -> HttpResponse:
    """The page again with what was typed."""
    context = _context(request, wall(request.tournament, number), **forms)
    return render(request, _TEMPLATE, context, status=422)


def _table(found: Standings, *, category: str = "", by_team: bool = False) -> LeanTable:
    if by_team:
        return TeamsTable(teams(found), [column.number for column in found.columns])
    return StandingsTable(in_category(found, category) if category else found.rows, found.columns)


@office
@require_POST
def standings_publish(request: DeskRequest, number: int) -> HttpResponse:
    """The list as it is now, provisional."""
    try:
        services.publish_standings(
            round_=_round(request, number),
            by=request.actor,
            now=timezone.now(),
            although_open="although_open" in request.POST,
        )
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("The standings after round %(round)s are published.") % {"round": number})
    return _back(request, number)


@office
@require_POST
def standings_post(request: DeskRequest, number: int) -> HttpResponse:
    """The complete list, open to objections."""
    form = PostForm(request.POST)
    round_ = _round(request, number)
    if form.is_valid():
        try:
            made = services.post_standings(
                round_=round_, minutes=form.cleaned_data["minutes"], by=request.actor, now=timezone.now()
            )
        except RuleError as error:
            _add(form, error)
        else:
            until = timezone.localtime(made.objections_until).strftime("%H:%M")
            notes.success(
                request,
                _("The standings after round %(round)s are posted. Objections until %(until)s.")
                % {"round": number, "until": until},
            )
            return _back(request, number)
    return _refused(request, number, post_form=form)


@office
@require_POST
def standings_final(request: DeskRequest, number: int) -> HttpResponse:
    """The posted list, signed."""
    form = FinalForm(request.POST)
    round_ = _round(request, number)
    if form.is_valid():
        try:
            services.finalise_standings(round_=round_, by=request.actor, now=timezone.now(), **form.cleaned_data)
        except RuleError as error:
            _add(form, error)
        else:
            notes.success(request, _("The standings after round %(round)s are final.") % {"round": number})
            return _back(request, number)
    return _refused(request, number, final_form=form)


@office
@require_http_methods(["GET", "POST"])
def standings_round(request: DeskRequest, number: int) -> HttpResponse:
    """What a round counts: for the ranking at all, and for those who missed it."""
    round_ = _round(request, number)
    what = request.POST.get("what", "")
    counts = CountsForm(request.POST if what == "counts" else None, initial={"counts": round_.counts}, prefix="counts")
    award = AwardForm(request.POST if what == "award" else None, prefix="award")
    form = counts if what == "counts" else award
    if request.method == "POST" and form.is_valid():
        try:
            if what == "counts":
                set_round_counts(round_=round_, by=request.actor, now=timezone.now(), **counts.cleaned_data)
            else:
                award_points(
                    round_=round_,
                    participant=_participant(request, award.cleaned_data["number"]),
                    points=award.cleaned_data["points"],
                    reason=award.cleaned_data["reason"],
                    by=request.actor,
                    now=timezone.now(),
                )
        except RuleError as error:
            _add(form, error)
        else:
            return redirect("standings_round", request.tournament.slug, number)
    shown = listed(request.tournament, number)
    place = len(shown.columns) - 1
    missed = [
        (row.participant, row.scores[place])
        for row in shown.rows
        if round_.published_at is not None and (score := row.scores[place]) is not None and score.table is None
    ]
    context = {"round": round_, "counts": counts, "award": award, "missed": missed}
    return render(request, "tournament/standings/round.html", context, status=422 if form.errors else 200)


@office
@require_GET
def publication(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """A list as it hung on the wall, with what the one before it said differently."""
    found = get_object_or_404(Publication, tournament=request.tournament, uuid=uuid, kind=PublicationKind.STANDINGS)
    people = wall_queries.people(request.tournament)
    then = wall_queries.restored(found, people=people)
    before = (
        Publication.objects.filter(
            tournament=request.tournament, kind=found.kind, round=found.round, published_at__lt=found.published_at
        )
        .order_by("-published_at", "-pk")
        .first()
    )
    context = {
        "publication": found,
        "table": _table(then),
        "standings": then,
        "before": before,
        "changes": wall_queries.changes(wall_queries.restored(before, people=people), then) if before else [],
    }
    return render(request, "tournament/standings/publication.html", context)


@office
@require_GET
def ties(request: DeskRequest) -> HttpResponse:
    """Every rank that is shared, and every tie that was decided."""
    shown = wall(request.tournament)
    return render(request, "tournament/standings/ties.html", {"shown": shown, "directs": _directs(request)})


@office
@require_http_methods(["GET", "POST"])
def tie(request: DeskRequest, rank: int) -> HttpResponse:
    """One shared rank: enter a play-off or draw a lot."""
    found = next((tie for tie in listed(request.tournament).ties if tie.rank == rank), None)
    if found is None:
        notes.info(request, _("Nobody shares this rank any more."))
        return redirect("ties", request.tournament.slug)
    how = request.POST.get("how", "")
    play_off = PlayOffForm(request.POST if how == "play_off" else None, tied=found.participants, prefix="play_off")
    lot = LotForm(request.POST if how == "lot" else None, prefix="lot")
    form = play_off if how == "play_off" else lot
    if request.method == "POST" and form.is_valid():
        try:
            if how == "play_off":
                services.enter_play_off(
                    tournament=request.tournament,
                    order=play_off.order(),
                    reason=play_off.cleaned_data["reason"],
                    by=request.actor,
                    now=timezone.now(),
                )
            else:
                word = lot.cleaned_data["seed"].strip()
                services.draw_lot(
                    tournament=request.tournament,
                    participants=found.participants,
                    seed=seed_from_text(word) if word else secrets.randbelow(10**6),
                    reason=lot.cleaned_data["reason"],
                    by=request.actor,
                    now=timezone.now(),
                )
        except RuleError as error:
            _add(form, error)
        else:
            return redirect("ties", request.tournament.slug)
    context = {"tie": found, "play_off": play_off, "lot": lot}
    return render(request, "tournament/standings/tie.html", context, status=422 if form.errors else 200)


@office
@require_POST
def tie_withdraw(request: DeskRequest, uuid: UUID) -> HttpResponse:
    """A play-off or lot that no longer counts."""
    decision = get_object_or_404(TieDecision, tournament=request.tournament, uuid=uuid)
    form = ReasonForm(request.POST)
    try:
        services.withdraw_tie_decision(
            decision=decision,
            reason=form.cleaned_data["reason"] if form.is_valid() else "",
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        say(request, error)
    return redirect("ties", request.tournament.slug)


@office
@require_http_methods(["GET", "POST"])
def close(request: DeskRequest) -> HttpResponse:
    """What is still open, and the button that locks the tournament."""
    form = CloseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.close_tournament(
                tournament=request.tournament,
                reason=form.cleaned_data["reason"],
                although_open=form.cleaned_data["although_open"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            _add(form, error)
        else:
            notes.success(request, _("The tournament is closed. Everything stays readable."))
            return redirect("close", request.tournament.slug)
    shown = wall(request.tournament)
    context = {"form": form, "shown": shown, "prize_ties": prize_ties(request.tournament, shown.standings)}
    return render(request, "tournament/standings/close.html", context, status=422 if form.errors else 200)


@office
@require_POST
def close_reopen(request: DeskRequest) -> HttpResponse:
    """The tournament open for writing again."""
    form = ReasonForm(request.POST)
    try:
        services.reopen_tournament(
            tournament=request.tournament,
            reason=form.cleaned_data["reason"] if form.is_valid() else "",
            by=request.actor,
            now=timezone.now(),
        )
    except RuleError as error:
        say(request, error)
        return redirect("close", request.tournament.slug)
    notes.success(request, _("The tournament is open again."))
    return redirect("desk", request.tournament.slug)


def _round(request: DeskRequest, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=request.tournament, number=number)


def _participant(request: DeskRequest, number: int) -> Participant:
    """The participant with a start number. Raises RuleError award_unknown (params number)."""
    found = Participant.objects.filter(tournament=request.tournament, number=number).first()
    if found is None:
        raise RuleError([Problem(code="award_unknown", field="number", params={"number": number})])
    return found


def _back(request: DeskRequest, number: int) -> HttpResponse:
    response = redirect("standings", request.tournament.slug)
    if number != (wall(request.tournament).number or number):
        response["Location"] += f"?after={number}"
    return response


def _number(text_: str) -> int | None:
    return whole_number(text_, digits=3)


def _directs(request: DeskRequest) -> bool:
    return request.actor.is_director and not request.tournament.is_closed


def _add(form: Form, error: RuleError) -> None:
    """The sentences of a refusal onto the fields they belong to."""
    for problem in error.problems:
        form.add_error(problem.field if problem.field in form.fields else None, text(problem))
