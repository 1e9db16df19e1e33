"""The rounds of a tournament: made, looked at, seated by hand, published, set; seats swapped, steps taken back."""

import re
import secrets
from typing import Any

from django.contrib import messages as notes
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.errors import Problem, RuleError
from tournament import seen
from tournament.draw.sizes import splits, table_sizes
from tournament.draw.values import Fives
from tournament.forms.rounds import MOST_LINES, DrawForm, RoundSettingsForm, open_tables, read_seats, typed_seats
from tournament.messages import text, texts
from tournament.models import DrawMode, JournalEntry, Participant, Presence, Round
from tournament.numerals import whole_number
from tournament.queries import drafts, draws
from tournament.queries import rounds as queries
from tournament.queries.incidents import loose_in
from tournament.queries.journal import lines
from tournament.queries.planned import swap_effect
from tournament.services import searches
from tournament.services.draws import folder_of, open_sheets
from tournament.services.rounds import (
    SEEN_BY_HAND,
    change_round_settings,
    create_round,
    is_kept,
    keep_draft,
    mark_away,
    publish_round,
    seat_by_hand,
)
from tournament.services.seats import deal_seat, swap_seats
from tournament.services.undo import undo
from tournament.views.access import DeskRequest, office, say

_REST_WAYS = {"waiting_list": "waiting_list", "filler": "fillers", "sit_out": "sit_out"}
_AWAY = {"late": Presence.LATE, "absent": Presence.ABSENT, "here": None}


@office
@require_GET
def rounds(request: DeskRequest) -> HttpResponse:
    """All rounds with their state, and the next step."""
    made = queries.rounds_of(request.tournament)
    last = made[-1] if made else None
    draft = last if last is not None and last.published_at is None else None
    more = draft is None and len(made) < request.tournament.rounds
    context = {"rounds": made, "draft": draft, "more": more, "next_number": len(made) + 1}
    return render(request, "tournament/rounds/rounds.html", context)


@office
@require_POST
def round_new(request: DeskRequest) -> HttpResponse:
    """Prepare the next round."""
    try:
        made = create_round(tournament=request.tournament, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
        return redirect("rounds", request.tournament.slug)
    return redirect("round", request.tournament.slug, made.number)


@office
@require_GET
def round_page(request: DeskRequest, number: int) -> HttpResponse:
    """One round: nobody seated yet, a draft, or published."""
    return show_round(request, round_of(request, number))


@office
@require_POST
def round_publish(request: DeskRequest, number: int) -> HttpResponse:
    """Let everybody see the seating."""
    round_ = round_of(request, number)
    try:
        publish_round(round_=round_, by=request.actor, now=timezone.now(), as_it_is=request.POST.get("as_it_is") == "1")
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("Round %(round)s is published.") % {"round": number})
    return redirect("round", request.tournament.slug, number)


