"""Drawing a round: the search begun, watched, stopped, taken over; the draw as a file."""

import secrets
from collections.abc import Sequence

from django.contrib import messages as notes
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament.draw import seed_from_text
from tournament.draw.values import Rest
from tournament.forms.rounds import DrawForm
from tournament.models import Round
from tournament.numerals import whole_number
from tournament.queries.draws import planned_rounds
from tournament.queries.planned import planned_tables
from tournament.queries.rounds import people_of
from tournament.services import searches
from tournament.services.draws import exported, folder_of, planned_draw, save_draw, task_for
from tournament.services.rounds import change_round_settings
from tournament.views.access import DeskRequest, office, say
from tournament.views.rounds import round_of, show_round

PATIENCE_SECONDS = 1.0
"""A search that takes longer shows its progress."""
LONGER = 5
"""How many times the steps of the last search "search longer" takes."""
LEAST_STEPS = 200_000
"""Fewer are no search worth making longer."""


@office
@require_POST
def round_draw(request: DeskRequest, number: int) -> HttpResponse:
    """Draw the round, or the tables of a draft that are not ticked. One search per round, whoever presses."""
    round_ = round_of(request, number)
    form = DrawForm(request.POST)
    if not form.is_valid():
        return show_round(request, round_, form=form)
    if form.cleaned_data["attempt"] not in (None, round_.draw_attempt):
        notes.info(request, _("Somebody else has drawn this round meanwhile; this is the result."))
        return redirect("round", request.tournament.slug, number)
    if request.POST.get("fives") == "needed" and round_.fives != "needed":
        change_round_settings(round_=round_, values={"fives": "needed"}, by=request.actor, now=timezone.now())
        round_ = round_of(request, number)
    numbers = (whole_number(value, digits=3) for value in request.POST.getlist("keep"))
    kept = [number for number in numbers if number is not None]
    try:
        task = _task(round_, form, kept=kept)
        planned = planned_draw(round_, task)
        if planned is not None:
            save_draw(round_=round_, found=planned, by=request.actor, now=timezone.now())
            return redirect("round", request.tournament.slug, number)
        folder = folder_of(round_)
        if not searches.begin(task, folder=folder):
            notes.info(request, _("A search for this round is running already; this is its result."))
        if not searches.wait(folder, seconds=PATIENCE_SECONDS):
            return redirect("round_progress", request.tournament.slug, number)
        _take(request, round_)
    except RuleError as error:
        return show_round(request, round_of(request, number), form=form, refusal=_worded(error))
    return redirect("round", request.tournament.slug, number)


@office
@require_http_methods(["GET", "POST"])
def round_progress(request: DeskRequest, number: int) -> HttpResponse:
    """How far the search is; sent as a form it takes the result over as soon as there is one."""
    round_ = round_of(request, number)
    folder = folder_of(round_)
    if request.method == "POST" and searches.is_done(folder):
        return _to_round(request, round_)
    standing = searches.standing(folder)
    if standing is None:
        return _redirect(request, "round", number)
    if not searches.is_done(folder) and not searches.is_alive(folder):
        searches.clear(folder)
        notes.error(request, _("The search has broken off. Please draw again."))
        return _redirect(request, "round", number)
    context = {"round": round_, "standing": standing, "done": searches.is_done(folder)}
    part = "progress_part" if request.headers.get("HX-Request") else "progress"
    return render(request, f"tournament/rounds/{part}.html", context)


@office
@require_POST
def round_stop(request: DeskRequest, number: int) -> HttpResponse:
    """End the search with the best so far."""
    round_ = round_of(request, number)
    folder = folder_of(round_)
    searches.stop(folder)
    if not searches.wait(folder, seconds=5 * PATIENCE_SECONDS):
        return redirect("round_progress", request.tournament.slug, number)
    return _to_round(request, round_)


@office
@require_GET
def round_draw_file(request: DeskRequest, number: int) -> HttpResponse:
    """Everything needed to repeat the draw elsewhere, as a file without names."""
    round_ = round_of(request, number)
    if round_.draw_input is None:
        notes.error(request, _("Round %(round)s was not drawn: there is nothing to be repeated.") % {"round": number})
        return redirect("round", request.tournament.slug, number)
    response = JsonResponse(exported(round_), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="draw-{request.tournament.slug}-{number}.json"'
    return response


@office
@require_GET
def round_plan(request: DeskRequest, number: int) -> HttpResponse:
    """The rounds to come as the plan fixed before round 1 has them; the director's own, never public."""
    round_ = round_of(request, number)
    people = people_of(request.tournament)
    plan = planned_rounds(round_)
    rounds = [
        {"number": number + place, "tables": planned_tables(tables, before=tables, people=people)}
        for place, tables in enumerate(plan, start=1)
    ]
    return render(request, "tournament/rounds/plan.html", {"round": round_, "rounds": rounds})


def _task(round_: Round, form: DrawForm, *, kept: Sequence[int]) -> searches.Task:
    values = form.cleaned_data
    seed_text = values["seed_text"].strip()
    before = round_.draw_report or {}
    if seed_text:
        seed = seed_from_text(seed_text)
    elif values["longer"] and round_.seed is not None:
        seed, seed_text = round_.seed, round_.seed_text
    else:
        seed = secrets.randbelow(900_000) + 100_000
    return task_for(
        round_=round_,
        seed=seed,
        seed_text=seed_text,
        rest=Rest(values["rest"]) if values["rest"] else None,
        kept=kept,
        steps=LONGER * max(before.get("steps", 0), LEAST_STEPS) if values["longer"] and before else None,
        despite_open=values["despite_open"],
    )


def _take(request: DeskRequest, round_: Round) -> None:
    """Save what the search found; the search is over then, whatever becomes of it."""
    folder = folder_of(round_)
    found = searches.result(folder)
    if found is None:
        return
    try:
        save_draw(round_=round_, found=found, by=request.actor, now=timezone.now())
    finally:
        searches.clear(folder)


def _to_round(request: DeskRequest, round_: Round) -> HttpResponse:
    try:
        _take(request, round_)
    except RuleError as error:
        say(request, _worded(error))
    return _redirect(request, "round", round_.number)


def _redirect(request: DeskRequest, name: str, number: int) -> HttpResponse:
    response = redirect(name, request.tournament.slug, number)
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": response["Location"]})
    return response


def _worded(error: RuleError) -> RuleError:
    """A field that cannot be seated has a sentence for each policy of tables of five."""
    return RuleError(
        [
            Problem(code=f"field_cannot_be_seated_{problem.params['fives']}", params=problem.params)
            if problem.code == "field_cannot_be_seated"
            else problem
            for problem in error.problems
        ]
    )
