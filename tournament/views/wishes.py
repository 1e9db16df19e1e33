"""Who should not sit with whom."""

from django.contrib import messages as notes
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import RuleError
from tournament.forms.participants import WishChangeForm, WishForm
from tournament.models import ApartWish, Participant
from tournament.queries import participants, wishes
from tournament.services.wishes import ALWAYS, add_wish, change_wish, delete_wish
from tournament.views.access import DeskRequest, office, say
from tournament.views.participants import head


@office
@require_safe
def wish_list(request: DeskRequest) -> HttpResponse:
    """All wishes, and a form for one more."""
    first = request.GET.get("first", "")
    return _page(request, initial={"first": first})


@office
@require_POST
def wish_add(request: DeskRequest) -> HttpResponse:
    """Keep two people apart."""
    people = participants.everyone(request.tournament)
    form = WishForm(request.POST, people=people)
    if form.is_valid():
        by_uuid = {str(person.uuid): person for person in people}
        values = form.cleaned_data
        try:
            add_wish(
                tournament=request.tournament,
                first=by_uuid[values["first"]],
                second=by_uuid[values["second"]],
                strict=values["strict"],
                rounds=values["rounds"],
                by=request.actor,
                now=timezone.now(),
            )
        except RuleError as error:
            form.refuse(error)
        else:
            notes.success(request, _("The wish is kept and counts from the next draw on."))
            return redirect("participant_wishes", request.tournament.slug)
    return _page(request, form=form)


@office
@require_POST
def wish_change(request: DeskRequest, uuid: str) -> HttpResponse:
    """Another strength or number of rounds."""
    wish = _wish(request, uuid)
    form = WishChangeForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            for error in errors:
                notes.error(request, str(error))
        return redirect("participant_wishes", request.tournament.slug)
    try:
        change_wish(wish=wish, **form.cleaned_data, by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("The wish is changed."))
    return redirect("participant_wishes", request.tournament.slug)


@office
@require_POST
def wish_delete(request: DeskRequest, uuid: str) -> HttpResponse:
    """The two may sit together again."""
    try:
        delete_wish(wish=_wish(request, uuid), by=request.actor, now=timezone.now())
    except RuleError as error:
        say(request, error)
    else:
        notes.success(request, _("The wish is deleted."))
    return redirect("participant_wishes", request.tournament.slug)


def _wish(request: DeskRequest, uuid: str) -> ApartWish:
    kept = ApartWish.objects.select_related("first", "second", "tournament")
    return get_object_or_404(kept, tournament=request.tournament, uuid=uuid)


def _page(request: DeskRequest, *, form: WishForm | None = None, initial: dict[str, str] | None = None) -> HttpResponse:
    people: list[Participant] = participants.everyone(request.tournament)
    form = form or WishForm(people=people, initial=initial)
    lines = [
        (
            wish,
            WishChangeForm(
                initial={
                    "strict": "1" if wish.strict else "",
                    "rounds": None if wish.rounds == ALWAYS else wish.rounds,
                },
                auto_id=f"wish_{wish.pk}_%s",
            ),
        )
        for wish in wishes.wishes(request.tournament)
    ]
    context = head(request) | {"form": form, "lines": lines}
    return render(request, "tournament/participants/wishes.html", context, status=422 if form.errors else 200)