@office
@require_POST
def round_keep(request: DeskRequest, number: int) -> HttpResponse:
    """Keep the draft although people came or left."""
    try:
        keep_draft(round_=round_of(request, number), by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    return redirect("round", request.tournament.slug, number)


@office
@require_http_methods(["GET", "POST"])
def round_hand(request: DeskRequest, number: int) -> HttpResponse:
    """Seats typed by hand, one line per table."""
    round_ = round_of(request, number)
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        typed = request.POST.get("seats", "")
        plans, unread = read_seats(typed)
        problems = tuple(unread)
        if not problems:
            try:
                seat_by_hand(
                    round_=round_,
                    tables=plans,
                    seen=seen.read(request.POST.get(seen.FIELD, "")),
                    by=request.actor,
                    now=timezone.now(),
                )
            except RuleError as error:
                problems = error.problems
            else:
                return redirect("round", request.tournament.slug, number)
    else:
        fours, fives = _count(request.GET.get("fours")), _count(request.GET.get("fives"))
        typed = open_tables(fours=fours, fives=fives) if fours or fives else typed_seats(queries.seating(round_))
    round_ = round_of(request, number)
    here = queries.present(round_)
    possible = splits(len(here))
    context = {
        "round": round_,
        "seen": seen.shown_again(
            round_,
            SEEN_BY_HAND,
            sent=request.POST.get(seen.FIELD, ""),
            stale=SEEN_BY_HAND if "hand_stale" in {problem.code for problem in problems} else (),
        ),
        "typed": typed,
        "lines": min(max(8, typed.count("\n") + 3), MOST_LINES),
        "problems": [text(problem) for problem in problems],
        "here": here,
        "fours": (len(here) - 5 * possible[0]) // 4 if possible else len(here) // 4,
        "fives": possible[0] if possible else 0,
    }
    return render(request, "tournament/rounds/hand.html", context, status=422 if problems else 200)


@office
@require_http_methods(["GET", "POST"])
def round_deal(request: DeskRequest, number: int) -> HttpResponse:
    """Draw an open seat for one person after the other, at the desk."""
    round_ = round_of(request, number)
    typed, problems, dealt = request.POST.get("number", "").strip(), [], None
    if request.method == "POST":
        try:
            person = _typed_person(request, typed)
            seed = round_.seed or _fresh_seed()
            dealt = deal_seat(round_=round_, number=person.number, seed=seed, by=request.actor, now=timezone.now())
            typed = ""
        except RuleError as error:
            problems = texts(error)
    seating = queries.seating(round_)
    seated = {row.participant.pk for row in seating.names}
    context = {
        "round": round_,
        "typed": typed,
        "problems": problems,
        "dealt": dealt,
        "open_seats": sum(len(table.open_seats) for table in seating.tables),
        "waiting": [person for person in queries.present(round_) if person.pk not in seated],
    }
    return render(request, "tournament/rounds/deal.html", context, status=422 if problems else 200)


@office
@require_http_methods(["GET", "POST"])
def round_swap(request: DeskRequest, number: int) -> HttpResponse:
    """Two people change places: first the effect is shown, then it is done."""
    round_ = round_of(request, number)
    values = request.POST if request.method == "POST" else request.GET
    pair, reason, problems = values.get("pair", "").strip()[:40], values.get("reason", "").strip(), []
    try:
        first, second = _pair(pair)
        effect = swap_effect(round_, first=first, second=second)
    except RuleError as error:
        say(request, error)
        return redirect("round", request.tournament.slug, number)
    if request.method == "POST":
        try:
            swap_seats(round_=round_, first=first, second=second, by=request.actor, now=timezone.now(), reason=reason)
        except RuleError as error:
            problems = texts(error)
        else:
            notes.success(
                request, _("%(first)s and %(second)s have changed places.") % {"first": first, "second": second}
            )
            return redirect("round", request.tournament.slug, number)
    context = {
        "round": round_,
        "pair": pair,
        "effect": effect,
        "problems": problems,
        "reason": reason,
    }
    return render(request, "tournament/rounds/swap.html", context, status=422 if problems else 200)


@office
@require_POST
def round_away(request: DeskRequest, number: int) -> HttpResponse:
    """Somebody is late or absent in this round, or here again."""
    state = request.POST.get("state", "")
    if state not in _AWAY:
        raise Http404
    try:
        mark_away(
            round_=round_of(request, number),
            participant=_typed_person(request, request.POST.get("number", "")),
            state=_AWAY[state],
            by=request.actor,
            now=timezone.now(),
            reason=request.POST.get("reason", "").strip(),
        )
    except RuleError as error:
        say(request, error)
    return redirect("round", request.tournament.slug, number)


@office
@require_http_methods(["GET", "POST"])
def round_settings(request: DeskRequest, number: int) -> HttpResponse:
    """What this round copied from the tournament."""
    form = RoundSettingsForm(request.POST or None, instance=round_of(request, number))
    stale: set[str | None] = set()
    if request.method == "POST" and form.is_valid():
        values = dict(form.cleaned_data)
        reason = values.pop("reason", "")
        try:
            change_round_settings(
                round_=round_of(request, number),
                values=values,
                seen=seen.read(request.POST.get(seen.FIELD, "")),
                by=request.actor,
                now=timezone.now(),
                reason=reason,
            )
        except RuleError as error:
            stale = {problem.field for problem in error.problems}
            for problem in error.problems:
                form.add_error(problem.field if problem.field in form.fields else None, text(problem))
        else:
            return redirect("round", request.tournament.slug, number)
    round_ = round_of(request, number)
    confirmed = round_.table_set.filter(confirmed_at__isnull=False).count()
    context = {
        "round": round_,
        "form": form,
        "confirmed": confirmed,
        "seen": seen.shown_again(round_, list(form.fields), sent=request.POST.get(seen.FIELD, ""), stale=stale),
    }
    return render(request, "tournament/rounds/settings.html", context, status=422 if form.errors else 200)


@office
@require_POST
def round_undo(request: DeskRequest, number: int) -> HttpResponse:
    """Take the last step of this round back."""
    entry = get_object_or_404(
        JournalEntry, tournament=request.tournament, number=_count(request.POST.get("step")), params__round=number
    )
    try:
        undo(entry=entry, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("Step %(number)s is taken back.") % {"number": entry.number})
    if Round.objects.filter(tournament=request.tournament, number=number).exists():
        return redirect("round", request.tournament.slug, number)
    return redirect("rounds", request.tournament.slug)


def round_of(request: DeskRequest, number: int) -> Round:
    """The round with this number, or the page that says there is none."""
    return get_object_or_404(Round.objects.select_related("tournament"), tournament=request.tournament, number=number)


def show_round(
    request: DeskRequest,
    round_: Round,
    *,
    form: DrawForm | None = None,
    refusal: RuleError | None = None,
) -> HttpResponse:
    """The page of a round; with a refused draw, what was asked for and the ways out."""
    seating = queries.seating(round_)
    draft = round_.published_at is None
    change = queries.field_change(round_)
    found = drafts.quality(round_, seating) if seating.tables else None
    people = queries.people_of(request.tournament)
    here = queries.present(round_) if draft else []
    mode = draws.mode_of(round_)
    context: dict[str, Any] = {
        "round": round_,
        "draft": draft,
        "seating": seating,
        "tables": drafts.draft_tables(seating, found),
        "quality": found,
        "came": [people[number] for number in change.came],
        "gone": [people[number] for number in change.gone],
        "kept": is_kept(round_, change),
        "changed_by_hand": drafts.differs_from_draw(
            round_, draws.table_plans(seating, draws.numbers_of(request.tournament))
        ),
        "loose": loose_in(round_),
        "away": queries.away(round_) if draft else [],
        "here": len(here),
        "planned": request.tournament.plan_fixed and bool((round_.draw_report or {}).get("plan")),
        "forecast": _forecast(round_, len(here)),
        "mode": mode,
        "mode_label": DrawMode(mode).label,
        "open_sheets": open_sheets(round_) if draft and mode in draws.BY_RESULT else (),
        "searching": draft and searches.standing(folder_of(round_)) is not None,
        "draw_form": form or DrawForm(),
        "ways": _ways(refusal, first=_REST_WAYS[round_.rest]) if refusal else [],
        "refusal": texts(refusal) if refusal else [],
        "warned": refusal is not None and refusal.problems[0].code == "sheets_open_warning",
        "last_step": _last_step(request, round_),
        "rest": draws.rest_before(round_),
        "seconds": round((round_.draw_report or {}).get("milliseconds", 0) / 1000, 2),
    }
    return render(request, "tournament/rounds/round.html", context, status=422 if refusal else 200)


def _forecast(round_: Round, players: int) -> dict[str, int] | None:
    """How many tables of each size so many players make, None if not everybody fits."""
    try:
        sizes = table_sizes(players=players, fives=Fives(round_.fives), fives_number=round_.fives_number)
    except RuleError:
        return None
    return {"fours": sizes.count(4), "fives": sizes.count(5)}


def _ways(refusal: RuleError, *, first: str) -> list[str]:
    """The ways out of a refused draw; what the round's settings name for people left over comes first."""
    ways = refusal.problems[0].params.get("ways_out", ())
    found = [str(way) for way in ways] if isinstance(ways, tuple) else []
    return sorted(found, key=lambda way: way != first)


def _last_step(request: DeskRequest, round_: Round) -> Any:
    """The newest step of this round that this person may take back."""
    recent = lines(request.tournament, by=request.actor, limit=5)
    mine = (line for line in recent if line.entry.params.get("round") == round_.number and not line.undone)
    return next((line for line in mine if line.may_undo), None)


def _typed_person(request: DeskRequest, typed: str) -> Participant:
    """The person with the typed start number. Raises RuleError swap_unknown (params number)."""
    number = _count(typed)
    person = Participant.objects.filter(tournament=request.tournament, number=number).first() if number else None
    if person is None:
        raise RuleError([Problem(code="swap_unknown", params={"number": typed[:20]})])
    return person


def _pair(typed: str) -> tuple[int, int]:
    """Two start numbers. Raises RuleError swap_pair."""
    numbers = re.findall(r"\d{1,5}", typed)
    if len(numbers) != 2:
        raise RuleError([Problem(code="swap_pair")])
    return int(numbers[0]), int(numbers[1])


def _count(typed: str | None) -> int:
    """A small number as typed; 0 for anything else."""
    return whole_number(typed, digits=5) or 0


def _fresh_seed() -> int:
    """A draw number nobody can foresee, short enough to be read out."""
    return secrets.randbelow(900_000) + 100_000
